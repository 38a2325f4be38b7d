//! `kickdoor deck coverage --perturb`: the changes of cards that leave every game the same.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::coverage::{Args, reason_for};
use crate::cli::args::Format;
use crate::cli::failure::Failure;
use crate::cli::page::Cut;
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, set_up, threads, with_width};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, interrupt};
use crate::deck::language::CardSpec;
use crate::deck::{Deck, Edit, Perturbation, Sets, changes, covers, perturbations};
use crate::report::{Table, counted, row, write_csv};
use crate::run::{Arm, Firing, Firings, KnownGames, Replay, RunError, firings, trials};
use crate::strategy::Strategy;

row! {
    "inert.csv"
    /// A change of a card that leaves every game the same, or a statement about one that does not.
    #[derive(Clone, Debug, Serialize)]
    struct InertRow {
        set: String,
        card: String,
        name: String,
        /// The part of the card's entry, such as `use[0].do[1]`.
        part: String,
        /// `inert`, `explained` if the card states a reason, or `stale` if it states one for a part that is not inert.
        verdict: &'static str,
        /// The change; empty for a stale statement.
        change: String,
        /// Number of games that were played again.
        games: u64,
        reason: String,
    }
}

/// A change of one title.
struct Candidate {
    title: usize,
    change: Perturbation,
}

/// The result of testing a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Every game stayed the same; this many were played again.
    Inert(u64),
    /// A game changed, or the changed card is not valid.
    Alive,
    /// A larger part that contains it is inert.
    Contained,
    /// The run was stopped.
    Unknown,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.sets()?;
    with_width!(sets, find(&sets, args, out))
}

fn find<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let setup: &Setup<W> = &set_up(sets, &args.table, args.games)?;
    let stop = interrupt::listen(args.quiet);
    let Some((known, counted)) = games(setup, args, stop)? else { return Ok(Ending::Interrupted) };
    let candidates = candidates(&setup.deck);
    let inert = candidates.iter().map(|_| AtomicBool::new(false)).collect();
    let switches = args.table.switches();
    let (known, never) = (&known, never(setup, &counted));
    let search = Search { sets, setup, switches: &switches, known, never, candidates: &candidates, inert, stop };
    let verdicts = search.verdicts(args)?;
    let tried = verdicts.iter().filter(|verdict| **verdict != Verdict::Unknown).count();
    let complete = tried == verdicts.len();
    let rows = search.rows(&verdicts, complete);
    match args.format {
        Format::Table => args.page.print(Cut::First, out, |page| write(&search, &rows, tried, args, page))?,
        Format::Csv => write_csv(&rows, out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(rows))?,
    }
    unless_quiet!(args.quiet || complete, "stopped: {tried} of {} changes were tried", verdicts.len());
    Ok(if complete { Ending::Done } else { Ending::Interrupted })
}

/// The games of the deck, and what happens in them; `None` if stopped.
fn games<'a, const W: usize>(
    setup: &'a Setup<W>,
    args: &Args,
    stop: &AtomicBool,
) -> Result<Option<(KnownGames<'a, W>, Firings)>, Failure> {
    let (plan, threads) = (&setup.plan, threads(args.threads));
    let mut progress = Progress::new(plan.games().saturating_mul(2), args.quiet);
    let known = KnownGames::play(setup.arm(), plan, threads, stop, &mut |games| progress.note(games))?;
    let Some(known) = known else { return Ok(None) };
    let counted =
        firings(setup.arm(), plan, threads, stop, &mut |games| progress.note(plan.games().saturating_add(games)))?;
    progress.finish();
    Ok((!counted.interrupted).then_some((known, counted)))
}

/// The changes of all titles. Large parts come first, so that the parts of inert ones need not be tried.
fn candidates<const W: usize>(deck: &Deck<W>) -> Vec<Candidate> {
    let titles = deck.titles.iter().enumerate();
    let of_title = |(title, entry): (usize, &crate::deck::compiled::Title)| {
        perturbations(&entry.spec).into_iter().map(move |change| Candidate { title, change })
    };
    let mut all: Vec<Candidate> = titles.flat_map(of_title).collect();
    let depth = |part: &str| part.matches(['.', '[']).count();
    all.sort_by_key(|candidate| (candidate.change.edit != Edit::Removed, depth(&candidate.change.part)));
    all
}

/// The parts of each title that never took effect.
fn never<const W: usize>(setup: &Setup<W>, counted: &Firings) -> Vec<Vec<String>> {
    let unused = |title: usize, firing: &&Firing| {
        (0..setup.plan.strategies()).all(|strategy| counted.count(title, **firing, strategy) == 0)
    };
    let titles = counted.kinds.iter().enumerate();
    let parts = titles.map(|(title, kinds)| {
        kinds.iter().filter(|firing| unused(title, firing)).filter_map(|firing| firing.part()).collect()
    });
    parts.collect()
}

/// A search for inert parts.
struct Search<'a, const W: usize> {
    sets: &'a Sets,
    setup: &'a Setup<W>,
    switches: &'a [String],
    known: &'a KnownGames<'a, W>,
    never: Vec<Vec<String>>,
    candidates: &'a [Candidate],
    /// The candidates known to be inert so far.
    inert: Vec<AtomicBool>,
    stop: &'a AtomicBool,
}

