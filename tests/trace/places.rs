//! `Places`: the zone of each card.

use std::collections::{BTreeSet, HashMap};

/// The zone of each card, and the cards of each zone.
#[derive(Default)]
pub(super) struct Places {
    zones: HashMap<String, String>,
    cards: HashMap<String, BTreeSet<String>>,
}

impl Places {
    /// Puts a card into a zone. Returns the zone in which it was before.
    pub(super) fn put(&mut self, card: &str, zone: &str) -> Option<String> {
        let before = self.zones.insert(card.to_owned(), zone.to_owned());
        if let Some(left) = before.as_ref().and_then(|before| self.cards.get_mut(before)) {
            left.remove(card);
        }
        self.cards.entry(zone.to_owned()).or_default().insert(card.to_owned());
        before
    }

    /// The zone of a card.
    pub(super) fn zone(&self, card: &str) -> Option<&str> {
        self.zones.get(card).map(String::as_str)
    }

    /// The cards of a zone.
    pub(super) fn cards(&self, zone: &str) -> BTreeSet<&str> {
        self.cards.get(zone).into_iter().flatten().map(String::as_str).collect()
    }

    /// Number of cards.
    pub(super) fn count(&self) -> usize {
        self.zones.len()
    }
}
