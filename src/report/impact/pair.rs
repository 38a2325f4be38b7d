//! The report of two cards in one opening hand.

use std::borrow::Cow;

use super::interval::Interval;
use crate::deck::Deck;
use crate::report::files::row::row;
use crate::stats::{Estimate, PairValue};

/// Together they are worth more than the sum of both.
pub(crate) const SYNERGY: &str = "synergy";
/// Together they are worth less than the sum of both.
pub(crate) const REDUNDANCY: &str = "redundancy";
/// The interval contains 0.
pub(crate) const NEITHER: &str = "neither shown";

row! {
    "pair.csv"
    /// The interaction of two cards in one opening hand, as one strategy plays them.
    #[derive(Clone, Debug)]
    pub struct InteractionRow {
        /// The strategy of the seats that had them.
        pub strategy: String,
        /// Id of the first card.
        pub first: String,
        /// Name of the first card.
        pub first_name: String,
        /// Id of the second card; of two copies of a card, the same.
        pub second: String,
        /// Name of the second card.
        pub second_name: String,
        /// `synergy`, `redundancy`, or `neither shown` if the interval of the interaction contains 0.
        pub verdict: Cow<'static, str>,
        /// The value of both in one opening hand minus the sum of the values of each alone.
        pub interaction: Interval,
        /// The change in the probability of winning from both in one hand, relative to a hand without them.
        pub both: Interval,
        /// The same for the first card alone.
        pub first_alone: Interval,
        /// The same for the second card alone.
        pub second_alone: Interval,
    }
}

impl InteractionRow {
    /// Whether the pair is two copies of one card.
    pub(crate) fn is_same_card(&self) -> bool {
        self.second_alone == self.first_alone && self.first == self.second
    }

    /// The interaction of two titles for a strategy.
    pub(crate) fn new(deck: &Deck, titles: [usize; 2], strategy: String, found: &PairValue) -> InteractionRow {
        let [first, second] = titles.map(|title| &deck.titles[title]);
        let value = |place: usize| Interval::from(found.values[place.min(found.values.len() - 1)]);
        InteractionRow {
            strategy,
            first: first.id.clone(),
            first_name: first.name.clone(),
            second: second.id.clone(),
            second_name: second.name.clone(),
            verdict: verdict(found.interaction).into(),
            interaction: found.interaction.into(),
            both: value(0),
            first_alone: value(1),
            // Two copies of one title have one value of a single copy.
            second_alone: value(2),
        }
    }
}

/// What the interval of an interaction shows.
pub(crate) fn verdict(Estimate { low, high, .. }: Estimate) -> &'static str {
    match () {
        () if low > 0.0 => SYNERGY,
        () if high < 0.0 => REDUNDANCY,
        () => NEITHER,
    }
}
