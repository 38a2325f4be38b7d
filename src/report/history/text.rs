//! The text of a history: what moved in the last version, or a metric over all versions.

use std::io::{self, Write};

use super::changes::{HistoryReport, HistoryRow, MOVED};
use crate::report::checkup::Unit;
use crate::report::files::number::{Fraction, counted, signed};
use crate::report::files::table::Table;

/// Characters of a hash of a deck.
const HASH: usize = 10;
/// Names of metrics in a line.
const NAMED: usize = 4;

impl HistoryReport {
    /// Writes the metrics of the last version against the version before, those that moved first; or, of a few named
    /// metrics, all versions.
    ///
    /// # Errors
    /// If the text cannot be written.
    pub fn write_table(&self, named: bool, width: usize, out: &mut impl Write) -> io::Result<()> {
        let versions = self.versions();
        let Some(last) = versions.last() else { return writeln!(out, "no version with a metric") };
        writeln!(out, "{}", verdict(&versions))?;
        // The page shows the last version only, unless metrics are named.
        let shown = if named { &versions[..] } else { &versions[versions.len().saturating_sub(2)..] };
        shown.windows(2).filter_map(other_program).try_for_each(|note| writeln!(out, "{note}"))?;
        writeln!(out)?;
        if named {
            return self.write_versions(width, out);
        }
        let mut rows: Vec<&HistoryRow> = last.iter().collect();
        rows.sort_by_key(|row| row.verdict != MOVED);
        let compared = rows.iter().any(|row| row.change.0.is_finite());
        let mut table = match compared {
            true => Table::new(&["metric", "value", "change", "interval", "verdict"]),
            false => Table::new(&["metric", "value", "95% interval"]),
        };
        for row in rows {
            let [value, interval, change, change_interval, verdict] = figures(row);
            table.add(match compared {
                true => vec![row.metric.clone(), value, change, change_interval, verdict],
                false => vec![row.metric.clone(), value, interval],
            });
        }
        table.write(1, width, out)?;
        if !compared {
            return Ok(());
        }
        writeln!(out, "\nthe intervals of the changes hold for all metrics at once; --metric NAME shows all versions")
    }

    fn write_versions(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        for metric in self.metrics() {
            writeln!(out, "{metric}")?;
            let mut table = Table::new(&["version", "date", "deck", "value", "95% interval", "change", "verdict"]);
            for row in self.rows.iter().filter(|row| row.metric == metric) {
                let [value, interval, change, _, verdict] = figures(row);
                let date = row.date.chars().take("2000-01-01".len()).collect();
                let hash = row.hash.chars().take(HASH).collect();
                table.add(vec![row.label.clone(), date, hash, value, interval, change, verdict]);
            }
            table.write(3, width, out)?;
        }
        Ok(())
    }
}

/// What moved in the last version, in a line.
fn verdict(versions: &[&[HistoryRow]]) -> String {
    let Some((last, before)) = versions.split_last() else { return String::new() };
    let (row, count) = (&last[0], counted(versions.len() as u64, "version"));
    let Some(previous) = before.last().map(|rows| &rows[0]) else {
        return format!("{}: {count}, the first is {}", row.deck, row.label);
    };
    let moved: Vec<&str> = last.iter().filter(|row| row.verdict == MOVED).map(|row| row.metric.as_str()).collect();
    let compared = last.iter().filter(|row| row.change.0.is_finite()).count();
    let (from, to) = (&previous.label, &row.label);
    if compared == 0 {
        return format!(
            "{}: {count}; {to} cannot be compared with {from}: another table, another deck, or other metrics",
            row.deck
        );
    }
    let more = if moved.len() > NAMED { ", ..." } else { "" };
    let names =
        if moved.is_empty() { String::new() } else { format!(": {}", moved[..moved.len().min(NAMED)].join(", ")) };
    format!("{}: {count}; {} of {compared} metrics moved from {from} to {to}{names}{more}", row.deck, moved.len())
}

/// A note that a version was played by another program than the version before.
fn other_program(pair: &[&[HistoryRow]]) -> Option<String> {
    let [before, row] = pair else { return None };
    let (before, row) = (&before[0], &row[0]);
    let words = || {
        format!(
            "{} was played by {}, {} by {}: the program may have moved metrics, too",
            before.label, before.program, row.label, row.program
        )
    };
    (before.program != row.program).then(words)
}

/// The value with its interval, the change with its interval, and the verdict.
fn figures(row: &HistoryRow) -> [String; 5] {
    let between =
        |low: Fraction, high: Fraction, of: &dyn Fn(f64) -> String| match low.0.is_finite() && high.0.is_finite() {
            true => format!("{} to {}", of(low.0), of(high.0)),
            false => "-".to_owned(),
        };
    let value = |number: f64| row.unit.shown(number);
    let change = |number: f64| match row.unit {
        Unit::Number => signed(number, 2),
        Unit::Percent | Unit::Points => signed(100.0 * number, 1),
    };
    [
        value(row.value.0),
        between(row.low, row.high, &value),
        change(row.change.0),
        between(row.change_low, row.change_high, &change),
        row.verdict.clone().into_owned(),
    ]
}
