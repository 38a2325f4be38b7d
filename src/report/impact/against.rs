//! Values against a card that does nothing, beside those against the average card.

use super::interval::Interval;
use super::values::ValueRow;
use crate::deck::DeckSide;
use crate::report::files::row::row;
use crate::stats::{Estimate, difference_at_once};

row! {
    "blank_values.csv"
    /// The opening value of a card that does nothing.
    #[derive(Clone, Debug)]
    pub struct BlankValueRow {
        /// The strategy.
        pub strategy: String,
        /// The pile.
        pub pile: DeckSide,
        /// The change in the probability of winning from such a card in the opening hand, relative to the average opening
        /// card of the pile.
        pub opening: Interval,
    }
}

/// The value against a blank, from both values against the average card. Their games are independent.
pub(crate) fn against(opening: Interval, blank: Interval) -> Interval {
    let estimate = |of: Interval| Estimate { value: of.value.0, low: of.low.0, high: of.high.0, n: of.n };
    if blank.n == 0 || opening.n == 0 {
        return Estimate::NONE.into();
    }
    difference_at_once(estimate(blank), estimate(opening), 1).into()
}

/// Fills in the values against the blanks.
pub(crate) fn compare_with_blanks(rows: &mut [ValueRow], blanks: &[BlankValueRow]) {
    for row in rows {
        let is_own = |blank: &&BlankValueRow| blank.strategy == row.strategy && blank.pile == row.pile;
        if let Some(blank) = blanks.iter().find(is_own) {
            row.against_blank = against(row.opening.interval(), blank.opening);
        }
    }
}
