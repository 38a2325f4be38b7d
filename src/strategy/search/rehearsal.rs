//! `Rehearsal`: the players of a playout.

use crate::game::{Choice, Menu, Mind, Players, Question, Silent, Table, View};
use crate::ids::{BySeat, CardSet, MAX_SEATS};
use crate::strategy::balanced::Balanced;
use crate::strategy::player::{Memo, Player};

/// `balanced` in all seats, except that the first answer may be given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rehearsal<'a, const W: usize> {
    player: &'a Balanced,
    memos: BySeat<Memo<W>>,
    given: Option<Choice>,
}

impl<'a, const W: usize> Rehearsal<'a, W> {
    /// A game whose first answer is given, if any.
    pub(super) fn new(player: &'a Balanced, given: Option<Choice>) -> Self {
        Rehearsal { player, memos: BySeat([Memo::default(); MAX_SEATS]), given }
    }
}

impl<const W: usize> Players<W> for Rehearsal<'_, W> {
    #[inline(always)]
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        // The first answer comes from `choose`, where the options are listed as they were for the viewer.
        if self.given.is_some() {
            return None;
        }
        self.player.at_sight(view, question, menu, &mut self.memos[view.seat()])
    }

    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        match self.given.take() {
            Some(choice) => choice,
            None => self.player.choose(view, question, options, mind),
        }
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        self.player.wake_cards(view.deck())
    }
}

/// A table with `balanced` in all seats and without a recorder.
pub(super) type Rehearsing<'a, const W: usize> = Table<'a, W, Silent, Rehearsal<'a, W>>;
