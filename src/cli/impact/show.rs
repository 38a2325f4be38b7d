//! Card values on the terminal: the best and worst cards of each pile, and the identities.

use std::io::{self, Write};

use crate::deck::DeckSide;
use crate::report::impact::{CardValue, ValueManifest, ValueRow};
use crate::report::{fitted, thousands};

/// Number of cards at each end of the list.
const EXTREMES: usize = 10;

/// Shows the values of one strategy.
pub(super) fn values(rows: &[ValueRow], run: &ValueManifest, out: &mut impl Write) -> io::Result<()> {
    let (time, games) = (run.run.duration_seconds, thousands(run.run.games));
    let draws = thousands(run.draws);
    let strategy = &rows[0].strategy;
    writeln!(out, "{strategy}: {games} games in {time:.1} s, {draws} draws")?;
    section("Doors", &of_deck(rows, DeckSide::Door), out)?;
    section("Treasures", &of_deck(rows, DeckSide::Treasure), out)?;
    let characters = |row: &&ValueRow| row.kind.play.is_of_character();
    section("Identities, powers", &ordered(rows.iter().filter(characters).collect()), out)?;
    writeln!(out, "\nvalues and their 95% intervals are percentage points of winning")?;
    writeln!(
        out,
        "* significant among all titles at once; ! with another strategy the value clearly has the opposite sign"
    )
}

fn of_deck(rows: &[ValueRow], side: DeckSide) -> Vec<&ValueRow> {
    ordered(rows.iter().filter(|row| row.deck == side).collect())
}

/// The titles with a known opening value, highest first.
fn ordered(mut rows: Vec<&ValueRow>) -> Vec<&ValueRow> {
    rows.retain(|row| row.opening.value.0.is_finite());
    rows.sort_by(|one, other| other.opening.value.0.total_cmp(&one.opening.value.0));
    rows
}

/// The best and worst cards of a section.
fn section(name: &str, rows: &[&ValueRow], out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{name:<18} {:>7} {:<22} {:>7} draw value", "deals", "opening value", "draws")?;
    let gap = rows.len().saturating_sub(EXTREMES).max(EXTREMES);
    for (place, row) in rows.iter().enumerate().filter(|(place, _)| *place < EXTREMES || *place >= gap) {
        if place == gap && gap > EXTREMES {
            writeln!(out, "...")?;
        }
        let opening = words(&row.opening, row.opening_sign_differs);
        let draw = words(&row.draw, row.draw_sign_differs);
        let (deals, draws) = (thousands(row.opening.n), thousands(row.draw.n));
        writeln!(
            out,
            "{}",
            format!("{:<18} {deals:>7} {opening:<22} {draws:>7} {draw}", fitted(&row.name, 18)).trim_end()
        )?;
    }
    Ok(())
}

fn words(value: &CardValue, sign_differs: Option<bool>) -> String {
    if !value.low.0.is_finite() {
        return "-".to_owned();
    }
    let points = |number: f64| format!("{:+.2}", 100.0 * number);
    let [at, low, high] = [value.value, value.low, value.high].map(|number| points(number.0));
    let star = if value.stands_out() { "*" } else { "" };
    let sign = if sign_differs == Some(true) { "!" } else { "" };
    format!("{at} {low}..{high}{star}{sign}")
}
