//! `kickdoor compare`: decides which strategy is better.

mod contestants;
mod goal;
mod restrictions;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use super::args::{BaseArg, DEFAULT_SEED, DEFAULT_STRATEGY, Format, ReportArgs, RuleArgs};
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{players_of, threads, with_width};
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt};
use crate::deck::{Deck, DeckSource, Sets, content_hash};
use crate::report::compare::{BlockRow, CompareManifest, CompareReport, ContestSettings, Goal, stored_results};
use crate::report::{Folder, StrategyEntry, counted, thousands, write_csv};
use crate::run::{Contest, ContestControl, ContestCrew, PlanError, Results};
use crate::stats::Hypothesis;
use crate::strategy::{Profile, Strategy};
use contestants::Contestants;
use goal::GoalArgs;
use restrictions::tabulate_restrictions;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Strategies, by name or path: two for a duel, three or more for a ladder, one with --field.
    #[arg(required_unless_present = "restrictions", value_name = "STRATEGY")]
    strategies: Vec<String>,

    /// Measure what each restriction of strategy files costs: one restricted copy of a strategy against copies without
    /// the restriction, --games games for each.
    #[arg(
        long,
        value_name = "STRATEGY",
        num_args = 0..=1,
        default_missing_value = DEFAULT_STRATEGY,
        conflicts_with_all = ["strategies", "field", "anchor", "precision", "sprt", "resume"]
    )]
    restrictions: Option<String>,

    /// Strategies in the other seats; the compared strategy has one seat at each table.
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',')]
    field: Vec<String>,

    /// Strategy of a ladder that has 0 Elo; the ratings of the others are the differences to it [default: the first
    /// strategy].
    #[arg(long, value_name = "STRATEGY")]
    anchor: Option<String>,

    /// Decks, by name or path [default: the first shipped deck]. Several decks are shuffled together; the rules of the
    /// first one, the base, apply.
    #[arg(short, long = "deck", value_name = "DECK", value_delimiter = ',')]
    decks: Vec<String>,

    #[command(flatten)]
    base: BaseArg,

    #[command(flatten)]
    goal: GoalArgs,

    /// Number of players.
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = count::players)]
    players: u8,

    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = count::count)]
    seed: u64,

    #[command(flatten)]
    rules: RuleArgs,

    /// Continue the games of an earlier `compare` in this folder, with the same options.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "force"])]
    resume: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// A contest ready to be played.
struct Comparison<'a, const W: usize> {
    args: &'a Args,
    contestants: Contestants,
    deck: Deck<W>,
    players: Vec<Strategy<W>>,
    contest: Contest,
    goal: Goal,
}

/// The results of a contest.
struct Played {
    results: Results,
    interrupted: bool,
    time: Duration,
    /// Games played in this run.
    games: u64,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if let Some(strategy) = &args.restrictions {
        let (profile, sets) = (Profile::find(strategy)?, sets(args)?);
        return with_width!(sets, tabulate_restrictions(&sets, args, &profile, out));
    }
    let contestants = Contestants::find(&args.strategies, &args.field, args.anchor.as_deref())?;
    let goal = args.goal.goal(contestants.kind)?;
    let sets = sets(args)?;
    with_width!(sets, compare(&sets, args, contestants, goal, out))
}

/// The sets: those of the command line, or the first shipped one.
fn sets(args: &Args) -> Result<Sets, Failure> {
    if !args.decks.is_empty() {
        return Ok(args.base.sets(&args.decks)?);
    }
    let first: Vec<DeckSource> = DeckSource::shipped().take(1).collect();
    Ok(args.base.of(Sets::read(&first)?)?)
}

fn compare<const W: usize>(
    sets: &Sets,
    args: &Args,
    contestants: Contestants,
    goal: Goal,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let comparison: Comparison<'_, W> = Comparison::new(sets, args, contestants, goal)?;
    let settings = comparison.settings();
    let stored = args.resume.as_ref().map(|place| stored_results(place, &settings, &comparison.contest)).transpose()?;
    let mut folder = comparison.folder(sets)?;
    let played = comparison.play(stored.unwrap_or_default())?;
    let manifest = comparison.manifest(settings, &played);
    let Played { results, interrupted, .. } = &played;
    let names = &comparison.contestants.names;
    let report =
        CompareReport::new(&comparison.contest, results, names, comparison.contestants.anchor, goal, *interrupted);
    let shown = comparison.show(&manifest, &report, out);
    report.add_to(&mut folder, &comparison.title(&report))?;
    folder.add_rows(&BlockRow::all(results))?;
    folder.add_manifest(&manifest)?;
    let place = folder.publish()?;
    let games = counted(results.games(), "game");
    let again = format!("stopped after {games}; continue with --resume {}", place.display());
    unless_quiet!(args.report.quiet || !interrupted, "{again}");
    unless_quiet!(args.report.quiet, "written to {}", place.display());
    shown?;
    Ok(ending(&report, goal, *interrupted))
}

