//! The summary: the length of games, and the events in them.

use super::rates::clustered_rate;
use crate::run::tally::{Count, METRICS, RATIOS, Ratio, Tally, metric_name};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::moments::{Moments, few_events, few_in_share, mean_per_game, ratio};

/// One line of the summary.
#[derive(Clone, Debug)]
pub struct Metric {
    /// The quantity: `games`, a count per game, a share of games, or a share of another count.
    pub name: String,
    /// The measurement.
    pub estimate: Estimate,
    /// Whether it is a share of games or of another count.
    pub is_share: bool,
    /// Whether too few blocks have the event, or too few do not, for a reliable interval; see `MIN_EVENTS`.
    pub too_few_events: bool,
}

/// Counts that are 0 or 1 in a game: their means are shares of games.
const SHARES_OF_GAMES: [Count; 6] = [
    Count::WonByKill,
    Count::SharedWins,
    Count::Unfinished,
    Count::UnfinishedTurns,
    Count::UnfinishedSteps,
    Count::UnfinishedDepth,
];

/// All metrics: shares of games and counts per game, shares of counts, and decisions by kind per game.
pub fn summary(tally: &Tally) -> Vec<Metric> {
    let counted = |metric: usize| Metric {
        name: metric_name(metric),
        estimate: count_metric(tally, metric),
        is_share: is_share_of_games(metric),
        too_few_events: few_counted(tally, metric),
    };
    let (named, decisions) = (0..METRICS).map(counted).partition::<Vec<_>, _>(|m| !m.name.starts_with("decisions_"));
    let share = |(place, ratio): (usize, &Ratio)| Metric {
        name: ratio.name.to_owned(),
        estimate: share(tally, place),
        is_share: true,
        too_few_events: few_shared(tally, place),
    };
    let shares = RATIOS.iter().enumerate().map(share);
    // The order of the lines of `summary.csv`.
    named.into_iter().chain(shares).chain(decisions).collect()
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
