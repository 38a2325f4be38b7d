//! `kickdoor new`: the set in its files is one, is played, and is healthy.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn kickdoor(folder: &Path, words: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    program.current_dir(folder).env("NO_COLOR", "1").args(words.split(' ')).output().expect("it runs")
}

/// What a command that succeeds prints.
fn printed(folder: &Path, words: &str) -> String {
    let output = kickdoor(folder, words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{words}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn a_new_set_is_the_same_as_sheet_and_as_deck_file_and_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    assert!(printed(root, "new laundry").ends_with("next: kickdoor checkup laundry/deck.toml\n"));
    let checked = printed(root, "deck check laundry/deck.toml");
    for line in ["monster                29 cards   12 titles", "curse                  16 cards    6 titles"] {
        assert!(checked.contains(line), "{checked}");
    }
    assert!(
        checked.contains("identity                6 cards    2 titles")
            && checked.contains("treasures              36 cards   20 titles")
    );
    assert_eq!(printed(root, "deck diff laundry/deck.toml laundry/cards.csv"), "no differences\n");
    assert!(printed(root, "deck import laundry/cards.csv").ends_with("40 titles, 87 cards read\n"));
    printed(root, "scenario laundry/scenarios");
    printed(root, "run laundry/cards.csv -n 8 --rule max_turns=8 -q");
    let workflow = fs::read_to_string(root.join("laundry/.github/workflows/balance.yml")).expect("the workflow");
    assert_eq!(workflow, include_str!("../docs/balance.yml"));
    let again = kickdoor(root, "new laundry");
    assert!(again.status.code() == Some(2) && String::from_utf8_lossy(&again.stderr).contains("is not empty"));
}

#[test]
fn a_new_expansion_names_its_base() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    printed(root, "new base");
    for (name, base) in [("more", "zombies"), ("other", "base/deck.toml")] {
        printed(root, &format!("new {name} --expands {base}"));
        for file in ["deck.toml", "cards.csv"] {
            let shown = printed(root, &format!("trace {name}/{file} -s random --rule max_turns=2"));
            assert!(!shown.is_empty());
        }
    }
    let missing = kickdoor(root, "new third --expands nothing");
    assert!(missing.status.code() == Some(2) && !root.join("third").exists());
}

#[test]
fn a_new_set_is_healthy_and_meets_its_targets() {
    let folder = tempfile::tempdir().expect("a folder");
    printed(folder.path(), "new laundry");
    let text = printed(folder.path(), "checkup laundry/deck.toml --games 6000 --strict -q");
    assert!(text.starts_with("healthy"), "{text}");
}
