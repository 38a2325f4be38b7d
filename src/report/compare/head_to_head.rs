//! The picture of one strategy against others, as SVG: its share of the wins, the Elo difference and its scores.

use super::contest::{CompareReport, HeadToHead, ScoreRow};
use crate::report::files::axis::Axis;
use crate::report::files::dot_plot::{DotPlot, DotRow};
use crate::report::files::number::{Fraction, percent, signed, thousands};
use crate::report::files::svg::{Anchor, DISC, LINE, Svg, WIDTH, series};

/// Minimum lengths of the axes, in percentage points and in Elo points.
const LEAST_SHARE: f64 = 4.0;
const LEAST_ELO: f64 = 10.0;
/// Place of the scores.
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 20.0;
const HEIGHT: f64 = 130.0;
/// Maximum width of a column of the scores, and the maximum number of labels of their axes.
const COLUMN: f64 = 24.0;
const MAX_LABELS: f64 = 10.0;
const MAX_LINES: f64 = 4.0;

/// Draws the first strategy against the others.
pub(super) fn picture(title: &str, report: &CompareReport, found: &HeadToHead) -> String {
    let fair = percent(found.fair);
    let note = format!(
        "Share of the wins of {}, and Elo difference, with 95% intervals. Vertical lines: as good as the others ({fair} \
         of the wins, 0 Elo points)",
        report.names.first().map_or("the first strategy", String::as_str),
    );
    let mut svg = Svg::new("Head to head", &[title.to_owned(), note]);
    let [share, low, high] = [found.share, found.share_low, found.share_high];
    let words = format!("{} ({} to {})", percent(share), percent(low), percent(high));
    let row = DotRow::of("share of wins, %", [share, low, high].map(|part| 100.0 * part.0), DISC, vec![words]);
    let top = svg.top;
    let y = DotPlot::single(vec![row], (100.0 * found.fair.0, None), LEAST_SHARE, false).draw(&mut svg, top) + LINE;
    let elo = [
        ("Elo", [found.elo, found.elo_low, found.elo_high]),
        ("normalized Elo", [found.normalized, found.normalized_low, found.normalized_high]),
    ];
    let row = |(name, elo): (&str, [Fraction; 3])| {
        let [value, low, high] = elo.map(|elo| signed(elo.0, 1));
        DotRow::of(name, elo.map(|elo| elo.0), DISC, vec![format!("{value} ({low} to {high})")])
    };
    let y = DotPlot::single(elo.into_iter().map(row).collect(), (0.0, None), LEAST_ELO, true).draw(&mut svg, y) + LINE;
    let y = scores(&mut svg, &report.scores, y);
    svg.finish(WIDTH, y)
}

/// How often the first strategy had each score in a block; returns the lower end.
fn scores(svg: &mut Svg, scores: &[ScoreRow], y: f64) -> f64 {
    let (top, bottom) = (y + LINE + 6.0, y + LINE + HEIGHT);
    let wins = || scores.iter().map(|row| row.wins.0);
    let Some(x) = Axis::around(wins(), 2.0, (LEFT, RIGHT), MAX_LABELS) else { return y };
    // Some wins are shared, but whole numbers are enough as labels.
    let x = Axis { step: x.step.max(1.0), ..x };
    let counts = scores.iter().map(|row| row.blocks as f64);
    let Some(up) = Axis::around(counts.chain([0.0]), 1.0, (bottom, top), MAX_LINES) else { return y };
    // Columns begin at 0.
    let up = Axis { numbers: (0.0, up.numbers.1), ..up };
    let step = up.step.max(1.0);
    let up = Axis { step, ..up };
    svg.text((LEFT, y + 6.0), Anchor::Start, "kd-note", "number of blocks by wins of the first strategy in the block");
    for number in up.labels() {
        svg.line((LEFT, up.at(number)), (RIGHT, up.at(number)), "kd-grid");
        svg.text((LEFT - 8.0, up.at(number) + 4.0), Anchor::End, "kd-note", &thousands(number as u64));
    }
    let mut places: Vec<f64> = wins().collect();
    places.sort_by(f64::total_cmp);
    let nearest = places.windows(2).map(|pair| x.at(pair[1]) - x.at(pair[0])).fold(COLUMN, f64::min);
    for row in scores {
        let (at, half) = (x.at(row.wins.0), 0.4 * nearest.max(2.0));
        svg.area((at - half, bottom), (at + half, up.at(row.blocks as f64)), series(0));
    }
    for number in x.labels() {
        svg.text((x.at(number), bottom + 15.0), Anchor::Middle, "kd-note", &format!("{number}"));
    }
    svg.line((LEFT, bottom), (RIGHT, bottom), "kd-axis");
    bottom + 24.0
}
