//! The picture of a ladder, as SVG: each strategy with its rating and its interval.

use super::contest::LadderRow;
use crate::report::files::axis::{Axis, round_step};
use crate::report::files::number::signed;
use crate::report::files::svg::{add, begin, line, text};
use crate::stats::Standing;

const LINE: f64 = 26.0;
const TOP: f64 = 76.0;
const LEFT: f64 = 200.0;
const PLOT: f64 = 420.0;
const FIGURES: f64 = 140.0;
const COLOUR: &str = "#1f5fa8";
/// Maximum number of labels of the axis.
const MAX_LABELS: f64 = 7.0;

/// An axis with all known ends of intervals.
fn axis_of(rows: &[LadderRow]) -> Axis {
    let ends = rows.iter().flat_map(|row| [row.elo.0, row.elo_low.0, row.elo_high.0]);
    // The reference, at 0, is always on the axis.
    let known: Vec<f64> = ends.filter(|end| end.is_finite()).chain([0.0]).collect();
    let low = known.iter().copied().fold(f64::INFINITY, f64::min);
    let high = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // An axis needs a length even if the only rating is that of the reference.
    let room = f64::max(0.06 * (high - low), 2.0);
    let (low, high) = (low - room, high + room);
    Axis { numbers: (low, high), places: (LEFT, LEFT + PLOT), step: round_step(high - low, MAX_LABELS) }
}

/// Draws a ladder, the best strategy first.
pub(crate) fn picture(title: &str, rows: &[LadderRow]) -> String {
    let (axis, bottom) = (axis_of(rows), TOP + LINE * rows.len() as f64);
    let mut svg = begin(title, LEFT + PLOT + FIGURES, bottom + 20.0);
    let reference = rows.iter().find(|row| row.standing == Standing::Reference);
    let origin = reference.map_or("the reference", |row| row.strategy.as_str());
    text(&mut svg, 10.0, 36.0, "start", &format!("Elo points relative to {origin}, with 95% intervals"));
    for number in axis.labels() {
        let colour = if number == 0.0 { "#333" } else { "#ddd" };
        line(&mut svg, (axis.at(number), TOP), (axis.at(number), bottom), colour, "");
        text(&mut svg, axis.at(number), TOP - 6.0, "middle", &whole(number));
    }
    for (place, row) in rows.iter().enumerate() {
        strategy(&mut svg, row, TOP + LINE * (place as f64 + 0.5), &axis);
    }
    svg + "</svg>\n"
}

/// One strategy. An interval with one limit reaches to the end of the axis.
fn strategy(svg: &mut String, row: &LadderRow, y: f64, axis: &Axis) {
    text(svg, LEFT - 10.0, y + 4.0, "end", &row.strategy);
    let (low, high) = (row.elo_low.0, row.elo_high.0);
    if low.is_finite() || high.is_finite() {
        let ends =
            [if low.is_finite() { low } else { axis.numbers.0 }, if high.is_finite() { high } else { axis.numbers.1 }];
        let [from, to] = ends.map(|end| (axis.at(end), y));
        line(svg, from, to, COLOUR, " stroke-width=\"3\" stroke-opacity=\"0.45\"");
    }
    for end in [low, high].into_iter().filter(|end| end.is_finite()) {
        line(svg, (axis.at(end), y - 5.0), (axis.at(end), y + 5.0), COLOUR, " stroke-width=\"1.5\"");
    }
    if row.elo.0.is_finite() {
        let at = axis.at(row.elo.0);
        add(svg, format_args!("<circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{COLOUR}\"/>\n"));
        let interval = match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("{} to {}", whole(low), whole(high)),
            (true, false) => format!("at least {}", whole(low)),
            (false, true) => format!("at most {}", whole(high)),
            (false, false) => row.standing.word().to_owned(),
        };
        text(svg, LEFT + PLOT + 8.0, y + 4.0, "start", &format!("{} ({interval})", whole(row.elo.0)));
    } else {
        text(svg, LEFT + PLOT + 8.0, y + 4.0, "start", row.standing.word());
    }
}

/// Elo points with their sign, in whole numbers.
fn whole(elo: f64) -> String {
    if elo.is_finite() { signed(elo, 0) } else { "?".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_on_the_axis() {
        assert!(axis_of(&[]).labels().any(|label| label == 0.0));
    }
}
