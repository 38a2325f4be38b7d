//! The command line program.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::{PredicateBooleanExt, predicate::str::contains};
use tempfile::TempDir;

/// The tables of a report, without the manifest, which contains time and threads.
const TABLES: [&str; 9] = [
    "checkup.csv",
    "summary.csv",
    "monsters.csv",
    "seats.csv",
    "strategies.csv",
    "identities.csv",
    "cards.csv",
    "cards_by_strategy.csv",
    "games.csv",
];

/// The program in its own folder, with the small test deck.
fn kickdoor(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

/// A run of the small deck into `out`, with further arguments.
fn run(folder: &TempDir, out: &str, arguments: &[&str]) -> Command {
    let mut command = kickdoor(folder);
    command.args(["run", "mini.toml", "--quiet", "--per-game", "-o", out]).args(arguments);
    command
}

fn read(folder: &TempDir, out: &str, file: &str) -> String {
    fs::read_to_string(folder.path().join(out).join(file)).expect("it is written")
}

fn entries(path: &Path) -> usize {
    fs::read_dir(path).expect("a folder").count()
}

#[test]
fn help_names_the_commands() {
    let folder = folder();
    let names = ["run", "bench", "trace", "scenario", "compare", "deck", "strategy"];
    let help = kickdoor(&folder).arg("--help").assert().success();
    names.into_iter().fold(help, |help, name| help.stdout(contains(name)));
    kickdoor(&folder).args(["run", "--help"]).assert().success().stdout(contains("--per-game"));
    kickdoor(&folder).arg("trac").assert().code(2).stderr(contains("'trace'"));
}

/// Asks for the help of a command and of all commands below it.
fn ask_for_help(folder: &TempDir, command: &[&str]) {
    let assert = kickdoor(folder).args(command).arg("--help").assert().success();
    let help = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let listed = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or(""));
    let named =
        listed.lines().filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let below: Vec<&str> = named.filter(|name| *name != "help").collect();
    assert_eq!(
        below.is_empty(),
        !["", "deck", "plan", "strategy", "history"].contains(&command.join(" ").as_str()),
        "{help}"
    );
    below.into_iter().for_each(|name| ask_for_help(folder, &[command, &[name]].concat()));
}

/// The parser checks the arguments of a command before it reads them.
#[test]
fn the_arguments_are_consistent() {
    ask_for_help(&folder(), &[]);
}

#[test]
fn a_run_writes_a_report() {
    let folder = folder();
    let results = contains("turn position").and(contains("signature"));
    run(&folder, "a", &["-n", "60"]).assert().success().stdout(results).stderr("");
    // The tables, the manifest, the result and two pictures.
    assert_eq!(entries(&folder.path().join("a")), TABLES.len() + 4);
    assert_eq!(entries(folder.path()), 2, "nothing else is left behind");
    assert_eq!(read(&folder, "a", "games.csv").lines().count(), 61);
    let manifest: serde_json::Value = serde_json::from_str(&read(&folder, "a", "manifest.json")).expect("JSON");
    assert_eq!((manifest["games"].as_u64(), manifest["seed"].as_u64()), (Some(60), Some(1)));
    assert!(manifest["decks"][0]["rules"]["win_level"].is_u64());
}

#[test]
fn opening_values_cancel_on_each_side() {
    let folder = folder();
    run(&folder, "a", &["-n", "200", "-s", "balanced,greedy"]).assert().success();
    let (mut sums, mut deals) = ([0.0; 2], [0.0; 2]);
    for line in csv::Reader::from_reader(read(&folder, "a", "cards.csv").as_bytes()).records() {
        let line = line.expect("a line");
        let number = |column: usize| line[column].parse::<f64>().unwrap_or(0.0);
        let side = usize::from(&line[2] == "treasure");
        sums[side] += number(5) * number(7);
        deals[side] += number(5);
    }
    assert_eq!(deals, [200.0 * 4.0 * 4.0; 2]);
    assert!(sums.iter().all(|sum| sum.abs() < 1e-6 * deals[0]), "{sums:?}");
}

