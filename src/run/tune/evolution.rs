//! `Evolution`: the distribution from which a search draws its variants, by separable CMA-ES.
//!
//! Source: Ros and Hansen, "A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity", 2008. Only
//! sums, products, quotients and square roots are used, so all machines draw the same variants.

use serde::{Deserialize, Serialize};

use crate::random::mix;
use crate::strategy::Setting;

/// Number of variants in a generation.
// A constant of the search: it decides `WEIGHTS`.
pub(super) const VARIANTS: usize = 16;
/// Number of best variants that shape the next generation.
const PARENTS: usize = VARIANTS / 2;
/// Weights of the parents by place: in proportion to the logarithm of 8.5 / place.
// Typed in, not computed: a logarithm may differ in the last bit between machines, and a search must not.
const WEIGHTS: [f64; PARENTS] = [0.3284, 0.2221, 0.1598, 0.1157, 0.0814, 0.0535, 0.0298, 0.0093];
/// The step at the start, in standard deviations.
const FIRST_STEP: f64 = 0.7;
/// Maximum of the step, and of its inverse.
const MAX_STEP: f64 = 1000.0;
/// Divisor of the range of a setting for its standard deviation at the start.
const RANGE_PART: f64 = 32.0;
/// Divisor of its value for the same, if that gives more.
const VALUE_PART: f64 = 2.0;
/// Minimum standard deviation of a setting, in positions: one variant in twenty has another value.
const LEAST: f64 = 0.25;
/// Standard deviations by which a mean can be beyond a limit, so that few variants are inside. If the mean stopped at the limit, every
/// generation would push it in the same direction, so the step would grow.
const BEYOND: f64 = 2.0;
/// Uniform numbers whose sum is an almost normal number.
// The sum of twelve has variance 1. No logarithm and no cosine is needed, which differ between machines.
const UNIFORMS: usize = 12;

/// A normal distribution of variants; each setting varies on its own. The unit of a setting is a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Evolution {
    /// Mean of each setting.
    pub(super) mean: Vec<f64>,
    /// Factor of all standard deviations.
    pub(super) step: f64,
    /// Variance of each setting, without the step.
    variances: Vec<f64>,
    /// Recent moves of the mean in standard deviations, from which the step grows or shrinks.
    step_path: Vec<f64>,
    /// Recent moves of the mean in positions, from which the variances grow or shrink.
    variance_path: Vec<f64>,
}

/// A variant: normal numbers, one per setting.
pub(super) type Draw = Vec<f64>;

/// Learning rates for a number of settings.
struct Rates {
    /// Number of equal parents that would vary as much as the weighted ones.
    parents: f64,
    /// How fast `step_path` forgets.
    step_path: f64,
    /// Divisor of changes of the step.
    damping: f64,
    /// How fast `variance_path` forgets.
    variance_path: f64,
    /// Part of a new variance that comes from `variance_path`.
    by_path: f64,
    /// Part of a new variance that comes from the parents of one generation.
    by_parents: f64,
    /// Mean length of a vector of normal numbers.
    length: f64,
}

