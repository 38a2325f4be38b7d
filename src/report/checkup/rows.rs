//! The verdict on a set, and the row of a card behind a finding.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::files::number::Fraction;
use crate::report::files::row::row;

/// The verdict on a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// No target is missed, and no more metrics are out of their usual ranges than chance explains.
    Healthy,
    /// A target is missed, or more metrics are out of their usual ranges.
    Unhealthy,
    /// As `Healthy`, but more than half of the metrics cannot be told.
    Unsure,
}

row! {
    "checkup_cards.csv"
    /// A card behind a finding.
    #[derive(Clone, Debug)]
    pub struct CheckupCardRow {
        /// `opening_value` or `fights_won` beyond the range, `never_played`, `no_effect` of a part, or `differs` by the number of players.
        pub finding: Cow<'static, str>,
        /// Id of the card.
        pub card: String,
        /// Name of the card.
        pub name: String,
        /// Its set.
        pub set: String,
        /// The part of the card that took no effect; otherwise empty.
        pub part: String,
        /// Number of players.
        pub players: u8,
        /// The value; empty if the finding is not a number.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Observations: deals, fights or games.
        pub n: u64,
        /// For `differs`, the p-value of equal values, adjusted over all titles; otherwise empty.
        pub adjusted_p: Fraction,
    }
}
