//! Playouts: the rest of a game, played by `balanced` in all seats.

use super::Search;
use super::outlook::shares;
use crate::game::{Choice, Game, Menu, Mind, Players, Progress, Question, Silent, Table, View};
use crate::ids::{BySeat, CardSet, MAX_SEATS};
use crate::random::mix;
use crate::strategy::balanced::Balanced;
use crate::strategy::player::{Memo, Player};

/// `balanced` in all seats, except that the first answer is given.
#[derive(Clone, Copy)]
pub(super) struct Rehearsal<'a, const W: usize> {
    player: &'a Balanced,
    memos: BySeat<Memo<W>>,
    given: Option<Choice>,
}

impl<'a, const W: usize> Rehearsal<'a, W> {
    pub(super) fn new(player: &'a Balanced, given: Option<Choice>) -> Self {
        Rehearsal { player, memos: BySeat([Memo::default(); MAX_SEATS]), given }
    }
}

impl<const W: usize> Players<W> for Rehearsal<'_, W> {
    const ANSWER: bool = true;

    #[inline(always)]
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
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

/// A table at which nobody listens and `balanced` plays.
pub(super) type Rehearsing<'a, const W: usize> = Table<'a, W, Silent, Rehearsal<'a, W>>;

/// Plays out a decision.
pub(super) struct Playouts<'a, const W: usize> {
    view: View<'a, W>,
    search: &'a Search,
    table: Rehearsing<'a, W>,
    seen: CardSet<W>,
    random: u64,
    /// The last world, and its number.
    world: (u32, Game<W>),
    until: u16,
}

impl<'a, const W: usize> Playouts<'a, W> {
    pub(super) fn new(
        view: View<'a, W>,
        search: &'a Search,
        options: &[Choice],
        random: u64,
    ) -> Self {
        let seen = options.iter().map(|option| option.card).filter(|card| card.is_some()).collect();
        let game = view.resample_beside(seen, mix(random));
        let table = Table::resume_with(view.deck(), game, Silent, Rehearsal::new(&search.base, None));
        let until = if search.settings.horizon == 0 { u16::MAX } else { view.turn().saturating_add(search.settings.horizon) };
        Playouts { view, search, table, seen, random, world: (0, game), until }
    }

    /// The value of a choice for the viewer in one world: its share of the win.
    pub(super) fn value(&mut self, world: u32, choice: Choice) -> f64 {
        if self.world.0 != world {
            let random = mix(self.random.wrapping_add(u64::from(world)));
            self.world = (world, self.view.resample_beside(self.seen, random));
        }
        self.table.restart_with(self.world.1, Rehearsal::new(&self.search.base, Some(choice)));
        match self.table.advance_to_turn(self.until) {
            Ok(Some(Progress::Over(outcome))) => shares(outcome.winners)[self.view.seat()],
            Ok(_) => self.evaluate(),
            Err(error) => {
                debug_assert!(false, "{error}");
                0.0
            }
        }
    }

    fn evaluate(&self) -> f64 {
        self.search.outlook.chance(&self.table, &self.search.worth, self.view.seat())
    }
}
