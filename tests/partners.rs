//! Small expansions: every command that takes decks takes the sets that they are played with, by `--with`, by `expands`, or from
//! the history of the file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use kickdoor::deck::{DeckSource, Sets};
use kickdoor::study::{CheckRequest, Control, TableRequest};
use serde_json::{Value, json};
use tempfile::TempDir;

/// An expansion of `mini.toml` with three cards. One names a tag that only `mini.toml` has.
const PANTRY: &str = r#"
[set]
id = "pantry"
name = "The Pantry"
players = { min = 3, max = 6 }

[[card]]
id = "ladle"
name = "Ladle"
kind = "item"
bonus = 3
gold = 400
strength = [{ add = 2, if = { tag = "mouldy" } }]

[[card]]
id = "jam"
name = "Jam"
kind = "item"
once = true
bonus = 9
gold = 300

[[card]]
id = "mouse"
name = "Mouse"
kind = "monster"
level = 3
treasures = 1
bad_stuff = [{ lose_levels = 1 }]
"#;

/// How each command with decks is called for the expansion, for its edit, and for as little play as possible. The options of a
/// table, such as `--with`, are added at the end.
const COMMANDS: [(&str, &str); 24] = [
    ("run", "EXP -n 4 -s greedy -q --force -o out"),
    ("impact", "EXP -n 4 -s greedy -q --force -o out"),
    ("check", "EXP EDIT -n 4 -s greedy -q"),
    ("sweep", "EXP --card jam --field bonus --range 8..9 -n 4 -s greedy -q --force -o out"),
    ("checkup", "EXP -n 60 -p 3 -s greedy --rule max_turns=4 -q"),
    ("history add", "EXP -n 4 -p 3 -s greedy --rule max_turns=4 -q -o h.jsonl"),
    ("suggest", "EXP --card jam -p 3 -s greedy --precision 20 --deals 20 --rule max_turns=4 -q"),
    ("plan impact", "EXP -n 4 -s greedy -q"),
    ("plan check", "EXP EDIT -n 4 -s greedy -q"),
    ("plan sweep", "EXP --card jam --field bonus --range 8..9 -n 4 -s greedy -q"),
    ("plan compare", "greedy random -d EXP -n 4 -q"),
    ("compare", "greedy random -d EXP -n 4 -q --force -o out"),
    ("tune", "EXP --budget 4e3 -p 3 --rule max_turns=1 -q --force -o out"),
    ("calibrate", "EXP -p 3 -r 50 -n 2 -s random --rule max_turns=1 -q"),
    ("calibrate", "EXP --check EDIT -p 3 -r 50 -n 6 -s random --rule max_turns=1 -q"),
    ("bench", "EXP -n 4 --repeat 1 -s greedy -j 1"),
    ("trace", "EXP -s greedy"),
    ("deck check", "EXP"),
    ("deck show", "EXP ladle"),
    ("deck rules", "EXP"),
    ("deck diff", "EXP EDIT"),
    ("deck export", "EXP"),
    ("deck fmt", "EXP --check"),
    ("deck coverage", "EXP -n 4 -s greedy -q"),
];

/// Commands with decks that need no partner for an expansion: the first compares two texts, the others compile no cards.
const ALONE: [&str; 4] = ["deck diff", "deck rules", "deck export", "deck fmt"];

/// A folder with the expansion, an edit of it, and the set that it expands.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    let expands = |text: &str| text.replace("name = \"The Pantry\"", "name = \"The Pantry\"\nexpands = \"mini.toml\"");
    let edit = PANTRY.replace("bonus = 9", "bonus = 5");
    for (name, text) in [
        ("pantry.toml", PANTRY.to_owned()),
        ("edit.toml", edit.clone()),
        ("expands.toml", expands(PANTRY)),
        ("expands-edit.toml", expands(&edit)),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// The exit code and the output of a command.
fn ran(folder: &Path, arguments: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let output = command.current_dir(folder).env("NO_COLOR", "1").args(arguments.split(' ')).output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().expect("it ends"), text)
}

