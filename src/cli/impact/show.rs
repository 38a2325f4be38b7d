//! Card values on the terminal: the best and worst cards of each pile, the identities, and how players agree.

use std::io::{self, Write};

use super::ImpactResults;
use crate::cli::show::between;
use crate::deck::DeckSide;
use crate::report::impact::agreement::Comparison;
use crate::report::impact::plays::{NEVER_PLAYED, NO_USE_MADE, UNPLAYED};
use crate::report::impact::{CardValue, ValueManifest, ValueRow};
use crate::report::{Fraction, counted, fitted, left, points, thousands};

/// Number of cards at each end of the list.
const EXTREMES: usize = 10;

/// Width of a name, of a number of titles, and of the name of a strategy.
const NAME: usize = 18;
const COUNT: usize = 7;
const STRATEGY: usize = 14;
/// Width of a title, with the name of the strategy if there are several.
const TITLE: usize = 33;
/// Width of the lists of names.
const WIDTH: usize = 80;

/// Shows the values of all players, and how they agree.
pub(super) fn results(measured: &ImpactResults, out: &mut impl Write) -> io::Result<()> {
    // Strategies at one table share its run; otherwise each strategy has its own run.
    let runs = measured.runs.iter().cycle();
    measured.values.iter().zip(runs).try_for_each(|(rows, run)| head(rows, run, out))?;
    if measured.values.len() > 1 && measured.runs.len() == 1 {
        writeln!(out, "all at one table: each value is that of the seats of its player")?;
    }
    for selection in &SELECTIONS {
        VALUE_KINDS.iter().try_for_each(|kind| kind.table(selection, &measured.values, out))?;
    }
    legend(measured, out)?;
    measured.comparisons.iter().try_for_each(|pair| comparison(pair, out))
}

fn head(rows: &[ValueRow], run: &ValueManifest, out: &mut impl Write) -> io::Result<()> {
    let (time, games) = (run.run.duration_seconds, counted(run.run.games, "game"));
    let (strategy, draws) = (&rows[0].strategy, counted(run.draws, "draw"));
    writeln!(out, "{strategy}: {games} in {time:.1} s, {draws}")
}

/// Explains the marks, and lists the cards that a player never plays or uses.
fn legend(measured: &ImpactResults, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\ndeals: copies dealt in opening hands; draws: first draws in a game, after the deal")?;
    writeln!(out, "values are percentage points of winning: as measured, and shrunken towards the mean of")?;
    writeln!(out, "their pile, which corrects extremes for luck, with the 95% posterior interval")?;
    writeln!(out, "* significant among all titles at once")?;
    if measured.values.len() > 1 {
        writeln!(out, "! with another strategy the value clearly has the opposite sign")?;
    }
    for rows in &measured.values {
        for flag in [NEVER_PLAYED, NO_USE_MADE] {
            let flagged: Vec<&ValueRow> = rows.iter().filter(|row| row.plays.flag == flag).collect();
            if let Some(first) = flagged.first() {
                let names: Vec<&str> = flagged.iter().map(|row| row.name.as_str()).collect();
                list(&format!("{UNPLAYED} {} by {}:", first.plays.words(), first.strategy), &names, out)?;
            }
        }
    }
    Ok(())
}

/// Prints names after a heading, in lines of limited width.
fn list(heading: &str, names: &[&str], out: &mut impl Write) -> io::Result<()> {
    let mut line = heading.to_owned();
    for (place, name) in names.iter().enumerate() {
        let end = if place + 1 < names.len() { "," } else { "" };
        if line.chars().count() + name.chars().count() + 2 > WIDTH {
            writeln!(out, "{line}")?;
            line = " ".to_owned();
        }
        line += &format!(" {name}{end}");
    }
    writeln!(out, "{line}")
}

/// One of the two kinds of value of a title.
struct ValueKind {
    name: &'static str,
    /// Its observations.
    n: &'static str,
    value: fn(&ValueRow) -> &CardValue,
    differs: fn(&ValueRow) -> Option<bool>,
}

