//! Contests of strategies.

pub(super) mod contest;
mod play;
mod results;

pub use contest::*;
pub use play::{ContestControl, ContestCrew, LOOK};
pub(crate) use results::BlockResult;
pub use results::{Group, Results, SeatedStrategy};
