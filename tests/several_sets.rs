//! Tables with several sets: the base gives the rules, and each set keeps its terms.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::{PredicateBooleanExt, predicate::str::contains};
use serde_json::Value;
use tempfile::TempDir;

/// The program in its own folder, with two small decks.
fn kickdoor(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for deck in ["mini.toml", "harbour.toml"] {
        fs::copy(Path::new("tests/decks").join(deck), folder.path().join(deck)).expect("a test deck");
    }
    folder
}

const NAMES: [&str; 4] = ["mini.toml", "harbour.toml", "--base", "mini"];

/// All commands that merge decks, with arguments for a short run.
const COMMANDS: [(&str, &[&str]); 10] = [
    ("run", &["-n", "4", "-q", "-o", "out"]),
    ("impact", &["-s", "greedy", "-n", "4", "-q", "-o", "out"]),
    ("sweep", &["--card", "angry-bun", "--field", "level", "--range", "1..2", "-n", "4", "-q", "-o", "out"]),
    ("plan impact", &["-s", "greedy", "-n", "4", "-q"]),
    ("plan sweep", &["--card", "angry-bun", "--field", "level", "--range", "1..2", "-n", "4", "-q"]),
    ("calibrate", &["-r", "50", "-n", "4", "-q"]),
    ("trace", &[]),
    ("bench", &["-n", "4", "--repeat", "1", "-j", "1"]),
    ("deck check", &[]),
    ("deck rules", &[]),
];

/// The manifest of a short run, and its table of cards.
fn run(folder: &TempDir, decks: &[&str]) -> (Value, String) {
    let mut command = kickdoor(folder);
    command.arg("run").args(decks).args(["-n", "40", "-p", "3", "-q", "--force", "-o", "out"]).assert().success();
    let read = |file: &str| fs::read_to_string(folder.path().join("out").join(file)).expect("it is written");
    (serde_json::from_str(&read("manifest.json")).expect("JSON"), read("cards.csv"))
}

#[test]
fn the_first_deck_is_the_base() {
    let folder = folder();
    for (decks, base, hand_limit) in [
        (&["mini.toml", "harbour.toml"][..], "mini", 5),
        (&["harbour.toml", "mini.toml"], "harbour", 7),
        (&["harbour.toml", "mini.toml", "--base", "mini"], "mini", 5),
        (&["mini.toml", "harbour.toml", "--base", "harbour", "--rule", "hand_limit=6"], "harbour", 6),
    ] {
        let (manifest, _) = run(&folder, decks);
        assert_eq!(
            (&manifest["decks"][0]["base"], &manifest["decks"][0]["sets"]),
            (&base.into(), &serde_json::json!(["harbour", "mini"]))
        );
        assert_eq!(manifest["decks"][0]["rules"]["hand_limit"], hand_limit, "{decks:?}");
        assert_eq!(manifest["decks"][0]["rules"]["nonlethal_treasure"], base == "mini", "{decks:?}");
    }
}

#[test]
fn the_order_of_decks_changes_only_the_base() {
    let folder = folder();
    let (one, cards) = run(&folder, &["mini.toml", "harbour.toml"]);
    let (same, same_cards) = run(&folder, &["harbour.toml", "mini.toml", "--base", "mini"]);
    assert!(one["decks"][0]["hash"].is_string());
    assert_eq!((&one["signature"], &one["decks"][0]["hash"]), (&same["signature"], &same["decks"][0]["hash"]));
    assert_eq!(cards, same_cards);
    let (other, _) = run(&folder, &["harbour.toml", "mini.toml"]);
    assert_eq!(one["decks"][0]["hash"], other["decks"][0]["hash"], "the cards are the same");
    assert_ne!(one["signature"], other["signature"], "the rules are not");
    let alike = ["--rule", "hand_limit=5", "--rule", "nonlethal_treasure=true"];
    let (alike, alike_cards) = run(&folder, &[&["harbour.toml", "mini.toml"][..], &alike].concat());
    assert!(one["decks"][0]["hash"].is_string());
    assert_eq!((&one["signature"], cards), (&alike["signature"], alike_cards), "and nothing else differs");
}

