//! Texts in files: their maximum lengths, and the characters that they may contain. Reports, traces and messages show them on terminals, in
//! tables and in pictures.

use std::borrow::Cow;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Maximum number of characters of an id.
pub const MAX_ID: usize = 64;
/// Maximum number of characters of the name of a card, a set, a kind or a strategy.
pub const MAX_NAME: usize = 120;
/// Maximum number of characters of a tag or of a player's name in a scenario.
pub const MAX_TAG: usize = 64;
/// Maximum number of characters of a term.
pub const MAX_TERM: usize = 64;
/// Maximum number of characters of a description or a reason.
pub const MAX_SAYS: usize = 500;
/// Maximum number of characters of the text of a card.
pub const MAX_TEXT: usize = 4000;
/// Maximum number of characters of a selection of cards: `SET:ID`.
pub const MAX_SELECTION: usize = 2 * MAX_ID + 1;
/// The form of an id, as a regular expression.
pub(crate) const ID: &str = "^[a-z0-9][a-z0-9-]*$";
/// The form of a name, which is not blank, as a regular expression.
pub(crate) const NAME: &str = r"\S";
/// The form of the id of a kind, as a regular expression.
pub(crate) const KIND_ID: &str = "^[a-z0-9][a-z0-9_]*$";

/// What is wrong with a text of at most `most` characters in one line.
pub(crate) fn fault(text: &str, most: usize) -> Option<String> {
    let length = text.chars().count();
    if length > most {
        return Some(format!("expected at most {most} characters, found {length}"));
    }
    let found = text.chars().find(|&c| is_hidden(c))?.escape_unicode();
    Some(format!("expected one line without control or invisible characters, found {found}"))
}

/// What is wrong with a name, which must not be blank.
pub(crate) fn name_fault(name: &str, most: usize) -> Option<String> {
    filled("a name", name, most)
}

/// What is wrong with the text of a card, which may have several lines.
pub(crate) fn text_fault(text: &str) -> Option<String> {
    filled("a text", &text.replace(['\n', '\r'], " "), MAX_TEXT)
}

/// What is wrong with a reason, which must not be blank.
pub(crate) fn reason_fault(reason: &str) -> Option<String> {
    filled("a reason", reason, MAX_SAYS)
}

fn filled(what: &str, text: &str, most: usize) -> Option<String> {
    let blank = || text.trim().is_empty().then(|| format!("expected {what}, found a blank string"));
    fault(text, most).or_else(blank)
}

/// What is wrong with an id: lower-case letters, digits and one more character, which is not the first one.
pub(crate) fn id_fault(id: &str, joint: char) -> Option<String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if id.starts_with(plain) && id.chars().all(|c| plain(c) || c == joint) {
        return fault(id, MAX_ID);
    }
    let joints = if joint == '-' { "dashes" } else { "underscores" };
    let message = format!("expected lower-case letters, digits and {joints}, found `{id}`");
    Some(if id.starts_with(joint) { format!("expected a letter or digit at the start, found `{id}`") } else { message })
}

/// Whether a character is a control character, shows nothing, breaks the line or changes the text direction.
fn is_hidden(c: char) -> bool {
    let blank_letter = matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    // The code points that Unicode reserves as no characters.
    let no_character = matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    let hidden = || {
        use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
        matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
    };
    blank_letter || no_character || !c.is_ascii_graphic() && hidden()
}

/// A text that is safe to print on a terminal: hidden characters are replaced with visible ones. Line breaks and tabs remain.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let replaced = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    let shown = |c: char| match c {
        _ if !replaced(c) => c,
        // Unicode has pictures of the control characters in the same order.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::REPLACEMENT_CHARACTER,
    };
    if text.chars().any(replaced) { Cow::Owned(text.chars().map(shown).collect()) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_faults() {
        let hidden = "\0\u{7}\t\n\r\u{1b}\u{7f}\u{85}\u{ad}\u{600}\u{180e}\u{200b}\u{200d}\u{200e}\u{2028}\u{2029}\u{202e}\u{2060}\u{2066}\
                      \u{feff}\u{fff9}\u{ffff}\u{fdd0}\u{1fffe}\u{10ffff}\u{e0041}\u{3164}\u{2800}";
        for c in hidden.chars() {
            let message = fault(&format!("a{c}b"), MAX_NAME).unwrap_or_else(|| panic!("{}", c.escape_unicode()));
            assert!(message.ends_with(&c.escape_unicode().to_string()), "{message}");
        }
        for name in ["Ogre's \"friend\" & co.", "Äußerst böse", "龍の鎧🐉", "שלום", "e\u{301}", "\u{a0}x", "❤\u{fe0f}"]
        {
            assert_eq!(fault(name, MAX_NAME), None, "{name}");
        }
    }

    #[test]
    fn names_and_ids_have_limits() {
        assert_eq!(name_fault(&"ö".repeat(MAX_NAME), MAX_NAME), None);
        let message = name_fault(&"ö".repeat(MAX_NAME + 1), MAX_NAME);
        assert_eq!(message.as_deref(), Some("expected at most 120 characters, found 121"));
        assert_eq!(name_fault(" \u{3000}", MAX_NAME).as_deref(), Some("expected a name, found a blank string"));
        assert_eq!((id_fault("a-1", '-'), id_fault("a_1", '_')), (None, None));
        for (id, start) in [("", "lower-case"), ("A", "lower-case"), ("a_b", "lower-case"), ("-a", "a letter or digit")]
        {
            assert!(id_fault(id, '-').is_some_and(|message| message.starts_with(&format!("expected {start}"))), "{id}");
        }
        assert!(id_fault(&"a".repeat(65), '-').is_some_and(|message| message.contains("at most 64 characters")));
    }

    #[test]
    fn messages_contain_no_hidden_characters() {
        assert_eq!(harmless("a\tb\nc"), "a\tb\nc");
        assert_eq!(harmless("\x1b[31m \0 \r \u{7f} \u{202e}"), "\u{241b}[31m \u{2400} \u{240d} \u{fffd} \u{fffd}");
        assert_eq!(harmless("a\u{200b}b\u{2028}c"), "a\u{fffd}b\u{fffd}c");
    }
}
