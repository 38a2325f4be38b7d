//! Traits: the traits on which a card depends, and the Items that a trait bars.

use super::appraiser::Appraiser;
use super::cards;
use crate::deck::compiled::{Card, CondRef, Span, Test, Traits};
use crate::ids::{CardSet, WIDEST};

/// What a condition states about traits.
enum Statement {
    /// Somebody has one of these traits.
    Has(Traits),
    /// The player has none of these traits.
    Lacks(Traits),
    /// Another condition holds or fails, for this or another player.
    Part(CondRef),
    /// All of these conditions hold.
    All(Span),
    /// One of these conditions holds.
    Any(Span),
    /// Nothing.
    Nothing,
}

impl Statement {
    fn of(test: Test) -> Statement {
        match test {
            Test::Has(traits) | Test::FighterHas(traits) | Test::Suffers(traits) | Test::Hindered(traits) => {
                Statement::Has(traits)
            }
            Test::Lacks(traits) => Statement::Lacks(traits),
            Test::Not(inner) | Test::Fighter(inner) | Test::Main(inner) | Test::Helper(inner) => Statement::Part(inner),
            Test::All(span) => Statement::All(span),
            Test::Any(span) => Statement::Any(span),
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
            | Test::CanGainLevel
            | Test::Unaided
            | Test::Pursuer(_)
            | Test::Thrown(_)
            | Test::Fought
            | Test::GetsAway => Statement::Nothing,
        }
    }
}

impl<const W: usize> Appraiser<'_, W> {
    pub(super) fn mentions(&self, card: &Card) -> Traits {
        self.deck.adds(card.strength).iter().fold(0, |traits, adds| traits | self.traits_in(adds.condition))
    }

    pub(super) fn bars(&self, card: &Card) -> CardSet<WIDEST> {
        cards(self.deck, self.deck.masks.wearables, |item| self.barred(item.usable_by, card.trait_bit()))
    }

    fn statement(&self, condition: CondRef) -> Statement {
        let test = |condition: CondRef| self.deck.conditions[usize::from(condition.0)];
        match test(condition) {
            Test::Not(inner) if let Test::Hindered(traits) = test(inner) => Statement::Lacks(traits),
            other => Statement::of(other),
        }
    }

    fn traits_in(&self, condition: CondRef) -> Traits {
        match self.statement(condition) {
            Statement::Has(traits) | Statement::Lacks(traits) => traits,
            Statement::Part(inner) => self.traits_in(inner),
            Statement::All(span) | Statement::Any(span) => {
                span.range().fold(0, |traits, n| traits | self.traits_in(CondRef(n as u16)))
            }
            Statement::Nothing => 0,
        }
    }

    /// Whether a condition fails for all players with a trait, independent of anything else.
    fn barred(&self, condition: CondRef, trait_bit: Traits) -> bool {
        let parts = |span: Span| span.range().map(|n| self.barred(CondRef(n as u16), trait_bit));
        match self.statement(condition) {
            Statement::Lacks(traits) => traits & trait_bit != 0,
            Statement::All(span) => parts(span).any(|barred| barred),
            Statement::Any(span) => !span.is_empty() && parts(span).all(|barred| barred),
            Statement::Has(_) | Statement::Part(_) | Statement::Nothing => false,
        }
    }
}
