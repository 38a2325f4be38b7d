//! `kickdoor bench`: measures games per second.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Serialize;

use super::args::{BaseArg, TableArgs};
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::Cut;
use super::setup::{Setup, set_up, threads};
use super::{Ending, count};
use crate::deck::{DeckSource, Sets};
use crate::game::Game;
use crate::report::{Printed, Rows, counted, row, thousands};
use crate::run::tally::{COUNTS, Count, METRICS, metric_name};
use crate::run::{Crew, Finished};

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Decks, by name or path [default: the first shipped deck]. The rules of the first one, the base, apply.
    #[arg(value_name = "DECK")]
    decks: Vec<String>,

    #[command(flatten)]
    base: BaseArg,

    /// Games per measurement.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000, value_parser = count::count)]
    games: u64,

    /// Number of measurements; the median is reported.
    #[arg(long, value_name = "N", default_value = "3", value_parser = count::from_one)]
    repeat: NonZeroUsize,

    #[command(flatten)]
    table: TableArgs,

    /// Maximum number of threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    output: OutputArgs,
}

row! {
    "bench.csv"
    /// Speed for a number of threads: the median, minimum and maximum of the measurements.
    #[derive(Clone, Debug)]
    struct Speed {
        /// Number of threads.
        threads: usize,
        /// Games per second.
        games_per_second: f64,
        /// The same in the slowest measurement.
        slowest: f64,
        /// The same in the fastest measurement.
        fastest: f64,
        /// Decisions per second.
        decisions_per_second: f64,
        /// Nanoseconds of one thread per decision.
        ns_per_decision: f64,
        /// Microseconds of one thread per game.
        us_per_game: f64,
    }
}

/// All measurements.
#[derive(Clone, Debug, Serialize)]
struct BenchResults {
    games: u64,
    state_bytes: usize,
    decisions_per_game: f64,
    speeds: Vec<Speed>,
    kinds: Vec<(String, f64)>,
}

impl Printed for BenchResults {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.speeds)]
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let decks = match args.decks.is_empty() {
        true => DeckSource::shipped_names().take(1).map(str::to_owned).collect(),
        false => args.decks.clone(),
    };
    let sets = args.base.sets(&decks)?;
    let measured = measure(&sets, args)?;
    args.output.print(&measured, Cut::First, out, |page| table(&measured, page))?;
    Ok(Ending::Done)
}

fn measure(sets: &Sets, args: &Args) -> Result<BenchResults, Failure> {
    let setup: Setup = set_up(sets, &args.table, args.games)?;
    let most = threads(args.threads);
    let (single, one) = median(&setup, 1, args.repeat)?;
    let mut speeds = vec![one];
    if most > 1 {
        speeds.push(median(&setup, most, args.repeat)?.1);
    }
    // The games are the same with any number of threads.
    let counts = &single.tally.counts;
    let games = single.tally.games;
    let per_game = |metric: usize| counts.sum(metric) as f64 / games as f64;
    let kinds = (COUNTS..METRICS).map(|metric| (metric_name(metric), per_game(metric)));
    let mut kinds: Vec<(String, f64)> = kinds.filter(|(_, mean)| *mean > 0.0).collect();
    kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let decisions = per_game(Count::Decisions as usize);
    Ok(BenchResults { games, state_bytes: size_of::<Game>(), decisions_per_game: decisions, speeds, kinds })
}

fn median(setup: &Setup, threads: usize, repeat: NonZeroUsize) -> Result<(Finished, Speed), Failure> {
    let mut measured = Vec::new();
    for _ in 0..repeat.get() {
        measured.push(once(setup, threads)?);
    }
    measured.sort_by(|a, b| a.1.games_per_second.total_cmp(&b.1.games_per_second));
    let speed_of = |place: usize| measured[place].1.games_per_second;
    let (slowest, fastest) = (speed_of(0), speed_of(repeat.get() - 1));
    // A mean would follow a single slow measurement, such as one beside another program.
    let (finished, speed) = measured.swap_remove(repeat.get() / 2);
    Ok((finished, Speed { slowest, fastest, ..speed }))
}

fn once(setup: &Setup, threads: usize) -> Result<(Finished, Speed), Failure> {
    let crew = Crew::new(&setup.plan, &setup.deck, &setup.players, threads);
    let begun = Instant::now();
    let finished = crew.play(&AtomicBool::new(false), &mut |_| {}, None)?;
    let seconds = begun.elapsed().as_secs_f64();
    let games = finished.tally.games as f64;
    let decisions = finished.tally.counts.sum(Count::Decisions as usize) as f64;
    let games_per_second = games / seconds;
    let speed = Speed {
        threads,
        games_per_second,
        slowest: games_per_second,
        fastest: games_per_second,
        decisions_per_second: decisions / seconds,
        ns_per_decision: 1e9 * seconds * threads as f64 / decisions,
        us_per_game: 1e6 * seconds * threads as f64 / games,
    };
    Ok((finished, speed))
}

fn table(measured: &BenchResults, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} per measurement, {} bytes per game state",
        counted(measured.games, "game"),
        measured.state_bytes
    )?;
    writeln!(
        out,
        "\n{:<8} {:>10} {:>18} {:>13} {:>13} {:>9}",
        "threads", "games/s", "slowest to fastest", "decisions/s", "ns/decision", "us/game"
    )?;
    for speed in &measured.speeds {
        let [games, slowest, fastest, decisions] =
            [speed.games_per_second, speed.slowest, speed.fastest, speed.decisions_per_second]
                .map(|rate| thousands(rate as u64));
        let range = format!("{slowest} to {fastest}");
        let Speed { threads, ns_per_decision, us_per_game, .. } = speed;
        writeln!(
            out,
            "{threads:<8} {games:>10} {range:>18} {decisions:>13} {ns_per_decision:>13.1} {us_per_game:>9.2}"
        )?;
    }
    writeln!(out, "\n{:.1} decisions per game; by kind:", measured.decisions_per_game)?;
    measured.kinds.iter().try_for_each(|(name, mean)| writeln!(out, "{name:<32} {mean:>10.3}"))
}
