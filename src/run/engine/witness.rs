//! `Witness`: a live table whose games are compared, not counted.

use super::game_counter::Live;
use super::plan::Seating;
use super::seated_players::Company;
use crate::deck::Deck;
use crate::game::{GameError, GameSetup, Outcome, Table};
use crate::ids::CardSet;
use crate::strategy::Strategy;

/// A table whose games are compared with others.
pub(in crate::run) trait Watch: Send {
    /// Plays a game of the strategies in these seats.
    fn play(&mut self, setup: GameSetup, seating: Seating) -> Result<Seen, GameError>;
}

/// A game, as far as it is compared.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct Seen {
    /// Hash of all choices, draws and dice.
    pub(in crate::run) signature: u64,
    pub(in crate::run) outcome: Outcome,
    /// The cards that were in it.
    pub(in crate::run) cards: CardSet,
}

/// A live table that records only the signature of a game and the cards that were in it.
pub(in crate::run) struct Witness<'a, const W: usize> {
    deck: &'a Deck<CardSet<W>>,
    players: &'a [Strategy],
    table: Option<Table<'a, W, Live<'a, W>, Company<'a, W>>>,
}

impl<'a, const W: usize> Witness<'a, W> {
    pub(in crate::run) fn new(deck: &'a Deck<CardSet<W>>, players: &'a [Strategy]) -> Self {
        Witness { deck, players, table: None }
    }
}

impl<const W: usize> Watch for Witness<'_, W> {
    fn play(&mut self, setup: GameSetup, seating: Seating) -> Result<Seen, GameError> {
        let company = Company::new(self.players, seating);
        let table = match &mut self.table {
            // The last game may have ended early, and has left a part of its records.
            Some(table) => {
                table.recorder().begin_witness();
                table.deal_again_to(setup, company);
                table
            }
            none => none.insert(Table::deal_to(self.deck, setup, Live::witness(self.deck), company)),
        };
        let outcome = company.play_on(table)?;
        let live = table.recorder();
        Ok(Seen { signature: live.signature.take(), outcome, cards: live.seen.widened() })
    }
}
