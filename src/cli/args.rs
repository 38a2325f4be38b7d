//! Arguments that several commands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{count, interrupt};
use crate::deck::{DeckError, DeckSource, Sets};
use crate::report::{Folder, FolderError};

/// The seed of a run that names none.
pub(super) const DEFAULT_SEED: u64 = 1;
/// The strategy of a run that names none.
pub(super) const DEFAULT_STRATEGY: &str = "balanced";

/// Sets that are shuffled together.
#[derive(Clone, Debug, Args)]
pub(super) struct DeckArgs {
    /// Decks, by name or as files; several are shuffled together, and the first one is the base: its rules hold.
    #[arg(required = true, value_name = "DECK")]
    pub(super) decks: Vec<String>,

    #[command(flatten)]
    pub(super) base: BaseArg,
}

impl DeckArgs {
    /// Reads them.
    pub(super) fn sets(&self) -> Result<Sets, DeckError> {
        self.base.sets(&self.decks)
    }
}

/// Which of several sets is the base.
#[derive(Clone, Debug, Args)]
pub(super) struct BaseArg {
    /// Set whose rules hold, by its id [default: the first deck].
    #[arg(long, value_name = "ID")]
    base: Option<String>,
}

impl BaseArg {
    /// Reads decks by name or path.
    pub(super) fn sets(&self, decks: &[String]) -> Result<Sets, DeckError> {
        let sources = decks.iter().map(|name| DeckSource::find(name)).collect::<Result<Vec<_>, _>>()?;
        self.of(Sets::read(&sources)?)
    }

    /// These sets with the base asked for.
    pub(super) fn of(&self, sets: Sets) -> Result<Sets, DeckError> {
        match &self.base {
            Some(id) => sets.with_base(id),
            None => Ok(sets),
        }
    }

    /// The option, as on a command line.
    pub(super) fn words(&self) -> String {
        self.base.as_ref().map_or(String::new(), |id| format!(" --base {id}"))
    }
}

/// Who plays what.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// Seats at the table.
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = count::players)]
    pub(super) players: u8,

    /// Strategies, by name or as files: one for all seats, or several, which are repeated around the table and
    /// rotated through all seats. (`impact` without --together: one table per strategy.)
    #[arg(short, long = "strategy", value_name = "STRATEGY", value_delimiter = ',', default_value = DEFAULT_STRATEGY)]
    pub(super) strategies: Vec<String>,

    /// Master seed.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = count::count)]
    pub(super) seed: u64,

    /// Rule variant (repeatable).
    #[arg(long = "variant", value_name = "VARIANT")]
    pub(super) variants: Vec<Variant>,

    /// Rule switch (repeatable); overrides a variant.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub(super) rules: Vec<String>,
}

impl TableArgs {
    /// All switches of the rules, as `KEY=VALUE`; of those with one key the last one counts.
    pub(super) fn switches(&self) -> Vec<String> {
        let variants = self.variants.iter().map(|variant| variant.switch().to_owned());
        variants.chain(self.rules.iter().cloned()).collect()
    }
}

/// Ways to play that the rule sheets leave to the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Variant {
    /// A hidden Door card at the start of each turn, and Treasure when looting the room.
    ListenAtTheDoor,
    /// The helper in the fight that wins the game wins too.
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

/// Where to write a report, and how to make it.
#[derive(Clone, Debug, Args)]
pub(super) struct ReportArgs {
    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Folder to write to [default: a folder in `reports` named after decks and players].
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,

    /// Replace an existing report.
    #[arg(long)]
    pub(super) force: bool,

    /// Print only results and errors.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl ReportArgs {
    /// Begins the report, and listens for signals that end it early.
    pub(super) fn begin(&self, sets: &Sets, players: u8, what: &str) -> Result<Folder, FolderError> {
        interrupt::listen(self.quiet);
        Folder::begin(&self.place(sets, players, what), self.force)
    }

    /// The folder asked for, or else one named after the decks, the number of players and `what` it is.
    fn place(&self, sets: &Sets, players: u8, what: &str) -> PathBuf {
        let usual = || Path::new("reports").join(format!("{}-{players}p{what}", sets.ids().join("-")));
        self.out.clone().unwrap_or_else(usual)
    }
}

/// Output format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For reading.
    Table,
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
}
