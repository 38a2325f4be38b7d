//! What the words of sheets mean: the tables of `words.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use toml::{Table, Value};

use super::field::Field;
use super::number::number;
use crate::deck::toml::from_toml;

/// The tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    column: Vec<ColumnWords>,
    word: Vec<Meaning>,
    phrase: Vec<Phrase>,
    /// Texts that need a figure of their card.
    pub(super) complete: Vec<Completion>,
    units: BTreeMap<Field, Vec<String>>,
    /// Rows that are no cards.
    pub(super) rows: RowWords,
    /// The language of texts.
    pub(super) language: Language,
    letters: BTreeMap<String, String>,
    /// What icons mean, as a proposal.
    pub(super) icons: BTreeMap<String, String>,
    /// Limits of what is meant.
    pub(super) limit: Vec<Limit>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnWords {
    field: Field,
    words: Vec<String>,
}

/// Words of a column with the fields of a card that they state.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Meaning {
    /// The column; none for all columns.
    #[serde(default)]
    column: Option<Field>,
    pub(super) fields: Table,
    words: Vec<String>,
    /// The declaration of the kind that a set needs.
    #[serde(default)]
    pub(super) declare: Option<Table>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    says: Vec<String>,
    /// Whether the number has a sign.
    #[serde(default)]
    signed: bool,
    fields: Table,
}

/// A text that needs a figure of its card to be a sentence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Completion {
    pub(super) text: String,
    pub(super) sentence: String,
    pub(super) figure: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowWords {
    pub(super) totals: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Language {
    pub(super) english: Vec<String>,
    /// Words with a point that ends no sentence.
    pub(super) abbreviations: Vec<String>,
    /// The sentence for a bonus that is larger for some.
    pub(super) conditional: String,
    /// Beginnings with a colon that are no names of abilities.
    pub(super) openings: Vec<String>,
}

/// A limit beyond which a figure is hardly meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limit {
    pub(super) field: String,
    #[serde(default)]
    pub(super) most: Option<i64>,
    #[serde(default)]
    pub(super) multiple: Option<i64>,
}

/// The tables of the program.
pub(super) static WORDS: LazyLock<Words> =
    LazyLock::new(|| from_toml(include_str!("words.toml")).expect("the words are valid"));

/// A word as it is compared.
pub(super) fn plain(word: &str) -> String {
    let word: Vec<String> = word.replace('_', " ").split_whitespace().map(str::to_lowercase).collect();
    let word = word.join(" ");
    let ends: &[char] = &['!', '?', ':', '.', '\'', '*', '¡', '#'];
    let cut = word.trim_matches(ends).trim();
    // A sign alone is a word.
    if cut.is_empty() { word } else { cut.to_owned() }
}

impl Words {
    /// What a header may be, the most exact word first, each with the rank of the word among those of its field.
    pub(super) fn fields_of(&self, header: &str) -> Vec<(Field, usize)> {
        let header = plain(header);
        let place = |column: &ColumnWords| Some((column.field, column.words.iter().position(|word| *word == header)?));
        self.column.iter().filter_map(place).collect()
    }

    /// The words for headers.
    pub(super) fn headers(&self) -> impl Iterator<Item = &str> {
        self.column.iter().flat_map(|column| column.words.iter().map(String::as_str))
    }

