//! `Player`: the interface of all players.

use super::memory::Memory;
use crate::deck::Deck;
use crate::game::{Choice, Event, Menu, Mind, Question, View};
use crate::ids::{CardSet, MEDIUM, NARROW, Seat, WIDEST};

/// A player at tables whose card sets have `W` words. It sees only what its seat may see.
///
/// A player needs only `choose`. `at_sight` and `wake_cards` save time and must not change a game: a build with debug
/// assertions compares each answer at sight with the answer from the options. A player that hears events is a
/// [`Listener`](super::Listener), which supplies the other methods.
pub trait Player<const W: usize = WIDEST>: Send + Sync {
    /// Answers a question with one of at least two options. The answer must depend only on the arguments. `mind` is the
    /// seat's own source of random numbers. A player that uses it for a question must not answer that question at
    /// sight.
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice;

    /// Answers a question before its options are listed, or returns `None` to have them listed. In a round the menu is
    /// empty: the player returns a play that is open, or `Choice::PASS`.
    ///
    /// `memo` is what this method stored for the seat in its last call in this game.
    fn at_sight(&self, view: View<'_, W>, question: Question, menu: &Menu<W>, memo: &mut Memo<W>) -> Option<Choice> {
        let _ = (view, question, menu, memo);
        None
    }

    /// Cards that the player may want to play out of combat on another player's turn. The game does not ask seats
    /// without any.
    fn wake_cards(&self, deck: &Deck<CardSet<W>>) -> CardSet<W> {
        deck.masks.all
    }

    /// `choose` with the memory of the seat. Only players that hear events have one.
    fn choose_remembering(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        memory: &Memory,
        mind: &mut Mind,
    ) -> Choice {
        let _ = memory;
        self.choose(view, question, options, mind)
    }

    /// Whether the player hears events.
    fn hears(&self) -> bool {
        false
    }

    /// Hears an event, as `Event::heard_by` shows it to the seat. Only this method changes the memory of the seat.
    fn hear(&self, seat: Seat, event: Event, memory: &mut Memory) {
        let _ = (seat, event, memory);
    }
}

/// A player that does not depend on the width of card sets.
pub trait PlayerOfAnyWidth: Player<NARROW> + Player<MEDIUM> + Player<WIDEST> {}

impl<P: Player<NARROW> + Player<MEDIUM> + Player<WIDEST>> PlayerOfAnyWidth for P {}

/// The memory of a player for one seat between the questions of a game. A new game starts with the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memo<const W: usize = WIDEST> {
    /// Cards already considered.
    pub cards: CardSet<W>,
    /// `View::changes` of the seat at that time.
    pub changes: u16,
    /// Other data of the player.
    pub note: u64,
}
