//! Faults: why a text cannot be read.

use std::ops::Range;

use super::grammar::{Grammar, Piece};
use super::names::Names;
use super::read::Reach;
use super::sample::sample;
use super::tokens::{Token, tokens};
use crate::deck::file::nearest::likeness;

/// Why a text, or a part of it, is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What may be meant.
    pub hint: Option<String>,
}

/// How alike a word and an expected one must be, from 0 to 1.
const ALIKE: f64 = 0.72;
/// How alike they must be if the rest of the sentence is not understood either.
const SURE: f64 = 0.9;
/// How alike a sentence and a phrase must be, from 0 to 1.
const NEAR: f64 = 0.34;
/// Words about the people at the table, of whom the game knows nothing.
const REAL_WORLD: [&str; 16] = [
    "glasses", "clothes", "shirt", "shoes", "socks", "beard", "hair", "music", "song", "sing", "birthday", "phone",
    "memory", "real", "table", "pocket",
];
/// Maximum number of expected words and of phrases in a hint.
const MOST: usize = 3;

/// The fault of a text that was read up to a token and no further. `reread` reads another text.
pub(super) fn not_understood(
    text: &str,
    reach: &Reach,
    blocks: &[usize],
    names: &Names,
    reread: &dyn Fn(&str) -> Reach,
) -> Fault {
    let tokens = &tokens(text);
    let sentence = sentence_around(tokens, reach.at);
    let at = tokens.get(reach.at).map_or(text.len()..text.len(), |token| token.span.clone());
    let found = &text[at.clone()];
    let message = if found.is_empty() {
        format!("`{}` is not complete", source(text, tokens, &sentence))
    } else {
        format!("`{found}` is not understood here")
    };
    if tokens[sentence.clone()].iter().any(|token| REAL_WORLD.contains(&token.text.as_str())) {
        let hint = "what is true of the people at the table is no part of the game; leave it out, or let a die stand for the chance: \
            `Roll a die. On a 1 or 2, lose a level. Otherwise, do nothing.`";
        return Fault { span: at, message, hint: Some(hint.to_owned()) };
    }
    let repaired = repaired(text, tokens, reach, names, reread);
    let hint =
        repaired.or_else(|| near_phrases(&source(text, tokens, &sentence), blocks, names)).or_else(|| expected(reach));
    Fault { span: at, message, hint }
}

/// The fault of a text that has two readings, each in canonical lines.
pub(super) fn ambiguous(text: &str, readings: &[Vec<String>; 2]) -> Fault {
    let [one, other] = readings;
    let own = |lines: &[String], others: &[String]| {
        let own: Vec<&str> = lines.iter().filter(|line| !others.contains(line)).map(String::as_str).collect();
        format!("`{}`", own.join(" "))
    };
    let hint = format!("write either {} or {}", own(one, other), own(other, one));
    Fault { span: 0..text.len(), message: "this can be read in two ways".to_owned(), hint: Some(hint) }
}

/// The tokens of the sentence around one.
fn sentence_around(tokens: &[Token], at: usize) -> Range<usize> {
    let at = at.min(tokens.len().saturating_sub(1));
    let start = tokens[..at].iter().rposition(Token::is_end).map_or(0, |end| end + 1);
    let end = tokens[at..].iter().position(Token::is_end).map_or(tokens.len(), |more| at + more);
    start..end
}

fn source(text: &str, tokens: &[Token], places: &Range<usize>) -> String {
    let of = &tokens[places.clone()];
    let span = of.first().zip(of.last()).map(|(first, last)| first.span.start..last.span.end);
    span.map(|span| text[span].to_owned()).unwrap_or_default()
}

/// The sentence with another word in place of the one that is not understood, if more can be read then.
fn repaired(
    text: &str,
    tokens: &[Token],
    reach: &Reach,
    names: &Names,
    reread: &dyn Fn(&str) -> Reach,
) -> Option<String> {
    let wrong = tokens.get(reach.at)?;
    let names: Vec<String> = reach.names.iter().flat_map(|sort| names.all(*sort)).map(str::to_owned).collect();
    let expected = reach.expected.iter().chain(&names);
    let mut words: Vec<(f64, &String)> = expected.map(|word| (likeness(&wrong.text, word), word)).collect();
    words.retain(|(alike, _)| *alike >= ALIKE);
    words.sort_by(|a, b| b.0.total_cmp(&a.0));
    words.into_iter().take(MOST).find_map(|(_, word)| {
        let mut text = text.to_owned();
        text.replace_range(wrong.span.clone(), word);
        let tokens = self::tokens(&text);
        let reached = reread(&text).at;
        let whole = reached > sentence_around(&tokens, reach.at).end || reached >= tokens.len();
        let surely = reached > reach.at + 1 && likeness(&wrong.text, word) >= SURE;
        (whole || surely)
            .then(|| format!("did you mean `{}`?", source(&text, &tokens, &sentence_around(&tokens, reach.at))))
    })
}

/// The phrases that have most words in common with a sentence.
fn near_phrases(sentence: &str, blocks: &[usize], names: &Names) -> Option<String> {
    let said = words_of(sentence);
    let grammar = Grammar::get();
    let people = ["verb.you", "event.you", "grant", "figures", "own", "common-flee"].map(|name| grammar.block(name));
    let lines = blocks.iter().copied().chain(people).flat_map(|block| &grammar.blocks[block].lines);
    let mut phrases: Vec<(f64, String)> = Vec::new();
    for line in lines.filter(|line| line.is_written) {
        let own = line.text.iter().filter_map(|piece| match piece {
            Piece::Word(word) => Some(word.as_str()),
            _ => None,
        });
        let near = common_share(&said, &words_of(&own.collect::<Vec<_>>().join(" ")));
        let phrase = sample(line, names);
        if near >= NEAR && phrases.iter().all(|(_, known)| *known != phrase) {
            phrases.push((near, phrase));
        }
    }
    phrases.sort_by(|a, b| b.0.total_cmp(&a.0));
    let shown: Vec<String> = phrases.into_iter().take(MOST).map(|(_, phrase)| format!("`{phrase}`")).collect();
    (!shown.is_empty()).then(|| format!("near to it: {}", shown.join(", ")))
}

/// The words of a text that carry its meaning.
fn words_of(text: &str) -> Vec<String> {
    const SMALL: [&str; 12] = ["a", "an", "the", "your", "of", "to", "you", "if", "in", "is", "and", "or"];
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.filter(|word| !SMALL.contains(&word.as_str())).collect()
}

/// The share of words that two texts have in common.
fn common_share(one: &[String], other: &[String]) -> f64 {
    let alike = |word: &String| other.iter().map(|known| likeness(word, known)).fold(0.0, f64::max);
    let common: f64 = one.iter().map(alike).filter(|alike| *alike > 0.85).sum();
    #[allow(clippy::cast_precision_loss)]
    let all = (one.len() + other.len()) as f64;
    if all > 0.0 { 2.0 * common / all } else { 0.0 }
}

/// What could stand at the token: words, and which names.
fn expected(reach: &Reach) -> Option<String> {
    let words = reach.expected.iter().take(2 * MOST).map(|word| format!("`{word}`"));
    let names = reach.names.iter().map(|sort| sort.words().to_owned());
    let words: Vec<String> = words.chain(names).collect();
    (!words.is_empty()).then(|| format!("expected {}", words.join(", ")))
}
