//! Text for the terminal: wrapped at its width, and at most one page long unless all lines are requested.

use std::io::{self, Write};

use clap::Args;

use crate::report::{columns, thousands};

/// Columns of a page where no terminal shows it.
const COLUMNS: usize = 80;
/// Minimum columns of a page. On a narrower terminal, tables would only be harder to read.
const NARROWEST: usize = 60;
/// Lines of a page.
const LINES: usize = 40;
/// Minimum lines of a shortened part: a heading, the first and the last line, and the number of the others.
const FEWEST: usize = 4;

/// The words before and after the number of lines that are left out.
const MORE: (&str, &str) = ("... ", " more: --all");

/// How much of a text is printed.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct PageArgs {
    /// Print all lines. By default, long lists are shortened so that the text fits on a page.
    #[arg(long)]
    pub(super) all: bool,
}

/// The lines of a long list that matter most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The first lines.
    First,
    /// The first and the last lines, as of a ranking.
    Ends,
}

impl PageArgs {
    /// Prints the text that `write` writes.
    pub(super) fn print(
        self,
        cut: Cut,
        out: &mut impl Write,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut text = Vec::new();
        write(&mut text)?;
        let width = width();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<String> = text.lines().flat_map(|line| wrapped(line, indent(line), width)).collect();
        let lines = if self.all { lines } else { shortened(lines, cut) };
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Columns of a page: those of the terminal.
pub(super) fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map_or(COLUMNS, |(width, _)| usize::from(width.0).max(NARROWEST))
}

/// The line that stands for the others of a list.
pub(super) fn more(number: usize) -> String {
    let (before, after) = MORE;
    format!("{before}{}{after}", thousands(number as u64))
}

/// Indentation of the next lines of a wrapped line.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len() + 2
}

/// A line in several ones, broken at spaces. A longer word has a line of its own; a command line and a line of a patch stay
/// in one, to be copied.
pub(super) fn wrapped(line: &str, indent: usize, width: usize) -> Vec<String> {
    let of_patch = line.starts_with(['+', '-']) && line.contains(" = ");
    if columns(line) <= width || line.contains("kickdoor ") || of_patch {
        return vec![line.to_owned()];
    }
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    while columns(&rest) > width {
        let start = rest.len() - rest.trim_start().len();
        let mut spaces = rest.match_indices(' ').map(|(at, _)| at).filter(|&at| at > start);
        let Some(first) = spaces.next() else { break };
        let at = spaces.take_while(|&at| columns(&rest[..at]) <= width).last().unwrap_or(first);
        let next = rest[at..].trim_start();
        let next = format!("{}{next}", " ".repeat(indent));
        lines.push(rest[..at].trim_end().to_owned());
        rest = next;
    }
    lines.push(rest);
    lines
}

/// Shortens the longest parts, which blank lines separate, until all lines fit on a page.
fn shortened(lines: Vec<String>, kept: Cut) -> Vec<String> {
    if lines.len() <= LINES {
        return lines;
    }
    let parts: Vec<&[String]> = lines.split(String::is_empty).collect();
    // Each part is followed by a blank line, except the last one: hence 1 for each, and 1 more in all.
    let fits = |most: &usize| parts.iter().map(|part| part.len().min(*most) + 1).sum::<usize>() <= LINES + 1;
    match (FEWEST..=LINES).rev().find(fits) {
        Some(most) => parts.iter().map(|part| cut(part, most, kept)).collect::<Vec<_>>().join(&String::new()),
        // With very many parts, not even short ones fit.
        None => cut(&lines, LINES, Cut::First),
    }
}

/// At most this number of lines: some lines of a list, and the number of the others.
fn cut(lines: &[String], most: usize, kept: Cut) -> Vec<String> {
    if lines.len() <= most {
        return lines.to_vec();
    }
    // Without the heading and the line for the others, half of the lines are for each end.
    let last = if kept == Cut::Ends { (most - 2) / 2 } else { 0 };
    let (first, rest) = lines.split_at(most - 1 - last);
    let (left_out, last) = rest.split_at(rest.len() - last);
    [first, &[more(left_out.iter().map(|line| lines_of(line)).sum())], last].concat()
}

/// The number of lines that a line stands for.
fn lines_of(line: &str) -> usize {
    let number = line.strip_prefix(MORE.0).and_then(|rest| rest.strip_suffix(MORE.1));
    number.and_then(|number| number.replace(',', "").parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(number: usize) -> Vec<String> {
        (0..number).map(|line| line.to_string()).collect()
    }

    #[test]
    fn lines_are_broken_at_spaces_and_measured_in_columns() {
        assert_eq!(wrapped("  one two three", 4, 9), ["  one two", "    three"]);
        assert_eq!(wrapped("one two", 0, 7), ["one two"]);
        assert_eq!(wrapped("龍龍 龍龍 x", 0, 9), ["龍龍 龍龍", "x"]);
        assert_eq!(wrapped("incomprehensibilities are long", 2, 8), ["incomprehensibilities", "  are", "  long"]);
        assert_eq!(wrapped("run: kickdoor run a b", 2, 8), ["run: kickdoor run a b"]);
    }

    #[test]
    fn the_longest_parts_are_shortened() {
        let page = lines(LINES);
        assert_eq!(shortened(page.clone(), Cut::First), page);
        let short = shortened(lines(100), Cut::First);
        assert_eq!((short.len(), short.last().map(String::as_str)), (LINES, Some("... 61 more: --all")));
        let text = [lines(3), vec![String::new()], lines(90), vec![String::new()], lines(12)].concat();
        let short = shortened(text, Cut::Ends);
        let second: Vec<&String> = short.iter().skip(4).take_while(|line| !line.is_empty()).collect();
        assert!(short.len() <= LINES && short.len() > LINES - 3, "{short:?}");
        assert!(short.iter().filter(|line| line.contains("more: --all")).count() == 1, "{short:?}");
        assert_eq!((second[0].as_str(), second[second.len() - 1].as_str()), ("0", "89"));
        // A line that stands for others keeps their number.
        let list = [lines(3), vec![more(1_200)], lines(50)].concat();
        assert_eq!(shortened(list, Cut::First)[LINES - 1], more(15));
        let list = [lines(39), vec![more(1_200)], lines(3)].concat();
        assert_eq!(shortened(list, Cut::First)[LINES - 1], more(1_203));
        let many = vec![vec!["x".to_owned(), String::new()]; 50].concat();
        assert_eq!(shortened(many, Cut::First).len(), LINES);
    }
}
