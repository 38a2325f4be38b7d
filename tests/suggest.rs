//! The `suggest` command: a planted misprint is brought back, and its patch is that of the file.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Only the coin can win the game. The number of faces with which it does is a misprint.
fn deck(folder: &TempDir, faces: u8) {
    coins(folder, faces, 9);
}

/// The Levels that it gives may be too few to win.
fn coins(folder: &TempDir, faces: u8, levels: u8) {
    let mut text =
        "[set]\nid = \"coins\"\nname = \"Coins\"\nplayers = { min = 3, max = 6 }\n\n[[card]]\nid = \"coin\"\nname = \"Coin\"\n\
         kind = \"special\"\n"
            .to_owned();
    text += &format!(
        "use = [{{ when = [\"any_time\"], do = [{{ roll = [{{ up_to = {faces}, do = [{{ gain_winning_levels = {levels} }}] }}, \
         {{ up_to = 6, do = [{{ lose_levels = 1 }}] }}] }}] }}]\norigin = \"own\"\n"
    );
    for n in 0..40 {
        text += &format!(
            "\n[[card]]\nid = \"door-{n:02}\"\nname = \"Door\"\nkind = \"monster\"\nlevel = 20\ntreasures = 1\norigin = \"own\"\n\
             \n[[card]]\nid = \"item-{n:02}\"\nname = \"Item\"\nkind = \"item\"\ngold = 100\nbonus = 1\norigin = \"own\"\n"
        );
    }
    fs::write(folder.path().join("coins.toml"), text).expect("it is written");
}

fn suggest(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args([
        "suggest",
        "coins.toml",
        "--quiet",
        "--rule",
        "max_turns=4",
    ]);
    let output = command.args(arguments.split_whitespace()).output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// With three faces, the coin wins half of the games of its owner: 50% less what a seat wins without a look at its hand.
const TARGET: &str = "--target 45 --precision 3 --tolerance 2 --deals 200";

#[test]
fn a_planted_misprint_is_brought_back() {
    let folder = tempfile::tempdir().expect("a folder");
    deck(&folder, 5);
    let (code, text) = suggest(folder.path(), &format!("--card coin {TARGET}"));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Coin: use[0].do[0].roll[0].up_to 3: opening value +4"), "{text}");
    for word in [
        "--- coins.toml",
        "+use = [{ when = [\"any_time\"], do = [{ roll = [{ up_to = 3, do = [{ gain_w",
        "side effects",
        "first last gap",
        "share fights won",
    ] {
        assert!(text.contains(word), "`{word}` in {text}");
    }
    let (_, one) = suggest(folder.path(), &format!("--card coin {TARGET} -j 1 --format json"));
    let (_, three) = suggest(folder.path(), &format!("--card coin {TARGET} -j 3 --format json"));
    assert_eq!(one, three, "threads change nothing");
    let report: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let report = &report["report"];
    assert_eq!((&report["answer"], &report["printed"]["n"].is_u64()), (&"change".into(), &true));
    // The patch gives the deck without the misprint.
    let patch = report["patch"].as_str().expect("a patch");
    let line = |sign: &str| {
        let mut lines = patch.lines().skip(2);
        lines.find_map(|line| line.strip_prefix(sign)).expect("a line of the file").to_owned()
    };
    let printed = fs::read_to_string(folder.path().join("coins.toml")).expect("the deck");
    deck(&folder, 3);
    let right = fs::read_to_string(folder.path().join("coins.toml")).expect("the deck");
    assert_eq!(printed.replacen(&line("-"), &line("+"), 1), right, "{patch}");
}

/// One step more changes no winner, and neither do the next ones.
#[test]
fn a_misprint_is_brought_back_from_values_that_are_all_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    coins(&folder, 3, 5);
    let (code, text) = suggest(folder.path(), &format!("--card coin {TARGET}"));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Coin: use[0].do[0].roll[0].do[0].gain_winning_levels "), "{text}");
}

#[test]
fn a_card_at_its_target_is_kept_and_one_that_cannot_reach_it_has_no_suggestion() {
    let folder = tempfile::tempdir().expect("a folder");
    deck(&folder, 3);
    let (code, text) = suggest(folder.path(), &format!("--card coin {TARGET}"));
    assert!(code == Some(0) && text.contains("keep the printed numbers"), "{text}");
    assert!(!text.contains("---") && !text.contains("tried"), "{text}");
    let (code, text) = suggest(folder.path(), "--card item-07 --target 30 --precision 5 --deals 40");
    assert!(code == Some(3) && text.contains("no change of one or two numbers"), "{text}");
}

#[test]
fn wrong_requests_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    deck(&folder, 3);
    for (arguments, expected) in [
        ("--card coni", "did you mean `coin`?"),
        ("--card coin --target 300", "expected -100 to 100"),
        ("--card coin --precision 0", "expected more than 0 and at most 100"),
        ("--card coin --tolerance -1", "expected more than 0 and at most 100"),
        ("--card coin --rule deal=0", "Coin is never in an opening hand"),
    ] {
        let (code, text) = suggest(folder.path(), arguments);
        assert!(code == Some(2) && text.contains(expected), "{arguments}: {text}");
    }
}
