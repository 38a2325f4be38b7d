//! Effects: the verbs of the card language and their settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::{CardFilter, Condition, ItemFilter};
use super::modifier::{Grant, Modifier};
use super::number::{Amount, CountOrAll, HowMany};
use super::ranged::Ranged;
use super::text::MAX_ID;
use super::values::{DeckSide, Lasting, Level, Who, is_default, is_false};

/// The player who chooses the cards.
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
    /// Nobody: the cards are taken at random.
    Random,
}

/// A change of rolls to run away.
pub(crate) type RollChange = Ranged<i8, -10, 10>;

/// A Level as a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LevelMark {
    /// The lowest Level among living players.
    Lowest,
    /// This Level.
    At(Ranged<u8, 1, 19>),
}

/// An effect. It applies to `you` unless it names another player.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Lose levels, but never below Level 1.
    LoseLevels(Amount),
    /// Gain levels, but not the winning one.
    GainLevels(Amount),
    /// Gain levels, including the winning one.
    GainWinningLevels(Amount),
    /// Fall to a Level if above it.
    FallTo(LevelMark),
    /// Die.
    Die,
    /// Discard Items from the table.
    LoseItems(ItemLoss),
    /// Discard Items from the table with at least this total value, or all of them.
    LoseWorth(Ranged<u16, 1, 20_000>),
    /// Discard cards from hand.
    LoseHand(HandLoss),
    /// Discard identities in play. The owner chooses them.
    LoseIdentities(HowMany),
    /// Replace the identities in play with the newest discarded identity.
    ChangeIdentity,
    /// Discard powers in play. The owner chooses them.
    LosePowers(HowMany),
    /// Draw cards.
    Draw(Drawing),
    /// Discard cards with this back from hand or from play and draw as many; with fewer cards, nothing happens.
    Exchange(Exchange),
    /// Take an Item of your choice from another player's table into play.
    TakeItem(ItemTaking),
    /// Take a card from another player's hand into yours.
    TakeFromHand(HandTaking),
    /// Take a card from a discard pile into hand.
    TakeDiscard(DiscardTaking),
    /// Apply effects to several players in turn. Inside, `you` is the current player, and `actor` is the outer `you`.
    Each(Each),
    /// Apply one branch of your choice, among those whose condition holds.
    Choose(#[schemars(length(min = 2))] Vec<Branch>),
    /// Apply effects if a condition holds, and other effects otherwise.
    If(IfElse),
    /// Roll a die and apply the first line with an `up_to` of at least the roll.
    Roll(#[schemars(length(min = 1))] Vec<RollLine>),
    /// Apply effects several times.
    Repeat(Repeat),
    /// Add strength to a side of the fight.
    Strengthen(Strengthen),
    /// Remove one monster from the fight.
    RemoveMonster(MonsterRemoval),
    /// Remove all monsters from the fight.
    RemoveAll(MonsterRemoval),
    /// Copy one monster of the fight: a twin with the same numbers joins the fight.
    CopyMonster,
    /// Add this number to all rolls to run away from the twin that this card added and from its original.
    TwinFlee(RollChange),
    /// Put one monster of the fight into the hand of a player of your choice.
    SendMonster(MonsterRemoval),
    /// Add a monster from your hand to the fight.
    AddMonster,
    /// Remove one monster from the fight and add a monster from your hand in its place.
    ReplaceMonster(MonsterRemoval),
    /// Make the helper leave the fight.
    DismissHelper,
    /// Make this player help in the fight without a reward; never in a fight for the win.
    CompelHelp,
    /// The same for a reward.
    CompelHelpFor(Reward),
    /// Escape from the current pursuer, regardless of the roll.
    Escape,
    /// Escape from all monsters of the fight.
    EscapeAll,
    /// Repeat the roll to run away.
    Reroll,
    /// Make the runner roll, even if they have already rolled or escaped; an escape without this roll has no effect.
    RollAnyway,
    /// Change the roll to run away to a number of your choice.
    SetRoll,
    /// Add this number to all rolls to run away in this fight.
    FleeBonus(RollChange),
    /// Add this number to the current roll to run away.
    RollBonus(RollChange),
    /// Cancel the Curse that is about to take effect.
    CancelCurse,
    /// Make another player the victim of the Curse that is about to take effect, as if you had played it.
    RedirectCurse(Who),
    /// The Bad Stuff of the monster that has caught the runner does not take effect.
    CancelBadStuff,
    /// Discard one Curse of your choice that stays with you.
    LiftCurse,
    /// Become of the other gender.
    ChangeGender,
    /// The monster with this text leaves the fight.
    Leave(Leaving),
    /// Exchange the cards of this kind in play for the newest discarded one of their slot.
    ChangeKind(#[schemars(length(max = MAX_ID))] String),
    /// Discard Items worth at least as much as the Item that this card took last, or all Items. If all Items are not worth that
    /// much, also apply these effects.
    LoseAsMuch(Vec<Effect>),
    /// Escape from the monster with this text, without a roll.
    EscapeThis,
    /// The monster with this text is killed without a comparison: it leaves the fight, and its levels and Treasures are won with the fight.
    DefeatThis,
    /// Discard cards from hand or from play.
    LoseCards(CardLoss),
    /// Suffer the Bad Stuff or the Curse of a discarded card. Cards that would pass it on are left out.
    Suffer(Suffering),
    /// The active player draws as for looting the room.
    LootRoom,
    /// In your own fight, take an Item of another player into use if you win with it.
    TakeWinningItem,
    /// Become the main player of the fight.
    TakeOver,
    /// Give cards from hand to another player.
    Give(Giving),
    /// Show the hand to all players.
    RevealHand,
    /// Exchange hands with another player.
    ExchangeHands(Who),
    /// The active player opens another door.
    OpenDoor,
    /// Get a lasting effect, which still applies after this card is gone. If it is applied again before it ends, it begins anew.
    Afflict(Affliction),
}

/// What a helper gets who is compelled to help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reward {
    /// Half of the Treasures at stake, rounded down.
    Half,
    /// All Treasures at stake.
    All,
    /// This many Treasures, or all if fewer are at stake.
    Treasures(Ranged<u8, 1, 6>),
}

/// A lasting effect on a player. It stays when the card with this text is gone, and it is not a Curse.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 2))]
pub struct Affliction {
    /// How long it lasts. The combat or turn in which it begins is not the next one.
    pub lasts: Lasting,
    /// Strength of the player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strength: Vec<Modifier>,
    /// Modifiers of the player's rolls to run away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flee: Vec<Modifier>,
    /// Permissions and restrictions for the player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<Grant>,
}

/// Cards given away.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Giving {
    /// The player who gets them; you choose if there are several.
    pub to: Who,
    /// Number of cards.
    #[serde(default = "one_of_them")]
    pub count: CountOrAll,
}