#[test]
fn a_run_has_a_place_of_its_own() {
    let folder = folder();
    let mut command = kickdoor(&folder);
    let played = command.args(["run", "mini.toml", "-n", "10", "-p", "3"]).assert().success();
    played.stderr(contains("written to").and(contains("mini-3p")));
    assert!(folder.path().join("reports/mini-3p/seats.csv").is_file());
    assert!(!folder.path().join("reports/mini-3p/games.csv").exists());
}

#[test]
fn threads_change_no_byte() {
    let folder = folder();
    for threads in ["1", "2", "7"] {
        run(&folder, threads, &["-n", "300", "-s", "balanced,greedy", "-j", threads]).assert().success();
    }
    for table in TABLES {
        let one = read(&folder, "1", table);
        assert_eq!(one, read(&folder, "2", table), "{table}");
        assert_eq!(one, read(&folder, "7", table), "{table}");
    }
}

#[test]
fn a_longer_run_begins_with_a_shorter_one() {
    let folder = folder();
    run(&folder, "short", &["-n", "40", "-s", "greedy,random"]).assert().success();
    run(&folder, "long", &["-n", "90", "-s", "greedy,random"]).assert().success();
    let (short, long) = (read(&folder, "short", "games.csv"), read(&folder, "long", "games.csv"));
    assert!(long.starts_with(&short));
    run(&folder, "other", &["-n", "40", "-s", "greedy,random", "--seed", "2"]).assert().success();
    assert_ne!(short, read(&folder, "other", "games.csv"));
}

#[test]
fn games_come_in_whole_blocks() {
    let folder = folder();
    let mut command = kickdoor(&folder);
    command.args(["run", "mini.toml", "-n", "10", "-o", "a", "-s", "balanced,greedy,random,random"]);
    command.assert().success().stderr(contains("playing 12 games instead of 10"));
}

#[test]
fn a_variant_is_a_switch_of_the_rules() {
    let folder = folder();
    let pairs = [
        ("listen-at-the-door", "listen_at_the_door=true"),
        ("shared-victory", "shared_victory=true"),
        ("epic", "win_level=20"),
    ];
    for (variant, rule) in pairs {
        run(&folder, variant, &["-n", "40", "--variant", variant]).assert().success();
        run(&folder, rule, &["-n", "40", "--rule", rule]).assert().success();
        run(&folder, "usual", &["-n", "40", "--force"]).assert().success();
        assert_eq!(read(&folder, variant, "games.csv"), read(&folder, rule, "games.csv"));
        assert!(read(&folder, variant, "games.csv") != read(&folder, "usual", "games.csv"), "{variant} changes games");
    }
    run(&folder, "x", &["--variant", "shared-victry"]).assert().code(2).stderr(contains("'shared-victory'"));
}

#[test]
fn shipped_decks_play_alone_and_together() {
    let folder = folder();
    let listed = kickdoor(&folder).args(["deck", "list"]).output().expect("a list");
    let listed = String::from_utf8(listed.stdout).expect("text");
    let names: Vec<&str> = listed.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(!names.is_empty());
    for name in &names {
        let arguments = ["run", name, "-n", "4", "-q", "-o", name];
        kickdoor(&folder).args(arguments).assert().success();
    }
    let mut together = kickdoor(&folder);
    together.arg("run").args(&names).args(["-n", "4", "-q", "-o", "together"]).assert().success();
}

#[test]
fn output_comes_in_other_forms() {
    let folder = folder();
    let json = run(&folder, "a", &["-n", "8", "--format", "json"]).output().expect("it runs");
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(value["report"]["seats"].as_array().map(Vec::len), Some(4));
    assert!(value["report"]["summary"][0]["value"].is_f64());
    let csv = run(&folder, "b", &["-n", "8", "--format", "csv"]).assert().success();
    csv.stdout(contains("metric,value,low,high,n,too_few_events\nturns,"));
}

