//! Card values: the files of `impact`, and what must hold for their figures.

use std::collections::BTreeMap;
use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

const HEADER: &str = "strategy,card,name,deck,kind,copies,opening_n,opening_value,opening_low,opening_high,\
                      simultaneous_low,simultaneous_high,adjusted_p,shrunken_value,sign_differs,set";

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
fn values_of_two_strategies_are_written_with_a_picture_each() {
    let folder = folder();
    let (code, text) = impact(&folder, &["-n", "400", "-s", "balanced,greedy,balanced", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let table = fs::read_to_string(folder.path().join("out/values.csv")).expect("it is written");
    assert_eq!(table.lines().next(), Some(HEADER));
    let mut sums: BTreeMap<(String, String), f64> = BTreeMap::new();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    for row in rows.records().map(|row| row.expect("a row")) {
        let number = |column: usize| row[column].parse::<f64>().unwrap_or(0.0);
        *sums.entry((row[0].to_owned(), row[3].to_owned())).or_default() += number(6) * number(7);
        assert!(number(10) <= number(8) && number(9) <= number(11), "all at once is wider: {row:?}");
        assert!((0.0..=1.0).contains(&number(12)), "{row:?}");
        assert!(matches!(&row[14], "true" | "false"), "{row:?}");
    }
    assert_eq!(sums.len(), 4, "two strategies, two decks");
    assert!(sums.values().all(|sum| sum.abs() < 0.01), "values of a deck cancel: {sums:?}");
    for strategy in ["balanced", "greedy"] {
        let svg = fs::read_to_string(folder.path().join(format!("out/forest-{strategy}.svg"))).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<circle").count(), table.lines().count() / 2, "one dot a title");
    }
}

#[test]
fn threads_change_no_value() {
    let folder = folder();
    for (threads, out) in [("1", "one"), ("3", "three")] {
        assert_eq!(impact(&folder, &["-n", "300", "-j", threads, "-o", out]).0, Some(0));
    }
    let read = |out: &str| fs::read_to_string(folder.path().join(out).join("values.csv")).expect("it is written");
    assert_eq!(read("one"), read("three"));
    assert!(read("one").lines().nth(1).expect("a row").contains(",,"), "one strategy has no sign to differ from");
}

#[test]
fn a_precision_decides_how_many_games_are_played() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--precision", "9", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("it is written");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert!(manifest[0]["games"].as_u64().expect("games") > 100);
    for wrong in ["0", "60", "NaN"] {
        assert_eq!(impact(&folder, &["--precision", wrong, "-o", "not"]).0, Some(2), "{wrong}");
    }
    assert_eq!(impact(&folder, &["-n", "100", "-o", "out"]).0, Some(2), "nothing is replaced unasked");
    assert!(!folder.path().join("not").exists());
}
