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

    /// Adds the games of another worker.
    pub fn merge(&mut self, other: &CardTally) {
        self.seen.merge(&other.seen);
        self.played.merge(&other.played);
        self.tabled.merge(&other.tabled);
    }
}

/// Games that a sheet has room for: with six players, fifteen pairs each.
const MOST_GAMES: u32 = (1 << DIGITS) / 16;
const DIGITS: usize = 16;

/// A sheet on which games are noted before they are added to a `CardTally`, many at a time.
#[derive(Clone, Debug, Default)]
pub struct Sheet<const W: usize> {
    games: u32,
    seen: Columns<W>,
    played: Columns<W>,
    tabled: Columns<W>,
}

/// What is noted of one way of handling cards.
#[derive(Clone, Debug, Default)]
struct Columns<const W: usize> {
    times: Strokes<W>,
    pairs: Strokes<W>,
}

/// How often each card was in a set, in binary: one set of cards for each digit, so that a whole set is counted at once.
#[derive(Clone, Debug, Default)]
struct Strokes<const W: usize>([CardSet<W>; DIGITS]);

impl<const W: usize> Sheet<W> {
    /// Takes in a game that has ended; `wins` are those of its seats, in units of `WIN`, which go to the tally at once.
    pub fn add(&mut self, tally: &mut CardTally, handled: &Handled<W>, wins: &[u64]) {
        self.seen.add(&mut tally.seen, &handled.seen, wins);
        self.played.add(&mut tally.played, &handled.played, wins);
        self.tabled.add(&mut tally.tabled, &handled.tabled, wins);
        self.games += 1;
        if self.games == MOST_GAMES {
            self.close(tally);
        }
    }

    /// Adds everything to the tally; the sheet is empty again.
    pub fn close(&mut self, tally: &mut CardTally) {
        self.games = 0;
        self.seen.close(&mut tally.seen);
        self.played.close(&mut tally.played);
        self.tabled.close(&mut tally.tabled);
    }
}

impl<const W: usize> Columns<W> {
    fn add(&mut self, tally: &mut Handling, cards: &BySeat<CardSet<W>>, wins: &[u64]) {
        for (seat, &win) in wins.iter().enumerate() {
            let own = cards.0[seat];
            self.times.add(own);
            add_wins(&mut tally.wins, own, win);
            for (other, &other_win) in wins.iter().enumerate().skip(seat + 1) {
                let both = own & cards.0[other];
                self.pairs.add(both);
                add_wins(&mut tally.pair_wins, both, win + other_win);
            }
        }
    }

    fn close(&mut self, tally: &mut Handling) {
        self.times.close(&mut tally.times);
        self.pairs.close(&mut tally.pairs);
    }
}

fn add_wins<const W: usize>(wins: &mut [u64], cards: CardSet<W>, win: u64) {
    if win > 0 {
        cards.iter().for_each(|card| wins[card.index()] += win);
    }
}

impl<const W: usize> Strokes<W> {
    #[inline]
    fn add(&mut self, mut cards: CardSet<W>) {
        for digit in &mut self.0 {
            if cards.is_empty() {
                return;
            }
            let carried = *digit & cards;
            *digit = (*digit | cards).without(carried);
            cards = carried;
        }
    }

    fn close(&mut self, times: &mut [u64]) {
        for (place, digit) in self.0.iter_mut().enumerate() {
            std::mem::take(digit).iter().for_each(|card| times[card.index()] += 1 << place);
        }
    }
}

impl Handling {
    fn merge(&mut self, other: &Handling) {
        add_all(&mut self.times, &other.times);
        add_all(&mut self.wins, &other.wins);
        add_all(&mut self.pairs, &other.pairs);
        add_all(&mut self.pair_wins, &other.pair_wins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::CardId;

    #[test]
    fn strokes_are_counts() {
        let (mut strokes, mut times) = (Strokes::<3>::default(), [0; 192]);
        for n in 0..1000 {
            strokes.add([0, 64, 190].into_iter().filter(|card| n % (card + 1) == 0).map(CardId).collect());
        }
        strokes.close(&mut times);
        assert_eq!((times[0], times[64], times[190], times[1]), (1000, 16, 6, 0));
        assert_eq!(strokes.0, [CardSet::EMPTY; DIGITS]);
    }
}
