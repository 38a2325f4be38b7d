//! Conditions, modifiers and Item filters.

use super::compiler::Compiler;
use super::names::{kinds_of, short};
use crate::deck::compiled::{
    Adds, CondRef, Counted, Filter, FilterRef, Limits, Reads, Span, Test, Title, Traits, Whom,
};
use crate::deck::file::sets::LoadedSet;
use crate::deck::language::{Bounds, CardSpec, Condition, ItemFilter, KindSpec, Modifier, Play};
use crate::ids::{CardId, CardSet};

impl Compiler<'_> {
    /// The condition in the field `if`; without one, the condition that always holds.
    pub(super) fn gate(&mut self, condition: Option<&Condition>) -> CondRef {
        self.optional_condition("if", condition)
    }

    pub(super) fn optional_condition(&mut self, field: &'static str, condition: Option<&Condition>) -> CondRef {
        match condition {
            Some(condition) => self.within(field, |c| c.condition(condition)),
            None => CondRef::ALWAYS,
        }
    }

    /// identity-09, item-10: the condition in `usable_by`. An identity under `not` counts only where its disadvantages apply.
    pub(super) fn restriction(&mut self, spec: &CardSpec) -> CondRef {
        self.restricting = Some(true);
        let condition = self.optional_condition("usable_by", spec.usable_by.as_ref());
        self.restricting = None;
        let of_character = |reads| matches!(reads, Reads::Nothing | Reads::Traits(_) | Reads::Level | Reads::Gender);
        if !spec.once && !self.deck.reads_only(condition, |whom, reads| whom == Whom::You && of_character(reads)) {
            let message = "without `once`, `usable_by` can test only identities, powers, gender and Level";
            self.report.wrong_field("usable_by", message, None);
        }
        condition
    }

    pub(super) fn condition(&mut self, condition: &Condition) -> CondRef {
        let test = self.test(condition);
        self.deck.conditions.push(test);
        CondRef(short(self.deck.conditions.len() - 1))
    }

    fn test(&mut self, condition: &Condition) -> Test {
        self.can_hold(condition);
        match condition {
            Condition::All(parts) => Test::All(self.parts("all", parts)),
            Condition::Any(parts) => self.any(parts),
            Condition::Not(part) => self.not(part),
            Condition::Fighter(part) => self.fighter(part),
            Condition::Main(part) => Test::Main(self.part("main", part)),
            Condition::Helper(part) => Test::Helper(self.part("helper", part)),
            Condition::Rival(part) => Test::Rival(self.part("rival", part)),
            Condition::Anyone(part) => Test::Anyone(self.part("anyone", part)),
            Condition::Actor(part) => Test::Actor(self.part("actor", part)),
            Condition::Has(id) => {
                let traits = self.within("has", |c| c.traits(id));
                self.bearing(traits)
            }
            Condition::HasIdentity => {
                let own = self.report.set().file.set.terms.identity.clone();
                self.bearing(self.names.all_of(Play::Slot, &self.names.shared.name(own)))
            }
            Condition::HasPower => self.bearing(self.names.all_of(Play::Rank, &self.report.set().file.set.terms.power)),
            Condition::Level(bounds) => Test::Level(self.limits("level", *bounds)),
            Condition::LowestLevel => Test::LowestLevel,
            Condition::HighestLevel => Test::HighestLevel,
            Condition::Uses(slot) => Test::Uses(*slot),
            Condition::Carries(filter) => Test::Carries(self.within("carries", |c| c.filter(filter))),
            Condition::Hand(bounds) => Test::Hand(self.limits("hand", *bounds)),
            Condition::Cursed => Test::Cursed(self.curses()),
            Condition::OwnTurn => Test::OwnTurn,
            Condition::Fighting => Test::Fighting,
            Condition::IsMain => Test::IsMain,
            Condition::IsHelper => Test::IsHelper,
            Condition::BeforeFirstRoll => Test::BeforeFirstRoll,
            Condition::Tag(tag) => Test::Tag(self.within("tag", |c| c.monster_tag(tag))),
            Condition::Monsters(bounds) => Test::Monsters(self.limits("monsters", *bounds)),
            Condition::Helped => Test::Helped,
            Condition::ForTheWin => Test::ForTheWin,
            Condition::Gender(gender) => {
                self.deck.gendered = true;
                Test::Gender(*gender)
            }
            Condition::Suffers(id) => Test::Suffers(self.within("suffers", |c| c.traits(id))),
            Condition::AboveActor => Test::AboveActor,
            Condition::CanGainLevel => Test::CanGainLevel,
            Condition::Unaided => Test::Unaided,
            Condition::Pursuer(bounds) => Test::Pursuer(self.limits("pursuer", *bounds)),
            Condition::Thrown(filter) => Test::Thrown(self.within("thrown", |c| c.printed("thrown", filter))),
            Condition::Fought => Test::Fought,
            Condition::GetsAway => Test::GetsAway,
            Condition::DiscardTop(test) => self.within("discard_top", |c| c.discard_test(test)),
            Condition::Count(test) => self.within("count", |c| c.count_test(test)),
            Condition::HasChangedGender => {
                self.deck.gendered = true;
                Test::HasChangedGender
            }
            Condition::HasDied => Test::HasDied,
            Condition::WanderedIn => Test::WanderedIn(self.this_title()),
        }
    }

    /// A test for one of these traits: where it restricts the use of an Item, for their disadvantages.
    fn bearing(&self, traits: Traits) -> Test {
        if self.restricting == Some(false) { Test::Hindered(traits) } else { Test::Has(traits) }
    }

    /// The opposite of a condition. The opposite of a trait test is a single trait test as well.
    fn not(&mut self, part: &Condition) -> Test {
        // Beneath another `not`, a trait allows the use again.
        self.restricting = self.restricting.map(|allows| !allows);
        let inner = self.part("not", part);
        self.restricting = self.restricting.map(|allows| !allows);
        match self.deck.test(inner) {
            Test::Has(traits) => Test::Lacks(traits),
            Test::Lacks(traits) => Test::Has(traits),
            _ => Test::Not(inner),
        }
    }

    /// A test of the fighters. Tests of traits or Items check both fighters in one step.
    fn fighter(&mut self, part: &Condition) -> Test {
        let inner = self.part("fighter", part);
        match self.deck.test(inner) {
            Test::Has(traits) => Test::FighterHas(traits),
            Test::Uses(slot) => Test::FighterUses(slot),
            Test::Carries(filter) => Test::FighterCarries(filter),
            _ => Test::Fighter(inner),
        }
    }

    /// Any of the parts. If all of them test traits, they become one trait test.
    fn any(&mut self, parts: &[Condition]) -> Test {
        let span = self.parts("any", parts);
        let traits = self.deck.conditions[span.range()].iter().try_fold(0, |traits, test| match test {
            Test::Has(more) | Test::Hindered(more) => Some(traits | more),
            _ => None,
        });
        traits.map_or(Test::Any(span), |traits| self.bearing(traits))
    }

    /// Stores the parts as consecutive entries, after the conditions nested in them.
    fn parts(&mut self, field: &'static str, parts: &[Condition]) -> Span {
        self.within(field, |c| {
            if parts.len() < 2 {
                let hint = (parts.len() == 1).then(|| format!("write the condition without `{field}`"));
                c.report.wrong(format!("expected at least 2 conditions, found {}", parts.len()), hint);
            }
            // Tests nested in the parts are stored while these are compiled; the parts themselves are stored together
            // afterwards, as a span needs.
            let tests = c.each(parts, Self::test);
            append(&mut c.deck.conditions, tests)
        })
    }

    fn part(&mut self, field: &'static str, part: &Condition) -> CondRef {
        self.within(field, |c| c.condition(part))
    }

    fn traits(&mut self, id: &str) -> Traits {
        self.names.traits_called(id, &self.report.set().file).unwrap_or_else(|| {
            self.report.unknown("identity or power", id, self.names.trait_ids());
            0
        })
    }

    /// The bit of a tag. At least one card must have the tag.
    pub(super) fn tag(&mut self, tag: &str) -> u16 {
        self.names.tag(tag).unwrap_or_else(|| {
            self.report.unknown("tag", tag, self.names.tags.iter().map(String::as_str));
            0
        })
    }

    pub(super) fn limits(&mut self, field: &'static str, bounds: Bounds) -> Limits {
        let limits = Limits { low: bounds.at_least.unwrap_or(i16::MIN), high: bounds.at_most.unwrap_or(i16::MAX) };
        if bounds.at_least.is_none() && bounds.at_most.is_none() {
            self.report.wrong_field(field, "expected `at_least`, `at_most` or both, found neither", None);
        } else if limits.low > limits.high {
            let message = format!("`at_least` ({}) is greater than `at_most` ({})", limits.low, limits.high);
            self.report.wrong_field(field, message, None);
        }
        limits
    }

    /// The modifiers in a field: the sum of those that always apply, and the others.
    pub(super) fn modifiers(&mut self, field: &'static str, modifiers: &[Modifier]) -> (i16, Span) {
        let adds = self.within(field, |c| c.each(modifiers, Self::modifier));
        let (steady, others): (Vec<Adds>, Vec<Adds>) = adds.into_iter().partition(Adds::steady);
        (steady.iter().fold(0, |sum: i16, adds| sum.saturating_add(adds.add)), append(&mut self.deck.modifiers, others))
    }

    fn modifier(&mut self, modifier: &Modifier) -> Adds {
        let condition = self.gate(modifier.condition.as_ref());
        let each = modifier.each.as_ref().map(|each| self.within("each", |c| c.counted(each)));
        if self.asks_for_totals(condition) || each.is_some_and(|each| self.counts_totals(each)) {
            self.report.wrong("a modifier cannot depend on a total that it changes", None);
        }
        let of_effect = |_, reads| reads == Reads::Effect;
        if self.deck.reads_any(condition, of_effect)
            || each.is_some_and(|each| self.deck.count_reads_any(each, of_effect))
        {
            let hint = "only an amount in an effect can count that".to_owned();
            self.report.wrong("a modifier cannot depend on what an effect has rolled or taken", Some(hint));
        }
        if modifier.most.is_some() && each.is_none() {
            self.report.wrong_field("most", "`most` needs `each`", None);
        }
        Adds { add: *modifier.add, each, most: modifier.most.map_or(i16::MAX, |most| *most), condition }
    }

    /// Whether a condition depends on a total of the fight or of a roll to run away, or on the strength that an Item adds.
    pub(super) fn asks_for_totals(&self, condition: CondRef) -> bool {
        self.deck.reads_any(condition, |_, reads| self.is_total(reads))
    }

    /// The same for a count.
    fn counts_totals(&self, counted: Counted) -> bool {
        self.deck.count_reads_any(counted, |_, reads| self.is_total(reads))
    }

    fn is_total(&self, reads: Reads) -> bool {
        match reads {
            Reads::Matching(filter) => self.deck.filters[usize::from(filter.0)].strongest,
            reads => reads == Reads::Totals,
        }
    }

    /// Checks that the cards of a filter's kind stay in play. Any set may declare the kind.
    fn filter_kind(&mut self, id: &str) {
        let stays = |play: Play| play == Play::Item || play.is_of_character();
        let kinds = self.names.kinds.iter().filter(|kind| stays(kind.play)).map(|kind| kind.id.as_str());
        let kinds: Vec<&str> = kinds.collect();
        if !kinds.contains(&id) {
            self.report.unfit("a kind of cards that stay in play", id, kinds.into_iter());
        }
    }

    /// combine-02: for each title, whether a filter of the set being compiled includes it by this kind: its kind has this id, or
    /// it belongs to another set and to the slot of this kind.
    pub(super) fn akin(&self, id: &str) -> Vec<bool> {
        let (sets, own) = (self.report.sets(), self.report.set());
        let named = kinds_of(&own.file).find(|kind| kind.play == Play::Slot && kind.id == id);
        let shared = &self.names.shared;
        let slot = named.map(|kind| shared.slot(&kind, &own.file.set.terms));
        let titles = self.names.titles.iter().zip(&self.names.places);
        let fills = |kind: &KindSpec, set: &LoadedSet| {
            kind.play == Play::Slot
                && set.file.set.id != own.file.set.id
                && slot == Some(shared.slot(kind, &set.file.set.terms))
        };
        titles.map(|(title, &(set, _))| title.spec.kind.id == id || fills(&title.spec.kind, &sets[set])).collect()
    }

    /// ally-08: the companions of a kind to which an Item may be given, of all sets. One that lends its player hands or room carries no
    /// Item.
    pub(super) fn companions(&mut self, kind: &str) -> CardSet {
        self.kind_with_slot(kind);
        let akin = self.akin(kind);
        let fits = |(title, akin): &(&Title, bool)| *akin && title.spec.kind.play == Play::Slot && !title.spec.lends();
        self.names.titles.iter().zip(akin).filter(fits).flat_map(|(title, _)| copies_of(title)).collect()
    }

    /// Checks that a card has this id.
    pub(super) fn known_card(&mut self, id: &str) {
        let ids: Vec<&str> = self.names.titles.iter().map(|title| title.id.as_str()).collect();
        if !ids.contains(&id) {
            self.report.unknown("card", id, ids.into_iter());
        }
    }

    /// The cards with an id, or all cards.
    pub(super) fn cards_called(&mut self, id: Option<&String>) -> CardSet {
        if let Some(id) = id {
            self.within("card", |c| c.known_card(id));
        }
        let called = self.names.titles.iter().filter(|title| id.is_none_or(|id| title.id == *id));
        called.flat_map(copies_of).collect()
    }

    /// An Item filter.
    pub(super) fn filter(&mut self, filter: &ItemFilter) -> FilterRef {
        self.filter_keys(filter);
        if let Some(kind) = &filter.kind {
            self.within("kind", |c| c.filter_kind(kind));
        }
        self.within("kinds", |c| c.each(&filter.kinds, |c, kind| c.filter_kind(kind)));
        if let (Some(kind), false) = (&filter.kind, filter.kinds.is_empty()) {
            let hint = format!("write `{kind}` into `kinds` too");
            self.report.wrong_field("kind", "expected `kind` or `kinds`, found both", Some(hint));
        }
        if let Some(bounds) = filter.bonus {
            self.limits("bonus", bounds);
        }
        if let Some(tag) = &filter.tag {
            self.within("tag", |c| c.tag(tag));
        }
        let akin: Vec<Vec<bool>> = filter.kind.iter().chain(&filter.kinds).map(|kind| self.akin(kind)).collect();
        let is_akin = |place: usize| akin.is_empty() || akin.iter().any(|akin| akin[place]);
        let titles = self.names.titles.iter().enumerate();
        let items = titles.filter(|&(place, title)| is_akin(place) && lets_through(filter, &title.spec));
        let shed = |spec: &CardSpec| filter.slot.is_some() && spec.slot == filter.slot && spec.kind.play == Play::Curse;
        let compiled = Filter {
            cards: items.flat_map(|(_, title)| copies_of(title)).collect::<CardSet>(),
            shed: self.names.titles.iter().filter(|title| shed(&title.spec)).flat_map(copies_of).collect(),
            used: filter.used,
            used_first: filter.slot.is_some(),
            best: filter.best,
            dearest: filter.dearest,
            strongest: filter.strongest,
        };
        // Equal filters share an entry: most cards mean all Items.
        let known = self.deck.filters.iter().position(|filter| *filter == compiled);
        FilterRef(short(known.unwrap_or_else(|| {
            self.deck.filters.push(compiled);
            self.deck.filters.len() - 1
        })))
    }
}

