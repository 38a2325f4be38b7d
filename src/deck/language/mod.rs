//! The card language: these types *are* the syntax of a deck file.
//!
//! A card has a kind, numbers and effects: modifiers, which may have conditions; uses, which a player chooses; triggers, which
//! events start; and effects, which uses and triggers apply.
//! On a card, `you` is the player affected: the victim of a Curse or of Bad Stuff, the user of a card, the owner of an Item.
//! Inside `each`, `you` is each of the named players in turn, and `actor` is the outer `you`.

mod condition;
mod effect;
pub(super) mod fields;
mod kind;
pub(super) mod kinds;
mod number;
mod options;
pub mod ranged;
pub mod rules;
pub mod text;

pub use condition::*;
pub use effect::*;
pub use kind::*;
pub use number::*;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use kinds::Kind;
use ranged::{Ranged, ranged};
use rules::Rules;
use text::{ID, MAX_ID, MAX_NAME, MAX_SAYS, MAX_TAG, MAX_TERM, NAME};

/// Maximum number of uses, and of triggers, of one card.
pub(super) const MAX_RULES: usize = 64;

/// Number of copies of a card in its set.
pub type Copies = Ranged<u8, 1, 20>;
/// A printed Level.
pub type Level = Ranged<i16, 1, 20>;
/// The Treasures of a monster, or their change.
pub type Treasures = Ranged<i8, -6, 6>;
/// The levels for a kill.
pub type Levels = Ranged<u8, 0, 5>;
/// Strength.
pub type Bonus = Ranged<i16, -20, 20>;
/// The hands that an Item needs.
pub type Hands = Ranged<u8, 1, 2>;
/// A value in Gold Pieces.
pub type Gold = Ranged<u16, 0, 5000>;
/// power-02: the Rank of a power.
pub type Rank = Ranged<u8, 1, 4>;
/// Maximum number of times, or of cards in a slot.
pub type Limit = Ranged<u8, 1, 20>;
/// A number of players.
pub type Seats = Ranged<u8, 3, 6>;

/// A deck file: one set of cards with the rules of its edition.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckFile {
    /// The name of the set and its number of players.
    pub set: SetHead,
    /// The differences between the edition and the shared rules.
    #[serde(default)]
    pub rules: Rules,
    /// Kinds of cards in addition to the standard kinds.
    #[serde(default, rename = "kind")]
    pub kinds: Vec<KindSpec>,
    /// The cards, one entry per title.
    #[serde(default, rename = "card")]
    pub cards: Vec<CardSpec>,
}

/// The head of a set.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetHead {
    /// Short name in file names, keys and `deck list`: lower-case letters, digits and dashes.
    #[schemars(length(max = MAX_ID), regex(pattern = ID))]
    pub id: String,
    /// Printed name.
    #[schemars(length(max = MAX_NAME), regex(pattern = NAME))]
    pub name: String,
    /// Minimum and maximum number of players.
    pub players: PlayerCounts,
    /// The set's terms for common concepts.
    #[serde(default)]
    pub terms: Terms,
    /// Tags whose monsters may join a fight with a monster of the same tag.
    #[serde(default)]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub joining_tags: Vec<String>,
    /// Joining tags that must be printed on the monster: an enhancer that adds the tag does not let a monster join from
    /// hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub native_tags: Vec<String>,
    /// Tags whose Items any player may give, in a combat, to a monster with the same tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub gift_tags: Vec<String>,
}

/// The number of players that a set allows.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerCounts {
    /// Minimum number of players.
    #[serde(deserialize_with = "ranged::<_, Seats>")]
    #[schemars(with = "Seats")]
    pub min: u8,
    /// Maximum number of players, at least the minimum.
    #[serde(deserialize_with = "ranged::<_, Seats>")]
    #[schemars(with = "Seats")]
    pub max: u8,
}

impl std::fmt::Display for PlayerCounts {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.min == self.max { write!(out, "{}", self.min) } else { write!(out, "{} to {}", self.min, self.max) }
    }
}

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

