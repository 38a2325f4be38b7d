//! The report of card values.

pub mod agreement;
pub mod forest;
pub mod plays;
pub mod values;

pub use values::*;
