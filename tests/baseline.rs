//! Baselines: saved, compared, replaced, and rejected if something differs.

use std::fs;

use crate::common;
use assert_cmd::Command;
use kickdoor::report::check::baseline::Baseline;
use tempfile::TempDir;

/// A folder with a baseline of 100 games and two decks to compare with it.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Bench {
        let bench = Bench { folder: tempfile::tempdir().expect("a folder") };
        let before = common::shipped_text();
        bench.write("before.toml", before.as_bytes());
        bench.write("same.toml", before.replace("name = \"Nun\"", "name = \"Abbess\"").as_bytes());
        let after = ["6", "8", "10"]
            .iter()
            .fold(before, |text, level| text.replace(&format!("\nlevel = {level}\n"), "\nlevel = 20\n"));
        bench.write("after.toml", after.as_bytes());
        bench.write("own.toml", b"brain = \"greedy\"\n");
        let (code, text) = bench.check(&["--save", "base", "before.toml", "-n", "100", "--seed", "7"]);
        assert_eq!((code, text.as_str()), (Some(0), ""));
        bench
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join(name), bytes).expect("written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).expect("it is there")
    }

    /// The exit code and the output.
    fn check(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        command.current_dir(&self.folder).env("NO_COLOR", "1");
        let output = command.arg("check").args(args).arg("--quiet").output().expect("it runs");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.code(), text)
    }

    /// Checks for exit code 2 and an explanation with these words.
    fn refused(&self, args: &[&str], words: &[&str]) {
        let (code, text) = self.check(args);
        assert_eq!(code, Some(2), "{args:?}: {text}");
        assert!(words.iter().all(|word| text.contains(word)), "{args:?}: {text}");
    }
}

#[test]
fn a_check_with_a_baseline_gives_the_results_of_its_deck() {
    let bench = Bench::new();
    let (code, text) = bench.check(&["base", "same.toml"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("same.toml against base (before.toml), 4 players, seed 7: 100 pairs"), "{text}");
    assert!(text.contains("100 of 100 games identical (100.00%), compared with stored ones"), "{text}");
    let options = ["-n", "100", "--seed", "7", "--format", "json"];
    let json = |before: &str| {
        let (code, text) = bench.check(&[&[before, "after.toml"], &options[..]].concat());
        assert_eq!(code, Some(1), "{text}");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["report"].clone()
    };
    let (stored, played) = (json("base"), json("before.toml"));
    for field in ["metrics", "moved", "identical", "verdict"] {
        assert_eq!(stored[field], played[field], "{field}");
    }
    for field in ["game", "sentence", "lines"] {
        assert_eq!(stored["witness"][field], played["witness"][field]);
    }
    let sentence = stored["witness"]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("before the edit") && sentence.contains("in turn "), "{sentence}");
    let lines = stored["witness"]["lines"].as_array().expect("lines").len();
    assert!((4..=40).contains(&lines), "{lines}");
    let first = stored["witness"]["commands"][0].as_str().expect("a command");
    assert_eq!(first, "kickdoor check base --export before.toml");
}

#[test]
fn a_decided_check_stops_before_the_end_of_a_baseline() {
    let bench = Bench::new();
    let short = ["--rule", "win_level=2"];
    bench.check(&[&["--save", "long", "before.toml", "-n", "8100"], &short[..]].concat());
    let json = |before: &str, options: &[&str]| {
        let options =
            [&[before, "after.toml", "--until-decided", "--margin", "50", "--format", "json"], options, &short]
                .concat();
        serde_json::from_str::<serde_json::Value>(&bench.check(&options).1).expect("JSON")["report"].clone()
    };
    let (stored, played) = (json("long", &[]), json("before.toml", &["-n", "8100", "-j", "1"]));
    assert_eq!((&stored["games"], &stored["max_games"]), (&8000.into(), &8100.into()));
    assert_eq!((&stored["metrics"], &stored["games"]), (&played["metrics"], &played["games"]));
    bench.refused(&["long", "after.toml", "--until-decided", "--accept"], &["--accept"]);
}

#[test]
fn the_deck_of_a_baseline_can_be_exported() {
    let bench = Bench::new();
    assert_eq!(bench.check(&["base", "--export", "out.toml"]).0, Some(0));
    assert_eq!(bench.read("out.toml"), bench.read("before.toml"));
    bench.refused(&["base", "--export", "out.toml"], &["out.toml"]);
}

#[test]
fn options_that_differ_from_the_baseline_are_rejected() {
    let bench = Bench::new();
    bench.refused(&["base", "after.toml", "--players", "5"], &["created with --players 4, not 5", "--save base"]);
    bench.refused(&["base", "after.toml", "--seed", "1"], &["created with --seed 7, not 1"]);
    bench.refused(&["base", "after.toml", "--games", "200"], &["created with --games 100, not 200"]);
    bench.refused(&["base", "after.toml", "--strategy", "greedy"], &["created with --strategy balanced, not greedy"]);
    bench.refused(&["base", "after.toml", "--rule", "hand_limit=9"], &["created with --rule (none), not hand_limit=9"]);
    let same = ["-p4", "-n100", "--seed=7", "-sbalanced", "--rule=hand_limit=5"];
    assert_eq!(
        bench.check(&[&["base", "same.toml"], &same[..]].concat()).0,
        Some(0),
        "the same options, written differently"
    );
}

