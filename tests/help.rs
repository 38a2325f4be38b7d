//! Help texts, shell completions and man pages know every command, and the examples of the help texts work.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The names of a command and of the commands below it, such as `deck check`; empty for the program.
fn names(command: &clap::Command, name: &str) -> Vec<String> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    let below = below.flat_map(|below| names(below, format!("{name} {}", below.get_name()).trim()));
    [name.to_owned()].into_iter().chain(below).collect()
}

fn commands() -> Vec<String> {
    let names = names(&kickdoor::cli::command(), "");
    assert!(names.len() > 20, "{names:?}");
    names
}

fn kickdoor(folder: &Path, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    program.current_dir(folder).env("NO_COLOR", "1").args(words).stdin(Stdio::null()).output().expect("it runs")
}

/// The standard output of a command that succeeds.
fn printed(folder: &Path, words: &[&str]) -> String {
    let output = kickdoor(folder, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The words of the examples at the end of a help text, without the name of the program and without a redirection.
fn examples(help: &str) -> Vec<Vec<String>> {
    let end = help.trim_end().rsplit("\n\n").next().expect("a text");
    let (heading, lines) = end.split_once('\n').unwrap_or_default();
    assert!(["Example:", "Examples:"].contains(&heading), "no example at the end:\n{help}");
    let words = |line: &str| -> Vec<String> {
        let line = line.split(" > ").next().unwrap_or_default();
        line.strip_prefix("  kickdoor ").expect("a command line").split(' ').map(str::to_owned).collect()
    };
    lines.lines().map(words).collect()
}

/// Numbers that determine the time of a command, and smaller ones for a test.
const NUMBERS: [(&str, &str); 3] = [("--games", "8"), ("--repetitions", "50"), ("--budget", "4000")];
/// Commands of unlimited or many games, and options that limit them.
const LIMITS: [(&str, &[&str]); 11] = [
    ("run", &["--games", "8"]),
    ("bench", &["--repeat", "1"]),
    ("impact", &["--games", "8", "--rule", "max_turns=12"]),
    ("check", &["--games", "8"]),
    ("checkup", &["--games", "8"]),
    ("calibrate", &["--rule", "max_turns=1"]),
    ("compare", &["--games", "8"]),
    ("sweep", &["--games", "8"]),
    ("suggest", &["--precision", "20", "--rule", "max_turns=1"]),
    ("tune", &["--rule", "max_turns=1"]),
    ("plan", &["--rule", "max_turns=1"]),
];

/// A command line that plays few games.
fn shortened(words: &[String]) -> Vec<String> {
    let mut words = words.to_vec();
    for (option, number) in NUMBERS {
        if let Some(at) = words.iter().position(|word| word == option) {
            number.clone_into(&mut words[at + 1]);
        }
    }
    let limits = LIMITS.iter().find(|(command, _)| *command == words[0]).map_or(&[][..], |(_, limits)| limits);
    if !limits.first().is_some_and(|limit| words.iter().any(|word| word == limit)) {
        words.extend(limits.iter().map(|&word| word.to_owned()));
    }
    words
}

#[test]
fn every_help_ends_with_an_example_that_works() {
    let folder = tempfile::tempdir().expect("a folder");
    for shared in ["decks", "strategies", "tests/scenarios/death"] {
        copy(Path::new(shared), &folder.path().join(shared));
    }
    let mut run = BTreeSet::new();
    for name in commands() {
        let words: Vec<&str> = name.split_whitespace().collect();
        for flag in ["--help", "-h"] {
            let help = printed(folder.path(), &[&words[..], &[flag]].concat());
            for example in examples(&help) {
                assert!(example.join(" ").starts_with(&name), "{name}: {example:?}");
                run.insert(shortened(&example));
            }
        }
    }
    assert!(run.len() > commands().len(), "{run:?}");
    for example in run {
        let words: Vec<&str> = example.iter().map(String::as_str).collect();
        if words[0] == "report" {
            printed(folder.path(), &["run", "zombies", "--games", "8", "--quiet"]);
        }
        let _ = fs::remove_file(folder.path().join("plan.json"));
        if ["shard", "merge"].contains(&words[0]) {
            let plan = "plan run zombies --games 6000 --rule max_turns=1 --shards 1 --out plan.json";
            let _ = fs::remove_dir_all(folder.path().join("shards"));
            printed(folder.path(), &plan.split(' ').collect::<Vec<_>>());
            printed(folder.path(), &"shard plan.json --shard 0 --out shards".split(' ').collect::<Vec<_>>());
        }
        let output = kickdoor(folder.path(), &words);
        // With so few games a verdict can be "no" or "undecided".
        let codes: &[i32] = if is_verdict(words[0]) { &[0, 1, 3] } else { &[0] };
        let code = output.status.code().unwrap_or(-1);
        assert!(codes.contains(&code), "{words:?}: {code} {}", String::from_utf8_lossy(&output.stderr));
        let _ = fs::remove_dir_all(folder.path().join("reports"));
    }
}

fn is_verdict(command: &str) -> bool {
    ["check", "calibrate", "tune"].contains(&command)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
    }
}

#[test]
fn completions_name_every_command() {
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    let shells = printed(folder.path(), &["completions", "--help"]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(shells.contains(shell), "{shells}");
        let script = printed(folder.path(), &["completions", shell]);
        let is_name = |c: char| c.is_alphanumeric() || c == '-';
        let words: BTreeSet<&str> = script.split(|c: char| !is_name(c)).collect();
        for name in commands() {
            let absent = name.split_whitespace().find(|word| !words.contains(word));
            assert_eq!(absent, None, "{shell}: {name}");
        }
        for option in ["--until-decided", "--perturb", "--quiet"] {
            assert!(words.iter().any(|word| word.trim_start_matches('-') == &option[2..]), "{shell}: {option}");
        }
    }
}

#[test]
fn one_man_page_describes_each_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = printed(folder.path(), &["man", "pages/man1"]);
    let expected: BTreeSet<String> =
        commands().iter().map(|name| format!("kickdoor {name}").trim().replace(' ', "-") + ".1").collect();
    let pages = fs::read_dir(folder.path().join("pages/man1")).expect("the folder");
    let pages: BTreeSet<String> =
        pages.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
    assert_eq!(pages, expected);
    let listed: BTreeSet<String> =
        paths.lines().map(|path| path.strip_prefix("pages/man1/").expect("a path").to_owned()).collect();
    assert_eq!(listed, expected);
    for page in pages {
        let text = fs::read_to_string(folder.path().join("pages/man1").join(&page)).expect("a page");
        let name = page.trim_end_matches(".1").replace('-', "\\-");
        assert!(text.contains(&name) && text.contains(".SH SYNOPSIS"), "{page}:\n{text}");
    }
    let again = printed(folder.path(), &["man", "pages/man1"]);
    assert_eq!(again, paths, "pages are replaced");
    fs::write(folder.path().join("file"), "").expect("written");
    let output = kickdoor(folder.path(), &["man", "file"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && message.contains("cannot write to `file`"), "{message}");
}
