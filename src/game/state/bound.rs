//! `Bound`: the limits that stop a game that does not end by itself.

use serde::{Deserialize, Serialize};

/// A limit that stops a game that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The rule `max_turns`: the number of turns in a game.
    #[error("the maximum number of turns in a game, `max_turns`")]
    Turns,
    /// The rule `max_steps`: the number of steps in one turn. Steps are plays, answers and parts of effects.
    #[error("the maximum number of steps in a turn, `max_steps`")]
    Steps,
    /// The number of steps on the agenda that wait for other steps.
    #[error("the maximum depth of the agenda")]
    Depth,
}
