//! The report of a sweep: a figure as a function of one printed number, and the value of the number that brings the
//! figure to a target.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::files::number::{Fraction, signed, thousands};
use crate::report::files::row::{one_column, row};
use crate::report::files::rows::{Printed, Rows};
use crate::report::texts::CardText;
use crate::run::{Hands, Played};
use crate::stats::{Balance, Figure, PlayedGames, Response};

/// A metric of a sweep, measured at each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SweepMetric {
    /// Opening value of the card itself.
    OpeningValue,
    /// Turns per game.
    Turns,
    /// Deaths per game.
    Deaths,
    /// Win rate of the first turn position minus that of the last.
    Gap,
}

impl SweepMetric {
    /// All of them, in the order of the file.
    pub(crate) const ALL: [SweepMetric; 4] =
        [SweepMetric::OpeningValue, SweepMetric::Turns, SweepMetric::Deaths, SweepMetric::Gap];

    /// Its name in files and on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            SweepMetric::OpeningValue => "opening_value",
            SweepMetric::Turns => "turns",
            SweepMetric::Deaths => "deaths",
            SweepMetric::Gap => "gap",
        }
    }

    /// Its name in texts.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SweepMetric::OpeningValue => "opening value",
            SweepMetric::Turns => "turns per game",
            SweepMetric::Deaths => "deaths per game",
            SweepMetric::Gap => "gap between first and last position",
        }
    }

    /// Number of display units in 1: win rates are shown in percentage points.
    pub(crate) fn unit(self) -> f64 {
        match self {
            SweepMetric::OpeningValue | SweepMetric::Gap => 100.0,
            SweepMetric::Turns | SweepMetric::Deaths => 1.0,
        }
    }

    /// Its figure in games with one deck, with their opening hands and the index of the card's title.
    pub(crate) fn figure(self, games: PlayedGames<'_>, hands: &Hands, title: usize) -> Figure {
        match self {
            SweepMetric::OpeningValue => games.opening_value(hands, title),
            SweepMetric::Turns => games.turns(),
            SweepMetric::Deaths => games.deaths(),
            SweepMetric::Gap => games.position_gap(),
        }
    }

    /// A figure as text; with `sign` it always has its sign.
    pub(super) fn text(self, number: f64, sign: bool) -> String {
        let number = self.unit() * number;
        match (self.unit() > 1.0, sign) {
            _ if !number.is_finite() => "-".to_owned(),
            (true, _) => signed(number, 2),
            (false, true) => signed(number, 3),
            (false, false) => format!("{number:.3}"),
        }
    }
}

one_column!(SweepMetric);

/// Width of a value on the terminal.
const VALUE: usize = 9;

/// Results for one value.
#[derive(Clone, Debug)]
pub(crate) struct SweepPoint {
    /// The value of the number.
    pub value: i32,
    /// The ordinary games, on which every metric rests.
    pub ordinary: ComparedGames,
    /// Further games with the card in an opening hand, on which its opening value rests too.
    pub further: ComparedGames,
    /// The figures, in the order of `SweepMetric::ALL`.
    pub figures: [Figure; 4],
}

/// Games that were compared with those of the printed deck.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComparedGames {
    /// Games.
    pub games: u64,
    /// Games that are identical, in every choice, to those of the printed deck.
    pub identical: u64,
}

impl ComparedGames {
    /// The same games with two decks.
    pub(crate) fn of(printed: &[Played], played: &[Played]) -> ComparedGames {
        let same = printed.iter().zip(played).filter(|(one, other)| one.signature == other.signature);
        ComparedGames { games: played.len() as u64, identical: same.count() as u64 }
    }
}

impl SweepPoint {
    /// The games on which a metric rests.
    fn games(&self, metric: SweepMetric) -> ComparedGames {
        let SweepPoint { ordinary, further, .. } = *self;
        match metric {
            SweepMetric::OpeningValue => ComparedGames {
                games: ordinary.games + further.games,
                identical: ordinary.identical + further.identical,
            },
            SweepMetric::Turns | SweepMetric::Deaths | SweepMetric::Gap => ordinary,
        }
    }
}

row! {
    "sweep.csv"
    /// One line of `sweep.csv`: a metric at one value of the number.
    #[derive(Clone, Debug)]
    pub struct SweepRow {
        /// The metric.
        pub metric: SweepMetric,
        /// The value of the number.
        pub value: i32,
        /// Games.
        pub games: u64,
        /// Observations: games, or deals of the card in opening hands.
        pub n: u64,
        /// The estimate.
        pub estimate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// The estimate minus that of the printed deck.
        pub change: Fraction,
        /// Lower end of its 95% interval.
        pub change_low: Fraction,
        /// Upper end of its 95% interval.
        pub change_high: Fraction,
        /// Share of games that are identical, in every choice, to those of the printed deck.
        pub identical_share: Fraction,
    }
}

impl SweepRow {
    fn new(metric: SweepMetric, point: &SweepPoint, printed: &[Figure; 4]) -> SweepRow {
        let figure = &point.figures[metric as usize];
        let ComparedGames { games, identical } = point.games(metric);
        // Then the change is exactly 0, and its estimated error does not count.
        let same = identical == games;
        let (estimate, change) = (figure.estimate(), figure.change_from(&printed[metric as usize], same));
        SweepRow {
            metric,
            value: point.value,
            games,
            n: estimate.n,
            estimate: Fraction(estimate.value),
            low: Fraction(estimate.low),
            high: Fraction(estimate.high),
            change: Fraction(change.value),
            change_low: Fraction(change.low),
            change_high: Fraction(change.high),
            identical_share: Fraction(identical as f64 / games.max(1) as f64),
        }
    }
}

