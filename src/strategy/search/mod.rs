//! `search`: looks ahead. It plays the rest of the game many times from each promising option, with everything hidden
//! drawn again at random.

mod contest;
mod outlook;
mod playout;
mod settings;

pub use self::settings::Foresight;

use self::contest::Contest;
use self::outlook::Outlook;
use self::playout::Playouts;
use super::balanced::{Balanced, Weights};
use super::brain::Brain;
use super::player::Player;
use super::worth::Worth;
use crate::deck::Deck;
use crate::game::{Choice, Mind, Question, View};

/// A player that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    base: Balanced,
    worth: Worth,
    outlook: Outlook,
    settings: Foresight,
}

impl Brain for Search {
    type Settings = Foresight;
    type Player<const W: usize> = Search;

    fn player<const W: usize>(deck: &Deck<W>, settings: &Foresight) -> Search {
        let (base, worth) = (Balanced::player(deck, &Weights::default()), Worth::of(deck));
        let outlook = if settings.horizon > 0 { Outlook::fitted(deck, &base, &worth) } else { Outlook::default() };
        Search { base, worth, outlook, settings: settings.clone() }
    }
}

impl<const W: usize> Player<W> for Search {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        let usual = self.base.choose(view, question, options, mind);
        let candidates = self.candidates(view, usual, options);
        if self.settings.x & 2 == 2 && matches!(question, Question::Round(m) if m.own_turn()) && view.active() != view.seat() {
            return usual;
        }
        if candidates.len() < 2 {
            return usual;
        }
        let k = candidates.len();
        let mut playouts = Playouts::new(view, self, options, mind.draw());
        let mut contest = Contest::new(candidates, &self.settings);
        contest.run(|world, candidate| playouts.value(world, candidate));
        if self.settings.x & 1 == 1 {
            contest.report(question, k);
        }
        contest.winner()
    }
}

impl Search {
    /// The base player's choice, then the other options. Copies of a card are one candidate.
    fn candidates<const W: usize>(&self, view: View<'_, W>, usual: Choice, options: &[Choice]) -> Vec<Choice> {
        let mut candidates = vec![usual];
        for &option in options {
            if candidates.len() < usize::from(self.settings.candidates)
                && !candidates.iter().any(|&other| alike(view, option, other))
            {
                candidates.push(option);
            }
        }
        candidates
    }
}

/// Whether two options are equal, or play copies of the same card from hand.
fn alike<const W: usize>(view: View<'_, W>, one: Choice, other: Choice) -> bool {
    let (deck, hand) = (view.deck(), view.hand());
    let copies = || {
        hand.contains(one.card)
            && hand.contains(other.card)
            && deck.card(one.card).title == deck.card(other.card).title
    };
    one.verb == other.verb && one.n == other.n && (one.card == other.card || copies())
}
