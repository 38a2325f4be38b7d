//! `kickdoor tune`: searches for better settings of a strategy.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::args::{DEFAULT_SEED, DEFAULT_STRATEGY, DeckArgs, Format, ReportArgs, RuleArgs};
use super::failure::Failure;
use super::page::Cut;
use super::progress::Progress;
use super::setup::{check_cards, threads, with_width};
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt};
use crate::deck::{Deck, Sets, content_hash, is_there};
use crate::random::mix;
use crate::report::tune::{FinalTest, STATE, TuneManifest, TuneReport, TuneSettings, stored_search, tuned_profile};
use crate::report::{Folder, StrategyEntry, counted, thousands, write_csv};
use crate::run::{Contest, ContestKind, MAX_STRATEGIES, Search, SearchPlan, TrialControl, Tuner};
use crate::strategy::{Profile, Setting};

/// The streams of the search and of the final test.
const SEARCH: u64 = 0x7475_6e65;
const TEST: u64 = 0x7465_7374;
/// Games of a search.
const BUDGET: &str = "4e6";

/// Arguments of `tune`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Strategy whose settings are varied, by name or path.
    #[arg(short, long, value_name = "STRATEGY", default_value = DEFAULT_STRATEGY)]
    strategy: String,

    /// Strategies in the other seats [default: the unmodified strategy].
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',')]
    against: Vec<String>,

    /// Maximum number of games; an eighth of them is for the final test.
    #[arg(long, value_name = "N", default_value = BUDGET, value_parser = count::count)]
    budget: u64,

    /// Number of players.
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = count::players)]
    players: u8,

    /// Seed of the search.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = count::count)]
    seed: u64,

    #[command(flatten)]
    rules: RuleArgs,

    /// Continue the search of an earlier `tune` in this folder, with the same options.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "force"])]
    resume: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// A search ready to be played.
struct Tuning<'a, const W: usize> {
    args: &'a Args,
    deck: Deck<W>,
    start: Profile,
    settings: Vec<Setting>,
    field: Vec<Profile>,
    plan: SearchPlan,
    /// The contests of the search and of the final test.
    contests: [Contest; 2],
}

/// The results of a search.
struct Played {
    search: Search,
    test: Option<FinalTest>,
    interrupted: bool,
    /// Games and signature, with those of the final test.
    games: u64,
    signature: u64,
    /// Games played in this run.
    new_games: u64,
    time: Duration,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    with_width!(sets, tune(&sets, args, out))
}

fn tune<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let tuning: Tuning<'_, W> = Tuning::new(sets, args)?;
    let search = tuning.search()?;
    let mut folder = tuning.folder(sets)?;
    let played = tuning.play(search)?;
    let Played { search, test, interrupted, .. } = &played;
    let report = TuneReport::new(&tuning.start, &tuning.settings, search, test.clone(), args.players);
    let manifest = tuning.manifest(&played, &report);
    let shown = tuning.show(&manifest, &report, out);
    report.add_to(&mut folder, &tuning.title())?;
    folder.add_text("tuned.toml", tuning.profile(search, &report));
    folder.add_text(STATE, serde_json::to_string(search).map_err(std::io::Error::other)? + "\n");
    folder.add_manifest(&manifest)?;
    let place = folder.publish()?;
    let games = counted(played.games, "game");
    let again = format!("stopped after {games}; continue with --resume {}", place.display());
    unless_quiet!(args.report.quiet || !interrupted, "{again}");
    unless_quiet!(args.report.quiet, "written to {}", place.display());
    shown?;
    Ok(if *interrupted { Ending::Interrupted } else { Ending::verdict(report.is_accepted()) })
}

impl<'a, const W: usize> Tuning<'a, W> {
    fn new(sets: &Sets, args: &'a Args) -> Result<Self, Failure> {
        let start = Profile::find(&args.strategy)?;
        let settings = start.settings();
        if settings.is_empty() {
            let message = format!("strategy `{}` has no settings to tune", start.name);
            let hint = "name a strategy with numbers in `kickdoor strategy show`, such as balanced";
            return Err(Failure::bad_input(message, Some(hint.to_owned())));
        }
        let field = match &args.against[..] {
            [] => vec![start.clone()],
            names => names.iter().map(|name| Profile::find(name)).collect::<Result<_, _>>()?,
        };
        if field.len() >= MAX_STRATEGIES {
            let message = format!("{} strategies in --against, but at most {} can be", field.len(), MAX_STRATEGIES - 1);
            return Err(Failure::bad_input(message, Some("omit some".to_owned())));
        }
        let deck: Deck<W> = sets.compile(&args.rules.switches())?;
        [&start].into_iter().chain(&field).try_for_each(|profile| check_cards(profile, &deck))?;
        let contest = |stream: u64| {
            let (kind, seed) = (ContestKind::Field, mix(mix(args.seed) ^ stream));
            Contest::new(kind, 1 + field.len(), args.players, deck.players, seed)
        };
        let contests = [contest(SEARCH)?, contest(TEST)?];
        let fewest = SearchPlan::fewest_games(args.players);
        if args.budget < fewest {
            let message = format!("the budget is {} games, expected at least {}", args.budget, thousands(fewest));
            return Err(Failure::bad_input(
                message,
                Some("a search of a few minutes needs several million games".to_owned()),
            ));
        }
        let plan = SearchPlan::new(args.budget, args.players);
        Ok(Tuning { args, deck, start, settings, field, plan, contests })
    }

