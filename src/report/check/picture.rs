//! The picture of a check, as SVG: the change of each metric against its margin, and each target with its value.

use super::changes::{CheckReport, CheckRow, verdict_word};
use super::targets::TargetRow;
use crate::report::files::axis::Axis;
use crate::report::files::dot_plot::{DotPlot, DotRow};
use crate::report::files::svg::{Anchor, DIAMOND, DISC, LINE, Mark, RING, Svg, WIDTH, series};
use crate::stats::{TargetState, Verdict};

/// Minimum length of the axis, in margins.
const LEAST: f64 = 3.0;
/// Place of a target, and the height of its line.
const PLACES: (f64, f64) = (190.0, WIDTH - 180.0);
const HEIGHT: f64 = 32.0;

impl CheckReport {
    /// Its picture with the name of its file.
    pub fn pictures(&self) -> Vec<(String, String)> {
        vec![("check.svg".to_owned(), self.picture())]
    }

    fn picture(&self) -> String {
        let how = "Change of each metric in units of its margin, with 95% intervals. Shaded: changes within the margin";
        let mut svg = Svg::new("Balance check", &[self.title.clone(), self.conclusion(None), how.to_owned()]);
        svg.legend(&self.marks());
        let top = svg.top;
        let rows = self.metrics.iter().map(change).collect();
        let mut y = DotPlot::single(rows, (0.0, Some((-1.0, 1.0))), LEAST, true).draw(&mut svg, top);
        if !self.targets.is_empty() {
            y += LINE;
            svg.text((10.0, y), Anchor::Start, "kd-text kd-heading", "Targets");
            let how = "Shaded: the target. Value after the edit with its interval; each metric has its own scale";
            svg.text((10.0, y + LINE + 2.0), Anchor::Start, "kd-note", how);
            y += LINE + 8.0;
            for target in &self.targets {
                draw_target(&mut svg, target, y + HEIGHT / 2.0);
                y += HEIGHT;
            }
        }
        svg.finish(WIDTH, y + 6.0)
    }

    /// The marks in use.
    fn marks(&self) -> Vec<(Mark, String)> {
        let words = ["within its margin, or improved", "not decided", "beyond its margin, or out of its target"];
        let verdicts = self.metrics.iter().map(|row| mark(row.verdict)).chain(self.targets.iter().map(state_mark));
        let used: Vec<Mark> = verdicts.collect();
        [DISC, RING, DIAMOND]
            .into_iter()
            .zip(words)
            .filter(|(mark, _)| used.contains(mark))
            .map(|(mark, words)| (mark, words.to_owned()))
            .collect()
    }
}

/// The mark of a metric.
fn mark(verdict: Verdict) -> Mark {
    match verdict {
        Verdict::Equivalent | Verdict::Minor | Verdict::Improved => DISC,
        Verdict::Inconclusive => RING,
        Verdict::Shift | Verdict::Missed => DIAMOND,
    }
}

fn state_mark(target: &TargetRow) -> Mark {
    match target.state {
        TargetState::Met => DISC,
        TargetState::Unsure => RING,
        TargetState::Missed => DIAMOND,
    }
}

/// The change of a metric in margins; without a margin it has only words.
fn change(row: &CheckRow) -> DotRow {
    let margins = [row.change, row.low, row.high].map(|number| number.0 / row.margin.0);
    let [_, _, change, _, margin, _] = row.figures();
    let first = if row.margin.0.is_finite() { format!("{change}, margin {margin}") } else { change };
    let words = vec![first, verdict_word(row.verdict).to_owned()];
    DotRow::of(&row.name, margins, mark(row.verdict), words)
}

/// A target, the value and its interval on a scale of their own, since targets have different units.
fn draw_target(svg: &mut Svg, row: &TargetRow, y: f64) {
    let [target, value, _, state] = row.figures();
    svg.label((PLACES.0 - 8.0, y), PLACES.0 - 16.0, 2, &row.name);
    let right = PLACES.1 + 8.0;
    svg.text((right, y - 2.0), Anchor::Start, "kd-text kd-number", &format!("{value}: {state}"));
    svg.text((right, y + 11.0), Anchor::Start, "kd-text kd-number", &format!("target {target}"));
    let ends = [row.target_low, row.target_high, row.after, row.low, row.high].map(|number| number.0);
    let Some(axis) = Axis::around(ends.into_iter(), 1e-6, PLACES, 1.0) else { return };
    // An open end of the target reaches to the end of the scale.
    let band = (axis.at(row.target_low.0.max(axis.numbers.0)), axis.at(row.target_high.0.min(axis.numbers.1)));
    svg.area((band.0, y - 9.0), (band.1, y + 9.0), "kd-band");
    svg.line((PLACES.0, y), (PLACES.1, y), "kd-grid");
    let mark = state_mark(row);
    if !row.after.0.is_finite() {
        return;
    }
    if row.low.0.is_finite() && row.high.0.is_finite() {
        svg.line((axis.at(row.low.0), y), (axis.at(row.high.0), y), &format!("kd-bar {}", series(mark.series)));
    }
    svg.mark((axis.at(row.after.0), y), mark, &format!("{}: {value}", row.name));
}
