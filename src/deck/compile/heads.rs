//! Heads of sets: ids, players, rules, joining tags, kinds.

use super::Compiler;
use crate::deck::file::sets::Sets;
use crate::deck::language::ranges::out_of_range;

impl<const W: usize> Compiler<'_, W> {
    /// identity-01: checks the heads and reads the settings that apply to the whole deck.
    pub(super) fn heads(&mut self, sets: &Sets) {
        for number in 0..sets.sets().len() {
            self.report.start(number, None);
            self.within("set", Self::head);
            self.within("rules", Self::switches);
            self.kinds();
        }
        self.slots(sets);
    }

    fn head(&mut self) {
        let head = &self.report.set().file.set;
        self.within("players", |c| {
            c.range("min", Some(head.players.min), 3, 6);
            c.range("max", Some(head.players.max), head.players.min.clamp(3, 6).into(), 6);
        });
        let tags = self.within("joining_tags", |c| c.each(&head.joining_tags, |c, tag| c.tag(tag)));
        let joining = tags.into_iter().fold(0, |all, tag| all | tag);
        let tags = self.within("native_tags", |c| c.each(&head.native_tags, |c, tag| c.tag(tag)));
        let native = tags.into_iter().fold(0, |all, tag| all | tag);
        self.deck.joining |= joining;
        self.deck.bringing |= joining & !native;
        let tags = self.within("gift_tags", |c| c.each(&head.gift_tags, |c, tag| c.tag(tag)));
        self.deck.gifts |= tags.into_iter().fold(0, |all, tag| all | tag);
    }

    fn switches(&mut self) {
        for (key, message) in out_of_range(&self.report.set().file.rules) {
            self.report.wrong_field(key, message, None);
        }
    }
}
