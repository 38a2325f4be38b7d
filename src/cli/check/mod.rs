//! `kickdoor check`: checks whether an edit of the cards shifted the balance.

mod baseline;
mod dealing_on;
mod given;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;

use super::args::TableArgs;
use super::failure::Failure;
use super::page::{Cut, PageArgs};
use super::progress::Progress;
use super::setup::{Setup, set_of, set_up, threads};
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt};
use crate::deck::language::text::harmless;
use crate::deck::{Changes, Sets, changes};
use crate::ids::by_width;
use crate::report::check::baseline::Baseline;
use crate::report::check::judge::{ChangeJudge, Judgement};
use crate::report::check::{CheckReport, FurtherRow, Witness};
use crate::report::counted;
use crate::run::{Before, Further, Pairing, Pairs, RunControl};
use crate::stats::{Looks, Verdict};
use given::{Given, differs};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    given: Given,

    /// Deck before the edit, by name or path, or a baseline.
    before: String,

    /// Deck after the edit, by name or path.
    #[arg(required_unless_present_any = ["save", "export"])]
    after: Option<String>,

    /// Games per deck. If an edited card is rarely dealt, at most the same number of further games is played.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000, value_parser = count::count)]
    games: u64,

    /// Stop at the first shift, or when every metric has a verdict; `--games` is then the maximum.
    #[arg(long, conflicts_with_all = ["save", "accept", "export"])]
    until_decided: bool,

    /// Largest negligible change: percentage points of win rates, per cent of game length.
    #[arg(long, value_name = "POINTS", default_value_t = 1.0, value_parser = count::number)]
    margin: f64,

    #[command(flatten)]
    table: TableArgs,

    /// Play the games of one deck and save them as a baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    save: Option<PathBuf>,

    /// Replace the baseline with the checked deck, regardless of the verdict.
    #[arg(long, conflicts_with_all = ["save", "export"])]
    accept: bool,

    /// Write the deck of a baseline to a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["after", "save"])]
    export: Option<PathBuf>,

    /// Replace an existing baseline (with --save).
    #[arg(long, requires = "save", conflicts_with = "after")]
    force: bool,

    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long)]
    quiet: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    #[command(flatten)]
    page: PageArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Text for the terminal.
    Table,
    /// Markdown for a pull request comment.
    Markdown,
    /// JSON for programs.
    Json,
}

/// The decks to compare and the plan of their games.
struct Task<'a> {
    args: &'a Args,
    after: &'a str,
    table: TableArgs,
    games: u64,
    stored: Option<Baseline>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if !(args.margin > 0.0 && args.margin <= 50.0) {
        let message = format!("the margin is {}, expected more than 0 and at most 50", args.margin);
        return Err(Failure::bad_input(message, Some("`--margin 1` is one percentage point".into())));
    }
    match (&args.save, &args.export, &args.after) {
        (Some(place), ..) => baseline::save(args, place),
        (_, Some(place), _) => baseline::export(args, place),
        (.., after) => {
            let (task, before) = task(args, after.as_deref().unwrap_or_default())?;
            let sets = [before, set_of(task.after)?];
            let cards = sets.iter().map(Sets::card_ids).max().unwrap_or(0);
            by_width!(cards, W => compare::<W>(&sets, &task, out))
        }
    }
}

/// The task and the deck before the edit. A baseline supplies all options that the command line does not set.
fn task<'a>(args: &'a Args, after: &'a str) -> Result<(Task<'a>, Sets), Failure> {
    let path = Path::new(&args.before);
    if Baseline::is_at(Path::new(after)) {
        let hint = format!("compare a deck with it: `kickdoor check {after} DECK`");
        return Err(Failure::bad_input(format!("`{after}` is a baseline, expected a deck"), Some(hint)));
    }
    let (table, games) = (args.table.clone(), args.games);
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
        let message = format!("`{}` is empty, expected a deck or a baseline", args.before);
        let hint = format!("remove it and create it again with `kickdoor check --save {} DECK`", args.before);
        return Err(Failure::bad_input(message, Some(hint)));
    }
    if !Baseline::is_at(path) {
        if args.accept {
            let message = format!("--accept replaces a baseline, and `{}` is a deck", args.before);
            let hint = format!("create one with `kickdoor check --save FILE {}`", args.before);
            return Err(Failure::bad_input(message, Some(hint)));
        }
        return Ok((Task { args, after, table, games, stored: None }, set_of(&args.before)?));
    }
    let stored = Baseline::read(path)?;
    let sets = baseline::stored_sets(path, &stored)?;
    let table = args.given.settle(&table, path, &stored.header, &sets)?;
    let games = if args.given.games { games } else { stored.header.games };
    Ok((Task { args, after, table, games, stored: Some(stored) }, sets))
}

