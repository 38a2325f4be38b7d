//! The changes of cards that leave every game the same.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::request::{CoverageRequest, count};
use crate::deck::compiled::Title;
use crate::deck::language::CardSpec;
use crate::deck::{Deck, Edit, Perturbation, Sets, changes, covers, perturbations};
use crate::report::coverage::{InertReport, InertRow};
use crate::report::{Manifest, Study};
use crate::run::{Arm, FiringCount, Firings, KnownGames, Replay, RunError, trials};
use crate::strategy::Strategy;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;

/// About one in this many games differs after a change of a card.
const A_DIFFERENT_GAME: u64 = 10;

/// The parts of cards on which no game depends.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PerturbResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The inert parts.
    pub report: InertReport,
    /// What happened in the games of the unchanged deck; a part that never took effect is inert.
    pub firings: Firings,
}

/// A change of one title.
struct Candidate {
    title: usize,
    change: Perturbation,
}

/// The result of testing a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Verdict {
    /// Every game stayed the same; this many were played again.
    Inert(u64),
    /// A game changed, or the changed card is not valid.
    Alive,
    /// A larger part that contains it is inert.
    Contained,
    /// The study was stopped.
    Unknown,
}

impl CoverageRequest {
    /// Reads the decks and plays the games; changes each number and removes each part of each card, one at a time, and
    /// plays the games with this card again until one of them differs. `None` if stopped before the first change.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn perturb(&self, control: &mut Control<'_>) -> Result<Option<PerturbResult>, StudyError> {
        self.perturb_with(&self.table.sets()?, control)
    }

    /// The same with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn perturb_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Option<PerturbResult>, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        let begun = Instant::now();
        let (plan, threads, stop) = (&setup.plan, control.thread_count(), control.stop_flag());
        // Once to keep the games, once to count what happens in them.
        control.expect(plan.games().saturating_mul(2));
        let known = KnownGames::play(setup.arm(), plan, threads, stop, &mut |games| control.played(games))?;
        let Some(known) = known else { return Ok(None) };
        control.begin_after(plan.games());
        let firings = count(&setup, control)?;
        if firings.sums.games < plan.games() {
            return Ok(None);
        }
        let search = Search::new(sets, &setup, &self.table.rules, &known, &firings, stop);
        let verdicts = search.verdicts(control)?;
        let report = search.report(&verdicts);
        let manifest = setup.manifest_of(Study::Coverage, firings.sums, threads, begun.elapsed().as_secs_f64());
        Ok(Some(PerturbResult {
            manifest: Manifest { interrupted: !report.is_complete(), ..manifest },
            report,
            firings,
        }))
    }
}

/// A search for inert parts.
struct Search<'a> {
    sets: &'a Sets,
    setup: &'a Setup,
    switches: &'a [String],
    known: &'a KnownGames<'a>,
    /// The parts of each title that never took effect.
    never: Vec<Vec<String>>,
    candidates: Vec<Candidate>,
    /// The candidates known to be inert so far.
    inert: Vec<AtomicBool>,
    stop: &'a AtomicBool,
}

/// The changes of all titles. Large parts come first, so that the parts of inert ones need not be tried.
fn candidates(deck: &Deck) -> Vec<Candidate> {
    let of_title = |(title, entry): (usize, &Title)| {
        perturbations(&entry.spec).into_iter().map(move |change| Candidate { title, change })
    };
    let mut all: Vec<Candidate> = deck.titles.iter().enumerate().flat_map(of_title).collect();
    let depth = |part: &str| part.matches(['.', '[']).count();
    all.sort_by_key(|candidate| (candidate.change.edit != Edit::Removed, depth(&candidate.change.part)));
    all
}

/// The parts of a title that never took effect.
fn never(found: &[FiringCount]) -> Vec<String> {
    let unused = found.iter().filter(|found| found.counts.iter().all(|count| *count == 0));
    unused.filter_map(|found| found.firing.part()).collect()
}

impl<'a> Search<'a> {
    fn new(
        sets: &'a Sets,
        setup: &'a Setup,
        switches: &'a [String],
        known: &'a KnownGames<'a>,
        firings: &Firings,
        stop: &'a AtomicBool,
    ) -> Self {
        let candidates = candidates(&setup.deck);
        let inert = candidates.iter().map(|_| AtomicBool::new(false)).collect();
        let never = firings.titles.iter().map(|found| never(found)).collect();
        Search { sets, setup, switches, known, never, candidates, inert, stop }
    }

    fn verdicts(&self, control: &mut Control<'_>) -> Result<Vec<Verdict>, RunError> {
        let (count, threads) = (self.candidates.len() as u64, control.thread_count());
        let judge = |n: u64| self.judge(n as usize);
        let mut tried = 0;
        let mut made = |made: Option<(u64, &Verdict)>| {
            // A verdict that was kept from an earlier start counts for the parts inside it, too.
            if let Some((n, verdict)) = made {
                self.inert[n as usize].fetch_or(matches!(verdict, Verdict::Inert(_)), Ordering::Relaxed);
                tried += 1;
            }
            control.tried(tried, count);
        };
        // A change is tried in a few games on average: most of them differ soon.
        let games = count.saturating_mul(self.known.count()) / A_DIFFERENT_GAME;
        let is_whole = |verdict: &Verdict| *verdict != Verdict::Unknown;
        let verdicts = trials((count, games), threads, self.stop, judge, is_whole, &mut made)?;
        Ok(verdicts.into_iter().map(|verdict| verdict.unwrap_or(Verdict::Unknown)).collect())
    }

