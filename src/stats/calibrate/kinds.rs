//! Calibration: every kind of interval that commands print, computed from one repetition, and the true values.

use crate::deck::DeckSide;
use crate::deck::compiled::Title;
use crate::run::tally::{Count, Tally};
use crate::run::{Contest, Hands, Pairs, Plan, Results};
use crate::stats::check::paired::{Difference, PairedGames};
use crate::stats::compare::scores::Scores;
use crate::stats::impact::draws::{DrawValue, draw_values};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::multiplicity::simultaneous_level;
use crate::stats::maths::shrink::{Shrunk, ends, shrink_groups};
use crate::stats::run::descriptive_rates::{handled_rate, unseen_rate};
use crate::stats::run::opening::{Opening, opening_values, opening_values_by};
use crate::stats::run::rates::{position_rate, strategy_rate};
use crate::stats::run::summary::{Metric, MetricKind, count_per_game, summary};

/// Defines the kinds and their list, so that the list has all of them.
macro_rules! interval_kinds {
    ($($(#[$doc:meta])+ $kind:ident,)+) => {
        /// A kind of interval.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum IntervalKind {
            $($(#[$doc])+ $kind,)+
        }

        /// All kinds, in the order of their lists of intervals.
        pub(crate) const INTERVAL_KINDS: [IntervalKind; [$(IntervalKind::$kind),+].len()] = [$(IntervalKind::$kind),+];
    };
}

interval_kinds! {
    /// Win rates by turn position.
    Positions,
    /// Win rates by strategy.
    Strategies,
    /// Means per game.
    Means,
    /// Flagged means per game: too few games have an event.
    FewMeans,
    /// Shares of games and of counted events.
    Shares,
    /// Flagged shares.
    FewShares,
    /// Gap between first and last position.
    Gap,
    /// Quantiles of the length.
    Quantiles,
    /// Variance of winning explained by leading.
    Explained,
    /// Opening values.
    Openings,
    /// Opening values of all titles at once: the intervals of a repetition cover the truth only if each of them does.
    OpeningsAtOnce,
    /// Opening values, shrunk towards the mean of their pile: posterior intervals.
    ShrunkenOpenings,
    /// Those of the highest and lowest shrunken values of each pile in a repetition.
    ShrunkenExtremes,
    /// Opening value of one title, with further deals.
    DealtOpening,
    /// Opening values of one of several strategies.
    StrategyOpenings,
    /// Opening values of all titles at once, for each strategy.
    StrategyOpeningsAtOnce,
    /// Draw values.
    Draws,
    /// Draw values of all titles at once, for each strategy.
    DrawsAtOnce,
    /// Draw values by way of drawing.
    DrawsByWay,
    /// Descriptive win rates of the players who saw, played or did not see a card.
    Descriptive,
    /// Changes of means: turns and deaths.
    MeanChanges,
    /// Change of the gap between first and last position.
    GapChange,
    /// Changes of opening values.
    OpeningChanges,
    /// Change of the opening value of the edited title, with further deals.
    FurtherDeals,
    /// Change of the spread of the opening values of identities.
    SpreadChange,
    /// Changes of means, at all planned looks at once.
    MeanLooks,
    /// Change of the gap between first and last position, at all planned looks at once.
    GapLooks,
    /// Changes of opening values, at all planned looks at once.
    OpeningLooks,
    /// Score of the first strategy against another one. Its limits in Elo points are those of Elo.
    PairScores,
    /// Flagged scores of pairs: too few games were won, or lost.
    FewPairScores,
    /// Normalized Elo of the first strategy against another one.
    NormalizedElo,
    /// Flagged normalized Elo.
    FewNormalizedElo,
    /// Confidence sets of the value of a printed number that brings a metric to a target; see `aims`.
    Balances,
}

/// Kinds of compared quantities of two decks: for one look, and for all looks at once.
const PAIRED: [(IntervalKind, IntervalKind); 3] = [
    (IntervalKind::MeanChanges, IntervalKind::MeanLooks),
    (IntervalKind::GapChange, IntervalKind::GapLooks),
    (IntervalKind::OpeningChanges, IntervalKind::OpeningLooks),
];

/// The changes of some figures from one deck to the other.
type Comparison<'c> = &'c dyn Fn(&PairedGames<'_>) -> Vec<Difference>;

/// Intervals by kind.
pub(crate) type Sheets = [Vec<Estimate>; INTERVAL_KINDS.len()];

/// No intervals.
pub(crate) fn no_sheets() -> Sheets {
    INTERVAL_KINDS.map(|_| Vec::new())
}

/// The comparison of two decks: the tallies of both, and the titles whose opening values are compared.
#[derive(Clone, Debug)]
pub(crate) struct Compared<'a> {
    /// Before the edit.
    pub before: &'a Tally,
    /// After the edit.
    pub after: &'a Tally,
    /// Titles of the deck before the edit.
    pub titles: &'a [Title],
    /// Their piles.
    pub piles: Vec<DeckSide>,
    /// Titles whose opening values are compared: their indices in both decks.
    pub shared: &'a [(usize, usize)],
    /// Identities whose spread is compared: their indices in both decks.
    pub identities: &'a [(usize, usize)],
    /// The contest of the first strategy with each other one.
    pub contest: &'a Contest,
    /// Its results, for each other strategy.
    pub duels: &'a [Results],
}

impl Compared<'_> {
    /// The intervals of single decks; other kinds stay empty. With `flags`, a flagged interval belongs only to its
    /// flagged kind; otherwise it belongs to both kinds.
    fn single(&self, flags: bool) -> Sheets {
        let tally = self.before;
        let strategies = tally.strata.strategies();
        let several = if strategies > 1 { strategies } else { 0 };
        let mut sheets = no_sheets();
        let mut fill = |kind: IntervalKind, intervals: Vec<Estimate>| sheets[kind as usize] = intervals;
        let positions = 0..tally.strata.players();
        fill(IntervalKind::Positions, positions.map(|position| position_rate(tally, position).rate).collect());
        fill(IntervalKind::Strategies, (0..several).map(|strategy| strategy_rate(tally, strategy).rate).collect());
        let [shares, means, gap, quantiles, explained] = summaries(tally);
        let kept = |metrics: &[Metric], few: bool| {
            let kept = |metric: &Metric| !flags || metric.too_few_events == few;
            metrics.iter().map(|metric| if kept(metric) { metric.estimate } else { Estimate::NONE }).collect()
        };
        fill(IntervalKind::Means, kept(&means, false));
        fill(IntervalKind::FewMeans, kept(&means, true));
        fill(IntervalKind::Shares, kept(&shares, false));
        fill(IntervalKind::FewShares, kept(&shares, true));
        fill(IntervalKind::Gap, kept(&gap, false));
        fill(IntervalKind::Quantiles, kept(&quantiles, false));
        fill(IntervalKind::Explained, kept(&explained, false));
        let openings = |of: Vec<Vec<Opening>>| {
            let at_once = of.iter().flat_map(|family| openings_at_once(family)).collect();
            (of.into_iter().flatten().map(|opening| opening.value).collect(), at_once)
        };
        let unshrunken = opening_values(tally);
        let shrunken = self.shrunken(&unshrunken);
        fill(IntervalKind::ShrunkenExtremes, self.extremes(&shrunken));
        fill(IntervalKind::ShrunkenOpenings, shrunken);
        let (values, at_once) = openings(vec![unshrunken]);
        fill(IntervalKind::Openings, values);
        fill(IntervalKind::OpeningsAtOnce, at_once);
        let (values, at_once) = openings((0..several).map(|strategy| opening_values_by(tally, strategy)).collect());
        fill(IntervalKind::StrategyOpenings, values);
        fill(IntervalKind::StrategyOpeningsAtOnce, at_once);
        let draws: Vec<Vec<DrawValue>> = (0..strategies).map(|strategy| draw_values(tally, strategy)).collect();
        fill(IntervalKind::Draws, draws.iter().flatten().map(|draw| draw.all.value).collect());
        fill(IntervalKind::DrawsAtOnce, draws.iter().flat_map(|family| draws_at_once(family)).collect());
        fill(
            IntervalKind::DrawsByWay,
            draws.iter().flatten().flat_map(|draw| draw.by_way.map(|way| way.value)).collect(),
        );
        let described = self.titles.iter().flat_map(|title| {
            let cards = &tally.cards;
            [handled_rate(title, &cards.seen), handled_rate(title, &cards.played), unseen_rate(title, tally)]
        });
        fill(IntervalKind::Descriptive, described.collect());
        let scores: Vec<Scores> =
            self.duels.iter().filter_map(|results| Scores::of_contest(self.contest, results)).collect();
        let of_scores = |interval: fn(&Scores) -> Estimate, few: bool| {
            let kept = |scores: &Scores| !flags || scores.too_few_events() == few;
            scores.iter().map(|scores| if kept(scores) { interval(scores) } else { Estimate::NONE }).collect()
        };
        fill(IntervalKind::PairScores, of_scores(Scores::share, false));
        fill(IntervalKind::FewPairScores, of_scores(Scores::share, true));
        fill(IntervalKind::NormalizedElo, of_scores(Scores::normalized_elo, false));
        fill(IntervalKind::FewNormalizedElo, of_scores(Scores::normalized_elo, true));
        sheets
    }

    /// Opening values with their posterior intervals.
    fn shrunken(&self, openings: &[Opening]) -> Vec<Estimate> {
        let noisy: Vec<(f64, f64)> = openings.iter().map(Opening::noisy).collect();
        let shrunken = shrink_groups(&noisy, &self.piles).into_iter().zip(openings);
        shrunken.map(|(Shrunk { value, low, high, .. }, opening)| Estimate { value, low, high, n: opening.n }).collect()
    }

    /// The shrunken values at both ends of the list of each pile, as `run` prints it; the others have no interval.
    fn extremes(&self, shrunken: &[Estimate]) -> Vec<Estimate> {
        let mut kept = vec![Estimate::NONE; shrunken.len()];
        for side in [DeckSide::Door, DeckSide::Treasure] {
            let known = |place: &usize| self.piles[*place] == side && shrunken[*place].n > 0;
            let mut places: Vec<usize> = (0..shrunken.len()).filter(known).collect();
            places.sort_by(|&one, &other| shrunken[other].value.total_cmp(&shrunken[one].value));
            ends(&places).for_each(|&place| kept[place] = shrunken[place]);
        }
        kept
    }

    /// The name of the quantity of each interval; none for confidence sets. `strategies` are in the order of the plan.
    pub(crate) fn names(&self, strategies: &[String]) -> [Vec<String>; INTERVAL_KINDS.len()] {
        let [shares, means, gap, quantiles, explained] = summaries(self.before);
        let of_metrics = |metrics: Vec<Metric>| metrics.into_iter().map(|metric| metric.name).collect::<Vec<_>>();
        let titles = || self.titles.iter().map(|title| title.name.clone());
        let by_strategy = |kinds: &[String]| -> Vec<String> {
            let name = |title: &str, strategy: &String| match strategies {
                [_] => title.to_owned(),
                _ => format!("{title} ({strategy})"),
            };
            strategies.iter().flat_map(|strategy| kinds.iter().map(move |title| name(title, strategy))).collect()
        };
        let each = |kinds: &[&str]| {
            titles()
                .flat_map(|title| kinds.iter().map(move |kind| format!("{title}, {kind}")).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let pairs = |pairs: &[(usize, usize)]| pairs.iter().map(|pair| self.titles[pair.0].name.clone()).collect();
        let name = |kind: IntervalKind| match kind {
            IntervalKind::Positions => {
                (1..=self.before.strata.players()).map(|position| format!("position {position}")).collect()
            }
            IntervalKind::Strategies => strategies.to_vec(),
            IntervalKind::Means | IntervalKind::FewMeans => of_metrics(means.clone()),
            IntervalKind::Shares | IntervalKind::FewShares => of_metrics(shares.clone()),
            IntervalKind::Gap => of_metrics(gap.clone()),
            IntervalKind::Quantiles => of_metrics(quantiles.clone()),
            IntervalKind::Explained => of_metrics(explained.clone()),
            IntervalKind::Openings
            | IntervalKind::OpeningsAtOnce
            | IntervalKind::ShrunkenOpenings
            | IntervalKind::ShrunkenExtremes => titles().collect(),
            IntervalKind::StrategyOpenings
            | IntervalKind::StrategyOpeningsAtOnce
            | IntervalKind::Draws
            | IntervalKind::DrawsAtOnce => by_strategy(&titles().collect::<Vec<_>>()),
            IntervalKind::DrawsByWay => by_strategy(&each(&["kick", "loot", "reward", "other"])),
            IntervalKind::Descriptive => each(&["seen", "played", "unseen"]),
            IntervalKind::MeanChanges | IntervalKind::MeanLooks => ["turns", "deaths"].map(str::to_owned).into(),
            IntervalKind::GapChange | IntervalKind::GapLooks => vec!["first and last position".to_owned()],
            IntervalKind::OpeningChanges | IntervalKind::OpeningLooks => pairs(self.shared),
            IntervalKind::SpreadChange => vec!["identities".to_owned()],
            IntervalKind::PairScores
            | IntervalKind::FewPairScores
            | IntervalKind::NormalizedElo
            | IntervalKind::FewNormalizedElo => {
                strategies.iter().skip(1).map(|other| format!("{} against {other}", strategies[0])).collect()
            }
            IntervalKind::DealtOpening | IntervalKind::FurtherDeals | IntervalKind::Balances => Vec::new(),
        };
        INTERVAL_KINDS.map(name)
    }

    /// All intervals of one repetition except confidence sets. `hands` are the opening hands of both decks.
    pub(crate) fn intervals(&self, plan: &Plan, pairs: &Pairs, hands: [&Hands; 2]) -> Sheets {
        let games = PairedGames::new(plan, pairs);
        let planned = games.planned_looks();
        let means = |games: &PairedGames<'_>| vec![games.turns(), games.deaths()];
        let gap = |games: &PairedGames<'_>| vec![games.position_gap()];
        let openings = |games: &PairedGames<'_>| {
            games.opening_values(hands, self.shared).iter().map(|opening| opening.difference).collect()
        };
        let changes: [Comparison<'_>; 3] = [&means, &gap, &openings];
        let mut sheets = self.single(true);
        for ((once, looks), changes) in PAIRED.into_iter().zip(changes) {
            sheets[once as usize] = changes(&games).iter().map(|difference| difference.change).collect();
            sheets[looks as usize] = games.at_looks(&planned, changes);
        }
        if self.identities.len() > 1 {
            let spread = games.opening_spread(hands, self.identities);
            sheets[IntervalKind::SpreadChange as usize] = vec![spread.change];
        }
        sheets
    }

    /// The true values for the intervals, from all games of all repetitions, except those for confidence sets.
    pub(crate) fn truths(&self) -> Sheets {
        let change = |was: Estimate, is: Estimate| {
            let value = is.value - was.value;
            // Truths without a width count as certain and are left out, but the truth of a change is not.
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
        // Without flags: a quantity that is flagged in some repetitions needs its true value in both kinds.
        let mut sheets = self.single(false);
        for shrunken in [IntervalKind::ShrunkenOpenings, IntervalKind::ShrunkenExtremes] {
            // The truth is not shrunken: over all repetitions together, chance hardly moves the opening values.
            sheets[shrunken as usize] = sheets[IntervalKind::Openings as usize].clone();
        }
        for ((once, looks), truths) in PAIRED.into_iter().zip(changes) {
            sheets[once as usize] = truths.clone();
            sheets[looks as usize] = truths;
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

/// The metrics of the summary: shares, means, the gap between positions, quantiles and explained variances.
fn summaries(tally: &Tally) -> [Vec<Metric>; 5] {
    let metrics = summary(tally);
    [MetricKind::Share, MetricKind::Mean, MetricKind::Gap, MetricKind::Quantile, MetricKind::Explained]
        .map(|kind| metrics.iter().filter(|metric| metric.kind == kind).cloned().collect())
}

/// Opening values with the intervals that must contain the values of all titles at once.
fn openings_at_once(openings: &[Opening]) -> Vec<Estimate> {
    let level = simultaneous_level(openings.iter().filter(|opening| opening.n > 0).count(), 0.95);
    let at_once = |opening: &Opening| {
        let (low, high) = opening.interval(level);
        Estimate { low, high, ..opening.value }
    };
    openings.iter().map(at_once).collect()
}

/// Draw values with the intervals that must contain the values of all titles at once.
fn draws_at_once(draws: &[DrawValue]) -> Vec<Estimate> {
    let level = simultaneous_level(draws.iter().filter(|draw| draw.all.value.n > 0).count(), 0.95);
    let at_once = |draw: &DrawValue| {
        let (low, high) = draw.all.interval(level);
        Estimate { low, high, ..draw.all.value }
    };
    draws.iter().map(at_once).collect()
}
