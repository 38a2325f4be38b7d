//! The picture of a sweep, as SVG: the response curve with its intervals, the target and the crossings.

use super::response::{SweepQuestion, SweepReport, SweepRow};
use crate::report::files::axis::{Axis, round_step};
use crate::report::files::svg::{add, begin, line, text};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = WIDTH - 58.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = HEIGHT - 66.0;
/// Colours of the curve, the target and the confidence set.
const CURVE: &str = "#1f5fa8";
const TARGET: &str = "#b5651d";
const SET: &str = "#f6e3cf";
/// Maximum number of labels of each axis.
const MAX_LABELS: f64 = 14.0;
const MAX_LINES: f64 = 7.0;

/// Draws the curve of the metric of interest.
pub(crate) fn curve(report: &SweepReport) -> String {
    let SweepQuestion { name, field, metric, .. } = &report.question;
    let mut svg = begin(&format!("{name}: {} by {field}", metric.name()), WIDTH, HEIGHT);
    text(&mut svg, 10.0, 36.0, "start", &format!("{}, with 95% intervals", report.table));
    if let Some(conclusion) = report.conclusion() {
        text(&mut svg, 10.0, 52.0, "start", &format!("{conclusion} (shaded)"));
    }
    let rows: Vec<&SweepRow> = report.curve().filter(|row| row.estimate.0.is_finite()).collect();
    if let (Some(x), Some(y)) = (across(&rows), upwards(&rows, report)) {
        confidence_set(&mut svg, report, &x);
        axes(&mut svg, report, &x, &y);
        target(&mut svg, report, &x, &y);
        points(&mut svg, &rows, report, &x, &y);
    }
    svg + "</svg>\n"
}

/// The values, with room at both ends.
fn across(rows: &[&SweepRow]) -> Option<Axis> {
    let (first, last) = (f64::from(rows.first()?.value), f64::from(rows.last()?.value));
    let room = 0.04 * f64::max(last - first, 10.0);
    // Printed numbers are whole, and so are the labels.
    let step = round_step(f64::max(last - first, 1.0), MAX_LABELS).max(1.0);
    Some(Axis { numbers: (first - room, last + room), places: (LEFT, RIGHT), step })
}

/// The range of all intervals and the target, in units of the metric.
fn upwards(rows: &[&SweepRow], report: &SweepReport) -> Option<Axis> {
    let SweepQuestion { metric, target, .. } = &report.question;
    let known = rows.iter().flat_map(|row| [row.low.0, row.high.0, row.estimate.0]).chain(*target);
    let known: Vec<f64> = known.filter(|number| number.is_finite()).map(|number| metric.unit() * number).collect();
    let (low, high) = (known.iter().copied().reduce(f64::min)?, known.iter().copied().reduce(f64::max)?);
    // Equal numbers give the axis no length.
    let length = if high > low { high - low } else { f64::max(high.abs(), 1.0) };
    let numbers = (low - 0.07 * length, high + 0.07 * length);
    Some(Axis { numbers, places: (BOTTOM, TOP), step: round_step(length, MAX_LINES) })
}

/// Shades the values that bring the metric to its target.
fn confidence_set(svg: &mut String, report: &SweepReport, x: &Axis) {
    let Some(balance) = &report.balance else { return };
    // A set of a single value would have no width.
    let stretches = balance.set.iter().map(|(low, high)| (x.at(*low) - 1.0, x.at(*high) - x.at(*low) + 2.0));
    for (from, width) in stretches {
        let height = BOTTOM - TOP;
        add(
            svg,
            format_args!(
                "<rect x=\"{from:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{SET}\"/>\n"
            ),
        );
    }
}

