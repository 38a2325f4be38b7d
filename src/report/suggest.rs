//! The report of a suggestion: the change of a card's numbers that brings its opening value to a target.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::impact::Interval;
use crate::deck::Number;
use crate::report::files::column::left;
use crate::report::files::number::{Fraction, points, signed, thousands};
use crate::report::files::row::row;
use crate::report::files::rows::{Printed, Rows};
use crate::report::texts::CardText;
use crate::run::Tally;
use crate::stats::{Difference, Estimate, PairedGames, summary};

/// The answer of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A change that fresh deals confirm.
    Change,
    /// The printed numbers meet the target.
    Keep,
    /// No change of one or two numbers was found and confirmed.
    None,
}

row! {
    "numbers.csv"
    /// A number of the card. Changes are those of the opening value by one step.
    #[derive(Clone, Debug)]
    pub struct NumberRow {
        /// Its path in the card's entry.
        pub number: String,
        /// The printed value.
        pub printed: i32,
        /// The suggested value; empty if it stays.
        pub suggested: Option<i32>,
        /// Lowest legal value.
        pub lowest: i32,
        /// Highest legal value.
        pub highest: i32,
        /// Change by one step down; empty if it is not legal or was not tried.
        pub down: Fraction,
        /// Lower end of its 95% interval.
        pub down_low: Fraction,
        /// Upper end of its 95% interval.
        pub down_high: Fraction,
        /// Change by one step up.
        pub up: Fraction,
        /// Lower end of its 95% interval.
        pub up_low: Fraction,
        /// Upper end of its 95% interval.
        pub up_high: Fraction,
    }
}

row! {
    "effects.csv"
    /// A side effect of the suggested change.
    #[derive(Clone, Debug)]
    pub struct EffectRow {
        /// The metric.
        pub metric: String,
        /// Whether it is a share, shown in percentage points.
        pub points: bool,
        /// Its value with the printed card.
        pub before: Fraction,
        /// Its value with the suggested card.
        pub after: Fraction,
        /// After minus before.
        pub change: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
    }
}

row! {
    "tried.csv"
    /// A change that was tried, and the opening value with it.
    #[derive(Clone, Debug)]
    pub struct TriedRow {
        /// The numbers with their new values.
        pub change: String,
        /// Number of steps by which they change.
        pub steps: i32,
        /// Whether it was measured alone, in fresh deals; otherwise by its difference from the printed card.
        pub fresh: bool,
        /// Copies dealt in opening hands; of a difference, blocks.
        pub n: u64,
        /// The opening value.
        pub value: Fraction,
        /// Lower end of its 95% interval; of a difference, without the error of the printed card.
        pub low: Fraction,
        /// Upper end of the interval.
        pub high: Fraction,
    }
}

/// A suggestion. Values are fractions; 0.01 is one percentage point.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuggestReport {
    /// Id of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// The players.
    pub table: String,
    /// The target of the opening value.
    pub target: f64,
    /// Distance from the target that is near enough.
    pub tolerance: f64,
    /// The answer.
    pub answer: Answer,
    /// The suggested numbers with their new values; empty if there is no suggestion.
    pub change: String,
    /// The opening value of the printed card.
    pub printed: Interval,
    /// That of the suggested card, in fresh deals.
    pub suggested: Option<Interval>,
    /// The lines of the deck file before and after the change, as a unified diff.
    pub patch: String,
    /// The numbers of the card.
    pub numbers: Vec<NumberRow>,
    /// Side effects of the change.
    pub effects: Vec<EffectRow>,
    /// All changes that were tried.
    pub tried: Vec<TriedRow>,
    /// The text of the printed card.
    pub texts: Vec<CardText>,
}

impl Printed for SuggestReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.numbers), Rows::of(&self.effects), Rows::of(&self.tried)]
    }
}

impl NumberRow {
    /// A number with its changes by one step down and up.
    pub(crate) fn new(number: &Number, suggested: Option<i32>, [down, up]: [Estimate; 2]) -> NumberRow {
        NumberRow {
            number: number.path.clone(),
            printed: number.value,
            suggested,
            lowest: number.low,
            highest: number.high,
            down: Fraction(down.value),
            down_low: Fraction(down.low),
            down_high: Fraction(down.high),
            up: Fraction(up.value),
            up_low: Fraction(up.low),
            up_high: Fraction(up.high),
        }
    }
}

impl TriedRow {
    /// A change with the opening value.
    pub(crate) fn new(change: String, steps: i32, Estimate { value, low, high, n }: Estimate, fresh: bool) -> TriedRow {
        TriedRow { change, steps, fresh, n, value: Fraction(value), low: Fraction(low), high: Fraction(high) }
    }
}

