//! Tables for the terminal.

use std::io::{self, Write};

use super::page::{PageArgs, more, width};

use crate::deck::DeckSide;
use crate::report::impact::plays::{NEVER_PLAYED, NO_USE_MADE, UNPLAYED};
use crate::report::{
    CardRow, Fraction, Manifest, RunReport, StrategyCardRow, StrategyRow, SummaryRow, columns, counted, fitted, left,
    percent, points, thousands,
};

/// Metrics that the terminal shows without `--all`; `summary.csv` has all of them.
const HEADLINES: [&str; 6] = ["turns", "deaths", "fights", "share_fights_won", "hostile_plays", "unfinished"];
/// How to read the cards.
const EXTREMES: &str = "Opening values are percentage points of winning. The extremes of many measured values are \
                        partly luck; shrunken values and their intervals are corrected for it.";
/// Number of cards at each end of a pile.
const ENDS: usize = 3;
/// Minimum width of the name of a card, and the width of its figures with the marks.
const NAME: usize = 28;
const FIGURES: usize = 45;

/// The results of a run.
pub(super) fn run_table(
    manifest: &Manifest,
    report: &RunReport,
    page: PageArgs,
    out: &mut impl Write,
) -> io::Result<()> {
    head(manifest, out)?;
    seats(report, out)?;
    strategies(report, out)?;
    headlines(report, page, out)?;
    for side in [DeckSide::Door, DeckSide::Treasure] {
        extremes(report, side, page, out)?;
    }
    writeln!(out, "{EXTREMES}")?;
    unplayed(report, page, out)
}

/// Number of names in a list.
const NAMED: usize = 5;

/// Explains the mark of cards that nobody played or used, and names those of each strategy.
fn unplayed(report: &RunReport, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    for StrategyRow { strategy, .. } in &report.strategies {
        let own = report.cards_by_strategy.iter().filter(|row| row.strategy == *strategy && row.plays.is_flagged());
        let flagged: Vec<&StrategyCardRow> = own.collect();
        let Some(first) = flagged.first() else { continue };
        let (count, games) = (thousands(flagged.len() as u64), counted(first.plays.games, "game"));
        let names: Vec<&str> =
            flagged.iter().take(if page.all { usize::MAX } else { NAMED }).map(|row| row.name.as_str()).collect();
        let more = if flagged.len() > names.len() { ", ..." } else { "" };
        writeln!(
            out,
            "{UNPLAYED} {NEVER_PLAYED}, or {NO_USE_MADE}, by {strategy} in {games}: {count} ({}{more})",
            names.join(", ")
        )?;
    }
    Ok(())
}

/// The players of a value.
fn players(report: &RunReport) -> String {
    let names: Vec<&str> = report.strategies.iter().map(|row| row.strategy.as_str()).collect();
    names.join(", ")
}

fn head(manifest: &Manifest, out: &mut impl Write) -> io::Result<()> {
    let Manifest { players, seed, games, signature, strategies, .. } = manifest;
    let mut names: Vec<&str> = strategies.iter().map(|strategy| strategy.name.as_str()).collect();
    // A strategy in several seats next to each other is named once.
    names.dedup();
    let names = names.join(", ");
    let (time, rate) = (manifest.duration_seconds, thousands(manifest.games_per_second as u64));
    writeln!(out, "{}, {players} players ({names}), seed {seed}", manifest.deck().words())?;
    writeln!(out, "{} in {time:.1} s ({rate}/s)", counted(*games, "game"))?;
    writeln!(out, "signature {signature}\n")
}

/// An interval in words.
pub(super) fn between(low: Fraction, high: Fraction, text: impl Fn(Fraction) -> String) -> String {
    format!("{} to {}", text(low), text(high))
}

fn seats(report: &RunReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:<28} {:>10} {:>10}  95% interval", "turn position", "games", "win rate")?;
    for row in &report.seats {
        let (rate, interval) = (percent(row.win_rate), between(row.low, row.high, percent));
        writeln!(out, "{:<28} {:>10} {rate:>10}  {interval}", row.position, thousands(row.games))?;
    }
    if let Some(Fraction(p)) = report.seats.first().map(|row| row.equal_chances_p).filter(|p| p.0.is_finite()) {
        let p = if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") };
        writeln!(out, "All positions win equally often: {p}")?;
    }
    writeln!(out)
}

