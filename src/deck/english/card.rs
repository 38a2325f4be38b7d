//! The text of a card: written sentence by sentence from its entry, and read back.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::fault::{Fault, ambiguous, not_understood};
use super::flavour::{is_flavour, is_flavour_text};
use super::glue::glued;
use super::grammar::Grammar;
use super::names::Names;
use super::read::{Reach, Reader};
use super::say::Writer;
use super::tokens::{Token, tokens};
use crate::deck::language::fields::side_of;
use crate::deck::language::{CardSpec, DeckSide, KindSpec, Play, Terms};

/// The fields of a card's entry that a text says.
pub type Said = Map<String, Value>;

/// Fields that a sheet or a head has as figures, in the order of the text.
const FIGURES: [&str; 10] = ["level", "rank", "bonus", "treasures", "levels", "slot", "hands", "big", "once", "gold"];
/// Fields with texts of their own, in the order of the text. Each part of a list has a sentence.
const PARTS: [&str; 18] = [
    "tags",
    "fight",
    "ignores",
    "silences",
    "enhancers",
    "joins",
    "helped_by",
    "pursues",
    "usable_by",
    "given_to",
    "uncounted",
    "strength",
    "more_treasures",
    "flee",
    "grants",
    "use",
    "on",
    "curse",
];
/// Maximum number of readings that are compared.
const MOST_READINGS: usize = 16;

/// The figures of a card, such as `Level 6`.
fn figures_of(spec: &CardSpec, names: &Names) -> Vec<String> {
    let entry = entry(spec);
    let writer = Writer::new(names, false);
    let block = writer.grammar.block("figures");
    let mut figures = Vec::new();
    for field in FIGURES.into_iter().filter(|field| *field != "hands") {
        let Some(value) = entry.get(field).filter(|value| field != "levels" || **value != json!(1)) else { continue };
        let mut part = table(field, value.clone());
        if let ("slot", Some(hands)) = (field, entry.get("hands")) {
            part.insert("hands".to_owned(), hands.clone());
        }
        let written = writer.block(block, &Value::Object(part));
        figures.extend(written.map(|written| glued(&written).trim_end_matches('.').to_owned()));
    }
    figures
}

/// The first line of a card's description: its kind, its figures and its back.
fn headline(spec: &CardSpec, terms: &Terms, names: &Names) -> String {
    let kind = match spec.kind.play {
        Play::Room => format!("Allows one more {}", spec.kind.slot(terms)),
        Play::BringMonster if spec.kind.name.is_none() => "Brings a monster from hand into a combat".to_owned(),
        Play::Cheat if spec.kind.name.is_none() => "Lets its player use one Item regardless of the limits".to_owned(),
        Play::Blank if spec.kind.name.is_none() => "Does nothing".to_owned(),
        _ => spec.kind.name(terms),
    };
    let parts: Vec<String> = std::iter::once(kind).chain(figures_of(spec, names)).collect();
    let side = if side_of(spec) == DeckSide::Door { "Door" } else { "Treasure" };
    format!("{} ({side} card)", parts.join(", "))
}

/// The description of a card, a line for each rule: first its kind and figures, then its text.
pub(crate) fn described(spec: &CardSpec, terms: &Terms, names: &Names) -> Vec<String> {
    let sacrifice = "Discard to escape automatically. If you are the main player, your helper escapes too if you wish.";
    let mut lines = vec![headline(spec, terms, names)];
    lines.extend(lines_of(spec, names));
    lines.extend(spec.kind.sacrifice.then(|| sacrifice.to_owned()));
    lines
}

/// A line of a card's text, and the part of the card's entry that it says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TextLine {
    /// A sentence, or several of one part.
    pub(crate) text: String,
    /// The fields.
    pub(crate) says: Said,
}

/// The text of a card without its figures, a line for each rule.
pub(crate) fn lines_of(spec: &CardSpec, names: &Names) -> Vec<String> {
    explained(spec, names).into_iter().map(|line| line.text).collect()
}

