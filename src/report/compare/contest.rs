//! The report of a comparison of strategies.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::files::number::{Fraction, Wins};
use crate::report::files::row::row;
use crate::run::{Contest, ContestKind, Results};
use crate::stats::{Estimate, Hypothesis, Pair, Rate, Scores, Sprt, Standing, contest_rate, cycle, ladder, pairs};

row! {
    "ladder.csv"
    /// One line of `ladder.csv`: a strategy, the best one first.
    #[derive(Clone, Debug)]
    pub struct LadderRow {
        /// The strategy.
        pub strategy: String,
        /// Seats that it occupied, over all games.
        pub seat_games: u64,
        /// Wins; a win shared by k counts 1/k.
        pub wins: Wins,
        /// Wins per seat occupied.
        pub win_rate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// `reference`, `rated`, `above`, `below` or `unknown`.
        pub standing: Standing,
        /// Elo points relative to the reference, the anchor; empty if unknown.
        pub elo: Fraction,
        /// Lower end of its 95% interval; empty without a lower limit.
        pub elo_low: Fraction,
        /// Upper end of its 95% interval; empty without an upper limit.
        pub elo_high: Fraction,
        /// Standard error in Elo points, over blocks; empty unless `rated`.
        pub elo_error: Fraction,
        /// Standard error in Elo points if all games were independent.
        pub elo_independent_error: Fraction,
        /// Games of the strategy that have a winner.
        pub elo_n: u64,
        /// Elo points ahead of the next strategy; empty if unknown.
        pub lead: Fraction,
        /// Lower end of its 95% interval.
        pub lead_low: Fraction,
        /// Upper end of its 95% interval.
        pub lead_high: Fraction,
    }
}

row! {
    "pairs.csv"
    /// One line of `pairs.csv`: two strategies in the games in which both sat.
    #[derive(Clone, Debug)]
    pub struct PairRow {
        /// The first strategy.
        pub strategy: String,
        /// The second strategy.
        pub opponent: String,
        /// Games in which both sat.
        pub games: u64,
        /// Wins of the first.
        pub wins: Wins,
        /// Wins of the second.
        pub opponent_wins: Wins,
        /// The first strategy's share of the wins per seat of both.
        pub share: Fraction,
        /// Elo difference: `400 log10` of the ratio of wins per seat.
        pub elo: Fraction,
        /// Lower end of its 95% interval.
        pub elo_low: Fraction,
        /// Upper end of its 95% interval.
        pub elo_high: Fraction,
        /// Lower end of the interval for all pairs at once.
        pub simultaneous_low: Fraction,
        /// Upper end of the interval for all pairs at once.
        pub simultaneous_high: Fraction,
    }
}

row! {
    "scores.csv"
    /// One line of `scores.csv`: how often the first strategy had this score.
    #[derive(Clone, Debug)]
    pub struct ScoreRow {
        /// Wins of the first strategy in a block.
        pub wins: Fraction,
        /// Number of blocks.
        pub blocks: u64,
    }
}

/// The first strategy against the others.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HeadToHead {
    /// Games, the number of observations of all estimates.
    pub games: u64,
    /// Blocks, the sample units.
    pub blocks: u64,
    /// Its share of the wins.
    pub share: Fraction,
    /// Lower end of its 95% interval.
    pub share_low: Fraction,
    /// Upper end of its 95% interval.
    pub share_high: Fraction,
    /// Share of the wins of a strategy as good as the others.
    pub fair: Fraction,
    /// Elo difference.
    pub elo: Fraction,
    /// Lower end of its 95% interval.
    pub elo_low: Fraction,
    /// Upper end of its 95% interval.
    pub elo_high: Fraction,
    /// Normalized Elo difference.
    pub normalized: Fraction,
    /// Lower end of its 95% interval.
    pub normalized_low: Fraction,
    /// Upper end of its 95% interval.
    pub normalized_high: Fraction,
    /// Likelihood of superiority.
    pub superiority: Fraction,
    /// Whether too few games were won, or lost, so that the intervals are unreliable.
    pub too_few_events: bool,
}

