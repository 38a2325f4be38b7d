//! One card in depth: its text, its values by round and way of drawing, and games without it.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use super::played::PlayedTable;
use super::{Args, Failure};
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, threads};
use crate::cli::stderr::unless_quiet;
use crate::cli::trace;
use crate::cli::{Ending, interrupt};
use crate::deck::Deck;
use crate::game::CounterfactualDraw;
use crate::report::impact::plays::{PlayColumns, UNPLAYED};
use crate::report::trace::Format;
use crate::report::{Fraction, counted, points, side_by_side, thousands};
use crate::run::tally::{WAYS, Way};
use crate::run::{DrawCrew, FirstDraw, Followed, FollowedDraws, partner_key};
use crate::stats::{DrawValue, Estimate, draw_values, exchange_value, opening_values_by};

/// Maximum number of listed games that the player wins with only one of the two cards.
const WITNESSES: usize = 5;
/// Minimum number of draws for an estimate of the spread.
const FEWEST: usize = 200;
/// First rounds of the parts of a game, which the table lists separately.
const PARTS: [u16; 4] = [1, 3, 5, 8];

/// Measures one title with each strategy.
pub(super) fn measure<const W: usize>(
    setups: &[Setup<W>],
    title: usize,
    args: &Args,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    describe(&setups[0].deck, title, out)?;
    let stop = interrupt::listen(args.report.quiet);
    for setup in setups {
        let PlayedTable { finished, .. } = PlayedTable::play(setup, args, false, stop)?;
        let followed = exchange_draws(setup, args, title, stop)?;
        let games = counted(finished.tally.games, "game");
        for (strategy, name) in setup.names().iter().enumerate() {
            let own = |draw: &&Followed| usize::from(draw.strategy) == strategy;
            let list: Vec<Followed> = followed.list.iter().filter(own).copied().collect();
            writeln!(out, "\n{name}, {} players, {games}, percentage points:", setup.plan.players())?;
            line("opening value", opening_values_by(&finished.tally, strategy)[title].value, out)?;
            let plays =
                PlayColumns::of(&setup.deck, &finished.tally, &setup.deck.titles[title], &(strategy..strategy + 1));
            if plays.is_flagged() {
                writeln!(out, "  {UNPLAYED} {}: the values do not show what the card can do", plays.words())?;
            }
            by_way(&draw_values(&finished.tally, strategy)[title], out)?;
            by_part(&list, setup.plan.players(), out)?;
            witnesses(&setup.deck, &list, args, name, out)?;
        }
        if finished.interrupted || followed.interrupted {
            unless_quiet!(
                args.report.quiet,
                "stopped after {games} and {}",
                counted(followed.list.len() as u64, "exchange")
            );
            return Ok(Ending::Interrupted);
        }
    }
    Ok(Ending::Done)
}

fn describe<const W: usize>(deck: &Deck<W>, title: usize, out: &mut impl Write) -> io::Result<()> {
    let title = &deck.titles[title];
    let copies = if title.copies > 1 { format!(", {} copies", title.copies) } else { String::new() };
    writeln!(out, "{} ({}{copies})", title.name, title.id)?;
    deck.describe_title(title).iter().try_for_each(|text| writeln!(out, "  {text}"))
}

/// Replaces draws of the title with another card until the mean is precise enough. The default precision is twice
/// `--precision`.
fn exchange_draws<const W: usize>(
    setup: &Setup<W>,
    args: &Args,
    title: usize,
    stop: &AtomicBool,
) -> Result<FollowedDraws, Failure> {
    let Setup { plan, deck, players, .. } = setup;
    let crew = DrawCrew { plan, deck, players, threads: threads(args.report.threads), title };
    let half_width = args.draw_precision.unwrap_or(2.0 * args.precision) / 100.0;
    let want = |list: &[Followed]| list.len() < FEWEST || exchange_value(list.iter()).half_width() > half_width;
    let mut progress = Progress::new(plan.games(), args.report.quiet);
    let followed = crew.play(want, stop, &mut |games| progress.note(games))?;
    progress.finish();
    Ok(followed)
}

/// Draw values of all draws and by way of drawing.
fn by_way(draws: &DrawValue, out: &mut impl Write) -> io::Result<()> {
    line("draw value", draws.all.value, out)?;
    for (way, drawn) in WAYS.into_iter().zip(&draws.by_way) {
        let name = match way {
            Way::Kick => "  opening the door",
            Way::Loot => "  looting the room",
            Way::Reward => "  as reward",
            Way::Other => "  in another way",
        };
        line(name, drawn.value, out)?;
    }
    if draws.alone > 0 {
        let (alone, are) = (counted(draws.alone, "draw"), if draws.alone == 1 { "is" } else { "are" });
        writeln!(out, "  {alone} {are} not counted because no other card was left in the pile")?;
    }
    Ok(())
}

