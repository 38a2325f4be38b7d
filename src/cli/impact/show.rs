//! Card values on the terminal: the best and worst cards of each pile, the identities, and how players agree.

use std::io::{self, Write};

use super::ImpactResults;
use crate::deck::DeckSide;
use crate::report::agreement::Comparison;
use crate::report::impact::{CardValue, ValueManifest, ValueRow};
use crate::report::plays::{NEVER_PLAYED, NO_USE_MADE, UNPLAYED};
use crate::report::{Fraction, counted, fitted, points};

/// Number of cards at each end of the list.
const EXTREMES: usize = 10;

/// Widths of a name, of a number of titles, of a measured value, and of a shrunken value with its interval and marks.
const NAME: usize = 18;
const COUNT: usize = 7;
const NUMBER: usize = 8;
const VALUE: usize = 23;
/// Head of the columns of values as they were measured.
const MEASURED: &str = "measured";
/// Width of a name beside the values of several players.
const SHORT_NAME: usize = 14;
/// Number of players side by side.
const SIDE_BY_SIDE: usize = 2;
/// Width of the lists of names.
const WIDTH: usize = 80;

/// Shows the values of all players, and how they agree.
pub(super) fn results(measured: &ImpactResults, out: &mut impl Write) -> io::Result<()> {
    // Strategies at one table share its run; otherwise each strategy has its own run.
    let runs = measured.runs.iter().cycle();
    measured.values.iter().zip(runs).try_for_each(|(rows, run)| head(rows, run, out))?;
    if let [rows] = &measured.values[..] {
        one_player(rows, out)?;
    } else {
        if measured.runs.len() == 1 {
            writeln!(out, "all at one table: each value is that of the seats of its player")?;
        }
        measured.values.chunks(SIDE_BY_SIDE).try_for_each(|players| side_by_side(players, out))?;
    }
    legend(measured, out)?;
    measured.comparisons.iter().try_for_each(|pair| comparison(pair, out))
}

fn head(rows: &[ValueRow], run: &ValueManifest, out: &mut impl Write) -> io::Result<()> {
    let (time, games) = (run.run.duration_seconds, counted(run.run.games, "game"));
    let (strategy, draws) = (&rows[0].strategy, counted(run.draws, "draw"));
    writeln!(out, "{strategy}: {games} in {time:.1} s, {draws}")
}

/// Opening and draw values of one player.
fn one_player(rows: &[ValueRow], out: &mut impl Write) -> io::Result<()> {
    section("Doors", &of_deck(rows, DeckSide::Door), out)?;
    section("Treasures", &of_deck(rows, DeckSide::Treasure), out)?;
    section("Identities, powers", &of_characters(rows), out)
}

/// Explains the marks, and lists the cards that a player never plays or uses.
fn legend(measured: &ImpactResults, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nvalues are percentage points of winning: as measured, and shrunken towards the mean of")?;
    writeln!(out, "their pile, which corrects extremes for luck, with the 95% posterior interval")?;
    writeln!(
        out,
        "* significant among all titles at once; ! with another strategy the value clearly has the opposite sign"
    )?;
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

/// Values of some players side by side: first the opening values, then the draw values.
fn side_by_side(players: &[Vec<ValueRow>], out: &mut impl Write) -> io::Result<()> {
    let piles =
        [("Doors", Some(DeckSide::Door)), ("Treasures", Some(DeckSide::Treasure)), ("Identities, powers", None)];
    let blocks = [
        Block { name: "opening value", value: |row| &row.opening, differs: |row| row.opening_sign_differs },
        Block { name: "draw value", value: |row| &row.draw, differs: |row| row.draw_sign_differs },
    ];
    for (name, side) in piles {
        let rows = match side {
            Some(side) => of_deck(&players[0], side),
            None => of_characters(&players[0]),
        };
        for block in &blocks {
            block.show(name, &rows, players, out)?;
        }
    }
    Ok(())
}

/// One kind of value in a table of several players.
struct Block {
    name: &'static str,
    value: fn(&ValueRow) -> &CardValue,
    differs: fn(&ValueRow) -> Option<bool>,
}

impl Block {
    /// The cards of a pile, in the order of the first player's shrunken opening values.
    fn show(&self, pile: &str, rows: &[&ValueRow], players: &[Vec<ValueRow>], out: &mut impl Write) -> io::Result<()> {
        if rows.iter().all(|row| (self.value)(row).n == 0) {
            return Ok(());
        }
        let heads =
            players.iter().map(|rows| format!(" {MEASURED:>NUMBER$} {:<VALUE$}", fitted(&rows[0].strategy, VALUE)));
        writeln!(out, "\n{pile}: {}", self.name)?;
        writeln!(out, "{}", format!("{:<SHORT_NAME$}{}", "", heads.collect::<String>()).trim_end())?;
        for (place, row) in extremes(rows) {
            if is_gap(rows, place) {
                writeln!(out, "...")?;
            }
            let cells = players.iter().filter_map(|rows| rows.iter().find(|other| is_same(row, other)));
            let cell = |row: &ValueRow| {
                let (value, differs) = ((self.value)(row), (self.differs)(row));
                format!(" {:>NUMBER$} {:<VALUE$}", points(value.value), words(value, differs, row))
            };
            let cells: String = cells.map(cell).collect();
            writeln!(out, "{}", format!("{:<SHORT_NAME$}{cells}", fitted(&row.name, SHORT_NAME)).trim_end())?;
        }
        Ok(())
    }
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

fn of_deck(rows: &[ValueRow], side: DeckSide) -> Vec<&ValueRow> {
    ordered(rows.iter().filter(|row| row.pile == side).collect())
}

/// The titles with a known opening value, the highest shrunken value first: the highest of many measured values is too
/// high.
fn ordered(mut rows: Vec<&ValueRow>) -> Vec<&ValueRow> {
    rows.retain(|row| row.opening.value.0.is_finite());
    rows.sort_by(|one, other| other.opening.shrunken.0.total_cmp(&one.opening.shrunken.0));
    rows
}

/// Identities and powers.
fn of_characters(rows: &[ValueRow]) -> Vec<&ValueRow> {
    ordered(rows.iter().filter(|row| row.kind.play.is_of_character()).collect())
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

/// The best and worst cards of a section.
fn section(name: &str, rows: &[&ValueRow], out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{name:<16} {MEASURED:>8} {:<22} {MEASURED:>8} draw value", "opening value")?;
    for (place, row) in extremes(rows) {
        if is_gap(rows, place) {
            writeln!(out, "...")?;
        }
        let opening = words(&row.opening, row.opening_sign_differs, row);
        let draw = words(&row.draw, row.draw_sign_differs, row);
        let [opened, drawn] = [row.opening.value, row.draw.value].map(points);
        writeln!(
            out,
            "{}",
            format!("{:<16} {opened:>8} {opening:<22} {drawn:>8} {draw}", fitted(&row.name, 16)).trim_end()
        )?;
    }
    Ok(())
}

fn words(value: &CardValue, sign_differs: Option<bool>, row: &ValueRow) -> String {
    if !value.low.0.is_finite() {
        return "-".to_owned();
    }
    let [at, low, high] = [value.shrunken, value.shrunken_low, value.shrunken_high].map(points);
    let star = if value.stands_out() { "*" } else { "" };
    let sign = if sign_differs == Some(true) { "!" } else { "" };
    format!("{at} {low}..{high}{star}{sign}{}", row.plays.mark())
}
