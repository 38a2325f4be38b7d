//! The pictures of a run, as SVG: win rates by turn position and by strategy, and opening values.

use super::rows::{CardRow, SeatRow};
use super::tables::RunReport;
use crate::report::files::dot_plot::{DotPlot, DotRow};
use crate::report::files::number::{Fraction, percent};
use crate::report::files::svg::{DISC, Svg, WIDTH};
use crate::report::impact::forest::{Forest, ForestRow, ForestValue};

/// Minimum length of the axis, in percentage points.
const LEAST: f64 = 4.0;

impl RunReport {
    /// Its pictures with the names of their files; `played` says what was played.
    pub fn pictures(&self, played: &str) -> Vec<(String, String)> {
        vec![("seats.svg".to_owned(), self.seats_picture(played)), ("forest.svg".to_owned(), self.forest(played))]
    }

    /// Who wins: by turn position and, with several strategies, by strategy.
    fn seats_picture(&self, played: &str) -> String {
        let fair = 100.0 / self.seats.len().max(1) as f64;
        let p = self.seats.first().map(|row| row.equal_chances_p.0).filter(|p| p.is_finite());
        let p = p.map(|p| if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") });
        let notes = "Wins per game, in percent, with 95% intervals. Vertical line: equal chances";
        let notes = p.map_or(notes.to_owned(), |p| format!("{notes}. All positions win equally often: {p}"));
        let mut svg = Svg::new("Win rates", &[played.to_owned(), notes]);
        let words = |rate: Fraction, low: Fraction, high: Fraction| {
            let [rate, low, high] = [rate, low, high].map(percent);
            vec![format!("{rate} ({low} to {high})")]
        };
        let row = |label: &str, rate: Fraction, low: Fraction, high: Fraction| {
            DotRow::of(label, [rate, low, high].map(|number| 100.0 * number.0), DISC, words(rate, low, high))
        };
        let position = |seat: &SeatRow| row(&format!("position {}", seat.position), seat.win_rate, seat.low, seat.high);
        let positions: Vec<DotRow> = self.seats.iter().map(position).collect();
        // The rate of a single strategy depends only on the number of seats.
        let strategies = self.strategies.iter().filter(|_| self.strategies.len() > 1);
        let strategies: Vec<DotRow> =
            strategies.map(|found| row(&found.strategy, found.win_rate, found.low, found.high)).collect();
        let top = svg.top;
        let bottom = DotPlot::single(positions.into_iter().chain(strategies).collect(), (fair, None), LEAST, false)
            .draw(&mut svg, top);
        svg.finish(WIDTH, bottom)
    }

    /// The opening values. The extremes of many measured values are partly luck, so they are shrunken.
    fn forest(&self, played: &str) -> String {
        let row = |row: &CardRow| ForestRow {
            name: row.name.clone(),
            pile: row.pile,
            values: vec![ForestValue {
                value: row.opening.shrunken.0,
                interval: (row.opening.shrunken_low.0, row.opening.shrunken_high.0),
                outer: None,
            }],
            plays: row.plays.clone(),
        };
        let names: Vec<&str> = self.strategies.iter().map(|row| row.strategy.as_str()).collect();
        let notes = "Change in the chance of winning from one card in the opening hand, in percentage points, compared \
                     with the average card of the same pile: shrunken values, which are corrected for the luck of the \
                     extremes. Line: 95% interval. ?: too few games";
        Forest {
            title: "Opening values".to_owned(),
            notes: vec![played.to_owned(), notes.to_owned()],
            kinds: vec!["in the opening hand"],
            players: vec![(names.join(", "), self.cards.iter().map(row).collect())],
        }
        .draw()
    }
}