fn compare<const W: usize>(sets: &[Sets; 2], task: &Task<'_>, out: &mut impl Write) -> Result<Ending, Failure> {
    let args = task.args;
    let before: Setup<W> = set_up(&sets[0], &task.table, task.games)?;
    let after: Setup<W> = set_up(&sets[1], &task.table, task.games)?;
    if let Some(stored) = &task.stored {
        let (here, there) = (before.plan.games(), stored.header.games);
        if here != there {
            return Err(differs(Path::new(&args.before), "--games", there, here));
        }
        baseline::verify(args, &before, stored)?;
    }
    let changes = changes(&before.deck, &after.deck);
    let looks = if args.until_decided { Looks::any(before.plan.blocks()) } else { Looks::Once };
    let mut judge = ChangeJudge::new(&before.plan, [before.arm(), after.arm()], &changes, args.margin / 100.0, looks);
    let played = play(&before, &after, &changes, task, &mut judge)?;
    if played.pairs.before.is_empty() {
        return Ok(Ending::Interrupted);
    }
    let report = report(task, &before, &played, judge.judge(&played.pairs, &played.further));
    match args.format {
        Format::Table => args.page.print(Cut::First, out, |page| report.write_table(page))?,
        Format::Markdown => report.write_markdown(out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(report))?,
    }
    let Played { pairs, .. } = played;
    let ending = ending(&pairs, report.verdict);
    if args.accept && !pairs.interrupted {
        baseline::accept(args, &task.table, &after, &sets[1].base().source, pairs.after)?;
    }
    Ok(ending)
}

/// The games played, and the elapsed time.
#[derive(Default)]
struct Played {
    pairs: Pairs,
    time: Duration,
    further: Further,
    more_time: Duration,
}

/// Plays the pairs and, without `--until-decided`, the extra deals.
fn play<const W: usize>(
    before: &Setup<W>,
    after: &Setup<W>,
    changes: &Changes<W>,
    task: &Task<'_>,
    judge: &mut ChangeJudge<'_, W>,
) -> Result<Played, Failure> {
    let (pairs, time) = play_pairs(before, after, changes, task, judge)?;
    let mut played = Played { pairs, time, ..Played::default() };
    if !task.args.until_decided && !played.pairs.interrupted {
        match dealing_on::play([before, after], task.args, &played.pairs, judge)? {
            Some((further, more_time)) => played = Played { further, more_time, ..played },
            None => played.pairs.interrupted = true,
        }
    }
    let (quiet, games) = (task.args.quiet || !played.pairs.interrupted, played.pairs.before.len() as u64);
    unless_quiet!(quiet, "stopped after {} of games", counted(games, "pair"));
    Ok(played)
}

fn play_pairs<const W: usize>(
    before: &Setup<W>,
    after: &Setup<W>,
    changes: &Changes<W>,
    task: &Task<'_>,
    judge: &mut ChangeJudge<'_, W>,
) -> Result<(Pairs, Duration), Failure> {
    let pairing = Pairing {
        plan: &before.plan,
        before: match &task.stored {
            Some(stored) => Before::Known(&stored.games),
            None => Before::Play { arm: before.arm(), changed: changes.cards },
        },
        after: after.arm(),
        threads: threads(task.args.threads),
    };
    let mut progress = Progress::new(before.plan.games(), task.args.quiet);
    let control = RunControl {
        stop: interrupt::listen(task.args.quiet),
        on_progress: &mut |games| progress.note(games),
        enough: &mut |pairs| judge.is_decided(pairs),
    };
    let pairs = pairing.play(control)?;
    Ok((pairs, progress.finish()))
}

fn report<const W: usize>(
    task: &Task<'_>,
    before: &Setup<W>,
    played: &Played,
    Judgement { metrics, moved }: Judgement,
) -> CheckReport {
    let Played { pairs, time, further, more_time } = played;
    CheckReport {
        title: title(task, pairs),
        time: *time,
        games: pairs.before.len() as u64,
        budget: task.args.until_decided.then_some(before.plan.games()),
        identical: pairs.identical(),
        replayed: pairs.replayed,
        further: FurtherRow::of(&before.deck, further, *more_time),
        stored: task.stored.is_some(),
        witness: pairs.witness().map(|game| witness(task, game as u64)),
        verdict: CheckReport::worst(&metrics),
        metrics,
        moved,
    }
}

fn title(task: &Task<'_>, pairs: &Pairs) -> String {
    let (Task { args, after, stored, .. }, TableArgs { players, seed, .. }) = (task, &task.table);
    let deck = stored.as_ref().map(|stored| format!(" ({})", stored.header.deck.name)).unwrap_or_default();
    let (before, games) = (&args.before, counted(pairs.before.len() as u64, "pair"));
    let title = format!("{after} against {before}{deck}, {players} players, seed {seed}: {games} of games");
    harmless(&title).into_owned()
}

fn ending(pairs: &Pairs, verdict: Verdict) -> Ending {
    match verdict {
        _ if pairs.interrupted => Ending::Interrupted,
        Verdict::Shift => Ending::No,
        Verdict::Inconclusive => Ending::Undecided,
        Verdict::Equivalent | Verdict::Minor => Ending::Yes,
    }
}

/// The commands that trace a game with both decks. The deck of a baseline has to be exported first.
fn witness(task: &Task<'_>, game: u64) -> Witness {
    let TableArgs { players, strategies, seed, .. } = &task.table;
    let strategies = strategies.join(",");
    let rules: String = task.table.switches().iter().map(|rule| format!(" --rule {rule}")).collect();
    let command = |deck: &str| {
        format!("kickdoor trace {deck} --game {game} --seed {seed} --players {players} --strategy {strategies}{rules}")
    };
    let before = &task.args.before;
    let old = match task.stored {
        None => vec![command(before)],
        Some(_) => vec![format!("kickdoor check {before} --export before.toml"), command("before.toml")],
    };
    Witness { game, commands: old.into_iter().chain([command(task.after)]).collect() }
}
