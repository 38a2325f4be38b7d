//! The `impact` command: its files and the consistency of its numbers.

use std::collections::BTreeMap;
use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

/// Columns by name.
struct Table {
    rows: Vec<BTreeMap<String, String>>,
}

impl Table {
    fn read(folder: &TempDir, file: &str) -> Table {
        let text = fs::read_to_string(folder.path().join(file)).expect("it is written");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        Table { rows: reader.deserialize().map(|row| row.expect("a row of all columns")).collect() }
    }
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or(f64::NAN)
}

fn impact(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(["impact", "mini.toml", "--quiet"]).args(arguments);
    let output = command.output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

#[test]
fn two_strategies_have_consistent_values_and_one_picture_each() {
    let folder = folder();
    let arguments = ["-n", "50", "-s", "balanced,greedy,balanced", "-o", "out"];
    let (code, text) = impact(&folder, &arguments);
    assert_eq!(code, Some(0), "{text}");
    let table = Table::read(&folder, "out/cards.csv");
    let mut sums: BTreeMap<(String, String), f64> = BTreeMap::new();
    for row in &table.rows {
        let of = |column: &str| number(row, column);
        let cell = sums.entry((row["strategy"].clone(), row["deck"].clone())).or_default();
        *cell += of("opening_n") * if of("opening_n") > 0.0 { of("opening_value") } else { 0.0 };
        for value in ["opening", "draw"] {
            let column = |end: &str| of(&format!("{value}_{end}"));
            let known = column("n") >= 2.0;
            assert!(
                !known || column("simultaneous_low") <= column("low"),
                "the simultaneous interval is wider: {row:?}"
            );
            assert!(
                !known || column("high") <= column("simultaneous_high"),
                "the simultaneous interval is wider: {row:?}"
            );
            assert!(!known || (0.0..=1.0).contains(&column("adjusted_p")), "{row:?}");
            assert!(matches!(row[&format!("{value}_sign_differs")].as_str(), "true" | "false"), "{row:?}");
        }
        let ways = ["kick", "loot", "reward", "other"];
        assert_eq!(ways.iter().map(|way| of(&format!("{way}_n"))).sum::<f64>(), of("draw_n"), "{row:?}");
        assert!((0.0..=1.0).contains(&of("descriptive_unseen_win_rate")), "{row:?}");
    }
    assert_eq!(sums.len(), 4, "two strategies, two decks");
    assert!(sums.values().all(|sum| sum.abs() < 0.01), "values of a deck cancel: {sums:?}");
    for strategy in ["balanced", "greedy"] {
        let svg = fs::read_to_string(folder.path().join(format!("out/forest-{strategy}.svg"))).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        let known =
            |row: &&BTreeMap<String, String>, value: &str| row["strategy"] == strategy && !row[value].is_empty();
        let dots = |value: &str| table.rows.iter().filter(|row| known(row, value)).count();
        assert_eq!(svg.matches("<circle").count(), dots("opening_low") + dots("draw_low"), "a dot for each value");
    }
}

#[test]
fn strategies_at_one_table_have_their_own_values() {
    let folder = folder();
    let arguments = ["-n", "400", "-s", "balanced,random", "--together", "-o", "out"];
    let (code, text) = impact(&folder, &arguments);
    assert_eq!(code, Some(0), "{text}");
    let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("it is written");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!((manifest.as_array().map(Vec::len), &manifest[0]["seatings"]), (Some(1), &2.into()), "one table");
    let table = Table::read(&folder, "out/cards.csv");
    let of = |strategy: &str| table.rows.iter().filter(|row| row["strategy"] == strategy).collect::<Vec<_>>();
    let (balanced, random) = (of("balanced"), of("random"));
    let sum =
        |rows: &[&BTreeMap<String, String>], column: &str| -> f64 { rows.iter().map(|row| number(row, column)).sum() };
    assert_eq!(sum(&balanced, "opening_n"), sum(&random, "opening_n"), "both have the same number of deals");
    assert!(sum(&balanced, "draw_n") > sum(&random, "draw_n"), "the strategy that fights more draws more");
    for rows in [&balanced, &random] {
        for deck in ["door", "treasure"] {
            let side = rows.iter().filter(|row| row["deck"] == deck && number(row, "opening_n") > 0.0);
            let sum: f64 = side.map(|row| number(row, "opening_n") * number(row, "opening_value")).sum();
            assert!(sum.abs() < 0.05, "values of a strategy and deck cancel: {sum}");
        }
        assert!(rows.iter().all(|row| row["descriptive_seen_win_rate"].is_empty()), "unknown for a single strategy");
    }
    for strategy in ["balanced", "random"] {
        assert!(folder.path().join(format!("out/forest-{strategy}.svg")).is_file());
    }
    let (code, text) = impact(&folder, &["-n", "200", "-s", "balanced,random", "--together", "--card", "baker"]);
    assert!(code == Some(0) && text.contains("balanced, 4") && text.contains("random, 4"), "{text}");
    let (code, text) = impact(&folder, &["-n", "60", "-s", "balanced,random", "--together", "--blank", "butcher"]);
    assert!(code == Some(0) && text.contains("balanced, random"), "{text}");
}

#[test]
fn values_do_not_depend_on_the_number_of_threads() {
    let folder = folder();
    for (threads, out) in [("1", "one"), ("3", "three")] {
        let (code, text) = impact(&folder, &["-n", "40", "-j", threads, "-o", out]);
        assert_eq!(code, Some(0), "{text}");
    }
    let read = |out: &str| fs::read_to_string(folder.path().join(out).join("cards.csv")).expect("it is written");
    assert_eq!(read("one"), read("three"));
    let table = Table::read(&folder, "one/cards.csv");
    assert!(
        table.rows.iter().all(|row| row["draw_sign_differs"].is_empty()),
        "one strategy has no sign to differ from"
    );
}

#[test]
fn a_precision_sets_the_number_of_games() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--precision", "9", "--no-draws", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("it is written");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert!(manifest[0]["games"].as_u64().expect("games") > 100);
    assert_eq!((&manifest[0]["precision"], &manifest[0]["draws"]), (&0.09.into(), &0.into()));
    let reach = |row| (number(row, "opening_high") - number(row, "opening_low")) / 2.0;
    let rows = Table::read(&folder, "out/cards.csv").rows;
    let widest = rows.iter().map(reach).fold(0.0, f64::max);
    assert!((0.05..=0.09).contains(&widest), "the requested precision, and not much more: {widest}");
    let (code, text) = impact(&folder, &["--precision", "20", "--draw-precision", "8", "-o", "draws"]);
    assert_eq!(code, Some(0), "{text}");
    let often = |row: &&BTreeMap<String, String>| number(row, "draw_n") > 0.0;
    let reach = |row: &BTreeMap<String, String>| (number(row, "draw_high") - number(row, "draw_low")) / 2.0;
    let widest = Table::read(&folder, "draws/cards.csv").rows.iter().filter(often).map(reach).fold(0.0, f64::max);
    assert!((0.04..=0.08).contains(&widest), "draw values have the requested precision: {widest}");
    assert_eq!(
        impact(&folder, &["-n", "9", "--draw-precision", "9", "-o", "not"]).0,
        Some(2),
        "either games or a precision"
    );
    for wrong in ["0", "160", "NaN"] {
        assert_eq!(impact(&folder, &["--precision", wrong, "-o", "not"]).0, Some(2), "{wrong}");
    }
    assert!(Table::read(&folder, "out/cards.csv").rows.iter().all(|row| row["draw_n"] == "0"), "no draws");
    assert_eq!(impact(&folder, &["-n", "100", "-o", "out"]).0, Some(2), "an existing report is not replaced");
    assert!(!folder.path().join("not").exists());
}

