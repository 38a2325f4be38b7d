//! Changes: the cards of a deck that play differently in another deck.

use std::collections::HashMap;

use super::canonical::{canonical_kinds, meaning};
use crate::deck::compiled::{Deck, SetInfo, Title};
use crate::deck::language::Play;
use crate::deck::language::fields::side_of;
use crate::ids::{CardId, CardSet};

/// The differences between two decks that can change games. Names and origins cannot.
#[derive(Clone, Debug)]
pub struct Changes {
    /// Cards of the first deck; a game that draws none of them does not change. `None` if any game can change.
    pub cards: Option<CardSet>,
    /// Titles of both decks: their indices before and after.
    pub shared: Vec<(usize, usize)>,
    /// Titles of the second deck that the first does not have.
    pub added: Vec<usize>,
    /// Titles of `shared` with a difference other than the number of copies.
    pub edited: Vec<(usize, usize)>,
}

/// Compares two decks.
///
/// An edited or removed card changes only games that draw it. Any game can change if a card is added to the deck or moved
/// to the other pile, if a Role changes, which is never drawn, or if anything other than the cards changes.
pub fn changes(before: &Deck, after: &Deck) -> Changes {
    let named: HashMap<(&str, &str), usize> =
        after.titles.iter().enumerate().map(|(place, title)| (key(after, title), place)).collect();
    let mut changes =
        Changes { cards: Some(CardSet::EMPTY), shared: Vec::new(), added: Vec::new(), edited: Vec::new() };
    for (place, title) in before.titles.iter().enumerate() {
        let other = named.get(&key(before, title)).copied();
        let new = other.map(|other| &after.titles[other]);
        changes.shared.extend(other.map(|other| (place, other)));
        if new.is_none_or(|new| !same(title, new)) {
            changes.cards = changes.cards.map(|cards| cards | copies(title));
        }
        // A new card in a pile moves others down, also in games that never draw it.
        if new.is_some_and(|new| new.copies > title.copies || side_of(&new.spec) != side_of(&title.spec)) {
            changes.cards = None;
        }
        let role = |title: &Title| title.spec.kind.play == Play::Role;
        if new.is_none_or(|new| !same(title, new)) && (role(title) || new.is_some_and(role)) {
            changes.cards = None;
        }
        if let (Some(other), Some(new)) = (other, new)
            && meaning(&title.spec) != meaning(&new.spec)
        {
            changes.edited.push((place, other));
        }
    }
    let known = |title: &usize| changes.shared.iter().any(|pair| pair.1 == *title);
    changes.added = (0..after.titles.len()).filter(|title| !known(title)).collect();
    if !changes.added.is_empty() || !same_head(before, after) {
        changes.cards = None;
    }
    changes
}

fn key<'d>(deck: &'d Deck, title: &'d Title) -> (&'d str, &'d str) {
    (&deck.set_of(title).id, &title.id)
}

fn copies(title: &Title) -> CardSet {
    (0..u16::from(title.copies)).map(|copy| CardId(title.first.0 + copy)).collect()
}

fn same(one: &Title, other: &Title) -> bool {
    one.copies == other.copies && meaning(&one.spec) == meaning(&other.spec)
}

/// Whether everything except the cards is equal: rules, players, sets with their identity and power kinds, and special tags.
fn same_head(before: &Deck, after: &Deck) -> bool {
    let kinds = |set: &SetInfo| {
        (set.id.clone(), set.terms.identity.clone(), set.terms.power.clone(), canonical_kinds(&set.kinds))
    };
    let sets = |deck: &Deck| deck.sets.iter().map(kinds).collect::<Vec<_>>();
    before.rules == after.rules
        && (before.players.min, before.players.max) == (after.players.min, after.players.max)
        && sets(before) == sets(after)
        && names_of_tags(before, before.joining) == names_of_tags(after, after.joining)
        && names_of_tags(before, before.bringing) == names_of_tags(after, after.bringing)
        && names_of_tags(before, before.gifts) == names_of_tags(after, after.gifts)
}

/// Names of the tags in a mask, sorted.
fn names_of_tags(deck: &Deck, bits: u16) -> Vec<&str> {
    let tags = (0..).zip(&deck.tags).filter(|(bit, _)| bits >> bit & 1 == 1);
    let mut names: Vec<&str> = tags.map(|(_, tag)| tag.as_str()).collect();
    names.sort_unstable();
    names
}
