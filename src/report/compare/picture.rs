//! The picture of a ladder, as SVG: each strategy with its rating and its interval.

use super::contest::LadderRow;
use crate::report::files::dot_plot::{DotPlot, DotRow};
use crate::report::files::number::{interval_words, signed};
use crate::report::files::svg::{DISC, Svg, WIDTH};
use crate::stats::Standing;

/// Minimum length of the axis, in Elo points: it has a length even if the only rating is that of the reference.
const LEAST: f64 = 4.0;

/// Draws a ladder, the best strategy first.
pub(super) fn picture(title: &str, rows: &[LadderRow]) -> String {
    let reference = rows.iter().find(|row| row.standing == Standing::Reference);
    let origin = reference.map_or("the reference", |row| row.strategy.as_str());
    let note = format!("Elo points relative to {origin}, with 95% intervals; a line up to the edge has no limit there");
    let mut svg = Svg::new("Ladder", &[title.to_owned(), note]);
    let (top, rows) = (svg.top, rows.iter().map(strategy).collect());
    let bottom = DotPlot::single(rows, (0.0, None), LEAST, true).draw(&mut svg, top);
    svg.finish(WIDTH, bottom)
}

fn strategy(row: &LadderRow) -> DotRow {
    let [elo, low, high] = [row.elo, row.elo_low, row.elo_high].map(|elo| elo.0);
    DotRow::of(&row.strategy, [elo, low, high], DISC, vec![words(row)])
}

/// The rating and its interval, or why there is none.
fn words(row: &LadderRow) -> String {
    let elo = row.elo.0;
    if !elo.is_finite() {
        return row.standing.word().to_owned();
    }
    let interval = interval_words(row.elo_low, row.elo_high, |elo| whole(elo.0));
    let interval = interval.unwrap_or_else(|| row.standing.word().to_owned());
    format!("{} ({interval})", whole(elo))
}

/// Elo points with their sign, in whole numbers.
fn whole(elo: f64) -> String {
    signed(elo, 0)
}
