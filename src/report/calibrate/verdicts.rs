//! Rows of repeated checks: how often their verdicts are wrong.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::check::{CheckReport, CheckRow, TargetRow};
use crate::report::files::row::one_column;
use crate::report::files::table::Table;
use crate::report::{Fraction, row};
use crate::stats::{TargetState, Verdict, clopper_pearson};

/// The error rate that verdicts promise.
const PROMISED: f64 = 0.05;

/// What is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// The change of a metric against its margin.
    Change,
    /// A metric against its target.
    Target,
    /// All changes of a check at once.
    AllChanges,
    /// All targets of a check at once.
    AllTargets,
}

/// Whether the error rate is the promised one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Promise {
    /// At most 5% of the verdicts are wrong.
    Kept,
    /// More than 5% are wrong, but perhaps by chance.
    Unclear,
    /// More than 5% are wrong.
    Broken,
}

one_column!(Judged, Promise);

row! {
    "verdict_errors.csv"
    /// How often the verdicts on a metric are wrong.
    #[derive(Clone, Debug)]
    pub struct VerdictErrorRow {
        /// The id of the metric; empty for all at once.
        pub metric: String,
        /// What is judged.
        pub judged: Judged,
        /// The true change, or the true value after the edit for a target: the mean over all games of all checks.
        pub truth: Fraction,
        /// Largest negligible change, in the mean over the checks; empty for targets.
        pub margin: Fraction,
        /// Number of checks.
        pub checks: u64,
        /// Checks that call a negligible change a shift, or a target that is met a missed one.
        pub false_alarms: u64,
        /// Checks that pass a change beyond the margin, or call a missed target met.
        pub false_passes: u64,
        /// Checks without a verdict.
        pub undecided: u64,
        /// Share of the checks with a wrong verdict.
        pub wrong: Fraction,
        /// Lower end of its exact 95% interval.
        pub low: Fraction,
        /// Upper end of its exact 95% interval.
        pub high: Fraction,
        /// Whether it is the promised 5% or less.
        pub promise: Promise,
    }
}

/// A verdict, and whether it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Right,
    FalseAlarm,
    FalsePass,
    Undecided,
}

impl Outcome {
    /// The outcome of a verdict on a change. If the metric has a target, a change of any size within it passes.
    fn of_change(verdict: Verdict, truth: f64, margin: f64, has_target: bool) -> Outcome {
        let negligible = truth.abs() <= margin;
        match verdict {
            Verdict::Shift if negligible => Outcome::FalseAlarm,
            Verdict::Equivalent | Verdict::Minor if has_target => Outcome::Right,
            Verdict::Equivalent | Verdict::Minor if !negligible => Outcome::FalsePass,
            Verdict::Inconclusive => Outcome::Undecided,
            _ => Outcome::Right,
        }
    }

    /// The outcome of the state of a target.
    fn of_target(row: &TargetRow, truth: f64) -> Outcome {
        // An open end is stored as an empty number.
        let end = |number: Fraction, open: f64| if number.0.is_finite() { number.0 } else { open };
        let met = (end(row.target_low, f64::MIN)..=end(row.target_high, f64::MAX)).contains(&truth);
        match row.state {
            TargetState::Missed if met => Outcome::FalseAlarm,
            TargetState::Met if !met => Outcome::FalsePass,
            TargetState::Unsure => Outcome::Undecided,
            TargetState::Met | TargetState::Missed => Outcome::Right,
        }
    }

    /// The outcome of several verdicts at once: wrong if any is wrong.
    fn of_all(outcomes: &[Outcome]) -> Outcome {
        let any = |wanted: Outcome| outcomes.contains(&wanted);
        let worst = [Outcome::FalseAlarm, Outcome::FalsePass, Outcome::Undecided].into_iter().find(|one| any(*one));
        worst.unwrap_or(Outcome::Right)
    }
}

/// The rows of some checks of one edit, each with other games.
pub(crate) fn verdict_error_rows(checks: &[CheckReport]) -> Vec<VerdictErrorRow> {
    let Some(first) = checks.first() else { return Vec::new() };
    let of_metric = |row: &CheckRow| changes_of(&row.metric, checks);
    let of_target = |row: &TargetRow| targets_of(&row.metric, checks);
    let changes: Vec<_> = first.metrics.iter().map(of_metric).collect();
    let targets: Vec<_> = first.targets.iter().map(of_target).collect();
    let all = |judged: Judged, parts: &[(VerdictErrorRow, Vec<Outcome>)]| {
        let at = |check: usize| Outcome::of_all(&parts.iter().map(|part| part.1[check]).collect::<Vec<_>>());
        let outcomes: Vec<Outcome> = (0..checks.len()).map(at).collect();
        (parts.len() > 1).then(|| row(String::new(), judged, [f64::NAN; 2], &outcomes))
    };
    let at_once = [all(Judged::AllChanges, &changes), all(Judged::AllTargets, &targets)];
    changes.iter().chain(&targets).map(|part| part.0.clone()).chain(at_once.into_iter().flatten()).collect()
}

/// The verdicts on a change. The mean over all games, those of longer checks included, is not biased by when a check
/// stopped (Wald 1945, Ann. Math. Statist. 16, 117-186).
fn changes_of(metric: &str, checks: &[CheckReport]) -> (VerdictErrorRow, Vec<Outcome>) {
    let rows = || checks.iter().filter_map(|check| check.metrics.iter().find(|row| row.metric == metric));
    let truth = mean(rows().map(|row| (row.change.0, row.n)));
    let margin = mean(rows().map(|row| (row.margin.0, 1)));
    let has_target = checks.iter().any(|check| check.targets.iter().any(|row| row.metric == metric));
    let outcome = |row: &CheckRow| Outcome::of_change(row.verdict, truth, row.margin.0, has_target);
    let outcomes: Vec<Outcome> = rows().map(outcome).collect();
    (row(metric.to_owned(), Judged::Change, [truth, margin], &outcomes), outcomes)
}

