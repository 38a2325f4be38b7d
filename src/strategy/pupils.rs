//! The kinds of players that learn from games of their own.

use super::balanced::{Balanced, Weights};
use super::brain::Brain;
use super::lessons::{draw_values, kept};
use super::search::{Foresight, Search};
use super::strategy::Strategy;
use super::worth::Worth;
use crate::deck::Deck;

impl Brain for Balanced {
    type Settings = Weights;
    type Player = Balanced;

    /// Computes this player's values of all cards, after its lessons.
    fn player(deck: &Deck, weights: &Weights) -> Balanced {
        if weights.lessons == 0 {
            return Balanced::valuing(deck, weights, &[]);
        }
        // The games of a player that knows cards by their texts alone teach more than those of one that judges them well.
        let novice = Balanced::valuing(deck, &Weights { proven_worth: false, ..weights.clone() }, &[]);
        // All rehearsals have players of the same type, because each other type would compile the engine again.
        let novice = Strategy::Balanced(Box::new(novice));
        let values = kept(deck, "draw values", || draw_values(deck, &novice, weights.lessons));
        let points = values.into_iter().map(|value| 100.0 * value);
        let learned: Vec<i32> =
            points.map(|points| (f64::from(weights.lesson_worth) * points).round() as i32).collect();
        Balanced::valuing(deck, weights, &learned)
    }
}

impl Brain for Search<Strategy> {
    type Settings = Foresight;
    type Player = Search<Strategy>;

    /// A player with the base `balanced`.
    fn player(deck: &Deck, settings: &Foresight) -> Search<Strategy> {
        let base = Balanced::player(deck, &Weights::default());
        Search::with_base(deck, settings, Strategy::Balanced(Box::new(base)), Vec::new())
    }
}

impl Search<Strategy> {
    /// A player with this base and population, which must not look ahead. A base that does not judge cards leaves their worth to the default settings of
    /// `balanced`.
    pub(super) fn with_base(
        deck: &Deck,
        settings: &Foresight,
        base: Strategy,
        population: Vec<Option<Strategy>>,
    ) -> Search<Strategy> {
        let worth = base.worth().cloned().unwrap_or_else(|| Worth::of(deck, Weights::default().taste()));
        Search::new(deck, settings, base, worth, population)
    }
}
