//! The report of card values.

pub mod against;
pub mod agreement;
pub mod blank;
pub mod card;
pub mod forest;
pub mod interval;
pub mod pair;
pub mod pairs;
pub mod plays;
pub(crate) mod report;
pub mod robust;
pub(crate) mod sentence;
pub mod values;
pub mod witness;

pub use interval::Interval;
pub use report::ImpactReport;
pub use robust::{Dependence, RobustRow};
pub use values::*;
pub use witness::WitnessRow;
