//! Cards seen, played and put on the table: descriptive counts.

use serde::{Deserialize, Serialize};

use super::sums::add_all;
use super::win::WIN;
use crate::game::{Event, Recorder, Zone};
use crate::ids::{BySeat, CardSet, MAX_SEATS, SeatSet};

/// The cards that each seat has handled in one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handled<const W: usize> {
    /// Cards that reached the hand or table of the seat.
    pub seen: BySeat<CardSet<W>>,
    /// Cards that the seat played from hand.
    pub played: BySeat<CardSet<W>>,
    /// Cards that the seat put into play.
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

/// For each physical card: the number of seats that handled it, and their wins in units of `WIN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardTally {
    /// Cards seen.
    pub seen: Handling,
    /// Cards played.
    pub played: Handling,
    /// Cards put on the table.
    pub tabled: Handling,
}

/// For one way of handling cards: how often each card was handled, and the wins of the seats that handled it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handling {
    /// Number of times, by card.
    pub times: Vec<u64>,
    /// Wins, by card.
    pub wins: Vec<u64>,
    /// Number of pairs of seats of one game that both handled the card.
    pub pairs: Vec<u64>,
    /// Wins of either seat of these pairs, by card.
    pub pair_wins: Vec<u64>,
}

impl CardTally {
    /// All counts zero.
    pub(crate) fn new(cards: usize) -> CardTally {
        let zeros = || vec![0; cards];
        let none = || Handling { times: zeros(), wins: zeros(), pairs: zeros(), pair_wins: zeros() };
        CardTally { seen: none(), played: none(), tabled: none() }
    }

    /// Adds the games of another worker.
    pub(crate) fn merge(&mut self, other: &CardTally) {
        self.seen.merge(&other.seen);
        self.played.merge(&other.played);
        self.tabled.merge(&other.tabled);
    }
}

// Sets of binary digits: a counter of each card without a loop over cards. The sheet is emptied long before one
// overflows.
const DIGITS: usize = 24;
/// Maximum number of games on a sheet. A game adds at most 30 to a counter: if six winners share a card, each of them
/// shares it with five others.
const MAX_GAMES: u32 = (1 << DIGITS) / 32;

/// A buffer for many games, which are added to a `CardTally` at once.
#[derive(Clone, Debug, Default)]
pub struct Sheet<const W: usize> {
    games: u32,
    seen: Columns<W>,
    played: Columns<W>,
    tabled: Columns<W>,
}

/// The bit-sliced counters of one way of handling cards.
#[derive(Clone, Debug, Default)]
struct Columns<const W: usize> {
    /// Cards that at least one seat of a game handled, at least two seats, and so on.
    shared: [BitCounter<W>; MAX_SEATS],
    /// Cards of winners: of a single winner, of two joint winners, and so on.
    wins: [BitCounter<W>; MAX_SEATS],
    /// The same, once for each other seat that handled the card.
    pair_wins: [BitCounter<W>; MAX_SEATS],
}

/// A bit-sliced counter of each card: one set of cards for each binary digit, so a whole set is counted at once.
#[derive(Clone, Debug, Default)]
struct BitCounter<const W: usize>([CardSet<W>; DIGITS]);

impl<const W: usize> Sheet<W> {
    /// Adds a finished game.
    pub fn add(&mut self, tally: &mut CardTally, handled: &Handled<W>, winners: SeatSet) {
        self.seen.add(&handled.seen, winners);
        self.played.add(&handled.played, winners);
        self.tabled.add(&handled.tabled, winners);
        self.games += 1;
        if self.games == MAX_GAMES {
            self.close(tally);
        }
    }

    /// Adds all games to the tally and empties the sheet.
    pub fn close(&mut self, tally: &mut CardTally) {
        self.games = 0;
        self.seen.close(&mut tally.seen);
        self.played.close(&mut tally.played);
        self.tabled.close(&mut tally.tabled);
    }
}

impl<const W: usize> Columns<W> {
    fn add(&mut self, cards: &BySeat<CardSet<W>>, winners: SeatSet) {
        let shared = by_sharers(cards);
        // The sets are nested, so the first empty one is followed by empty ones only.
        let levels = shared.iter().take_while(|cards| !cards.is_empty()).count();
        for (counter, &cards) in self.shared.iter_mut().zip(&shared[..levels]) {
            counter.add(cards);
        }
        for winner in winners.iter() {
            let (own, together) = (cards[winner], winners.len() - 1);
            self.wins[together].add(own);
            for &cards in shared[..levels].iter().skip(1) {
                self.pair_wins[together].add(own & cards);
            }
        }
    }