impl<const W: usize> Search<'_, W> {
    fn verdicts(&self, args: &Args) -> Result<Vec<Verdict>, Failure> {
        let count = self.candidates.len() as u64;
        let mut progress = Progress::new(count, args.quiet).of("changes");
        let judge = |n: u64| self.judge(n as usize);
        let verdicts = trials(count, threads(args.threads), self.stop, judge, &mut |done| progress.note(done))?;
        progress.finish();
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
        let removed = (0..n).filter(whole).map(|other| &self.candidates[other].change.part);
        let mut parts = removed.chain(self.never[*title].iter().filter(|part| **part != change.part));
        parts.any(|part| covers(part, &change.part))
    }

    /// Plays the games again with a changed card; `None` if the card is not valid.
    fn replay(&self, title: usize, spec: &CardSpec) -> Result<Option<Replay>, RunError> {
        let Setup { deck, profiles, .. } = self.setup;
        let set = &deck.set_of(&deck.titles[title]).id;
        let Ok(changed) = self.sets.with_card(set, spec).compile::<W>(self.switches) else { return Ok(None) };
        let players: Vec<Strategy<W>> = profiles.iter().map(|profile| profile.compile(&changed)).collect();
        let cards = changes(deck, &changed).cards;
        self.known.replay(Arm { deck: &changed, players: &players }, cards, self.stop).map(Some)
    }

    /// The inert parts by title, and the stale statements if all candidates were tried.
    fn rows(&self, verdicts: &[Verdict], complete: bool) -> Vec<InertRow> {
        let mut rows = Vec::new();
        for title in 0..self.setup.deck.titles.len() {
            let found = self.found(title, verdicts);
            let largest = found.iter().filter(|one| !found.iter().any(|other| other.hides(one)));
            let mut parts: Vec<InertRow> = largest.map(|found| self.row(title, found)).collect();
            if complete {
                parts.extend(self.stale(title, &found));
            }
            parts.sort_by(|one, other| one.part.cmp(&other.part));
            rows.extend(parts);
        }
        rows
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

    fn row(&self, title: usize, found: &Found<'_>) -> InertRow {
        let reason = reason_for(&self.setup.deck.titles[title], found.part);
        InertRow {
            verdict: if reason.is_some() { "explained" } else { "inert" },
            change: found.edit.map_or_else(|| "never takes effect".to_owned(), words),
            games: found.games,
            ..self.statement(title, found.part, reason.unwrap_or_default())
        }
    }

    /// The statements of a title about parts that are not inert.
    fn stale(&self, title: usize, found: &[Found<'_>]) -> Vec<InertRow> {
        let related = |part: &str| found.iter().any(|found| covers(part, found.part) || covers(found.part, part));
        let stated = self.setup.deck.titles[title].spec.inert.iter();
        stated.filter(|(part, _)| !related(part)).map(|(part, reason)| self.statement(title, part, reason)).collect()
    }

    fn statement(&self, title: usize, part: &str, reason: &str) -> InertRow {
        let deck = &self.setup.deck;
        let title = &deck.titles[title];
        InertRow {
            set: deck.set_of(title).id.clone(),
            card: title.id.clone(),
            name: title.name.clone(),
            part: part.to_owned(),
            verdict: "stale",
            change: String::new(),
            games: 0,
            reason: reason.to_owned(),
        }
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

/// A change in words.
fn words(edit: &Edit) -> String {
    match edit {
        Edit::Removed => "removed".to_owned(),
        Edit::Number { from, to } => {
            let to: Vec<String> = to.iter().map(i64::to_string).collect();
            format!("{from} to {}", to.join(" or "))
        }
        Edit::Switched(on) => format!("{on} to {}", !on),
    }
}

fn write<const W: usize>(
    search: &Search<'_, W>,
    rows: &[InertRow],
    tried: usize,
    args: &Args,
    out: &mut impl Write,
) -> io::Result<()> {
    let deck = &search.setup.deck;
    let sets = deck.sets.iter().map(|set| set.id.as_str()).collect::<Vec<_>>().join(" + ");
    let (players, strategies) = (args.table.players, search.setup.names().join(", "));
    writeln!(out, "{sets}, {players} players ({strategies}), seed {}", args.table.seed)?;
    let (games, tried) = (counted(search.known.count(), "game"), counted(tried as u64, "change"));
    writeln!(out, "{games}, {tried} of {}", counted(deck.titles.len() as u64, "card"))?;
    for (verdict, head) in [
        ("inert", "change no game"),
        ("explained", "change no game, explained"),
        ("stale", "explained as inert, but they change games"),
    ] {
        let rows: Vec<&InertRow> = rows.iter().filter(|row| row.verdict == verdict).collect();
        if rows.is_empty() && verdict != "inert" {
            continue;
        }
        writeln!(out, "\n{} {head}", rows.len())?;
        let mut table = Table::new(&[]);
        for row in rows {
            let games = if row.verdict == "stale" { String::new() } else { counted(row.games, "game") };
            let cells = [row.name.clone(), row.part.clone(), row.change.clone(), games, row.reason.clone()];
            table.add(cells.into_iter().filter(|cell| !cell.is_empty()).collect());
        }
        table.write(usize::MAX, usize::MAX, out)?;
    }
    Ok(())
}
