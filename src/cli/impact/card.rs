//! One card in depth: its text, its values by round and way of drawing, and games without it.

use std::io::{self, Write};

use super::args::Args;
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::progress::print_note;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::impact::Interval;
use crate::report::impact::card::{CardReport, CardTables, PartValue, WayValue};
use crate::report::impact::plays::UNPLAYED;
use crate::report::page::PageResult;
use crate::report::texts::CardText;
use crate::report::{Manifest, Reported, counted, points, side_by_side, thousands};
use crate::run::tally::Way;
use crate::study::{CardRequest, CardResult, CardTable, Control, ExchangedGame};

/// Maximum number of listed games that the player wins with only one of the two cards.
const WITNESSES: usize = 5;

/// Measures one card with each strategy.
pub(super) fn measure(sets: &Sets, args: &Args, card: &str, out: &mut impl Write) -> Result<Ending, Failure> {
    args.report.html.check()?;
    let request = CardRequest::of(card, args.request());
    let result = args.play(|control| request.play_with(sets, control))?;
    let joined = Manifest::joined(result.tables.iter().map(|table| &table.manifest));
    let Some(manifest) = joined else { return Ok(Ending::Interrupted) };
    let tables = CardTables::of(&result.card, result.tables.iter().flat_map(|table| &table.reports));
    let printed = Reported::new(&manifest, &tables);
    args.report.output.format.print(&printed, out, |out| text(&result, args, out))?;
    args.report.html.write(|| PageResult::new(&manifest, &tables), args.report.play.quiet)?;
    if let Some(stopped) = result.tables.iter().find(|table| table.manifest.interrupted) {
        let (games, exchanges) = (stopped.manifest.games, stopped.draws.len() as u64);
        let (games, exchanges) = (counted(games, "game"), counted(exchanges, "exchange"));
        unless_quiet!(args.report.play.quiet, "stopped after {games} and {exchanges}");
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::Done)
}

fn text(result: &CardResult, args: &Args, out: &mut impl Write) -> io::Result<()> {
    describe(&result.card, out)?;
    for CardTable { manifest, reports, further, .. } in &result.tables {
        let mut games = counted(manifest.games, "game");
        if *further > 0 {
            games += &format!(" and {} with the card in an opening hand", thousands(*further));
        }
        for report in reports {
            writeln!(out, "\n{}, {} players, {games}, percentage points:", report.strategy, manifest.players)?;
            show(report, out)?;
            witnesses(report, args, out)?;
        }
    }
    Ok(())
}

fn describe(CardText { id, name, copies, text, .. }: &CardText, out: &mut impl Write) -> io::Result<()> {
    let copies = if *copies > 1 { format!(", {copies} copies") } else { String::new() };
    writeln!(out, "{name} ({id}{copies})")?;
    text.iter().try_for_each(|text| writeln!(out, "  {text}"))
}

/// The values, by way of drawing and by part of the game.
fn show(report: &CardReport, out: &mut impl Write) -> io::Result<()> {
    if !report.sentence.is_empty() {
        writeln!(out, "  {}", report.sentence)?;
    }
    line("opening value", report.opening, out)?;
    if report.blank.n > 0 {
        line("against a blank", report.against_blank, out)?;
        writeln!(
            out,
            "  opening value: against the average card of its pile; a card that does nothing is worth {} there",
            points(report.blank.value)
        )?;
    }
    if report.plays.is_flagged() {
        writeln!(out, "  {UNPLAYED} {}: the values do not show what the card can do", report.plays.words())?;
    }
    line("draw value", report.draw, out)?;
    report.by_way.iter().try_for_each(|WayValue { way, value }| line(way_words(*way), *value, out))?;
    if report.draw_alone > 0 {
        let (alone, are) = (counted(report.draw_alone, "draw"), if report.draw_alone == 1 { "is" } else { "are" });
        writeln!(out, "  {alone} {are} not counted because no other card was left in the pile")?;
    }
    if report.exchange.n == 0 {
        return Ok(());
    }
    line("another card instead", report.exchange, out)?;
    report.by_part.iter().try_for_each(|part| line(&part_words(part), part.value, out))
}

fn way_words(way: Way) -> &'static str {
    match way {
        Way::Kick => "  opening the door",
        Way::Loot => "  looting the room",
        Way::Reward => "  as reward",
        Way::Other => "  in another way",
    }
}

fn part_words(PartValue { first, last, .. }: &PartValue) -> String {
    last.map_or(format!("  from round {first} on"), |last| format!("  in rounds {first} to {last}"))
}

pub(super) fn line(name: &str, Interval { n, value, low, high }: Interval, out: &mut impl Write) -> io::Result<()> {
    let words = match low.0.is_finite() {
        true => format!("{:>8}  {:<20}", points(value), format!("{} to {}", points(low), points(high))),
        false => format!("{:>8}  {:<20}", "-", ""),
    };
    writeln!(out, "  {name:<24} {words}  n = {}", thousands(n))
}

/// Games that the drawing player wins with only one of the two cards.
fn witnesses(report: &CardReport, args: &Args, out: &mut impl Write) -> io::Result<()> {
    if report.exchanges == 0 {
        return Ok(());
    }
    let (count, all) = (thousands(report.decisive.len() as u64), counted(report.exchanges, "draw"));
    writeln!(out, "  in {count} of {all}, the player wins with only one of the two cards:")?;
    for draw in report.decisive.iter().take(WITNESSES) {
        let what = if draw.wins { "wins, and does not" } else { "does not win, and does" };
        let (game, turn, seat, instead) = (draw.game, draw.turn, draw.seat, &draw.instead);
        writeln!(out, "    game {game}: drawn in turn {turn}, seat {seat} {what} with {instead}")?;
    }
    if let Some(draw) = report.decisive.first() {
        let (card, seed) = (args.card.as_deref().unwrap_or_default(), args.table.seed);
        let decks = args.decks.words();
        let rules: String = args.table.switches().iter().map(|switch| format!(" --rule '{switch}'")).collect();
        let game = draw.game;
        let all = args.table.strategies.join(",");
        let strategy = if args.together { format!("{all} --together") } else { report.strategy.clone() };
        writeln!(
            out,
            "  both games: kickdoor impact {decks} --card '{card}' --game {game} --seed {seed} --players {} --strategy {strategy}{rules}",
            args.table.players
        )?;
    }
    Ok(())
}

/// Prints one game twice, side by side: as played, and with another card instead of the drawn one.
pub(super) fn show_game(
    sets: &Sets,
    args: &Args,
    card: &str,
    game: u64,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let request = CardRequest::of(card, args.request());
    for shown in request.exchange(game, sets, &mut Control::default().watch(print_note))? {
        let ExchangedGame { strategy, turn, seat, cards, traces } = shown;
        writeln!(out, "game {game}, {strategy}: in turn {turn} seat {seat} draws\n")?;
        let [one, other] = cards.map(|card| format!("with {card}"));
        write!(out, "{}", side_by_side([&one, &other], traces.each_ref().map(String::as_str)))?;
    }
    Ok(Ending::Done)
}
