//! `Imagined`: what a searching player heard, and what the players in its playouts remember when they begin.

use super::deeds::Deeds;
use super::search::Search;
use crate::game::Event;
use crate::ids::{BySeat, MAX_SEATS, Seat};
use crate::strategy::memory::{EMPTY, Memory};
use crate::strategy::player::Player;

/// What a searching player heard.
#[derive(Clone, Default)]
pub(in crate::strategy) struct Imagined {
    /// The memories of the base, then of each player of the population, as they would be in each seat. What only another seat heard is
    /// missing.
    memories: Vec<BySeat<Memory>>,
    pub(super) deeds: Deeds,
}

/// The memories of players that have heard nothing.
pub(in crate::strategy) static NOTHING: Imagined = Imagined { memories: Vec::new(), deeds: Deeds::NONE };

impl Imagined {
    /// Gives the players an event that the searching player heard, as far as their seats would hear it.
    pub(super) fn note<const W: usize, P: Player<W>>(&mut self, search: &Search<P>, event: Event) {
        if let Some(manners) = &search.manners {
            self.deeds.note(event, manners.win_level);
        }
        self.memories.resize_with(1 + search.population.len(), BySeat::default);
        for (place, memories) in self.memories.iter_mut().enumerate() {
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
        self.memories.get(place).map_or(&EMPTY, |memories| &memories[seat])
    }
}
