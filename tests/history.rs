//! The `history` command: versions are added, walked through git, compared, and drawn; nothing in the file is lost.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let output = command.current_dir(folder).env("NO_COLOR", "1").args(arguments.split(' ')).output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

const GAMES: &str = "-n 90 -p 3 -s greedy --rule max_turns=9";

fn lines(folder: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(folder.join("history.jsonl")).expect("it is written");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The monsters of the deck are as strong as the strongest.
fn harden(folder: &Path) {
    let mini = fs::read_to_string(folder.join("mini.toml")).expect("the deck");
    let hard: Vec<&str> =
        mini.lines().map(|line| if line.starts_with("level = ") { "level = 20" } else { line }).collect();
    fs::write(folder.join("mini.toml"), hard.join("\n")).expect("written");
}

#[test]
fn versions_are_added_once_and_compared_with_the_one_before() {
    let folder = folder();
    let add = |more: &str| run(folder.path(), &format!("history add mini.toml {GAMES}{more}"));
    let (code, text) = add(" --label first --date 2026-01-01");
    assert!(code == Some(0) && text.contains("added first to"), "{text}");
    let (code, text) = add(" --label again");
    assert!(code == Some(0) && text.contains("again is in") && lines(folder.path()).len() == 1, "{text}");
    harden(folder.path());
    let (code, text) = add(" --label hard");
    assert!(code == Some(0) && text.contains("moved from first to hard: "), "{text}");
    assert!(text.contains("share_fights_won"), "{text}");
    let (_, text) = add(" --label slow --seed 2 --rule hand_limit=4");
    assert!(text.contains("slow cannot be compared with hard: another table"), "{text}");
    // Another deck in the same file.
    let mini = fs::read_to_string(folder.path().join("mini.toml")).expect("the deck");
    fs::write(folder.path().join("other.toml"), mini.replacen("id = \"mini\"", "id = \"other\"", 1)).expect("written");
    let other = format!("history add other.toml {GAMES} --label other --seed 2 --rule hand_limit=4 -o history.jsonl");
    let (_, text) = run(folder.path(), &other);
    assert!(text.contains("other cannot be compared with slow: another table, another"), "{text}");
    let (code, text) = run(folder.path(), "history show --metric share_fights_won --format csv");
    assert_eq!(code, Some(0), "{text}");
    let verdicts: Vec<&str> = text.lines().skip(1).filter_map(|line| line.rsplit(',').nth(1)).collect();
    assert_eq!(verdicts, ["first", "moved", "not comparable", "not comparable"], "{text}");
    let (code, text) = run(folder.path(), "history show --metric share_fights_wun");
    assert!(code == Some(2) && text.contains("did you mean `share_fights_won`"), "{text}");
}

#[test]
fn versions_of_two_programs_are_called_so() {
    let folder = folder();
    let add = |label: &str| run(folder.path(), &format!("history add mini.toml {GAMES} --label {label}"));
    add("first");
    let file = folder.path().join("history.jsonl");
    let text = fs::read_to_string(&file).expect("it is written");
    let program = lines(folder.path())[0]["program"].as_str().expect("a program").to_owned();
    fs::write(&file, text.replace(&program, "kickdoor 0.0.9 (program 0123456789ab)")).expect("written");
    // The same games of another program are another version.
    let (_, text) = add("second");
    let note = format!("first was played by kickdoor 0.0.9 (program 0123456789ab), second by {program}");
    assert!(text.contains("moved from first to second") && text.contains(&note), "{text}");
    run(folder.path(), &format!("history add mini.toml {GAMES} --label third --seed 2"));
    assert!(!run(folder.path(), "history show").1.contains("was played by"), "the last two have one program");
    assert!(run(folder.path(), "history show --metric share_fights_won").1.contains(&note));
}

#[test]
fn bad_lines_are_named_and_nothing_is_lost() {
    let folder = folder();
    let add = |label: &str| run(folder.path(), &format!("history add mini.toml {GAMES} -q --label {label}"));
    assert_eq!(add("first").0, Some(0));
    let file = folder.path().join("history.jsonl");
    let good = fs::read_to_string(&file).expect("it is written");
    let old = good
        .replace("\"metrics\":[", "\"metrics\":[{\"metric\":\"forgotten\",\"value\":1.5,\"low\":1.0,\"high\":2.0},");
    let bad = good.replace("\"games\":90", "\"games\":\"many\"");
    // The last line has no end, as after a crash.
    fs::write(&file, format!("{old}{bad}{{\"label\": \"half")).expect("written");
    harden(folder.path());
    assert_eq!(add("second").0, Some(0));
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.starts_with(&format!("{old}{bad}{{\"label\": \"half\n")) && text.lines().count() == 4, "{text}");
    let (code, text) = run(folder.path(), "history show --all");
    assert_eq!(code, Some(2), "{text}");
    for words in ["from first to second", "history.jsonl:2", "games", "history.jsonl:3"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(run(folder.path(), "history show --metric forgotten").1.contains("1.00 to 2.00"));
}

#[test]
fn revisions_are_walked_and_drawn() {
    let folder = folder();
    let git = |arguments: &str| {
        let mut command = Command::new("git");
        command.current_dir(folder.path()).args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "commit.gpgsign=false",
        ]);
        command.env("GIT_COMMITTER_DATE", "2026-02-03T04:05:06Z").args(arguments.split(' '));
        assert!(command.output().expect("git").status.success(), "{arguments}");
    };
    git("init -q");
    git("add mini.toml");
    git("commit -qm one");
    git("commit -qm nothing --allow-empty");
    let mini = fs::read_to_string(folder.path().join("mini.toml")).expect("the deck");
    fs::write(folder.path().join("mini.toml"), "no deck").expect("written");
    git("commit -qam broken");
    fs::write(folder.path().join("mini.toml"), mini).expect("written");
    harden(folder.path());
    git("commit -qam two");
    let (code, text) = run(folder.path(), &format!("history add mini.toml {GAMES} --revs HEAD"));
    assert!(code == Some(0) && text.matches("is not added: ").count() == 1, "{text}");
    let found = lines(folder.path());
    assert_eq!(found.len(), 2, "a commit that does not change the deck is no version: {text}");
    assert!(found.iter().all(|line| line["date"] == "2026-02-03") && found[0]["hash"] != found[1]["hash"]);
    // The plain file is as committed, so it is the last version.
    let (_, text) = run(folder.path(), &format!("history add mini.toml {GAMES}"));
    assert!(text.contains("in history.jsonl already"), "{text}");
    let (code, text) = run(folder.path(), &format!("history add mini.toml {GAMES} --revs no..where"));
    assert!(code == Some(2) && text.contains("git cannot list `no..where`"), "{text}");
    let (code, text) = run(folder.path(), "history show --svg history.svg");
    assert_eq!(code, Some(0), "{text}");
    let svg = fs::read_to_string(folder.path().join("history.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    let metrics = found[1]["metrics"].as_array().expect("metrics").len();
    assert!(svg.matches("<g ").count() >= metrics && svg.matches("\"kd-mark").count() >= 2 * metrics - 4);
}
