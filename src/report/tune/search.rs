//! The report of a search for settings.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::files::number::{Fraction, counted, percent, points};
use crate::report::files::row::row;
use crate::report::files::table::Table;
use crate::run::{BlockDifferences, Search, Trials};
use crate::stats::{Estimate, generation_rate, paired_rate, rotation_rate};
use crate::strategy::{Profile, Setting};

row! {
    "tune.csv"
    /// One line of `tune.csv`: the settings from which the variants of a generation differ.
    #[derive(Clone, Debug)]
    pub struct TuneRow {
        /// Number of the generation, from 1.
        pub generation: usize,
        /// Games played up to its end.
        pub games: u64,
        /// Factor of the standard deviations of its variants.
        pub step: Fraction,
        /// Games of the win rate.
        pub n: u64,
        /// Win rate of the settings.
        pub win_rate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// The settings that differ from the start, as `NAME=VALUE`.
        pub changes: String,
    }
}

/// A setting that differs from the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    /// Its name.
    pub setting: String,
    /// Its value at the start.
    #[schemars(with = "serde_json::Value")]
    pub before: toml::Value,
    /// Its value now.
    #[schemars(with = "serde_json::Value")]
    pub after: toml::Value,
}

/// The final test: both profiles in the same blocks.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FinalTest {
    /// Games of each profile.
    pub games: u64,
    /// Blocks, the sample units.
    pub blocks: u64,
    /// Win rate of the profile at the start.
    pub start: Interval,
    /// Win rate of the tuned profile.
    pub tuned: Interval,
    /// Difference of the two.
    pub difference: Interval,
    /// Whether the interval of the difference is above 0.
    pub accepted: bool,
}

/// A number with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// The estimate.
    pub value: Fraction,
    /// Lower end.
    pub low: Fraction,
    /// Upper end.
    pub high: Fraction,
}

/// The results of a search.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TuneReport {
    /// The strategy at the start.
    pub start: String,
    /// The changed settings.
    pub changes: Vec<Changed>,
    /// The final test; none if the search was stopped or no setting changed.
    pub test: Option<FinalTest>,
    /// The generations.
    pub generations: Vec<TuneRow>,
}

impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Interval {
        let Estimate { value, low, high, .. } = estimate;
        Interval { value: Fraction(value), low: Fraction(low), high: Fraction(high) }
    }
}

impl FinalTest {
    /// The test of these games: those of the start, then those of the tuned profile.
    pub fn of(trials: &Trials, players: u8) -> Option<FinalTest> {
        let [start, tuned] = &trials.wins[..] else { return None };
        let mut differences = BlockDifferences::default();
        // Both play the same blocks: the luck of the cards cancels in the difference.
        differences.add_all(tuned, start);
        let difference = paired_rate(&differences, players);
        Some(FinalTest {
            games: difference.n,
            blocks: differences.blocks,
            start: rotation_rate(start, players).into(),
            tuned: rotation_rate(tuned, players).into(),
            difference: difference.into(),
            accepted: difference.low > 0.0,
        })
    }
}

/// The settings of a profile that differ from those at the start.
fn changes(start: &Profile, settings: &[Setting], positions: &[i64]) -> Vec<Changed> {
    let now = start.at(settings, positions);
    let changed = settings.iter().filter(|setting| start.weights[&setting.name] != now.weights[&setting.name]);
    let change = |setting: &Setting| Changed {
        setting: setting.name.clone(),
        before: start.weights[&setting.name].clone(),
        after: now.weights[&setting.name].clone(),
    };
    changed.map(change).collect()
}

impl TuneReport {
    /// The report of a search.
    pub(crate) fn new(
        start: &Profile,
        settings: &[Setting],
        search: &Search,
        test: Option<FinalTest>,
        players: u8,
    ) -> TuneReport {
        let row = |(generation, number): (&crate::run::Generation, usize)| {
            let Estimate { value, low, high, n } = generation_rate(generation, players);
            let changes = changes(start, settings, &generation.positions);
            let words = changes.iter().map(|change| format!("{}={}", change.setting, change.after));
            TuneRow {
                generation: number,
                games: generation.games,
                step: Fraction(generation.step),
                n,
                win_rate: Fraction(value),
                low: Fraction(low),
                high: Fraction(high),
                changes: words.collect::<Vec<_>>().join(" "),
            }
        };
        TuneReport {
            start: start.name.clone(),
            changes: changes(start, settings, &search.positions(settings)),
            test,
            generations: search.history.iter().zip(1..).map(row).collect(),
        }
    }

    /// Whether the final test accepts the tuned profile.
    pub(crate) fn is_accepted(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.accepted)
    }

    /// Writes the results as text.
    ///
    /// # Errors
    /// If the text cannot be written.
    pub(crate) fn write_table(&self, interrupted: bool, width: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.conclusion(interrupted))?;
        if !self.changes.is_empty() {
            let mut table = Table::new(&["setting", "start", "tuned"]);
            for Changed { setting, before, after } in &self.changes {
                table.add(vec![setting.clone(), before.to_string(), after.to_string()]);
            }
            writeln!(out)?;
            table.write(1, width, out)?;
        }
        if let Some(test) = &self.test {
            let games = format!("final test, {} each", counted(test.games, "game"));
            let mut table = Table::new(&[&games, "win rate", "95% interval"]);
            let mut add = |name: &str, Interval { value, low, high }, text: fn(Fraction) -> String| {
                table.add(vec![name.to_owned(), text(value), format!("{} to {}", text(low), text(high))]);
            };
            add(&self.start, test.start, percent);
            add("tuned", test.tuned, percent);
            add("difference, percentage points", test.difference, points);
            writeln!(out)?;
            table.write(1, width, out)?;
        }
        Ok(())
    }

    pub(in crate::report) fn conclusion(&self, interrupted: bool) -> String {
        match &self.test {
            _ if interrupted => "not tested: the search was stopped".to_owned(),
            None => "not accepted: the search ended at the settings of the start".to_owned(),
            Some(test) if test.accepted => {
                format!("accepted: the tuned profile wins more than {}; the interval is above 0", self.start)
            }
            Some(_) => format!("not accepted: the interval of the difference to {} is not above 0", self.start),
        }
    }
}
