//! Exit codes if the reader of the output has gone: verdicts are the same, and commands without a verdict end with 141.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, pipe};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Exit code of a command whose reader closed the pipe.
const CLOSED: i32 = 141;

/// Commands with a verdict, and the verdict.
const VERDICTS: [(&str, i32); 26] = [
    ("deck import cards.csv", 0),
    ("deck import half.csv", 1),
    ("suggest mini.toml --card angry-bun -p 3 -s greedy --precision 20 --deals 20 --rule max_turns=4 -q", 0),
    ("check mini.toml hard.toml -n 60 -p 3 -s greedy --rule win_level=2 --rule max_turns=8 --margin 0.01 -q -j 1", 1),
    ("check mini.toml hard.toml -n 8 --rule max_turns=4 -q --format json", 3),
    ("check mini.toml named.toml -n 8 --rule max_turns=4 -q --format markdown", 0),
    ("check mini.toml absent.toml -q", 2),
    ("checkup mini.toml -n 8 --rule max_turns=4 --strict -q", 1),
    ("shard plan.json --shard 0 -o other -q", 0),
    ("deck diff mini.toml hard.toml --exit-code", 1),
    ("deck diff mini.toml named.toml --exit-code", 0),
    ("deck check mini.toml", 0),
    ("deck fmt mini.toml --as text --check", 1),
    ("deck fmt mini.toml --check", 0),
    ("deck check wrong.toml", 1),
    ("strategy check greedy", 0),
    ("strategy check greedy wrong.toml", 1),
    ("scenario right.toml", 0),
    ("scenario right.toml false.toml", 1),
    ("scenario wrong.toml", 2),
    ("compare random greedy -d mini.toml --sprt 0,400 -n 200 -p 3 --rule win_level=2 -q --force -o a", 1),
    ("compare greedy random -d mini.toml --sprt=-400,0 -n 200 -p 3 --rule win_level=2 -q --force -o a", 0),
    ("compare greedy random -d mini.toml --sprt=0,1 -n 8 -p 3 --rule max_turns=4 -q --force -o a", 3),
    ("compare greedy random -d mini.toml --precision 1 -n 8 -p 3 --rule max_turns=4 -q --force -o a", 3),
    ("tune mini.toml --budget 1632 -p 3 --rule max_turns=1 -q --force -o a", 1),
    ("calibrate mini.toml -p 3 -r 50 -n 2 --rule win_level=2 --rule max_turns=1 -s greedy -q", 1),
];

/// Commands that only tell or measure something.
const OTHERS: &[&str] = &[
    "--help",
    "--version",
    "run mini.toml -n 4 --rule max_turns=4 -q --force -o a",
    "report a -o -",
    "bench mini.toml -n 4 --repeat 1 -j 1",
    "trace mini.toml --rule max_turns=8",
    "trace mini.toml --rule max_turns=8 --format json",
    "impact mini.toml -n 4 --rule max_turns=4 -q --force -o a",
    "impact mini.toml -n 4 --rule max_turns=4 -q --card angry-bun",
    "impact mini.toml -n 4 --rule max_turns=4 -q --blank angry-bun",
    "impact mini.toml -n 4 --rule max_turns=4 -q --pair angry-bun critic",
    "impact mini.toml -n 4 --rule max_turns=4 -q --pairs --force -o a",
    "sweep mini.toml --card angry-bun --field level --range 1..2 -n 4 --rule max_turns=4 -q --force -o a",
    "compare greedy random -d mini.toml -n 8 -p 3 --rule max_turns=4 -q --force -o a",
    "compare --restrictions greedy -d mini.toml -n 4 -p 3 --rule max_turns=4 -q --force -o a",
    "checkup mini.toml -n 8 --rule max_turns=4 -q --format json",
    "history add mini.toml -n 4 --rule max_turns=4 -q -o h.jsonl",
    "history show h.jsonl",
    "plan check mini.toml hard.toml -n 4 --rule max_turns=4 -q",
    "plan impact mini.toml -n 4 --rule max_turns=4 -q",
    "plan compare greedy random -d mini.toml -n 4 -p 3 --rule max_turns=4 -q",
    "plan sweep mini.toml --card angry-bun --field level --range 1..2 -n 4 --rule max_turns=4 -q",
    "merge shards -q --force -o a",
    "deck list",
    "deck show mini.toml",
    "deck rules mini.toml",
    "deck diff mini.toml hard.toml",
    "deck export mini.toml",
    "deck phrases level",
    "new set",
    "deck coverage mini.toml -n 4 --rule max_turns=4 -q",
    "deck schema",
    "strategy list",
    "strategy show greedy",
    "strategy schema",
    "cache --cache games",
    "schema",
    "completions bash",
    "man pages",
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mini = fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    let hard: Vec<&str> =
        mini.lines().map(|line| if line.starts_with("level = ") { "level = 20" } else { line }).collect();
    let right = fs::read_to_string("tests/scenarios/death/the-same-as-before.toml").expect("a scenario");
    let other = right.replace("players = 11", "players = 12");
    assert_ne!(other, right);
    let files = [
        ("mini.toml", mini.as_str()),
        ("hard.toml", &hard.join("\n")),
        ("named.toml", &mini.replace("Angry Bun", "Furious Bun")),
        ("wrong.toml", "this is no TOML"),
        ("cards.csv", "name,kind,gold\nHat,Item,100\n"),
        ("half.csv", "name,kind,gold\nHat,Item,free\n"),
        ("right.toml", &right),
        ("false.toml", &other),
    ];
    files.into_iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).expect("written"));
    for words in
        ["plan run mini.toml -n 6000 --rule max_turns=1 -o plan.json --shards 1", "shard plan.json --shard 0 -o shards"]
    {
        assert!(kickdoor(&folder, words).status().expect("it runs").success(), "{words}");
    }
    folder
}

