//! Heads of sets: ids, players, rules, joining tags, kinds.

use super::compiler::Compiler;
use crate::deck::file::sets::Sets;
use crate::deck::language::ranged::expected;
use crate::deck::language::{PlayerCounts, Seats};

impl Compiler<'_> {
    /// identity-01: checks the heads and reads the settings that apply to the whole deck.
    pub(super) fn heads(&mut self, sets: &Sets) {
        for number in 0..sets.sets().len() {
            self.report.start(number, None);
            self.within("set", Self::head);
            self.kinds();
        }
        self.slots(sets);
    }

    fn head(&mut self) {
        let head = &self.report.set().file.set;
        let PlayerCounts { min, max } = head.players;
        if max < min {
            let message = expected(max, min, Seats::HIGH);
            self.within("players", |c| c.report.wrong_field("max", message, None));
        }
        let tags = self.within("joining_tags", |c| c.each(&head.joining_tags, |c, tag| c.tag(tag)));
        let joining = tags.into_iter().fold(0, |all, tag| all | tag);
        let tags = self.within("native_tags", |c| c.each(&head.native_tags, |c, tag| c.tag(tag)));
        let native = tags.into_iter().fold(0, |all, tag| all | tag);
        self.deck.joining |= joining;
        self.deck.bringing |= joining & !native;
        let tags = self.within("gift_tags", |c| c.each(&head.gift_tags, |c, tag| c.tag(tag)));
        self.deck.gifts |= tags.into_iter().fold(0, |all, tag| all | tag);
    }
}