/// Mean differences from the same games with another card, for all draws and by part of the game.
fn by_part(list: &[Followed], players: u8, out: &mut impl Write) -> io::Result<()> {
    line("another card instead", exchange_value(list.iter()), out)?;
    let round = |draw: &Followed| draw.turn.max(1).div_ceil(u16::from(players));
    for (place, &first) in PARTS.iter().enumerate() {
        let next = PARTS.get(place + 1).copied();
        let name =
            next.map_or(format!("  from round {first} on"), |next| format!("  in rounds {first} to {}", next - 1));
        let part = |draw: &&Followed| round(draw) >= first && next.is_none_or(|next| round(draw) < next);
        line(&name, exchange_value(list.iter().filter(part)), out)?;
    }
    Ok(())
}

fn line(name: &str, estimate: Estimate, out: &mut impl Write) -> io::Result<()> {
    let points = |share: f64| points(Fraction(share));
    let Estimate { n, value, low, high } = estimate;
    let words = match low.is_finite() {
        true => format!("{:>8}  {:<20}", points(value), format!("{} to {}", points(low), points(high))),
        false => format!("{:>8}  {:<20}", "-", ""),
    };
    writeln!(out, "  {name:<24} {words}  n = {}", thousands(n))
}

/// Games that the drawing player wins with only one of the two cards.
fn witnesses<const W: usize>(
    deck: &Deck<W>,
    list: &[Followed],
    args: &Args,
    strategy: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let moved: Vec<&Followed> = list.iter().filter(|draw| draw.wins[0] != draw.wins[1]).collect();
    let (count, all) = (thousands(moved.len() as u64), counted(list.len() as u64, "draw"));
    writeln!(out, "  in {count} of {all}, the player wins with only one of the two cards:")?;
    for draw in moved.iter().take(WITNESSES) {
        let (turn, seat, instead) = (draw.turn, draw.seat.0 + 1, &deck.title(draw.instead).name);
        let what = if draw.wins[0] > draw.wins[1] { "wins, and does not" } else { "does not win, and does" };
        writeln!(out, "    game {}: drawn in turn {turn}, seat {seat} {what} with {instead}", draw.game)?;
    }
    if let Some(draw) = moved.first() {
        let (card, seed) = (args.card.as_deref().unwrap_or_default(), args.table.seed);
        let decks = args.decks.decks.join(" ") + &args.decks.base.words();
        let rules: String = args.table.switches().iter().map(|switch| format!(" --rule '{switch}'")).collect();
        let game = draw.game;
        let all = args.table.strategies.join(",");
        let strategy = if args.together { format!("{all} --together") } else { strategy.to_owned() };
        writeln!(
            out,
            "  both games: kickdoor impact {decks} --card '{card}' --game {game} --seed {seed} --players {} --strategy {strategy}{rules}",
            args.table.players
        )?;
    }
    Ok(())
}

/// Prints one game twice, side by side: as played, and with another card instead of the drawn one.
pub(super) fn show_game<const W: usize>(
    setups: &[Setup<W>],
    title: usize,
    game: u64,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    for setup in setups {
        let Setup { plan, deck, players, .. } = setup;
        let crew = DrawCrew { plan, deck, players, threads: 1, title };
        let draw = match crew.follow_game(game)? {
            FirstDraw::Followed(draw) => draw,
            other => return Err(cannot_show(&deck.titles[title].name, game, other)),
        };
        let exchange = CounterfactualDraw::new(deck, draw.nth, partner_key(plan.seed(), game, title));
        let mut traces = [Vec::new(), Vec::new()];
        trace::write_game(setup, game, Format::Words, CounterfactualDraw::none(deck), &mut traces[0])?;
        trace::write_game(setup, game, Format::Words, exchange, &mut traces[1])?;
        let traces = traces.map(|trace_text| String::from_utf8_lossy(&trace_text).into_owned());
        let headings = [draw.card, draw.instead].map(|card| format!("with {}", deck.title(card).name));
        let (seat, strategy) = (draw.seat.0 + 1, &setup.names()[usize::from(draw.strategy)]);
        writeln!(out, "game {game}, {strategy}: in turn {} seat {seat} draws\n", draw.turn)?;
        write!(
            out,
            "{}",
            side_by_side(headings.each_ref().map(String::as_str), traces.each_ref().map(String::as_str))
        )?;
    }
    Ok(Ending::Done)
}

/// The failure for a game that cannot be shown with an exchange.
fn cannot_show(name: &str, game: u64, draw: FirstDraw) -> Failure {
    let message = match draw {
        FirstDraw::Alone { turn, seat } => format!(
            "in game {game} seat {} draws {name} in turn {turn}, but no card of another title was left in its pile to exchange it for",
            seat.0 + 1
        ),
        _ => format!("{name} is not drawn in game {game}, apart from the opening deal"),
    };
    Failure::bad_input(message, Some("omit `--game` to list games in which the card matters".into()))
}