/// Checks that a run ends with exit code 2 and `message`, and writes nothing.
fn fails(arguments: &[&str], message: &str) {
    let folder = folder();
    let failed = kickdoor(&folder).arg("run").args(arguments).args(["-n", "5"]).assert();
    failed.code(2).stdout("").stderr(contains("error: ").and(contains(message)));
    assert_eq!(entries(folder.path()), 1, "nothing is written");
}

#[test]
fn bad_input_is_reported_and_writes_nothing() {
    fails(&["mini.toml", "-p", "7"], "7 players, but this deck is for 3 to 6");
    fails(&["mini.toml", "-p", "2"], "2 players, but this deck is for 3 to 6");
    fails(&["mini.toml", "-s", "balancd"], "did you mean `balanced`?");
    fails(&["minni.toml"], "neither a file nor a shipped deck");
    fails(&["mini.toml", "mini.toml"], "mini.toml is given twice");
    fails(&["mini.toml", "--rule", "win_levle=9"], "did you mean `win_level`?");
    fails(&["mini.toml", "--rule", "win_level=99"], "expected a number from 2 to 20");
    fails(&["mini.toml", "-s", "random,greedy,balanced,random,greedy"], "5 strategies for 4 players");
    fails(&["mini.toml", "-j", "0"], "invalid value '0'");
    fails(&["mini.toml", "--games", "many"], "invalid value 'many'");
    fails(&["mini.toml", "-o", "mini.toml/deep"], "cannot write");
}

#[test]
fn force_without_a_baseline_to_replace_is_refused() {
    let check = ["check", "mini.toml", "mini.toml", "--force", "-n", "10"];
    kickdoor(&folder()).args(check).assert().code(2).stderr(contains("cannot be used with"));
}

#[test]
fn a_run_of_0_games_is_refused() {
    let folder = folder();
    kickdoor(&folder).args(["run", "mini.toml", "-n", "0"]).assert().code(2).stderr(contains("no game to play"));
    assert_eq!(entries(folder.path()), 1);
}

#[test]
fn a_report_is_replaced_only_with_force_and_other_folders_never() {
    let folder = folder();
    run(&folder, "a", &["-n", "5"]).assert().success();
    let before = read(&folder, "a", "manifest.json");
    run(&folder, "a", &["-n", "6"]).assert().code(2).stderr(contains("`a` exists already").and(contains("--force")));
    assert_eq!(before, read(&folder, "a", "manifest.json"));
    run(&folder, "a", &["-n", "6", "--force"]).assert().success();
    assert_eq!(read(&folder, "a", "games.csv").lines().count(), 7);
    fs::create_dir(folder.path().join("precious")).expect("a folder");
    run(&folder, "precious", &["-n", "5", "--force"]).assert().code(2).stderr(contains("is not a report"));
    assert_eq!(entries(folder.path()), 3);
}

#[test]
fn a_traced_game_is_the_game_of_the_run() {
    let folder = folder();
    let arguments = ["-s", "balanced-2,greedy", "--seed", "9"];
    run(&folder, "a", &[&["-n", "8"], &arguments[..]].concat()).assert().success();
    let games = read(&folder, "a", "games.csv");
    let line: Vec<&str> = games.lines().nth(6).expect("game 5").split(',').collect();
    let mut trace = kickdoor(&folder);
    trace.args(["trace", "mini.toml", "--game", "5", "--format", "json"]).args(arguments);
    let text = String::from_utf8(trace.output().expect("it is text").stdout).expect("text");
    let end: serde_json::Value = serde_json::from_str(text.lines().last().expect("an end")).expect("JSON");
    assert_eq!(line[0], "5");
    assert_eq!(end["winners"][0].to_string(), line[3]);
    assert_eq!(end["turns"].to_string(), line[5]);
    let words = kickdoor(&folder).args(["trace", "mini.toml", "--game", "5"]).args(arguments).assert().success();
    words.stdout(contains(format!("After {} turns", line[5])));
}

