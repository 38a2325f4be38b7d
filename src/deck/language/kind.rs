//! Kinds of cards: the common properties of all cards of a kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::terms::Terms;
use super::text::{KIND_ID, MAX_ID, MAX_NAME, MAX_TERM, NAME};
use super::values::{DeckSide, Limit, is_default, is_false};

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KindSpec {
    /// Value of `kind` on cards: lower-case letters, digits and underscores.
    #[schemars(length(max = MAX_ID), regex(pattern = KIND_ID))]
    pub id: String,
    /// Printed name, such as Ally; derived from the id if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_NAME), regex(pattern = NAME))]
    pub name: Option<String>,
    /// The set's term that names the kind instead of `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub term: Option<Term>,
    /// How its cards are played. This decides which fields they may have.
    pub play: Play,
    /// The back of its cards.
    #[serde(default)]
    pub deck: DeckSide,

    /// `slot` and `room`: the slot of its cards, by default the name of the kind. Kinds with the same word share a slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_TERM), regex(pattern = NAME))]
    pub slot: Option<String>,
    /// `slot`: maximum number of cards in this slot that a player may have in play (1 if not given).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// `slot`: a new card may be played although the slot is full; it replaces one of those in play.
    #[serde(default, skip_serializing_if = "is_false")]
    pub replaces: bool,
    /// `slot`, `room`, `rank`: when its cards may be played, and by which players.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: When,
    /// `slot`, `room`, `rank`: not allowed in the opening.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_in_opening: bool,
    /// `room`: each card makes room for one more card, even if the slot is empty.
    #[serde(default, skip_serializing_if = "is_false")]
    pub alone: bool,
    /// `room`: its card in play is discarded as soon as no card of the slot is left.
    #[serde(default, skip_serializing_if = "is_false")]
    pub goes_with_last: bool,
    /// `slot`, `room`, `rank`: what happens to its cards in play when their player dies.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at_death: AtDeath,
    /// `slot`: what each of its cards may carry, a single card beyond all limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carries: Option<Load>,
    /// `slot`: each of its cards may be sacrificed before the first roll to run away, so that its player escapes from all monsters.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sacrifice: bool,
    /// `item`: its cards may not be traded, given or promised.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_traded: bool,
}

/// How the cards of a kind are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// It fights the player who opens the door.
    #[default]
    Monster,
    /// It harms a player: from the door the player who drew it; from a hand any player at any time.
    Curse,
    /// It stays in play in a slot with a limit.
    Slot,
    /// It stays in play and makes room for one more card of a slot.
    Room,
    /// It stays in play. The total Rank of such cards may not exceed the player's Level.
    Rank,
    /// It changes one monster of a fight.
    Enhancer,
    /// It brings a monster from hand into a fight.
    BringMonster,
    /// It lets one Item break the limits of use.
    Cheat,
    /// A player carries, wears, buys and sells it: anything with a Gold Piece value (or No Value).
    Item,
    /// A player plays it for its `use` and discards it.
    Special,
    /// It does nothing and only takes the place of a card.
    Blank,
    /// It belongs to neither deck: each player is dealt one at the start and keeps it in play.
    Role,
}

impl Play {
    /// Whether its cards stay in play as part of a character.
    pub(crate) fn is_of_character(self) -> bool {
        matches!(self, Play::Slot | Play::Room | Play::Rank)
    }
}

/// When a card that stays in play as part of a character may be played, and by which players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// By the active player out of combat, and in combat if the edition allows it; by any player on receipt.
    #[default]
    OwnTurn,
    /// By any player at any time, including in combat.
    AnyTime,
}

/// What a companion may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// An Item of its player, which is in use without its slot, its hands or room for a Big Item, and is lost with the companion.
    Item,
    /// An enhancer with a bonus, which any player may add; its bonus counts for the player of the companion.
    Enhancer,
}

/// What happens to a card in play when its player dies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtDeath {
    /// The player keeps it.
    #[default]
    Kept,
    /// The other players may loot it.
    Looted,
    /// It is discarded.
    Discarded,
}

/// A term of the set that names a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// The term for identities.
    Identity,
    /// The term for powers.
    Power,
    /// The term for Curses.
    Curse,
}

impl KindSpec {
    /// The name of the kind in a set with these terms.
    pub(crate) fn name(&self, terms: &Terms) -> String {
        match (self.term, &self.name) {
            (Some(Term::Identity), _) => terms.identity.clone(),
            (Some(Term::Power), _) => terms.power.clone(),
            (Some(Term::Curse), _) => terms.curse.clone(),
            (None, Some(name)) => name.clone(),
            (None, None) => spelt_out(&self.id),
        }
    }

    /// The slot of its cards in a set with these terms.
    pub(crate) fn slot(&self, terms: &Terms) -> String {
        self.slot.clone().unwrap_or_else(|| self.name(terms))
    }

    /// Whether its cards are companions: they stay in a slot and may be played at any time.
    pub fn is_companion(&self) -> bool {
        self.play == Play::Slot && self.when == When::AnyTime
    }

    /// Maximum number of cards of its slot that a player may have in play.
    pub(crate) fn limit(&self) -> Limit {
        self.limit.unwrap_or_default()
    }
}

/// Turns `flying_steed` into `Flying Steed`.
pub(in crate::deck) fn spelt_out(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    id.split('_').map(capital).collect::<Vec<_>>().join(" ")
}