/// A monster leaves.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    /// Whether its Treasure is still won.
    #[serde(default, skip_serializing_if = "is_false")]
    pub treasure: bool,
    /// Treasures that it pays for leaving: won with the fight.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pays: Ranged<u8, 0, 9>,
}

/// A loss of Items.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemLoss {
    /// Number of cards.
    #[serde(default = "one_of_them", skip_serializing_if = "CountOrAll::is_one")]
    pub count: CountOrAll,
    /// The cards that can be lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub what: ItemFilter,
    /// The player who chooses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chosen_by: Chooser,
}

fn one_of_them() -> CountOrAll {
    CountOrAll::Amount(Amount::default())
}

/// A loss of cards from hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandLoss {
    /// Number of cards.
    pub count: CountOrAll,
    /// The cards that can be lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub what: CardFilter,
    /// The player who chooses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chosen_by: Chooser,
}

/// A loss of cards from hand and play.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardLoss {
    /// Number of cards.
    pub count: CountOrAll,
    /// The player who chooses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chosen_by: Chooser,
}

/// A discarded card whose text a player suffers.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Suffering {
    /// The discard pile.
    pub deck: DeckSide,
    /// The kind of the card: one of monsters or of Curses.
    #[schemars(length(max = MAX_ID))]
    pub kind: String,
    /// Which of these cards (the newest if not given).
    #[serde(default, skip_serializing_if = "is_default")]
    pub which: Which,
}

