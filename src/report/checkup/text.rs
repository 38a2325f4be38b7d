//! The text of a checkup: the verdict, the metrics that matter, the cards behind what is wrong, and the next command.

use std::io::{self, Write};

use super::measures::{CHECKED, Unit};
use super::next::distance;
use super::report::CheckupReport;
use super::rows::{CheckupCardRow, CheckupRow, Health, RangeVerdict};
use crate::report::files::number::{Fraction, counted, signed, thousands};
use crate::report::files::table::Table;
use crate::report::manifest::Manifest;

/// Metrics that are always shown, from the beginning of `CHECKED`.
const SHOWN: usize = 13;
/// Names of cards in a line.
const NAMED: usize = 4;

impl CheckupReport {
    /// Writes the text; without `all`, metrics in their range are left out unless they are important.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write_table(&self, manifest: &Manifest, all: bool, width: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.verdict())?;
        let Manifest { players, seed, games, signature, strategies, .. } = manifest;
        let mut names: Vec<&str> = strategies.iter().map(|strategy| strategy.name.as_str()).collect();
        names.dedup();
        let (deck, names) = (manifest.deck().words(), names.join(", "));
        writeln!(out, "{deck}, {players} players ({names}), seed {seed}, {}", counted(*games, "game"))?;
        writeln!(out, "signature {signature}\n")?;
        self.write_metrics(all, width, out)?;
        self.write_cards(all, out)?;
        writeln!(out, "\nnext: {}", self.next)
    }

    /// The verdict in a line, with the metrics out of their range, the farthest first.
    fn verdict(&self) -> String {
        let mut out: Vec<&CheckupRow> = self.metrics.iter().filter(|row| row.verdict.is_out()).collect();
        out.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
        let all = self.metrics.len();
        match self.health {
            Health::Healthy => format!("healthy: no metric of {all} is out of the range of the shipped sets"),
            Health::Unsure => {
                format!("unsure: too few of {all} metrics can be told from the range of the shipped sets")
            }
            Health::Unhealthy => {
                let named = out.iter().take(NAMED).map(|row| format!("{} {}", row.metric, row.verdict.word()));
                let (named, more) =
                    (named.collect::<Vec<_>>().join(", "), if out.len() > NAMED { ", ..." } else { "" });
                let count = out.len();
                format!("unhealthy: {count} of {all} metrics are out of the range of the shipped sets: {named}{more}")
            }
        }
    }

    fn write_metrics(&self, all: bool, width: usize, out: &mut impl Write) -> io::Result<()> {
        let is_shown = |row: &&CheckupRow| {
            let headline = CHECKED.iter().take(SHOWN).any(|(name, _)| *name == row.metric);
            all || headline || !matches!(row.verdict, RangeVerdict::Ok | RangeVerdict::Unknown)
        };
        let mut table = Table::new(&["metric", "value", "95% interval", "shipped sets", "verdict"]);
        for row in self.metrics.iter().filter(is_shown) {
            let text = |number: Fraction| shown(number, row.unit);
            let between = |low: Fraction, high: Fraction| match low.0.is_finite() {
                true => format!("{} to {}", text(low), text(high)),
                false => "-".to_owned(),
            };
            table.add(vec![
                row.metric.clone(),
                text(row.value),
                between(row.low, row.high),
                between(row.range_low, row.range_high),
                row.verdict.word().to_owned(),
            ]);
        }
        let hidden = self.metrics.len() + 1 - table.len();
        table.write(1, width, out)?;
        if hidden > 0 {
            writeln!(out, "... {hidden} more: --all")?;
        }
        Ok(())
    }

    fn write_cards(&self, all: bool, out: &mut impl Write) -> io::Result<()> {
        let value = |unit: Unit| move |row: &CheckupCardRow| format!("{} {}", row.name, shown(row.value, unit));
        let name = |row: &CheckupCardRow| row.name.clone();
        let part = |row: &CheckupCardRow| format!("{} {}", row.name, row.part);
        let parts = format!("parts without effect in {} games", thousands(self.part_games));
        writeln!(out)?;
        self.line("opening values beyond the shipped sets", "opening_value", all, out, value(Unit::Points))?;
        self.line("monsters beyond the shipped sets", "fights_won", all, out, value(Unit::Percent))?;
        self.line(&parts, "no_effect", all, out, part)?;
        self.line("cards that nobody plays", "never_played", all, out, name)?;
        self.line("values that differ by the number of players", "differs", all, out, |row| self.by_players(row))
    }

    /// The values of a card for all numbers of players.
    fn by_players(&self, row: &CheckupCardRow) -> String {
        let is_same =
            |other: &&CheckupCardRow| (&other.finding, &other.set, &other.card) == (&row.finding, &row.set, &row.card);
        let values = self.cards.iter().filter(is_same);
        let values = values.map(|row| format!("{} at {}", shown(row.value, Unit::Points), row.players));
        format!("{}: {}", row.name, values.collect::<Vec<_>>().join(", "))
    }

    /// A line of the cards of a finding, if there are any.
    fn line(
        &self,
        head: &str,
        finding: &str,
        all: bool,
        out: &mut impl Write,
        words: impl Fn(&CheckupCardRow) -> String,
    ) -> io::Result<()> {
        let mut rows: Vec<&CheckupCardRow> = self.cards.iter().filter(|row| row.finding == finding).collect();
        // A part or a card once; the values for all numbers of players are in neighbouring rows.
        rows.dedup_by_key(|row| (&row.set, &row.card, &row.part));
        if rows.is_empty() {
            return Ok(());
        }
        let most = if all { usize::MAX } else { NAMED };
        let named: Vec<String> = rows.iter().take(most).map(|row| words(row)).collect();
        let more = if rows.len() > named.len() { ", ..." } else { "" };
        writeln!(out, "{head}: {} ({}{more})", thousands(rows.len() as u64), named.join("; "))
    }
}

/// A number in its unit, with as many digits as fit on a page.
fn shown(Fraction(number): Fraction, unit: Unit) -> String {
    match unit {
        _ if !number.is_finite() => "-".to_owned(),
        Unit::Percent => format!("{:.1}%", 100.0 * number),
        Unit::Points => signed(100.0 * number, 1),
        Unit::Number => format!("{number:.2}"),
    }
}