/// The same with what each line says.
pub(crate) fn explained(spec: &CardSpec, names: &Names) -> Vec<TextLine> {
    let entry = entry(spec);
    let lines = written(&entry, &spec.kind, names, false);
    let text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
    let same = read(&text, &spec.kind, names).is_ok_and(|said| says(&said, &entry));
    // Only quoted names are safe if the words of a name mean something else here.
    if same { lines } else { written(&entry, &spec.kind, names, true) }
}

/// The text of a card without its figures.
pub fn text_of(spec: &CardSpec, names: &Names) -> String {
    lines_of(spec, names).join("\n")
}

/// The place of a field in a text. `None` if texts do not say it.
pub(crate) fn text_place(field: &str) -> Option<usize> {
    PARTS.iter().chain(&["lasts", "flavour", "bad_stuff"]).position(|known| *known == field)
}

/// Whether a text says all fields with texts of their own, and nothing else.
pub(super) fn says(said: &Said, entry: &Said) -> bool {
    // Flavour that is no sentence stays a field.
    let wanted = entry.iter().filter(|(field, _)| text_place(field).is_some() && *field != "flavour");
    let all = wanted.clone().all(|(field, value)| said.get(field) == Some(value));
    all && said.iter().all(|(field, value)| entry.get(field) == Some(value))
}

/// The entry of a card as its file has it.
pub(super) fn entry(spec: &CardSpec) -> Said {
    match json!(spec) {
        Value::Object(entry) => entry,
        _ => Map::new(),
    }
}

fn table(field: &str, value: Value) -> Said {
    Map::from_iter([(field.to_owned(), value)])
}

/// The lines of an entry, its fields in the order of a text.
fn written(entry: &Said, kind: &KindSpec, names: &Names, quote: bool) -> Vec<TextLine> {
    let writer = Writer::new(names, quote);
    let mut entry = entry.clone();
    let block = block_of(kind, entry.get("once") == Some(&json!(true)));
    let line = |says: Said| {
        let mut part = Value::Object(says.clone());
        with_die_faces(&mut part);
        let text = writer.block(block, &part).map(|written| glued(&written));
        // A test writes random cards of the whole language; this is for what it missed.
        TextLine { text: text.unwrap_or_else(|| part.to_string()), says }
    };
    let mut lines = Vec::new();
    lines.extend(one_shot(&entry).map(line));
    lines.extend(temporary(&mut entry).map(line));
    for field in PARTS {
        match entry.remove(field) {
            None => {}
            Some(Value::Array(parts)) if !["tags", "curse"].contains(&field) => {
                lines.extend(parts.into_iter().map(|part| line(table(field, json!([part])))));
            }
            Some(value) if field == "curse" => lines.push(flavoured(line(table(field, value)), &entry)),
            Some(value) => lines.push(line(table(field, value))),
        }
    }
    lines.extend(entry.remove("lasts").map(|lasts| line(table("lasts", lasts))));
    lines.extend(entry.remove("bad_stuff").map(|effects| flavoured(line(table("bad_stuff", effects)), &entry)));
    lines
}

/// The line of Bad Stuff or of a Curse's effects with its flavour.
fn flavoured(line: TextLine, entry: &Said) -> TextLine {
    let is_text = |flavour: &&str| is_flavour_text(flavour) && flavour.ends_with(['.', '!', '?', '…']);
    let Some(flavour) = entry.get("flavour").and_then(Value::as_str).filter(is_text) else { return line };
    let (head, rest) = line.text.split_at(if line.text.starts_with("Bad Stuff: ") { "Bad Stuff: ".len() } else { 0 });
    let mut says = line.says;
    says.insert("flavour".to_owned(), json!(flavour));
    TextLine { text: format!("{head}{flavour} {rest}"), says }
}

/// The bonus of a one-shot, whose text says what it does.
fn one_shot(entry: &Said) -> Option<Said> {
    let (once, bonus) = (entry.get("once")?, entry.get("bonus")?);
    Some(Map::from_iter([("once".to_owned(), once.clone()), ("bonus".to_owned(), bonus.clone())]))
}

