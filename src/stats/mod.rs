//! Statistics: estimates with intervals, as pure functions of tallies.
//!
//! The sample unit is the block: all seatings of one shuffle are one cluster.

mod calibrate;
mod check;
mod checkup;
mod compare;
mod history;
mod impact;
mod maths;
mod run;
mod sweep;
mod tune;

pub(crate) use calibrate::coverage::{Coverage, Worst, coverage, coverage_at_once};
#[cfg(test)]
pub(crate) use calibrate::kinds::no_sheets;
pub(crate) use calibrate::kinds::{Compared, INTERVAL_KINDS, IntervalKind, Sheets};
pub(crate) use check::batches::named_changes;
pub use check::gate::Verdict;
pub(crate) use check::gate::{FALSE_ALARM, Looks, MIN_DIFFERENT, SPENT, shift_p, verdicts};
pub(crate) use check::paired::{Difference, PairedGames};
pub(crate) use check::paired_openings::{OpeningChange, PairedSums};
pub use check::target::TargetState;
pub(crate) use check::target::{Target, intervals_at_once};
pub(crate) use checkup::{differences_by_players, prediction};
pub use compare::ladder::{Ladder, Rating, Standing, ladder};
pub(crate) use compare::pairwise::{Pair, cycle, pairs};
pub use compare::plackett_luce::{Entrant, Race, Strengths, plackett_luce};
pub use compare::scores::{ELO, Scores};
pub use compare::sprt::{EloScale, Hypothesis, Sprt};
pub(crate) use history::difference_at_once;
pub(crate) use impact::across::{AcrossTables, across_tables};
pub(crate) use impact::agreement::{EstimatePair, rank_agreement};
pub use impact::draws::{DrawValue, Drawn, draw_values, exchange_value};
pub(crate) use impact::draws::{blocks_for_draws, more_blocks_for_draws};
pub(crate) use impact::interaction::{HandKind, NeededHands, PairGames, PairValue};
pub(crate) use impact::screening::{ScreenedPair, screened_pairs};
pub use maths::clusters::{ClusteredRatio, clustered_ratio};
pub use maths::distributions::{ChiSquare, z_of};
pub use maths::equivalence::{Tost, tost};
pub(crate) use maths::estimate::Z95;
pub use maths::estimate::{Estimate, wilson};
pub(crate) use maths::multiplicity::simultaneous_level;
pub use maths::multiplicity::{benjamini_hochberg, holm};
pub use maths::proportions::clopper_pearson;
pub use maths::sample_size::sample_size;
pub(crate) use maths::shrink::{Shrunk, shrink_groups};
pub(crate) use run::block_figures::{Figure, PlayedGames};
pub(crate) use run::descriptive_rates::{handled_rate, unseen_rate};
pub(crate) use run::equal_chances::equal_chances;
pub use run::equal_chances::equal_means;
pub use run::opening::{Opening, opening_values};
pub(crate) use run::opening::{blocks_for, more_blocks, opening_values_by};
pub(crate) use run::opening_figures::{DealtGames, NeededBlocks};
pub use run::rates::{Rate, strategy_rate};
pub(crate) use run::rates::{contest_rate, position_rate};
pub use run::seat_fairness::seat_fairness;
pub(crate) use run::summary::fights_won;
pub use run::summary::{Metric, MetricKind, named_metrics, summary};
pub use sweep::response::Balance;
pub(crate) use sweep::response::Response;
pub(crate) use sweep::targets::{Aim, aims};
pub(crate) use tune::{generation_rate, paired_rate, rotation_rate};
