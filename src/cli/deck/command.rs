//! The subcommands of `deck`.

use std::io::Write;

use clap::Subcommand;

use super::{check, coverage, diff, export, fmt, import, list, phrases, show};
use crate::cli::Ending;
use crate::cli::args::DeckArgs;
use crate::cli::failure::Failure;
use crate::cli::output::{FormatArg, OutputArgs};
use crate::deck::schema;

/// The subcommands of `deck`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// List the shipped decks.
    List(FormatArg),
    /// Check decks for errors and summarise their composition.
    Check {
        #[command(flatten)]
        decks: DeckArgs,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Describe cards in words generated from their effects.
    #[command(override_usage = "kickdoor deck show [OPTIONS] <DECK>... [CARD]")]
    Show(show::Args),
    /// Show the rule switches that apply, as TOML.
    Rules {
        #[command(flatten)]
        decks: DeckArgs,
        /// Rule switch (repeatable).
        #[arg(long = "rule", value_name = "KEY=VALUE")]
        rules: Vec<String>,
        #[command(flatten)]
        format: FormatArg,
    },
    /// Show the differences between two decks, card by card.
    Diff(diff::Args),
    /// Count how often cards are held and played and how often their parts take effect.
    Coverage(coverage::Args),
    /// Read the sheets of a designer as a deck: print how they are read, and write a deck file.
    Import(import::Args),
    /// Write a deck as a sheet, from which an import makes the same deck.
    Export(export::Args),
    /// Write the cards of deck files in one form: as texts or as fields.
    Fmt(fmt::Args),
    /// List the sentences that card texts may have.
    Phrases(phrases::Args),
    /// Print the JSON schema of a deck file.
    Schema,
}

pub(in crate::cli) fn run(command: Command, out: &mut impl Write) -> Result<Ending, Failure> {
    match command {
        Command::List(format) => list::list(format, out)?,
        Command::Check { decks, output } => return check::check_all(&decks, output, out),
        Command::Show(args) => show::show(&args, out)?,
        Command::Rules { decks, rules, format } => show::show_rules(&decks.sets()?, &rules, format, out)?,
        Command::Diff(args) => return diff::run(&args, out),
        Command::Coverage(args) => return coverage::run(&args, out),
        Command::Export(args) => return export::run(&args, out),
        Command::Phrases(args) => phrases::run(&args, out)?,
        Command::Fmt(args) => return fmt::run(&args, out),
        Command::Import(args) => return import::run(&args, out),
        Command::Schema => writeln!(out, "{}", schema())?,
    }
    Ok(Ending::Done)
}
