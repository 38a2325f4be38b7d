//! The result of a block of a contest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{Seat, SeatSet};
use crate::run::engine::plan::Seating;
use crate::run::tally::{WIN, share_of_win};

/// A strategy at a table, over some games with the same strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SeatedStrategy {
    /// Index of the strategy.
    pub strategy: u8,
    /// Number of its seats in each game.
    pub seats: u8,
    /// Its wins over all games, in units of `WIN`.
    pub wins: u16,
}

/// Games of a block with the same strategies at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Group {
    /// Number of games.
    pub games: u8,
    /// The strategies, by index.
    pub sat: Vec<SeatedStrategy>,
}

impl Group {
    /// Number of unfinished games, in units of `WIN`: the wins that no strategy received.
    pub(crate) fn unfinished(&self) -> u64 {
        let won: u64 = self.sat.iter().map(|sat| u64::from(sat.wins)).sum();
        (u64::from(self.games) * WIN).saturating_sub(won)
    }

    /// A strategy at this table.
    pub(crate) fn of(&self, strategy: usize) -> Option<&SeatedStrategy> {
        self.sat.iter().find(|sat| usize::from(sat.strategy) == strategy)
    }
}

/// The result of a block: its games, grouped by the strategies at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct BlockResult {
    /// The groups, in ascending order of their seats.
    pub groups: Vec<Group>,
}

impl BlockResult {
    /// Adds a game.
    pub(crate) fn add(&mut self, seating: &Seating, players: u8, winners: SeatSet) {
        let mut seats = BTreeMap::<u8, (u8, u16)>::new();
        for seat in (0..players).map(Seat) {
            let (count, wins) = seats.entry(seating[seat]).or_default();
            *count += 1;
            *wins += share_of_win(winners, seat) as u16;
        }
        let sat = seats.into_iter().map(|(strategy, (seats, wins))| SeatedStrategy { strategy, seats, wins });
        let game = Group { games: 1, sat: sat.collect() };
        match self.groups.iter_mut().find(|group| have_equal_seats(group, &game)) {
            Some(group) => merge(group, &game),
            None => self.groups.push(game),
        }
        // In one order, so that equal results are equal keys.
        self.groups.sort();
    }

    /// Number of games.
    pub(crate) fn games(&self) -> u64 {
        self.groups.iter().map(|group| u64::from(group.games)).sum()
    }
}

/// Whether two groups have the same strategies in the same number of seats.
fn have_equal_seats(one: &Group, other: &Group) -> bool {
    let seats = |group: &Group| -> Vec<(u8, u8)> { group.sat.iter().map(|sat| (sat.strategy, sat.seats)).collect() };
    seats(one) == seats(other)
}

fn merge(group: &mut Group, game: &Group) {
    group.games += game.games;
    group.sat.iter_mut().zip(&game.sat).for_each(|(sat, more)| sat.wins += more.wins);
}
