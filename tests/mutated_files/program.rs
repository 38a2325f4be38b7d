//! The program with mutated files and options, in its own folder.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::inside::unclear;
use super::mutate::{Dice, mutated};

/// Maximum time of a command.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Length in bytes of the checksum at the end of a baseline.
const SUM: usize = 32;

/// Commands that read a mutated file, `FILE`, each with the file that is mutated.
const COMMANDS: [(&str, &str); 17] = [
    ("ground.toml", "deck check FILE"),
    ("ground.toml", "deck show FILE crumb"),
    ("ground.toml", "deck diff ground.toml FILE"),
    ("ground.toml", "deck rules FILE"),
    ("ground.toml", "trace FILE -p 3 -s random --rule max_turns=8"),
    ("ground.toml", "trace FILE mini.toml -p 4 --format json --rule max_turns=8"),
    ("ground.toml", "run FILE -n 4 -q -j 1 -o out --force --rule max_turns=8"),
    ("ground.toml", "check base FILE -q -j 1"),
    ("own.toml", "strategy check FILE"),
    ("own.toml", "trace ground.toml -s FILE,random --rule max_turns=8"),
    ("scenario.toml", "scenario FILE"),
    ("base", "check FILE ground.toml -q -j 1"),
    ("base", "check FILE --export exported.toml --force"),
    ("base", "check base FILE"),
    ("manifest", "compare balanced random -d ground.toml -n 4 -q -j 1 -o compared --resume --rule max_turns=8"),
    ("blocks", "compare balanced random -d ground.toml -n 4 -q -j 1 -o compared --resume --rule max_turns=8"),
    ("sample", "compare balanced random -d ground.toml -n 4 -q -j 1 -o compared --resume --rule max_turns=8"),
];
/// Files of a comparison that can be continued, and the names of their copies.
const STORED: [(&str, &str); 3] =
    [("compared/manifest.json", "manifest"), ("compared/blocks.csv", "blocks"), ("compared/sample.csv", "sample")];
/// Commands with mutated options.
const USUAL: [&str; 15] = [
    "run ground.toml -n 4 -q -j 1 -o out --force --rule max_turns=8",
    "trace ground.toml --rule max_turns=8",
    "check ground.toml other.toml -n 4 -q -j 1 --rule max_turns=8",
    "check base ground.toml -q -j 1",
    "sweep ground.toml --card crumb --field level --range 1..2 -n 4 -q -j 1 -o out --force --rule max_turns=8",
    "impact ground.toml -n 4 -q -j 1 -o out --force --no-draws --rule max_turns=8",
    "calibrate ground.toml -r 2 -n 4 -q -j 1 --rule max_turns=8",
    "compare balanced greedy -d ground.toml -n 4 -q -j 1 -o out --force --rule max_turns=8",
    "compare balanced greedy random -d ground.toml -n 4 -q -j 1 -o out --force --rule max_turns=8",
    "compare balanced random -d ground.toml -n 4 -q -j 1 -o compared --resume --rule max_turns=8",
    "bench ground.toml -n 4 --repeat 1 -j 1 --rule max_turns=8",
    "scenario scenario.toml",
    "deck diff ground.toml other.toml",
    "deck show ground.toml",
    "strategy show balanced",
];
/// Options of all commands.
const OPTIONS: [&str; 41] = [
    "-p",
    "--players",
    "-s",
    "--strategy",
    "--seed",
    "--variant",
    "--rule",
    "-j",
    "-o",
    "--out",
    "--force",
    "-q",
    "--per-game",
    "--format",
    "-g",
    "--game",
    "--options",
    "--until-decided",
    "--margin",
    "--save",
    "--accept",
    "--export",
    "--card",
    "--field",
    "--range",
    "--step",
    "--metric",
    "--target",
    "--precision",
    "--draw-precision",
    "--sprt",
    "--alpha",
    "--elo",
    "--deck",
    "--resume",
    "--together",
    "--blank",
    "--repeat",
    "--exit-code",
    "--no-such-option",
    "-h",
];
/// Values of options.
const VALUES: [&str; 47] = [
    "",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "6",
    "7",
    "4.5",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "1e1",
    "1_0",
    "99999999999999999999",
    "x",
    "balanced",
    "random,greedy",
    "balanced,,",
    "own.toml",
    "ground.toml",
    "missing.toml",
    ".",
    "/dev/null",
    "\u{1f600}",
    "a=b",
    "0,5",
    "normalized",
    "compared",
    "=",
    "max_turns=0",
    "max_turns=5",
    "win_level=300",
    "deal=8",
    "first_player=seat",
    "crumb",
    "rolling-pin",
    "level",
    "1..3",
    "3..1",
    "..",
    "0..99999999999",
    "json",
    "csv",
    "markdown",
    "\u{1b}[31m",
];

