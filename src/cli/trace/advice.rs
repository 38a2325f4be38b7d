//! Advice on many games: how often and how another player would choose differently.

use std::io::Write;

use super::args::{Args, OutputFormat};
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::page::{Cut, width};
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::{Manifest, counted};
use crate::study::{AdviceRequest, AdviceResult, AdviserRequest};

/// Plays games and prints how often and how the adviser would choose differently.
pub(super) fn tabulate(
    sets: &Sets,
    args: &Args,
    adviser: &AdviserRequest,
    games: u64,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let request = AdviceRequest::of(args.table.request()).adviser(adviser.clone()).games(games);
    let names = request.table.strategy_names()?;
    let result = args.advice.play.study(games, |control| request.play_with(sets, control))?;
    let AdviceResult { manifest, report, .. } = result;
    let games = counted(manifest.games, "game");
    match args.format {
        OutputFormat::Text => {
            let Manifest { players, seed, .. } = &manifest;
            let (decks, names) = (manifest.deck().name(), names.join(", "));
            args.advice.page.print(Cut::First, out, |page| {
                writeln!(page, "{decks}, {players} players ({names}), seed {seed}: {games}\n")?;
                report.write_questions(page)?;
                report.write_deviations(width(), page)
            })?;
        }
        OutputFormat::Json => writeln!(out, "{:#}", serde_json::json!(report))?,
    }
    unless_quiet!(args.advice.play.quiet || !manifest.interrupted, "stopped after {games}");
    Ok(if manifest.interrupted { Ending::Interrupted } else { Ending::Done })
}
