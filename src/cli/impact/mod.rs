//! `kickdoor impact`: measures what each card contributes to winning.

mod blank;
mod card;
mod played;
mod show;

use std::io::{self, Write};

use clap::builder::ArgPredicate;

use super::args::{DEFAULT_STRATEGY, DeckArgs, ReportArgs, TableArgs};
use super::failure::Failure;
use super::page::Cut;
use super::setup::{Setup, profiles_of, set_up, with_width};
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt};
use crate::deck::{Deck, Sets};
use crate::report::impact::agreement::Comparison;
use crate::report::impact::forest::forest;
use crate::report::impact::{ValueManifest, ValueRow, mark_signs, value_rows};
use crate::report::{Folder, counted};
use crate::run::Hands;
use crate::stats::{PairedGames, sample_size};
use crate::study::title::find_title;
use played::{PlayedTable, PlayerAtTable};

/// The players of `impact` by default. Of the strategies that win more than their share of mixed games with every shipped
/// set, the values of the second differ most from those of the first; docs/STATISTICS.md has the figures.
const PLAYERS: [&str; 2] = [DEFAULT_STRATEGY, "aggressive"];

/// Arguments of `impact`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("strategies", two_players))]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Half-width of the 95% intervals of opening values, in percentage points; determines the number of games.
    #[arg(long, value_name = "POINTS", default_value_t = 0.5, value_parser = count::number)]
    precision: f64,

    /// Half-width of the 95% intervals of draw values, in percentage points: continue until every title drawn in at
    /// least 1% of games reaches it [default: no extra games].
    #[arg(long, value_name = "POINTS", value_parser = count::number)]
    draw_precision: Option<f64>,

    /// Skip draw values.
    #[arg(long, conflicts_with = "draw_precision")]
    no_draws: bool,

    /// Number of games per table, instead of --precision.
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count,
        conflicts_with_all = ["precision", "draw_precision"])]
    games: Option<u64>,

    /// Analyse one card in depth, by id or name; writes no files.
    #[arg(long, value_name = "ID", conflicts_with_all = ["blank", "out", "force"])]
    card: Option<String>,

    /// Print this game twice, side by side: as played, and with another card instead of the drawn one.
    #[arg(long, value_name = "N", value_parser = count::count, requires = "card")]
    game: Option<u64>,

    /// Show the balance without one card: replace it with a card that does nothing; writes no files.
    #[arg(long, value_name = "ID", conflicts_with_all = ["out", "force"])]
    blank: Option<String>,

    /// Seat all strategies at one table and rotate them, as `run` does; otherwise each strategy plays at its own
    /// table.
    #[arg(long)]
    together: bool,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Without `--strategy`, each of two players has its own table. One card in depth is measured with one player.
fn two_players(strategies: clap::Arg) -> clap::Arg {
    let one = |option| (option, ArgPredicate::IsPresent, Some(DEFAULT_STRATEGY));
    strategies.default_values(PLAYERS).default_value_ifs([one("card"), one("blank")])
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    check_precision("--precision", args.precision)?;
    check_precision("--draw-precision", args.draw_precision.unwrap_or(args.precision))?;
    let sets = args.decks.sets()?;
    with_width!(sets, measure(&sets, args, out))
}

fn check_precision(option: &str, points: f64) -> Result<(), Failure> {
    if points > 0.0 && points <= 100.0 {
        return Ok(());
    }
    let message = format!("{option} is {points}, expected more than 0 and at most 100");
    Err(Failure::bad_input(message, Some(format!("`{option} 0.5` means plus or minus half a percentage point"))))
}

/// The measurements: the runs of the tables, the values of each player, and how the players agree.
struct ImpactResults {
    runs: Vec<ValueManifest>,
    values: Vec<Vec<ValueRow>>,
    comparisons: Vec<Comparison>,
    interrupted: bool,
}

fn measure<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let deck: Deck<W> = sets.compile(&args.table.switches())?;
    let games = args.games.unwrap_or_else(|| games_for(&deck, args.table.players, args.precision / 100.0));
    let games = games.max(args.game.unwrap_or(0).saturating_add(1));
    let tables = tables(args)?;
    let setups: Vec<Setup<W>> = tables.iter().map(|table| set_up(sets, table, games)).collect::<Result<_, _>>()?;
    match (&args.card, &args.blank, args.game) {
        (Some(card), _, Some(game)) => card::show_game(&setups, find_title(&deck, card)?, game, out),
        (Some(card), _, None) => card::measure(&setups, find_title(&deck, card)?, args, out),
        (None, Some(card), _) => blank::measure(sets, (&tables, &setups), find_title(&deck, card)?, args, out),
        (None, None, _) => measure_all(sets, &setups, args, out),
    }
}

