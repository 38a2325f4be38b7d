//! `DotPlot`: rows of numbers with their intervals, on one axis or on several side by side.

use super::axis::Axis;
use super::svg::{Anchor, LINE, Mark, NOTE_SIZE, SIZE, Svg, WIDTH, series};

/// Distance of the marks of a row, and of the lines of its words.
const MARKS: f64 = 13.0;
/// Space between rows.
const GAP: f64 = 5.0;
/// Maximum number of lines of a label.
const LINES: usize = 2;
/// Space between a plot and the texts beside it.
const BESIDE: f64 = 8.0;

/// Rows on common axes.
pub(in crate::report) struct DotPlot {
    /// The axes.
    pub(in crate::report) panels: Vec<Panel>,
    /// The rows, from above.
    pub(in crate::report) rows: Vec<DotRow>,
}

/// One axis.
pub(in crate::report) struct Panel {
    /// Its name; may be empty.
    pub(in crate::report) name: String,
    /// The axis.
    pub(in crate::report) axis: Axis,
    /// Whether its labels have signs.
    pub(in crate::report) signed: bool,
    /// The number with a line of its own.
    pub(in crate::report) origin: f64,
    /// The numbers that are shaded.
    pub(in crate::report) band: Option<(f64, f64)>,
}

/// One row.
pub(in crate::report) enum DotRow {
    /// A label, and for each panel the points, one below the other.
    Points(String, Vec<Vec<Point>>),
    /// Some rows that are left out, in words.
    Gap(String),
}

/// A number with its intervals.
pub(in crate::report) struct Point {
    /// The number; no mark if it is unknown.
    pub(in crate::report) value: f64,
    /// The interval. An unknown end reaches to the end of the axis if the other end is known.
    pub(in crate::report) interval: (f64, f64),
    /// A wider interval around it.
    pub(in crate::report) outer: Option<(f64, f64)>,
    /// The mark.
    pub(in crate::report) mark: Mark,
    /// The lines of text beside it.
    pub(in crate::report) words: Vec<String>,
}

/// Space at the left for labels and at the right for words, around a single axis.
const LABELS: f64 = 190.0;
const WORDS: f64 = 180.0;
/// Maximum number of labels of a single axis.
const MAX_LABELS: f64 = 7.0;

impl DotRow {
    /// A row of one number with its interval.
    pub(in crate::report) fn of(label: &str, [value, low, high]: [f64; 3], mark: Mark, words: Vec<String>) -> DotRow {
        let point = Point { value, interval: (low, high), outer: None, mark, words };
        DotRow::Points(label.to_owned(), vec![vec![point]])
    }
}

impl DotPlot {
    /// Rows on a single axis that reaches around them, its origin and its band, with at least this length.
    pub(in crate::report) fn single(
        rows: Vec<DotRow>,
        (origin, band): (f64, Option<(f64, f64)>),
        least: f64,
        signed: bool,
    ) -> DotPlot {
        let points = rows.iter().flat_map(|row| if let DotRow::Points(_, panels) = row { &panels[..] } else { &[] });
        let numbers = points.flatten().flat_map(|point| [point.value, point.interval.0, point.interval.1]);
        // The origin is known, so there is an axis.
        let axis = Axis::around(
            numbers.chain([origin]).chain(band.iter().flat_map(|(low, high)| [*low, *high])),
            least,
            (LABELS, WIDTH - WORDS),
            MAX_LABELS,
        );
        let panel = |axis| Panel { name: String::new(), axis, signed, origin, band };
        DotPlot { panels: axis.into_iter().map(panel).collect(), rows }
    }

