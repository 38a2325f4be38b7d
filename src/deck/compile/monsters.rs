//! What a monster names: those that may join it, cards that it silences, and itself.

use super::card::place;
use super::compiler::Compiler;
use super::condition::copies_of;
use crate::deck::Kind;
use crate::deck::compiled::{FilterRef, Silenced, Title};
use crate::deck::language::fields::sort_of;
use crate::deck::language::{CardSpec, Grant, Joining, KindSpec, MonsterRemoval, Play};
use crate::ids::CardSet;

impl Compiler<'_> {
    /// multi-07: the monsters that may join one with this test.
    pub(super) fn joining(&mut self, joining: &Joining) -> CardSet {
        let Joining { level_at_most, tag, card } = joining.clone();
        self.removal_keys(&MonsterRemoval { level_at_most, card: card.clone(), ..MonsterRemoval::default() });
        if let Some(tag) = &tag {
            self.within("tag", |c| c.tag(tag));
        }
        let named = self.cards_called(card.as_ref());
        let fits = |title: &Title| {
            let level = title.spec.level.map_or(0, |level| *level);
            level_at_most.is_none_or(|most| level <= *most)
                && tag.as_ref().is_none_or(|tag| title.spec.tags.contains(tag))
                && card.as_ref().is_none_or(|card| title.id == *card)
        };
        let is_other = |place: usize, title: &Title| match title.spec.kind.play {
            Play::Monster => place != self.title || title.copies > 1,
            // It stands for a monster.
            play => play == Play::Blank,
        };
        let mut titles = self.names.titles.iter().enumerate();
        if !titles.any(|(place, title)| is_other(place, title) && fits(title)) {
            let hint = Some("expected keys that another monster of the deck has".to_owned());
            self.report.wrong("no other monster can join it", hint);
        }
        let titles = self.names.titles.iter();
        let joining = titles.filter(|title| title.spec.kind.play == Play::Monster && fits(title));
        named & joining.flat_map(copies_of).collect()
    }

    /// multi-02, curse-03: the cards that a card silences: as a monster in its fight, or by its grants.
    pub(super) fn silenced_by(&mut self, spec: &CardSpec) -> Vec<Silenced> {
        let of_fight = self.within("silences", |c| c.each(&spec.silences, |c, kind| c.silenced(kind)));
        let granted = self.within("grants", |c| {
            c.each(&spec.grants, |c, grant| match grant {
                Grant::Silences(kind) => c.within("silences", |c| c.silenced_by_grant(spec, kind)),
                _ => None,
            })
        });
        of_fight.into_iter().chain(granted).flatten().collect()
    }

    /// Two cards that could silence each other would leave open which of them does.
    fn silenced_by_grant(&mut self, spec: &CardSpec, kind: &str) -> Option<Silenced> {
        if matches!(spec.kind.play, Play::Slot | Play::Rank) {
            let hint = Some("write it on an Item, a lasting Curse, a Role or in `afflict`".to_owned());
            let message = format!("{}, which other cards can silence, silences none", sort_of(spec));
            self.report.wrong(message, hint);
        }
        self.silenced(kind)
    }

    /// The cards of a kind of the set being compiled.
    fn silenced(&mut self, id: &str) -> Option<Silenced> {
        let set = &self.report.set().file;
        let known = Kind::standard().iter().map(|kind| &**kind).chain(&set.kinds);
        let kinds: Vec<&KindSpec> = known.filter(|kind| matches!(kind.play, Play::Slot | Play::Rank)).collect();
        let Some(kind) = kinds.iter().find(|kind| kind.id == id) else {
            let ids: Vec<String> = kinds.iter().map(|kind| kind.id.clone()).collect();
            self.report.unfit("a kind with a slot or with Ranks", id, ids.iter().map(String::as_str));
            return None;
        };
        let slot = kind.slot(&set.set.terms);
        Some(match kind.play {
            Play::Rank => Silenced::Powers(place(&self.names.power_words, &slot)),
            _ => Silenced::Slot(place(&self.names.slot_words, &self.names.shared.name(slot))),
        })
    }

    /// The copies of the card being compiled.
    pub(super) fn this_title(&mut self) -> FilterRef {
        self.filter_of(copies_of(&self.names.titles[self.title]).collect())
    }
}
