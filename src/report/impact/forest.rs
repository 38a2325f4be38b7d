//! The forest plot: all values with their intervals, one line per title and player, as SVG.

use super::plays::{NEVER_PLAYED, NO_USE_MADE};
use super::values::{CardValue, ValueRow};
use crate::deck::DeckSide;
use crate::report::files::number::thousands;
use crate::report::files::svg::{add, begin, escaped, line, text};

const LINE: f64 = 15.0;
/// Distance of the marks of two players.
const MARK: f64 = 9.0;
const TOP: f64 = 90.0;
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
    /// A panel that is scaled to the widest interval; `None` if the value of every title is unknown.
    fn new(name: &'static str, value: fn(&ValueRow) -> &CardValue, rows: &[&ValueRow]) -> Option<Panel> {
        let known = rows.iter().map(|row| value(row)).filter(|value| value.value.0.is_finite());
        let ends: Vec<f64> = known.flat_map(|value| [value.simultaneous_low.0, value.simultaneous_high.0]).collect();
        let finite = ends.iter().filter(|end| end.is_finite());
        // At least a percentage point, so that noise is not magnified to the full width; no win rate changes by more
        // than 1.
        let reach = finite.fold(0.01, |reach: f64, end| reach.max(end.abs())).min(1.0);
        (!ends.is_empty()).then_some(Panel { name, value, left: LABELS, reach })
    }

    fn x(&self, value: f64) -> f64 {
        self.left + PLOT * ((value / self.reach).clamp(-1.0, 1.0) + 1.0) / 2.0
    }
}

/// Colours of players side by side, repeated if there are more.
const PLAYERS: [&str; 4] = ["#1b7f5c", "#a83279", "#4b4b4b", "#c28a00"];

/// Draws the values of one or several players, one line for each title and player, in the order of the first player's
/// opening values. Doors and Treasures have different colours; with several players, the marks have the colours of the
/// players. A hollow mark indicates a card that the player never played or used.
pub(crate) fn forest(title: &str, players: &[&[ValueRow]]) -> String {
    let [first, ..] = players else { return String::new() };
    let mut order: Vec<usize> = (0..first.len()).collect();
    // No value is below -1, so unknown ones come last.
    let value = |place: usize| Some(first[place].opening.value.0).filter(|value| value.is_finite()).unwrap_or(-1.0);
    order.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
    let all: Vec<&ValueRow> = players.iter().copied().flatten().collect();
    let opening = Panel::new("opening value", |row| &row.opening, &all);
    let draw = Panel::new("draw value", |row| &row.draw, &all);
    let mut panels: Vec<Panel> = [opening, draw].into_iter().flatten().collect();
    for (place, panel) in panels.iter_mut().enumerate() {
        panel.left += place as f64 * (PLOT + GAP);
    }
    let line = if players.len() == 1 { LINE } else { MARK * players.len() as f64 + MARK / 2.0 };
    let (width, bottom) = (LABELS + panels.len() as f64 * (PLOT + GAP), TOP + line * order.len() as f64);
    let mut svg = head(title, players, width, bottom + 20.0);
    panels.iter().for_each(|panel| grid(&mut svg, panel, bottom));
    for (place, row) in order.into_iter().enumerate() {
        let y = TOP + line * (place as f64 + 0.5);
        label(&mut svg, &first[row], y, players.len() > 1);
        for (player, rows) in players.iter().enumerate() {
            let lower = MARK * (player as f64 - (players.len() as f64 - 1.0) / 2.0);
            let colour = if players.len() == 1 { colour(rows[row].pile) } else { PLAYERS[player % PLAYERS.len()] };
            panels.iter().for_each(|panel| mark(&mut svg, &rows[row], y + lower, panel, colour));
        }
    }
    svg + "</svg>\n"
}

fn head(title: &str, players: &[&[ValueRow]], width: f64, height: f64) -> String {
    let names: Vec<&str> = players.iter().map(|rows| rows[0].strategy.as_str()).collect();
    let (door, treasure) = (colour(DeckSide::Door), colour(DeckSide::Treasure));
    let mut svg = begin(&format!("{title}, {}", names.join(" and ")), width, height);
    let explained = "percentage points of winning, 95% interval (thick) and for all titles at once (thin)";
    add(
        &mut svg,
        format_args!(
            "<text x=\"10\" y=\"34\" fill=\"#555\">{explained}; \
             <tspan fill=\"{door}\">Doors</tspan>, <tspan fill=\"{treasure}\">Treasures</tspan></text>\n"
        ),
    );
    let mut notes = Vec::new();
    if players.len() > 1 {
        let named = names.iter().zip(PLAYERS.iter().cycle());
        notes.extend(named.map(|(name, colour)| format!("<tspan fill=\"{colour}\">{}</tspan>", escaped(name))));
    }
    if let Some(row) = players.iter().copied().flatten().find(|row| row.plays.is_flagged()) {
        let games = thousands(row.plays.games);
        notes.push(format!("hollow: {NEVER_PLAYED}, or {NO_USE_MADE}, in {games} games"));
    }
    add(&mut svg, format_args!("<text x=\"10\" y=\"50\" fill=\"#555\">{}</text>\n", notes.join(", ")));
    svg
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

/// The name of a title, if `coloured` in the colour of its pile.
fn label(svg: &mut String, row: &ValueRow, y: f64, coloured: bool) {
    let (x, y, name) = (LABELS - 10.0, y + 4.0, escaped(&row.name));
    let colour = if coloured { colour(row.pile) } else { "#333" };
    add(svg, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>\n"));
}

/// One value of a title: both intervals and the estimate.
fn mark(svg: &mut String, row: &ValueRow, y: f64, panel: &Panel, colour: &str) {
    let value = (panel.value)(row);
    if !value.low.0.is_finite() {
        return;
    }
    for (low, high, width) in [(value.simultaneous_low, value.simultaneous_high, 1), (value.low, value.high, 3)] {
        line(svg, (panel.x(low.0), y), (panel.x(high.0), y), colour, &format!(" stroke-width=\"{width}\""));
    }
    let (at, fill) = (panel.x(value.value.0), if row.plays.is_flagged() { "white" } else { colour });
    add(svg, format_args!("<circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{fill}\" stroke=\"{colour}\"/>\n"));
}

fn colour(side: DeckSide) -> &'static str {
    match side {
        DeckSide::Door => "#1f5fa8",
        DeckSide::Treasure => "#b5651d",
    }
}
