//! The page of a checkup.

use super::model::{Cell, Section, Sentence, Table, Tone};
use super::numbers::{count, difference, interval};
use super::result::Paged;
use crate::report::checkup::{CheckupCardRow, CheckupReport, CheckupRow, Health, RangeVerdict};
use crate::report::files::number::points;
use crate::report::impact::{Dependence, RobustRow};
use crate::report::manifest::Manifest;
use crate::report::range::Unit;
use crate::report::texts::CardText;

impl Paged for CheckupReport {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        let tone = match self.health {
            Health::Healthy => Tone::Good,
            Health::Unhealthy => Tone::Bad,
            Health::Unsure => Tone::Unsure,
        };
        let verdict = self.verdict();
        let end = if verdict.ends_with('.') { "" } else { "." };
        // Without a point, which would become a part of the command.
        vec![Sentence::new(tone, verdict + end), Sentence::new(Tone::Plain, format!("next: {}", self.next))]
    }

    fn sections(&self, _: &Manifest) -> Vec<Section> {
        let sections = [
            Section::of("Health", NOTE, metrics(&self.metrics).block().into_iter().collect()),
            Section::of("Cards behind it", "", findings(&self.cards).block().into_iter().collect()),
            Section::of("Values at several tables", TABLES_NOTE, dependent(&self.robust).block().into_iter().collect()),
        ];
        sections.into_iter().flatten().collect()
    }

    fn texts(&self) -> &[CardText] {
        &self.texts
    }
}

/// How to read the metrics.
pub(super) const NOTE: &str =
    "Each metric with its 95% interval, against its target or the usual range: that of sets like the shipped ones.";
/// How to read the values at several tables.
const TABLES_NOTE: &str = "Titles whose opening value depends on the manners of the table, beyond chance (tests at 5% for all titles together): its \
                           sign, or its rank by at least half of its pile. Percentage points of winning.";
/// Maximum number of metrics named in a verdict.
const NAMED: usize = 5;

/// How many metrics are out of their ranges, and which; nothing if there are none.
pub(super) fn verdict(rows: &[CheckupRow]) -> Option<Sentence> {
    let out: Vec<&CheckupRow> = rows.iter().filter(|row| row.verdict.is_out()).collect();
    let named: Vec<String> =
        out.iter().take(NAMED).map(|row| format!("{} {}", row.metric.replace('_', " "), row.word())).collect();
    let (tone, names) = match (out.len(), 10 * out.len() > rows.len()) {
        (0, _) => (Tone::Good, String::new()),
        // One in twenty is out by construction.
        (_, false) => (Tone::Good, format!(", as chance explains: {}", named.join(", "))),
        (_, true) => (Tone::Bad, format!(": {}", named.join(", "))),
    };
    let end = if out.len() > NAMED { ", ..." } else { "." };
    let text = format!("{} of {} metrics are out of the usual range{names}{end}", out.len(), rows.len());
    (!rows.is_empty()).then(|| Sentence::new(tone, text))
}

/// The metrics against their ranges: those that are out of them first.
pub(super) fn metrics(rows: &[CheckupRow]) -> Table {
    let mut table =
        Table::new("Metrics against their ranges", &["metric", "verdict", "#value", "#95% interval", "#range"]);
    let mut sorted: Vec<&CheckupRow> = rows.iter().collect();
    sorted.sort_by_key(|row| row.verdict.rank());
    for row in sorted {
        let [value, interval, range] = row.figures();
        let tone = match row.verdict {
            RangeVerdict::Ok => Tone::Good,
            RangeVerdict::Low | RangeVerdict::High => Tone::Bad,
            RangeVerdict::Unsure => Tone::Unsure,
            RangeVerdict::Unknown => Tone::Plain,
        };
        table.add(vec![
            Cell::text(row.metric.replace('_', " ")),
            Cell::number(row.word(), f64::from(row.verdict.rank())).toned(tone),
            Cell::number(value, row.value.0),
            Cell::number(interval, row.low.0),
            Cell::number(range, row.range_low.0),
        ]);
    }
    table
}

/// The titles whose value depends on the table, those with the largest range first.
fn dependent(rows: &[RobustRow]) -> Table {
    let columns =
        ["card", "depends", "#mean", "#95% interval", "#lowest", "at the table of", "#highest", "at the table of"];
    let mut table = Table::new("Titles whose value depends on the table", &columns);
    let mut found: Vec<&RobustRow> =
        rows.iter().filter(|row| matches!(row.depends, Dependence::Sign | Dependence::Rank)).collect();
    found.sort_by(|one, other| other.range().total_cmp(&one.range()));
    for row in found {
        table.add(vec![
            Cell::card(&row.name, &row.set, &row.card),
            Cell::text(row.depends.word()),
            difference(row.mean.value),
            interval(row.mean.low, row.mean.high, points),
            difference(row.lowest),
            Cell::text(row.lowest_with.as_str()),
            difference(row.highest),
            Cell::text(row.highest_with.as_str()),
        ]);
    }
    table
}

fn findings(rows: &[CheckupCardRow]) -> Table {
    let mut table = Table::new("Cards behind the findings", &["card", "finding", "part", "#players", "#value", "#n"]);
    for row in rows {
        let finding = match row.finding.as_ref() {
            "differs" => "value differs by the number of players",
            "no_effect" => "a part never took effect",
            "never_played" => "never played",
            "fights_won" => "fights won, beyond the usual ones",
            "opening_value" => "opening value, beyond the usual ones",
            other => other,
        };
        let unit = if row.finding == "fights_won" { Unit::Percent } else { Unit::Points };
        table.add(vec![
            Cell::card(&row.name, &row.set, &row.card),
            Cell::text(finding),
            Cell::text(row.part.as_str()),
            Cell::number(row.players.to_string(), f64::from(row.players)),
            Cell::number(unit.shown(row.value.0), row.value.0),
            count(row.n),
        ]);
    }
    table
}
