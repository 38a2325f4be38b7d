//! Counts: the number of times that each thing happens in a game.

use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

use super::questions::{QUESTIONS, question_name};

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A count that every game has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Count { $($(#[$doc])* $name,)* }

        const NAMES: &[&str] = &[$($text,)*];
    };
}

counts! {
    /// Turns.
    Turns "turns",
    /// Rounds of turns, including the one in which the game ends.
    Rounds "rounds",
    /// Number of times that another player took the sole lead.
    LeadChanges "lead_changes",
    /// Games won by a player who was alone in last place after some round.
    WonFromLast "won_from_last",
    /// Turns after the one in which a player first reached the last Level before winning.
    TurnsAfterLastLevel "turns_after_last_level",
    /// Characters that died.
    Deaths "deaths",
    /// Characters that were revived.
    Revivals "revivals",
    /// Fights.
    Fights "fights",
    /// Fights in which monsters were killed.
    FightsWon "fights_won",
    /// Fights that ran out of monsters.
    FightsEmptied "fights_emptied",
    /// Fights from which the players ran.
    FightsLost "fights_lost",
    /// Fights that ended because the main player died.
    FightsDied "fights_died",
    /// Fights with a helper at the end.
    FightsHelped "fights_helped",
    /// Of those, fights won.
    HelpedFightsWon "helped_fights_won",
    /// Fights that began by looking for trouble.
    TroubleSought "trouble_sought",
    /// Requests for help.
    HelpAsked "help_asked",
    /// Offers of help, counted once for each player asked.
    OffersMade "offers_made",
    /// Offers accepted without a change.
    OffersAccepted "offers_accepted",
    /// Offers answered with a counter-offer.
    OffersCountered "offers_countered",
    /// Offers refused.
    OffersRefused "offers_refused",
    /// Agreements on help.
    HelpDeals "help_deals",
    /// Treasures promised in these agreements.
    TreasuresPromised "treasures_promised",
    /// Helpers that left.
    HelpersLost "helpers_lost",
    /// One-shots for the players of a fight.
    OneShotsFor "one_shots_for",
    /// Of those, by players outside the fight.
    OneShotsForOthers "one_shots_for_others",
    /// One-shots for the monsters.
    OneShotsAgainst "one_shots_against",
    /// Monsters enhanced.
    Enhancers "enhancers",
    /// Monsters brought into a fight by a card.
    WanderingMonsters "wandering_monsters",
    /// Monsters that joined by their tag.
    JoinsByTag "joins_by_tag",
    /// Monsters doubled.
    Twins "twins",
    /// Monsters that left a fight.
    MonstersRemoved "monsters_removed",
    /// Plays against another player: one-shots, enhancers and monsters in its fight, Curses from hand.
    HostilePlays "hostile_plays",
    /// Of those, in a fight whose kill would win the game.
    HostilePlaysForTheWin "hostile_plays_for_the_win",
    /// Of those, against a player one or two levels short of winning.
    HostilePlaysNearWin "hostile_plays_near_win",
    /// Of those, by the helper against its own side.
    Betrayals "betrayals",
    /// Of those, in a fight whose kill would win the game.
    BetrayalsForTheWin "betrayals_for_the_win",
    /// Curses.
    Curses "curses",
    /// Curses from the door.
    CursesDoor "curses_from_door",
    /// Curses from a hand.
    CursesHand "curses_from_hand",
    /// Of those, on the player's own character.
    CursesOwn "curses_on_oneself",
    /// Curses without effect.
    CursesCancelled "curses_cancelled",
    /// Powers, Items and specials used.
    Uses "uses",
    /// Trades proposed.
    TradesProposed "trades_proposed",
    /// Trades made.
    Trades "trades",
    /// Gifts made, including promised Items.
    Gifts "gifts",
    /// Gifts refused.
    GiftsRefused "gifts_refused",
    /// Sales.
    Sales "sales",
    /// Gold Pieces from sales.
    GoldSold "gold_sold",
    /// Items turned upright or sideways.
    ItemsTurned "items_turned",
    /// Items used by a Cheat.
    Cheats "cheats",
    /// Levels gained.
    LevelsGained "levels_gained",
    /// By kills.
    LevelsKill "levels_from_kills",
    /// By sales.
    LevelsSale "levels_from_sales",
    /// By cards.
    LevelsCard "levels_from_cards",
    /// Levels lost.
    LevelsLost "levels_lost",
    /// Of those, as a cost.
    LevelsPaid "levels_paid",
    /// Dice rolled.
    Rolls "rolls",
    /// Dice for running away.
    FleeRolls "flee_rolls",
    /// Monsters that a player ran away from.
    Flights "flights",
    /// Of those, escaped.
    Escapes "escapes",
    /// Monsters that did not pursue a player.
    NotPursued "not_pursued",
    /// Hand cards given for Charity.
    CharityGiven "charity_given",
    /// Hand cards discarded for Charity.
    CharityDiscarded "charity_discarded",
    /// Cards drawn.
    Draws "draws",
    /// By looting the room.
    DrawsLoot "draws_loot",
    /// As a reward.
    DrawsReward "draws_reward",
    /// By a card.
    DrawsCard "draws_card",
    /// After a death.
    DrawsRevival "draws_revival",
    /// Reshuffles of the Doors.
    ReshufflesDoor "reshuffles_door",
    /// Reshuffles of the Treasures.
    ReshufflesTreasure "reshuffles_treasure",
    /// Plays, and questions that a player had to consider.
    Decisions "decisions",
    /// Games won by a kill.
    WonByKill "won_by_kill",
    /// Games with several winners.
    SharedWins "shared_wins",
    /// Games without a winner.
    Unfinished "unfinished",
    /// Of those, games stopped at the bound on turns.
    UnfinishedTurns "unfinished_turns",
    /// Of those, games stopped at the bound on steps of a turn.
    UnfinishedSteps "unfinished_steps",
    /// Of those, games stopped at the bound on steps that wait.
    UnfinishedDepth "unfinished_depth",
}

/// Number of counts other than decisions by question.
pub const COUNTS: usize = NAMES.len();
/// Number of counts: the named ones, then decisions by question.
pub const METRICS: usize = COUNTS + QUESTIONS;

/// The name of a count in reports.
pub fn metric_name(metric: usize) -> String {
    match NAMES.get(metric) {
        Some(name) => (*name).to_owned(),
        None => format!("decisions_{}", question_name(metric - COUNTS)),
    }
}

/// The ratio of one count to another.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// Its name in reports.
    pub name: &'static str,
    /// The numerator.
    pub part: Count,
    /// The denominator.
    pub whole: Count,
}

