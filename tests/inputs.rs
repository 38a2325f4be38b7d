//! Inputs that are no files: pipes work, and nothing waits for a pipe to which no program writes.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder with the test deck, a strategy, a baseline and a pipe.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    fs::write(folder.path().join("own.toml"), "brain = \"greedy\"\n").expect("written");
    fs::copy("tests/scenarios/death/the-same-as-before.toml", folder.path().join("scene.toml")).expect("a scenario");
    let made = shell(&folder, "mkfifo pipe; \"$KICKDOOR\" check mini.toml --save base -n 4 --rule max_turns=2 -q");
    assert!(made.status.success(), "{}", messages(&made));
    folder
}

fn shell(folder: &TempDir, script: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .current_dir(folder)
        .args(["-c", script])
        .env("KICKDOOR", env!("CARGO_BIN_EXE_kickdoor"))
        .env("NO_COLOR", "1");
    command.output().expect("it ends")
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Commands with an input `pipe`, and a file with the text for it; none for inputs that cannot be pipes.
const INPUTS: [(&str, Option<&str>); 15] = [
    ("run pipe -n 4 --rule max_turns=2 -q --force -o a", Some("mini.toml")),
    ("run mini.toml -s pipe -n 4 --rule max_turns=2 -q --force -o a", Some("own.toml")),
    ("run mini.toml -s pipe,pipe -n 4 --rule max_turns=2 -q --force -o a", Some("own.toml")),
    ("impact mini.toml -s pipe,random -n 4 --rule max_turns=2 -q --force -o a", Some("own.toml")),
    ("compare pipe random -d mini.toml -n 4 --rule max_turns=2 -q --force -o a", Some("own.toml")),
    ("tune mini.toml -p 3 --against pipe --budget 1632 --rule max_turns=1 -q --force -o a", Some("own.toml")),
    ("check mini.toml pipe -n 4 --rule max_turns=2 -q", Some("mini.toml")),
    ("check pipe mini.toml -n 4 --rule max_turns=2 -q", Some("mini.toml")),
    ("check base pipe -q", Some("mini.toml")),
    ("deck check pipe", Some("mini.toml")),
    ("strategy check pipe", Some("own.toml")),
    ("scenario pipe", Some("scene.toml")),
    ("check pipe --export deck.toml", None),
    ("check pipe mini.toml --accept", None),
    ("check --save pipe mini.toml --force", None),
];

#[test]
fn nothing_waits_for_a_pipe_without_a_writer() {
    let folder = folder();
    for (command, _) in INPUTS {
        let begun = Instant::now();
        let output = shell(&folder, &format!("exec \"$KICKDOOR\" {command}"));
        assert_eq!(output.status.code(), Some(2), "{command}: {}", messages(&output));
        assert!(messages(&output).contains("`pipe`"), "{command}: {}", messages(&output));
        assert!(begun.elapsed() < Duration::from_secs(20), "{command}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_pipe_is_an_input_like_a_file() {
    let folder = folder();
    for (command, file) in INPUTS {
        let Some(file) = file else { continue };
        let expected = shell(&folder, &format!("exec \"$KICKDOOR\" {}", command.replace("pipe", file)));
        let output = shell(&folder, &format!("cat {file} 2>/dev/null >pipe & exec \"$KICKDOOR\" {command}"));
        assert_eq!(output.status.code(), expected.status.code(), "{command}: {}", messages(&output));
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{command}: {}", messages(&output));
    }
}

#[test]
fn a_baseline_in_the_place_of_a_text_is_named() {
    let folder = folder();
    let pipe = "cat base 2>/dev/null >pipe &";
    let files = ["run base", "run mini.toml -s base", "deck check base", "scenario base"].map(|command| ("", command));
    for (writer, command) in files.into_iter().chain([(pipe, "check pipe mini.toml")]) {
        let output = shell(&folder, &format!("{writer} exec \"$KICKDOOR\" {command}"));
        assert_eq!(output.status.code(), Some(2), "{command}: {}", messages(&output));
        assert!(messages(&output).contains("is a baseline, expected text"), "{command}: {}", messages(&output));
    }
}

#[test]
fn files_of_reports_are_no_pipes() {
    let folder = folder();
    assert!(shell(&folder, "mkdir a && mkfifo a/manifest.json").status.success());
    for command in [
        "run mini.toml -n 4 -o a --force",
        "compare greedy random -d mini.toml -o a --resume",
        "tune mini.toml -o a --resume",
    ] {
        let begun = Instant::now();
        let output = shell(&folder, &format!("exec \"$KICKDOOR\" {command}"));
        assert_eq!(output.status.code(), Some(2), "{command}: {}", messages(&output));
        assert!(begun.elapsed() < Duration::from_secs(20), "{command}: {:?}", begun.elapsed());
    }
}
