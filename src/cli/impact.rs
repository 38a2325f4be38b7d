//! `kickdoor impact`: what each card contributes to winning.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::args::TableArgs;
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{Setup, sets_of, threads, with_width};
use super::{Ending, interrupt};
use crate::deck::load::LoadedSet;
use crate::deck::{Deck, DeckSide, Sets};
use crate::report::forest::forest;
use crate::report::impact::{ValueRow, mark_signs, value_rows};
use crate::report::{Folder, thousands};
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

    /// Threads [default: one for each processor].
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Folder to write [default: reports/DECKS-PLAYERSp-impact].
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Replace a report that is there already.
    #[arg(long)]
    force: bool,

    /// Tell nothing but results and errors.
    #[arg(short, long)]
    quiet: bool,
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

fn measure<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let deck: Deck<W> = sets.compile(&args.table.rules)?;
    let games = args.games.unwrap_or_else(|| games_for(&deck, args.table.players, args.precision / 100.0));
    let setups = setups::<W>(sets, args, games)?;
    let folder = Folder::begin(&place(sets, args), args.force)?;
    let stop = interrupt::listen(Some(folder.making()));
    let mut strategies = Vec::new();
    let mut manifest = Vec::new();
    let mut interrupted = false;
    for setup in &setups {
        let crew = Crew::new(&setup.plan, &setup.deck, &setup.players, threads(args.threads));
        let mut progress = Progress::new(setup.plan.games(), args.quiet);
        let finished = crew.play(stop, &mut |games| progress.note(games), None)?;
        let manifested = super::run::manifest(setup, threads(args.threads), &finished, progress.finish());
        interrupted |= finished.interrupted;
        strategies.push(value_rows(&setup.deck, &setup.names()[0], &opening_values(&finished.tally)));
        manifest.push(manifested);
        if interrupted {
            break;
        }
    }
    mark_signs(&mut strategies);
    folder.write_rows(&strategies.concat())?;
    for rows in &strategies {
        let strategy = &rows[0].strategy;
        folder.write_text(&format!("forest-{strategy}.svg"), &forest(&format!("Opening values, {strategy}"), rows))?;
    }
    folder.write_manifest(&manifest)?;
    let place = folder.publish()?;
    for (rows, manifest) in strategies.iter().zip(&manifest) {
        let (time, games) = (manifest.duration_seconds, thousands(manifest.games));
        writeln!(out, "{}: {games} games in {time:.1} s", rows[0].strategy)?;
        [DeckSide::Door, DeckSide::Treasure].into_iter().try_for_each(|side| extremes(rows, side, out))?;
    }
    if !args.quiet {
        anstream::eprintln!("written to {}", place.display());
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// One setup for each strategy, which sits in all seats.
fn setups<const W: usize>(sets: &Sets, args: &Args, games: u64) -> Result<Vec<Setup<W>>, Failure> {
    let alone = |strategy: &String| TableArgs { strategies: vec![strategy.clone()], ..args.table.clone() };
    args.table.strategies.iter().map(|strategy| Setup::new(sets, &alone(strategy), games)).collect()
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

fn place(sets: &Sets, args: &Args) -> PathBuf {
    let ids: Vec<&str> = sets.sets().iter().map(LoadedSet::id).collect();
    let usual = || Path::new("reports").join(format!("{}-{}p-impact", ids.join("-"), args.table.players));
    args.out.clone().unwrap_or_else(usual)
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
