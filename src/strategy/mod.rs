//! Strategies: whoever answers the questions of a game, seeing only a `View`.
//!
//! A profile is a small file: a brain and its weights. It is compiled against a deck to a player with one score a
//! card, so that nothing is looked up by name while a game runs. A new kind of brain is one file here and one word in
//! `Brain`.

mod balanced;
mod greedy;
mod profile;
pub mod random;
mod worth;

pub use profile::{Brain, Profile, StrategyError, Weights, names, schema};
pub use worth::Worth;

use crate::deck::Deck;
use crate::game::{Choice, Decision, Forethought, Menu, Mind, Moment, Question, View};
use crate::ids::CardSet;

/// Whose fights concern players who do not fight in them.
#[derive(Clone, Copy, Debug)]
pub struct Concern {
    /// The lowest Level from which on somebody hinders others; none if somebody wants to look at each fight.
    from_level: Option<i16>,
}

impl Concern {
    /// What concerns any of these players.
    pub fn of<'a>(players: impl IntoIterator<Item = &'a Player>) -> Concern {
        let from_level = players.into_iter().map(Player::hinder_level).min().flatten();
        Concern { from_level }
    }

    /// Whether one of them may foresee a play in the running fight without being in it.
    #[inline]
    pub fn holds<const W: usize>(self, view: View<'_, W>) -> bool {
        self.from_level.is_none_or(|level| balanced::concerns(view, level))
    }
}

/// A strategy compiled for a deck.
#[derive(Clone, Debug)]
pub enum Player {
    /// Any legal option.
    Random,
    /// Everything at once.
    Greedy(Box<Worth>),
    /// With sense.
    Balanced(Box<balanced::Brain>),
}

impl Player {
    /// Compiles a profile for a deck.
    pub fn compile<const W: usize>(profile: &Profile, deck: &Deck<W>) -> Player {
        match profile.brain {
            Brain::Random => Player::Random,
            Brain::Greedy => Player::Greedy(Box::new(Worth::of(deck))),
            Brain::Balanced => Player::Balanced(Box::new(balanced::Brain::new(deck, &profile.weights))),
        }
    }

    /// Answers a decision with one of the options. The answer depends on the view, the options and the mind alone.
    pub fn choose<const W: usize>(
        &self,
        view: View<'_, W>,
        decision: Decision,
        options: &[Choice],
        mind: &mut Mind,
    ) -> Choice {
        let forethought = match decision.question {
            Question::Round(moment) => self.foresee(view, moment),
            _ => Forethought::Look,
        };
        match forethought {
            Forethought::Pass => Choice::PASS,
            Forethought::Play(choice) if options.contains(&choice) => choice,
            _ => self.weigh(view, decision, options, mind),
        }
    }

    /// What it makes of a round before anything is laid out for it; nothing of its mind is used up.
    #[inline]
    pub fn foresee<const W: usize>(&self, view: View<'_, W>, moment: Moment) -> Forethought {
        match self {
            Player::Balanced(brain) => balanced::foresee(brain, view, moment),
            Player::Random | Player::Greedy(_) => Forethought::Look,
        }
    }

    /// The Level from which on it hinders others in their fights; none if it wants to look at each.
    fn hinder_level(&self) -> Option<i16> {
        match self {
            Player::Balanced(brain) => Some(brain.hinder_level()),
            Player::Random | Player::Greedy(_) => None,
        }
    }

    /// Cards without which it foresees nothing to play in the rounds of another's own turn.
    pub fn heeded<const W: usize>(&self, deck: &Deck<W>) -> CardSet<W> {
        match self {
            Player::Balanced(brain) => balanced::heeded(brain),
            Player::Random | Player::Greedy(_) => deck.masks.all,
        }
    }

    /// What it makes of a window for plays with these cards of its hand before anything is laid out for it.
    #[inline]
    pub fn foresee_plays<const W: usize>(
        &self,
        view: View<'_, W>,
        question: Question,
        cards: CardSet<W>,
    ) -> Forethought {
        match self {
            Player::Balanced(brain) => balanced::foresee_plays(brain, view, question, cards),
            Player::Random | Player::Greedy(_) => Forethought::Look,
        }
    }

    /// Its answer from a menu, if it need not see the answers one by one.
    #[inline(always)]
    pub fn pick<const W: usize>(&self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        match self {
            Player::Balanced(brain) => Some(balanced::pick(brain, view, question, menu)),
            Player::Random | Player::Greedy(_) => None,
        }
    }

    /// Chooses among options where it wanted to look.
    #[inline]
    pub fn weigh<const W: usize>(
        &self,
        view: View<'_, W>,
        decision: Decision,
        options: &[Choice],
        mind: &mut Mind,
    ) -> Choice {
        match self {
            Player::Random => random::choose(options, mind),
            Player::Greedy(worth) => greedy::choose(worth, view, decision.question, options),
            Player::Balanced(brain) => balanced::choose(brain, view, decision.question, options),
        }
    }
}
