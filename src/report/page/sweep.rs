//! The page of a sweep.

use super::model::{Block, Cell, Section, Sentence, Table, Tone};
use super::numbers::{count, share};
use super::result::{Cards, Paged};
use crate::report::manifest::Manifest;
use crate::report::sweep::{SweepQuestion, SweepReport, SweepRow};
use crate::report::texts::CardText;

impl Paged for SweepReport {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        let SweepQuestion { name, field, printed, .. } = &self.question;
        let conclusion = self.conclusion().map(|line| Sentence::new(Tone::Plain, format!("{name}: {line}.")));
        let printed = Sentence::new(Tone::Plain, format!("the printed {field} is {printed}."));
        conclusion.into_iter().chain([printed]).collect()
    }

    fn sections(&self, _: &Manifest) -> Vec<Section> {
        let SweepQuestion { name, field, metric, .. } = &self.question;
        let rows: Vec<&SweepRow> = self.curve().collect();
        let unit = if metric.unit() > 1.0 { "In percentage points; * as printed." } else { "* as printed." };
        let blocks = [Some(Block::Picture(self.curve_picture())), self.table_of(&rows).block()];
        let all: Vec<&SweepRow> = self.rows.iter().collect();
        let sections = [
            Section::of(
                format!("{}: {} by {field}", name, metric.name()),
                unit,
                blocks.into_iter().flatten().collect(),
            ),
            Section::of("All metrics", "", self.table_of(&all).block().into_iter().collect()),
        ];
        sections.into_iter().flatten().collect()
    }

    fn texts(&self) -> &[CardText] {
        &self.texts
    }

    fn add_cards(&self, _: &Manifest, cards: &mut Cards) {
        for text in &self.texts {
            cards.add(&text.set, &text.id, Some(Block::Picture(self.curve_picture())));
        }
    }
}

impl SweepReport {
    fn table_of(&self, rows: &[&SweepRow]) -> Table {
        let SweepQuestion { field, printed, .. } = &self.question;
        let columns = [
            "metric",
            &format!("#{field}"),
            "#n",
            "#estimate",
            "#95% interval",
            "#change",
            "#its interval",
            "#identical games",
        ];
        let mut table = Table::new("Response to the number", &columns);
        for row in rows {
            let [estimate, low, high, change, change_low, change_high] = row.figures(row.metric);
            let mark = if row.value == *printed { "*" } else { "" };
            table.add(vec![
                Cell::text(row.metric.name()),
                Cell::number(format!("{}{mark}", row.value), f64::from(row.value)),
                count(row.n),
                Cell::number(estimate, row.estimate.0),
                Cell::number(format!("{low} to {high}"), row.low.0),
                Cell::number(change, row.change.0),
                Cell::number(format!("{change_low} to {change_high}"), row.change_low.0),
                share(row.identical_share),
            ]);
        }
        table
    }
}
