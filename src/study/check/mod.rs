//! `check`: decides whether an edit of the cards shifted the balance.

pub(crate) mod baseline;
mod course;
mod forecast;
mod gates;
mod play;
mod request;

pub use baseline::BaselineRequest;
pub use request::{CheckRequest, CheckResult};
pub(crate) use request::{GAMES, MARGIN, POWER, check_margin, check_power};
