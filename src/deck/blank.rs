//! Blanks: decks in which one title does nothing.

use super::compile::side_of;
use super::kinds::Kind;
use super::language::{CardSpec, Play};
use super::sets::Sets;

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
    pub fn with_card(&self, set: &str, card: &CardSpec) -> Sets {
        let mut sets = self.clone();
        sets.cards_of(set).filter(|spec| spec.id == card.id).for_each(|spec| *spec = card.clone());
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{Deck, DeckSource};

    #[test]
    fn every_title_of_a_deck_can_be_blanked() {
        let sets = Sets::read(&[DeckSource::shipped().last().expect("a shipped deck")]).expect("a deck");
        let deck: Deck<3> = sets.compile(&[]).expect("a deck");
        for title in &deck.titles {
            let without: Deck<3> = sets.with_blank(sets.sets()[0].id(), &title.id).compile(&[]).expect(&title.id);
            let (was, is) = (deck.card(title.first), without.card(title.first));
            let place = title.first.index();
            assert_eq!((was.side, Play::Blank), (is.side, is.play), "{}", title.id);
            assert_eq!(deck.stable[place], without.stable[place], "{}", title.id);
        }
    }
}
