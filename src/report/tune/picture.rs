//! The picture of a search, as SVG: the win rate of the settings that it has reached by games played.

use super::search::{Interval, TuneReport, TuneRow};
use crate::report::files::axis::{Axis, round_step};
use crate::report::files::number::thousands;
use crate::report::files::svg::{add, begin, line, text};

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
const MAX_LABELS: f64 = 8.0;
/// Maximum number of points; each is the mean of equally many generations.
const MAX_POINTS: usize = 40;

/// The win rate of some generations together.
struct Point {
    /// Games played, on average.
    games: f64,
    rate: f64,
    /// Half the width of the interval.
    half: f64,
}

impl Point {
    /// The mean of generations, which have equally many games.
    fn mean(rows: &[TuneRow]) -> Point {
        let count = rows.len() as f64;
        let mean = |value: &dyn Fn(&TuneRow) -> f64| rows.iter().map(value).sum::<f64>() / count;
        // Generations play different blocks, so their errors are independent and variances add up.
        let square = mean(&|row| ((row.high.0 - row.low.0) / 2.0).powi(2));
        Point { games: mean(&|row| row.games as f64), rate: mean(&|row| row.win_rate.0), half: (square / count).sqrt() }
    }
}

/// Draws a search and its final test.
pub(in crate::report) fn picture(title: &str, report: &TuneReport) -> String {
    let mut svg = begin(title, WIDTH, HEIGHT);
    let together = report.generations.len().div_ceil(MAX_POINTS).max(1);
    let note = "win rate of the settings that the search has reached, %, with 95% intervals";
    let means = if together > 1 { format!("; means of {together} generations") } else { String::new() };
    text(&mut svg, 10.0, 36.0, "start", &format!("{note}{means}"));
    let points: Vec<Point> = report.generations.chunks(together).map(Point::mean).collect();
    if let (Some(last), Some(y)) = (report.generations.last(), upwards(&points, report)) {
        let x = axis(0.0, last.games as f64, (LEFT, RIGHT));
        axes(&mut svg, &x, &y);
        curve(&mut svg, &points, &x, &y);
        if let Some(test) = &report.test {
            tested(&mut svg, "start", test.start, &y, RIGHT + 48.0);
            tested(&mut svg, "tuned", test.tuned, &y, RIGHT + 112.0);
        }
    }
    svg + "</svg>\n"
}

fn axis(low: f64, high: f64, places: (f64, f64)) -> Axis {
    Axis { numbers: (low, high), places, step: round_step(high - low, MAX_LABELS) }
}

/// The range of all intervals, in percent.
fn upwards(points: &[Point], report: &TuneReport) -> Option<Axis> {
    let rows = points.iter().flat_map(|point| [point.rate - point.half, point.rate + point.half]);
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

fn curve(svg: &mut String, points: &[Point], x: &Axis, y: &Axis) {
    let place = |point: &Point, rate: f64| (x.at(point.games), y.at(100.0 * rate));
    for point in points {
        let (low, high) = (place(point, point.rate - point.half), place(point, point.rate + point.half));
        line(svg, low, high, SEARCH, " stroke-width=\"2\" stroke-opacity=\"0.3\"");
    }
    for pair in points.windows(2) {
        line(svg, place(&pair[0], pair[0].rate), place(&pair[1], pair[1].rate), SEARCH, "");
    }
    for point in points {
        let (cx, cy) = place(point, point.rate);
        add(svg, format_args!("<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3\" fill=\"{SEARCH}\"/>\n"));
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