/// A Curse that does nothing but change the strength in the next combat, which has a sentence of its own.
fn temporary(entry: &mut Said) -> Option<Said> {
    let plain = |value: &Value| {
        value.as_array().is_some_and(|all| all.len() == 1 && all[0].as_object().is_some_and(|one| one.len() == 1))
    };
    if entry.get("lasts")? != "next_combat" || !entry.get("strength").is_some_and(plain) {
        return None;
    }
    let fields = ["lasts", "strength"];
    Some(fields.into_iter().filter_map(|field| entry.remove(field).map(|value| (field.to_owned(), value))).collect())
}

/// The block for the sentences of a card.
fn block_of(kind: &KindSpec, once: bool) -> usize {
    Grammar::get().block(match kind.play {
        Play::Monster => "monster",
        Play::Curse => "curse",
        Play::Special => "shot",
        _ if once => "shot",
        _ => "owned",
    })
}

/// Gives the lines of each die table the number at which they begin, as texts say it. The last line has what is left.
pub(super) fn with_die_faces(value: &mut Value) {
    each_die_table(value, &mut |lines| {
        let mut from = 1;
        let last = lines.len().saturating_sub(1);
        for line in &mut lines[..last] {
            let up_to = line.get("up_to").and_then(Value::as_i64).unwrap_or(from);
            line["from"] = json!(from);
            from = up_to + 1;
        }
        true
    });
}

/// Takes these numbers away. `None` if they leave out a number or have it twice.
pub(super) fn without_die_faces(mut value: Value) -> Option<Value> {
    let mut right = true;
    each_die_table(&mut value, &mut |lines| {
        let mut next = 1;
        for line in lines.iter_mut() {
            let up_to = line.get("up_to").and_then(Value::as_i64).unwrap_or(0);
            let from = line.as_object_mut().and_then(|line| line.remove("from")).and_then(|from| from.as_i64());
            right &= from.unwrap_or(next) == next && up_to >= next;
            next = up_to + 1;
        }
        right &= next == 7;
        right
    });
    right.then_some(value)
}

fn each_die_table(value: &mut Value, change: &mut dyn FnMut(&mut Vec<Value>) -> bool) {
    match value {
        Value::Object(table) => {
            for (key, part) in table.iter_mut() {
                if let ("roll", Value::Array(lines)) = (key.as_str(), &mut *part) {
                    change(lines);
                }
                each_die_table(part, change);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|part| each_die_table(part, change)),
        _ => {}
    }
}

/// Reads the text of a card of this kind.
///
/// # Errors
/// If a part of it is not understood or can be read in two ways.
pub fn read(text: &str, kind: &KindSpec, names: &Names) -> Result<Said, Fault> {
    let blocks: Vec<usize> = match kind.play {
        Play::Monster | Play::Curse => vec![block_of(kind, false)],
        _ => vec![block_of(kind, true)],
    };
    let (readings, reach) = readings(text, &blocks, names);
    match &readings[..] {
        [] => Err(not_understood(text, &reach, &blocks, names, &|text| self::readings(text, &blocks, names).1)),
        [said] => Ok(said.clone()),
        [one, other, ..] => {
            // What is written means what it was written from.
            let words = |text: &str| -> Vec<String> { tokens(text).into_iter().map(|token| token.text).collect() };
            let own = |said: &&Said| words(&canonical(said, kind, names).join("\n")) == words(text);
            let ambiguous = || ambiguous(text, &[one, other].map(|said| canonical(said, kind, names)));
            readings.iter().find(own).cloned().ok_or_else(ambiguous)
        }
    }
}

/// All readings of a text, and how far it was read. A text that has none is read with points in place of semicolons.
fn readings(text: &str, blocks: &[usize], names: &Names) -> (Vec<Said>, Reach) {
    let of = |tokens: &[Token]| {
        let reader = Reader::new(Grammar::get(), names, tokens);
        let readings = Sentences { reader: &reader, tokens, text, blocks }.readings();
        (readings, reader.reach())
    };
    let mut tokens = tokens(text);
    let read = of(&tokens);
    let mut semicolons = tokens.iter_mut().filter(|token| token.text == ";" && !token.quoted).peekable();
    if !read.0.is_empty() || semicolons.peek().is_none() {
        return read;
    }
    semicolons.for_each(|token| token.text = ".".to_owned());
    let (again, _) = of(&tokens);
    (again, read.1)
}

/// The canonical lines of what was read.
fn canonical(said: &Said, kind: &KindSpec, names: &Names) -> Vec<String> {
    written(said, kind, names, false).into_iter().map(|line| line.text).collect()
}

/// The sentences of a text, which become parts of an entry.
struct Sentences<'a> {
    reader: &'a Reader<'a>,
    tokens: &'a [Token],
    text: &'a str,
    blocks: &'a [usize],
}

