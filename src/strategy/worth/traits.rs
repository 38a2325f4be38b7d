//! Traits: the traits on which a card depends, and the Items that a trait bars.

use super::appraiser::Appraiser;
use super::cards;
use crate::deck::compiled::{Card, CondRef, Span, Test, Traits};
use crate::ids::{CardSet, WIDEST};

impl<const W: usize> Appraiser<'_, W> {
    pub(super) fn mentions(&self, card: &Card) -> Traits {
        self.deck.adds(card.strength).iter().fold(0, |traits, adds| traits | self.traits_in(adds.condition))
    }

    fn traits_in(&self, condition: CondRef) -> Traits {
        let all = |span: Span| span.range().fold(0, |traits, n| traits | self.traits_in(CondRef(n as u16)));
        match self.deck.conditions[usize::from(condition.0)] {
            Test::All(span) | Test::Any(span) => all(span),
            Test::Not(inner) | Test::Fighter(inner) | Test::Main(inner) | Test::Helper(inner) => self.traits_in(inner),
            Test::Has(traits) | Test::Lacks(traits) | Test::FighterHas(traits) | Test::Suffers(traits) => traits,
            Test::Always
            | Test::FighterUses(_)
            | Test::FighterCarries(_)
            | Test::Rival(_)
            | Test::Anyone(_)
            | Test::Actor(_)
            | Test::Level(_)
            | Test::LowestLevel
            | Test::HighestLevel
            | Test::Uses(_)
            | Test::Carries(_)
            | Test::Hand(_)
            | Test::Cursed(_)
            | Test::OwnTurn
            | Test::Fighting
            | Test::IsMain
            | Test::IsHelper
            | Test::BeforeFirstRoll
            | Test::Tag(_)
            | Test::Monsters(_)
            | Test::Helped
            | Test::ForTheWin
            | Test::Gender(_)
            | Test::AboveActor
            | Test::Unaided
            | Test::Pursuer(_)
            | Test::Thrown(_)
            | Test::Fought
            | Test::GetsAway => 0,
        }
    }

    pub(super) fn bars(&self, card: &Card) -> CardSet<WIDEST> {
        cards(self.deck, self.deck.masks.wearables, |item| self.barred(item.usable_by, card.trait_bit()))
    }

    /// Whether a condition fails for all players with a trait, independent of anything else.
    fn barred(&self, condition: CondRef, trait_bit: Traits) -> bool {
        let parts = |span: Span| span.range().map(|n| self.barred(CondRef(n as u16), trait_bit));
        match self.deck.conditions[usize::from(condition.0)] {
            Test::Lacks(traits) => traits & trait_bit != 0,
            Test::All(span) => parts(span).any(|barred| barred),
            Test::Any(span) => !span.is_empty() && parts(span).all(|barred| barred),
            Test::Always
            | Test::Not(_)
            | Test::Fighter(_)
            | Test::FighterHas(_)
            | Test::FighterUses(_)
            | Test::FighterCarries(_)
            | Test::Main(_)
            | Test::Helper(_)
            | Test::Rival(_)
            | Test::Anyone(_)
            | Test::Actor(_)
            | Test::Has(_)
            | Test::Level(_)
            | Test::LowestLevel
            | Test::HighestLevel
            | Test::Uses(_)
            | Test::Carries(_)
            | Test::Hand(_)
            | Test::Cursed(_)
            | Test::OwnTurn
            | Test::Fighting
            | Test::IsMain
            | Test::IsHelper
            | Test::BeforeFirstRoll
            | Test::Tag(_)
            | Test::Monsters(_)
            | Test::Helped
            | Test::ForTheWin
            | Test::Gender(_)
            | Test::Suffers(_)
            | Test::AboveActor
            | Test::Unaided
            | Test::Pursuer(_)
            | Test::Thrown(_)
            | Test::Fought
            | Test::GetsAway => false,
        }
    }
}
