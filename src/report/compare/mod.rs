//! The report of a comparison of strategies.

pub mod contest;
mod files;
mod head_to_head;
mod picture;
mod restrictions;
mod stored;
mod text;

pub use contest::*;
pub use restrictions::RestrictionRow;
pub(crate) use restrictions::write_restrictions;
pub(crate) use stored::{BlockRow, SampleRow, stored_results};
