//! The keys of a block of games: each shuffle, die and mind has its own stream, so none affects another.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{below, mix};
use crate::ids::{BySeat, Seat};

/// The keys of one block of games, and the position in each stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    decks: u64,
    dice: u64,
    minds: u64,
    rolls: BySeat<u16>,
    thoughts: BySeat<u16>,
    reshuffles: [u8; 2],
    chances: u16,
}

// Labels of numbers from the key of the dice. The kind stands above the bits of seat and count, so no two labels are
// equal.
const DICE: u64 = 1 << 32;
const CHANCE: u64 = 2 << 32;

impl Keys {
    /// The keys of a block: ChaCha8 with the seed of the run, on the stream of the block number.
    pub fn of_block(seed: u64, block: u64) -> Keys {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(bytes);
        stream.set_stream(block);
        Keys {
            // The order of these three numbers is part of every game.
            decks: stream.next_u64(),
            dice: stream.next_u64(),
            minds: stream.next_u64(),
            rolls: BySeat::default(),
            thoughts: BySeat::default(),
            reshuffles: [0; 2],
            chances: 0,
        }
    }

    /// The key for the next shuffle of a pile: first the deal, then each reshuffle.
    pub(crate) fn shuffle(&mut self, side: usize) -> u64 {
        let count = self.reshuffles[side];
        // All counts wrap: in a game that does not end, keys repeat, which harms nothing, until a bound stops the game.
        self.reshuffles[side] = count.wrapping_add(1);
        mix(self.decks ^ (side as u64) << 8 ^ u64::from(count) << 16)
    }

    /// A die roll of `seat`, 1 to 6.
    pub(crate) fn die(&mut self, seat: Seat) -> u8 {
        let count = self.rolls[seat];
        self.rolls[seat] = count.wrapping_add(1);
        let random = mix(self.dice ^ mix(DICE | u64::from(seat.0) << 16 | u64::from(count)));
        below(random, 6) as u8 + 1
    }

    /// A number in `0..bound`, for cards taken at random.
    pub(crate) fn chance(&mut self, bound: usize) -> usize {
        let count = self.chances;
        self.chances = count.wrapping_add(1);
        below(mix(self.dice ^ mix(CHANCE | u64::from(count))), bound as u32) as usize
    }

    /// The mind of `seat` for its next decision. Its numbers affect no card and no die.
    #[inline]
    pub(crate) fn mind(&mut self, seat: Seat) -> Mind {
        let count = self.thoughts[seat];
        self.thoughts[seat] = count.wrapping_add(1);
        // The low 32 bits are left to the numbers drawn for this decision.
        Mind { key: self.minds, label: u64::from(seat.0) << 48 | u64::from(count) << 32 }
    }

    /// The same positions in streams with keys derived from `random`.
    pub(crate) fn rekeyed(mut self, random: u64) -> Keys {
        self.decks = mix(random ^ 1);
        self.dice = mix(random ^ 2);
        self.minds = mix(random ^ 3);
        self
    }
}

/// Random numbers for one decision of one seat, from that seat's own stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mind {
    key: u64,
    label: u64,
}

impl Mind {
    /// The next 64 random bits.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.label += 1;
        mix(self.key ^ mix(self.label))
    }

    /// A number in `0..bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        below(self.draw(), bound as u32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_and_seed_each_change_the_keys_and_dice_are_1_to_6() {
        let mut keys = Keys::of_block(42, 0);
        let dice: Vec<u8> = (0..12).map(|_| keys.die(Seat(0))).collect();
        assert!(dice.iter().all(|die| (1..=6).contains(die)));
        assert_ne!(Keys::of_block(42, 0), Keys::of_block(42, 1));
        assert_ne!(Keys::of_block(42, 0), Keys::of_block(43, 0));
    }

    #[test]
    fn new_keys_do_not_depend_on_the_old_ones() {
        let (one, other) = (Keys::of_block(42, 0), Keys::of_block(43, 9));
        assert_eq!(one.rekeyed(7), other.rekeyed(7));
        assert_ne!(one.rekeyed(7), one.rekeyed(8));
    }

    #[test]
    fn dice_are_fair() {
        let mut counts = [0u32; 6];
        let mut keys = Keys::of_block(1, 1);
        for _ in 0..60_000 {
            counts[usize::from(keys.die(Seat(3))) - 1] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
    }
}
