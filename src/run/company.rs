//! `Company`: the players at a table, each in its seat.

use super::plan::Chairs;
use crate::game::{
    Choice, Decision, Forethought, GameError, Menu, Mind, Moment, Outcome, Players, Progress, Question, Recorder,
    Table, View,
};
use crate::ids::{BySeat, CardSet};
use crate::strategy::{Concern, Player};

/// Who plays in which seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Company<'a> {
    seats: BySeat<&'a Player>,
    concern: Concern,
}

impl<'a> Company<'a> {
    /// The strategies' players, each in the chairs of its own.
    pub(super) fn new(players: &'a [Player], chairs: Chairs) -> Self {
        let seats = BySeat(chairs.0.map(|strategy| &players[usize::from(strategy)]));
        Company { seats, concern: Concern::of(seats.0) }
    }

    /// What the seat that is asked chooses.
    pub(super) fn choose<const W: usize, R: Recorder, P: Players>(
        self,
        table: &mut Table<'_, W, R, P>,
        decision: Decision,
    ) -> Choice {
        let mut mind = table.mind(decision.seat);
        self.answer(table.view(decision.seat), decision, table.options(), &mut mind)
    }

    /// Plays a game that is on its table to the end.
    pub(super) fn play_on<const W: usize, R: Recorder>(
        self,
        table: &mut Table<'_, W, R, Self>,
    ) -> Result<Outcome, GameError> {
        loop {
            match table.advance()? {
                Progress::Over(outcome) => return Ok(outcome),
                Progress::Asks(decision) => {
                    let choice = self.choose(table, decision);
                    table.apply(choice)?;
                }
            }
        }
    }
}

impl Players for Company<'_> {
    const ANSWER: bool = true;

    #[inline]
    fn foresee<const W: usize>(&self, view: View<'_, W>, moment: Moment) -> Forethought {
        self.seats[view.seat()].foresee(view, moment)
    }

    #[inline]
    fn bystanders_mind<const W: usize>(&self, view: View<'_, W>) -> bool {
        self.concern.holds(view)
    }

    #[inline]
    fn foresee_plays<const W: usize>(&self, view: View<'_, W>, question: Question, cards: CardSet<W>) -> Forethought {
        self.seats[view.seat()].foresee_plays(view, question, cards)
    }

    #[inline(always)]
    fn pick<const W: usize>(&self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        self.seats[view.seat()].pick(view, question, menu)
    }

    fn answer<const W: usize>(
        &self,
        view: View<'_, W>,
        decision: Decision,
        options: &[Choice],
        mind: &mut Mind,
    ) -> Choice {
        self.seats[view.seat()].weigh(view, decision, options, mind)
    }

    fn heeded<const W: usize>(&self, view: View<'_, W>) -> CardSet<W> {
        self.seats[view.seat()].heeded(view.deck())
    }
}
