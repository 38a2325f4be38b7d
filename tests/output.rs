//! Output of commands: the same bytes for the same command, and tables that fit on a terminal with 80 columns.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

/// Columns of a terminal.
const COLUMNS: usize = 80;

/// A folder with the test deck, an edit of it and a deck with long names.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mini = fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("mini.toml", &mini);
    write("edit.toml", &mini.replacen("level = 8\n", "level = 12\n", 1));
    let long = mini.replace("name = \"Angry Bun\"", "name = \"Angry Bun of the Most Remarkable and Lengthy Ancestry\"");
    assert_ne!(long, mini);
    write("long.toml", &long);
    folder
}

fn printed(folder: &TempDir, command: &str, threads: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    program.current_dir(folder).env("NO_COLOR", "1").args(command.split(' ')).args(["-j", threads]);
    let output = program.output().expect("it runs");
    assert!(
        output.status.code().is_some_and(|code| code != 2),
        "{command}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_same_command_prints_the_same_bytes() {
    let folder = folder();
    let commands = [
        "run mini.toml -n 40 --rule max_turns=12 -q --force -o a --format json",
        "run mini.toml -n 40 --rule max_turns=12 -q --force -o a --format csv",
        "check mini.toml edit.toml -n 60 --rule max_turns=12 -q --format json",
        "check mini.toml edit.toml -n 60 --rule max_turns=12 -q --format markdown",
        "sweep mini.toml --card apron --field gold --range 1..2 -n 20 --rule max_turns=12 -q --force -o s",
        "impact mini.toml --card apron -n 60 --rule max_turns=12 -q",
    ];
    for command in commands {
        let (one, other) = (printed(&folder, command, "1"), printed(&folder, command, "2"));
        assert!(!one.is_empty());
        let command_line = |text: &str| text.replace("\"2\"", "\"1\"");
        assert_eq!(command_line(&one), command_line(&other), "{command}");
    }
}

#[test]
fn tables_fit_a_terminal_of_80_columns() {
    let folder = folder();
    let commands = [
        "run zombies -n 400 --rule max_turns=12 -q --force -o a",
        "run long.toml -n 400 --rule max_turns=12 -q --force -o a -s greedy,balanced",
        "check mini.toml edit.toml -n 400 --rule max_turns=12 -q",
        "check long.toml edit.toml -n 40 -q",
        "sweep zombies --card nun --field level --range 1..3 -n 100 --rule max_turns=12 -q --force -o s",
        "impact zombies -n 200 --rule max_turns=12 -s balanced,greedy -q --force -o i",
        "impact long.toml --blank angry-bun -n 100 -q",
        "impact long.toml --pair angry-bun critic -n 400 --rule max_turns=12 -q",
        "impact long.toml --pairs -n 400 --rule max_turns=12 -s greedy -q --force -o p",
        "impact long.toml --card angry-bun -n 400 --rule max_turns=12 -q",
        "bench mini.toml -n 20 --repeat 1",
        "calibrate long.toml -p 3 -r 50 -n 4 --rule win_level=2 --rule max_turns=4 -q",
    ];
    for command in commands {
        let text = printed(&folder, command, "2");
        // Sentences and commands have only single spaces between words; lines with two spaces belong to tables.
        for row in text.lines().filter(|line| line.trim().contains("  ")) {
            assert!(row.chars().count() <= COLUMNS, "{command}: {} columns: {row}", row.chars().count());
        }
        assert!(!text.contains("+0.00%"), "{command}: differences of percentages are percentage points");
    }
}
