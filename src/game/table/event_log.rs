//! `EventLog`: the recorder of traces, scenarios and tests.

use super::counterfactual_draw::CounterfactualDraw;
use super::event::Event;
use super::recorder::{Part, Recorder};
use crate::deck::DeckSide;
use crate::ids::{CardId, Seat};

/// Keeps the events of a game. All tables outside hot loops use it, so that the engine is compiled only once for them.
#[derive(Clone, Debug, Default)]
pub struct EventLog<'d> {
    /// The events since they were last removed, in order.
    pub events: Vec<Event>,
    /// The parts of cards that counted since they were last removed, in order; empty unless they are kept.
    pub parts: Vec<(Seat, CardId, Part)>,
    exchange: Option<CounterfactualDraw<'d>>,
    keeps_parts: bool,
    stops_at_forced: bool,
    ignores: bool,
}

impl<'d> EventLog<'d> {
    /// An empty log.
    #[must_use]
    pub fn new() -> Self {
        EventLog::default()
    }

    /// The log of a game in which a drawn card is exchanged.
    #[must_use]
    pub fn with_exchange(exchange: CounterfactualDraw<'d>) -> Self {
        EventLog { exchange: Some(exchange), ..EventLog::default() }
    }

    /// A log that stays empty.
    #[must_use]
    pub(crate) fn ignoring() -> Self {
        EventLog { ignores: true, ..EventLog::default() }
    }

    /// Keeps the parts of cards that count, too.
    #[must_use]
    pub(crate) fn keeping_parts(self) -> Self {
        EventLog { keeps_parts: true, ..self }
    }

    /// Stops the game even at questions with only one possible answer.
    #[must_use]
    pub fn stopping_at_forced(self) -> Self {
        EventLog { stops_at_forced: true, ..self }
    }

    /// The card that was drawn instead of the exchanged one; `None` before the draw and if nothing was exchanged.
    pub fn partner(&self) -> Option<CardId> {
        self.exchange?.partner()
    }

    /// Removes the events, and the parts, of the game so far.
    pub fn clear(&mut self) {
        self.events.clear();
        self.parts.clear();
    }
}

impl Recorder for EventLog<'_> {
    fn detailed(&self) -> bool {
        !self.ignores
    }

    fn counts_parts(&self) -> bool {
        self.keeps_parts
    }

    fn record(&mut self, event: Event) {
        if !self.ignores {
            self.events.push(event);
        }
    }

    fn counts(&mut self, seat: Seat, card: CardId, part: Part) {
        self.parts.push((seat, card, part));
    }

    fn stops_at_forced(&self) -> bool {
        self.stops_at_forced
    }

    fn exchange(&mut self, _: DeckSide, pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        self.exchange.as_mut()?.swap(pile)
    }
}
