//! Finds decks: deck files, sheets, files at a git revision, and shipped decks.

use std::path::Path;

use super::card::SheetCard;
use super::cards;
use super::deck;
use super::grid::Book;
use super::mapping::Mapping;
use super::model::Model;
use super::plan::{Plan, Weight};
use super::row::Rules;
use super::write::{Written, csv};
use crate::deck::Kind;
use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::input::is_there;
use crate::deck::file::locate::syntax_problem;
use crate::deck::file::revision::Revision;
use crate::deck::file::source::{DeckSource, names_sheet, read_bytes, read_bytes_at, text_of};
use crate::deck::toml::from_toml;

/// The file with what several sheets of a folder share.
const PROJECT: &str = "kickdoor.toml";

/// Sheets that are read as one set.
#[derive(Debug)]
pub(crate) struct SheetSet {
    /// The name of the first file.
    pub(crate) name: String,
    /// How they are read.
    pub(crate) plan: Plan,
    /// The answers of the author.
    pub(crate) mapping: Mapping,
    /// The cards.
    pub(crate) cards: Vec<SheetCard>,
}

impl DeckSource {
    /// The deck at this path, which may be a sheet; otherwise, that of `FILE@REV`, or the shipped deck with this name.
    ///
    /// # Errors
    /// If there is no such file or shipped deck, or if the file cannot be read as text.
    pub fn find(name: &str) -> Result<DeckSource, DeckError> {
        if is_there(Path::new(name)) {
            return read(name, read_bytes(name)?);
        }
        if Revision::of(name).is_some() {
            return read(name, read_bytes_at(name)?);
        }
        DeckSource::find_shipped(name).ok_or_else(|| DeckSource::missing(name))
    }

    /// The deck at a path from the folder of this file; otherwise, the shipped deck with this name.
    ///
    /// # Errors
    /// If there is no such file or shipped deck, or if the file cannot be read as text.
    pub(in crate::deck) fn beside(&self, name: &str) -> Result<DeckSource, DeckError> {
        let path = Path::new(file_of(&self.name)).with_file_name(name);
        match path.to_str().filter(|_| is_there(&path)) {
            Some(path) => read(path, read_bytes(path)?),
            None => DeckSource::find_shipped(name).ok_or_else(|| DeckSource::missing(name)),
        }
    }
}

/// The file of a deck, without a revision.
fn file_of(name: &str) -> &str {
    Revision::of(name).map_or(name, |revision| revision.file)
}

/// The deck in the bytes of a file.
fn read(name: &str, bytes: Vec<u8>) -> Result<DeckSource, DeckError> {
    if !names_sheet(file_of(name)) {
        return Ok(DeckSource::new(name, text_of(name, bytes)?));
    }
    let book = Book::read(name, file_of(name), &bytes)?;
    let mapping = Mapping::beside(name)?;
    Ok(SheetSet::of(name, &[book], mapping).source())
}

impl Mapping {
    /// The answers of the author about a sheet: those beside it, and those of its folder.
    ///
    /// # Errors
    /// If one of the files is wrong.
    pub(crate) fn beside(sheet: &str) -> Result<Mapping, DeckError> {
        let own = optional(&import_file(sheet))?;
        let own = own.map(|source| parsed(&source)).transpose()?.unwrap_or_default();
        let folder = Path::new(file_of(sheet)).with_file_name(PROJECT);
        let Some(folder) = optional(&folder.to_string_lossy())? else { return Ok(own) };
        // What else the file has, its reader checks.
        let table: toml::Table = folder.text.parse().unwrap_or_default();
        let shared: Mapping = table.get("sheet").cloned().and_then(|sheet| sheet.try_into().ok()).unwrap_or_default();
        Ok(own.over(&shared))
    }
}

/// The file with the answers about a sheet.
pub(crate) fn import_file(sheet: &str) -> String {
    let at = file_of(sheet).len();
    let file = Path::new(file_of(sheet)).with_extension("import.toml");
    format!("{}{}", file.to_string_lossy(), &sheet[at..])
}

