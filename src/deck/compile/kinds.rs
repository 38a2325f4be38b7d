//! The declared kinds of cards of a set, and their slots.

use super::compiler::Compiler;
use crate::deck::Kind;
use crate::deck::compiled::Group;
use crate::deck::file::sets::Sets;
use crate::deck::language::fields::word;
use crate::deck::language::{AtDeath, KindSpec, Play, Terms, When};
use crate::ids::CardSet;

impl Compiler<'_> {
    /// Checks the declared kinds of the set being compiled.
    pub(super) fn kinds(&mut self) {
        let kinds = &self.report.set().file.kinds;
        self.within("kind", |c| {
            for (place, kind) in kinds.iter().enumerate() {
                c.within(place, |c| c.kind(kind, &kinds[..place]));
            }
        });
    }

    fn kind(&mut self, kind: &KindSpec, before: &[KindSpec]) {
        self.kind_id(&kind.id, before);
        self.kind_words(kind);
        self.kind_fields(kind);
        self.shared_slot(kind, before);
    }

    fn kind_id(&mut self, id: &str, before: &[KindSpec]) {
        if Kind::named(id).is_some() {
            self.report.wrong_field(
                "id",
                format!("`{id}` is the id of a standard kind"),
                Some("choose another id".to_owned()),
            );
        } else if before.iter().any(|other| other.id == id) {
            self.report.wrong_field("id", format!("two kinds have the id `{id}`"), None);
        }
    }

    fn kind_words(&mut self, kind: &KindSpec) {
        if kind.name.is_some() && kind.term.is_some() {
            self.report.wrong_field("term", "expected `name` or `term`, found both", None);
        }
    }

    /// Checks fields that are valid only for some plays.
    fn kind_fields(&mut self, kind: &KindSpec) {
        let character = kind.play.is_of_character();
        let fields = [
            ("slot", kind.slot.is_some(), character),
            ("limit", kind.limit.is_some(), kind.play == Play::Slot),
            ("replaces", kind.replaces, kind.play == Play::Slot),
            ("when", kind.when != When::default(), character),
            ("not_in_opening", kind.not_in_opening, character),
            ("alone", kind.alone, kind.play == Play::Room),
            ("goes_with_last", kind.goes_with_last, kind.play == Play::Room && !kind.alone),
            ("at_death", kind.at_death != AtDeath::default(), character),
            ("not_traded", kind.not_traded, kind.play == Play::Item),
            ("carries", kind.carries.is_some(), kind.play == Play::Slot),
            ("sacrifice", kind.sacrifice, kind.play == Play::Slot),
        ];
        for (field, _, _) in fields.into_iter().filter(|(_, given, fits)| *given && !fits) {
            let message = format!("a kind with `play = \"{}\"` cannot have `{field}`", word(&kind.play));
            self.report.wrong_field(field, message, None);
        }
    }

    /// ally-12: checks that kinds of one slot have the same limit, and that a card that makes room has a slot.
    fn shared_slot(&mut self, kind: &KindSpec, before: &[KindSpec]) {
        let terms = &self.report.set().file.set.terms;
        let slot = kind.slot(terms);
        let standard = Kind::standard().iter().map(|kind| &**kind);
        let others: Vec<&KindSpec> = standard.chain(before).filter(|other| is_for(other, &slot, terms)).collect();
        if kind.play == Play::Room && others.is_empty() {
            let hint = "declare a kind with this slot and `play = \"slot\"` before this one".to_owned();
            self.report.wrong(format!("unknown slot `{slot}`"), Some(hint));
        }
        if let Some(other) = others.first().filter(|other| kind.play == Play::Slot && other.limit() != kind.limit()) {
            let (limit, id, found) = (other.limit(), &other.id, kind.limit());
            let message = format!("expected {limit}, the limit of `{id}` in the same slot `{slot}`, found {found}");
            self.report.wrong_field("limit", message, None);
        }
    }

    /// identity-01, combine-01: the slots of all sets. If sets differ in the limit of a slot, the lowest limit applies.
    pub(super) fn slots(&mut self, sets: &Sets) {
        let limit = |slot: &str| {
            let limits = sets.sets().iter().flat_map(|set| {
                let (kinds, terms) = (&set.file.kinds, &set.file.set.terms);
                let all = Kind::standard().iter().map(|kind| &**kind).chain(kinds);
                let shared = &self.names.shared;
                all.filter(move |kind| kind.play == Play::Slot && shared.slot(kind, terms) == slot)
                    .map(|kind| *kind.limit())
            });
            limits.min().unwrap_or(1)
        };
        let group = |slot: &String| Group {
            name: slot.clone(),
            limit: limit(slot),
            cards: CardSet::EMPTY,
            counted: CardSet::EMPTY,
            rooms: CardSet::EMPTY,
            lifters: CardSet::EMPTY,
            wideners: CardSet::EMPTY,
        };
        self.deck.groups = self.names.slot_words.iter().map(group).collect();
        self.deck.powers = vec![CardSet::EMPTY; self.names.power_words.len()];
    }
}

/// Whether the cards of a kind belong to a slot.
fn is_for(kind: &KindSpec, slot: &str, terms: &Terms) -> bool {
    kind.play == Play::Slot && kind.slot(terms) == slot
}
