//! The names of a table: of its cards, kinds and tags, and the terms of its sets.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens};
use crate::deck::language::{CardSpec, DeckFile, KindSpec, Terms};

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// A card.
    Card,
    /// Several cards with a name, such as the players who have it.
    Cards,
    /// A kind of card.
    Kind,
    /// Several cards of a kind.
    Kinds,
    Tag,
}

impl Sort {
    /// What is expected where such a name could stand.
    pub(super) fn words(self) -> &'static str {
        match self {
            Sort::Card | Sort::Cards => "the name of a card",
            Sort::Kind | Sort::Kinds => "a kind of card",
            Sort::Tag => "a tag",
        }
    }

    /// What stands in a sample where there is no such name.
    pub(super) fn placeholder(self) -> &'static str {
        match self {
            Sort::Card | Sort::Cards => "NAME",
            Sort::Kind | Sort::Kinds => "KIND",
            Sort::Tag => "TAG",
        }
    }
}

/// A term of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    Identity,
    Identities,
    Power,
    Powers,
    Curse,
    Curses,
}

impl Term {
    /// The term with this name in the tables.
    pub(super) fn named(name: &str) -> Term {
        match name {
            "identity" => Term::Identity,
            "identities" => Term::Identities,
            "power" => Term::Power,
            "powers" => Term::Powers,
            "curse" => Term::Curse,
            "curses" => Term::Curses,
            _ => panic!("there is no term `{name}`"),
        }
    }
}

/// The names of a table: those of one set come before those of the others.
#[derive(Clone, Debug, Default)]
pub struct Names {
    books: BTreeMap<Sort, Book>,
    terms: BTreeMap<Term, String>,
    words: BTreeMap<String, String>,
}

/// Words of the game that name no kind and no card.
const RESERVED: [&str; 2] = ["item", "items"];

/// Names of one sort.
#[derive(Clone, Debug, Default)]
struct Book {
    /// The name of each id that can be written as it is.
    names: BTreeMap<String, String>,
    /// The tokens of each name and its id, by their first token.
    ids: BTreeMap<String, Vec<(Vec<String>, String)>>,
}

impl Book {
    /// Adds a name, unless another one before it has the same words.
    fn add(&mut self, id: &str, name: &str) {
        let words: Vec<String> = spoken(name);
        let Some(first) = words.first().cloned().filter(|_| !RESERVED.contains(&words.join(" ").as_str())) else {
            return;
        };
        if self.names.contains_key(id) {
            return;
        }
        let same = self.ids.entry(first).or_default();
        if same.iter().all(|(other, _)| *other != words) {
            same.push((words, id.to_owned()));
            self.names.insert(id.to_owned(), name.to_owned());
        }
    }
}

/// The tokens of a name.
fn spoken(name: &str) -> Vec<String> {
    let words = tokens(name).into_iter().filter(|token| !token.span.is_empty() && !token.quoted);
    words.map(|token| token.text).collect()
}

