//! The targets of a check: where metrics should be, and where they are.

use std::io::{self, Write};

use super::gates::VALUE;
use crate::report::files::markdown;
use crate::report::files::number::{Fraction, points};
use crate::report::files::row::row;
use crate::report::files::table::Table;
use crate::stats::{Difference, Target, TargetState};

row! {
    "targets.csv"
/// A metric with a target.
#[derive(Clone, Debug)]
pub struct TargetRow {
    /// The id of the metric.
    pub metric: String,
    /// Its name in words.
    pub name: String,
    /// Lower end of the target; empty if it has none.
    pub target_low: Fraction,
    /// Upper end of the target; empty if it has none.
    pub target_high: Fraction,
    /// The value before the edit.
    pub before: Fraction,
    /// The value after the edit.
    pub after: Fraction,
    /// Lower end of its interval, which holds for all targets at once.
    pub low: Fraction,
    /// Upper end of this interval.
    pub high: Fraction,
    /// Whether it is shown in percentage points.
    pub points: bool,
    /// Whether the metric had its target before the edit.
    pub state_before: TargetState,
    /// Whether it has it after the edit.
    pub state: TargetState,
}
}

impl TargetRow {
    /// A target with the intervals of its metric before and after.
    pub(crate) fn new(
        (metric, name): (String, String),
        difference: &Difference,
        target: Target,
        [was, is]: [(f64, f64); 2],
        points: bool,
    ) -> TargetRow {
        TargetRow {
            metric,
            name,
            target_low: Fraction(target.low),
            target_high: Fraction(target.high),
            before: Fraction(difference.before),
            after: Fraction(difference.after),
            low: Fraction(is.0),
            high: Fraction(is.1),
            points,
            state_before: target.state(was),
            state: target.state(is),
        }
    }

    /// Whether the edit took the metric out of its target.
    pub(crate) fn left(&self) -> bool {
        self.state_before == TargetState::Met && self.state == TargetState::Missed
    }

    /// The target, the value with its interval, and whether it is met.
    pub(super) fn figures(&self) -> [String; 4] {
        let text = |number: Fraction| match number.0 {
            number if !number.is_finite() => "-".to_owned(),
            _ if self.points && signed(&self.metric) => points(number),
            number if self.points => format!("{:.2}%", 100.0 * number),
            number => format!("{number:.3}"),
        };
        // An open end is stored as an empty number.
        let end = |number: Fraction| if number.0.is_finite() { text(number) } else { "any".to_owned() };
        let state = match self.state {
            _ if self.after.0.is_nan() => "never occurs",
            TargetState::Met => "met",
            TargetState::Missed => "MISSED",
            TargetState::Unsure => "unsure",
        };
        let target = format!("{} to {}", end(self.target_low), end(self.target_high));
        [target, text(self.after), format!("{} to {}", text(self.low), text(self.high)), state.to_owned()]
    }
}

/// Whether a metric is a difference, which can be negative, and no share.
pub(super) fn signed(metric: &str) -> bool {
    metric.starts_with(VALUE) || metric == "first_last_gap"
}

/// The targets that are not known to be met.
fn open(rows: &[TargetRow]) -> Vec<&TargetRow> {
    rows.iter().filter(|row| row.state != TargetState::Met).collect()
}

fn in_words(rows: &[TargetRow]) -> String {
    let count = |state| rows.iter().filter(|row| row.state == state).count();
    let [met, missed, unsure] = [TargetState::Met, TargetState::Missed, TargetState::Unsure].map(count);
    format!("Targets: {met} met, {missed} missed, {unsure} unsure, by intervals that hold for all at once")
}

/// Prints a table of at most `width` columns, if there are targets.
pub(super) fn write_table(rows: &[TargetRow], width: usize, out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", in_words(rows))?;
    let mut table = Table::new(&["target of", "target", "value", "interval", "state"]);
    open(rows).into_iter().for_each(|row| table.add([vec![row.name.clone()], row.figures().to_vec()].concat()));
    if table.len() > 1 { table.write(1, width, out) } else { Ok(()) }
}

/// Writes Markdown for a pull request, if there are targets.
pub(super) fn write_markdown(rows: &[TargetRow], out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}.", in_words(rows))?;
    let open = open(rows);
    if open.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n| target of | target | value | interval | state |\n|---|--:|--:|--:|---|")?;
    open.into_iter()
        .try_for_each(|row| writeln!(out, "| {} | {} |", markdown::cell(&row.name), row.figures().join(" | ")))
}
