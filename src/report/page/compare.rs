//! The page of a comparison of strategies.

use super::model::{Block, Cell, Section, Sentence, Table, Tone};
use super::numbers::{Bars, count, interval, share};
use super::result::Paged;
use crate::report::compare::{CompareReport, HeadToHead, LadderRow, PairRow};
use crate::report::files::number::{Fraction, percent, signed};
use crate::report::manifest::Manifest;
use crate::run::ContestKind;

/// Elo points with their sign; a dash if unknown or infinite.
fn elo(points: Fraction) -> String {
    signed(points.0, 1)
}

impl Paged for CompareReport {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        // The last line decides.
        let mut lines = self.conclusion().into_iter().rev();
        let decides = if self.is_open() { Tone::Unsure } else { Tone::Plain };
        let first = lines.next().map(|line| Sentence::new(decides, line + "."));
        first.into_iter().chain(lines.map(|line| Sentence::new(Tone::Plain, line + "."))).collect()
    }

    fn fault(&self) -> Option<&'static str> {
        (self.names.len() < 2).then_some("it compares fewer than two strategies")
    }

    fn sections(&self, manifest: &Manifest) -> Vec<Section> {
        let found = self.head_to_head.iter().filter_map(|found| head_to_head(found, self.kind).block());
        let ladder = "Elo points relative to the reference. Lead: Elo points ahead of the next strategy.";
        let pairs = "Share of the first strategy in the wins per seat of both, in the games in which both sat.";
        // The first picture of a duel shows all that its ladder does.
        let shown = if self.kind == ContestKind::Duel { 1 } else { usize::MAX };
        let pictures = Block::pictures(self.pictures(&self.title(manifest))).take(shown);
        let head = Section::of(self.question(), "", pictures.chain(found).chain(scores(self).block()).collect());
        // Two strategies have no order and no pairs beyond the difference.
        let is_duel = self.kind == ContestKind::Duel;
        let sections = [
            head,
            Section::of("Ladder", ladder, self.ladder_table().block().into_iter().collect()).filter(|_| !is_duel),
            Section::of("Pairs", pairs, pair_table(&self.pairs).block().into_iter().collect()).filter(|_| !is_duel),
        ];
        sections.into_iter().flatten().collect()
    }
}

fn head_to_head(found: &HeadToHead, kind: ContestKind) -> Table {
    let mut table = Table::new("Head to head", &["measure", "#value", "#95% interval"]);
    let share = if kind == ContestKind::Duel { "win share" } else { "win rate in its seat" };
    let mut add = |name: &str, value: String, interval: String| {
        table.add(vec![Cell::text(name), Cell::text(value), Cell::text(interval)]);
    };
    add(share, percent(found.share), format!("{} to {}", percent(found.share_low), percent(found.share_high)));
    add("Elo", elo(found.elo), format!("{} to {}", elo(found.elo_low), elo(found.elo_high)));
    add(
        "normalized Elo",
        elo(found.normalized),
        format!("{} to {}", elo(found.normalized_low), elo(found.normalized_high)),
    );
    add("likelihood of superiority", percent(found.superiority), String::new());
    table
}

/// How often the first strategy won how much of a block.
fn scores(report: &CompareReport) -> Table {
    let mut table = Table::new("Scores of the first strategy", &["wins in a block", "#blocks"]);
    for row in &report.scores {
        table.add(vec![Cell::number(row.wins.0.to_string(), row.wins.0), count(row.blocks)]);
    }
    table
}

impl CompareReport {
    fn ladder_table(&self) -> Table {
        let ends = |row: &LadderRow| [row.elo_low, row.elo, row.elo_high];
        let bars = Bars::new(self.ladder.iter().map(ends), 0.0, elo);
        let columns = ["strategy", "#games", "#win rate", "#Elo", "#95% interval", "#lead", "#its interval"];
        let mut table = Table::new("Ladder", &columns);
        bars.add_to(&mut table, "Elo");
        for row in &self.ladder {
            table.add(vec![
                Cell::text(row.strategy.as_str()),
                count(row.elo_n),
                share(row.win_rate),
                Cell::number(elo(row.elo), row.elo.0),
                interval(row.elo_low, row.elo_high, elo),
                Cell::number(elo(row.lead), row.lead.0),
                interval(row.lead_low, row.lead_high, elo),
                bars.cell(ends(row)),
            ]);
        }
        table
    }
}

fn pair_table(rows: &[PairRow]) -> Table {
    let ends = |row: &PairRow| [row.elo_low, row.elo, row.elo_high];
    let bars = Bars::new(rows.iter().map(ends), 0.0, elo);
    let columns = ["strategy", "opponent", "#games", "#share of wins", "#Elo", "#95% interval"];
    let mut table = Table::new("Pairs of strategies", &columns);
    bars.add_to(&mut table, "Elo");
    for row in rows {
        table.add(vec![
            Cell::text(row.strategy.as_str()),
            Cell::text(row.opponent.as_str()),
            count(row.games),
            share(row.share),
            Cell::number(elo(row.elo), row.elo.0),
            interval(row.elo_low, row.elo_high, elo),
            bars.cell(ends(row)),
        ]);
    }
    table
}
