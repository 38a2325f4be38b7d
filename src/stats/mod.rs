//! Statistics: estimates with intervals, as pure functions of tallies.
//!
//! The sample unit is the block: all seatings of one shuffle are one cluster.

mod agreement;
mod aims;
mod calibration;
mod clusters;
mod confidence_sequence;
mod coverage;
mod distributions;
mod draws;
mod equal_chances;
mod equivalence;
mod estimate;
mod excess;
mod figures;
mod gate;
mod handled;
mod ladder;
mod matrix;
mod moments;
mod multiplicity;
mod opening;
#[cfg(test)]
mod opening_bench;
mod opening_figures;
mod paired;
mod paired_openings;
mod pairwise;
mod plackett_luce;
mod proportions;
mod rates;
mod response;
mod sample_size;
mod scores;
mod sequence;
mod shrink;
mod special;
mod sprt;
mod summary;
mod tables;
mod tuning;

pub use agreement::{Agreement, EstimatePair, rank_agreement, spearman};
pub use aims::{Aim, aims};
pub use calibration::{Compared, INTERVAL_KINDS, IntervalKind, Sheets};
pub use clusters::{ClusteredRatio, clustered_ratio};
pub use coverage::{Coverage, Worst, coverage, coverage_at_once};
pub use distributions::{
    ChiSquare, beta_quantile, f_tail, normal_cdf, normal_quantile, normal_tail, t_of, t_tail, z_of,
};
pub use draws::{DrawValue, Drawn, draw_values, exchange_value, more_blocks_for_draws};
pub use equal_chances::{equal_chances, equal_means};
pub use equivalence::{Tost, tost};
pub use estimate::{Estimate, Z95, wilson};
pub use figures::{Figure, PlayedGames};
pub use gate::{FALSE_ALARM, Looks, MIN_DIFFERENT, SPREAD, Verdict, shift_p, verdicts};
pub use handled::{handled_rate, unseen_rate};
pub use ladder::{Ladder, Rating, Standing, ladder};
pub use moments::{Moments, mean_per_game, ratio};
pub use multiplicity::{benjamini_hochberg, holm, simultaneous_level};
pub use opening::{Opening, more_blocks, opening_values, opening_values_by};
pub use paired::{Difference, PairedGames};
pub use paired_openings::OpeningChange;
pub use pairwise::{Pair, cycle, pairs};
pub use plackett_luce::{Entrant, Race, Strengths, plackett_luce};
pub use proportions::clopper_pearson;
pub use rates::{Rate, contest_rate, position_rate, strategy_rate};
pub use response::{Balance, Response};
pub use sample_size::sample_size;
pub use scores::{ELO, Scores};
pub use sequence::{Msprt, confidence_sequence_normal, mixture_variance, msprt};
pub use shrink::{Shrinkage, Shrunk, ends, shrink, shrink_groups};
pub use special::{incomplete_beta, lambert_w_lower, upper_gamma};
pub use sprt::{EloScale, Hypothesis, Sprt};
pub use summary::{Metric, count_per_game, summary};
pub use tables::seat_fairness;
pub use tuning::{generation_rate, paired_rate, rotation_rate};