const fn ratio(name: &'static str, part: Count, whole: Count) -> Ratio {
    Ratio { name, part, whole }
}

/// The shares in reports.
// Only these have sums of products: the variance of a ratio needs the covariance of both counts.
pub const RATIOS: [Ratio; 11] = [
    ratio("share_turns_after_last_level", Count::TurnsAfterLastLevel, Count::Turns),
    ratio("share_fights_won", Count::FightsWon, Count::Fights),
    ratio("share_fights_helped", Count::FightsHelped, Count::Fights),
    ratio("share_helped_fights_won", Count::HelpedFightsWon, Count::FightsHelped),
    ratio("share_asks_agreed", Count::HelpDeals, Count::HelpAsked),
    ratio("share_offers_accepted", Count::OffersAccepted, Count::OffersMade),
    ratio("share_flights_escaped", Count::Escapes, Count::Flights),
    ratio("share_curses_cancelled", Count::CursesCancelled, Count::Curses),
    ratio("share_hostile_for_the_win", Count::HostilePlaysForTheWin, Count::HostilePlays),
    ratio("share_trades_accepted", Count::Trades, Count::TradesProposed),
    ratio("share_levels_from_kills", Count::LevelsKill, Count::LevelsGained),
];

/// The counts of one block.
#[derive(Clone, Copy, Debug)]
pub struct Counts([u64; METRICS]);

impl Default for Counts {
    fn default() -> Self {
        Counts([0; METRICS])
    }
}

impl Counts {
    /// Adds one to a count.
    #[inline]
    pub(crate) fn one(&mut self, count: Count) {
        self.add(count, 1);
    }

    /// Adds a number to a count.
    #[inline]
    pub fn add(&mut self, count: Count, number: u32) {
        self.0[count as usize] += u64::from(number);
    }

    /// Counts a decision.
    #[inline]
    pub fn decision(&mut self, question: usize) {
        self.0[COUNTS + question] += 1;
    }

    /// Ends the block: adds up the decisions over all questions.
    fn close(&mut self) {
        self.0[Count::Decisions as usize] = self.0[COUNTS..].iter().sum();
    }
}

/// Sums and moments of the counts over blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountTally {
    #[serde(with = "BigArray")]
    sums: [u128; METRICS],
    #[serde(with = "BigArray")]
    squares: [u128; METRICS],
    #[serde(with = "BigArray")]
    products: [u128; RATIOS.len()],
}

impl Default for CountTally {
    fn default() -> Self {
        CountTally { sums: [0; METRICS], squares: [0; METRICS], products: [0; RATIOS.len()] }
    }
}

impl CountTally {
    /// Adds a block and clears it.
    pub fn add_block(&mut self, block: &mut Counts) {
        block.close();
        for (place, &count) in block.0.iter().enumerate() {
            self.sums[place] += u128::from(count);
            // Squares of block totals, for the variance over blocks. In 128 bits, because Gold Pieces would exceed 64
            // in very long runs.
            self.squares[place] += u128::from(count) * u128::from(count);
        }
        for (product, ratio) in self.products.iter_mut().zip(&RATIOS) {
            *product += u128::from(block.0[ratio.part as usize]) * u128::from(block.0[ratio.whole as usize]);
        }
        *block = Counts::default();
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &CountTally) {
        super::sums::add_all(&mut self.sums, &other.sums);
        super::sums::add_all(&mut self.squares, &other.squares);
        super::sums::add_all(&mut self.products, &other.products);
    }

    /// Sum of a metric over all games.
    pub fn sum(&self, metric: usize) -> u128 {
        self.sums[metric]
    }

    /// Sum of the squares of a metric's block totals.
    pub fn square(&self, metric: usize) -> u128 {
        self.squares[metric]
    }

    /// Sum over blocks of part times whole of a ratio, by its place in `RATIOS`.
    pub fn product(&self, ratio: usize) -> u128 {
        self.products[ratio]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_own_name() {
        let mut names: Vec<String> = (0..METRICS).map(metric_name).collect();
        assert_eq!(names[Count::Turns as usize], "turns");
        assert_eq!(names[Count::Unfinished as usize], "unfinished");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), METRICS);
    }

    #[test]
    fn merged_tallies_add_sums_and_squares() {
        let mut tallies = [CountTally::default(), CountTally::default()];
        for (tally, turns) in tallies.iter_mut().zip([3, 5]) {
            let mut block = Counts::default();
            block.add(Count::Turns, turns);
            tally.add_block(&mut block);
        }
        let [mut one, other] = tallies;
        one.merge(&other);
        assert_eq!((one.sum(Count::Turns as usize), one.square(Count::Turns as usize)), (8, 34));
    }
}