fn manifest(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("out/manifest.json")).expect("it is written");
    serde_json::from_str(&text).expect("JSON")
}

/// Whether a command did what it does: a verdict is as good as another one.
fn worked(command: &str, code: i32) -> bool {
    code == 0
        || code == 3 && ["check", "compare", "suggest"].contains(&command)
        || code == 1 && ["tune", "calibrate"].contains(&command)
}

#[test]
fn every_command_with_decks_takes_their_partners() {
    let folder = folder();
    for (command, rest) in COMMANDS {
        let line = |one: &str, other: &str| format!("{command} {}", rest.replace("EXP", one).replace("EDIT", other));
        for line in [line("pantry.toml", "edit.toml") + " --with mini.toml", line("expands.toml", "expands-edit.toml")]
        {
            let (code, text) = ran(folder.path(), &line);
            assert!(worked(command, code), "{line}: {code}\n{text}");
            if line.contains("-o out") {
                let found = manifest(folder.path());
                assert_eq!(
                    (&found["decks"][0]["sets"], &found["decks"][0]["base"]),
                    (&json!(["mini", "pantry"]), &json!("mini"))
                );
            }
        }
    }
}

#[test]
fn an_expansion_alone_is_told_what_is_missing() {
    let folder = folder();
    let commands = COMMANDS.into_iter().filter(|(command, _)| !ALONE.contains(command));
    for (command, rest) in commands {
        let line = format!("{command} {}", rest.replace("EXP", "pantry.toml").replace("EDIT", "edit.toml"));
        let (code, text) = ran(folder.path(), &line);
        assert_eq!(code, if command == "deck check" { 1 } else { 2 }, "{line}: {text}");
        // `deck show` plays no game; what it misses is the tag of another set.
        let missing = if command == "deck show" { "unknown tag `mouldy`" } else { "Door cards in pantry (" };
        assert!(text.contains(missing) && text.contains("pantry.toml:"), "{line}: {text}");
        assert!(text.contains("`pantry.toml` may be an expansion: play it with a set, such as `--with "), "{text}");
        assert!(text.contains("write `expands = \"") && text.contains("under `[set]`"), "{text}");
    }
}

/// All commands with an argument or an option for decks are in the list above, and have `--with`.
#[test]
fn the_list_of_commands_is_complete() {
    fn leaves(command: &clap::Command, words: &str) -> Vec<(String, clap::Command)> {
        let below: Vec<_> = command.get_subcommands().filter(|below| below.get_name() != "help").collect();
        let name = |below: &clap::Command| format!("{words} {}", below.get_name()).trim().to_owned();
        match below.is_empty() {
            true => vec![(words.to_owned(), command.clone())],
            false => below.into_iter().flat_map(|below| leaves(below, &name(below))).collect(),
        }
    }
    let about_decks = |command: &clap::Command, id: &str| {
        let is_deck = |arg: &clap::Arg| arg.get_id() == id || arg.get_value_names().is_some_and(|names| names[0] == id);
        command.get_arguments().any(is_deck)
    };
    let with_decks: BTreeSet<String> = leaves(&kickdoor::cli::command(), "")
        .into_iter()
        .filter(|(_, command)| ["DECK", "before"].iter().any(|id| about_decks(command, id)))
        .map(|(words, command)| {
            assert!(about_decks(&command, "with"), "{words} has no `--with`");
            words
        })
        .collect();
    assert_eq!(with_decks, COMMANDS.iter().map(|(command, _)| (*command).to_owned()).collect());
}

