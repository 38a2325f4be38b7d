//! Players at the table, as far as a game needs them.

use super::{Choice, Decision, Forethought, Mind, Moment, View};
use crate::ids::CardSet;

/// Whoever sits at a table. A game that has no answer to a question waits for one.
pub trait Players {
    /// Whether questions are answered at the table.
    const ANSWER: bool;

    /// What the viewing seat makes of a round before anything is laid out for it.
    fn foresee<const W: usize>(&self, view: View<'_, W>, moment: Moment) -> Forethought;

    /// The viewing seat's answer, one of the options; asked for only with `ANSWER`.
    fn answer<const W: usize>(
        &self,
        view: View<'_, W>,
        decision: Decision,
        options: &[Choice],
        mind: &mut Mind,
    ) -> Choice;

    /// Cards without which the viewing seat foresees nothing to play in the rounds of another's own turn.
    fn heeded<const W: usize>(&self, view: View<'_, W>) -> CardSet<W>;
}

/// An empty table: every question waits for its answer from elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Players for Nobody {
    const ANSWER: bool = false;

    fn foresee<const W: usize>(&self, _: View<'_, W>, _: Moment) -> Forethought {
        Forethought::Look
    }

    fn answer<const W: usize>(&self, _: View<'_, W>, _: Decision, options: &[Choice], _: &mut Mind) -> Choice {
        options.first().copied().unwrap_or(Choice::PASS)
    }

    fn heeded<const W: usize>(&self, view: View<'_, W>) -> CardSet<W> {
        view.deck().masks.all
    }
}
