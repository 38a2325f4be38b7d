//! Contests: which strategies play each other, in which seats.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::language::PlayerCounts;
use crate::game::{GameSetup, Keys};
use crate::random::{below, mix};
use crate::run::engine::plan::{PlanError, Seating, rotations};

/// The random stream of the seats.
// The letters of "seats!".
const SEATS: u64 = 0x7365_6174_7321;

/// Maximum number of strategies in a contest. With more, a lap of all tables would be too long.
// 12 strategies make 924 tables of six, or 495 of four.
pub(crate) const MAX_STRATEGIES: usize = 12;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContestKind {
    /// Strategies 0 and 1 in pairs of games: in the second game, they exchange all seats.
    Duel,
    /// Strategy 0 in one seat, the others in all other seats, in all rotations.
    Field,
    /// All strategies at tables with as many different ones as possible, in all rotations.
    Ladder,
}

/// The games of a contest: block after block, without an end. A *lap* is one block for each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    kind: ContestKind,
    players: u8,
    strategies: usize,
    seed: u64,
    /// The different strategies at each table.
    tables: Vec<Vec<u8>>,
}

impl Contest {
    /// A contest of the strategies `0..strategies`: 2 for a duel, 2 or more for a field and 3 or more for a ladder, at
    /// most `MAX_STRATEGIES`.
    ///
    /// # Errors
    /// If the deck does not allow this number of players, or there are too many strategies.
    pub fn new(
        kind: ContestKind,
        strategies: usize,
        players: u8,
        limits: PlayerCounts,
        seed: u64,
    ) -> Result<Contest, PlanError> {
        PlanError::check_players(players, limits)?;
        if strategies > MAX_STRATEGIES {
            return Err(PlanError::TooManyStrategies { strategies, most: MAX_STRATEGIES });
        }
        let all: Vec<u8> = (0..strategies as u8).collect();
        let tables = match kind {
            ContestKind::Duel | ContestKind::Field => vec![all],
            ContestKind::Ladder => subsets(&all, strategies.min(usize::from(players))),
        };
        Ok(Contest { kind, players, strategies, seed, tables })
    }

    /// The same contest with another seed.
    pub(crate) fn with_seed(&self, seed: u64) -> Contest {
        Contest { seed, ..self.clone() }
    }

    /// Who plays whom.
    pub(crate) fn kind(&self) -> ContestKind {
        self.kind
    }

    /// Number of players at a table.
    pub(crate) fn players(&self) -> u8 {
        self.players
    }

    /// Number of strategies.
    pub(crate) fn strategies(&self) -> usize {
        self.strategies
    }

    /// The master seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of blocks in a lap.
    pub(crate) fn tables(&self) -> u64 {
        self.tables.len() as u64
    }

    /// Maximum number of games in a block.
    pub(crate) fn games_per_block(&self) -> u64 {
        match self.kind {
            ContestKind::Duel => 2,
            ContestKind::Field | ContestKind::Ladder => u64::from(self.players),
        }
    }

    /// Number of blocks of whole laps for at least this many games.
    pub(crate) fn blocks_for(&self, games: u64) -> u64 {
        let lap = self.tables().saturating_mul(self.games_per_block());
        games.div_ceil(lap).saturating_mul(self.tables())
    }

    /// The players and random keys of a block.
    pub(crate) fn game_setup(&self, block: u64) -> GameSetup {
        GameSetup { players: self.players, keys: Keys::of_block(self.seed, block) }
    }

    /// The seatings of a block; each is played once. No two are equal.
    pub(crate) fn seatings(&self, block: u64) -> Vec<Seating> {
        let mut order = self.order(block);
        self.shuffle(&mut order, block);
        match self.kind {
            ContestKind::Duel => {
                // The strategies of a duel are 0 and 1.
                let exchanged: Vec<u8> = order.iter().map(|strategy| 1 - strategy).collect();
                [order, exchanged].iter().map(|order| seating(order)).collect()
            }
            ContestKind::Field | ContestKind::Ladder => rotations(self.players, &order),
        }
    }

    /// The strategies of a block, one for each seat. If there are more seats than strategies, the strategies take turns
    /// to have an additional seat.
    fn order(&self, block: u64) -> Vec<u8> {
        let (table, lap) = (&self.tables[(block % self.tables()) as usize], block / self.tables());
        let seats = usize::from(self.players);
        let (first, others) = match self.kind {
            ContestKind::Field => table.split_at(1),
            ContestKind::Duel | ContestKind::Ladder => table.split_at(table.len()),
        };
        let repeated = if others.is_empty() { first } else { others };
        let turn = (lap % repeated.len() as u64) as usize;
        let more = repeated.iter().cycle().skip(turn).copied();
        first.iter().copied().chain(more).take(seats).collect()
    }

