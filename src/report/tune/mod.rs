//! The report of a search for settings.

mod files;
pub(in crate::report) mod picture;
mod profile;
pub mod search;
mod stored;

pub(crate) use profile::tuned_profile;
pub use search::*;
pub(crate) use stored::{STATE, stored_search, table, title};
