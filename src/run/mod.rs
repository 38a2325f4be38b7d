//! The run: plays a plan in parallel and adds up integer tallies.

mod advice;
mod calibrate;
mod check;
mod compare;
mod coverage;
mod engine;
mod impact;
mod sweep;
pub mod tally;
mod tune;

pub use advice::{Advising, Deviation, Deviations, InBlock, deviations, verb_words};
pub use calibrate::{Duels, Repeats, Repetition};
pub use check::deals::{Dealt, Hands, deals_any};
pub use check::more_deals::{Deals, Further, FurtherDeals};
pub use check::pairs::{Arm, Before, Pairing, Pairs, RunControl};
pub use compare::{
    BlockResult, Contest, ContestControl, ContestCrew, ContestKind, Group, LOOK, MAX_STRATEGIES, Results,
    SeatedStrategy,
};
pub use coverage::firings::{Firing, FiringCount, Firings, firings};
pub use coverage::trials::{KnownGames, Replay, trials};
pub use engine::draw_odds::Expected;
pub use engine::error::RunError;
pub use engine::game_result::Played;
pub use engine::plan::{Plan, PlanError, Seating};
pub use engine::runner::{Blocks, Crew, Finished, Listing};
pub use engine::stopped::{Busiest, busiest_card};
pub use engine::worker::GameRow;
pub use impact::{DrawCrew, FirstDraw, Followed, FollowedDraws, partner_key};
pub use sweep::{FirstGames, Series};
pub use tally::Tally;
pub use tune::{BlockDifferences, Generation, Search, SearchPlan, Trial, TrialControl, Trials, Tuner};
