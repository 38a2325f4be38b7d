//! Cards: compiles each entry of a deck file into one `Card` per copy.

use super::compiler::{Compiler, Reminder};
use super::condition::append;
use super::names::short;
use crate::deck::Kind;
use crate::deck::compiled::card_hash::stable_id;
use crate::deck::compiled::{
    Card, CondRef, FightRules, Grants, Limit, Span, Test, Traits, TriggerRule, UseFlags, UseRule, Windows,
};
use crate::deck::language::contents::forces_roll;
use crate::deck::language::fields::{side_of, sort_of, word};
use crate::deck::language::moments::Moments;
use crate::deck::language::{
    Affliction, CardFilter, CardSpec, Cost, Effect, Fighter, Grant, Happening, Load, Play, Room, Slot, Trigger, Use,
    WornSlot,
};
use crate::ids::CardId;

impl Compiler<'_> {
    /// Compiles all cards, in id order.
    pub(super) fn cards(&mut self) {
        for title in 0..self.names.titles.len() {
            let (set, place) = self.names.places[title];
            self.report.start(set, Some(place));
            let spec = self.names.titles[title].spec.clone();
            self.only_one(title, &spec);
            self.title = title;
            self.of_monster = spec.kind.play == Play::Monster;
            self.fields(&spec);
            let card = self.card(&spec);
            self.copies(card, &spec);
        }
    }

    /// Reports two cards of one set with the same id.
    fn only_one(&mut self, title: usize, spec: &CardSpec) {
        let (titles, places) = (&self.names.titles, &self.names.places);
        let Some(before) = title.checked_sub(1) else { return };
        // Titles are sorted by set and id, so equal ids are neighbours.
        if titles[before].set == titles[title].set && titles[before].id == spec.id {
            let (one, other) = (places[before].1 + 1, places[title].1 + 1);
            let message = format!("two cards have the id `{}`: entries {one} and {other} of the file", spec.id);
            self.report.wrong_field("id", message, None);
        }
    }

    fn card(&mut self, spec: &CardSpec) -> Card {
        let (steady_strength, strength) = self.at(Moments::STRENGTH, |c| c.modifiers("strength", &spec.strength));
        let (steady_flee, flee) = self.at(Moments::FLEE, |c| c.modifiers("flee", &spec.flee));
        let worn = spec.slot.filter(|_| spec.kind.play == Play::Item);
        Card {
            title: short(self.title),
            copy: 0,
            play: spec.kind.play,
            side: side_of(spec),
            group: self.place(spec),
            room: rooms(spec).fold(u8::from(spec.kind.alone), |sum, room| sum.saturating_add(*room.count)),
            level: self.level(spec),
            treasures: *spec.treasures.unwrap_or_default(),
            levels: spec.levels.map_or(u8::from(spec.kind.play == Play::Monster), |levels| *levels),
            bonus: *spec.bonus.unwrap_or_default() as i8,
            gold: *spec.gold.unwrap_or_default(),
            slot: worn,
            hands: spec.hands.map_or(u8::from(worn == Some(Slot::Hand)), |hands| *hands),
            big: spec.big,
            once: spec.once,
            rank: spec.rank.map_or(0, |rank| *rank),
            trait_place: self.names.trait_of(self.title).trailing_zeros() as u8,
            tags: self.tags(spec),
            fight: fight_rules(spec),
            pursues: self.pursuit(spec),
            usable_by: self.restriction(spec),
            steady_strength: spec.bonus.unwrap_or_default().saturating_add(steady_strength),
            steady_flee: steady_flee.clamp(-99, 99) as i8,
            strength,
            flee,
            uses: self.uses(spec),
            triggers: self.triggers(spec),
            bad_stuff: self.at(Moments::BAD_STUFF, |c| c.effects("bad_stuff", &spec.bad_stuff)),
            curse: self.at(Moments::STRUCK, |c| c.effects("curse", &spec.curse)),
            lasts: spec.lasts,
            grants: self.grants(spec),
        }
    }

    /// A lasting effect as a reminder: a card with the modifiers and grants of the effect. Returns its index.
    pub(super) fn affliction(&mut self, affliction: &Affliction) -> u16 {
        let Affliction { lasts, ref strength, ref flee, ref grants } = *affliction;
        if strength.is_empty() && flee.is_empty() && grants.is_empty() {
            self.report.wrong("expected `strength`, `flee` or `grants`, found none of them".to_owned(), None);
        }
        let is_room = |grant: &Grant| matches!(grant, Grant::Room(_));
        if grants.iter().any(is_room) {
            self.report.wrong_field("grants", "a lasting effect cannot make room in a slot", None);
        }
        let kind = Kind::standard().iter().find(|kind| kind.play == Play::Curse).cloned().unwrap_or_default();
        let grants = grants.iter().filter(|grant| !is_room(grant)).cloned().collect();
        let (strength, flee) = (strength.clone(), flee.clone());
        let spec = CardSpec { kind, lasts: Some(lasts), strength, flee, grants, ..CardSpec::default() };
        // `card` gives it the trait of the title being compiled, which the reminder does not have.
        let reminder = Card { trait_place: Traits::BITS as u8, ..self.card(&spec) };
        let (wards, silenced) = (self.wards(&spec.grants), self.silenced_by(&spec));
        self.reminders.push(Reminder { card: reminder, rooms: slot_rooms(&spec.grants).collect(), wards, silenced });
        short(self.reminders.len() - 1)
    }

    /// enhancer-02: the Level of a monster, at least the minimum of the rules.
    fn level(&self, spec: &CardSpec) -> i16 {
        let floor = i16::from(self.deck.rules.level_floor);
        let printed = spec.level.map_or(0, |level| *level);
        if spec.kind.play == Play::Monster { printed.max(floor) } else { printed }
    }

    fn pursuit(&mut self, spec: &CardSpec) -> CondRef {
        let condition = self.at(Moments::FLEE, |c| c.optional_condition("pursues", spec.pursues.as_ref()));
        if self.asks_for_totals(condition) {
            self.report.wrong_field("pursues", "`pursues` cannot depend on a total of the fight or of a roll", None);
        }
        condition
    }

    fn copies(&mut self, card: Card, spec: &CardSpec) {
        let set = self.report.set().id();
        let (treasures, conditional) =
            self.at(Moments::TREASURES, |c| c.modifiers("more_treasures", &spec.more_treasures));
        let more = (!spec.more_treasures.is_empty()).then_some((treasures, conditional));
        let silenced = self.silenced_by(spec);
        let joining = self.within("joins", |c| spec.joins.as_ref().map(|joins| c.joining(joins)));
        let helped_by = self.at(Moments::HELP, |c| c.optional_condition("helped_by", spec.helped_by.as_ref()));
        let ignored = self.within("ignores", |c| spec.ignores.as_ref().map(|filter| c.printed("ignores", filter)));
        let wards = self.within("grants", |c| c.wards(&spec.grants));
        let companions = self.within("given_to", |c| spec.given_to.as_ref().map(|kind| c.companions(kind)));
        for copy in 0..*spec.copies {
            let id = CardId(short(self.deck.cards.len()));
            self.deck.cards.push(Card { copy, ..card });
            self.deck.stable.push(stable_id(set, &spec.id, copy));
            self.deck.carriers.extend(load_of(spec).map(|load| (id, load)));
            self.deck.given.extend(companions.map(|companions| (id, companions)));
            self.deck.slot_rooms.extend(slot_rooms(&spec.grants).map(|slot| (id, slot)));
            self.deck.wards.extend((wards != 0).then_some((id, wards)));
            self.deck.ignored.extend(ignored.map(|filter| (id, filter)));
            self.deck.silencing.extend(silenced.iter().map(|silenced| (id, *silenced)));
            self.deck.joins.extend(joining.map(|monsters| (id, monsters)));
            self.deck.helped_by.extend(spec.helped_by.as_ref().map(|_| (id, helped_by)));
            self.deck.enhanced.extend(spec.enhancers.map(|enhanced| (id, enhanced)));
            self.deck.more_treasures.extend(more.map(|(steady, span)| (id, steady, span)));
            let group = usize::from(card.group);
            match card.play {
                Play::Slot => {
                    self.deck.groups[group].cards.insert(id);
                    if !spec.uncounted {
                        self.deck.groups[group].counted.insert(id);
                    }
                }
                Play::Room if spec.kind.alone => self.deck.groups[group].wideners.insert(id),
                Play::Room => self.deck.groups[group].rooms.insert(id),
                Play::Rank => self.deck.powers[group].insert(id),
                _ => {}
            }
            if card.grants.has(Grants::NO_DISADVANTAGES) {
                self.lift_disadvantages(id, card);
            }
            for room in rooms(spec) {
                let group = self.room_for(room);
                self.deck.groups[usize::from(group)].wideners.insert(id);
            }
        }
    }

    /// identity-09: the card lifts the disadvantages of a single card of its slot, or else of a single identity.
    fn lift_disadvantages(&mut self, id: CardId, card: Card) {
        let of_slot = matches!(card.play, Play::Slot | Play::Room);
        let group = if of_slot { card.group } else { self.group() };
        if let Some(group) = self.deck.groups.get_mut(usize::from(group)) {
            group.lifters.insert(id);
        }
    }

    /// combine-01: the slot of a card as an index into `Deck::groups`, or its kind of powers as an index into `Deck::powers`.
    fn place(&self, spec: &CardSpec) -> u8 {
        let slot = spec.kind.slot(&self.report.set().file.set.terms);
        match spec.kind.play {
            Play::Slot | Play::Room => place(&self.names.slot_words, &self.names.shared.name(slot)),
            Play::Rank => place(&self.names.power_words, &slot),
            _ => 0,
        }
    }

    /// ally-02, style-02: the slot in which a card makes room, an index into `Deck::groups`.
    fn room_for(&self, room: &Room) -> u8 {
        self.group_of(&room.kind)
    }

    /// The slot of a kind of the set being compiled, an index into `Deck::groups`.
    fn group_of(&self, kind: &str) -> u8 {
        let set = &self.report.set().file;
        let known = Kind::standard().iter().map(|kind| &**kind).chain(&set.kinds);
        let slot = known.filter(|known| known.id == kind).map(|kind| kind.slot(&set.set.terms)).next();
        slot.map_or(0, |slot| place(&self.names.slot_words, &self.names.shared.name(slot)))
    }

    /// The slot of a kind that an effect names, an index into `Deck::groups`.
    pub(super) fn slot_of(&mut self, kind: &str) -> u8 {
        self.kind_with_slot(kind);
        self.group_of(kind)
    }

    /// Checks that a kind of the set being compiled has a slot.
    pub(super) fn kind_with_slot(&mut self, kind: &str) {
        let known = Kind::standard().iter().map(|kind| &**kind).chain(&self.report.set().file.kinds);
        let kinds: Vec<String> = known.filter(|kind| kind.play == Play::Slot).map(|kind| kind.id.clone()).collect();
        if !kinds.iter().any(|known| known == kind) {
            self.report.unfit("a kind with a slot", kind, kinds.iter().map(String::as_str));
        }
    }

    /// combine-01: the identity slot of the set being compiled, an index into `Deck::groups`.
    pub(super) fn group(&self) -> u8 {
        place(&self.names.slot_words, &self.names.shared.name(self.report.set().file.set.terms.identity.clone()))
    }

    /// combine-01: the kind of powers of the set being compiled, an index into `Deck::powers`.
    pub(super) fn powers(&self) -> u8 {
        place(&self.names.power_words, &self.report.set().file.set.terms.power)
    }

    /// J-03: the type of Curses of the set being compiled, an index into `Deck::curse_types`.
    pub(super) fn curses(&self) -> u8 {
        self.names.curse_type(&self.report.set().file.set.terms)
    }

    fn tags(&mut self, spec: &CardSpec) -> u16 {
        let tags = self.within("tags", |c| c.each(&spec.tags, |c, tag| c.tag(tag)));
        tags.into_iter().fold(0, |all, tag| all | tag)
    }

    fn uses(&mut self, spec: &CardSpec) -> Span {
        let used_up = spec.once || spec.kind.play == Play::Special;
        let uses: Vec<Use> = spec.all_uses(self.deck.rules.companion_sacrifice).cloned().collect();
        let rules = self.within("use", |c| {
            c.each(&uses, |c, rule| {
                c.lasting(spec, rule.cost);
                c.sideways(spec, rule);
                c.used_by(spec, rule);
                c.windows_fit(rule);
                c.at(Self::moments_of(rule), |c| c.use_rule(rule, *spec.copies, !used_up && rule.cost.is_none()))
            })
        });
        append(&mut self.deck.uses, rules)
    }

    fn use_rule(&mut self, rule: &Use, copies: u8, free: bool) -> UseRule {
        if rule.when.is_empty() {
            self.report.wrong_field("when", "expected at least one window, found none", None);
        }
        if rule.per_roll && rule.limit.is_none() {
            self.report.wrong_field("per_roll", "`per_roll` needs `limit`", None);
        }
        if rule.per_fighter.is_some() && rule.limit.is_none() {
            self.report.wrong_field("per_fighter", "`per_fighter` needs `limit`", None);
        }
        let limit = rule.limit.or(free.then(Default::default)).map_or(Limit::NONE, |count| self.limit(*count, copies));
        // Each copy has marks of its own, one after another: a limit is for a card, not for a title.
        let marks = (0..copies).flat_map(|copy| limit.of(copy).places());
        if rule.per_roll {
            self.deck.roll_marks.extend(marks.clone());
        }
        if let Some(fighter) = rule.per_fighter {
            self.deck.fighter_marks[fighter as usize].extend(marks);
        }
        let mut windows = Windows::default();
        rule.when.iter().for_each(|window| windows.insert(*window));
        UseRule {
            windows,
            aim: rule.aim,
            condition: self.users(rule),
            cost: rule.cost,
            limit,
            flags: UseFlags::of(rule.carried, forces_roll(&rule.effects)),
            program: self.body(&rule.effects),
        }
    }

    /// identity-14: the condition of a use. A monster is used by the player whom it names, or else by all but the main player.
    fn users(&mut self, rule: &Use) -> CondRef {
        let condition = self.gate(rule.condition.as_ref());
        if !self.of_monster {
            return condition;
        }
        let users = match rule.by {
            Some(Fighter::Main) => Test::IsMain,
            Some(Fighter::Helper) => Test::IsHelper,
            None => Test::Not(self.stored(Test::IsMain)),
        };
        if condition == CondRef::ALWAYS {
            return self.stored(users);
        }
        let both = vec![users, self.deck.test(condition)];
        let both = append(&mut self.deck.conditions, both);
        self.stored(Test::All(both))
    }

    /// A reference to a test.
    fn stored(&mut self, test: Test) -> CondRef {
        CondRef(append(&mut self.deck.conditions, vec![test]).start)
    }

    /// A limit, with marks for all copies.
    fn limit(&mut self, count: u8, copies: u8) -> Limit {
        // Saturating: `check_sizes` reports too many marks at the end, with all other problems.
        let last = self.marks.saturating_add(u16::from(count));
        self.marks = self.marks.saturating_add(u16::from(count) * u16::from(copies));
        Limit { count, last }
    }

    /// setup-06: a Role is never lost, so it cannot be the cost of its own use.
    fn lasting(&mut self, spec: &CardSpec, cost: Option<Cost>) {
        if spec.kind.play == Play::Role && cost == Some(Cost::ThisCard) {
            let hint = Some("a Role never leaves play".to_owned());
            self.report.wrong_field("cost", format!("`this_card` cannot be the cost of {}", sort_of(spec)), hint);
        }
    }

    /// item-10: only an Item that stays in play can be used while it is carried sideways.
    fn sideways(&mut self, spec: &CardSpec, rule: &Use) {
        if rule.carried && (spec.kind.play != Play::Item || spec.once) {
            self.report.wrong_field("carried", format!("a use of {} cannot have `carried`", sort_of(spec)), None);
        }
    }

    /// identity-14: the owner of a card uses it; only a monster has none.
    fn used_by(&mut self, spec: &CardSpec, rule: &Use) {
        if rule.by.is_some() && spec.kind.play != Play::Monster {
            let hint = Some("leave out `by`: the owner of a card uses it".to_owned());
            self.report.wrong_field("by", "only the use of a monster has `by`", hint);
        }
    }

    fn triggers(&mut self, spec: &CardSpec) -> Span {
        let rules = self.within("on", |c| c.each(&spec.triggers, |c, trigger| c.trigger_rule(spec, trigger)));
        append(&mut self.deck.triggers, rules)
    }

    fn trigger_rule(&mut self, spec: &CardSpec, trigger: &Trigger) -> TriggerRule {
        let happenings = happenings(spec.kind.play);
        if !happenings.contains(&trigger.when) {
            let known: Vec<String> = happenings.iter().map(|when| format!("`{}`", word(when))).collect();
            let message = format!("`{}` never happens to {}", word(&trigger.when), sort_of(spec));
            self.report.wrong_field("when", message, Some(format!("expected one of {}", known.join(", "))));
        }
        let limit = trigger.limit.map_or(Limit::NONE, |count| self.limit(*count, *spec.copies));
        self.ends_watch(trigger);
        let played = self.within("played", |c| c.card_filter(&trigger.played));
        if trigger.when != Happening::Played && trigger.played != CardFilter::default() {
            self.report.wrong_field("played", "`played` needs `when = \"played\"`", None);
        }
        // Noted here, because effects deep inside depend on it.
        self.happening = Some(trigger.when);
        let (condition, program) = self.at(trigger.when.moments(), |c| {
            let condition = c.gate(trigger.condition.as_ref());
            (condition, c.body(&trigger.effects))
        });
        self.happening = None;
        TriggerRule { when: trigger.when, condition, limit, played, program }
    }

    /// What happens as soon as a condition holds must end it: the monster with this text is gone afterwards.
    fn ends_watch(&mut self, trigger: &Trigger) {
        let ends = matches!(trigger.effects.first(), Some(Effect::DefeatThis | Effect::Leave(_)));
        if trigger.when == Happening::Fight && (!ends || trigger.limit.is_some()) {
            let message = "`fight` needs `defeat_this` or `leave` as its first effect, and no `limit`";
            self.report.wrong_field("do", message, None);
        }
    }

    fn grants(&mut self, spec: &CardSpec) -> Grants {
        let grants = &spec.grants;
        if rooms(spec).next().is_some() && !spec.kind.play.is_of_character() {
            let message = format!("{} cannot make room in a slot", sort_of(spec));
            let hint = "only cards that stay in play as part of a character can".to_owned();
            self.report.wrong_field("grants", message, Some(hint));
        }
        self.distinct_grants(grants);
        self.within("grants", |c| c.each(grants, Self::room));
        grants.iter().fold(Grants::default(), granted)
    }

    /// J-03: the tags of Curses from which grants protect, as a mask.
    fn wards(&mut self, grants: &[Grant]) -> u16 {
        let tags = self.each(grants, |c, grant| match grant {
            Grant::CurseProofTag(tag) => c.within("curse_proof_tag", |c| c.curse_tag(tag)),
            _ => 0,
        });
        tags.into_iter().fold(0, |all, tag| all | tag)
    }

    /// Checks that extra places are in a slot of the card's own set.
    fn room(&mut self, grant: &Grant) {
        if let Grant::Room(room) = grant {
            self.within("room", |c| c.within("kind", |c| c.kind_with_slot(&room.kind)));
        }
    }
}

