//! The `check` command: pairs of games, verdicts, exit codes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common;
use assert_cmd::Command;
use kickdoor::deck::{Deck, changes};
use kickdoor::run::{Arm, Before, Pairing, Pairs, Plan, RunControl};

fn edited(from: &str, to: &str) -> String {
    let text = common::shipped_text();
    assert!(text.contains(from), "`{from}` is in the deck");
    text.replacen(from, to, 1)
}

fn play(before: &Deck, after: &Deck, changed: bool) -> Pairs {
    let player = [common::player("balanced", before)];
    let other = [common::player("balanced", after)];
    let plan = Plan::new(4, before.players, &[0], 3, 600).expect("a plan");
    let pairing = Pairing {
        tallied: false,
        plan: &plan,
        before: Before::Play {
            arm: Arm::new(before, &player),
            changed: changes(before, after).cards.filter(|_| changed),
        },
        after: Arm::new(after, &other),
        threads: 2,
    };
    let stop = AtomicBool::new(false);
    let control = RunControl { stop: &stop, on_progress: &mut |_| {} };
    pairing.play(control).expect("lawful games")
}

#[test]
fn skipping_games_without_a_changed_card_does_not_change_the_results() {
    let short = ["win_level=6"];
    let before = common::deck_of(&common::shipped_text(), &short);
    let removed = {
        let text = common::shipped_text();
        let start = text.find("[[card]]\nid = \"nun\"").expect("the card");
        let end = start + 8 + text[start + 8..].find("[[card]]").expect("the next card");
        format!("{}{}", &text[..start], &text[end..])
    };
    for text in [
        edited(
            "id = \"nun\"\nname = \"Nun\"\nkind = \"monster\"\nlevel = 8",
            "id = \"nun\"\nname = \"Nun\"\nkind = \"monster\"\nlevel = 13",
        ),
        removed,
    ] {
        let after = common::deck_of(&text, &short);
        let (some, all) = (play(&before, &after, true), play(&before, &after, false));
        assert_eq!((&some.before, &some.after), (&all.before, &all.after));
        assert_eq!(all.replayed, 600);
        assert!(0 < some.replayed && some.replayed < 500, "{}", some.replayed);
        assert!(some.witness().is_some() && some.identical() < 600);
    }
}

#[test]
fn an_edit_that_can_change_any_game_has_no_list_of_changed_cards() {
    let before = common::shipped();
    let after = |text: &str, rules: &[&str]| common::deck_of(text, rules);
    let changed = |after: &Deck| changes(&before, after).cards;
    assert!(changed(&before).expect("a list of cards").is_empty());
    let renamed = after(&edited("name = \"Nun\"", "name = \"Abbess\""), &[]);
    assert!(changed(&renamed).expect("a list of cards").is_empty(), "a name does not affect games");
    assert_eq!(changed(&after(&common::shipped_text(), &["hand_limit=6"])), None, "a rule");
    let added = format!(
        "{}\n[[card]]\nid = \"twin\"\nname = \"Twin\"\nkind = \"monster\"\nlevel = 3\ntreasures = 1\nbad_stuff = [{{ lose_levels = 2 }}]\norigin = \"modelled\"\n",
        common::shipped_text()
    );
    assert_eq!(changed(&after(&added, &[])), None, "one more card");
    let moved = edited("name = \"Nun\"", "name = \"Nun\"\ndeck = \"treasure\"");
    assert_eq!(changed(&after(&moved, &[])), None, "one more card in the other pile");
}

struct Decks {
    folder: tempfile::TempDir,
}

impl Decks {
    fn new() -> Decks {
        Decks { folder: tempfile::tempdir().expect("a folder") }
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("it is written");
        path
    }
}

/// A rule for shorter games.
const SHORT: [&str; 2] = ["--rule", "win_level=6"];

