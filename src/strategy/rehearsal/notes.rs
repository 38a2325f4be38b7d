//! `Notes`: a recorder that keeps the events from which players learn.

use crate::game::{Event, EventLog, Recorder};

/// Which events are noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::strategy) enum Noted {
    /// None.
    Nothing,
    /// Draws.
    Draws,
    /// What players do: turns, fights, help, Curses and answers.
    Deeds,
}

impl Noted {
    /// Whether an event is noted.
    // Known at each call site but for `self`, so no code is left for events that are never noted.
    #[inline(always)]
    fn includes(self, event: &Event) -> bool {
        match event {
            Event::Draw { .. } => self == Noted::Draws,
            Event::TurnBegins { .. }
            | Event::FightBegins { .. }
            | Event::Level { .. }
            | Event::HelpAsked { .. }
            | Event::HelpAgreed { .. }
            | Event::CurseLands { .. }
            | Event::Chosen { .. } => self == Noted::Deeds,
            _ => false,
        }
    }
}

/// A recorder that may note events.
pub(super) trait TakesNotes: Recorder {
    /// Removes the events noted so far, in order.
    fn take_notes(&mut self) -> Vec<Event>;
}

/// The noted events.
#[derive(Clone, Debug)]
pub(super) struct Notes {
    noted: Noted,
    events: Vec<Event>,
}

impl Notes {
    /// No events so far.
    pub(super) fn new(noted: Noted) -> Notes {
        Notes { noted, events: Vec::new() }
    }
}

impl Recorder for Notes {
    #[inline]
    fn record(&mut self, event: Event) {
        if self.noted.includes(&event) {
            self.events.push(event);
        }
    }
}

impl TakesNotes for Notes {
    fn take_notes(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

impl TakesNotes for EventLog<'_> {
    fn take_notes(&mut self) -> Vec<Event> {
        let events = std::mem::take(&mut self.events);
        self.clear();
        events
    }
}
