//! `kickdoor calibrate`: how often the intervals of the other commands hold the truth, on your own decks and strategies.

use std::io::{self, Write};

use serde::Serialize;

use super::args::{Format, TableArgs};
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{Setup, sets_of, threads, with_width};
use super::title::find_title;
use super::{Ending, interrupt};
use crate::deck::{Changes, Deck, Kind, Sets, changes};
use crate::report::{Fraction, Row, thousands, write_csv};
use crate::run::tally::{DrawTally, Tally};
use crate::run::{Hands, Repeats, Repetition};
use crate::stats::{
    Compared, Coverage, Estimate, INTERVAL_KINDS, IntervalKind, Sheets, by_rarity, coverage, coverage_at_once,
};

/// Coverage that passes for 95%.
const NOMINAL: [f64; 2] = [0.94, 0.96];
/// Titles whose draws are followed up, those with the most copies; all of them would take a hundred times as long.
const FOLLOWED: usize = 4;

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Decks, by name or as files; several are shuffled together.
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<String>,

    /// How often everything is repeated.
    #[arg(short, long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(50..))]
    repetitions: u64,

    /// Games of one repetition, with each deck.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,

    /// The card that is blanked to have an edit whose effect can be measured, by id or name [default: the first monster].
    #[arg(long, value_name = "ID")]
    blank: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    /// Threads [default: one for each processor].
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<std::num::NonZeroUsize>,

    /// Tell nothing but results and errors.
    #[arg(short, long)]
    quiet: bool,

    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = sets_of(&args.decks)?;
    with_width!(sets, calibrate(&sets, args, out))
}

/// A kind of interval with its coverage.
#[derive(Clone, Debug, Serialize)]
struct CoverageRow {
    interval: String,
    nominal: Fraction,
    coverage: Fraction,
    low: Fraction,
    high: Fraction,
    intervals: u64,
    repetitions: u64,
    verdict: &'static str,
}

impl Row for CoverageRow {
    const FILE: &'static str = "coverage.csv";
    const HEADER: &'static [&'static str] =
        &["interval", "nominal", "coverage", "low", "high", "intervals", "repetitions", "verdict"];
}

fn calibrate<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let before: Setup<W> = Setup::new(sets, &args.table, args.games)?;
    let blanked = match &args.blank {
        Some(card) => find_title(&before.deck, card)?,
        None => first_monster(&before.deck),
    };
    let title = &before.deck.titles[blanked];
    let without = sets.with_blank(&before.deck.sets[usize::from(title.set)].id, &title.id);
    let after: Setup<W> = Setup::new(&without, &args.table, args.games)?;
    let changes = changes(&before.deck, &after.deck);
    let calibration = Calibration { before: &before, after: &after, shared: compared(&before.deck, &changes), args };
    let Some(rows) = calibration.play()? else { return Ok(Ending::Interrupted) };
    show(&calibration, &title.name, &rows, out)?;
    let all_good = rows.iter().all(|row| row.verdict != WRONG);
    Ok(if all_good { Ending::Done } else { Ending::No })
}

fn first_monster<const W: usize>(deck: &Deck<W>) -> usize {
    let monster = |title: &crate::deck::compiled::Title| deck.card(title.first).kind == Kind::Monster;
    deck.titles.iter().position(monster).unwrap_or(0)
}

/// Titles whose opening values are compared: identities and the edited card.
fn compared<const W: usize>(deck: &Deck<W>, changes: &Changes<W>) -> Vec<(usize, usize)> {
    let identity = |pair: &&(usize, usize)| deck.card(deck.titles[pair.0].first).kind == Kind::Identity;
    changes.shared.iter().filter(|pair| identity(pair) || changes.edited.contains(pair)).copied().collect()
}

/// Two decks and what is compared between them.
struct Calibration<'a, const W: usize> {
    before: &'a Setup<W>,
    after: &'a Setup<W>,
    shared: Vec<(usize, usize)>,
    args: &'a Args,
}

/// What is kept of a repetition.
struct Measured {
    sheets: Sheets,
    before: Tally,
    after: Tally,
    draws: DrawTally,
}

