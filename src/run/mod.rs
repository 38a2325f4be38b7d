//! The run: a plan is played in parallel and folded into integer tallies.

mod crew;
mod live;
mod plan;
mod signature;
pub mod tally;
mod worker;

pub use crew::{Crew, Finished, Listing, RunError};
pub use plan::{Chairs, Plan, PlanError};
pub use tally::Tally;
pub use worker::GameRow;
