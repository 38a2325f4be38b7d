//! `trace`: one game in words or as JSON lines, and how often an adviser would choose differently in many games.

mod advice;
mod adviser;
pub(super) mod game;
mod request;

pub use advice::{AdviceRequest, AdviceResult};
pub(crate) use adviser::ADVISER;
pub use adviser::AdviserRequest;
pub use request::TraceRequest;
