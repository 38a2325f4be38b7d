//! A page of the documents in pieces, and the workshop that makes its figures again.
//!
//! A figure is a block between the markers `<!-- figure: COMMAND -->` and `<!-- end -->`. It shows what `sh` prints for the command.
//! Commands run in a folder of their own with `decks/`, `tests/decks/` and the files that the page shows above: TOML blocks whose first
//! line is `# NAME.toml`, or `# at the end of NAME.toml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, io};

use sha2::{Digest, Sha256};

const START: &str = "<!-- figure";
const END: &str = "<!-- end -->";
/// Commands that answer at once. Their figures need no stamp: a check runs them.
const QUICK: [&str; 9] =
    ["deck check", "deck diff", "deck list", "deck rules", "deck show", "new ", "scenario ", "strategy ", "trace "];

/// A part of a page.
pub(crate) enum Piece {
    /// Lines between figures.
    Text(String),
    Figure(Figure),
}

impl Piece {
    pub(crate) fn text(&self) -> String {
        match self {
            Piece::Text(text) => text.clone(),
            Piece::Figure(figure) => figure.text(),
        }
    }
}

/// A block between markers.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Figure {
    /// The line of its first marker, from 1.
    pub(crate) line: usize,
    /// The spaces before each line, in lists.
    pub(crate) indent: String,
    /// Identifies what the block was made of; empty for quick commands.
    pub(crate) stamp: String,
    pub(crate) command: String,
    /// The lines between the markers, without indentation.
    pub(crate) body: String,
}

impl Figure {
    /// The figure that begins with this line.
    fn begin(number: usize, line: &str) -> Option<Figure> {
        let marker = line.trim_start().strip_prefix(START)?.strip_suffix(" -->")?;
        let (stamp, command) = marker.split_once(": ")?;
        let indent = " ".repeat(line.len() - line.trim_start().len());
        let (stamp, command) = (stamp.trim().to_owned(), command.to_owned());
        Some(Figure { line: number, indent, stamp, command, body: String::new() })
    }

    /// Whether no command of the figure plays many games.
    pub(crate) fn is_quick(&self) -> bool {
        let quick = |part: &str| match part.trim().strip_prefix("kickdoor ") {
            Some(words) => QUICK.iter().any(|word| words.starts_with(word)),
            None => true,
        };
        self.command.split(['|', ';', '&']).all(quick)
    }

    /// Whether the block is the one that its command printed, and nothing that the command uses has changed since.
    pub(crate) fn is_fresh(&self, workshop: &Workshop) -> io::Result<bool> {
        Ok(if self.is_quick() {
            self.body == workshop.console(&self.command)?
        } else {
            self.stamp == workshop.stamp(self)
        })
    }

    fn text(&self) -> String {
        let space = if self.stamp.is_empty() { "" } else { " " };
        let lines = format!("{START}{space}{}: {} -->\n{}{END}\n", self.stamp, self.command, self.body);
        let indented = |line: &str| if line.is_empty() { "\n".into() } else { format!("{}{line}\n", self.indent) };
        lines.lines().map(indented).collect()
    }
}

/// The pieces of a page, in order.
pub(crate) fn pieces(page: &str) -> Result<Vec<Piece>, String> {
    let (mut pieces, mut text, mut open) = (Vec::new(), String::new(), None::<Figure>);
    for (number, line) in (1..).zip(page.lines()) {
        match &mut open {
            None => match Figure::begin(number, line) {
                Some(figure) => {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    open = Some(figure);
                }
                None => text += &format!("{line}\n"),
            },
            Some(_) if line.trim() == END => pieces.extend(open.take().map(Piece::Figure)),
            Some(figure) => figure.body += &format!("{}\n", line.strip_prefix(&figure.indent).unwrap_or(line.trim())),
        }
    }
    pieces.push(Piece::Text(text));
    open.map_or(Ok(pieces), |figure| Err(format!("line {}: `{END}` is missing", figure.line)))
}

/// The commands of a line: alternatives such as `{zombies / fu}` give one command each.
pub(crate) fn alternatives(command: &str) -> Vec<(String, String)> {
    match command.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?))) {
        Some((head, (words, tail))) => {
            words.split(" / ").map(|word| (word.to_owned(), format!("{head}{word}{tail}"))).collect()
        }
        None => vec![(String::new(), command.to_owned())],
    }
}

/// The folder in which commands run.
pub(crate) struct Workshop {
    root: PathBuf,
    pub(crate) folder: tempfile::TempDir,
    program: PathBuf,
}