impl<const W: usize> Calibration<'_, W> {
    /// Plays all repetitions; nothing if that was stopped.
    fn play(&self) -> Result<Option<Vec<CoverageRow>>, Failure> {
        let (before, after) = (self.before, self.after);
        let repeats = Repeats {
            plan: &before.plan,
            before: before.arm(),
            after: after.arm(),
            followed: &most_copies(&before.deck),
            count: self.args.repetitions,
            threads: threads(self.args.threads),
        };
        let games = before.plan.games().saturating_mul(2);
        let mut progress = Progress::new(games.saturating_mul(repeats.count), self.args.quiet);
        let mut all: Vec<Sheets> = Vec::new();
        let mut pooled: Option<(Tally, Tally, DrawTally)> = None;
        let mut take = |measured: Option<Measured>| {
            if let Some(Measured { sheets, before, after, draws }) = measured {
                all.push(sheets);
                match &mut pooled {
                    None => pooled = Some((before, after, draws)),
                    Some(sums) => {
                        sums.0.merge(&before);
                        sums.1.merge(&after);
                        sums.2.merge(&draws);
                    }
                }
            }
            progress.note(games.saturating_mul(all.len() as u64));
        };
        repeats.play(|repetition| self.measure(repetition), interrupt::listen(None), &mut take)?;
        progress.finish();
        let Some((was, is, draws)) = pooled.filter(|_| all.len() as u64 == repeats.count) else { return Ok(None) };
        Ok(Some(rows(&self.compare(&was, &is, &draws).truths(), &all)))
    }

    fn measure(&self, repetition: Repetition) -> Measured {
        let Repetition { plan, before, after, pairs, draws } = repetition;
        let blocks = plan.blocks() as usize;
        let was = Hands::of(blocks, &self.before.deck, &plan);
        let is = Hands::of(blocks, &self.after.deck, &plan);
        let sheets = self.compare(&before, &after, &draws).intervals(&plan, &pairs, [&was, &is]);
        Measured { sheets, before, after, draws }
    }

    fn compare<'b>(&'b self, before: &'b Tally, after: &'b Tally, draws: &'b DrawTally) -> Compared<'b> {
        Compared { before, after, draws, titles: &self.before.deck.titles, shared: &self.shared }
    }
}

/// The titles with the most copies, of which most can be told in a few games.
fn most_copies<const W: usize>(deck: &Deck<W>) -> Vec<bool> {
    let mut places: Vec<usize> = (0..deck.titles.len()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(deck.titles[place].copies));
    let mut followed = vec![false; places.len()];
    places.iter().take(FOLLOWED).for_each(|&place| followed[place] = true);
    followed
}

fn rows(truths: &Sheets, repetitions: &[Sheets]) -> Vec<CoverageRow> {
    let mut rows = Vec::new();
    for kind in INTERVAL_KINDS {
        let truths = &truths[kind as usize];
        let sheets = || repetitions.iter().map(|sheets| &sheets[kind as usize][..]);
        match kind {
            IntervalKind::OpeningsAtOnce => rows.push(row(name(kind), coverage_at_once(truths, sheets()), false)),
            IntervalKind::Means | IntervalKind::Shares => {
                let [common, rare] = by_rarity(truths, repetitions.len() as u64);
                rows.push(row(name(kind), coverage(&common, sheets()), true));
                rows.push(row(&format!("{}, rare", name(kind)), coverage(&rare, sheets()), false));
            }
            _ => rows.push(row(name(kind), coverage(truths, sheets()), true)),
        }
    }
    rows.retain(|row| row.intervals > 0);
    rows
}

fn name(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Positions => "win rate of a turn position",
        IntervalKind::Strategies => "win rate of a strategy",
        IntervalKind::Means => "mean per game",
        IntervalKind::Shares => "share",
        IntervalKind::Openings => "opening value",
        IntervalKind::OpeningsAtOnce => "opening values, all titles at once",
        IntervalKind::Draws => "draw value",
        IntervalKind::Descriptive => "descriptive win rate of a card",
        IntervalKind::MeanChanges => "change of a mean, paired",
        IntervalKind::GapChange => "change of the position gap, paired",
        IntervalKind::OpeningChanges => "change of an opening value, paired",
    }
}

/// The verdict on intervals that do not hold the truth as often as they say.
const WRONG: &str = "off";

fn row(interval: &str, found: Coverage, both_sides: bool) -> CoverageRow {
    let Coverage { repetitions, rate: Estimate { value, low, high, n } } = found;
    let verdict = if (NOMINAL[0]..=NOMINAL[1]).contains(&value) {
        "95%"
    } else if value > NOMINAL[1] && !both_sides {
        "at least 95%"
    } else if value > NOMINAL[1] {
        "wider than need be"
    } else {
        WRONG
    };
    let [nominal, coverage, low, high] = [0.95, value, low, high].map(Fraction);
    CoverageRow { interval: interval.to_owned(), nominal, coverage, low, high, intervals: n, repetitions, verdict }
}

fn show<const W: usize>(
    calibration: &Calibration<'_, W>,
    blanked: &str,
    rows: &[CoverageRow],
    out: &mut impl Write,
) -> io::Result<()> {
    match calibration.args.format {
        Format::Csv => return write_csv(rows, out),
        Format::Json => return writeln!(out, "{:#}", serde_json::json!(rows)),
        Format::Table => {}
    }
    let Args { repetitions, table, .. } = calibration.args;
    let games = thousands(calibration.before.plan.games());
    let (count, strategies) = (thousands(*repetitions), calibration.before.names().join(", "));
    writeln!(
        out,
        "{count} repetitions of {games} games, {} players, {strategies}; edit: {blanked} blank\n",
        table.players
    )?;
    writeln!(out, "{:<38} {:>8} {:>18} {:>12}  verdict", "interval, 95%", "coverage", "95% interval", "intervals")?;
    for row in rows {
        let percent = |number: Fraction| format!("{:.2}%", 100.0 * number.0);
        let between = format!("{} to {}", percent(row.low), percent(row.high));
        let (name, coverage, count) = (&row.interval, percent(row.coverage), thousands(row.intervals));
        writeln!(out, "{name:<38} {coverage:>8} {between:>18} {count:>12}  {}", row.verdict)?;
    }
    Ok(())
}