#[test]
fn a_strategy_with_changed_content_is_rejected() {
    let bench = Bench::new();
    bench.check(&["--save", "own", "before.toml", "-n", "50", "-s", "own.toml"]);
    assert_eq!(bench.check(&["own", "same.toml"]).0, Some(0));
    bench.write("own.toml", b"brain = \"random\"\n");
    bench.refused(&["own", "same.toml"], &["the strategy `own` has changed since"]);
}

#[test]
fn a_baseline_with_other_games_or_another_deck_is_rejected() {
    let bench = Bench::new();
    let path = bench.folder.path().join("base");
    let whole = Baseline::read(&path).expect("a baseline");
    let mut other = whole.clone();
    other.games[40].turns += 1;
    other.write(&path, true).expect("written");
    bench.refused(&["base", "same.toml"], &["`base` was altered: game 40 is not what", "create it again"]);
    other.header.program = "0123456789abcdef".to_owned();
    other.header.version = "0.0.9".to_owned();
    other.write(&path, true).expect("written");
    let words = "the engine plays game 40 of the baseline `base` differently: kickdoor 0.0.9 (program 0123456789ab)";
    bench.refused(&["base", "same.toml"], &[words, "create it again"]);
    let mut other = whole.clone();
    other.header.deck.text += "\n[[card]]\nname = 1\n";
    other.write(&path, true).expect("written");
    bench.refused(
        &["base", "same.toml"],
        &["this version cannot read the deck in the baseline `base`", "create it again"],
    );
    let mut other = whole;
    other.header.deck.text = other.header.deck.text.replace("\nlevel = 8\n", "\nlevel = 9\n");
    other.write(&path, true).expect("written");
    bench.refused(&["base", "same.toml"], &["`base` was altered: the deck is not what"]);
}

#[test]
fn the_first_and_the_last_games_and_a_sample_are_replayed() {
    let bench = Bench::new();
    let arguments = ["--save", "many", "before.toml", "-n", "1200", "-p", "3", "-s", "random", "--rule", "max_turns=6"];
    assert_eq!(bench.check(&arguments).0, Some(0));
    let path = bench.folder.path().join("many");
    let whole = Baseline::read(&path).expect("a baseline");
    assert_eq!(bench.check(&["many", "same.toml"]).0, Some(0));
    for (first, end) in [(3, 4), (1199, 1200), (400, 450)] {
        let mut other = whole.clone();
        other.games[first..end].iter_mut().for_each(|game| game.turns += 1);
        other.write(&path, true).expect("written");
        let (code, text) = bench.check(&["many", "same.toml"]);
        assert_eq!(code, Some(2), "{text}");
        let named = text.split("game ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        assert!(named.is_some_and(|game: usize| (first..end).contains(&game)), "{text}");
    }
}

#[test]
fn damaged_baselines_and_other_schemas_are_rejected() {
    let bench = Bench::new();
    let whole = bench.read("base");
    for end in [20, 200, whole.len() - 1] {
        bench.write("base", &whole[..end]);
        bench.refused(&["base", "same.toml"], &["the baseline `base` is damaged", "create it again"]);
    }
    for place in [30, 2000, whole.len() - 100, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        bench.write("base", &bytes);
        bench.refused(&["base", "same.toml"], &["is damaged: its checksum is wrong"]);
    }
    bench.write("base", b"kickdoor baseline 2\n{}\n");
    bench.refused(&["base", "same.toml"], &["has schema 2; this version reads schema 1"]);
}

#[test]
fn a_baseline_is_replaced_only_on_request() {
    let bench = Bench::new();
    let old = bench.read("base");
    assert_eq!(bench.check(&["base", "after.toml"]).0, Some(1));
    assert_eq!(bench.read("base"), old);
    assert_eq!(bench.check(&["base", "after.toml", "--accept"]).0, Some(1), "for any verdict");
    assert_ne!(bench.read("base"), old);
    let (code, text) = bench.check(&["base", "after.toml"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("100 of 100 games identical"), "{text}");
    bench.check(&["--save", "fresh", "after.toml", "-n", "100", "--seed", "7"]);
    assert_eq!(bench.read("base"), bench.read("fresh"));
    bench.refused(&["--save", "base", "before.toml"], &["`base` exists already", "--force"]);
    bench.refused(&["--save", "own.toml", "before.toml", "--force"], &["`own.toml` exists and is not a baseline"]);
    bench.refused(&["--save", "nowhere/base", "before.toml"], &["cannot write `nowhere/base`"]);
    bench.refused(&["before.toml", "after.toml", "--accept"], &["`before.toml` is a deck"]);
    bench.refused(&["before.toml", "base"], &["`base` is a baseline, expected a deck"]);
    bench.refused(&["before.toml"], &["<AFTER>"]);
}
