//! Rows of a calibration: the coverage of each kind of interval.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::report::{Fraction, fitted, row, thousands};
use crate::stats::{Coverage, Estimate, INTERVAL_KINDS, IntervalKind, Sheets, Worst, coverage, coverage_at_once, holm};

/// Lowest coverage that is accepted as 95%.
const LOWEST: f64 = 0.94;
/// Level of the tests of all kinds together.
const LEVEL: f64 = 0.05;

row! {
    "interval_coverage.csv"
    /// A kind of interval with its coverage.
    #[derive(Clone, Debug)]
    pub struct CoverageRow {
        /// Kind of interval.
        pub interval: String,
        /// Confidence level that the interval states.
        pub nominal: Fraction,
        /// Share of the intervals that include the true value.
        pub coverage: Fraction,
        /// Lower end of the 95% interval of the coverage.
        pub low: Fraction,
        /// Upper end of the 95% interval of the coverage.
        pub high: Fraction,
        /// Number of intervals.
        pub intervals: u64,
        /// Number of repetitions: the sample size.
        pub repetitions: u64,
        /// Share of the intervals that end below the true value.
        pub missed_below: Fraction,
        /// Share of the intervals that begin above the true value.
        pub missed_above: Fraction,
        /// Mean width of the intervals relative to normal 95% intervals with the errors that occurred.
        pub width_ratio: Fraction,
        /// p-value of a coverage of at least 94%, adjusted over all kinds of interval.
        pub adjusted_p: Fraction,
        /// Title, metric or position with the lowest coverage among those with an interval in at least half of the repetitions.
        pub worst: String,
        /// Its coverage.
        pub worst_coverage: Fraction,
        /// Upper 95% bound of its coverage, adjusted for the selection of the worst.
        pub worst_at_most: Fraction,
        /// Number of its intervals.
        pub worst_intervals: u64,
        /// The verdict, in words.
        pub verdict: Cow<'static, str>,
    }
}

/// Names of the quantities that the intervals of each kind estimate.
pub(crate) struct IntervalNames {
    /// Names by kind.
    pub names: [Vec<String>; INTERVAL_KINDS.len()],
    /// Number of titles, for the kinds whose intervals must cover simultaneously.
    pub titles: usize,
}

/// The coverage required of a kind of interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requirement {
    /// Coverage of about 95%.
    About,
    /// Coverage of about 95% on average over the quantities, but not of each of them: posterior intervals.
    OnAverage,
    /// Coverage of at least 95%.
    // Intervals of planned looks cover at all of them at once, so at a single look more often than that.
    AtLeast,
    /// The same for the intervals of all titles at once.
    AllAtOnce,
    /// No coverage is required: the intervals are flagged.
    Nothing,
}

/// The coverage of all kinds.
pub(crate) fn coverage_rows(truths: &Sheets, names: &IntervalNames, repetitions: &[Sheets]) -> Vec<CoverageRow> {
    let found = INTERVAL_KINDS.map(|kind| {
        let truths = &truths[kind as usize];
        let sheets = repetitions.iter().map(|sheets| &sheets[kind as usize][..]);
        match facts(kind).1 {
            Requirement::AllAtOnce => coverage_at_once(truths, names.titles, sheets),
            Requirement::About | Requirement::OnAverage | Requirement::AtLeast | Requirement::Nothing => {
                coverage(truths, sheets)
            }
        }
    });
    let known: Vec<(IntervalKind, Coverage)> =
        INTERVAL_KINDS.into_iter().zip(found).filter(|(_, found)| found.rate.n > 0).collect();
    let p: Vec<Option<f64>> = known.iter().map(|(kind, found)| p_below(*kind, found)).collect();
    // With one test for each kind, a correct program would have a kind that is off in a fifth to a third of its
    // calibrations.
    let mut adjusted = holm(&p.iter().copied().flatten().collect::<Vec<_>>()).into_iter();
    let rows = known.into_iter().zip(p).map(|((kind, found), p)| {
        let adjusted_p = p.and_then(|_| adjusted.next()).unwrap_or(f64::NAN);
        row(kind, found, adjusted_p, &names.names[kind as usize])
    });
    rows.collect()
}