/// The copies of a title.
pub(super) fn copies_of(title: &Title) -> impl Iterator<Item = CardId> + use<> {
    let first = title.first.0;
    (0..u16::from(title.copies)).map(move |copy| CardId(first + copy))
}

/// ally-10: whether a card matches a filter by its printed values, apart from its kind. Without a kind, a filter matches only Items, or the card
/// that it names.
fn lets_through(filter: &ItemFilter, spec: &CardSpec) -> bool {
    let (play, bonus) = (spec.kind.play, *spec.bonus.unwrap_or_default());
    (filter.names_kinds() || play == Play::Item || filter.card.is_some() && play.is_of_character())
        && filter.bonus.is_none_or(|bounds| bounds.contain(bonus))
        && filter.slot.is_none_or(|slot| spec.slot == Some(slot))
        && filter.not_slot.is_none_or(|slot| spec.slot != Some(slot))
        && filter.card.as_ref().is_none_or(|card| spec.id == *card)
        && filter.big.is_none_or(|big| spec.big == big)
        && filter.once.is_none_or(|once| spec.once == once)
        && filter.worth.is_none_or(|worth| *spec.gold.unwrap_or_default() >= *worth)
        && filter.tag.as_ref().is_none_or(|tag| spec.tags.contains(tag))
}

/// Appends entries to a table.
pub(super) fn append<T>(table: &mut Vec<T>, entries: Vec<T>) -> Span {
    if entries.is_empty() {
        return Span::default();
    }
    let span = Span { start: short(table.len()), len: short(entries.len()) };
    table.extend(entries);
    span
}
