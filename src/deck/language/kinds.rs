//! `Kind`: the kind of a card, either standard or declared by its set.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kind::{KindSpec, Play};
use super::text::{KIND_ID, MAX_ID};
use crate::deck::toml::from_toml;

/// The kind of a card. Files contain its id.
///
/// A parsed card has a standard kind or a placeholder with the id only; `bind` replaces it with the kind that the set declares.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Kind(Arc<KindSpec>);

#[derive(Deserialize)]
struct Standard {
    kind: Vec<KindSpec>,
}

impl Kind {
    /// The kinds that every set has.
    pub fn standard() -> &'static [Kind] {
        static STANDARD: OnceLock<Vec<Kind>> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let file: Standard = from_toml(include_str!("kinds.toml")).expect("the standard kinds are valid");
            file.kind.into_iter().map(Kind::new).collect()
        })
    }

    /// A kind that a set declares.
    pub(crate) fn new(spec: KindSpec) -> Kind {
        Kind(Arc::new(spec))
    }

    /// The standard kind with this play.
    pub fn played_as(play: Play) -> Kind {
        Self::standard().iter().find(|kind| kind.play == play).cloned().expect("each play has a standard kind")
    }

    /// The standard kind with this id.
    pub fn named(id: &str) -> Option<Kind> {
        Self::standard().iter().find(|kind| kind.id == id).cloned()
    }

    /// A placeholder for a kind with this id.
    pub(crate) fn unbound(id: String) -> Kind {
        Kind::new(KindSpec { id, ..(*Kind::played_as(Play::Blank)).clone() })
    }
}

impl Deref for Kind {
    type Target = KindSpec;

    fn deref(&self) -> &KindSpec {
        &self.0
    }
}

impl Default for Kind {
    fn default() -> Kind {
        Kind::played_as(Play::default())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        let id = String::deserialize(deserializer)?;
        Ok(Kind::named(&id).unwrap_or_else(|| Kind::unbound(id)))
    }
}

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let standard: Vec<&str> = Kind::standard().iter().map(|kind| kind.id.as_str()).collect();
        json_schema!({
            "description": "The kind of a card: a standard one, or the id of one that the file declares in `[[kind]]`.",
            "anyOf": [{ "enum": standard }, { "type": "string", "pattern": KIND_ID, "maxLength": MAX_ID }],
        })
    }
}
