//! Signals, streams that cannot be written, and the effects of other processes.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A run that does not end before a signal.
const ENDLESS: [&str; 7] = ["run", "mini.toml", "-n", "1000000000", "--per-game", "-s", "balanced"];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

fn kickdoor(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program from a shell.
fn shell(folder: &TempDir, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", script]).env("KICKDOOR", env!("CARGO_BIN_EXE_kickdoor"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// An endless run into the folder `a` that has already written games.
fn endless(folder: &TempDir, arguments: &[&str]) -> Child {
    let known = lists(folder.path());
    let child = kickdoor(folder).args(ENDLESS).args(["-o", "a"]).args(arguments).spawn().expect("it starts");
    wait_for(|| lists(folder.path()) > known);
    child
}

fn wait_for(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(120), "it takes too long");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Number of lists of games in temporary folders that are not empty.
fn lists(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    let hidden = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
    hidden.filter(|entry| fs::metadata(entry.path().join("games.csv")).is_ok_and(|list| list.len() > 0)).count()
}

/// Names of the entries in a folder except the deck.
fn entries(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "mini.toml");
    names.sort();
    names
}

/// The same without the state of a run that can be continued.
fn results(folder: &TempDir) -> Vec<String> {
    entries(folder).into_iter().filter(|name| name != "a.state").collect()
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("sent");
    assert!(sent.success());
}

/// Signals that end a run, with their exit codes, except those that the program ignores because they were ignored at its
/// start, as under `nohup`.
pub(crate) fn ending_signals() -> Vec<(&'static str, i32)> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let caught = |(_, code): &(&str, i32)| ignored.unwrap_or(0) >> (code - 129) & 1 == 0;
    [("-INT", 130), ("-TERM", 143), ("-HUP", 129)].into_iter().filter(caught).collect()
}

fn read(folder: &TempDir, file: &str) -> String {
    fs::read_to_string(folder.path().join(file)).expect("it is written")
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_run_ended_by_a_signal_has_the_report_of_a_shorter_run() {
    for (signal, code) in ending_signals() {
        let folder = folder();
        let child = endless(&folder, &[]);
        send(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{signal}");
        assert!(stderr_of(&output).contains("finishing the current games"), "{}", stderr_of(&output));
        assert_eq!(entries(&folder), ["a", "a.state"], "{signal} leaves no temporary folder");
        let games = read(&folder, "a/games.csv");
        let manifest: serde_json::Value = serde_json::from_str(&read(&folder, "a/manifest.json")).expect("JSON");
        let count = games.lines().count() - 1;
        assert_eq!(manifest["interrupted"], true);
        assert_eq!(manifest["games"].as_u64(), Some(count as u64));
        let count = count.to_string();
        let again = ["run", "mini.toml", "--per-game", "-s", "balanced", "-n", &count, "-o", "b", "-q"];
        assert!(kickdoor(&folder).args(again).status().expect("it ends").success());
        assert!(games == read(&folder, "b/games.csv"), "the same games as a run of that length");
        assert!(read(&folder, "a/cards.csv") == read(&folder, "b/cards.csv"));
    }
}

/// Options of a run of a player that looks ahead.
const FAR: [&str; 8] = ["run", "mini.toml", "-s", "far.toml", "-p", "3", "--per-game", "--rule=max_turns=4"];

/// Stops a run of a player that looks ahead once it has played for a while. Returns the time that it takes to end.
fn stop_search(folder: &TempDir, playouts: u32) -> Duration {
    let strategy = format!("brain = \"search\"\n[weights]\nlessons = 1\nplayouts = {playouts}\n");
    fs::write(folder.path().join("far.toml"), strategy).expect("written");
    let child = kickdoor(folder).args(FAR).args(["-n", "100000", "-j", "2", "-o", "a"]).spawn().expect("it starts");
    wait_for(|| entries(folder).iter().any(|name| name.starts_with('.')));
    std::thread::sleep(Duration::from_millis(400));
    let stopped = Instant::now();
    send("-TERM", &child);
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(143));
    stopped.elapsed()
}

#[test]
fn one_signal_breaks_off_games_of_players_that_look_far_ahead() {
    let folder = folder();
    let time = stop_search(&folder, 1_000_000);
    assert!(time < Duration::from_secs(10), "{time:?}");
}

#[test]
fn games_that_are_broken_off_are_not_counted() {
    let folder = folder();
    stop_search(&folder, 2);
    let games = read(&folder, "a/games.csv");
    let count = (games.lines().count() - 1).to_string();
    assert!(kickdoor(&folder).args(FAR).args(["-n", &count, "-o", "b", "-q"]).status().expect("it ends").success());
    assert!(games == read(&folder, "b/games.csv"), "the same games as a run of that length");
    assert!(read(&folder, "a/cards.csv") == read(&folder, "b/cards.csv"));
}

#[test]
fn a_comparison_ended_by_a_signal_is_continued_to_the_same_bytes() {
    let folder = folder();
    let arguments = ["compare", "balanced", "greedy", "random", "-d", "mini.toml", "-p", "3"];
    let child =
        kickdoor(&folder).args(arguments).args(["-n", "1000000000", "-j", "1", "-o", "a"]).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(400));
    send("-TERM", &child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(143));
    assert!(stderr_of(&output).contains("continue with --resume"), "{}", stderr_of(&output));
    let manifest: serde_json::Value = serde_json::from_str(&read(&folder, "a/manifest.json")).expect("JSON");
    assert_eq!(manifest["interrupted"], true);
    let more = (manifest["games"].as_u64().expect("games") + 100).to_string();
    for place in [&["-o", "a", "--resume"][..], &["-o", "b"]] {
        let run = kickdoor(&folder).args(arguments).args(["-n", &more, "-q"]).args(place).status().expect("it ends");
        assert!(run.success());
    }
    for file in ["ladder.csv", "pairs.csv", "blocks.csv", "ladder.svg", "result.json"] {
        assert!(read(&folder, &format!("a/{file}")) == read(&folder, &format!("b/{file}")), "{file}");
    }
}

#[test]
fn a_search_ended_by_a_signal_is_continued_to_the_same_bytes() {
    let folder = folder();
    let arguments = ["tune", "mini.toml", "--budget", "8000", "-p", "3", "--rule", "max_turns=20"];
    let child = kickdoor(&folder).args(arguments).args(["-j", "1", "-o", "a"]).spawn().expect("it starts");
    wait_for(|| !entries(&folder).is_empty());
    std::thread::sleep(Duration::from_millis(400));
    send("-TERM", &child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(143));
    assert!(stderr_of(&output).contains("continue with --resume"), "{}", stderr_of(&output));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("not tested: the search was stopped\n"), "{stdout}");
    for place in [&["-o", "a", "--resume"][..], &["-o", "b"]] {
        let run = kickdoor(&folder).args(arguments).arg("-q").args(place).status().expect("it ends");
        assert!(matches!(run.code(), Some(0 | 1)));
    }
    for file in ["tune.csv", "tune.svg", "tuned.toml", "state.json", "result.json"] {
        assert!(read(&folder, &format!("a/{file}")) == read(&folder, &format!("b/{file}")), "{file}");
    }
}

