//! The history of a deck: its metrics, version by version.

pub mod changes;
pub mod entry;
mod file;
mod picture;
mod text;

pub use changes::{HistoryReport, HistoryRow};
pub(crate) use entry::Version;
pub use entry::{HistoryEntry, HistoryMetric};
pub(crate) use file::{append, parse};
