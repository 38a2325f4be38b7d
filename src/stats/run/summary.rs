//! The summary: the length of games, and the events in them.

use super::opening::{Opening, opening_values};
use super::race::{explained, few_beyond, few_marked, first_last_gap, marked_wins, turns_quantile};
use super::rates::clustered_rate;
use crate::deck::{Deck, Play};
use crate::run::tally::{Count, LEVELS, METRICS, Mark, RATIOS, ROUNDS, Ratio, RatioSums, Tally, metric_name};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::moments::{Moments, few_events, few_in_share, mean_per_game, ratio};
use crate::stats::maths::shrink::spread;

/// A number that describes the games of a table.
#[derive(Clone, Debug)]
pub struct Metric {
    /// Its name, in words with underscores: the same in all commands and files.
    pub name: String,
    /// The measurement.
    pub estimate: Estimate,
    /// What it is.
    pub kind: MetricKind,
    /// Whether too few blocks have the event, or too few do not, for a reliable interval; see `MIN_EVENTS`.
    pub too_few_events: bool,
}

/// What a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// A mean per game.
    Mean,
    /// A share of games or of another count.
    Share,
    /// A difference of win rates.
    Gap,
    /// A quantile of the length.
    Quantile,
    /// A share of a variance.
    Explained,
    /// A standard deviation of true values.
    Spread,
}

impl MetricKind {
    /// Whether its values are fractions of 1, which texts show in per cent or percentage points.
    pub fn is_fraction(self) -> bool {
        !matches!(self, MetricKind::Mean | MetricKind::Quantile)
    }
}

/// Counts that are 0 or 1 in a game: their means are shares of games.
const SHARES_OF_GAMES: [Count; 7] = [
    Count::WonFromLast,
    Count::WonByKill,
    Count::SharedWins,
    Count::Unfinished,
    Count::UnfinishedTurns,
    Count::UnfinishedSteps,
    Count::UnfinishedDepth,
];

/// Quantiles of the length that are metrics.
const QUANTILES: [(&str, f64); 3] = [("turns_p05", 0.05), ("turns_p50", 0.5), ("turns_p95", 0.95)];

/// Win rates of players that stand out at one moment.
const MARKED: [(&str, Mark); 3] = [
    ("leader_win_rate_half", Mark::LeaderAtHalf),
    ("last_win_rate_half", Mark::LastAtHalf),
    ("first_at_last_level_win_rate", Mark::FirstAtLastLevel),
];

/// All metrics of a table that are one number: the summary, and what depends on the deck.
///
/// ```
/// use kickdoor::stats::named_metrics;
/// use kickdoor::study::{Control, RunRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let deck = table.sets()?.compile(&[])?;
/// let result = RunRequest::of(table).games(60).play(&mut Control::default())?;
/// let metrics = named_metrics(&result.tally, &deck);
/// let gap = metrics.iter().find(|metric| metric.name == "first_last_gap").expect("a metric");
/// assert!(gap.estimate.low <= gap.estimate.value && gap.estimate.value <= gap.estimate.high);
/// # Ok(())
/// # }
/// ```
pub fn named_metrics(tally: &Tally, deck: &Deck) -> Vec<Metric> {
    let below_the_win = usize::from(*deck.rules.win_level) - 1;
    let mut metrics = metrics(tally, below_the_win);
    metrics.push(identity_spread(tally, deck));
    metrics
}

/// The metrics that do not depend on the deck: shares of games and counts per game, shares of counts, how much of a game
/// is decided early, fights by Level, and decisions by kind per game.
pub fn summary(tally: &Tally) -> Vec<Metric> {
    metrics(tally, LEVELS)
}

fn metrics(tally: &Tally, levels: usize) -> Vec<Metric> {
    let counted = |metric: usize| Metric {
        name: metric_name(metric),
        estimate: count_metric(tally, metric),
        kind: if is_share_of_games(metric) { MetricKind::Share } else { MetricKind::Mean },
        too_few_events: few_counted(tally, metric),
    };
    let (named, decisions) = (0..METRICS).map(counted).partition::<Vec<_>, _>(|m| !m.name.starts_with("decisions_"));
    let share = |(place, ratio): (usize, &Ratio)| Metric {
        name: ratio.name.to_owned(),
        estimate: share(tally, place),
        kind: MetricKind::Share,
        too_few_events: few_shared(tally, place),
    };
    let shares = RATIOS.iter().enumerate().map(share);
    // The order of the lines of `summary.csv`.
    named
        .into_iter()
        .chain(shares)
        .chain(course(tally))
        .chain(fights_by_level(tally, levels))
        .chain(decisions)
        .collect()
}

