//! `kickdoor bench`: measures games per second.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{BaseArg, TableArgs, limit_lessons};
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::Cut;
use super::progress::print_note;
use super::{Ending, count};
use crate::deck::Sets;
use crate::report::{Fraction, Printed, Rows, counted, row, thousands};
use crate::run::tally::{COUNTS, Count, METRICS, metric_name};
use crate::run::{Tally, state_bytes};
use crate::study::{Control, Event, RunRequest, RunResult};

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
    pub(super) struct Speed {
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
        /// Seconds of the measurement.
        seconds: f64,
        /// CPU seconds of the program in this time, in user and system mode over all threads; empty if the system does not
        /// count them.
        cpu_seconds: Fraction,
    }
}

/// All measurements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BenchResults {
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
    let sets = args.base.sets_or_first(&args.decks)?;
    let measured = measure(&sets, args)?;
    args.output.print(&measured, Cut::First, out, |page| table(&measured, page))?;
    Ok(Ending::Done)
}

fn measure(sets: &Sets, args: &Args) -> Result<BenchResults, Failure> {
    let request = RunRequest::of(args.table.request()).games(args.games);
    limit_lessons(args.threads);
    let most = Control::default().threads(args.threads).thread_count();
    let (single, one) = median(&request, sets, NonZeroUsize::MIN, args.repeat)?;
    let mut speeds = vec![one];
    if let Some(most) = NonZeroUsize::new(most).filter(|most| most.get() > 1) {
        speeds.push(median(&request, sets, most, args.repeat)?.1);
    }
    // The games are the same with any number of threads.
    let Tally { counts, games, .. } = single;
    let per_game = |metric: usize| counts.sum(metric) as f64 / games as f64;
    let kinds = (COUNTS..METRICS).map(|metric| (metric_name(metric), per_game(metric)));
    let mut kinds: Vec<(String, f64)> = kinds.filter(|(_, mean)| *mean > 0.0).collect();
    kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let state_bytes = state_bytes(sets.card_ids());
    Ok(BenchResults { games, state_bytes, decisions_per_game: per_game(Count::Decisions as usize), speeds, kinds })
}

fn median(
    request: &RunRequest,
    sets: &Sets,
    threads: NonZeroUsize,
    repeat: NonZeroUsize,
) -> Result<(Tally, Speed), Failure> {
    let mut measured = Vec::new();
    for _ in 0..repeat.get() {
        // The deck is compiled before the games are expected.
        let mut begun = f64::NAN;
        let watch = |event: Event<'_>| match event {
            Event::Expects(_) => begun = cpu_seconds(),
            _ => print_note(event),
        };
        let mut control = Control::default().threads(Some(threads)).watch(watch);
        let RunResult { manifest, tally, .. } = request.play_with(sets, &mut control, None)?;
        drop(control);
        measured.push((speed(&tally, threads, manifest.duration_seconds, cpu_seconds() - begun), tally));
    }
    measured.sort_by(|(one, _), (other, _)| one.games_per_second.total_cmp(&other.games_per_second));
    let speed_of = |place: usize| measured[place].0.games_per_second;
    let (slowest, fastest) = (speed_of(0), speed_of(repeat.get() - 1));
    // A mean would follow a single slow measurement, such as one beside another program.
    let (speed, tally) = measured.swap_remove(repeat.get() / 2);
    Ok((tally, Speed { slowest, fastest, ..speed }))
}

/// CPU seconds of the program so far; NaN if the system does not count them.
#[cfg(unix)]
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

#[cfg(not(unix))]
fn cpu_seconds() -> f64 {
    f64::NAN
}

fn speed(tally: &Tally, threads: NonZeroUsize, seconds: f64, cpu_seconds: f64) -> Speed {
    let (games, threads) = (tally.games as f64, threads.get());
    let decisions = tally.counts.sum(Count::Decisions as usize) as f64;
    let games_per_second = games / seconds;
    Speed {
        threads,
        games_per_second,
        slowest: games_per_second,
        fastest: games_per_second,
        decisions_per_second: decisions / seconds,
        ns_per_decision: 1e9 * seconds * threads as f64 / decisions,
        us_per_game: 1e6 * seconds * threads as f64 / games,
        seconds,
        cpu_seconds: Fraction(cpu_seconds),
    }
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
        "\n{:<8} {:>10} {:>18} {:>13} {:>9} {:>8} {:>8}",
        "threads", "games/s", "slowest to fastest", "ns/decision", "us/game", "wall s", "CPU s"
    )?;
    for speed in &measured.speeds {
        let [games, slowest, fastest] =
            [speed.games_per_second, speed.slowest, speed.fastest].map(|rate| thousands(rate as u64));
        let range = format!("{slowest} to {fastest}");
        let Speed { threads, ns_per_decision, us_per_game, seconds, cpu_seconds: Fraction(cpu), .. } = speed;
        let cpu = if cpu.is_finite() { format!("{cpu:.2}") } else { "-".to_owned() };
        writeln!(
            out,
            "{threads:<8} {games:>10} {range:>18} {ns_per_decision:>13.1} {us_per_game:>9.2} {seconds:>8.2} {cpu:>8}"
        )?;
    }
    writeln!(out, "\n{:.1} decisions per game; by kind:", measured.decisions_per_game)?;
    measured.kinds.iter().try_for_each(|(name, mean)| writeln!(out, "{name:<32} {mean:>10.3}"))
}
