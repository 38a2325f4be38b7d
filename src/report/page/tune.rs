//! The page of a search for settings.

use super::model::{Block, Cell, Section, Sentence, Table, Tone};
use super::numbers::{count, difference, interval, share};
use super::result::Paged;
use crate::report::files::number::{percent, points};
use crate::report::manifest::Manifest;
use crate::report::tune::picture::picture;
use crate::report::tune::{Changed, TuneReport, title};

impl Paged for TuneReport {
    fn verdicts(&self, manifest: &Manifest) -> Vec<Sentence> {
        let tone = match &self.test {
            Some(test) if test.accepted => Tone::Good,
            _ => Tone::Unsure,
        };
        vec![Sentence::new(tone, self.conclusion(manifest.interrupted) + ".")]
    }

    fn sections(&self, manifest: &Manifest) -> Vec<Section> {
        let test = self.test_table().block().into_iter().collect();
        let picture = (!self.generations.is_empty()).then(|| Block::Picture(picture(&title(manifest), self)));
        let generations = "Each generation plays variants of its settings; the win rate is that of all its variants.";
        let blocks = picture.into_iter().chain(self.generation_table().block()).collect();
        let sections = [
            Section::of("Final test", "Both profiles in the same blocks of games.", test),
            Section::of("Settings", "", self.setting_table().block().into_iter().collect()),
            Section::of("Generations", generations, blocks),
        ];
        sections.into_iter().flatten().collect()
    }
}

impl TuneReport {
    fn test_table(&self) -> Table {
        let mut table = Table::new("Final test", &["profile", "#win rate", "#95% interval"]);
        if let Some(test) = &self.test {
            let [start, tuned] = [test.start, test.tuned];
            for (name, found) in [(self.start.as_str(), start), ("tuned", tuned)] {
                table.add(vec![Cell::text(name), share(found.value), interval(found.low, found.high, percent)]);
            }
            let found = test.difference;
            let name = Cell::text("difference, percentage points");
            table.add(vec![name, difference(found.value), interval(found.low, found.high, points)]);
        }
        table
    }

    fn setting_table(&self) -> Table {
        let mut table = Table::new("Changed settings", &["setting", "#start", "#tuned"]);
        for Changed { setting, before, after } in &self.changes {
            table.add(vec![
                Cell::text(setting.as_str()),
                Cell::text(before.to_string()),
                Cell::text(after.to_string()),
            ]);
        }
        table
    }

    fn generation_table(&self) -> Table {
        let mut table = Table::new(
            "Generations",
            &["generation", "#games so far", "#step", "#win rate", "#95% interval", "settings that differ"],
        );
        for row in &self.generations {
            table.add(vec![
                Cell::number(row.generation.to_string(), row.generation as f64),
                count(row.games),
                Cell::number(format!("{:.3}", row.step.0), row.step.0),
                share(row.win_rate),
                interval(row.low, row.high, percent),
                Cell::text(row.changes.as_str()),
            ]);
        }
        table
    }
}
