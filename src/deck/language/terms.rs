//! The terms of a set.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::text::{MAX_TERM, NAME};

/// The set's own terms for traces and reports.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Terms {
    /// Term for an identity, such as Class or Mojo; sets with the same term share one slot.
    #[schemars(length(max = MAX_TERM), regex(pattern = NAME))]
    pub identity: String,
    /// Term for a power.
    #[schemars(length(max = MAX_TERM), regex(pattern = NAME))]
    pub power: String,
    /// Term for a hostile card.
    #[schemars(length(max = MAX_TERM))]
    pub curse: String,
    /// The verb of the first phase.
    #[schemars(length(max = MAX_TERM))]
    pub kick: String,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            identity: "Class".into(),
            power: "Power".into(),
            curse: "Curse".into(),
            kick: "kicks open the door".into(),
        }
    }
}