/// The question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SweepQuestion {
    /// Id of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// The number that varies.
    pub field: String,
    /// The printed value of the number.
    pub printed: i32,
    /// The metric of interest.
    pub metric: SweepMetric,
    /// The target, if there is one.
    pub target: Option<f64>,
}

/// Results of a sweep.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SweepReport {
    /// The question.
    pub question: SweepQuestion,
    /// The players, and the number of games.
    pub table: String,
    /// All metrics at all values.
    #[serde(rename = "sweep")]
    pub rows: Vec<SweepRow>,
    /// The value at which the metric meets its target, if there is a target and the metric is known.
    pub balance: Option<Balance>,
    /// The text of the printed card.
    pub texts: Vec<CardText>,
}

impl Printed for SweepReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.rows)]
    }
}

impl SweepReport {
    /// The report of some values; `printed` has the figures of the printed deck, and `text` is that of the printed card.
    pub(crate) fn new(
        question: SweepQuestion,
        table: String,
        points: &[SweepPoint],
        printed: &[Figure; 4],
        text: CardText,
    ) -> SweepReport {
        let rows_of = |metric| points.iter().map(move |point| SweepRow::new(metric, point, printed));
        let curve: Vec<(f64, &Figure)> =
            points.iter().map(|point| (f64::from(point.value), &point.figures[question.metric as usize])).collect();
        let balance = question.target.and_then(|target| Response::new(&curve).balance(target));
        let rows = SweepMetric::ALL.into_iter().flat_map(rows_of).collect();
        SweepReport { rows, question, table, balance, texts: vec![text] }
    }

    /// The lines of the metric of interest.
    pub(crate) fn curve(&self) -> impl Iterator<Item = &SweepRow> {
        self.rows.iter().filter(|row| row.metric == self.question.metric)
    }

    /// Prints a table.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let SweepQuestion { name, field, printed, metric, .. } = &self.question;
        let unit = if metric.unit() > 1.0 { ", percentage points" } else { "" };
        writeln!(out, "{name}: {}{unit}, by {field} (* as printed)\n{}\n", metric.name(), self.table)?;
        if let Some(words) = self.conclusion() {
            writeln!(out, "{words}\n")?;
        }
        let heads = ["n", "estimate", "95% interval", "change", "95% interval", "identical"];
        let [n, estimate, interval, change, change_interval, identical] = heads;
        let value = if field.len() <= VALUE { field } else { "value" };
        writeln!(
            out,
            "{value:>VALUE$}  {n:>8} {estimate:>8} {interval:>16} {change:>7} {change_interval:>16} {identical:>9}"
        )?;
        for row in self.curve() {
            let mark = if row.value == *printed { '*' } else { ' ' };
            let [estimate, low, high, change, change_low, change_high] = row.figures(*metric);
            let (interval, change_interval) = (between(&low, &high), between(&change_low, &change_high));
            let (n, identical) = (thousands(row.n), format!("{:.2}%", 100.0 * row.identical_share.0));
            writeln!(
                out,
                "{:>VALUE$}{mark} {n:>8} {estimate:>8} {interval:>16} {change:>7} {change_interval:>16} {identical:>9}",
                row.value
            )?;
        }
        Ok(())
    }

    /// One or two sentences about the crossings of the target; `None` without a target.
    pub(crate) fn conclusion(&self) -> Option<String> {
        let SweepQuestion { field, metric, target, .. } = &self.question;
        let unit = if metric.unit() > 1.0 { " pp" } else { "" };
        let aim = format!("{} {}{unit}", metric.name(), short(metric.unit() * (*target)?));
        let Some(Balance { range, crossings, set }) = &self.balance else {
            return Some(format!("{aim}: too few games for an answer"));
        };
        let (low, high) = range;
        let found = match crossings[..] {
            [] => format!("no crossing between {field} {low} and {high}"),
            _ => format!("crossing at {field} {}", listed(" and ", crossings.iter().map(|at| short(*at)))),
        };
        let stretches = set.iter().map(|ends| stretch(*ends, *range));
        let known = match set[..] {
            [] => "the 95% confidence set is empty".to_owned(),
            [ends] if ends == *range && low < high => {
                format!("95% confidence set: the whole range from {low} to {high}")
            }
            _ => format!("95% confidence set: {}", listed(" or ", stretches)),
        };
        Some(format!("{aim}: {found}; {known}"))
    }
}

impl SweepRow {
    /// Its figures as text: estimate and change, each with its interval.
    pub(in crate::report) fn figures(&self, metric: SweepMetric) -> [String; 6] {
        let estimate = [self.estimate, self.low, self.high].map(|number| metric.text(number.0, false));
        let change = [self.change, self.change_low, self.change_high].map(|number| metric.text(number.0, true));
        let ([a, b, c], [d, e, f]) = (estimate, change);
        [a, b, c, d, e, f]
    }
}

fn between(low: &str, high: &str) -> String {
    format!("{} to {}", low.trim_start(), high.trim_start())
}

/// A range of the confidence set. At an end of the measured values it may extend beyond.
fn stretch((low, high): (f64, f64), range: (f64, f64)) -> String {
    match (low == range.0, high == range.1) {
        _ if low == high => short(low),
        (true, false) => format!("at most {}", short(high)),
        (false, true) => format!("at least {}", short(low)),
        _ => format!("{} to {}", short(low), short(high)),
    }
}

/// A number with the decimals that it needs, at most two.
fn short(value: f64) -> String {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn listed(between: &str, words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(between)
}