#[test]
fn the_second_signal_leaves_no_temporary_folder() {
    for (signal, code) in ending_signals() {
        let folder = folder();
        let mut child = endless(&folder, &[]);
        send(signal, &child);
        send(signal, &child);
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
        assert!(results(&folder).iter().all(|name| name == "a"), "{:?}", entries(&folder));
    }
}

#[test]
fn every_long_command_stops_at_a_signal() {
    let commands = [
        &["impact", "mini.toml", "-s", "balanced", "--precision", "0.0001", "-o", "a"][..],
        &["impact", "mini.toml", "--precision", "0.0001", "--card", "apron"],
        &["impact", "mini.toml", "-n", "1000000000", "--blank", "apron"],
        &["impact", "mini.toml", "--precision", "0.0001", "--pair", "apron", "critic"],
        &["sweep", "mini.toml", "--card", "apron", "--field", "bonus", "--range", "1..3", "-n", "1000000000"],
        &["check", "mini.toml", "--save", "base", "-n", "1000000000000"],
        &["compare", "balanced", "greedy", "-d", "mini.toml", "-n", "1000000000", "-o", "a"],
        &["compare", "balanced", "greedy", "random", "-d", "mini.toml", "--precision", "0.001", "-o", "a"],
        &["tune", "mini.toml", "--budget", "1000000000", "-o", "a"],
        &["calibrate", "mini.toml", "-r", "1000000", "-n", "20"],
        &["calibrate", "mini.toml", "-n", "1000000000"],
        &["deck", "coverage", "mini.toml", "-n", "1000000000"],
        &["deck", "coverage", "mini.toml", "-n", "1000000000", "--perturb"],
        &["deck", "coverage", "mini.toml", "-n", "2000", "--perturb", "-s", "random"],
    ];
    for arguments in commands {
        let folder = folder();
        let child = kickdoor(&folder).args(arguments).args(["--quiet", "-j", "1"]).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(250));
        send("-TERM", &child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(143), "{arguments:?} {}", stderr_of(&output));
        assert_eq!(stderr_of(&output), "", "{arguments:?}: --quiet prints nothing");
        let left = entries(&folder).into_iter().filter(|name| name.starts_with('.')).count();
        assert_eq!(left, 0, "{arguments:?} {:?}", entries(&folder));
    }
}