impl Model {
    /// The columns of a sheet.
    ///
    /// # Errors
    /// If there is no such sheet, or none with cards.
    pub(crate) fn read(sheet: &str) -> Result<Model, DeckError> {
        let bytes = if is_there(Path::new(sheet)) { read_bytes(sheet)? } else { read_bytes_at(sheet)? };
        let book = Book::read(sheet, file_of(sheet), &bytes)?;
        Model::of(&book, Mapping::beside(sheet)?)
            .ok_or_else(|| DeckError::plain(format!("`{sheet}` has no table with names of cards"), None))
    }
}

fn optional(name: &str) -> Result<Option<DeckSource>, DeckError> {
    let bytes = match Revision::of(name) {
        _ if is_there(Path::new(name)) => read_bytes(name)?,
        // A revision may not have the file.
        Some(_) => match read_bytes_at(name) {
            Ok(bytes) => bytes,
            Err(_) => return Ok(None),
        },
        None => return Ok(None),
    };
    Ok(Some(DeckSource::new(name, text_of(name, bytes)?)))
}

fn parsed(source: &DeckSource) -> Result<Mapping, DeckError> {
    from_toml(&source.text).map_err(|error| DeckError(vec![syntax_problem(source, &error)]))
}

impl SheetSet {
    /// Reads sheets of several files as one set.
    ///
    /// # Errors
    /// If a file is missing or no sheet.
    pub(crate) fn read(names: &[String], mapping: Mapping) -> Result<SheetSet, DeckError> {
        let book = |name: &String| {
            let bytes = if is_there(Path::new(name)) { read_bytes(name)? } else { read_bytes_at(name)? };
            Book::read(name, file_of(name), &bytes)
        };
        let books = names.iter().map(book).collect::<Result<Vec<Book>, DeckError>>()?;
        Ok(SheetSet::of(names.first().map_or("", String::as_str), &books, mapping))
    }

    /// The set in rows that an export writes.
    pub(crate) fn of_rows(name: &str, rows: &[Vec<Written>], mapping: Mapping) -> SheetSet {
        let book = Book::read(name, name, &csv(rows)).unwrap_or_default();
        SheetSet::of(name, &[book], mapping)
    }

    /// The kind with an id.
    pub(crate) fn kind_in(id: &str, mapping: &Mapping) -> Kind {
        Rules::of(mapping).kind_named(id)
    }

    /// The id of the kind that a word means, if it means nothing else.
    pub(crate) fn kind_of(word: &str, mapping: &Mapping) -> Option<String> {
        let (fields, _) = Rules::of(mapping).kind(word).filter(|(fields, _)| fields.len() == 1)?;
        fields.get("kind")?.as_str().map(str::to_owned)
    }

    fn of(name: &str, books: &[Book], mapping: Mapping) -> SheetSet {
        let mut plan = Plan::default();
        let cards = cards::read(books, &mapping, &mut plan);
        SheetSet { name: name.to_owned(), plan, mapping, cards }
    }

    /// The deck file of the cards that were read, with all that was not.
    pub(crate) fn source(&self) -> DeckSource {
        let notes = self.plan.of(Weight::Error).map(|note| note.problem.clone());
        let file = import_file(&self.name);
        let questions = self.plan.questions.iter().map(|question| Problem {
            message: format!("{}: {}", self.name, question.asks),
            hint: Some(format!("for example, in `{file}`:\n{}", question.proposal.trim_end())),
            ..Problem::default()
        });
        deck::source(file_of(&self.name), &self.cards, &self.mapping, notes.chain(questions).collect())
            .renamed(&self.name)
    }

    /// The deck file of the cards that were read, without what was not.
    pub(crate) fn sound(&self) -> DeckSource {
        deck::source(file_of(&self.name), &self.cards, &self.mapping, Vec::new()).renamed(&self.name)
    }

    /// The text of a deck file for the author.
    pub(crate) fn text(&self) -> String {
        deck::text(&self.name, &self.cards, &self.mapping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_deck_is_an_error() {
        let error = DeckSource::find("no-such-deck.toml").expect_err("there is none");
        assert!(error.to_string().contains("neither a file nor a shipped deck"), "{error}");
    }

    #[test]
    fn shipped_decks_are_found_by_name() {
        for name in DeckSource::shipped_names() {
            assert!(DeckSource::find(name).is_ok());
        }
    }
}
