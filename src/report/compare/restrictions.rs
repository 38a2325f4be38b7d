//! The cost of restrictions.

use std::io::{self, Write};

use super::contest::HeadToHead;
use crate::report::files::number::{Fraction, counted, percent, points, signed};
use crate::report::files::row::row;
use crate::report::files::table::Table;
use crate::report::manifest::Manifest;
use crate::run::{Contest, Results};
use crate::stats::{Estimate, Scores};

row! {
    "restrictions.csv"
    /// One line of `restrictions.csv`: a restricted copy of a strategy against copies without the restriction.
    #[derive(Clone, Debug)]
    pub struct RestrictionRow {
        /// What the copy never does.
        pub restriction: String,
        /// Number of games.
        pub games: u64,
        /// Number of blocks, the sample units.
        pub blocks: u64,
        /// Win rate of the restricted copy in its seat.
        pub win_rate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Difference from the win rate of an equal player.
        pub difference: Fraction,
        /// Lower end of its 95% interval.
        pub difference_low: Fraction,
        /// Upper end of its 95% interval.
        pub difference_high: Fraction,
        /// Elo difference from the others.
        pub elo: Fraction,
        /// Lower end of its 95% interval.
        pub elo_low: Fraction,
        /// Upper end of its 95% interval.
        pub elo_high: Fraction,
    }
}

impl RestrictionRow {
    /// The row of a contest whose first strategy is restricted.
    pub(crate) fn new(restriction: &str, contest: &Contest, results: &Results) -> RestrictionRow {
        let found = Scores::of_contest(contest, results).map(|scores| HeadToHead::new(&scores));
        let of = |part: fn(&HeadToHead) -> f64| Fraction(found.as_ref().map_or(Estimate::NONE.value, part));
        RestrictionRow {
            restriction: restriction.to_owned(),
            games: results.games(),
            blocks: results.blocks(),
            win_rate: of(|found| found.share.0),
            low: of(|found| found.share_low.0),
            high: of(|found| found.share_high.0),
            difference: of(|found| found.share.0 - found.fair.0),
            difference_low: of(|found| found.share_low.0 - found.fair.0),
            difference_high: of(|found| found.share_high.0 - found.fair.0),
            elo: of(|found| found.elo.0),
            elo_low: of(|found| found.elo_low.0),
            elo_high: of(|found| found.elo_high.0),
        }
    }
}

/// Prints the rows as a table of at most `width` columns.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn write_restrictions(
    manifest: &Manifest,
    rows: &[RestrictionRow],
    width: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let Manifest { players, seed, strategies, .. } = manifest;
    writeln!(out, "{}, {players} players, seed {seed}", manifest.deck().name())?;
    let games = rows.first().map_or(String::new(), |row| format!(", {} each", counted(row.games, "game")));
    writeln!(out, "one {0} with a restriction against copies of {0} without it{games}\n", strategies[0].name)?;
    let mut table = Table::new(&["never", "win rate", "pp", "95% interval", "Elo", "95% interval"]);
    for row in rows {
        let number = |number: Fraction| signed(number.0, 1);
        let (low, high) = (points(row.difference_low), points(row.difference_high));
        table.add(vec![
            row.restriction.clone(),
            percent(row.win_rate),
            points(row.difference),
            format!("{low} to {high}"),
            number(row.elo),
            format!("{} to {}", number(row.elo_low), number(row.elo_high)),
        ]);
    }
    table.write(1, width, out)
}
