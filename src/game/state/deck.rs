//! Decks, as games read them: with card sets as wide as the sets of the game.

use crate::deck::Deck;
use crate::deck::compiled::MapSets;
use crate::ids::{CardId, CardSet};

impl Deck {
    /// This deck for games whose card sets have `W` words, which must suffice for its cards.
    pub fn narrowed<const W: usize>(&self) -> Deck<CardSet<W>> {
        debug_assert!(self.cards.len() <= CardSet::<W>::CAPACITY);
        self.map_sets(&CardSet::narrow)
    }
}

impl<const W: usize> Deck<CardSet<W>> {
    /// ally-08: whether an Item may be given to this companion because the Item says so.
    pub(in crate::game) fn is_meant_for(&self, card: CardId, companion: CardId) -> bool {
        self.companions_for(card).contains(companion)
    }

    /// ally-08: the companions to which an Item may be given because it says so.
    pub(in crate::game) fn companions_for(&self, card: CardId) -> CardSet<W> {
        self.given.iter().find(|given| given.0 == card).map_or(CardSet::EMPTY, |&(_, companions)| companions)
    }

    /// multi-02: the place in `ignored_groups` of the group with this card.
    pub(in crate::game) fn ignored_group(&self, card: CardId) -> Option<usize> {
        self.ignored_groups.iter().position(|group| group.contains(card))
    }
}
