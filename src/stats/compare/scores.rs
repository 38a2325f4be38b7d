//! Scores of blocks of games: how much of its games a strategy wins, as a share and in Elo points.

use std::collections::BTreeMap;

use crate::run::tally::WIN;
use crate::run::{Contest, ContestKind, Group, Results};
use crate::stats::maths::distributions::normal_cdf;
use crate::stats::maths::estimate::{Estimate, Z95};
use crate::stats::maths::moments::{MIN_EVENTS, Moments};
use crate::stats::run::rates::clustered_rate;

/// Elo points of odds that are e times as high: `400 / ln 10`.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How often each score of a block occurred. The score is the share of its games that a strategy won: 0 to 1.
///
/// Blocks of two games between two strategies that exchange their seats give a pentanomial distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// Games of a block.
    games: u64,
    /// Score of a strategy that is as good as the others.
    fair: f64,
    /// Distance between two regular scores, in units of `WIN` over the whole block.
    step: u64,
    /// Number of blocks by the wins in a block, in units of `WIN`.
    counts: BTreeMap<u64, u64>,
}

impl Scores {
    /// No scores yet, of pairs of games between two strategies. A draw counts half.
    pub(crate) fn of_pairs() -> Scores {
        Scores::empty(2, 0.5, WIN / 2)
    }

    /// No scores yet, of a strategy that has each of `players` seats once.
    pub(crate) fn of_rotations(players: u8) -> Scores {
        Scores::empty(players.into(), 1.0 / f64::from(players), WIN)
    }

    /// Scores of blocks of games between two strategies, with the number of blocks for each score, from 0 in steps of
    /// half a win: three numbers for single games, five for pairs.
    pub fn of_counts(counts: &[u64]) -> Scores {
        let mut scores = Scores::empty(counts.len() as u64 / 2, 0.5, WIN / 2);
        counts.iter().zip(0..).for_each(|(blocks, half_wins)| scores.add(half_wins * WIN / 2, *blocks));
        scores
    }

    /// Scores of the first strategy of a contest; `None` for a ladder, which has no first strategy.
    ///
    /// In a duel, an unfinished game counts half. In a field, it counts as a win shared by all seats.
    pub fn of_contest(contest: &Contest, results: &Results) -> Option<Scores> {
        let players = contest.players();
        let (mut scores, part) = match contest.kind() {
            ContestKind::Duel => (Scores::of_pairs(), 2),
            ContestKind::Field => (Scores::of_rotations(players), u64::from(players)),
            ContestKind::Ladder => return None,
        };
        let wins = |group: &Group| group.of(0).map_or(0, |sat| u64::from(sat.wins)) + group.unfinished() / part;
        results.iter().for_each(|(result, blocks)| scores.add(result.groups.iter().map(wins).sum(), blocks));
        Some(scores)
    }

    fn empty(games: u64, fair: f64, step: u64) -> Scores {
        Scores { games, fair, step, counts: BTreeMap::new() }
    }

