//! `StudyError`: why a study could not be played.

use std::io;

use crate::deck::DeckError;
use crate::report::check::baseline::BaselineError;
use crate::run::{PlanError, RunError};
use crate::strategy::StrategyError;

/// Why a study could not be played.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A deck is missing or wrong.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// A strategy is missing or wrong.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The plan is not possible.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A game could not continue.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The output failed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The same, about one part of the request.
    #[error("{subject}: {error}")]
    About {
        /// The part.
        subject: String,
        /// What is wrong with it.
        error: Box<StudyError>,
    },
    /// A baseline cannot be read, or belongs to other games.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// The request is not possible.
    #[error("{message}")]
    Request {
        /// What is wrong.
        message: String,
        /// What would be right.
        hint: Option<String>,
    },
}

impl StudyError {
    /// The same error, with its subject before the message.
    pub(crate) fn about(self, subject: String) -> StudyError {
        StudyError::About { subject, error: Box::new(self) }
    }

    /// A request that is not possible, and what would be right.
    pub(crate) fn request(message: impl Into<String>, hint: Option<String>) -> StudyError {
        StudyError::Request { message: message.into(), hint }
    }
}
