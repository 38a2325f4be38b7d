//! Contests of strategies.

mod block_result;
pub(super) mod contest;
mod play;
mod results;
mod sample;

pub(crate) use block_result::BlockResult;
pub use block_result::{Group, SeatedStrategy};
pub use contest::*;
pub use play::{ContestControl, ContestCrew, LOOK};
pub use results::Results;
pub(crate) use sample::PlayedBlock;
