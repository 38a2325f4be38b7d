//! What holds for all rows of an import.

use toml::{Table as Fields, Value};

use crate::deck::Kind;
use crate::deck::language::Play;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::mapping::Mapping;
use crate::deck::sheet::words::{WORDS, plain};

/// What holds for all rows of an import.
pub(in crate::deck::sheet) struct Rules<'m> {
    pub(in crate::deck::sheet) mapping: &'m Mapping,
    /// The kinds that the set declares.
    pub(in crate::deck::sheet) kinds: Vec<Kind>,
}

impl<'m> Rules<'m> {
    pub(in crate::deck::sheet) fn of(mapping: &'m Mapping) -> Rules<'m> {
        let kinds = mapping.kinds.iter().filter_map(|kind| kind.clone().try_into().ok()).map(Kind::new).collect();
        Rules { mapping, kinds }
    }

    /// The fields that a word for a kind states, and the declaration that the set needs for it.
    pub(in crate::deck::sheet) fn kind(&self, word: &str) -> Option<(Fields, Option<Fields>)> {
        let word = self.mapping.word(Field::Kind, word).unwrap_or(word);
        let of = |id: &str| Some(([("kind".to_owned(), Value::String(id.to_owned()))].into_iter().collect(), None));
        let is_it = |known: &str| plain(known) == plain(word);
        if let Some(kind) = self.kinds.iter().find(|kind| is_it(&kind.id) || kind.name.as_deref().is_some_and(is_it)) {
            return of(&kind.id);
        }
        let terms = self.mapping.set.get("terms").and_then(Value::as_table);
        for term in ["identity", "power", "curse"] {
            if terms.and_then(|terms| terms.get(term)?.as_str()).is_some_and(is_it) {
                return of(term);
            }
        }
        if let Some(kind) = Kind::standard().iter().find(|kind| is_it(&kind.id)) {
            return of(&kind.id);
        }
        WORDS.meaning(Field::Kind, word).map(|meaning| (meaning.fields.clone(), meaning.declare.clone()))
    }

    pub(super) fn is_declared(&self, id: &str) -> bool {
        self.kinds.iter().any(|kind| kind.id == id)
    }

    /// The kind with an id.
    pub(in crate::deck::sheet) fn kind_named(&self, id: &str) -> Kind {
        let declared = self.kinds.iter().find(|kind| kind.id == id).cloned();
        declared.or_else(|| Kind::named(id)).unwrap_or_else(|| Kind::played_as(Play::Slot))
    }

    /// How cards of a kind are played.
    pub(super) fn play(&self, id: &str) -> Play {
        self.kind_named(id).play
    }
}
