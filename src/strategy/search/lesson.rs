//! `Lesson`: samples from games, to which weights are fitted.

use rayon::prelude::*;

use super::fit::{Sample, fitted};
use crate::deck::Deck;
use crate::ids::{CardSet, by_width};
use crate::strategy::haste::Haste;
use crate::strategy::player::{Player, PlayerOfAnyWidth};

/// What is learned from games of some players.
pub(super) trait Lesson: Sync {
    /// The players.
    type Player: PlayerOfAnyWidth;

    /// The samples of a game.
    fn samples<const W: usize>(&self, deck: &Deck<CardSet<W>>, game: u64) -> Vec<Sample>
    where
        Self::Player: Player<W>;
}

/// The weights that are fitted to the samples of some games, with priors of these precisions; to those of fewer games if the player is asked
/// to stop.
pub(super) fn learned<L: Lesson>(deck: &Deck, lesson: &L, games: u32, precisions: &[f64]) -> Vec<f64> {
    let samples = by_width!(deck.cards.len(), W => {
        let deck = &deck.narrowed::<W>();
        // The threads of the pool may have another `Haste`, or none.
        let haste = Haste::inherited();
        let of_game = |game| if haste.is_obeyed() { Vec::new() } else { lesson.samples::<W>(deck, game) };
        let games: Vec<Vec<Sample>> = (0..u64::from(games)).into_par_iter().map(of_game).collect();
        games.into_iter().flatten().collect::<Vec<Sample>>()
    });
    fitted(&samples, precisions)
}
