//! The rows of a calibration: kinds of intervals with their coverage.

use std::io::{self, Write};

use serde::Serialize;

use crate::report::{Fraction, Row, thousands};
use crate::stats::{Coverage, Estimate, INTERVAL_KINDS, IntervalKind, Sheets, by_rarity, coverage, coverage_at_once};

/// Coverage that passes for 95%.
const NOMINAL: [f64; 2] = [0.94, 0.96];

/// A kind of interval with its coverage.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoverageRow {
    interval: String,
    nominal: Fraction,
    coverage: Fraction,
    low: Fraction,
    high: Fraction,
    intervals: u64,
    repetitions: u64,
    verdict: &'static str,
}

impl Row for CoverageRow {
    const FILE: &'static str = "coverage.csv";
    const HEADER: &'static [&'static str] =
        &["interval", "nominal", "coverage", "low", "high", "intervals", "repetitions", "verdict"];
}

/// The coverage of all kinds.
pub(super) fn rows(truths: &Sheets, repetitions: &[Sheets]) -> Vec<CoverageRow> {
    let mut rows = Vec::new();
    for kind in INTERVAL_KINDS {
        let truths = &truths[kind as usize];
        let sheets = || repetitions.iter().map(|sheets| &sheets[kind as usize][..]);
        match kind {
            IntervalKind::OpeningsAtOnce => rows.push(row(name(kind), coverage_at_once(truths, sheets()), false)),
            IntervalKind::Means | IntervalKind::Shares => {
                let [common, rare] = by_rarity(truths, repetitions.len() as u64);
                rows.push(row(name(kind), coverage(&common, sheets()), true));
                rows.push(row(&format!("{}, rare", name(kind)), coverage(&rare, sheets()), false));
            }
            IntervalKind::SpreadChange
            | IntervalKind::MeanSequences
            | IntervalKind::GapSequence
            | IntervalKind::OpeningSequences => {
                rows.push(row(name(kind), coverage(truths, sheets()), false));
            }
            _ => rows.push(row(name(kind), coverage(truths, sheets()), true)),
        }
    }
    rows.retain(|row| row.intervals > 0);
    rows
}

fn name(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Positions => "win rate of a turn position",
        IntervalKind::Strategies => "win rate of a strategy",
        IntervalKind::Means => "mean per game",
        IntervalKind::Shares => "share",
        IntervalKind::Openings => "opening value",
        IntervalKind::OpeningsAtOnce => "opening values, all titles at once",
        IntervalKind::Draws => "draw value",
        IntervalKind::Descriptive => "descriptive win rate of a card",
        IntervalKind::MeanChanges => "change of a mean, paired",
        IntervalKind::GapChange => "change of the position gap, paired",
        IntervalKind::OpeningChanges => "change of an opening value, paired",
        IntervalKind::DealtOn => "change of an opening value, dealt on",
        IntervalKind::SpreadChange => "change of the spread of identities, paired",
        IntervalKind::MeanSequences => "change of a mean, at all looks",
        IntervalKind::GapSequence => "change of the position gap, at all looks",
        IntervalKind::OpeningSequences => "change of an opening value, at all looks",
        IntervalKind::Balances => "confidence set of a sweep",
    }
}

impl CoverageRow {
    /// Whether they hold the truth as often as they say.
    pub(super) fn is_good(&self) -> bool {
        self.verdict != WRONG
    }
}

/// The verdict on intervals that do not hold the truth as often as they say.
const WRONG: &str = "off";

fn row(interval: &str, found: Coverage, both_sides: bool) -> CoverageRow {
    let Coverage { repetitions, rate: Estimate { value, low, high, n } } = found;
    let verdict = if (NOMINAL[0]..=NOMINAL[1]).contains(&value) {
        "95%"
    } else if value > NOMINAL[1] && !both_sides {
        "at least 95%"
    } else if value > NOMINAL[1] {
        "wider than need be"
    } else {
        WRONG
    };
    let [nominal, coverage, low, high] = [0.95, value, low, high].map(Fraction);
    CoverageRow { interval: interval.to_owned(), nominal, coverage, low, high, intervals: n, repetitions, verdict }
}

/// Tells them on a terminal.
pub(super) fn write_table(rows: &[CoverageRow], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:<42} {:>8} {:>18} {:>12}  verdict", "interval, 95%", "coverage", "95% interval", "intervals")?;
    for row in rows {
        let percent = |number: Fraction| format!("{:.2}%", 100.0 * number.0);
        let between = format!("{} to {}", percent(row.low), percent(row.high));
        let (name, coverage, count) = (&row.interval, percent(row.coverage), thousands(row.intervals));
        writeln!(out, "{name:<42} {coverage:>8} {between:>18} {count:>12}  {}", row.verdict)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(coverage: f64, both_sides: bool) -> &'static str {
        row("", Coverage { repetitions: 1, rate: Estimate::normal(coverage, 0.0, 1) }, both_sides).verdict
    }

    #[test]
    fn too_narrow_is_off_and_too_wide_only_for_what_has_two_sides() {
        assert_eq!([0.93, 0.95, 0.97].map(|coverage| verdict(coverage, true)), [WRONG, "95%", "wider than need be"]);
        assert_eq!([0.93, 0.95, 0.97].map(|coverage| verdict(coverage, false)), [WRONG, "95%", "at least 95%"]);
    }

    /// Twenty repetitions in which every interval of these kinds is one of `intervals` in turn, and the truth is 0.
    fn found(kinds: &[IntervalKind], intervals: &[Estimate]) -> Vec<CoverageRow> {
        let sheets = |interval: Estimate| {
            let mut sheets = Sheets::default();
            kinds.iter().for_each(|kind| sheets[*kind as usize] = vec![interval]);
            sheets
        };
        let repetitions: Vec<Sheets> = intervals.iter().cycle().take(20).map(|interval| sheets(*interval)).collect();
        let mut rows = rows(&sheets(Estimate::normal(0.0, 1.0, 1)), &repetitions);
        rows.retain(|row| kinds.iter().any(|kind| row.interval == name(*kind)));
        rows
    }

    #[test]
    fn narrow_sequences_and_sets_are_found() {
        let kinds = [
            IntervalKind::MeanSequences,
            IntervalKind::GapSequence,
            IntervalKind::OpeningSequences,
            IntervalKind::Balances,
        ];
        let [right, wrong] = [0.0, 3.0].map(|value| Estimate::normal(value, 1.0, 1));
        let verdicts = |intervals: &[Estimate]| found(&kinds, intervals).iter().map(|row| row.verdict).collect();
        let verdicts: [Vec<&str>; 2] = [verdicts(&[right]), verdicts(&[right, right, wrong])];
        assert_eq!(verdicts[0], ["at least 95%", "at least 95%", "at least 95%", "wider than need be"]);
        assert_eq!(verdicts[1], [WRONG; 4]);
    }
}
