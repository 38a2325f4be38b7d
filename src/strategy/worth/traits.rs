//! Traits: the traits on which a card depends, and the Items that a trait bars.

use super::appraiser::Appraiser;
use super::cards::cards;
use crate::deck::compiled::{Card, CondRef, Test, Traits};
use crate::ids::{CardSet, WIDEST};

impl Appraiser<'_> {
    pub(super) fn mentions(&self, card: &Card) -> Traits {
        self.deck.adds(card.strength).iter().fold(0, |traits, adds| traits | self.deck.traits_in(adds.condition))
    }

    pub(super) fn bars(&self, card: &Card) -> CardSet<WIDEST> {
        cards(self.deck, self.deck.masks.wearables, |item| self.barred(item.usable_by, card.trait_bit()))
    }

    /// Whether a condition fails for all players with a trait, independent of anything else.
    fn barred(&self, condition: CondRef, trait_bit: Traits) -> bool {
        match self.deck.test(condition) {
            Test::Lacks(traits) => traits & trait_bit != 0,
            Test::Not(part) if let Test::Hindered(traits) = self.deck.test(part) => traits & trait_bit != 0,
            Test::All(parts) => parts.conditions().any(|part| self.barred(part, trait_bit)),
            Test::Any(parts) => !parts.is_empty() && parts.conditions().all(|part| self.barred(part, trait_bit)),
            // A player with the trait may still meet any other test.
            _ => false,
        }
    }
}