/// The exit code and the output of a check of short games.
fn check(before: &Path, after: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.arg("check").arg(before).arg(after).args(args).args(SHORT);
    let output = command.arg("--quiet").output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

#[test]
fn a_renamed_card_is_equivalent() {
    let decks = Decks::new();
    let before = decks.write("before.toml", &common::shipped_text());
    let after = decks.write("after.toml", &edited("name = \"Nun\"", "name = \"Abbess\""));
    let (code, text) = check(&before, &after, &["-n", "200"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("200 of 200 games identical (100.00%), 0 played twice"), "{text}");
    assert!(text.contains("Cards most moved: none of 144"), "{text}");
    assert!(text.contains("equivalent: "), "{text}");
}

#[test]
fn too_few_different_games_give_no_verdict() {
    let decks = Decks::new();
    let before = decks.write("before.toml", &common::shipped_text());
    let after = decks.write("after.toml", &common::shipped_text().replace("\nlevel = 8\n", "\nlevel = 20\n"));
    for games in ["2", "4", "10"] {
        for margin in ["0.1", "50"] {
            let (code, text) = check(&before, &after, &["-n", games, "--margin", margin]);
            assert_eq!(code, Some(3), "{text}");
            assert!(text.contains("and a verdict needs 30"), "{text}");
        }
    }
}

#[test]
fn shift_inconclusive_and_equivalent_have_their_own_exit_codes() {
    let decks = Decks::new();
    let before = decks.write("before.toml", &common::shipped_text());
    let after = decks.write("after.toml", &common::shipped_text().replace("\nlevel = 8\n", "\nlevel = 20\n"));
    let (code, text) = check(&before, &after, &["-n", "800"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("SHIFT") && text.contains("has a different winner") && text.contains("kickdoor trace"),
        "{text}"
    );
    let nun = decks.write(
        "nun.toml",
        &edited("name = \"Nun\"\nkind = \"monster\"\nlevel = 8", "name = \"Nun\"\nkind = \"monster\"\nlevel = 12"),
    );
    let (code, text) = check(&before, &nun, &["-n", "300", "--margin", "0.2", "--format", "markdown"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.starts_with("### Balance check: inconclusive"), "{text}");
    assert!(text.contains("<details><summary>Cards most moved, 10 of 144: screening"), "{text}");
    let (code, text) = check(&before, &nun, &["-n", "300", "--margin", "50", "--format", "json"]);
    assert_eq!(code, Some(0), "{text}");
    let json: serde_json::Value = serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["report"].clone();
    assert_eq!(json["games"], 300);
    let moved = json["moved"].as_array().expect("a list");
    let far = |row: &serde_json::Value| row["shrunken"].as_f64().expect("dealt").abs();
    assert!(moved.len() == 144 && moved.windows(2).all(|pair| far(&pair[0]) >= far(&pair[1])));
    assert!(moved.iter().all(|row| row["n"].as_u64() > Some(0) && row["adjusted_p"].is_number()));
    assert!(json["metrics"].as_array().expect("metrics").iter().any(|row| row["metric"] == "opening_value.nun"));
}

#[test]
fn an_edited_card_is_dealt_on_until_its_interval_is_narrow_enough() {
    let decks = Decks::new();
    let before = decks.write("before.toml", &common::shipped_text());
    let nun = decks.write(
        "nun.toml",
        &edited("name = \"Nun\"\nkind = \"monster\"\nlevel = 8", "name = \"Nun\"\nkind = \"monster\"\nlevel = 12"),
    );
    let report = |margin: &str, threads: &str| {
        let arguments = ["-n", "400", "--seed", "3", "--margin", margin, "-j", threads, "--format", "json"];
        let (_, text) = check(&before, &nun, &arguments);
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["report"].clone()
    };
    assert!(report("50", "2")["further"].is_null(), "the interval is narrow enough");
    let one = report("10", "1");
    let games = one["further"]["games"].as_u64().expect("more games");
    let deals = one["further"]["blocks"].as_u64().expect("more deals");
    assert!(0 < games && games < 400 && 3 * games < deals, "{games} of {deals}");
    assert_eq!(one["further"]["cards"][0], "Nun");
    let row = |report: &serde_json::Value| {
        let rows = report["metrics"].as_array().expect("rows").iter();
        rows.clone().find(|row| row["metric"] == "opening_value.nun").expect("the edited card").clone()
    };
    let number = |row: &serde_json::Value, field: &str| row[field].as_f64().expect("a number");
    let reach = (number(&row(&one), "high") - number(&row(&one), "low")) / 2.0;
    assert!(reach < 1.2 * 0.05, "about half the margin: {reach}");
    assert_eq!(row(&one)["n"], 400 + games);
    let two = report("10", "2");
    assert_eq!((&one["metrics"], &one["moved"], &one["further"]), (&two["metrics"], &two["moved"], &two["further"]));
    assert_eq!(report("0.1", "2")["further"]["games"], 400, "at most as many games as before");
}

#[test]
fn until_decided_stops_when_every_metric_has_a_verdict_or_at_the_maximum() {
    let decks = Decks::new();
    let before = decks.write("before.toml", &common::shipped_text());
    let same = decks.write("same.toml", &edited("name = \"Nun\"", "name = \"Abbess\""));
    let (code, text) = check(&before, &same, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("planned: one look at 8,000 of at most 400,000 pairs of games"), "{text}");
    // One Level more changes many games, but no metric by as much as the intervals of so few games are wide.
    let nun = edited("name = \"Nun\"\nkind = \"monster\"\nlevel = 8", "name = \"Nun\"\nkind = \"monster\"\nlevel = 9");
    let nun = decks.write("nun.toml", &nun);
    let (code, text) = check(&before, &nun, &["-n", "1100", "--until-decided", "--margin", "0.1"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("one look at 1,100 of at most 1,100 pairs of games"), "{text}");
    let hard = decks.write("hard.toml", &common::shipped_text().replace("\nlevel = 8\n", "\nlevel = 13\n"));
    let (code, text) = check(&before, &hard, &["-n", "2000", "--until-decided"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("one look at 2,000 of at most 2,000 pairs") && text.contains("SHIFT"), "{text}");
    let (code, text) = check(&before, &same, &["--power", "1"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("the power is 1, expected 0.5 to 0.999"), "{text}");
}

/// The number of games depends on the clock, so the note names it; with this number the result is the same.
#[test]
fn a_limit_of_seconds_is_repeated_by_its_number_of_games() {
    let decks = Decks::new();
    let mini = fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    let before = decks.write("before.toml", &mini);
    let after = decks.write("after.toml", &mini.replacen("level = 4", "level = 5", 1));
    let options = ["-p", "3", "-s", "greedy", "--rule", "max_turns=2", "--margin", "0.01", "--format", "json"];
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        command.env("NO_COLOR", "1").arg("check").args([&before, &after]).args(options).args(more);
        let output = command.output().expect("it runs");
        (output.status.code(), [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()))
    };
    let (code, [json, notes]) = run(&["--seconds", "0.05"]);
    assert_eq!(code, Some(3), "{notes}");
    let report: serde_json::Value = serde_json::from_str::<serde_json::Value>(&json).expect("JSON")["report"].clone();
    let most = report["max_games"].as_u64().expect("a limit");
    assert!((2_000..400_000).contains(&most) && report["games"].as_u64() <= Some(most), "{most}");
    assert!(notes.contains(&format!("`--games {most} --until-decided`")), "{notes}");
    let (again, [same, _]) = run(&["--games", &most.to_string(), "--until-decided"]);
    assert_eq!((again, same), (code, json));
    for (more, words) in [
        (&["--seconds", "0"][..], "expected more than 0"),
        (&["--seconds", "-1"], "expected more than 0"),
        (&["--seconds", "9", "--games", "60"], "cannot be used with"),
    ] {
        let (code, [_, messages]) = run(more);
        assert!(code == Some(2) && messages.contains(words), "{more:?}: {messages}");
    }
}

#[test]
fn invalid_margins_and_misspelt_decks_are_explained() {
    let decks = Decks::new();
    let before = decks.write("before.toml", &common::shipped_text());
    let (code, text) = check(&before, &before, &["--margin", "0"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("expected more than 0"), "{text}");
    let (code, text) = check(&before, Path::new("zombeis"), &[]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("zombies"), "{text}");
}

/// A small deck whose games the first player wins too often, and an edit of it.
const UNFAIR: &str = include_str!("decks/mini.toml");

#[test]
fn a_project_beside_the_deck_gives_the_table_and_the_targets() {
    let decks = Decks::new();
    let before = decks.write("before.toml", UNFAIR);
    let after = decks.write("after.toml", &UNFAIR.replacen("level = 2\n", "level = 9\n", 1));
    let check = |project: &str, arguments: &[&str]| {
        decks.write("kickdoor.toml", project);
        let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        command.arg("check").arg(&before).arg(&after).args(arguments).args(["-q", "--format", "json"]);
        let output = command.output().expect("it runs");
        let text = String::from_utf8_lossy(if output.stdout.is_empty() { &output.stderr } else { &output.stdout });
        (output.status.code(), text.into_owned())
    };
    let table = "[table]\nplayers = 3\nstrategies = [\"greedy\"]\nseed = 5\n[targets]\n";
    let json = |project: &str, arguments: &[&str]| {
        let (code, text) = check(&format!("{table}{project}"), arguments);
        (code, serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|_| panic!("{text}"))["report"].clone())
    };
    // Games become longer by more than the margin.
    let few = ["-n", "1500"];
    let (code, plain) = json("", &few);
    assert_eq!((code, &plain["metrics"][0]["verdict"]), (Some(1), &"shift".into()), "{plain}");
    let title = plain["title"].as_str().expect("a title");
    assert!(title.contains("3 players, seed 5"), "{title}");
    let [was, is] = ["before", "after"].map(|side| plain["metrics"][0][side].as_f64().expect("turns"));
    assert!(is > was + 1.0, "{was} {is}");
    let verdict = |target: String| {
        let (code, json) = json(&target, &few);
        let row = json["targets"][0].clone();
        (code, json["metrics"][0]["verdict"].as_str().expect("a verdict").to_owned(), row["state"].clone())
    };
    let far = verdict(format!("turns = {{ at_least = {} }}", is + 20.0));
    assert_eq!((far.1.as_str(), &far.2), ("improved", &"missed".into()));
    let there = verdict(format!("turns = {{ at_least = {} }}", was + 0.5 * (is - was)));
    assert_eq!((there.1.as_str(), &there.2), ("improved", &"met".into()));
    let left = verdict(format!("turns = {{ at_most = {} }}", was + 0.5 * (is - was)));
    assert_eq!((left.0, left.1.as_str(), &left.2), (Some(1), "missed", &"missed".into()));
    // A metric from counts, and the values of all cards.
    let (_, all) = json("share_fights_won = [0, 1]\nopening_value.\"*\" = { within = 90 }", &few);
    let targets = all["targets"].as_array().expect("targets");
    assert!(targets.len() > 20 && targets.iter().all(|row| row["state"] == "met"), "{all}");
    assert!(all["metrics"].as_array().expect("rows").iter().any(|row| row["metric"] == "share_fights_won"));
    // A target of one card lets it decide, although it was not edited.
    let (_, card) = json("opening_value.angry-bun = { within = 90 }", &few);
    let rows = card["metrics"].as_array().expect("rows");
    assert!(rows.iter().any(|row| row["metric"] == "opening_value.angry-bun"), "{card}");
    // Options take precedence, and a margin can belong to one metric.
    let (_, wide) = json("", &["-n", "90", "--seed", "6", "--margin", "turns=49", "--margin", "9"]);
    assert!(wide["title"].as_str().expect("a title").contains("seed 6"));
    let margin = |row: usize| wide["metrics"][row]["margin"].as_f64().expect("a margin");
    assert!(margin(0) > 0.4 * was && (margin(1) - 0.09).abs() < 1e-9);
    for (project, wanted) in [
        ("turn = [1, 2]", &["unknown metric `turn`", "did you mean `turns`?", ":6:8", "kickdoor.toml"][..]),
        ("turns = [1, 2, 3]", &["expected a range of numbers", "within = 3"]),
        ("turns = [2, 1]", &["the range is empty: 2 is more than 1"]),
        ("turns = { withn = 1 }", &["unknown field `withn`", "did you mean `within`?"]),
        ("opening_value.angry-bum = { within = 1 }", &["did you mean `opening_value.angry-bun`?"]),
        ("[tables]", &["unknown field `tables`", "did you mean `table`?"]),
    ] {
        let (code, text) = check(&format!("{table}{project}\n"), &few);
        assert_eq!(code, Some(2), "{text}");
        wanted.iter().for_each(|words| assert!(text.contains(words), "{words}: {text}"));
    }
    let (code, text) = check(table, &["--metric", "fight"]);
    assert!(code == Some(2) && text.contains("did you mean `fights`?"), "{text}");
}

#[test]
fn an_inconclusive_check_ends_as_it_is_told() {
    let decks = Decks::new();
    let before = decks.write("before.toml", UNFAIR);
    let after = decks.write("after.toml", &UNFAIR.replacen("level = 2\n", "level = 9\n", 1));
    for (told, wanted) in [("pass", 0), ("fail", 1), ("undecided", 3)] {
        let (code, text) = check(&before, &after, &["-n", "9", "-p", "3", "--inconclusive", told]);
        assert_eq!(code, Some(wanted), "{text}");
    }
}
