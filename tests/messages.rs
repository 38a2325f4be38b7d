//! Messages of the command line: files that cannot be read, and options without effect.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

/// The exit code and the output of a command.
fn ran(folder: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(arguments.split(' '));
    let output = command.output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// Checks that a command ends with this code and prints all of these parts.
fn says(folder: &TempDir, arguments: &str, code: i32, parts: &[&str]) {
    let (found, text) = ran(folder, arguments);
    assert_eq!(found, Some(code), "{arguments}: {text}");
    // Long lines are wrapped.
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let holds = |part: &str| text.contains(part) || words.contains(part);
    parts.iter().for_each(|part| assert!(holds(part), "{arguments}: {part:?} is not in:\n{text}"));
}

#[test]
#[cfg(unix)]
fn a_file_without_an_end_is_refused() {
    let folder = folder();
    for command in ["deck check", "strategy check", "scenario"] {
        says(
            &folder,
            &format!("{command} /dev/zero"),
            2,
            &["`/dev/zero` is too large, expected at most 16 MiB of text"],
        );
    }
    says(&folder, "check /dev/zero --export out.toml", 2, &["`/dev/zero`: it is a pipe or a device, expected a file"]);
}

#[test]
fn bytes_that_are_no_text_have_a_line() {
    let folder = folder();
    fs::write(folder.path().join("odd.toml"), b"# fine\n# \xff\n").expect("written");
    for (command, code) in [("deck check", 1), ("strategy check", 1), ("scenario", 2)] {
        let parts = ["expected text in UTF-8, found the byte 0xff", "odd.toml:2:3"];
        says(&folder, &format!("{command} odd.toml"), code, &parts);
    }
}

#[test]
fn a_directory_is_named() {
    let folder = folder();
    fs::create_dir(folder.path().join("sets")).expect("a directory");
    says(&folder, "deck check sets", 2, &["`sets` is a directory, expected a file or a shipped deck"]);
    says(&folder, "strategy check sets", 2, &["`sets` is a directory, expected a file or a shipped strategy"]);
}

#[test]
fn an_empty_file_is_named() {
    let folder = folder();
    fs::write(folder.path().join("base"), "").expect("written");
    says(&folder, "deck check base", 1, &["expected a deck, found an empty file"]);
    says(&folder, "check base mini.toml", 2, &["`base` is empty, expected a deck or a baseline"]);
}

#[test]
fn an_inconclusive_check_with_a_baseline_asks_for_a_larger_one() {
    let folder = folder();
    let mini = fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    fs::write(folder.path().join("after.toml"), mini.replace("level = 8\n", "level = 9\n")).expect("written");
    says(&folder, "check --save base mini.toml -n 100 -q", 0, &[]);
    says(&folder, "check base after.toml -q", 3, &["create a baseline of more games (--save, --games)"]);
    says(&folder, "check mini.toml after.toml -n 100 -q", 3, &["play more games (--games)"]);
}

#[test]
fn an_export_needs_a_baseline_and_a_free_path() {
    let folder = folder();
    says(&folder, "check --save base mini.toml -n 4 -q", 0, &[]);
    let parts = ["`mini.toml` exists already", "choose another path with --export"];
    says(&folder, "check base --export mini.toml", 2, &parts);
    for deck in ["mini.toml", "zombies"] {
        let parts = [&*format!("`{deck}` is a deck, expected a baseline"), "--save FILE"];
        says(&folder, &format!("check {deck} --export out.toml"), 2, &parts);
    }
}

#[test]
fn negative_numbers_are_reported_with_the_range() {
    let folder = folder();
    let whole = |least: u64| format!("expected a whole number from {least}, such as 20000");
    for (arguments, expected) in [
        ("run mini.toml --seed -1", whole(0)),
        ("run mini.toml -n -5", whole(0)),
        ("run mini.toml -j -2", whole(1)),
        ("run mini.toml -p -4", "expected a whole number from 1 to 6".to_owned()),
        ("calibrate mini.toml -r -1", whole(50)),
        ("check mini.toml mini.toml --margin -1", "the margin is -1, expected more than 0".to_owned()),
        ("impact mini.toml --precision -0.5", "--precision is -0.5, expected more than 0".to_owned()),
        ("compare balanced greedy --precision -2", "the precision is -2".to_owned()),
        ("trace mini.toml --advice --seat -1", whole(1)),
    ] {
        says(&folder, arguments, 2, &[&expected]);
    }
}

#[test]
fn options_without_effect_are_refused() {
    let folder = folder();
    says(&folder, "trace mini.toml --options", 2, &["only in JSON", "add --format json"]);
    // The seat is checked before the adviser, which takes seconds to prepare.
    says(&folder, "trace mini.toml --advice greedy --seat 9", 2, &["there is no seat 9, expected 1 to 4"]);
}

#[test]
fn quiet_scenarios_print_only_failures() {
    let folder = folder();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/charity.toml");
    assert_eq!(ran(&folder, &format!("scenario -q {scenario}")), (Some(0), String::new()));
}

#[test]
fn only_a_similar_card_is_suggested() {
    let folder = folder();
    says(&folder, "impact mini.toml --card inspektor", 2, &["unknown card `inspektor`", "did you mean `inspector`?"]);
    for card in ["", "zzz"] {
        let parts = [&*format!("unknown card `{card}`"), "`kickdoor deck show DECK` lists the cards"];
        says(&folder, &format!("impact mini.toml --card {card}"), 2, &parts);
    }
}

#[test]
#[cfg(unix)]
fn a_report_with_a_long_name_needs_a_path() {
    let folder = folder();
    let names: Vec<String> = (0..3).map(|n| format!("{n}-{}.toml", "x".repeat(90))).collect();
    for (n, name) in names.iter().enumerate() {
        let strategy = format!("brain = \"balanced\"\n[weights]\ntrouble_margin = {n}\n");
        fs::write(folder.path().join(name), strategy).expect("written");
    }
    let arguments = format!("compare {} -d mini.toml -n 1", names.join(" "));
    says(&folder, &arguments, 2, &["cannot write", "choose a shorter path with --out"]);
}

#[test]
fn one_thing_is_singular() {
    let folder = folder();
    says(&folder, "run mini.toml -n 1 -o out", 0, &["\n1 game in "]);
    says(&folder, "compare random greedy -d mini.toml -n 2 -o ladder -q", 0, &["2 games in 1 block, "]);
    let (code, text) = ran(&folder, "deck check mini.toml");
    assert!(code == Some(0) && text.contains("    1 card     1 title\n") && !text.contains(" 1 cards"), "{text}");
}