/// ally-07: what a companion may carry by its kind.
fn load_of(spec: &CardSpec) -> Option<Load> {
    spec.kind.carries.filter(|load| *load != Load::Item || !spec.lends())
}

/// The extra places in slots that a card gives.
fn rooms(spec: &CardSpec) -> impl Iterator<Item = &Room> {
    spec.grants.iter().filter_map(|grant| match grant {
        Grant::Room(room) => Some(room),
        _ => None,
    })
}

/// item-08: the slots in which grants make room for one more Item.
fn slot_rooms(grants: &[Grant]) -> impl Iterator<Item = WornSlot> {
    grants.iter().filter_map(|grant| if let Grant::ExtraSlot(slot) = grant { Some(*slot) } else { None })
}

/// Index of a word in a list. The number of sets keeps it within the range of `u8`.
pub(super) fn place(words: &[String], word: &str) -> u8 {
    words.iter().position(|known| known == word).and_then(|place| u8::try_from(place).ok()).unwrap_or(0)
}

fn fight_rules(spec: &CardSpec) -> FightRules {
    let mut rules = FightRules::default();
    spec.fight.iter().for_each(|rule| rules.insert(*rule));
    rules
}

fn granted(mut sum: Grants, grant: &Grant) -> Grants {
    match *grant {
        Grant::Room(_) | Grant::CurseProofTag(_) => {}
        Grant::ExtraBig(count) => sum.extra_big = sum.extra_big.saturating_add(*count),
        Grant::ExtraHands(count) => sum.extra_hands = sum.extra_hands.saturating_add(*count),
        Grant::ExtraSlot(_) | Grant::Silences(_) => {}
        Grant::HandLimit(count) => sum.hand_limit = sum.hand_limit.saturating_add(*count),
        Grant::ExtraTreasures(count) => sum.extra_treasures = sum.extra_treasures.saturating_add(*count),
        Grant::SaleBonus(gold) => sum.sale_bonus = sum.sale_bonus.saturating_add(*gold),
        Grant::WinsTies => sum.flags |= Grants::WINS_TIES,
        Grant::DoorCurseProof => sum.flags |= Grants::DOOR_CURSE_PROOF,
        Grant::CurseProof => sum.flags |= Grants::CURSE_PROOF,
        Grant::NoHelp => sum.flags |= Grants::NO_HELP,
        Grant::NoHelping => sum.flags |= Grants::NO_HELPING,
        Grant::NoItems => sum.flags |= Grants::NO_ITEMS,
        Grant::NoOneShots => sum.flags |= Grants::NO_ONE_SHOTS,
        Grant::NoLoot => sum.flags |= Grants::NO_LOOT,
        Grant::NoSale => sum.flags |= Grants::NO_SALE,
        Grant::Unlucky => sum.flags |= Grants::UNLUCKY,
        Grant::DoubleSale => sum.flags |= Grants::DOUBLE_SALE,
        Grant::DrawsDiscards => sum.flags |= Grants::DRAWS_DISCARDS,
        Grant::SureGrip => sum.flags |= Grants::SURE_GRIP,
        Grant::NoDisadvantages => sum.flags |= Grants::NO_DISADVANTAGES,
        Grant::NoTrouble => sum.flags |= Grants::NO_TROUBLE,
        Grant::SkipTurn => sum.flags |= Grants::SKIP_TURN,
    }
    sum
}

/// The events that can trigger effects of a card.
fn happenings(play: Play) -> &'static [Happening] {
    use Happening::*;
    match play {
        Play::Monster => &[Meet, Fight, Played, Kill, Flight, Pursuit, Escape],
        _ => &[Meet, Kill, HelpedKill, Escape, Caught, TurnStart],
    }
}
