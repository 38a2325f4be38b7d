//! `Company`: the players at a table, each in its seat.

use super::plan::Seating;
use crate::game::{
    Choice, Decision, Event, GameError, Menu, Mind, Outcome, Players, Progress, Question, Recorder, Table, View,
};
use crate::ids::{BySeat, CardSet, MAX_SEATS, WIDEST};
use crate::strategy::{Memo, Memories, Player, Strategy};

/// The player of each seat, and its memory.
#[derive(Clone, Debug)]
pub(in crate::run) struct Company<'a, const W: usize = WIDEST> {
    seats: BySeat<&'a Strategy>,
    memos: BySeat<Memo<W>>,
    memories: Memories<W>,
}

impl<'a, const W: usize> Company<'a, W> {
    /// The players of the strategies in these seats, at the start of a game.
    pub(in crate::run) fn new(strategies: &'a [Strategy], seating: Seating) -> Self {
        let seats = BySeat(seating.0.map(|strategy| &strategies[usize::from(strategy)]));
        let memories = Memories::of(&seats, BySeat::default());
        Company { seats, memos: BySeat([Memo::default(); MAX_SEATS]), memories }
    }

    /// The choice of the seat that is asked.
    pub(in crate::run) fn answer_at<R: Recorder, P: Players<W>>(
        &mut self,
        table: &mut Table<'_, W, R, P>,
        decision: Decision,
    ) -> Choice {
        let mut mind = table.mind(decision.seat);
        self.choose(table.view(decision.seat), decision.question, table.options(), &mut mind)
    }

    /// Hears what a table without players has recorded.
    pub(in crate::run) fn hear_all(&mut self, events: &[Event]) {
        if self.memories.hear() {
            events.iter().for_each(|&event| self.hear(event));
        }
    }

    /// Plays the game on a table to its end.
    pub(in crate::run) fn play_on<R: Recorder, P: Players<W>>(
        mut self,
        table: &mut Table<'_, W, R, P>,
    ) -> Result<Outcome, GameError> {
        loop {
            match table.advance()? {
                Progress::Over(outcome) => return Ok(outcome),
                Progress::Asks(decision) => {
                    let choice = self.answer_at(table, decision);
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
        let seat = view.seat();
        self.seats[seat].choose_remembering(view, question, options, &self.memories[seat], mind)
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        self.seats[view.seat()].wake_cards(view.deck())
    }

    #[inline]
    fn hears(&self) -> bool {
        self.memories.hear()
    }

    fn hear(&mut self, event: Event) {
        self.memories.note(&self.seats, event);
    }
}