    /// All words.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.headers().chain(self.word.iter().flat_map(|meaning| meaning.words.iter().map(String::as_str)))
    }

    /// What a word means in a column.
    pub(super) fn meaning(&self, column: Field, word: &str) -> Option<&Meaning> {
        let word = plain(word);
        let means = |meaning: &&Meaning| meaning.column == Some(column) && meaning.words.contains(&word);
        self.word.iter().find(means)
    }

    /// The words of a column.
    pub(super) fn words_of(&self, column: Field) -> impl Iterator<Item = &str> {
        let own = self.word.iter().filter(move |meaning| meaning.column == Some(column));
        own.flat_map(|meaning| meaning.words.iter().map(String::as_str))
    }

    /// Whether a text stands for nothing.
    pub(super) fn is_nothing(&self, text: &str) -> bool {
        let text = plain(text);
        self.word.iter().filter(|meaning| meaning.column.is_none()).any(|meaning| meaning.words.contains(&text))
    }

    /// The fields that a phrase states.
    pub(super) fn stated(&self, phrase: &str, semicolons: bool) -> Option<Table> {
        let phrase = plain(phrase);
        self.phrase.iter().find_map(|known| {
            let found = known.says.iter().find_map(|says| known.number_in(says, &phrase, semicolons))?;
            let filled = |value: &Value| match (value.as_str(), found) {
                (Some("N"), Some(number)) => Value::Integer(number),
                _ => value.clone(),
            };
            Some(known.fields.iter().map(|(field, value)| (field.clone(), filled(value))).collect())
        })
    }

    /// The number in a cell of a column.
    pub(super) fn number(&self, column: Field, text: &str, semicolons: bool) -> Option<i64> {
        number(text, self.units.get(&column).map_or(&[], Vec::as_slice), semicolons)
    }

    /// An id for a name.
    pub(super) fn id(&self, name: &str) -> String {
        let mut id = String::new();
        for c in name.to_lowercase().chars() {
            let other = self.letters.iter().find(|(letters, _)| letters.contains(c)).map(|(_, plain)| plain.as_str());
            match other {
                Some(plain) => id += plain,
                None if c.is_ascii_alphanumeric() => id.push(c),
                None if !id.is_empty() && !id.ends_with('-') => id.push('-'),
                None => {}
            }
        }
        id.truncate(crate::deck::language::text::MAX_ID - 4);
        id.trim_end_matches('-').to_owned()
    }
}

impl Phrase {
    /// The number of a phrase, if the text is that phrase: `Some(None)` for one without a number.
    fn number_in(&self, says: &str, text: &str, semicolons: bool) -> Option<Option<i64>> {
        let Some((before, after)) = says.split_once('N') else { return (says == text).then_some(None) };
        let middle = text.strip_prefix(before)?.strip_suffix(after)?.trim();
        let signed = middle.starts_with(['+', '-', '−', '–']);
        number(middle, &[], semicolons).filter(|_| signed == self.signed).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_signs() {
        let fields = |header: &str| WORDS.fields_of(header).into_iter().map(|(field, _)| field).collect::<Vec<_>>();
        assert_eq!(fields("BAD STUFF!"), [Field::BadStuff]);
        assert_eq!(fields("Card_Type \n"), [Field::Kind]);
        assert_eq!(fields("Art"), [Field::Kind, Field::Layout]);
        assert!(fields("Temp Column").is_empty());
        assert!(WORDS.is_nothing("_description_") && WORDS.is_nothing(" — ") && !WORDS.is_nothing("0"));
        assert_eq!(WORDS.id("Spin-Cycle  Serpent!"), "spin-cycle-serpent");
        assert_eq!((WORDS.id("Riesengroß"), WORDS.id("Crítico d'Été")), ("riesengross".into(), "critico-dete".into()));
    }

    #[test]
    fn phrases_state_figures() {
        let stated = |text| WORDS.stated(text, false).map(|fields| fields.to_string());
        assert_eq!(stated("2 Hands.").as_deref(), Some("slot = \"hand\"\nhands = 2\n"));
        assert_eq!(stated("+3").as_deref(), Some("bonus = 3\n"));
        assert_eq!(stated("500 GP").as_deref(), Some("gold = 500\n"));
        assert_eq!(stated("Lose 2 levels"), None);
        assert_eq!(stated("3"), None);
    }

    #[test]
    fn the_tables_are_compared_as_they_are_written() {
        let words =
            WORDS.column.iter().flat_map(|column| &column.words).chain(WORDS.word.iter().flat_map(|one| &one.words));
        for word in words {
            assert_eq!(plain(word), *word);
        }
    }
}
