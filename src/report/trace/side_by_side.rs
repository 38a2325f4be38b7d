//! Two traces of one game, side by side from their first difference.

use crate::report::files::column;

/// Width of a column.
// Two columns and the bar between them fit 80 columns.
const COLUMN: usize = 38;

/// Puts two traces side by side, each under a heading. Their common start is left out, up to the last line without
/// indentation before the first difference.
pub(crate) fn side_by_side(headings: [&str; 2], traces: [&str; 2]) -> String {
    let [one, other] = traces.map(|trace| trace.lines().collect::<Vec<_>>());
    let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let begins = |line: &&str| !line.is_empty() && !line.starts_with(' ');
    // A first difference in the middle of a turn would be hard to place without the heading of the turn.
    let start = one[..common].iter().rposition(begins).unwrap_or(0);
    let mut text = String::new();
    for line in &one[start..common] {
        text += line;
        text.push('\n');
    }
    let rest = |lines: &[&str]| lines[common..].iter().flat_map(|line| wrapped(line)).collect::<Vec<_>>();
    let columns = [rest(&one), rest(&other)];
    row(&mut text, headings[0], headings[1]);
    row(&mut text, &"-".repeat(COLUMN), &"-".repeat(COLUMN));
    for n in 0..columns[0].len().max(columns[1].len()) {
        let cell = |column: usize| columns[column].get(n).map_or("", String::as_str);
        row(&mut text, cell(0), cell(1));
    }
    text
}

fn row(text: &mut String, left: &str, right: &str) {
    let row = format!("{} | {right}", column::left(left, COLUMN));
    text.push_str(row.trim_end());
    text.push('\n');
}

/// A line wrapped between words to the width of a column; continuation lines are indented further.
fn wrapped(line: &str) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let mut lines = Vec::new();
    let mut current = " ".repeat(indent);
    let mut empty = true;
    for word in line.split_whitespace() {
        if !empty && column::columns(&current) + 1 + column::columns(word) > COLUMN {
            lines.push(std::mem::replace(&mut current, " ".repeat(indent + 4)));
            empty = true;
        }
        if !empty {
            current.push(' ');
        }
        current += word;
        empty = false;
    }
    lines.push(current);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_start_at_the_last_common_heading() {
        let one = "Head\n  a\n\nTurn 1\n  same\n  left\n\nEnd\n";
        let other = "Head\n  a\n\nTurn 1\n  same\n  right\n";
        let text = side_by_side(["was", "is"], [one, other]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["Turn 1", "  same"]);
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        assert_eq!(cells(lines[2]), ["was", "is"]);
        assert_eq!(cells(lines[4]), ["left", "right"]);
        assert_eq!(cells(lines[6]), ["End", ""]);
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let long = format!("  {}", "word ".repeat(40));
        let lines = wrapped(long.trim_end());
        assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= COLUMN));
        assert!(lines[1].starts_with("      word"));
        assert_eq!(wrapped(""), [""]);
    }
}