#[test]
fn only_the_given_decks_are_shown_and_counted() {
    let folder = folder();
    let (_, text) = ran(folder.path(), "deck show expands.toml");
    assert!(text.starts_with("3 cards, ") && text.contains("Mouse (mouse)") && !text.contains("angry-bun"), "{text}");
    let (_, text) = ran(folder.path(), "deck check pantry.toml --with mini.toml");
    assert!(text.starts_with("pantry: The Pantry, 3 cards of 3 titles") && !text.contains("mini"), "{text}");
    let (_, text) = ran(folder.path(), "deck show mini.toml pantry.toml");
    assert!(text.contains("Mouse (mouse)") && text.contains("(angry-bun)"), "{text}");
    let (code, text) = ran(folder.path(), "deck show mini.toml no.toml");
    assert!(code == 2 && text.contains("`no.toml` is neither a file nor a shipped deck"), "{text}");
}

/// The base and the ids of the sets of a table.
fn table(folder: &Path, decks: &[&str]) -> (String, Vec<String>) {
    let path = |name: &&str| folder.join(name).to_str().expect("text").to_owned();
    let sources: Vec<DeckSource> =
        decks.iter().map(|name| DeckSource::find(&path(name)).expect("it is there")).collect();
    let sets = Sets::read(&sources).expect("they merge");
    (sets.base().id().to_owned(), sets.ids().into_iter().map(str::to_owned).collect())
}

#[test]
fn partners_join_first_along_chains_and_circles() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("base")).expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("base/mini.toml")).expect("the test deck");
    let set = |id: &str, expands: &str, file: &str| {
        let head = format!("id = \"{id}\"\nexpands = \"{expands}\"");
        fs::write(folder.path().join(file), PANTRY.replace("id = \"pantry\"", &head)).expect("written");
    };
    set("shelf", "base/mini.toml", "shelf.toml");
    set("jar", "shelf.toml", "jar.toml");
    set("one", "other.toml", "one.toml");
    set("other", "one.toml", "other.toml");
    set("own", "own", "own.toml");
    set("by-id", "shelf", "by-id.toml");
    for (decks, sets) in [
        // From the folder of the file, and one after another.
        (&["shelf.toml"][..], &["mini", "shelf"][..]),
        (&["jar.toml"], &["mini", "jar", "shelf"]),
        // A set that is among them already joins no second time, whether its path or its id is named.
        (&["jar.toml", "base/mini.toml", "shelf.toml"], &["jar", "mini", "shelf"]),
        (&["by-id.toml", "base/mini.toml", "shelf.toml"], &["by-id", "mini", "shelf"]),
        // The partner of the first set is the base.
        (&["shelf.toml", "one.toml"], &["mini", "one", "other", "shelf"]),
        // Sets that expand each other, and one that expands itself.
        (&["one.toml"], &["other", "one"]),
        (&["own.toml"], &["own"]),
    ] {
        let (base, ids) = table(folder.path(), decks);
        assert_eq!(
            (base.as_str(), ids.iter().map(String::as_str).collect::<Vec<_>>()),
            (sets[0], sets.to_vec()),
            "{decks:?}"
        );
    }
}

