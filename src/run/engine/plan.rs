//! `Plan`: the list of games to play.

use crate::deck::language::PlayerCounts;
use crate::game::{GameSetup, Keys};
use crate::ids::{BySeat, MAX_SEATS};

/// The strategy of each seat: indices into the strategies of the run.
pub(crate) type Seating = BySeat<u8>;

/// The games to play: every seating of the strategies on every block of keys.
///
/// Game number = block x seatings + seating, so a longer run starts with the games of a shorter one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    players: u8,
    strategies: usize,
    seatings: Vec<Seating>,
    seed: u64,
    blocks: u64,
}

/// A plan that is not possible.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlanError {
    /// More or fewer players than the deck allows.
    #[error("{players} players, but this deck is for {limits}")]
    Players {
        /// Number of players requested.
        players: u8,
        /// Numbers of players that the deck allows.
        limits: PlayerCounts,
    },
    /// More strategies than seats.
    #[error("{strategies} strategies for {players} players")]
    Strategies {
        /// Number of strategies.
        strategies: usize,
        /// Number of seats.
        players: u8,
    },
    /// More strategies than a contest can have.
    #[error("{strategies} strategies, but at most {most} can be compared")]
    TooManyStrategies {
        /// Number of strategies.
        strategies: usize,
        /// Maximum number.
        most: usize,
    },
    /// No games.
    #[error("there is no game to play")]
    NoGames,
}

impl PlanError {
    /// Checks the number of players.
    ///
    /// # Errors
    /// If the deck does not allow it.
    pub(in crate::run) fn check_players(players: u8, limits: PlayerCounts) -> Result<(), PlanError> {
        let allowed = (limits.min..=limits.max).contains(&players) && usize::from(players) <= MAX_SEATS;
        if allowed { Ok(()) } else { Err(PlanError::Players { players, limits }) }
    }
}

impl Plan {
    /// setup-01: a plan of at least `games` games: whole blocks, each played once in every distinct rotation of the
    /// strategies.
    ///
    /// `order` names the strategies of the seats by their index; a shorter list is repeated around the table.
    ///
    /// # Errors
    /// If the deck does not allow this number of players, there are more strategies than seats, or there are no games.
    pub fn new(players: u8, limits: PlayerCounts, order: &[u8], seed: u64, games: u64) -> Result<Plan, PlanError> {
        PlanError::check_players(players, limits)?;
        if order.len() > usize::from(players) {
            return Err(PlanError::Strategies { strategies: order.len(), players });
        }
        let Some(last) = order.iter().max().filter(|_| games > 0) else { return Err(PlanError::NoGames) };
        let seatings = rotations(players, order);
        let blocks = games.div_ceil(seatings.len() as u64);
        Ok(Plan { players, strategies: usize::from(*last) + 1, seatings, seed, blocks })
    }

    /// The same plan with another seed.
    pub(crate) fn with_seed(&self, seed: u64) -> Plan {
        Plan { seed, ..self.clone() }
    }

    /// Number of players.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Number of strategies.
    pub(crate) fn strategies(&self) -> usize {
        self.strategies
    }

    /// The distinct seatings; each is played once in each block.
    pub fn seatings(&self) -> &[Seating] {
        &self.seatings
    }

    /// The master seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.blocks.saturating_mul(self.seatings.len() as u64)
    }

    /// The players and random keys of a block.
    pub fn game_setup(&self, block: u64) -> GameSetup {
        GameSetup { players: self.players, keys: Keys::of_block(self.seed, block) }
    }

    /// The block of a game, and the strategy of each seat.
    pub fn game(&self, game: u64) -> (u64, Seating) {
        let seatings = self.seatings.len() as u64;
        (game / seatings, self.seatings[(game % seatings) as usize])
    }
}

/// The distinct rotations of the strategies over the seats.
pub(in crate::run) fn rotations(players: u8, order: &[u8]) -> Vec<Seating> {
    let seats = usize::from(players);
    let mut distinct: Vec<Seating> = Vec::new();
    for turned in 0..seats {
        let mut seating = Seating::default();
        for seat in 0..seats {
            seating.0[seat] = order[(seat + turned) % seats % order.len()];
        }
        // Strategies that repeat around the table give equal rotations. Playing one twice would count the same game
        // twice.
        if !distinct.contains(&seating) {
            distinct.push(seating);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: PlayerCounts = PlayerCounts { min: 3, max: 6 };

    fn plan(players: u8, order: &[u8], games: u64) -> Plan {
        Plan::new(players, LIMITS, order, 1, games).expect("a plan")
    }

    #[test]
    fn equal_seatings_are_played_once() {
        assert_eq!(plan(4, &[0], 10).seatings().len(), 1);
        assert_eq!(plan(4, &[0, 1], 10).seatings().len(), 2);
        assert_eq!(plan(4, &[0, 1, 2, 3], 10).seatings().len(), 4);
        assert_eq!(plan(3, &[0, 1], 10).seatings().len(), 3);
        assert_eq!(plan(4, &[0, 1, 1, 1], 10).seatings().len(), 4);
        assert_eq!(plan(5, &[0, 1, 2], 10).seatings()[0].0, [0, 1, 2, 0, 1, 0]);
    }

    #[test]
    fn every_strategy_has_every_seat_equally_often() {
        for order in [&[0, 1, 2][..], &[0, 0, 1], &[0, 1, 0, 2, 1, 1]] {
            let plan = plan(6, order, 1);
            for strategy in 0..3 {
                let counts = (0..6).map(|seat| plan.seatings().iter().filter(|c| c.0[seat] == strategy).count());
                let counts: Vec<usize> = counts.collect();
                assert!(counts.iter().all(|count| *count == counts[0]), "{order:?} {counts:?}");
            }
        }
    }

    #[test]
    fn games_are_rounded_up_to_whole_blocks() {
        let plan = plan(4, &[0, 1, 2, 3], 10);
        assert_eq!((plan.blocks(), plan.games()), (3, 12));
        assert_eq!(plan.game(9).0, 2);
        assert_eq!(plan.game(9).1, plan.seatings()[1]);
    }

    #[test]
    fn impossible_plans_are_errors() {
        let error = Plan::new(7, LIMITS, &[0], 1, 10).expect_err("too many");
        assert_eq!(error.to_string(), "7 players, but this deck is for 3 to 6");
        assert!(Plan::new(3, LIMITS, &[0, 1, 2, 3], 1, 10).is_err());
        assert!(Plan::new(3, LIMITS, &[0], 1, 0).is_err());
        assert!(Plan::new(3, LIMITS, &[], 1, 1).is_err());
    }
}
