//! The run: a plan is played in parallel and folded into integer tallies.

mod crew;
mod deals;
mod live;
mod pairs;
mod plan;
mod played;
mod signature;
pub mod tally;
mod worker;

pub use crew::{Crew, Finished, Listing, RunError};
pub use deals::{Dealt, Hands};
pub use pairs::{Arm, Before, Pairing, Pairs, Watch};
pub use plan::{Chairs, Plan, PlanError};
pub use played::Played;
pub use tally::Tally;
pub use worker::GameRow;
