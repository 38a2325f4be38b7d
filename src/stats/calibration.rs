//! Calibration: every kind of interval that commands print, from one repetition, and what they are to hold.

use super::coverage::{Coverage, coverage};
use super::draws::draw_values;
use super::estimate::Estimate;
use super::gate::Looks;
use super::handled::{handled_rate, unseen_rate};
use super::multiplicity::simultaneous_level;
use super::opening::{Opening, opening_values, opening_values_by};
use super::paired::{Difference, PairedGames};
use super::rates::{position_rate, strategy_rate};
use super::summary::{count_per_game, summary};
use crate::deck::compiled::Title;
use crate::run::tally::{Count, Tally};
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
    /// Change of the opening value of the edited title, dealt on.
    DealtOn,
    /// Change of how far the opening values of identities are apart.
    SpreadChange,
    /// Changes of means at all looks at once: confidence sequences.
    MeanSequences,
    /// Change of the gap between first and last position, likewise.
    GapSequence,
    /// Changes of opening values, likewise.
    OpeningSequences,
    /// Confidence sets of the value of a printed number that brings a metric to a target; see `aims`.
    Balances,
}

/// All kinds, in the order of the lists below.
pub const INTERVAL_KINDS: [IntervalKind; 17] = [
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
    IntervalKind::DealtOn,
    IntervalKind::SpreadChange,
    IntervalKind::MeanSequences,
    IntervalKind::GapSequence,
    IntervalKind::OpeningSequences,
    IntervalKind::Balances,
];

/// Kinds for what is compared between two decks: for one look, and for all looks at once.
const PAIRED: [(IntervalKind, IntervalKind); 3] = [
    (IntervalKind::MeanChanges, IntervalKind::MeanSequences),
    (IntervalKind::GapChange, IntervalKind::GapSequence),
    (IntervalKind::OpeningChanges, IntervalKind::OpeningSequences),
];

/// What becomes of some figures with the other deck.
type Comparison<'c> = &'c dyn Fn(&PairedGames<'_>) -> Vec<Difference>;

/// Intervals by kind.
pub type Sheets = [Vec<Estimate>; INTERVAL_KINDS.len()];

/// What is compared between two decks: tallies of both, and the titles whose opening values are.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// With the deck as it was.
    pub before: &'a Tally,
    /// With the deck as it is.
    pub after: &'a Tally,
    /// Titles of the deck as it was.
    pub titles: &'a [Title],
    /// Titles whose opening values are compared: their places in both decks.
    pub shared: &'a [(usize, usize)],
    /// Identities, of which is compared how far they are apart: their places in both decks.
    pub identities: &'a [(usize, usize)],
}

impl Compared<'_> {
    /// The intervals of single decks; of the other kinds nothing yet.
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
        let mut sheets = Sheets::default();
        let mut fill = |kind: IntervalKind, intervals: Vec<Estimate>| sheets[kind as usize] = intervals;
        let positions = 0..tally.strata.players();
        fill(IntervalKind::Positions, positions.map(|position| position_rate(tally, position).rate).collect());
        fill(IntervalKind::Strategies, (0..several).map(|strategy| strategy_rate(tally, strategy).rate).collect());
        fill(IntervalKind::Means, estimates(means));
        fill(IntervalKind::Shares, estimates(shares));
        let by_strategy = (0..several).flat_map(|strategy| opening_values_by(tally, strategy));
        fill(
            IntervalKind::Openings,
            openings.iter().cloned().chain(by_strategy).map(|opening| opening.value).collect(),
        );
        let at_once = openings.iter().map(|opening| at_once(opening, openings.len()));
        fill(IntervalKind::OpeningsAtOnce, at_once.collect());
        let draws = (0..strategies).flat_map(|strategy| draw_values(tally, strategy));
        fill(IntervalKind::Draws, draws.map(|draw| draw.all.value).collect());
        fill(IntervalKind::Descriptive, described.collect());
        sheets
    }

    /// All intervals of one repetition but confidence sets; the opening hands are those of both decks.
    pub fn intervals(&self, plan: &Plan, pairs: &Pairs, hands: [&Hands; 2]) -> Sheets {
        let games = PairedGames::new(plan, pairs);
        let looks = Looks::any(plan.blocks());
        let means = |games: &PairedGames<'_>| vec![games.turns(), games.deaths()];
        let gap = |games: &PairedGames<'_>| vec![games.position_gap()];
        let openings = |games: &PairedGames<'_>| {
            games.opening_values(hands, self.shared).iter().map(|opening| opening.difference).collect()
        };
        let changes: [Comparison<'_>; 3] = [&means, &gap, &openings];
        let mut sheets = self.single();
        for ((once, sequence), changes) in PAIRED.into_iter().zip(changes) {
            sheets[once as usize] = changes(&games).iter().map(|difference| difference.change).collect();
            sheets[sequence as usize] = games.at_all_looks(looks, changes);
        }
        if self.identities.len() > 1 {
            let spread = games.opening_spread(hands, self.identities);
            sheets[IntervalKind::SpreadChange as usize] = vec![spread.change];
        }
        sheets
    }

    /// What the intervals are to hold, from all games of all repetitions; nothing yet for confidence sets.
    pub fn truths(&self) -> Sheets {
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
        let openings = self.shared.iter().map(|&(was, is)| change(old[was].value, new[is].value));
        let changes = [
            vec![mean(Count::Turns), mean(Count::Deaths)],
            vec![change(gap(self.before), gap(self.after))],
            openings.collect(),
        ];
        let mut sheets = self.single();
        for ((once, sequence), truths) in PAIRED.into_iter().zip(changes) {
            sheets[once as usize] = truths.clone();
            sheets[sequence as usize] = truths;
        }
        if self.identities.len() > 1 {
            let was = spread(self.identities.iter().map(|pair| old[pair.0].value));
            let is = spread(self.identities.iter().map(|pair| new[pair.1].value));
            sheets[IntervalKind::SpreadChange as usize] = vec![change(was, is)];
        }
        sheets
    }
}

/// The standard deviation of some values.
fn spread(values: impl ExactSizeIterator<Item = Estimate> + Clone) -> Estimate {
    let count = values.len() as f64;
    let mean = values.clone().map(|one| one.value).sum::<f64>() / count;
    let squares = values.clone().map(|one| (one.value - mean).powi(2)).sum::<f64>();
    Estimate { value: (squares / (count - 1.0)).sqrt(), n: values.map(|one| one.n).sum(), ..Estimate::NONE }
}

/// An opening value with the interval that is to hold for all titles at once.
fn at_once(opening: &Opening, titles: usize) -> Estimate {
    let (low, high) = opening.interval(simultaneous_level(titles, 0.95));
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
