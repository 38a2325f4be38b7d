//! `kickdoor cache`: where played games are kept, and how much room they take.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgMatches, ValueEnum};
use etcetera::BaseStrategy;

use super::Ending;
use super::failure::Failure;
use super::output::FormatArg;
use super::stderr::note_once;
use crate::ids::Store;
use crate::report::{Printed, Rows, counted, row, thousands};
use crate::study::cache::{CacheSize, GameCache, LIMIT};

/// The variable that names the folder.
const FOLDER: &str = "KICKDOOR_CACHE";
/// The variable that sets the limit, in megabytes.
const MEGABYTES: &str = "KICKDOOR_CACHE_MB";
/// The word for no cache.
const OFF: &str = "off";

/// Where played games are kept.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct CacheArg {
    /// Folder of played games and of the lessons of players, which are not played again, or `off` [default: $KICKDOOR_CACHE, or a cache folder of the user].
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

impl CacheArg {
    /// The cache; `None` if it is off, or if the user has no folder for it.
    pub(super) fn open(&self) -> Result<Option<Arc<GameCache>>, Failure> {
        let named = || env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let usual = || etcetera::choose_base_strategy().ok().map(|user| user.cache_dir().join("kickdoor"));
        let folder = self.cache.clone().or_else(named).or_else(usual).filter(|folder| folder.as_os_str() != OFF);
        let limit = limit()?;
        Ok(folder.map(|folder| Arc::new(GameCache::at(folder).limit(limit))))
    }
}

/// The place for the lessons of players: the cache of the command line, or the usual one of a command that keeps no games.
pub(super) fn for_lessons(matches: &ArgMatches) -> Option<Arc<dyn Store>> {
    if let Some((_, inner)) = matches.subcommand() {
        return for_lessons(inner);
    }
    let cache = matches.try_get_one::<PathBuf>("cache").ok().flatten().cloned();
    // A wrong limit is reported by the commands that keep games.
    let store: Arc<dyn Store> = CacheArg { cache }.open().ok().flatten()?;
    Some(store)
}

/// The limit in bytes.
fn limit() -> Result<u64, Failure> {
    let Some(text) = env::var_os(MEGABYTES).filter(|text| !text.is_empty()) else { return Ok(LIMIT) };
    let number =
        text.to_str().and_then(|text| text.parse::<u64>().ok()).and_then(|number| number.checked_mul(1_000_000));
    number.ok_or_else(|| {
        let message = format!("{MEGABYTES} is `{}`, expected a number of megabytes", text.to_string_lossy());
        Failure::bad_input(message, Some(format!("`{MEGABYTES}={}` is the default", LIMIT / 1_000_000)))
    })
}

/// Notes once that games were not kept. The study goes on without.
pub(super) fn note_trouble(cache: &GameCache) {
    if let Some(error) = cache.trouble() {
        let folder = cache.folder().display();
        note_once(&format!("played games were not kept in {folder}: {}", io::Error::from(error.kind())));
    }
}

/// Arguments of `cache`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to do with the games that are kept [default: show their place and size].
    action: Option<Action>,

    #[command(flatten)]
    cache: CacheArg,

    #[command(flatten)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Action {
    /// Remove them.
    Clear,
}

row! {
    "cache.csv"
    /// The place of played games, and their size.
    #[derive(Clone, Debug)]
    pub(super) struct CacheRow {
        /// The folder; empty if there is none.
        folder: String,
        /// Number of files removed.
        removed: u64,
        /// Number of files.
        files: u64,
        /// Their bytes.
        bytes: u64,
        /// The maximum number of bytes.
        limit: u64,
    }
}

impl Printed for CacheRow {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(std::slice::from_ref(self))]
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let mut row = CacheRow { folder: String::new(), removed: 0, files: 0, bytes: 0, limit: limit()? };
    if let Some(cache) = args.cache.open()? {
        let failed = |error: io::Error| unusable(&cache, &error);
        if args.action.is_some() {
            row.removed = cache.clear().map_err(failed)?.entries;
        }
        let CacheSize { entries, bytes } = cache.size().map_err(failed)?;
        (row.folder, row.files, row.bytes) = (cache.folder().display().to_string(), entries, bytes);
    }
    args.format.print(&row, out, |out| show(&row, out))?;
    Ok(Ending::Done)
}

fn show(row: &CacheRow, out: &mut impl Write) -> io::Result<()> {
    if row.folder.is_empty() {
        return writeln!(out, "no games are kept");
    }
    if row.removed > 0 {
        writeln!(out, "removed {}", counted(row.removed, "file"))?;
    }
    let (files, size, limit) = (counted(row.files, "file"), megabytes(row.bytes), megabytes(row.limit));
    writeln!(out, "{}: {files} of {size}, at most {limit}", row.folder)
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", thousands(bytes.div_ceil(1_000_000)))
}

fn unusable(cache: &GameCache, error: &io::Error) -> Failure {
    let message = format!("cannot use `{}`: {}", cache.folder().display(), io::Error::from(error.kind()));
    Failure::bad_input(message, Some(format!("choose another folder with --cache or {FOLDER}, or `{OFF}`")))
}
