//! The players at the table, as seen by a game.

use crate::game::{Choice, Event, Menu, Mind, Question, View};
use crate::ids::{CardSet, WIDEST};

/// The players of a game. A table asks them only questions that the rules leave open, and does not depend on how they decide.
pub trait Players<const W: usize = WIDEST> {
    /// Whether the players answer at the table. If not, the table stops at each question.
    #[inline(always)]
    fn answer(&self) -> bool {
        true
    }

    /// The answer of the viewing seat before its options are listed, or `None` to have them listed. Called only if players `answer`.
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice>;

    /// The answer of the viewing seat, one of the options. Called only if players `answer`.
    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice;

    /// Cards that the viewing seat may want to play on another player's turn, out of combat. A seat that has none of them is not
    /// asked there.
    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W>;

    /// Whether the players hear events.
    #[inline(always)]
    fn hears(&self) -> bool {
        false
    }

    /// An event of the game, as recorders get it. Called only if the players hear events.
    fn hear(&mut self, _: Event) {}
}

/// Players of any type, or none. Without players the table stops at every question, and the caller supplies the answer.
#[derive(Default)]
pub struct AnyPlayers<'a, const W: usize = WIDEST>(Option<Box<dyn Players<W> + Send + 'a>>);

impl<'a, const W: usize> AnyPlayers<'a, W> {
    /// Players who answer at the table.
    #[must_use]
    pub fn new(players: impl Players<W> + Send + 'a) -> Self {
        AnyPlayers(Some(Box::new(players)))
    }

    /// An empty table.
    #[must_use]
    pub(crate) fn none() -> Self {
        AnyPlayers(None)
    }
}

impl<const W: usize> Players<W> for AnyPlayers<'_, W> {
    fn answer(&self) -> bool {
        self.0.is_some()
    }

    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        self.0.as_mut()?.at_sight(view, question, menu)
    }

    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        match &mut self.0 {
            Some(players) => players.choose(view, question, options, mind),
            None => options.first().copied().unwrap_or(Choice::PASS),
        }
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        // The caller who answers for all seats is asked about everything.
        self.0.as_ref().map_or(view.deck().masks.all, |players| players.wake_cards(view))
    }

    fn hears(&self) -> bool {
        self.0.as_ref().is_some_and(|players| players.hears())
    }

    fn hear(&mut self, event: Event) {
        if let Some(players) = &mut self.0 {
            players.hear(event);
        }
    }
}
