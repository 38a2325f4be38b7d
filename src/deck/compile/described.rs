//! The texts of a deck's cards.

use crate::deck::compiled::{Deck, Title};
use crate::deck::english::{Speaker, described};
use crate::deck::file::sets::Sets;
use crate::ids::CardId;

impl Deck {
    /// The text of a card, one entry per line.
    pub(crate) fn describe(&self, card: CardId) -> Vec<String> {
        self.describe_title(self.title(card))
    }

    /// The common text of all copies of a title, one entry per line.
    pub fn describe_title(&self, title: &Title) -> Vec<String> {
        let set = self.set_of(title);
        described(&title.spec, &set.terms, &set.names)
    }

    /// Says parts of a title.
    pub(crate) fn speaker(&self, title: &Title) -> Speaker<'_> {
        Speaker::new(&self.set_of(title).names)
    }

    /// Gives the texts of each set their names. J-03: a Curse has the words of all sets with the same type of Curses, its own first.
    pub(in crate::deck) fn name_cards(&mut self, sets: &Sets) {
        for place in 0..self.sets.len() {
            let own = &self.sets[place];
            let mut terms = vec![own.terms.curse.as_str()];
            for set in self.sets.iter().filter(|set| set.curses == own.curses) {
                if !terms.contains(&set.terms.curse.as_str()) {
                    terms.push(&set.terms.curse);
                }
            }
            let names = sets.names_for(place).concerning(&terms.join(" or "));
            self.sets[place].names = names;
        }
    }
}
