//! The forest plot: all values with their intervals, one line each, as SVG.

use std::fmt::Write;

use super::impact::ValueRow;
use crate::deck::DeckSide;

const LINE: f64 = 15.0;
const TOP: f64 = 56.0;
const LABELS: f64 = 250.0;
const PLOT: f64 = 560.0;
const RIGHT: f64 = 30.0;

/// Draws the values of one strategy, highest first, Doors and Treasures apart by colour.
pub fn forest(title: &str, rows: &[ValueRow]) -> String {
    let mut rows: Vec<&ValueRow> = rows.iter().filter(|row| row.opening_value.0.is_finite()).collect();
    rows.sort_by(|one, other| other.opening_value.0.total_cmp(&one.opening_value.0));
    let ends = rows.iter().flat_map(|row| [row.simultaneous_low.0, row.simultaneous_high.0]);
    let reach = ends.fold(0.01, |reach: f64, end| reach.max(end.abs()));
    let x = |value: f64| LABELS + PLOT * (value / reach + 1.0) / 2.0;
    let (width, bottom) = (LABELS + PLOT + RIGHT, TOP + LINE * rows.len() as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"10\" y=\"18\" font-size=\"14\">{title}</text>\n\
         <text x=\"10\" y=\"34\" fill=\"#555\">percentage points of winning, 95% interval (thick) and for all titles at once (thin); \
         <tspan fill=\"{door}\">Doors</tspan>, <tspan fill=\"{treasure}\">Treasures</tspan></text>\n",
        height = bottom + 20.0,
        title = escaped(title),
        door = colour(DeckSide::Door),
        treasure = colour(DeckSide::Treasure),
    );
    grid(&mut svg, reach, x, bottom);
    for (place, row) in rows.iter().enumerate() {
        line(&mut svg, row, TOP + LINE * (place as f64 + 0.5), x);
    }
    svg + "</svg>\n"
}

/// Vertical lines at round numbers.
fn grid(svg: &mut String, reach: f64, x: impl Fn(f64) -> f64, bottom: f64) {
    let step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2].into_iter().find(|step| reach / step <= 6.0).unwrap_or(0.5);
    let most = (reach / step).floor() as i32;
    for n in -most..=most {
        let (at, colour) = (x(f64::from(n) * step), if n == 0 { "#333" } else { "#ddd" });
        add(
            svg,
            format_args!("<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"{colour}\"/>\n"),
        );
        let label = if n == 0 { "0".to_owned() } else { format!("{:+}", 100.0 * f64::from(n) * step) };
        add(
            svg,
            format_args!(
                "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{label}</text>\n",
                TOP - 6.0
            ),
        );
    }
}

/// One title: its name, both intervals, its value.
fn line(svg: &mut String, row: &ValueRow, y: f64, x: impl Fn(f64) -> f64) {
    let colour = colour(row.deck);
    let text = y + 4.0;
    let name = escaped(&row.name);
    add(svg, format_args!("<text x=\"{}\" y=\"{text:.1}\" text-anchor=\"end\">{name}</text>\n", LABELS - 10.0));
    let ends = [(row.simultaneous_low.0, row.simultaneous_high.0, 1), (row.opening_low.0, row.opening_high.0, 3)];
    for (low, high, width) in ends {
        let (from, to) = (x(low), x(high));
        add(
            svg,
            format_args!(
                "<line x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n"
            ),
        );
    }
    add(
        svg,
        format_args!("<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>\n", x(row.opening_value.0)),
    );
}

fn colour(side: DeckSide) -> &'static str {
    match side {
        DeckSide::Door => "#1f5fa8",
        DeckSide::Treasure => "#b5651d",
    }
}

fn add(svg: &mut String, text: std::fmt::Arguments<'_>) {
    let written = svg.write_fmt(text);
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
