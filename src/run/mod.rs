//! The run: a plan is played in parallel and folded into integer tallies.

mod crew;
mod deals;
mod live;
mod pairs;
mod plan;
mod signature;
pub mod tally;
mod worker;

pub use crew::{Crew, Finished, Listing, RunError};
pub use deals::{Dealt, Hands};
pub use pairs::{Arm, Pairing, Pairs, Played};
pub use plan::{Chairs, Plan, PlanError};
pub use tally::Tally;
pub use worker::GameRow;
