//! Conditions and Item filters of the card language.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::measure::Number;
use super::text::MAX_ID;
use super::values::{DeckSide, Gender, Slot, Who, Worth, is_false};

/// A range of whole numbers, including both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct Bounds {
    /// Lowest value of the range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i16>,
    /// Highest value of the range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i16>,
}

/// A condition. Without a prefix it tests `you` (in a monster's strength, the main player); `fighter`, `main`, `helper`,
/// `rival`, `anyone` and `actor` test other players.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// All of these conditions hold.
    All(#[schemars(length(min = 2))] Vec<Condition>),
    /// At least one of these conditions holds.
    Any(#[schemars(length(min = 2))] Vec<Condition>),
    /// This condition does not hold.
    Not(Box<Condition>),
    /// The condition holds for the main player or the helper of the fight.
    Fighter(Box<Condition>),
    /// The condition holds for the main player of the fight.
    Main(Box<Condition>),
    /// There is a helper, and the condition holds for them.
    Helper(Box<Condition>),
    /// The condition holds for at least one living player other than you.
    Rival(Box<Condition>),
    /// The condition holds for at least one living player.
    Anyone(Box<Condition>),
    /// The condition holds for the player who caused the effect.
    Actor(Box<Condition>),
    /// The player has this identity or power (by card id) in play.
    Has(#[schemars(length(max = MAX_ID))] String),
    /// The player has an identity in play.
    HasIdentity,
    /// The player has a power in play.
    HasPower,
    /// The Level is within bounds.
    Level(Bounds),
    /// No living player has a lower Level.
    LowestLevel,
    /// No living player has a higher Level.
    HighestLevel,
    /// The player uses an Item in this slot.
    Uses(Slot),
    /// The player has an Item that matches this filter (in use or not).
    Carries(ItemFilter),
    /// The number of cards in hand is within bounds.
    Hand(Bounds),
    /// The player has a Curse that stays.
    Cursed,
    /// It is the player's own turn.
    OwnTurn,
    /// The player fights as main player or helper.
    Fighting,
    /// The player is the main player of the fight.
    IsMain,
    /// The player is the helper of the fight.
    IsHelper,
    /// The player runs away and has not rolled yet in this fight.
    BeforeFirstRoll,
    /// A monster of the fight has this tag.
    Tag(#[schemars(length(max = MAX_ID))] String),
    /// The number of monsters in the fight is within bounds.
    Monsters(Bounds),
    /// The main player has a helper.
    Helped,
    /// A kill would bring the main player to the winning level.
    ForTheWin,
    /// The character is of this gender.
    Gender(Gender),
    /// The player has this identity (by card id) in play, and its disadvantages apply. They do not apply if it is the only identity in its
    /// slot and the player has a multi-identity card.
    Suffers(#[schemars(length(max = MAX_ID))] String),
    /// The player has a higher Level than the player who caused the effect.
    AboveActor,
    /// The player can still gain a level without a kill.
    CanGainLevel,
    /// The main player fights alone and without a bonus of any kind.
    Unaided,
    /// The Level of the monster that pursues the player, including its enhancers, is within bounds.
    Pursuer(Bounds),
    /// A one-shot that matches this filter was used for the players in this fight.
    Thrown(ItemFilter),
    /// The fight of this turn is over.
    Fought,
    /// The runner escapes with the current roll.
    GetsAway,
    /// A count is within bounds.
    Count(CountTest),
    /// The top card of a discard pile is of this kind and has this tag and this id, as far as they are given.
    DiscardTop(DiscardTest),
    /// The character has changed gender in this game.
    HasChangedGender,
    /// The character has died in this game.
    HasDied,
    /// The monster with this text has joined a running fight: it was neither met at the door nor sought.
    WanderedIn,
}

/// A filter for cards in play. Without `kind` or `card`, it matches only Items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFilter {
    /// Only cards of this kind, Items or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub kind: Option<String>,
    /// Only cards of these kinds, Items or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_ID)))]
    pub kinds: Vec<String>,
    /// Only cards with this id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub card: Option<String>,
    /// Only cards with a printed bonus within these bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Bounds>,
    /// All Items except those of this slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_slot: Option<Slot>,
    /// Only Items of this slot; Items in use before carried ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// Only Big (true) or only small (false) Items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big: Option<bool>,
    /// Only one-shots (true) or no one-shots (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<bool>,
    /// Only Items with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub tag: Option<String>,
    /// Only Items worth at least this many Gold Pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Worth>,
    /// Only Items in use (true) or not in use (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<bool>,
    /// Only the matching Items with the highest bonus.
    #[serde(default, skip_serializing_if = "is_false")]
    pub best: bool,
    /// Only the matching cards with the highest value in Gold Pieces.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dearest: bool,
    /// Only the matching Items that add the most strength for their owner now, if any adds strength.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strongest: bool,
}

/// A filter for cards of any sort, wherever they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardFilter {
    /// Only cards of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub kind: Option<String>,
    /// Only cards with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub tag: Option<String>,
    /// Only cards with this back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckSide>,
    /// Only one-shots (true) or no one-shots (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<bool>,
    /// Only cards with this id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub card: Option<String>,
}

/// A number of cards in play, or a sum over them.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Sum {
    /// Number of the cards that match this filter.
    Cards(ItemFilter),
    /// Sum of the printed bonuses of the cards that match this filter.
    Bonus(ItemFilter),
    /// Sum of the values of the cards that match this filter, in Gold Pieces.
    Gold(ItemFilter),
}

/// A test of the top card of a discard pile.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 2))]
pub struct DiscardTest {
    /// The discard pile.
    pub deck: DeckSide,
    /// Only a card of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub kind: Option<String>,
    /// Only a card with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub tag: Option<String>,
    /// Only a card with this id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub card: Option<String>,
}

/// What is counted: a number by its word, or cards in play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Measure {
    /// A number by its word.
    Number(Number),
    /// Cards in play.
    Sum(Sum),
}

/// A count: a word, or a table that says what is counted and whose.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Count {
    /// A number by its word: yours, or that of the game.
    Number(Number),
    /// What is counted, and whose.
    Tally(Box<Tally>),
}

/// A count of certain players.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// What is counted.
    pub what: Measure,
    /// The players; their numbers are added up.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub of: Who,
    /// Only players who meet this condition.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// A test of a count.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 2))]
pub struct CountTest {
    /// What is counted.
    pub what: Measure,
    /// The players; their numbers are added up.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub of: Who,
    /// Only players who meet this condition.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Condition>>,
    /// Lowest number for which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i16>,
    /// Highest number for which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i16>,
}

fn you() -> Who {
    Who::You
}

fn is_you(who: &Who) -> bool {
    *who == Who::You
}

impl CountTest {
    /// The numbers for which it holds.
    pub(in crate::deck) fn bounds(&self) -> Bounds {
        Bounds { at_least: self.at_least, at_most: self.at_most }
    }
}

impl Bounds {
    /// Whether a number is within the bounds.
    pub(in crate::deck) fn contain(self, number: i16) -> bool {
        self.at_least.is_none_or(|low| low <= number) && self.at_most.is_none_or(|high| number <= high)
    }
}

impl ItemFilter {
    /// Whether it names kinds of cards; otherwise it matches only Items.
    pub(in crate::deck) fn names_kinds(&self) -> bool {
        self.kind.is_some() || !self.kinds.is_empty()
    }
}
