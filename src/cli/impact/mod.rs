//! `kickdoor impact`: measures what each card contributes to winning.

mod blank;
mod card;
mod show;

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::args::{DeckArgs, ReportArgs, TableArgs};
use super::failure::Failure;
use super::progress::Progress;
use super::run::manifest;
use super::setup::{Setup, profiles_of, threads, with_width};
use super::stderr::unless_quiet;
use super::title::find_title;
use super::{Ending, count, interrupt};
use crate::deck::{Deck, Sets};
use crate::report::forest::forest;
use crate::report::impact::{ValueManifest, ValueRow, mark_signs, value_rows};
use crate::report::{Folder, Fraction, thousands};
use crate::run::tally::Tally;
use crate::run::{Blocks, Crew, Finished};
use crate::stats::{more_blocks, more_blocks_for_draws, sample_size};

/// Arguments of `impact`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Half-width of the 95% intervals of opening values, in percentage points; sets the number of games.
    #[arg(long, value_name = "POINTS", default_value_t = 0.5)]
    precision: f64,

    /// Half-width of the 95% intervals of draw values, in percentage points: continue until every title drawn in at
    /// least 1% of games reaches it [default: no extra games].
    #[arg(long, value_name = "POINTS")]
    draw_precision: Option<f64>,

    /// Skip draw values.
    #[arg(long, conflicts_with = "draw_precision")]
    no_draws: bool,

    /// Number of games per table, instead of a precision.
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count,
        conflicts_with_all = ["precision", "draw_precision"])]
    games: Option<u64>,

    /// Analyse one card in depth, by id or name; writes no files.
    #[arg(long, value_name = "ID", conflicts_with = "blank")]
    card: Option<String>,

    /// Print this game twice, side by side: as played, and with another card instead of the drawn one.
    #[arg(long, value_name = "N", value_parser = count::count, requires = "card")]
    game: Option<u64>,

    /// Show the balance without one card, by replacing it with a card that does nothing; writes no files.
    #[arg(long, value_name = "ID")]
    blank: Option<String>,

    /// Seat all strategies at one table and rotate them, as `run` does; otherwise each strategy plays at its own
    /// table.
    #[arg(long)]
    together: bool,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    check_precision("--precision", args.precision)?;
    check_precision("--draw-precision", args.draw_precision.unwrap_or(args.precision))?;
    let sets = args.decks.sets()?;
    with_width!(sets, measure(&sets, args, out))
}

fn check_precision(option: &str, points: f64) -> Result<(), Failure> {
    if points > 0.0 && points <= 100.0 {
        return Ok(());
    }
    let message = format!("{option} is {points}, expected more than 0 and at most 100");
    Err(Failure::bad_input(message, Some(format!("`{option} 0.5` means plus or minus half a percentage point"))))
}

/// The measurements: values of each strategy, and the run of each table.
#[derive(Default)]
struct ImpactResults {
    values: Vec<Vec<ValueRow>>,
    runs: Vec<ValueManifest>,
    interrupted: bool,
}

fn measure<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let deck: Deck<W> = sets.compile(&args.table.switches())?;
    let games = args.games.unwrap_or_else(|| games_for(&deck, args.table.players, args.precision / 100.0));
    let games = games.max(args.game.unwrap_or(0).saturating_add(1));
    let tables = tables(args)?;
    let setups: Vec<Setup<W>> = tables.iter().map(|table| Setup::new(sets, table, games)).collect::<Result<_, _>>()?;
    match (&args.card, &args.blank, args.game) {
        (Some(card), _, Some(game)) => card::show_game(&setups, find_title(&deck, card)?, game, out),
        (Some(card), _, None) => card::measure(&setups, find_title(&deck, card)?, args, out),
        (None, Some(card), _) => blank::measure(sets, (&tables, &setups), find_title(&deck, card)?, args, out),
        (None, None, _) => measure_all(sets, &setups, args, out),
    }
}