/// Measures the values of all titles.
fn measure_all<const W: usize>(
    sets: &Sets,
    setups: &[Setup<W>],
    args: &Args,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let mut folder = args.report.begin(sets, args.table.players, "-impact")?;
    let measured = results(&play_tables(setups, args)?, args);
    let shown = args.report.page.print(Cut::First, out, |page| show::results(&measured, args.report.page, page));
    add_files(&measured, &mut folder)?;
    let place = folder.publish()?;
    unless_quiet!(args.report.quiet, "written to {}", place.display());
    shown?;
    Ok(if measured.interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Plays the games of all tables in turn, until stopped. Then all have the same number of games: that of the table that
/// needed most.
fn play_tables<'s, const W: usize>(setups: &'s [Setup<W>], args: &Args) -> Result<Vec<PlayedTable<'s, W>>, Failure> {
    let stop = interrupt::listen(args.report.quiet);
    let listed = setups.iter().map(|setup| setup.players.len()).sum::<usize>() > 1;
    let mut tables: Vec<PlayedTable<'s, W>> = Vec::new();
    for setup in setups {
        let table = PlayedTable::play(setup, args, listed, stop)?;
        let interrupted = table.finished.interrupted;
        let games = table.finished.tally.games;
        tables.push(table);
        if interrupted {
            unless_quiet!(args.report.quiet, "stopped after {}", counted(games, "game"));
            return Ok(tables);
        }
    }
    let most = tables.iter().map(|table| table.finished.tally.blocks).max().unwrap_or(0);
    for table in &mut tables {
        table.play_up_to(most, args, stop)?;
    }
    Ok(tables)
}

fn results<const W: usize>(tables: &[PlayedTable<'_, W>], args: &Args) -> ImpactResults {
    let players: Vec<PlayerAtTable<'_, '_, W>> = tables.iter().flat_map(PlayedTable::players).collect();
    let rows = |player: &PlayerAtTable<'_, '_, W>| {
        value_rows(&player.table.setup.deck, &player.name, &player.table.finished.tally, player.strategy)
    };
    let mut values: Vec<Vec<ValueRow>> = players.iter().map(rows).collect();
    mark_signs(&mut values);
    ImpactResults {
        runs: tables.iter().map(|table| table.manifest(args)).collect(),
        values,
        comparisons: compare(&players),
        interrupted: tables.iter().any(|table| table.finished.interrupted),
    }
}

/// Compares each other player with the first one.
fn compare<const W: usize>(players: &[PlayerAtTable<'_, '_, W>]) -> Vec<Comparison> {
    let [first, others @ ..] = players else { return Vec::new() };
    if others.is_empty() {
        return Vec::new();
    }
    let Setup { plan, deck, .. } = first.table.setup;
    let hands = Hands::of(first.games().blocks(), deck, plan);
    let with_first = |other: &PlayerAtTable<'_, '_, W>| {
        let paired = PairedGames::of_tables(first.games(), other.games());
        let changes = paired.between_strategies(&hands, deck.titles.len(), [first.strategy, other.strategy]);
        Comparison::new(deck, [first.name.clone(), other.name.clone()], &changes)
    };
    others.iter().map(with_first).collect()
}

fn add_files(measured: &ImpactResults, folder: &mut Folder) -> io::Result<()> {
    folder.add_rows(&measured.values.concat())?;
    for rows in &measured.values {
        let strategy = &rows[0].strategy;
        folder.add_text(&format!("forest-{strategy}.svg"), forest("Card values", &[rows]));
    }
    if !measured.comparisons.is_empty() {
        let all: Vec<&[ValueRow]> = measured.values.iter().map(Vec::as_slice).collect();
        folder.add_text("forest.svg", forest("Card values", &all));
        let comparisons = || measured.comparisons.iter();
        folder.add_rows(&comparisons().flat_map(|pair| pair.agreement.clone()).collect::<Vec<_>>())?;
        folder.add_rows(&comparisons().flat_map(|pair| pair.titles.clone()).collect::<Vec<_>>())?;
    }
    folder.add_manifest(&measured.runs)
}

/// The strategies of each table: all at one table, or one table for each distinct strategy.
fn tables(args: &Args) -> Result<Vec<TableArgs>, Failure> {
    if args.together {
        return Ok(vec![args.table.clone()]);
    }
    let names = &args.table.strategies;
    let (profiles, order) = profiles_of(names)?;
    let firsts = (0..profiles.len()).filter_map(|n| order.iter().position(|&place| usize::from(place) == n));
    let alone = |first: usize| TableArgs { strategies: vec![names[first].clone()], ..args.table.clone() };
    Ok(firsts.map(alone).collect())
}

/// Number of games after which an average title with one copy has an interval of this half-width.
fn games_for<const W: usize>(deck: &Deck<W>, players: u8, half_width: f64) -> u64 {
    let rate = 1.0 / f64::from(players.max(1));
    let deals = sample_size(rate * (1.0 - rate), half_width, 0.95);
    let doors = deck.masks.door.len();
    let larger = doors.max(deck.masks.all.len() - doors);
    let dealt = f64::from(deck.rules.deal.max(1)) * f64::from(players.max(1));
    (deals * larger as f64 / dealt).ceil() as u64
}
