//! `kickdoor deck fmt`: deck files with their cards as texts or as fields.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::Ending;
use crate::cli::args::WithArg;
use crate::cli::failure::Failure;
use crate::cli::stderr::note;
use crate::deck::file::sets::LoadedSet;
use crate::deck::is_there;
use crate::deck::tools::fmt::Form;
use crate::report::write_file;

/// How the effects of cards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// As texts.
    Text,
    /// As fields.
    Fields,
}

/// Arguments of `deck fmt`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Deck files to rewrite.
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<String>,

    #[command(flatten)]
    with: WithArg,

    /// How the effects of all cards are written [default: as they are, texts in the canonical wording].
    #[arg(long = "as", value_name = "FORM", value_enum)]
    form: Option<FormArg>,

    /// Write nothing: list the files that would change.
    #[arg(long, conflicts_with = "out")]
    check: bool,

    /// File to write in place of the deck file.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if args.out.is_some() && args.decks.len() > 1 {
        return Err(Failure::bad_input("--out takes one deck", Some("format each deck by itself".to_owned())));
    }
    let sets = args.with.sets(&args.decks)?;
    let form = args.form.map(|form| match form {
        FormArg::Text => Form::Text,
        FormArg::Fields => Form::Fields,
    });
    // All of them are formatted before the first one is written.
    let mut changed = Vec::new();
    for set in WithArg::given(&args.decks, &sets)? {
        let text = sets.formatted(set, form)?;
        if args.out.is_some() || text != set.source.text {
            changed.push((args.place(set)?, text));
        }
    }
    for (place, text) in &changed {
        if args.check {
            writeln!(out, "{}", place.display())?;
        } else {
            let unwritten = |error| Failure::bad_input(format!("cannot write `{}`: {error}", place.display()), None);
            write_file(place, text.as_bytes(), args.out.is_none() || args.force).map_err(unwritten)?;
            note!("wrote {}", place.display());
        }
    }
    Ok(Ending::verdict(!args.check || changed.is_empty()))
}

impl Args {
    /// The file to write.
    fn place(&self, set: &LoadedSet) -> Result<PathBuf, Failure> {
        let name = &set.source.name;
        match &self.out {
            Some(place) => Ok(place.clone()),
            None if self.check || is_there(Path::new(name)) => Ok(PathBuf::from(name)),
            None => {
                let hint = "name a file with --out".to_owned();
                Err(Failure::bad_input(format!("`{name}` is no file that can be rewritten"), Some(hint)))
            }
        }
    }
}
