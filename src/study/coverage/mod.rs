//! `coverage`: counts how often cards are held and played and how often their parts take effect, and finds the parts on
//! which no game depends.

mod perturb;
mod request;

pub use perturb::PerturbResult;
pub(crate) use request::GAMES;
pub use request::{CoverageRequest, CoverageResult};
