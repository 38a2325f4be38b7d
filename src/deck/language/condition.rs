//! Conditions of the card language, and which Items are meant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Gender, Slot, is_false};

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Lowest value that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i16>,
    /// Highest value that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i16>,
}

/// A condition. Without a prefix it tests `you` (for a monster's own figures: the main player); `fighter`, `main`, `helper`,
/// `rival`, `anyone` and `actor` test other players.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
    /// It holds for the main player or the helper of the fight.
    Fighter(Box<Condition>),
    /// It holds for the player whose fight it is.
    Main(Box<Condition>),
    /// There is a helper for whom it holds.
    Helper(Box<Condition>),
    /// It holds for some living player other than you.
    Rival(Box<Condition>),
    /// It holds for some living player.
    Anyone(Box<Condition>),
    /// It holds for the player who caused the effect.
    Actor(Box<Condition>),
    /// Has this identity or power (by card id) in play.
    Has(String),
    /// Has any identity in play.
    HasIdentity,
    /// Has any power in play.
    HasPower,
    /// Level within bounds.
    Level(Bounds),
    /// No living player has a lower Level.
    LowestLevel,
    /// No living player has a higher Level.
    HighestLevel,
    /// Uses an Item in this slot.
    Uses(Slot),
    /// Has an Item that passes this filter (in use or not).
    Carries(ItemFilter),
    /// Cards in hand within bounds.
    Hand(Bounds),
    /// A Curse stays with the player.
    Cursed,
    /// It is the player's own turn.
    OwnTurn,
    /// The player fights, as main player or helper.
    Fighting,
    /// The player's own fight.
    IsMain,
    /// The player helps in the fight.
    IsHelper,
    /// The player runs away and has not rolled for it yet in this fight.
    BeforeFirstRoll,
    /// A monster of the fight has this tag.
    Tag(String),
    /// Number of monsters in the fight within bounds.
    Monsters(Bounds),
    /// Somebody helps in the fight.
    Helped,
    /// A kill would bring the main player to the winning level.
    ForTheWin,
    /// The character is of this gender.
    Gender(Gender),
    /// Has this identity (by card id) in play, and its disadvantages apply. They do not apply to the only identity of a slot
    /// beside a multi-identity card.
    Suffers(String),
    /// The player has a higher Level than the player who caused the effect.
    AboveActor,
    /// The main player fights alone, and the players' total is that player's Level.
    Unaided,
    /// Level of the monster from which the player runs, enhancers included, within bounds.
    Pursuer(Bounds),
    /// A one-shot that passes this filter was used for the players in this fight.
    Thrown(ItemFilter),
    /// The fight of this turn is over.
    Fought,
    /// The runner escapes with the current roll.
    GetsAway,
}

/// A filter of cards in play: Items, unless `kind` is given.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFilter {
    /// Only cards of this kind, Items or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Only cards with this id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// All Items except those worn there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_slot: Option<Slot>,
    /// Only Items worn there; of these, ones in use before ones merely carried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// Only Big (true) or only small (false) Items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big: Option<bool>,
    /// Only one-shots (true) or none of them (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<bool>,
    /// Only Items with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Only Items worth at least this many Gold Pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<u16>,
    /// Only Items in use (true) or not in use (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<bool>,
    /// Only those with the highest bonus among the rest.
    #[serde(default, skip_serializing_if = "is_false")]
    pub best: bool,
}
