//! `Rules`: the differences between editions and house rules, one field for each, with the shared rule as its default.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::options::*;

use super::ranged::Ranged;

/// The switches of an edition, variant or house rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Winning level.
    pub win_level: Ranged<u8, 2, 20>,
    /// Cards dealt from each deck at the start and after a death.
    pub deal: Ranged<u8, 0, 8>,
    /// Maximum number of cards in hand at the end of a player's own turn.
    pub hand_limit: Ranged<u8, 0, 30>,
    /// Maximum number of players; 0 for the highest maximum of the sets.
    pub max_players: Ranged<u8, 3, 6, true>,
    /// The player who takes the first turn.
    pub first_player: FirstPlayer,
    /// Gold Pieces per level.
    pub gold_per_level: Ranged<u16, 1, 20_000>,
    /// Lowest total with which a player gets away.
    pub flee_target: Ranged<i8, 1, 12>,
    /// The order in which main player and helper run away.
    pub runner_order: RunnerOrder,
    /// Whether every companion may be sacrificed to get away, even if its card does not say so.
    pub companion_sacrifice: bool,
    /// Whether a helper may sacrifice their own companion to get away.
    pub helper_sacrifice: bool,
    /// Whether a monster's text about escapes applies to a runner who gets away without a roll.
    pub autoescape_harm: AutoescapeHarm,
    /// Whether the main player may run from a fight that would be won.
    pub voluntary_flee: bool,
    /// When the body of a player who dies while running is looted.
    pub loot_body_when: LootBodyWhen,
    /// The destination of cards looted from a body.
    pub loot_destination: LootDestination,
    /// Who picks the cards that a monster takes if its text names a player other than the victim.
    pub badstuff_choice: BadStuffChoice,
    /// Whether a level that a card gives for a kill may be the winning one, for the main player or the helper.
    pub kill_card_win: bool,
    /// A sale worth more levels than the seller can gain.
    pub oversell: Oversell,
    /// Whether cards may be sold from hand; otherwise only Items in play.
    pub hand_sale: bool,
    /// Maximum number of identities of a slot with a multi-identity card in play.
    pub max_multi: Ranged<u8, 1, 6>,
    /// Whether a card in play may be discarded as payment for its own use.
    pub self_payment: bool,
    /// Which Items a fighter may give to a monster that shares a tag.
    pub gifts_from_combatant: GiftsFromCombatant,
    /// How long Items may be given to a monster that shares a tag.
    pub gift_window: GiftWindow,
    /// Which Items a Curse may take.
    pub curse_hits_carried: CurseHits,
    /// Whether the hostile cards of all sets are one type; otherwise each term that the sets use for them is a separate type.
    pub curse_equals_trap: bool,
    /// Whether a Curse for the next turn that takes effect in the victim's own turn counts in that turn.
    pub next_turn_now: bool,
    /// What happens to the Cheat on an Item that another player receives.
    pub cheat_follows_item: CheatFollowsItem,
    /// Whether Items that companions carry count against slots, hands and the limit of Big Items.
    pub carried_items: CarriedItems,
    /// Maximum number of Big Items to carry; 0 for no limit.
    pub big_limit: Ranged<u8, 0, 30>,
    /// Whether the identities of all sets share one slot.
    pub identity_slots: Slots,
    /// Whether the companions of all kinds share one slot.
    pub companion_slots: Slots,
    /// The powers that may be played in the opening, within the limit of their Rank.
    pub opening_powers: OpeningPowers,
    /// Whether several identities and the multi-identity card may be played in the opening.
    pub opening_multi_identity: bool,
    /// Whether a second copy of a power may be in play; it has no further effect, but its Rank counts.
    pub duplicate_powers: bool,
    /// Whether a player may play identities and powers in their own combat.
    pub identity_in_combat: bool,
    /// Whether a card that removes a monster may give levels for it.
    pub nonlethal_level: NonlethalLevel,
    /// When players may play powers.
    pub power_timing: PowerTiming,
    /// Whether a player may decline to loot the room.
    pub loot_optional: bool,
    /// Whether a player may look for trouble or loot the room if the fight at the door ended without a kill because no
    /// monster was left.
    pub drawn_unfought: DrawnUnfought,
    /// When the discards become a new draw pile.
    pub reshuffle: Reshuffle,
    /// The player who is asked first in a round of interrupts.
    pub interrupt_order: InterruptOrder,
    /// Whether a removed monster still pays its Treasure if the card does not say.
    pub nonlethal_treasure: bool,
    /// Minimum Level of a monster with its enhancers; 0 for no limit.
    pub level_floor: Ranged<u8, 0, 20>,
    /// Minimum Treasures of a monster with its enhancers.
    pub treasure_floor: Ranged<i8, 0, 6>,
    /// Whether the helper's right to win ties counts.
    pub helper_wins_ties: bool,
    /// What counts for the players in a fight in which only Levels count.
    pub level_only_scope: LevelOnlyScope,
    /// The monsters that an enhancer on a twin strengthens.
    pub twin_enhancers: TwinEnhancers,
    /// Who receives fewer Treasures if fewer are drawn than the fight was worth.
    pub short_treasure: ShortTreasure,
    /// Whether the main player may ask for help while winning.
    pub help_when_winning: bool,
    /// How often the main player may ask for help until somebody plays something else in the combat.
    pub help_rounds: Ranged<u8, 0, 30>,
    /// Whether a helper who agreed may leave the fight.
    pub helper_withdraw: HelperWithdraw,
    /// Whether a player can be compelled to help in a fight that would win the game.
    pub forced_help_for_win: bool,
    /// Who picks first if the offer does not say.
    pub default_pick: DefaultPick,
    /// When the main player hands over Items and cards promised in addition to Treasures.
    pub item_bribe: ItemBribe,
    /// Whether the main player must keep the deal with the helper.
    pub deals: Deals,
    /// Whether the main player may promise the helper to play a hand card on them.
    pub hand_bribe: bool,
    /// Whether a player who receives a card on another player's turn may play it at once.
    pub receipt_window: bool,
    /// When players may trade and give Items.
    pub trades: ActionWindow,
    /// When players may change equipment.
    pub equipment: ActionWindow,
    /// Maximum number of trades and gifts that a player may offer per turn.
    pub trade_cap: Ranged<u8, 0, 100>,
    /// How a dead player gets another Role.
    pub role_swap: RoleSwap,
    /// The genders of the characters at the start, in decks that ask for them.
    pub genders: Genders,
    /// Variant: a helper in the winning fight also wins.
    pub shared_victory: bool,
    /// Variant: each turn starts with a hidden Door, and looting the room draws a Treasure.
    pub listen_at_the_door: bool,
    /// Maximum number of turns; after them the game ends unfinished.
    pub max_turns: Ranged<u16, 1, 60_000>,
    /// Whether the players are ranked if the game reaches the maximum number of turns; nobody wins by this ranking.
    pub cap_ranking: CapRanking,
    /// Maximum number of plays of all players in one combat, after which its totals decide; 0 for no limit.
    pub max_plays_per_combat: Ranged<u8, 0, 255>,
    /// Maximum number of actions of a player per turn.
    pub max_actions: Ranged<u16, 1, 60_000>,
    /// Maximum number of steps per turn (plays, answers, parts of effects, of all players); after them the game ends unfinished.
    pub max_steps: Ranged<u32, 100, 1_000_000>,
}

