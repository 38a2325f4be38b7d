//! `RunError`: why a run failed, or ended early.

use std::io;
use std::ops::Range;

use serde::{Deserialize, Serialize};

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

/// A call that is not complete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenCall {
    /// Number of the call in its study, from 0.
    pub number: u64,
    /// What is done in it.
    pub name: String,
    /// Number of all its places.
    pub places: u64,
    /// About how many games all its places have.
    pub games: u64,
    /// Whether it may end before its last place.
    pub may_end: bool,
    /// The places without a value.
    pub missing: Vec<Range<u64>>,
}

/// A journal that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JournalError {
    /// It has other work at this place.
    #[error("it belongs to another study: call {call} is `{there}` there and `{here}` here")]
    Foreign {
        /// Number of the call.
        call: u64,
        /// What is done in it according to the journal.
        there: String,
        /// What this study does.
        here: String,
    },
    /// Its values cannot be read.
    #[error("it is damaged: `{name}` of call {call} cannot be read from place {place} on")]
    Damaged {
        /// Number of the call.
        call: u64,
        /// What is done in it.
        name: String,
        /// The place.
        place: u64,
    },
    /// A value differs from that of the same games, played again.
    #[error("it has other results than the same games, played again: `{name}` of call {call}, place {place}")]
    Differs {
        /// Number of the call.
        call: u64,
        /// What is done in it.
        name: String,
        /// The place.
        place: u64,
    },
    /// Two entries have some places in common.
    #[error("two entries have place {place} of `{name}`, call {call}")]
    Overlap {
        /// Number of the call.
        call: u64,
        /// What is done in it.
        name: String,
        /// The place.
        place: u64,
    },
}