    /// A card that `n` seats handled was counted `n` times; `0 + 1 + ... + (n - 1)` is the number of pairs among them.
    fn close(&mut self, tally: &mut Handling) {
        for (others, counter) in (0..).zip(&mut self.shared) {
            counter.close(|card, times| {
                tally.times[card] += times;
                tally.pairs[card] += others * times;
            });
        }
        for (winners, (own, pairs)) in (1..).zip(self.wins.iter_mut().zip(&mut self.pair_wins)) {
            // Exact: `WIN` is divisible by every number of winners.
            own.close(|card, times| tally.wins[card] += times * WIN / winners);
            pairs.close(|card, times| tally.pair_wins[card] += times * WIN / winners);
        }
    }
}

/// The cards of at least one seat, of at least two, and so on.
fn by_sharers<const W: usize>(cards: &BySeat<CardSet<W>>) -> [CardSet<W>; MAX_SEATS] {
    let mut shared = [CardSet::EMPTY; MAX_SEATS];
    for (seat, &own) in cards.0.iter().enumerate() {
        let mut own = own;
        for cards in &mut shared[..=seat] {
            (*cards, own) = (*cards | own, *cards & own);
        }
    }
    shared
}

impl<const W: usize> BitCounter<W> {
    /// Number of digits between two checks whether anything is left to carry.
    // A carry seldom goes further. One check per digit would be a branch that the processor cannot predict.
    const STEP: usize = 8;

    #[inline]
    fn add(&mut self, mut cards: CardSet<W>) {
        for digits in self.0.chunks_exact_mut(Self::STEP) {
            for digit in digits {
                let carried = *digit & cards;
                *digit = (*digit | cards).without(carried);
                cards = carried;
            }
            if cards.is_empty() {
                return;
            }
        }
    }

    fn close(&mut self, mut add: impl FnMut(usize, u64)) {
        for (place, digit) in self.0.iter_mut().enumerate() {
            std::mem::take(digit).iter().for_each(|card| add(card.index(), 1 << place));
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
    use super::super::share_of_win;
    use super::*;
    use crate::ids::{CardId, Seat};
    use crate::random::mix;

    #[test]
    fn a_bit_sliced_counter_counts_every_card() {
        let (mut counter, mut times) = (BitCounter::<3>::default(), [0; 192]);
        for n in 0..1000 {
            counter.add([0, 64, 190].into_iter().filter(|card| n % (card + 1) == 0).map(CardId).collect());
        }
        counter.close(|card, count| times[card] += count);
        assert_eq!((times[0], times[64], times[190], times[1]), (1000, 16, 6, 0));
        assert_eq!(counter.0, [CardSet::EMPTY; DIGITS]);
    }

    /// Counts a game card by card and pair by pair.
    fn count(tally: &mut Handling, cards: &BySeat<CardSet<1>>, winners: SeatSet) {
        let win = |seat| share_of_win(winners, seat);
        for card in 0..64 {
            let seats = (0..6).map(Seat).filter(|&seat| cards[seat].contains(CardId(card)));
            for (others, seat) in seats.clone().enumerate() {
                tally.times[usize::from(card)] += 1;
                tally.wins[usize::from(card)] += win(seat);
                for other in seats.clone().take(others) {
                    tally.pairs[usize::from(card)] += 1;
                    tally.pair_wins[usize::from(card)] += win(seat) + win(other);
                }
            }
        }
    }

    #[test]
    fn a_sheet_counts_every_card_and_pair() {
        let (mut sheet, mut tally, mut counted) = (Sheet::<1>::default(), CardTally::new(64), CardTally::new(64));
        for game in 0..500u64 {
            let set = |seat: u64| (0..64).map(CardId).filter(|card| mix(game * 8 + seat) >> card.0 & 1 == 1).collect();
            let seen = BySeat(std::array::from_fn(|seat| set(seat as u64)));
            let handled = Handled { seen, ..Handled::default() };
            let winners = SeatSet::from_bits(mix(game) as u8 & 63);
            sheet.add(&mut tally, &handled, winners);
            count(&mut counted.seen, &seen, winners);
        }
        sheet.close(&mut tally);
        assert_eq!(tally, counted);
    }
}
