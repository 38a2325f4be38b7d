//! `Played`: the result of a game in eight bytes.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::worker::GameRow;
use crate::ids::{MAX_SEATS, Seat, SeatSet};

/// Number of stored bits of a game's hash. Among 100 million pairs of different games, the probability that one pair
/// appears equal is about 1 in 170.
const HASH_BITS: u32 = 34;
// 34 + 5 + 16 + 3 + 6 bits, the last for the winners, are the 64 of a stored game.
const DEATH_BITS: u32 = 5;
const TURN_BITS: u32 = 16;
const SEAT_BITS: u32 = 3;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winners; empty if the game is unfinished.
    pub winners: SeatSet,
    /// The first player.
    pub first: Seat,
    /// Number of turns.
    pub turns: u16,
    /// Number of deaths, at most 31.
    pub deaths: u8,
    /// The low 34 bits of the hash of all choices, draws and dice.
    pub signature: u64,
}

impl From<&GameRow> for Played {
    fn from(row: &GameRow) -> Played {
        let GameRow { winners, first, turns, .. } = *row;
        let deaths = row.deaths.min((1 << DEATH_BITS) - 1);
        Played { winners, first, turns, deaths, signature: low(row.signature, HASH_BITS) }
    }
}

impl Played {
    /// Number of bytes of a stored game.
    pub(crate) const BYTES: usize = 8;

    /// The stored form, from the low bits: hash, deaths, turns, first seat, winners.
    pub(crate) fn to_bytes(self) -> [u8; Played::BYTES] {
        let seats = u64::from(self.winners.bits()) << SEAT_BITS | u64::from(self.first.0);
        let length = (seats << TURN_BITS | u64::from(self.turns)) << DEATH_BITS | u64::from(self.deaths);
        (length << HASH_BITS | low(self.signature, HASH_BITS)).to_le_bytes()
    }

    /// Reads a stored game of this many players; `None` if the bytes are not valid.
    pub(crate) fn of_bytes(bytes: [u8; Played::BYTES], players: u8) -> Option<Played> {
        if usize::from(players) > MAX_SEATS {
            return None;
        }
        let word = u64::from_le_bytes(bytes);
        let length = word >> HASH_BITS;
        let seats = length >> DEATH_BITS >> TURN_BITS;
        let (first, winners) = (low(seats, SEAT_BITS) as u8, (seats >> SEAT_BITS) as u8);
        let played = Played {
            winners: SeatSet::from_bits(winners),
            first: Seat(first),
            turns: low(length >> DEATH_BITS, TURN_BITS) as u16,
            deaths: low(length, DEATH_BITS) as u8,
            signature: low(word, HASH_BITS),
        };
        // Bytes of a damaged file may name seats that do not exist.
        (first < players && winners & !SeatSet::all(players).bits() == 0).then_some(played)
    }
}

impl Serialize for Played {
    /// A game is one number: there are many of them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        u64::from_le_bytes(self.to_bytes()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = u64::deserialize(deserializer)?.to_le_bytes();
        Played::of_bytes(bytes, MAX_SEATS as u8).ok_or_else(|| D::Error::custom("a game with a seat beyond the table"))
    }
}

/// The low bits of a word.
fn low(word: u64, bits: u32) -> u64 {
    word & ((1 << bits) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn a_stored_game_is_read_unchanged() {
        for n in 0..1000 {
            let winners = SeatSet::from_bits((mix(n) & 63) as u8);
            let (first, turns) = (Seat((mix(n) >> 8) as u8 % 6), (mix(n) >> 16) as u16);
            let played = Played { winners, first, turns, deaths: (n % 32) as u8, signature: mix(n) >> 30 };
            assert_eq!(Played::of_bytes(played.to_bytes(), 6), Some(played));
        }
    }

    #[test]
    fn bytes_with_seats_beyond_the_table_are_invalid() {
        let played = Played { winners: SeatSet::one(Seat(4)), first: Seat(0), turns: 1, deaths: 0, signature: 0 };
        assert_eq!(Played::of_bytes(played.to_bytes(), 4), None);
        let played = Played { winners: SeatSet::EMPTY, first: Seat(3), ..played };
        assert!(Played::of_bytes(played.to_bytes(), 3).is_none() && Played::of_bytes(played.to_bytes(), 4).is_some());
    }
}
