//! Calibration: every kind of interval that commands print, from one repetition, and what they are to hold.

use super::coverage::{Coverage, coverage};
use super::draws::draw_values;
use super::estimate::Estimate;
use super::handled::{handled_rate, unseen_rate};
use super::multiplicity::simultaneous_z;
use super::opening::{Opening, opening_values};
use super::paired::PairedGames;
use super::rates::{position_rate, strategy_rate};
use super::summary::{count_per_game, summary};
use crate::deck::compiled::Title;
use crate::run::tally::{Count, DrawTally, Tally};
use crate::run::{Hands, Pairs, Plan};

/// A kind of interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalKind {
    /// Win rates by turn position.
    Positions,
    /// Win rates by strategy.
    Strategies,
    /// Means per game.
    Means,
    /// Shares of games and of what is counted.
    Shares,
    /// Opening values.
    Openings,
    /// Opening values of all titles at once: what holds for a repetition if it holds for each of them.
    OpeningsAtOnce,
    /// Draw values.
    Draws,
    /// Descriptive win rates of those who saw, played or did not see a card.
    Descriptive,
    /// Changes of means: turns and deaths.
    MeanChanges,
    /// Change of the gap between first and last position.
    GapChange,
    /// Changes of opening values.
    OpeningChanges,
}

/// All kinds, in the order of the lists below.
pub const INTERVAL_KINDS: [IntervalKind; 11] = [
    IntervalKind::Positions,
    IntervalKind::Strategies,
    IntervalKind::Means,
    IntervalKind::Shares,
    IntervalKind::Openings,
    IntervalKind::OpeningsAtOnce,
    IntervalKind::Draws,
    IntervalKind::Descriptive,
    IntervalKind::MeanChanges,
    IntervalKind::GapChange,
    IntervalKind::OpeningChanges,
];

/// Intervals by kind.
pub type Sheets = [Vec<Estimate>; INTERVAL_KINDS.len()];

/// What is compared between two decks: tallies of both, and the titles whose opening values are.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// With the deck as it was.
    pub before: &'a Tally,
    /// With the deck as it is.
    pub after: &'a Tally,
    /// Draws with the deck as it was.
    pub draws: &'a DrawTally,
    /// Titles of the deck as it was.
    pub titles: &'a [Title],
    /// Titles whose opening values are compared: their places in both decks.
    pub shared: &'a [(usize, usize)],
}

impl Compared<'_> {
    /// The intervals of single decks; of what is compared nothing yet.
    fn single(&self) -> Sheets {
        let tally = self.before;
        let strategies = tally.strata.strategies();
        let several = if strategies > 1 { strategies } else { 0 };
        let (shares, means) = summary(tally)
            .into_iter()
            .filter(|metric| metric.name != "games")
            .partition::<Vec<_>, _>(|metric| metric.is_share);
        let estimates =
            |metrics: Vec<super::summary::Metric>| metrics.into_iter().map(|metric| metric.estimate).collect();
        let openings = opening_values(tally);
        let titles = self.titles.iter();
        let described = titles.flat_map(|title| {
            let cards = &tally.cards;
            [handled_rate(title, &cards.seen), handled_rate(title, &cards.played), unseen_rate(title, tally)]
        });
        [
            (0..tally.strata.players()).map(|position| position_rate(tally, position).rate).collect(),
            (0..several).map(|strategy| strategy_rate(tally, strategy).rate).collect(),
            estimates(means),
            estimates(shares),
            openings.iter().map(|opening| opening.value).collect(),
            openings.iter().map(|opening| at_once(opening, openings.len())).collect(),
            draw_values(self.draws).iter().map(|draw| draw.all).collect(),
            described.collect(),
            Vec::new(),
            Vec::new(),
            Vec::new(),
        ]
    }

    /// All intervals of one repetition; the opening hands are those of both decks.
    pub fn intervals(&self, plan: &Plan, pairs: &Pairs, hands: [&Hands; 2]) -> Sheets {
        let games = PairedGames::new(plan, pairs);
        let mut sheets = self.single();
        sheets[IntervalKind::MeanChanges as usize] = vec![games.turns().change, games.deaths().change];
        sheets[IntervalKind::GapChange as usize] = vec![games.position_gap().change];
        let openings = games.opening_values(hands, self.shared);
        sheets[IntervalKind::OpeningChanges as usize] =
            openings.iter().map(|opening| opening.difference.change).collect();
        sheets
    }

    /// What the intervals are to hold, from all games of all repetitions.
    pub fn truths(&self) -> Sheets {
        let mut sheets = self.single();
        let change = |was: Estimate, is: Estimate| {
            let value = is.value - was.value;
            Estimate { value, low: value - 1.0, high: value + 1.0, n: was.n }
        };
        let mean = |count| change(count_per_game(self.before, count), count_per_game(self.after, count));
        let gap = |tally: &Tally| {
            let last = tally.strata.players() - 1;
            let (first, last) = (position_rate(tally, 0).rate, position_rate(tally, last).rate);
            Estimate { value: first.value - last.value, ..first }
        };
        let (old, new) = (opening_values(self.before), opening_values(self.after));
        sheets[IntervalKind::MeanChanges as usize] = vec![mean(Count::Turns), mean(Count::Deaths)];
        sheets[IntervalKind::GapChange as usize] = vec![change(gap(self.before), gap(self.after))];
        let shared = self.shared.iter();
        sheets[IntervalKind::OpeningChanges as usize] =
            shared.map(|&(was, is)| change(old[was].value, new[is].value)).collect();
        sheets
    }
}

/// An opening value with the interval that is to hold for all titles at once.
fn at_once(opening: &Opening, titles: usize) -> Estimate {
    let (low, high) = opening.interval(simultaneous_z(titles, 0.95));
    Estimate { low, high, ..opening.value }
}

/// How often all intervals of a repetition held at once.
pub fn coverage_at_once<'r>(truths: &[Estimate], repetitions: impl Iterator<Item = &'r [Estimate]>) -> Coverage {
    let missed = |(truth, one): (&Estimate, &Estimate)| truth.value < one.low || truth.value > one.high;
    let whole = |estimates: &[Estimate]| {
        let distance = if truths.iter().zip(estimates).any(missed) { 9.0 } else { 0.0 };
        [Estimate::normal(distance, 1.0, 1)]
    };
    let repetitions: Vec<[Estimate; 1]> = repetitions.map(whole).collect();
    coverage(&[Estimate::normal(0.0, 1.0, 1)], repetitions.iter().map(|one| &one[..]))
}

/// What happens fewer times in a repetition is rare: its intervals are longer than need be, as counts are whole.
const RARE: f64 = 10.0;

/// Parts truths into the common and the rare of `repetitions`; the others of each are marked as certain.
pub fn by_rarity(truths: &[Estimate], repetitions: u64) -> [Vec<Estimate>; 2] {
    let times = |truth: &Estimate| {
        let n = truth.n as f64 / repetitions as f64;
        let others = if truth.value < 1.0 { n * (1.0 - truth.value) } else { f64::INFINITY };
        (n * truth.value).min(others)
    };
    let keep = |rare: bool| {
        let certain = |truth: &Estimate| Estimate { low: truth.value, high: truth.value, ..*truth };
        truths.iter().map(|truth| if (times(truth) < RARE) == rare { *truth } else { certain(truth) }).collect()
    };
    [keep(false), keep(true)]
}