/// One title of the set.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardSpec {
    /// Stable id within the set: lower-case letters, digits and dashes. Results depend on the id, but not on the name.
    #[schemars(length(max = MAX_ID), regex(pattern = ID))]
    pub id: String,
    /// Printed name.
    #[schemars(length(max = MAX_NAME), regex(pattern = NAME))]
    pub name: String,
    /// Kind of the card.
    pub kind: Kind,
    /// Number of copies in the set (1 if not given).
    #[serde(default, skip_serializing_if = "is_default")]
    pub copies: Copies,
    /// The back of the card; by default, the back of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckSide>,

    /// Monster: printed Level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Monster: Treasures for beating it, at least 0. Enhancer: change of its monster's Treasures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasures: Option<Treasures>,
    /// Monster: further Treasures for killing it, under conditions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_treasures: Vec<Modifier>,
    /// Monster: levels for killing it (1 if not given).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    /// Tags of the card, such as `undead`. Enhancer: tags that it adds to its monster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_TAG), regex(pattern = NAME)))]
    pub tags: Vec<String>,
    /// Monster: restrictions on the fight against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fight: Vec<FightRule>,
    /// Monster: Items whose strength does not count in its fight, and one-shots whose bonus does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignores: Option<ItemFilter>,
    /// Monster: condition for pursuing a runner; other runners escape without a roll. If not given, it pursues all runners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pursues: Option<Condition>,
    /// Monster: effects on a player it catches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_stuff: Vec<Effect>,

    /// Item, power, identity: strength for its owner while it is in use. One-shot: strength for either side.
    /// Enhancer: strength of its monster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Bonus>,
    /// Conditional strength of the monster or of the card's owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strength: Vec<Modifier>,
    /// Modifiers of rolls to run away from this monster or by the card's owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flee: Vec<Modifier>,

    /// Item: the slot in which it is worn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// Item: required hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<Hands>,
    /// Item: Big.
    #[serde(default, skip_serializing_if = "is_false")]
    pub big: bool,
    /// Item: value in Gold Pieces (0 = No Value).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold: Option<Gold>,
    /// Item: usable only once, from hand or table.
    #[serde(default, skip_serializing_if = "is_false")]
    pub once: bool,
    /// Item: condition for using it. Any player may carry it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usable_by: Option<Condition>,
    /// Item: a kind of companions to which it may be given. It is then in use beyond all limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub given_to: Option<String>,
    /// Card of a slot: it does not count against the limit of the slot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub uncounted: bool,
    /// Power: Rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,

    /// Permissions and restrictions for the player who has the card in play (an Item: in use; a Curse: while it lasts).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<Grant>,
    /// Uses that its owner may choose.
    #[serde(default, rename = "use", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_RULES))]
    pub uses: Vec<Use>,
    /// Effects that events trigger.
    #[serde(default, rename = "on", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_RULES))]
    pub triggers: Vec<Trigger>,
    /// Curse: immediate effects on its victim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curse: Vec<Effect>,
    /// Curse: how long it stays with its victim; if not given, it is discarded at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Lasting>,

    /// Source of the card's numbers (`own` if not given).
    #[serde(default)]
    pub origin: Origin,
    /// Modelled numbers and texts of a known card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub modelled: Vec<String>,
    /// Parts of the card that change no game, such as `use[0]` or `level`, each with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("additionalProperties" = json!({ "type": "string", "maxLength": MAX_SAYS, "pattern": NAME })))]
    pub inert: BTreeMap<String, String>,
}

impl CardSpec {
    /// Whether it is a card of another publication.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self.origin, Origin::Rulebook | Origin::Published)
    }

    /// ally-07: whether the card gives its player extra hands or room for Big Items. Such a companion carries no Item itself.
    pub(crate) fn lends(&self) -> bool {
        self.grants.iter().any(|grant| matches!(grant, Grant::ExtraHands(_) | Grant::ExtraBig(_)))
    }
}

/// Whether a field has the value that it has if it is not given.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
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
}

