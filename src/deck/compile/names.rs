//! Names: every title, trait and tag of the merged sets, numbered once and for all.

use std::collections::{BTreeMap, BTreeSet};

use crate::deck::compiled::Title;
use crate::deck::language::{CardSpec, Kind, SetHead, Terms};
use crate::deck::sets::Sets;
use crate::ids::CardId;

/// Most identities and powers a deck can hold: one bit each.
pub(super) const MOST_TRAITS: usize = 64;
/// Most tags a deck can hold: one bit each.
pub(super) const MOST_TAGS: usize = 16;

/// What the cards of a deck may speak of.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The titles, by set id and card id.
    pub(super) titles: Vec<Title>,
    /// For each title its set and its place in that file.
    pub(super) places: Vec<(usize, usize)>,
    /// Title of each trait.
    pub(super) traits: Vec<u16>,
    /// Tags by name.
    pub(super) tags: Vec<String>,
    /// The sets' words for identities, sorted.
    pub(super) identity_words: Vec<String>,
    /// The sets' words for powers, sorted.
    pub(super) power_words: Vec<String>,
    by_id: BTreeMap<String, Vec<Trait>>,
    own_bits: Vec<u64>,
}

/// A title that others may speak of as an identity or power.
#[derive(Clone, Debug)]
struct Trait {
    set: String,
    /// Identity or power; a blank stands for what it was, which nobody has.
    kind: Kind,
    /// What its set calls cards of its kind.
    word: String,
    bit: u64,
}

impl Trait {
    /// Whether a set with these words has its kind.
    fn is_of(&self, kind: Kind, terms: &Terms) -> bool {
        self.kind == kind && word_of(kind, terms) == Some(&self.word)
    }
}

/// What a set calls identities or powers.
fn word_of(kind: Kind, terms: &Terms) -> Option<&String> {
    match kind {
        Kind::Identity => Some(&terms.identity),
        Kind::Power => Some(&terms.power),
        _ => None,
    }
}

impl Names {
    /// The names of these sets, at most `capacity` cards of them.
    pub(super) fn of(sets: &Sets) -> Names {
        let mut names = Names::default();
        let mut next = 0u16;
        for (number, set) in sets.sets().iter().enumerate() {
            for (place, spec) in set.by_id() {
                names.add((number, &set.file.set), place, spec, CardId(next));
                next = next.saturating_add(u16::from(spec.copies));
            }
        }
        let terms = || sets.sets().iter().map(|set| &set.file.set.terms);
        names.identity_words = distinct(terms().map(|terms| &terms.identity));
        names.power_words = distinct(terms().map(|terms| &terms.power));
        names.tags = distinct(names.titles.iter().flat_map(|title| &title.spec.tags));
        names
    }

    fn add(&mut self, (set, head): (usize, &SetHead), place: usize, spec: &CardSpec, first: CardId) {
        let bit = self.next_trait(head, spec);
        self.own_bits.push(bit);
        self.titles.push(Title {
            id: spec.id.clone(),
            name: spec.name.clone(),
            set: short(set),
            first,
            copies: spec.copies,
            spec: spec.clone(),
        });
        self.places.push((set, place));
    }

    fn next_trait(&mut self, head: &SetHead, spec: &CardSpec) -> u64 {
        let word = word_of(spec.kind, &head.terms);
        if word.is_none() && spec.kind != Kind::Blank {
            return 0;
        }
        let bit = if word.is_some() && self.traits.len() < MOST_TRAITS { 1 << self.traits.len() } else { 0 };
        if word.is_some() {
            self.traits.push(short(self.titles.len()));
        }
        let (set, kind, word) = (head.id.clone(), spec.kind, word.cloned().unwrap_or_default());
        self.by_id.entry(spec.id.clone()).or_default().push(Trait { set, kind, word, bit });
        bit
    }

    /// The trait that a title gives, one bit or none.
    pub(super) fn trait_of(&self, title: usize) -> u64 {
        self.own_bits[title]
    }

    /// identity-07: of each trait those of the same id and kind in any set.
    pub(super) fn akin(&self) -> Vec<u64> {
        let mut akin = vec![0; self.traits.len()];
        for named in self.by_id.values() {
            for one in named.iter().filter(|one| one.bit != 0) {
                let same = named.iter().filter(|other| (other.kind, &other.word) == (one.kind, &one.word));
                akin[one.bit.trailing_zeros() as usize] = same.fold(0, |all, other| all | other.bit);
            }
        }
        akin
    }

    /// combine-01: all identities, or all powers, of the kind that a set with these words has.
    pub(super) fn all_of(&self, kind: Kind, terms: &Terms) -> u64 {
        let traits = self.by_id.values().flatten();
        traits.filter(|one| one.is_of(kind, terms)).fold(0, |all, one| all | one.bit)
    }

    /// combine-01: the traits that a card of a set means by an id: its own card and those of the same id and kind in other
    /// sets; without a card of its own those of its kinds, and else all of them.
    pub(super) fn traits_called(&self, id: &str, head: &SetHead) -> Option<u64> {
        let known = self.by_id.get(id)?;
        let own = known.iter().find(|one| one.set == head.id);
        let kinds: &[Kind] = match own.map(|own| own.kind) {
            Some(Kind::Identity) => &[Kind::Identity],
            Some(Kind::Power) => &[Kind::Power],
            _ => &[Kind::Identity, Kind::Power],
        };
        let akin = || known.iter().filter(|one| kinds.iter().any(|kind| one.is_of(*kind, &head.terms)));
        let bits = |traits: &mut dyn Iterator<Item = &Trait>| traits.fold(0, |all, one| all | one.bit);
        if own.is_some() || akin().next().is_some() {
            return Some(bits(&mut akin()));
        }
        Some(bits(&mut known.iter()))
    }

    /// Ids of all identities and powers.
    pub(super) fn trait_ids(&self) -> impl Iterator<Item = &str> {
        self.by_id.keys().map(String::as_str)
    }

    /// The bit of a tag; none if there are too many.
    pub(super) fn tag(&self, tag: &str) -> Option<u16> {
        let number = self.tags.binary_search_by(|known| known.as_str().cmp(tag)).ok()?;
        Some(if number < MOST_TAGS { 1 << number } else { 0 })
    }
}

/// These words, each once, sorted.
fn distinct<'a>(words: impl Iterator<Item = &'a String>) -> Vec<String> {
    words.collect::<BTreeSet<_>>().into_iter().cloned().collect()
}

/// A table index; tables are checked for their size at the end.
pub(super) fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
