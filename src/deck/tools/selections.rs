//! Selections: the words of strategy files that name cards of a deck.

use crate::deck::compiled::{Deck, Title};
use crate::deck::file::nearest::nearest;
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::file::source::DeckSource;
use crate::deck::language::kinds::Kind;
use crate::ids::CardSet;

/// The properties that select cards.
const PROPERTIES: [&str; 2] = ["big", "one-shot"];

/// What is known about a selection that matches no card of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unmatched {
    /// A word of the card language or of a shipped deck, or unlike all words of this deck: other decks may have such cards.
    Absent,
    /// Probably a misspelling of this selection.
    Misspelt(String),
}

impl Deck {
    /// The cards of a selection: those of a title (`ID` or `SET:ID`) or of a kind (`KIND`), those with a tag (`tag TAG`), all Big Items
    /// (`big`) or all one-shots (`one-shot`).
    pub fn selected(&self, words: &str) -> CardSet {
        match (words, tag_of(words)) {
            ("big", _) => self.masks.big,
            ("one-shot", _) => self.masks.once,
            (_, Some(tag)) => {
                let bit = self.tags.iter().position(|other| other == tag).map_or(0, |n| 1 << n);
                self.masks.all.iter().filter(|&card| self.card(card).tags & bit != 0).collect()
            }
            _ => self.masks.all.iter().filter(|&card| self.is_named(self.title(card), words)).collect(),
        }
    }

    /// What is known about a selection without cards; `None` if it has any.
    pub(crate) fn unmatched(&self, words: &str) -> Option<Unmatched> {
        if !self.selected(words).is_empty() {
            return None;
        }
        // A strategy file is for many decks, so the words of another shipped deck are no mistake.
        let near = if is_known(words) { None } else { self.near(words) };
        Some(near.map_or(Unmatched::Absent, Unmatched::Misspelt))
    }

    /// The selection of the deck or of the language that is nearest to these words, if one is near.
    fn near(&self, words: &str) -> Option<String> {
        let titles = self.titles.iter();
        match (tag_of(words), words.split_once(':')) {
            (Some(tag), _) => nearest(tag, self.tags.iter().map(String::as_str)).map(|tag| format!("tag {tag}")),
            (_, Some((set, id))) => {
                let of_set = titles.filter(|title| self.set_of(title).id == set).map(|title| title.id.as_str());
                nearest(id, of_set).map(|id| format!("{set}:{id}"))
            }
            _ => {
                let tags: Vec<String> = self.tags.iter().map(|tag| format!("tag {tag}")).collect();
                let own = titles.flat_map(|title| [title.id.as_str(), title.spec.kind.id.as_str()]);
                let known = own.chain(tags.iter().map(String::as_str));
                nearest(words, known.chain(language())).map(str::to_owned)
            }
        }
    }

    /// Whether a word is the id of a title or of its kind.
    fn is_named(&self, title: &Title, word: &str) -> bool {
        match word.split_once(':') {
            Some((set, id)) => title.id == id && self.set_of(title).id == set,
            None => title.id == word || title.spec.kind.id == word,
        }
    }
}

/// The tag in `tag TAG`.
fn tag_of(words: &str) -> Option<&str> {
    words.strip_prefix("tag ").map(str::trim)
}

/// The selections of the card language.
fn language<'a>() -> impl Iterator<Item = &'a str> {
    Kind::standard().iter().map(|kind| kind.id.as_str()).chain(PROPERTIES)
}

/// Whether a selection is a word of the card language or matches cards of a shipped deck.
fn is_known(words: &str) -> bool {
    let shipped = || DeckSource::shipped().filter_map(|source| Sets::read(&[source]).ok());
    language().any(|word| word == words) || shipped().any(|sets| selects(sets.subject(), words))
}

/// Whether a selection matches cards of a set.
fn selects(set: &LoadedSet, words: &str) -> bool {
    let cards = &set.file.cards;
    match (tag_of(words), words.split_once(':')) {
        (Some(tag), _) => cards.iter().any(|card| card.tags.iter().any(|other| other == tag)),
        (_, Some((of, id))) => of == set.id() && cards.iter().any(|card| card.id == id),
        _ => cards.iter().any(|card| card.id == words || card.kind.id == words),
    }
}
