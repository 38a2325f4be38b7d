//! `Journal`: all events of a game that stops at every question.

use crate::game::{Event, Recorder};

/// Keeps every event. The game stops even at questions with only one possible answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// The events since they were last removed, in order.
    pub(super) events: Vec<Event>,
}

impl Recorder for Journal {
    const DETAILED: bool = true;

    fn record(&mut self, event: Event) {
        self.events.push(event);
    }

    fn stops_at_forced(&self) -> bool {
        true
    }
}
