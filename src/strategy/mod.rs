//! Strategies: whoever answers the questions of a game, seeing only a `View`.

pub mod random;
