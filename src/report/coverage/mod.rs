//! The report of a coverage: what happens with each card, and the parts on which no game depends.

mod counts;
mod inert;

pub(crate) use counts::reason_for;
pub use counts::{CoverageReport, CoverageRow};
pub use inert::{InertReport, InertRow, InertVerdict};
