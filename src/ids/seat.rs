//! `Seat`, sets of seats, and tables with one value per seat.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// Maximum number of seats at a table.
pub const MAX_SEATS: usize = 6;

/// A place at the table, `0..players`; the next higher seat is to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat to the left at a table of `players`.
    #[inline]
    pub fn left(self, players: u8) -> Seat {
        Seat(if self.0 + 1 == players { 0 } else { self.0 + 1 })
    }

    /// The seat to the right at a table of `players`.
    #[inline]
    pub(crate) fn right(self, players: u8) -> Seat {
        Seat(if self.0 == 0 { players - 1 } else { self.0 - 1 })
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// All seats of a table of `players`.
    #[inline]
    pub(crate) fn all(players: u8) -> SeatSet {
        // In 16 bits, so that any table whose seats fit into the byte is valid.
        SeatSet(((1u16 << players) - 1) as u8)
    }

    /// The set of this seat alone.
    #[inline]
    pub fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Adds `seat`.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes `seat`.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the set contains `seat`.
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The seats of this set without `seat`.
    #[inline]
    pub fn without(mut self, seat: Seat) -> SeatSet {
        self.remove(seat);
        self
    }

    /// The seats in both sets.
    #[inline]
    pub(crate) fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats of this set that are not in `other`.
    #[inline]
    pub(crate) fn not_in(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seats in either set.
    #[inline]
    pub(crate) fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats of this set that satisfy `test`.
    #[inline]
    pub fn filter(self, mut test: impl FnMut(Seat) -> bool) -> SeatSet {
        let mut kept = SeatSet::EMPTY;
        for seat in self.iter() {
            if test(seat) {
                kept.insert(seat);
            }
        }
        kept
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of seats in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// One bit per seat; seat 0 is the lowest bit.
    #[inline]
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits; seat 0 is the lowest bit.
    #[inline]
    pub fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits)
    }

    /// The seats, lowest first.
    #[inline]
    pub fn iter(self) -> Seats {
        Seats(self.0)
    }

    /// The seats in order from `start` to the left around a table of `players`, each with its distance from `start`.
    #[inline]
    pub(crate) fn from(self, start: Seat, players: u8) -> impl Iterator<Item = (u8, Seat)> {
        // Two copies of the table side by side: one shift then turns the seats around it.
        let twice = u16::from(self.0) | u16::from(self.0) << players;
        let turned = (twice >> start.0) as u8 & SeatSet::all(players).0;
        Seats(turned).map(move |Seat(steps)| {
            let place = start.0 + steps;
            (steps, Seat(if place < players { place } else { place - players }))
        })
    }
}

/// Iterator over the seats of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Seats(u8);

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let seat = Seat(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// One value per seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_wrap_around() {
        assert_eq!(Seat(3).left(4), Seat(0));
        assert_eq!(Seat(0).right(4), Seat(3));
        assert_eq!(SeatSet::all(6).len(), 6);
        let seats = SeatSet::all(4).without(Seat(2));
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(1), Seat(3)]);
        assert_eq!(seats.from(Seat(2), 4).collect::<Vec<_>>(), [(1, Seat(3)), (2, Seat(0)), (3, Seat(1))]);
    }
}
