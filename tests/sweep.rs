//! The `sweep` command: its files, the consistency of its numbers, and errors.

use std::collections::BTreeMap;
use std::fs;

use assert_cmd::Command;
use kickdoor::report::Row;
use kickdoor::report::sweep::SweepRow;
use tempfile::TempDir;

const METRICS: [&str; 4] = ["opening_value", "turns", "deaths", "gap"];

type Line = BTreeMap<String, String>;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

/// The exit code and the output.
fn sweep(folder: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(["sweep", "mini.toml", "--quiet"]);
    let output = command.args(arguments.split_whitespace()).output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

fn read(folder: &TempDir, file: &str) -> String {
    fs::read_to_string(folder.path().join(file)).expect("it is written")
}

fn lines(folder: &TempDir, file: &str) -> Vec<Line> {
    let text = read(folder, file);
    assert!(
        text.starts_with(&format!("{}\n", SweepRow::header().join(","))),
        "the header is part of the interface: {text}"
    );
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|line| line.expect("a line of all columns")).collect()
}

fn number(line: &Line, column: &str) -> f64 {
    line[column].parse().unwrap_or(f64::NAN)
}

#[test]
fn every_metric_has_a_line_for_each_value() {
    let folder = folder();
    let (code, text) = sweep(&folder, "--card inspector --field level --range 5..11 --step 3 -n 400 -o out");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Health Inspector: opening value, percentage points, by level"), "{text}");
    assert!(text.contains("\n        8* ") && text.contains("95% confidence set"), "{text}");
    let lines = lines(&folder, "out/sweep.csv");
    let found: Vec<(&str, &str)> = lines.iter().map(|line| (line["metric"].as_str(), line["value"].as_str())).collect();
    let expected = METRICS.iter().flat_map(|metric| ["5", "8", "11"].map(|value| (*metric, value)));
    assert_eq!(found, expected.collect::<Vec<_>>());
    for line in &lines {
        let of = |column: &str| number(line, column);
        assert_eq!(of("games"), 400.0);
        assert!(of("low") <= of("estimate") && of("estimate") <= of("high"), "{line:?}");
        assert!(of("change_low") <= of("change") && of("change") <= of("change_high"), "{line:?}");
        if line["value"] == "8" {
            assert_eq!(["change", "change_low", "change_high", "identical_share"].map(of), [0.0, 0.0, 0.0, 1.0]);
        } else {
            assert!(0.0 < of("identical_share") && of("identical_share") < 1.0, "{line:?}");
            let printed = lines.iter().find(|other| other["metric"] == line["metric"] && other["value"] == "8");
            let printed = number(printed.expect("the printed value"), "estimate");
            assert!((of("estimate") - printed - of("change")).abs() < 3e-6, "{line:?}");
        }
    }
    let svg = read(&folder, "out/sweep.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("</circle>").count(), 3, "a dot for each value");
    let manifest: serde_json::Value = serde_json::from_str(&read(&folder, "out/manifest.json")).expect("JSON");
    assert_eq!(
        (&manifest["study"]["question"]["field"], &manifest["study"]["question"]["printed"]),
        (&"level".into(), &8.into())
    );
    assert!(manifest["study"]["played"].as_u64() <= Some(1200) && manifest["games"] == 400);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let folder = folder();
    let same = "--card stove --field bonus --range=-3..3 --step 3 -n 300 --metric turns --target 20";
    let (one, one_text) = sweep(&folder, &format!("{same} -j 1 -o one"));
    let (three, three_text) = sweep(&folder, &format!("{same} -j 3 -o three"));
    assert_eq!((one, &one_text), (three, &three_text));
    assert_eq!(one, Some(0), "{one_text}");
    for file in ["sweep.csv", "sweep.svg"] {
        assert_eq!(read(&folder, &format!("one/{file}")), read(&folder, &format!("three/{file}")), "{file}");
    }
}

/// By default, games are played with the card in an opening hand until the opening value is precise enough.
#[test]
fn a_precision_sets_the_number_of_deals_of_the_card() {
    let folder = folder();
    let same = "--card butcher --field strength[0].add --range=-3..5 --step 4 --precision 4 --rule win_level=3";
    let (one, one_text) = sweep(&folder, &format!("{same} -j 1 -o one"));
    let (three, three_text) = sweep(&folder, &format!("{same} -j 3 -o three"));
    assert_eq!((one, &one_text), (three, &three_text));
    assert_eq!(one, Some(0), "{one_text}");
    assert!(one_text.contains("by strength[0].add") && one_text.contains("games with each value"), "{one_text}");
    assert_eq!(read(&folder, "one/sweep.csv"), read(&folder, "three/sweep.csv"));
    for line in lines(&folder, "one/sweep.csv") {
        let half = (number(&line, "high") - number(&line, "low")) / 2.0;
        assert!(line["metric"] != "opening_value" || half <= 0.04, "{line:?}");
        assert!(number(&line, "games") >= 500.0, "{line:?}");
    }
    let (code, text) = sweep(&folder, "--card butcher --field strength[0].add --range 1..4 -n 50 --precision 2 -o not");
    assert_eq!(code, Some(2), "either games or a precision: {text}");
}

#[test]
fn games_do_not_depend_on_the_range() {
    let folder = folder();
    let (code, text) = sweep(&folder, "--card rolling-pin --field bonus --range 1..5 --step 4 -n 200 -o wide");
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = sweep(&folder, "--card rolling-pin --field bonus --range -1..5 --step 6 -n 200 -o other");
    assert_eq!(code, Some(0), "{text}");
    let at_five =
        |place: &str| lines(&folder, place).into_iter().filter(|line| line["value"] == "5").collect::<Vec<_>>();
    assert_eq!(at_five("wide/sweep.csv"), at_five("other/sweep.csv"));
}

#[test]
fn a_card_with_more_copies_is_dealt_more_often() {
    let folder = folder();
    let (code, text) = sweep(&folder, "--card promotion --field copies --range 3..5 -n 200 -s balanced,greedy -o out");
    assert_eq!(code, Some(0), "{text}");
    let deals: Vec<f64> = lines(&folder, "out/sweep.csv").iter().take(3).map(|line| number(line, "n")).collect();
    assert!(deals[0] < deals[1] && deals[1] < deals[2], "more copies, more deals: {deals:?}");
}

#[test]
fn invalid_arguments_are_rejected_and_explained() {
    let folder = folder();
    for (arguments, expected) in [
        ("--card inspector --field levle --range 4..12", "did you mean `level`?"),
        ("--card butcher --field strength[0].ad --range 0..3", "did you mean `strength[0].add`?"),
        ("--card butcher --field strength[0] --range 0..3", "expected one of `copies`, `bonus`, `strength[0].add`"),
        (
            "--card butcher --field strength[0].add --range 98..100",
            "with strength[0].add 98: expected a number from -50 to 50",
        ),
        ("--card inspector --field bonus --range 4..12", "expected one of `copies`, `level`, `treasures`, `levels`"),
        ("--card inspektor --field level --range 4..12", "did you mean"),
        ("--card inspector --field level --range 12..4", "the lower one first"),
        ("--card inspector --field level --range 4", "the lower one first"),
        ("--card inspector --field level --range 28..35", "with level 31: expected a number from 1 to 30, found 31"),
        ("--card inspector --field copies --range 0..2", "with copies 0: expected a number from 1 to 20, found 0"),
        ("--card inspector --field level --range=-1000000..5", "more than 50 values"),
        ("--card inspector --field level --range 4..99999 --step 99000", "with level 99004: expected a number from 1"),
        ("--card inspector --field level --range 4..12 --step 0", "--step"),
        ("--card inspector --field level --range 4..12 --metric luck", "opening_value, turns, deaths, gap"),
        ("--card inspector --field level --range 4..12 --target inf", "expected a number"),
        ("--card inspector --field level --range 4..12 --players 9", "9 players"),
    ] {
        let (code, text) = sweep(&folder, &format!("{arguments} -n 100 -o not"));
        assert_eq!(code, Some(2), "{arguments}: {text}");
        assert!(text.contains(expected), "{arguments}: {text}");
    }
    assert!(!folder.path().join("not").exists());
}

#[test]
fn intervals_are_those_of_a_run() {
    let folder = folder();
    for (place, players) in [("seldom", "-s random"), ("mixed", "-s balanced,greedy")] {
        let same = format!("-n 24 {players} -o");
        let (code, text) = sweep(&folder, &format!("--card inspector --field level --range 8..8 {same} {place}"));
        assert_eq!(code, Some(0), "{text}");
        let mut run = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        let run = run.current_dir(&folder).args(["run", "mini.toml", "-q"]).args(same.split_whitespace());
        run.arg(format!("{place}-run")).assert().success();
        let sweeps = lines(&folder, &format!("{place}/sweep.csv"));
        let cards = read(&folder, &format!("{place}-run/cards.csv"));
        let mut cards = csv::Reader::from_reader(cards.as_bytes());
        let cards: Vec<Line> = cards.deserialize().map(|line| line.expect("a line")).collect();
        let card = cards.iter().find(|card| card["card"] == "inspector").expect("the card");
        for (own, theirs) in [("n", "n"), ("estimate", "value"), ("low", "low"), ("high", "high")] {
            assert_eq!(sweeps[0][own], card[&format!("opening_{theirs}")], "{place}, {own}: {:?}", sweeps[0]);
        }
    }
}

#[test]
fn a_few_equal_games_are_not_certain() {
    let folder = folder();
    let (code, text) =
        sweep(&folder, "--card inspector --field level --range 7..9 -n 4 -s random --rule max_turns=1 -o out");
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("is empty"), "{text}");
    for line in lines(&folder, "out/sweep.csv") {
        assert!(number(&line, "low") < number(&line, "high"), "{line:?}");
        let changed = number(&line, "change_low") < number(&line, "change_high");
        assert_eq!(changed, number(&line, "identical_share") < 1.0, "{line:?}");
        let (low, high) = match line["metric"].as_str() {
            "opening_value" | "gap" => (-1.0, 1.0),
            _ => (0.0, f64::INFINITY),
        };
        assert!(low <= number(&line, "low") && number(&line, "high") <= high, "{line:?}");
    }
}

#[test]
fn too_few_games_leave_intervals_empty() {
    let folder = folder();
    let (code, text) = sweep(&folder, "--card inspector --field level --range 7..9 -n 1 -o out");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("too few games for an answer"), "{text}");
    assert!(lines(&folder, "out/sweep.csv").iter().all(|line| line["low"].is_empty()));
    assert!(read(&folder, "out/sweep.svg").trim_end().ends_with("</svg>"));
}
