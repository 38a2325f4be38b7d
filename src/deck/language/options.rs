//! The values of the switches that are neither numbers nor truth values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ranged::Ranged;

/// The player who takes the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstPlayer {
    /// The player with the highest roll. Players with equal rolls roll again.
    Roll,
    /// This seat, counted from 1; the last one if the table has fewer seats.
    Seat(Ranged<u8, 1, 6>),
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

/// The powers that may be played in the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpeningPowers {
    /// None.
    None,
    /// One power of Rank 1.
    One,
    /// Any powers whose total Rank the Level allows.
    ByRank,
}

/// What a player may do after a fight at the door that ended without a kill because no monster was left.
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

/// Who receives fewer Treasures if fewer are drawn than the fight was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShortTreasure {
    /// The helper gets the promised number first; the main player gets the rest.
    HelperFirst,
    /// Both receive fewer, in proportion; the helper's number is rounded to the nearest integer, halves up.
    Proportional,
    /// The main player gets their number first; the helper gets the rest.
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
    /// The player keeps their Role.
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
    /// Both roll; the player with the higher roll names the first runner.
    Roll,
}

/// What a monster's text about escapes does to a runner who gets away without a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutoescapeHarm {
    /// It applies as after a roll.
    Apply,
    /// It does not apply.
    Ignore,
}

/// When the body of a player who dies while running is looted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LootBodyWhen {
    /// At once, before another runner rolls.
    Immediate,
    /// After all runners have run.
    AfterFlee,
}

/// How long Items may be given to a monster that shares a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GiftWindow {
    /// During the whole combat.
    Combat,
    /// From the moment the monster joins the fight to the next play that is not such a gift.
    OnAppearance,
}

/// How the players of a game that reached its last turn are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapRanking {
    /// They are not ranked.
    None,
    /// By Level, then by strength, then by the value of the Items in play; equal players share a place.
    Standing,
}

/// What happens to the Cheat on an Item that another player receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheatFollowsItem {
    /// It is discarded.
    Discard,
    /// It stays on the Item.
    Stay,
}

/// Whether Items that companions carry count against the limits of their player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CarriedItems {
    /// They count against no limit.
    Exempt,
    /// They count as if the player used them.
    Count,
}

/// Whether a card that removes a monster may give levels for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NonlethalLevel {
    /// It gives the levels that it names.
    Explicit,
    /// It gives none.
    Never,
}

/// Whether kinds of several sets have slots of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slots {
    /// Each kind has its own slot, unless kinds name the same one.
    PerKind,
    /// All share one slot.
    Shared,
}

/// The destination of cards looted from a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LootDestination {
    /// All go to the looter's hand.
    Hand,
    /// An Item that the looter can carry is put into play, carried, as in a trade; other cards are taken into hand.
    AsReceived,
}

/// Who picks the cards that a monster takes if its text names a player other than the victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BadStuffChoice {
    /// The player whom the card names.
    Card,
    /// The victim.
    Victim,
}

/// A sale worth more levels than the seller can gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Oversell {
    /// It is not allowed.
    Reject,
    /// It brings the levels that the seller can gain; the rest is lost.
    Cap,
}

/// Which Items a fighter may give to a monster that shares a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GiftsFromCombatant {
    /// Items in hand.
    HandOnly,
    /// Items in hand and in play.
    Any,
    /// None.
    None,
}

/// Which Items a Curse may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CurseHits {
    /// Items in use and carried Items.
    LoseAny,
    /// Items in use.
    UsedOnly,
}

/// When players may trade or change equipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionWindow {
    /// The active player may do so out of combat.
    OwnTurn,
    /// All players who are not in combat may do so in every round.
    AnyTime,
}
