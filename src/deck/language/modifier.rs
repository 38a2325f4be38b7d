//! Modifiers and grants: what a card changes while it is in play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::{Condition, Count};
use super::number::Most;
use super::ranged::Ranged;
use super::text::MAX_ID;
use super::values::WornSlot;

/// A number that is added while a condition holds.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("dependentRequired" = { "most": ["each"] }))]
pub struct Modifier {
    /// The number to add; multiplied by `each`, if given.
    pub add: Ranged<i16, -50, 50, true>,
    /// Multiplies the number by this count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Count>,
    /// The largest size of the product with `each`, in either direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Most>,
    /// Condition; always if not given.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// A permission or restriction that applies while its card is in play.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Grant {
    /// Additional Big Items that may be carried (may be negative).
    ExtraBig(Ranged<i8, -9, 9, true>),
    /// Additional hands (may be negative).
    ExtraHands(Ranged<i8, -9, 9, true>),
    /// One more Item of this slot may be in use; for hands, see `extra_hands`.
    ExtraSlot(WornSlot),
    /// Places beyond the limit of a slot. Only for cards that stay in play as part of a character.
    Room(Room),
    /// Change of the hand limit at the end of the turn (may be negative).
    HandLimit(Ranged<i8, -9, 9>),
    /// Additional Treasures for each monster killed as main player (may be negative).
    ExtraTreasures(Ranged<i8, -9, 9>),
    /// Gold Pieces added once to each sale (may be negative).
    SaleBonus(Ranged<i16, -5000, 5000, true>),
    /// Equal totals win the fight.
    WinsTies,
    /// Curses from the door have no effect.
    DoorCurseProof,
    /// Curses from other players have no effect.
    CurseProof,
    /// Curses with this tag have no effect.
    CurseProofTag(#[schemars(length(max = MAX_ID))] String),
    /// The player may not be helped.
    NoHelp,
    /// The player may not help.
    NoHelping,
    /// Bonuses of Items in use do not count.
    NoItems,
    /// The player may not play one-shots in their own fights.
    NoOneShots,
    /// The player does not loot the room.
    NoLoot,
    /// The player may not sell Items.
    NoSale,
    /// Each die that the player rolls for a card or to run away counts one less.
    Unlucky,
    /// Once a turn, the most valuable Item of a sale counts twice.
    DoubleSale,
    /// Whenever the player would draw a card face up, they may take the top discard instead and discard a card from
    /// hand.
    DrawsDiscards,
    /// A single card in the slot of this card has no disadvantages. If the card has no such slot, a single identity has none.
    NoDisadvantages,
    /// Items that need two hands need one.
    SureGrip,
    /// The player does not look for trouble.
    NoTrouble,
    /// The player's turn is skipped.
    SkipTurn,
    /// The player's cards of this kind do nothing by their own text: cards of a slot, or powers.
    Silences(#[schemars(length(max = MAX_ID))] String),
}

/// Additional places in a slot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// A kind of the set; its slot gets the places.
    #[schemars(length(max = MAX_ID))]
    pub kind: String,
    /// Number of places.
    pub count: Ranged<u8, 1, 20>,
}
