//! Searches for better settings.

mod differences;
mod evolution;
mod search;
mod trial;
pub(super) mod tuner;

pub(crate) use differences::BlockDifferences;
pub(crate) use search::Generation;
pub use search::{Search, SearchPlan};
pub use trial::TrialControl;
pub(crate) use trial::Trials;
pub use tuner::*;
