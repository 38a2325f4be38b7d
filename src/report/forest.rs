//! The forest plot: all values with their intervals, one line per title, as SVG.

use super::impact::{CardValue, ValueRow};
use super::svg::{add, begin, line, text};
use crate::deck::DeckSide;

const LINE: f64 = 15.0;
const TOP: f64 = 76.0;
const LABELS: f64 = 230.0;
const PLOT: f64 = 400.0;
const GAP: f64 = 40.0;

/// One kind of value, with its own scale.
struct Panel {
    name: &'static str,
    value: fn(&ValueRow) -> &CardValue,
    left: f64,
    reach: f64,
}

impl Panel {
    /// Scaled to the widest interval. There is no panel if the value of every title is unknown.
    fn new(name: &'static str, value: fn(&ValueRow) -> &CardValue, rows: &[&ValueRow]) -> Option<Panel> {
        let known = rows.iter().map(|row| value(row)).filter(|value| value.value.0.is_finite());
        let ends: Vec<f64> = known.flat_map(|value| [value.simultaneous_low.0, value.simultaneous_high.0]).collect();
        let finite = ends.iter().filter(|end| end.is_finite());
        let reach = finite.fold(0.01, |reach: f64, end| reach.max(end.abs())).min(1.0);
        (!ends.is_empty()).then_some(Panel { name, value, left: LABELS, reach })
    }

    fn x(&self, value: f64) -> f64 {
        self.left + PLOT * ((value / self.reach).clamp(-1.0, 1.0) + 1.0) / 2.0
    }
}

/// Draws the values of one strategy, highest opening value first. Doors and Treasures have different colours.
pub fn forest(title: &str, rows: &[ValueRow]) -> String {
    let mut rows: Vec<&ValueRow> = rows.iter().collect();
    let order = |row: &ValueRow| if row.opening.value.0.is_finite() { row.opening.value.0 } else { -1.0 };
    rows.sort_by(|one, other| order(other).total_cmp(&order(one)));
    let opening = Panel::new("opening value", |row| &row.opening, &rows);
    let draw = Panel::new("draw value", |row| &row.draw, &rows);
    let mut panels: Vec<Panel> = [opening, draw].into_iter().flatten().collect();
    for (place, panel) in panels.iter_mut().enumerate() {
        panel.left += place as f64 * (PLOT + GAP);
    }
    let (width, bottom) = (LABELS + panels.len() as f64 * (PLOT + GAP), TOP + LINE * rows.len() as f64);
    let mut svg = head(title, width, bottom + 20.0);
    panels.iter().for_each(|panel| grid(&mut svg, panel, bottom));
    for (place, row) in rows.iter().enumerate() {
        title_line(&mut svg, row, TOP + LINE * (place as f64 + 0.5), &panels);
    }
    svg + "</svg>\n"
}

fn head(title: &str, width: f64, height: f64) -> String {
    let (door, treasure) = (colour(DeckSide::Door), colour(DeckSide::Treasure));
    let explained = "percentage points of winning, 95% interval (thick) and for all titles at once (thin)";
    begin(title, width, height)
        + &format!(
            "<text x=\"10\" y=\"34\" fill=\"#555\">{explained}; \
             <tspan fill=\"{door}\">Doors</tspan>, <tspan fill=\"{treasure}\">Treasures</tspan></text>\n"
        )
}

/// Vertical lines at round numbers.
fn grid(svg: &mut String, panel: &Panel, bottom: f64) {
    let reach = panel.reach;
    let steps = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
    let step = steps.into_iter().find(|step| reach / step <= 5.0).unwrap_or(0.5);
    let most = (reach / step).floor() as i32;
    for n in -most..=most {
        let (at, colour) = (panel.x(f64::from(n) * step), if n == 0 { "#333" } else { "#ddd" });
        line(svg, (at, TOP), (at, bottom), colour, "");
        let label = if n == 0 { "0".to_owned() } else { format!("{:+}", 100.0 * f64::from(n) * step) };
        text(svg, at, TOP - 6.0, "middle", &label);
    }
    text(svg, panel.x(0.0), TOP - 22.0, "middle", panel.name);
}

/// One title: its name, and both intervals and the value of each kind.
fn title_line(svg: &mut String, row: &ValueRow, y: f64, panels: &[Panel]) {
    text(svg, LABELS - 10.0, y + 4.0, "end", &row.name);
    let colour = colour(row.deck);
    for panel in panels {
        let value = (panel.value)(row);
        if !value.low.0.is_finite() {
            continue;
        }
        for (low, high, width) in [(value.simultaneous_low, value.simultaneous_high, 1), (value.low, value.high, 3)] {
            line(svg, (panel.x(low.0), y), (panel.x(high.0), y), colour, &format!(" stroke-width=\"{width}\""));
        }
        let at = panel.x(value.value.0);
        add(svg, format_args!("<circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>\n"));
    }
}

fn colour(side: DeckSide) -> &'static str {
    match side {
        DeckSide::Door => "#1f5fa8",
        DeckSide::Treasure => "#b5651d",
    }
}
