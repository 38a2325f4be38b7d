//! `Rules`: the differences between editions and house rules, one field for each, with the shared rule as its default.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of an edition, variant or house rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Winning level, 2 to 20.
    pub win_level: u8,
    /// Cards dealt from each deck at the start and after a death, 0 to 8.
    pub deal: u8,
    /// Maximum number of cards in hand at the end of the own turn.
    pub hand_limit: u8,
    /// The player who takes the first turn.
    pub first_player: FirstPlayer,
    /// Gold Pieces per level, 1 or more.
    pub gold_per_level: u16,
    /// Lowest total with which a player gets away.
    pub flee_target: i8,
    /// The order in which main player and helper run away.
    pub runner_order: RunnerOrder,
    /// Maximum number of Big Items to carry; 0 for no limit.
    pub big_limit: u8,
    /// Whether powers may be played in the opening, within the limit of their Rank.
    pub opening_powers: bool,
    /// Whether several identities and the multi-identity card may be played in the opening.
    pub opening_multi_identity: bool,
    /// Whether a second copy of a power may be in play; it has no further effect, but its Rank counts.
    pub duplicate_powers: bool,
    /// Whether a player may play identities and powers in their own combat.
    pub identity_in_combat: bool,
    /// Whether a removed monster still pays its Treasure if the card does not say.
    pub nonlethal_treasure: bool,
    /// Minimum Level of a monster with its enhancers; 0 for no limit.
    pub level_floor: u8,
    /// Minimum Treasures of a monster with its enhancers.
    pub treasure_floor: i8,
    /// Whether the main player may ask for help while winning.
    pub help_when_winning: bool,
    /// How often the main player may ask for help after each change of the totals.
    pub help_rounds: u8,
    /// Whether the main player may promise the helper to play a hand card on them.
    pub hand_bribe: bool,
    /// Whether a player who receives a card on another player's turn may play it at once.
    pub receipt_window: bool,
    /// When players may trade and give Items.
    pub trades: AffairsWindow,
    /// When players may change equipment.
    pub equipment: AffairsWindow,
    /// Maximum number of trades and gifts that a player may offer per turn.
    pub trade_cap: u8,
    /// How a dead player gets another Role.
    pub role_swap: RoleSwap,
    /// The genders of the characters at the start, in decks that ask for them.
    pub genders: Genders,
    /// Variant: a helper in the winning fight also wins.
    pub shared_victory: bool,
    /// Variant: each turn starts with a hidden Door, and looting the room draws a Treasure.
    pub listen_at_the_door: bool,
    /// Maximum number of turns; after them the game ends unfinished.
    pub max_turns: u16,
    /// Maximum number of actions of a player per turn.
    pub max_actions: u16,
    /// Maximum number of steps per turn (plays, answers, parts of effects, of all players); after them the game ends unfinished.
    pub max_steps: u32,
}

impl Rules {
    /// Whether players may trade or change equipment on other players' turns.
    pub fn affairs_at_any_time(&self) -> bool {
        [self.trades, self.equipment].contains(&AffairsWindow::AnyTime)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            win_level: 10,
            deal: 4,
            hand_limit: 5,
            first_player: FirstPlayer::Roll,
            gold_per_level: 1000,
            flee_target: 5,
            runner_order: RunnerOrder::MainFirst,
            big_limit: 1,
            opening_powers: false,
            opening_multi_identity: false,
            duplicate_powers: true,
            identity_in_combat: true,
            nonlethal_treasure: true,
            level_floor: 0,
            treasure_floor: 0,
            help_when_winning: true,
            help_rounds: 3,
            hand_bribe: true,
            receipt_window: true,
            trades: AffairsWindow::OwnTurn,
            equipment: AffairsWindow::OwnTurn,
            trade_cap: 10,
            role_swap: RoleSwap::Random,
            genders: Genders::Dealt,
            shared_victory: false,
            listen_at_the_door: false,
            max_turns: 500,
            max_actions: 500,
            max_steps: 5_000,
        }
    }
}

/// The player who takes the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstPlayer {
    /// The player with the highest roll. Players with equal rolls roll again.
    Roll,
    /// This seat, counted from 1.
    Seat(u8),
}

/// How a dead player gets another Role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleSwap {
    /// The player may take one at random among those that nobody has.
    Random,
    /// The player may choose one of those that nobody has.
    Choose,
    /// The player keeps its Role.
    Off,
}

/// The genders of the characters at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Genders {
    /// At random for each seat in each game.
    Dealt,
    /// The odd seats are female, the even seats are male.
    Alternate,
    /// All are female.
    Female,
    /// All are male.
    Male,
}

/// The order in which main player and helper run away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunnerOrder {
    /// The main player runs first.
    MainFirst,
    /// Both roll; the higher roll decides.
    Roll,
}

/// When players may trade or change equipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AffairsWindow {
    /// The active player may do so out of combat.
    OwnTurn,
    /// All players who are not in combat may do so in every round.
    AnyTime,
}
