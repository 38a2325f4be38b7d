//! Effects: the verbs of the card language, and what they speak of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Amount, Condition, CountOrAll, DeckSide, HowMany, ItemFilter, is_false};

/// A player or players, relative to `you`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The player to whom the effect applies.
    You,
    /// The player who caused the effect; inside `each`, the player outside it.
    Actor,
    /// The player to the left.
    Left,
    /// The player to the right.
    Right,
    /// Left and right.
    Neighbours,
    /// All other living players, from the left.
    Rivals,
    /// All living players, from the active one.
    Everyone,
    /// Other living players of the highest Level among them.
    HighestRivals,
    /// Other living players of the lowest Level among them.
    LowestRivals,
    /// Main player and helper.
    Fighters,
    /// The player whose fight it is.
    Main,
    /// The helper, if any.
    Helper,
    /// One other living player, chosen by you.
    ChosenRival,
}

/// Who chooses the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// The player who loses them.
    #[default]
    You,
    /// The player who caused the effect.
    Actor,
    /// The player to the left.
    Left,
    /// The player to the right.
    Right,
    /// Nobody: at random.
    Random,
}

/// A level to fall or rise to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LevelMark {
    /// The lowest Level among living players.
    Lowest,
    /// This Level.
    At(u8),
}

/// An effect. It applies to `you` unless it names somebody else.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Lose levels, never below 1.
    LoseLevels(Amount),
    /// Gain levels, never the winning one.
    GainLevels(Amount),
    /// Gain levels, the winning one too.
    GainWinningLevels(Amount),
    /// Fall to a level, if above it.
    FallTo(LevelMark),
    /// Die.
    Die,
    /// Discard Items from the table.
    LoseItems(ItemLoss),
    /// Discard Items from the table worth at least this in all, or all of them.
    LoseWorth(u16),
    /// Discard cards from hand.
    LoseHand(HandLoss),
    /// Discard identities in play, owner's choice.
    LoseIdentities(HowMany),
    /// Exchange the identities in play for the newest discarded one.
    ChangeIdentity,
    /// Discard powers in play, owner's choice.
    LosePowers(HowMany),
    /// Draw cards.
    Draw(Drawing),
    /// Take an Item from somebody's table into play, your choice.
    TakeItem(ItemTaking),
    /// Take a card from somebody's hand into yours.
    TakeFromHand(HandTaking),
    /// Take a card from a discard pile into hand.
    TakeDiscard(DiscardTaking),
    /// Apply effects to each of some players, one after another; inside, `you` is that player and `actor` the player outside.
    Each(Each),
    /// Apply one of these branches, your choice among those that are open.
    Choose(Vec<Branch>),
    /// Apply effects if a condition holds, and others if it does not.
    If(IfElse),
    /// Roll a die and apply the first line whose `up_to` is at least the roll.
    Roll(Vec<RollLine>),
    /// Apply effects several times.
    Repeat(Repeat),
    /// Add strength to a side of the fight.
    Strengthen(Strengthen),
    /// Take one monster out of the fight.
    RemoveMonster(MonsterRemoval),
    /// Double one monster of the fight: a twin with the same figures joins it.
    CopyMonster,
    /// Put one monster of the fight into the hand of a player of your choice.
    SendMonster(MonsterRemoval),
    /// Add a monster from your hand to the fight.
    AddMonster,
    /// Make the helper leave the fight.
    DismissHelper,
    /// Make this player help in the fight, for nothing; never in a fight for the win.
    CompelHelp,
    /// Escape from the current pursuer, whatever the die shows.
    Escape,
    /// Escape from every monster of the fight.
    EscapeAll,
    /// Roll the die for running away again.
    Reroll,
    /// Change the die for running away to a number of your choice.
    SetRoll,
    /// Add to all rolls to run away in this fight.
    FleeBonus(i8),
    /// Cancel the Curse that is about to take effect.
    CancelCurse,
    /// Discard one Curse that stays with you, your choice.
    LiftCurse,
    /// Become of the other gender.
    ChangeGender,
    /// The monster with this text leaves the fight.
    Leave(Leaving),
    /// Exchange the cards of this kind in play for the newest discarded one of their slot.
    ChangeKind(String),
    /// Discard Items worth at least as much as the Item that this card took last, or all Items. If all Items are not worth that
    /// much, also apply these effects.
    LoseAsMuch(Vec<Effect>),
    /// Escape from the monster with this text, without a roll.
    EscapeThis,
    /// The active player draws as for looting the room.
    LootRoom,
    /// In your own fight, take one Item of another player into use with which you win.
    TakeWinningItem,
    /// Become the main player of the fight.
    TakeOver,
}

/// A monster leaves.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    /// Whether its Treasure is still won.
    #[serde(default, skip_serializing_if = "is_false")]
    pub treasure: bool,
}

/// Losing Items.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemLoss {
    /// How many.
    #[serde(default = "one_of_them")]
    pub count: CountOrAll,
    /// Which cards.
    #[serde(default)]
    pub what: ItemFilter,
    /// Who chooses.
    #[serde(default)]
    pub chosen_by: Chooser,
}

fn one_of_them() -> CountOrAll {
    CountOrAll::Amount(Amount::Number(1))
}

/// Losing cards from hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandLoss {
    /// How many.
    pub count: CountOrAll,
    /// Who chooses.
    #[serde(default)]
    pub chosen_by: Chooser,
}

/// Drawing cards.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// From which deck.
    pub deck: DeckSide,
    /// How many (1 if not given).
    #[serde(default = "one_amount")]
    pub count: Amount,
    /// Shown to all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub face_up: bool,
}

fn one_amount() -> Amount {
    Amount::Number(1)
}

/// Taking an Item.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemTaking {
    /// From whom.
    pub from: Who,
    /// Which ones may be taken.
    #[serde(default)]
    pub what: ItemFilter,
}

/// Taking a card from a hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandTaking {
    /// From whom.
    pub from: Who,
    /// Whether the taker looks at the hand and chooses; at random if not given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub looking: bool,
    /// Only cards with this back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckSide>,
}

/// Taking a discarded card.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscardTaking {
    /// Which pile.
    pub deck: DeckSide,
    /// Whether any card of the pile may be taken; only its top card if not given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub search: bool,
}

/// Effects on each of some players.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// The players.
    pub who: Who,
    /// Only players who meet this condition.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// One branch of a choice.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Condition under which it is open; always if not given.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// A condition with effects for both cases.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IfElse {
    /// The condition.
    pub test: Condition,
    /// If it holds.
    pub then: Vec<Effect>,
    /// If it does not.
    #[serde(default, rename = "else", skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Effect>,
}

/// One line of a die table.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollLine {
    /// Highest number of this line, 1 to 6; the last line goes to 6.
    pub up_to: u8,
    /// What happens.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// Effects that are repeated.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// How often.
    pub times: Amount,
    /// What.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// Strength for a side.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strengthen {
    /// Which side.
    #[serde(default)]
    pub side: Side,
    /// How much (may be negative).
    pub by: Amount,
}

/// A side of the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side that the player chooses.
    #[default]
    Either,
    /// The players.
    Players,
    /// The monsters.
    Monsters,
}

/// Taking a monster out of a fight.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MonsterRemoval {
    /// Only monsters of at most this printed Level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_at_most: Option<i16>,
    /// Only monsters with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Only monsters with this card id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Whether its Treasure is still won; if not given, the edition's rule decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasure: Option<bool>,
}
