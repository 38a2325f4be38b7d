//! `kickdoor new`: a small set to begin with, as a sheet and as a deck file, with what belongs to it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::deck::DeckSource;
use crate::deck::sheet::cards::usual_id;

/// Arguments of `new`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Folder to make; its name becomes that of the set.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Set that the new one expands, by name or path.
    #[arg(long, value_name = "SET")]
    expands: Option<String>,
}

/// The deck file of the small set.
pub(in crate::cli) const SAMPLE_SET: &str = include_str!("deck.toml");

/// The files, each with its text.
const FILES: [(&str, &str); 6] = [
    ("cards.csv", include_str!("cards.csv")),
    ("cards.import.toml", include_str!("cards.import.toml")),
    ("deck.toml", SAMPLE_SET),
    ("kickdoor.toml", include_str!("kickdoor.toml")),
    ("scenarios/helped.toml", include_str!("scenario.toml")),
    (".github/workflows/balance.yml", include_str!("../../../docs/balance.yml")),
];

/// The id and the name of the set in these files.
const SET: [&str; 2] = ["id = \"lost-property\"", "name = \"Lost Property\""];

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let folder = &args.folder;
    let expands = args.expands.as_deref().map(|set| base(set, folder)).transpose()?;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let id = usual_id(&name);
    if id.is_empty() {
        let hint = "its name is the name of the set".to_owned();
        return Err(Failure::bad_input(
            format!("expected a folder with letters in its name, found `{}`", folder.display()),
            Some(hint),
        ));
    }
    make(folder)?;
    for (file, text) in FILES {
        let place = folder.join(file);
        let written = place
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&place, of_set(text, &id, &name, expands.as_deref())));
        written.map_err(|error| unwritten(&place, &error))?;
        writeln!(out, "{}", place.display())?;
    }
    writeln!(out, "\nnext: kickdoor checkup {}", folder.join("deck.toml").display())?;
    Ok(Ending::Done)
}

/// The base of an expansion as its file names it: a shipped set, or a path from the new folder.
fn base(set: &str, folder: &Path) -> Result<String, Failure> {
    let source = DeckSource::find(set)?;
    if source.name != set {
        return Ok(set.to_owned());
    }
    let path = fs::canonicalize(set).map_err(|error| unwritten(Path::new(set), &error))?;
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let above = fs::canonicalize(parent).ok();
    let beside =
        above.as_deref().and_then(|above| path.strip_prefix(above).ok()).map(|rest| Path::new("..").join(rest));
    Ok(beside.unwrap_or(path).to_string_lossy().into_owned())
}

/// Makes the folder, which must not have anything in it.
fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let mut entries = fs::read_dir(folder).map_err(|error| unwritten(folder, &error))?;
    if entries.next().is_some() {
        let hint = "choose a new folder".to_owned();
        return Err(Failure::bad_input(format!("`{}` is not empty", folder.display()), Some(hint)));
    }
    Ok(())
}

fn unwritten(place: &Path, error: &io::Error) -> Failure {
    Failure::bad_input(format!("cannot write `{}`: {error}", place.display()), None)
}

/// A file with the id and the name of the set in it.
fn of_set(text: &str, id: &str, name: &str, expands: Option<&str>) -> String {
    let quoted = |word: &str| toml::Value::String(word.to_owned()).to_string();
    let expands = expands.map(|set| format!("\nexpands = {}", quoted(set))).unwrap_or_default();
    let [id, name] = [format!("id = {}", quoted(id)), format!("name = {}{expands}", quoted(name))];
    text.replacen(SET[0], &id, 1).replacen(SET[1], &name, 1)
}
