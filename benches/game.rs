//! How long things take: a whole game, deal and shuffle, a combat, a priority round.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kickdoor::deck::{Deck, DeckSource, load};
use kickdoor::game::{Game, Keys, Moment, Progress, Question, Seating, Silent, Table};
use kickdoor::strategy::{Player, Profile};

type Playing<'d> = Table<'d, 3, Silent>;

fn deck() -> Deck<3> {
    let source = DeckSource::shipped().next().expect("a shipped deck");
    load(&[source], &[]).expect("it loads")
}

fn balanced(deck: &Deck<3>) -> Player {
    Player::compile(&Profile::find("balanced").expect("a shipped profile"), deck)
}

fn seating(players: u8, block: u64) -> Seating {
    Seating { players, keys: Keys::of_block(1, block) }
}

/// Answers one question; false when the game is over.
fn answer(table: &mut Playing<'_>, player: &Player) -> bool {
    let Progress::Asks(decision) = table.advance().expect("a lawful game") else { return false };
    let mut mind = table.mind(decision.seat);
    let choice = player.choose(table.view(decision.seat), decision, table.options(), &mut mind);
    table.apply(choice).expect("an offered choice");
    true
}

/// Positions of real games in which a combat round has just been opened.
fn combats(deck: &Deck<3>, player: &Player) -> Vec<Game<3>> {
    let mut found = Vec::new();
    for block in 0..20 {
        let mut table = Table::deal(deck, seating(4, block), Silent);
        let mut fighting = false;
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let combat = decision.question == Question::Round(Moment::Combat);
            if combat && !fighting {
                found.push(*table.game());
            }
            fighting = combat;
            answer(&mut table, player);
        }
    }
    found
}

fn whole_game(c: &mut Criterion) {
    let deck = deck();
    let player = balanced(&deck);
    let mut group = c.benchmark_group("whole game");
    for players in 3..=6 {
        let mut table = Table::deal(&deck, seating(players, 0), Silent);
        let mut block = 0;
        group.bench_function(BenchmarkId::from_parameter(players), |b| {
            b.iter(|| {
                block += 1;
                table.deal_again(seating(players, block));
                while answer(&mut table, &player) {}
            });
        });
    }
    group.finish();
}

fn deal_and_shuffle(c: &mut Criterion) {
    let deck = deck();
    let mut table = Table::deal(&deck, seating(4, 0), Silent);
    let mut block = 0;
    c.bench_function("deal and shuffle", |b| {
        b.iter(|| {
            block += 1;
            table.deal_again(seating(4, block));
        });
    });
}

fn combat(c: &mut Criterion) {
    let deck = deck();
    let player = balanced(&deck);
    let positions = combats(&deck, &player);
    let mut table = Table::resume(&deck, positions[0], Silent);
    let mut next = positions.iter().cycle();
    c.bench_function("combat", |b| {
        b.iter(|| {
            table.restart(*next.next().expect("a position"));
            while table.fight().is_some() && answer(&mut table, &player) {}
        });
    });
}

fn priority_round(c: &mut Criterion) {
    let deck = deck();
    let player = balanced(&deck);
    let positions = combats(&deck, &player);
    let mut table = Table::resume(&deck, positions[0], Silent);
    let mut next = positions.iter().cycle();
    c.bench_function("priority round", |b| {
        b.iter(|| {
            table.restart(*next.next().expect("a position"));
            table.advance().expect("a lawful game")
        });
    });
}

criterion_group!(benches, whole_game, deal_and_shuffle, combat, priority_round);
criterion_main!(benches);