#[test]
fn a_signal_ignored_at_the_start_stays_ignored() {
    for signal in ["HUP", "INT"] {
        let folder = folder();
        let script = format!("trap '' {signal}; exec \"$KICKDOOR\" {} -j 1 -o a", ENDLESS.join(" "));
        let mut child = shell(&folder, &script).spawn().expect("it starts");
        wait_for(|| lists(folder.path()) > 0);
        send(&format!("-{signal}"), &child);
        std::thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().expect("asked").is_none(), "{signal}: the run continues");
        send("-TERM", &child);
        assert_eq!(child.wait().expect("it ends").code(), Some(143));
    }
}

/// Players that learn from games with their deck for a long time: one before it looks ahead, and one as a base.
const PUPILS: [&str; 2] = [
    "brain = \"search\"\n[weights]\nlessons = 100000\n",
    "brain = \"search\"\nbase = { brain = \"balanced\", weights = { lessons = 100000 } }\n",
];

#[test]
fn a_signal_ends_a_command_whose_players_learn() {
    let commands = [
        ("run mini.toml -s pupil.toml -o a", false),
        ("run mini.toml -s base.toml -o a", false),
        ("trace mini.toml -s pupil.toml", false),
        ("bench mini.toml -s pupil.toml", false),
        ("compare pupil.toml greedy -d mini.toml -o a", false),
        ("compare --restrictions pupil.toml -d mini.toml -o a", true),
        ("tune mini.toml --against pupil.toml -p 3 -o a", true),
        ("deck coverage mini.toml -s pupil.toml -n 10", false),
    ];
    for (command, in_a_folder) in commands {
        let folder = folder();
        for (name, text) in ["pupil.toml", "base.toml"].into_iter().zip(PUPILS) {
            fs::write(folder.path().join(name), text).expect("written");
        }
        let mut child = kickdoor(&folder).args(command.split(' ')).spawn().expect("it starts");
        if in_a_folder {
            wait_for(|| entries(&folder).iter().any(|name| name.starts_with('.')));
        }
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().expect("asked").is_none(), "{command}: it learns");
        let stopped = Instant::now();
        send("-TERM", &child);
        assert_eq!(child.wait().expect("it ends").code(), Some(143), "{command}");
        assert!(stopped.elapsed() < Duration::from_secs(20), "{command}: {:?}", stopped.elapsed());
        assert!(entries(&folder).iter().all(|name| !name.starts_with('.')), "{command}: {:?}", entries(&folder));
    }
}