/// Win rates of several strategies. The rate of a single strategy depends only on the number of seats.
fn strategies(report: &RunReport, out: &mut impl Write) -> io::Result<()> {
    if report.strategies.len() < 2 {
        return Ok(());
    }
    writeln!(out, "{:<28} {:>10} {:>10}  95% interval", "strategy", "seats", "win rate")?;
    for row in &report.strategies {
        let (rate, interval) = (percent(row.win_rate), between(row.low, row.high, percent));
        let name = fitted(&row.strategy, 28);
        writeln!(out, "{name:<28} {:>10} {rate:>10}  {interval}", thousands(row.seat_games))?;
    }
    writeln!(out)
}

fn headlines(report: &RunReport, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let number = |number: Fraction| if number.0.is_finite() { format!("{:.4}", number.0) } else { "-".to_owned() };
    writeln!(out, "{:<28} {:>10} {:>10}  95% interval", "per game, or share", "of", "value")?;
    let shown = |row: &&SummaryRow| page.all || HEADLINES.contains(&row.metric.as_str());
    let rows = || report.summary.iter().filter(shown);
    for row in rows() {
        let (value, interval) = (number(row.value), between(row.low, row.high, number));
        let mark = if row.too_few_events { " *" } else { "" };
        writeln!(out, "{:<28} {:>10} {value:>10}  {interval}{mark}", row.metric, thousands(row.n))?;
    }
    if !page.all {
        writeln!(out, "{}", more(report.summary.len() - rows().count()))?;
    }
    if rows().any(|row| row.too_few_events) {
        writeln!(out, "* too few blocks with or without the event: the interval is unreliable")?;
    }
    writeln!(out)
}

/// The best and worst cards of a pile, by their shrunken values: the highest of many measured values is too high.
fn extremes(report: &RunReport, side: DeckSide, page: PageArgs, out: &mut impl Write) -> io::Result<()> {
    let known = |row: &&CardRow| row.pile == side && row.opening.value.0.is_finite();
    let mut cards: Vec<&CardRow> = report.cards.iter().filter(known).collect();
    cards.sort_by(|a, b| b.opening.shrunken.0.total_cmp(&a.opening.shrunken.0));
    let pile = if side == DeckSide::Door { "Doors" } else { "Treasures" };
    let title = format!("opening value ({}), {pile}", players(report));
    let names = cards.iter().map(|row| columns(&row.name)).chain([columns(&title)]).max().unwrap_or(0);
    let name_width = names.clamp(NAME, width() - FIGURES);
    // Names of several players do not fit above the names of cards.
    let title = if columns(&title) > name_width {
        writeln!(out, "{title}")?;
        String::new()
    } else {
        title
    };
    writeln!(out, "{} {:>7} {:>8} {:>8}  95% interval", left(&title, name_width), "deals", "measured", "shrunken")?;
    // In a short list both ends meet, and no card is shown twice.
    let last = if page.all { cards.len() } else { cards.len().saturating_sub(ENDS).max(ENDS) };
    for (place, row) in cards.iter().enumerate().filter(|(place, _)| page.all || *place < ENDS || *place >= last) {
        if place == last && place > ENDS {
            writeln!(out, "{}", more(place - ENDS))?;
        }
        card_line(row, name_width, out)?;
    }
    writeln!(out)
}

fn card_line(row: &CardRow, width: usize, out: &mut impl Write) -> io::Result<()> {
    let [measured, shrunken] = [row.opening.value, row.opening.shrunken].map(points);
    let interval = between(row.opening.shrunken_low, row.opening.shrunken_high, points);
    let (name, mark) = (fitted(&row.name, width).to_string(), row.plays.mark());
    let (name, deals) = (left(&name, width), thousands(row.opening_n));
    writeln!(out, "{name} {deals:>7} {measured:>8} {shrunken:>8}  {interval}{mark}")
}
