//! Games that are kept: with and without a cache, results are the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use kickdoor::ids::Store;
use kickdoor::study::{Control, Event, GameCache, RunRequest, RunResult, TableRequest};
use tempfile::TempDir;

use crate::common::program::{deck_and_edit, kickdoor, read};

/// Commands that keep games, and a file that each writes.
const COMMANDS: [(&str, &str); 12] = [
    ("run mini.toml -n 40 -p 3 -s greedy,random --per-game --force -o out", "games.csv"),
    ("run mini.toml -n 12 -p 3 -s expert,greedy --rule win_level=2 --force -o out", "cards.csv"),
    ("impact mini.toml -n 12 -p 3 -s greedy,random --force -o out", "card_values.csv"),
    ("impact mini.toml --card promotion --precision 20 -p 3 -s greedy", ""),
    ("impact mini.toml --blank promotion -n 12 -p 3 -s greedy", ""),
    ("impact mini.toml --pair angry-bun promotion -n 12 -p 3 -s greedy", ""),
    ("sweep mini.toml --card angry-bun --field level --range 1..2 -n 12 -p 3 -s greedy --force -o out", "sweep.csv"),
    ("suggest mini.toml --card angry-bun -p 3 -s greedy --precision 20 --deals 20", ""),
    ("checkup mini.toml -n 12 -p 3 -s greedy", ""),
    ("check mini.toml edit.toml -n 40 -p 3 -s greedy,random", ""),
    ("check mini.toml edit.toml -n 40 -p 3 -s greedy --metric fights", ""),
    ("check mini.toml --save base -n 40 -p 3 -s greedy --force", ""),
];

/// What a command prints and writes.
fn played(folder: &TempDir, (words, file): (&str, &str), cache: &str) -> (Option<i32>, String, String) {
    let format = if words.contains("--save") { "" } else { "--format json" };
    let (code, out, messages) = kickdoor(folder, &format!("{words} --rule max_turns=4 -q {format} --cache {cache}"));
    assert_eq!(messages, "", "{words}");
    let written = if file.is_empty() { String::new() } else { read(folder, &format!("out/{file}")) };
    (code, out, written)
}

/// The files of a cache and when they were written.
fn entries(cache: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut all = BTreeMap::new();
    for folder in fs::read_dir(cache).into_iter().flatten().flatten() {
        for entry in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            all.insert(entry.path(), entry.metadata().and_then(|about| about.modified()).expect("a time"));
        }
    }
    all
}

#[test]
fn the_suite_does_not_touch_the_cache_of_the_user() {
    // `.cargo/config.toml` sets it for all programs that Cargo starts.
    assert_eq!(std::env::var("KICKDOOR_CACHE").as_deref(), Ok("off"), "start the tests with Cargo");
}

#[test]
fn commands_give_the_same_with_a_cache_and_without_also_if_it_is_damaged() {
    let folder = deck_and_edit();
    for (number, command) in COMMANDS.into_iter().enumerate() {
        let (name, words) = (format!("games{number}"), command.0);
        let without = played(&folder, command, "off");
        assert_eq!(played(&folder, command, &name), without, "{words}: first");
        let cache = folder.path().join(&name);
        let kept = entries(&cache);
        assert!(!kept.is_empty(), "{words}");
        assert_eq!(played(&folder, command, &name), without, "{words}: again");
        assert_eq!(entries(&cache), kept, "{words}: nothing is played again");
        for (damage, path) in kept.keys().enumerate() {
            let mut bytes = fs::read(path).expect("an entry");
            let middle = bytes.len() / 2;
            match damage % 3 {
                0 => bytes[middle] ^= 1,
                1 => bytes.truncate(middle),
                _ => bytes.clear(),
            }
            fs::write(path, bytes).expect("written");
            let old = SystemTime::now() - Duration::from_secs(9_000);
            fs::File::options().append(true).open(path).and_then(|file| file.set_modified(old)).expect("a time");
        }
        let damaged = entries(&cache);
        assert_eq!(played(&folder, command, &name), without, "{words}: damaged");
        let mended = entries(&cache);
        assert!(mended.keys().eq(damaged.keys()) && mended.values().zip(damaged.values()).all(|(new, old)| new > old));
        assert_eq!(played(&folder, command, &name), without, "{words}: mended");
        assert_eq!(entries(&cache), mended, "{words}: nothing is played again");
    }
}

