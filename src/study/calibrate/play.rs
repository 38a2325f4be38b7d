//! Calibration: plays many repetitions of a comparison and counts how often each kind of interval covers the truth.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::ids::CardSet;
use crate::report::calibrate::{CoverageRow, IntervalNames, coverage_rows};
use crate::report::sweep::SweepMetric;
use crate::run::tally::Tally;
use crate::run::{Arm, Duels, FurtherDeals, Hands, Pairs, Plan, Played, Repeats, Repetition, Results, RunError};
use crate::stats::{
    Aim, Compared, DealtGames, Estimate, Figure, IntervalKind, PairedGames, PairedSums, PlayedGames, Response, Sheets,
    Z95, aims,
};

/// Two decks and the quantities that are compared between them.
pub(super) struct Calibration<'a> {
    /// The games of one repetition.
    pub(super) plan: &'a Plan,
    /// The deck before the edit.
    pub(super) before: Arm<'a>,
    /// The deck after the edit.
    pub(super) after: Arm<'a>,
    /// Names of the strategies, in the order of the plan.
    pub(super) strategies: Vec<String>,
    /// Titles whose opening values are compared: their indices in both decks.
    pub(super) shared: Vec<(usize, usize)>,
    /// Index in `shared` of the edited title; `None` if it was blank before the edit.
    pub(super) edited: Option<usize>,
    /// Identities of both decks.
    pub(super) identities: Vec<(usize, usize)>,
    /// Contests of the first strategy with each other one.
    pub(super) duels: Duels<'a>,
    /// Edits of a printed number, if the deck has a monster for them.
    pub(super) sweep: Option<LevelSweep<'a>>,
}

/// Edits of a monster's Level.
pub(super) struct LevelSweep<'a> {
    /// Index of the monster's title.
    pub(super) title: usize,
    /// Its printed Level.
    pub(super) printed: i32,
    /// The other Levels, each with its deck.
    pub(super) edits: Vec<(i32, Arm<'a>)>,
    /// The copies of the monster. A game that draws none of them does not change.
    pub(super) cards: CardSet,
}

/// Results of one repetition.
#[derive(Serialize, Deserialize)]
struct RepetitionResult {
    kept: Intervals,
    games: AllGames,
}

/// All games of one or more repetitions.
#[derive(Serialize, Deserialize)]
struct AllGames {
    before: Tally,
    after: Tally,
    duels: Vec<Results>,
}

impl AllGames {
    fn merge(&mut self, other: &AllGames) {
        self.before.merge(&other.before);
        self.after.merge(&other.after);
        self.duels.iter_mut().zip(&other.duels).for_each(|(duel, other)| duel.merge(other));
    }
}

/// The intervals and curves of one repetition.
#[derive(Serialize, Deserialize)]
struct Intervals {
    /// Those of each kind.
    sheets: Vec<Vec<Estimate>>,
    curves: Vec<Response>,
}

