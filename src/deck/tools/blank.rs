//! Blanks: decks in which one title does nothing.

use crate::deck::file::sets::Sets;
use crate::deck::language::fields::side_of;
use crate::deck::language::kinds::Kind;
use crate::deck::language::{CardSpec, Play};

impl Sets {
    /// Replaces all copies of one title with blanks. They keep its id and back, so every shuffle stays the same.
    pub fn with_blank(&self, set: &str, card: &str) -> Sets {
        let mut sets = self.clone();
        for spec in sets.cards_of(set).filter(|spec| spec.id == card) {
            let CardSpec { id, name, copies, .. } = spec.clone();
            let (kind, deck) = (Kind::played_as(Play::Blank), Some(side_of(spec)));
            *spec = CardSpec { id, name, copies, kind, deck, ..CardSpec::default() };
        }
        sets
    }

    /// Replaces the entry of a title.
    pub(crate) fn with_card(&self, set: &str, card: &CardSpec) -> Sets {
        let mut sets = self.clone();
        sets.cards_of(set).filter(|spec| spec.id == card.id).for_each(|spec| *spec = card.clone());
        sets
    }
}
