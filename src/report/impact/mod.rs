//! The report of card values.

pub mod agreement;
pub mod blank;
pub mod card;
pub mod forest;
pub mod pair;
pub mod pairs;
pub mod plays;
pub(crate) mod report;
pub mod values;

pub use report::ImpactReport;
pub use values::*;
