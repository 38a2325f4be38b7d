//! `Search` and the options that it tries.

use std::borrow::Cow;

use super::manners::Manners;
use super::outlook::Outlook;
use super::settings::Foresight;
use crate::game::{Choice, Verb, View};
use crate::strategy::worth::Worth;

/// A player that looks ahead.
#[derive(Debug)]
pub struct Search<P> {
    /// The player in all seats of its playouts. It does not look ahead.
    pub(in crate::strategy) base: P,
    pub(super) worth: Worth,
    /// From which the other players of each world are drawn; empty for the base. `None` is the base. They do not look ahead. One that is there
    /// twice has twice the chance.
    pub(super) population: Vec<Option<P>>,
    /// Recognizes the players of a population of several.
    pub(super) manners: Option<Manners>,
    /// `None` if playouts go to the end of the game.
    pub(super) outlook: Option<Outlook>,
    pub(in crate::strategy) settings: Foresight,
}

impl<P> Search<P> {
    /// What its base thinks the cards are worth.
    pub(in crate::strategy) fn worth(&self) -> &Worth {
        &self.worth
    }

    /// The base, whose place is 0, or a player of the population.
    pub(super) fn player(&self, place: usize) -> &P {
        place.checked_sub(1).and_then(|place| self.population[place].as_ref()).unwrap_or(&self.base)
    }

    /// The base player's choice, then other options. Copies of a card in hand are one candidate. Trades and gifts are candidates only on
    /// the player's own turn, when the same ones are open.
    pub(super) fn candidates<const W: usize>(
        &self,
        view: View<'_, W>,
        usual: Choice,
        options: &[Choice],
    ) -> Vec<Choice> {
        let mut candidates = vec![usual];
        let own_turn = view.active() == view.seat();
        let in_time = |option: &&Choice| own_turn || !is_offer(option);
        for &option in options.iter().filter(in_time) {
            let full = candidates.len() >= usize::from(self.settings.candidates);
            if !full && !candidates.iter().any(|&other| are_alike(view, option, other)) {
                candidates.push(option);
            }
        }
        candidates
    }
}

/// The options without trades and gifts, if the last one was refused and would be again. Playouts know nothing of a refusal, so they would
/// offer the same once more.
pub(super) fn worth_a_try<'o, const W: usize>(view: View<'_, W>, options: &'o [Choice]) -> Cow<'o, [Choice]> {
    if view.was_refused() && options.iter().any(is_offer) {
        options.iter().copied().filter(|option| !is_offer(option)).collect()
    } else {
        Cow::Borrowed(options)
    }
}

fn is_offer(option: &Choice) -> bool {
    matches!(option.verb, Verb::Trade | Verb::Gift)
}

/// Whether two options are equal, or play copies of the same card from hand.
pub(in crate::strategy) fn are_alike<const W: usize>(view: View<'_, W>, one: Choice, other: Choice) -> bool {
    let in_hand = |choice: Choice| view.hand().contains(choice.card);
    let title = |choice: Choice| view.deck().card(choice.card).title;
    let copies = || in_hand(one) && in_hand(other) && title(one) == title(other);
    one.verb == other.verb && one.n == other.n && (one.card == other.card || copies())
}
