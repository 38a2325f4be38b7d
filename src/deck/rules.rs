//! `Rules`: where editions and house rules differ, one field a difference, the shared rule as its default.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of an edition, variant or house rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Level that wins, 2 to 20.
    pub win_level: u8,
    /// Cards dealt from each deck at the start and after a death, 0 to 8.
    pub deal: u8,
    /// Cards that may be kept at the end of the own turn.
    pub hand_limit: u8,
    /// Who takes the first turn.
    pub first_player: FirstPlayer,
    /// Gold Pieces for one level, 1 or more.
    pub gold_per_level: u16,
    /// Lowest total that runs away.
    pub flee_target: i8,
    /// Who of main player and helper runs away first.
    pub runner_order: RunnerOrder,
    /// Big Items that may be carried; no limit if 0.
    pub big_limit: u8,
    /// Whether powers may be played in the opening, as far as their Rank allows.
    pub opening_powers: bool,
    /// Whether several identities and the multi-identity card may be played in the opening.
    pub opening_multi_identity: bool,
    /// Whether a second copy of a power may be in play; it has no further effect, but its Rank counts.
    pub duplicate_powers: bool,
    /// Whether identities and powers may be played in one's own combat.
    pub identity_in_combat: bool,
    /// Whether a monster removed by a card that does not say still pays its Treasure.
    pub nonlethal_treasure: bool,
    /// Fewest Treasures a monster can be worth after its enhancers.
    pub treasure_floor: i8,
    /// Whether the main player may ask for help while winning.
    pub help_when_winning: bool,
    /// Times the main player may ask for help after each change of the totals.
    pub help_rounds: u8,
    /// Whether a hand card may be promised to the helper, to be played on them.
    pub hand_bribe: bool,
    /// Whether cards just received may be played at once off the own turn.
    pub receipt_window: bool,
    /// Who may trade and give Items, and when.
    pub trades: AffairsWindow,
    /// Who may change equipment, and when.
    pub equipment: AffairsWindow,
    /// Trades and gifts one player may offer in one turn.
    pub trade_cap: u8,
    /// How a dead player gets another Role.
    pub role_swap: RoleSwap,
    /// The genders of the characters at the start, in decks that ask for them.
    pub genders: Genders,
    /// Variant: a helper in the winning fight wins too.
    pub shared_victory: bool,
    /// Variant: each turn begins with a hidden Door card, and looting draws a Treasure.
    pub listen_at_the_door: bool,
    /// Turns after which the game ends unfinished.
    pub max_turns: u16,
    /// Actions a player may take in one turn before having to pass.
    pub max_actions: u16,
    /// Steps of one turn (plays, answers, parts of effects, of all players) after which the game ends unfinished.
    pub max_steps: u32,
}

impl Rules {
    /// Whether players may see to any affairs of their own on other players' turns.
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

/// Who takes the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstPlayer {
    /// The highest roll; those tied for it roll again.
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

/// Who runs away first when main player and helper must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunnerOrder {
    /// The main player.
    MainFirst,
    /// Both roll, and the higher decides.
    Roll,
}

/// When players see to affairs of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AffairsWindow {
    /// The active player, out of combat.
    OwnTurn,
    /// Anybody who is not in combat, in every round.
    AnyTime,
}
