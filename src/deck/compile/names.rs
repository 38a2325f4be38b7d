//! Names: the titles, traits and tags of the merged sets, with their indices.

use std::collections::{BTreeMap, BTreeSet};

use crate::deck::Kind;
use crate::deck::compiled::{Title, Traits};
use crate::deck::file::sets::Sets;
use crate::deck::language::rules::{Rules, Slots};
use crate::deck::language::{CardSpec, DeckFile, KindSpec, Play, SetHead, Terms};
use crate::ids::CardId;

/// Maximum number of identities and powers in a deck: one bit each.
pub(super) const MAX_TRAITS: usize = Traits::BITS as usize;
/// Maximum number of tags in a deck: one bit each.
pub(super) const MAX_TAGS: usize = 16;

/// The names that cards can refer to.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The titles, sorted by set id and card id.
    pub(super) titles: Vec<Title>,
    /// The set of each title and its index in that file.
    pub(super) places: Vec<(usize, usize)>,
    /// Title of each trait.
    pub(super) traits: Vec<u16>,
    /// Tags, sorted.
    pub(super) tags: Vec<String>,
    /// The names of slots, sorted.
    pub(super) slot_words: Vec<String>,
    /// The names of kinds of powers, sorted.
    pub(super) power_words: Vec<String>,
    /// The words for Curses, sorted, if each is a type of its own; otherwise empty.
    curse_words: Vec<String>,
    /// The standard kinds and the declared kinds of all sets.
    pub(super) kinds: Vec<Kind>,
    /// Slots that the rules merge.
    pub(super) shared: Shared,
    by_id: BTreeMap<String, Vec<Trait>>,
    own_bits: Vec<Traits>,
}

/// A title that other cards can refer to as an identity or power.
#[derive(Clone, Debug)]
struct Trait {
    set: String,
    /// `Slot` or `Rank`. A `Blank` keeps the id of the trait that it replaces, but no player has it.
    play: Play,
    /// The name of its slot or kind of powers.
    word: String,
    bit: Traits,
}

impl Trait {
    /// Whether a set has a kind with this play and name.
    fn is_of(&self, kinds: &[(Play, String)]) -> bool {
        kinds.iter().any(|(play, word)| (*play, word) == (self.play, &self.word))
    }
}

