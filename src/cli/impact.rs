//! `kickdoor impact`: what each card contributes to winning.

use std::io::{self, Write};

use super::args::{ReportArgs, TableArgs};
use super::failure::Failure;
use super::progress::Progress;
use super::run::manifest;
use super::setup::{Setup, profiles_of, sets_of, threads, with_width};
use super::{Ending, interrupt};
use crate::deck::{Deck, DeckSide, Sets};
use crate::report::forest::forest;
use crate::report::impact::{ValueRow, mark_signs, value_rows};
use crate::report::{Folder, Manifest, thousands};
use crate::run::Crew;
use crate::stats::{opening_values, sample_size};

/// Cards listed at each end.
const EXTREMES: usize = 10;

/// Arguments of `impact`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Decks, by name or as files; several are shuffled together.
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<String>,

    /// Half width of the 95% interval of a title with one copy, in percentage points; decides how many games are played.
    #[arg(long, value_name = "POINTS", default_value_t = 0.5)]
    precision: f64,

    /// Games to play for each strategy, instead of a precision.
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "precision")]
    games: Option<u64>,

    /// Each strategy named sits in all seats of a run of its own.
    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if !(args.precision > 0.0 && args.precision <= 50.0) {
        let message = format!("the precision is {}, expected more than 0 and at most 50", args.precision);
        return Err(Failure::bad_input(
            message,
            Some("`--precision 0.5` is half a percentage point either way".into()),
        ));
    }
    let sets = sets_of(&args.decks)?;
    with_width!(sets, measure(&sets, args, out))
}

/// What was measured: values and run of each strategy.
#[derive(Default)]
struct Measured {
    values: Vec<Vec<ValueRow>>,
    runs: Vec<Manifest>,
    interrupted: bool,
}

fn measure<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let deck: Deck<W> = sets.compile(&args.table.rules)?;
    let games = args.games.unwrap_or_else(|| games_for(&deck, args.table.players, args.precision / 100.0));
    let setups = setups::<W>(sets, args, games)?;
    let folder = Folder::begin(&args.report.place(sets, args.table.players, "-impact"), args.report.force)?;
    let measured = play(&setups, args, &folder)?;
    write_files(&measured, &folder)?;
    let place = folder.publish()?;
    for (rows, run) in measured.values.iter().zip(&measured.runs) {
        let (time, games) = (run.duration_seconds, thousands(run.games));
        writeln!(out, "{}: {games} games in {time:.1} s", rows[0].strategy)?;
        [DeckSide::Door, DeckSide::Treasure].into_iter().try_for_each(|side| extremes(rows, side, out))?;
    }
    if !args.report.quiet {
        anstream::eprintln!("written to {}", place.display());
    }
    Ok(if measured.interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Plays the games of all strategies, one after the other, until stopped.
fn play<const W: usize>(setups: &[Setup<W>], args: &Args, folder: &Folder) -> Result<Measured, Failure> {
    let stop = interrupt::listen(Some(folder.making()));
    let threads = threads(args.report.threads);
    let mut measured = Measured::default();
    for setup in setups {
        let crew = Crew::new(&setup.plan, &setup.deck, &setup.players, threads);
        let mut progress = Progress::new(setup.plan.games(), args.report.quiet);
        let finished = crew.play(stop, &mut |games| progress.note(games), None)?;
        measured.runs.push(manifest(setup, threads, &finished, progress.finish()));
        measured.values.push(value_rows(&setup.deck, &setup.names()[0], &opening_values(&finished.tally)));
        if finished.interrupted {
            anstream::eprintln!("stopped after {} games", thousands(finished.tally.games));
            measured.interrupted = true;
            break;
        }
    }
    mark_signs(&mut measured.values);
    Ok(measured)
}

fn write_files(measured: &Measured, folder: &Folder) -> io::Result<()> {
    folder.write_rows(&measured.values.concat())?;
    for rows in &measured.values {
        let strategy = &rows[0].strategy;
        folder.write_text(&format!("forest-{strategy}.svg"), &forest(&format!("Opening values, {strategy}"), rows))?;
    }
    folder.write_manifest(&measured.runs)
}

/// One setup for each distinct strategy, which sits in all seats.
fn setups<const W: usize>(sets: &Sets, args: &Args, games: u64) -> Result<Vec<Setup<W>>, Failure> {
    let names = &args.table.strategies;
    let (profiles, order) = profiles_of(names)?;
    let firsts = (0..profiles.len()).filter_map(|n| order.iter().position(|&place| usize::from(place) == n));
    let alone = |first: usize| TableArgs { strategies: vec![names[first].clone()], ..args.table.clone() };
    firsts.map(|first| Setup::new(sets, &alone(first), games)).collect()
}

/// Games until a title with one copy has so many opening deals that its interval is that narrow.
fn games_for<const W: usize>(deck: &Deck<W>, players: u8, half_width: f64) -> u64 {
    let rate = 1.0 / f64::from(players.max(1));
    let deals = sample_size(rate * (1.0 - rate), half_width, 0.95);
    let doors = deck.masks.door.len();
    let larger = doors.max(deck.cards.len() - doors);
    let dealt = f64::from(deck.rules.deal.max(1)) * f64::from(players.max(1));
    (deals * larger as f64 / dealt).ceil() as u64
}

/// The best and the worst of a deck.
fn extremes(rows: &[ValueRow], side: DeckSide, out: &mut impl Write) -> io::Result<()> {
    let mut rows: Vec<&ValueRow> =
        rows.iter().filter(|row| row.deck == side && row.opening_value.0.is_finite()).collect();
    rows.sort_by(|one, other| other.opening_value.0.total_cmp(&one.opening_value.0));
    let name = if side == DeckSide::Door { "Doors" } else { "Treasures" };
    writeln!(out, "\n{name:<32} {:>9} {:>8} {:>20} {:>20}  sign", "deals", "value", "95% interval", "all at once")?;
    let gap = rows.len().saturating_sub(EXTREMES).max(EXTREMES);
    for (place, row) in rows.iter().enumerate().filter(|(place, _)| *place < EXTREMES || *place >= gap) {
        if place == gap && gap > EXTREMES {
            writeln!(out, "...")?;
        }
        value_line(row, out)?;
    }
    Ok(())
}

fn value_line(row: &ValueRow, out: &mut impl Write) -> io::Result<()> {
    let points = |number: f64| format!("{:+.2}%", 100.0 * number);
    let between = |low: f64, high: f64| format!("{} to {}", points(low), points(high));
    let (deals, value) = (thousands(row.opening_n), points(row.opening_value.0));
    let alone = between(row.opening_low.0, row.opening_high.0);
    let at_once = between(row.simultaneous_low.0, row.simultaneous_high.0);
    let sign = if row.sign_differs == Some(true) { "differs" } else { "" };
    writeln!(out, "{:<32} {deals:>9} {value:>8} {alone:>20} {at_once:>20}  {sign}", row.name)
}
