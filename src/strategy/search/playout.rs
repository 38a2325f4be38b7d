//! Playouts: continuations of the game after an option, in a world with hidden cards drawn again.

use super::outlook::shares;
use super::search::Search;
use crate::game::{Choice, Game, Progress, View};
use crate::ids::CardSet;
use crate::random::mix;
use crate::strategy::player::Player;
use crate::strategy::rehearsal::{Rehearsal, Rehearsing, rehearsing};

/// The playouts of one decision, all on the same table.
pub(super) struct Playouts<'a, const W: usize, P> {
    view: View<'a, W>,
    search: &'a Search<P>,
    table: Box<dyn Rehearsing<'a, W, P> + 'a>,
    /// Cards that the options show.
    seen: CardSet<W>,
    random: u64,
    /// The number of the last world, and the world.
    world: (u32, Game<W>),
    /// Playouts stop at the beginning of this turn.
    end: u16,
}

impl<'a, const W: usize, P: Player<W>> Playouts<'a, W, P> {
    /// Playouts from the options of a view, to the horizon of the player.
    pub(super) fn new(view: View<'a, W>, search: &'a Search<P>, options: &[Choice], random: u64) -> Self {
        let horizon = if search.outlook.is_some() { search.settings.horizon } else { u16::MAX };
        Playouts { end: view.turn().saturating_add(horizon), ..Playouts::to_the_end(view, search, options, random) }
    }

    /// Playouts to the end of the game.
    pub(super) fn to_the_end(view: View<'a, W>, search: &'a Search<P>, options: &[Choice], random: u64) -> Self {
        // An option may show a hidden card, such as one of a hand that the player looks at. It must stay where it is,
        // or the option would not exist.
        let seen = options.iter().map(|option| option.card).filter(|card| card.is_some()).collect();
        // The same as world 0 in `value`.
        let first = view.resample_beside(seen, mix(random));
        let table = rehearsing(view.deck(), first, Rehearsal::new(&search.base, None), false);
        Playouts { view, search, table, seen, random, world: (0, first), end: u16::MAX }
    }

    /// The value of a choice for the viewer in one world: its share of the win, or its chance to win.
    pub(super) fn value(&mut self, world: u32, choice: Choice) -> f64 {
        // All options of a world are tried in turn, so its redraw is kept for them.
        if self.world.0 != world {
            let random = mix(self.random.wrapping_add(u64::from(world)));
            self.world = (world, self.view.resample_beside(self.seen, random));
        }
        self.table.restart(self.world.1, Rehearsal::new(&self.search.base, Some(choice)));
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
        search.outlook.as_ref().map_or(0.0, |outlook| outlook.chance(&*self.table, &search.worth, self.view.seat()))
    }
}
