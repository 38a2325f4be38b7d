//! The program in a folder: its exit code, its output and the reports that it writes.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Runs the program with these arguments. Returns the exit code, the results and the messages.
pub fn kickdoor(folder: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(arguments.split_whitespace());
    let output = command.output().expect("it runs");
    let [out, messages] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code(), out, messages)
}

/// A folder with the small deck, `mini.toml`, and an edit of it, `edit.toml`.
pub fn deck_and_edit() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mini = fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    let edit = mini.replacen("level = 8\n", "level = 12\n", 1);
    assert_ne!(mini, edit);
    fs::write(folder.path().join("mini.toml"), mini).expect("written");
    fs::write(folder.path().join("edit.toml"), edit).expect("written");
    folder
}

/// A file in the folder.
pub fn read(folder: &TempDir, file: &str) -> String {
    fs::read_to_string(folder.path().join(file)).expect("it is written")
}

/// A manifest without the fields that differ between equal runs.
pub fn manifest(folder: &TempDir, out: &str) -> Value {
    let mut manifest: Value = serde_json::from_str(&read(folder, &format!("{out}/manifest.json"))).expect("JSON");
    // The hash of the file covers the others.
    for field in ["command", "threads", "duration_seconds", "games_per_second", "sha256"] {
        manifest.as_object_mut().expect("an object").remove(field).expect(field);
    }
    manifest
}

/// Checks that two reports have equal manifests, and equal files of these names.
pub fn assert_same(folder: &TempDir, files: &[&str], one: &str, other: &str) {
    for file in files {
        assert_eq!(read(folder, &format!("{one}/{file}")), read(folder, &format!("{other}/{file}")), "{file}");
    }
    assert_eq!(manifest(folder, one), manifest(folder, other));
}
