//! Stopped games: the card that kept a game busy until it reached a bound.

use super::plan::Plan;
use super::seated_players::Company;
use crate::deck::Deck;
use crate::game::{Event, EventLog, GameError, LoggedTable, Progress};
use crate::ids::CardId;
use crate::strategy::Strategy;

/// The card with the most actions in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busiest {
    /// The card; the first one among equals.
    pub card: CardId,
    /// Number of its uses and triggers, of its effects as a Curse, and of the steps of its effects.
    pub acts: u64,
}

/// Plays a game again and returns the card with the most actions; `None` if no card acted.
///
/// # Errors
/// If a player gives an answer that was not offered.
pub fn busiest_card(plan: &Plan, deck: &Deck, players: &[Strategy], game: u64) -> Result<Option<Busiest>, GameError> {
    let (block, seating) = plan.game(game);
    let mut company = Company::new(players, seating);
    let mut table = LoggedTable::deal(deck, plan.game_setup(block), EventLog::new());
    let mut acts = vec![0; deck.cards.len()];
    loop {
        let progress = table.advance()?;
        company.hear_all(&table.recorder().events);
        for event in table.recorder().events.drain(..) {
            if let Some(card) = acting(event) {
                acts[card.index()] += 1;
            }
        }
        match progress {
            Progress::Over(_) => return Ok(busiest(&acts)),
            Progress::Asks(decision) => {
                let choice = company.answer_at(&mut table, decision);
                table.apply(choice)?;
            }
        }
    }
}

fn busiest(acts: &[u64]) -> Option<Busiest> {
    let most = acts.iter().copied().max().filter(|&most| most > 0)?;
    let place = acts.iter().position(|&acts| acts == most)?;
    Some(Busiest { card: CardId(place as u16), acts: most })
}

/// The card that acts in an event.
fn acting(event: Event) -> Option<CardId> {
    match event {
        Event::Used { card, .. }
        | Event::Triggered { card, .. }
        | Event::CurseLands { card, .. }
        | Event::Effect { card, .. } => Some(card),
        _ => None,
    }
}