impl Workshop {
    /// A folder with the decks that commands may name. `program` is the `kickdoor` to run.
    pub(crate) fn new(root: &Path, program: &Path) -> io::Result<Workshop> {
        let folder = tempfile::tempdir()?;
        for decks in ["decks", "tests/decks"] {
            fs::create_dir_all(folder.path().join(decks))?;
            for entry in fs::read_dir(root.join(decks))? {
                let name = format!("{decks}/{}", entry?.file_name().to_string_lossy());
                fs::copy(root.join(&name), folder.path().join(&name))?;
            }
        }
        Ok(Workshop { root: root.to_owned(), folder, program: program.to_owned() })
    }

    /// Writes the files that a text shows.
    pub(crate) fn write_files(&self, text: &str) -> io::Result<()> {
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let depth = block.len() - block.trim_start_matches(' ').len();
            let lines: Vec<&str> = block.lines().map(|line| line.get(depth..).unwrap_or_default()).collect();
            let Some(name) = lines.first().and_then(|line| line.strip_prefix("# ")) else { continue };
            let (name, before) = match name.strip_prefix("at the end of ") {
                Some(name) => (name, fs::read_to_string(self.folder.path().join(name))?),
                None => (name, String::new()),
            };
            if name.ends_with(".toml") {
                fs::write(self.folder.path().join(name), format!("{before}{}", lines[1..].join("\n")))?;
            }
        }
        Ok(())
    }

    /// A command with its output, as a block. Commands before a `;` prepare it, and pipes shorten it; neither is shown. Durations and
    /// speeds differ on every run, so they are left out.
    pub(crate) fn console(&self, command: &str) -> io::Result<String> {
        let output = self.run(command)?;
        if output.stdout.is_empty() && command.contains(" | ") {
            let error = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("{command}: the pipe leaves nothing {error}")));
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        let last = command.rsplit("; ").next().unwrap_or(command);
        let shown = last.split(" | ").next().unwrap_or(last).trim_end_matches(" 2>&1");
        let lines: String = printed.trim_end().lines().map(|line| without_time(line) + "\n").collect();
        Ok(format!("```console\n$ {shown}\n{lines}```\n"))
    }

    /// Runs a command by `sh`.
    pub(crate) fn run(&self, command: &str) -> io::Result<Output> {
        let script = format!("kickdoor() {{ \"$KICKDOOR\" \"$@\"; }}\n{command}");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).current_dir(self.folder.path()).env("KICKDOOR", &self.program).env("NO_COLOR", "1");
        let output = shell.output()?;
        // 1 and 3 are verdicts; 141 is a reader that has seen enough.
        match output.status.code() {
            Some(0 | 1 | 3 | 141) => Ok(output),
            _ => Err(io::Error::other(format!("{command}: {}", String::from_utf8_lossy(&output.stderr)))),
        }
    }

    /// A hash of a figure and of all that decides its games: decks, strategies, files of the page and the recorded signatures of the
    /// engine. A change in the wording of the output is not part of it.
    pub(crate) fn stamp(&self, figure: &Figure) -> String {
        let mut hash = Sha256::new();
        hash.update(&figure.command);
        hash.update(&figure.body);
        for path in self.named(&figure.command) {
            hash.update(fs::read(path).unwrap_or_default());
        }
        let signatures = fs::read_to_string(self.root.join("tests/golden/signatures.toml")).unwrap_or_default();
        hash.update(signatures);
        hash.finalize()[..4].iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The files whose content a command depends on.
    fn named(&self, command: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for folder in ["decks", "strategies"] {
            let entries = fs::read_dir(self.root.join(folder)).into_iter().flatten().flatten();
            // Strategies extend others, and some commands have a default of their own.
            let names = |path: &PathBuf| {
                folder == "strategies"
                    || path.file_stem().is_some_and(|name| command.contains(&*name.to_string_lossy()))
            };
            files.extend(entries.map(|entry| entry.path()).filter(names));
        }
        // Those that the command writes itself are made of others.
        let written: Vec<_> = command.split("> ").skip(1).filter_map(|rest| rest.split([' ', ';']).next()).collect();
        let words = command.split([' ', ',', ';', '}', '{']).filter(|word| word.ends_with(".toml"));
        files.extend(words.filter(|word| !written.contains(word)).map(|word| self.folder.path().join(word)));
        files.sort();
        files
    }
}

/// A line without ` in 4.8 s (20,756/s)`.
fn without_time(line: &str) -> String {
    let time = |at: usize| {
        let rest = &line[at + 4..];
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let after = rest[digits..].strip_prefix(" s").filter(|_| digits > 0)?;
        let speed = after.strip_prefix(" (").and_then(|speed| speed.split_once("/s)"));
        Some(format!("{}{}", &line[..at], speed.map_or(after, |(_, rest)| rest)))
    };
    line.match_indices(" in ").find_map(|(at, _)| time(at)).unwrap_or_else(|| line.to_owned())
}
