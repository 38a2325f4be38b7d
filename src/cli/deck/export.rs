//! `kickdoor deck export`: a deck as a sheet.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::Ending;
use crate::cli::args::WithArg;
use crate::cli::failure::Failure;
use crate::cli::stderr::note;
use crate::deck::file::sets::LoadedSet;
use crate::deck::sheet::mapping::Mapping;
use crate::deck::sheet::model::Model;
use crate::deck::sheet::source::import_file;
use crate::deck::sheet::table::JOINED;
use crate::deck::sheet::write::{Written, xlsx};
use crate::deck::tools::export::{Export, Joined};
use crate::deck::{Sets, is_there, read_text};
use crate::report::write_file;

/// Figures of `card_values.csv` that are joined, each with its last word in the header.
const FIGURES: [(&str, &str); 3] = [("opening_value", ""), ("opening_low", " low"), ("opening_high", " high")];

/// Format of the export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A sheet with commas.
    Csv,
    /// A workbook.
    Xlsx,
    /// A deck file.
    Toml,
}

/// Arguments of `deck export`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Deck, by name or path.
    deck: String,

    #[command(flatten)]
    with: WithArg,

    /// Format [default: by the end of the name of the file, or csv].
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// File to write; how it is read is kept beside it, in NAME.import.toml.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace an existing file.
    #[arg(long)]
    force: bool,

    /// Sheet whose columns keep their places and order, those that are not known with their cells [default: the deck, if it is a
    /// sheet].
    #[arg(long, value_name = "SHEET")]
    like: Option<String>,

    /// Results of `impact` to add as columns: `card_values.csv`, or the folder with it.
    #[arg(long, value_name = "FILE")]
    impact: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let decks = std::slice::from_ref(&args.deck);
    let sets = args.with.sets(decks)?;
    let set = match WithArg::given(decks, &sets)?[..] {
        [set, ..] => set,
        [] => sets.subject(),
    };
    let format = args.format();
    let (bytes, mapping) = match format {
        Format::Toml => (set.source.text.clone().into_bytes(), None),
        Format::Csv => {
            let made = args.rows(&sets, set)?;
            (made.csv(), Some(made.mapping))
        }
        Format::Xlsx => {
            let made = args.rows(&sets, set)?;
            let bytes = xlsx(&made.rows, &set.file.set.name);
            (bytes.map_err(|error| Failure::bad_input(error.to_string(), None))?, Some(made.mapping))
        }
    };
    match &args.out {
        Some(place) => args.write(place, &bytes, mapping.as_ref())?,
        None if format == Format::Xlsx => {
            return Err(Failure::bad_input("a workbook is written to a file", Some("name it with --out".to_owned())));
        }
        None => out.write_all(&bytes)?,
    }
    Ok(Ending::Done)
}

impl Args {
    fn format(&self) -> Format {
        let end = self.out.as_ref().and_then(|place| place.extension()?.to_str());
        self.format.unwrap_or(match end {
            Some("xlsx") => Format::Xlsx,
            Some("toml") => Format::Toml,
            _ => Format::Csv,
        })
    }

    fn rows(&self, sets: &Sets, set: &LoadedSet) -> Result<Export, Failure> {
        let model = self.like.as_deref().or_else(|| set.source.is_sheet().then_some(set.source.name.as_str()));
        let model = model.map(Model::read).transpose()?;
        let joined = self.impact.as_ref().map(|place| joined(place, set.id())).transpose()?.unwrap_or_default();
        Ok(sets.export_like(set.id(), model.as_ref(), &joined)?)
    }

    /// Writes the sheet, and beside it how it is read.
    fn write(&self, place: &Path, bytes: &[u8], mapping: Option<&Mapping>) -> Result<(), Failure> {
        let unwritten = |place: &Path, error: &std::io::Error| {
            let hint = (error.kind() == std::io::ErrorKind::AlreadyExists)
                .then(|| "choose another path with --out, or replace it with --force".to_owned());
            Failure::bad_input(format!("cannot write `{}`: {error}", place.display()), hint)
        };
        write_file(place, bytes, self.force).map_err(|error| unwritten(place, &error))?;
        let Some(mapping) = mapping else { return Ok(()) };
        let kept = PathBuf::from(import_file(&place.to_string_lossy()));
        let text = format!("# How {} is read as a deck.\n\n{}", place.display(), mapping.text());
        write_file(&kept, text.as_bytes(), true).map_err(|error| unwritten(&kept, &error))?;
        note!("wrote {} and {}", place.display(), kept.display());
        Ok(())
    }
}

/// The opening values of the cards of a set, for each player.
fn joined(place: &Path, set: &str) -> Result<Joined, Failure> {
    let file = if place.is_dir() { place.join("card_values.csv") } else { place.to_owned() };
    let name = file.to_string_lossy().into_owned();
    let wrong = |why: &str| Failure::bad_input(format!("`{name}` has no results of `impact`: {why}"), None);
    if !is_there(&file) {
        return Err(wrong("there is no such file"));
    }
    let text = read_text(&name)?;
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| wrong(&error.to_string()))?.clone();
    let column = |name: &str| headers.iter().position(|header| header == name);
    let (Some(strategy), Some(card), Some(own)) = (column("strategy"), column("card"), column("set")) else {
        return Err(wrong("expected the columns `strategy`, `card` and `set`"));
    };
    let mut all: Joined = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| wrong(&error.to_string()))?;
        let cell = |column: usize| row.get(column).unwrap_or_default();
        if cell(own) != set {
            continue;
        }
        for (figure, word) in FIGURES {
            let header = format!("{JOINED}{}{word}", cell(strategy));
            let value = column(figure).map(cell).unwrap_or_default();
            let place = all.iter().position(|(known, _)| *known == header).unwrap_or_else(|| {
                all.push((header, BTreeMap::new()));
                all.len() - 1
            });
            all[place].1.insert(cell(card).to_owned(), Written::figure(value));
        }
    }
    if all.is_empty() { Err(wrong(&format!("it has no card of `{set}`"))) } else { Ok(all) }
}