fn kickdoor(folder: &TempDir, arguments: &str) -> Command {
    // A new set needs a new folder.
    let _ = fs::remove_dir_all(folder.path().join("set"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(arguments.split(' ')).stderr(Stdio::null());
    command
}

/// The exit code and the messages if nobody reads the output.
fn unread(folder: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let output = kickdoor(folder, arguments).stdout(writer).stderr(Stdio::piped()).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The exit code if the reader leaves after the first line.
fn read_in_part(folder: &TempDir, arguments: &str) -> Option<i32> {
    let mut child = kickdoor(folder, arguments).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut out = BufReader::with_capacity(16, child.stdout.take().expect("piped"));
    out.read_line(&mut String::new()).expect("a line");
    drop(out);
    child.wait().expect("it ends").code()
}

#[test]
fn a_closed_pipe_changes_no_verdict() {
    let folder = folder();
    for (command, verdict) in VERDICTS {
        let open = kickdoor(&folder, command).stdout(Stdio::null()).status().expect("it runs");
        assert_eq!(open.code(), Some(verdict), "{command}");
        assert_eq!(unread(&folder, command).0, Some(verdict), "{command}");
        assert_eq!(read_in_part(&folder, command), Some(verdict), "{command}");
    }
}

#[test]
fn a_closed_pipe_ends_commands_without_a_verdict_with_its_own_code() {
    let folder = folder();
    for &command in OTHERS {
        assert_eq!(unread(&folder, command), (Some(CLOSED), String::new()), "{command}");
        let in_part = read_in_part(&folder, command);
        assert!(in_part == Some(CLOSED) || in_part == Some(0), "{command}: {in_part:?}");
        if command.contains("-o a") {
            assert!(folder.path().join("a/manifest.json").is_file(), "{command} writes its files");
        }
    }
}

/// The commands that a help text lists.
fn listed(folder: &TempDir, command: &str) -> Vec<String> {
    let output = kickdoor(folder, format!("{command} --help").trim_start()).output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("text");
    let listed = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or(""));
    let lines = listed.lines().filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(|name| format!("{command} {name}").trim_start().to_owned()).collect()
}

#[test]
fn every_command_is_tested_with_a_closed_pipe() {
    let folder = folder();
    let groups: BTreeSet<String> = listed(&folder, "").into_iter().collect();
    let below = groups.iter().flat_map(|group| listed(&folder, group));
    let tested = |name: &str| {
        let tables = VERDICTS.iter().map(|(command, _)| *command).chain(OTHERS.iter().copied());
        { tables }.any(|command| command == name || command.starts_with(&format!("{name} ")))
    };
    let untested: Vec<String> = groups.iter().cloned().chain(below).filter(|name| !tested(name)).collect();
    assert!(groups.len() > 10 && untested.is_empty(), "{untested:?}");
}