impl Names {
    /// The names of the first of these sets, then those of the others.
    pub fn of<'f>(files: impl Iterator<Item = &'f DeckFile> + Clone) -> Names {
        let mut names = Names::default();
        for file in files.clone() {
            names.words.extend(file.set.words.iter().map(|(word, several)| (word.clone(), several.clone())));
        }
        if let Some(first) = files.clone().next() {
            names.use_terms(&first.set.terms);
        }
        for file in files {
            names.add_kinds(&file.kinds);
            names.add_cards(&file.cards);
        }
        names
    }

    fn use_terms(&mut self, terms: &Terms) {
        let several = |word: &str| self.several(word);
        self.terms = BTreeMap::from([
            (Term::Identity, terms.identity.clone()),
            (Term::Identities, several(&terms.identity)),
            (Term::Power, terms.power.clone()),
            (Term::Powers, several(&terms.power)),
            (Term::Curse, terms.curse.clone()),
            (Term::Curses, several(&terms.curse)),
        ]);
    }

    /// Other words for the hostile cards that effects concern.
    pub(crate) fn concerning(mut self, hostile: &str) -> Names {
        let several = hostile.split(" or ").map(|word| self.several(word)).collect::<Vec<_>>().join(" or ");
        self.terms.insert(Term::Curse, hostile.to_owned());
        self.terms.insert(Term::Curses, several);
        self
    }

    fn add_kinds(&mut self, kinds: &[KindSpec]) {
        for kind in kinds {
            self.add_kind(&kind.id, &kind.name(&Terms::default()));
        }
    }

    fn add_kind(&mut self, id: &str, name: &str) {
        let several = self.several(name);
        self.book(Sort::Kind).add(id, name);
        self.book(Sort::Kinds).add(id, &several);
    }

    /// Identities and powers come first: most texts that name a card name one of them.
    fn add_cards(&mut self, cards: &[CardSpec]) {
        let mut sorted: Vec<&CardSpec> = cards.iter().collect();
        sorted.sort_by_key(|card| (!card.kind.play.is_of_character(), &card.id));
        for card in sorted {
            let several = self.several(&card.name);
            self.book(Sort::Card).add(&card.id, &card.name);
            self.book(Sort::Cards).add(&card.id, &several);
        }
        for tag in cards.iter().flat_map(|card| &card.tags) {
            self.book(Sort::Tag).add(tag, tag);
        }
    }

    fn book(&mut self, sort: Sort) -> &mut Book {
        self.books.entry(sort).or_default()
    }

    /// A word for several: the set's own, or by the rules of English.
    fn several(&self, word: &str) -> String {
        self.words.get(word).cloned().unwrap_or_else(|| plural(word))
    }

    /// The word of the set for a term.
    pub(super) fn term(&self, term: Term) -> &str {
        self.terms.get(&term).map_or("", String::as_str)
    }

    /// The tokens of a term.
    pub(super) fn term_words(&self, term: Term) -> Vec<String> {
        spoken(self.term(term))
    }

    /// The name with this id, or the id in quotes.
    pub(super) fn written(&self, sort: Sort, id: &str, quote: bool) -> String {
        let name = self.books.get(&sort).and_then(|book| book.names.get(id)).filter(|_| !quote);
        name.cloned().unwrap_or_else(|| format!("\"{}\"", id.replace('\\', "\\\\").replace('"', "\\\"")))
    }

    /// The names at the start of these tokens: the number of their tokens and their ids.
    pub(super) fn read(&self, sort: Sort, tokens: &[Token]) -> Vec<(usize, String)> {
        let Some(first) = tokens.first() else { return Vec::new() };
        if first.quoted {
            return vec![(1, first.text.clone())];
        }
        let known = self.books.get(&sort).and_then(|book| book.ids.get(&first.text));
        let starts = |words: &[String]| {
            let said = || tokens.iter().filter(|token| !token.quoted).map(|token| &token.text);
            tokens.len() >= words.len() && words.iter().eq(said().take(words.len()))
        };
        let found = known.into_iter().flatten().filter(|(words, _)| starts(words));
        found.map(|(words, id)| (words.len(), id.clone())).collect()
    }

    /// All names of a sort.
    pub(super) fn all(&self, sort: Sort) -> BTreeSet<&str> {
        self.books.get(&sort).into_iter().flat_map(|book| book.names.values().map(String::as_str)).collect()
    }
}

/// The word for several, by the rules of English and its usual exceptions in this family of games.
fn plural(word: &str) -> String {
    const IRREGULAR: [(&str, &str); 7] = [
        ("elf", "elves"),
        ("dwarf", "dwarves"),
        ("wolf", "wolves"),
        ("thief", "thieves"),
        ("man", "men"),
        ("foot", "feet"),
        ("mouse", "mice"),
    ];
    let lower = word.to_lowercase();
    if let Some((one, several)) = IRREGULAR.iter().find(|(one, _)| lower.ends_with(one)) {
        let kept = word.len() - one.len();
        return if word.is_char_boundary(kept) && word.len() == lower.len() {
            let first = word[kept..].chars().next().map(char::is_uppercase);
            let end =
                if first == Some(true) { several[..1].to_uppercase() + &several[1..] } else { (*several).to_owned() };
            format!("{}{end}", &word[..kept])
        } else {
            format!("{word}s")
        };
    }
    let before = lower.chars().rev().nth(1);
    match lower.chars().last() {
        Some('y') if before.is_some_and(|c| !"aeiou".contains(c)) => format!("{}ies", &word[..word.len() - 1]),
        Some('s' | 'x' | 'z') => format!("{word}es"),
        Some('h') if matches!(before, Some('s' | 'c')) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_plurals() {
        let pairs = [
            ("Elf", "Elves"),
            ("Half-Elf", "Half-elves"),
            ("Dwarf", "Dwarves"),
            ("Ally", "Allies"),
            ("Class", "Classes"),
            ("baker", "bakers"),
            ("Monkey", "Monkeys"),
            ("Witch", "Witches"),
        ];
        for (one, several) in pairs {
            assert_eq!(plural(one).to_lowercase(), several.to_lowercase(), "{one}");
        }
    }
}
