//! The pilot of a command, for its plan.

use super::args::{BaseArg, PlayArgs};
use super::failure::Failure;
use super::output::OutputArgs;
use crate::deck::DeckSource;
use crate::study::{PlanRequest, PlanResult, TableRequest};

/// Plays the pilot of a study.
pub(super) fn pilot(
    request: &PlanRequest,
    play: PlayArgs,
    output: OutputArgs,
) -> Result<(PlanResult, OutputArgs), Failure> {
    Ok((play.study(0, |control| request.play(control))?, output))
}

/// The error for an option that selects something else than a study.
pub(super) fn no_study(option: &str, instead: &str) -> Failure {
    Failure::bad_input(format!("`{option}` is no study that can be planned"), Some(instead.to_owned()))
}

/// A table with these decks; without decks, the first shipped one.
pub(super) fn with_decks(table: TableRequest, decks: &[String], base: &BaseArg) -> TableRequest {
    let mut table = base.at(decks, table);
    if table.decks.is_empty() {
        table.decks.extend(DeckSource::shipped_names().next().map(str::to_owned));
    }
    table
}
