//! `Imagined`: what the players in playouts remember when they begin.

use super::search::Search;
use crate::game::Event;
use crate::ids::{BySeat, MAX_SEATS, Seat};
use crate::strategy::memory::{EMPTY, Memory};
use crate::strategy::player::Player;

/// The memories of the base, then of each player of the population, as they would be in each seat. They rest on what the searching player
/// heard: what only another seat heard is missing.
#[derive(Clone, Default)]
pub(in crate::strategy) struct Imagined(Vec<BySeat<Memory>>);

/// The memories of players that have heard nothing.
pub(in crate::strategy) static NOTHING: Imagined = Imagined(Vec::new());

impl Imagined {
    /// Gives the players an event that the searching player heard, as far as their seats would hear it.
    pub(super) fn note<const W: usize, P: Player<W>>(&mut self, search: &Search<P>, event: Event) {
        self.0.resize_with(1 + search.population.len(), BySeat::default);
        for (place, memories) in self.0.iter_mut().enumerate() {
            let player = search.player(place);
            for seat in (0..MAX_SEATS as u8).map(Seat).filter(|_| player.hears()) {
                if let Some(event) = event.heard_by(seat) {
                    player.hear(seat, event, &mut memories[seat]);
                }
            }
        }
    }

    /// What a player of the search remembers in a seat; nothing before the first event.
    pub(super) fn of(&self, place: usize, seat: Seat) -> &Memory {
        self.0.get(place).map_or(&EMPTY, |memories| &memories[seat])
    }
}
