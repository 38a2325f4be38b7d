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

pub use advice::{Advising, Deviations, deviations};
pub(crate) use advice::{Deviation, InBlock, verb_words};
pub(crate) use calibrate::{Duels, Repeats, Repetition};
#[cfg(test)]
pub(crate) use check::deals::Dealt;
pub(crate) use check::deals::Hands;
pub use check::deals::deals_any;
pub(crate) use check::more_deals::{Further, FurtherDeals};
pub use check::pairs::{Arm, Before, Pairing, Pairs, RunControl};
pub(crate) use compare::{BlockResult, Group, MAX_STRATEGIES};
pub use compare::{Contest, ContestControl, ContestCrew, ContestKind, LOOK, Results, SeatedStrategy};
pub(crate) use coverage::firings::Firings;
pub use coverage::firings::{Firing, FiringCount, firings};
pub(crate) use coverage::trials::{KnownGames, Replay, trials};
pub(crate) use engine::draw_odds::Expected;
pub(crate) use engine::error::RunError;
pub use engine::game_result::Played;
pub use engine::plan::Plan;
pub(crate) use engine::plan::PlanError;
pub(crate) use engine::runner::{Blocks, Listing};
pub use engine::runner::{Crew, Finished};
pub(crate) use engine::stopped::Busiest;
pub use engine::stopped::busiest_card;
pub use engine::worker::GameRow;
pub use impact::{DrawCrew, FirstDraw, Followed};
pub(crate) use impact::{FollowedDraws, partner_key};
pub(crate) use sweep::{FirstGames, Series};
pub use tally::Tally;
pub(crate) use tune::{BlockDifferences, Generation, Trials};
pub use tune::{Search, SearchPlan, TrialControl, Tuner};
