//! The balance without one card.

use std::io::{self, Write};

use super::args::Args;
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::impact::blank::{BlankReport, BlankRow};
use crate::report::{Fraction, Manifest, Reported, counted, signed};
use crate::study::BlankRequest;

/// Measures the effect of one card on each table.
pub(super) fn measure(sets: &Sets, args: &Args, card: &str, out: &mut impl Write) -> Result<Ending, Failure> {
    let request = BlankRequest::of(card, args.request());
    let result = args.play(|control| request.play_with(sets, control))?;
    let rows: Vec<BlankRow> = result.tables.iter().flat_map(|table| table.report.rows.iter().cloned()).collect();
    let joined = Manifest::joined(result.tables.iter().map(|table| &table.manifest));
    let Some(manifest) = joined else { return Ok(Ending::Interrupted) };
    let printed = Reported::new(&manifest, &rows);
    let text = |out: &mut _| result.tables.iter().try_for_each(|table| show(&table.report, out));
    args.report.output.format.print(&printed, out, text)?;
    if let Some(stopped) = result.tables.iter().find(|table| table.manifest.interrupted) {
        unless_quiet!(args.report.play.quiet, "stopped after {} of games", counted(stopped.report.games, "pair"));
    }
    Ok(if result.interrupted { Ending::Interrupted } else { Ending::Done })
}

fn show(report: &BlankReport, out: &mut impl Write) -> io::Result<()> {
    let BlankReport { card, strategies, games, identical, rows } = report;
    let (strategies, pairs) = (strategies.join(", "), counted(*games, "pair"));
    writeln!(out, "{card} replaced by a card that does nothing, {strategies}:\n{pairs} of games")?;
    writeln!(out, "{} identical\n", counted(*identical, "game"))?;
    writeln!(out, "{:<27} {:>7} {:>7} {:>8} {:>20} {:>6}", "", "with", "without", "change", "95% interval", "paired")?;
    rows.iter().try_for_each(|row| line(row, out))
}

fn line(row: &BlankRow, out: &mut impl Write) -> io::Result<()> {
    let (unit, of_unit) = if row.points { (100.0, ", pp") } else { (1.0, "") };
    let name = format!("{}{of_unit}", row.figure);
    let [with, without] = [row.with, row.without].map(|Fraction(figure)| unit * figure);
    let [change, low, high] = [row.change, row.low, row.high].map(|Fraction(figure)| signed(unit * figure, 3));
    let gain = if row.gain.0.is_finite() { format!("{:.1}x", row.gain.0) } else { "-".to_owned() };
    let between = format!("{low} to {high}");
    writeln!(out, "{name:<27} {with:>7.3} {without:>7.3} {change:>8} {between:>20} {gain:>6}")
}