    /// Adds blocks with these wins, in units of `WIN`.
    pub(crate) fn add(&mut self, wins: u64, blocks: u64) {
        *self.counts.entry(wins).or_default() += blocks;
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Games of a block.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Score of a strategy that is as good as the others.
    pub(crate) fn fair(&self) -> f64 {
        self.fair
    }

    /// All regular scores and all others that occurred, in ascending order, each with its number of blocks.
    pub(crate) fn cells(&self) -> Vec<(f64, u64)> {
        let whole = self.games * WIN;
        let regular = (0..=whole / self.step).map(|place| place * self.step);
        let mut counts: BTreeMap<u64, u64> = regular.map(|wins| (wins, 0)).collect();
        counts.extend(&self.counts);
        counts.into_iter().map(|(wins, blocks)| (wins as f64 / whole as f64, blocks)).collect()
    }

    /// Sums over blocks, in units of `WIN`.
    fn moments(&self) -> Moments {
        self.counts.iter().fold(Moments::default(), |all, (&wins, &blocks)| all.with(wins, blocks))
    }

    /// Mean score; NaN without blocks.
    pub fn mean(&self) -> f64 {
        let Moments { blocks, sum, .. } = self.moments();
        sum as f64 / (blocks * self.games * WIN) as f64
    }

    /// Variance of a block's score: at least that of a sample in which one block differs by one win, because equal scores do
    /// not show that all blocks are equal.
    fn variance(&self) -> f64 {
        let (moments, unit) = (self.moments(), (WIN * WIN) as f64);
        moments.scatter().max(unit) / moments.blocks as f64 / ((self.games * WIN) as f64).powi(2)
    }

    /// Standard error of the mean score.
    fn error(&self) -> f64 {
        (self.variance() / self.blocks() as f64).sqrt()
    }

    /// Mean score with its 95% interval; `n` is the number of games.
    ///
    /// The interval is normal, as in programs for chess engines. Where the equivalent of fewer than 20 independent games
    /// was won, or lost, it is Wilson's with the effective number of games.
    pub(crate) fn share(&self) -> Estimate {
        let (mean, error, n) = (self.mean(), self.error(), self.blocks() * self.games);
        if self.rarer_events() >= MIN_EVENTS {
            return Estimate::normal(mean, error, n);
        }
        clustered_rate(self.moments(), WIN, n)
    }

    /// The wins, or the losses if they are rarer, in the equivalent of independent games.
    fn rarer_events(&self) -> f64 {
        let (mean, error) = (self.mean(), self.error());
        // The number of independent games with this error, `m (1 - m) / error^2`, times the rate of the rarer result.
        mean.min(1.0 - mean) * mean * (1.0 - mean) / (error * error)
    }

    /// Whether too few games were won, or lost, for reliable intervals. A score of 0 or 1 keeps a reliable limit.
    pub(crate) fn too_few_events(&self) -> bool {
        let mean = self.mean();
        0.0 < mean && mean < 1.0 && self.rarer_events() < MIN_EVENTS
    }

    /// Elo difference to the others with its 95% interval: the mean score and its limits in Elo points. It is infinite
    /// for scores of 0 and 1.
    pub fn elo(&self) -> Estimate {
        let Estimate { value, low, high, n } = self.share();
        Estimate { value: self.elo_of(value), low: self.elo_of(low), high: self.elo_of(high), n }
    }

    /// Normalized Elo difference with its 95% interval: the distance of the mean score from the fair score in standard
    /// deviations of one game, times `800 / ln 10` (Van den Bergh 2020). It is proportional to the square root of the
    /// number of games that a test needs. Unknown if all blocks have the same score.
    ///
    /// The standard deviation is an estimate too. With the distance `d` in standard deviations of `N` blocks, and the
    /// skewness `g` and the kurtosis `k` of their scores, `Var d = (1 - d g + d^2 (k - 1) / 4) / N` by linearisation. The
    /// interval is normal on the scale of `asinh d`: for large `d`, it is that of the logarithm, because the error of a
    /// small deviation is a factor.
    pub fn normalized_elo(&self) -> Estimate {
        let n = self.blocks() * self.games;
        if self.counts.values().filter(|blocks| **blocks > 0).count() < 2 {
            return Estimate { n, ..Estimate::NONE };
        }
        let deviation = self.central_moment(2).sqrt();
        let distance = (self.mean() - self.fair) / deviation;
        let [skewness, kurtosis] = [3, 4].map(|power| self.central_moment(power) / deviation.powi(power));
        let spread = 1.0 - distance * skewness + distance * distance * (kurtosis - 1.0) / 4.0;
        let error = (spread.max(0.0) / self.blocks() as f64 / (1.0 + distance * distance)).sqrt();
        // The deviation is that of a block; one game of it varies by the root of its games more.
        let scale = 2.0 * ELO / (self.games as f64).sqrt();
        let at = |reach: f64| scale * (distance.asinh() + reach * error).sinh();
        Estimate { value: scale * distance, low: at(-Z95), high: at(Z95), n }
    }

    /// Mean of a power of the distance from the mean score.
    fn central_moment(&self, power: i32) -> f64 {
        let (mean, whole) = (self.mean(), (self.games * WIN) as f64);
        let of = |(wins, blocks): (&u64, &u64)| (*wins as f64 / whole - mean).powi(power) * *blocks as f64;
        self.counts.iter().map(of).sum::<f64>() / self.blocks() as f64
    }

    /// The probability that a strategy that is as good as the others has a lower mean score than this one ("likelihood
    /// of superiority").
    pub fn superiority(&self) -> f64 {
        normal_cdf((self.mean() - self.fair) / self.error())
    }

    /// Expected score at an Elo difference.
    pub(crate) fn score_of(&self, elo: f64) -> f64 {
        let odds = self.fair / (1.0 - self.fair) * (elo / ELO).exp();
        odds / (1.0 + odds)
    }

    /// Elo difference at an expected score: `400 log10` of its odds, relative to the odds of the fair score.
    fn elo_of(&self, score: f64) -> f64 {
        let odds = |score: f64| score / (1.0 - score);
        ELO * (odds(score) / odds(self.fair)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn equal_pairs_have_an_elo_of_exactly_0_and_an_interval_with_a_width() {
        let scores = Scores::of_counts(&[0, 0, 300, 0, 0]);
        let elo = scores.elo();
        assert_eq!((scores.mean(), elo.value, scores.superiority()), (0.5, 0.0, 0.5));
        assert!(elo.half_width() > 1.0 && elo.half_width() < 5.0, "{elo:?}");
    }

    #[test]
    fn a_strategy_that_wins_every_game_has_a_lower_limit() {
        let elo = Scores::of_counts(&[0, 0, 0, 0, 200]).elo();
        assert!(elo.value.is_infinite() && elo.high.is_infinite() && elo.low > 300.0, "{elo:?}");
        let none = Scores::of_pairs();
        assert!(none.mean().is_nan() && none.elo().value.is_nan());
    }

    #[test]
    fn few_losses_are_flagged_but_no_loss_has_a_reliable_limit() {
        let few = |lost| Scores::of_counts(&[0, 0, lost, 0, 200 - lost]).too_few_events();
        assert_eq!([0, 1, 10, 60].map(few), [false, true, true, false]);
        assert!(!Scores::of_pairs().too_few_events());
    }

    #[test]
    fn a_fair_score_in_one_of_several_seats_has_an_elo_of_0() {
        let mut scores = Scores::of_rotations(4);
        scores.add(WIN, 50);
        assert_eq!((scores.mean(), scores.elo().value), (0.25, 0.0));
        assert!((scores.score_of(0.0) - 0.25).abs() < 1e-15);
        let elo = 123.0;
        assert!((scores.elo_of(scores.score_of(elo)) - elo).abs() < 1e-9);
        assert_eq!(scores.cells().len(), 5);
    }

    /// Share of intervals of the normalized Elo difference that contain it, in simulated contests of `pairs` pairs with
    /// these chances of the five scores. Contests without an interval do not count.
    fn normalized_coverage(chances: [f64; 5], pairs: u64) -> f64 {
        let exact = Scores::of_counts(&chances.map(|chance| (1e6 * chance).round() as u64)).normalized_elo().value;
        let contest = |seed: u64| {
            let mut counts = [0; 5];
            for pair in 0..pairs {
                let mut dice = mix(seed << 32 | pair) as f64 / u64::MAX as f64;
                let score = chances.iter().position(|chance| {
                    dice -= chance;
                    dice < 0.0
                });
                counts[score.unwrap_or(4)] += 1;
            }
            let found = Scores::of_counts(&counts).normalized_elo();
            (!found.value.is_nan()).then_some(found.low <= exact && exact <= found.high)
        };
        let known: Vec<bool> = (0..1000).filter_map(contest).collect();
        known.iter().filter(|held| **held).count() as f64 / known.len() as f64
    }

    #[test]
    fn intervals_of_normalized_elo_have_the_required_coverage_for_unequal_strategies() {
        let tables = [
            ([0.1, 0.0, 0.8, 0.0, 0.1], 200),
            ([0.02, 0.0, 0.5, 0.0, 0.48], 200),
            ([0.0, 0.0, 0.1, 0.0, 0.9], 40),
            ([0.0, 0.0, 0.05, 0.0, 0.95], 200),
            ([0.003, 0.0, 0.017, 0.0, 0.98], 1000),
            ([0.0, 0.0, 0.01, 0.0, 0.99], 1000),
        ];
        for (chances, pairs) in tables {
            let coverage = normalized_coverage(chances, pairs);
            assert!((0.93..=0.98).contains(&coverage), "{chances:?} {pairs}: {coverage}");
        }
    }

    #[test]
    fn normalized_elo_is_unknown_if_all_blocks_score_alike() {
        for counts in [[0, 0, 300, 0, 0], [0, 0, 0, 0, 200], [0; 5]] {
            let found = Scores::of_counts(&counts).normalized_elo();
            assert!(found.value.is_nan() && found.low.is_nan() && found.high.is_nan(), "{counts:?}");
        }
    }

    #[test]
    fn the_interval_excludes_0_if_and_only_if_superiority_is_beyond_its_level() {
        for wins in 0..200 {
            let scores = Scores::of_counts(&[40, 60, 300, 60 + wins, 40]);
            let beyond = scores.superiority() > normal_cdf(crate::stats::Z95);
            assert_eq!(scores.elo().low > 0.0, beyond, "{wins}");
        }
    }
}
