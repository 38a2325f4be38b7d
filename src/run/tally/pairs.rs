//! Pairs: opening hands with one copy of each of two titles, and the wins with them.

use serde::{Deserialize, Serialize};

use crate::ids::Seat;

/// Hands, and their wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HandSums {
    /// Number of hands.
    pub hands: u64,
    /// Their wins, in units of `WIN`.
    pub wins: u64,
}

impl HandSums {
    fn add(&mut self, more: HandSums) {
        self.hands += more.hands;
        self.wins += more.wins;
    }

    /// These hands without some of them.
    pub(crate) fn without(self, less: HandSums) -> HandSums {
        HandSums { hands: self.hands - less.hands, wins: self.wins - less.wins }
    }
}

/// The opening hands of a table with one strategy; empty if they were not counted. A hand contains a title if it has
/// exactly one copy of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTally {
    /// All hands.
    all: HandSums,
    /// Those that contain a title, by title.
    single: Vec<HandSums>,
    /// Those that contain two titles: the row of each title has a place for each title before it.
    both: Vec<HandSums>,
}

impl PairTally {
    /// No hands of a deck with this number of titles.
    pub(crate) fn new(titles: usize) -> PairTally {
        let none = |count| vec![HandSums::default(); count];
        PairTally { all: HandSums::default(), single: none(titles), both: none(row(titles)) }
    }

    /// Number of titles.
    pub(crate) fn titles(&self) -> usize {
        self.single.len()
    }

    /// All hands.
    pub(crate) fn all(&self) -> HandSums {
        self.all
    }

    /// The hands that contain a title.
    pub(crate) fn single(&self, title: usize) -> HandSums {
        self.single[title]
    }

    /// The hands that contain two titles, of which the second has the higher index.
    pub(crate) fn both(&self, first: usize, second: usize) -> HandSums {
        self.both[row(second) + first]
    }

    /// Adds a hand, given by its titles in ascending order, with the win of its player.
    fn add(&mut self, hand: &[u16], wins: u64) {
        let one = HandSums { hands: 1, wins };
        self.all.add(one);
        for (place, &title) in hand.iter().enumerate() {
            self.single[usize::from(title)].add(one);
            let row = row(title.into());
            hand[..place].iter().for_each(|&other| self.both[row + usize::from(other)].add(one));
        }
    }

    /// Adds the hands of another worker.
    pub(crate) fn merge(&mut self, other: &PairTally) {
        if self.titles() == 0 {
            *self = PairTally::new(other.titles());
        }
        self.all.add(other.all);
        self.single.iter_mut().zip(&other.single).for_each(|(sum, more)| sum.add(*more));
        self.both.iter_mut().zip(&other.both).for_each(|(sum, more)| sum.add(*more));
    }
}

/// Start of the row of a title.
fn row(title: usize) -> usize {
    title * title.saturating_sub(1) / 2
}

/// Counts the hands of games.
#[derive(Clone, Debug)]
pub(crate) struct HandCounter {
    pub(crate) tally: PairTally,
    /// The titles of the hand that is being counted.
    hand: Vec<u16>,
}

impl HandCounter {
    /// No games of a deck with this number of titles.
    pub(crate) fn new(titles: usize) -> HandCounter {
        HandCounter { tally: PairTally::new(titles), hand: Vec::with_capacity(titles) }
    }

    /// Adds the hands of the first `players` seats of a game, given by the cards dealt, with the wins of the seats.
    pub(crate) fn add(
        &mut self,
        players: u8,
        dealt: &(impl Iterator<Item = (Seat, u16)> + Clone),
        win: impl Fn(Seat) -> u64,
    ) {
        for seat in (0..players).map(Seat) {
            self.hand.clear();
            self.hand.extend(dealt.clone().filter(|(owner, _)| *owner == seat).map(|(_, title)| title));
            self.hand.sort_unstable();
            keep_single(&mut self.hand);
            self.tally.add(&self.hand, win(seat));
        }
    }
}

/// Removes the titles that occur more than once in a sorted hand.
fn keep_single(hand: &mut Vec<u16>) {
    let (mut kept, mut place) = (0, 0);
    while let Some(&title) = hand.get(place) {
        let copies = hand[place..].iter().take_while(|other| **other == title).count();
        if copies == 1 {
            hand[kept] = title;
            kept += 1;
        }
        place += copies;
    }
    hand.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_counts_for_the_titles_of_which_it_has_one_copy() {
        let mut counter = HandCounter::new(4);
        let dealt = [(0, 3), (1, 2), (0, 1), (1, 0), (0, 3), (0, 0), (1, 3)].map(|(seat, title)| (Seat(seat), title));
        counter.add(3, &dealt.into_iter(), |seat| if seat == Seat(0) { 60 } else { 0 });
        let tally = counter.tally;
        assert_eq!(tally.all(), HandSums { hands: 3, wins: 60 });
        assert_eq!([0, 1, 2, 3].map(|title| tally.single(title).hands), [2, 1, 1, 1]);
        assert_eq!(tally.both(0, 1), HandSums { hands: 1, wins: 60 }, "the hand of seat 0 has two copies of title 3");
        assert_eq!([tally.both(1, 3), tally.both(0, 3)].map(|sums| sums.hands), [0, 1]);
        let mut sum = PairTally::default();
        sum.merge(&tally);
        sum.merge(&tally);
        assert_eq!(sum.both(0, 2), HandSums { hands: 2, wins: 0 });
    }
}
