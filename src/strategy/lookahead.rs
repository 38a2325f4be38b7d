//! `Lookahead`: worlds, playouts and contests of options, for players of other crates.

use super::search::{self, Contest, Foresight, Lead, NOTHING, Search};
use super::strategy::Strategy;
use crate::deck::Deck;
use crate::game::{Choice, GameError, Outcome, View};
use crate::ids::{Seat, WIDEST};

/// Compares options by playouts, as `search` does: hidden cards are drawn again at random, a base player answers for all seats, and the
/// position after some turns is evaluated.
///
/// A player makes it for its deck in [`Brain::player`](super::Brain::player) and sets
/// [`Brain::LOOKS_AHEAD`](super::Brain::LOOKS_AHEAD). It sees nothing that the view hides. When a run is stopped, playouts end early,
/// and so do the lessons of [`Lookahead::new`]; games that they affect are not counted.
#[derive(Debug)]
pub struct Lookahead {
    search: Search<Strategy>,
}

/// The value of an option to the viewer: its chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The option.
    pub choice: Choice,
    /// Its mean value in the worlds, from 0 to 1.
    pub value: f64,
    /// How much it leads over the first of the options.
    pub lead: Lead,
}

impl Lookahead {
    /// Playouts by this base player, which must not look ahead itself. The evaluation of positions is fitted to `settings.lessons` games of
    /// the base with this deck.
    pub fn new(deck: &Deck, base: Strategy, settings: &Foresight) -> Lookahead {
        Lookahead { search: Search::with_base(deck, settings, base, Vec::new()) }
    }

    /// The player in all seats of the playouts.
    pub fn base(&self) -> &Strategy {
        &self.search.base
    }

    /// The best option, if it is clearly better than the `usual` one, which is one of the options; otherwise the usual one. The settings
    /// limit the playouts, and say what is clear.
    pub fn best<const W: usize>(&self, view: View<'_, W>, usual: Choice, options: &[Choice], random: u64) -> Choice {
        self.search.best(view, usual, options, &NOTHING, || random)
    }

    /// The value of each of these options. All are played in the same worlds, which share the playouts of the settings.
    pub fn values<const W: usize>(&self, view: View<'_, W>, options: &[Choice], random: u64) -> Vec<Valued> {
        let mut playouts = self.playouts(view, options, random);
        let worlds = (self.search.settings.playouts / options.len().max(1) as u32).max(2);
        let mut values = vec![Vec::new(); options.len()];
        for world in 0..worlds {
            values.iter_mut().zip(options).for_each(|(values, &option)| values.push(playouts.value(world, option)));
        }
        let valued = |(own, &choice): (&Vec<f64>, &Choice)| Valued {
            choice,
            value: own.iter().sum::<f64>() / f64::from(worlds),
            lead: Lead::of(own.iter().zip(&values[0]).map(|(own, first)| own - first)),
        };
        values.iter().zip(options).map(valued).collect()
    }

    /// The winner of a contest between candidates, of which the first is the usual choice. `value` is the value of a candidate in a world
    /// with this number; it must give equal chances to all candidates of a world.
    pub fn contest(&self, candidates: Vec<Choice>, value: impl FnMut(u32, Choice) -> f64) -> Option<Choice> {
        candidates.first()?;
        let mut contest = Contest::new(candidates, &self.search.settings);
        contest.run(value);
        Some(contest.winner())
    }

    /// Playouts from a view, for a player with its own evaluation. `options` are those of the question.
    pub fn playouts<'a, const W: usize>(
        &'a self,
        view: View<'a, W>,
        options: &[Choice],
        random: u64,
    ) -> Playouts<'a, W> {
        Playouts(search::Playouts::new(view, &self.search, &NOTHING, options, random))
    }
}

/// The playouts of one decision. World `n` is the same for all choices.
pub struct Playouts<'a, const W: usize = WIDEST>(search::Playouts<'a, W, Strategy>);

impl<const W: usize> Playouts<'_, W> {
    /// The value of a choice for the viewer in one world: its share of the win, or its chance to win at the horizon of the settings.
    pub fn value(&mut self, world: u32, choice: Choice) -> f64 {
        self.0.value(world, choice)
    }

    /// Plays a choice in one world to the beginning of this turn; `u16::MAX` plays to the end. Returns the outcome if the game ended.
    ///
    /// # Errors
    /// If the choice is not an option.
    pub fn play(&mut self, world: u32, choice: Choice, turn: u16) -> Result<Option<Outcome>, GameError> {
        self.0.play(world, choice, turn)
    }

    /// What a seat sees in the world, after the last playout. The cards that the viewer does not see there are those of this world.
    pub fn view(&self, seat: Seat) -> View<'_, W> {
        self.0.view(seat)
    }

    /// The chance of a seat to win after the last playout, as the settings evaluate it. With the horizon 0 there is no evaluation: `None`.
    pub fn chance(&self, seat: Seat) -> Option<f64> {
        self.0.chance_of(seat)
    }

    /// The numbers from which that evaluation follows for a seat: the place of each among all features, and its value.
    pub fn features(&self, seat: Seat) -> Vec<(u16, f32)> {
        self.0.features_of(seat)
    }
}
