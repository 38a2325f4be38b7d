//! Recorders: what receives the events of a game.

use super::event::Event;
use crate::deck::DeckSide;
use crate::ids::{CardId, Seat};

/// Receives the events of a game. A run uses a recorder that counts, a trace one that keeps the events.
pub trait Recorder {
    /// Whether the recorder wants events that need extra computation, such as the totals of a fight.
    #[inline(always)]
    fn detailed(&self) -> bool {
        false
    }

    /// Whether the recorder wants to know which parts of cards count.
    #[inline(always)]
    fn counts_parts(&self) -> bool {
        false
    }

    /// Records an event.
    fn record(&mut self, event: Event);

    /// A part of a card counts for a player at this moment. Called only with `counts_parts`.
    #[inline]
    fn counts(&mut self, _seat: Seat, _card: CardId, _part: Part) {}

    /// Whether the game stops at every question, even if only one answer is possible.
    #[inline]
    fn stops_at_forced(&self) -> bool {
        false
    }

    /// The index of the card in a draw pile that is swapped with the top card before the draw; the top card has index 0. Usually
    /// `None`. `pile` has the cards of the draw pile of a side, top first.
    #[inline]
    fn exchange(&mut self, _side: DeckSide, _pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        None
    }
}

/// A part of a card that counts without an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its strength without condition, in a fight.
    Steady,
    /// Its conditional strength modifier with this index, in a fight.
    Strength(u8),
    /// Its flee modifiers without condition, in a roll to run away.
    SteadyFlee,
    /// Its conditional flee modifier with this index, in a roll to run away.
    Flee(u8),
    /// Its permissions and restrictions, at the start of its owner's turn or in the owner's fight.
    Grants,
}

/// Ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    #[inline]
    fn record(&mut self, _: Event) {}
}
