//! Opening hands: which cards they will have, found without dealing.

use crate::common;
use kickdoor::deck::{Deck, DeckSource, load};
use kickdoor::game::{GameSetup, Keys};
use kickdoor::ids::{CardSet, Seat};
use kickdoor::run::deals_any;

#[test]
fn deals_any_agrees_with_the_deal() {
    let source = DeckSource::shipped().last().expect("a shipped deck");
    let deck: Deck = load(&[source], &["deal=3".to_owned()]).expect("it loads");
    for block in 0..60 {
        let setup = GameSetup { players: 3 + (block % 4) as u8, keys: Keys::of_block(3, block) };
        let table = common::table(&deck, setup);
        for card in deck.masks.all {
            let dealt = (0..setup.players).any(|seat| table.hand(Seat(seat)).contains(card));
            assert_eq!(deals_any(setup, &deck, CardSet::one(card)), dealt, "block {block}, {card:?}");
        }
    }
}
