//! Whole games under random play.

use super::*;
use crate::deck::DeckSource;
use crate::strategy::random;

fn shipped() -> Deck<3> {
    let source = DeckSource::shipped().next().expect("a shipped deck");
    crate::deck::load(&[source], &[]).expect("it loads")
}

#[test]
fn random_games_end_lawfully() {
    let deck = shipped();
    let mut total = 0;
    let mut turns = 0;
    let mut unfinished = 0;
    for block in 0..300 {
        let players = 3 + (block % 4) as u8;
        let mut table = Table::deal(&deck, Seating { players, keys: Keys::of_block(7, block) }, Silent);
        loop {
            match table.advance().expect("a lawful game") {
                Progress::Over(outcome) => {
                    turns += u32::from(outcome.turns);
                    unfinished += u32::from(outcome.winners.is_empty());
                    break;
                }
                Progress::Asks(decision) => {
                    total += 1;
                    let mut mind = table.mind(decision.seat);
                    let choice = random::choose(table.options(), &mut mind);
                    table.apply(choice).expect("an offered choice");
                }
            }
        }
    }
    println!("{} decisions, {turns} turns, {unfinished} unfinished", total);
    println!("{} bytes", size_of::<Game<3>>());
    println!("{} bytes of 16", size_of::<Game<16>>());
}

#[test]
fn sizes() {
    println!(
        "frame {} agenda {} fight {} seat {} keys {} spent {}",
        size_of::<Frame>(),
        size_of::<Agenda>(),
        size_of::<state::Fight>(),
        size_of::<SeatState>(),
        size_of::<Keys>(),
        size_of::<state::Spent>()
    );
}
