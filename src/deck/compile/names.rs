//! Names: every title, trait and tag of the merged sets, numbered once and for all.

use std::collections::{BTreeMap, BTreeSet};

use crate::deck::compiled::Title;
use crate::deck::language::{CardSpec, Kind};
use crate::deck::load::Sets;
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
    bits: BTreeMap<String, u64>,
    own_bits: Vec<u64>,
    /// All identities.
    pub(super) identities: u64,
    /// All powers.
    pub(super) powers: u64,
}

impl Names {
    /// The names of these sets, at most `capacity` cards of them.
    pub(super) fn of(sets: &Sets) -> Names {
        let mut names = Names::default();
        let mut next = 0u16;
        for (number, set) in sets.sets().iter().enumerate() {
            for (place, spec) in set.by_id() {
                names.add(number, place, spec, CardId(next));
                next = next.saturating_add(u16::from(spec.copies));
            }
        }
        let tags: BTreeSet<&String> = names.titles.iter().flat_map(|title| &title.spec.tags).collect();
        names.tags = tags.into_iter().cloned().collect();
        names
    }

    fn add(&mut self, set: usize, place: usize, spec: &CardSpec, first: CardId) {
        let bit = self.next_trait(spec);
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

    fn next_trait(&mut self, spec: &CardSpec) -> u64 {
        let all = match spec.kind {
            Kind::Identity => &mut self.identities,
            Kind::Power => &mut self.powers,
            // Other cards may speak of what it was; nobody has it.
            Kind::Blank => {
                self.bits.entry(spec.id.clone()).or_default();
                return 0;
            }
            _ => return 0,
        };
        let bit = if self.traits.len() < MOST_TRAITS { 1 << self.traits.len() } else { 0 };
        *all |= bit;
        *self.bits.entry(spec.id.clone()).or_default() |= bit;
        self.traits.push(short(self.titles.len()));
        bit
    }

    /// The trait that a title gives, one bit or none.
    pub(super) fn trait_of(&self, title: usize) -> u64 {
        self.own_bits[title]
    }

    /// The traits of this id, one for each set that has it.
    pub(super) fn traits_called(&self, id: &str) -> Option<u64> {
        self.bits.get(id).copied()
    }

    /// Ids of all identities and powers.
    pub(super) fn trait_ids(&self) -> impl Iterator<Item = &str> {
        self.bits.keys().map(String::as_str)
    }

    /// The bit of a tag; none if there are too many.
    pub(super) fn tag(&self, tag: &str) -> Option<u16> {
        let number = self.tags.binary_search_by(|known| known.as_str().cmp(tag)).ok()?;
        Some(if number < MOST_TAGS { 1 << number } else { 0 })
    }
}

/// A table index; tables are checked for their size at the end.
pub(super) fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