/// A number that is added while a condition holds.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The number to add; multiplied by `each`, if given.
    pub add: Ranged<i16, -50, 50, true>,
    /// Multiplies the number by this count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Count>,
    /// Condition; always if not given.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// A permission or restriction that applies while its card is in play.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Grant {
    /// Additional Big Items that may be carried.
    ExtraBig(Ranged<u8, 1, 9>),
    /// Additional hands.
    ExtraHands(Ranged<u8, 1, 9>),
    /// Places beyond the limit of a slot. Only for cards that stay in play as part of a character.
    Room(Room),
    /// Change of the hand limit at the end of the turn (may be negative).
    HandLimit(Ranged<i8, -9, 9>),
    /// Additional Treasures for each monster killed as main player (may be negative).
    ExtraTreasures(Ranged<i8, -9, 9>),
    /// Gold Pieces added once to each sale.
    SaleBonus(Ranged<u16, 1, 5000>),
    /// Equal totals win the fight.
    WinsTies,
    /// Curses from the door have no effect.
    DoorCurseProof,
    /// Curses from other players have no effect.
    CurseProof,
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

/// When a use is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// In every round except those after a roll or before a Curse takes effect.
    AnyTime,
    /// In any combat, by any player, until the result is final.
    Combat,
    /// On your own turn, out of combat.
    Turn,
    /// Before a roll to run away.
    BeforeRoll,
    /// After a roll to run away, before it takes effect.
    AfterRoll,
    /// When a Curse is about to take effect.
    Curse,
    /// As soon as the card is drawn, by any player. For specials only.
    Drawn,
    /// After a roll of the owner for a card, before it takes effect.
    CardRoll,
}

/// The target of a use; its effects apply to that player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// The user.
    #[default]
    You,
    /// Any living player.
    AnyPlayer,
    /// Any living player except the user.
    Rival,
    /// The main player or the helper of the fight.
    Fighter,
    /// The player who is running away.
    Runner,
}

/// A use of a card.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// The windows in which it is open.
    #[schemars(length(min = 1))]
    pub when: Vec<Window>,
    /// Its target.
    #[serde(default)]
    pub aim: Aim,
    /// Condition on its user.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Its cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Maximum number of times per combat (out of combat: per turn). If not given: once if it costs nothing and does not
    /// use up its card, otherwise no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Whether the limit applies to each roll to run away instead.
    #[serde(default, skip_serializing_if = "is_false")]
    pub per_roll: bool,
    /// Whether the limit applies to each main player, or to each helper, of the combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_fighter: Option<Fighter>,
    /// Item: whether it is open even while the Item is carried but not in use.
    #[serde(default, skip_serializing_if = "is_false")]
    pub carried: bool,
    /// Its effects.
    #[serde(rename = "do")]
    #[schemars(length(min = 1))]
    pub effects: Vec<Effect>,
}

/// A player of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fighter {
    /// The main player.
    Main,
    /// The helper.
    Helper,
}

/// The cost of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cost {
    /// Discard this number of cards from hand or from play (not Curses that stay, and not the card itself).
    Discard(Ranged<u8, 1, 10>),
    /// Discard the whole hand, at least one card.
    WholeHand,
    /// Lose this number of levels; the player's Level must be higher than this number.
    Levels(Ranged<u8, 1, 19>),
    /// Discard this card.
    ThisCard,
}

/// Effects that an event triggers.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// The event.
    pub when: Happening,
    /// Maximum number of times per combat (out of combat: per turn); if not given, no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Condition.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Its effects.
    #[serde(rename = "do")]
    #[schemars(length(min = 1))]
    pub effects: Vec<Effect>,
}

/// An event that triggers effects. The `you` of the effects is in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// Monster: it enters a fight (the main player). Player's card: its owner's fight begins (the owner).
    Meet,
    /// Monster: it is killed (the main player). Player's card: its owner kills as main player (the owner).
    Kill,
    /// Player's card: its owner helps to kill (the owner).
    HelpedKill,
    /// Monster: a player loses to it and must run, before any roll (each runner).
    Flight,
    /// Monster: a runner gets away from it (the runner). Player's card: its owner gets away (the owner).
    Escape,
    /// Player's card: its owner is caught, before the Bad Stuff (the owner).
    Caught,
    /// Player's card: its owner's turn begins (the owner).
    TurnStart,
    /// Monster: it pursues a runner, before the result of the roll (the runner).
    Pursuit,
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
}
