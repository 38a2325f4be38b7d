//! How a command prints its result: as text for the terminal, or in a format for other programs.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::page::{Cut, PageArgs};
use crate::report::Printed;

/// Output format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for the terminal.
    Table,
    /// JSON for programs.
    Json,
    /// CSV for spreadsheets: the main table of the result.
    Csv,
    /// Markdown for documents and pull requests.
    Markdown,
}

/// The format of a result.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct FormatArg {
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl FormatArg {
    /// Whether the result is text for the terminal.
    pub(super) fn is_text(self) -> bool {
        self.format == Format::Table
    }

    /// Prints a result; `text` writes its text for the terminal.
    pub(super) fn print<W: Write, E: From<io::Error>>(
        self,
        result: &impl Printed,
        out: &mut W,
        text: impl FnOnce(&mut W) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.format {
            Format::Table => return text(out),
            Format::Json => result.write_json(out),
            Format::Csv => result.write_csv(out),
            Format::Markdown => result.write_markdown(out),
        }?;
        Ok(())
    }
}

/// The format of a result, and how much of its text is printed.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    pub(super) page: PageArgs,
}

impl OutputArgs {
    /// Prints a result; `text` writes its text for the terminal, of which long lists are shortened as `cut` says.
    pub(super) fn print(
        self,
        result: &impl Printed,
        cut: Cut,
        out: &mut impl Write,
        text: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.format.print(result, out, |out| self.page.print(cut, out, text))
    }
}
