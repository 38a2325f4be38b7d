//! Playouts: continuations of the game after an option, in a world with hidden cards drawn again.

use super::casting::Casting;
use super::features::{Feature, features};
use super::imagined::Imagined;
use super::outlook::shares;
use super::search::Search;
use crate::game::{Choice, Game, GameError, Outcome, Progress, View};
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat};
use crate::random::mix;
use crate::strategy::memory::Memory;
use crate::strategy::player::Player;
use crate::strategy::rehearsal::{Noted, Rehearsal, Rehearsing, rehearsing};

/// The playouts of one decision, all on the same table.
pub(in crate::strategy) struct Playouts<'a, const W: usize, P> {
    view: View<'a, W>,
    search: &'a Search<P>,
    /// What the players remember when a playout begins.
    imagined: &'a Imagined,
    casting: Casting,
    table: Box<dyn Rehearsing<'a, W, P> + 'a>,
    /// Cards that the options show.
    seen: CardSet<W>,
    random: u64,
    world: World<'a, W, P>,
    /// Playouts stop at the beginning of this turn.
    end: u16,
}

/// A world of the playouts.
struct World<'a, const W: usize, P> {
    number: u32,
    game: Game<W>,
    players: BySeat<&'a P>,
    memories: BySeat<Memory>,
}

impl<'a, const W: usize, P: Player<W>> Playouts<'a, W, P> {
    /// Playouts from the options of a view, to the horizon of the player.
    pub(in crate::strategy) fn new(
        view: View<'a, W>,
        search: &'a Search<P>,
        imagined: &'a Imagined,
        options: &[Choice],
        random: u64,
    ) -> Self {
        let horizon = if search.outlook.is_some() { search.settings.horizon } else { u16::MAX };
        let playouts = Playouts::to_the_end(view, search, imagined, options, random);
        Playouts { end: view.turn().saturating_add(horizon), ..playouts }
    }

    /// Playouts to the end of the game.
    pub(super) fn to_the_end(
        view: View<'a, W>,
        search: &'a Search<P>,
        imagined: &'a Imagined,
        options: &[Choice],
        random: u64,
    ) -> Self {
        // An option may show a hidden card, such as one of a hand that the player looks at. It must stay where it is,
        // or the option would not exist.
        let seen = options.iter().map(|option| option.card).filter(|card| card.is_some()).collect();
        let casting = Casting::new(search, view, &imagined.deeds);
        let world = World::new(view, search, imagined, &casting, seen, random, 0);
        let table = rehearsing(view.deck(), world.game, world.rehearsal(None), Noted::Nothing);
        Playouts { view, search, imagined, casting, table, seen, random, world, end: u16::MAX }
    }

    /// The value of a choice for the viewer in one world: its share of the win, or its chance to win.
    pub(in crate::strategy) fn value(&mut self, world: u32, choice: Choice) -> f64 {
        let viewer = self.view.seat();
        match self.play(world, choice, self.end) {
            Ok(Some(outcome)) => shares(outcome.winners)[viewer],
            Ok(None) => self.chance_of(viewer).unwrap_or(0.0),
            Err(error) => {
                debug_assert!(false, "{error}");
                0.0
            }
        }
    }

    /// Plays a choice in one world to the beginning of a turn, or to the end of the game.
    pub(in crate::strategy) fn play(
        &mut self,
        world: u32,
        choice: Choice,
        turn: u16,
    ) -> Result<Option<Outcome>, GameError> {
        // All options of a world are tried in turn, so its redraw is kept for them.
        if self.world.number != world {
            self.world =
                World::new(self.view, self.search, self.imagined, &self.casting, self.seen, self.random, world);
        }
        self.table.restart(self.world.game, self.world.rehearsal(Some(choice)));
        let progress = self.table.advance_to_turn(turn)?;
        Ok(progress.and_then(|progress| if let Progress::Over(outcome) = progress { Some(outcome) } else { None }))
    }

    /// What a seat sees of the position on the table.
    pub(in crate::strategy) fn view(&self, seat: Seat) -> View<'_, W> {
        self.table.view(seat)
    }

    /// The chance of a seat to win from the position on the table; `None` without an evaluation.
    pub(in crate::strategy) fn chance_of(&self, seat: Seat) -> Option<f64> {
        let search = self.search;
        search.outlook.as_ref().map(|outlook| outlook.chance(&*self.table, &search.worth, seat))
    }

    /// The features of a seat in the position on the table.
    pub(in crate::strategy) fn features_of(&self, seat: Seat) -> Vec<Feature> {
        features(self.table.view(seat), &self.search.worth).collect()
    }
}

impl<'a, const W: usize, P: Player<W>> World<'a, W, P> {
    fn new(
        view: View<'a, W>,
        search: &'a Search<P>,
        imagined: &Imagined,
        casting: &Casting,
        seen: CardSet<W>,
        random: u64,
        number: u32,
    ) -> Self {
        let random = mix(random.wrapping_add(u64::from(number)));
        let game = view.resample_beside(seen, random);
        let cast = casting.draw(random);
        let memory = |seat: u8| imagined.of(cast[Seat(seat)], Seat(seat)).clone();
        let memories = BySeat(std::array::from_fn::<_, MAX_SEATS, _>(|seat| memory(seat as u8)));
        World { number, game, players: BySeat(cast.0.map(|place| search.player(place))), memories }
    }

    /// The players of the world, with what they remember.
    fn rehearsal(&self, given: Option<Choice>) -> Rehearsal<'a, W, P> {
        Rehearsal::of(self.players, self.memories.clone(), given)
    }
}
