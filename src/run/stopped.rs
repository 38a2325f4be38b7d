//! Stopped games: which card kept a game busy that ran into a bound.

use super::company::Company;
use super::plan::Plan;
use crate::deck::Deck;
use crate::game::{Event, GameError, Recorder, Table};
use crate::ids::CardId;
use crate::strategy::Player;

/// The card that acted most in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busiest {
    /// A card of the title; the first of equals.
    pub card: CardId,
    /// Uses, triggers, Curses and steps of effects.
    pub acts: u64,
}

/// Plays a game again and finds the card that acted most in it; none if no card acted.
///
/// # Errors
/// If a player answers what was not offered.
pub fn busiest_card<const W: usize>(
    plan: &Plan,
    deck: &Deck<W>,
    players: &[Player],
    game: u64,
) -> Result<Option<Busiest>, GameError> {
    let (block, chairs) = plan.game(game);
    let company = Company::new(players, chairs);
    let acts = Acts { acts: vec![0; deck.cards.len()] };
    let mut table = Table::deal_to(deck, plan.seating(block), acts, company);
    company.play_on(&mut table)?;
    let Acts { acts } = table.into_recorder();
    let most = acts.iter().copied().max().filter(|&most| most > 0);
    Ok(most.and_then(|most| {
        let place = acts.iter().position(|&acts| acts == most)?;
        Some(Busiest { card: CardId(place as u16), acts: most })
    }))
}

/// Counts the acts of each card.
struct Acts {
    acts: Vec<u64>,
}

impl Recorder for Acts {
    fn record(&mut self, event: Event) {
        if let Event::Used { card, .. }
        | Event::Triggered { card, .. }
        | Event::CurseLands { card, .. }
        | Event::Effect { card, .. } = event
        {
            self.acts[card.index()] += 1;
        }
    }
}
