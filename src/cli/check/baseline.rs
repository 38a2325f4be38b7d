//! Baselines: saves, replaces and exports them.

use std::io;
use std::path::Path;

use super::args::Args;
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::job;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::check::baseline::Baseline;
use crate::report::counted;
use crate::report::files::temporary_folder::write_file;
use crate::run::Played;
use crate::study::check::GAMES;
use crate::study::{BaselineRequest, CheckRequest};

/// `check --save FILE DECK`
pub(super) fn save(args: &Args, place: &Path) -> Result<Ending, Failure> {
    // Before the games are played, so that nobody waits for a baseline that has no place.
    Baseline::check_place(place, args.force)?;
    job::note_place(place);
    let request = BaselineRequest::of(args.table()).games(args.games.unwrap_or(GAMES));
    let sets = request.table.sets()?;
    let Some(baseline) =
        args.play.study_with(&args.cache, request.games, |control| request.play_with(&sets, control))?
    else {
        unless_quiet!(args.play.quiet, "stopped; no baseline was written");
        return Ok(Ending::Interrupted);
    };
    baseline.write(place, args.force)?;
    report(args, &format!("{}: {} of {}", place.display(), counted(baseline.header.games, "game"), args.before()));
    Ok(Ending::Done)
}

/// `check BASELINE --export FILE`
pub(super) fn export(args: &Args, place: &Path) -> Result<Ending, Failure> {
    let given = args.before();
    if !Baseline::is_at(Path::new(&given)) && args.base.sets(std::slice::from_ref(&given)).is_ok() {
        let hint = format!("create a baseline with `kickdoor check --save FILE {given}`");
        return Err(Failure::bad_input(format!("`{given}` is a deck, expected a baseline"), Some(hint)));
    }
    let baseline = Baseline::read(Path::new(&given))?;
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
pub(super) fn accept(args: &Args, request: &CheckRequest, sets: &Sets, games: Vec<Played>) -> Result<(), Failure> {
    let baseline = BaselineRequest::of(request.table.clone()).of_games(sets, games)?;
    let place = args.before();
    baseline.write(Path::new(&place), true)?;
    report(args, &format!("{place} now holds the games of {}", baseline.header.deck.name));
    Ok(())
}

/// Prints a line on stderr unless `--quiet`.
fn report(args: &Args, what: &str) {
    unless_quiet!(args.play.quiet, "{what}");
}
