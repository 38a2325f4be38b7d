//! `Strategy`: a player of any kind.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::balanced::Balanced;
use super::greedy::Greedy;
use super::memory::{EMPTY, Memory};
use super::player::{Memo, Player, PlayerOfAnyWidth};
use super::random::Random;
use super::restricted::Restricted;
use super::search::Search;
use super::worth::Worth;
use crate::deck::Deck;
use crate::game::{Choice, Event, Menu, Mind, Question, View};
use crate::ids::{CardSet, MEDIUM, NARROW, Seat, WIDEST};

/// A strategy compiled for a deck; it plays at tables of any width of card sets. Shipped players are called directly, others through the trait.
pub enum Strategy {
    /// Plays any option.
    Random(Random),
    /// Plays each card as soon as possible.
    Greedy(Box<Greedy>),
    /// Plays with judgement.
    Balanced(Box<Balanced>),
    /// A player that never makes some plays.
    Restricted(Box<Restricted<Strategy>>),
    /// Looks ahead.
    Search(Box<Search<Strategy>>),
    /// A player from another crate.
    Custom(Custom),
}

/// A player from another crate, as the player of tables of each width.
pub struct Custom {
    // The same player three times, because a trait object plays at tables of one width.
    narrow: Arc<dyn Player<NARROW>>,
    medium: Arc<dyn Player<MEDIUM>>,
    widest: Arc<dyn Player<WIDEST>>,
    looks_ahead: bool,
}

impl Custom {
    /// The player of tables of this width.
    #[inline]
    fn at<const W: usize>(&self) -> &dyn Player<W> {
        let players: [&dyn Any; 3] = [&self.narrow, &self.medium, &self.widest];
        let player = players.into_iter().find_map(|player| player.downcast_ref::<Arc<dyn Player<W>>>());
        player.expect("a player for each width of card sets").as_ref()
    }
}

impl Strategy {
    /// A strategy from any player that does not look ahead.
    pub fn custom(player: impl PlayerOfAnyWidth + 'static) -> Self {
        Strategy::custom_of(player, false)
    }

    /// A strategy from a player that looks ahead, see [`Brain::LOOKS_AHEAD`](super::Brain::LOOKS_AHEAD).
    pub fn custom_looking_ahead(player: impl PlayerOfAnyWidth + 'static) -> Self {
        Strategy::custom_of(player, true)
    }

    pub(in crate::strategy) fn custom_of(player: impl PlayerOfAnyWidth + 'static, looks_ahead: bool) -> Self {
        let player = Arc::new(player);
        Strategy::Custom(Custom { narrow: player.clone(), medium: player.clone(), widest: player, looks_ahead })
    }

    /// What it thinks the cards are worth, if it judges them.
    pub(in crate::strategy) fn worth(&self) -> Option<&Worth> {
        match self {
            Strategy::Balanced(player) => Some(player.worth()),
            Strategy::Restricted(restricted) => restricted.player().worth(),
            Strategy::Search(player) => Some(player.worth()),
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Custom(_) => None,
        }
    }

    /// Whether it looks ahead, which makes its games slow.
    pub(crate) fn looks_ahead(&self) -> bool {
        match self {
            Strategy::Search(_) => true,
            Strategy::Restricted(restricted) => restricted.player().looks_ahead(),
            Strategy::Custom(player) => player.looks_ahead,
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Balanced(_) => false,
        }
    }
}

impl fmt::Debug for Strategy {
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

impl<const W: usize> Player<W> for Strategy {
    #[inline]
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        self.choose_remembering(view, question, options, &EMPTY, mind)
    }

    #[inline(always)]
    fn at_sight(&self, view: View<'_, W>, question: Question, menu: &Menu<W>, memo: &mut Memo<W>) -> Option<Choice> {
        match self {
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Search(_) => None,
            Strategy::Balanced(player) => player.at_sight(view, question, menu, memo),
            Strategy::Restricted(player) => player.at_sight(view, question, menu, memo),
            Strategy::Custom(player) => player.at().at_sight(view, question, menu, memo),
        }
    }

    fn wake_cards(&self, deck: &Deck<CardSet<W>>) -> CardSet<W> {
        match self {
            Strategy::Random(player) => player.wake_cards(deck),
            Strategy::Greedy(player) => player.wake_cards(deck),
            Strategy::Balanced(player) => player.wake_cards(deck),
            Strategy::Restricted(player) => player.wake_cards(deck),
            Strategy::Search(player) => player.wake_cards(deck),
            Strategy::Custom(player) => player.at().wake_cards(deck),
        }
    }

    #[inline]
    fn choose_remembering(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        memory: &Memory,
        mind: &mut Mind,
    ) -> Choice {
        match self {
            Strategy::Random(player) => player.choose(view, question, options, mind),
            Strategy::Greedy(player) => player.choose(view, question, options, mind),
            Strategy::Balanced(player) => player.choose(view, question, options, mind),
            Strategy::Restricted(player) => player.choose_remembering(view, question, options, memory, mind),
            Strategy::Search(player) => player.choose_remembering(view, question, options, memory, mind),
            Strategy::Custom(player) => player.at().choose_remembering(view, question, options, memory, mind),
        }
    }

    fn hears(&self) -> bool {
        match self {
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Balanced(_) => false,
            Strategy::Restricted(player) => Player::<W>::hears(&**player),
            Strategy::Search(player) => Player::<W>::hears(&**player),
            Strategy::Custom(player) => player.at::<W>().hears(),
        }
    }

    fn hear(&self, seat: Seat, event: Event, memory: &mut Memory) {
        match self {
            Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Balanced(_) => {}
            Strategy::Restricted(player) => Player::<W>::hear(&**player, seat, event, memory),
            Strategy::Search(player) => Player::<W>::hear(&**player, seat, event, memory),
            Strategy::Custom(player) => player.at::<W>().hear(seat, event, memory),
        }
    }
}