#[test]
fn an_unknown_partner_is_named_with_its_place() {
    let folder = folder();
    let shipped = DeckSource::shipped_names().next().expect("a shipped deck");
    let (misspelt, _) = shipped.split_at(shipped.len() - 1);
    let head = |name: &str| PANTRY.replace("id = \"pantry\"", &format!("id = \"pantry\"\nexpands = \"{name}\""));
    fs::write(folder.path().join("odd.toml"), head(misspelt)).expect("written");
    for (command, code) in [("run", 2), ("deck check", 1)] {
        let (found, text) = ran(folder.path(), &format!("{command} odd.toml"));
        assert_eq!(found, code, "{text}");
        let hint = format!("did you mean `{shipped}`?");
        for part in ["is neither a file nor a shipped deck", "odd.toml:4:11", "^ field `set.expands`", &hint] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
    fs::write(folder.path().join("odd.toml"), head("wrong.toml")).expect("written");
    fs::write(folder.path().join("wrong.toml"), "[set]\nid = 3\n").expect("written");
    let (_, text) = ran(folder.path(), "run odd.toml");
    assert!(text.contains("wrong.toml:2:6"), "{text}");
}

#[test]
fn opening_hands_are_counted_for_the_players_of_the_table() {
    let folder = folder();
    // 13 Treasures are enough for three players, and for nobody else.
    let few = PANTRY.replace(", if = { tag = \"mouldy\" }", "").replace("bonus = 3", "bonus = 3\ncopies = 12");
    let few = few.replace("level = 3", "level = 3\ncopies = 20").replace("pantry", "few");
    fs::write(folder.path().join("few.toml"), few).expect("written");
    let few = "run few.toml -n 3 -s greedy -q --force -o out";
    assert_eq!(ran(folder.path(), &format!("{few} -p 3")).0, 0);
    assert_eq!(ran(folder.path(), &format!("{few} -p 4 --rule deal=3")).0, 0);
    let (code, text) = ran(folder.path(), &format!("{few} -p 4"));
    let message = "expected at least 16 Treasure cards in few (4 players with 4 each), found 13";
    assert!(code == 2 && text.contains(message) && text.contains("lower the number of players"), "{text}");
    // With the cards of another set, there are enough.
    assert_eq!(ran(folder.path(), &format!("{few} -p 4 --with mini.toml")).0, 0);
    let (code, text) = ran(folder.path(), "deck check few.toml");
    assert!(code == 1 && text.contains("expected at least 24 Treasure cards in few (6 players"), "{text}");
}

#[test]
fn a_baseline_has_the_partners_of_its_deck() {
    let folder = folder();
    let check = |rest: &str| ran(folder.path(), &format!("check {rest}"));
    for (deck, edit, with) in
        [("pantry.toml", "edit.toml", " --with mini.toml"), ("expands.toml", "expands-edit.toml", "")]
    {
        let short = "-n 24 -p 3 -s greedy -q";
        let (code, text) = check(&format!("--save games --force {deck}{with} {short}"));
        assert_eq!(code, 0, "{text}");
        let (direct, stored) = (
            check(&format!("{deck} {edit}{with} {short} --format csv")),
            check(&format!("games {edit} -q --format csv")),
        );
        assert_eq!(direct, stored);
        assert_eq!(check(&format!("games {edit}{with} -q --format csv")), stored);
        let (code, text) = check(&format!("games {edit} --with edit.toml"));
        assert!(code == 2 && text.contains("was created with --with "), "{text}");
        // The deck is exported without its partners.
        assert_eq!(check(&format!("games --export old-{deck}")).0, 0);
        let read = |file: &str| fs::read(folder.path().join(file)).expect("a deck");
        assert_eq!(read(&format!("old-{deck}")), read(deck));
        let (_, text) = check(&format!("games {edit} --accept -q"));
        assert_eq!(check(&format!("games {edit} -q --format json")).0, 0, "{text}");
    }
    let mini = fs::read_to_string(folder.path().join("mini.toml")).expect("a deck");
    fs::write(folder.path().join("mini.toml"), mini.replacen("level = 2", "level = 3", 1)).expect("written");
    let (code, text) = check("games expands.toml");
    assert!(
        code == 2 && text.contains("a set that the deck in the baseline `games` is played with has changed"),
        "{text}"
    );
}

/// Runs git in a folder, apart from the settings of the user.
fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    let mut git = Command::new("git");
    let output = git.current_dir(folder).args(identity).args(arguments).output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A repository with two versions of the expansions, of which the later one is not committed.
fn repository() -> TempDir {
    let folder = folder();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    for (edit, file) in [("edit.toml", "pantry.toml"), ("expands-edit.toml", "expands.toml")] {
        fs::rename(folder.path().join(edit), folder.path().join(file)).expect("renamed");
    }
    folder
}

#[test]
fn the_deck_before_the_edit_is_read_from_git() {
    let folder = repository();
    let folder = folder.path();
    fs::write(folder.join("old.toml"), PANTRY).expect("written");
    for with in ["--with mini.toml", "-q"] {
        let file = if with == "-q" { "expands.toml" } else { "pantry.toml" };
        let (code, text) = ran(folder, &format!("deck diff --against HEAD {file} {with}").replace(" -q", ""));
        assert!(code == 0 && text.contains("+9 -> +5"), "{text}");
        let options = format!("-n 400 -p 3 -s greedy --margin 40 {with}");
        let (code, text) = ran(folder, &format!("check --against HEAD {file} {options} --all"));
        assert!(code == 0 && text.contains(&format!("{file}@HEAD")), "{code} {text}");
        // The commands of the witness work as they are printed.
        let traces: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("kickdoor ")).collect();
        assert_eq!(traces.len(), 2, "{text}");
        let [one, other] = [0, 1].map(|n| ran(folder, traces[n]));
        assert!(one.0 == 0 && other.0 == 0 && one.1 != other.1, "{traces:?}");
    }
    // In a hook, git names its repository by a path from another folder.
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let command = command.current_dir(folder).env("GIT_DIR", "elsewhere/.git");
    assert!(
        command.args(["deck", "diff", "--against", "HEAD", "pantry.toml"]).output().expect("it runs").status.success()
    );
    // The same numbers as with the earlier deck as a file.
    let options = "-n 24 -p 3 -s greedy -q --with mini.toml --format csv";
    let [against, file] = ["--against HEAD pantry.toml", "old.toml pantry.toml"]
        .map(|decks| ran(folder, &format!("check {decks} {options}")));
    assert_eq!(against, file);
}

