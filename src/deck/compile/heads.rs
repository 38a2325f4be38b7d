//! Heads of sets: ids, players, rules, joining tags, kinds.

use super::Compiler;
use crate::deck::error::is_hidden;
use crate::deck::ranges::out_of_range;
use crate::deck::sets::Sets;

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
        self.slug("id", &head.id);
        self.named("name", &head.name);
        self.within("players", |c| {
            c.range("min", Some(head.players.min), 3, 6);
            c.range("max", Some(head.players.max), head.players.min.clamp(3, 6).into(), 6);
        });
        self.within("terms", |c| {
            c.named("identity", &head.terms.identity);
            c.named("power", &head.terms.power);
            c.printable("curse", &head.terms.curse);
            c.printable("kick", &head.terms.kick);
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

    /// Checks that an id consists of lower-case letters, digits and dashes.
    pub(super) fn slug(&mut self, field: &'static str, id: &str) {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(fits) {
            let message = format!("expected lower-case letters, digits and dashes, found `{id}`");
            self.report.wrong_field(field, message, None);
        }
    }

    /// Checks that a name is not blank and can be printed.
    pub(super) fn named(&mut self, field: &'static str, name: &str) {
        if name.trim().is_empty() {
            self.report.wrong_field(field, "expected a name, found a blank string", None);
        }
        self.printable(field, name);
    }

    /// Checks that a text can be printed.
    pub(super) fn printable(&mut self, field: &'static str, text: &str) {
        self.within(field, |c| c.visible(text));
    }

    /// Checks that a text has no control characters, because reports and traces contain it unchanged.
    pub(super) fn visible(&mut self, text: &str) {
        if let Some(found) = text.chars().find(|&c| c.is_control() || is_hidden(c)) {
            let found = found.escape_unicode();
            self.report.wrong(format!("expected one line without control characters, found {found}"), None);
        }
    }
}
