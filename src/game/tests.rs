//! A quick look at whole games; `tests/laws.rs` plays many more.

use super::*;
use crate::deck::DeckSource;
use crate::strategy::random;

#[test]
fn random_games_end_lawfully() {
    let source = DeckSource::shipped().last().expect("a shipped deck");
    let deck: Deck<3> = crate::deck::load(&[source], &["max_turns=60".to_owned()]).expect("it loads");
    for block in 0..40 {
        let players = 3 + (block % 4) as u8;
        let mut table = Table::deal(&deck, Seating { players, keys: Keys::of_block(7, block) }, Silent);
        let outcome = loop {
            match table.advance().expect("a lawful game") {
                Progress::Over(outcome) => break outcome,
                Progress::Asks(decision) => {
                    let mut mind = table.mind(decision.seat);
                    let choice = random::choose(table.options(), &mut mind);
                    table.apply(choice).expect("an offered choice");
                }
            }
        };
        assert_eq!(table.outcome(), Some(outcome));
        assert!(!outcome.winners.is_empty() || outcome.turns == 60, "block {block}: {outcome:?}");
    }
}

#[test]
fn what_will_be_dealt_is_known_beforehand() {
    let source = DeckSource::shipped().last().expect("a shipped deck");
    let deck: Deck<3> = crate::deck::load(&[source], &["deal=3".to_owned()]).expect("it loads");
    for block in 0..60 {
        let seating = Seating { players: 3 + (block % 4) as u8, keys: Keys::of_block(3, block) };
        let table = Table::deal(&deck, seating, Silent);
        for card in deck.masks.all {
            let dealt = (0..seating.players).any(|seat| table.hand(Seat(seat)).contains(card));
            assert_eq!(seating.deals(&deck, CardSet::one(card)), dealt, "block {block}, {card:?}");
        }
    }
}
