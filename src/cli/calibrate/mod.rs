//! `kickdoor calibrate`: measures how often the intervals of the other commands cover the true value.

mod sweep;

use std::io::{self, Write};

use super::args::{DeckArgs, Format, TableArgs};
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{Setup, players_of, set_up, threads, with_width};
use super::title::find_title;
use super::{Ending, count, interrupt};
use crate::deck::{Changes, Deck, Play, Sets, changes};
use crate::report::calibrate::Calibration;
use crate::report::calibrate::coverage::{CoverageRow, write_table};
use crate::report::{counted, thousands, write_csv};
use crate::run::{Contest, ContestKind, Duels};
use crate::strategy::Strategy;
use sweep::Sweep;

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Number of repetitions.
    #[arg(short, long, value_name = "N", default_value_t = 2000, value_parser = count::at_least(50))]
    repetitions: u64,

    /// Games per repetition and deck.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 500, value_parser = count::at_least(2))]
    games: u64,

    /// Card to blank as the test edit, by id or name [default: the first monster]. Sweeps also use this card if it is
    /// a monster, otherwise the first monster.
    #[arg(long, value_name = "ID")]
    blank: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<std::num::NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long)]
    quiet: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    with_width!(sets, calibrate(&sets, args, out))
}

fn calibrate<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let before: Setup<W> = set_up(sets, &args.table, args.games)?;
    let blanked = match &args.blank {
        Some(card) => find_title(&before.deck, card)?,
        None => first_monster(&before.deck).unwrap_or(0),
    };
    let title = &before.deck.titles[blanked];
    let without = sets.with_blank(&before.deck.set_of(title).id, &title.id);
    let after: Setup<W> = set_up(&without, &args.table, args.games)?;
    let changes = changes(&before.deck, &after.deck);
    let shared = compared(&before.deck, &changes);
    let identities = shared.iter().filter(|pair| !changes.edited.contains(pair)).copied().collect();
    let edited = shared.iter().position(|pair| changes.edited.contains(pair));
    let swept = if is_monster(&before.deck, blanked) { Some(blanked) } else { first_monster(&before.deck) };
    let sweep = swept.map(|monster| Sweep::new(sets, &before, monster, args)).transpose()?;
    let (plan, arms) = (&before.plan, (before.arm(), after.arm()));
    let (levels, strategies) = (sweep.as_ref().map(Sweep::levels), before.names());
    let contest = Contest::new(ContestKind::Duel, 2, plan.players(), before.deck.players, plan.seed())?;
    let pairs = duels(&before)?;
    let calibration = Calibration {
        plan,
        before: arms.0,
        after: arms.1,
        strategies,
        shared,
        edited,
        identities,
        duels: Duels { contest: &contest, pairs: &pairs },
        sweep: levels,
    };
    let Some(rows) = play(&calibration, args)? else { return Ok(Ending::Interrupted) };
    let sweep = sweep.map(|sweep| format!("; sweep: {}", sweep.name())).unwrap_or_default();
    match args.format {
        Format::Csv => write_csv(&rows, out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(rows))?,
        Format::Table => show(&before, args, &format!("{} blank{sweep}", title.name), &rows, out)?,
    }
    Ok(Ending::verdict(rows.iter().all(CoverageRow::is_good)))
}

fn is_monster<const W: usize>(deck: &Deck<W>, title: usize) -> bool {
    deck.card(deck.titles[title].first).play == Play::Monster
}

fn first_monster<const W: usize>(deck: &Deck<W>) -> Option<usize> {
    (0..deck.titles.len()).find(|&title| is_monster(deck, title))
}

/// The titles to compare by opening value: the identities and the edited card.
fn compared<const W: usize>(deck: &Deck<W>, changes: &Changes<W>) -> Vec<(usize, usize)> {
    let identity = |pair: &&(usize, usize)| deck.card(deck.titles[pair.0].first).play == Play::Slot;
    changes.shared.iter().filter(|pair| identity(pair) || changes.edited.contains(pair)).copied().collect()
}

/// The first strategy with each other one.
fn duels<const W: usize>(setup: &Setup<W>) -> Result<Vec<Vec<Strategy<W>>>, Failure> {
    let Some((first, others)) = setup.profiles.split_first() else { return Ok(Vec::new()) };
    others.iter().map(|other| players_of(&[first.clone(), other.clone()], &setup.deck)).collect()
}

fn play<const W: usize>(calibration: &Calibration<'_, W>, args: &Args) -> Result<Option<Vec<CoverageRow>>, Failure> {
    let mut progress = Progress::new(calibration.games().saturating_mul(args.repetitions), args.quiet);
    let stop = interrupt::listen(args.quiet);
    let rows = calibration.play(args.repetitions, threads(args.threads), stop, &mut |games| progress.note(games))?;
    progress.finish();
    Ok(rows)
}

fn show<const W: usize>(
    setup: &Setup<W>,
    args: &Args,
    edit: &str,
    rows: &[CoverageRow],
    out: &mut impl Write,
) -> io::Result<()> {
    let (count, games) = (thousands(args.repetitions), counted(setup.plan.games(), "game"));
    let (players, strategies) = (args.table.players, setup.names().join(", "));
    writeln!(out, "{count} repetitions of {games}, {players} players, {strategies}; edit: {edit}\n")?;
    write_table(rows, out)
}
