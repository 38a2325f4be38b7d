//! The screening of pairs: one line per pair of titles and strategy.

use crate::deck::Deck;
use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::run::tally::PairTally;
use crate::stats::{ScreenedPair, benjamini_hochberg, screened_pairs, shrink_groups};

/// The expected share of false findings among all pairs that stand out.
pub(crate) const FALSE_SHARE: f64 = 0.05;

row! {
    "card_pairs.csv"
    /// The interaction of two cards in one opening hand, from the same games as all others.
    #[derive(Clone, Debug)]
    pub struct CardPairRow {
        /// The strategy.
        pub strategy: String,
        /// Id of the first card.
        pub first: String,
        /// Name of the first card.
        pub first_name: String,
        /// Its set.
        pub first_set: String,
        /// Id of the second card.
        pub second: String,
        /// Name of the second card.
        pub second_name: String,
        /// Its set.
        pub second_set: String,
        /// Opening hands with one copy of both.
        pub n: u64,
        /// The win rate with both, minus that with each alone, plus that with neither.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// P-value of no interaction, adjusted by Benjamini and Hochberg over all pairs of the strategy.
        pub adjusted_p: Fraction,
        /// The value shrunk towards the mean of the pairs of its piles.
        pub shrunken: Fraction,
        /// Lower end of its 95% posterior interval.
        pub shrunken_low: Fraction,
        /// Upper end of its 95% posterior interval.
        pub shrunken_high: Fraction,
    }
}

impl CardPairRow {
    /// Whether the pair stands out among all pairs.
    pub fn stands_out(&self) -> bool {
        self.adjusted_p.0 < FALSE_SHARE
    }
}

/// The pairs of a deck as one strategy plays them: those that stand out most first.
pub(crate) fn pair_rows(deck: &Deck, strategy: &str, tally: &PairTally) -> Vec<CardPairRow> {
    let pairs = screened_pairs(tally);
    let adjusted = benjamini_hochberg(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>());
    let noisy: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.value.value, pair.error)).collect();
    let side = |title: usize| deck.card(deck.titles[title].first).side as u8;
    let piles: Vec<u8> = pairs.iter().map(|pair| side(pair.first) + side(pair.second)).collect();
    let shrunken = shrink_groups(&noisy, &piles);
    let row = |(place, ScreenedPair { first, second, value, .. }): (usize, &ScreenedPair)| {
        let [first, second] = [*first, *second].map(|title| &deck.titles[title]);
        CardPairRow {
            strategy: strategy.to_owned(),
            first: first.id.clone(),
            first_name: first.name.clone(),
            first_set: deck.set_of(first).id.clone(),
            second: second.id.clone(),
            second_name: second.name.clone(),
            second_set: deck.set_of(second).id.clone(),
            n: value.n,
            value: Fraction(value.value),
            low: Fraction(value.low),
            high: Fraction(value.high),
            adjusted_p: Fraction(adjusted[place]),
            shrunken: Fraction(shrunken[place].value),
            shrunken_low: Fraction(shrunken[place].low),
            shrunken_high: Fraction(shrunken[place].high),
        }
    };
    let mut rows: Vec<CardPairRow> = pairs.iter().enumerate().map(row).collect();
    // The order of the titles decides between equal ones.
    rows.sort_by(|one, other| {
        let far = |row: &CardPairRow| row.shrunken.0.abs();
        one.adjusted_p.0.total_cmp(&other.adjusted_p.0).then(far(other).total_cmp(&far(one)))
    });
    rows
}
