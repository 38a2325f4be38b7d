//! `kickdoor run`: plays games and writes statistics.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::args::{DeckArgs, Format, ReportArgs, TableArgs};
use super::count::count;
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{Setup, threads, with_width};
use super::show::run_table;
use super::stderr::unless_quiet;
use super::{Ending, interrupt, stderr};
use crate::deck::{Sets, content_hash};
use crate::report::{Folder, GameList, Manifest, RunReport, StrategyEntry, write_csv};
use crate::report::{counted, thousands};
use crate::run::tally::Count;
use crate::run::{Busiest, Crew, Finished, GameRow, RunError, Tally, busiest_card};

/// Arguments of `run`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Number of games.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100_000, value_parser = count)]
    games: u64,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    report: ReportArgs,

    /// Also write a list of all games.
    #[arg(long)]
    per_game: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    with_width!(sets, play(&sets, args, out))
}

fn play<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let setup: Setup<W> = Setup::new(sets, &args.table, args.games)?;
    let mut folder = args.report.begin(sets, args.table.players, "")?;
    announce(args, &setup);
    let (finished, time) = play_all(args, &setup, &mut folder)?;
    let manifest = manifest(&setup, threads(args.report.threads), &finished, time);
    let report = RunReport::new(&finished.tally, &setup.deck, &setup.names());
    let shown = show(args, &manifest, &report, out);
    report.add_to(&mut folder)?;
    folder.add_manifest(&manifest)?;
    conclude(args, &folder.publish()?, &finished);
    shown?;
    warn_of_stopped_games(&setup, &finished.tally, args.report.quiet)?;
    Ok(if finished.interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Plays the games of the plan and writes the list of games on request. Returns the results and the elapsed time.
fn play_all<const W: usize>(
    args: &Args,
    setup: &Setup<W>,
    folder: &mut Folder,
) -> Result<(Finished, Duration), Failure> {
    let stop = interrupt::listen(args.report.quiet);
    let names = setup.names();
    let Setup { plan, deck, players, .. } = setup;
    let crew = Crew::new(plan, deck, players, threads(args.report.threads));
    let mut progress = Progress::new(plan.games(), args.report.quiet);
    let mut watch = |games| progress.note(games);
    let finished = if args.per_game {
        let mut list = GameList::begin(folder, &names)?;
        let mut add = |row: &GameRow| {
            list.add(row);
            Ok(())
        };
        let finished = crew.play(stop, &mut watch, Some(&mut add))?;
        list.finish(folder);
        finished
    } else {
        crew.play(stop, &mut watch, None)?
    };
    Ok((finished, progress.finish()))
}

fn announce<const W: usize>(args: &Args, setup: &Setup<W>) {
    let (games, seatings) = (setup.plan.games(), setup.plan.seatings().len());
    let (quiet, asked) = (args.report.quiet || games == args.games, thousands(args.games));
    let games = counted(games, "game");
    unless_quiet!(quiet, "playing {games} instead of {asked}: whole blocks of {seatings} seatings");
}

pub(super) fn manifest<const W: usize>(
    setup: &Setup<W>,
    threads: usize,
    finished: &Finished,
    time: Duration,
) -> Manifest {
    let entry = |profile: &crate::strategy::Profile| StrategyEntry { name: profile.name.clone(), hash: profile.hash() };
    let (plan, tally) = (&setup.plan, &finished.tally);
    let first = plan.seatings()[0];
    let seats = 0..usize::from(plan.players());
    Manifest {
        version: env!("CARGO_PKG_VERSION"),
        command: std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
        seed: plan.seed(),
        games: tally.games,
        blocks: tally.blocks,
        seatings: plan.seatings().len(),
        players: plan.players(),
        decks: setup.deck.sets.iter().map(|set| set.id.clone()).collect(),
        base: setup.deck.base_id().to_owned(),
        deck_hash: content_hash(&setup.deck),
        strategies: seats.map(|seat| entry(&setup.profiles[usize::from(first.0[seat])])).collect(),
        rules: setup.deck.rules.clone(),
        unfinished: tally.unfinished,
        interrupted: finished.interrupted,
        signature: format!("{:016x}", tally.signature),
        threads,
        duration_seconds: time.as_secs_f64(),
        games_per_second: tally.games as f64 / time.as_secs_f64().max(1e-9),
    }
}

fn show(args: &Args, manifest: &Manifest, report: &RunReport, out: &mut impl Write) -> io::Result<()> {
    match args.format {
        Format::Table => run_table(manifest, report, out),
        Format::Csv => write_csv(&report.summary, out),
        Format::Json => {
            let value = json!({ "manifest": manifest.repeatable(), "report": report });
            writeln!(out, "{value:#}")
        }
    }
}

/// Warns of stopped games: prints the first one and the card with the most actions in it.
fn warn_of_stopped_games<const W: usize>(setup: &Setup<W>, tally: &Tally, quiet: bool) -> Result<(), Failure> {
    let Some(game) = tally.first_stopped.filter(|_| !quiet) else { return Ok(()) };
    let Setup { plan, deck, players, .. } = setup;
    let by = |count: Count| u64::try_from(tally.counts.sum(count as usize)).unwrap_or(u64::MAX);
    let (steps, depth, seed) = (by(Count::UnfinishedSteps), by(Count::UnfinishedDepth), plan.seed());
    let busiest = busiest_card(plan, deck, players, game).map_err(|error| RunError::Game { seed, game, error })?;
    let card = busiest.map_or(String::new(), |Busiest { card, acts }| {
        format!(", where {} acted most, {} times", deck.name(card), thousands(acts))
    });
    let (games, steps, depth) = (counted(steps + depth, "game"), thousands(steps), thousands(depth));
    stderr::warn(&format!(
        "{games} did not end on their own ({steps} took too many steps in a turn, {depth} went too deep); the first is game {game} of \
         seed {seed}{card}"
    ));
    Ok(())
}

fn conclude(args: &Args, place: &Path, finished: &Finished) {
    let (games, quiet) = (counted(finished.tally.games, "game"), args.report.quiet);
    unless_quiet!(quiet || !finished.interrupted, "stopped after {games}");
    unless_quiet!(quiet, "written to {}", place.display());
}
