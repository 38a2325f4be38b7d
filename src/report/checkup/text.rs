//! The text of a checkup: the verdict, the metrics that matter, the cards behind what is wrong, and the next command.

use std::io::{self, Write};

use super::measures::CHECKED;
use super::next::distance;
use super::report::CheckupReport;
use super::rows::{CheckupCardRow, Health};
use crate::report::check::gates::VALUE;
use crate::report::files::number::{Fraction, counted, thousands};
use crate::report::files::table::Table;
use crate::report::impact::{Dependence, RobustRow};
use crate::report::manifest::Manifest;
use crate::report::range::{Basis, CheckupRow, RangeVerdict, Unit};

/// Metrics that are always shown, from the beginning of `CHECKED`.
const SHOWN: usize = 13;
/// Names of cards in a line.
const NAMED: usize = 4;
/// Cards in a line with their values for all numbers of players.
const NAMED_BY_PLAYERS: usize = 2;

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

    /// The verdict, with the metrics out of their range, the farthest first.
    pub(in crate::report) fn verdict(&self) -> String {
        let mut out: Vec<&CheckupRow> = self.metrics.iter().filter(|row| row.verdict.is_out()).collect();
        out.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
        let (count, all) = (out.len(), self.metrics.len());
        let miss = if self.has_targets() { "miss their targets or are" } else { "are" };
        match self.health {
            Health::Healthy if count == 0 => format!("healthy: all {all} metrics are in their ranges, or near them"),
            Health::Healthy => {
                format!("healthy: {count} of {all} metrics are out of the usual range, as chance explains")
            }
            Health::Unsure => format!("unsure: for most of {all} metrics, the interval includes an end of the range"),
            Health::Unhealthy => {
                // The worst metrics are often of one family.
                let mut families: Vec<&str> = Vec::new();
                out.retain(|row| {
                    !families.contains(&family(&row.metric)) && {
                        families.push(family(&row.metric));
                        true
                    }
                });
                let named = out.iter().take(NAMED).map(|row| format!("{} {}", row.metric, row.verdict.word()));
                let (named, more) = (named.collect::<Vec<_>>().join(", "), if count > NAMED { ", ..." } else { "" });
                format!("unhealthy: {count} of {all} metrics {miss} out of the usual range: {named}{more}")
            }
        }
    }

    fn has_targets(&self) -> bool {
        self.metrics.iter().any(|row| row.basis == Basis::Target)
    }

    fn write_metrics(&self, all: bool, width: usize, out: &mut impl Write) -> io::Result<()> {
        let range = if self.has_targets() { "range" } else { "usual range" };
        let mut table = Table::new(&["metric", "value", "95% interval", range, "verdict"]);
        let shown: Vec<Vec<&CheckupRow>> = match all {
            true => self.metrics.iter().map(|row| vec![row]).collect(),
            false => self.families(),
        };
        for rows in &shown {
            table.add(line_of(rows));
        }
        table.write(1, width, out)?;
        let hidden = self.metrics.len() - shown.len();
        if hidden > 0 {
            writeln!(out, "... {hidden} more: --all")?;
        }
        Ok(())
    }

    /// The metrics by family, those that matter most first in each. Families of which all is well are left out unless
    /// they are important.
    fn families(&self) -> Vec<Vec<&CheckupRow>> {
        let mut families: Vec<Vec<&CheckupRow>> = Vec::new();
        for row in &self.metrics {
            let is_same = |rows: &&mut Vec<&CheckupRow>| family(&rows[0].metric) == family(&row.metric);
            match families.iter_mut().find(is_same) {
                Some(rows) => rows.push(row),
                None => families.push(vec![row]),
            }
        }
        for rows in &mut families {
            rows.sort_by(|one, other| rank(one).cmp(&rank(other)).then(distance(other).total_cmp(&distance(one))));
        }
        families.retain(|rows| {
            let headline = CHECKED.iter().take(SHOWN).any(|(name, _)| family(name) == family(&rows[0].metric));
            headline || rows[0].basis == Basis::Target || rank(rows[0]) < RangeVerdict::Ok.rank()
        });
        families
    }

    fn write_cards(&self, all: bool, out: &mut impl Write) -> io::Result<()> {
        let value = |unit: Unit| move |row: &CheckupCardRow| format!("{} {}", row.name, unit.shown(row.value.0));
        let name = |row: &CheckupCardRow| row.name.clone();
        let part = |row: &CheckupCardRow| format!("{} {}", row.name, row.part);
        let parts = format!("parts without effect in {} games", thousands(self.part_games));
        writeln!(out)?;
        self.line("opening values beyond the usual ones", "opening_value", all, out, value(Unit::Points))?;
        self.line("monsters beyond the usual ones", "fights_won", all, out, value(Unit::Percent))?;
        self.line(&parts, "no_effect", all, out, part)?;
        self.line("cards that nobody plays", "never_played", all, out, name)?;
        self.line("values that differ by the number of players", "differs", all, out, |row| self.by_players(row))?;
        self.write_robust(all, out)
    }

    /// The titles whose sign depends on the table, those with the largest range first, and the number of those whose rank does.
    fn write_robust(&self, all: bool, out: &mut impl Write) -> io::Result<()> {
        if self.robust.is_empty() {
            return Ok(());
        }
        let of = |what: Dependence| self.robust.iter().filter(move |row| row.depends == what);
        let mut rows: Vec<&RobustRow> = of(Dependence::Sign).collect();
        rows.sort_by(|one, other| other.range().total_cmp(&one.range()));
        let end = |value: Fraction, with: &str| format!("{} {with}", Unit::Points.shown(value.0));
        let words = |row: &&RobustRow| {
            let [low, high] = [end(row.lowest, &row.lowest_with), end(row.highest, &row.highest_with)];
            format!("{}: {low}, {high}", row.name)
        };
        let named: Vec<String> = rows.iter().take(if all { usize::MAX } else { NAMED_BY_PLAYERS }).map(words).collect();
        let more = if rows.len() > named.len() { "; ..." } else { "" };
        let named = if rows.is_empty() { String::new() } else { format!(" ({}{more})", named.join("; ")) };
        writeln!(out, "values whose sign depends on the table: {}{named}", thousands(rows.len() as u64))?;
        writeln!(out, "values whose rank depends on the table: {}", thousands(of(Dependence::Rank).count() as u64))
    }

    /// The values of a card for all numbers of players.
    fn by_players(&self, row: &CheckupCardRow) -> String {
        let is_same =
            |other: &&CheckupCardRow| (&other.finding, &other.set, &other.card) == (&row.finding, &row.set, &row.card);
        let values = self.cards.iter().filter(is_same);
        let values = values.map(|row| format!("{} at {}", Unit::Points.shown(row.value.0), row.players));
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
        let most = match finding {
            _ if all => usize::MAX,
            "differs" => NAMED_BY_PLAYERS,
            _ => NAMED,
        };
        let named: Vec<String> = rows.iter().take(most).map(|row| words(row)).collect();
        let more = if rows.len() > named.len() { ", ..." } else { "" };
        writeln!(out, "{head}: {} ({}{more})", thousands(rows.len() as u64), named.join("; "))
    }
}

/// What metrics have in common that the page shows in one line.
fn family(metric: &str) -> &str {
    const PREFIXES: [&str; 5] = [VALUE, "leader_win_rate", "share_fights_won_level", "explained_by", "unused"];
    const SUFFIXES: [&str; 2] = ["_monster", "_value"];
    let common = PREFIXES.into_iter().find(|prefix| metric.starts_with(prefix));
    common.or_else(|| SUFFIXES.into_iter().find(|suffix| metric.ends_with(suffix))).unwrap_or(metric)
}

/// The place of a metric in its family: what is wrong comes first.
fn rank(row: &CheckupRow) -> u8 {
    row.verdict.rank()
}

/// The line of a family: its first metric, and how many others share its verdict.
fn line_of(rows: &[&CheckupRow]) -> Vec<String> {
    let row = rows[0];
    let same = rows.iter().filter(|other| rank(other) == rank(row)).count();
    let count = if rows.len() > 1 { format!(" {same}/{}", rows.len()) } else { String::new() };
    let [value, interval, range] = row.figures();
    vec![row.metric.clone(), value, interval, range, format!("{}{count}", row.word())]
}