    fn describe(&self) -> TuneSettings {
        let entry = |profile: &Profile| StrategyEntry { name: profile.name.clone(), hash: profile.hash() };
        TuneSettings {
            version: env!("CARGO_PKG_VERSION"),
            tuned: entry(&self.start),
            against: self.field.iter().map(entry).collect(),
            players: self.args.players,
            decks: self.deck.sets.iter().map(|set| set.id.clone()).collect(),
            base: self.deck.base_id().to_owned(),
            deck_hash: content_hash(&self.deck),
            seed: self.args.seed,
            budget: self.args.budget,
            rules: self.deck.rules.clone(),
        }
    }

    /// The search at its start, or the stored one.
    fn search(&self) -> Result<Search, Failure> {
        let Tuning { settings, plan, .. } = self;
        Ok(match &self.args.resume {
            Some(place) => stored_search(place, &self.describe(), settings, plan)?,
            None => Search::new(settings, &self.start.positions(settings)),
        })
    }

    /// The output folder; with --resume, that of the earlier search, which is replaced at the end.
    fn folder(&self, sets: &Sets) -> Result<Folder, Failure> {
        let args = self.args;
        Ok(match &args.resume {
            Some(place) => {
                interrupt::listen(args.report.quiet);
                Folder::begin(place, true)?
            }
            None => args.report.begin(sets, args.players, &format!("-tune-{}", self.start.name))?,
        })
    }

    fn play(&self, mut search: Search) -> Result<Played, Failure> {
        let stop = interrupt::listen(self.args.report.quiet);
        let mut progress = Progress::new(self.args.budget, self.args.report.quiet);
        let tuner = self.tuner();
        let before = search.games;
        let mut complete = true;
        while complete && self.plan.has_room(&search) {
            complete = tuner.generation(&mut search, stop, &mut |games| progress.note(games))?;
        }
        let changed = search.positions(&self.settings) != self.start.positions(&self.settings);
        let mut trials = None;
        if complete && changed {
            let mut control = TrialControl { stop, on_progress: &mut |games| progress.note(games) };
            trials = tuner.test(&self.contests[1], &search, &mut control)?;
            complete = trials.is_some();
        }
        let (games, signature) = trials.as_ref().map_or((0, 0), |trials| (trials.games, trials.signature));
        Ok(Played {
            games: search.games + games,
            signature: search.signature.wrapping_add(signature),
            new_games: search.games + games - before,
            test: trials.and_then(|trials| FinalTest::of(&trials, self.args.players)),
            search,
            interrupted: !complete,
            time: progress.finish(),
        })
    }

    fn tuner(&self) -> Tuner<'_, W> {
        let Tuning { deck, start, settings, field, plan, contests, args } = self;
        Tuner {
            deck,
            start,
            settings,
            field,
            contest: &contests[0],
            plan: *plan,
            threads: threads(args.report.threads),
        }
    }

    fn manifest(&self, played: &Played, report: &TuneReport) -> TuneManifest {
        TuneManifest {
            settings: self.describe(),
            command: std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
            games: played.games,
            generations: played.search.history.len(),
            interrupted: played.interrupted,
            accepted: report.is_accepted(),
            signature: format!("{:016x}", played.signature),
            threads: threads(self.args.report.threads),
            duration_seconds: played.time.as_secs_f64(),
            games_per_second: played.new_games as f64 / played.time.as_secs_f64().max(1e-9),
        }
    }

    /// The tuned profile as a file.
    fn profile(&self, search: &Search, report: &TuneReport) -> String {
        let tuned = self.start.at(&self.settings, &search.positions(&self.settings));
        let is_named = !is_there(Path::new(&self.args.strategy));
        tuned_profile(report, &tuned, is_named, &self.table())
    }

    /// The decks and the number of players.
    fn table(&self) -> String {
        let ids: Vec<&str> = self.deck.sets.iter().map(|set| set.id.as_str()).collect();
        let of_base = if ids.len() > 1 { format!(" by the rules of {}", self.deck.base_id()) } else { String::new() };
        format!("{}{of_base}, {} players", ids.join(" + "), self.args.players)
    }

    /// The table and the strategies.
    fn title(&self) -> String {
        let field: Vec<&str> = self.field.iter().map(|profile| profile.name.as_str()).collect();
        format!("{}, seed {}: {} against {}", self.table(), self.args.seed, self.start.name, field.join(", "))
    }

    fn show(&self, manifest: &TuneManifest, report: &TuneReport, out: &mut impl Write) -> std::io::Result<()> {
        match self.args.format {
            Format::Table => {
                let generations = counted(manifest.generations as u64, "generation");
                self.args.report.page.print(Cut::First, out, |page| {
                    writeln!(page, "{}", self.title())?;
                    writeln!(page, "{}, {generations}", counted(manifest.games, "game"))?;
                    writeln!(page, "signature {}\n", manifest.signature)?;
                    report.write_table(manifest.interrupted, page)
                })
            }
            Format::Csv => write_csv(&report.generations, out),
            Format::Json => {
                let value = json!({ "manifest": manifest.repeatable(), "report": report });
                writeln!(out, "{value:#}")
            }
        }
    }
}
