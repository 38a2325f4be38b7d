//! The same deck, players, seed and game number give the same game. A card that is not drawn has no effect.

use crate::common;
use common::{Trail, trail};
use kickdoor::deck::Deck;
use kickdoor::deck::language::DeckFile;
use kickdoor::strategy::Strategy;

const GAMES: u64 = 40;

fn file() -> DeckFile {
    toml::from_str(&common::shipped_text()).expect("the shipped deck")
}

fn deck(file: &DeckFile) -> Deck<3> {
    common::deck_of(&toml::to_string(file).expect("a deck file"), &[])
}

/// Hashes of some games with four `balanced` players, each with the stable ids of the drawn cards.
fn games(deck: &Deck<3>) -> Vec<(u64, std::collections::BTreeSet<u64>)> {
    let player: Strategy<3> = common::player("balanced", deck);
    (0..GAMES).map(|block| trail(deck, &[&player], 4, 11, block)).collect()
}

fn hashes(deck: &Deck<3>) -> Vec<u64> {
    games(deck).into_iter().map(|(hash, _)| hash).collect()
}

/// Plays games with players that may answer at sight, and again with all options listed.
fn play_at_sight_and_from_the_options(games: u64) {
    let deck = common::shipped();
    let [balanced, greedy, random] = ["balanced", "greedy", "random"].map(|name| common::player(name, &deck));
    let mixes: [&[&Strategy<3>]; 3] = [&[&balanced], &[&balanced, &greedy], &[&random, &balanced, &balanced]];
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
    let before = hashes(&deck(&file()));
    let mut reversed = file();
    reversed.cards.reverse();
    assert_eq!(hashes(&deck(&reversed)), before, "cards in reverse order");
    let mut renamed = file();
    for (n, card) in renamed.cards.iter_mut().enumerate() {
        card.name = format!("Card {n}");
    }
    assert_eq!(hashes(&deck(&renamed)), before, "other names");
}

/// Checks that games without a copy of the title are the same with the deck `edited`.
fn unchanged_without(
    id: &str,
    before: &[(u64, std::collections::BTreeSet<u64>)],
    original: &Deck<3>,
    edited: &Deck<3>,
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
    let original = deck(&file());
    let before = games(&original);
    let mut compared = 0;
    for n in (0..file().cards.len()).step_by(3) {
        let mut edited = file();
        let card = &mut edited.cards[n];
        match (card.level, card.gold) {
            (Some(level), _) => card.level = Some(if level == 20 { 19 } else { level + 1 }),
            (None, Some(gold)) => card.gold = Some(gold + 100),
            (None, None) => card.origin = kickdoor::deck::language::Origin::Published,
        }
        let id = card.id.clone();
        compared += unchanged_without(&id, &before, &original, &deck(&edited));
    }
    assert!(compared > 200, "{compared} games compared");
}

#[test]
fn removing_a_card_changes_no_game_in_which_it_is_not_drawn() {
    let original = deck(&file());
    let before = games(&original);
    let mut compared = 0;
    for n in (0..file().cards.len()).step_by(5) {
        let id = file().cards[n].id.clone();
        let named = common::shipped_text().matches(&format!("\"{id}\"")).count() > 1;
        if named {
            continue;
        }
        let mut less = file();
        less.cards.remove(n);
        compared += unchanged_without(&id, &before, &original, &deck(&less));
    }
    assert!(compared > 100, "{compared} games compared");
}
