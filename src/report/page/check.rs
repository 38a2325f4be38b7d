//! The page of a balance check: two versions of a deck side by side.

use super::model::{Block, Cell, Section, Sentence, Table, Tone};
use super::numbers::{Bars, count, difference, interval};
use super::result::Paged;
use crate::report::check::moved::MovedRow;
use crate::report::check::{CheckReport, EditRow, TargetRow, verdict_word};
use crate::report::files::number::{Fraction, points};
use crate::report::manifest::Manifest;
use crate::report::texts::CardText;
use crate::stats::{TargetState, Verdict};

/// Maximum number of listed cards whose value moved.
const LISTED: usize = 30;

impl Paged for CheckReport {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        let mut verdicts = vec![Sentence::new(tone(self.verdict), self.conclusion(None) + ".")];
        verdicts.extend(self.why().map(|why| Sentence::new(Tone::Plain, why + ".")));
        verdicts.push(Sentence::new(Tone::Plain, self.sameness() + "."));
        let looks = self.seen().into_iter().chain(self.dealt_on(str::to_owned));
        verdicts.extend(looks.map(|line| Sentence::new(Tone::Plain, line + ".")));
        verdicts
    }

    fn sections(&self, _: &Manifest) -> Vec<Section> {
        let witness = self.witness.iter().flat_map(|witness| {
            let words = [witness.sentence.clone(), "Read it with each deck:".to_owned()];
            let both = "Where the two games part, side by side:".to_owned();
            [
                Block::Text(words.to_vec()),
                Block::Lines(witness.commands.join("\n")),
                Block::Text(vec![both]),
                Block::Lines(witness.lines.join("\n")),
            ]
        });
        let moved = "Change of the opening value of each card, in percentage points, for screening; it has no effect on the verdict. Only \
                     the cards that changed most are listed.";
        let metrics = "pp: percentage points. A change within the margin is negligible.";
        let sections = [
            Section::of("Edits", "", edits(&self.edits).block().into_iter().collect()),
            Section::of(
                "Metrics before and after",
                metrics,
                Block::pictures(self.pictures()).chain(self.metric_table().block()).collect(),
            ),
            Section::of("Targets", "", targets(&self.targets).block().into_iter().collect()),
            Section::of("Cards that moved", moved, moved_table(&self.moved).block().into_iter().collect()),
            Section::of("A game that the edit changed", "", witness.collect()),
        ];
        sections.into_iter().flatten().collect()
    }

    fn fault(&self) -> Option<&'static str> {
        (self.identical > self.games).then_some("it has more identical games than games")
    }

    fn texts(&self) -> &[CardText] {
        &self.texts
    }
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Equivalent | Verdict::Minor | Verdict::Improved => Tone::Good,
        Verdict::Shift | Verdict::Missed => Tone::Bad,
        Verdict::Inconclusive => Tone::Unsure,
    }
}

fn edits(rows: &[EditRow]) -> Table {
    let mut table = Table::new("Edits", &["card", "edit", "place"]);
    for row in rows {
        table.add(vec![
            Cell::text(row.name.as_str()),
            Cell::text(row.words.as_str()),
            Cell::text(format!("{}:{}", row.file, row.line)),
        ]);
    }
    table
}

impl CheckReport {
    fn metric_table(&self) -> Table {
        let columns = ["metric", "verdict", "#before", "#after", "#change", "#95% interval", "#margin", "#paired"];
        let mut table = Table::new("Metrics before and after the edit", &columns);
        for row in &self.metrics {
            let [before, after, change, interval, margin, gain] = row.figures();
            table.add(vec![
                Cell::text(row.name.as_str()),
                Cell::text(verdict_word(row.verdict)).toned(tone(row.verdict)),
                Cell::number(before, row.before.0),
                Cell::number(after, row.after.0),
                Cell::number(change, row.change.0),
                Cell::number(interval, row.low.0),
                Cell::number(margin, row.margin.0),
                Cell::number(gain, row.gain.0),
            ]);
        }
        table
    }
}

fn targets(rows: &[TargetRow]) -> Table {
    let mut table =
        Table::new("Targets", &["metric", "before the edit", "after it", "#before", "#after", "#interval", "#target"]);
    let word = |state: TargetState| {
        let (tone, word) = match state {
            TargetState::Met => (Tone::Good, "met"),
            TargetState::Missed => (Tone::Bad, "missed"),
            TargetState::Unsure => (Tone::Unsure, "unsure"),
        };
        Cell::text(word).toned(tone)
    };
    for row in rows {
        let text: fn(Fraction) -> String = if row.points { points } else { |number| format!("{:.3}", number.0) };
        table.add(vec![
            Cell::text(row.name.as_str()),
            word(row.state_before),
            word(row.state),
            Cell::number(text(row.before), row.before.0),
            Cell::number(text(row.after), row.after.0),
            interval(row.low, row.high, text),
            interval(row.target_low, row.target_high, text),
        ]);
    }
    table
}

fn moved_table(rows: &[MovedRow]) -> Table {
    let known = || rows.iter().filter(|row| row.shrunken.0.is_finite()).take(LISTED);
    let ends = |row: &MovedRow| [row.shrunken_low, row.shrunken, row.shrunken_high];
    let bars = Bars::new(known().map(ends), 0.0, points);
    let columns = ["card", "#deals", "#before", "#after", "#change, shrunken", "#95% interval", "#adjusted p"];
    let mut table = Table::new("Cards whose opening value changed most", &columns);
    bars.add_to(&mut table, "change");
    for row in known() {
        table.add(vec![
            Cell::card(&row.name, &row.set, &row.card),
            count(row.n),
            difference(row.before),
            difference(row.after),
            difference(row.shrunken),
            interval(row.shrunken_low, row.shrunken_high, points),
            Cell::number(format!("{:.4}", row.adjusted_p.0), row.adjusted_p.0),
            bars.cell(ends(row)),
        ]);
    }
    table
}
