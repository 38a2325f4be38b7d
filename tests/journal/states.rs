//! States that another process, another command or an earlier run has.

use std::process::Command;

use super::desk::{Desk, Ended, Living};

/// A study whose state has several values.
const RUN: &str = "run mini.toml -n 6000 --rule win_level=3 -q";

/// A folder in which this study was killed.
fn killed() -> Desk {
    for _ in 0..10 {
        let desk = Desk::new();
        if desk.kill_with_state(&format!("{RUN} -o a --checkpoint 0.001"), 1) {
            return desk;
        }
    }
    panic!("it always ended before it could be killed");
}

fn assert_same(desk: &Desk, out: &str) {
    assert_eq!(desk.run(&format!("{RUN} -o b --checkpoint 0")).code, Some(0));
    assert!(desk.files(out) == desk.files("b"), "other files");
    assert_eq!(desk.left(), Vec::<std::path::PathBuf>::new());
}

#[test]
fn a_state_belongs_to_the_process_that_writes_it() {
    let desk = Desk::new();
    let endless = "run mini.toml -n 1000000000 --rule win_level=3 -q -o a";
    let mut first = Living(desk.start(&format!("{endless} --checkpoint 0.001")));
    while desk.segments().is_empty() {
        assert!(first.0.try_wait().expect("a child").is_none());
    }
    let second = desk.run(&format!("{endless} --resume"));
    second.assert_refused(2, &["another kickdoor writes `a.state`"], "a second process");
    let other = desk.run(&endless.replace("-n 1000000000", "-n 8").replace(" -q", ""));
    assert_eq!(other.code, Some(0), "{}", other.said);
    assert!(other.said.contains("another kickdoor writes `a.state`; this one keeps no state"), "{}", other.said);
    assert!(!desk.segments().is_empty());
}

#[test]
fn a_state_is_continued_only_with_its_command_and_its_inputs() {
    let desk = killed();
    let kept = desk.segments();
    for (from, to, words) in [
        ("-n 6000", "-n 7000", ["games 6000", "games 7000"]),
        ("-n 6000", "-n 6000 --seed 2", ["seed 1", "seed 2"]),
        ("-n 6000", "-n 6000 -s greedy", ["strateg", "greedy"]),
        ("win_level=3", "win_level=4", ["win_level=3", "win_level=4"]),
        ("mini.toml", "edit.toml", ["mini.toml", "edit.toml"]),
    ] {
        let line = format!("{} -o a --resume", RUN.replace(from, to));
        desk.run(&line).assert_refused(2, &[&["`a.state`"][..], &words].concat(), &line);
    }
    let (mini, edit) = (desk.read("mini.toml"), desk.read("edit.toml"));
    desk.write("mini.toml", &edit);
    let changed = desk.run(&format!("{RUN} -o a --resume"));
    changed.assert_refused(2, &["`a.state`", "`mini.toml` has changed"], "another deck");
    desk.write("mini.toml", &mini);
    assert_eq!(desk.segments(), kept);
    assert_eq!(desk.run(&format!("{RUN} -o a --resume")).code, Some(0));
    assert_same(&desk, "a");
}

#[test]
fn a_study_with_nothing_to_continue_begins() {
    let desk = Desk::new();
    let ended = desk.run(&format!("{} -o a --resume", RUN.replace(" -q", "")));
    assert_eq!(ended.code, Some(0), "{}", ended.said);
    assert!(ended.said.contains("nothing to continue"), "{}", ended.said);
    assert_same(&desk, "a");
}

#[test]
fn an_unfinished_state_is_not_lost_by_accident() {
    let desk = killed();
    let kept = desk.segments();
    desk.run(&format!("{RUN} -o a")).assert_refused(2, &["`a.state`", "--resume", "--force"], "beside a state");
    assert_eq!(desk.segments(), kept);
    let forced = desk.run(&format!("{RUN} -o a --force"));
    assert_eq!(forced.code, Some(0), "{}", forced.said);
    assert_same(&desk, "a");
}

#[test]
fn a_stopped_study_says_how_to_continue_it() {
    for (signal, code) in crate::signals::ending_signals() {
        let desk = Desk::new();
        let line = RUN.replace(" -q", "");
        let child = desk.start(&format!("{line} -o a --checkpoint 0.001"));
        while desk.segments().is_empty() {}
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("sent").success());
        let ended = Ended::of(child);
        assert_eq!(ended.code, Some(code), "{}", ended.said);
        assert!(ended.said.contains("continue with --resume"), "{}", ended.said);
        let resumed = desk.run(&format!("{line} -o a --resume"));
        assert_eq!(resumed.code, Some(0), "{}", resumed.said);
        assert_same(&desk, "a");
    }
}
