//! `Draws`: a recorder that notes the cards that players draw for their hands.

use crate::game::{DrawWhy, Event, EventLog, Recorder};
use crate::ids::{CardId, Seat};

/// A card that a player draws for its hand, in the opening deal or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::strategy) struct Draw {
    pub(in crate::strategy) seat: Seat,
    pub(in crate::strategy) card: CardId,
    /// Whether it is of the opening deal.
    pub(in crate::strategy) dealt: bool,
}

impl Draw {
    /// The draw of an event, if it is one. A card that opens the door is not drawn for a hand.
    fn of(event: &Event) -> Option<Draw> {
        match *event {
            Event::Draw { why: DrawWhy::Kick, .. } => None,
            Event::Draw { seat, card, why, .. } => Some(Draw { seat, card, dealt: why == DrawWhy::Deal }),
            _ => None,
        }
    }
}

/// A recorder that may note draws.
pub(super) trait NotesDraws: Recorder {
    /// Removes the draws noted so far, in order.
    fn take_draws(&mut self) -> Vec<Draw>;
}

/// Notes draws, or nothing.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    notes: bool,
    all: Vec<Draw>,
}

impl Draws {
    /// No draws so far.
    pub(super) fn new(notes: bool) -> Draws {
        Draws { notes, all: Vec::new() }
    }
}

impl Recorder for Draws {
    #[inline]
    fn record(&mut self, event: Event) {
        if self.notes {
            self.all.extend(Draw::of(&event));
        }
    }
}

impl NotesDraws for Draws {
    fn take_draws(&mut self) -> Vec<Draw> {
        std::mem::take(&mut self.all)
    }
}

impl NotesDraws for EventLog<'_> {
    fn take_draws(&mut self) -> Vec<Draw> {
        let draws = self.events.iter().filter_map(Draw::of).collect();
        self.clear();
        draws
    }
}
