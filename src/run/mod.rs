//! The run: a plan is played in parallel and folded into integer tallies.

mod batches;
mod company;
mod crew;
mod deals;
mod draws;
mod exchange;
mod live;
mod pairs;
mod plan;
mod series;
mod signature;
pub mod tally;
mod worker;

pub use crew::{Crew, Finished, Listing, RunError};
pub use deals::opening_deals;
pub use draws::{DrawCrew, Followed, FollowedDraws, partner_key};
pub use exchange::Exchange;
pub use pairs::{Arm, Pairing, Pairs, Played};
pub use plan::{Chairs, Plan, PlanError};
pub use series::{FirstGames, Series};
pub use tally::Tally;
pub use worker::GameRow;
