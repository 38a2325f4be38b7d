//! Measures whole games, the deal, a combat and a round. Positions are those that `balanced` players
//! of the first shipped set reach.
//!
//! `cargo bench --bench games -- combat` measures one group.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kickdoor::deck::{Deck, DeckSource, load};
use kickdoor::game::{Choice, Decision, Game, GameSetup, Keys, Moment, Progress, Question, Silent, Table};
use kickdoor::ids::{CardSet, NARROW};
use kickdoor::strategy::{Player, Profile, Strategy};

/// The deck with the card sets that a run uses.
type NarrowDeck = Deck<CardSet<NARROW>>;

type Board<'d> = Table<'d, NARROW, Silent>;

/// Number of positions, and of games in a cycle.
const POSITIONS: usize = 256;

fn shipped() -> Deck {
    let source = DeckSource::find("zombies").expect("the deck");
    load(&[source], &[]).expect("a shipped deck loads")
}

fn balanced(deck: &Deck) -> Strategy {
    Profile::find("balanced").expect("a shipped profile").compile(deck)
}

fn game_setup(players: u8, block: u64) -> GameSetup {
    GameSetup { players, keys: Keys::of_block(1, block) }
}

fn answer(table: &mut Board<'_>, player: &Strategy, decision: Decision) -> Choice {
    let mut mind = table.mind(decision.seat);
    player.choose(table.view(decision.seat), decision.question, table.options(), &mut mind)
}

/// Plays while `wanted`, or to the end of the game; returns the number of decisions.
fn play_while(table: &mut Board<'_>, player: &Strategy, wanted: impl Fn(&Game<NARROW>) -> bool) -> u64 {
    let mut decisions = 0;
    while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
        if !wanted(table.game()) {
            break;
        }
        let choice = answer(table, player, decision);
        table.apply(choice).expect("an offered choice");
        decisions += 1;
    }
    decisions
}

/// Positions of four-player games with a `wanted` question. The callback receives the decision, the position and the
/// position at the previous question.
fn positions(
    deck: &NarrowDeck,
    player: &Strategy,
    wanted: impl Fn(Decision, &Game<NARROW>, &Game<NARROW>) -> bool,
) -> Vec<Game<NARROW>> {
    let mut found = Vec::new();
    let mut table = Table::deal(deck, game_setup(4, 0), Silent);
    for block in 1.. {
        table.deal_again(game_setup(4, block));
        let mut before = *table.game();
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            if wanted(decision, table.game(), &before) {
                found.push(*table.game());
            }
            if found.len() == POSITIONS {
                return found;
            }
            before = *table.game();
            let choice = answer(&mut table, player, decision);
            table.apply(choice).expect("an offered choice");
        }
    }
    found
}

fn in_combat(decision: Decision) -> bool {
    decision.question == Question::Round(Moment::Combat)
}

fn whole_games(criterion: &mut Criterion) {
    let deck = shipped();
    let (player, deck) = (balanced(&deck), deck.narrowed());
    let mut group = criterion.benchmark_group("game");
    group.throughput(Throughput::Elements(1));
    for players in 3..=6 {
        let mut table = Table::deal(&deck, game_setup(players, 0), Silent);
        let mut blocks = (0..POSITIONS as u64).cycle();
        group.bench_function(BenchmarkId::new("balanced", players), |bencher| {
            bencher.iter(|| {
                table.deal_again(game_setup(players, blocks.next().expect("an endless cycle")));
                play_while(&mut table, &player, |_| true)
            });
        });
    }
    group.finish();
}

fn deals(criterion: &mut Criterion) {
    let deck: NarrowDeck = shipped().narrowed();
    let mut group = criterion.benchmark_group("deal");
    for players in [3, 6] {
        let mut table = Table::deal(&deck, game_setup(players, 0), Silent);
        let mut blocks = 0..;
        group.bench_function(BenchmarkId::new("shuffle and deal", players), |bencher| {
            bencher.iter(|| {
                table.deal_again(game_setup(players, blocks.next().expect("an endless range")));
                black_box(table.game().first())
            });
        });
    }
    group.finish();
}

fn combats(criterion: &mut Criterion) {
    let deck = shipped();
    let (player, deck) = (balanced(&deck), deck.narrowed());
    let begins = |decision, now: &Game<NARROW>, before: &Game<NARROW>| {
        in_combat(decision) && now.fight().is_some() && (before.fight().is_none() || before.turn() != now.turn())
    };
    let positions = positions(&deck, &player, begins);
    let mut table = Table::resume(&deck, positions[0], Silent);
    let mut cycle = positions.iter().cycle();
    criterion.bench_function("combat/from its first question to its end", |bencher| {
        bencher.iter(|| {
            table.restart(*cycle.next().expect("an endless cycle"));
            play_while(&mut table, &player, |game| game.fight().is_some())
        });
    });
}

fn rounds(criterion: &mut Criterion) {
    let deck = shipped();
    let (player, deck) = (balanced(&deck), deck.narrowed());
    let positions = positions(&deck, &player, |decision, _, _| in_combat(decision));
    let mut table = Table::resume(&deck, positions[0], Silent);
    let mut cycle = positions.iter().cycle();
    let mut group = criterion.benchmark_group("priority round");
    group.bench_function("copy of the position", |bencher| {
        bencher.iter(|| table.restart(black_box(*cycle.next().expect("an endless cycle"))));
    });
    group.bench_function("options of one decision", |bencher| {
        bencher.iter(|| {
            table.restart(*cycle.next().expect("an endless cycle"));
            table.advance().expect("a lawful game")
        });
    });
    group.bench_function("options and answer of one decision", |bencher| {
        bencher.iter(|| {
            table.restart(*cycle.next().expect("an endless cycle"));
            match table.advance().expect("a lawful game") {
                Progress::Asks(decision) => answer(&mut table, &player, decision),
                Progress::Over(_) => Choice::PASS,
            }
        });
    });
    group.finish();
}

criterion_group!(benches, whole_games, deals, combats, rounds);
criterion_main!(benches);
