//! Uses and triggers: when effects take place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::{CardFilter, Condition};
use super::effect::Effect;
use super::ranged::Ranged;
use super::values::{Limit, is_default, is_false};

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
    /// When a monster has caught a runner, before its Bad Stuff takes effect.
    BadStuff,
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
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub when: Vec<Window>,
    /// Monster: the player of the fight who may use it; if not given, all players but the main player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Fighter>,
    /// Its target.
    #[serde(default, skip_serializing_if = "is_default")]
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
    /// Discard this number of cards from hand (not the card itself).
    Hand(Ranged<u8, 1, 10>),
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
    /// With `played`: only these cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub played: CardFilter,
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
    /// Monster: as soon as the condition holds during its fight (the main player).
    Fight,
    /// Monster: a card was played during its fight and took effect (the main player).
    Played,
}
