//! Tallies: the counts of a run, in integers only, so the order of addition has no effect. No sum of ten billion games of
//! any deck exceeds its type.

mod cards;
mod counts;
mod draws;
mod fights;
mod lengths;
mod openings;
mod pairs;
mod plays;
mod questions;
mod race;
mod ratio_sums;
mod strata;
mod sums;
mod tally;
mod win;

pub use cards::{CardTally, Handled, Handling, Sheet};
pub use counts::{COUNTS, Count, CountTally, Counts, METRICS, RATIOS, Ratio, metric_name};
pub use draws::{DrawSums, DrawTally, Drawer, Draws, FINE, TitleDraws, WAYS, Way};
pub(crate) use fights::LEVELS;
pub use fights::{FightResult, FightTally, Fights};
pub use lengths::LengthTally;
pub use openings::{OpeningSums, OpeningTally, Openings};
pub use pairs::PairTally;
pub(crate) use pairs::{HandCounter, HandSums};
pub use plays::PlayTally;
pub(crate) use plays::{OptionalPlay, Plays, TitlePlays};
pub(crate) use questions::{question_index, question_name};
pub use race::{Mark, MarkSums, ROUNDS, Race, RaceTally};
pub use ratio_sums::RatioSums;
pub use strata::{Strata, StrataTally};
pub use tally::{Shape, Tally};
pub use win::WIN;
pub(crate) use win::share_of_win;
