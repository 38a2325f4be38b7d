//! Blanks: a deck in which one title does nothing.

use super::compile::side_of;
use super::language::{CardSpec, Kind};
use super::load::Sets;

impl Sets {
    /// The same sets with one title of one set replaced, in place and in all its copies, by a card that does nothing: a
    /// special without a use. It keeps its id and its back, so that every shuffle stays as it was.
    pub fn with_blank(&self, set: &str, card: &str) -> Sets {
        let mut sets = self.clone();
        for spec in sets.cards_of(set).filter(|spec| spec.id == card) {
            let CardSpec { id, name, copies, .. } = spec.clone();
            *spec =
                CardSpec { id, name, copies, kind: Kind::Special, deck: Some(side_of(spec)), ..CardSpec::default() };
        }
        sets
    }
}
