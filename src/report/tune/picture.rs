//! The picture of a search, as SVG: the win rate of the settings that it has reached by games played.

use super::search::{Interval, TuneReport, TuneRow};
use crate::report::files::axis::Axis;
use crate::report::files::number::thousands;
use crate::report::files::svg::{Anchor, DIAMOND, DISC, Svg, WIDTH};

const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 130.0;
/// Places of the final test, at the right of the search.
const START: f64 = RIGHT + 16.0;
const TUNED: f64 = RIGHT + 76.0;
/// Classes of the search and of the final test.
const SEARCH: &str = "kd-curve kd-1";
const TEST: &str = "kd-bar kd-2";
/// Maximum number of labels of each axis.
const MAX_LABELS: f64 = 7.0;
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
    let together = report.generations.len().div_ceil(MAX_POINTS).max(1);
    let note = "Win rate, in percent, of the settings that the search has reached, with 95% intervals";
    let means = if together > 1 { format!("; means of {together} generations") } else { String::new() };
    let mut svg = Svg::new("Search for better settings", &[title.to_owned(), format!("{note}{means}")]);
    if report.test.is_some() {
        svg.legend(&[(DISC, "search".to_owned()), (DIAMOND, "final test, in new games".to_owned())]);
    }
    let points: Vec<Point> = report.generations.chunks(together).map(Point::mean).collect();
    let top = svg.top;
    let (Some(last), Some(y)) = (report.generations.last(), upwards(&points, report, top)) else {
        return svg.finish(WIDTH, top);
    };
    let games = [0.0, last.games as f64].into_iter();
    if let Some(x) = Axis::around(games, 1.0, (LEFT, RIGHT), MAX_LABELS) {
        axes(&mut svg, &x, &y);
        curve(&mut svg, &points, &x, &y);
    }
    if let Some(test) = &report.test {
        tested(&mut svg, "start", test.start, &y, START);
        tested(&mut svg, "tuned", test.tuned, &y, TUNED);
    }
    svg.finish(WIDTH, top + HEIGHT + 46.0)
}

/// The range of all intervals, in percent.
fn upwards(points: &[Point], report: &TuneReport, top: f64) -> Option<Axis> {
    let rows = points.iter().flat_map(|point| [point.rate - point.half, point.rate + point.half]);
    let test = report.test.iter().flat_map(|test| [test.start, test.tuned]);
    let known = rows.chain(test.flat_map(|rate| [rate.low.0, rate.high.0])).map(|rate| 100.0 * rate);
    Axis::around(known, 0.01, (top + HEIGHT, top), MAX_LABELS)
}

fn axes(svg: &mut Svg, x: &Axis, y: &Axis) {
    let bottom = y.places.0;
    for number in y.labels() {
        svg.line((LEFT, y.at(number)), (WIDTH - 16.0, y.at(number)), "kd-grid");
        svg.text((LEFT - 8.0, y.at(number) + 4.0), Anchor::End, "kd-note", &y.text(number, false));
    }
    // The room beside the numbers of games is no game.
    for number in x.labels().filter(|number| *number >= 0.0) {
        svg.line((x.at(number), bottom), (x.at(number), bottom + 5.0), "kd-axis");
        svg.text((x.at(number), bottom + 18.0), Anchor::Middle, "kd-note", &thousands(number as u64));
    }
    svg.line((LEFT, bottom), (RIGHT, bottom), "kd-axis");
    svg.caption(((LEFT + RIGHT) / 2.0, bottom + 38.0), RIGHT - LEFT, "games played");
}

fn curve(svg: &mut Svg, points: &[Point], x: &Axis, y: &Axis) {
    let place = |point: &Point, rate: f64| (x.at(point.games), y.at(100.0 * rate));
    for point in points {
        svg.line(place(point, point.rate - point.half), place(point, point.rate + point.half), SEARCH);
    }
    for pair in points.windows(2) {
        svg.line(place(&pair[0], pair[0].rate), place(&pair[1], pair[1].rate), SEARCH);
    }
    for point in points {
        let tip = format!("{} games: {:.2}%", thousands(point.games as u64), 100.0 * point.rate);
        svg.mark(place(point, point.rate), DISC, &tip);
    }
}

/// A win rate of the final test.
fn tested(svg: &mut Svg, name: &str, rate: Interval, y: &Axis, x: f64) {
    let at = |number: f64| y.at(100.0 * number);
    svg.line((x, at(rate.low.0)), (x, at(rate.high.0)), TEST);
    svg.mark((x, at(rate.value.0)), DIAMOND, &format!("{name}: {:.2}%", 100.0 * rate.value.0));
    svg.text((x, y.places.0 + 18.0), Anchor::Middle, "kd-note", name);
    svg.text(
        (x + 9.0, at(rate.value.0) + 4.0),
        Anchor::Start,
        "kd-text kd-number",
        &format!("{:.2}", 100.0 * rate.value.0),
    );
}