#[test]
fn a_library_names_a_deck_at_a_revision() {
    let folder = repository();
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let file = path("pantry.toml");
    let table = TableRequest::of([path("mini.toml"), format!("{file}@HEAD")]).strategies(["greedy"]).players(3);
    let request = CheckRequest::of(table, [path("mini.toml"), file]).games(12);
    let read: CheckRequest = serde_json::from_str(&serde_json::to_string(&request).expect("JSON")).expect("it is read");
    assert_eq!(read, request);
    let result = read.play(&mut Control::default()).expect("it is played");
    assert_ne!(result.manifest.decks[0].hash, result.manifest.decks[1].hash);
}

#[test]
fn what_git_does_not_have_is_an_error() {
    let folder = repository();
    let alone = tempfile::tempdir().expect("a folder");
    fs::write(alone.path().join("pantry.toml"), PANTRY).expect("written");
    fs::write(folder.path().join("new.toml"), PANTRY).expect("written");
    let shipped = DeckSource::shipped_names().next().expect("a shipped deck");
    let cases = [
        (&folder, "HEAD~3", "pantry.toml", "unknown revision `HEAD~3` of `pantry.toml`"),
        (&folder, "HEAD", "new.toml", "`new.toml` is not in the revision `HEAD`"),
        (&folder, "HEAD", shipped, "is a shipped deck, which has no revisions"),
        (&alone, "HEAD", "pantry.toml", "git cannot read the repository of `pantry.toml`"),
    ];
    for (folder, revision, file, message) in cases {
        for command in ["check", "deck diff"] {
            let (code, text) = ran(folder.path(), &format!("{command} --against {revision} {file}"));
            assert!(code == 2 && text.contains(message), "{command}: {code} {text}");
        }
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let command = command.current_dir(&folder).env("PATH", "").args(["check", "--against", "HEAD", "pantry.toml"]);
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && text.contains("cannot run `git`"), "{text}");
    let (code, text) = ran(folder.path(), "check --against HEAD pantry.toml expands.toml");
    assert!(code == 2 && text.contains("cannot be used with"), "{text}");
}
