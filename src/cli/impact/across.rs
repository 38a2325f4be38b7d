//! Values at several tables on the terminal: the mean and the range of each title, what depends on the table, and how the tables agree.

use std::io::{self, Write};

use crate::cli::page::{PageArgs, more, width};
use crate::cli::show::between;
use crate::deck::DeckSide;
use crate::report::impact::{Dependence, ImpactReport, RobustRow};
use crate::report::{Table, counted, fitted, points};

/// Number of lines at each end of a list, and of titles in a list of those that depend on the table.
const EXTREMES: usize = 2;
const NAMED: usize = 3;
/// Width of the correlations of a strategy.
const CORRELATION: usize = 9;

/// Shows the values across the tables.
pub(super) fn values(report: &ImpactReport, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let tables = report.by_strategy().len();
    writeln!(out, "\nopening values at {tables} tables, percentage points:")?;
    for (pile, name) in [(DeckSide::Door, "Doors"), (DeckSide::Treasure, "Treasures")] {
        let mut rows: Vec<&RobustRow> = report.robust.iter().filter(|row| row.pile == pile).collect();
        rows.retain(|row| row.mean.value.0.is_finite());
        rows.sort_by(|one, other| other.mean.value.0.total_cmp(&one.mean.value.0));
        pile_table(name, &rows, page, out)?;
    }
    writeln!(out, "\nmean: of the true values at these tables; lowest and highest: as measured")?;
    dependent(&report.robust, page, out)
}

/// The best and the worst titles of a pile.
fn pile_table(name: &str, rows: &[&RobustRow], page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let last = rows.len().saturating_sub(EXTREMES).max(EXTREMES);
    let mut table = Table::new(&[name, "lowest", "highest", "mean", "95% interval", "depends"]);
    let is_shown = |place: &usize| page.all || !(EXTREMES..last).contains(place);
    for (_, row) in rows.iter().enumerate().filter(|(place, _)| is_shown(place)) {
        table.add(vec![
            row.name.clone(),
            points(row.lowest),
            points(row.highest),
            points(row.mean.value),
            between(row.mean.low, row.mean.high, points),
            row.depends.word().to_owned(),
        ]);
    }
    writeln!(out)?;
    table.write(1, width(), out)?;
    match rows.len() + 1 - table.len() {
        0 => Ok(()),
        hidden => writeln!(out, "{}", more(hidden)),
    }
}

/// The titles whose sign depends on the table, those with the largest range first, and the number of those whose rank does.
fn dependent(rows: &[RobustRow], page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let of = |what: Dependence| rows.iter().filter(move |row| row.depends == what);
    let titles = |count: usize| if count == 0 { "no title".to_owned() } else { counted(count as u64, "title") };
    writeln!(out, "the rank of {} depends on the table, by half of its pile", titles(of(Dependence::Rank).count()))?;
    let mut found: Vec<&RobustRow> = of(Dependence::Sign).collect();
    found.sort_by(|one, other| other.range().total_cmp(&one.range()));
    let end = if found.is_empty() { "" } else { ":" };
    writeln!(out, "the sign of {} depends on the table{end}", titles(found.len()))?;
    let named = if page.all { found.len() } else { NAMED.min(found.len()) };
    let mut table = Table::new(&[]);
    for row in &found[..named] {
        let [low, high] = [(&row.lowest_with, row.lowest), (&row.highest_with, row.highest)];
        let ends = [low, high].map(|(strategy, value)| format!("{} {strategy}", points(value)));
        table.add([vec![format!("  {}", row.name)], ends.to_vec()].concat());
    }
    table.write(3, width(), out)?;
    if named < found.len() {
        writeln!(out, "{}", more(found.len() - named))?;
    }
    Ok(())
}

/// The rank correlations of all pairs of tables: Doors above the diagonal, Treasures below it.
pub(super) fn agreement(report: &ImpactReport, out: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = report.by_strategy().iter().map(|rows| rows[0].strategy.as_str()).collect();
    writeln!(out, "\nrank correlations of the true values: Doors above the diagonal, Treasures below")?;
    let short: Vec<String> = names.iter().map(|name| fitted(name, CORRELATION).to_string()).collect();
    let heads: Vec<&str> = [""].into_iter().chain(short.iter().map(String::as_str)).collect();
    let mut table = Table::new(&heads);
    for (line, name) in names.iter().enumerate() {
        let cell = |column: usize| {
            let (pile, pair) =
                if column > line { (DeckSide::Door, [line, column]) } else { (DeckSide::Treasure, [column, line]) };
            let pair = pair.map(|place| names[place]);
            let row = report.agreement.iter().find(|row| row.pile == pile && [row.first.as_str(), &row.second] == pair);
            row.filter(|row| row.spearman.0.is_finite()).map_or("-".to_owned(), |row| format!("{:.2}", row.spearman.0))
        };
        let cells = (0..names.len()).map(|column| if column == line { String::new() } else { cell(column) });
        table.add([(*name).to_owned()].into_iter().chain(cells).collect());
    }
    table.write(1, width(), out)
}
