//! `kickdoor strategy`: lists, checks and shows strategies.

use std::io::Write;

use clap::Subcommand;
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::output::FormatArg;
use super::page::{width, wrapped};
use super::{Ending, stderr};
use crate::deck::language::text::harmless;
use crate::report::findings::FindingRow;
use crate::report::settings::SettingRow;
use crate::report::{Printed, Rows, row};
use crate::strategy::{Profile, names, schema};

/// The subcommands of `strategy`.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the shipped strategies.
    List(FormatArg),
    /// Check strategies for errors.
    Check {
        /// Strategies, by name or path.
        #[arg(required = true, value_name = "STRATEGY")]
        strategies: Vec<String>,
        #[command(flatten)]
        format: FormatArg,
    },
    /// Show a strategy with all its settings, as TOML.
    Show {
        /// Strategy, by name or path.
        strategy: String,
        #[command(flatten)]
        format: FormatArg,
    },
    /// Print the JSON schema of a strategy file.
    Schema,
}

row! {
    "shipped_strategies.csv"
    /// A shipped strategy.
    #[derive(Clone, Debug)]
    pub(super) struct ShippedRow {
        /// Its name.
        strategy: String,
        /// What it does.
        says: String,
    }
}

row! {
    "checked_strategies.csv"
    /// A strategy that was checked.
    #[derive(Clone, Debug)]
    pub(super) struct CheckedRow {
        /// The strategy, as given.
        strategy: String,
        /// Whether it is valid.
        valid: bool,
        /// SHA-256 of its profile; empty if it is not valid.
        hash: String,
    }
}

/// The result of a check.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct StrategyCheck {
    checked_strategies: Vec<CheckedRow>,
    findings: Vec<FindingRow>,
}

impl Printed for StrategyCheck {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.checked_strategies), Rows::of(&self.findings)]
    }
}

pub(super) fn run(command: Command, out: &mut impl Write) -> Result<Ending, Failure> {
    match command {
        Command::List(format) => list(format, out)?,
        Command::Check { strategies, format } => return check(&strategies, format, out),
        Command::Show { strategy, format } => show(&Profile::find(&strategy)?, format, out)?,
        Command::Schema => writeln!(out, "{}", schema())?,
    }
    Ok(Ending::Done)
}

/// Columns of the name of a shipped strategy.
const NAME: usize = 16;

fn list(format: FormatArg, out: &mut impl Write) -> Result<(), Failure> {
    let row =
        |name: &str| Profile::find(name).map(|profile| ShippedRow { strategy: name.to_owned(), says: profile.says });
    let rows = names().map(row).collect::<Result<Vec<_>, _>>()?;
    format.print(&rows, out, |out| {
        for ShippedRow { strategy, says } in &rows {
            let line = format!("{strategy:<NAME$} {says}");
            wrapped(&line, NAME + 1, width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        Ok(())
    })
}

/// Invalid files give the answer "no"; a missing or unreadable file is wrong usage.
fn check(strategies: &[String], format: FormatArg, out: &mut impl Write) -> Result<Ending, Failure> {
    let mut found = StrategyCheck::default();
    for name in strategies {
        let hash = match Profile::find(name) {
            Ok(profile) => Some(profile.hash()),
            Err(error) if error.is_in_a_file() => {
                stderr::report(&error.to_string(), None);
                found.findings.extend(FindingRow::errors(&error.0));
                None
            }
            Err(error) => return Err(error.into()),
        };
        let (valid, hash) = (hash.is_some(), hash.unwrap_or_default());
        found.checked_strategies.push(CheckedRow { strategy: name.clone(), valid, hash });
    }
    format.print(&found, out, |out| {
        let mut valid = found.checked_strategies.iter().filter(|row| row.valid);
        valid.try_for_each(|row| writeln!(out, "{}: valid, hash {}", harmless(&row.strategy), row.hash))
    })?;
    Ok(Ending::verdict(found.findings.is_empty()))
}

fn show(profile: &Profile, format: FormatArg, out: &mut impl Write) -> Result<(), Failure> {
    let text = file_of(profile).map_err(|error| Failure::bad_input(error.to_string(), None))?;
    format.print(&SettingRow::all(profile), out, |out| {
        Ok(write!(out, "# {}, hash {}\n{text}", profile.name, profile.hash())?)
    })
}

/// The file of a strategy with all of its settings. The shipped players of its playouts stand there by name.
fn file_of(profile: &Profile) -> Result<String, toml::ser::Error> {
    let mut file = toml::Table::try_from(profile)?;
    let is_shipped = |other: &Profile| Profile::find(&other.name).is_ok_and(|shipped| shipped == *other);
    let by_name = |entry: &mut toml::Value, other: &Profile| {
        if is_shipped(other) {
            *entry = other.name.clone().into();
        }
    };
    if let (Some(entry), Some(base)) = (file.get_mut("base"), &profile.base) {
        by_name(entry, base);
    }
    if let Some(toml::Value::Array(entries)) = file.get_mut("population") {
        entries.iter_mut().zip(&profile.population).for_each(|(entry, other)| by_name(entry, other));
    }
    toml::to_string(&file)
}
