//! `Journal`: all events of a game, for output or later inspection.

use crate::deck::Deck;
use crate::game::table::counterfactual_draw::CounterfactualDraw;
use crate::game::table::event::{Event, Recorder};
use crate::ids::CardId;

/// Keeps every event of a game.
#[derive(Clone, Debug)]
pub struct Journal<'d, const W: usize> {
    /// The events since they were last removed, in order.
    pub events: Vec<Event>,
    exchange: CounterfactualDraw<'d, W>,
    stops_at_forced: bool,
}

impl<'d, const W: usize> Journal<'d, W> {
    /// A journal of a game without an exchanged card.
    pub fn new(deck: &'d Deck<W>) -> Self {
        Journal::of_exchange(CounterfactualDraw::none(deck))
    }

    /// A journal of a game with an exchanged card.
    pub fn of_exchange(exchange: CounterfactualDraw<'d, W>) -> Self {
        Journal { events: Vec::new(), exchange, stops_at_forced: false }
    }

    /// The same journal, but the game stops at every question, even if only one answer is possible.
    #[must_use]
    pub fn stopping_at_forced(self) -> Self {
        Journal { stops_at_forced: true, ..self }
    }
}

impl<const W: usize> Recorder for Journal<'_, W> {
    const DETAILED: bool = true;

    fn record(&mut self, event: Event) {
        self.events.push(event);
    }

    fn stops_at_forced(&self) -> bool {
        self.stops_at_forced
    }

    fn exchange(&mut self, pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        self.exchange.exchange(pile)
    }
}
