//! Advice in traces: it changes no game, sees no hidden card, and counts the same on any number of threads.

use std::fs;
use std::sync::atomic::AtomicBool;

use crate::common;
use assert_cmd::Command;
use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Decision, EventLog, LoggedTable, Mind, Progress, View};
use kickdoor::run::{Advising, Arm, Deviations, Plan, deviations};
use kickdoor::strategy::{Adviser, Player};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with the small test deck and an adviser that learns from few games.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    let quick = "brain = \"search\"\n[weights]\nlessons = 20\nplayouts = 4\ncaution = 0\n";
    fs::write(folder.path().join("quick.toml"), quick).expect("a strategy");
    folder
}

/// The exit code, the results and the messages of `trace`.
fn trace(folder: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").arg("trace").args(arguments.split_whitespace());
    let output = command.output().expect("it runs");
    let [out, messages] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code(), out, messages)
}

fn without(text: &str, part: &str) -> String {
    text.lines().filter(|line| !line.contains(part)).map(|line| format!("{line}\n")).collect()
}

fn events(text: &str, event: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["event"] == event).collect()
}

#[test]
fn the_game_is_the_same_with_advice() {
    let folder = folder();
    for options in ["--game 2", "--game 3 --strategy greedy,balanced -p 3"] {
        for (format, line) in [("json", "\"event\":\"advised\""), ("text", "Advice to seat")] {
            let told = |more: &str| trace(&folder, &format!("mini.toml {options} --format {format} {more}")).1;
            let (plain, advised) = (told(""), told("--advice quick.toml"));
            assert!(advised.contains(line) && !plain.contains(line), "{advised}");
            let game = advised.split("\nAdvice of ").next().unwrap_or_default();
            assert_eq!(without(game, line).trim_end(), plain.trim_end(), "{options}");
        }
    }
}

#[test]
fn every_choice_is_judged_and_the_documents_describe_the_record() {
    let folder = folder();
    let (code, told, messages) = trace(&folder, "mini.toml --game 2 --format json --advice quick.toml");
    assert_eq!(code, Some(0), "{messages}");
    let (chosen, advised) = (events(&told, "chosen"), events(&told, "advised"));
    let words = trace(&folder, "mini.toml --game 2 --advice quick.toml").1.replace(',', "");
    let sum = format!(" of {} decisions\n", chosen.len());
    let differs = words.split_once("Advice of quick: differs at ").and_then(|(_, rest)| rest.split_once(&sum));
    let differs: usize = differs.and_then(|(number, _)| number.parse().ok()).expect("the number of deviations");
    assert!((1..differs).contains(&advised.len()), "{} of {differs}", advised.len());
    let docs = fs::read_to_string("docs/TRACE.md").expect("the documentation");
    let row = docs.lines().find(|row| row.starts_with("| `advised` |")).expect("a row");
    for line in &advised {
        assert!(line["advice"] != line["made"] && line["playouts"] == 4, "{line}");
        let [lead, error] = ["lead", "error"].map(|field| line[field].as_f64().expect("a number"));
        assert!(error >= 0.0 && lead > 2.0 * error, "{line}");
        let fields = line.as_object().expect("an object").keys();
        fields.for_each(|field| assert!(field == "event" || row.contains(&format!("`{field}`")), "{field}"));
    }
    let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for pair in lines.windows(2).filter(|pair| pair[0]["event"] == "advised") {
        assert_eq!((&pair[1]["event"], &pair[1]["choice"]), (&Value::from("chosen"), &pair[0]["made"]));
    }
}

#[test]
fn advice_can_concern_one_seat_and_be_measured_to_the_end() {
    let folder = folder();
    let advised: Vec<Value> = (0..4)
        .flat_map(|game| {
            let words = format!("mini.toml --game {game} --format json --advice quick.toml --seat 2 --to-the-end");
            events(&trace(&folder, &words).1, "advised")
        })
        .collect();
    assert!(!advised.is_empty() && advised.iter().all(|line| line["seat"] == 2), "{advised:?}");
    for line in advised {
        let quarters = line["lead"].as_f64().expect("a number") * 4.0 * 60.0;
        assert!(
            (quarters - quarters.round()).abs() < 1e-3,
            "4 playouts to the end, in which a win may be shared: {line}"
        );
    }
}

#[test]
fn a_player_agrees_with_itself() {
    let folder = folder();
    // Whom it expects in the other seats depends on what it heard, so the adviser must hear the same.
    let population = "extends = \"quick.toml\"\npopulation = [\"balanced\", \"lone-wolf\", \"greedy\"]\n";
    fs::write(folder.path().join("wary.toml"), population).expect("a strategy");
    for player in ["quick.toml", "wary.toml"] {
        let words = format!("mini.toml --strategy {player} --advice {player}");
        let (_, told, messages) = trace(&folder, &format!("{words} --game 1 --format json"));
        assert!(events(&told, "advised").is_empty() && !events(&told, "chosen").is_empty(), "{messages}");
        let (_, told, messages) = trace(&folder, &format!("{words} -n 4 -q"));
        assert!(told.contains(": differs at 0 of "), "{told}{messages}");
    }
}

