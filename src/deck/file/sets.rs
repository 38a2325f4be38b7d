//! `Sets`: parsed and merged deck files.

use super::error::DeckError;
use super::nearest::did_you_mean;
use super::source::DeckSource;
use crate::deck::language::contents::afflictions;
use crate::deck::language::fields::side_of;
use crate::deck::language::rules::Rules;
use crate::deck::language::{CardSpec, DeckFile, DeckSide, PlayerCounts};
use crate::ids::MAX_SEATS;

/// Parsed and merged deck files, not yet compiled.
#[derive(Clone, Debug)]
pub struct Sets {
    pub(in crate::deck) sets: Vec<LoadedSet>,
    pub(in crate::deck) base: usize,
    /// The place of the set that was given last.
    pub(in crate::deck) subject: usize,
}

/// One deck file.
#[derive(Clone, Debug)]
pub struct LoadedSet {
    /// The source of the file.
    pub source: DeckSource,
    /// The content of the file.
    pub file: DeckFile,
}

impl Sets {
    /// Sorts the sets by id, so that their order does not change the ids of the cards. The first one is the base.
    ///
    /// # Errors
    /// If two sets have the same id.
    pub(in crate::deck) fn merged(mut sets: Vec<LoadedSet>) -> Result<Sets, DeckError> {
        let Some([base, subject]) =
            sets.first().zip(sets.last()).map(|ends| [ends.0, ends.1].map(|set| set.id().to_owned()))
        else {
            return Err(DeckError::plain("expected at least one deck, found none", None));
        };
        sets.sort_by(|a, b| a.id().cmp(b.id()));
        if let Some(pair) = sets.windows(2).find(|pair| pair[0].id() == pair[1].id()) {
            return Err(twice(&pair[0], &pair[1]));
        }
        let [base, subject] = [base, subject].map(|id| sets.iter().position(|set| set.id() == id).unwrap_or(0));
        Ok(Sets { sets, base, subject })
    }

    /// J-01: the same sets with this set as the base.
    ///
    /// # Errors
    /// If no set has this id.
    pub fn with_base(mut self, id: &str) -> Result<Sets, DeckError> {
        let place = self.sets.iter().position(|set| set.id() == id);
        self.base = place.ok_or_else(|| self.no_base(id))?;
        Ok(self)
    }

    fn no_base(&self, id: &str) -> DeckError {
        let ids = || self.sets.iter().map(LoadedSet::id);
        let known: Vec<String> = ids().map(|id| format!("`{id}`")).collect();
        let hint = did_you_mean(id, ids()).unwrap_or_else(|| format!("expected one of {}", known.join(", ")));
        DeckError::plain(format!("the base `{id}` is not one of the sets"), Some(hint))
    }

    /// J-01: the base set. Its rules apply, and its terms apply to everything that does not belong to a card.
    pub fn base(&self) -> &LoadedSet {
        &self.sets[self.base]
    }

    /// The set that was given last: the one in question, if the others are its partners.
    pub fn subject(&self) -> &LoadedSet {
        &self.sets[self.subject]
    }

    /// The index of the base.
    pub(in crate::deck) fn base_place(&self) -> usize {
        self.base
    }

    /// Ids of the sets, the base set first.
    pub fn ids(&self) -> Vec<&str> {
        let others = self.sets.iter().map(LoadedSet::id).filter(|id| *id != self.base().id());
        std::iter::once(self.base().id()).chain(others).collect()
    }

    /// The same sets with a further set. Its titles replace titles with the same id.
    pub(crate) fn with(mut self, more: LoadedSet) -> Sets {
        let [base, subject] = [self.base(), self.subject()].map(|set| set.id().to_owned());
        for set in &mut self.sets {
            set.file.cards.retain(|card| more.file.cards.iter().all(|other| other.id != card.id));
        }
        self.sets.push(more);
        // The numbers of cards follow from this order. The order on the command line does not change them.
        self.sets.sort_by(|a, b| a.id().cmp(b.id()));
        [self.base, self.subject] =
            [base, subject].map(|id| self.sets.iter().position(|set| set.id() == id).unwrap_or(0));
        self
    }

    /// The same sets with another version of one of them.
    pub(in crate::deck) fn with_version(mut self, place: usize, version: LoadedSet) -> Sets {
        self.sets[place] = version;
        self
    }

    /// The cards of a set with this id, mutable.
    pub(in crate::deck) fn cards_of(&mut self, set: &str) -> impl Iterator<Item = &mut CardSpec> {
        self.sets.iter_mut().filter(move |other| other.id() == set).flat_map(|set| &mut set.file.cards)
    }

    /// The sets, in id order.
    pub fn sets(&self) -> &[LoadedSet] {
        &self.sets
    }

    /// Number of card ids in the compiled deck: one for each physical card, and one for each seat for each lasting effect.
    pub fn card_ids(&self) -> usize {
        let cards = self.sets.iter().flat_map(|set| &set.file.cards);
        cards.map(|card| usize::from(card.copies)).sum::<usize>() + MAX_SEATS * self.afflictions()
    }

    /// Number of cards with this back.
    pub(in crate::deck) fn held(&self, side: DeckSide) -> usize {
        let cards = self.sets.iter().flat_map(|set| &set.file.cards);
        cards.filter(|card| side_of(card) == side).map(|card| usize::from(*card.copies)).sum()
    }

    /// Number of lasting effects on the cards.
    pub(in crate::deck) fn afflictions(&self) -> usize {
        self.sets.iter().flat_map(|set| &set.file.cards).map(afflictions).sum()
    }

    /// The lowest minimum and the highest maximum number of players of the sets.
    pub(crate) fn players(&self) -> PlayerCounts {
        let heads = || self.sets.iter().map(|set| set.file.set.players);
        PlayerCounts {
            min: heads().map(|players| players.min).min().unwrap_or_default(),
            max: heads().map(|players| players.max).max().unwrap_or_default(),
        }
    }
}

impl Sets {
    /// J-08: the numbers of players by these rules, which may set another maximum.
    pub(in crate::deck) fn players_by(&self, rules: &Rules) -> PlayerCounts {
        let printed = self.players();
        let max = if *rules.max_players == 0 { printed.max } else { *rules.max_players };
        PlayerCounts { min: printed.min.min(max), max }
    }
}

impl LoadedSet {
    /// Id of the set.
    pub fn id(&self) -> &str {
        &self.file.set.id
    }

    /// The titles in id order, each with its index in the file.
    pub(in crate::deck) fn by_id(&self) -> Vec<(usize, &CardSpec)> {
        let mut cards: Vec<_> = self.file.cards.iter().enumerate().collect();
        cards.sort_by(|(_, a), (_, b)| a.id.cmp(&b.id));
        cards
    }
}

fn twice(one: &LoadedSet, other: &LoadedSet) -> DeckError {
    let (one_name, other_name) = (&one.source.name, &other.source.name);
    if one_name == other_name {
        return DeckError::plain(format!("{one_name} is given twice"), Some("remove one of them".to_owned()));
    }
    let hint = "remove one of them, or change the `id` of one set".to_owned();
    DeckError::plain(format!("two decks have the set id `{}`: {one_name} and {other_name}", one.id()), Some(hint))
}