    /// Adds it to a picture below `y`; returns its lower end.
    pub(in crate::report) fn draw(&self, svg: &mut Svg, y: f64) -> f64 {
        let named = self.panels.iter().any(|panel| !panel.name.is_empty());
        let top = y + if named { 32.0 } else { 17.0 };
        let heights: Vec<f64> = self.rows.iter().map(|row| self.height(row)).collect();
        let bottom = top + heights.iter().sum::<f64>();
        for panel in &self.panels {
            let middle = (panel.axis.places.0 + panel.axis.places.1) / 2.0;
            svg.text((middle, y + 11.0), Anchor::Middle, "kd-note", &panel.name);
            panel.draw(svg, top, bottom);
        }
        let mut y = top;
        for (row, height) in self.rows.iter().zip(heights) {
            self.row(svg, row, y + height / 2.0);
            y += height;
        }
        bottom + 20.0
    }

    /// The right end of the labels.
    fn labels(&self) -> f64 {
        self.panels.first().map_or(0.0, |panel| panel.axis.places.0) - BESIDE
    }

    fn height(&self, row: &DotRow) -> f64 {
        match row {
            DotRow::Points(label, panels) => {
                let words = |points: &Vec<Point>| points.iter().map(|point| point.words.len().max(1)).sum();
                let points: usize = panels.iter().map(words).max().unwrap_or(1);
                let lines = Svg::lines(label, self.labels() - BESIDE, LINES);
                f64::max(MARKS * points as f64, LINE * lines as f64 - 3.0) + GAP
            }
            DotRow::Gap(_) => MARKS + GAP,
        }
    }

    fn row(&self, svg: &mut Svg, row: &DotRow, y: f64) {
        match row {
            DotRow::Gap(words) => {
                svg.text((self.labels(), y + 0.35 * NOTE_SIZE), Anchor::End, "kd-note", words);
            }
            DotRow::Points(label, panels) => {
                svg.label((self.labels(), y), self.labels() - BESIDE, LINES, label);
                for (panel, points) in self.panels.iter().zip(panels) {
                    for (place, point) in points.iter().enumerate() {
                        let lower = MARKS * (place as f64 - (points.len() as f64 - 1.0) / 2.0);
                        point.draw(svg, label, y + lower, panel);
                    }
                }
            }
        }
    }
}

impl Panel {
    /// The axis at both ends, and its lines.
    fn draw(&self, svg: &mut Svg, top: f64, bottom: f64) {
        let Panel { axis, signed, origin, band, .. } = self;
        if let Some((low, high)) = band {
            svg.area((axis.at(*low), top), (axis.at(*high), bottom), "kd-band");
        }
        for number in axis.labels() {
            let at = axis.at(number);
            svg.line((at, top), (at, bottom), "kd-grid");
            for y in [top - 5.0, bottom + 14.0] {
                svg.text((at, y), Anchor::Middle, "kd-note", &axis.text(number, *signed));
            }
        }
        if (axis.numbers.0..=axis.numbers.1).contains(origin) {
            svg.line((axis.at(*origin), top), (axis.at(*origin), bottom), "kd-axis");
        }
    }
}

impl Point {
    fn draw(&self, svg: &mut Svg, label: &str, y: f64, Panel { axis, .. }: &Panel) {
        let class = series(self.mark.series);
        for ((low, high), weight) in self.outer.map(|outer| (outer, "")).into_iter().chain([(self.interval, "kd-bar ")])
        {
            if low.is_finite() || high.is_finite() {
                // The maximum and minimum ignore an unknown number.
                let ends = (axis.at(low.max(axis.numbers.0)), axis.at(high.min(axis.numbers.1)));
                svg.line((ends.0, y), (ends.1, y), &format!("{weight}{class}"));
            }
        }
        if self.value.is_finite() {
            svg.mark((axis.at(self.value), y), self.mark, &format!("{label}: {}", self.words.join(" ")));
        }
        let first = y + 0.35 * SIZE - MARKS * (self.words.len() as f64 - 1.0) / 2.0;
        for (place, line) in self.words.iter().enumerate() {
            let at = (axis.places.1 + BESIDE, first + MARKS * place as f64);
            svg.text(at, Anchor::Start, "kd-text kd-number", line);
        }
    }
}
