//! The statements of a file.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::spanned::{PerSeat, Word};

/// Statements that must hold.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Expect {
    /// Level by seat.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub levels: PerSeat<i64>,
    /// Exactly these cards in hand, by seat; the zones below are also by seat.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub hand: PerSeat<Vec<Word>>,
    /// At least these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub hand_has: PerSeat<Vec<Word>>,
    /// None of these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub hand_lacks: PerSeat<Vec<Word>>,
    /// Number of cards in hand.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub hand_size: PerSeat<i64>,
    /// Items in use.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub worn: PerSeat<Vec<Word>>,
    /// At least these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub worn_has: PerSeat<Vec<Word>>,
    /// None of these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub worn_lacks: PerSeat<Vec<Word>>,
    /// Items in play, sideways.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub carried: PerSeat<Vec<Word>>,
    /// At least these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub carried_has: PerSeat<Vec<Word>>,
    /// None of these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub carried_lacks: PerSeat<Vec<Word>>,
    /// Cards in play that are not Items.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub in_play: PerSeat<Vec<Word>>,
    /// At least these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub in_play_has: PerSeat<Vec<Word>>,
    /// None of these.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub in_play_lacks: PerSeat<Vec<Word>>,
    /// Strength out of combat, by seat.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub strength: PerSeat<i64>,
    /// Bonus of a player's own cards to rolls to run away.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub flee_bonus: PerSeat<i64>,

    /// Cards in the discard piles.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub discarded: Vec<Word>,
    /// Cards not in the discard piles.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub not_discarded: Vec<Word>,
    /// Top of the Door discards.
    #[schemars(with = "Option<String>")]
    pub door_discard_top: Option<Word>,
    /// Top of the Treasure discards.
    #[schemars(with = "Option<String>")]
    pub treasure_discard_top: Option<Word>,
    /// Cards left in the Door pile.
    #[schemars(with = "Option<i64>")]
    pub doors_left: Option<Spanned<i64>>,
    /// Cards left in the Treasure pile.
    #[schemars(with = "Option<i64>")]
    pub treasures_left: Option<Spanned<i64>>,

    /// Exactly the stacked cards that were not drawn.
    #[schemars(with = "Option<Vec<String>>")]
    pub not_drawn: Option<Spanned<Vec<Word>>>,

    /// Players who are alive.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub alive: Vec<Word>,
    /// Players who are dead.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub dead: Vec<Word>,
    /// Players whose characters are female.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub female: Vec<Word>,
    /// Players whose characters are male.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub male: Vec<Word>,
    /// Exactly the winners; none if the game is not over or ended unfinished.
    #[schemars(with = "Option<Vec<String>>")]
    pub winner: Option<Spanned<Vec<Word>>>,
    /// The players by their places after the last turn, those of a shared place together.
    #[schemars(with = "Option<Vec<Vec<String>>>")]
    pub ranking: Option<Spanned<Vec<Vec<Word>>>>,
    /// Whether the game is over.
    #[schemars(with = "Option<bool>")]
    pub over: Option<Spanned<bool>>,
    /// Whose turn it is.
    #[schemars(with = "Option<String>")]
    pub active: Option<Word>,
    /// The number of the turn.
    #[schemars(with = "Option<i64>")]
    pub turn: Option<Spanned<i64>>,

    /// Whether there is a fight, including running away.
    #[schemars(with = "Option<bool>")]
    pub fight: Option<Spanned<bool>>,
    /// Players' total.
    #[schemars(with = "Option<i64>")]
    pub players: Option<Spanned<i64>>,
    /// Monsters' total.
    #[schemars(with = "Option<i64>")]
    pub monsters: Option<Spanned<i64>>,
    /// Whether the players are winning the fight.
    #[schemars(with = "Option<bool>")]
    pub winning: Option<Spanned<bool>>,
    /// Whether the runner escapes with the current roll.
    #[schemars(with = "Option<bool>")]
    pub escaping: Option<Spanned<bool>>,
    /// The helper, or `nobody`.
    #[schemars(with = "Option<String>")]
    pub helper: Option<Word>,
    /// Exactly the monsters of the fight; a twin has the name of its original.
    #[schemars(with = "Option<Vec<String>>")]
    pub monsters_in: Option<Spanned<Vec<Word>>>,
    /// Number of Treasures for a win.
    #[schemars(with = "Option<i64>")]
    pub stake: Option<Spanned<i64>>,

    /// The ends of the fights so far, in order.
    #[schemars(with = "Option<Vec<Ending>>")]
    pub fights: Option<Spanned<Vec<Ending>>>,
    /// Monsters that a player escaped from, in order.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub escaped: PerSeat<Vec<Word>>,
    /// Monsters that caught a player, in order.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub caught: PerSeat<Vec<Word>>,
    /// Totals of a player's rolls to run away, in order; automatic escapes are not rolls.
    #[serde(deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<i64>>")]
    pub flee_totals: PerSeat<Vec<i64>>,

    /// The view of a player.
    pub view: Option<Sight>,
}

/// The end of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    /// Monsters were killed.
    Killed,
    /// No monster was left, and none was killed.
    Emptied,
    /// The monster left as it was met, so there was no fight.
    Avoided,
    /// The players lost and ran away.
    Lost,
    /// The main player died during the fight.
    Died,
}

/// The view of one player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sight {
    /// The player.
    #[schemars(with = "String")]
    pub seat: Word,
    /// Cards with a copy that the player sees: in hands, in play, laid open, or on top of a discard pile.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub sees: Vec<Word>,
    /// Cards without a copy that the player sees.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub hides: Vec<Word>,
    /// Exactly the cards that the player sees of hands.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub hands: PerSeat<Vec<Word>>,
    /// The numbers of Doors and Treasures in hands.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "BTreeMap<String, [i64; 2]>")]
    pub counts: PerSeat<[i64; 2]>,
}

/// A list or map that must not be empty if present, because it would state nothing.
pub(in crate::scenario) fn some<'de, D: Deserializer<'de>, T: Deserialize<'de> + Listed>(
    deserializer: D,
) -> Result<T, D::Error> {
    let list = T::deserialize(deserializer)?;
    if list.is_empty() {
        return Err(D::Error::custom("this table checks nothing: expected at least one entry"));
    }
    Ok(list)
}

/// A list or a map.
pub(in crate::scenario) trait Listed {
    /// Whether it is empty.
    fn is_empty(&self) -> bool;
}

impl<T> Listed for Vec<T> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<K, V> Listed for BTreeMap<K, V> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}