#[test]
fn an_edit_finds_the_games_of_the_old_deck() {
    let folder = deck_and_edit();
    let mini = fs::read_to_string(folder.path().join("mini.toml")).expect("the deck");
    fs::write(folder.path().join("other.toml"), mini.replacen("level = 8\n", "level = 14\n", 1)).expect("written");
    let command =
        |edit: &str| format!("check mini.toml {edit} -n 40 -p 3 -s greedy --rule max_turns=4 -q --cache games");
    kickdoor(&folder, &command("edit.toml"));
    let first = entries(&folder.path().join("games"));
    kickdoor(&folder, &command("other.toml"));
    let both = entries(&folder.path().join("games"));
    assert!(first.iter().all(|(path, time)| both.get(path) == Some(time)));
    assert!(both.len() > first.len(), "the new deck was played");
    // The same games for the old deck, not one file more than the new one has.
    assert!(both.len() < 2 * first.len(), "{} {}", first.len(), both.len());
}

#[test]
fn every_input_of_the_games_is_in_the_key() {
    let folder = deck_and_edit();
    let table = "mini.toml -n 8 -p 3 -s greedy --rule max_turns=4";
    let runs = [
        table.to_owned(),
        table.replace("-n 8", "-n 9"),
        table.replace("-p 3", "-p 4"),
        table.replace("greedy", "random"),
        table.replace("greedy", "greedy,random"),
        table.replace("greedy", "random,greedy"),
        table.replace("max_turns=4", "max_turns=5"),
        table.replace("mini", "edit"),
        format!("{table} --seed 2"),
        format!("{table} --per-game"),
    ];
    for (number, run) in runs.iter().enumerate() {
        kickdoor(&folder, &format!("run {run} -q --force -o out --cache games"));
        assert_eq!(entries(&folder.path().join("games")).len(), number + 1, "{run}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_costs_one_note() {
    let folder = deck_and_edit();
    let command =
        "impact mini.toml -n 12 -p 3 -s greedy,random --rule max_turns=4 --force -o out --format json --cache";
    let (code, without, _) = kickdoor(&folder, &format!("{command} off"));
    // A file where a folder should be; the rights of a folder do not stop every user.
    let (found, out, messages) = kickdoor(&folder, &format!("{command} mini.toml"));
    assert_eq!((found, &out), (code, &without));
    let notes = messages.lines().filter(|line| line.contains("played games were not kept in mini.toml"));
    assert_eq!(notes.count(), 1, "{messages}");
    let (_, _, messages) = kickdoor(&folder, &format!("{command} mini.toml --quiet"));
    assert_eq!(messages, "");
}

#[test]
fn two_processes_share_a_cache() {
    let folder = deck_and_edit();
    let words = "check mini.toml edit.toml -n 300 -p 3 -s greedy --rule max_turns=4 -q --format json --cache";
    let start = |cache: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        command.current_dir(&folder).args(words.split(' ')).arg(cache);
        command.stdout(Stdio::piped()).spawn().expect("it starts")
    };
    let output = |child: std::process::Child| child.wait_with_output().expect("it ends");
    let without = output(start("off"));
    let both = [start("games"), start("games")].map(output);
    for found in both {
        assert_eq!((found.status, found.stdout), (without.status, without.stdout.clone()));
    }
    assert!(entries(&folder.path().join("games")).keys().all(|path| !path.to_string_lossy().contains(".part-")));
}

/// A run of more than two parts, whose watcher stops it after some games.
fn run(cache: Option<&Path>, last: u64) -> RunResult {
    let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["random"]).players(3).rule("max_turns=1");
    let stop = AtomicBool::new(false);
    let watch = |event: Event<'_>| {
        if matches!(event, Event::Played(games) if games >= last) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let control = Control::default().stop(&stop).watch(watch);
    let mut control = match cache {
        Some(folder) => control.store(Arc::new(GameCache::at(folder))),
        None => control,
    };
    RunRequest::of(table).games(2_500).play(&mut control).expect("it is played")
}

