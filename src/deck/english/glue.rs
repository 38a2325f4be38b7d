//! Glue: joins the pieces of a text with spaces, articles and capitals.

/// A piece of a written text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// A word, a name or a mark.
    Text(String),
    /// `a` or `an`, by what follows.
    Article,
    /// The next letter is a capital.
    Capital,
}

/// The text of these pieces.
pub(super) fn glued(pieces: &[Written]) -> String {
    let mut text = String::new();
    let mut capital = false;
    for (place, piece) in pieces.iter().enumerate() {
        let word = match piece {
            Written::Capital => {
                capital = true;
                continue;
            }
            Written::Article => article(pieces[place + 1..].iter().find_map(word_of).unwrap_or_default()),
            Written::Text(word) => word,
        };
        let follows_number = text.ends_with(|c: char| c.is_ascii_digit());
        let closes = word.starts_with(['.', ',', ':', ';', ')', '!', '?']) || (word == "+" && follows_number);
        let is_sign = ["+", "-"].iter().any(|sign| text == *sign || text.ends_with(&format!(" {sign}")));
        if !(text.is_empty() || closes || is_sign || text.ends_with('(')) {
            text.push(' ');
        }
        if capital && !closes {
            text.push_str(&capitalised(word));
            capital = false;
        } else {
            text.push_str(word);
        }
    }
    text
}

fn word_of(piece: &Written) -> Option<&str> {
    match piece {
        Written::Text(word) => Some(word),
        Written::Article | Written::Capital => None,
    }
}

/// The article before a word.
fn article(word: &str) -> &'static str {
    let word = word.trim_start_matches('"').to_lowercase();
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !["one", "uni", "use", "eu"].iter().any(|start| word.starts_with(start));
    if vowel { "an" } else { "a" }
}

/// The text with its first letter as a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_become_a_text() {
        let text = |word: &str| Written::Text(word.to_owned());
        let pieces = [
            Written::Capital,
            text("lose"),
            Written::Article,
            text("Item"),
            text(","),
            text("("),
            text("once"),
            text(")"),
            text("."),
        ];
        assert_eq!(glued(&pieces), "Lose an Item, (once).");
        assert_eq!(glued(&[Written::Article, text("one-shot")]), "a one-shot");
        assert_eq!(glued(&[Written::Capital, text("+2"), text("to")]), "+2 to");
    }
}
