//! Baselines: saves, verifies, replaces and exports them.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::Args;
use super::given::stored_strategies;
use crate::cli::args::TableArgs;
use crate::cli::failure::{Failure, creation_hint};
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, set_of, set_up, threads, with_width};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, interrupt};
use crate::deck::{DeckSource, Sets, content_hash};
use crate::ids::WIDEST;
use crate::report::check::baseline::{Baseline, Header, StoredDeck};
use crate::report::counted;
use crate::report::files::temporary_folder::write_file;
use crate::run::{Blocks, Crew, GameRow, Played};

/// Number of stored games that the program replays before it uses a baseline.
const VERIFIED: usize = 64;

/// `check --save FILE DECK`
pub(super) fn save(args: &Args, place: &Path) -> Result<Ending, Failure> {
    Baseline::check_place(place, args.force)?;
    let sets = set_of(&args.before)?;
    with_width!(sets, play_and_save(&sets, args, place))
}

fn play_and_save<const W: usize>(sets: &Sets, args: &Args, place: &Path) -> Result<Ending, Failure> {
    let setup: Setup<W> = set_up(sets, &args.table, args.games)?;
    let mut progress = Progress::new(setup.plan.games(), args.quiet);
    let stop = interrupt::listen(args.quiet);
    let played = play(&setup, setup.plan.blocks(), args, stop, &mut |games| progress.note(games))?;
    progress.finish();
    let Some(games) = played else {
        unless_quiet!(args.quiet, "stopped; no baseline was written");
        return Ok(Ending::Interrupted);
    };
    let header = header(&setup, &sets.base().source, &args.table)?;
    Baseline { header, games }.write(place, args.force)?;
    report(args, &format!("{}: {} of {}", place.display(), counted(setup.plan.games(), "game"), args.before));
    Ok(Ending::Done)
}

/// `check BASELINE --export FILE`
pub(super) fn export(args: &Args, place: &Path) -> Result<Ending, Failure> {
    if !Baseline::is_at(Path::new(&args.before)) && set_of(&args.before).is_ok() {
        let hint = format!("create a baseline with `kickdoor check --save FILE {}`", args.before);
        return Err(Failure::bad_input(format!("`{}` is a deck, expected a baseline", args.before), Some(hint)));
    }
    let baseline = Baseline::read(Path::new(&args.before))?;
    write_file(place, baseline.header.deck.text.as_bytes(), false).map_err(|error| cannot_export(place, &error))?;
    report(args, &format!("{}: the deck {}", place.display(), baseline.header.deck.name));
    Ok(Ending::Done)
}

fn cannot_export(place: &Path, error: &io::Error) -> Failure {
    let place = place.display();
    match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::bad_input(
            format!("`{place}` exists already"),
            Some("choose another path with --export".to_owned()),
        ),
        kind => Failure::bad_input(format!("cannot write `{place}`: {}", io::Error::from(kind)), None),
    }
}

/// Replaces a baseline with the deck that was compared with it.
pub(super) fn accept<const W: usize>(
    args: &Args,
    table: &TableArgs,
    after: &Setup<W>,
    source: &DeckSource,
    games: Vec<Played>,
) -> Result<(), Failure> {
    let header = header(after, source, table)?;
    Baseline { header, games }.write(Path::new(&args.before), true)?;
    report(args, &format!("{} now holds the games of {}", args.before, source.name));
    Ok(())
}

/// The stored deck; an error if this version cannot read it.
pub(super) fn stored_sets(path: &Path, baseline: &Baseline) -> Result<Sets, Failure> {
    let StoredDeck { name, text, .. } = &baseline.header.deck;
    let sets = Sets::read(&[DeckSource::new(name, text)]);
    let compiled = sets.and_then(|sets| sets.compile::<WIDEST>(&baseline.header.rules).map(|_| sets));
    compiled.map_err(|error| {
        let message = format!("this version cannot read the deck in the baseline `{}`: {error}", path.display());
        Failure::bad_input(message, Some(creation_hint(path)))
    })
}

/// Replays the first stored games and checks that this version plays them in the same way.
pub(super) fn verify<const W: usize>(args: &Args, setup: &Setup<W>, baseline: &Baseline) -> Result<(), Failure> {
    let seatings = setup.plan.seatings().len();
    let blocks = setup.plan.blocks().min(VERIFIED.div_ceil(seatings) as u64);
    let found = play(setup, blocks, args, &AtomicBool::new(false), &mut |_| {})?.unwrap_or_default();
    let same = content_hash(&setup.deck) == baseline.header.deck.hash && baseline.games.starts_with(&found);
    if same {
        return Ok(());
    }
    let (path, made) = (Path::new(&args.before), &baseline.header.version);
    let message = format!(
        "kickdoor {} plays the games of the baseline `{}` differently from kickdoor {made}, which created it",
        env!("CARGO_PKG_VERSION"),
        path.display()
    );
    Err(Failure::bad_input(message, Some(creation_hint(path))))
}

/// The games of the first blocks; `None` if interrupted.
fn play<const W: usize>(
    setup: &Setup<W>,
    blocks: u64,
    args: &Args,
    stop: &AtomicBool,
    note: &mut dyn FnMut(u64),
) -> Result<Option<Vec<Played>>, Failure> {
    let Setup { plan, deck, players, .. } = setup;
    let blocks = Blocks::From { first: 0, end: blocks };
    let crew = Crew { blocks, ..Crew::new(plan, deck, players, threads(args.threads)) };
    let mut played = Vec::new();
    let mut list = |row: &GameRow| {
        played.push(Played::from(row));
        Ok(())
    };
    let finished = crew.play(stop, note, Some(&mut list))?;
    Ok((!finished.interrupted).then_some(played))
}

fn header<const W: usize>(setup: &Setup<W>, source: &DeckSource, table: &TableArgs) -> Result<Header, Failure> {
    Ok(Header {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        deck: StoredDeck { name: source.name.clone(), hash: content_hash(&setup.deck), text: source.text.clone() },
        players: table.players,
        seed: table.seed,
        rules: table.switches(),
        strategies: stored_strategies(&table.strategies)?,
        games: setup.plan.games(),
    })
}

/// Prints a line on stderr unless `--quiet`.
fn report(args: &Args, what: &str) {
    unless_quiet!(args.quiet, "{what}");
}
