//! Monsters that a monster names: those that may join it, and itself.

use super::compiler::Compiler;
use super::condition::copies_of;
use crate::deck::compiled::{FilterRef, Title};
use crate::deck::language::{Joining, MonsterRemoval, Play};
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

    /// The copies of the card being compiled.
    pub(super) fn this_title(&mut self) -> FilterRef {
        self.filter_of(copies_of(&self.names.titles[self.title]).collect())
    }
}
