//! `Bound`: what stops a game that does not end by itself.

use serde::Serialize;

/// A bound that stops a game which does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The rule `max_turns`: turns of a game.
    #[error("the most turns of a game, `max_turns`")]
    Turns,
    /// The rule `max_steps`: steps of one turn, which are plays, answers and parts of effects.
    #[error("the most steps of a turn, `max_steps`")]
    Steps,
    /// Steps that wait for others to be done first.
    #[error("the most steps that may wait for one another")]
    Depth,
}
