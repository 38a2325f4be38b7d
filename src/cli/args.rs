//! Arguments of several commands.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::{Args, ValueEnum};

use super::cache::{CacheArg, note_trouble};
use super::failure::Failure;
use super::job::StateArgs;
use super::output::OutputArgs;
use super::progress::Progress;
use super::report::HtmlArg;
use super::{count, interrupt, job};
use crate::deck::file::sets::LoadedSet;
use crate::deck::{DeckError, DeckSource, Sets};
use crate::report::Folder;
use crate::study::{Control, GameCache, StudyError, TableRequest};

pub(super) use crate::study::table::{DEFAULT_SEED, DEFAULT_STRATEGY};

/// The sets of a deck.
#[derive(Clone, Debug, Args)]
pub(super) struct DeckArgs {
    /// Decks, by name or path. Several decks are shuffled together; the rules of the first one, the base, apply.
    #[arg(required = true, value_name = "DECK")]
    pub(super) decks: Vec<String>,

    #[command(flatten)]
    pub(super) base: BaseArg,
}

impl DeckArgs {
    /// Reads the sets.
    pub(super) fn sets(&self) -> Result<Sets, DeckError> {
        self.base.sets(&self.decks)
    }

    /// The table with these decks and their partners.
    pub(super) fn at(&self, table: &TableArgs) -> TableRequest {
        self.base.at(&self.decks, table.request())
    }

    /// The decks and the base, as on a command line.
    pub(super) fn words(&self) -> String {
        let base = self.base.base.as_ref().map_or(String::new(), |id| format!(" --base {id}"));
        self.base.with.joined(&self.decks).join(" ") + &base
    }
}

/// The partners of the decks.
#[derive(Clone, Debug, Args)]
pub(super) struct WithArg {
    /// Decks that the others are played with, separated by commas, such as the set that an expansion expands. They come
    /// first, so the rules of the first of them apply.
    #[arg(long, value_name = "DECK", value_delimiter = ',')]
    pub(super) with: Vec<String>,
}

impl WithArg {
    /// The partners and these decks.
    pub(super) fn joined(&self, decks: &[String]) -> Vec<String> {
        [&self.with, decks].concat()
    }

    /// Reads decks by name or path, with their partners.
    pub(super) fn sets(&self, decks: &[String]) -> Result<Sets, DeckError> {
        Sets::read(&self.sources(decks)?)
    }

    /// The sets of these decks, without their partners.
    pub(super) fn given<'s>(decks: &[String], sets: &'s Sets) -> Result<Vec<&'s LoadedSet>, DeckError> {
        let given = decks.iter().map(|name| DeckSource::find(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(sets.sets().iter().filter(|set| given.contains(&set.source)).collect())
    }

    /// The sources of decks and their partners.
    pub(super) fn sources(&self, decks: &[String]) -> Result<Vec<DeckSource>, DeckError> {
        self.joined(decks).iter().map(|name| DeckSource::find(name)).collect()
    }
}

/// The decks before and after an edit.
#[derive(Clone, Debug, Args)]
pub(super) struct BothArgs {
    /// Deck before the edit, by name or path.
    before: String,

    /// Deck after the edit, by name or path.
    #[arg(required_unless_present = "against")]
    after: Option<String>,

    /// The deck before the edit is the given file at this git revision, such as HEAD or origin/main.
    #[arg(long, value_name = "REV", conflicts_with = "after")]
    against: Option<String>,
}

impl BothArgs {
    /// The names of the decks before and after the edit.
    pub(super) fn names(&self) -> [String; 2] {
        match (&self.against, &self.after) {
            (Some(revision), _) => [format!("{}@{revision}", self.before), self.before.clone()],
            (None, after) => [self.before.clone(), after.clone().unwrap_or_default()],
        }
    }
}

/// The other sets, and the choice of the base set.
#[derive(Clone, Debug, Args)]
pub(super) struct BaseArg {
    #[command(flatten)]
    pub(super) with: WithArg,

    /// Base set, by id; its rules apply [default: the first deck].
    #[arg(long, value_name = "ID")]
    pub(super) base: Option<String>,
}

impl BaseArg {
    /// Reads decks by name or path.
    pub(super) fn sets(&self, decks: &[String]) -> Result<Sets, DeckError> {
        self.of(self.with.sets(decks)?)
    }

    /// The same; without decks, the first shipped one.
    pub(super) fn sets_or_first(&self, decks: &[String]) -> Result<Sets, DeckError> {
        match self.with.joined(decks).is_empty() {
            true => self.of(Sets::read(&DeckSource::shipped().take(1).collect::<Vec<_>>())?),
            false => self.sets(decks),
        }
    }

    /// The table with these decks and their partners.
    pub(super) fn at(&self, decks: &[String], table: TableRequest) -> TableRequest {
        TableRequest { decks: self.with.joined(decks), base: self.base.clone(), ..table }
    }

    /// Selects the base of these sets.
    pub(super) fn of(&self, sets: Sets) -> Result<Sets, DeckError> {
        match &self.base {
            Some(id) => sets.with_base(id),
            None => Ok(sets),
        }
    }
}