fn targets_of(metric: &str, checks: &[CheckReport]) -> (VerdictErrorRow, Vec<Outcome>) {
    let found = |check: &CheckReport| check.targets.iter().find(|row| row.metric == metric).cloned();
    let rows = || checks.iter().filter_map(|check| Some((found(check)?, check.games)));
    let truth = mean(rows().map(|(row, games)| (row.after.0, games)));
    let outcomes: Vec<Outcome> = rows().map(|(row, _)| Outcome::of_target(&row, truth)).collect();
    (row(metric.to_owned(), Judged::Target, [truth, f64::NAN], &outcomes), outcomes)
}

/// The mean of the known values, with their weights.
fn mean(values: impl Iterator<Item = (f64, u64)>) -> f64 {
    let known = values.filter(|(value, _)| value.is_finite());
    let (sum, weights) =
        known.fold((0.0, 0.0), |(sum, all), (value, weight)| (sum + value * weight as f64, all + weight as f64));
    sum / weights
}

fn row(metric: String, judged: Judged, [truth, margin]: [f64; 2], outcomes: &[Outcome]) -> VerdictErrorRow {
    let count = |wanted: Outcome| outcomes.iter().filter(|one| **one == wanted).count() as u64;
    let [false_alarms, false_passes, undecided] =
        [Outcome::FalseAlarm, Outcome::FalsePass, Outcome::Undecided].map(count);
    let (wrong, checks) = ((false_alarms + false_passes) as f64, outcomes.len() as f64);
    let (low, high) = clopper_pearson(wrong, checks, 0.95);
    let promise = match wrong / checks {
        _ if low > PROMISED => Promise::Broken,
        rate if rate > PROMISED => Promise::Unclear,
        _ => Promise::Kept,
    };
    VerdictErrorRow {
        metric,
        judged,
        truth: Fraction(truth),
        margin: Fraction(margin),
        checks: outcomes.len() as u64,
        false_alarms,
        false_passes,
        undecided,
        wrong: Fraction(wrong / checks),
        low: Fraction(low),
        high: Fraction(high),
        promise,
    }
}

/// Prints a verdict and the rows as a table of at most `width` columns.
pub(crate) fn write_verdict_errors(rows: &[VerdictErrorRow], width: usize, out: &mut impl Write) -> io::Result<()> {
    let broken: Vec<String> = rows.iter().filter(|row| row.promise == Promise::Broken).map(name).collect();
    match &broken[..] {
        [] => writeln!(out, "no error rate is above 5%, of {}\n", rows.len())?,
        _ => writeln!(out, "{} of {} error rates are above 5%: {}\n", broken.len(), rows.len(), broken.join("; "))?,
    }
    let mut table = Table::new(&["verdict on", "truth", "margin", "wrong", "at most", "alarms", "passes", "undecided"]);
    for row in rows {
        let number = |Fraction(number)| if f64::is_finite(number) { format!("{number:.4}") } else { "-".to_owned() };
        let percent = |Fraction(share)| format!("{:.1}%", 100.0 * share);
        table.add(vec![
            name(row),
            number(row.truth),
            number(row.margin),
            percent(row.wrong),
            percent(row.high),
            row.false_alarms.to_string(),
            row.false_passes.to_string(),
            row.undecided.to_string(),
        ]);
    }
    table.write(1, width, out)?;
    writeln!(out, "\nat most: upper end of the exact 95% interval of the share of wrong verdicts")
}

fn name(row: &VerdictErrorRow) -> String {
    match row.judged {
        Judged::Change => row.metric.clone(),
        Judged::Target => format!("target of {}", row.metric),
        Judged::AllChanges => "all changes at once".to_owned(),
        Judged::AllTargets => "all targets at once".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_wrong_if_the_truth_is_on_the_other_side() {
        let of = |verdict, truth| Outcome::of_change(verdict, truth, 1.0, false);
        assert_eq!(of(Verdict::Shift, 0.9), Outcome::FalseAlarm);
        assert_eq!(of(Verdict::Minor, -1.1), Outcome::FalsePass);
        assert_eq!([of(Verdict::Shift, -1.1), of(Verdict::Equivalent, 0.0)], [Outcome::Right; 2]);
        assert_eq!(of(Verdict::Inconclusive, 5.0), Outcome::Undecided);
        assert_eq!(Outcome::of_change(Verdict::Minor, 9.0, 1.0, true), Outcome::Right, "within its target");
        assert_eq!(Outcome::of_all(&[Outcome::Right, Outcome::Undecided, Outcome::FalsePass]), Outcome::FalsePass);
        assert_eq!(Outcome::of_all(&[]), Outcome::Right);
    }

    #[test]
    fn a_rate_is_broken_if_its_interval_is_above_the_promise() {
        let of = |wrong: usize| {
            let outcomes: Vec<Outcome> =
                (0..200).map(|check| if check < wrong { Outcome::FalsePass } else { Outcome::Right }).collect();
            row(String::new(), Judged::AllChanges, [f64::NAN; 2], &outcomes).promise
        };
        assert_eq!([of(0), of(10), of(11), of(30)], [Promise::Kept, Promise::Kept, Promise::Unclear, Promise::Broken]);
    }
}
