//! The file of a history: one JSON object per line.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::entry::HistoryEntry;
use crate::deck::Problem;
use crate::deck::file::error::Place;

/// Reads the lines of a history, and what is wrong with the others.
pub(crate) fn parse(name: &str, text: &str) -> (Vec<HistoryEntry>, Vec<Problem>) {
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            match serde_json::from_str(line) {
                Ok(entry) => entries.push(entry),
                Err(error) => problems.push(problem(name, text, (start, line), &error)),
            }
        }
        start += line.len();
    }
    (entries, problems)
}

fn problem(name: &str, text: &str, (start, line): (usize, &str), error: &serde_json::Error) -> Problem {
    // A column counts bytes from 1; the place is the last byte that was read.
    let read = error.column().clamp(1, line.len().max(1)) - 1;
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    let named = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    let field = named.map(str::to_owned).or_else(|| field_before(&line[..floor(line, read)]));
    let at = start + floor(line, read);
    Problem { message, place: Some(Place::of(name, text, at..at + 1)), field, ..Problem::default() }
}

/// The last key before a place in a line of JSON.
fn field_before(text: &str) -> Option<String> {
    let end = text.rfind("\":")?;
    let start = text[..end].rfind('"')? + 1;
    Some(text[start..end].to_owned())
}

/// The beginning of the character at a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Appends a line to a history. The rest of the file stays as it is, wrong lines included.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn append(path: &Path, entry: &HistoryEntry) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    let mut line = serde_json::to_string(entry)?;
    // A line that a stopped writer left without its end stays a line of its own.
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != *b"\n" {
        line.insert(0, '\n');
    }
    line.push('\n');
    // One write: two programs that append do not mix their lines.
    file.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> String {
        r#"{"label":"a","deck":"mini","hash":"0","program":"kickdoor 0.0.1","strategies":[],"players":3,"seed":1,"games":60,"signature":"0","metrics":[{"metric":"no_longer_known","value":0.5,"low":0.4,"high":0.6}],"later":1}"#.to_owned()
    }

    #[test]
    fn old_lines_with_unknown_metrics_are_read_and_bad_ones_named() {
        let text =
            format!("{}\n\n{}\n{}\n{{\n", line(), line().replace("60", "\"many\""), line().replace("\"seed\":1,", ""));
        let (entries, problems) = parse("history.jsonl", &text);
        assert_eq!(entries.len(), 1);
        assert!(entries[0].metric("no_longer_known").is_some_and(|metric| metric.n == 0));
        let found: Vec<(usize, Option<&str>)> = problems
            .iter()
            .map(|problem| (problem.place.as_ref().expect("a place").line, problem.field.as_deref()))
            .collect();
        assert_eq!(found, [(3, Some("games")), (4, Some("seed")), (5, None)]);
    }

    #[test]
    fn a_line_is_appended_after_whatever_is_there() {
        let folder = std::env::temp_dir().join(format!("kickdoor-history-{}", std::process::id()));
        let _ = std::fs::remove_file(&folder);
        std::fs::write(&folder, "half a line").expect("written");
        let entry: HistoryEntry = serde_json::from_str(&line()).expect("an entry");
        append(&folder, &entry).expect("written");
        append(&folder, &entry).expect("written");
        let text = std::fs::read_to_string(&folder).expect("read");
        let (entries, problems) = parse("x", &text);
        assert!(text.starts_with("half a line\n{") && entries.len() == 2 && problems.len() == 1);
        std::fs::remove_file(&folder).expect("removed");
    }
}
