//! Tallies: the counts of a run, in integers only, so the order of addition has no effect. No sum of ten billion games of
//! any deck exceeds its type.

mod cards;
mod counts;
mod draws;
mod openings;
mod plays;
mod questions;
mod strata;
mod sums;
mod tally;
mod win;

pub(crate) use cards::Handling;
pub use cards::{Handled, Sheet};
pub(crate) use counts::Ratio;
pub use counts::{COUNTS, Count, Counts, METRICS, RATIOS, metric_name};
pub(crate) use draws::{DrawSums, TitleDraws};
pub use draws::{DrawTally, Drawer, Draws, FINE, WAYS, Way};
pub(crate) use openings::OpeningSums;
pub use openings::Openings;
pub(crate) use plays::{OptionalPlay, Plays, TitlePlays};
pub(crate) use questions::{QUESTIONS, question_index, question_name};
pub use strata::Strata;
pub(crate) use strata::StrataTally;
pub use tally::{Shape, Tally};
pub use win::WIN;
pub(crate) use win::share_of_win;
