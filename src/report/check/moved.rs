//! The cards whose opening values an edit changed most: a list for screening that has no effect on the verdict.

use std::io::{self, Write};

use crate::deck::Deck;
use crate::report::files::markdown;
use crate::report::files::number::{Fraction, points, thousands};
use crate::report::files::row::row;
use crate::report::files::table::Table;
use crate::stats::{Looks, OpeningChange, Shrunk, benjamini_hochberg, shrink_groups};

/// Maximum number of listed cards.
const LISTED: usize = 10;
/// Head of the column of names.
const HEAD: &str = "change of opening value";

row! {
    "moved.csv"
/// The change of a card's opening value by an edit.
#[derive(Clone, Debug)]
pub struct MovedRow {
    /// Id of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Id of its set.
    pub set: String,
    /// Copies dealt in opening hands, with the deck that dealt fewer.
    pub n: u64,
    /// Its opening value with the deck before the edit.
    pub before: Fraction,
    /// Its opening value with the deck after the edit.
    pub after: Fraction,
    /// After minus before.
    pub change: Fraction,
    /// Lower end of its 95% interval.
    pub low: Fraction,
    /// Upper end of its 95% interval.
    pub high: Fraction,
    /// The change shrunk towards the mean of the unedited titles of its pile, which corrects for the luck of extreme
    /// changes. For an edited title, whose change was not selected, it is the change itself.
    pub shrunken: Fraction,
    /// Lower end of its 95% posterior interval.
    pub shrunken_low: Fraction,
    /// Upper end of its 95% posterior interval.
    pub shrunken_high: Fraction,
    /// P-value of no change, adjusted by Benjamini and Hochberg over all titles of both decks.
    pub adjusted_p: Fraction,
}
}

/// The titles of both decks, by their index in `deck` and whether they are edited, sorted by the size of their shrunken
/// change. Unknown changes are last.
pub(crate) fn moved_rows(
    deck: &Deck,
    titles: &[(usize, bool)],
    changes: &[OpeningChange],
    looks: &Looks,
) -> Vec<MovedRow> {
    let piles = deck.piles();
    // Edited titles are expected to move, and would widen the spread of the others.
    let groups: Vec<_> = titles.iter().map(|&(title, edited)| (!edited).then_some(piles[title])).collect();
    let noisy: Vec<(f64, f64)> =
        changes.iter().map(|change| (change.difference.change.value, change.difference.error)).collect();
    let shrunken = shrink_groups(&noisy, &groups);
    let p = changes.iter().map(|change| looks.p(&change.difference, 0.0));
    let adjusted = benjamini_hochberg(&p.collect::<Vec<_>>());
    let rows = titles.iter().zip(changes).zip(shrunken).zip(adjusted);
    let seen = |change: &OpeningChange| OpeningChange { difference: looks.interval(change.difference), ..*change };
    let row = |(((&(title, edited), change), shrunk), p)| {
        let change = seen(change);
        let (value, low, high) =
            (change.difference.change.value, change.difference.change.low, change.difference.change.high);
        // It was chosen before the games, so it has no luck of the largest change to correct for.
        let shrunk = if edited { Shrunk { value, low, high, ..shrunk } } else { shrunk };
        row(deck, title, &change, shrunk, p)
    };
    let mut rows: Vec<MovedRow> = rows.map(row).collect();
    // Sizes are at least 0, so unknown changes come last.
    let far = |row: &MovedRow| if row.change.0.is_finite() { row.shrunken.0.abs() } else { -1.0 };
    rows.sort_by(|one, other| far(other).total_cmp(&far(one)));
    rows
}

fn row(deck: &Deck, title: usize, change: &OpeningChange, shrunk: Shrunk, adjusted_p: f64) -> MovedRow {
    let (title, difference) = (&deck.titles[title], &change.difference);
    MovedRow {
        card: title.id.clone(),
        name: title.name.clone(),
        set: deck.set_of(title).id.clone(),
        n: change.deals,
        before: Fraction(difference.before),
        after: Fraction(difference.after),
        change: Fraction(difference.change.value),
        low: Fraction(difference.change.low),
        high: Fraction(difference.change.high),
        shrunken: Fraction(shrunk.value),
        shrunken_low: Fraction(shrunk.low),
        shrunken_high: Fraction(shrunk.high),
        adjusted_p: Fraction(adjusted_p),
    }
}

impl MovedRow {
    fn figures(&self) -> [String; 5] {
        [
            thousands(self.n),
            points(self.change),
            points(self.shrunken),
            format!("{} to {}", points(self.shrunken_low), points(self.shrunken_high)),
            format!("{:.3}", self.adjusted_p.0),
        ]
    }
}

/// The listed cards: those that moved most.
fn listed(rows: &[MovedRow]) -> impl Iterator<Item = &MovedRow> {
    rows.iter().filter(|row| row.change.0.abs() > 0.0).take(LISTED)
}

/// The caption of the list.
fn heading(rows: &[MovedRow]) -> String {
    match listed(rows).count() {
        0 => format!("Cards most moved: none of {}", rows.len()),
        some => format!("Cards most moved, {some} of {}: screening only, with no effect on the verdict", rows.len()),
    }
}

/// Prints a table of at most `width` columns.
pub(in crate::report) fn write_table(rows: &[MovedRow], width: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", heading(rows))?;
    let mut table = Table::new(&[HEAD, "n", "measured", "shrunken", "95% interval", "adj. p"]);
    listed(rows).for_each(|row| table.add([vec![row.name.clone()], row.figures().to_vec()].concat()));
    if table.len() > 1 { table.write(1, width, out) } else { Ok(()) }
}

/// Writes Markdown for a pull request, folded.
pub(in crate::report) fn write_markdown(rows: &[MovedRow], out: &mut impl Write) -> io::Result<()> {
    if listed(rows).count() == 0 {
        return writeln!(out, "\n{}.", heading(rows));
    }
    writeln!(out, "\n<details><summary>{}</summary>\n", heading(rows))?;
    writeln!(out, "| {HEAD} | n | measured | shrunken | 95% interval | adjusted p |")?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|")?;
    for row in listed(rows) {
        writeln!(out, "| {} | {} |", markdown::cell(&row.name), row.figures().join(" | "))?;
    }
    writeln!(out, "\n</details>")
}
