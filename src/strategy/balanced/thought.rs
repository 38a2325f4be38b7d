//! `Balanced` and its `Thought`: the input of a decision.

use super::combat_cards::CombatCards;
use super::weights::Weights;
use crate::deck::language::Cost;
use crate::game::{Choice, Verb, View};
use crate::ids::{CardId, CardSet, MAX_SEATS, Seat, WIDEST};
use crate::strategy::greedy::first_best;
use crate::strategy::worth::{DEAREST_PAYMENT, Purpose, Worth};

/// A player that plays the whole game with judgement.
#[derive(Clone, Debug)]
pub struct Balanced {
    pub(super) worth: Worth,
    pub(super) weights: Weights,
    /// Items whose price is worth their loss, even if they are needed, by the number of rivals that the sale reaches.
    pub(super) spare: [CardSet<WIDEST>; MAX_SEATS],
    /// Whether some Items bring a level on their own.
    pub(super) dear: bool,
    /// For each card, the worth lost per thousand Gold Pieces if a needed card is sold.
    pub(super) missed: Vec<i32>,
    /// Items that can be sold without loss.
    pub(super) unmissed: CardSet<WIDEST>,
    /// Cards whose strength depends on more than the cards in play and the character of their player.
    pub(super) shifting: CardSet<WIDEST>,
    /// Cards that can matter in a combat.
    pub(super) combat_cards: CombatCards,
}

impl Balanced {
    /// What it thinks the cards are worth.
    pub(in crate::strategy) fn worth(&self) -> &Worth {
        &self.worth
    }
}

/// The input of a decision.
#[derive(Clone, Copy)]
pub(super) struct Thought<'a, const W: usize> {
    pub(super) brain: &'a Balanced,
    pub(super) view: View<'a, W>,
    /// `None` before the options are listed.
    pub(super) options: Option<&'a [Choice]>,
}

impl<const W: usize> Thought<'_, W> {
    pub(super) fn me(&self) -> Seat {
        self.view.seat()
    }

    /// The options, if listed.
    pub(super) fn options(&self) -> &[Choice] {
        self.options.unwrap_or_default()
    }

    /// A play, unless the options are listed without it.
    #[inline]
    pub(super) fn if_open(&self, play: Option<Choice>) -> Option<Choice> {
        play.filter(|play| self.options.is_none_or(|options| options.contains(play)))
    }

    /// The option with the highest score; the first if several are equal.
    pub(super) fn best(&self, score: impl Fn(&Choice) -> i32) -> Choice {
        first_best(self.options(), score)
    }

    /// The best option with a score above 0; otherwise a pass.
    pub(super) fn worth_it(&self, score: impl Fn(&Choice) -> i32) -> Choice {
        self.best(|option| if option.verb == Verb::Pass { 0 } else { score(option) })
    }

    /// The purpose of an option that is a use.
    pub(super) fn purpose(&self, option: &Choice) -> Option<Purpose> {
        let is_use = matches!(option.verb, Verb::Play | Verb::Use);
        (is_use && self.view.deck().card(option.card).uses.len > 0)
            .then(|| self.brain.worth.purpose(option.card, option.n))
    }

    /// The lowest worth of a hand card other than `without`.
    pub(super) fn cheapest_payment(&self, without: CardId) -> i16 {
        self.cheapest(self.view.hand().without(CardSet::one(without)))
    }

    /// The cost of a use, paid with the cheapest cards.
    pub(super) fn cost(&self, option: &Choice) -> i16 {
        match self.view.deck().uses(option.card).get(usize::from(option.n)).and_then(|rule| rule.cost) {
            Some(Cost::Discard(n)) if self.brain.weights.by_position => {
                let held = self.view.hand().without(CardSet::one(option.card)).len().min(usize::from(*n)) as i16;
                let cheapest = self.cheapest_payment(option.card).min(DEAREST_PAYMENT);
                // Cards in play pay for the rest.
                held * cheapest + (i16::from(*n) - held) * DEAREST_PAYMENT
            }
            Some(Cost::Discard(n) | Cost::Hand(n)) => {
                // An empty hand has the highest possible worth; the bound keeps the product within its type.
                i16::from(n).saturating_mul(self.cheapest_payment(option.card).min(DEAREST_PAYMENT))
            }
            Some(Cost::WholeHand) => self.view.hand().iter().map(|card| self.brain.worth.keep(card)).sum(),
            // Ten tenths of a level.
            Some(Cost::Levels(n)) => 10 * i16::from(n),
            Some(Cost::ThisCard) => self.brain.worth.price(option.card),
            None if option.verb == Verb::Play => self.brain.worth.price(option.card) / 2,
            None => 0,
        }
    }

    /// The highest Level of these monsters.
    pub(super) fn strongest(&self, cards: CardSet<W>) -> i16 {
        cards.iter().map(|card| self.view.deck().card(card).level).max().unwrap_or(0)
    }
}
