//! `kickdoor deck phrases`: the sentences that card texts may have.

use std::io::Write;

use crate::cli::failure::Failure;
use crate::cli::new::SAMPLE_SET;
use crate::cli::output::FormatArg;
use crate::cli::page::{indent, width, wrapped};
use crate::deck::english::{Names, Phrase, phrases};
use crate::deck::{DeckSource, Sets};
use crate::report::row;

row! {
    "phrases.csv"
    /// A phrase that card texts may have.
    #[derive(Clone, Debug)]
    pub(in crate::cli) struct PhraseRow {
        /// What it is about.
        group: String,
        /// A sample: other numbers, names and parts may stand in it.
        phrase: String,
        /// Whether texts are also written with it, or only read.
        written: bool,
    }
}

/// Arguments of `deck phrases`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Words that the phrases have.
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Set whose names stand in the samples [default: a small set].
    #[arg(long, value_name = "SET")]
    set: Option<String>,

    /// Show also the phrases that are only read, and written in other words.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    format: FormatArg,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let source = match &args.set {
        Some(set) => DeckSource::find(set)?,
        None => DeckSource::new("small set", SAMPLE_SET),
    };
    let sets = Sets::read(&[source])?;
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let has_words = |phrase: &Phrase| words.iter().all(|word| phrase.text.to_lowercase().contains(word));
    let shown = phrases(&Names::of(sets.sets().iter().map(|set| &set.file)));
    let shown = shown.into_iter().filter(|phrase| (args.all || phrase.is_written) && has_words(phrase));
    let row =
        |Phrase { group, text, is_written }| PhraseRow { group: group.to_owned(), phrase: text, written: is_written };
    let rows: Vec<PhraseRow> = shown.map(row).collect();
    args.format.print(&rows, out, |out| {
        let mut group = "";
        for row in &rows {
            if row.group != group {
                writeln!(out, "{}{}", if group.is_empty() { "" } else { "\n" }, row.group)?;
                group = &row.group;
            }
            let line = format!("  {}", row.phrase);
            wrapped(&line, indent(&line), width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if rows.is_empty() {
            writeln!(out, "no phrase has these words")?;
        }
        Ok(())
    })
}
