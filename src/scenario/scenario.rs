//! `Scenario`: reads a scenario and plays it.

use std::path::{Path, PathBuf};

use schemars::{Schema, SchemaGenerator};

use super::file::book::Book;
use super::file::error::{ScenarioError, placed};
use super::file::format::ScenarioFile;
use super::file::own_cards::with_own_cards;
use super::file::plan::Plan;
use super::file::spanned::Word;
use super::play::report::Report;
use super::play::run;
use crate::deck::file::locate::syntax_problem;
use crate::deck::toml::from_toml;
use crate::deck::{Deck, DeckError, DeckSource, Sets, is_there, read_text};

/// A scenario as stated in its file.
#[derive(Clone, Debug)]
pub struct Scenario {
    source: DeckSource,
    folder: PathBuf,
    file: ScenarioFile,
}

/// The schema of a scenario file.
pub(crate) fn schema(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<ScenarioFile>()
}

/// Plays the scenario of a file.
///
/// # Errors
/// If the file cannot be read or is invalid. A scenario whose result differs from the expected one is not an error: its
/// report lists the failures.
pub fn run_file(path: impl AsRef<Path>) -> Result<Report, ScenarioError> {
    Scenario::load(path)?.play()
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
    pub(crate) fn says(&self) -> &str {
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
        let mut deck = self.compile(&self.sets()?)?;
        let seats: Vec<String> = self.file.seats.iter().map(|seat| seat.name.get_ref().clone()).collect();
        let plan = Plan::of(&self.file, &self.source, &Book::new(&deck, seats.clone()))?;
        if self.file.only_these {
            // Roles are in no pile: those that the file does not name lie aside.
            let kept = plan.situation.cards() | deck.masks.roles;
            let masks = &mut deck.masks;
            (masks.all, masks.door, masks.treasure) = (masks.all & kept, masks.door & kept, masks.treasure & kept);
        }
        // The first book had borrowed the deck before its cards were left out.
        let book = Book::new(&deck, seats);
        let played = run::play(&plan, &book);
        let (failures, trail) = played.map_err(|impossible| plan.spots.error(&impossible, &book, &self.source))?;
        let (says, rules) = (self.says().to_owned(), self.rules().map(str::to_owned).collect());
        Ok(Report { file: self.source.name.clone(), says, rules, failures, trail })
    }

    fn compile(&self, sets: &Sets) -> Result<Deck, ScenarioError> {
        // Each switch alone first, so that an error has the line of its switch.
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
