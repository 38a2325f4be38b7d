//! Agreement of two players about cards: rank correlations of their opening values, and the cards on which they differ.

use crate::deck::compiled::Title;
use crate::deck::{Deck, DeckSide};
use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::stats::{Difference, EstimatePair, FALSE_ALARM, OpeningChange, holm, rank_agreement, shift_p};

row! {
    "agreement.csv"
    /// One line of `agreement.csv`: how far two strategies agree about the titles of a pile.
    #[derive(Clone, Debug)]
    pub struct AgreementRow {
        /// A strategy.
        pub first: String,
        /// A later strategy of the command line.
        pub second: String,
        /// The pile.
        pub pile: DeckSide,
        /// Titles with a known opening value for both.
        pub titles: u64,
        /// Spearman's correlation of the true opening values; empty if unknown.
        pub spearman: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Spearman's correlation of the estimated opening values.
        pub spearman_of_estimates: Fraction,
    }
}

row! {
    "disagreements.csv"
    /// One line of `disagreements.csv`: the opening values of a title for two strategies.
    #[derive(Clone, Debug)]
    pub struct DisagreementRow {
        /// The first strategy of the command line.
        pub first: String,
        /// Another strategy.
        pub second: String,
        /// Id of the title.
        pub card: String,
        /// Its name.
        pub name: String,
        /// Its pile.
        pub pile: DeckSide,
        /// Copies dealt to the strategy with fewer deals.
        pub n: u64,
        /// Its opening value for the first strategy.
        pub first_value: Fraction,
        /// Its opening value for the second strategy.
        pub second_value: Fraction,
        /// The second minus the first.
        pub difference: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// P-value of no difference, adjusted by Holm over all titles.
        pub adjusted_p: Fraction,
        /// Whether the strategies disagree: the adjusted p-value is below 5%.
        pub disagree: bool,
        /// Its set.
        pub set: String,
    }
}

/// How far two strategies agree.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// One line for each pile.
    pub agreement: &'a [AgreementRow],
    /// One line for each title, in the order of the deck.
    pub titles: &'a [DisagreementRow],
}

impl<'a> Comparison<'a> {
    /// The titles on which the strategies disagree, largest difference first.
    pub(crate) fn disagreements(&self) -> Vec<&'a DisagreementRow> {
        let mut rows: Vec<&DisagreementRow> = self.titles.iter().filter(|row| row.disagree).collect();
        rows.sort_by(|one, other| other.difference.0.abs().total_cmp(&one.difference.0.abs()));
        rows
    }
}

/// How far two strategies agree, by the differences of their opening values in the order of the titles.
pub(crate) fn agreement_rows(deck: &Deck, names: &[String; 2], changes: &[OpeningChange]) -> [AgreementRow; 2] {
    [DeckSide::Door, DeckSide::Treasure].map(|side| agreement(deck, names, changes, side))
}

fn agreement(deck: &Deck, [first, second]: &[String; 2], changes: &[OpeningChange], side: DeckSide) -> AgreementRow {
    let of_pile = deck.titles.iter().zip(changes).filter(|(title, _)| deck.card(title.first).side == side);
    let pair = |difference: &Difference| EstimatePair {
        values: [difference.before, difference.after],
        errors: difference.errors,
        correlation: difference.correlation(),
    };
    let pairs: Vec<EstimatePair> = of_pile.map(|(_, change)| pair(&change.difference)).collect();
    let found = rank_agreement(&pairs);
    AgreementRow {
        first: first.clone(),
        second: second.clone(),
        pile: side,
        titles: found.true_values.n,
        spearman: Fraction(found.true_values.value),
        low: Fraction(found.true_values.low),
        high: Fraction(found.true_values.high),
        spearman_of_estimates: Fraction(found.estimates),
    }
}

/// The opening values of each title for two strategies, by their differences in the order of the titles.
pub(crate) fn disagreement_rows(
    deck: &Deck,
    [first, second]: &[String; 2],
    changes: &[OpeningChange],
) -> Vec<DisagreementRow> {
    let p = |Difference { change, error, freedom, .. }: Difference| shift_p(change.value, error, freedom, 0.0);
    let p: Vec<f64> = changes.iter().map(|change| p(change.difference)).collect();
    let titles = deck.titles.iter().zip(changes).zip(holm(&p));
    let row = |((title, change), adjusted_p): ((&Title, &OpeningChange), f64)| {
        let OpeningChange { deals, difference, .. } = change;
        DisagreementRow {
            first: first.clone(),
            second: second.clone(),
            card: title.id.clone(),
            name: title.name.clone(),
            pile: deck.card(title.first).side,
            n: *deals,
            first_value: Fraction(difference.before),
            second_value: Fraction(difference.after),
            difference: Fraction(difference.change.value),
            low: Fraction(difference.change.low),
            high: Fraction(difference.change.high),
            adjusted_p: Fraction(adjusted_p),
            disagree: adjusted_p < FALSE_ALARM,
            set: deck.set_of(title).id.clone(),
        }
    };
    titles.map(row).collect()
}
