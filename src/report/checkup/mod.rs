//! The report of a checkup: is a set healthy?

mod games;
mod measures;
mod next;
mod ranges;
mod report;
mod rows;
mod targets;
mod text;

pub use super::range::{Basis, CheckupRow, RangeVerdict, Side, Unit};
pub(crate) use games::{CheckupGames, Robust};
pub(in crate::report) use measures::measures;
pub(crate) use measures::{GAMES, PART_GAMES};
pub use ranges::{RangeRow, ranges_of};
pub use report::CheckupReport;
pub(crate) use report::checkup_of_run;
pub use rows::{CheckupCardRow, Health};