/// A sequential test with its state at the end.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// Log-likelihood ratio.
    pub llr: Fraction,
    /// At this ratio or below, H0 is accepted.
    pub lower: Fraction,
    /// At this ratio or above, H1 is accepted.
    pub upper: Fraction,
    /// The accepted hypothesis.
    pub accepted: Option<Hypothesis>,
}

/// When a contest ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// After a fixed number of games.
    #[default]
    Games,
    /// When the Elo intervals have this half-width.
    Precision(f64),
    /// When a hypothesis is accepted.
    Sprt(Sprt),
}

impl Goal {
    /// Whether the goal is reached; the ratings of a ladder are relative to the anchor.
    pub(crate) fn is_reached(self, contest: &Contest, results: &Results, anchor: usize) -> bool {
        match (self, Scores::of_contest(contest, results)) {
            (Goal::Games, _) | (Goal::Sprt(_), None) => false,
            (Goal::Precision(precision), _) => {
                half_widths(contest, results, anchor).into_iter().all(|width| width <= precision)
            }
            (Goal::Sprt(test), Some(scores)) => test.accepted(test.llr(&scores)).is_some(),
        }
    }
}

/// The half-widths of the Elo intervals that a precision is about: of the difference, or of the ratings of a ladder,
/// relative to the anchor.
pub(crate) fn half_widths(contest: &Contest, results: &Results, anchor: usize) -> Vec<f64> {
    if let Some(scores) = Scores::of_contest(contest, results) {
        return vec![scores.elo().half_width()];
    }
    let ratings = ladder(results, contest.strategies()).ratings(anchor);
    // The anchor is 0 by definition and has no interval.
    let others = ratings.iter().filter(|rating| rating.standing != Standing::Reference);
    others.map(|rating| rating.elo.half_width()).collect()
}

/// The results of a comparison.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompareReport {
    /// The strategies, in the order of the request.
    #[serde(rename = "strategies")]
    pub names: Vec<String>,
    /// When the contest ends.
    pub goal: Goal,
    /// Who plays whom.
    #[serde(rename = "contest")]
    pub kind: ContestKind,
    /// Whether the goal is reached; a fixed number of games always is.
    pub reached: bool,
    /// The first strategy against the others; not for a ladder.
    pub head_to_head: Option<HeadToHead>,
    /// Scores of the first strategy; none for a ladder.
    pub scores: Vec<ScoreRow>,
    /// The test, if requested.
    pub sprt: Option<SprtState>,
    /// The strategies, the best one first.
    pub ladder: Vec<LadderRow>,
    /// All pairs of strategies.
    pub pairs: Vec<PairRow>,
    /// The shortest cycle of strategies, each better than the next beyond the intervals for all pairs at once.
    pub cycle: Option<Vec<String>>,
}

impl CompareReport {
    /// The report of a contest of strategies with these names, with ratings relative to the anchor. A contest that was
    /// stopped has not reached its goal.
    pub(crate) fn new(
        contest: &Contest,
        results: &Results,
        names: &[String],
        anchor: usize,
        goal: Goal,
        interrupted: bool,
    ) -> CompareReport {
        let scores = Scores::of_contest(contest, results);
        let compared = pairs(results, names.len());
        let cycle = cycle(&compared).map(|cycle| cycle.into_iter().map(|place| names[place].clone()).collect());
        CompareReport {
            names: names.to_vec(),
            goal,
            kind: contest.kind(),
            reached: !interrupted && (goal == Goal::Games || goal.is_reached(contest, results, anchor)),
            head_to_head: scores.as_ref().map(HeadToHead::new),
            sprt: scores.as_ref().and_then(|scores| sprt_state(goal, scores, interrupted)),
            scores: scores.as_ref().map(score_rows).unwrap_or_default(),
            ladder: ladder_rows(results, names, anchor),
            pairs: compared.iter().map(|pair| pair_row(pair, names)).collect(),
            cycle,
        }
    }
}

