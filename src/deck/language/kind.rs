//! Kinds of cards: what all cards of a kind have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DeckSide, Terms, is_false};

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KindSpec {
    /// What cards write behind `kind`: lower case, digits and underscores.
    pub id: String,
    /// Name in print, such as Ally; made from the id if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The term of the set that names the kind, in place of `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub term: Option<Term>,
    /// How its cards are played, which decides what else they may say.
    pub play: Play,
    /// The back of its cards.
    #[serde(default)]
    pub deck: DeckSide,

    /// `slot` and `room`: the slot that its cards are for, which kinds of the same word share; by default its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// `slot`: how many cards of its slot a player may have in play, 1 to 20 (1 if not given).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// `slot`, `room`, `rank`: when and by whom its cards may be played.
    #[serde(default, skip_serializing_if = "When::is_default")]
    pub when: When,
    /// `slot`, `room`, `rank`: not allowed in the opening.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_in_opening: bool,
    /// `room`: its cards need no card of the slot in play, and each makes room for one more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub alone: bool,
    /// `slot`, `room`, `rank`: what becomes of its cards in play when their player dies.
    #[serde(default, skip_serializing_if = "AtDeath::is_default")]
    pub at_death: AtDeath,
    /// `slot`: what each of its cards may carry, a single card beyond all limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carries: Option<Load>,
    /// `item`: its cards may not be traded, given or promised.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_traded: bool,
}

/// How the cards of a kind are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// It fights the player who meets it.
    #[default]
    Monster,
    /// It hurts a player: at the door its drawer, from a hand anybody at any time.
    Curse,
    /// It stays in play with its player, in a slot with a limit.
    Slot,
    /// It stays in play and makes room for one more card of a slot.
    Room,
    /// It stays in play; the Ranks of such cards may not exceed the Level of their player.
    Rank,
    /// It changes one monster of a fight.
    Enhancer,
    /// It brings a monster from hand into a fight.
    BringMonster,
    /// It lets one Item break the limits of use.
    Cheat,
    /// It is carried or worn, bought and sold: anything with a Gold Piece value (or No Value).
    Item,
    /// It is played for its `use`, then discarded.
    Special,
    /// It does nothing: it only takes the place of a card.
    Blank,
    /// It belongs to neither deck: each player is dealt one at the start and keeps it in play.
    Role,
}

impl Play {
    /// Whether its cards stay in play as part of a character.
    pub fn is_of_character(self) -> bool {
        matches!(self, Play::Slot | Play::Room | Play::Rank)
    }
}

/// When and by whom a card may be played that stays in play as part of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// By the active player, out of combat; in combat if the edition says so. By anybody on receipt.
    #[default]
    OwnTurn,
    /// By anybody at any time, in combat too.
    AnyTime,
}

impl When {
    fn is_default(&self) -> bool {
        *self == When::default()
    }
}

/// What a companion may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// An Item of its player, which is in use without its slot, its hands or room for a Big Item.
    Item,
    /// An enhancer with a bonus, which any player may add; its bonus counts for the player of the companion.
    Enhancer,
}

/// What becomes of a card in play when its player dies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtDeath {
    /// The player keeps it.
    #[default]
    Kept,
    /// It is laid out with the body, for the others to loot.
    Looted,
    /// It is discarded.
    Discarded,
}

impl AtDeath {
    fn is_default(&self) -> bool {
        *self == AtDeath::default()
    }
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
    /// Most cards of a slot that a player may have in play.
    pub const MOST: u8 = 20;

    /// What a set with these terms calls the kind.
    pub fn name(&self, terms: &Terms) -> String {
        match (self.term, &self.name) {
            (Some(Term::Identity), _) => terms.identity.clone(),
            (Some(Term::Power), _) => terms.power.clone(),
            (Some(Term::Curse), _) => terms.curse.clone(),
            (None, Some(name)) => name.clone(),
            (None, None) => spelt_out(&self.id),
        }
    }

    /// The slot that its cards are for, in a set with these terms.
    pub fn slot(&self, terms: &Terms) -> String {
        self.slot.clone().unwrap_or_else(|| self.name(terms))
    }

    /// How many cards of its slot a player may have in play.
    pub fn limit(&self) -> u8 {
        self.limit.unwrap_or(1)
    }
}

/// `flying_steed` as `Flying Steed`.
fn spelt_out(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    id.split('_').map(capital).collect::<Vec<_>>().join(" ")
}
