//! Faults: why a text cannot be read.

use std::ops::Range;

use super::grammar::{Grammar, Hole, Line, Piece};
use super::names::Names;
use super::read::{Reach, Reader};
use super::tokens::Token;
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
/// How alike a sentence and a phrase must be, from 0 to 1.
const NEAR: f64 = 0.34;
/// Maximum number of expected words and of phrases in a hint.
const MOST: usize = 3;

/// The fault of a text that was read up to a token and no further.
pub(super) fn not_understood(text: &str, tokens: &[Token], reach: &Reach, blocks: &[usize], names: &Names) -> Fault {
    let sentence = sentence_around(tokens, reach.at);
    let at = tokens.get(reach.at).map_or(text.len()..text.len(), |token| token.span.clone());
    let found = &text[at.clone()];
    let message = if found.is_empty() {
        format!("`{}` is not complete", source(text, tokens, &sentence))
    } else {
        format!("`{found}` is not understood here")
    };
    let repaired = repaired(text, tokens, reach, &sentence, blocks, names);
    let hint = repaired.or_else(|| near_phrases(&source(text, tokens, &sentence), blocks)).or_else(|| expected(reach));
    Fault { span: at, message, hint }
}

/// The fault of a text that has two readings.
pub(super) fn ambiguous(text: &str, one: &str, other: &str) -> Fault {
    let hint = format!("write either `{one}` or `{other}`");
    Fault { span: 0..text.len(), message: "this can be read in two ways".to_owned(), hint: Some(hint) }
}

/// The tokens of the sentence around one.
fn sentence_around(tokens: &[Token], at: usize) -> Range<usize> {
    let ends = |token: &Token| !token.quoted && token.text == ".";
    let at = at.min(tokens.len().saturating_sub(1));
    let start = tokens[..at].iter().rposition(ends).map_or(0, |end| end + 1);
    let end = tokens[at..].iter().position(ends).map_or(tokens.len(), |more| at + more);
    start..end
}

fn source(text: &str, tokens: &[Token], places: &Range<usize>) -> String {
    let of = &tokens[places.clone()];
    let span = of.first().zip(of.last()).map(|(first, last)| first.span.start..last.span.end);
    span.map(|span| text[span].to_owned()).unwrap_or_default()
}

/// The sentence with another word in place of the one that is not understood, if it can be read then.
fn repaired(
    text: &str,
    tokens: &[Token],
    reach: &Reach,
    sentence: &Range<usize>,
    blocks: &[usize],
    names: &Names,
) -> Option<String> {
    let wrong = tokens.get(reach.at)?;
    let mut words: Vec<(f64, &String)> =
        reach.expected.iter().map(|word| (likeness(&wrong.text, word), word)).collect();
    words.retain(|(alike, _)| *alike >= ALIKE);
    words.sort_by(|a, b| b.0.total_cmp(&a.0));
    words.into_iter().take(MOST).find_map(|(_, word)| {
        let mut text = text.to_owned();
        text.replace_range(wrong.span.clone(), word);
        let tokens = super::tokens::tokens(&text);
        let reader = Reader::new(Grammar::get(), names, &tokens);
        blocks.iter().for_each(|block| drop(reader.block(*block, sentence.start)));
        let further = reader.reach().at > reach.at + 1 || reader.reach().at >= tokens.len();
        further.then(|| format!("did you mean `{}`?", source(&text, &tokens, &sentence_around(&tokens, reach.at))))
    })
}

/// The phrases that have most words in common with a sentence.
fn near_phrases(sentence: &str, blocks: &[usize]) -> Option<String> {
    let said = words_of(sentence);
    let grammar = Grammar::get();
    let people = ["verb.you", "event.you", "grant", "figures", "own", "common-flee"].map(|name| grammar.block(name));
    let lines = blocks.iter().copied().chain(people).flat_map(|block| &grammar.blocks[block].lines);
    let mut phrases: Vec<(f64, String)> = Vec::new();
    for line in lines.filter(|line| line.is_written) {
        let phrase = shown(line);
        let near = common_share(&said, &words_of(&phrase));
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

/// A phrase with the names of its holes.
fn shown(line: &Line) -> String {
    let grammar = Grammar::get();
    let word = |piece: &Piece| match piece {
        Piece::Word(word) => word.clone(),
        Piece::Article => "a".to_owned(),
        Piece::Capital => String::new(),
        Piece::Term(term) => format!("{term:?}"),
        Piece::Hole(hole) => match line.holes[*hole] {
            Hole::Number(_) | Hole::Fewer => "N".to_owned(),
            Hole::Signed => "+N".to_owned(),
            Hole::Name(sort) => format!("{sort:?}").to_uppercase(),
            Hole::Block(block) | Hole::List(block, _) => {
                let name = grammar.blocks[block].name.split('.').next().unwrap_or_default();
                name.rsplit('-').next().unwrap_or_default().to_uppercase()
            }
        },
    };
    let words: Vec<String> = line.text.iter().map(word).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ").replace(" .", ".").replace(" ,", ",").replace(" :", ":");
    super::glue::capitalised(&text)
}

/// What could stand at the token.
fn expected(reach: &Reach) -> Option<String> {
    let words: Vec<String> = reach.expected.iter().take(2 * MOST).map(|word| format!("`{word}`")).collect();
    (!words.is_empty()).then(|| format!("expected {}", words.join(", ")))
}
