//! The report of a comparison of strategies.

pub mod contest;
mod files;
mod picture;
mod restrictions;
mod stored;
mod text;

pub use contest::*;
pub use picture::picture;
pub use restrictions::{RestrictionRow, RestrictionsManifest, write_restrictions};
pub use stored::{BlockRow, CompareManifest, ContestSettings, StoredError, stored_results};
