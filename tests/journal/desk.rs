//! A folder in which studies are played, and what is in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use kickdoor::random::mix;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::deck_and_edit;

/// A process that does not outlive its test.
pub(super) struct Living(pub(super) Child);

impl Drop for Living {
    fn drop(&mut self) {
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// The end of a command.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) said: String,
}

impl Ended {
    pub(super) fn of(child: Child) -> Ended {
        let output = child.wait_with_output().expect("it ends");
        let [out, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ended { code: output.status.code(), out, said }
    }

    /// The standard output without times.
    pub(super) fn results(&self) -> String {
        self.out
            .lines()
            .filter(|line| !line.contains(" games in ") && !line.contains("/s)"))
            .flat_map(|line| [line, "\n"])
            .collect()
    }

    /// Checks that it was refused with one message that has these words.
    #[track_caller]
    pub(super) fn assert_refused(&self, code: i32, words: &[&str], case: &str) {
        let Ended { out, said, .. } = self;
        assert_eq!(self.code, Some(code), "{case}: {said}");
        assert!(said.contains("error: ") && !said.contains("panicked") && out.is_empty(), "{case}: {said}{out}");
        words.iter().for_each(|word| assert!(said.contains(word), "{case}: no `{word}` in {said}"));
    }
}

/// A folder with the small deck, an edit of it, and a baseline.
pub(super) struct Desk {
    folder: TempDir,
}

impl Desk {
    pub(super) fn new() -> Desk {
        let folder = deck_and_edit();
        fs::create_dir(folder.path().join("tmp")).expect("a folder");
        Desk { folder }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(super) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("written");
    }

    /// Copies the files of a folder.
    pub(super) fn copy(&self, from: &Path, to: &str) {
        let _ = fs::remove_dir_all(self.path(to));
        fs::create_dir_all(self.path(to)).expect("a folder");
        for file in paths(from).into_iter().filter(|path| path.is_file()) {
            fs::copy(&file, self.path(to).join(file.file_name().unwrap_or_default())).expect("a file");
        }
    }

    /// A command of the program; `KICKDOOR_PROGRAM` is another one.
    pub(super) fn command(&self, line: &str) -> Command {
        let program = std::env::var_os("KICKDOOR_PROGRAM");
        let mut command = Command::new(program.unwrap_or_else(|| env!("CARGO_BIN_EXE_kickdoor").into()));
        command.args(line.split_whitespace());
        self.dress(&mut command);
        command
    }

    /// Gives a command this folder, and places for its files in it.
    pub(super) fn dress(&self, command: &mut Command) {
        command.current_dir(&self.folder).env("NO_COLOR", "1").env("KICKDOOR_CACHE", "off");
        command.env("XDG_STATE_HOME", self.path("user")).env("TMPDIR", self.path("tmp"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    }

    pub(super) fn start(&self, line: &str) -> Child {
        self.command(line).spawn().expect("it starts")
    }

    pub(super) fn run(&self, line: &str) -> Ended {
        Ended::of(self.start(line))
    }

    /// Starts a command, and kills it when its state has some segments. False if the command ends before.
    pub(super) fn kill_with_state(&self, line: &str, segments: usize) -> bool {
        let mut child = self.start(line);
        loop {
            if self.segments().len() >= segments {
                child.kill().expect("killed");
                return child.wait_with_output().expect("it ends").status.code().is_none();
            }
            if child.try_wait().expect("a child").is_some() {
                return false;
            }
            sleep(Duration::from_micros(200));
        }
    }

    /// The segments of all states.
    pub(super) fn segments(&self) -> Vec<PathBuf> {
        let states = [self.folder.path().to_owned(), self.path("user/kickdoor")];
        let states =
            states.iter().flat_map(|place| paths(place)).filter(|path| path.to_string_lossy().ends_with(".state"));
        let mut segments: Vec<PathBuf> = states.flat_map(|state| paths(&state)).collect();
        segments.retain(|path| path.extension().is_some_and(|end| end == "journal"));
        segments.sort();
        segments
    }

    /// The files of a result, or the result itself. Only its manifest has times.
    pub(super) fn files(&self, out: &str) -> BTreeMap<String, Vec<u8>> {
        let place = self.path(out);
        if let Ok(bytes) = fs::read(&place) {
            return [(String::new(), bytes)].into();
        }
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let all = paths(&place).into_iter().filter_map(|path| Some((name(&path), fs::read(path).ok()?)));
        all.filter(|(name, _)| name != "manifest.json").collect()
    }

    /// What no ended command leaves behind.
    pub(super) fn left(&self) -> Vec<PathBuf> {
        let mut all = vec![self.folder.path().to_owned()];
        let mut left = Vec::new();
        while let Some(folder) = all.pop() {
            for path in paths(&folder) {
                let name = path.to_string_lossy().into_owned();
                let is_private = ["user", "tmp"].iter().any(|place| path.starts_with(self.path(place)));
                if name.ends_with(".state") || name.contains(".kickdoor-making-") || is_private && path.is_file() {
                    left.push(path.clone());
                }
                if path.is_dir() {
                    all.push(path);
                }
            }
        }
        left
    }

    /// Number of shards of a plan.
    pub(super) fn shards(&self, plan: &str) -> u64 {
        let plan: Value = serde_json::from_slice(&self.read(plan)).expect("JSON");
        plan["shards"].as_array().expect("shards").len() as u64
    }
}

/// The paths in a folder; none if it does not exist.
fn paths(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The numbers up to an end in a random order.
pub(super) fn shuffled(end: u64, seed: u64) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..end).collect();
    numbers.sort_by_key(|number| mix(seed << 32 ^ number));
    numbers
}
