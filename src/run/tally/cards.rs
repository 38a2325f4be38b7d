//! Cards seen, played and put on the table: descriptive counts.

use super::add_all;
use crate::game::{Event, Recorder, Zone};
use crate::ids::{BySeat, CardSet};

/// What each seat of one game has had to do with which cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handled<const W: usize> {
    /// Cards that came into the hand or before the seat.
    pub seen: BySeat<CardSet<W>>,
    /// Cards that were played out of the hand.
    pub played: BySeat<CardSet<W>>,
    /// Cards that came to lie before the seat.
    pub tabled: BySeat<CardSet<W>>,
}

impl<const W: usize> Recorder for Handled<W> {
    #[inline(always)]
    fn record(&mut self, event: Event) {
        let Event::Move { card, from, to } = event else { return };
        match to {
            Zone::Hand(seat) => self.seen[seat].insert(card),
            Zone::Table(seat) => {
                self.seen[seat].insert(card);
                self.tabled[seat].insert(card);
            }
            _ => {}
        }
        if let Zone::Hand(seat) = from
            && matches!(to, Zone::Table(_) | Zone::Played)
        {
            self.played[seat].insert(card);
        }
    }
}

/// For each physical card: seats of games that had to do with it, and their wins in units of `WIN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardTally {
    /// Cards seen: how often, and wins.
    pub seen: Handling,
    /// Cards played.
    pub played: Handling,
    /// Cards put on the table.
    pub tabled: Handling,
}

/// How often something was done with each card, and wins of those who did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    /// Times, by card.
    pub times: Vec<u64>,
    /// Wins, by card.
    pub wins: Vec<u64>,
    /// Pairs of seats of one game that both did, by card.
    pub pairs: Vec<u64>,
    /// Wins of either of them, by card.
    pub pair_wins: Vec<u64>,
}

impl CardTally {
    /// Nothing yet.
    pub fn new(cards: usize) -> CardTally {
        let zeros = || vec![0; cards];
        let none = || Handling { times: zeros(), wins: zeros(), pairs: zeros(), pair_wins: zeros() };
        CardTally { seen: none(), played: none(), tabled: none() }
    }

    /// Takes in a game that has ended; `wins` are those of its seats, in units of `WIN`.
    pub fn add<const W: usize>(&mut self, handled: &Handled<W>, wins: &[u64]) {
        self.seen.add(&handled.seen, wins);
        self.played.add(&handled.played, wins);
        self.tabled.add(&handled.tabled, wins);
    }

    /// Adds the games of another worker.
    pub fn merge(&mut self, other: &CardTally) {
        self.seen.merge(&other.seen);
        self.played.merge(&other.played);
        self.tabled.merge(&other.tabled);
    }
}

impl Handling {
    fn add<const W: usize>(&mut self, cards: &BySeat<CardSet<W>>, wins: &[u64]) {
        for (seat, &win) in wins.iter().enumerate() {
            let own = cards.0[seat];
            own.iter().for_each(|card| self.times[card.index()] += 1);
            if win > 0 {
                own.iter().for_each(|card| self.wins[card.index()] += win);
            }
            for (other, &other_win) in wins.iter().enumerate().skip(seat + 1) {
                for card in own & cards.0[other] {
                    self.pairs[card.index()] += 1;
                    self.pair_wins[card.index()] += win + other_win;
                }
            }
        }
    }

    fn merge(&mut self, other: &Handling) {
        add_all(&mut self.times, &other.times);
        add_all(&mut self.wins, &other.wins);
        add_all(&mut self.pairs, &other.pairs);
        add_all(&mut self.pair_wins, &other.pair_wins);
    }
}
