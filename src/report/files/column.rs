//! Columns of text: names are measured in columns of the terminal, because wide characters take two of them.

use std::fmt::{self, Alignment, Display, Formatter};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Marks a text that was cut.
const CUT: &str = "..";

/// Number of terminal columns of a text.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A text that fits into a column. `{:<WIDTH$}` and `{:>WIDTH$}` fill the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fitted(String);

/// A name that fits into a column: a longer name is cut.
pub(crate) fn fitted(name: &str, width: usize) -> Fitted {
    if columns(name) <= width {
        return Fitted(name.to_owned());
    }
    let mut room = width.saturating_sub(CUT.len());
    // The cut is between characters, and a wide one that no longer fits leaves a column free.
    let fits = |c: &char| {
        let rest = room.checked_sub(c.width().unwrap_or(0));
        room = rest.unwrap_or(0);
        rest.is_some()
    };
    Fitted(name.chars().take_while(fits).collect::<String>() + CUT)
}

impl Display for Fitted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = f.width().unwrap_or(0);
        f.write_str(&if f.align() == Some(Alignment::Right) { right(&self.0, width) } else { left(&self.0, width) })
    }
}

/// A text and the spaces that fill its column, of any width.
pub(crate) fn left(text: &str, width: usize) -> String {
    text.to_owned() + &rest(text, width)
}

/// A text after the spaces that fill its column, of any width.
pub(crate) fn right(text: &str, width: usize) -> String {
    rest(text, width) + text
}

fn rest(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(columns(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_fills_its_column() {
        for (name, cell) in [
            ("Ogre", "Ogre  |"),
            ("Ogress", "Ogress|"),
            ("Ogresses", "Ogre..|"),
            ("龍の鎧", "龍の鎧|"),
            ("龍の鎧だ", "龍の..|"),
            ("a龍の鎧", "a龍.. |"),
            ("🐉", "🐉    |"),
            ("e\u{301}", "e\u{301}     |"),
        ] {
            assert_eq!(format!("{:<6}|", fitted(name, 6)), cell);
        }
        assert_eq!(format!("{:>6}|", fitted("龍", 6)), "    龍|");
        assert_eq!(fitted("Ogresses", 6).to_string(), "Ogre..");
    }

    #[test]
    fn columns_of_any_width_are_filled() {
        assert_eq!(left("龍", 70_000).len(), 70_001);
        assert_eq!(right("x", 3), "  x");
    }
}
