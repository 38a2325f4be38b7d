//! `Player`: the one interface for everybody who plays.

use crate::deck::Deck;
use crate::game::{Choice, Menu, Mind, Question, View};
use crate::ids::CardSet;

/// A player of a deck whose card sets have `W` words. It sees only what its seat may see.
///
/// `choose` is all that a player needs. The other two methods only save time, and must not change a game: a build with debug
/// assertions compares every answer at sight with the answer from the options.
pub trait Player<const W: usize>: Send + Sync {
    /// Answers a question with one of at least two options. The answer depends on nothing but the arguments. `mind` is the seat's own
    /// source of random numbers; a player that draws from it for a question does not answer that question at sight.
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice;

    /// Answers a question before its options are listed, or returns none to have them listed. In a round the menu is empty: the
    /// player proposes a play that it knows to be open, or `Choice::PASS`.
    ///
    /// `memo` is what this method kept for the seat when it was last called in this game.
    fn at_sight(&self, view: View<'_, W>, question: Question, menu: &Menu<W>, memo: &mut Memo<W>) -> Option<Choice> {
        let _ = (view, question, menu, memo);
        None
    }

    /// Cards that the player may want to play on another player's turn, out of combat. A seat without any of them is not asked there.
    fn wake_cards(&self, deck: &Deck<W>) -> CardSet<W> {
        deck.masks.all
    }
}

/// The memory of a player for one seat, from one question of a game to the next. A new game starts with the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memo<const W: usize> {
    /// Cards that the player has considered.
    pub cards: CardSet<W>,
    /// The seat's `View::changes` at that time.
    pub changes: u32,
    /// Anything else.
    pub note: u64,
}
