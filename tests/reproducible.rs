//! The same deck, players, seed and game number give the same game. A card that is not drawn has no effect.

use crate::common;
use common::{Trail, trail};
use kickdoor::deck::Deck;
use kickdoor::strategy::Strategy;
use toml::{Table, Value};

const GAMES: u64 = 40;

/// The shipped deck without its cards, and the cards.
fn file() -> (Table, Vec<Value>) {
    let mut file: Table = common::shipped_text().parse().expect("the shipped deck");
    let Some(Value::Array(cards)) = file.remove("card") else { panic!("it has cards") };
    (file, cards)
}

/// The shipped deck with other cards.
fn deck(cards: Vec<Value>) -> Deck {
    let (mut file, _) = file();
    file.insert("card".to_owned(), Value::Array(cards));
    common::deck_of(&file.to_string(), &[])
}

fn id_of(card: &Value) -> &str {
    card["id"].as_str().expect("an id")
}

/// Hashes of some games with four `balanced` players, each with the stable ids of the drawn cards.
fn games(deck: &Deck) -> Vec<(u64, std::collections::BTreeSet<u64>)> {
    let player: Strategy = common::player("balanced", deck);
    (0..GAMES).map(|block| trail(deck, &[&player], 4, 11, block)).collect()
}

fn hashes(deck: &Deck) -> Vec<u64> {
    games(deck).into_iter().map(|(hash, _)| hash).collect()
}

/// Plays games with players that may answer at sight, and again with all options listed.
fn play_at_sight_and_from_the_options(games: u64) {
    let deck = common::shipped();
    let [balanced, greedy, random] = ["balanced", "greedy", "random"].map(|name| common::player(name, &deck));
    let mixes: [&[&Strategy]; 3] = [&[&balanced], &[&balanced, &greedy], &[&random, &balanced, &balanced]];
    for (game, players) in (0..games).zip(mixes.iter().cycle()) {
        let seating = common::game_setup(3 + (game / 3 % 4) as u8, 12, game);
        let mut table = common::table(&deck, seating);
        let listed = common::finish(&mut table, players);
        let (at_sight, events) = common::play_at_table(&deck, seating, players);
        let [asked, seen] = [&table.into_recorder().events, &events].map(|events| Trail::new(&deck, events).hash);
        assert_eq!((at_sight, seen), (listed, asked), "game {game}");
    }
}

#[test]
fn answers_at_sight_equal_the_answers_from_the_options() {
    play_at_sight_and_from_the_options(90);
}

#[test]
#[ignore = "a long campaign"]
fn answers_at_sight_equal_the_answers_from_the_options_in_20000_games() {
    play_at_sight_and_from_the_options(20_000);
}

#[test]
fn order_and_names_of_cards_do_not_change_games() {
    let (_, cards) = file();
    let before = hashes(&deck(cards.clone()));
    let reversed = cards.iter().rev().cloned().collect();
    assert_eq!(hashes(&deck(reversed)), before, "cards in reverse order");
    let mut renamed = cards;
    for (n, card) in renamed.iter_mut().enumerate() {
        card["name"] = Value::String(format!("Card {n}"));
    }
    assert_eq!(hashes(&deck(renamed)), before, "other names");
}

/// Checks that games without a copy of the title are the same with the deck `edited`.
fn unchanged_without(
    id: &str,
    before: &[(u64, std::collections::BTreeSet<u64>)],
    original: &Deck,
    edited: &Deck,
) -> usize {
    let title = original.titles.iter().position(|title| title.id == id).expect("a title");
    let cards = original.cards.iter().zip(&original.stable);
    let copies: Vec<u64> =
        cards.filter(|(card, _)| usize::from(card.title) == title).map(|(_, &stable)| stable).collect();
    let after = hashes(edited);
    let mut compared = 0;
    for ((hash, drawn), new) in before.iter().zip(&after) {
        if !copies.iter().any(|copy| drawn.contains(copy)) {
            assert_eq!(hash, new, "{id} was never drawn");
            compared += 1;
        }
    }
    compared
}

#[test]
fn an_edit_changes_no_game_in_which_the_card_is_not_drawn() {
    let (_, cards) = file();
    let original = deck(cards.clone());
    let before = games(&original);
    let mut compared = 0;
    for n in (0..cards.len()).step_by(3) {
        let mut edited = cards.clone();
        let card = edited[n].as_table_mut().expect("a card");
        let number = |field: &str| card.get(field).and_then(Value::as_integer);
        let (field, value) = match (number("level"), number("gold")) {
            (Some(level), _) => ("level", Value::Integer(if level == 20 { 19 } else { level + 1 })),
            (None, Some(gold)) => ("gold", Value::Integer(gold + 100)),
            (None, None) => ("origin", Value::String("published".to_owned())),
        };
        card.insert(field.to_owned(), value);
        compared += unchanged_without(id_of(&cards[n]), &before, &original, &deck(edited));
    }
    assert!(compared > 200, "{compared} games compared");
}

#[test]
fn removing_a_card_changes_no_game_in_which_it_is_not_drawn() {
    let (_, cards) = file();
    let original = deck(cards.clone());
    let before = games(&original);
    let mut compared = 0;
    for n in (0..cards.len()).step_by(5) {
        let id = id_of(&cards[n]);
        let named = common::shipped_text().matches(&format!("\"{id}\"")).count() > 1;
        if named {
            continue;
        }
        let mut less = cards.clone();
        less.remove(n);
        compared += unchanged_without(id, &before, &original, &deck(less));
    }
    assert!(compared > 100, "{compared} games compared");
}
