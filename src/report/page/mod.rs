//! A page: results as one HTML file.

mod card;
mod check;
mod checkup;
mod compare;
mod impact;
pub(crate) mod model;
mod numbers;
mod render;
pub(crate) mod result;
mod run;
mod sweep;
mod tune;

pub use result::{PageError, PageResult, page};
