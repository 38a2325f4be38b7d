//! Samples: what a phrase of the tables looks like in a text.

use super::glue::{Written, capitalised, glued};
use super::grammar::{Grammar, Hole, Line, Piece};
use super::names::Names;
use super::say::fixed;

/// Samples of blocks whose first phrase is not the usual one.
const USUAL: [(&str, &str); 13] = [
    ("branch", "(a) lose a level; (b) discard your hand"),
    ("verb", "lose a level"),
    ("step", "lose a level"),
    ("steps", "lose a level"),
    ("inline", "lose a level"),
    ("program", "Lose a level."),
    ("clause", "have a Big Item"),
    ("clause-plain", "have a Big Item"),
    ("condition", "nobody helps you"),
    ("group", "females"),
    ("others", "females"),
    ("from", "another player"),
    ("hand-of", "the hand of another player"),
];
/// Samples of the same blocks about another player.
const OF_ANOTHER: [(&str, &str); 6] = [
    ("verb", "loses a level"),
    ("step", "loses a level"),
    ("steps", "loses a level"),
    ("inline", "loses a level"),
    ("program", "That player loses a level."),
    ("clause", "has a Big Item"),
];
/// How deep the parts of a sample may have parts.
const DEEPEST: usize = 6;

/// A group of phrases: a heading, and the blocks.
const GROUPS: [(&str, &[&str]); 14] = [
    ("monsters", &["monster"]),
    ("Items, identities and other cards in play", &["common", "own", "owned"]),
    ("one-shots and specials", &["shot"]),
    ("Curses", &["curse", "lasting"]),
    ("figures", &["figures"]),
    ("effects", &["plain-sentence.you", "slot-or-else", "verb.you", "event.you", "compound.you"]),
    ("rights and burdens", &["grant"]),
    ("modifiers", &["strength", "flee", "more-treasures"]),
    ("uses: when, cost, limit, aim", &["window", "u-cost", "u-limit", "u-aim"]),
    ("triggers", &["event-of-monster", "event-of-card"]),
    ("conditions", &["one-condition.you", "fact", "simple.you"]),
    ("groups of players", &["other-group", "level-group"]),
    ("counts", &["own-number.you", "game-number-one", "card-sum-one", "counted.you"]),
    ("players and chooser", &["each-of.you", "from.you", "chooser.you"]),
];

/// A phrase that texts may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// What it is about.
    pub(crate) group: &'static str,
    /// A sample.
    pub(crate) text: String,
    /// Whether texts are also written with it, not only read.
    pub(crate) is_written: bool,
}

/// All phrases, with samples for the names of a table.
pub(crate) fn phrases(names: &Names) -> Vec<Phrase> {
    let grammar = Grammar::get();
    let mut phrases: Vec<Phrase> = Vec::new();
    for (group, blocks) in GROUPS {
        for line in blocks.iter().flat_map(|block| &grammar.blocks[grammar.block(block)].lines) {
            let only_another = matches!(line.text[..], [Piece::Hole(_)]);
            let phrase = Phrase { group, text: sample(line, names), is_written: line.is_written };
            let is_whole = !phrase.text.is_empty() && !phrase.text.ends_with(":.");
            if is_whole && !only_another && phrases.iter().all(|known| known.text != phrase.text) {
                phrases.push(phrase);
            }
        }
    }
    phrases
}

/// A sample of a phrase.
pub(super) fn sample(line: &Line, names: &Names) -> String {
    capitalised(&glued(&pieces(line, names, 0)))
}

fn pieces(line: &Line, names: &Names, depth: usize) -> Vec<Written> {
    let of = |piece: &Piece| match piece {
        Piece::Hole(hole) => filled(line.holes[*hole], names, depth),
        piece => fixed(piece, names).into_iter().collect(),
    };
    line.text.iter().flat_map(of).collect()
}

/// What stands in a hole of a sample.
fn filled(hole: Hole, names: &Names, depth: usize) -> Vec<Written> {
    let text = match hole {
        Hole::Number(_) | Hole::Fewer => "2".to_owned(),
        Hole::Signed => "+2".to_owned(),
        Hole::Name(sort) => {
            names.all(sort).first().map_or_else(|| sort.placeholder().to_owned(), |name| (*name).to_owned())
        }
        Hole::Block(block) | Hole::List(block, _) => return part(block, names, depth + 1),
    };
    vec![Written::Text(text)]
}

/// A sample of a block: nothing if it may be empty, its usual phrase, or its first phrase without parts of its own.
fn part(block: usize, names: &Names, depth: usize) -> Vec<Written> {
    let block = &Grammar::get().blocks[block];
    let (name, person) = block.name.split_once('.').unwrap_or((&block.name, "you"));
    let usual = if matches!(person, "you" | "back") { &USUAL[..] } else { &OF_ANOTHER[..] };
    if let Some((_, text)) = usual.iter().find(|(known, _)| *known == name) {
        return vec![Written::Text((*text).to_owned())];
    }
    if depth > DEEPEST || block.lines.iter().any(|line| line.text.is_empty()) {
        return Vec::new();
    }
    let lines = || block.lines.iter().filter(|line| line.is_written);
    let line = lines().find(|line| line.holes.is_empty()).or_else(|| lines().next());
    line.map(|line| pieces(line, names, depth)).unwrap_or_default()
}