    /// Puts the strategies of a block into random seats.
    fn shuffle(&self, order: &mut [u8], block: u64) {
        // From the seed and the block alone, not from the keys of the game: seats are chosen before there is a game,
        // and a continued contest must find the same ones.
        let mut random = mix(mix(self.seed ^ SEATS).wrapping_add(block));
        // Fisher and Yates: each order is equally likely.
        for place in (1..order.len()).rev() {
            random = mix(random);
            order.swap(place, below(random, place as u32 + 1) as usize);
        }
    }
}

/// The strategies in seat order, as a seating.
fn seating(order: &[u8]) -> Seating {
    let mut seating = Seating::default();
    seating.0[..order.len()].copy_from_slice(order);
    seating
}

/// All subsets of this size, in lexicographic order.
fn subsets(all: &[u8], size: usize) -> Vec<Vec<u8>> {
    match (size, all.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((first, rest))) => {
            let with = subsets(rest, size - 1).into_iter().map(|subset| [vec![*first], subset].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: PlayerCounts = PlayerCounts { min: 3, max: 6 };

    fn contest(kind: ContestKind, strategies: usize, players: u8) -> Contest {
        Contest::new(kind, strategies, players, LIMITS, 7).expect("a contest")
    }

    /// Number of seats of a strategy in a seating.
    fn seats(contest: &Contest, seating: &Seating, strategy: u8) -> usize {
        seating.0[..usize::from(contest.players())].iter().filter(|other| **other == strategy).count()
    }

    #[test]
    fn a_duel_exchanges_all_seats() {
        for players in 3..=6 {
            let duel = contest(ContestKind::Duel, 2, players);
            for block in 0..50 {
                let seatings = duel.seatings(block);
                assert_eq!(seatings.len(), 2);
                for seat in 0..usize::from(players) {
                    assert_eq!(seatings[0].0[seat] + seatings[1].0[seat], 1);
                }
                let first = seats(&duel, &seatings[0], 0);
                assert!(first == usize::from(players / 2) || first == usize::from(players.div_ceil(2)));
            }
        }
    }

    #[test]
    fn every_mask_of_seats_occurs() {
        let duel = contest(ContestKind::Duel, 2, 4);
        let masks: std::collections::BTreeSet<_> = (0..200).map(|block| duel.seatings(block)[0].0).collect();
        assert_eq!(masks.len(), 6);
    }

    #[test]
    fn the_focal_strategy_has_every_seat_once_and_the_field_takes_turns() {
        let field = contest(ContestKind::Field, 3, 4);
        let mut total = [0; 3];
        for block in 0..20 {
            let seatings = field.seatings(block);
            assert_eq!(seatings.len(), 4);
            for seat in 0..4 {
                assert_eq!(seatings.iter().filter(|seating| seating.0[seat] == 0).count(), 1);
            }
            (0..3).for_each(|strategy| total[usize::from(strategy)] += seats(&field, &seatings[0], strategy));
        }
        assert_eq!(total, [20, 30, 30]);
    }

    #[test]
    fn a_ladder_seats_all_strategies_equally_often() {
        for (strategies, players, lap) in [(3, 4, 1), (3, 6, 1), (4, 4, 1), (5, 3, 10), (7, 6, 7)] {
            let ladder = contest(ContestKind::Ladder, strategies, players);
            assert_eq!(ladder.tables(), lap);
            let mut total = vec![0; strategies];
            for block in 0..lap * 12 {
                let seatings = ladder.seatings(block);
                let seats = |strategy| seats(&ladder, &seatings[0], strategy as u8);
                (0..strategies).for_each(|strategy| total[strategy] += seats(strategy));
                let distinct = (0..strategies).filter(|strategy| seats(*strategy) > 0).count();
                assert_eq!(distinct, strategies.min(usize::from(players)));
            }
            assert!(total.iter().all(|seats| *seats == total[0]), "{total:?}");
        }
    }

    #[test]
    fn games_are_rounded_up_to_whole_laps() {
        assert_eq!(contest(ContestKind::Duel, 2, 4).blocks_for(9), 5);
        assert_eq!(contest(ContestKind::Ladder, 5, 3).blocks_for(31), 20);
        assert!(Contest::new(ContestKind::Duel, 2, 7, LIMITS, 1).is_err());
    }

    #[test]
    fn too_many_strategies_are_refused() {
        for kind in [ContestKind::Field, ContestKind::Ladder] {
            assert_eq!(contest(kind, MAX_STRATEGIES, 4).strategies(), MAX_STRATEGIES);
            let error = Contest::new(kind, MAX_STRATEGIES + 1, 4, LIMITS, 7).expect_err("too many");
            assert_eq!(error.to_string(), "13 strategies, but at most 12 can be compared");
        }
    }
}
