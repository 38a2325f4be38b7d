//! Contests of strategies.

pub(super) mod contest;
mod play;
mod results;
mod sample;

pub use contest::*;
pub use play::{ContestControl, ContestCrew, LOOK};
pub(crate) use results::BlockResult;
pub use results::{Group, Results, SeatedStrategy};
pub(crate) use sample::PlayedBlock;