/// Merged slots, each with the names of the slots that it replaces.
#[derive(Debug, Default)]
pub(super) struct Shared(Vec<(&'static str, BTreeSet<String>)>);

impl Shared {
    /// J-02, J-04: the shared slots for all identities and for all companions, if the rules merge them.
    fn of(sets: &Sets, rules: &Rules) -> Shared {
        let files = || sets.sets().iter().map(|set| &set.file);
        let mut shared = Shared::default();
        if rules.companion_slots == Slots::Shared {
            let slots = |file: &DeckFile| {
                let kinds = kinds_of(file).filter(|kind| kind.is_companion());
                kinds.map(|kind| kind.slot(&file.set.terms)).collect::<Vec<_>>()
            };
            shared.0.push(("companions", files().flat_map(slots).collect()));
        }
        if rules.identity_slots == Slots::Shared {
            shared.0.push(("identities", files().map(|file| file.set.terms.identity.clone()).collect()));
        }
        shared
    }

    /// The name of a slot, or of the one that replaces it.
    pub(super) fn name(&self, slot: String) -> String {
        let found = self.0.iter().find(|(_, slots)| slots.contains(&slot));
        found.map_or(slot, |(name, _)| (*name).to_owned())
    }

    /// The name of the slot of a kind.
    pub(super) fn slot(&self, kind: &KindSpec, terms: &Terms) -> String {
        self.name(kind.slot(terms))
    }

    /// The name of a kind's slot or kind of powers; `None` if its cards have no trait.
    fn word_of(&self, kind: &Kind, terms: &Terms) -> Option<String> {
        match kind.play {
            Play::Slot => Some(self.slot(kind, terms)),
            Play::Rank => Some(kind.slot(terms)),
            _ => None,
        }
    }
}

/// The kinds of a set.
pub(super) fn kinds_of(file: &DeckFile) -> impl Iterator<Item = Kind> {
    Kind::standard().iter().cloned().chain(file.kinds.iter().cloned().map(Kind::new))
}

impl Names {
    /// The names of these sets.
    pub(super) fn of(sets: &Sets, rules: &Rules) -> Names {
        let mut names = Names { shared: Shared::of(sets, rules), ..Names::default() };
        let mut next = 0u16;
        for (number, set) in sets.sets().iter().enumerate() {
            for (place, spec) in set.by_id() {
                names.add((number, &set.file.set), place, spec, CardId(next));
                // Ids in the order of set, card and copy: they depend neither on the order in the file nor on names.
                next = next.saturating_add(u16::from(spec.copies));
            }
        }
        let slots = words(sets, |play| matches!(play, Play::Slot | Play::Room));
        names.slot_words = distinct(slots.into_iter().map(|slot| names.shared.name(slot)));
        if !rules.curse_equals_trap {
            names.curse_words = distinct(sets.sets().iter().map(|set| set.file.set.terms.curse.clone()));
        }
        names.power_words = words(sets, |play| play == Play::Rank);
        names.kinds = sets.sets().iter().flat_map(|set| kinds_of(&set.file)).collect();
        names.tags = distinct(names.titles.iter().flat_map(|title| title.spec.tags.iter().cloned()));
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
            copies: *spec.copies,
            spec: spec.clone(),
        });
        self.places.push((set, place));
    }

    fn next_trait(&mut self, head: &SetHead, spec: &CardSpec) -> Traits {
        let word = self.shared.word_of(&spec.kind, &head.terms);
        // A blank card keeps its id known, so that cards that name it still compile.
        if word.is_none() && spec.kind.play != Play::Blank {
            return 0;
        }
        let bit = if word.is_some() && self.traits.len() < MAX_TRAITS { 1 << self.traits.len() } else { 0 };
        if word.is_some() {
            self.traits.push(short(self.titles.len()));
        }
        let (set, play, word) = (head.id.clone(), spec.kind.play, word.unwrap_or_default());
        self.by_id.entry(spec.id.clone()).or_default().push(Trait { set, play, word, bit });
        bit
    }

    /// J-03: the type of Curses that cards of a set with these terms mean.
    pub(super) fn curse_type(&self, terms: &Terms) -> u8 {
        self.curse_words.binary_search(&terms.curse).unwrap_or(0) as u8
    }

    /// The trait of a title: one bit, or 0.
    pub(super) fn trait_of(&self, title: usize) -> Traits {
        self.own_bits[title]
    }

    /// identity-07: for each trait, the traits of the same id and kind in all sets.
    pub(super) fn akin(&self) -> Vec<Traits> {
        let mut akin = vec![0; self.traits.len()];
        for named in self.by_id.values() {
            for one in named.iter().filter(|one| one.bit != 0) {
                let same = named.iter().filter(|other| (other.play, &other.word) == (one.play, &one.word));
                akin[one.bit.trailing_zeros() as usize] = same.fold(0, |all, other| all | other.bit);
            }
        }
        akin
    }

    /// combine-01: the traits of all cards of a slot or a kind of powers.
    pub(super) fn all_of(&self, play: Play, word: &str) -> Traits {
        let traits = self.by_id.values().flatten();
        traits.filter(|one| one.play == play && one.word == word).fold(0, |all, one| all | one.bit)
    }

    /// combine-01: the traits of an id on a card of a set: the set's own card and those of the same id and kind in other sets.
    /// If the set has no such card, those of the set's kinds; if there are none, all with this id.
    pub(super) fn traits_called(&self, id: &str, file: &DeckFile) -> Option<Traits> {
        let known = self.by_id.get(id)?;
        let own = known.iter().find(|one| one.set == file.set.id);
        let kinds: Vec<(Play, String)> = match own {
            Some(own) if own.play != Play::Blank => vec![(own.play, own.word.clone())],
            _ => kinds_of(file)
                .filter_map(|kind| Some((kind.play, self.shared.word_of(&kind, &file.set.terms)?)))
                .collect(),
        };
        let akin = || known.iter().filter(|one| one.is_of(&kinds));
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

    /// The bit of a tag: 0 if there are too many tags, `None` if no card has the tag.
    pub(super) fn tag(&self, tag: &str) -> Option<u16> {
        let number = self.tags.binary_search_by(|known| known.as_str().cmp(tag)).ok()?;
        Some(if number < MAX_TAGS { 1 << number } else { 0 })
    }
}

/// The names of the slots or kinds of powers of all sets, without duplicates, sorted.
fn words(sets: &Sets, which: impl Fn(Play) -> bool) -> Vec<String> {
    let words = |file: &DeckFile| {
        let kinds = kinds_of(file).filter(|kind| which(kind.play));
        kinds.map(|kind| kind.slot(&file.set.terms)).collect::<Vec<_>>()
    };
    distinct(sets.sets().iter().flat_map(|set| words(&set.file)))
}

/// These words, without duplicates, sorted.
fn distinct(words: impl Iterator<Item = String>) -> Vec<String> {
    words.collect::<BTreeSet<_>>().into_iter().collect()
}

/// A capped table index. Compilation checks the sizes of the tables at the end.
pub(super) fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
