//! `Risk`: first draws of titles, compared with all draws at which the title could have been drawn.
//!
//! Each card of a shuffled pile is on top with the same probability. So each draw is an experiment in which every title
//! still in the pile is drawn or not; `stats::draws` has the estimate.

use crate::deck::{Deck, DeckSide};
use crate::game::{DrawWhy, Outcome};
use crate::ids::{BySeat, CardId, CardSet, Seat};
use crate::run::tally::{DrawTally, Drawer, Draws, FINE, WAYS, Way, share_of_win};

/// Expected win of each strategy before the game, in units of `1 / (WIN * FINE)`.
///
/// Draw values are unbiased with any numbers that do not depend on the tallied games; accurate numbers give narrow
/// intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected(pub Vec<i64>);

/// The draws of one game, in order.
#[derive(Clone, Debug, Default)]
pub(in crate::run) struct DrawList<const W: usize> {
    /// Whether draws are listed.
    pub(in crate::run) listing: bool,
    draws: Vec<(Seat, CardId, DrawWhy)>,
    /// Piles after a reshuffle: the draws before the first draw from it, and the cards of the pile.
    // Only piles after a reshuffle are listed: the first ones are known from the deck.
    piles: Vec<(usize, CardSet<W>)>,
    /// For each pile, whether it was reshuffled and nothing was drawn from it since.
    reshuffled: [bool; 2],
}

impl<const W: usize> DrawList<W> {
    pub(in crate::run) fn clear(&mut self) {
        self.draws.clear();
        self.piles.clear();
        self.reshuffled = [false; 2];
    }

    #[inline]
    pub(in crate::run) fn draw(&mut self, seat: Seat, card: CardId, why: DrawWhy) {
        if self.listing {
            self.draws.push((seat, card, why));
        }
    }

    #[inline]
    pub(in crate::run) fn reshuffle(&mut self, side: DeckSide) {
        self.reshuffled[side as usize] = self.listing;
    }

    /// Records a pile just before its top card is drawn.
    #[inline]
    pub(in crate::run) fn pile(&mut self, side: DeckSide, pile: impl Iterator<Item = CardId>) {
        if std::mem::take(&mut self.reshuffled[side as usize]) {
            self.piles.push((self.draws.len(), pile.collect()));
        }
    }
}

/// Tallies the draws of games.
pub(in crate::run) struct Risk<'a, const W: usize> {
    deck: &'a Deck<CardSet<W>>,
    expected: &'a Expected,
    block: Draws,
    piles: [Pile; 2],
    /// Titles drawn since the opening deal.
    known: Vec<bool>,
    odds: Odds,
}

/// A pile, and the sums over its draws since the deal or the last reshuffle.
#[derive(Clone, Default)]
struct Pile {
    cards: usize,
    /// Copies by title.
    copies: Vec<u8>,
    /// By strategy, way and copies `m`: the sum of (win - expected) * m / (cards - m), in units of `1 / (WIN * FINE^2)`.
    sums: Vec<i64>,
}

// A title is drawn with the probability m / n, and not drawn with (n - m) / n. With these odds as weights of the draws of other
// titles, both cases weigh the same, and a title without effect has the expected difference 0.
/// The odds `m / (n - m)` that the top card of a pile of `n` is one of `m` copies, in units of `1 / FINE^2`.
struct Odds {
    most: usize,
    table: Vec<i64>,
}

impl Odds {
    fn new<const W: usize>(deck: &Deck<CardSet<W>>) -> Odds {
        let most = deck.titles.iter().map(|title| usize::from(title.copies)).max().unwrap_or(1);
        // In units of `FINE` twice, of which one is divided off after the product with an excess. The product is within
        // 64 bits.
        let odds = |n: usize, m: usize| if m < n { (m as i64 * FINE * FINE) / (n - m) as i64 } else { 0 };
        let table = (0..=deck.cards.len()).flat_map(|n| (1..=most).map(move |m| odds(n, m))).collect();
        Odds { most, table }
    }

    fn of_pile(&self, cards: usize) -> &[i64] {
        &self.table[cards * self.most..][..self.most]
    }
}

/// The result of a game for each seat.
struct Ends {
    strategies: BySeat<u8>,
    /// Shares of the win, in units of `WIN`.
    wins: BySeat<u64>,
    /// Wins minus expected wins.
    excess: BySeat<i64>,
}

impl<'a, const W: usize> Risk<'a, W> {
    pub(in crate::run) fn new(deck: &'a Deck<CardSet<W>>, expected: &'a Expected) -> Self {
        let (titles, strategies) = (deck.titles.len(), expected.0.len());
        let odds = Odds::new(deck);
        let sums = vec![0; strategies * WAYS.len() * odds.most];
        let pile = Pile { cards: 0, copies: vec![0; titles], sums };
        let block = Draws::new(titles, strategies);
        Risk { deck, expected, block, piles: [pile.clone(), pile], known: vec![false; titles], odds }
    }

