//! The picture of a history, as SVG: a panel for each metric, with its value and interval in each version.

use super::changes::{HistoryReport, HistoryRow, MOVED};
use crate::report::files::axis::Axis;
use crate::report::files::svg::{Anchor, DIAMOND, DISC, NOTE_SIZE, SIZE, Svg, WIDTH, series, shortened};

/// Panels in a row.
const ACROSS: usize = 2;
/// Size of a panel.
const PANEL: f64 = WIDTH / ACROSS as f64;
const HEIGHT: f64 = 124.0;
/// Place of the plot in a panel.
const LEFT: f64 = 58.0;
const RIGHT: f64 = PANEL - 18.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = HEIGHT - 26.0;
/// Maximum number of labels of an axis.
const MAX_LABELS: f64 = 4.0;

impl HistoryReport {
    /// The picture of all metrics over the versions, as SVG.
    pub fn picture(&self) -> String {
        let metrics = self.metrics();
        let deck = self.rows.first().map_or("", |row| row.deck.as_str());
        let mut svg = Svg::new(&format!("History of {deck}"), &["Value with 95% interval, by version".to_owned()]);
        svg.legend(&[(DISC, "not moved".to_owned()), (DIAMOND, "moved since the version before".to_owned())]);
        let top = svg.top;
        for (place, metric) in metrics.iter().enumerate() {
            let rows: Vec<&HistoryRow> = self.rows.iter().filter(|row| row.metric == *metric).collect();
            let corner = ((place % ACROSS) as f64 * PANEL, top + (place / ACROSS) as f64 * HEIGHT);
            svg.group(corner, 0.0, |svg| panel(svg, metric, &rows));
        }
        svg.finish(WIDTH, top + HEIGHT * metrics.len().div_ceil(ACROSS) as f64)
    }
}

fn panel(svg: &mut Svg, metric: &str, rows: &[&HistoryRow]) {
    svg.text((LEFT, 16.0), Anchor::Start, "kd-text", &shortened(metric, SIZE, RIGHT - LEFT));
    let ends = rows.iter().flat_map(|row| [row.value.0, row.low.0, row.high.0]);
    let largest = rows.iter().map(|row| row.value.0.abs()).filter(|value| value.is_finite()).fold(0.0, f64::max);
    // Equal values without an interval still have a place.
    let least = (2e-6 * largest).max(2e-9);
    let Some(y) = Axis::around(ends, least, (BOTTOM, TOP), MAX_LABELS) else { return };
    for number in y.labels() {
        svg.line((LEFT, y.at(number)), (RIGHT, y.at(number)), "kd-grid");
        svg.text((LEFT - 6.0, y.at(number) + 4.0), Anchor::End, "kd-note", &rows[0].unit.shown(number));
    }
    let at = |place: usize| LEFT + (RIGHT - LEFT) * (place as f64 + 0.5) / rows.len() as f64;
    for (place, pair) in rows.windows(2).enumerate().filter(|(_, pair)| pair[1].change.0.is_finite()) {
        svg.line((at(place), y.at(pair[0].value.0)), (at(place + 1), y.at(pair[1].value.0)), "kd-axis");
    }
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.value.0.is_finite()) {
        let (x, mark) = (at(place), if row.verdict == MOVED { DIAMOND } else { DISC });
        if row.low.0.is_finite() && row.high.0.is_finite() {
            let class = format!("kd-bar {}", series(mark.series));
            svg.line((x, y.at(row.low.0)), (x, y.at(row.high.0)), &class);
        }
        svg.mark((x, y.at(row.value.0)), mark, &format!("{}: {}", row.label, row.unit.shown(row.value.0)));
    }
    // As many labels as have room, the last one always.
    let every = rows.len().div_ceil(MAX_LABELS as usize).max(1);
    let room = (RIGHT - LEFT) * every as f64 / rows.len() as f64 - 4.0;
    for (place, row) in rows.iter().enumerate().filter(|(place, _)| (rows.len() - 1 - place).is_multiple_of(every)) {
        // Text in the middle of the last version reaches at most to the edge.
        let room = room.min(2.0 * (PANEL - at(place)));
        let label = shortened(&row.label, NOTE_SIZE, room);
        svg.text((at(place), BOTTOM + 16.0), Anchor::Middle, "kd-note", &label);
    }
}
