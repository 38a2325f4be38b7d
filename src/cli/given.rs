//! The options on the command line that take precedence over those of a project or a baseline.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error, FromArgMatches};

use super::args::PlayArgs;
use super::stderr::unless_quiet;
use crate::report::check::baseline::Header;
use crate::study::project::Project;
use crate::study::{StudyError, TableRequest};

/// The project of the decks.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ProjectArg {
    /// File with the table and the targets [default: `kickdoor.toml` beside the deck].
    #[arg(long, value_name = "FILE")]
    project: Option<String>,
}

impl ProjectArg {
    /// Its path, for this deck.
    pub(super) fn path(&self, deck: &str) -> Option<String> {
        let beside = || Project::beside(deck).map(|path| path.to_string_lossy().into_owned());
        self.project.clone().or_else(beside)
    }

    /// The table of the project of this deck, where the user gave no options; without a project, `table`.
    pub(super) fn table(
        &self,
        deck: &str,
        table: TableRequest,
        given: Given,
        play: &PlayArgs,
    ) -> Result<TableRequest, StudyError> {
        let Some(path) = self.path(deck) else { return Ok(table) };
        let project = Project::read(&path)?;
        // It may lie beside the deck without being named, and it changes the table.
        unless_quiet!(play.quiet, "table and targets: {path}");
        Ok(project.fill(table, [given.players, given.strategies, given.seed, given.rules]))
    }
}

/// The options that the user gave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    with: bool,
    base: bool,
    players: bool,
    strategies: bool,
    seed: bool,
    rules: bool,
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, Error> {
        let given = |option| matches.value_source(option) == Some(ValueSource::CommandLine);
        let [with, base] = ["with", "base"].map(given);
        let [players, strategies, seed] = ["players", "strategies", "seed"].map(given);
        Ok(Given { with, base, players, strategies, seed, rules: given("rules") || given("variants") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl Given {
    /// The table with the given options; the others are those of a baseline.
    pub(super) fn fill(self, table: TableRequest, header: &Header) -> TableRequest {
        let stored = || header.strategies.iter().map(|strategy| strategy.given.clone()).collect();
        let place = table.decks.last().into_iter().cloned();
        TableRequest {
            decks: if self.with { table.decks } else { header.with.iter().cloned().chain(place).collect() },
            base: if self.base { table.base } else { header.base.clone() },
            players: if self.players { table.players } else { header.players },
            strategies: if self.strategies { table.strategies } else { stored() },
            seed: if self.seed { table.seed } else { header.seed },
            rules: if self.rules { table.rules } else { header.rules.clone() },
        }
    }
}
