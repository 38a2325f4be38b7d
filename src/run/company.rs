//! `Company`: the players at a table, each in its seat.

use super::plan::Chairs;
use crate::game::{Choice, Decision, GameError, Outcome, Progress, Recorder, Table};
use crate::ids::Seat;
use crate::strategy::Player;

/// Who plays in which seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Company<'a> {
    /// The strategies' players.
    pub(super) players: &'a [Player],
    /// Which of them sits in each seat.
    pub(super) chairs: Chairs,
}

impl Company<'_> {
    /// Tells a game that begins, or goes on, which cards each seat heeds.
    pub(super) fn sit_down<const W: usize, R: Recorder>(self, table: &mut Table<'_, W, R>) {
        let deck = table.deck();
        for seat in (0..table.players()).map(Seat) {
            table.heed(seat, self.players[usize::from(self.chairs[seat])].heeded(deck));
        }
    }

    /// Plays until somebody has to look at what there is to choose from, or the game is over.
    #[inline]
    pub(super) fn advance<const W: usize, R: Recorder>(
        self,
        table: &mut Table<'_, W, R>,
    ) -> Result<Progress, GameError> {
        let player = |seat| &self.players[usize::from(self.chairs[seat])];
        table.advance_with(|view, moment| player(view.seat()).foresee(view, moment))
    }

    /// What the seat that is asked chooses.
    #[inline]
    pub(super) fn choose<const W: usize, R: Recorder>(self, table: &mut Table<'_, W, R>, decision: Decision) -> Choice {
        let seat = decision.seat;
        let mut mind = table.mind(seat);
        let player = &self.players[usize::from(self.chairs[seat])];
        player.weigh(table.view(seat), decision, table.options(), &mut mind)
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
