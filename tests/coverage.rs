//! `deck coverage`: what happens with each card, and the parts of cards on which no game depends.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::{PredicateBooleanExt, predicate::str::contains};
use tempfile::TempDir;

/// A set in which a number and an effect are inert: no hand has forty cards, and no helper has the turn.
const DECK: &str = r#"
[set]
id = "small"
name = "Small"
players = { min = 3, max = 3 }

[rules]
deal = 2

[[card]]
id = "weasel"
name = "Weasel"
kind = "monster"
copies = 15
level = 3
treasures = 1
bad_stuff = [
  { lose_hand = { count = 50 } },
  { if = { test = { all = ["is_helper", "own_turn"] }, then = ["die"] } },
]
origin = "modelled"

[[card]]
id = "stick"
name = "Stick"
kind = "item"
copies = 20
bonus = 1
gold = 300
origin = "modelled"
"#;

fn folder(deck: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    fs::write(folder.path().join("small.toml"), deck).expect("written");
    folder
}

fn kickdoor(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(arguments);
    command
}

/// What `deck coverage` prints, the same with any number of threads.
fn coverage(folder: &TempDir, arguments: &[&str]) -> String {
    let run = |threads: &str| {
        let output =
            kickdoor(folder, &["deck", "coverage", "-q", "-j", threads]).args(arguments).output().expect("run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let text = run("1");
    assert_eq!(text, run("2"), "threads change nothing");
    text
}

/// The set with statements about inert parts of its monster.
fn stating(inert: &str) -> String {
    DECK.replacen("level = 3\n", &format!("level = 3\ninert = {inert}\n"), 1)
}

#[test]
fn each_part_of_each_card_is_counted() {
    let text = coverage(&folder(DECK), &["mini.toml", "-n", "200", "--format", "csv"]);
    assert!(text.starts_with("set,card,name,strategy,part,count,reason\n"), "{text}");
    let count = |card: &str, part: &str| {
        let start = |line: &&str| line.contains(&format!(",{card},")) && line.contains(&format!(",{part},"));
        let line = text.lines().find(start).unwrap_or_else(|| panic!("{card} {part}: {text}"));
        line.split(',').nth(5).and_then(|count| count.parse::<u64>().ok()).expect("a count")
    };
    assert!(count("baker", "drawn") > count("baker", "played"));
    assert!(count("baker", "held") > count("baker", "employed"));
    assert!(count("baker", "played") > 0 && count("baker", "use[0]") > 0);
    assert!(count("sourdough", "on[0]") > 0);
    assert!(count("angry-bun", "played") >= count("angry-bun", "bad_stuff"));
    assert!(count("apron", "bonus") > 0 && count("butcher", "strength[0]") > 0 && count("butcher", "grants") > 0);
}

#[test]
fn a_table_has_a_column_for_each_strategy() {
    let text = coverage(&folder(DECK), &["small.toml", "-n", "30", "-p", "3", "-s", "balanced,random", "--all"]);
    assert!(text.starts_with("small, 3 players (balanced, random), seed 1\n"), "{text}");
    let heads = text.lines().find(|line| line.starts_with("card")).expect("heads");
    let line = text.lines().rfind(|line| line.starts_with("Weasel  bad_stuff")).expect("a line");
    assert_eq!(heads.split_whitespace().collect::<Vec<_>>(), ["card", "part", "balanced", "random"]);
    assert_eq!(heads.chars().count(), line.chars().count(), "aligned");
}

#[test]
fn unused_parts_are_listed_alone() {
    let folder = folder(DECK);
    let arguments = ["mini.toml", "-n", "100", "-s", "greedy", "-p", "3"];
    let all = coverage(&folder, &[&arguments[..], &["--format", "csv"]].concat());
    let unused = coverage(&folder, &[&arguments[..], &["--format", "csv", "--unused"]].concat());
    let zero = |line: &&str| line.split(',').nth(5) == Some("0");
    assert!(unused.lines().count() > 1 && unused.lines().skip(1).all(|line| zero(&line)), "{unused}");
    assert_eq!(all.lines().filter(zero).count(), unused.lines().count() - 1);
    let table = coverage(&folder, &[&arguments[..], &["--unused"]].concat());
    assert!(table.contains("parts never take effect\n") && !table.contains("drawn "), "{table}");
}

#[test]
fn exactly_the_inert_number_and_the_inert_effect_are_reported() {
    let text = coverage(
        &folder(DECK),
        &["small.toml", "-p", "3", "-s", "random", "-n", "40", "--rule", "win_level=4", "--perturb", "--format", "csv"],
    );
    let expected = "set,card,name,part,verdict,change,games,reason\n\
        small,weasel,Weasel,bad_stuff[0].lose_hand.count,inert,50 to 60 or 40,40,\n\
        small,weasel,Weasel,bad_stuff[1],inert,removed,40,\n";
    assert_eq!(text, expected);
}

#[test]
fn a_deck_explains_its_inert_parts() {
    let folder = folder(&stating(r#"{ "bad_stuff[1]" = "only helpers read it", level = "no reason" }"#));
    let arguments = ["small.toml", "-p", "3", "-s", "random", "-n", "40", "--rule", "win_level=4", "--perturb"];
    let text = coverage(&folder, &arguments);
    assert!(
        text.contains("\n1 change no game\nWeasel  bad_stuff[0].lose_hand.count  50 to 60 or 40  40 games\n"),
        "{text}"
    );
    assert!(text.contains("explained\nWeasel  bad_stuff[1]  removed  40 games  only helpers read it\n"), "{text}");
    assert!(text.contains("\n1 explained as inert, but they change games\nWeasel  level  no reason\n"), "{text}");
    let rows: serde_json::Value =
        serde_json::from_str(&coverage(&folder, &[&arguments[..], &["--format", "json"]].concat())).expect("JSON");
    let verdicts: Vec<&str> = rows.as_array().into_iter().flatten().filter_map(|row| row["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["inert", "explained", "stale"]);
}

#[test]
fn statements_about_inert_parts_change_no_game_and_name_a_part() {
    let plain = folder(DECK);
    let stating_folder = folder(&stating(r#"{ level = "a reason" }"#));
    let games = |folder: &TempDir| {
        kickdoor(folder, &["run", "small.toml", "-p", "3", "-n", "20", "-q", "--per-game", "-o", "a"])
            .assert()
            .success();
        fs::read_to_string(folder.path().join("a/games.csv")).expect("games")
    };
    assert_eq!(games(&plain), games(&stating_folder));
    let refused = |inert: &str| kickdoor(&folder(&stating(inert)), &["deck", "check", "small.toml"]).assert().code(1);
    refused(r#"{ "bad_stuff[7]" = "a reason" }"#)
        .stderr(contains("unknown part `bad_stuff[7]`").and(contains("did you mean")));
    refused(r#"{ level = " " }"#)
        .stderr(contains("expected a reason, found a blank string").and(contains("field `inert.level`")));
}

/// Uses that four `balanced` make at most once in 10,000 games, by design; `inert` in the deck says why.
const HARDLY_EVER_MADE: [&str; 3] =
    ["axe-cop unicorn-horn use[2]", "classic magic-lamp use[3]", "x-men team-pose-rehearsed use[0]"];

/// Numbers of games; the second one is played only if a use is still missing after the first.
const GAMES: [&str; 2] = ["600", "10000"];

/// A seed with which the first games show even the rarest uses of a set, to save time.
fn telling_seed(set: &str) -> &'static str {
    match set {
        "zombies" => "2",
        "axe-cop" => "4",
        "fu" => "5",
        "classic" => "25",
        _ => "1",
    }
}

/// The uses of a shipped set that four `balanced` should make, and do not make in the first games, up to this number.
fn unmade_uses(folder: &TempDir, set: &str, games: &str) -> Vec<String> {
    let arguments = ["deck", "coverage", set, "-n", games, "--seed", telling_seed(set), "-q", "--format", "csv"];
    let output = kickdoor(folder, &arguments).output().expect("run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let is_use = |part: &str| part.strip_prefix("use[").is_some_and(|rest| rest.ends_with(']') && !rest.contains('.'));
    let mut rows = csv::Reader::from_reader(&output.stdout[..]);
    let rows = rows.records().map(|row| row.expect("a row"));
    let unmade = rows.filter(|row| is_use(&row[4]) && &row[5] == "0");
    let names = unmade.map(|row| format!("{} {} {}", &row[0], &row[1], &row[4]));
    names.filter(|name| !HARDLY_EVER_MADE.contains(&name.as_str())).collect()
}

#[test]
fn balanced_makes_every_use_of_every_shipped_card() {
    let folder = folder(DECK);
    for set in kickdoor::deck::DeckSource::shipped_names() {
        let [few, many] = GAMES;
        let complete = unmade_uses(&folder, set, few).is_empty();
        let unmade = if complete { Vec::new() } else { unmade_uses(&folder, set, many) };
        assert!(unmade.is_empty(), "{unmade:?}");
    }
}
