//! The forest plot: values of titles with their intervals, one line per title and player, as SVG.

use super::plays::{NEVER_PLAYED, NO_USE_MADE, PlayColumns};
use super::values::{CardValue, ValueRow};
use crate::deck::DeckSide;
use crate::report::files::axis::Axis;
use crate::report::files::dot_plot::{DotPlot, DotRow, Panel, Point};
use crate::report::files::number::{counted, signed, thousands};
use crate::report::files::svg::{Anchor, LINE, Mark, Svg, WIDTH};

/// Width of the names of titles beside one kind of values and beside several.
const LABELS: f64 = 250.0;
const NARROW: f64 = 186.0;
/// Space for the numbers beside a panel.
const NUMBERS: f64 = 52.0;
/// Maximum number of labels of the axis of one panel.
const MAX_LABELS: f64 = 12.0;
/// Lines of each pile. All titles of a set would take thousands of pixels, and most of them are near 0: the picture has
/// the best and the worst titles of each pile, the file all of them.
const LINES: usize = 24;
/// Minimum length of an axis, in percentage points: noise is not magnified to the full width.
const LEAST: f64 = 2.0;

/// What a forest plot shows.
pub(crate) struct Forest {
    /// The title of the picture.
    pub(crate) title: String,
    /// What was played, and how to read the values.
    pub(crate) notes: Vec<String>,
    /// The kinds of values.
    pub(crate) kinds: Vec<&'static str>,
    /// The players, each with the same titles in the same order.
    pub(crate) players: Vec<(String, Vec<ForestRow>)>,
}

/// The values of a title.
pub(crate) struct ForestRow {
    /// Its name.
    pub(crate) name: String,
    /// Its pile.
    pub(crate) pile: DeckSide,
    /// Its values, one for each kind.
    pub(crate) values: Vec<ForestValue>,
    /// The player's optional plays of it.
    pub(crate) plays: PlayColumns,
}

/// A value with its intervals; unknown numbers are NaN.
#[derive(Clone, Copy)]
pub(crate) struct ForestValue {
    /// The estimate.
    pub(crate) value: f64,
    /// Its 95% interval.
    pub(crate) interval: (f64, f64),
    /// The interval for all titles at once, if there is one.
    pub(crate) outer: Option<(f64, f64)>,
}

impl From<&CardValue> for ForestValue {
    fn from(value: &CardValue) -> ForestValue {
        ForestValue {
            value: value.value.0,
            interval: (value.low.0, value.high.0),
            outer: Some((value.simultaneous_low.0, value.simultaneous_high.0)),
        }
    }
}

impl ForestValue {
    fn is_known(&self) -> bool {
        self.value.is_finite() && self.interval.0.is_finite()
    }

    /// Its ends on the axis. No win rate changes by more than 1.
    fn ends(&self) -> [f64; 2] {
        let (low, high) = self.outer.unwrap_or(self.interval);
        [low, high].map(|end| 100.0 * end.clamp(-1.0, 1.0))
    }
}

/// The values of one or several players.
pub(super) fn forest(played: &str, players: &[&[ValueRow]]) -> String {
    let row = |row: &ValueRow| ForestRow {
        name: row.name.clone(),
        pile: row.pile,
        values: vec![(&row.opening).into(), (&row.draw).into()],
        plays: row.plays.clone(),
    };
    let notes = "Change in the chance of winning, in percentage points, compared with the average card of the same \
                 pile. Thick line: 95% interval. Thin line: for all titles at once. ?: too few games";
    Forest {
        title: "Card values".to_owned(),
        notes: vec![played.to_owned(), notes.to_owned()],
        kinds: vec!["in the opening hand", "when drawn"],
        players: players.iter().map(|rows| (rows[0].strategy.clone(), rows.iter().map(row).collect())).collect(),
    }
    .draw()
}

impl Forest {
    /// The picture: for each pile its best and its worst titles in the order of the first player's values. With several
    /// players, each has its own mark. A hollow mark is a card that the player never played or used.
    pub(crate) fn draw(&self) -> String {
        let mut svg = Svg::new(&self.title, &self.notes);
        svg.legend(&self.marks());
        let piles = [(DeckSide::Door, "Doors", "Door"), (DeckSide::Treasure, "Treasures", "Treasure")];
        let kinds = self.known_kinds();
        let left = if kinds.len() > 1 { NARROW } else { LABELS };
        let shown: Vec<(Vec<usize>, usize)> = piles.iter().map(|(pile, ..)| self.extremes(*pile)).collect();
        let panels: Vec<Axis> = kinds
            .iter()
            .enumerate()
            .filter_map(|(place, kind)| {
                self.axis(*kind, (left, place, kinds.len()), shown.iter().flat_map(|(rows, _)| rows))
            })
            .collect();
        let mut y = svg.top;
        for ((_, plural, singular), (rows, hidden)) in piles.into_iter().zip(&shown) {
            if rows.is_empty() {
                continue;
            }
            svg.text((left - 8.0, y + 11.0), Anchor::End, "kd-text kd-heading", plural);
            svg.text((left - 8.0, y + 11.0 + LINE), Anchor::End, "kd-note", &format!("0: average {singular}"));
            y = self.pile(rows, *hidden, &kinds, &panels).draw(&mut svg, y) + LINE;
        }
        svg.finish(WIDTH, y)
    }