    /// Adds a game to its block.
    pub(in crate::run) fn add(
        &mut self,
        list: &DrawList<W>,
        seating: BySeat<u8>,
        outcome: Outcome,
        tally: &mut DrawTally,
    ) {
        let ends = self.ends(seating, outcome);
        self.known.fill(false);
        self.fill(DeckSide::Door, self.deck.masks.door);
        self.fill(DeckSide::Treasure, self.deck.masks.treasure);
        let mut piles = list.piles.iter().peekable();
        for (place, &(seat, card, why)) in list.draws.iter().enumerate() {
            let side = self.deck.card(card).side;
            if let Some((_, cards)) = piles.next_if(|(before, _)| *before == place) {
                self.fill(side, *cards);
            }
            // The cards of the deal are no draws, but they leave their pile.
            if why != DrawWhy::Deal {
                let drawer = Drawer { seat, strategy: usize::from(seating[seat]), way: Way::from(why) };
                self.draw(side, card, drawer, &ends, tally);
            }
            let pile = &mut self.piles[side as usize];
            pile.cards -= 1;
            pile.copies[usize::from(self.deck.card(card).title)] -= 1;
        }
        // Titles that never came had their chances too; leaving them out would favour those that did.
        for title in 0..self.known.len() {
            if !self.known[title] {
                self.settle(title);
            }
        }
    }

    /// Adds the block to the tally.
    pub(in crate::run) fn close_block(&mut self, tally: &mut DrawTally) {
        tally.add_block(&mut self.block);
    }

    fn ends(&self, strategies: BySeat<u8>, outcome: Outcome) -> Ends {
        let (mut wins, mut excess) = (BySeat::default(), BySeat::default());
        for seat in (0..strategies.0.len() as u8).map(Seat) {
            wins[seat] = share_of_win(outcome.winners, seat);
            let expected = self.expected.0.get(usize::from(strategies[seat])).copied().unwrap_or(0);
            excess[seat] = wins[seat] as i64 * FINE - expected;
        }
        Ends { strategies, wins, excess }
    }

    /// A pile directly after a shuffle.
    fn fill(&mut self, side: DeckSide, cards: CardSet<W>) {
        let pile = &mut self.piles[side as usize];
        pile.sums.fill(0);
        pile.copies.fill(0);
        pile.cards = cards.len();
        cards.iter().for_each(|card| pile.copies[usize::from(self.deck.card(card).title)] += 1);
    }

    /// Tallies a draw after the opening deal. It may be the first draw of its title, and other titles of the pile could
    /// have been drawn.
    fn draw(&mut self, side: DeckSide, card: CardId, drawer: Drawer, ends: &Ends, tally: &mut DrawTally) {
        let Drawer { seat, strategy, way } = drawer;
        let title = usize::from(self.deck.card(card).title);
        let excess = ends.excess[seat];
        let pile = &self.piles[side as usize];
        if !self.known[title] {
            // No other title could have been drawn, so there is nothing to compare with.
            if usize::from(pile.copies[title]) == pile.cards {
                tally.alone(title, strategy);
            } else {
                self.block.draw(title, drawer, ends.wins[seat]);
                self.block.differ(title, strategy, way as usize, excess);
            }
            self.settle(title);
        }
        // One sum for each number of copies, not one for each title of the pile: a title reads the sum of its copies in `settle`.
        let pile = &mut self.piles[side as usize];
        let odds = self.odds.of_pile(pile.cards);
        let sums = &mut pile.sums[(strategy * WAYS.len() + way as usize) * odds.len()..][..odds.len()];
        sums.iter_mut().zip(odds).for_each(|(sum, odds)| *sum += (excess * odds) >> FINE.trailing_zeros());
        debug_assert_eq!(usize::from(ends.strategies[seat]), strategy);
    }

    /// Subtracts the results of the draws at which a title could have been drawn. Called when it is drawn, or at the
    /// end of the game.
    fn settle(&mut self, title: usize) {
        self.known[title] = true;
        let side = self.deck.card(self.deck.titles[title].first).side;
        let pile = &self.piles[side as usize];
        // Without a copy in the pile, the title could not be drawn since the last shuffle.
        let Some(copies) = usize::from(pile.copies[title]).checked_sub(1) else { return };
        for (place, sums) in pile.sums.chunks_exact(self.odds.most).enumerate() {
            // `FINE` is a power of two: this divides by it and rounds to the nearest number.
            let sum = (sums[copies] + FINE / 2) >> FINE.trailing_zeros();
            self.block.differ(title, place / WAYS.len(), place % WAYS.len(), -sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reshuffled_pile_is_listed_when_it_is_drawn_from() {
        let mut list = DrawList::<1> { listing: true, ..DrawList::default() };
        let cards = |cards: std::ops::Range<u16>| cards.map(CardId);
        list.reshuffle(DeckSide::Door);
        list.pile(DeckSide::Treasure, cards(10..20));
        list.draw(Seat(0), CardId(10), DrawWhy::Loot);
        list.reshuffle(DeckSide::Treasure);
        list.pile(DeckSide::Door, cards(0..5));
        list.draw(Seat(0), CardId(0), DrawWhy::Kick);
        list.pile(DeckSide::Treasure, cards(11..20));
        list.pile(DeckSide::Treasure, cards(12..20));
        assert_eq!(list.piles, [(1, cards(0..5).collect()), (2, cards(11..20).collect())]);
    }
}