/// The p-value of the hypothesis that the coverage is at least 94%; `None` if no coverage is required.
fn p_below(kind: IntervalKind, found: &Coverage) -> Option<f64> {
    match facts(kind).1 {
        Requirement::Nothing => None,
        // A title far from all others is pulled too far in every repetition, so the worst title says nothing here.
        Requirement::OnAverage => Some(found.p_below(LOWEST)),
        Requirement::About | Requirement::AtLeast | Requirement::AllAtOnce => Some(found.p_any_below(LOWEST)),
    }
}

/// The name of a kind in reports, and what is required of its coverage.
fn facts(kind: IntervalKind) -> (&'static str, Requirement) {
    match kind {
        IntervalKind::Positions => ("win rate of a turn position", Requirement::About),
        IntervalKind::Strategies => ("win rate of a strategy", Requirement::About),
        IntervalKind::Means => ("mean per game", Requirement::About),
        IntervalKind::FewMeans => ("mean per game, too few events", Requirement::Nothing),
        IntervalKind::Shares => ("share", Requirement::About),
        IntervalKind::FewShares => ("share, too few events", Requirement::Nothing),
        IntervalKind::Gap => ("gap between first and last position", Requirement::About),
        IntervalKind::Quantiles => ("quantile of the length", Requirement::AtLeast),
        IntervalKind::Explained => ("variance of winning explained by leading", Requirement::About),
        IntervalKind::Openings => ("opening value", Requirement::About),
        IntervalKind::OpeningsAtOnce => ("opening values, all titles at once", Requirement::AllAtOnce),
        IntervalKind::ShrunkenOpenings => ("shrunken opening value", Requirement::OnAverage),
        IntervalKind::ShrunkenExtremes => ("shrunken opening value, ten extremes", Requirement::OnAverage),
        IntervalKind::StrategyOpenings => ("opening value by strategy", Requirement::About),
        IntervalKind::StrategyOpeningsAtOnce => ("opening values by strategy, at once", Requirement::AllAtOnce),
        IntervalKind::Draws => ("draw value", Requirement::About),
        IntervalKind::DrawsAtOnce => ("draw values, all titles at once", Requirement::AllAtOnce),
        IntervalKind::DrawsByWay => ("draw value by way of drawing", Requirement::About),
        IntervalKind::Descriptive => ("descriptive win rate of a card", Requirement::About),
        IntervalKind::MeanChanges => ("change of a mean, paired", Requirement::About),
        IntervalKind::GapChange => ("change of the position gap, paired", Requirement::About),
        IntervalKind::OpeningChanges => ("change of an opening value, paired", Requirement::About),
        IntervalKind::DealtOpening => ("opening value, dealt on", Requirement::About),
        IntervalKind::FurtherDeals => ("change of an opening value, dealt on", Requirement::About),
        IntervalKind::SpreadChange => ("change of the spread of identities, paired", Requirement::AtLeast),
        IntervalKind::MeanLooks => ("change of a mean, at all looks", Requirement::AtLeast),
        IntervalKind::GapLooks => ("change of the position gap, at all looks", Requirement::AtLeast),
        IntervalKind::OpeningLooks => ("change of an opening value, at all looks", Requirement::AtLeast),
        IntervalKind::PairScores => ("score and Elo of a pair", Requirement::About),
        IntervalKind::FewPairScores => ("score of a pair, too few events", Requirement::Nothing),
        IntervalKind::NormalizedElo => ("normalized Elo of a pair", Requirement::About),
        IntervalKind::FewNormalizedElo => ("normalized Elo, too few events", Requirement::Nothing),
        IntervalKind::Balances => ("confidence set of a sweep", Requirement::About),
    }
}

