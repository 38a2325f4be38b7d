//! `Company`: the players at a table, each in its seat.

use super::plan::Chairs;
use crate::game::{Choice, Decision, GameError, Outcome, Progress, Recorder, Table};
use crate::ids::{BySeat, Seat};
use crate::strategy::Player;

/// Who plays in which seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Company<'a>(BySeat<&'a Player>);

impl<'a> Company<'a> {
    /// The strategies' players, each in the chairs of its own.
    pub(super) fn new(players: &'a [Player], chairs: Chairs) -> Self {
        Company(BySeat(chairs.0.map(|strategy| &players[usize::from(strategy)])))
    }

    /// Tells a game that begins, or goes on, which cards each seat heeds.
    pub(super) fn sit_down<const W: usize, R: Recorder>(self, table: &mut Table<'_, W, R>) {
        let deck = table.deck();
        for seat in (0..table.players()).map(Seat) {
            table.heed(seat, self.0[seat].heeded(deck));
        }
    }

    /// Plays until somebody has to look at what there is to choose from, or the game is over.
    // As a part of the loop that answers it is entered once a game, with all that the compiler prepares for it.
    #[inline(always)]
    pub(super) fn advance<const W: usize, R: Recorder>(
        self,
        table: &mut Table<'_, W, R>,
    ) -> Result<Progress, GameError> {
        table.advance_with(|view, moment| self.0[view.seat()].foresee(view, moment))
    }

    /// What the seat that is asked chooses.
    #[inline]
    pub(super) fn choose<const W: usize, R: Recorder>(self, table: &mut Table<'_, W, R>, decision: Decision) -> Choice {
        let seat = decision.seat;
        let mut mind = table.mind(seat);
        self.0[seat].weigh(table.view(seat), decision, table.options(), &mut mind)
    }

    /// Plays a game that is on the table to its end.
    #[inline]
    pub(super) fn play_on<const W: usize, R: Recorder>(
        self,
        table: &mut Table<'_, W, R>,
    ) -> Result<Outcome, GameError> {
        loop {
            match self.advance(table)? {
                Progress::Over(outcome) => return Ok(outcome),
                Progress::Asks(decision) => {
                    let choice = self.choose(table, decision);
                    table.apply(choice)?;
                }
            }
        }
    }
}
