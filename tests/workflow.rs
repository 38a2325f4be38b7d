//! The workflow in `docs/` works: its steps are run in a repository whose deck was edited.

use std::path::Path;
use std::process::{Command, Output};

const WORKFLOW: &str = include_str!("../docs/balance.yml");
const DECK: &str = include_str!("decks/mini.toml");
/// A smaller table makes the games short.
const PROJECT: &str = "[table]\nplayers = 3\nstrategies = [\"greedy\"]\nrules = [\"win_level=2\"]\n";

fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_kickdoor")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", format!("{}:{path}", program.display()));
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Designer").env(format!("GIT_{who}_EMAIL"), "designer@example.org");
    }
    command.env("DECK", "deck.toml").env("BASE", "origin/main").output().expect("a shell")
}

/// The command of a step.
fn step(name: &str) -> &'static str {
    let (_, rest) = WORKFLOW.split_once(&format!("- name: {name}\n")).expect("the step");
    let line = rest.lines().map(str::trim).find_map(|line| line.strip_prefix("run: "));
    line.expect("its command")
}

#[test]
fn the_steps_of_the_workflow_judge_an_edit() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    std::fs::write(root.join("deck.toml"), DECK).expect("a file");
    std::fs::write(root.join("kickdoor.toml"), PROJECT).expect("a file");
    let init =
        "git init -q -b main . && git add . && git commit -qm deck && git update-ref refs/remotes/origin/main HEAD";
    let found = shell(root, init);
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    assert!(shell(root, step("Install")).status.success());
    assert!(shell(root, step("Errors")).status.success());
    // Nothing was edited.
    assert_eq!(shell(root, step("Balance")).status.code(), Some(0));
    std::fs::write(root.join("deck.toml"), DECK.replacen("level = 2\n", "level = 19\n", 1)).expect("a file");
    let found = shell(root, step("Balance"));
    let annotations = String::from_utf8_lossy(&found.stderr);
    assert_eq!(found.status.code(), Some(1), "{annotations}");
    let line = DECK.lines().take_while(|line| *line != "level = 2").collect::<Vec<_>>();
    let card = line.iter().rposition(|line| line.starts_with("id = ")).expect("the card") + 1;
    assert!(annotations.contains(&format!("::error file=deck.toml,line={card},title=Balance::")), "{annotations}");
    let comment = std::fs::read_to_string(root.join("balance.md")).expect("the comment");
    assert!(comment.starts_with("### Balance check: SHIFT"), "{comment}");
    assert!(comment.contains("level 2 -> level 19") || comment.contains("level 2 -> 19"), "{comment}");
}
