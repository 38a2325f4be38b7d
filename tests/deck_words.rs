//! The descriptions of cards in English.

use kickdoor::deck::{Deck, DeckSource, load};

fn deck() -> Deck<3> {
    load(&[DeckSource::new("mini.toml", include_str!("decks/mini.toml"))], &[]).expect("it loads")
}

fn said(deck: &Deck<3>, id: &str) -> Vec<String> {
    let title = deck.titles.iter().find(|title| title.id == id).expect("it is in the deck");
    deck.describe_title(title)
}

#[test]
fn cards_are_described_in_english() {
    let deck = deck();
    assert_eq!(
        said(&deck, "taste-tester"),
        [
            "Monster, Level 6, 2 Treasures (Door card)",
            "Strength +4, if the main player or the helper has Baker",
            "Bad Stuff: do one of these: (a) lose Items worth 500 Gold Pieces in all; (b) lose 2 levels",
        ]
    );
    assert_eq!(
        said(&deck, "baker"),
        [
            "Guild (Door card)",
            "In combat, if you fight your own fight, at most 3 times, discarding 1 card: \
             add +1 to the players' side",
        ]
    );
    assert_eq!(
        said(&deck, "bread-peel")[..2],
        ["Item, +4, 2 hands, Big, 600 Gold Pieces (Treasure card)", "Usable only if you have Baker"]
    );
    assert_eq!(said(&deck, "no-yeast")[1..], ["Strength -5", "Stays through the victim's next combat"]);
}

#[test]
fn every_card_has_a_description() {
    let deck = deck();
    assert!(deck.titles.iter().all(|title| !deck.describe_title(title).is_empty()));
}
