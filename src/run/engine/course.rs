//! `Course`: the Levels of all players over the turns of a game.

use crate::ids::{BySeat, Seat, SeatSet};
use crate::run::tally::{Count, Counts, Mark, ROUNDS, Race, share_of_win};

/// The Levels at the start of each turn, and who was first at the last Level before winning.
#[derive(Clone, Debug, Default)]
pub(in crate::run) struct Course {
    turns: Vec<BySeat<u8>>,
    /// The first player at the last Level before winning, and the turn in which that happened.
    first_at_last: Option<(Seat, usize)>,
}

impl Course {
    pub(in crate::run) fn clear(&mut self) {
        self.turns.clear();
        self.first_at_last = None;
    }

    #[inline]
    pub(in crate::run) fn begin_turn(&mut self, levels: BySeat<u8>) {
        self.turns.push(levels);
    }

    /// Notes that a player reached the last Level before winning.
    #[inline]
    pub(in crate::run) fn reach_last_level(&mut self, seat: Seat) {
        if self.first_at_last.is_none() {
            self.first_at_last = Some((seat, self.turns.len()));
        }
    }

    /// Counts a finished game of this number of players.
    pub(in crate::run) fn count(&self, players: u8, winners: SeatSet, counts: &mut Counts, race: &mut Race) {
        if let Some((_, turn)) = self.first_at_last {
            counts.add(Count::TurnsAfterLastLevel, (self.turns.len() - turn) as u32);
        }
        let Some(middle) = self.turns.get(self.turns.len() / 2).filter(|_| !winners.is_empty()) else { return };
        let win = |seats: SeatSet| seats.iter().next().map(|seat| share_of_win(winners, seat));
        let half = Ends::of(middle, players);
        race.add(Mark::LeaderAtHalf, win(half.first));
        race.add(Mark::LastAtHalf, win(half.last));
        race.add(Mark::FirstAtLastLevel, self.first_at_last.map(|(seat, _)| share_of_win(winners, seat)));
        let mut lasts = SeatSet::EMPTY;
        // The state after a round is that at the start of the next one.
        for (round, levels) in self.turns.iter().step_by(players.into()).enumerate().skip(1) {
            let ends = Ends::of(levels, players);
            lasts = lasts.or(ends.last);
            if round <= ROUNDS {
                race.add(Mark::LeaderAfter(round), win(ends.first));
            }
        }
        counts.add(Count::WonFromLast, u32::from(!lasts.and(winners).is_empty()));
    }
}

/// The players who are alone at the highest and at the lowest Level.
struct Ends {
    first: SeatSet,
    last: SeatSet,
}

impl Ends {
    fn of(levels: &BySeat<u8>, players: u8) -> Ends {
        let levels = &levels.0[..usize::from(players)];
        let (high, low) = levels.iter().fold((0, u8::MAX), |(high, low), &level| (level.max(high), level.min(low)));
        let alone = |place: u8| {
            let bits =
                levels.iter().enumerate().fold(0, |bits, (seat, &level)| bits | u8::from(level == place) << seat);
            if bits.is_power_of_two() { SeatSet::from_bits(bits) } else { SeatSet::EMPTY }
        };
        Ends { first: alone(high), last: alone(low) }
    }
}
