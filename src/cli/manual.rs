//! `kickdoor completions` and `kickdoor man`: scripts and pages generated from the command line itself.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap_complete::Shell;

use super::Ending;
use super::failure::Failure;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct ShellArgs {
    /// Shell.
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct Folder {
    /// Folder for the pages, which are replaced if they exist.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn completions(
    args: &ShellArgs,
    mut command: clap::Command,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    // The generator panics where it cannot write, as into a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "kickdoor", &mut script);
    out.write_all(&script)?;
    Ok(Ending::Done)
}

/// Writes the pages and prints their paths.
pub(super) fn pages(
    Folder { folder }: &Folder,
    command: clap::Command,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let unwritten = |error| Failure::bad_input(format!("cannot write to `{}`: {error}", folder.display()), None);
    fs::create_dir_all(folder).map_err(unwritten)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    page_of(&command, &mut |name, page| {
        let path = folder.join(name);
        fs::write(&path, page).map_err(unwritten)?;
        Ok(writeln!(out, "{}", path.display())?)
    })?;
    Ok(Ending::Done)
}

/// Receives the name and the text of a page.
type Add<'a> = &'a mut dyn FnMut(&str, Vec<u8>) -> Result<(), Failure>;

/// Passes on the page of a command, and those of its subcommands.
fn page_of(command: &clap::Command, add: Add<'_>) -> Result<(), Failure> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    add(&page.get_filename(), text)?;
    command.get_subcommands().try_for_each(|below| page_of(below, add))
}