impl CoverageRow {
    /// Whether the coverage is not below the nominal level.
    pub(crate) fn is_good(&self) -> bool {
        self.verdict != WRONG
    }
}

/// The verdict on intervals with too low a coverage.
const WRONG: &str = "off";

fn row(kind: IntervalKind, found: Coverage, adjusted_p: f64, names: &[String]) -> CoverageRow {
    let Coverage { repetitions, rate: Estimate { value, low, high, n }, below, above, width_ratio, worst, .. } = found;
    let of_worst = |part: fn(&Worst) -> f64| Fraction(worst.as_ref().map_or(f64::NAN, part));
    CoverageRow {
        interval: facts(kind).0.to_owned(),
        nominal: Fraction(0.95),
        coverage: Fraction(value),
        low: Fraction(low),
        high: Fraction(high),
        intervals: n,
        repetitions,
        missed_below: Fraction(below),
        missed_above: Fraction(above),
        width_ratio: Fraction(width_ratio),
        adjusted_p: Fraction(adjusted_p),
        worst: worst.and_then(|worst| names.get(worst.place).cloned()).unwrap_or_default(),
        worst_coverage: of_worst(|worst| worst.held as f64 / worst.of as f64),
        worst_at_most: of_worst(|worst| worst.at_most),
        worst_intervals: worst.map_or(0, |worst| worst.of),
        verdict: verdict(facts(kind).1, [value, low], adjusted_p).into(),
    }
}

/// The verdict on a coverage and the lower end of its interval. `adjusted_p` is the p-value of the hypothesis that the
/// coverage of the kind and of each of its quantities is at least 94%, adjusted by Holm's method over all kinds, so that a
/// correct program has a wrong kind in at most 5% of the calibrations. A coverage that is lower, but perhaps by chance, is
/// unclear and needs more repetitions.
fn verdict(requirement: Requirement, [coverage, low]: [f64; 2], adjusted_p: f64) -> &'static str {
    match requirement {
        Requirement::Nothing => "flagged",
        _ if adjusted_p < LEVEL => WRONG,
        _ if coverage < LOWEST => "unclear",
        _ if low <= 0.95 => "95%",
        Requirement::AtLeast | Requirement::AllAtOnce => "at least 95%",
        Requirement::About | Requirement::OnAverage => "too wide",
    }
}

/// Width of the name of a kind and of the whole table, in columns.
// With the figures and the longest verdict a line has 79 columns.
const NAME: usize = 42;
const ALL: usize = 80;

/// The kinds of intervals that are off, in words.
fn conclusion(rows: &[CoverageRow]) -> String {
    let off: Vec<&str> = rows.iter().filter(|row| !row.is_good()).map(|row| row.interval.as_str()).collect();
    match off[..] {
        [] => format!("no kind of interval is off, of {}", rows.len()),
        _ => format!("{} of {} kinds of intervals off: {}", off.len(), rows.len(), off.join("; ")),
    }
}

