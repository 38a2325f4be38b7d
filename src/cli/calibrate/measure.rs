//! Playing a calibration: all repetitions, and what their intervals are to hold.

use std::sync::atomic::AtomicBool;

use super::super::failure::Failure;
use super::super::interrupt;
use super::super::progress::Progress;
use super::super::setup::{Setup, threads};
use super::Args;
use super::rows::{CoverageRow, Families, rows};
use super::sweep::Sweep;
use crate::ids::CardSet;
use crate::report::sweep::SweepMetric;
use crate::run::tally::Tally;
use crate::run::{Arm, DealingOn, Hands, Pairs, Plan, Repeats, Repetition, RunError};
use crate::stats::{Aim, Compared, Estimate, IntervalKind, PairedGames, Response, Sheets, Z95, aims};

/// The decks and what is compared between them.
pub(super) struct Calibration<'a, const W: usize> {
    pub(super) before: &'a Setup<W>,
    pub(super) after: &'a Setup<W>,
    /// Titles whose opening values are compared: their places in both decks.
    pub(super) shared: Vec<(usize, usize)>,
    /// Which of them is edited; none if it was blank before.
    pub(super) edited: Option<usize>,
    /// Identities that both decks have.
    pub(super) identities: Vec<(usize, usize)>,
    /// Edits of a printed number, if there is a card for it.
    pub(super) sweep: Option<Sweep<W>>,
    pub(super) args: &'a Args,
}

/// What one repetition came to.
struct Measured {
    kept: Kept,
    before: Tally,
    after: Tally,
}

/// What is kept of a repetition.
struct Kept {
    number: u64,
    sheets: Sheets,
    curves: Vec<Response>,
}

impl<const W: usize> Calibration<'_, W> {
    /// Plays all repetitions; nothing if that was stopped.
    pub(super) fn play(&self) -> Result<Option<Vec<CoverageRow>>, Failure> {
        let (before, after) = (self.before, self.after);
        let edits: Vec<Arm<'_, W>> = self.sweep.iter().flat_map(Sweep::arms).collect();
        let repeats = Repeats {
            plan: &before.plan,
            before: before.arm(),
            after: after.arm(),
            edits: &edits,
            edited: self.sweep.as_ref().map_or(CardSet::EMPTY, |sweep| sweep.cards),
            count: self.args.repetitions,
            threads: threads(self.args.threads),
        };
        let games = before.plan.games().saturating_mul(2);
        let mut progress = Progress::new(games.saturating_mul(repeats.count), self.args.quiet);
        let mut all: Vec<Kept> = Vec::new();
        let mut pooled: Option<(Tally, Tally)> = None;
        let mut take = |measured: Option<Measured>| {
            if let Some(Measured { kept, before, after }) = measured {
                all.push(kept);
                match &mut pooled {
                    None => pooled = Some((before, after)),
                    Some(sums) => {
                        sums.0.merge(&before);
                        sums.1.merge(&after);
                    }
                }
            }
            progress.note(games.saturating_mul(all.len() as u64));
        };
        repeats.play(|repetition| self.measure(repetition), interrupt::listen(self.args.quiet), &mut take)?;
        progress.finish();
        let Some((was, is)) = pooled.filter(|_| all.len() as u64 == repeats.count) else { return Ok(None) };
        let compared = self.compare(&was, &is);
        let (mut truths, mut names) = (compared.truths(), compared.names(&self.before.names()));
        let changes = &truths[IntervalKind::OpeningChanges as usize];
        truths[IntervalKind::DealtOn as usize] = self.edited.iter().map(|&place| changes[place]).collect();
        names[IntervalKind::DealtOn as usize] =
            self.edited.iter().map(|&place| self.before.deck.titles[self.shared[place].0].name.clone()).collect();
        let families = Families { names, titles: self.before.deck.titles.len() };
        Ok(Some(judged(truths, families, all)))
    }

    fn measure(&self, repetition: Repetition) -> Result<Measured, RunError> {
        let Repetition { number, plan, before, after, pairs, edits } = repetition;
        let blocks = plan.blocks() as usize;
        let was = Hands::of(blocks, &self.before.deck, &plan);
        let is = Hands::of(blocks, &self.after.deck, &plan);
        let mut sheets = self.compare(&before, &after).intervals(&plan, &pairs, [&was, &is]);
        let edited = self.edited.map(|place| self.dealt_on(self.shared[place], &plan, &pairs, [&was, &is]));
        sheets[IntervalKind::DealtOn as usize] = edited.into_iter().collect::<Result<_, _>>()?;
        let curves = self.sweep.iter().flat_map(|sweep| sweep.curves(&plan, &was, &pairs.before, &edits)).collect();
        Ok(Measured { kept: Kept { number, sheets, curves }, before, after })
    }

    /// The change of a title's opening value, after dealing on as `check` does: until it is known twice as well as from
    /// independent games.
    fn dealt_on(
        &self,
        title: (usize, usize),
        plan: &Plan,
        pairs: &Pairs,
        hands: [&Hands; 2],
    ) -> Result<Estimate, RunError> {
        let games = PairedGames::new(plan, pairs);
        let titles = [title];
        let opening = games.opening_values(hands, &titles)[0];
        let rate = 1.0 / f64::from(plan.players());
        let independent = Z95 * (2.0 * rate * (1.0 - rate) / opening.deals as f64).sqrt();
        let deals = (opening.more_deals(independent / 2.0) * plan.blocks() as f64) as u64;
        let (arms, most) = ([self.before.arm(), self.after.arm()], plan.blocks() as usize);
        let dealing = DealingOn { plan, arms, titles: &titles, deals, most, threads: 1 };
        let stop = AtomicBool::new(false);
        let found = dealing.deal(&stop)?.unwrap_or_default();
        let further = dealing.play(found, &stop, &mut |_| ())?.unwrap_or_default();
        Ok(games.opening_value_dealt_on(hands, title, &further).difference.change)
    }

    fn compare<'b>(&'b self, before: &'b Tally, after: &'b Tally) -> Compared<'b> {
        let (titles, shared, identities) = (&self.before.deck.titles, &self.shared, &self.identities);
        Compared { before, after, titles, shared, identities }
    }
}

/// The coverage of all kinds, once the curves of all repetitions tell what their confidence sets are to hold.
///
/// Repetitions come in no order, in which sums of fractions would differ.
fn judged(mut truths: Sheets, mut families: Families, mut all: Vec<Kept>) -> Vec<CoverageRow> {
    all.sort_unstable_by_key(|kept| kept.number);
    let (mut repetitions, curves): (Vec<Sheets>, Vec<Vec<Response>>) =
        all.into_iter().map(|kept| (kept.sheets, kept.curves)).unzip();
    let aims = aims(&curves);
    truths[IntervalKind::Balances as usize] = aims.iter().map(Aim::truth).collect();
    families.names[IntervalKind::Balances as usize] = aims.iter().map(name_of).collect();
    for (sheets, curves) in repetitions.iter_mut().zip(&curves) {
        sheets[IntervalKind::Balances as usize] = aims.iter().map(|aim| aim.set(curves)).collect();
    }
    rows(&truths, &families, &repetitions)
}

fn name_of(aim: &Aim) -> String {
    format!("{} at level {}", SweepMetric::ALL[aim.metric()].name(), aim.truth().value)
}