#[test]
fn the_analysis_of_a_card_lists_games_that_can_be_traced_with_both_draws() {
    let folder = folder();
    let arguments = ["--card", "Baker", "-n", "120"];
    let (code, text) = impact(&folder, &arguments);
    assert_eq!(code, Some(0), "{text}");
    for word in
        ["Baker (baker, 2 copies)", "opening value", "draw value", "looting the room", "another card instead", "n = "]
    {
        assert!(text.contains(word), "`{word}` in {text}");
    }
    let game = text.lines().find_map(|line| line.trim().strip_prefix("game ")?.split(':').next()).expect("a game");
    let (code, games) = impact(&folder, &["--card", "baker", "--game", game]);
    assert_eq!(code, Some(0), "{games}");
    assert!(games.contains("with Baker") && games.matches("wins the game").count() == 2, "{games}");
    assert_eq!(impact(&folder, &arguments).1, text, "the same seed prints the same text");
}

#[test]
fn misspelt_cards_and_games_without_an_exchange_are_explained() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--card", "bakre"]);
    assert!(code == Some(2) && text.contains("did you mean `baker`?"), "{text}");
    let drawn = |game: u64| impact(&folder, &["--card", "baker", "--game", &game.to_string()]);
    let refused: Vec<String> = (0..60).map(drawn).filter(|(code, _)| *code == Some(2)).map(|(_, text)| text).collect();
    for reason in ["is not drawn in game", "no card of another title was left in its pile"] {
        assert!(refused.iter().any(|text| text.contains(reason)), "`{reason}` in {refused:?}");
    }
    let alone = refused.iter().find(|text| text.contains("no card of another title")).expect("the last card of a pile");
    assert!(!alone.contains("is not drawn"), "the card was drawn: {alone}");
    assert_eq!(impact(&folder, &["--game", "3"]).0, Some(2), "--game needs --card");
}

#[test]
fn the_effect_of_a_blank_card_is_printed_and_writes_no_files() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--blank", "butcher", "-n", "200"]);
    assert_eq!(code, Some(0), "{text}");
    for word in ["Butcher replaced by a card that does nothing", "turns per game", "deaths per game", "identities, pp"]
    {
        assert!(text.contains(word), "`{word}` in {text}");
    }
    assert!(!folder.path().join("reports").exists(), "nothing is written");
}
