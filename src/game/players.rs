//! Players at the table, as far as a game needs them.

use super::{Choice, Decision, Forethought, Menu, Mind, Moment, Question, View};
use crate::ids::CardSet;

/// Whoever sits at a table. A game that has no answer to a question waits for one.
pub trait Players {
    /// Whether questions are answered at the table.
    const ANSWER: bool;

    /// What the viewing seat makes of a round before anything is laid out for it.
    fn foresee<const W: usize>(&self, view: View<'_, W>, moment: Moment) -> Forethought;

    /// Whether anybody may foresee a play in the running combat who does not fight in it, by what all can see.
    fn bystanders_mind<const W: usize>(&self, _view: View<'_, W>) -> bool {
        true
    }

    /// What the viewing seat makes of a window for plays with these cards of its hand before anything is laid out for it;
    /// asked for only with `ANSWER`.
    fn foresee_plays<const W: usize>(
        &self,
        _view: View<'_, W>,
        _question: Question,
        _cards: CardSet<W>,
    ) -> Forethought {
        Forethought::Look
    }

    /// The viewing seat's answer from a menu, unless it wants to see the answers one by one; asked for only with `ANSWER`.
    fn pick<const W: usize>(&self, _view: View<'_, W>, _question: Question, _menu: &Menu<W>) -> Option<Choice> {
        None
    }

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
