//! The numbers that cards can count, by their words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number of a game, by its word. The first group is that of one player, the last that of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Number {
    /// Level.
    Level,
    /// Level and bonuses: in the fight as they count there.
    Total,
    /// Cards in hand.
    Hand,
    /// Hands that hold no Item.
    FreeHands,
    /// Items that the player carries.
    Items,
    /// Big Items that the player carries.
    BigItems,
    /// Identities in play.
    Identities,
    /// Powers in play.
    Powers,
    /// Curses that stay with the player.
    Curses,
    /// Players: one for each of the players that are counted.
    Players,
    /// The last die rolled for this card.
    Roll,
    /// The die that was just rolled to run away, or by you for a card, and that may still be changed (0 without one).
    Die,
    /// Monsters in the fight.
    Monsters,
    /// Living players other than you.
    Rivals,
    /// Level of the helper in the fight (0 without one).
    HelperLevel,
    /// The players' total in the fight (0 without a fight).
    Strength,
    /// Points by which the players have won the fight (0 if they have not).
    WonBy,
    /// Points by which the players have lost the fight (0 if they have not).
    LostBy,
    /// Points that the runner's roll to run away is short of an escape (0 without such a roll).
    RollMissedBy,
    /// Bonus of the card that the last loss took last (0 if it took all).
    LostBonus,
    /// Rank of the card that the last loss took last.
    LostRank,
    /// Value of the card that the last loss took last, in Gold Pieces.
    LostGold,
}

impl Number {
    /// Whether each player has such a number.
    pub(in crate::deck) fn is_of_player(self) -> bool {
        use Number::*;
        matches!(self, Level | Total | Hand | FreeHands | Items | BigItems | Identities | Powers | Curses | Players)
    }
}
