//! Proposals: random changes of one to three settings.

use super::moves::{Move, range};
use super::search::{Search, VARIANTS};
use crate::random::{below, mix};
use crate::strategy::Setting;

/// Attempts to find a variant that differs from all others.
const TRIES: usize = 100;

/// Random numbers of a generation.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = mix(self.0);
        u64::from(below(self.0, bound.min(u64::from(u32::MAX)) as u32))
    }
}

/// A random change of one to three settings.
fn random_move(search: &Search, settings: &[Setting], random: &mut Random) -> Move {
    let count = [1, 1, 2, 3][random.below(4) as usize].min(settings.len());
    let mut changes: Vec<(usize, i64)> = Vec::new();
    while changes.len() < count {
        let setting = random.below(settings.len() as u64) as usize;
        if changes.iter().all(|(other, _)| *other != setting) {
            let distance = distance(&settings[setting], search.positions[setting], search.steps[setting], random);
            changes.push((setting, distance));
        }
    }
    Move(changes)
}

/// A random distance: usually a quarter to twice the step, sometimes to any position of the range.
fn distance(setting: &Setting, position: i64, step: i64, random: &mut Random) -> i64 {
    if setting.is_switch() {
        return if position > setting.low { -1 } else { 1 };
    }
    if random.below(8) == 0 {
        return setting.low.saturating_add(random.below(range(setting) as u64 + 1) as i64).saturating_sub(position);
    }
    let size = (step * (1 << random.below(4)) / 4).max(1);
    if random.below(2) == 0 { size } else { -size }
}

impl Search {
    /// The variants of the next generation with their positions: the leads of the last one, then random changes.
    pub fn proposals(&self, settings: &[Setting], seed: u64) -> Vec<(Move, Vec<i64>)> {
        let mut random = Random(mix(mix(seed).wrapping_add(self.history.len() as u64)));
        let mut proposed: Vec<(Move, Vec<i64>)> = Vec::new();
        let propose = |change: Move, proposed: &mut Vec<(Move, Vec<i64>)>| {
            let positions = change.applied(&self.positions, settings);
            let known = proposed.iter().any(|(_, other)| *other == positions);
            if positions != self.positions && !known {
                proposed.push((change, positions));
            }
        };
        self.leads.iter().for_each(|lead| propose(lead.clone(), &mut proposed));
        for _ in 0..TRIES {
            if proposed.len() as u64 == VARIANTS {
                break;
            }
            propose(random_move(self, settings, &mut random), &mut proposed);
        }
        proposed
    }
}

/// The next steps: those of the accepted variant double, those of variants that dropped out first shrink by an eighth.
pub(super) fn resized(
    search: &Search,
    settings: &[Setting],
    moves: &[(Move, Vec<i64>)],
    survived: impl Fn(usize) -> bool,
    accepted: Option<usize>,
) -> Vec<i64> {
    let mut steps = search.steps.clone();
    for (place, (change, _)) in moves.iter().enumerate() {
        for &(setting, _) in &change.0 {
            let step = steps[setting];
            let most = (range(&settings[setting]) / 2).clamp(1, i64::from(i32::MAX));
            steps[setting] = match accepted {
                Some(winner) if winner == place => step.saturating_mul(2).min(most),
                _ if survived(place) => step,
                _ => (step - step.div_euclid(8)).max(1),
            };
        }
    }
    steps
}
