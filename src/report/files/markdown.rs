//! Texts of users in Markdown. A code span shows them as they are: without emphasis, links, HTML, mentions of users or references.

/// A text as a code span.
pub(in crate::report) fn code(text: &str) -> String {
    // A code span ends at as many backticks in a row as it began with.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A renderer removes one space at both ends, unless there are only spaces.
    let bare = |c: char| c == '`' || c == ' ';
    let pad = if text.starts_with(bare) || text.ends_with(bare) { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text as a code span in a cell of a table, where a bar would end the cell.
pub(in crate::report) fn cell(text: &str) -> String {
    // GitHub splits a row into cells before it looks for code, and removes this backslash even inside code.
    code(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_span_is_longer_than_the_backticks_in_it() {
        assert_eq!(code("**a** <b> @c"), "`**a** <b> @c`");
        assert_eq!(code("a `b` c"), "``a `b` c``");
        assert_eq!(code("`a``"), "``` `a`` ```");
        assert_eq!(code(" a"), "`  a `");
        assert_eq!(cell("a|b"), "`a\\|b`");
    }
}