/// The name of a table, and which titles it has.
type Selection = (&'static str, fn(&ValueRow) -> bool);

/// The tables of each kind of value.
const SELECTIONS: [Selection; 3] = [
    ("Doors", |row| row.pile == DeckSide::Door),
    ("Treasures", |row| row.pile == DeckSide::Treasure),
    ("Identities, powers", |row| row.kind.play.is_of_character()),
];

const VALUE_KINDS: [ValueKind; 2] = [
    ValueKind { name: "opening value", n: "deals", value: |row| &row.opening, differs: |row| row.opening_sign_differs },
    ValueKind { name: "draw value", n: "draws", value: |row| &row.draw, differs: |row| row.draw_sign_differs },
];

impl ValueKind {
    /// The best and worst titles of the first player, with a line for each player.
    fn table(&self, (name, holds): &Selection, players: &[Vec<ValueRow>], out: &mut impl Write) -> io::Result<()> {
        let rows = self.ordered(players[0].iter().filter(|row| holds(row)).collect());
        if rows.is_empty() {
            return Ok(());
        }
        let title = left(&format!("{name}: {}", self.name), TITLE);
        writeln!(out, "\n{title} {:>8} {:>8} {:>8}  95% interval", self.n, "measured", "shrunken")?;
        for (place, row) in extremes(&rows) {
            if is_gap(&rows, place) {
                writeln!(out, "...")?;
            }
            for rows in players {
                let Some(row) = rows.iter().find(|other| is_same(row, other)) else { continue };
                let title = match players {
                    [_] => fitted(&row.name, TITLE).to_string(),
                    _ => strategy_title(row),
                };
                writeln!(out, "{} {}", left(&title, TITLE), self.figures(row))?;
            }
        }
        Ok(())
    }

    /// The titles with a known value, in the order of their shrunken values: the highest of many measured values is too
    /// high.
    fn ordered<'r>(&self, mut rows: Vec<&'r ValueRow>) -> Vec<&'r ValueRow> {
        rows.retain(|row| (self.value)(row).value.0.is_finite());
        rows.sort_by(|one, other| (self.value)(other).shrunken.0.total_cmp(&(self.value)(one).shrunken.0));
        rows
    }

    /// The number of observations, the value as measured, and the shrunken value with its interval and marks.
    fn figures(&self, row: &ValueRow) -> String {
        let value = (self.value)(row);
        let [measured, shrunken] = [value.value, value.shrunken].map(points);
        let interval = between(value.shrunken_low, value.shrunken_high, points);
        let star = if value.stands_out() { "*" } else { "" };
        let sign = if (self.differs)(row) == Some(true) { "!" } else { "" };
        let n = thousands(value.n);
        format!("{n:>8} {measured:>8} {shrunken:>8}  {interval}{star}{sign}{}", row.plays.mark())
    }
}

/// The name of a title and that of the strategy.
fn strategy_title(row: &ValueRow) -> String {
    const WIDTH: usize = TITLE - STRATEGY - 1;
    format!("{:<WIDTH$} {}", fitted(&row.name, WIDTH), fitted(&row.strategy, STRATEGY))
}

fn probability(p: Fraction) -> String {
    if p.0 < 0.0001 { "<0.0001".to_owned() } else { format!("{:.4}", p.0) }
}

fn is_same(one: &ValueRow, other: &ValueRow) -> bool {
    one.card == other.card && one.set == other.set
}

/// How far two players agree.
fn comparison(pair: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let [first, second] = &pair.names;
    writeln!(out, "\nagreement of {first} and {second}: Spearman's rank correlation of the true opening values")?;
    writeln!(out, "{:<NAME$} {:>COUNT$} {:>11}  95% interval", "", "titles", "correlation")?;
    for row in &pair.agreement {
        let pile = if row.pile == DeckSide::Door { "Doors" } else { "Treasures" };
        let number = |number: Fraction| if number.0.is_finite() { format!("{:.3}", number.0) } else { "-".to_owned() };
        let (value, low, high) = (number(row.spearman), number(row.low), number(row.high));
        writeln!(out, "{pile:<NAME$} {:>COUNT$} {value:>11}  {low} to {high}", row.titles)?;
    }
    let (rows, all) = (pair.disagreements(), pair.titles.len());
    writeln!(out, "\nthey disagree on {} of {all} titles (tests at 5% for all titles together, by Holm)", rows.len())?;
    if rows.is_empty() {
        return Ok(());
    }
    let heads = [first, second].map(|name| fitted(name, 10));
    writeln!(
        out,
        "{:<NAME$} {:>10} {:>10} {:>10}  {:<16} adj. p",
        "", heads[0], heads[1], "difference", "95% interval"
    )?;
    for row in rows.iter().take(2 * EXTREMES) {
        let [one, other, difference, low, high] =
            [row.first_value, row.second_value, row.difference, row.low, row.high].map(points);
        let (name, p) = (fitted(&row.name, NAME), probability(row.adjusted_p));
        let interval = format!("{low} to {high}");
        writeln!(out, "{name:<NAME$} {one:>10} {other:>10} {difference:>10}  {interval:<16} {p}")?;
    }
    if rows.len() > 2 * EXTREMES {
        writeln!(out, "... `disagreements.csv` lists all")?;
    }
    Ok(())
}

/// The first and the last of some rows, with their places.
fn extremes<'r>(rows: &'r [&'r ValueRow]) -> impl Iterator<Item = (usize, &'r ValueRow)> {
    let last = rows.len().saturating_sub(EXTREMES).max(EXTREMES);
    let placed = rows.iter().copied().enumerate();
    placed.filter(move |(place, _)| *place < EXTREMES || *place >= last)
}

/// Whether rows are left out before this place.
fn is_gap(rows: &[&ValueRow], place: usize) -> bool {
    place > EXTREMES && place + EXTREMES == rows.len()
}
