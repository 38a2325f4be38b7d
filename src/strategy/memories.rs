//! `Memories`: what the players at a table remember.

use std::ops::Index;

use super::memory::Memory;
use super::player::Player;
use crate::game::Event;
use crate::ids::{BySeat, MAX_SEATS, Seat, SeatSet, WIDEST};

/// The memories of the players at a table.
#[derive(Clone, Debug)]
pub(crate) struct Memories<const W: usize = WIDEST> {
    seats: BySeat<Memory>,
    /// Seats whose players hear events.
    listeners: SeatSet,
}

impl<const W: usize> Memories<W> {
    /// The memories of these players, each with this content.
    pub(crate) fn of<P: Player<W>>(players: &BySeat<&P>, seats: BySeat<Memory>) -> Self {
        Memories { seats, listeners: SeatSet::all(MAX_SEATS as u8).filter(|seat| players[seat].hears()) }
    }

    /// Whether a player hears events.
    #[inline]
    pub(crate) fn hear(&self) -> bool {
        !self.listeners.is_empty()
    }

    /// Gives an event to the players of these memories, as far as they hear it.
    pub(crate) fn note<P: Player<W>>(&mut self, players: &BySeat<&P>, event: Event) {
        for seat in self.listeners.iter() {
            if let Some(event) = event.heard_by(seat) {
                players[seat].hear(seat, event, &mut self.seats[seat]);
            }
        }
    }
}

impl<const W: usize> Index<Seat> for Memories<W> {
    type Output = Memory;

    fn index(&self, seat: Seat) -> &Memory {
        &self.seats[seat]
    }
}
