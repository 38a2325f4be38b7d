//! The players at the table, as seen by a game.

use crate::game::{Choice, Menu, Mind, Question, View};
use crate::ids::CardSet;

/// The players of a game. A table asks them only questions that the rules leave open, and does not depend on how they decide.
pub trait Players<const W: usize> {
    /// Whether the players answer at the table. If not, the table stops at each question.
    const ANSWER: bool;

    /// The answer of the viewing seat before its options are listed, or `None` to have them listed. Called only with `ANSWER`.
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice>;

    /// The answer of the viewing seat, one of the options. Called only with `ANSWER`.
    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice;

    /// Cards that the viewing seat may want to play on another player's turn, out of combat. A seat that has none of them is not
    /// asked there.
    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W>;
}

/// An empty table: it stops at every question, and the caller supplies the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl<const W: usize> Players<W> for Nobody {
    const ANSWER: bool = false;

    fn at_sight(&mut self, _: View<'_, W>, _: Question, _: &Menu<W>) -> Option<Choice> {
        None
    }

    fn choose(&mut self, _: View<'_, W>, _: Question, options: &[Choice], _: &mut Mind) -> Choice {
        options.first().copied().unwrap_or(Choice::PASS)
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        view.deck().masks.all
    }
}