/// The length of games, the advantage of the first turn, and how much is decided early.
fn course(tally: &Tally) -> Vec<Metric> {
    let gap = Metric {
        name: "first_last_gap".to_owned(),
        estimate: first_last_gap(tally),
        kind: MetricKind::Gap,
        too_few_events: false,
    };
    let quantile = |(name, p): (&str, f64)| Metric {
        name: name.to_owned(),
        estimate: turns_quantile(tally, p),
        kind: MetricKind::Quantile,
        too_few_events: few_beyond(tally, p),
    };
    let win_rate = |name: String, mark: Mark| Metric {
        name,
        estimate: marked_wins(tally, mark),
        kind: MetricKind::Share,
        too_few_events: few_marked(tally, mark),
    };
    let explained = |name: String, mark: Mark| Metric {
        name,
        estimate: explained(tally, mark),
        kind: MetricKind::Explained,
        too_few_events: few_marked(tally, mark),
    };
    let mut metrics = vec![gap];
    metrics.extend(QUANTILES.map(quantile));
    metrics.extend(MARKED.map(|(name, mark)| win_rate(name.to_owned(), mark)));
    metrics.push(explained("explained_by_lead_half".to_owned(), Mark::LeaderAtHalf));
    for round in 1..=ROUNDS {
        metrics.push(win_rate(format!("leader_win_rate_round_{round}"), Mark::LeaderAfter(round)));
        metrics.push(explained(format!("explained_by_lead_round_{round}"), Mark::LeaderAfter(round)));
    }
    metrics
}

/// The share of fights won, by the Level of the main player when the fight began.
fn fights_by_level(tally: &Tally, levels: usize) -> impl Iterator<Item = Metric> {
    let fights = |(place, sums): (usize, &RatioSums)| {
        let (estimate, too_few_events) = fights_won(tally, sums);
        Metric {
            name: format!("share_fights_won_level_{}", place + 1),
            estimate,
            kind: MetricKind::Share,
            too_few_events,
        }
    };
    tally.fights.by_level.iter().take(levels).enumerate().map(fights)
}

/// A share of fights won, and whether too few blocks have fights that were won, or that were not.
pub(crate) fn fights_won(tally: &Tally, sums: &RatioSums) -> (Estimate, bool) {
    let moments = |sum: u64, square: u128| Moments { blocks: tally.blocks, sum: sum.into(), square };
    let (won, all) = (moments(sums.part, sums.part_square), moments(sums.whole, sums.whole_square));
    (ratio(won, all, sums.product), few_in_share(won, all, sums.product))
}

/// The standard deviation of the true opening values of the identities; unknown with less than two.
fn identity_spread(tally: &Tally, deck: &Deck) -> Metric {
    let is_identity = |title: usize| deck.card(deck.titles[title].first).play == Play::Slot;
    let openings = opening_values(tally);
    let identities = (0..openings.len()).filter(|&title| is_identity(title)).map(|title| &openings[title]);
    let (noisy, deals): (Vec<(f64, f64)>, Vec<u64>) = identities.map(|one: &Opening| (one.noisy(), one.n)).unzip();
    let estimate = Estimate { n: deals.iter().sum(), ..spread(&noisy) };
    Metric { name: "identity_spread".to_owned(), estimate, kind: MetricKind::Spread, too_few_events: false }
}

/// Mean of a count per game.
pub(crate) fn count_per_game(tally: &Tally, count: Count) -> Estimate {
    count_metric(tally, count as usize)
}

fn is_share_of_games(metric: usize) -> bool {
    SHARES_OF_GAMES.iter().any(|count| *count as usize == metric)
}

fn moments(tally: &Tally, metric: usize) -> Moments {
    Moments { blocks: tally.blocks, sum: tally.counts.sum(metric), square: tally.counts.square(metric) }
}

fn count_metric(tally: &Tally, metric: usize) -> Estimate {
    match is_share_of_games(metric) {
        true => clustered_rate(moments(tally, metric), 1, tally.games),
        false => mean_per_game(moments(tally, metric), tally.games),
    }
}

fn share(tally: &Tally, place: usize) -> Estimate {
    let of = &RATIOS[place];
    ratio(moments(tally, of.part as usize), moments(tally, of.whole as usize), tally.counts.product(place))
}

fn few_counted(tally: &Tally, metric: usize) -> bool {
    let counted = moments(tally, metric);
    if !is_share_of_games(metric) {
        return few_events(counted);
    }
    let a_block = tally.games / tally.blocks.max(1);
    let games = Moments::default().with(a_block, tally.blocks);
    few_in_share(counted, games, counted.sum * u128::from(a_block))
}

fn few_shared(tally: &Tally, place: usize) -> bool {
    let of = &RATIOS[place];
    few_in_share(moments(tally, of.part as usize), moments(tally, of.whole as usize), tally.counts.product(place))
}