impl Calibration<'_> {
    /// Plays `count` repetitions and returns a row per kind of interval, or `None` if stopped. `progress` receives the
    /// number of games played.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(super) fn play(
        &self,
        count: u64,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Vec<CoverageRow>>, RunError> {
        let edits: Vec<Arm<'_>> = self.sweep.iter().flat_map(|sweep| &sweep.edits).map(|(_, edit)| *edit).collect();
        let repeats = Repeats {
            plan: self.plan,
            before: self.before,
            after: self.after,
            edits: &edits,
            edited: self.sweep.as_ref().map_or(CardSet::EMPTY, |sweep| sweep.cards),
            duels: self.duels,
            count,
            threads,
        };
        let mut all: Vec<Intervals> = Vec::new();
        let mut pooled: Option<AllGames> = None;
        let mut take = |measured: Option<RepetitionResult>| {
            if let Some(RepetitionResult { kept, games }) = measured {
                all.push(kept);
                match &mut pooled {
                    None => pooled = Some(games),
                    Some(sums) => sums.merge(&games),
                }
            }
            progress(self.games().saturating_mul(all.len() as u64));
        };
        repeats.play(|repetition| self.measure(repetition), stop, &mut take)?;
        // The truth is the mean of all repetitions, so fewer of them would be another calibration.
        let Some(pooled) = pooled.filter(|_| all.len() as u64 == repeats.count) else { return Ok(None) };
        let compared = self.compare(&pooled);
        let (mut truths, mut names) = (compared.truths(), compared.names(&self.strategies));
        let changes = &truths[IntervalKind::OpeningChanges as usize];
        // Dealing on changes the precision of an estimate, not what it estimates.
        let places = self.edited.iter().copied();
        truths[IntervalKind::FurtherDeals as usize] = places.clone().map(|place| changes[place]).collect();
        let openings = &truths[IntervalKind::Openings as usize];
        truths[IntervalKind::DealtOpening as usize] =
            places.clone().map(|place| openings[self.shared[place].0]).collect();
        for kind in [IntervalKind::FurtherDeals, IntervalKind::DealtOpening] {
            let name = |place: usize| self.before.deck.titles[self.shared[place].0].name.clone();
            names[kind as usize] = places.clone().map(name).collect();
        }
        let names_of_kinds = IntervalNames { names, titles: self.before.deck.titles.len() };
        Ok(Some(covered(truths, names_of_kinds, all)))
    }

    /// Number of games of a repetition, without those that an edit of the sweep changes.
    pub(super) fn games(&self) -> u64 {
        self.plan.games().saturating_mul(2 + self.duels.pairs.len() as u64)
    }

    fn measure(&self, repetition: Repetition) -> Result<RepetitionResult, RunError> {
        let Repetition { plan, before, after, pairs, edits, duels } = repetition;
        let games = AllGames { before, after, duels };
        let blocks = plan.blocks() as usize;
        let was = Hands::of(blocks, self.before.deck, &plan);
        let is = Hands::of(blocks, self.after.deck, &plan);
        let mut sheets = self.compare(&games).intervals(&plan, &pairs, [&was, &is]);
        let edited = self.edited.map(|place| self.dealt_on(self.shared[place], &plan, &pairs, [&was, &is]));
        for (kind, interval) in edited.transpose()?.into_iter().flatten() {
            sheets[kind as usize] = vec![interval];
        }
        let curves = self.sweep.iter().flat_map(|sweep| sweep.curves(&plan, &was, &pairs.before, &edits)).collect();
        Ok(RepetitionResult { kept: Intervals { sheets: sheets.into(), curves }, games })
    }

    /// A title's opening value and its change with extra deals as in `check`: enough for half the standard error of
    /// independent games.
    fn dealt_on(
        &self,
        title: (usize, usize),
        plan: &Plan,
        pairs: &Pairs,
        hands: [&Hands; 2],
    ) -> Result<[(IntervalKind, Estimate); 2], RunError> {
        let games = PairedGames::new(plan, pairs);
        let titles = [title];
        let opening = games.opening_values(hands, &titles)[0];
        // The variance of a win is that of one winner among equal players, and a change is the difference of two such
        // means.
        let rate = 1.0 / f64::from(plan.players());
        let independent = Z95 * (2.0 * rate * (1.0 - rate) / opening.deals as f64).sqrt();
        let deals = (opening.more_deals(independent / 2.0) * plan.blocks() as f64) as u64;
        let (arms, most) = ([self.before, self.after], plan.blocks() as usize);
        // The repetitions already share the threads.
        let dealing = FurtherDeals { plan, dealt: 0, arms, titles: &titles, deals, most, threads: 1 };
        let stop = AtomicBool::new(false);
        let found = dealing.deal(&stop)?.unwrap_or_default();
        let further = dealing.list(&found, &stop)?;
        let none = Hands::default();
        let found = [0, 1].map(|arm| found.hands.get(arm).unwrap_or(&none));
        let titles = [(Some(title.0), Some(title.1))];
        let more = PairedGames::new(plan, &further).sums(found, &titles, [None; 2]);
        let sums = games.sums(hands, &titles, [None; 2]);
        let change = PairedSums::new(&sums).opening_value_dealt_on(0, (&more, 0)).difference.change;
        let [first, more] = [&pairs.before, &further.before].map(|played| PlayedGames::new(plan, played));
        let dealt = DealtGames { ordinary: (first, hands[0]), further: (more, found[0]) };
        let opening = dealt.opening_value(title.0, None).estimate();
        Ok([(IntervalKind::FurtherDeals, change), (IntervalKind::DealtOpening, opening)])
    }

    fn compare<'b>(&'b self, games: &'b AllGames) -> Compared<'b> {
        let AllGames { before, after, duels } = games;
        let (titles, piles) = (&self.before.deck.titles, self.before.deck.piles());
        let (shared, identities, contest) = (&self.shared, &self.identities, self.duels.contest);
        Compared { before, after, titles, piles, shared, identities, contest, duels }
    }
}

impl LevelSweep<'_> {
    /// The curve of each metric, from games with the printed deck and with each of the edits. All deal the same hands.
    fn curves(&self, plan: &Plan, hands: &Hands, printed: &[Played], edits: &[Vec<Played>]) -> Vec<Response> {
        let edits = self.edits.iter().zip(edits).map(|((level, _), played)| (*level, &played[..]));
        let mut levels: Vec<(i32, &[Played])> = edits.chain([(self.printed, printed)]).collect();
        levels.sort_unstable_by_key(|level| level.0);
        let curve = |metric: SweepMetric| {
            let figure = |played| metric.figure(PlayedGames::new(plan, played), hands, self.title);
            let figures: Vec<(f64, Figure)> =
                levels.iter().map(|(level, played)| (f64::from(*level), figure(played))).collect();
            let points: Vec<(f64, &Figure)> = figures.iter().map(|(level, figure)| (*level, figure)).collect();
            Response::new(&points)
        };
        SweepMetric::ALL.map(curve).into()
    }
}

/// The coverage of all kinds. The curves of all repetitions together, in their order, give the truth for the confidence sets of sweeps.
fn covered(mut truths: Sheets, mut names_of_kinds: IntervalNames, all: Vec<Intervals>) -> Vec<CoverageRow> {
    let (mut repetitions, curves): (Vec<Sheets>, Vec<Vec<Response>>) =
        all.into_iter().map(|kept| (sheets_of(kept.sheets), kept.curves)).unzip();
    let aims = aims(&curves);
    truths[IntervalKind::Balances as usize] = aims.iter().map(Aim::truth).collect();
    names_of_kinds.names[IntervalKind::Balances as usize] = aims.iter().map(name_of).collect();
    for (sheets, curves) in repetitions.iter_mut().zip(&curves) {
        sheets[IntervalKind::Balances as usize] = aims.iter().map(|aim| aim.set(curves)).collect();
    }
    coverage_rows(&truths, &names_of_kinds, &repetitions)
}

fn sheets_of(mut all: Vec<Vec<Estimate>>) -> Sheets {
    std::array::from_fn(|kind| all.get_mut(kind).map(std::mem::take).unwrap_or_default())
}

fn name_of(aim: &Aim) -> String {
    format!("{} at level {}", SweepMetric::ALL[aim.metric()].name(), aim.truth().value)
}
