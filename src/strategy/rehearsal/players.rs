//! `Rehearsal`: the players of such a game, all of them the same.

use crate::game::{AnyPlayers, Choice, Event, Menu, Mind, Players, Question, View};
use crate::ids::{BySeat, CardSet, MAX_SEATS};
use crate::strategy::memories::Memories;
use crate::strategy::memory::Memory;
use crate::strategy::player::{Memo, Player};

/// The players in all seats. The first answer may be given.
#[derive(Debug)]
pub(in crate::strategy) struct Rehearsal<'a, const W: usize, P> {
    players: BySeat<&'a P>,
    memos: BySeat<Memo<W>>,
    memories: Memories<W>,
    given: Option<Choice>,
}

impl<'a, const W: usize, P: Player<W>> Rehearsal<'a, W, P> {
    /// A game of the same player in all seats.
    pub(in crate::strategy) fn new(player: &'a P) -> Self {
        Rehearsal::of(BySeat([player; MAX_SEATS]), BySeat::default(), None)
    }

    /// A game of these players, with what they remember, whose first answer is given, if any.
    pub(in crate::strategy) fn of(players: BySeat<&'a P>, memories: BySeat<Memory>, given: Option<Choice>) -> Self {
        let memories = Memories::of(&players, memories);
        Rehearsal { players, memos: BySeat([Memo::default(); MAX_SEATS]), memories, given }
    }
}

impl<const W: usize, P: Player<W>> Players<W> for Rehearsal<'_, W, P> {
    #[inline(always)]
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        // The first answer comes from `choose`, where the options are listed as they were for the viewer.
        if self.given.is_some() {
            return None;
        }
        self.players[view.seat()].at_sight(view, question, menu, &mut self.memos[view.seat()])
    }

    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        match self.given.take() {
            Some(choice) => choice,
            None => {
                let seat = view.seat();
                self.players[seat].choose_remembering(view, question, options, &self.memories[seat], mind)
            }
        }
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        self.players[view.seat()].wake_cards(view.deck())
    }

    #[inline]
    fn hears(&self) -> bool {
        self.memories.hear()
    }

    fn hear(&mut self, event: Event) {
        self.memories.note(&self.players, event);
    }
}

impl<'a, const W: usize, P: Player<W> + 'a> From<Rehearsal<'a, W, P>> for AnyPlayers<'a, W> {
    fn from(players: Rehearsal<'a, W, P>) -> Self {
        AnyPlayers::new(players)
    }
}
