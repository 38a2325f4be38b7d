//! `Field`: what a column of a sheet is.

use serde::{Deserialize, Serialize};

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Field {
    /// Id of the card.
    Id,
    /// Its name.
    Name,
    /// Its kind.
    Kind,
    /// The more exact kind: the slot of an Item, the tag of a monster.
    Subkind,
    /// Number of copies.
    Copies,
    /// Level of a monster.
    Level,
    /// The Level of a monster, the bonus of another card.
    Figure,
    /// Treasures.
    Treasures,
    /// Levels for a kill.
    Levels,
    /// Bonus.
    Bonus,
    /// Value in Gold Pieces.
    Gold,
    /// Where an Item is worn.
    Slot,
    /// Hands that an Item needs.
    Hands,
    /// Whether an Item is big.
    Big,
    /// Whether an Item is a one-shot.
    Once,
    /// Tags, separated by commas.
    Tags,
    /// Who may use an Item.
    UsableBy,
    /// The text.
    Text,
    /// Bad Stuff.
    BadStuff,
    /// Rank of a power.
    Rank,
    /// Source of the figures.
    Origin,
    /// Other fields of the card language, as a table in TOML.
    Fields,
    /// What a card gives: levels or a bonus.
    Gives,
    /// How much of it.
    HowMuch,
    /// How far the card is.
    Status,
    /// A tick: the card is ready.
    Tick,
    /// Whether the card belongs to the set.
    Enabled,
    /// A trigger in the words of the sheet, with the effect beside it.
    Trigger,
    /// An effect in the words of the sheet.
    Effect,
    /// Notes for a program.
    Machine,
    /// Icons, such as `{hand}{hand}`, each with a meaning.
    Symbols,
    /// Left out silently, such as pictures and colours.
    Layout,
    /// Left out with a note.
    Note,
    /// Left out, as nobody knows what it is.
    Unknown,
}

impl Field {
    /// The word for the field in mappings and in the sheets that the program writes.
    pub(crate) fn word(self) -> String {
        serde_json::to_value(self).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether cells of the column have a part in the card.
    pub(crate) fn is_read(self) -> bool {
        !matches!(self, Field::Layout | Field::Note | Field::Unknown)
    }

    /// Whether the value is a number.
    pub(crate) fn is_number(self) -> bool {
        use Field::{Bonus, Copies, Figure, Gold, Hands, HowMuch, Level, Levels, Rank, Treasures};
        matches!(self, Bonus | Copies | Figure | Gold | Hands | HowMuch | Level | Levels | Rank | Treasures)
    }
}
