//! The picture of a history, as SVG: a panel for each metric, with its value and interval in each version.

use super::changes::{HistoryReport, HistoryRow, MOVED};
use crate::report::files::axis::{Axis, round_step};
use crate::report::files::svg::{add, begin, escaped, line, text};

/// Panels in a row.
const ACROSS: usize = 3;
/// Size of a panel.
const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 150.0;
/// Place of the plot in a panel.
const LEFT: f64 = 52.0;
const RIGHT: f64 = WIDTH - 16.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = HEIGHT - 26.0;
/// Space above all panels.
const HEAD: f64 = 48.0;
/// Colours of a value, and of one that has moved.
const STAYED: &str = "#1f5fa8";
const CHANGED: &str = "#b5651d";
/// Maximum number of labels of an axis.
const MAX_LABELS: f64 = 4.0;
/// Characters of a label of a version.
const LABEL: usize = 9;

impl HistoryReport {
    /// The picture of all metrics over the versions, as SVG.
    pub fn picture(&self) -> String {
        picture(self)
    }
}

fn picture(report: &HistoryReport) -> String {
    let metrics = report.metrics();
    let (across, down) = (metrics.len().clamp(1, ACROSS), metrics.len().div_ceil(ACROSS).max(1));
    let deck = report.rows.first().map_or("", |row| row.deck.as_str());
    let mut svg =
        begin(&format!("History of {deck}"), (WIDTH * across as f64).max(WIDTH * 2.0), HEAD + HEIGHT * down as f64);
    text(
        &mut svg,
        10.0,
        36.0,
        "start",
        "value with 95% interval by version; the other colour: moved since the version before",
    );
    for (place, metric) in metrics.iter().enumerate() {
        let rows: Vec<&HistoryRow> = report.rows.iter().filter(|row| row.metric == *metric).collect();
        let (x, y) = ((place % ACROSS) as f64 * WIDTH, HEAD + (place / ACROSS) as f64 * HEIGHT);
        add(&mut svg, format_args!("<g transform=\"translate({x:.1} {y:.1})\">\n"));
        panel(&mut svg, metric, &rows);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

fn panel(svg: &mut String, metric: &str, rows: &[&HistoryRow]) {
    text(svg, LEFT, 16.0, "start", metric);
    let ends = rows.iter().flat_map(|row| [row.value.0, row.low.0, row.high.0]).filter(|end| end.is_finite());
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    // Equal values without an interval still have a place.
    let room = (0.08 * (high - low)).max(1e-6 * high.abs()).max(1e-9);
    if low > high {
        return;
    }
    let (low, high) = (low - room, high + room);
    let y = Axis { numbers: (low, high), places: (BOTTOM, TOP), step: round_step(high - low, MAX_LABELS) };
    for number in y.labels() {
        line(svg, (LEFT, y.at(number)), (RIGHT, y.at(number)), "#ddd", "");
        text(svg, LEFT - 6.0, y.at(number) + 4.0, "end", &rows[0].unit.shown(number));
    }
    let at = |place: usize| LEFT + (RIGHT - LEFT) * (place as f64 + 0.5) / rows.len() as f64;
    for (place, pair) in rows.windows(2).enumerate() {
        let height = |row: &HistoryRow| y.at(row.value.0);
        if pair[1].change.0.is_finite() {
            line(svg, (at(place), height(pair[0])), (at(place + 1), height(pair[1])), "#999", "");
        }
    }
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.value.0.is_finite()) {
        let (x, colour) = (at(place), if row.verdict == MOVED { CHANGED } else { STAYED });
        if row.low.0.is_finite() && row.high.0.is_finite() {
            line(
                svg,
                (x, y.at(row.low.0)),
                (x, y.at(row.high.0)),
                colour,
                " stroke-width=\"3\" stroke-opacity=\"0.5\"",
            );
        }
        let (cy, label, value) = (y.at(row.value.0), escaped(&row.label), row.unit.shown(row.value.0));
        add(
            svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{cy:.1}\" r=\"3.5\" fill=\"{colour}\"><title>{label}: {value}</title></circle>\n"
            ),
        );
    }
    // As many labels as have room, the last one always.
    let every = rows.len().div_ceil(MAX_LABELS as usize).max(1);
    for (place, row) in rows.iter().enumerate().filter(|(place, _)| (rows.len() - 1 - place).is_multiple_of(every)) {
        let label: String = row.label.chars().take(LABEL).collect();
        text(svg, at(place), BOTTOM + 16.0, "middle", &label);
    }
}
