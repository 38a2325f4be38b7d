//! `kickdoor check`: whether an edit of the cards moved the balance.

mod judge;

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::ValueEnum;

use self::judge::{Judgement, judge};
use super::args::TableArgs;
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{Setup, sets_of, threads};
use super::{Ending, interrupt};
use crate::deck::{Changes, Sets, changes};
use crate::ids::CardSet;
use crate::report::check::{CheckReport, Witness};
use crate::report::thousands;
use crate::run::{Arm, Pairing, Pairs};
use crate::stats::Verdict;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The deck as it was, by name or as a file.
    before: String,

    /// The deck as it is, by name or as a file.
    after: String,

    /// Games to play with each deck.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000)]
    games: u64,

    /// Changes that do not matter: percentage points of win rates, per cent of the length of games.
    #[arg(long, value_name = "POINTS", default_value_t = 1.0)]
    margin: f64,

    #[command(flatten)]
    table: TableArgs,

    /// Threads [default: one for each processor].
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Tell nothing but results and errors.
    #[arg(short, long)]
    quiet: bool,

    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For reading.
    Table,
    /// For a comment of a pull request.
    Markdown,
    /// For programs.
    Json,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if !(args.margin > 0.0 && args.margin <= 50.0) {
        let message = format!("the margin is {}, expected more than 0 and at most 50", args.margin);
        return Err(Failure::bad_input(message, Some("`--margin 1` is one percentage point".into())));
    }
    let sets = [sets_of(std::slice::from_ref(&args.before))?, sets_of(std::slice::from_ref(&args.after))?];
    if sets.iter().all(|sets| sets.cards() <= CardSet::<3>::CAPACITY) {
        compare::<3>(&sets, args, out)
    } else {
        compare::<16>(&sets, args, out)
    }
}

fn compare<const W: usize>(sets: &[Sets; 2], args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let before: Setup<W> = Setup::new(&sets[0], &args.table, args.games)?;
    let after: Setup<W> = Setup::new(&sets[1], &args.table, args.games)?;
    let changes = changes(&before.deck, &after.deck);
    let (pairs, time) = play(&before, &after, &changes, args)?;
    if pairs.interrupted {
        anstream::eprintln!("stopped after {} pairs of games", thousands(pairs.before.len() as u64));
    }
    if pairs.before.is_empty() {
        return Ok(Ending::Interrupted);
    }
    let Judgement { metrics, moved } = judge(&before, &after, &pairs, &changes, args.margin / 100.0);
    let report = CheckReport {
        title: title(args, &pairs, time),
        games: pairs.before.len() as u64,
        identical: pairs.identical(),
        replayed: pairs.replayed,
        witness: pairs.witness().map(|game| witness(args, game as u64)),
        verdict: CheckReport::worst(&metrics),
        metrics,
        moved,
    };
    match args.format {
        Format::Table => report.write_table(out)?,
        Format::Markdown => report.write_markdown(out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(report))?,
    }
    Ok(ending(&pairs, report.verdict))
}

/// Plays the pairs; tells how long it took.
fn play<const W: usize>(
    before: &Setup<W>,
    after: &Setup<W>,
    changes: &Changes<W>,
    args: &Args,
) -> Result<(Pairs, Duration), Failure> {
    let pairing = Pairing {
        plan: &before.plan,
        before: Arm { deck: &before.deck, players: &before.players },
        after: Arm { deck: &after.deck, players: &after.players },
        changed: changes.cards,
        threads: threads(args.threads),
    };
    let mut progress = Progress::new(before.plan.games(), args.quiet);
    let pairs = pairing.play(interrupt::listen(None), &mut |games| progress.note(games))?;
    Ok((pairs, progress.finish()))
}

fn title(args: &Args, pairs: &Pairs, time: Duration) -> String {
    let (Args { before, after, .. }, TableArgs { players, seed, .. }) = (args, &args.table);
    let (games, time) = (thousands(pairs.before.len() as u64), time.as_secs_f64());
    format!("{after} against {before}, {players} players, seed {seed}: {games} pairs of games in {time:.1} s")
}

fn ending(pairs: &Pairs, verdict: Verdict) -> Ending {
    match verdict {
        _ if pairs.interrupted => Ending::Interrupted,
        Verdict::Shift => Ending::No,
        Verdict::Inconclusive => Ending::Undecided,
        Verdict::Equivalent | Verdict::Minor => Ending::Done,
    }
}

fn witness(args: &Args, game: u64) -> Witness {
    let TableArgs { players, strategies, seed, rules } = &args.table;
    let strategies = strategies.join(",");
    let rules: String = rules.iter().map(|rule| format!(" --rule {rule}")).collect();
    let command = |deck: &str| {
        format!("kickdoor trace {deck} --game {game} --seed {seed} --players {players} --strategy {strategies}{rules}")
    };
    Witness { game, commands: [command(&args.before), command(&args.after)] }
}