/// Measures the values of all titles.
fn measure_all<const W: usize>(
    sets: &Sets,
    setups: &[Setup<W>],
    args: &Args,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let folder = args.report.begin(sets, args.table.players, "-impact")?;
    let measured = play(setups, args)?;
    write_files(&measured, &folder)?;
    let place = folder.publish()?;
    // Strategies at one table share its run; otherwise each strategy has its own run.
    for (rows, run) in measured.values.iter().zip(measured.runs.iter().cycle()) {
        show::values(rows, run, out)?;
    }
    unless_quiet!(args.report.quiet, "written to {}", place.display());
    Ok(if measured.interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Plays the games of all tables in turn, until stopped.
fn play<const W: usize>(setups: &[Setup<W>], args: &Args) -> Result<ImpactResults, Failure> {
    let mut measured = ImpactResults::default();
    for setup in setups {
        let finished = play_one(setup, args, &mut measured)?;
        let rows = |(n, name): (usize, &String)| value_rows(&setup.deck, name, &finished.tally, n);
        measured.values.extend(setup.names().iter().enumerate().map(rows));
        if measured.interrupted {
            unless_quiet!(args.report.quiet, "stopped after {} games", thousands(finished.tally.games));
            break;
        }
    }
    mark_signs(&mut measured.values);
    Ok(measured)
}

/// Plays the games of one table.
fn play_one<const W: usize>(setup: &Setup<W>, args: &Args, measured: &mut ImpactResults) -> Result<Finished, Failure> {
    let stop = interrupt::listen(args.report.quiet);
    let (finished, time) = play_games(setup, args, stop)?;
    measured.interrupted = finished.interrupted;
    measured.runs.push(ValueManifest {
        run: manifest(setup, threads(args.report.threads), &finished, time),
        precision: Fraction(args.precision / 100.0),
        draw_precision: Fraction(args.draw_precision.unwrap_or(f64::NAN) / 100.0),
        draws: finished.tally.draws.draws(),
    });
    Ok(finished)
}

/// Plays all games of a plan and, unless `--games` is set, further games until all values have the requested precision.
/// Also returns the elapsed time.
fn play_games<const W: usize>(
    setup: &Setup<W>,
    args: &Args,
    stop: &AtomicBool,
) -> Result<(Finished, Duration), Failure> {
    let Setup { plan, deck, players, .. } = setup;
    let crew = Crew::new(plan, deck, players, threads(args.report.threads));
    let expected = (!args.no_draws).then(|| crew.expected(stop)).transpose()?;
    let crew = Crew { expected: expected.as_ref(), ..crew };
    let mut progress = Progress::new(plan.games(), args.report.quiet);
    let mut finished = crew.play(stop, &mut |games| progress.note(games), None)?;
    while args.games.is_none() && !finished.interrupted {
        let played = finished.tally.games;
        let first = finished.tally.blocks;
        let more = more_games(&finished.tally, args);
        if more == 0 {
            break;
        }
        progress.expect(played.saturating_add(more.saturating_mul(plan.seatings().len() as u64)));
        let further = Crew { blocks: Blocks::From { first, end: first + more }, ..crew };
        let further = further.play(stop, &mut |games| progress.note(played + games), None)?;
        finished.tally.merge(&further.tally);
        finished.interrupted = further.interrupted;
    }
    Ok((finished, progress.finish()))
}

/// Number of further blocks for the requested precision.
fn more_games(tally: &Tally, args: &Args) -> u64 {
    let for_draws = args.draw_precision.map(|points| more_blocks_for_draws(tally, points / 100.0));
    more_blocks(tally, args.precision / 100.0).max(for_draws.unwrap_or(0))
}

fn write_files(measured: &ImpactResults, folder: &Folder) -> io::Result<()> {
    folder.write_rows(&measured.values.concat())?;
    for rows in &measured.values {
        let strategy = &rows[0].strategy;
        folder.write_text(&format!("forest-{strategy}.svg"), &forest(&format!("Card values, {strategy}"), rows))?;
    }
    folder.write_manifest(&measured.runs)
}

/// The strategies of each table: all at one table, or one table for each distinct strategy.
fn tables(args: &Args) -> Result<Vec<TableArgs>, Failure> {
    if args.together {
        return Ok(vec![args.table.clone()]);
    }
    let names = &args.table.strategies;
    let (profiles, order) = profiles_of(names)?;
    let firsts = (0..profiles.len()).filter_map(|n| order.iter().position(|&place| usize::from(place) == n));
    let alone = |first: usize| TableArgs { strategies: vec![names[first].clone()], ..args.table.clone() };
    Ok(firsts.map(alone).collect())
}

/// Number of games after which an average title with one copy has an interval of this half-width.
fn games_for<const W: usize>(deck: &Deck<W>, players: u8, half_width: f64) -> u64 {
    let rate = 1.0 / f64::from(players.max(1));
    let deals = sample_size(rate * (1.0 - rate), half_width, 0.95);
    let doors = deck.masks.door.len();
    let larger = doors.max(deck.cards.len() - doors);
    let dealt = f64::from(deck.rules.deal.max(1)) * f64::from(players.max(1));
    (deals * larger as f64 / dealt).ceil() as u64
}