#[test]
fn every_command_takes_a_base() {
    let folder = folder();
    for (command, arguments) in COMMANDS {
        // Calibration takes minutes.
        if command != "calibrate" {
            let mut known = kickdoor(&folder);
            known.args(command.split(' ')).args(NAMES).args(arguments);
            known.args(arguments.contains(&"out").then_some("--force")).assert().success();
        }
        let mut unknown = kickdoor(&folder);
        let message = contains("the base `minni` is not one of the sets").and(contains("did you mean `mini`?"));
        unknown.args(command.split(' ')).args(&NAMES[..2]).args(["--base", "minni"]).args(arguments);
        unknown.assert().code(2).stderr(message);
    }
    let rules = kickdoor(&folder).args(["deck", "rules"]).args(NAMES).assert().success();
    rules.stdout(contains("hand_limit = 5"));
}

#[test]
fn the_name_of_a_report_folder_starts_with_the_base() {
    let folder = folder();
    kickdoor(&folder).args(["run", "mini.toml", "harbour.toml", "-n", "2", "-p", "3", "-q"]).assert().success();
    assert!(folder.path().join("reports/mini-harbour-3p/manifest.json").is_file());
}

#[test]
fn cards_use_the_terms_of_their_set_and_the_table_uses_those_of_the_base() {
    let folder = folder();
    let traces = |decks: &[&str]| {
        let games = (0..4).map(|game| {
            let output = kickdoor(&folder).arg("trace").args(decks).args(["--game", &game.to_string()]).assert();
            String::from_utf8(output.success().get_output().stdout.clone()).expect("text")
        });
        games.collect::<String>()
    };
    let (ashore, afloat) = (traces(&["mini.toml", "harbour.toml"]), traces(&["harbour.toml", "mini.toml"]));
    assert!(ashore.contains("Base: Bakery Brawl") && afloat.contains("Base: Dockside Dispute"));
    assert!(ashore.contains("barges into the kitchen") && !ashore.contains("hails the next ship"));
    assert!(afloat.contains("hails the next ship") && !afloat.contains("barges into the kitchen"));
    for words in ["(Trick", "(Recipe", "(Guild"] {
        assert!(ashore.contains(words) && afloat.contains(words), "{words}");
    }
    let line = kickdoor(&folder).args(["trace", "--format", "json"]).args(NAMES).assert().success();
    let line = String::from_utf8(line.get_output().stdout.clone()).expect("text");
    let head: Value = serde_json::from_str(line.lines().next().expect("a line")).expect("JSON");
    assert_eq!(head["deck"]["base"], "mini");
}

#[test]
fn a_card_id_of_several_sets_needs_the_id_of_the_set() {
    let folder = folder();
    let ask = |card: &str| {
        let mut command = kickdoor(&folder);
        command.arg("sweep").args(&NAMES[..2]).args(["--card", card, "--field", "level", "--range", "3..4", "-q"]);
        command.args(["-n", "4", "--force", "-o", "out"]).assert()
    };
    let hint = contains("there are 2 cards `inspector`").and(contains("write `harbour/inspector` or `mini/inspector`"));
    ask("inspector").code(2).stderr(hint);
    ask("harbour/inspector").success().stdout(contains("Customs Inspector"));
    ask("mini/inspector").success().stdout(contains("Health Inspector"));
}

/// A column separates the lines about cards of several sets.
#[test]
fn tables_of_cards_name_the_set() {
    let folder = folder();
    kickdoor(&folder)
        .arg("impact")
        .args(&NAMES[..2])
        .args(["-s", "greedy", "-n", "8", "-q", "-o", "out"])
        .assert()
        .success();
    let (_, cards) = run(&folder, &NAMES[..2]);
    let lines: Vec<&str> = cards.lines().filter(|line| line.starts_with("inspector,")).collect();
    let place = cards.lines().next().and_then(|head| head.split(',').position(|name| name == "set")).expect("a column");
    let sets = lines.iter().map(|line| line.split(',').nth(place));
    assert_eq!(sets.collect::<Vec<_>>(), [Some("harbour"), Some("mini")]);
}