/// Both axes with their names, and a grid line for each label of the vertical axis.
fn axes(svg: &mut String, report: &SweepReport, x: &Axis, y: &Axis) {
    let SweepQuestion { name, field, metric, printed, .. } = &report.question;
    for number in y.labels() {
        let (at, decimals) = (y.at(number), y.decimals());
        line(svg, (LEFT, at), (RIGHT, at), "#ddd", "");
        // Adding 0 turns -0 into 0.
        text(svg, LEFT - 8.0, at + 4.0, "end", &format!("{:.decimals$}", number + 0.0));
    }
    for number in x.labels() {
        line(svg, (x.at(number), BOTTOM), (x.at(number), BOTTOM + 5.0), "#333", "");
        text(svg, x.at(number), BOTTOM + 18.0, "middle", &format!("{number}"));
    }
    line(svg, (LEFT, BOTTOM), (RIGHT, BOTTOM), "#333", "");
    if report.curve().any(|row| row.value == *printed) {
        text(svg, x.at(f64::from(*printed)), BOTTOM + 31.0, "middle", "printed");
    }
    text(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 50.0, "middle", &format!("{field} of {name}"));
    let unit = if metric.unit() > 1.0 { ", percentage points" } else { "" };
    add(svg, format_args!("<g transform=\"translate(20,{:.1}) rotate(-90)\">\n", (TOP + BOTTOM) / 2.0));
    text(svg, 0.0, 0.0, "middle", &format!("{}{unit}", metric.name()));
    add(svg, format_args!("</g>\n"));
}

/// The target: a horizontal line, and a vertical line at each crossing.
fn target(svg: &mut String, report: &SweepReport, x: &Axis, y: &Axis) {
    let SweepQuestion { metric, target: Some(target), .. } = &report.question else { return };
    let (at, dashed) = (y.at(metric.unit() * target), " stroke-width=\"1.5\" stroke-dasharray=\"6 4\"");
    line(svg, (LEFT, at), (RIGHT, at), TARGET, dashed);
    for crossing in report.balance.iter().flat_map(|balance| &balance.crossings) {
        line(svg, (x.at(*crossing), at), (x.at(*crossing), BOTTOM), TARGET, dashed);
    }
    text(svg, RIGHT + 6.0, at + 4.0, "start", "target");
}

/// The curve: estimates with their intervals, the printed one with a ring.
fn points(svg: &mut String, rows: &[&SweepRow], report: &SweepReport, x: &Axis, y: &Axis) {
    let SweepQuestion { metric, printed, .. } = &report.question;
    let place = |row: &SweepRow, number: f64| (x.at(f64::from(row.value)), y.at(metric.unit() * number));
    for row in rows.iter().filter(|row| row.low.0.is_finite()) {
        line(svg, place(row, row.low.0), place(row, row.high.0), CURVE, " stroke-width=\"3\" stroke-opacity=\"0.45\"");
    }
    for pair in rows.windows(2) {
        let ends = (place(pair[0], pair[0].estimate.0), place(pair[1], pair[1].estimate.0));
        line(svg, ends.0, ends.1, CURVE, " stroke-width=\"1.5\"");
    }
    for row in rows {
        let (cx, cy) = place(row, row.estimate.0);
        let fill = if row.value == *printed { "white" } else { CURVE };
        add(
            svg,
            format_args!(
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{CURVE}\" stroke-width=\"2\"/>\n"
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few_enough() {
        for (length, most, expected) in
            [(8.0, 14.0, 1.0), (49.0, 14.0, 5.0), (0.013, 7.0, 0.002), (5000.0, 14.0, 500.0)]
        {
            assert!((round_step(length, most) / expected - 1.0).abs() < 1e-9, "{length}: {}", round_step(length, most));
        }
    }

    #[test]
    fn an_axis_has_round_labels_with_the_decimals_they_need() {
        let axis = Axis { numbers: (-0.05, 0.16), places: (0.0, 210.0), step: 0.05 };
        assert_eq!(
            axis.labels().map(|label| format!("{label:.2}")).collect::<Vec<_>>(),
            ["-0.05", "0.00", "0.05", "0.10", "0.15"]
        );
        assert_eq!((axis.decimals(), axis.at(0.0).round()), (2, 50.0));
    }
}
