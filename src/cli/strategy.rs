//! `kickdoor strategy`: lists, checks and shows strategies.

use std::io::Write;

use clap::Subcommand;

use super::failure::Failure;
use super::page::{width, wrapped};
use super::{Ending, stderr};
use crate::deck::language::text::harmless;
use crate::strategy::{Profile, names, schema};

/// The subcommands of `strategy`.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the shipped strategies.
    List,
    /// Check strategies for errors.
    Check {
        /// Strategies, by name or path.
        #[arg(required = true, value_name = "STRATEGY")]
        strategies: Vec<String>,
    },
    /// Show a strategy with all its settings, as TOML.
    Show {
        /// Strategy, by name or path.
        strategy: String,
    },
    /// Print the JSON schema of a strategy file.
    Schema,
}

pub(super) fn run(command: Command, out: &mut impl Write) -> Result<Ending, Failure> {
    match command {
        Command::List => list(out)?,
        Command::Check { strategies } => return check(&strategies, out),
        Command::Show { strategy } => show(&Profile::find(&strategy)?, out)?,
        Command::Schema => writeln!(out, "{}", schema())?,
    }
    Ok(Ending::Done)
}

/// Columns of the name of a shipped strategy.
const NAME: usize = 16;

fn list(out: &mut impl Write) -> Result<(), Failure> {
    for name in names() {
        let profile = Profile::find(name)?;
        let line = format!("{name:<NAME$} {}", profile.says);
        wrapped(&line, NAME + 1, width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// Invalid files give the answer "no"; a missing or unreadable file is wrong usage.
fn check(strategies: &[String], out: &mut impl Write) -> Result<Ending, Failure> {
    let mut ending = Ending::Yes;
    for name in strategies {
        match Profile::find(name) {
            Ok(profile) => writeln!(out, "{}: valid, hash {}", harmless(name), profile.hash())?,
            Err(error) if error.is_in_a_file() => {
                stderr::report(&error.to_string(), None);
                ending = Ending::No;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(ending)
}

fn show(profile: &Profile, out: &mut impl Write) -> Result<(), Failure> {
    let text = toml::to_string(profile).map_err(|error| Failure::bad_input(error.to_string(), None))?;
    Ok(write!(out, "# {}, hash {}\n{text}", profile.name, profile.hash())?)
}