/// Prints a verdict and the rows as a table.
pub(crate) fn write_table(rows: &[CoverageRow], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}\n", conclusion(rows))?;
    let percent = |number: Fraction| format!("{:.2}%", 100.0 * number.0);
    writeln!(out, "{:<NAME$} {:>8} {:>6} {:>6}  verdict", "interval, 95%", "coverage", "below", "above")?;
    for row in rows {
        let [coverage, below, above] = [row.coverage, row.missed_below, row.missed_above].map(percent);
        writeln!(out, "{:<NAME$} {coverage:>8} {below:>6} {above:>6}  {}", row.interval, row.verdict)?;
        let between = format!("{} to {} of {}", percent(row.low), percent(row.high), thousands(row.intervals));
        let width = match row.width_ratio.0.is_finite() {
            true => format!("; width {:.2}", row.width_ratio.0),
            false => String::new(),
        };
        let worst = match row.worst_coverage.0.is_finite() {
            true => format!("; worst {}: {}", percent(row.worst_coverage), row.worst),
            false => String::new(),
        };
        writeln!(out, "  {}", fitted(&(between + &width + &worst), ALL - 2))?;
    }
    writeln!(out, "\nbelow, above: intervals entirely below or above the truth")?;
    writeln!(out, "width: relative to normal intervals with the errors that occurred")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::stats::{ELO, Scores, no_sheets};

    #[test]
    fn low_coverage_is_off_and_high_coverage_is_too_wide_only_if_95_percent_is_required() {
        let cases = [(0.93, 0.04), (0.95, 0.2), (0.97, 1.0)];
        let verdicts = |required| cases.map(|(coverage, p)| verdict(required, [coverage; 2], p));
        assert_eq!(verdicts(Requirement::About), [WRONG, "95%", "too wide"]);
        assert_eq!(verdicts(Requirement::AtLeast), [WRONG, "95%", "at least 95%"]);
        assert_eq!(verdicts(Requirement::Nothing), ["flagged"; 3]);
        assert_eq!(verdict(Requirement::About, [0.95, 0.94], 0.01), WRONG, "the worst one is off");
        assert_eq!(verdict(Requirement::About, [0.93, 0.91], 0.3), "unclear");
        assert_eq!(verdict(Requirement::About, [0.97, 0.94], 1.0), "95%", "higher by chance");
    }

    /// Calibrations of a correct program: twelve kinds, each of one interval with a coverage of 95%.
    #[test]
    fn a_correct_program_is_rarely_off_or_too_wide() {
        let kinds: Vec<IntervalKind> =
            INTERVAL_KINDS.into_iter().filter(|kind| facts(*kind).1 == Requirement::About).take(12).collect();
        let (mut off, mut wide) = (0, 0);
        for seed in 0..200 {
            let sheets = |repetition: u64| {
                let mut sheets = no_sheets();
                for kind in &kinds {
                    let roll = mix(seed << 32 | repetition << 8 | *kind as u64) % 100;
                    sheets[*kind as usize] = vec![Estimate::normal(if roll < 5 { 3.0 } else { 0.0 }, 1.0, 1)];
                }
                sheets
            };
            let repetitions: Vec<Sheets> = (0..200).map(sheets).collect();
            let names = IntervalNames { names: std::array::from_fn(|_| Vec::new()), titles: 1 };
            let mut truths = no_sheets();
            kinds.iter().for_each(|kind| truths[*kind as usize] = vec![Estimate::normal(0.0, 1.0, 1)]);
            let rows = coverage_rows(&truths, &names, &repetitions);
            off += u32::from(rows.iter().any(|row| !row.is_good()));
            wide += rows.iter().filter(|row| row.verdict == "too wide").count();
        }
        assert!(off <= 14, "{off} of 200 calibrations");
        assert!(wide <= 96, "{wide} of 2,400 kinds");
    }

    #[test]
    fn the_width_is_relative_to_the_errors_that_occurred() {
        let kind = [IntervalKind::Positions];
        let [above, below] = [1.0, -1.0].map(|value| Estimate { value, low: value - 3.0, high: value + 3.0, n: 1 });
        let width = found(&kind, &[above, below])[0].width_ratio.0;
        assert!((width - 6.0 / (2.0 * 1.96)).abs() < 1e-3, "{width}");
    }

    /// Three hundred repetitions in which every interval of these kinds is one of `intervals` in turn, and the truth is
    /// 0.
    fn found(kinds: &[IntervalKind], intervals: &[Estimate]) -> Vec<CoverageRow> {
        let sheets = |interval: Estimate| {
            let mut sheets = no_sheets();
            kinds.iter().for_each(|kind| sheets[*kind as usize] = vec![interval]);
            sheets
        };
        let repetitions: Vec<Sheets> = intervals.iter().cycle().take(300).map(|interval| sheets(*interval)).collect();
        let names = IntervalNames { names: std::array::from_fn(|_| Vec::new()), titles: 1 };
        let mut rows = coverage_rows(&sheets(Estimate::normal(0.0, 1.0, 1)), &names, &repetitions);
        rows.retain(|row| kinds.iter().any(|kind| row.interval == facts(*kind).0));
        rows
    }

    #[test]
    fn looks_and_sets_that_miss_a_third_of_the_time_are_off() {
        let kinds =
            [IntervalKind::MeanLooks, IntervalKind::GapLooks, IntervalKind::OpeningLooks, IntervalKind::Balances];
        let [right, wrong] = [0.0, 3.0].map(|value| Estimate::normal(value, 1.0, 1));
        let verdicts =
            |intervals: &[Estimate]| found(&kinds, intervals).iter().map(|row| row.verdict.clone()).collect();
        let verdicts: [Vec<Cow<'_, str>>; 2] = [verdicts(&[right]), verdicts(&[right, right, wrong])];
        assert_eq!(verdicts[0], ["at least 95%", "at least 95%", "at least 95%", "too wide"]);
        assert_eq!(verdicts[1], [WRONG; 4]);
    }

    #[test]
    fn the_worst_title_does_not_count_for_posterior_intervals_but_their_average_does() {
        let kinds = [IntervalKind::Openings, IntervalKind::ShrunkenOpenings];
        let verdicts = |missed: usize| {
            let mut sheets = no_sheets();
            let interval = |title| Estimate::normal(if title < missed { 3.0 } else { 0.0 }, 1.0, 1);
            kinds.iter().for_each(|kind| sheets[*kind as usize] = (0..40).map(interval).collect());
            let mut truths = no_sheets();
            kinds.iter().for_each(|kind| truths[*kind as usize] = vec![Estimate::normal(0.0, 1.0, 1); 40]);
            let names = IntervalNames { names: std::array::from_fn(|_| Vec::new()), titles: 40 };
            let rows = coverage_rows(&truths, &names, &vec![sheets; 100]);
            rows.iter().map(|row| row.verdict.clone()).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(2), [WRONG, "95%"]);
        assert_eq!(verdicts(8), [WRONG, WRONG]);
    }

    /// The verdict on normalized Elo of 300 simulated contests of 200 pairs, of which the better strategy wins 95% and
    /// the others are equal. `interval` makes the interval of a contest.
    fn verdict_on_contests(interval: impl Fn(&Scores) -> Estimate) -> Cow<'static, str> {
        let contest = |seed: u64| {
            let lost = (0..200).filter(|pair| mix(seed << 32 | pair) % 100 < 5).count() as u64;
            Scores::of_counts(&[0, 0, lost, 0, 200 - lost])
        };
        let contests: Vec<Estimate> = (0..300).map(|seed| interval(&contest(seed))).collect();
        let truth = Scores::of_counts(&[0, 0, 5, 0, 95]).normalized_elo();
        let sheets = |estimate| {
            let mut sheets = no_sheets();
            sheets[IntervalKind::NormalizedElo as usize] = vec![estimate];
            sheets
        };
        let names = IntervalNames { names: std::array::from_fn(|_| Vec::new()), titles: 1 };
        let repetitions: Vec<Sheets> = contests.into_iter().map(sheets).collect();
        coverage_rows(&sheets(truth), &names, &repetitions)[0].verdict.clone()
    }

    #[test]
    fn intervals_of_normalized_elo_without_the_error_of_the_deviation_are_off() {
        assert_ne!(verdict_on_contests(Scores::normalized_elo), WRONG);
        let exact = |scores: &Scores| {
            let error = 2.0 * ELO / ((scores.games() * scores.blocks()) as f64).sqrt();
            Estimate::normal(scores.normalized_elo().value, error, 1)
        };
        assert_eq!(verdict_on_contests(exact), WRONG);
    }
}