/// The advice to `balanced` in games of the `zombies` deck.
fn found(deck: &Deck, games: u64, threads: usize) -> Deviations {
    let adviser = Adviser::new(common::searcher(deck, "playouts = 4"), false).expect("it looks ahead");
    let players = [common::player("balanced", deck)];
    let plan = Plan::new(4, deck.players, &[0], 1, games).expect("a plan");
    let (arm, advising) = (Arm::new(deck, &players), Advising { adviser: &adviser, seat: None });
    let played = deviations(arm, &plan, advising, threads, &AtomicBool::new(false), &mut |_| {});
    let found = played.expect("lawful games");
    assert_eq!(found.sums.games, plan.games());
    found
}

#[test]
fn threads_do_not_change_the_table() {
    let deck = common::deck_of(&common::shipped_text(), &["win_level=6"]);
    let [one, other] = [1, 2].map(|threads| found(&deck, 5, threads));
    assert_eq!(one, other);
    assert!(one.sums.games == 5 && one.kinds.len() > 20, "{} kinds", one.kinds.len());
}

/// Asks again with other hidden cards and keys, and with the same `Mind`. Returns the number of decisions compared.
fn same_advice(deck: &Deck, adviser: &Adviser) -> u32 {
    let player = common::player("balanced", deck);
    let advise = |view: View<'_>, decision: Decision, options: &[Choice], made: Choice, mind: Mind| {
        adviser.advise(view, decision.question, options, made, mind)
    };
    let mut table = common::table(deck, common::game_setup(4, 9, 0));
    let mut compared = 0;
    while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
        let (seat, mind) = (decision.seat, table.mind(decision.seat));
        let made = player.choose(table.view(seat), decision.question, table.options(), &mut { mind });
        if !common::looks_into_a_hand(decision.question) {
            let advice = advise(table.view(seat), decision, table.options(), made, mind);
            let other = table.view(seat).resample(u64::from(compared));
            let mut other = LoggedTable::resume(deck, other, EventLog::new());
            assert_eq!(other.advance().expect("a lawful game"), Progress::Asks(decision));
            let same = advise(other.view(seat), decision, other.options(), made, mind);
            assert_eq!(same, advice, "{decision:?}");
            compared += 1;
        }
        table.apply(made).expect("an offered choice");
    }
    compared
}

#[test]
fn hidden_cards_and_keys_do_not_change_advice() {
    let deck = common::deck_of(&common::shipped_text(), &["win_level=6"]);
    let adviser = Adviser::new(common::searcher(&deck, "playouts = 8"), false).expect("it looks ahead");
    let compared = same_advice(&deck, &adviser);
    assert!(compared > 150, "{compared} decisions compared");
}

#[test]
fn only_players_that_look_ahead_can_advise() {
    let deck = common::deck_of(&common::shipped_text(), &["win_level=6"]);
    for name in ["balanced", "greedy", "random"] {
        assert!(Adviser::new(common::player(name, &deck), false).is_none(), "{name}");
    }
}

#[test]
fn the_table_has_all_kinds_of_deviations() {
    let folder = folder();
    let arguments = "mini.toml --advice quick.toml -n 4 -q";
    let (code, text, messages) = trace(&folder, arguments);
    assert_eq!(code, Some(0), "{messages}");
    assert!(text.starts_with("mini, 4 players (balanced), seed 1: 4 games\n\nAdvice of quick: differs at "), "{text}");
    let (_, json, _) = trace(&folder, &format!("{arguments} --format json"));
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let sum = |list: &str, field: &str| -> u64 {
        let rows = report[list].as_array().expect("a list");
        rows.iter().map(|row| row[field].as_u64().expect("a count")).sum()
    };
    assert!(sum("questions", "deviations") > 0);
    assert_eq!(sum("questions", "deviations"), sum("deviations", "times"));
    for row in report["deviations"].as_array().expect("a list").iter().filter(|row| row["low"].is_number()) {
        let [low, lead, high] = ["low", "lead", "high"].map(|field| row[field].as_f64().expect("a number"));
        assert!(low <= lead && lead <= high, "{row}");
    }
}

#[test]
fn bad_input_is_explained() {
    let folder = folder();
    for (arguments, message) in [
        ("--advice greedy", "`greedy` has the brain `greedy`, which gives no advice"),
        ("--advice serch", "did you mean `search`?"),
        ("--advice quick.toml --seat 5", "there is no seat 5, expected 1 to 4"),
        ("--advice quick.toml --seat 0", "expected at least 1"),
        ("--advice quick.toml --games 0", "there is no game to play"),
        ("--games 5", "--advice"),
        ("--seat 1", "--advice"),
        ("--advice quick.toml --games 5 --game 1", "cannot be used with"),
    ] {
        let (code, out, messages) = trace(&folder, &format!("mini.toml {arguments}"));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments}: {messages}");
        assert!(messages.starts_with("error: ") && messages.contains(message), "{arguments}: {messages}");
    }
}