/// A folder with files of all kinds.
pub(crate) struct Desk {
    folder: TempDir,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().expect("a folder") };
        let ground = include_str!("../decks/ground.toml");
        desk.write("ground.toml", ground.as_bytes());
        desk.write("other.toml", ground.replace("level = 12", "level = 14").as_bytes());
        desk.write("mini.toml", include_bytes!("../decks/mini.toml"));
        desk.write("own.toml", include_bytes!("../../strategies/balanced.toml"));
        desk.write("scenario.toml", include_bytes!("../scenarios/charity.toml"));
        let saved = desk.run(&split("check --save base ground.toml -n 20 --seed 7 -q -j 1 --rule max_turns=8"));
        assert_eq!(saved, Ok(0));
        let compare = "compare balanced random -d ground.toml -n 4 -q -j 1 -o compared --rule max_turns=8";
        assert_eq!(desk.run(&split(compare)), Ok(0));
        for (file, kept) in STORED {
            desk.copy(file, kept);
        }
        desk
    }

    fn copy(&self, from: &str, to: &str) {
        fs::copy(self.folder.path().join(from), self.folder.path().join(to)).expect("a file");
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join(name), bytes).expect("a file");
    }

    /// Runs a command on a mutated file; an error if it does not end properly.
    pub(crate) fn file_case(&self, dice: &mut Dice) -> Result<(), String> {
        let (file, command) = *dice.pick(&COMMANDS);
        let bytes = fs::read(self.folder.path().join(file)).expect("a file");
        let mut bytes = mutated(&bytes, dice);
        if file == "base" && dice.below(2) == 0 {
            bytes = summed(bytes);
        }
        let stored = STORED.iter().find(|(_, kept)| *kept == file);
        STORED.iter().for_each(|(file, kept)| self.copy(kept, file));
        self.write(stored.map_or("file", |(file, _)| file), &bytes);
        let command = command.replace("FILE", "file");
        let ended = self.run(&split(&command)).map(drop);
        ended.map_err(|fault| format!("{command}: {fault}\nfile: {:?}", String::from_utf8_lossy(&bytes)))
    }

    /// Runs a command with mutated options.
    pub(crate) fn options_case(&self, dice: &mut Dice) -> Result<(), String> {
        let mut command = split(dice.pick::<&str>(&USUAL));
        for _ in 0..=dice.below(3) {
            match dice.below(6) {
                0 => command[1] = (*dice.pick(&VALUES)).to_owned(),
                1 => command.push((*dice.pick(&VALUES)).to_owned()),
                2 => command.push((*dice.pick(&OPTIONS)).to_owned()),
                _ => command.extend([*dice.pick(&OPTIONS), *dice.pick(&VALUES)].map(str::to_owned)),
            }
        }
        self.run(&command).map(drop).map_err(|fault| format!("{command:?}: {fault}"))
    }

    /// The exit code of a command; an error if it does not end properly.
    fn run(&self, command: &[String]) -> Result<i32, String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kickdoor"))
            .args(command)
            .current_dir(&self.folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut pipe = child.stderr.take().expect("a pipe");
        let reader = spawn(move || {
            let mut said = Vec::new();
            pipe.read_to_end(&mut said).map(|_| said)
        });
        let code = ended(&mut child)?;
        let said =
            String::from_utf8(reader.join().expect("a reader").expect("read")).map_err(|_| "stderr is no text")?;
        judged(code, &said).map_or(Ok(code), |fault| Err(format!("{fault}; exit code {code}, stderr: {said}")))
    }
}

fn split(command: &str) -> Vec<String> {
    command.split(' ').map(str::to_owned).collect()
}

/// Waits for the end of a command, up to the maximum time.
fn ended(child: &mut Child) -> Result<i32, String> {
    let start = Instant::now();
    while start.elapsed() < TIMEOUT {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code().ok_or_else(|| format!("{status}"));
        }
        sleep(Duration::from_millis(3));
    }
    child.kill().and_then(|()| child.wait()).expect("a child");
    Err("it does not end".to_owned())
}

/// The fault of an exit code and its output, if any.
fn judged(code: i32, said: &str) -> Option<String> {
    match code {
        0 | 1 | 3 if said.contains("panicked") => Some("a panic".to_owned()),
        0 | 1 | 3 => None,
        2 if !said.starts_with("error: ") => Some("no error is named".to_owned()),
        2 => unclear(said),
        _ => Some("an exit code that is not documented".to_owned()),
    }
}

/// A baseline with a correct checksum.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len().saturating_sub(SUM));
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    bytes
}
