//! The plan of a study: how many games it needs, and how long they take.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::column::fitted;
use super::files::number::{Fraction, counted, points, signed, thousands, two_digits};
use super::files::row::row;
use super::files::rows::{Printed, Rows};

/// Columns of the name of a step or a metric.
const NAME: usize = 80;
const STEP: usize = 60;
/// The largest number of games that is named.
const FAR: f64 = 1e9;

row! {
    "steps.csv"
    /// A step of a study.
    #[derive(Clone, Debug)]
    pub struct StepRow {
        /// What it is for.
        pub step: String,
        /// Its games or pairs of games, those of the pilot included.
        pub games: u64,
        /// Seconds that they take on this machine.
        pub seconds: Fraction,
    }
}

row! {
    "needs.csv"
    /// What a metric needs.
    #[derive(Clone, Debug)]
    pub struct NeedRow {
        /// The id of the metric.
        pub metric: String,
        /// Its name in words.
        pub name: String,
        /// What the pilot shows: its value, or the change of it by an edit.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Whether it is a share of wins, shown in percentage points.
        pub points: bool,
        /// Games for the precision or the power of the study; empty if out of reach.
        pub games: Option<u64>,
        /// Seconds of these games.
        pub seconds: Fraction,
        /// Games that would decide a value like that of the pilot: its interval reaches neither the margin nor 0.
        pub decides: Option<u64>,
        /// Seconds of these games.
        pub decides_seconds: Fraction,
    }
}

/// What a study counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Games.
    Game,
    /// Pairs of games, one with each of two decks.
    Pair,
}

/// The plan of a study.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanReport {
    /// The question of the study.
    pub title: String,
    /// What it counts.
    pub unit: Unit,
    /// Games or pairs of the pilot.
    pub pilot: u64,
    /// Seconds of the pilot.
    pub pilot_seconds: Fraction,
    /// Threads that played it.
    pub threads: usize,
    /// The steps.
    pub steps: Vec<StepRow>,
    /// The metrics, the one that needs most games first.
    pub needs: Vec<NeedRow>,
}

impl PlanReport {
    /// The plan of a study with this title, after a pilot of so many games and seconds.
    pub(crate) fn new(
        title: String,
        unit: Unit,
        threads: usize,
        (pilot, seconds): (u64, f64),
        steps: Vec<StepRow>,
        mut needs: Vec<NeedRow>,
    ) -> PlanReport {
        needs.sort_by_key(|need| std::cmp::Reverse(need.games.unwrap_or(u64::MAX)));
        PlanReport { title, unit, pilot, pilot_seconds: Fraction(seconds), threads, steps, needs }
    }

    /// Prints the plan.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let PlanReport { title, unit, pilot, pilot_seconds, threads, .. } = self;
        let (unit, of_games) = if *unit == Unit::Pair { ("pair", " of games") } else { ("game", "") };
        writeln!(out, "{title}")?;
        let (pilot, threads) = (counted(*pilot, unit), counted(*threads as u64, "thread"));
        writeln!(out, "pilot: {pilot}{of_games} in {:.1} s with {threads}\n", pilot_seconds.0)?;
        writeln!(out, "{:<STEP$} {:>11} {:>7}", "step", format!("{unit}s"), "seconds")?;
        for StepRow { step, games, seconds } in &self.steps {
            writeln!(out, "{:<STEP$} {:>11} {:>7.1}", fitted(step, STEP), thousands(*games), seconds.0)?;
        }
        if self.needs.is_empty() {
            return Ok(());
        }
        let most = self.needs.iter().find_map(|need| Some((need, need.games?)));
        if let Some((NeedRow { name, seconds, .. }, games)) = most {
            writeln!(out, "most needs {name}: about {}, {:.1} s", counted(games, unit), seconds.0)?;
        }
        writeln!(out, "\nmetric (pp: percentage points)")?;
        let line = |[value, interval, games, seconds, decides, more]: [&str; 6]| {
            format!("  {value:>10} {interval:>20} {games:>12} {seconds:>8} {decides:>12} {more:>8}")
        };
        writeln!(out, "{}", line(["pilot", "95% interval", "needs", "seconds", "decided by", "seconds"]))?;
        for need in &self.needs {
            let number = |number: Fraction| if need.points { points(number) } else { signed(number.0, 2) };
            let unit = if need.points { " pp" } else { "" };
            let games = |games: Option<u64>| games.map_or("-".to_owned(), thousands);
            let seconds =
                |games: Option<u64>, seconds: Fraction| games.map_or("-".to_owned(), |_| format!("{:.1}", seconds.0));
            writeln!(out, "{}", fitted(&need.name, NAME))?;
            let cells = [
                number(need.value) + unit,
                format!("{} to {}", number(need.low), number(need.high)),
                games(need.games),
                seconds(need.games, need.seconds),
                games(need.decides),
                seconds(need.decides, need.decides_seconds),
            ];
            writeln!(out, "{}", line(cells.each_ref().map(String::as_str)))?;
        }
        Ok(())
    }
}

impl Printed for PlanReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.steps), Rows::of(&self.needs)]
    }
}

/// A number of games in two digits; `None` if it is unknown or out of reach.
pub(crate) fn games_needed(games: f64) -> Option<u64> {
    (games <= FAR).then(|| two_digits(games))
}
