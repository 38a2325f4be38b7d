//! The player: compiled for a deck, and each choice from a contest of options.

use super::contest::Contest;
use super::outlook::Outlook;
use super::playout::Playouts;
use super::search::Search;
use super::settings::Foresight;
use crate::deck::Deck;
use crate::game::{Choice, Mind, Question, View};
use crate::strategy::balanced::{Balanced, Weights};
use crate::strategy::brain::Brain;
use crate::strategy::player::Player;
use crate::strategy::worth::Worth;

impl Brain for Search {
    type Settings = Foresight;
    type Player = Search;

    /// Fits the evaluation of positions to games with this deck.
    fn player(deck: &Deck, settings: &Foresight) -> Search {
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