#[test]
fn a_stopped_run_keeps_whole_parts_and_a_longer_one_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let without = run(None, u64::MAX);
    let stopped = run(Some(folder.path()), 1_100);
    assert!(stopped.manifest.interrupted && (1_100..2_500).contains(&stopped.tally.games), "{}", stopped.tally.games);
    let kept = entries(folder.path());
    assert_eq!(kept.len() as u64, stopped.tally.blocks / 1024);
    let whole = run(Some(folder.path()), u64::MAX);
    assert_eq!((&whole.tally, whole.manifest.signature), (&without.tally, without.manifest.signature));
    let all = entries(folder.path());
    assert!(all.len() == 3 && kept.iter().all(|(path, time)| all.get(path) == Some(time)));
    assert_eq!(run(Some(folder.path()), u64::MAX).tally, without.tally);
    assert_eq!(entries(folder.path()), all);
}

#[test]
fn the_entries_that_were_not_used_for_the_longest_time_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = GameCache::at(folder.path()).limit(4_000);
    let keys: Vec<[u8; 32]> = (0..6).map(|number| [number; 32]).collect();
    for key in &keys[..3] {
        cache.put(key, &[7; 1_000]);
    }
    for (age, path) in entries(folder.path()).into_keys().enumerate() {
        let old = SystemTime::now() - Duration::from_secs(90_000 - 1_000 * age as u64);
        fs::File::options().append(true).open(path).and_then(|file| file.set_modified(old)).expect("a time");
    }
    assert_eq!(cache.get(&keys[0]), Some(vec![7; 1_000]), "and it is used now");
    for key in &keys[3..] {
        cache.put(key, &[7; 1_000]);
    }
    let found = |key: &&[u8; 32]| cache.get(key).is_some();
    let left: Vec<&[u8; 32]> = keys.iter().filter(found).collect();
    assert!(left.contains(&&keys[0]) && !left.contains(&&keys[1]) && left.contains(&&keys[5]), "{left:?}");
    assert!(cache.size().expect("a folder").bytes <= 4_000 && cache.trouble().is_none());
    let full = GameCache::at(folder.path()).limit(0);
    full.put(&keys[1], b"games");
    drop(full);
    assert_eq!(cache.size().expect("a folder").entries, 0);
}

#[test]
fn an_entry_under_another_name_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = GameCache::at(folder.path());
    let [one, other] = [[1; 32], [2; 32]];
    cache.put(&one, b"games");
    cache.put(&other, b"others");
    let paths: Vec<PathBuf> = entries(folder.path()).into_keys().collect();
    fs::copy(&paths[0], &paths[1]).expect("copied");
    assert_eq!((cache.get(&one), cache.get(&other)), (Some(b"games".to_vec()), None));
}

#[test]
fn the_cache_is_shown_and_cleared_and_other_files_remain() {
    let folder = deck_and_edit();
    kickdoor(&folder, "run mini.toml -n 8 -p 3 -s greedy --rule max_turns=4 -q -o out --cache games");
    fs::write(folder.path().join("games/notes.txt"), "mine").expect("written");
    let (code, out, _) = kickdoor(&folder, "cache --cache games");
    assert_eq!((code, out.as_str()), (Some(0), "games: 1 file of 1 MB, at most 1,000 MB\n"));
    let (_, out, _) = kickdoor(&folder, "cache clear --cache games");
    assert_eq!(out, "removed 1 file\ngames: 0 files of 0 MB, at most 1,000 MB\n");
    assert_eq!(read(&folder, "games/notes.txt"), "mine");
    assert_eq!(kickdoor(&folder, "cache --cache off").1, "no games are kept\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(&folder).args(["cache", "--cache", "games"]).env("KICKDOOR_CACHE_MB", "many");
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("KICKDOOR_CACHE_MB is `many`"));
}
