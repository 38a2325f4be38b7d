//! `kickdoor strategy`: lists, checks and shows strategies.

use std::io::Write;

use clap::Subcommand;

use super::failure::Failure;
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

fn list(out: &mut impl Write) -> Result<(), Failure> {
    for name in names() {
        let profile = Profile::find(name)?;
        for (number, line) in wrapped(&profile.says, SAYS).iter().enumerate() {
            writeln!(out, "{:<16} {line}", if number == 0 { name } else { "" })?;
        }
    }
    Ok(())
}

/// Columns for the description of a strategy next to its name, on a terminal of 80 columns.
const SAYS: usize = 63;

/// Wraps a text at this number of columns; a longer word has its own line.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= columns {
            *line += " ";
            *line += word;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
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