impl Rates {
    fn new(settings: usize) -> Rates {
        let n = settings as f64;
        let parents = 1.0 / WEIGHTS.iter().map(|weight| weight * weight).sum::<f64>();
        // All rates are the defaults of the source; those of the variances are larger by (n + 2) / 3, as only the
        // diagonal is learned.
        let step_path = (parents + 2.0) / (n + parents + 5.0);
        let faster = (n + 2.0) / 3.0;
        let by_path = (2.0 / ((n + 1.3) * (n + 1.3) + parents) * faster).min(1.0);
        let by_parents = 2.0 * (parents - 2.0 + 1.0 / parents) / ((n + 2.0) * (n + 2.0) + parents) * faster;
        Rates {
            parents,
            step_path,
            damping: 1.0 + 2.0 * (((parents - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_path,
            variance_path: (4.0 + parents / n) / (n + 4.0 + 2.0 * parents / n),
            by_path,
            by_parents: by_parents.min(1.0 - by_path),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }

    /// Factor of a move in a path that forgets at this rate, so that the length of the path keeps its mean.
    fn share(&self, rate: f64) -> f64 {
        (rate * (2.0 - rate) * self.parents).sqrt()
    }
}

/// The weighted mean of a value over the parents.
fn weighted(ranked: &[&Draw], value: impl Fn(&Draw) -> f64) -> f64 {
    WEIGHTS.iter().zip(ranked).map(|(weight, draw)| weight * value(draw)).sum()
}

/// The standard deviation of a setting at the start, in positions.
fn first_deviation(setting: &Setting, position: i64) -> f64 {
    let by_value = position.saturating_abs() as f64 / VALUE_PART;
    (range(setting) / RANGE_PART).max(by_value.min(range(setting) / 2.0)).max(1.0)
}

fn range(setting: &Setting) -> f64 {
    setting.high.saturating_sub(setting.low) as f64
}

/// The nearest positions inside the limits.
fn rounded(settings: &[Setting], values: impl Iterator<Item = f64>) -> Vec<i64> {
    let all = settings.iter().zip(values);
    all.map(|(setting, value)| (value.round() as i64).clamp(setting.low, setting.high)).collect()
}

/// `e` to the power of a small number.
fn exp(power: f64) -> f64 {
    let x = power.clamp(-1.0, 1.0);
    // The first terms of the series: exact enough for a step that changes slowly, and the same on every machine.
    1.0 + x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0)))
}

/// Random numbers of a generation.
struct Random(u64);

impl Random {
    /// An almost normal number, between -6 and 6.
    fn normal(&mut self) -> f64 {
        let mut uniform = || {
            self.0 = mix(self.0);
            // 53 bits, as many as a `f64` has, so the conversion is exact.
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..UNIFORMS).map(|_| uniform()).sum::<f64>() - UNIFORMS as f64 / 2.0
    }
}

impl Evolution {
    /// The distribution around these positions.
    pub(super) fn new(settings: &[Setting], positions: &[i64]) -> Evolution {
        let deviations = settings.iter().zip(positions).map(|(setting, position)| first_deviation(setting, *position));
        Evolution {
            mean: positions.iter().map(|position| *position as f64).collect(),
            step: FIRST_STEP,
            variances: deviations.map(|deviation| deviation * deviation).collect(),
            step_path: vec![0.0; settings.len()],
            variance_path: vec![0.0; settings.len()],
        }
    }

    /// The variants of a generation.
    pub(super) fn draw(&self, seed: u64, generation: usize) -> Vec<Draw> {
        let mut random = Random(mix(mix(seed).wrapping_add(generation as u64)));
        (0..VARIANTS).map(|_| self.mean.iter().map(|_| random.normal()).collect()).collect()
    }

    /// The positions of the mean.
    pub(super) fn positions(&self, settings: &[Setting]) -> Vec<i64> {
        rounded(settings, self.mean.iter().copied())
    }

    /// The positions of a variant.
    pub(super) fn positions_of(&self, draw: &Draw, settings: &[Setting]) -> Vec<i64> {
        let moved = draw.iter().zip(&self.variances).map(|(normal, variance)| self.step * variance.sqrt() * normal);
        rounded(settings, self.mean.iter().zip(moved).map(|(mean, moved)| mean + moved))
    }

    /// Moves the distribution towards the best variants. `ranked` has all of them, the best first; `generation` is the
    /// number of generations before this one.
    pub(super) fn learn(&mut self, ranked: &[&Draw], generation: usize, settings: &[Setting]) {
        let rates = Rates::new(settings.len());
        let length = self.extend_step_path(ranked, &rates) / rates.length;
        // A power by multiplication: the library's function may differ between machines.
        let forgotten: f64 = (0..2 * (generation + 1)).map(|_| 1.0 - rates.step_path).product();
        // While the step still grows quickly, long moves would enlarge the variances as well. The numbers are those of
        // the source.
        let is_steady = length / (1.0 - forgotten).sqrt() < 1.4 + 2.0 / (settings.len() as f64 + 1.0);
        for setting in 0..settings.len() {
            self.learn_setting(setting, ranked, &rates, is_steady);
        }
        let grown = self.step * exp(rates.step_path / rates.damping * (length - 1.0));
        self.step = grown.clamp(1.0 / MAX_STEP, MAX_STEP);
        self.limit(settings);
    }

