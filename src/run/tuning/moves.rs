//! `Move`: changes of settings.

use serde::{Deserialize, Serialize};

use crate::strategy::Setting;

/// The first step of a setting: one part of this many of its range.
const FIRST_PART: i64 = 16;
/// Minimum of the first step of a wide range.
const FIRST_LEAST: i64 = 8;

/// Changes of settings: their indices and distances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move(pub Vec<(usize, i64)>);

/// The first step of a setting: a part of its range, but not far beyond its value.
pub(super) fn first_step(setting: &Setting, position: i64) -> i64 {
    let near = position.saturating_abs().clamp(FIRST_LEAST, i64::from(u16::MAX));
    (range(setting) / FIRST_PART).clamp(1, near)
}

/// Distance between the limits of a setting.
pub(super) fn range(setting: &Setting) -> i64 {
    setting.high.saturating_sub(setting.low)
}

impl Move {
    /// The positions after the changes, inside the limits.
    pub(super) fn applied(&self, positions: &[i64], settings: &[Setting]) -> Vec<i64> {
        let mut moved = positions.to_vec();
        for &(setting, distance) in &self.0 {
            let Setting { low, high, .. } = settings[setting];
            moved[setting] = moved[setting].saturating_add(distance).clamp(low, high);
        }
        moved
    }
}
