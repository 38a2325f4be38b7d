//! What each restriction costs.

use std::io::Write;

use super::args::Args;
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::page::{Cut, width};
use crate::cli::run::command;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::compare::write_restrictions;
use crate::report::{Printed, Reported, counted};
use crate::study::{RestrictionsRequest, RestrictionsResult};

/// Plays one restricted copy against unrestricted ones, for each restriction that the strategy does not have.
pub(super) fn measure(strategy: &str, sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let request = RestrictionsRequest::of(args.table(&[strategy.to_owned()])).games(args.goal.games());
    let profile = request.check(sets)?;
    let mut folder = args.report.begin(sets, args.players, &format!("-restrictions-{}", profile.name))?;
    let result = args.report.play.study(request.games, |control| request.play_with(sets, control))?;
    let RestrictionsResult { mut manifest, rows, .. } = result;
    manifest.command = command();
    let result = Reported::new(&manifest, &rows);
    let shown =
        args.report.output.print(&result, Cut::First, out, |page| write_restrictions(&manifest, &rows, width(), page));
    folder.add_tables(&rows.tables())?;
    folder.add_result(&manifest, &rows)?;
    let place = folder.publish()?;
    let (quiet, interrupted) = (args.report.play.quiet, manifest.interrupted);
    unless_quiet!(quiet || !interrupted, "stopped after {}", counted(rows.len() as u64, "restriction"));
    unless_quiet!(quiet, "written to {}", place.display());
    shown?;
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}