/// The players and their rules.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// Number of players.
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = count::players)]
    pub(super) players: u8,

    /// Strategies, by name or path: one for all seats, or several, repeated around the table and rotated through all
    /// seats. (`impact` without --together: one table for each strategy.)
    #[arg(short, long = "strategy", value_name = "STRATEGY", value_delimiter = ',', default_value = DEFAULT_STRATEGY)]
    pub(super) strategies: Vec<String>,

    /// Seed of the run.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = count::count)]
    pub(super) seed: u64,

    #[command(flatten)]
    pub(super) rules: RuleArgs,
}

impl TableArgs {
    /// The table without decks, as a study takes it.
    pub(super) fn request(&self) -> TableRequest {
        let TableArgs { players, strategies, seed, .. } = self;
        let request = TableRequest { rules: self.switches(), ..TableRequest::default() };
        request.players(*players).strategies(strategies).seed(*seed)
    }

    /// All rule switches, as `KEY=VALUE`. If a key occurs twice, the last value applies.
    pub(super) fn switches(&self) -> Vec<String> {
        self.rules.switches()
    }
}

/// Changes of the rules.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct RuleArgs {
    /// Rule variant (repeatable).
    #[arg(long = "variant", value_name = "VARIANT")]
    variants: Vec<Variant>,

    /// Rule switch (repeatable; its last value counts); overrides a variant.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

impl RuleArgs {
    /// All rule switches, as `KEY=VALUE`. If a key occurs twice, the last value applies.
    pub(super) fn switches(&self) -> Vec<String> {
        let variants = self.variants.iter().map(|variant| variant.switch().to_owned());
        // Variants first: the last value of a key counts.
        variants.chain(self.rules.iter().cloned()).collect()
    }
}

/// Optional rules of the rule sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Variant {
    /// Draw a hidden Door at the start of each turn; loot the room from the Treasure pile.
    ListenAtTheDoor,
    /// The helper in the winning fight also wins the game.
    SharedVictory,
    /// Play to Level 20.
    Epic,
}

impl Variant {
    fn switch(self) -> &'static str {
        match self {
            Variant::ListenAtTheDoor => "listen_at_the_door=true",
            Variant::SharedVictory => "shared_victory=true",
            Variant::Epic => "win_level=20",
        }
    }
}

/// How a study is played.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct PlayArgs {
    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl PlayArgs {
    /// Plays a study of about this number of games, with the progress and the signals of the command.
    pub(super) fn study<R>(
        self,
        games: u64,
        study: impl FnOnce(&mut Control<'_>) -> Result<R, StudyError>,
    ) -> Result<R, Failure> {
        self.play(games, None, study)
    }

    /// The same with the games that were kept.
    pub(super) fn study_with<R>(
        self,
        cache: &CacheArg,
        games: u64,
        study: impl FnOnce(&mut Control<'_>) -> Result<R, StudyError>,
    ) -> Result<R, Failure> {
        let cache = cache.open()?;
        let result = self.play(games, cache.clone(), study);
        cache.iter().for_each(|cache| note_trouble(cache));
        result
    }

    fn play<R>(
        self,
        games: u64,
        cache: Option<Arc<GameCache>>,
        study: impl FnOnce(&mut Control<'_>) -> Result<R, StudyError>,
    ) -> Result<R, Failure> {
        let (threads, quiet) = job::played().unwrap_or((self.threads, self.quiet));
        limit_lessons(threads);
        let stop = interrupt::listen(quiet);
        let mut progress = Progress::new(games, quiet);
        let control = Control::default().threads(threads).stop(stop).watch(|event| progress.show(event));
        let mut control = match cache {
            Some(cache) => control.store(cache),
            None => control,
        };
        Ok(job::play(|| study(&mut control))??)
    }
}

/// Lets players learn a deck on at most this number of threads. Lessons use the pool of the process, which begins once.
pub(super) fn limit_lessons(threads: Option<NonZeroUsize>) {
    let Some(threads) = threads else { return };
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // An error says that the pool has begun: a part of this process plays with the same threads.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get().min(processors)).build_global();
}

/// The output folder and the way a report is made.
#[derive(Clone, Debug, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) play: PlayArgs,

    #[command(flatten)]
    _state: StateArgs,

    /// Output folder [default: a folder in `reports` named after decks and players].
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,

    /// Replace an existing report.
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) html: HtmlArg,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl ReportArgs {
    /// Creates the report folder and listens for signals that end the run early.
    pub(super) fn begin(&self, sets: &Sets, players: u8, what: &str) -> Result<Folder, Failure> {
        interrupt::listen(self.play.quiet);
        self.html.check()?;
        let place = self.place(sets, players, what);
        job::note_place(&place);
        // A run that was stopped has left a report of its games.
        Ok(Folder::begin(&place, self.force || job::is_resumed())?)
    }

    /// The folder of earlier results that the command continues, if there is one.
    pub(super) fn earlier(&self, sets: &Sets, players: u8, what: &str) -> Option<PathBuf> {
        let place = self.place(sets, players, what);
        (job::is_resumed() && place.exists()).then_some(place)
    }

    /// The requested folder; by default, a folder named after the decks, the number of players and `what`.
    fn place(&self, sets: &Sets, players: u8, what: &str) -> PathBuf {
        if let Some(scratch) = job::scratch() {
            return scratch;
        }
        let usual = || Path::new("reports").join(format!("{}-{players}p{what}", sets.ids().join("-")));
        self.out.clone().unwrap_or_else(usual)
    }
}
