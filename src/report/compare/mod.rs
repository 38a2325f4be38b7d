//! The report of a comparison of strategies.

pub mod contest;
mod files;
mod picture;
mod restrictions;
mod stored;
mod text;

pub use contest::*;
pub(crate) use restrictions::write_restrictions;
pub use restrictions::{RestrictionRow, RestrictionsManifest};
pub(crate) use stored::{BlockRow, stored_results};
pub use stored::{CompareManifest, ContestSettings};
