//! `Rehearsing`: the table at which a player plays these games. Its recorder depends on the width of card sets.

use super::notes::{Noted, Notes, TakesNotes};
use super::players::Rehearsal;
use crate::deck::Deck;
use crate::game::{AnyPlayers, Event, EventLog, Game, GameError, GameSetup, Players, Progress, Table, View};
use crate::ids::{CardSet, Seat, WIDEST};
use crate::strategy::player::Player;

/// A table with players of one type.
pub(in crate::strategy) trait Rehearsing<'a, const W: usize, P> {
    /// Deals another game.
    fn deal(&mut self, setup: GameSetup, players: Rehearsal<'a, W, P>);

    /// Replaces the game.
    fn restart(&mut self, game: Game<W>, players: Rehearsal<'a, W, P>);

    /// Plays to the beginning of this turn, or to the end of the game.
    fn advance_to_turn(&mut self, turn: u16) -> Result<Option<Progress>, GameError>;

    /// The state of the game.
    fn game(&self) -> &Game<W>;

    /// What a seat can see.
    fn view(&self, seat: Seat) -> View<'_, W>;

    /// Removes the events noted so far, in order.
    fn take_notes(&mut self) -> Vec<Event>;
}

impl<'a, const W: usize, P: Player<W> + 'a, R: TakesNotes, Q: Players<W> + From<Rehearsal<'a, W, P>>>
    Rehearsing<'a, W, P> for Table<'a, W, R, Q>
{
    fn deal(&mut self, setup: GameSetup, players: Rehearsal<'a, W, P>) {
        self.deal_again_to(setup, players.into());
    }

    fn restart(&mut self, game: Game<W>, players: Rehearsal<'a, W, P>) {
        self.restart_with(game, players.into());
    }

    fn advance_to_turn(&mut self, turn: u16) -> Result<Option<Progress>, GameError> {
        Table::advance_to_turn(self, turn)
    }

    fn game(&self) -> &Game<W> {
        Table::game(self)
    }

    fn view(&self, seat: Seat) -> View<'_, W> {
        Table::view(self, seat)
    }

    fn take_notes(&mut self) -> Vec<Event> {
        self.recorder().take_notes()
    }
}

/// A table with this game and these players, which notes some events.
pub(in crate::strategy) fn rehearsing<'a, const W: usize, P: Player<W> + 'a>(
    deck: &'a Deck<CardSet<W>>,
    game: Game<W>,
    players: Rehearsal<'a, W, P>,
    noted: Noted,
) -> Box<dyn Rehearsing<'a, W, P> + 'a> {
    // Games with the widest sets are rare, and are slow anyway: they share the code of logged tables. The condition is
    // known before code is generated, so each width has one kind of table.
    if const { W == WIDEST } {
        let log = if noted == Noted::Nothing { EventLog::ignoring() } else { EventLog::new() };
        Box::new(Table::resume_with(deck, game, log, AnyPlayers::from(players)))
    } else {
        Box::new(Table::resume_with(deck, game, Notes::new(noted), players))
    }
}
