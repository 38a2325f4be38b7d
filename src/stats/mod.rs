//! Statistics: estimates with intervals, as pure functions of tallies.
//!
//! The sample unit is the block: all seatings of one shuffle are one cluster.

mod calibrate;
mod check;
mod compare;
mod impact;
mod maths;
mod run;
mod sweep;
mod tune;

pub use calibrate::coverage::{Coverage, Worst, coverage, coverage_at_once};
pub use calibrate::kinds::{Compared, INTERVAL_KINDS, IntervalKind, Sheets};
pub use check::gate::{FALSE_ALARM, Looks, MIN_DIFFERENT, SPREAD, Verdict, shift_p, verdicts};
pub use check::paired::{Difference, PairedGames};
pub use check::paired_openings::OpeningChange;
pub use compare::ladder::{Ladder, Rating, Standing, ladder};
pub use compare::pairwise::{Pair, cycle, pairs};
pub use compare::plackett_luce::{Entrant, Race, Strengths, plackett_luce};
pub use compare::scores::{ELO, Scores};
pub use compare::sprt::{EloScale, Hypothesis, Sprt};
pub use impact::agreement::{Agreement, EstimatePair, rank_agreement, spearman};
pub use impact::draws::{DrawValue, Drawn, draw_values, exchange_value, more_blocks_for_draws};
pub use maths::clusters::{ClusteredRatio, clustered_ratio};
pub use maths::distributions::{
    ChiSquare, beta_quantile, f_tail, normal_cdf, normal_quantile, normal_tail, t_of, t_tail, z_of,
};
pub use maths::equivalence::{Tost, tost};
pub use maths::estimate::{Estimate, Z95, wilson};
pub use maths::moments::{Moments, mean_per_game, ratio};
pub use maths::multiplicity::{benjamini_hochberg, holm, simultaneous_level};
pub use maths::proportions::clopper_pearson;
pub use maths::sample_size::sample_size;
pub use maths::sequence::{Msprt, confidence_sequence_normal, mixture_variance, msprt};
pub use maths::shrink::{Shrinkage, Shrunk, ends, shrink, shrink_groups};
pub use maths::special::{incomplete_beta, lambert_w_lower, upper_gamma};
pub use run::block_figures::{Figure, PlayedGames};
pub use run::descriptive_rates::{handled_rate, unseen_rate};
pub use run::equal_chances::{equal_chances, equal_means};
pub use run::opening::{Opening, more_blocks, opening_values, opening_values_by};
pub use run::rates::{Rate, contest_rate, position_rate, strategy_rate};
pub use run::seat_fairness::seat_fairness;
pub use run::summary::{Metric, count_per_game, summary};
pub use sweep::response::{Balance, Response};
pub use sweep::targets::{Aim, aims};
pub use tune::{generation_rate, paired_rate, rotation_rate};
