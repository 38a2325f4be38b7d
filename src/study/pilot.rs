//! Pilots: the first games of a study, from which it plans how many it needs.

use std::time::Instant;

use crate::run::Plan;

/// Games of a pilot.
pub(crate) const PILOT: u64 = 2_000;

/// Number of blocks of the pilot of a plan.
pub(crate) fn pilot_blocks(plan: &Plan) -> u64 {
    PILOT.div_ceil(plan.seatings().len() as u64).min(plan.blocks())
}

/// How fast games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The games of the pilot.
    pub(crate) games: u64,
    /// The seconds that they took.
    pub(crate) seconds: f64,
}

impl Pace {
    /// The pace of games that began at this moment and end now.
    pub(crate) fn since(begun: Instant, games: u64) -> Pace {
        Pace { games, seconds: begun.elapsed().as_secs_f64() }
    }

    /// The seconds of this number of games.
    pub(crate) fn seconds_of(self, games: f64) -> f64 {
        games * self.seconds / self.games.max(1) as f64
    }
}
