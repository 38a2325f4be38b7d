//! Strategies: players that answer the questions of a game and see only a `View`.
//!
//! A strategy file names a kind of player, its [`Brain`], and has its settings. Compiled for a deck, it becomes a
//! [`Strategy`], which plays like any [`Player`]. A new kind of player is one file with both traits, here or in another
//! crate: see [`register`].

mod adviser;
mod balanced;
mod brain;
mod greedy;
mod haste;
mod player;
mod profile;
pub mod random;
mod restricted;
mod search;
mod worth;

use std::fmt;

pub use adviser::{Advice, Adviser};
pub use balanced::{Balanced, Weights};
pub use brain::{Brain, NoSettings};
pub use greedy::Greedy;
pub use haste::Haste;
pub use player::{Memo, Player};
pub use profile::registry::{names, register};
pub use profile::setting::Setting;
pub use profile::{Profile, StrategyError, schema};
pub use random::Random;
pub use restricted::{Restricted, Restriction};
pub use search::{Foresight, Lead, Search};
pub use worth::{Taste, Worth};

use crate::deck::Deck;
use crate::game::{Choice, Menu, Mind, Question, View};
use crate::ids::CardSet;

/// A strategy compiled for a deck. Shipped players are called directly, others through the trait.
pub enum Strategy<const W: usize> {
    /// Plays any option.
    Random(Random),
    /// Plays each card as soon as possible.
    Greedy(Box<Greedy>),
    /// Plays with judgement.
    Balanced(Box<Balanced>),
    /// A player that never makes some plays.
    Restricted(Box<Restricted<W>>),
    /// Looks ahead.
    Search(Box<Search>),
    /// A player from another crate.
    Custom(Box<dyn Player<W>>),
}

impl<const W: usize> Strategy<W> {
    /// A strategy from any player.
    pub fn custom(player: impl Player<W> + 'static) -> Self {
        Strategy::Custom(Box::new(player))
    }

    /// Whether it looks ahead, which makes its games slow.
    pub fn looks_ahead(&self) -> bool {
        match self {
            Strategy::Search(_) => true,
            Strategy::Restricted(restricted) => restricted.player().looks_ahead(),
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Balanced(_) | Strategy::Custom(_) => false,
        }
    }
}

impl<const W: usize> fmt::Debug for Strategy<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::Random(_) => "Random",
            Strategy::Greedy(_) => "Greedy",
            Strategy::Balanced(_) => "Balanced",
            Strategy::Restricted(_) => "Restricted",
            Strategy::Search(_) => "Search",
            Strategy::Custom(_) => "Custom",
        })
    }
}

impl<const W: usize> Player<W> for Strategy<W> {
    #[inline]
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        match self {
            Strategy::Random(player) => player.choose(view, question, options, mind),
            Strategy::Greedy(player) => player.choose(view, question, options, mind),
            Strategy::Balanced(player) => player.choose(view, question, options, mind),
            Strategy::Restricted(player) => player.choose(view, question, options, mind),
            Strategy::Search(player) => player.choose(view, question, options, mind),
            Strategy::Custom(player) => player.choose(view, question, options, mind),
        }
    }

    #[inline(always)]
    fn at_sight(&self, view: View<'_, W>, question: Question, menu: &Menu<W>, memo: &mut Memo<W>) -> Option<Choice> {
        match self {
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Search(_) => None,
            Strategy::Balanced(player) => player.at_sight(view, question, menu, memo),
            Strategy::Restricted(player) => player.at_sight(view, question, menu, memo),
            Strategy::Custom(player) => player.at_sight(view, question, menu, memo),
        }
    }

    fn wake_cards(&self, deck: &Deck<W>) -> CardSet<W> {
        match self {
            Strategy::Random(player) => player.wake_cards(deck),
            Strategy::Greedy(player) => player.wake_cards(deck),
            Strategy::Balanced(player) => player.wake_cards(deck),
            Strategy::Restricted(player) => player.wake_cards(deck),
            Strategy::Search(player) => player.wake_cards(deck),
            Strategy::Custom(player) => player.wake_cards(deck),
        }
    }
}
