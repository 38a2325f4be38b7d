//! Folders of reports: they appear only when complete, and only reports are replaced.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::program::kickdoor;
use kickdoor::report::{Folder, FolderError, MANIFEST};

const OURS: &str = r#"{"version": "1", "study": {"name": "run"}, "signature": "3"}"#;

fn begun(place: &Path, force: bool) -> Result<Folder, FolderError> {
    let mut folder = Folder::begin(place, force)?;
    folder.add_text(MANIFEST, OURS);
    Ok(folder)
}

fn finished(place: &Path, force: bool) -> Result<PathBuf, FolderError> {
    begun(place, force)?.publish()
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn a_folder_appears_whole_or_not_at_all() {
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("deep/report");
    drop(Folder::begin(&place, false).expect("begun"));
    assert!(!place.exists());
    finished(&place, false).expect("published");
    assert!(place.join(MANIFEST).is_file());
    assert_eq!(entries(&parent.path().join("deep")), 1);
}

#[test]
fn only_reports_are_replaced() {
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("report");
    finished(&place, false).expect("published");
    assert!(matches!(finished(&place, false), Err(FolderError::Exists(_))));
    finished(&place, true).expect("replaced");
    assert_eq!(entries(parent.path()), 1);
    assert!(matches!(finished(parent.path(), true), Err(FolderError::NotAReport(_))));
    fs::write(parent.path().join(MANIFEST), r#"{"name": "of a web page", "version": "2"}"#).expect("written");
    assert!(matches!(finished(parent.path(), true), Err(FolderError::NotAReport(_))));
    fs::write(parent.path().join(MANIFEST), format!("[{OURS}]")).expect("written");
    assert!(matches!(finished(parent.path(), true), Err(FolderError::NotAReport(_))));
    fs::write(parent.path().join(MANIFEST), OURS).expect("written");
    assert!(begun(parent.path(), true).is_ok());
}

#[test]
fn a_folder_that_appears_during_a_run_is_not_replaced() {
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("report");
    for force in [false, true] {
        let folder = begun(&place, force).expect("begun");
        fs::create_dir(&place).expect("a folder");
        fs::write(place.join("precious"), "x").expect("written");
        let error = folder.publish().expect_err("it is taken");
        let FolderError::Kept { kept, .. } = error else { panic!("{error}") };
        assert!(kept.join(MANIFEST).is_file(), "the finished report is kept");
        assert_eq!(entries(&place), 1);
        fs::remove_dir_all(&place).expect("removed");
    }
    assert_eq!(entries(parent.path()), 2, "report-2 and report-3");
}

#[test]
fn a_forced_replacement_keeps_other_files() {
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("report");
    finished(&place, false).expect("published");
    fs::write(place.join("notes.txt"), "precious").expect("written");
    fs::write(place.join("games.csv"), "ours").expect("written");
    fs::create_dir_all(place.join("mine/deep")).expect("a folder");
    finished(&place, true).expect("replaced");
    assert_eq!(fs::read_to_string(place.join("notes.txt")).expect("it stays"), "precious");
    assert!(place.join("mine/deep").is_dir() && place.join(MANIFEST).is_file());
    assert!(!place.join("games.csv").exists(), "an old file of the report is removed");
    assert_eq!(entries(parent.path()), 1);
    fs::remove_file(place.join(MANIFEST)).expect("removed");
    fs::create_dir(place.join(MANIFEST)).expect("a folder");
    assert!(matches!(finished(&place, true), Err(FolderError::NotAReport(_))));
}

#[test]
fn a_folder_that_cannot_be_moved_is_kept_at_the_reported_path() {
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("report");
    finished(&place, false).expect("published");
    fs::create_dir_all(place.join("cards.csv/mine")).expect("a folder");
    let mut folder = begun(&place, true).expect("begun");
    folder.add_text("cards.csv", "x");
    let Err(FolderError::Left { left, .. }) = folder.publish() else { panic!("a folder is not a file of a report") };
    assert!(left.join("cards.csv/mine").is_dir() && place.join("cards.csv").is_file());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_report_stays_a_link() {
    let parent = tempfile::tempdir().expect("a folder");
    let (place, link) = (parent.path().join("report"), parent.path().join("link"));
    finished(&place, false).expect("published");
    std::os::unix::fs::symlink(&place, &link).expect("a link");
    let mut folder = begun(&link, true).expect("begun");
    folder.add_text("cards.csv", "x");
    folder.publish().expect("published");
    assert!(link.is_symlink() && place.join("cards.csv").is_file());
}

/// Commands that write every kind of report.
const KINDS: [&str; 9] = [
    "run mini.toml -n 4 --rule max_turns=1 --per-game",
    "run mini.toml -n 4 --rule max_turns=1 -s greedy,random",
    "impact mini.toml -n 4 --rule max_turns=1",
    "impact mini.toml -n 4 --rule max_turns=1 -s greedy",
    "sweep mini.toml --card angry-bun --field level --range 1..2 -n 4 --rule max_turns=1",
    "compare greedy random -d mini.toml -n 4 -p 3 --rule max_turns=1",
    "compare greedy random balanced -d mini.toml -n 4 -p 3 --rule max_turns=1",
    "compare --restrictions greedy -d mini.toml -n 4 -p 3 --rule max_turns=1",
    "tune mini.toml --budget 1632 -p 3 --rule max_turns=1",
];

#[test]
fn a_report_of_every_kind_is_replaced_by_force() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    let written = |kind: &str, force: &str| kickdoor(&folder, &format!("{kind} -q -j 1 -o a {force}"));
    for (number, kind) in KINDS.into_iter().enumerate() {
        // A report also replaces one of another kind.
        let (code, _, messages) = written(kind, "--force");
        assert!(matches!(code, Some(0 | 1)), "{kind}: {messages}");
        if number == 0 {
            fs::write(folder.path().join("a/notes.txt"), "precious").expect("written");
        }
        let (code, _, messages) = written(kind, "");
        assert_eq!((code, messages.contains("`a` exists already")), (Some(2), true), "{kind}: {messages}");
        let (code, _, messages) = written(kind, "--force");
        assert!(matches!(code, Some(0 | 1)) && messages.is_empty(), "{kind}: {messages}");
        assert_eq!(fs::read_to_string(folder.path().join("a/notes.txt")).expect("it stays"), "precious");
        assert_eq!(entries(folder.path()), 2, "{kind}: only the deck and the report");
    }
    let baseline =
        |force: &str| kickdoor(&folder, &format!("check mini.toml --save base -n 4 -q --rule max_turns=1{force}"));
    assert_eq!([baseline(""), baseline(""), baseline(" --force")].map(|(code, ..)| code), [Some(0), Some(2), Some(0)]);
}