#[test]
fn the_next_run_removes_the_temporary_folder_of_a_killed_run() {
    let folder = folder();
    let mut running = endless(&folder, &[]);
    let mut killed = endless(&folder, &[]);
    killed.kill().expect("killed");
    killed.wait().expect("it ends");
    assert_eq!(entries(&folder).len(), 2);
    let run = kickdoor(&folder).args(["run", "mini.toml", "-n", "8", "-o", "b", "-q"]).status().expect("it ends");
    assert!(run.success());
    assert_eq!(entries(&folder).len(), 2, "the folder of the living run, and the report: {:?}", entries(&folder));
    send("-TERM", &running);
    assert_eq!(running.wait().expect("it ends").code(), Some(143));
    assert_eq!(entries(&folder), ["a", "a.state", "b"]);
}

#[test]
fn of_two_runs_with_one_output_folder_the_second_writes_to_another_folder() {
    let folder = folder();
    let runs = [endless(&folder, &[]), endless(&folder, &["--seed", "2"])];
    runs.iter().for_each(|run| send("-TERM", run));
    let mut ends = runs.map(|run| run.wait_with_output().expect("it ends"));
    ends.sort_by_key(|end| end.status.code());
    assert_eq!(ends.each_ref().map(|end| end.status.code()), [Some(2), Some(143)]);
    assert!(
        stderr_of(&ends[0]).contains("`a` exists already; the report of this run is in `a-2`"),
        "{}",
        stderr_of(&ends[0])
    );
    // The state is that of the run that has the folder, if it could write one.
    assert_eq!(results(&folder), ["a", "a-2"]);
    let seed =
        |file: &str| serde_json::from_str::<serde_json::Value>(&read(&folder, file)).expect("JSON")["seed"].clone();
    assert_ne!(seed("a/manifest.json"), seed("a-2/manifest.json"));
}

#[test]
fn a_folder_that_appears_during_a_run_is_not_replaced() {
    for force in [&[][..], &["--force"]] {
        let folder = folder();
        let child = endless(&folder, force);
        fs::create_dir(folder.path().join("a")).expect("a folder");
        fs::write(folder.path().join("a/precious"), "x").expect("written");
        send("-TERM", &child);
        assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(2));
        assert_eq!(read(&folder, "a/precious"), "x");
        assert!(folder.path().join("a-2/manifest.json").is_file());
    }
}

#[test]
fn a_file_that_appears_during_a_check_is_not_replaced() {
    let folder = folder();
    let games = ["check", "mini.toml", "--save", "base", "-n", "40000"];
    let child = kickdoor(&folder).args(games).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(300));
    fs::write(folder.path().join("base"), "precious").expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{}", stderr_of(&output));
    assert_eq!(read(&folder, "base"), "precious");
    if stderr_of(&output).contains("the baseline of this run is `base-2`") {
        assert_eq!(entries(&folder), ["base", "base-2"]);
    } else {
        assert_eq!(entries(&folder), ["base"], "the file existed before the check began");
    }
}

#[test]
fn exit_codes_do_not_change_if_messages_cannot_be_written() {
    for stderr in ["2>/dev/full", "2>&-"] {
        let folder = folder();
        let script = format!("exec \"$KICKDOOR\" run mini.toml -n 10 -s balanced,greedy,random,random -o a {stderr}");
        assert_eq!(shell(&folder, &script).status().expect("it ends").code(), Some(0), "{stderr}");
        assert!(folder.path().join("a/manifest.json").is_file());
        let script = format!("exec \"$KICKDOOR\" run mini.toml -n 10 -s nobody -o b {stderr}");
        assert_eq!(shell(&folder, &script).status().expect("it ends").code(), Some(2), "{stderr}");
        let script = format!("exec \"$KICKDOOR\" run --no-such-option {stderr}");
        assert_eq!(shell(&folder, &script).status().expect("it ends").code(), Some(2), "{stderr}");
    }
}

#[test]
fn a_signal_ends_a_run_if_messages_cannot_be_written() {
    let folder = folder();
    let script = format!("exec \"$KICKDOOR\" {} -o a 2>/dev/full", ENDLESS.join(" "));
    let mut child = shell(&folder, &script).spawn().expect("it starts");
    wait_for(|| lists(folder.path()) > 0);
    send("-TERM", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    assert_eq!(entries(&folder), ["a", "a.state"]);
}

#[test]
fn unwritable_results_are_reported() {
    for command in ["run mini.toml -n 8 -q -o a", "--help", "deck list"] {
        let folder = folder();
        let output = shell(&folder, &format!("exec \"$KICKDOOR\" {command} >/dev/full")).output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr_of(&output).contains("cannot write to standard output"), "{command}: {}", stderr_of(&output));
    }
}