impl EffectRow {
    /// The side effects in the same games with both cards, and in the counts of both.
    pub(crate) fn all(games: &PairedGames<'_>, tallies: [&Tally; 2]) -> Vec<EffectRow> {
        let paired = [
            EffectRow::paired("turns", false, games.turns()),
            EffectRow::paired("deaths", false, games.deaths()),
            EffectRow::paired("first_last_gap", true, games.position_gap()),
        ];
        paired.into_iter().chain(EffectRow::of_share("share_fights_won", tallies)).collect()
    }

    fn paired(metric: &str, points: bool, Difference { before, after, change, .. }: Difference) -> EffectRow {
        EffectRow {
            metric: metric.to_owned(),
            points,
            before: Fraction(before),
            after: Fraction(after),
            change: Fraction(change.value),
            low: Fraction(change.low),
            high: Fraction(change.high),
        }
    }

    /// A share of counted events. Its change has the error of two runs: the same games make it smaller.
    fn of_share(name: &str, tallies: [&Tally; 2]) -> Option<EffectRow> {
        let [before, after] = tallies.map(|tally| summary(tally).into_iter().find(|metric| metric.name == name));
        let (before, after) = (before?.estimate, after?.estimate);
        let (value, reach) = (after.value - before.value, after.half_width().hypot(before.half_width()));
        Some(EffectRow {
            metric: name.to_owned(),
            points: true,
            before: Fraction(before.value),
            after: Fraction(after.value),
            change: Fraction(value),
            low: Fraction(value - reach),
            high: Fraction(value + reach),
        })
    }
}

impl SuggestReport {
    /// Prints the suggestion: the verdict first, then the patch, its side effects and the numbers of the card.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let SuggestReport { name, change, target, printed, .. } = self;
        let target = points(Fraction(*target));
        let verdict = match (self.answer, &self.suggested) {
            (Answer::Change, Some(value)) => {
                format!("{change}: opening value {} in fresh deals, target {target}", interval(value))
            }
            (Answer::Keep, _) => format!("keep the printed numbers: they meet the target {target}"),
            _ => format!("no change of one or two numbers was found and confirmed; target {target}"),
        };
        writeln!(out, "{name}: {verdict}\nprinted: opening value {}; {}", interval(printed), self.table)?;
        if !self.patch.is_empty() {
            write!(out, "\n{}", self.patch)?;
        }
        if !self.effects.is_empty() {
            writeln!(out, "\n{:<18} {:>9} {:>9} {:>8}  95% interval", "side effects", "before", "after", "change")?;
            self.effects.iter().try_for_each(|effect| effect.write(out))?;
        }
        if self.tried.is_empty() {
            return Ok(());
        }
        let width = self.numbers.iter().map(|row| row.number.len()).max().unwrap_or(0).max(6);
        writeln!(out, "\nopening value by one step, percentage points")?;
        let heading = left("number", width);
        writeln!(out, "{heading} {:>7} {:>14} {:>14}", "printed", "down", "up")?;
        for row in &self.numbers {
            let [down, up] = [(row.down, row.down_low, row.down_high), (row.up, row.up_low, row.up_high)].map(short);
            writeln!(out, "{} {:>7} {down:>14} {up:>14}", left(&row.number, width), row.printed)?;
        }
        let further = || self.tried.iter().filter(|row| row.is_further());
        if further().next().is_some() {
            let width = further().map(|row| row.change.len()).max().unwrap_or(0).max(13);
            writeln!(out, "\n{} {:>8}  95% interval", left("further tries", width), "value")?;
            for TriedRow { change, fresh, value, low, high, .. } in further() {
                let (value, low, high) = (points(*value), points(*low), points(*high));
                let fresh = if *fresh { ", fresh deals" } else { "" };
                writeln!(out, "{} {value:>8}  {low} to {high}{fresh}", left(change, width))?;
            }
        }
        Ok(())
    }
}

impl TriedRow {
    /// Whether it is in no other table of the text: first steps are those of the numbers.
    fn is_further(&self) -> bool {
        self.fresh || self.steps > 1
    }
}

impl EffectRow {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let number = |number: Fraction, sign: bool| match (self.points, sign) {
            (true, false) => format!("{:.2}%", 100.0 * number.0),
            (true, true) => signed(100.0 * number.0, 2),
            (false, false) => format!("{:.2}", number.0),
            (false, true) => signed(number.0, 3),
        };
        let [before, after] = [self.before, self.after].map(|value| number(value, false));
        let [change, low, high] = [self.change, self.low, self.high].map(|value| number(value, true));
        writeln!(out, "{:<18} {before:>9} {after:>9} {change:>8}  {low} to {high}", self.metric.replace('_', " "))
    }
}

fn interval(Interval { value, low, high, n }: &Interval) -> String {
    format!("{} ({} to {}, n = {})", points(*value), points(*low), points(*high), thousands(*n))
}

/// A change with the half-width of its interval; `-` if unknown.
fn short((value, low, high): (Fraction, Fraction, Fraction)) -> String {
    match value.0.is_finite() {
        true => format!("{} +-{:.2}", points(value), 50.0 * (high.0 - low.0)),
        false => "-".to_owned(),
    }
}
