//! The program: all commands, and how it runs one of them.

use std::io::Write;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::ending::Ending;
use super::failure::Failure;
use super::parts::Look;
use super::stdout::{Stdout, unwritten};
use super::{
    bench, cache, calibrate, check, checkup, compare, deck, history, impact, interrupt, job, manual, merge, new, plan,
    report, run, scenario, schema, shard, stderr, strategy, suggest, sweep, trace, tune,
};
use crate::ids::{Store, this_program};
use crate::study::cache::with_lessons_in;

/// What `--version` prints.
static LONG_VERSION: LazyLock<String> =
    LazyLock::new(|| this_program().split_once(' ').map_or_else(String::new, |(_, version)| version.to_owned()));

/// Monte Carlo balance simulator for the Munchkin family of card games.
#[derive(Debug, Parser)]
#[command(name = "kickdoor", version, long_version = LONG_VERSION.as_str(), max_term_width = 100, infer_subcommands = false)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a folder with a small set to begin with: a sheet, a deck file, a scenario, targets and a workflow.
    New(new::Args),
    /// Play games and write statistics.
    Run(run::Args),
    /// Measure games per second.
    Bench(bench::Args),
    /// Print one game in words or as JSON lines.
    Trace(trace::Args),
    /// Play scenarios: a position, its script and the expected result.
    Scenario(scenario::Args),
    /// Measure what each card contributes to winning.
    Impact(impact::Args),
    /// Decide whether an edit of the cards shifted the balance.
    Check(check::Args),
    /// Find out whether a set is healthy: its metrics against its targets and the usual ranges.
    Checkup(checkup::Args),
    /// Keep the metrics of a deck version by version, and show what moved.
    #[command(subcommand)]
    History(history::Command),
    /// Measure how often the intervals of the other commands cover the true value.
    Calibrate(calibrate::Args),
    /// Decide which strategy is better: head to head, against a field, or as a ladder.
    Compare(compare::Args),
    /// Vary one printed number and find the value that balances the card.
    Sweep(sweep::Args),
    /// Find the smallest change of a card's numbers that brings its opening value to a target.
    Suggest(suggest::Args),
    /// Search for better settings of a strategy, for your decks.
    Tune(tune::Args),
    /// Make a page of results: one HTML file with tables, pictures and verdicts.
    Report(report::Args),
    /// Find out how many games a study needs, and how many seconds they take.
    #[command(subcommand)]
    Plan(plan::Command),
    /// Play one shard of a plan.
    Shard(shard::Args),
    /// Put the shards of a plan together: print the result, or plan the next round.
    Merge(merge::Args),
    /// List, check, show and compare decks.
    #[command(subcommand)]
    Deck(deck::Command),
    /// List, check and show strategies.
    #[command(subcommand)]
    Strategy(strategy::Command),
    /// Show or clear the cache of played games.
    Cache(cache::Args),
    /// Print the JSON schema of all files and results.
    Schema,
    /// Print a script that completes commands and options in a shell.
    Completions(manual::ShellArgs),
    /// Write a man page for each command.
    Man(manual::Folder),
}

/// Runs the program.
pub fn main() -> ExitCode {
    interrupt::prepare();
    let (cli, lessons) = match parsed() {
        Ok(parsed) => parsed,
        Err(error) => {
            // Clap reports help as an error too.
            let printed = error.print();
            // 2 is the code of wrong usage.
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            return match printed {
                Err(error) if code == 0 => Failure::from(unwritten(&error)).report(),
                _ => ExitCode::from(code),
            };
        }
    };
    // A trace has no verdict and no files, so nothing is left to do for a reader who has gone.
    let only_prints = matches!(cli.command, Command::Trace(_));
    let mut out = Stdout::new(anstream::stdout().lock(), only_prints);
    let dispatched = with_lessons_in(lessons.as_ref(), || dispatch(cli.command, &mut out));
    let result = dispatched.and_then(|ending| Ok(out.flush().map(|()| ending)?));
    job::end(&result);
    match result {
        Ok(ending) => ExitCode::from(ending.code(out.is_closed())),
        Err(failure) => failure.report(),
    }
}

