//! `Company`: the players at a table, each in its seat.

use super::plan::Seating;
use crate::game::{
    Choice, Decision, GameError, Menu, Mind, Outcome, Players, Progress, Question, Recorder, Table, View,
};
use crate::ids::{BySeat, CardSet, MAX_SEATS, WIDEST};
use crate::strategy::{Memo, Player, Strategy};

/// The player of each seat, and its memory.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct Company<'a, const W: usize = WIDEST> {
    seats: BySeat<&'a Strategy>,
    memos: BySeat<Memo<W>>,
}

impl<'a, const W: usize> Company<'a, W> {
    /// The players of the strategies in these seats, at the start of a game.
    pub(in crate::run) fn new(strategies: &'a [Strategy], seating: Seating) -> Self {
        let seats = BySeat(seating.0.map(|strategy| &strategies[usize::from(strategy)]));
        Company { seats, memos: BySeat([Memo::default(); MAX_SEATS]) }
    }

    /// The choice of the seat that is asked.
    pub(in crate::run) fn answer<R: Recorder, P: Players<W>>(
        self,
        table: &mut Table<'_, W, R, P>,
        decision: Decision,
    ) -> Choice {
        let mut mind = table.mind(decision.seat);
        self.seats[decision.seat].choose(table.view(decision.seat), decision.question, table.options(), &mut mind)
    }

    /// Plays the game on a table to its end.
    pub(in crate::run) fn play_on<R: Recorder, P: Players<W>>(
        self,
        table: &mut Table<'_, W, R, P>,
    ) -> Result<Outcome, GameError> {
        loop {
            match table.advance()? {
                Progress::Over(outcome) => return Ok(outcome),
                Progress::Asks(decision) => {
                    let choice = self.answer(table, decision);
                    table.apply(choice)?;
                }
            }
        }
    }
}

impl<const W: usize> Players<W> for Company<'_, W> {
    #[inline(always)]
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        self.seats[view.seat()].at_sight(view, question, menu, &mut self.memos[view.seat()])
    }

    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        self.seats[view.seat()].choose(view, question, options, mind)
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        self.seats[view.seat()].wake_cards(view.deck())
    }
}