    fn judge(&self, n: usize) -> Result<Verdict, RunError> {
        if self.is_contained(n) {
            return Ok(Verdict::Contained);
        }
        let Candidate { title, change } = &self.candidates[n];
        let mut games = None;
        for spec in &change.specs {
            match self.replay(*title, spec)? {
                Some(Replay::Same { games: same }) => games = games.max(Some(same)),
                Some(Replay::Differs { .. }) => return Ok(Verdict::Alive),
                Some(Replay::Stopped) => return Ok(Verdict::Unknown),
                None => {}
            }
        }
        self.inert[n].store(games.is_some(), Ordering::Relaxed);
        Ok(games.map_or(Verdict::Alive, Verdict::Inert))
    }

    /// Whether a part that contains this one is known to be inert as a whole.
    fn is_contained(&self, n: usize) -> bool {
        let Candidate { title, change } = &self.candidates[n];
        let whole = |other: &usize| {
            let Candidate { title: of, change } = &self.candidates[*other];
            of == title && change.edit == Edit::Removed && self.inert[*other].load(Ordering::Relaxed)
        };
        // Larger parts have lower numbers. If another thread still tries one, this part is tried as well, and the
        // report omits it later.
        let removed = (0..n).filter(whole).map(|other| &self.candidates[other].change.part);
        let mut parts = removed.chain(self.never[*title].iter().filter(|part| **part != change.part));
        parts.any(|part| covers(part, &change.part))
    }

    /// Plays the games again with a changed card; `None` if the card is not valid.
    fn replay(&self, title: usize, spec: &CardSpec) -> Result<Option<Replay>, RunError> {
        let Setup { deck, profiles, .. } = self.setup;
        let set = &deck.set_of(&deck.titles[title]).id;
        // A number beyond its limits, or a card without a part that it needs, is no card.
        let Ok(changed) = self.sets.with_card(set, spec).compile(self.switches) else { return Ok(None) };
        let players: Vec<Strategy> = profiles.iter().map(|profile| profile.compile(&changed)).collect();
        let cards = changes(deck, &changed).cards;
        self.known.replay(Arm::new(&changed, &players), cards, self.stop).map(Some)
    }

    /// The inert parts by title, and the stale statements if all candidates were tried.
    fn report(&self, verdicts: &[Verdict]) -> InertReport {
        let deck = &self.setup.deck;
        let mut report = InertReport {
            strategies: self.setup.names(),
            cards: deck.titles.len() as u64,
            changes: verdicts.len() as u64,
            tried: verdicts.iter().filter(|verdict| **verdict != Verdict::Unknown).count() as u64,
            rows: Vec::new(),
        };
        for (number, title) in deck.titles.iter().enumerate() {
            let found = self.found(number, verdicts);
            let largest = found.iter().filter(|one| !found.iter().any(|other| other.hides(one)));
            let row = |found: &Found<'_>| InertRow::found(deck, title, found.part, found.edit, found.games);
            let mut rows: Vec<InertRow> = largest.map(row).collect();
            // A part that was not tried may be inert after all.
            if report.is_complete() {
                let related =
                    |part: &str| found.iter().any(|found| covers(part, found.part) || covers(found.part, part));
                let stale = title.spec.inert.iter().filter(|(part, _)| !related(part));
                rows.extend(stale.map(|(part, reason)| InertRow::stale(deck, title, part, reason)));
            }
            rows.sort_by(|one, other| one.part.cmp(&other.part));
            report.rows.extend(rows);
        }
        report
    }

    /// All inert parts of a title.
    fn found(&self, title: usize, verdicts: &[Verdict]) -> Vec<Found<'_>> {
        let tried = self.candidates.iter().zip(verdicts).filter(|(candidate, _)| candidate.title == title);
        let inert = tried.filter_map(|(Candidate { change, .. }, verdict)| match *verdict {
            Verdict::Inert(games) => Some(Found { part: &change.part, edit: Some(&change.edit), games }),
            Verdict::Alive | Verdict::Contained | Verdict::Unknown => None,
        });
        let games = self.known.count();
        let never = self.never[title].iter().map(|part| Found { part, edit: None, games });
        inert.chain(never).collect()
    }
}

/// An inert part.
struct Found<'a> {
    part: &'a str,
    /// The change that leaves every game the same; `None` if the part never takes effect.
    edit: Option<&'a Edit>,
    games: u64,
}

impl Found<'_> {
    /// Whether the whole part is inert, with everything inside it: 2 if it can be removed, 1 if it never takes effect.
    fn wholeness(&self) -> u8 {
        match self.edit {
            Some(Edit::Removed) => 2,
            None => 1,
            Some(Edit::Number { .. } | Edit::Switched(_)) => 0,
        }
    }

    /// Whether the other part can be omitted if this one is listed.
    fn hides(&self, other: &Found<'_>) -> bool {
        let larger = self.part != other.part || self.wholeness() > other.wholeness();
        self.wholeness() > 0 && larger && covers(self.part, other.part)
    }
}