    /// Adds this move of the mean to `step_path`. Returns the length of the path.
    fn extend_step_path(&mut self, ranked: &[&Draw], rates: &Rates) -> f64 {
        let mut square = 0.0;
        for (setting, path) in self.step_path.iter_mut().enumerate() {
            let moved = weighted(ranked, |draw| draw[setting]);
            *path = (1.0 - rates.step_path) * *path + rates.share(rates.step_path) * moved;
            square += *path * *path;
        }
        square.sqrt()
    }

    /// Moves the mean of a setting and changes its variance. A jump that is not `is_steady` does not extend `variance_path`.
    fn learn_setting(&mut self, setting: usize, ranked: &[&Draw], rates: &Rates, is_steady: bool) {
        let variance = self.variances[setting];
        let moved = variance.sqrt() * weighted(ranked, |draw| draw[setting]);
        self.mean[setting] += self.step * moved;
        let path = &mut self.variance_path[setting];
        *path *= 1.0 - rates.variance_path;
        if is_steady {
            *path += rates.share(rates.variance_path) * moved;
        }
        let squares = variance * weighted(ranked, |draw| draw[setting] * draw[setting]);
        let kept = (1.0 - rates.by_path - rates.by_parents) * variance;
        self.variances[setting] = kept + rates.by_path * *path * *path + rates.by_parents * squares;
    }

    /// Keeps means near the limits or inside, and standard deviations between a part of a position and the range.
    fn limit(&mut self, settings: &[Setting]) {
        for (place, setting) in settings.iter().enumerate() {
            let deviation = (self.step * self.variances[place].sqrt()).clamp(LEAST, range(setting).max(1.0));
            self.variances[place] = (deviation / self.step) * (deviation / self.step);
            let beyond = BEYOND * deviation;
            self.mean[place] = self.mean[place].clamp(setting.low as f64 - beyond, setting.high as f64 + beyond);
        }
    }

    /// Whether it can be a distribution of these settings.
    pub(super) fn is_possible(&self, settings: &[Setting]) -> bool {
        let all = [&self.mean, &self.variances, &self.step_path, &self.variance_path];
        all.iter().all(|numbers| numbers.len() == settings.len() && numbers.iter().all(|number| number.is_finite()))
            && self.variances.iter().all(|variance| *variance > 0.0)
            && self.step.is_finite()
            && self.step > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learn_for(generations: usize, settings: &[Setting], start: &[i64], value: impl Fn(&[i64]) -> i64) -> Evolution {
        let mut evolution = Evolution::new(settings, start);
        for generation in 0..generations {
            let draws = evolution.draw(1, generation);
            let mut all: Vec<(i64, &Draw)> = Vec::new();
            for draw in &draws {
                let positions = evolution.positions_of(draw, settings);
                let mut limits = positions.iter().zip(settings);
                assert!(limits.all(|(position, setting)| (setting.low..=setting.high).contains(position)));
                all.push((value(&positions), draw));
            }
            all.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
            let ranked: Vec<&Draw> = all.into_iter().map(|(_, draw)| draw).collect();
            evolution.learn(&ranked, generation, settings);
            assert!(evolution.is_possible(settings));
        }
        evolution
    }

    #[test]
    fn the_mean_reaches_the_best_values() {
        let settings = [Setting::whole(-100, 100), Setting::whole(0, 30), Setting::whole(1, 100), Setting::whole(0, 1)];
        let best = [-40, 12, 100, 1];
        let distance = |(position, best): (&i64, &i64)| (position - best).pow(2);
        let value = |positions: &[i64]| -positions.iter().zip(&best).map(distance).sum::<i64>();
        let evolution = learn_for(80, &settings, &[60, 30, 4, 0], value);
        assert!(value(&evolution.positions(&settings)) >= -4, "{evolution:?}");
    }

    #[test]
    fn settings_at_their_limits_do_not_make_the_step_grow() {
        let settings = vec![Setting::whole(0, 1); 20];
        let Evolution { step, .. } = learn_for(200, &settings, &[1; 20], |positions| positions.iter().sum());
        assert!(step < 1.5, "{step}");
    }

    #[test]
    fn the_exponential_is_close() {
        for tenths in -10..=10 {
            let power = f64::from(tenths) / 10.0;
            assert!((exp(power) - power.exp()).abs() < 0.02, "{power}");
        }
    }
}
