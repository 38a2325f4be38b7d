//! Robust values: the opening value of each title at all tables, and whether it depends on the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::interval::Interval;
use super::values::ValueRow;
use crate::deck::DeckSide;
use crate::report::files::number::Fraction;
use crate::report::files::row::{one_column, row};
use crate::stats::{AcrossTables, FALSE_ALARM, holm};

row! {
    "robust_values.csv"
    /// One line of `robust_values.csv`: the opening value of a title at several tables, each with one strategy in all seats.
    #[derive(Clone, Debug)]
    pub struct RobustRow {
        /// Id of the title.
        pub card: String,
        /// Its name.
        pub name: String,
        /// Its pile.
        pub pile: DeckSide,
        /// Tables at which it was dealt.
        pub tables: u64,
        /// The mean of its values at these tables. The interval is that of the mean for exactly these tables.
        pub mean: Interval,
        /// Its lowest value at a table.
        pub lowest: Fraction,
        /// The strategy at that table.
        pub lowest_with: String,
        /// Its highest value at a table.
        pub highest: Fraction,
        /// The strategy at that table.
        pub highest_with: String,
        /// Its best rank in its pile at a table, by shrunken values; 1 is the highest value.
        pub best_rank: u64,
        /// Its worst rank in its pile at a table.
        pub worst_rank: u64,
        /// P-value of equal values at all tables, adjusted by Holm over all titles.
        pub equal_p: Fraction,
        /// P-value of values that do not lie on both sides of 0, adjusted by Holm over all titles.
        pub sign_p: Fraction,
        /// What of it depends on the table.
        pub depends: Dependence,
        /// Its set.
        pub set: String,
    }
}

/// What of a value depends on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dependence {
    /// Nothing beyond chance.
    Nothing,
    /// Only its size.
    Size,
    /// Its rank, by at least half of its pile.
    Rank,
    /// Its sign.
    Sign,
}

one_column!(Dependence);

impl Dependence {
    /// The word for it; empty for nothing.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Dependence::Nothing => "",
            Dependence::Size => "size",
            Dependence::Rank => "rank",
            Dependence::Sign => "sign",
        }
    }
}

impl RobustRow {
    /// By how much its values differ between the tables.
    pub(crate) fn range(&self) -> f64 {
        self.highest.0 - self.lowest.0
    }
}

/// Part of a pile by which the rank of a title must change to be flagged.
const RANKS: f64 = 0.5;

/// The values of all titles across tables. `players` has the values at each table, with the titles in the same order; without tables there
/// are no lines.
pub(crate) fn robust_rows(players: &[&[ValueRow]], across: &[AcrossTables]) -> Vec<RobustRow> {
    let ranks: Vec<Vec<u64>> = players.iter().map(|rows| ranks(rows)).collect();
    let [equal_p, sign_p] = [|found: &AcrossTables| found.equal_p, |found: &AcrossTables| found.sign_p]
        .map(|p| holm(&across.iter().map(p).collect::<Vec<f64>>()));
    let row = |place: usize| {
        let (title, found) = (&players[0][place], &across[place]);
        let values = players.iter().map(|rows| rows[place].opening.value.0).enumerate();
        let known: Vec<(usize, f64)> = values.filter(|(_, value)| value.is_finite()).collect();
        let lowest = known.iter().copied().min_by(|one, other| one.1.total_cmp(&other.1));
        let highest = known.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1));
        let value = |end: Option<(usize, f64)>| Fraction(end.map_or(f64::NAN, |(_, value)| value));
        let with =
            |end: Option<(usize, f64)>| end.map_or(String::new(), |(table, _)| players[table][place].strategy.clone());
        let places = ranks.iter().map(|ranks| ranks[place]);
        let (best_rank, worst_rank) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
        let pile = players[0].iter().filter(|other| other.pile == title.pile).count() as f64;
        let moves = (worst_rank - best_rank) as f64 >= RANKS * pile;
        RobustRow {
            card: title.card.clone(),
            name: title.name.clone(),
            pile: title.pile,
            tables: known.len() as u64,
            mean: found.mean.into(),
            lowest: value(lowest),
            lowest_with: with(lowest),
            highest: value(highest),
            highest_with: with(highest),
            best_rank,
            worst_rank,
            equal_p: Fraction(equal_p[place]),
            sign_p: Fraction(sign_p[place]),
            depends: match (sign_p[place] < FALSE_ALARM, equal_p[place] < FALSE_ALARM) {
                (true, _) => Dependence::Sign,
                (false, true) if moves => Dependence::Rank,
                (false, true) => Dependence::Size,
                (false, false) => Dependence::Nothing,
            },
            set: title.set.clone(),
        }
    };
    let titles = players.first().map_or(0, |_| across.len());
    (0..titles).map(row).collect()
}

/// The rank of each title in its pile at a table.
fn ranks(rows: &[ValueRow]) -> Vec<u64> {
    let above =
        |row: &ValueRow, other: &ValueRow| other.pile == row.pile && other.opening.shrunken.0 > row.opening.shrunken.0;
    rows.iter().map(|row| 1 + rows.iter().filter(|other| above(row, other)).count() as u64).collect()
}
