//! Tokens: the words, numbers and marks of a text.

use std::ops::Range;

/// A word, a number or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// In lower case; a quoted text without its quotes.
    pub(super) text: String,
    /// Its bytes in the text.
    pub(super) span: Range<usize>,
    pub(super) quoted: bool,
    /// Whether it is the first of its line, but not of the text.
    pub(super) new_line: bool,
}

/// Abbreviations whose point ends no sentence.
const ABBREVIATIONS: [&str; 7] = ["vs", "lvl", "lv", "gp", "pts", "max", "min"];

/// The tokens of a text. `!`, `?` and several marks end a sentence as one point does. A line that ends without a mark ends a sentence, and so does the text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut new_line = false;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            if c == '\n' && !tokens.is_empty() && !new_line {
                end_sentence(&mut tokens);
                new_line = true;
            }
            at += c.len_utf8();
            continue;
        }
        let (length, word, quoted) = next(&text[at..], c);
        let token = Token { text: word, span: at..at + length, quoted, new_line };
        at += length;
        match tokens.last_mut() {
            Some(last) if token.is_end() && last.is_end() => last.span.end = at,
            Some(last) if token.is_end() && is_abbreviation(last, token.span.start) => {}
            _ => {
                tokens.extend(without_contraction(token));
                new_line = false;
            }
        }
    }
    end_sentence(&mut tokens);
    tokens
}

/// The words of `aren't` and the like.
fn without_contraction(token: Token) -> Vec<Token> {
    match token.text.strip_suffix("n't").filter(|_| !token.quoted) {
        None => vec![token],
        Some("ca") => vec![Token { text: "cannot".to_owned(), ..token }],
        Some(word) => {
            let middle = token.span.start + word.len();
            let not = Token { text: "not".to_owned(), span: middle..token.span.end, quoted: false, new_line: false };
            vec![Token { text: word.to_owned(), span: token.span.start..middle, ..token }, not]
        }
    }
}

impl Token {
    /// Whether it ends a sentence.
    pub(super) fn is_end(&self) -> bool {
        self.text == "." && !self.quoted
    }
}

fn is_abbreviation(last: &Token, end: usize) -> bool {
    !last.quoted && last.span.end == end && ABBREVIATIONS.contains(&last.text.as_str())
}

fn end_sentence(tokens: &mut Vec<Token>) {
    let open = |token: &&Token| token.quoted || !matches!(token.text.as_str(), "." | "," | ":" | ";");
    if let Some(last) = tokens.last().filter(open) {
        let end = last.span.end;
        tokens.push(Token { text: ".".to_owned(), span: end..end, quoted: false, new_line: false });
    }
}

/// The length of the first token, its text, and whether it is quoted.
fn next(rest: &str, first: char) -> (usize, String, bool) {
    if let ('"' | '“' | '”', Some((length, quoted))) = (first, quoted(rest)) {
        return (length, quoted, true);
    }
    if !first.is_alphanumeric() {
        return (first.len_utf8(), mark(first).to_owned(), false);
    }
    let length = word_length(rest);
    let word = rest[..length].to_lowercase().replace(['’', '‘'], "'");
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    (length, if is_number { word.replace(',', "") } else { word }, false)
}

fn mark(first: char) -> String {
    match first {
        '−' | '–' | '—' | '‐' | '‑' => "-".to_owned(),
        '’' | '‘' => "'".to_owned(),
        '!' | '?' | '…' => ".".to_owned(),
        c => c.to_lowercase().collect(),
    }
}

/// The length of a quoted text with its quotes, and the text. A backslash stands before a quote in it.
fn quoted(rest: &str) -> Option<(usize, String)> {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1);
    while let Some((at, c)) = letters.next() {
        match c {
            '\\' => text.extend(letters.next().map(|(_, c)| c)),
            '"' | '”' | '“' => return Some((at + c.len_utf8(), text)),
            '\n' => return None,
            c => text.push(c),
        }
    }
    None
}

/// The length of the word or number at the start. Apostrophes and hyphens join letters, and commas join three digits.
fn word_length(rest: &str) -> usize {
    let letters: Vec<(usize, char)> = rest.char_indices().collect();
    let at = |place: usize| letters.get(place).map(|(_, c)| *c);
    let digits = |place: usize| (0..3).all(|more| at(place + more).is_some_and(|c| c.is_ascii_digit()));
    let mut end = 0;
    while let Some(c) = at(end) {
        let joins = match c {
            '\'' | '’' | '‘' => at(end + 1).is_some_and(char::is_alphanumeric),
            '-' | '‐' | '‑' => at(end + 1).is_some_and(char::is_alphabetic),
            ',' => {
                let number = letters[..end].iter().all(|(_, c)| c.is_ascii_digit() || *c == ',');
                number && digits(end + 1) && !at(end + 4).is_some_and(|c| c.is_ascii_digit())
            }
            c => c.is_alphanumeric() || is_mark_of_letter(c),
        };
        if !joins {
            break;
        }
        end += 1;
    }
    letters.get(end).map_or(rest.len(), |(at, _)| *at)
}

/// Whether it changes the letter before it, as an accent does.
fn is_mark_of_letter(c: char) -> bool {
    use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
    c.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn words_numbers_and_marks_are_tokens() {
        assert_eq!(words("Lose 1,000 gp, or −3."), ["lose", "1000", "gp", ",", "or", "-", "3", "."]);
        assert_eq!(words("One-shot: +2 vs. Lvl. 4-6"), ["one-shot", ":", "+", "2", "vs", "lvl", "4", "-", "6", "."]);
        assert_eq!(words("you aren’t, can't, don't"), ["you", "are", "not", ",", "cannot", ",", "do", "not", "."]);
        assert_eq!(words("the player’s \"Big \\\"X\\\"\""), ["the", "player's", "Big \"X\"", "."]);
    }

    #[test]
    fn a_line_ends_a_sentence() {
        assert_eq!(
            words("Nobody can help you\n\nLose a level!"),
            ["nobody", "can", "help", "you", ".", "lose", "a", "level", "."]
        );
        assert!(tokens("a.\nb")[2].new_line);
        assert!(tokens("").is_empty() && tokens(" \n ").is_empty());
    }
}