fn ending(report: &CompareReport, goal: Goal, interrupted: bool) -> Ending {
    match report.sprt.as_ref().map(|state| state.accepted) {
        _ if interrupted => Ending::Interrupted,
        Some(Some(Hypothesis::H0)) => Ending::No,
        _ if !report.reached => Ending::Undecided,
        _ if goal == Goal::Games => Ending::Done,
        _ => Ending::Yes,
    }
}

impl<'a, const W: usize> Comparison<'a, W> {
    fn new(sets: &Sets, args: &'a Args, contestants: Contestants, goal: Goal) -> Result<Self, Failure> {
        let deck: Deck<W> = sets.compile(&args.rules.switches())?;
        let kind = contestants.kind;
        let contest = Contest::new(kind, contestants.names.len(), args.players, deck.players, args.seed)?;
        if args.goal.games() == 0 {
            return Err(PlanError::NoGames.into());
        }
        let players = players_of(&contestants.profiles, &deck)?;
        Ok(Comparison { args, contestants, deck, players, contest, goal })
    }

    fn settings(&self) -> ContestSettings {
        let strategies = self.contestants.names.iter().zip(&self.contestants.profiles);
        let strategies = strategies.map(|(name, profile)| StrategyEntry { name: name.clone(), hash: profile.hash() });
        ContestSettings {
            version: env!("CARGO_PKG_VERSION"),
            contest: ContestSettings::word(self.contest.kind()),
            strategies: strategies.collect(),
            players: self.contest.players(),
            decks: self.deck.sets.iter().map(|set| set.id.clone()).collect(),
            base: self.deck.base_id().to_owned(),
            deck_hash: content_hash(&self.deck),
            seed: self.contest.seed(),
            rules: self.deck.rules.clone(),
            precision: if let Goal::Precision(precision) = self.goal { Some(precision) } else { None },
            anchor: self.contestants.deciding_anchor(self.goal),
            sprt: if let Goal::Sprt(test) = self.goal { Some(test) } else { None },
        }
    }

    /// The output folder; with --resume, that of the earlier results, which are replaced at the end.
    fn folder(&self, sets: &Sets) -> Result<Folder, Failure> {
        let args = self.args;
        Ok(match &args.resume {
            Some(place) => {
                interrupt::listen(args.report.quiet);
                Folder::begin(place, true)?
            }
            None => args.report.begin(sets, args.players, &format!("-{}", self.contestants.words()))?,
        })
    }

    fn play(&self, mut results: Results) -> Result<Played, Failure> {
        let stop = interrupt::listen(self.args.report.quiet);
        let Comparison { contest, deck, players, goal, .. } = self;
        let anchor = self.contestants.anchor;
        let (before, asked) = (results.games(), self.args.goal.games());
        let mut progress = Progress::new(asked, self.args.report.quiet);
        let crew = ContestCrew { contest, deck, players, threads: threads(self.args.report.threads) };
        let control = ContestControl {
            stop,
            on_progress: &mut |games| progress.note(games),
            enough: &mut |results| goal.is_reached(contest, results, anchor),
        };
        let interrupted = crew.play(&mut results, contest.blocks_for(asked), control)?;
        Ok(Played { games: results.games() - before, results, interrupted, time: progress.finish() })
    }

    fn manifest(&self, settings: ContestSettings, played: &Played) -> CompareManifest {
        let Played { results, interrupted, time, games } = played;
        CompareManifest {
            settings,
            command: std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
            games: results.games(),
            blocks: results.blocks(),
            unfinished: results.unfinished(),
            interrupted: *interrupted,
            signature: format!("{:016x}", results.signature),
            threads: threads(self.args.report.threads),
            duration_seconds: time.as_secs_f64(),
            games_per_second: *games as f64 / time.as_secs_f64().max(1e-9),
        }
    }

    /// The decks, the players and the question.
    fn title(&self, report: &CompareReport) -> String {
        let ids: Vec<&str> = self.deck.sets.iter().map(|set| set.id.as_str()).collect();
        let of_base = if ids.len() > 1 { format!(" by the rules of {}", self.deck.base_id()) } else { String::new() };
        let (decks, players, seed) = (ids.join(" + ") + &of_base, self.contest.players(), self.contest.seed());
        format!("{decks}, {players} players, seed {seed}: {}", report.question())
    }

    fn show(&self, manifest: &CompareManifest, report: &CompareReport, out: &mut impl Write) -> std::io::Result<()> {
        match self.args.format {
            Format::Table => {
                let (games, blocks) = (counted(manifest.games, "game"), counted(manifest.blocks, "block"));
                let unfinished = thousands(manifest.unfinished);
                writeln!(out, "{}", self.title(report))?;
                writeln!(out, "{games} in {blocks}, {unfinished} unfinished")?;
                writeln!(out, "signature {}\n", manifest.signature)?;
                report.write_table(out)
            }
            Format::Csv => write_csv(&report.ladder, out),
            Format::Json => {
                let value = json!({ "manifest": manifest.repeatable(), "report": report });
                writeln!(out, "{value:#}")
            }
        }
    }
}
