//! Compares the options on the command line with those of a baseline.

use std::fmt::Display;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error, FromArgMatches};

use crate::cli::args::{RuleArgs, TableArgs};
use crate::cli::failure::{Failure, creation_hint};
use crate::cli::setup::profiles_of;
use crate::deck::Sets;
use crate::report::check::baseline::{Header, StoredStrategy};

/// The options that the user gave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) games: bool,
    players: bool,
    strategies: bool,
    seed: bool,
    rules: bool,
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, Error> {
        let given = |option| matches.value_source(option) == Some(ValueSource::CommandLine);
        let [games, players, strategies, seed] = ["games", "players", "strategies", "seed"].map(given);
        Ok(Given { games, players, strategies, seed, rules: given("rules") || given("variants") })
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
    /// The table of a baseline; an error if an option differs from it. `deck` is the stored deck.
    pub(super) fn settle(
        self,
        table: &TableArgs,
        path: &Path,
        header: &Header,
        deck: &Sets,
    ) -> Result<TableArgs, Failure> {
        if self.players && table.players != header.players {
            return Err(differs(path, "--players", header.players, table.players));
        }
        if self.seed && table.seed != header.seed {
            return Err(differs(path, "--seed", header.seed, table.seed));
        }
        let rules = table.switches();
        if self.rules && deck.rules(&rules)? != deck.rules(&header.rules)? {
            return Err(differs(path, "--rule", listed(&header.rules), listed(&rules)));
        }
        let stored: Vec<String> = header.strategies.iter().map(|strategy| strategy.given.clone()).collect();
        let strategies = if self.strategies { table.strategies.clone() } else { stored };
        check_strategies(path, header, &strategies)?;
        let rules = RuleArgs::of(header.rules.clone());
        Ok(TableArgs { players: header.players, strategies, seed: header.seed, rules })
    }
}

/// Strategies, by name or path, in the form in which a baseline stores them.
pub(super) fn stored_strategies(given: &[String]) -> Result<Vec<StoredStrategy>, Failure> {
    let (profiles, order) = profiles_of(given)?;
    let each = given.iter().zip(order).map(|(given, place)| (given, &profiles[usize::from(place)]));
    Ok(each
        .map(|(given, profile)| StoredStrategy {
            given: given.clone(),
            name: profile.name.clone(),
            hash: profile.hash(),
        })
        .collect())
}

/// Checks that the strategies have the stored names and contents. Paths may differ.
fn check_strategies(path: &Path, header: &Header, given: &[String]) -> Result<(), Failure> {
    let found = stored_strategies(given)?;
    let names = |strategies: &[StoredStrategy]| strategies.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    if names(&found) != names(&header.strategies) {
        return Err(differs(path, "--strategy", listed(&names(&header.strategies)), listed(&names(&found))));
    }
    match found.iter().zip(&header.strategies).find(|(found, stored)| found.hash != stored.hash) {
        None => Ok(()),
        Some((changed, _)) => {
            let (name, path_text) = (&changed.name, path.display());
            let message = format!("the strategy `{name}` has changed since the baseline `{path_text}` was created");
            Err(Failure::bad_input(message, Some(creation_hint(path))))
        }
    }
}

/// The failure for an option that differs from the baseline.
pub(super) fn differs(path: &Path, option: &str, stored: impl Display, given: impl Display) -> Failure {
    let message = format!("the baseline `{}` was created with {option} {stored}, not {given}", path.display());
    let hint = format!("omit {option}, or {}", creation_hint(path));
    Failure::bad_input(message, Some(hint))
}

fn listed(values: &[String]) -> String {
    if values.is_empty() { "(none)".to_owned() } else { values.join(",") }
}