/// Which card of a discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// The newest of these cards.
    #[default]
    Newest,
    /// The top card of the pile, if it is one of them.
    Top,
    /// The oldest of these cards.
    Oldest,
}

/// A draw of cards.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The deck.
    pub deck: DeckSide,
    /// Number of cards (1 if not given).
    #[serde(default, skip_serializing_if = "Amount::is_one")]
    pub count: Amount,
    /// Whether all players see the cards.
    #[serde(default, skip_serializing_if = "is_false")]
    pub face_up: bool,
    /// Whether all players see the cards if they saw this card when it was drawn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_drawn: bool,
}

/// An exchange of cards for new ones.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The back of the cards.
    pub deck: DeckSide,
    /// Number of cards.
    pub count: Ranged<u8, 1, 10>,
}

/// An Item taken from a player.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemTaking {
    /// The owner of the Item.
    pub from: Who,
    /// The cards that can be taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub what: ItemFilter,
}

/// A card taken from a hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandTaking {
    /// The owner of the hand.
    pub from: Who,
    /// Whether the taker sees the hand and chooses; if not given, the card is taken at random.
    #[serde(default, skip_serializing_if = "is_false")]
    pub looking: bool,
    /// Only cards with this back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckSide>,
}

/// A card taken from the discards.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscardTaking {
    /// The discard pile.
    pub deck: DeckSide,
    /// Whether any card of the pile may be taken; if not given, only the top card.
    #[serde(default, skip_serializing_if = "is_false")]
    pub search: bool,
}

/// Effects on several players.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// The players.
    pub who: Who,
    /// Whether the player to the right is first and the others follow counterclockwise; otherwise the player to the left is first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub from_right: bool,
    /// Only players who meet this condition.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// The effects.
    #[serde(rename = "do")]
    #[schemars(length(min = 1))]
    pub effects: Vec<Effect>,
}

/// One branch of a choice.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Condition of the branch; always open if not given.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// The effects.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// A condition with effects for both cases.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IfElse {
    /// The condition.
    pub test: Condition,
    /// Effects if the condition holds.
    pub then: Vec<Effect>,
    /// Effects if it does not.
    #[serde(default, rename = "else", skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Effect>,
}

/// One line of a die table.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollLine {
    /// Highest number of this line, more than that of the line before; the last line must have 6.
    #[schemars(example = 6)]
    pub up_to: Ranged<u8, 1, 6>,
    /// The effects.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// Repeated effects.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// Number of repetitions.
    pub times: Amount,
    /// The effects.
    #[serde(rename = "do")]
    #[schemars(length(min = 1))]
    pub effects: Vec<Effect>,
}

/// Strength for one side.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strengthen {
    /// The side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Side,
    /// The amount (may be negative).
    pub by: Amount<Ranged<i16, -99, 99, true>>,
    /// It counts only while nobody helps the main player (with `side = "players"`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub alone: bool,
}

/// A side of the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side of the player's choice.
    #[default]
    Either,
    /// The players.
    Players,
    /// The monsters.
    Monsters,
}

/// The removal of a monster from a fight.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MonsterRemoval {
    /// Only monsters up to this printed Level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_at_most: Option<Level>,
    /// Only monsters with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub tag: Option<String>,
    /// Only monsters with this card id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub card: Option<String>,
    /// Whether the players still win its Treasure; if not given, the edition's rule applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasure: Option<bool>,
    /// Whether it counts as killed: if the players win the fight, they also gain its levels.
    #[serde(default, skip_serializing_if = "is_false")]
    pub killed: bool,
}
