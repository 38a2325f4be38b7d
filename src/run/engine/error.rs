//! `RunError`: why a run failed.

use std::io;

use super::journal::{JournalError, OpenCall};
use crate::game::GameError;

/// The failure of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A game could not continue.
    #[error("game {game} of seed {seed}: {error}")]
    Game {
        /// Master seed.
        seed: u64,
        /// Number of the game.
        game: u64,
        /// The cause.
        error: GameError,
    },
    /// A game of a contest could not continue.
    #[error("game {game} of seed {seed}: {error}")]
    ContestGame {
        /// Master seed of the contest.
        seed: u64,
        /// Number of the game.
        game: u64,
        /// The cause.
        error: GameError,
    },
    /// The list of games could not be written.
    #[error("cannot write the list of games: {0}")]
    Rows(#[from] io::Error),
    /// The threads could not be started.
    #[error("cannot start the worker threads")]
    Thread,
    /// The journal of the study cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The study has done its part of a call.
    #[error("this part of the study is done")]
    Parted,
    /// The study needs a call that is not complete.
    #[error("`{}` of call {} is not complete", .0.name, .0.number)]
    Open(Box<OpenCall>),
}

impl RunError {
    /// Number of the game that failed; for other failures, the highest possible number.
    pub(in crate::run) fn game(&self) -> u64 {
        match self {
            RunError::Game { game, .. } | RunError::ContestGame { game, .. } => *game,
            _ => u64::MAX,
        }
    }
}
