//! Playouts: the game played on from an option in a world with other hidden cards.

use super::Search;
use super::outlook::shares;
use crate::game::{Choice, Game, Menu, Mind, Players, Progress, Question, Silent, Table, View};
use crate::ids::{BySeat, CardSet, MAX_SEATS};
use crate::random::mix;
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

/// A table at which `balanced` plays and nobody listens.
pub(super) type Rehearsing<'a, const W: usize> = Table<'a, W, Silent, Rehearsal<'a, W>>;

/// The playouts of one decision, all on the same table.
pub(super) struct Playouts<'a, const W: usize> {
    view: View<'a, W>,
    search: &'a Search,
    table: Rehearsing<'a, W>,
    /// Cards that the options show.
    seen: CardSet<W>,
    random: u64,
    /// The number of the last world, and the world.
    world: (u32, Game<W>),
    /// The turn at whose beginning playouts stop.
    end: u16,
}

impl<'a, const W: usize> Playouts<'a, W> {
    /// Playouts from the options of a view.
    pub(super) fn new(view: View<'a, W>, search: &'a Search, options: &[Choice], random: u64) -> Self {
        let seen = options.iter().map(|option| option.card).filter(|card| card.is_some()).collect();
        let first = view.resample_beside(seen, mix(random));
        let table = Table::resume_with(view.deck(), first, Silent, Rehearsal::new(&search.base, None));
        let horizon = if search.outlook.is_some() { search.settings.horizon } else { u16::MAX };
        let end = view.turn().saturating_add(horizon);
        Playouts { view, search, table, seen, random, world: (0, first), end }
    }

    /// The value of a choice for the viewer in one world: its share of the win, or its chance to win.
    pub(super) fn value(&mut self, world: u32, choice: Choice) -> f64 {
        if self.world.0 != world {
            let random = mix(self.random.wrapping_add(u64::from(world)));
            self.world = (world, self.view.resample_beside(self.seen, random));
        }
        self.table.restart_with(self.world.1, Rehearsal::new(&self.search.base, Some(choice)));
        match self.table.advance_to_turn(self.end) {
            Ok(Some(Progress::Over(outcome))) => shares(outcome.winners)[self.view.seat()],
            Ok(_) => self.chance(),
            Err(error) => {
                debug_assert!(false, "{error}");
                0.0
            }
        }
    }

    /// The viewer's chance to win from the position on the table.
    fn chance(&self) -> f64 {
        let search = self.search;
        search.outlook.as_ref().map_or(0.0, |outlook| outlook.chance(&self.table, &search.worth, self.view.seat()))
    }
}
