//! Card values on the terminal: the best and worst cards of each pile, the identities, and how players agree.

use std::io::{self, Write};

use super::across;
use crate::cli::page::{PageArgs, more, width};
use crate::cli::show::between;
use crate::deck::DeckSide;
use crate::report::impact::against::BlankValueRow;
use crate::report::impact::agreement::{AgreementRow, Comparison};
use crate::report::impact::plays::{NEVER_PLAYED, NO_USE_MADE, UNPLAYED};
use crate::report::impact::{CardValue, ImpactReport, Interval, ValueRow};
use crate::report::{Fraction, Manifest, Table, columns, counted, fitted, left, points, thousands};
use crate::study::ImpactResult;

/// Number of lines at each end of a list, shared by the players.
const EXTREMES: usize = 5;
/// Number of tables whose values of a title stand below each other.
const PAIR: usize = 2;
/// Number of names, and of titles on which two players disagree.
const NAMED: usize = 5;
const DISAGREEMENTS: usize = 2;

/// Width of a name, of a number of titles, and of the name of a strategy.
const NAME: usize = 18;
const COUNT: usize = 7;
const STRATEGY: usize = 14;
/// Width of the numbers of a title.
const NUMBERS: usize = 47;

/// Shows the values of all players, and how they agree.
pub(super) fn results(result: &ImpactResult, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let ImpactResult { runs, report, .. } = result;
    // Strategies at one table share its run; otherwise each strategy has its own run.
    let each = runs.iter().cycle();
    let players = report.by_strategy();
    players.iter().zip(each).try_for_each(|(rows, run)| head(rows, run, out))?;
    if players.len() > 1 && runs.len() == 1 {
        writeln!(out, "all at one table: each value is that of the seats of its player")?;
    }
    let (selections, kinds) =
        if page.all { (&SELECTIONS[..], &VALUE_KINDS[..]) } else { (&PILES[..], &VALUE_KINDS[..1]) };
    // With many tables, one line per title has the values of all.
    let across = players.len() > PAIR && !report.robust.is_empty();
    if across {
        across::values(report, page, out)?;
    }
    if !across || page.all {
        for selection in selections {
            kinds.iter().try_for_each(|kind| kind.table(selection, &players, page, out))?;
        }
        legend(report, page, out)?;
    }
    match across {
        true => across::agreement(report, out),
        false => { report.comparisons() }.try_for_each(|pair| comparison(&pair, page, out)),
    }
}

pub(super) fn head(rows: &[ValueRow], run: &Manifest, out: &mut impl Write) -> io::Result<()> {
    let (time, games) = (run.duration_seconds, counted(run.games, "game"));
    let (strategy, draws) = (&rows[0].strategy, counted(run.draws(), "draw"));
    writeln!(out, "{strategy}: {games} in {time:.1} s, {draws}")
}

/// Explains the marks, and lists the cards that a player never plays or uses.
fn legend(report: &ImpactReport, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    match page.all {
        true => writeln!(out, "deals: copies dealt in opening hands; draws: first draws in a game after the deal")?,
        false => writeln!(out, "draw values, identities and powers: --all")?,
    }
    writeln!(
        out,
        "values: percentage points of winning, as measured, and shrunken towards the mean of their pile to correct extremes for luck, with \
         the 95% posterior interval"
    )?;
    report.blanks.chunk_by(|one, next| one.strategy == next.strategy).try_for_each(|blanks| blank_line(blanks, out))?;
    let players = report.by_strategy();
    outliers(&players, page, out)?;
    let other = if players.len() > 1 { "; ! clearly the opposite sign with another strategy" } else { "" };
    writeln!(out, "* significant among all titles{other}")?;
    for rows in players {
        for flag in [NEVER_PLAYED, NO_USE_MADE] {
            let flagged: Vec<&ValueRow> = rows.iter().filter(|row| row.plays.flag == flag).collect();
            if let Some(first) = flagged.first() {
                let named = if page.all { flagged.len() } else { NAMED.min(flagged.len()) };
                let names: Vec<&str> = flagged[..named].iter().map(|row| row.name.as_str()).collect();
                let rest = if named < flagged.len() { ", ..." } else { "" };
                let (words, who, count) = (first.plays.words(), &first.strategy, flagged.len());
                writeln!(out, "{UNPLAYED} {words} by {who}: {count} ({}{rest})", names.join(", "))?;
            }
        }
    }
    Ok(())
}

/// The values of a card that does nothing, for one player.
fn blank_line(blanks: &[BlankValueRow], out: &mut impl Write) -> io::Result<()> {
    let of = |row: &BlankValueRow| {
        let pile = if row.pile == DeckSide::Door { "Door" } else { "Treasure" };
        let Interval { value, low, high, .. } = row.opening;
        format!("{pile} {} ({})", points(value), between(low, high, points))
    };
    let words: Vec<String> = blanks.iter().map(of).collect();
    let (strategy, words) = (&blanks[0].strategy, words.join(", "));
    writeln!(out, "{strategy}: a card that does nothing: {words}; subtract it for the value against a blank")
}