    /// The marks of the players, and the hollow mark.
    fn marks(&self) -> Vec<(Mark, String)> {
        let named = self.players.iter().enumerate();
        let mut marks: Vec<(Mark, String)> =
            named.map(|(series, (name, _))| (Mark { series, hollow: false }, name.clone())).collect();
        if let Some(row) = self.players.iter().flat_map(|(_, rows)| rows).find(|row| row.plays.is_flagged()) {
            let games = thousands(row.plays.games);
            let words = format!("hollow: {NEVER_PLAYED}, or {NO_USE_MADE}, in {games} games");
            marks.push((Mark { series: 0, hollow: true }, words));
        }
        marks
    }

    /// The kinds of which a value is known.
    fn known_kinds(&self) -> Vec<usize> {
        let known =
            |kind: &usize| self.players.iter().flat_map(|(_, rows)| rows).any(|row| row.values[*kind].is_known());
        (0..self.kinds.len()).filter(known).collect()
    }

    /// The best and the worst titles of a pile, and the number of those between them.
    fn extremes(&self, pile: DeckSide) -> (Vec<usize>, usize) {
        let Some((_, first)) = self.players.first() else { return (Vec::new(), 0) };
        let mut order: Vec<usize> = (0..first.len()).filter(|row| first[*row].pile == pile).collect();
        // No value is below -1, so unknown ones come last.
        let value = |row: usize| Some(first[row].values[0].value).filter(|value| value.is_finite()).unwrap_or(-2.0);
        order.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
        // Several players take more space for each title.
        let most = 2 * (LINES / (self.players.len() + 1));
        let hidden = order.len().saturating_sub(most);
        // A single hidden title would take the space of its note.
        if hidden > 1 {
            order.drain(most / 2..most / 2 + hidden);
            return (order, hidden);
        }
        (order, 0)
    }

    /// The axis of a kind: both piles have the same scale, so that lengths can be compared.
    fn axis<'a>(
        &self,
        kind: usize,
        (left, place, of): (f64, usize, usize),
        rows: impl Iterator<Item = &'a usize>,
    ) -> Option<Axis> {
        let width = (WIDTH - left) / of as f64;
        let left = left + width * place as f64;
        let values = rows.flat_map(|row| self.players.iter().map(move |(_, all)| all[*row].values[kind]));
        let ends = values.filter(ForestValue::is_known).flat_map(|value| value.ends()).chain([0.0]);
        Axis::around(ends, LEAST, (left, left + width - NUMBERS), MAX_LABELS / of as f64)
    }

    fn pile(&self, rows: &[usize], hidden: usize, kinds: &[usize], axes: &[Axis]) -> DotPlot {
        let panel = |(kind, axis): (&usize, &Axis)| Panel {
            name: self.kinds[*kind].to_owned(),
            axis: *axis,
            signed: true,
            origin: 0.0,
            band: None,
        };
        let points = |row: usize, kind: usize| {
            let players = self.players.iter().enumerate();
            players.map(|(series, (_, all))| point(&all[row], kind, series)).collect()
        };
        let mut lines: Vec<DotRow> = rows
            .iter()
            .map(|row| {
                let panels = kinds.iter().map(|kind| points(*row, *kind)).collect();
                DotRow::Points(self.players[0].1[*row].name.clone(), panels)
            })
            .collect();
        if hidden > 0 {
            let words = format!("{} between", counted(hidden as u64, "title"));
            lines.insert(lines.len() / 2, DotRow::Gap(words));
        }
        DotPlot { panels: kinds.iter().zip(axes).map(panel).collect(), rows: lines }
    }
}

/// One value of a title.
fn point(row: &ForestRow, kind: usize, series: usize) -> Point {
    let value = row.values[kind];
    let known = value.is_known();
    let percent = |(low, high): (f64, f64)| (100.0 * low, 100.0 * high);
    let unknown = (f64::NAN, f64::NAN);
    Point {
        value: if known { 100.0 * value.value } else { f64::NAN },
        interval: if known { percent(value.interval) } else { unknown },
        outer: value.outer.filter(|_| known).map(percent),
        mark: Mark { series, hollow: row.plays.is_flagged() },
        words: vec![if known { signed(100.0 * value.value, 1) } else { "?".to_owned() }],
    }
}