/// Names of values that are numbers.
const NUMBERS: [&str; 8] = ["N", "POINTS", "ELO", "P", "X", "S", "SECONDS", "SEAT"];

/// The command line of the program, with all commands and options.
///
/// The value of a numeric option may be a negative number, so that its parser can state the range; otherwise clap takes
/// it for an option.
pub fn command() -> clap::Command {
    with_examples(with_negative_numbers(Cli::command()), "kickdoor")
}

/// Command lines that work with the shipped decks.
const EXAMPLES: &str = include_str!("../../docs/examples.txt");
/// Number of examples in a help text.
const SHOWN: usize = 2;

/// A command whose help ends with the first examples that begin with its words, as do those of its subcommands.
fn with_examples(command: clap::Command, words: &str) -> clap::Command {
    let starts = |line: &&str| line.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let lines: Vec<&str> = EXAMPLES.lines().filter(starts).take(SHOWN).collect();
    let heading = if lines.len() == 1 { "Example" } else { "Examples" };
    command.after_help(format!("{heading}:\n  {}", lines.join("\n  "))).mut_subcommands(|below| {
        let words = format!("{words} {}", below.get_name());
        with_examples(below, &words)
    })
}

/// Parses the command line, and finds the place for the lessons of its players.
fn parsed() -> Result<(Cli, Option<Arc<dyn Store>>), clap::Error> {
    let mut command = command();
    let mut matches = command.try_get_matches_from_mut(std::env::args_os())?;
    // Before the arguments are used: notes on the input may come from anywhere.
    stderr::be_quiet(is_quiet(&matches));
    job::begin(&command, &matches);
    let lessons = cache::for_lessons(&matches);
    let cli = Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))?;
    Ok((cli, lessons))
}

/// Whether the command, or its innermost subcommand, has the option `--quiet`.
fn is_quiet(matches: &clap::ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => is_quiet(inner),
        None => matches.try_get_one("quiet").ok().flatten().copied().unwrap_or(false),
    }
}

fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let is_number = |arg: &clap::Arg| {
        arg.get_value_names().is_some_and(|names| names.iter().any(|name| NUMBERS.contains(&name.as_str())))
    };
    let command = command.mut_args(|arg| if is_number(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// Runs a command line that comes from a plan.
fn run_words(words: &[String], begin: Look<'_>, mut out: &mut dyn Write) -> Result<Ending, Failure> {
    // An option may stand in the plan and again on the command line.
    let mut program = command().args_override_self(true);
    let all = ["kickdoor"].into_iter().chain(words.iter().map(String::as_str));
    let parsed = program.try_get_matches_from_mut(all).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut program))?;
        Ok((cli.command, matches))
    });
    let (command, matches) = parsed.map_err(|error| {
        let text = error.render().to_string();
        let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        Failure::bad_input(line, Some(format!("the study of the plan is `kickdoor {}`", words.join(" "))))
    })?;
    begin(&program, &matches)?;
    dispatch(command, &mut out)
}

fn dispatch(command: Command, out: &mut impl Write) -> Result<Ending, Failure> {
    match command {
        Command::New(args) => new::run(&args, out),
        Command::Run(args) => run::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Trace(args) => trace::run(&args, out),
        Command::Scenario(args) => scenario::run(&args, out),
        Command::Impact(args) => impact::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Checkup(args) => checkup::run(&args, out),
        Command::History(command) => history::run(&command, out),
        Command::Calibrate(args) => calibrate::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Sweep(args) => sweep::run(&args, out),
        Command::Report(args) => report::run(&args, out),
        Command::Suggest(args) => suggest::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Plan(command) => plan::run(&command, run_words, out),
        Command::Shard(args) => shard::run(&args, run_words),
        Command::Merge(args) => merge::run(&args, run_words, out),
        Command::Deck(command) => deck::run(command, out),
        Command::Strategy(command) => strategy::run(command, out),
        Command::Cache(args) => cache::run(&args, out),
        Command::Schema => schema::run(out),
        Command::Completions(args) => manual::completions(&args, self::command(), out),
        Command::Man(folder) => manual::pages(&folder, self::command(), out),
    }
}
