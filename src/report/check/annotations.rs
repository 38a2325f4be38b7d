//! Annotations of a pull request: one line for each metric that moved, at the line of its card.

use std::io::{self, Write};

use super::changes::{CheckReport, CheckRow};
use super::gates::VALUE;
use crate::stats::Verdict;

impl CheckReport {
    /// Writes the workflow commands of GitHub that show a message beside a line of a file.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn write_annotations(&self, out: &mut impl Write) -> io::Result<()> {
        for row in &self.metrics {
            let level = match row.verdict {
                Verdict::Equivalent => continue,
                Verdict::Minor | Verdict::Improved => "notice",
                Verdict::Inconclusive => "warning",
                Verdict::Shift | Verdict::Missed => "error",
            };
            let own = row.metric.strip_prefix(VALUE);
            // A metric of the table belongs to the edit as a whole, which begins at its first card.
            let edit = self.edits.iter().find(|edit| own == Some(edit.card.as_str())).or(self.edits.first());
            let place = edit.map_or(String::new(), |edit| {
                format!(" file={},line={},title=Balance", property(&edit.file), edit.line)
            });
            writeln!(out, "::{level}{place}::{}", escaped(&row.sentence()))?;
        }
        Ok(())
    }

    /// What was edited, and what moved most, in one sentence; nothing if nothing was edited.
    pub(crate) fn why(&self) -> Option<String> {
        let first = self.edits.first()?;
        let more = self.edits.len() - 1;
        let others = if more > 0 { format!(" and {more} more") } else { String::new() };
        let size = |row: &&CheckRow| (row.change.0 / row.margin.0).abs();
        let moved = self.metrics.iter().filter(|row| size(row) > 0.0).max_by(|a, b| size(a).total_cmp(&size(b)));
        let moved = moved.map_or("nothing moved".to_owned(), CheckRow::sentence);
        Some(format!("{}: {}{others}. {moved}", first.name, first.words))
    }
}

/// The value of a message.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