/// The readings of a text up to a token that need the fewest parts beside its lines.
#[derive(Default)]
struct Best {
    cost: usize,
    said: Vec<Said>,
}

impl Sentences<'_> {
    /// All readings of the whole text with the fewest parts. A line of the text is a part, if it can be.
    fn readings(&self) -> Vec<Said> {
        let mut best = BTreeMap::from([(0, Best { cost: 0, said: vec![Map::new()] })]);
        while let Some((at, here)) = best.pop_first() {
            if at == self.tokens.len() {
                return here.said;
            }
            for (end, part) in self.parts(at) {
                let lines = self.tokens[at + 1..end].iter().filter(|token| token.new_line).count();
                let cost = here.cost + lines + usize::from(at > 0 && !self.tokens[at].new_line);
                let there = best.entry(end).or_insert(Best { cost: usize::MAX, said: Vec::new() });
                if cost < there.cost {
                    *there = Best { cost, said: Vec::new() };
                }
                if cost == there.cost {
                    let both = here.said.iter().filter_map(|said| merged(said, &part));
                    for said in both {
                        if there.said.len() < MOST_READINGS && !there.said.contains(&said) {
                            there.said.push(said);
                        }
                    }
                }
            }
            best.retain(|_, there| !there.said.is_empty());
        }
        Vec::new()
    }

    /// The parts that begin at a token.
    fn parts(&self, at: usize) -> Vec<(usize, Said)> {
        let mut parts: Vec<(usize, Said)> = Vec::new();
        for (end, value) in self.blocks.iter().flat_map(|block| self.reader.block(*block, at).to_vec()) {
            if let Some(Value::Object(part)) = without_die_faces(value) {
                parts.push((end, part));
            }
        }
        if parts.is_empty() { self.flavoured(at) } else { parts }
    }

    /// Bad Stuff, or the effects of a Curse, that begin with flavour.
    fn flavoured(&self, at: usize) -> Vec<(usize, Said)> {
        let head = ["bad", "stuff", ":"];
        let is_bad_stuff = self.tokens[at..].iter().map(|token| token.text.as_str()).take(3).eq(head);
        let is_curse = self.blocks == [Grammar::get().block("curse")] && (at == 0 || self.tokens[at].new_line);
        let (field, start) = if is_bad_stuff { ("bad_stuff", at + head.len()) } else { ("curse", at) };
        let program = Grammar::get().block("program.you");
        let mut next = start;
        while (is_bad_stuff || is_curse) && next < self.tokens.len() {
            let Some(end) = self.tokens[next..].iter().position(Token::is_end) else {
                break;
            };
            if !is_flavour(&self.tokens[next..next + end]) {
                break;
            }
            next += end + 1;
            let programs = self.reader.block(program, next);
            if !programs.is_empty() {
                let flavour = self.text[self.tokens[start].span.start..self.tokens[next - 1].span.end].trim();
                let said = |effects: Value| {
                    Map::from_iter([(field.to_owned(), effects), ("flavour".to_owned(), json!(flavour))])
                };
                let read =
                    programs.iter().filter_map(|(end, value)| Some((*end, said(without_die_faces(value.clone())?))));
                return read.collect();
            }
        }
        Vec::new()
    }
}

/// Both parts: lists one after the other. `None` if they give different values to a field.
pub(crate) fn merged(one: &Said, other: &Said) -> Option<Said> {
    let mut both = one.clone();
    for (field, value) in other {
        match (both.get_mut(field), value) {
            (None, _) => {
                both.insert(field.clone(), value.clone());
            }
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more.iter().cloned()),
            (Some(same), _) if same == value => {}
            (Some(_), _) => return None,
        }
    }
    Some(both)
}
