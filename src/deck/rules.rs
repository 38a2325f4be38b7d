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
    /// When players may play powers.
    pub power_timing: PowerTiming,
    /// Whether a player may decline to loot the room.
    pub loot_optional: bool,
    /// Whether a player whose monster at the door left unfought may look for trouble or loot the room.
    pub drawn_unfought: DrawnUnfought,
    /// When the discards become a new draw pile.
    pub reshuffle: Reshuffle,
    /// The player who is asked first in a round of interrupts.
    pub interrupt_order: InterruptOrder,
    /// Whether a removed monster still pays its Treasure if the card does not say.
    pub nonlethal_treasure: bool,
    /// Minimum Treasures of a monster with its enhancers.
    pub treasure_floor: i8,
    /// Whether the helper's right to win ties counts.
    pub helper_wins_ties: bool,
    /// What counts for the players in a fight in which only Levels count.
    pub level_only_scope: LevelOnlyScope,
    /// The monsters that an enhancer on a twin strengthens.
    pub twin_enhancers: TwinEnhancers,
    /// Who goes short if fewer Treasures are drawn than the fight was worth.
    pub short_treasure: ShortTreasure,
    /// Whether the main player may ask for help while winning.
    pub help_when_winning: bool,
    /// How often the main player may ask for help after each change of the totals.
    pub help_rounds: u8,
    /// Whether a helper who agreed may leave the fight.
    pub helper_withdraw: HelperWithdraw,
    /// Whether a player can be made to help in a fight that would win the game.
    pub forced_help_for_win: bool,
    /// Who picks first if the offer does not say.
    pub default_pick: DefaultPick,
    /// When the main player hands over what was promised in addition to Treasures.
    pub item_bribe: ItemBribe,
    /// Whether the main player must keep the deal with the helper.
    pub deals: Deals,
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
            power_timing: PowerTiming::OwnTurn,
            loot_optional: false,
            drawn_unfought: DrawnUnfought::Skip,
            reshuffle: Reshuffle::Lazy,
            interrupt_order: InterruptOrder::ActiveFirst,
            nonlethal_treasure: true,
            treasure_floor: 0,
            helper_wins_ties: true,
            level_only_scope: LevelOnlyScope::Strict,
            twin_enhancers: TwinEnhancers::Both,
            short_treasure: ShortTreasure::HelperFirst,
            help_when_winning: true,
            help_rounds: 3,
            helper_withdraw: HelperWithdraw::Never,
            forced_help_for_win: false,
            default_pick: DefaultPick::Main,
            item_bribe: ItemBribe::AfterWin,
            deals: Deals::Binding,
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
    /// A player at random, without a roll.
    Random,
}

/// When players may play powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PowerTiming {
    /// On their own turn, or on receipt.
    OwnTurn,
    /// In every round.
    AnyTime,
}

/// What a player may do after the monster at the door left unfought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnUnfought {
    /// Neither look for trouble nor loot the room.
    Skip,
    /// Look for trouble or loot the room, as after a door without a monster.
    Choose,
}

/// When the discards become a new draw pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reshuffle {
    /// When a card is needed and the pile is empty.
    Lazy,
    /// When the last card leaves the pile.
    Eager,
}

/// The player who is asked first in a round of interrupts: in combat, around a roll to run away, before a Curse takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InterruptOrder {
    /// The active player.
    ActiveFirst,
    /// The player to the left of the active player.
    LeftOfActive,
    /// A player at random for each round.
    Random,
}

/// What counts for the players in a fight in which only Levels count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LevelOnlyScope {
    /// Levels alone.
    Strict,
    /// Everything but Items and one-shots.
    ItemsOnly,
}

/// The monsters that an enhancer on a twin strengthens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TwinEnhancers {
    /// The twin and its original.
    Both,
    /// The twin alone. An enhancer on the original still strengthens both.
    TwinOnly,
}

/// Who goes short if fewer Treasures are drawn than the fight was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShortTreasure {
    /// The helper gets the promised number first; the main player gets the rest.
    HelperFirst,
    /// Both go short in proportion; the helper's number is rounded to the nearest, halves up.
    Proportional,
    /// The main player gets its number first; the helper gets the rest.
    MainFirst,
}

/// Whether a helper who agreed may leave the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelperWithdraw {
    /// No.
    Never,
    /// In the round of the combat, before all have passed.
    BeforeWindow,
}

/// Who picks first if the offer does not say, as there was nothing to share when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefaultPick {
    /// The main player.
    Main,
    /// The helper.
    Helper,
}

/// When the main player hands over promised Items and plays promised cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemBribe {
    /// After a combat that was won.
    AfterWin,
    /// After the combat, won or lost.
    AfterCombat,
    /// When the helper joins.
    Immediate,
}

/// Whether the main player must keep the deal with the helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deals {
    /// The deal is carried out.
    Binding,
    /// The main player decides after the combat whether to keep it.
    Trust,
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
