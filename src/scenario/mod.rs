//! Scenarios: a position, a script and the expected result, in one file.
//!
//! A file is read (`format`), its words are resolved with its deck (`book`, `plan`), the position is played with the
//! scripted answers and dice (`run`), and every claim is checked (`claim`). `docs/SCENARIOS.md` describes the format.

mod check;
pub mod file;
mod play;

use std::path::{Path, PathBuf};

pub use check::cross_checks::{Contradiction, CrossCheck};
pub use file::error::ScenarioError;
pub use file::rule_ids::RULE_IDS;
pub use play::report::{Failure, Report};

use crate::deck::file::locate::syntax_problem;
use crate::deck::file::toml::from_toml;
use crate::deck::{Deck, DeckError, DeckSource, Sets, is_there, read_text};
use crate::ids::WIDEST;
use file::book::Book;
use file::error::placed;
use file::format::ScenarioFile;
use file::own_cards::with_own_cards;
use file::plan::Plan;
use file::spanned::Word;

/// A scenario as stated in its file.
#[derive(Clone, Debug)]
pub struct Scenario {
    source: DeckSource,
    folder: PathBuf,
    file: ScenarioFile,
}

/// Plays the scenario of a file.
///
/// # Errors
/// If the file cannot be read or is invalid. A scenario whose result differs from the expected one is not an error: its
/// report lists the failures.
pub fn run_file(path: impl AsRef<Path>) -> Result<Report, ScenarioError> {
    Scenario::load(path)?.play()
}

/// Maximum depth of the search for scenarios in nested folders.
const MAX_DEPTH: usize = 8;
/// Maximum number of files and folders searched.
const MAX_ENTRIES: usize = 20_000;

/// The scenario files of a folder and its subfolders, sorted; for a file, the file itself. Hidden folders and links to
/// folders are left out.
///
/// # Errors
/// If a folder cannot be read, contains too many files or is too deep.
pub fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    search(path, MAX_DEPTH, &mut 0, &mut found)?;
    found.sort();
    Ok(found)
}

fn search(folder: &Path, depth: usize, seen: &mut usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(named)? {
        let entry = entry.map_err(named)?;
        *seen += 1;
        if *seen > MAX_ENTRIES {
            return Err(std::io::Error::other(format!("it holds more than {MAX_ENTRIES} files and folders")));
        }
        let (path, kind) = (entry.path(), entry.file_type().map_err(named)?);
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !hidden {
            if depth == 0 {
                return Err(std::io::Error::other(format!("it holds folders nested more than {MAX_DEPTH} deep")));
            }
            search(&path, depth - 1, seen, found)?;
        } else if path.extension().is_some_and(|end| end == "toml") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

impl Scenario {
    /// Reads a file. Its decks are searched for from its folder.
    ///
    /// # Errors
    /// If it cannot be read or does not parse.
    pub fn load(path: impl AsRef<Path>) -> Result<Scenario, ScenarioError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let text = read_text(&name)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Scenario::read(DeckSource::new(name, text), folder)
    }

    /// A scenario from its text; its decks are searched for from `folder`.
    ///
    /// # Errors
    /// If it does not parse.
    pub fn read(source: DeckSource, folder: impl Into<PathBuf>) -> Result<Scenario, ScenarioError> {
        match from_toml(&source.text) {
            Ok(file) => Ok(Scenario { file, folder: folder.into(), source }),
            Err(error) => {
                let mut problem = syntax_problem(&source, &error);
                let before = source.text.get(..error.span.map_or(0, |span| span.start)).unwrap_or_default();
                let in_card = before.rfind("\n[").is_some_and(|at| before[at + 1..].starts_with("[[card]]"));
                problem.card = problem.card.filter(|_| in_card);
                Err(ScenarioError(DeckError(vec![problem])))
            }
        }
    }

    /// The sentence that states what it shows.
    pub fn says(&self) -> &str {
        self.file.says.get_ref()
    }

    /// Ids of the rules that it covers.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.file.rules.get_ref().iter().map(|rule| rule.get_ref().as_str())
    }

    /// Plays it.
    ///
    /// # Errors
    /// If the scenario is invalid: an unknown card or seat, an impossible position, or a rule switch out of range.
    pub fn play(&self) -> Result<Report, ScenarioError> {
        // One width for all decks: a scenario is too short to need narrow card sets, and each width would be another copy of this code.
        self.play_with::<WIDEST>(&self.sets()?)
    }

    fn play_with<const W: usize>(&self, sets: &Sets) -> Result<Report, ScenarioError> {
        let mut deck: Deck<W> = self.compile(sets)?;
        let seats: Vec<String> = self.file.seats.iter().map(|seat| seat.name.get_ref().clone()).collect();
        let plan = Plan::of(&self.file, &self.source, &Book::new(&deck, seats.clone()))?;
        if self.file.only_these {
            // Roles are in no pile: those that the file does not name lie aside.
            let kept = plan.situation.cards() | deck.masks.roles;
            let masks = &mut deck.masks;
            (masks.all, masks.door, masks.treasure) = (masks.all & kept, masks.door & kept, masks.treasure & kept);
        }
        let book = Book::new(&deck, seats);
        let played = play::run::play(&plan, &book);
        let (failures, trail) = played.map_err(|impossible| plan.spots.error(&impossible, &book, &self.source))?;
        let (says, rules) = (self.says().to_owned(), self.rules().map(str::to_owned).collect());
        Ok(Report { file: self.source.name.clone(), says, rules, failures, trail })
    }

    fn compile<const W: usize>(&self, sets: &Sets) -> Result<Deck<W>, ScenarioError> {
        for (key, value) in &self.file.rule {
            sets.rules(&[switch(key, value)]).map_err(|error| placed(error, &self.source, key.span()))?;
        }
        let switches: Vec<String> = self.file.rule.iter().map(|(key, value)| switch(key, value)).collect();
        let spot = self.file.rule.keys().next().map_or(self.file.deck.span(), toml::Spanned::span);
        sets.rules(&switches).map_err(|error| placed(error, &self.source, spot))?;
        sets.compile(&switches).map_err(|error| placed(error, &self.source, self.file.deck.span()))
    }

    /// Its decks, including its own cards.
    fn sets(&self) -> Result<Sets, ScenarioError> {
        let names = self.file.deck.get_ref();
        let sources: Result<Vec<DeckSource>, _> = names.0.iter().map(|name| self.deck(name)).collect();
        let sets = sources.and_then(|sources| Sets::read(&sources));
        let sets = sets.map_err(|error| placed(error, &self.source, self.file.deck.span()))?;
        let sets = match &self.file.base {
            Some(id) => sets.with_base(id.get_ref()).map_err(|error| placed(error, &self.source, id.span()))?,
            None => sets,
        };
        Ok(with_own_cards(sets, &self.source, &self.file.cards)?)
    }

    /// A shipped deck, or a file from the scenario's folder.
    fn deck(&self, name: &str) -> Result<DeckSource, DeckError> {
        let path = self.folder.join(name);
        if DeckSource::shipped_names().all(|known| known != name) && is_there(&path) {
            return DeckSource::find(&path.to_string_lossy());
        }
        DeckSource::find(name)
    }
}

/// A rule switch as `KEY=VALUE`.
fn switch(key: &Word, value: &toml::Value) -> String {
    format!("{}={value}", key.get_ref())
}