/// What the titles of the first player are that stand out most: the highest and the lowest, or all.
fn outliers(players: &[&[ValueRow]], page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let mut rows: Vec<&ValueRow> = players[0].iter().filter(|row| row.opening.stands_out()).collect();
    rows.sort_by(|one, other| other.opening.shrunken.0.total_cmp(&one.opening.shrunken.0));
    let ends = |rows: Vec<&'_ ValueRow>| -> Vec<String> {
        let last = rows.len().saturating_sub(1);
        let shown = rows.iter().enumerate().filter(|(place, _)| page.all || *place == 0 || *place == last);
        shown.map(|(_, row)| format!("{}: {}", row.name, row.sentence)).collect()
    };
    ends(rows).iter().try_for_each(|line| writeln!(out, "{line}"))
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

/// The tables of the piles.
const PILES: [Selection; 2] =
    [("Doors", |row| row.pile == DeckSide::Door), ("Treasures", |row| row.pile == DeckSide::Treasure)];

/// The tables of each kind of value.
const SELECTIONS: [Selection; 3] = [PILES[0], PILES[1], ("Identities, powers", |row| row.kind.play.is_of_character())];

const VALUE_KINDS: [ValueKind; 2] = [
    ValueKind { name: "opening value", n: "deals", value: |row| &row.opening, differs: |row| row.opening_sign_differs },
    ValueKind { name: "draw value", n: "draws", value: |row| &row.draw, differs: |row| row.draw_sign_differs },
];

impl ValueKind {
    /// The best and worst titles of the first player, with a line for each player. The names take the rest of a line.
    fn table(
        &self,
        (name, holds): &Selection,
        players: &[&[ValueRow]],
        page: PageArgs,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let rows = self.ordered(players[0].iter().filter(|row| holds(row)).collect());
        if rows.is_empty() {
            return Ok(());
        }
        let heading = format!("{name}: {}", self.name);
        let names = rows.iter().map(|row| columns(&row.name)).chain([columns(&heading)]).max().unwrap_or(0);
        let strategy = if players.len() > 1 { STRATEGY + 1 } else { 0 };
        // A page has at least 60 columns.
        let width = (names + strategy).min(width() - NUMBERS);
        let title = left(&heading, width);
        writeln!(out, "\n{title} {:>8} {:>8} {:>8}  95% interval", self.n, "measured", "shrunken")?;
        // Each title takes a line for each player.
        let ends = (EXTREMES / players.len()).max(1);
        // In a short list both ends meet, and no title is shown twice.
        let last = rows.len().saturating_sub(ends).max(ends);
        for (place, row) in rows.iter().enumerate().filter(|(place, _)| page.all || *place < ends || *place >= last) {
            if !page.all && place == last && place > ends {
                writeln!(out, "{}", more(place - ends))?;
            }
            for rows in players {
                let Some(row) = rows.iter().find(|other| is_same(row, other)) else { continue };
                let name = left(&fitted(&row.name, width - strategy).to_string(), width - strategy);
                let player = if strategy > 0 {
                    format!(" {:<STRATEGY$}", fitted(&row.strategy, STRATEGY))
                } else {
                    String::new()
                };
                writeln!(out, "{name}{player} {}", self.figures(row))?;
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

pub(super) fn probability(p: Fraction) -> String {
    if p.0 < 0.0001 { "<0.0001".to_owned() } else { format!("{:.4}", p.0) }
}

fn is_same(one: &ValueRow, other: &ValueRow) -> bool {
    one.card == other.card && one.set == other.set
}

/// How far two players agree.
fn comparison(pair: &Comparison<'_>, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let AgreementRow { first, second, .. } = &pair.agreement[0];
    writeln!(out, "\nagreement of {first} and {second}: rank correlation of the true opening values")?;
    writeln!(out, "{:<NAME$} {:>COUNT$} {:>11}  95% interval", "", "titles", "correlation")?;
    for row in pair.agreement {
        let pile = if row.pile == DeckSide::Door { "Doors" } else { "Treasures" };
        let number = |number: Fraction| if number.0.is_finite() { format!("{:.3}", number.0) } else { "-".to_owned() };
        let (value, low, high) = (number(row.spearman), number(row.low), number(row.high));
        writeln!(out, "{pile:<NAME$} {:>COUNT$} {value:>11}  {low} to {high}", row.titles)?;
    }
    let (rows, all) = (pair.disagreements(), pair.titles.len());
    writeln!(out, "they disagree on {} of {all} titles (tests at 5% for all titles together, by Holm)", rows.len())?;
    writeln!(out, "values at tables with other manners (dear help, nobody helps, nobody hinders): --tables")?;
    if rows.is_empty() {
        return Ok(());
    }
    let [one, other] = [first, second].map(|name| fitted(name, 10).to_string());
    let mut table = Table::new(&["", &one, &other, "difference", "95% interval", "adj. p"]);
    let shown = if page.all { rows.len() } else { DISAGREEMENTS.min(rows.len()) };
    for row in &rows[..shown] {
        let [one, other, difference] = [row.first_value, row.second_value, row.difference].map(points);
        let interval = between(row.low, row.high, points);
        table.add(vec![row.name.clone(), one, other, difference, interval, probability(row.adjusted_p)]);
    }
    table.write(1, width(), out)?;
    if shown < rows.len() {
        writeln!(out, "{}", more(rows.len() - shown))?;
    }
    Ok(())
}