/// Runs the program with a limit of the size of its files, in blocks of at most 1 kB.
fn limited(folder: &TempDir, blocks: u32, arguments: &str) -> Output {
    shell(folder, &format!("ulimit -f {blocks}; exec \"$KICKDOOR\" {arguments}")).output().expect("it ends")
}

/// Commands that write files, and the folder or file that they write.
const WRITING: [(&str, &str); 8] = [
    ("run mini.toml -n 40 -q -o deep/a", "deep/a/"),
    ("run mini.toml -n 40 -q --per-game --format csv -o deep/a", "deep/a/"),
    ("impact mini.toml -n 8 -q --rule max_turns=4 -o deep/a", "deep/a/"),
    ("sweep mini.toml --card angry-bun --field level --range 1..9 -n 4 --rule max_turns=2 -q -o deep/a", "deep/a/"),
    ("compare balanced greedy -d mini.toml -n 20 --rule max_turns=4 -q -o deep/a", "deep/a/"),
    ("compare --restrictions greedy -d mini.toml -n 4 -p 3 --rule max_turns=4 -q -o deep/a", "deep/a/"),
    ("tune mini.toml --rule max_turns=1 --budget 1632 -p 3 -q -o deep/a", "deep/a/"),
    ("check mini.toml --save base -n 200 -q --rule max_turns=1", "base"),
];

