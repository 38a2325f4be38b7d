//! `search`: looks ahead. It tries the promising options in worlds in which all hidden cards are drawn again at random:
//! `balanced` continues the game in all seats, and the position after some turns is evaluated.

mod contest;
mod features;
mod fit;
mod lead;
mod outlook;
mod playout;
mod rehearsal;
mod settings;

pub use lead::Lead;
pub use settings::Foresight;

use super::balanced::{Balanced, Weights};
use super::brain::Brain;
use super::player::Player;
use super::worth::Worth;
use crate::deck::Deck;
use crate::game::{Choice, Mind, Question, Verb, View};
use contest::Contest;
use outlook::Outlook;
use playout::Playouts;

/// A player that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    base: Balanced,
    worth: Worth,
    /// `None` if playouts go to the end of the game.
    outlook: Option<Outlook>,
    settings: Foresight,
}

impl Brain for Search {
    type Settings = Foresight;
    type Player<const W: usize> = Search;

    /// Fits the evaluation of positions to games with this deck.
    fn player<const W: usize>(deck: &Deck<W>, settings: &Foresight) -> Search {
        let weights = Weights::default();
        let (base, worth) = (Balanced::player(deck, &weights), Worth::of(deck, weights.taste()));
        let outlook = (settings.horizon > 0).then(|| Outlook::fitted(deck, &base, &worth, settings.lessons));
        Search { base, worth, outlook, settings: settings.clone() }
    }
}

impl<const W: usize> Player<W> for Search {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        let usual = self.base.choose(view, question, options, mind);
        let candidates = self.candidates(view, usual, options);
        if candidates.len() < 2 {
            return usual;
        }
        let mut playouts = Playouts::new(view, self, options, mind.draw());
        let mut contest = Contest::new(candidates, &self.settings);
        contest.run(|world, choice| playouts.value(world, choice));
        contest.winner()
    }
}

impl Search {
    /// The base player's choice, then other options. Copies of a card in hand are one candidate. Trades and gifts are candidates only on
    /// the player's own turn, when the same ones are open.
    fn candidates<const W: usize>(&self, view: View<'_, W>, usual: Choice, options: &[Choice]) -> Vec<Choice> {
        let mut candidates = vec![usual];
        let own_turn = view.active() == view.seat();
        let in_time = |option: &&Choice| own_turn || !matches!(option.verb, Verb::Trade | Verb::Gift);
        for &option in options.iter().filter(in_time) {
            let full = candidates.len() >= usize::from(self.settings.candidates);
            if !full && !candidates.iter().any(|&other| are_alike(view, option, other)) {
                candidates.push(option);
            }
        }
        candidates
    }
}

/// Whether two options are equal, or play copies of the same card from hand.
pub(super) fn are_alike<const W: usize>(view: View<'_, W>, one: Choice, other: Choice) -> bool {
    let in_hand = |choice: Choice| view.hand().contains(choice.card);
    let title = |choice: Choice| view.deck().card(choice.card).title;
    let copies = || in_hand(one) && in_hand(other) && title(one) == title(other);
    one.verb == other.verb && one.n == other.n && (one.card == other.card || copies())
}
