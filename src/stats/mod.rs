//! Statistics: estimates with intervals, as pure functions of tallies.
//!
//! The sample unit is the block: all seatings of one shuffle are one cluster.

mod estimate;
mod moments;
mod opening;
mod rates;
mod summary;

pub use estimate::{Estimate, Z95, wilson};
pub use moments::{Moments, mean_per_game, ratio};
pub use opening::{Opening, opening_values};
pub use rates::{Rate, position_rate, strategy_rate};
pub use summary::{Metric, count_per_game, summary};
