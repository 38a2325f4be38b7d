//! `FILE@REV`: a file as it was at a git revision.

use std::path::Path;
use std::process::{Command, Output};

use super::embedded::DECKS;
use super::error::DeckError;
use super::input::is_there;

/// A file at a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::deck) struct Revision<'n> {
    /// The path of the file, which may be missing today.
    pub(in crate::deck) file: &'n str,
    revision: &'n str,
}

impl<'n> Revision<'n> {
    /// The file and the revision in `FILE@REV`, if no file has this name. Both may contain further `@`.
    pub(in crate::deck) fn of(name: &'n str) -> Option<Revision<'n>> {
        if is_there(Path::new(name)) {
            return None;
        }
        let both = |(at, _)| Revision { file: &name[..at], revision: &name[at + 1..] };
        let all =
            || name.match_indices('@').map(both).filter(|both| !both.file.is_empty() && !both.revision.is_empty());
        all().find(|both| is_there(Path::new(both.file))).or_else(|| all().next())
    }

    /// The bytes of the file at the revision.
    ///
    /// # Errors
    /// If there is no git, no repository, no such revision, or no such file in it.
    pub(in crate::deck) fn read(self) -> Result<Vec<u8>, DeckError> {
        let Revision { file, revision } = self;
        if !is_there(Path::new(file)) && DECKS.iter().any(|(known, _)| *known == file) {
            return Err(DeckError::plain(format!("`{file}` is a shipped deck, which has no revisions"), None));
        }
        let repository = self.git(&["rev-parse", "--git-dir"])?;
        if !repository.status.success() {
            let why = format!("git cannot read the repository of `{file}`: {}", words(&repository));
            return Err(DeckError::plain(why, Some("commit the file to a git repository first".to_owned())));
        }
        let Some(commit) = self.commit()? else {
            let hint = "`git log` lists the revisions; a shallow clone has only the last ones".to_owned();
            return Err(DeckError::plain(format!("unknown revision `{revision}` of `{file}`"), Some(hint)));
        };
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        let found = self.git(&["cat-file", "blob", &format!("{commit}:./{name}")])?;
        if !found.status.success() {
            let hint = format!("`git log -- {file}` lists the revisions of the file");
            return Err(DeckError::plain(format!("`{file}` is not in the revision `{revision}`"), Some(hint)));
        }
        Ok(found.stdout)
    }

    /// The hash of the commit, if there is one.
    fn commit(self) -> Result<Option<String>, DeckError> {
        // A word with a dash at its start would be an option of git.
        if self.revision.starts_with('-') {
            return Ok(None);
        }
        let found = self.git(&["rev-parse", "--verify", "--quiet", &format!("{}^{{commit}}", self.revision)])?;
        Ok(found.status.success().then(|| String::from_utf8_lossy(&found.stdout).trim().to_owned()))
    }

    /// Runs git in the folder of the file.
    fn git(self, arguments: &[&str]) -> Result<Output, DeckError> {
        let folder = Path::new(self.file).parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut git = Command::new("git");
        // In a hook, these name the repository of the hook by a path that is wrong in another folder.
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            git.env_remove(name);
        }
        git.arg("-C").arg(folder.unwrap_or(Path::new("."))).args(arguments).env("LC_ALL", "C");
        git.output().map_err(|error| {
            let why = format!("cannot run `git`, which has the revisions of `{}`: {error}", self.file);
            DeckError::plain(why, Some("install git, or give the earlier deck as a file".to_owned()))
        })
    }
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    /// The beginning of its hash.
    pub(crate) hash: String,
    /// Its date.
    pub(crate) date: String,
}

/// How git prints a commit for `commits`.
const COMMIT: &str = "--format=%h %cs";

/// The commits that git has printed.
fn commits(printed: &[u8]) -> Vec<Commit> {
    let text = String::from_utf8_lossy(printed);
    let commit = |line: &str| {
        let (hash, date) = line.split_once(' ')?;
        Some(Commit { hash: hash.to_owned(), date: date.to_owned() })
    };
    text.lines().filter_map(commit).collect()
}

/// The file of a deck name, which may be that of a file at a revision.
pub(crate) fn file_of(name: &str) -> &str {
    Revision::of(name).map_or(name, |revision| revision.file)
}

/// The commit of a file at a revision; of a plain file, the last one that changed it, if it is as committed.
pub(crate) fn commit_of(name: &str) -> Option<Commit> {
    let revision = Revision::of(name);
    let file = Path::new(name).file_name()?.to_str()?;
    let own = revision.unwrap_or(Revision { file: name, revision: "HEAD" });
    let is_there = revision.is_some() || is_there(Path::new(name));
    let is_committed = || own.git(&["diff", "--quiet", "HEAD", "--", file]).is_ok_and(|found| found.status.success());
    if !is_there || (revision.is_none() && !is_committed()) {
        return None;
    }
    let found = match revision {
        Some(revision) => own.git(&["log", "-1", COMMIT, &revision.commit().ok()??]),
        None => own.git(&["log", "-1", COMMIT, "--", file]),
    };
    commits(&found.ok()?.stdout).pop()
}

/// The commits of a range, such as `v1..HEAD`, that changed a file and contain it, the oldest first.
///
/// # Errors
/// If there is no git or no repository, or the range is wrong.
pub(crate) fn revisions(file: &str, range: &str) -> Result<Vec<Commit>, DeckError> {
    let own = Revision { file, revision: range };
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
    // A word with a dash at its start would be an option of git.
    let wrong = range.starts_with('-').then(|| format!("`{range}` is no range of revisions"));
    let found = match wrong {
        Some(why) => Err(why),
        None => {
            let found = own.git(&["log", "--reverse", "--diff-filter=ACMRT", COMMIT, range, "--", &name])?;
            if found.status.success() {
                Ok(found)
            } else {
                Err(format!("git cannot list `{range}` of `{file}`: {}", words(&found)))
            }
        }
    };
    let hint = || Some("write a range such as `v1..HEAD`, or one revision for all before it".to_owned());
    found.map(|found| commits(&found.stdout)).map_err(|why| DeckError::plain(why, hint()))
}

/// The first line that git wrote about a failure.
fn words(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().next().unwrap_or_default().trim_start_matches("fatal: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_where_its_file_ends() {
        let parts = |name| Revision::of(name).map(|both| (both.file, both.revision));
        assert_eq!(parts("a.toml@HEAD~1"), Some(("a.toml", "HEAD~1")));
        assert_eq!(parts("x/a.toml@main@{1}"), Some(("x/a.toml", "main@{1}")));
        assert_eq!(parts("Cargo.toml@@"), Some(("Cargo.toml", "@")));
        for name in ["a.toml", "@HEAD", "a.toml@", "Cargo.toml"] {
            assert_eq!(parts(name), None, "{name}");
        }
    }
}
