//! The picture of a search, as SVG: the win rate of the best settings by games played.

use super::{Interval, TuneReport, TuneRow};
use crate::report::axis::{Axis, round_step};
use crate::report::number::thousands;
use crate::report::svg::{add, begin, line, text};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 160.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = HEIGHT - 56.0;
/// Colours of the search and of the final test.
const SEARCH: &str = "#1f5fa8";
const TEST: &str = "#b5651d";
/// Maximum number of labels of each axis.
const MOST_LABELS: f64 = 8.0;
/// Maximum number of intervals that are drawn.
const MOST_INTERVALS: usize = 80;

/// Draws a search and its final test.
pub(super) fn picture(title: &str, report: &TuneReport) -> String {
    let mut svg = begin(title, WIDTH, HEIGHT);
    let note = "win rate of the best settings so far, %, with 95% intervals; a filled point marks new settings";
    text(&mut svg, 10.0, 36.0, "start", note);
    if let (Some(last), Some(y)) = (report.generations.last(), upwards(report)) {
        let x = axis(0.0, last.games as f64, (LEFT, RIGHT));
        axes(&mut svg, &x, &y);
        generations(&mut svg, &report.generations, &x, &y);
        if let Some(test) = &report.test {
            tested(&mut svg, "start", test.start, &y, RIGHT + 48.0);
            tested(&mut svg, "tuned", test.tuned, &y, RIGHT + 112.0);
        }
    }
    svg + "</svg>\n"
}

fn axis(low: f64, high: f64, places: (f64, f64)) -> Axis {
    Axis { numbers: (low, high), places, step: round_step(high - low, MOST_LABELS) }
}

/// The range of all intervals, in percent.
fn upwards(report: &TuneReport) -> Option<Axis> {
    let rows = report.generations.iter().flat_map(|row| [row.low.0, row.high.0]);
    let test = report.test.iter().flat_map(|test| [test.start, test.tuned]);
    let known = rows.chain(test.flat_map(|rate| [rate.low.0, rate.high.0])).filter(|end| end.is_finite());
    let (low, high) = known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    (low < high).then(|| {
        let room = 0.06 * (high - low);
        axis(100.0 * (low - room), 100.0 * (high + room), (BOTTOM, TOP))
    })
}

fn axes(svg: &mut String, x: &Axis, y: &Axis) {
    for number in y.labels() {
        let (at, decimals) = (y.at(number), y.decimals());
        line(svg, (LEFT, at), (RIGHT, at), "#ddd", "");
        text(svg, LEFT - 8.0, at + 4.0, "end", &format!("{:.decimals$}", number + 0.0));
    }
    for number in x.labels() {
        line(svg, (x.at(number), BOTTOM), (x.at(number), BOTTOM + 5.0), "#333", "");
        text(svg, x.at(number), BOTTOM + 18.0, "middle", &thousands(number as u64));
    }
    line(svg, (LEFT, BOTTOM), (RIGHT, BOTTOM), "#333", "");
    text(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 40.0, "middle", "games played");
}

fn generations(svg: &mut String, rows: &[TuneRow], x: &Axis, y: &Axis) {
    let place = |row: &TuneRow, rate: f64| (x.at(row.games as f64), y.at(100.0 * rate));
    let every = rows.len().div_ceil(MOST_INTERVALS).max(1);
    for (_, row) in rows.iter().enumerate().filter(|(number, row)| number % every == 0 || row.accepted) {
        line(svg, place(row, row.low.0), place(row, row.high.0), SEARCH, " stroke-width=\"2\" stroke-opacity=\"0.3\"");
    }
    for pair in rows.windows(2) {
        line(svg, place(&pair[0], pair[0].win_rate.0), place(&pair[1], pair[1].win_rate.0), SEARCH, "");
    }
    for row in rows {
        let ((cx, cy), fill) = (place(row, row.win_rate.0), if row.accepted { SEARCH } else { "white" });
        let circle =
            format_args!("<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3\" fill=\"{fill}\" stroke=\"{SEARCH}\"/>\n");
        add(svg, circle);
    }
}

/// A win rate of the final test, at the right of the search.
fn tested(svg: &mut String, name: &str, rate: Interval, y: &Axis, x: f64) {
    let at = |number: f64| y.at(100.0 * number);
    line(svg, (x, at(rate.low.0)), (x, at(rate.high.0)), TEST, " stroke-width=\"3\"");
    let cy = at(rate.value.0);
    add(svg, format_args!("<circle cx=\"{x:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"{TEST}\"/>\n"));
    text(svg, x, BOTTOM + 18.0, "middle", name);
    text(svg, x + 8.0, cy + 4.0, "start", &format!("{:.2}", 100.0 * rate.value.0));
}
