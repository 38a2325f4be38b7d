//! `kickdoor report`: results as one page, and `--html`, which writes the page of one result.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::Ending;
use super::failure::Failure;
use super::stderr::unless_quiet;
use crate::report::page::{PageError, PageResult, page};
use crate::report::write_file;

/// How a page begins.
const BEGINNING: &str = "<!doctype html>";

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of results, or files that a command printed with `--format json`. They must be of one deck.
    #[arg(value_name = "RESULT", required = true)]
    results: Vec<PathBuf>,

    /// The page, `-` for standard output [default: beside the first result, with its name and `.html`]. A page is replaced;
    /// no other file is.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print no notes on stderr.
    #[arg(short, long)]
    quiet: bool,
}

/// The page of one result.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct HtmlArg {
    /// Also write the result as a page, one HTML file. A page is replaced; no other file is.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let place = args.out.clone().unwrap_or_else(|| beside(&args.results[0]));
    let is_file = place != Path::new("-");
    if is_file {
        check_place(&place)?;
    }
    let results = args.results.iter().map(|place| PageResult::read(place));
    let html = page(&results.collect::<Result<Vec<_>, _>>()?, &args.results)?;
    if !is_file {
        out.write_all(html.as_bytes())?;
        return Ok(Ending::Done);
    }
    write(&place, &html)?;
    unless_quiet!(args.quiet, "written to {}", place.display());
    Ok(Ending::Done)
}

impl HtmlArg {
    /// Checks the place of the page, before games are played.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.html.as_deref().map_or(Ok(()), check_place)
    }

    /// Writes the page, if one is wanted.
    pub(super) fn write(
        &self,
        result: impl FnOnce() -> Result<PageResult, PageError>,
        quiet: bool,
    ) -> Result<(), Failure> {
        let Some(place) = &self.html else { return Ok(()) };
        write(place, &page(&[result()?], &[])?)?;
        unless_quiet!(quiet, "page written to {}", place.display());
        Ok(())
    }
}

/// The page of a result by default.
fn beside(result: &Path) -> PathBuf {
    // `.` and `..` have no name.
    let place = fs::canonicalize(result).unwrap_or_else(|_| result.to_owned());
    let place = if result.file_name().is_some() { result.to_owned() } else { place };
    // A folder may have a point in its name.
    let mut name = if place.is_dir() { place.file_name() } else { place.file_stem() }.unwrap_or_default().to_owned();
    name.push(".html");
    place.with_file_name(name)
}

/// Checks that a page can be put into a place.
fn check_place(place: &Path) -> Result<(), Failure> {
    let unwritable =
        |what: String, hint| Err(Failure::bad_input(format!("cannot write `{}`: {what}", place.display()), hint));
    if place.is_dir() {
        return unwritable("it is a folder".into(), Some("name a file, such as `page.html`".into()));
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return unwritable(format!("there is no folder `{}`", folder.display()), None);
    }
    let mut begins = vec![0; BEGINNING.len()];
    match fs::File::open(place).map(|mut file| file.read_exact(&mut begins)) {
        Ok(Ok(())) if begins == BEGINNING.as_bytes() => Ok(()),
        Ok(_) if place.metadata().is_ok_and(|data| data.len() == 0) => Ok(()),
        Ok(_) => unwritable("it exists and is not a page".into(), Some("choose another file".into())),
        Err(_) => Ok(()),
    }
}

fn write(place: &Path, html: &str) -> Result<(), Failure> {
    check_place(place)?;
    write_file(place, html.as_bytes(), true)
        .map_err(|error| Failure::bad_input(format!("cannot write `{}`: {error}", place.display()), None))
}