#[test]
fn decks_are_listed_checked_and_shown() {
    let folder = folder();
    kickdoor(&folder).args(["deck", "check", "mini.toml"]).assert().success().stdout(contains("monster"));
    kickdoor(&folder).args(["deck", "show", "mini.toml", "angry-bun"]).assert().success().stdout(contains("Level 1"));
    let missing = kickdoor(&folder).args(["deck", "show", "mini.toml", "angry-bnu"]).assert().code(2);
    missing.stderr(contains("did you mean `angry-bun`?"));
    kickdoor(&folder).args(["deck", "rules", "mini.toml"]).assert().success().stdout(contains("win_level = 10"));
    kickdoor(&folder).args(["deck", "schema"]).assert().success().stdout(contains("\"card\""));
    let text = fs::read_to_string(folder.path().join("mini.toml")).expect("the deck");
    fs::write(folder.path().join("wrong.toml"), text.replacen("level = ", "levle = ", 1)).expect("written");
    kickdoor(&folder).args(["deck", "check", "wrong.toml"]).assert().code(1).stderr(contains("did you mean `level`?"));
    kickdoor(&folder).args(["deck", "check", "nowhere.toml"]).assert().code(2);
}

#[test]
fn strategies_are_listed_checked_and_shown() {
    let folder = folder();
    let list = kickdoor(&folder).args(["strategy", "list"]).assert().success().stdout(contains("balanced"));
    let list = String::from_utf8_lossy(&list.get_output().stdout).into_owned();
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    kickdoor(&folder).args(["strategy", "schema"]).assert().success().stdout(contains("brain"));
    let shown = kickdoor(&folder).args(["strategy", "show", "balanced"]).output().expect("shown").stdout;
    fs::write(folder.path().join("mine.toml"), shown).expect("written");
    kickdoor(&folder).args(["strategy", "check", "mine.toml"]).assert().success();
    run(&folder, "a", &["-n", "4", "-s", "mine.toml,balanced"]).assert().success();
    fs::write(folder.path().join("wrong.toml"), "brain = \"no-such-brain\"").expect("written");
    kickdoor(&folder).args(["strategy", "check", "wrong.toml"]).assert().code(1);
    kickdoor(&folder).args(["strategy", "check", "nowhere.toml"]).assert().code(2);
}

#[test]
fn a_shown_strategy_is_a_file_of_it_and_names_the_players_of_its_playouts() {
    let folder = folder();
    let mixed = "extends = \"search\"\npopulation = [\"greedy\", { extends = \"balanced\", never = [\"help\"] }]\n";
    fs::write(folder.path().join("mixed.toml"), mixed).expect("written");
    for (name, part) in [("search", "base = \"expert\"\n"), ("mixed.toml", "never = [\"help\"]")] {
        let shown = kickdoor(&folder).args(["strategy", "show", name]).output().expect("shown").stdout;
        let shown = String::from_utf8(shown).expect("text");
        let hash = shown.lines().next().and_then(|line| line.split_once("hash ")).expect("a hash").1.to_owned();
        assert!(shown.contains(part), "{shown}");
        fs::write(folder.path().join("shown.toml"), shown).expect("written");
        kickdoor(&folder).args(["strategy", "check", "shown.toml"]).assert().success().stdout(contains(hash));
    }
}

#[test]
fn bench_prints_games_per_second() {
    let folder = folder();
    let mut command = kickdoor(&folder);
    command.args(["bench", "mini.toml", "-n", "10", "--repeat", "1", "-j", "2", "--format", "json"]);
    let measured: serde_json::Value = serde_json::from_slice(&command.output().expect("it runs").stdout).expect("JSON");
    assert_eq!(measured["speeds"].as_array().map(Vec::len), Some(2));
    assert!(measured["decisions_per_game"].as_f64() > Some(1.0));
    for speed in measured["speeds"].as_array().into_iter().flatten() {
        let [threads, seconds, cpu] = ["threads", "seconds", "cpu_seconds"].map(|name| speed[name].as_f64());
        if !cfg!(unix) {
            assert_eq!(cpu, None, "{speed}");
            continue;
        }
        let [threads, seconds, cpu] = [threads, seconds, cpu].map(|number| number.expect("a number"));
        assert!(seconds > 0.0 && cpu > 0.0 && cpu <= 1.1 * threads * seconds + 0.3, "{speed}");
    }
}

