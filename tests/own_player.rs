//! The example of a player from another crate, with the commands for card designers.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// An example program. `cargo test` builds it unless only this test program is requested.
fn example(name: &str) -> PathBuf {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_kickdoor"));
    let example = program.with_file_name("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(example.is_file(), "build the example first: cargo build --example {name}");
    example
}

fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    run_example("own_player", folder, arguments)
}

fn run_example(name: &str, folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    let mini = PathBuf::from("tests/decks/mini.toml").canonicalize().expect("the test deck");
    let arguments =
        arguments.iter().map(|word| if *word == "mini.toml" { mini.to_str().expect("a path") } else { word });
    Command::new(example(name)).current_dir(folder).env("NO_COLOR", "1").args(arguments).output().expect("it starts")
}

fn printed(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {error}");
    out.into_owned()
}

#[test]
fn a_registered_player_plays_in_run_impact_and_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = ["-s", "wary,random", "-n", "400", "-q"];
    printed(&folder, &[&["run", "mini.toml", "-o", "a"][..], &table].concat());
    let strategies = fs::read_to_string(folder.path().join("a/strategies.csv")).expect("a table");
    let rates: Vec<f64> = strategies.lines().skip(1).filter_map(|row| row.split(',').nth(3)?.parse().ok()).collect();
    assert!(strategies.contains("wary,") && rates[0] > rates[1] + 0.05, "it beats chance: {strategies}");
    assert!(printed(&folder, &["impact", "mini.toml", "-s", "wary", "-n", "200", "-q"]).contains("opening value"));
    printed(&folder, &[&["check", "mini.toml", "mini.toml"][..], &table[..4]].concat());
}

#[test]
fn a_registered_player_plays_with_any_number_of_sets() {
    let folder = tempfile::tempdir().expect("a folder");
    let sets = ["zombies", "fu", "classic", "axe-cop", "age-of-sigmar", "x-men"];
    for number in [1, 2, 3, 6] {
        let table = ["-p", "3", "-s", "wary", "-n", "6", "-q"];
        printed(&folder, &[&["run"][..], &sets[..number], &table].concat());
    }
}

#[test]
fn a_registered_player_is_the_base_of_a_player_that_looks_ahead() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "brain = \"search\"\nbase = \"wary\"\n[weights]\nlessons = 40\nplayouts = 8\n";
    fs::write(folder.path().join("far.toml"), text).expect("a file");
    printed(&folder, &["run", "mini.toml", "-s", "far.toml,wary", "-n", "40", "-o", "a", "-q"]);
    let strategies = fs::read_to_string(folder.path().join("a/strategies.csv")).expect("a table");
    let rates: Vec<f64> = strategies.lines().skip(1).filter_map(|row| row.split(',').nth(3)?.parse().ok()).collect();
    assert!(rates[0] > rates[1], "looking ahead is worth something: {strategies}");
}

#[test]
fn a_registered_player_has_settings_schema_and_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |text: &str| fs::write(folder.path().join("bold.toml"), text).expect("a file");
    file("brain = \"wary\"\n[weights]\nmargin = 0\n");
    assert!(printed(&folder, &["strategy", "list"]).contains("\nwary"));
    assert!(printed(&folder, &["strategy", "show", "bold.toml"]).contains("margin = 0\nspend = 10"));
    assert!(printed(&folder, &["strategy", "schema"]).contains("\"const\": \"wary\""));
    let refused = |text: &str| {
        file(text);
        let output = run(&folder, &["run", "mini.toml", "-s", "bold.toml"]);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let range = refused("brain = \"wary\"\n[weights]\nmargin = 51\n");
    assert!(range.contains("expected a number from 0 to 50, found 51") && range.contains("bold.toml:3:"), "{range}");
    let unknown = refused("brain = \"wary\"\n[weights]\nmargn = 5\n");
    assert!(unknown.contains("did you mean `margin`?"), "{unknown}");
    let base = refused("brain = \"search\"\n[base]\nbrain = \"wary\"\n[base.weights]\nmargin = 51\n");
    assert!(base.contains("expected a number from 0 to 50, found 51") && base.contains("bold.toml:5:"), "{base}");
    let brain = refused("brain = \"wray\"\n");
    assert!(brain.contains("unknown brain `wray`") && brain.contains("did you mean `wary`?"), "{brain}");
}

/// The longest example of a player with playouts or a memory that the guide promises.
const MAX_LINES: usize = 60;

#[test]
fn a_registered_player_looks_ahead() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string("examples/planner.rs").expect("the example");
    assert!(text.lines().count() <= MAX_LINES, "{} lines", text.lines().count());
    let quick = "brain = \"planner\"\n[weights]\nlessons = 20\nplayouts = 8\n";
    fs::write(folder.path().join("quick.toml"), quick).expect("a file");
    let planned = |threads: &str| {
        let table = ["run", "mini.toml", "-s", "quick.toml,balanced", "-n", "8", "-q", "--force", "-j", threads];
        let output = run_example("planner", &folder, &table);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        report.lines().find(|line| line.starts_with("signature ")).expect("a signature").to_owned()
    };
    assert_eq!(planned("1"), planned("2"));
    fs::write(folder.path().join("far.toml"), "brain = \"search\"\nbase = \"planner\"\n").expect("a file");
    let refused = run_example("planner", &folder, &["run", "mini.toml", "-s", "far.toml"]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("may not look ahead, but `planner` does") && error.contains("far.toml:2:8"), "{error}");
}

#[test]
fn a_registered_player_remembers() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string("examples/grudge.rs").expect("the example");
    assert!(text.lines().count() <= MAX_LINES, "{} lines", text.lines().count());
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    file("shy.toml", "brain = \"grudge\"\nnever = [\"sell\"]\n");
    let settings = "[weights]\nlessons = 4\nplayouts = 4\n";
    file(
        "far.toml",
        &format!("brain = \"search\"\nbase = \"shy.toml\"\npopulation = [\"grudge\", \"balanced\"]\n{settings}"),
    );
    let ran = |command: &str| {
        let output = run_example("grudge", &folder, &command.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let signature = |players: &str, games: u8, threads: u8| {
        let report = ran(&format!("run mini.toml -s {players} -n {games} -q --force --per-game -o a -j {threads}"));
        report.lines().find(|line| line.starts_with("signature ")).expect("a signature").to_owned()
    };
    assert_ne!(signature("grudge,balanced", 8, 2), signature("balanced,balanced", 8, 2), "it takes revenge");
    let players = "far.toml,shy.toml,balanced,grudge";
    assert_eq!(signature(players, 2, 1), signature(players, 2, 2));
    let games = fs::read_to_string(folder.path().join("a/games.csv")).expect("a table");
    for (game, row) in games.lines().skip(1).enumerate() {
        let [_, _, _, winner, _, turns, _] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let trace = ran(&format!("trace mini.toml -s {players} --game {game} --format json"));
        let end = trace.lines().last().expect("an end");
        assert!(end.contains(&format!("\"winners\":[{winner}],\"turns\":{turns},")), "{row} {end}");
    }
}
