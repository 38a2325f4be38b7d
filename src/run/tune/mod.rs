//! Searches for better settings.

mod differences;
mod evolution;
mod search;
mod trial;
pub(super) mod tuner;

pub(crate) use differences::BlockDifferences;
pub use search::{Generation, Search, SearchPlan};
pub use trial::{TrialControl, Trials};
pub use tuner::*;