#[test]
fn counts_may_be_short() {
    let folder = folder();
    for (place, count) in [("a", "1e2"), ("b", "1_00"), ("c", "100")] {
        run(&folder, place, &["-n", count, "--seed", "1e3", "-p", "4", "-j", "2e0"]).assert().success();
    }
    let games = read(&folder, "a", "games.csv");
    assert_eq!(games.lines().count(), 101);
    assert!(games == read(&folder, "b", "games.csv") && games == read(&folder, "c", "games.csv"));
    fails(&["mini.toml", "--games", "1.5"], "such as 20000, 20_000 or 2e4");
    fails(&["mini.toml", "-p", "300"], "there are at most 6 seats");
    let sweep = ["sweep", "mini.toml", "--card", "apron", "--field", "gold", "--range", "1e2..2_00", "--step", "1e2"];
    kickdoor(&folder).args(sweep).args(["-n", "1e1", "-q", "-o", "s"]).assert().success();
    let others: [&[&str]; 4] = [
        &["trace", "mini.toml", "--game", "1e1"],
        &["bench", "mini.toml", "-n", "1e1", "--repeat", "1e0", "-j", "1"],
        &["check", "mini.toml", "mini.toml", "-n", "1e1", "-q"],
        &["impact", "mini.toml", "-s", "greedy", "-n", "1e1", "-q", "-o", "i"],
    ];
    others.into_iter().for_each(|arguments| drop(kickdoor(&folder).args(arguments).assert().success()));
}

#[test]
fn no_help_shows_a_limit_that_is_not_true() {
    let folder = folder();
    for arguments in [["run", "-p"], ["calibrate", "-r"], ["run", "-j"]] {
        let failed =
            kickdoor(&folder).args([arguments[0], "mini.toml", arguments[1], "999999999999999999999"]).assert();
        let message = String::from_utf8_lossy(&failed.code(2).get_output().stderr).into_owned();
        assert!(!message.contains("255") && !message.contains("digit") && !message.contains(".."), "{message}");
    }
}

#[test]
fn strategies_are_compared_only_where_they_meet() {
    let folder = folder();
    let head = contains("(balanced), seed 1").and(contains("95% interval"));
    run(&folder, "a", &["-n", "8"]).assert().success().stdout(head.and(contains("25.00% to 25.00%").not()));
    run(&folder, "b", &["-n", "8", "-s", "balanced,greedy"]).assert().success().stdout(contains("\nstrategy "));
}

#[test]
fn a_part_of_a_name_shows_a_card() {
    let folder = folder();
    let shown = |card: &str| kickdoor(&folder).args(["deck", "show", "mini.toml", card]).assert();
    shown("gry BU").success().stdout(contains("Angry Bun (angry-bun"));
    let several = shown("o").success();
    let text = String::from_utf8_lossy(&several.get_output().stdout).into_owned();
    assert!(text.contains("(apron") && text.contains("(promotion"), "{text}");
    shown("no such words").code(2).stderr(contains("unknown card"));
    shown(" ").code(2);
}

#[test]
fn a_search_for_scenarios_has_an_end() {
    let folder = folder();
    let deep = folder.path().join("a/b/c/d/e/f/g/h/i/j");
    fs::create_dir_all(&deep).expect("folders");
    let searched = kickdoor(&folder).args(["scenario", "a"]).assert().code(2);
    searched.stderr(contains("cannot search `a` for scenarios: it holds folders nested more than 8 deep"));
    let begun = std::time::Instant::now();
    kickdoor(&folder).args(["scenario", "/"]).assert().code(2).stderr(contains("cannot search `/` for scenarios"));
    assert!(begun.elapsed().as_secs() < 20);
    kickdoor(&folder).args(["scenario", "a/b/c"]).assert().code(2).stderr(contains("no scenario was found"));
}