impl HeadToHead {
    pub(super) fn new(scores: &Scores) -> HeadToHead {
        let (share, elo, normalized) = (scores.share(), scores.elo(), scores.normalized_elo());
        HeadToHead {
            games: share.n,
            blocks: scores.blocks(),
            share: Fraction(share.value),
            share_low: Fraction(share.low),
            share_high: Fraction(share.high),
            fair: Fraction(scores.fair()),
            elo: Fraction(elo.value),
            elo_low: Fraction(elo.low),
            elo_high: Fraction(elo.high),
            normalized: Fraction(normalized.value),
            normalized_low: Fraction(normalized.low),
            normalized_high: Fraction(normalized.high),
            superiority: Fraction(scores.superiority()),
            too_few_events: scores.too_few_events(),
        }
    }
}

fn sprt_state(goal: Goal, scores: &Scores, interrupted: bool) -> Option<SprtState> {
    let Goal::Sprt(test) = goal else { return None };
    let (llr, (lower, upper)) = (test.llr(scores), test.bounds());
    let accepted = test.accepted(llr).filter(|_| !interrupted);
    Some(SprtState { test, llr: Fraction(llr), lower: Fraction(lower), upper: Fraction(upper), accepted })
}

fn score_rows(scores: &Scores) -> Vec<ScoreRow> {
    let games = scores.games() as f64;
    scores.cells().into_iter().map(|(score, blocks)| ScoreRow { wins: Fraction(score * games), blocks }).collect()
}

/// The ladder, the best strategy first and those without a rating last.
fn ladder_rows(results: &Results, names: &[String], anchor: usize) -> Vec<LadderRow> {
    let ladder = ladder(results, names.len());
    let ratings = ladder.ratings(anchor);
    let height = |strategy: usize| Some(ratings[strategy].elo.value).filter(|value| value.is_finite());
    let mut order: Vec<usize> = (0..names.len()).collect();
    // An unknown rating is `None`, which is less than any known one.
    order.sort_by(|&one, &other| height(other).partial_cmp(&height(one)).unwrap_or(Ordering::Equal));
    let row = |(place, &strategy): (usize, &usize)| {
        let (rating, next) = (&ratings[strategy], order.get(place + 1));
        let lead = next.map_or(Estimate::NONE, |next| ladder.difference(strategy, *next));
        let Rate { wins, rate } = contest_rate(results, strategy);
        let Estimate { value, low, high, n } = rating.elo;
        LadderRow {
            strategy: names[strategy].clone(),
            seat_games: rate.n,
            wins: Wins(wins),
            win_rate: Fraction(rate.value),
            low: Fraction(rate.low),
            high: Fraction(rate.high),
            standing: rating.standing,
            elo: Fraction(value),
            elo_low: Fraction(low),
            elo_high: Fraction(high),
            elo_error: Fraction(rating.error),
            elo_independent_error: Fraction(rating.independent_error),
            elo_n: n,
            lead: Fraction(lead.value),
            lead_low: Fraction(lead.low),
            lead_high: Fraction(lead.high),
        }
    };
    order.iter().enumerate().map(row).collect()
}

fn pair_row(pair: &Pair, names: &[String]) -> PairRow {
    PairRow {
        strategy: names[pair.one].clone(),
        opponent: names[pair.other].clone(),
        games: pair.games,
        wins: Wins(pair.wins),
        opponent_wins: Wins(pair.other_wins),
        share: Fraction(pair.share()),
        elo: Fraction(pair.elo.value),
        elo_low: Fraction(pair.elo.low),
        elo_high: Fraction(pair.elo.high),
        simultaneous_low: Fraction(pair.simultaneous.0),
        simultaneous_high: Fraction(pair.simultaneous.1),
    }
}
