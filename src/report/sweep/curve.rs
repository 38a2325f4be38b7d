//! The picture of a sweep, as SVG: the response curve with its intervals, the target and the crossings.

use super::response::{SweepQuestion, SweepReport, SweepRow};
use crate::report::files::axis::{Axis, round_step};
use crate::report::files::svg::{Anchor, DISC, LINE, RING, Svg, WIDTH};

const HEIGHT: f64 = 300.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 56.0;
/// Maximum number of labels of each axis.
const MAX_LABELS: f64 = 14.0;
const MAX_LINES: f64 = 7.0;
/// Classes of the curve and the target.
const CURVE: &str = "kd-curve kd-1";
const TARGET: &str = "kd-dashed kd-2";

/// The axes of the picture.
struct Plot {
    x: Axis,
    y: Axis,
}

impl SweepReport {
    /// Its picture with the name of its file.
    pub fn pictures(&self) -> Vec<(String, String)> {
        vec![("sweep.svg".to_owned(), self.curve_picture())]
    }

    /// The curve of the metric of interest.
    pub(in crate::report) fn curve_picture(&self) -> String {
        let SweepQuestion { name, field, metric, printed, .. } = &self.question;
        let conclusion = self.conclusion().map(|words| format!("{words} (shaded)"));
        let notes = [format!("{}, with 95% intervals", self.table)].into_iter().chain(conclusion);
        let mut svg = Svg::new(&format!("{name}: {} by {field}", metric.name()), &notes.collect::<Vec<_>>());
        if self.curve().any(|row| row.value == *printed) {
            svg.legend(&[(RING, "as printed".to_owned()), (DISC, "other values".to_owned())]);
        }
        let rows: Vec<&SweepRow> = self.curve().filter(|row| row.estimate.0.is_finite()).collect();
        let top = svg.top;
        let Some(plot) = self.plot(&rows, top) else { return svg.finish(WIDTH, top) };
        plot.confidence_set(&mut svg, self);
        plot.axes(&mut svg, &self.question);
        plot.target(&mut svg, self);
        plot.points(&mut svg, &rows, &self.question);
        svg.finish(WIDTH, top + HEIGHT + 46.0)
    }

    /// The axes; `None` without a known number.
    fn plot(&self, rows: &[&SweepRow], top: f64) -> Option<Plot> {
        let SweepQuestion { metric, target, .. } = &self.question;
        let values = rows.iter().map(|row| f64::from(row.value));
        let x = Axis::around(values, 1.0, (LEFT, RIGHT), MAX_LABELS)?;
        // Printed numbers are whole, and so are the labels.
        let x = Axis { step: round_step(x.numbers.1 - x.numbers.0, MAX_LABELS).max(1.0), ..x };
        let known = rows.iter().flat_map(|row| [row.low.0, row.high.0, row.estimate.0]).chain(*target);
        let y = Axis::around(known.map(|number| metric.unit() * number), 0.01, (top + HEIGHT, top), MAX_LINES)?;
        Some(Plot { x, y })
    }
}

impl Plot {
    /// Shades the values that bring the metric to its target.
    fn confidence_set(&self, svg: &mut Svg, report: &SweepReport) {
        let ((bottom, top), x) = (self.y.places, &self.x);
        for (low, high) in report.balance.iter().flat_map(|balance| &balance.set) {
            // A set of a single value would have no width.
            svg.area((x.at(*low) - 1.0, top), (x.at(*high) + 1.0, bottom), "kd-band");
        }
    }

    /// Both axes with their names, and a grid line for each label of the vertical axis.
    fn axes(&self, svg: &mut Svg, SweepQuestion { name, field, metric, .. }: &SweepQuestion) {
        let Plot { x, y } = self;
        let (bottom, top) = y.places;
        for number in y.labels() {
            svg.line((LEFT, y.at(number)), (RIGHT, y.at(number)), "kd-grid");
            svg.text((LEFT - 8.0, y.at(number) + 4.0), Anchor::End, "kd-note", &y.text(number, metric.unit() > 1.0));
        }
        for number in x.labels() {
            svg.line((x.at(number), bottom), (x.at(number), bottom + 5.0), "kd-axis");
            svg.text((x.at(number), bottom + 18.0), Anchor::Middle, "kd-note", &format!("{number}"));
        }
        svg.line((LEFT, bottom), (RIGHT, bottom), "kd-axis");
        svg.caption(((LEFT + RIGHT) / 2.0, bottom + 22.0 + LINE), RIGHT - LEFT, &format!("{field} of {name}"));
        let unit = if metric.unit() > 1.0 { ", percentage points" } else { "" };
        let (middle, room) = ((top + bottom) / 2.0, bottom - top);
        svg.group((16.0, middle), -90.0, |svg| svg.caption((0.0, 0.0), room, &format!("{}{unit}", metric.name())));
    }

    /// The target: a horizontal line, and a vertical line at each crossing.
    fn target(&self, svg: &mut Svg, report: &SweepReport) {
        let SweepQuestion { metric, target: Some(target), .. } = &report.question else { return };
        let (x, at) = (&self.x, self.y.at(metric.unit() * target));
        svg.line((LEFT, at), (RIGHT, at), TARGET);
        for crossing in report.balance.iter().flat_map(|balance| &balance.crossings) {
            svg.line((x.at(*crossing), at), (x.at(*crossing), self.y.places.0), TARGET);
        }
        svg.text((RIGHT + 6.0, at + 4.0), Anchor::Start, "kd-note", "target");
    }

    /// The curve: estimates with their intervals, the printed one with a ring.
    fn points(&self, svg: &mut Svg, rows: &[&SweepRow], SweepQuestion { metric, printed, .. }: &SweepQuestion) {
        let place = |row: &SweepRow, number: f64| (self.x.at(f64::from(row.value)), self.y.at(metric.unit() * number));
        for pair in rows.windows(2) {
            svg.line(place(pair[0], pair[0].estimate.0), place(pair[1], pair[1].estimate.0), CURVE);
        }
        for row in rows {
            if row.low.0.is_finite() {
                svg.line(place(row, row.low.0), place(row, row.high.0), "kd-bar kd-1");
            }
            let mark = if row.value == *printed { RING } else { DISC };
            let [estimate, interval] = [row.estimate.0, row.low.0].map(|number| metric.text(number, false));
            let tip = format!(
                "{}: {} ({} to {})",
                row.value,
                estimate.trim(),
                interval.trim(),
                metric.text(row.high.0, false).trim()
            );
            svg.mark(place(row, row.estimate.0), mark, &tip);
        }
    }
}