#[test]
fn results_are_printed_and_the_file_is_named_if_files_cannot_be_written() {
    for (command, place) in WRITING {
        let folder = folder();
        let output = limited(&folder, 1, command);
        let messages = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {messages}");
        assert!(messages.contains(&format!("cannot write `{place}")), "{command}: {messages}");
        assert!(messages.contains("a second place cannot be written either"), "{command}: {messages}");
        assert!(!messages.contains("making"), "{command}: {messages}");
        let printed = place != "base";
        assert_eq!(output.stdout.len() > 400, printed, "{command}: {}", String::from_utf8_lossy(&output.stdout));
        fs::remove_dir(folder.path().join("deep")).unwrap_or_default();
        assert_eq!(entries(&folder), [""; 0], "{command} leaves nothing behind");
        if printed {
            let again = kickdoor(&folder).args(command.split(' ')).output().expect("it ends");
            let untimed = |output: &Output| {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                text.lines().filter(|line| !line.contains(" s")).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(untimed(&output), untimed(&again), "{command}");
        }
    }
}

/// The path at the end of a message that results are in a second place.
fn second_place(messages: &str) -> &Path {
    let named = messages.lines().next().and_then(|line| line.rsplit('`').nth(1));
    Path::new(named.unwrap_or_else(|| panic!("no path: {messages}")))
}

#[test]
fn a_list_of_games_that_cannot_be_written_costs_no_other_file() {
    let folder = folder();
    let temporary = tempfile::tempdir().expect("a folder");
    let script =
        "ulimit -f 240; exec \"$KICKDOOR\" run mini.toml -n 8000 -s greedy --rule max_turns=1 -q --per-game -o a";
    let output = shell(&folder, script).env("TMPDIR", temporary.path()).output().expect("it ends");
    let messages = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(messages.contains("cannot write `a/games.csv`: "), "{messages}");
    assert!(messages.contains("; the report of this run, without `games.csv`, is in `"), "{messages}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("signature"));
    let second = second_place(&messages);
    assert!(second.starts_with(temporary.path()) && !second.join("games.csv").exists());
    let again = ["run", "mini.toml", "-n", "8000", "-s", "greedy", "--rule", "max_turns=1", "-q", "-o", "b"];
    assert!(kickdoor(&folder).args(again).status().expect("it ends").success());
    assert_eq!(
        fs::read(second.join("cards.csv")).expect("kept"),
        fs::read(folder.path().join("b/cards.csv")).expect("b")
    );
    assert_eq!(entries(&folder), ["b"]);
}

#[test]
fn results_whose_folder_disappears_are_stored_in_a_second_place() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = folder();
    let known = ["run", "mini.toml", "-n", "1000000000", "-o", "deep/a", "-q"];
    let child = kickdoor(&folder).args(known).env("TMPDIR", temporary.path()).spawn().expect("it starts");
    wait_for(|| folder.path().join("deep").is_dir());
    std::thread::sleep(Duration::from_millis(400));
    fs::remove_dir_all(folder.path().join("deep")).expect("removed");
    send("-TERM", &child);
    let output = child.wait_with_output().expect("it ends");
    let messages = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(messages.contains("cannot write `deep/a/"), "{messages}");
    assert!(second_place(&messages).starts_with(temporary.path()) && second_place(&messages).ends_with("a"));
    assert!(second_place(&messages).join("manifest.json").is_file());
}

#[test]
fn a_baseline_whose_folder_disappears_is_stored_in_a_second_place() {
    // Where the games end before the folder is removed, more of them are played.
    let ends = [2_000, 20_000, 200_000].iter().find_map(|games| baseline_without_its_folder(*games));
    let (output, temporary) = ends.expect("games that last longer than the pause");
    let messages = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(messages.contains("cannot write `deep/base`: "), "{messages}");
    if messages.contains("the baseline of this run is") {
        assert!(second_place(&messages).starts_with(temporary.path()) && second_place(&messages).is_file());
    }
}

/// The output of a run for a baseline whose folder is removed while the games are played, and the folder for a second
/// place; nothing if the games end first.
fn baseline_without_its_folder(games: u32) -> Option<(Output, TempDir)> {
    let (folder, temporary) = (folder(), tempfile::tempdir().expect("a folder"));
    let deep = folder.path().join("deep");
    fs::create_dir(&deep).expect("a folder");
    let save = ["check", "mini.toml", "--save", "deep/base", "-q", "-n", &games.to_string()];
    let child = kickdoor(&folder).args(save).env("TMPDIR", temporary.path()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(200));
    let removed = fs::remove_dir(&deep).is_ok();
    let output = child.wait_with_output().expect("it ends");
    removed.then_some((output, temporary))
}

#[test]
fn forced_runs_into_one_folder_replace_each_other() {
    let folder = folder();
    for _ in 0..3 {
        let run = ["run", "mini.toml", "-n", "4", "--rule", "max_turns=1", "-j", "1", "-q", "--force", "-o", "a"];
        let runs = [(); 4].map(|()| kickdoor(&folder).args(run).spawn().expect("it starts"));
        for run in runs {
            let output = run.wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
        }
        assert_eq!(entries(&folder), ["a"]);
    }
}

#[test]
fn a_lack_of_open_files_is_named() {
    let folder = folder();
    let run = |script: &str| shell(&folder, script).output().expect("it ends");
    let game = "\"$KICKDOOR\" run zombies -n 4 --rule max_turns=1 -j 1 -q --force -o a";
    let save = "\"$KICKDOOR\" check zombies --save base -n 4 --rule max_turns=1 -j 1 -q --force";
    assert!(run(game).status.success() && run(save).status.success());
    let new_game = "\"$KICKDOOR\" run zombies -n 4 --rule max_turns=1 -j 1 -q -o new-$$";
    for command in [game, save, new_game] {
        let ends: Vec<(bool, String)> = (4..12)
            .map(|files| run(&format!("ulimit -n {files}; exec {command}")))
            .map(|output| (output.status.success(), stderr_of(&output)))
            .collect();
        assert!(ends.iter().any(|(success, _)| *success) && ends.iter().any(|(success, _)| !*success), "{ends:?}");
        for (success, messages) in &ends {
            assert!(*success || messages.contains("open files"), "{messages}");
        }
    }
    let left: Vec<String> = entries(&folder).into_iter().filter(|name| name.starts_with(".kickdoor-making-")).collect();
    assert!(left.is_empty(), "temporary folders stay behind: {left:?}");
}
