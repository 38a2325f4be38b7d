//! The run: plays a plan in parallel and adds up integer tallies.

mod advice;
mod calibrate;
mod check;
mod compare;
mod coverage;
mod deals;
mod engine;
mod impact;
mod sweep;
pub mod tally;
mod tune;

pub(crate) use advice::verb_words;
pub use advice::{Advising, Deviation, Deviations, InBlock, deviations};
pub(crate) use calibrate::{Duels, Repeats, Repetition};
pub use check::more_deals::Further;
pub(crate) use check::more_deals::FurtherDeals;
pub use check::pair_sums::PairSums;
pub(crate) use check::pair_sums::{PairCount, PairCounter, PairedTitle};
pub use check::pairs::{Arm, Before, Pairing, Pairs, RunControl};
pub(crate) use compare::{BlockResult, MAX_STRATEGIES};
pub use compare::{Contest, ContestControl, ContestCrew, ContestKind, Group, LOOK, Results, SeatedStrategy};
pub use coverage::firings::{Firing, FiringCount, Firings, firings};
pub(crate) use coverage::trials::{KnownGames, Replay, trials};
#[cfg(test)]
pub(crate) use deals::hands::Dealt;
pub(crate) use deals::hands::Holding;
pub use deals::hands::{Hands, deals_any};
pub(crate) use deals::search::{DealSearch, FURTHER, FoundDeals, cards_of};
pub use engine::draw_odds::Expected;
pub use engine::error::RunError;
pub use engine::game_result::Played;
pub use engine::game_sums::GameSums;
pub use engine::kept::{GameKey, GameStore, Kept};
pub use engine::plan::{Plan, PlanError};
pub(crate) use engine::runner::Listing;
pub use engine::runner::{Blocks, Crew, Finished};
pub use engine::stopped::{Busiest, busiest_card};
pub(crate) use engine::tables::state_bytes;
pub use engine::worker::GameRow;
pub(crate) use impact::partner_key;
pub use impact::{DrawCrew, FirstDraw, Followed, FollowedDraws};
pub(crate) use sweep::{FirstGames, Series};
pub use tally::Tally;
pub(crate) use tune::BlockDifferences;
pub use tune::{Generation, Search, SearchPlan, TrialControl, Trials, Tuner};
