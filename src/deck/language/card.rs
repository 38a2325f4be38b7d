//! `CardSpec`: the entry of a card.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::condition::{Condition, ItemFilter};
use super::effect::Effect;
use super::kind::KindSpec;
use super::kinds::Kind;
use super::modifier::{Grant, Modifier};
use super::ranged::Ranged;
use super::text::{ID, MAX_ID, MAX_NAME, MAX_SAYS, MAX_TAG, MAX_TEXT, NAME};
use super::uses::{Trigger, Use};
use super::values::{
    Bonus, Copies, DeckSide, FightRule, Gold, Hands, Lasting, Level, Levels, Origin, Rank, Slot, Treasures, is_default,
    is_false,
};

/// Maximum number of uses, and of triggers, of one card.
pub(in crate::deck) const MAX_RULES: usize = 64;

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
    #[schemars(inner(length(max = MAX_TAG), regex(pattern = NAME)), extend("uniqueItems" = true))]
    pub tags: Vec<String>,
    /// Monster: restrictions on the fight against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("uniqueItems" = true))]
    pub fight: Vec<FightRule>,
    /// Monster: Items whose strength does not count in its fight, and one-shots whose bonus does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignores: Option<ItemFilter>,
    /// Monster: kinds of cards whose own text does nothing for the fighters: those of a slot, or powers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_ID)), extend("uniqueItems" = true))]
    pub silences: Vec<String>,
    /// Monster: how enhancers count on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enhancers: Option<Enhanced>,
    /// Monster: monsters that any player may add to its fight from hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joins: Option<Joining>,
    /// Monster: condition for helping against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helped_by: Option<Condition>,
    /// Monster: condition for pursuing a runner; other runners escape without a roll. If not given, it pursues all runners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pursues: Option<Condition>,
    /// Monster: effects on a player it catches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_stuff: Vec<Effect>,
    /// Monster: what its text tells before its Bad Stuff. It has no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_SAYS), regex(pattern = NAME))]
    pub flavour: Option<String>,
    /// What the card does, in plain English. It stands for the fields with these effects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_TEXT), regex(pattern = NAME))]
    pub text: Option<String>,

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
    /// Item: value in Gold Pieces (0 = No Value). Special, enhancer: price at which it may be sold from hand.
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

/// Monsters that may join another one: all that have these figures.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joining {
    /// Only monsters up to this printed Level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_at_most: Option<Level>,
    /// Only monsters with this printed tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub tag: Option<String>,
    /// Only monsters with this card id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_ID))]
    pub card: Option<String>,
}

/// How enhancers count on a monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct Enhanced {
    /// Their bonus is multiplied by this number (1 if not given).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Ranged<i16, 2, 5>>,
    /// This is added to the bonus of each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<Ranged<i16, -20, 20, true>>,
    /// Whether they change its Treasures (true if not given).
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub treasures: bool,
}

fn yes() -> bool {
    true
}

fn is_true(flag: &bool) -> bool {
    *flag
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

impl Kind {
    /// Gives the cards the kinds that their set declares. Returns the indices of cards with an unknown kind.
    #[must_use]
    pub(in crate::deck) fn bind(cards: &mut [CardSpec], declared: &[KindSpec]) -> Vec<usize> {
        let declared: Vec<Kind> = declared.iter().cloned().map(Kind::new).collect();
        let mut unknown = Vec::new();
        for (place, card) in cards.iter_mut().enumerate() {
            match declared.iter().find(|kind| kind.id == card.kind.id).cloned().or_else(|| Kind::named(&card.kind.id)) {
                Some(kind) => card.kind = kind,
                None => unknown.push(place),
            }
        }
        unknown
    }
}
