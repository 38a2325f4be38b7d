//! Flavour: sentences before the Bad Stuff that tell what happens and say nothing of the game.

use super::grammar::{Grammar, Piece};
use super::tokens::{Token, tokens};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Whether these tokens are a sentence of flavour: without a number and without a word that begins a phrase.
pub(super) fn is_flavour(sentence: &[Token]) -> bool {
    let of_game = |token: &Token| token.quoted || token.text.parse::<i64>().is_ok() || verbs().contains(&token.text);
    let counts = sentence.iter().map(|token| token.text.as_str()).take(2).eq(["counts", "as"]);
    !counts && sentence.iter().any(|token| token.text.chars().all(char::is_alphabetic)) && !sentence.iter().any(of_game)
}

/// Whether a text is flavour.
pub(crate) fn is_flavour_text(text: &str) -> bool {
    let tokens = tokens(text);
    tokens.split(Token::is_end).all(|sentence| sentence.is_empty() || is_flavour(sentence))
}

/// The first words of all effects, and the words of the game that no flavour needs.
fn verbs() -> &'static HashSet<String> {
    static VERBS: OnceLock<HashSet<String>> = OnceLock::new();
    VERBS.get_or_init(|| {
        let grammar = Grammar::get();
        let lines = ["verb.you", "verb.one"].into_iter().flat_map(|name| &grammar.blocks[grammar.block(name)].lines);
        let first = lines.filter_map(|line| match line.text.first() {
            Some(Piece::Word(word)) => Some(word.clone()),
            _ => None,
        });
        let more = "roll level levels item items otherwise if dead treasure treasures curse help helper combat card cards \
                    player players monster monsters door doors bonus must + -";
        let common =
            ["take", "takes", "look", "looks", "go", "goes", "have", "has", "do", "does", "become", "becomes", "must"];
        first.filter(|word| !common.contains(&word.as_str())).chain(more.split(' ').map(str::to_owned)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flavour_has_no_word_of_the_game() {
        for (text, flavour) in [
            ("It licks you", true),
            ("You have never been so wet", true),
            ("You lose your way", false),
            ("You must help the player on your left", false),
            ("It bites 2 toes", false),
            ("...", false),
        ] {
            assert_eq!(is_flavour(&tokens(text)), flavour, "{text}");
        }
        assert!(is_flavour_text("Ouch! It licks you..."));
        assert!(!is_flavour_text("Ouch! Lose your hat."));
    }
}
