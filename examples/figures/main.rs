//! Writes the figures of the documents again: `cargo run --release --example figures`.
//!
//! Every sample output and every table that depends on the players is a block between markers with its command (`page.rs` describes
//! them). A stamp in the marker identifies the command, the block, the decks, the strategies and the signatures of the engine. Blocks
//! whose stamp is right are left alone.
//!
//! - `--check` writes nothing and lists the stale blocks; the exit code is 1 if there are any. It runs only commands that answer at once.
//! - `--all` runs all commands, for example after a change in the wording of the output.
//! - `--program FILE` runs that program in place of the one that belongs to this build.
//! - Pages as arguments restrict it to these pages.

mod page;
mod tables;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs, io};

use page::{Figure, Piece, Workshop, pieces};

/// What to do with the figures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Check,
    Stale,
    All,
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The number of figures that are stale in the end.
fn run() -> io::Result<usize> {
    let (mut mode, mut program, mut pages) = (Mode::Stale, None, Vec::new());
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--check" => mode = Mode::Check,
            "--all" => mode = Mode::All,
            "--program" => program = words.next().map(PathBuf::from),
            _ if word.starts_with('-') => return Err(io::Error::other(format!("unknown option `{word}`"))),
            _ => pages.push(PathBuf::from(word)),
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = program.map_or_else(|| built(root), fs::canonicalize)?;
    let pages = if pages.is_empty() { documents(root)? } else { pages };
    pages.iter().try_fold(0, |stale, page| Ok(stale + write(page, mode, root, &program)?))
}

/// The program of the same build as this example, brought up to date.
fn built(root: &Path) -> io::Result<PathBuf> {
    let example = env::current_exe()?;
    let folder = example.parent().and_then(Path::parent).ok_or_else(|| io::Error::other("no target folder"))?;
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status =
        Command::new(cargo).current_dir(root).args(["build", "--bin", "kickdoor", "--profile", profile]).status()?;
    let program = folder.join(format!("kickdoor{}", env::consts::EXE_SUFFIX));
    if status.success() { Ok(program) } else { Err(io::Error::other("cargo build failed")) }
}

/// All pages.
fn documents(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut pages = vec![root.join("README.md"), root.join("reports/README.md")];
    for entry in fs::read_dir(root.join("docs"))? {
        pages.push(entry?.path());
    }
    pages.sort();
    Ok(pages)
}

/// Brings the figures of a page up to date; the number of those that stay stale.
fn write(path: &Path, mode: Mode, root: &Path, program: &Path) -> io::Result<usize> {
    let failed = |error: String| io::Error::other(format!("{}: {error}", path.display()));
    let mut page = pieces(&fs::read_to_string(path)?).map_err(failed)?;
    if page.len() == 1 {
        return Ok(0);
    }
    let workshop = Workshop::new(root, program)?;
    let mut stale = 0;
    for n in 0..page.len() {
        let figure = match &page[n] {
            Piece::Text(text) => {
                workshop.write_files(text)?;
                continue;
            }
            Piece::Figure(figure) => figure,
        };
        let fresh = figure.is_fresh(&workshop)?;
        if mode == Mode::Check && !fresh {
            println!("{}:{}: stale: {}", path.display(), figure.line, figure.command);
            stale += 1;
        } else if mode != Mode::Check && (!fresh || mode == Mode::All) {
            page[n] = Piece::Figure(made(figure, &workshop)?);
            fs::write(path, page.iter().map(Piece::text).collect::<String>())?;
        }
    }
    Ok(stale)
}

/// The figure as its command prints it today.
fn made(figure: &Figure, workshop: &Workshop) -> io::Result<Figure> {
    let start = Instant::now();
    let body = match figure.command.split_once(" | table ") {
        Some((command, table)) => tables::table(command, table, workshop)?,
        None => workshop.console(&figure.command)?,
    };
    eprintln!("{:6.1} s  {}", start.elapsed().as_secs_f64(), figure.command);
    let mut figure = Figure { body, stamp: String::new(), ..figure.clone() };
    if !figure.is_quick() {
        figure.stamp = workshop.stamp(&figure);
    }
    Ok(figure)
}
