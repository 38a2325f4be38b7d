//! Plain values of fields: numbers with their ranges, and short words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ranged::Ranged;

/// Number of copies of a card in its set.
pub(crate) type Copies = Ranged<u8, 1, 20>;

/// A printed Level.
pub(crate) type Level = Ranged<i16, 1, 30>;
/// The Treasures of a monster, or their change.
pub(crate) type Treasures = Ranged<i8, -6, 6>;
/// The levels for a kill.
pub(crate) type Levels = Ranged<u8, 0, 5>;
/// Strength.
pub(crate) type Bonus = Ranged<i16, -20, 20>;
/// The hands that an Item needs.
pub(crate) type Hands = Ranged<u8, 1, 2>;
/// A value in Gold Pieces.
pub(crate) type Gold = Ranged<u16, 0, 5000>;
/// The least value of an Item in Gold Pieces.
pub(crate) type Worth = Ranged<u16, 1, 5000>;
/// power-02: the Rank of a power.
pub(crate) type Rank = Ranged<u8, 1, 4>;
/// Maximum number of times, or of cards in a slot.
pub(crate) type Limit = Ranged<u8, 1, 20>;

/// Whether a field has the value that it has if it is not given.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[allow(clippy::trivially_copy_pass_by_ref)]
pub(super) fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The back of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeckSide {
    /// The Door deck.
    #[default]
    Door,
    /// The Treasure deck.
    Treasure,
}

/// The gender of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gender {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// The slot of an Item. Any number of Items without a slot may be in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// One suit of armor.
    Armor,
    /// One piece.
    Headgear,
    /// One pair.
    Footgear,
    /// Two hands in total; see `hands`.
    Hand,
}

/// A slot for one Item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WornSlot {
    /// One suit of armor.
    Armor,
    /// One piece.
    Headgear,
    /// One pair.
    Footgear,
}

impl WornSlot {
    /// The slot of an Item.
    pub(crate) fn slot(self) -> Slot {
        match self {
            WornSlot::Armor => Slot::Armor,
            WornSlot::Headgear => Slot::Headgear,
            WornSlot::Footgear => Slot::Footgear,
        }
    }
}

/// Source of a card's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Printed in the set's rule sheet.
    Rulebook,
    /// Published elsewhere.
    Published,
    /// Invented to complete the set's known composition.
    Modelled,
    /// A card of the author of the file.
    #[default]
    Own,
}

/// A restriction on the fight against a monster; it applies to the whole fight while the monster is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightRule {
    /// Only the players' Levels count.
    LevelOnly,
    /// The players' Levels do not count, only their bonuses.
    BonusOnly,
    /// Nobody may help the main player.
    NoHelp,
    /// One-shots have no effect for the players, and nobody may play one on their side.
    NoOneShots,
    /// Bonuses of Items in use do not count.
    NoItems,
    /// Every roll to run away from it fails.
    NoEscape,
    /// Nobody runs away from it, by a roll or by a card: its Bad Stuff follows a lost fight.
    NoRun,
    /// The main player plays no card: none from hand, and no one-shot from the table.
    NoPlays,
    /// No card lets a player escape from a monster.
    NoCardEscape,
}

/// How long a Curse stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// During the victim's next combat (the current one, if there is one), and only then.
    NextCombat,
    /// During the victim's next turn (the current one, if it is the victim's), and only then.
    NextTurn,
    /// Until an effect lifts it.
    Always,
    /// Until the victim has rolled to run away.
    NextRoll,
    /// Until the victim kills a monster alone.
    SoloKill,
    /// Until the victim gains a level.
    LevelGained,
}

/// A player or players, relative to `you`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("examples" = ["chosen_rival"]))]
pub enum Who {
    /// The affected player.
    You,
    /// The player who caused the effect; inside `each`, the `you` of the enclosing effects.
    Actor,
    /// The player to the left.
    Left,
    /// The player to the right.
    Right,
    /// The players to the left and to the right.
    Neighbours,
    /// All other living players, starting on the left.
    Rivals,
    /// All living players, starting with the active one.
    Everyone,
    /// The other living players with the highest Level.
    HighestRivals,
    /// The other living players with the lowest Level.
    LowestRivals,
    /// The main player and the helper.
    Fighters,
    /// The main player.
    Main,
    /// The helper, if any.
    Helper,
    /// One other living player that you choose.
    ChosenRival,
}
