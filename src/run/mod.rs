//! The run: plays a plan in parallel and adds up integer tallies.

mod batches;
mod company;
mod contest;
mod crew;
mod deals;
mod deviations;
mod draws;
mod error;
mod firings;
mod further;
mod live;
mod pairs;
mod plan;
mod played;
mod repeats;
mod risk;
mod series;
mod signature;
mod stopped;
pub mod tally;
mod trials;
mod tuning;
mod witness;
mod worker;

pub use contest::{
    BlockResult, Contest, ContestControl, ContestCrew, ContestKind, Group, LOOK, MAX_STRATEGIES, Results,
    SeatedStrategy,
};
pub use crew::{Blocks, Crew, Finished, Listing};
pub use deals::{Dealt, Hands, deals_any};
pub use deviations::{Advising, Deviation, Deviations, InBlock, deviations, verb_words};
pub use draws::{DrawCrew, FirstDraw, Followed, FollowedDraws, partner_key};
pub use error::RunError;
pub use firings::{Firing, Firings, firings};
pub use further::{Deals, Further, FurtherDeals};
pub use pairs::{Arm, Before, Pairing, Pairs, RunControl};
pub use plan::{Plan, PlanError, Seating};
pub use played::Played;
pub use repeats::{Duels, Repeats, Repetition};
pub use risk::Expected;
pub use series::{FirstGames, Series};
pub use stopped::{Busiest, busiest_card};
pub use tally::Tally;
pub use trials::{KnownGames, Replay, trials};
pub use tuning::{BlockDifferences, Generation, Search, SearchPlan, Trial, TrialControl, Trials, Tuner};
pub use worker::GameRow;
