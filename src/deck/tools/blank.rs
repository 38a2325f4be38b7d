//! Blanks: decks in which one title does nothing.

use crate::deck::file::sets::Sets;
use crate::deck::language::fields::side_of;
use crate::deck::language::kinds::Kind;
use crate::deck::language::{CardSpec, DeckSide, Play};

impl Sets {
    /// Replaces all copies of one title with blanks. They keep its id and back, so every shuffle stays the same, and its tags, so
    /// that cards that name it or a tag still compile.
    pub fn with_blank(&self, set: &str, card: &str) -> Sets {
        let mut sets = self.clone();
        for spec in sets.cards_of(set).filter(|spec| spec.id == card) {
            let CardSpec { id, name, copies, tags, .. } = spec.clone();
            let (kind, deck) = (Kind::played_as(Play::Blank), Some(side_of(spec)));
            *spec = CardSpec { id, name, copies, tags, kind, deck, ..CardSpec::default() };
        }
        sets
    }

    /// Adds one card that does nothing to a pile, and returns its set and its id. All other cards keep their shuffles.
    pub(crate) fn with_added_blank(&self, side: DeckSide) -> (Sets, String, String) {
        let mut sets = self.clone();
        let base = sets.base;
        let set = sets.sets[base].id().to_owned();
        let cards = &mut sets.sets[base].file.cards;
        let mut id = "added-blank".to_owned();
        while cards.iter().any(|card| card.id == id) {
            id.push('x');
        }
        let (kind, deck) = (Kind::played_as(Play::Blank), Some(side));
        cards.push(CardSpec { id: id.clone(), name: "Blank".to_owned(), kind, deck, ..CardSpec::default() });
        (sets, set, id)
    }

    /// Replaces the entry of a title.
    pub(crate) fn with_card(&self, set: &str, card: &CardSpec) -> Sets {
        let mut sets = self.clone();
        sets.cards_of(set).filter(|spec| spec.id == card.id).for_each(|spec| *spec = card.clone());
        sets
    }
}
