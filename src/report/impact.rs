//! The report of card values: one line a title and strategy.

use serde::Serialize;

use super::number::Fraction;
use super::rows::Row;
use crate::deck::{Deck, DeckSide, Kind};
use crate::stats::{Opening, Z95, benjamini_hochberg, shrink, simultaneous_z, two_sided_p};

/// Confidence of all intervals.
const LEVEL: f64 = 0.95;

/// One line of `values.csv`: a title as one strategy plays it.
#[derive(Clone, Debug, Serialize)]
pub struct ValueRow {
    /// The strategy that sat in all seats.
    pub strategy: String,
    /// Its id.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its back.
    pub deck: DeckSide,
    /// Sort of card.
    pub kind: Kind,
    /// Copies in the deck.
    pub copies: u8,
    /// Copies dealt in opening hands.
    pub opening_n: u64,
    /// What one adds to the chance of winning, relative to the average opening card of its deck.
    pub opening_value: Fraction,
    /// Lower end of its 95% interval.
    pub opening_low: Fraction,
    /// Upper end of its 95% interval.
    pub opening_high: Fraction,
    /// Lower end of the interval that holds for all titles at once.
    pub simultaneous_low: Fraction,
    /// Upper end of the interval that holds for all titles at once.
    pub simultaneous_high: Fraction,
    /// P-value of no value, adjusted by Benjamini and Hochberg over all titles: for screening.
    pub adjusted_p: Fraction,
    /// The value with the luck of extremes taken off, towards the mean of its deck.
    pub shrunken_value: Fraction,
    /// Whether another strategy has it clearly on the other side of 0; empty with one strategy.
    pub sign_differs: Option<bool>,
    /// Its set.
    pub set: String,
}

impl Row for ValueRow {
    const FILE: &'static str = "values.csv";
    const HEADER: &'static [&'static str] = &[
        "strategy",
        "card",
        "name",
        "deck",
        "kind",
        "copies",
        "opening_n",
        "opening_value",
        "opening_low",
        "opening_high",
        "simultaneous_low",
        "simultaneous_high",
        "adjusted_p",
        "shrunken_value",
        "sign_differs",
        "set",
    ];
}

/// The lines of one strategy, in the order of the titles.
pub fn value_rows<const W: usize>(deck: &Deck<W>, strategy: &str, openings: &[Opening]) -> Vec<ValueRow> {
    let errors: Vec<f64> = openings.iter().map(|opening| opening.value.half_width() / Z95).collect();
    let p: Vec<f64> =
        openings.iter().zip(&errors).map(|(opening, error)| two_sided_p(opening.value.value, *error)).collect();
    let adjusted = benjamini_hochberg(&p);
    let reach = simultaneous_z(openings.len(), LEVEL);
    let shrunken = shrunken(deck, openings, &errors);
    let row = |place: usize| {
        let (title, opening) = (&deck.titles[place], &openings[place]);
        let (card, value) = (deck.card(title.first), opening.value.value);
        ValueRow {
            strategy: strategy.to_owned(),
            card: title.id.clone(),
            name: title.name.clone(),
            deck: card.side,
            kind: card.kind,
            copies: title.copies,
            opening_n: opening.n,
            opening_value: Fraction(value),
            opening_low: Fraction(opening.value.low),
            opening_high: Fraction(opening.value.high),
            simultaneous_low: Fraction(value - reach * errors[place]),
            simultaneous_high: Fraction(value + reach * errors[place]),
            adjusted_p: Fraction(adjusted[place]),
            shrunken_value: Fraction(shrunken[place]),
            sign_differs: None,
            set: deck.sets[usize::from(title.set)].id.clone(),
        }
    };
    (0..openings.len()).map(row).collect()
}

/// Shrunken values, each deck by itself: its values cancel.
fn shrunken<const W: usize>(deck: &Deck<W>, openings: &[Opening], errors: &[f64]) -> Vec<f64> {
    let mut values = vec![f64::NAN; openings.len()];
    for side in [DeckSide::Door, DeckSide::Treasure] {
        let places: Vec<usize> =
            (0..openings.len()).filter(|&place| deck.card(deck.titles[place].first).side == side).collect();
        let noisy: Vec<(f64, f64)> = places.iter().map(|&place| (openings[place].value.value, errors[place])).collect();
        for (place, shrunk) in places.into_iter().zip(shrink(&noisy).values) {
            values[place] = shrunk.value;
        }
    }
    values
}

/// Marks titles that two strategies have on different sides of 0, each with an interval that excludes it.
pub fn mark_signs(strategies: &mut [Vec<ValueRow>]) {
    if strategies.len() < 2 {
        return;
    }
    for place in 0..strategies[0].len() {
        let above = strategies.iter().any(|rows| rows[place].opening_low.0 > 0.0);
        let below = strategies.iter().any(|rows| rows[place].opening_high.0 < 0.0);
        strategies.iter_mut().for_each(|rows| rows[place].sign_differs = Some(above && below));
    }
}
