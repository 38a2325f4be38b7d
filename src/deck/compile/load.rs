//! Loading: reads, merges and compiles deck files. One of the sets is the base; its rules apply.

use super::compiler::compile;
use super::partners::{advised, with_partners};
use crate::deck::compiled::Deck;
use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::faults;
use crate::deck::file::locate::{Step, problem_at};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::file::overrides::overridden;
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::file::source::DeckSource;
use crate::deck::file::texts;
use crate::deck::language::DeckFile;
use crate::deck::language::kinds::Kind;
use crate::deck::language::rules::Rules;
use crate::deck::toml::from_toml;

/// Reads, merges and compiles deck files. The first file is the base; the order of the other files has no effect.
///
/// `overrides` are rule switches of the form `KEY=VALUE`.
///
/// # Errors
/// If a file does not parse, a card is invalid, an override is unknown, or there are too few or too many cards.
pub fn load(sources: &[DeckSource], overrides: &[String]) -> Result<Deck, DeckError> {
    Sets::read(sources)?.compile(overrides)
}

impl Sets {
    /// J-01: parses the sources; the first one is the base. The sets that they expand join as first ones.
    ///
    /// # Errors
    /// If there is no source, a file does not parse, a set is given twice, or a set expands an unknown one.
    pub fn read(sources: &[DeckSource]) -> Result<Sets, DeckError> {
        let (mut sets, mut problems) = (Vec::new(), Vec::new());
        for source in sources {
            match LoadedSet::parse(source) {
                Ok(set) => sets.push(set),
                Err(error) => problems.extend(error.0),
            }
        }
        if !problems.is_empty() {
            let faults = sources.iter().flat_map(DeckSource::faults).cloned();
            return Err(DeckError(faults.chain(problems).collect()));
        }
        let sets = Sets::merged(with_partners(sets)?)?;
        // The texts of the rows that were read may have faults too.
        let mut faults: Vec<Problem> = sets.sets().iter().flat_map(|set| set.source.faults()).cloned().collect();
        let read = sets.understood();
        if faults.is_empty() {
            return read;
        }
        faults.extend(read.err().map(|error| error.0).unwrap_or_default());
        Err(DeckError(faults))
    }

    /// J-01, H-01: the rules of the base with these switches (`KEY=VALUE`) set. The rules of the other sets do not apply. A base without a
    /// limit on Big Items gets the common one beside other sets.
    ///
    /// # Errors
    /// If a switch is unknown or its value is invalid.
    pub fn rules(&self, overrides: &[String]) -> Result<Rules, DeckError> {
        let mut rules = self.base().file.rules.clone();
        if self.sets().len() > 1 && *rules.big_limit == 0 {
            rules.big_limit = Rules::default().big_limit;
        }
        overridden(rules, overrides)
    }

    /// combine-01, combine-03: compiles the cards of all sets as one deck, with these switches (`KEY=VALUE`) set. It has
    /// opening hands for as many players as the sets and the rules allow.
    ///
    /// # Errors
    /// If a card is invalid, a switch is unknown, or there are too few cards to deal or too many for a game.
    pub fn compile(&self, overrides: &[String]) -> Result<Deck, DeckError> {
        self.compile_for(overrides, u8::MAX)
    }

    /// The same with opening hands for this number of players, or for the most that the sets and the rules allow.
    /// Cards that are only shown need no players.
    ///
    /// # Errors
    /// If a card is invalid, a switch is unknown, or there are too few cards to deal or too many for a game.
    pub fn compile_for(&self, overrides: &[String], players: u8) -> Result<Deck, DeckError> {
        let rules = self.rules(overrides)?;
        compile(self, rules, players).map_err(|error| advised(error, self, overrides, players))
    }
}

impl LoadedSet {
    pub(in crate::deck) fn parse(source: &DeckSource) -> Result<LoadedSet, DeckError> {
        if source.text.trim().is_empty() {
            let message = "expected a deck, found an empty file".to_owned();
            return Err(DeckError(vec![problem_at(source, &[], message, None)]));
        }
        match from_toml(&source.text) {
            Ok(file) => LoadedSet::bind(source.clone(), file),
            Err(fault) => Err(DeckError(faults::problems(source, fault))),
        }
    }

    /// Binds the cards to the kinds that the file declares, and checks the texts.
    ///
    /// # Errors
    /// If a card has a kind that is neither a standard kind nor declared, or a text is too long or cannot be printed.
    pub(crate) fn bind(source: DeckSource, mut file: DeckFile) -> Result<LoadedSet, DeckError> {
        let unknown = Kind::bind(&mut file.cards, &file.kinds);
        let set = LoadedSet { source, file };
        let unknown = unknown.into_iter().map(|place| set.unknown_kind(place));
        let problems: Vec<Problem> = texts::problems(&set).into_iter().chain(unknown).collect();
        if problems.is_empty() { Ok(set) } else { Err(DeckError(problems)) }
    }

    fn unknown_kind(&self, place: usize) -> Problem {
        let card = &self.file.cards[place];
        let standard = Kind::standard().iter().map(|kind| kind.id.as_str());
        let known: Vec<&str> = standard.chain(self.file.kinds.iter().map(|kind| kind.id.as_str())).collect();
        let words: Vec<String> = known.iter().map(|id| format!("`{id}`")).collect();
        let near = did_you_mean(&card.kind.id, known).map(|hint| hint + "\n").unwrap_or_default();
        let hint = format!("{near}expected one of {}, or a kind declared in `[[kind]]`", words.join(", "));
        let path = [Step::Key("card"), Step::Index(place), Step::Key("kind")];
        let message = format!("unknown kind `{}`", card.kind.id);
        Problem { card: Some(card.id.clone()), ..problem_at(&self.source, &path, message, Some(hint)) }
    }
}
