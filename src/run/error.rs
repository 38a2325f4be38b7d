//! `RunError`: why a run failed.

use std::io;

use crate::game::GameError;

/// A run that failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A game could not go on.
    #[error("game {game} of seed {seed}: {error}")]
    Game {
        /// Master seed.
        seed: u64,
        /// Number of the game.
        game: u64,
        /// What went wrong.
        error: GameError,
    },
    /// The list of games could not be written.
    #[error("cannot write the list of games: {0}")]
    Rows(#[from] io::Error),
    /// The threads could not be started.
    #[error("cannot start the worker threads")]
    Thread,
}

impl RunError {
    /// The game that could not go on; of any other failure, the last one that could be.
    pub(super) fn game(&self) -> u64 {
        match self {
            RunError::Game { game, .. } => *game,
            _ => u64::MAX,
        }
    }
}