impl Rules {
    /// Whether players may trade or change equipment on other players' turns.
    #[inline]
    pub(crate) fn bystanders_act(&self) -> bool {
        [self.trades, self.equipment].contains(&ActionWindow::AnyTime)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            win_level: Ranged::new(10),
            deal: Ranged::new(4),
            hand_limit: Ranged::new(5),
            max_players: Ranged::new(0),
            first_player: FirstPlayer::Roll,
            gold_per_level: Ranged::new(1000),
            flee_target: Ranged::new(5),
            runner_order: RunnerOrder::MainFirst,
            companion_sacrifice: false,
            helper_sacrifice: true,
            autoescape_harm: AutoescapeHarm::Apply,
            voluntary_flee: false,
            loot_body_when: LootBodyWhen::Immediate,
            loot_destination: LootDestination::Hand,
            badstuff_choice: BadStuffChoice::Card,
            kill_card_win: true,
            oversell: Oversell::Reject,
            hand_sale: true,
            max_multi: Ranged::new(2),
            self_payment: false,
            gifts_from_combatant: GiftsFromCombatant::HandOnly,
            gift_window: GiftWindow::Combat,
            curse_hits_carried: CurseHits::LoseAny,
            curse_equals_trap: true,
            next_turn_now: true,
            cheat_follows_item: CheatFollowsItem::Discard,
            carried_items: CarriedItems::Exempt,
            big_limit: Ranged::new(1),
            identity_slots: Slots::PerKind,
            companion_slots: Slots::PerKind,
            opening_powers: OpeningPowers::None,
            opening_multi_identity: false,
            duplicate_powers: true,
            identity_in_combat: true,
            nonlethal_level: NonlethalLevel::Explicit,
            power_timing: PowerTiming::OwnTurn,
            loot_optional: false,
            drawn_unfought: DrawnUnfought::Skip,
            reshuffle: Reshuffle::Lazy,
            interrupt_order: InterruptOrder::ActiveFirst,
            nonlethal_treasure: true,
            level_floor: Ranged::new(0),
            treasure_floor: Ranged::new(0),
            helper_wins_ties: true,
            level_only_scope: LevelOnlyScope::Strict,
            twin_enhancers: TwinEnhancers::Both,
            short_treasure: ShortTreasure::HelperFirst,
            help_when_winning: true,
            // D-02: bounded, because players could be asked forever.
            help_rounds: Ranged::new(3),
            helper_withdraw: HelperWithdraw::Never,
            forced_help_for_win: false,
            default_pick: DefaultPick::Main,
            item_bribe: ItemBribe::AfterWin,
            deals: Deals::Binding,
            hand_bribe: true,
            receipt_window: true,
            trades: ActionWindow::AnyTime,
            equipment: ActionWindow::OwnTurn,
            // D-15: ends trades to and fro.
            trade_cap: Ranged::new(10),
            role_swap: RoleSwap::Random,
            genders: Genders::Dealt,
            shared_victory: false,
            listen_at_the_door: false,
            // K-01: the sheets have no end but a win. A usual game takes less than a fifth of this.
            max_turns: Ranged::new(500),
            cap_ranking: CapRanking::None,
            max_plays_per_combat: Ranged::new(0),
            max_actions: Ranged::new(500),
            // Far above the steps of a usual turn: only effects that repeat without end get there.
            max_steps: Ranged::new(5_000),
        }
    }
}
