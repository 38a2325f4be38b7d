//! The text of a card.

use super::count::at_most;
use super::statement::Subject;
use super::wording::{OWNER, Scene, TARGET, USER, VICTIM, Wording};
use super::words;
use super::words::{capital, listed, plural, signed};
use crate::deck::Kind;
use crate::deck::compiled::{Deck, Title};
use crate::deck::language::fields::side_of;
use crate::deck::language::{
    Aim, CardSpec, Condition, Cost, Effect, Enhanced, Fighter, Happening, ItemFilter, Lasting, Modifier, Play, Terms,
    Trigger, Use,
};
use crate::ids::CardId;

/// The text of a card, one entry per line.
pub(crate) fn describe(spec: &CardSpec, terms: &Terms, name_of: &dyn Fn(&str) -> String) -> Vec<String> {
    Wording::new(terms, name_of).card(spec)
}

impl Deck {
    /// The text of a card, one entry per line.
    pub(crate) fn describe(&self, card: CardId) -> Vec<String> {
        self.describe_title(self.title(card))
    }

    /// The common text of all copies of a title, one entry per line.
    pub fn describe_title(&self, title: &Title) -> Vec<String> {
        let name_of = |id: &str| self.name_of(id, title.set);
        Wording::new(&self.set_of(title).terms, &name_of).concerning(&self.hostile_words(title)).card(&title.spec)
    }

    /// J-03: the terms for the Curses that the effects of a title concern, its own first: those of all sets with the same type of Curses.
    pub(crate) fn hostile_words(&self, title: &Title) -> String {
        let own = self.set_of(title);
        let mut terms = vec![own.terms.curse.as_str()];
        for set in self.sets.iter().filter(|set| set.curses == own.curses) {
            if !terms.contains(&set.terms.curse.as_str()) {
                terms.push(&set.terms.curse);
            }
        }
        terms.join(" or ")
    }

    /// Name of the identity or power with this id: from this set, otherwise from another set, preferably of the same kind.
    /// If there is none, the name of another card of this set, or the id itself.
    pub(crate) fn name_of(&self, id: &str, set: u16) -> String {
        let titles = self.traits.iter().map(|title| &self.titles[usize::from(*title)]);
        let meant = titles.filter(|title| title.id == id).min_by_key(|title| {
            let (own, other) = (&self.sets[usize::from(set)].terms, &self.set_of(title).terms);
            let kind = &title.spec.kind;
            let same_kind = kind.slot(own) == kind.slot(other);
            (title.set != set, !same_kind)
        });
        let other = || self.titles.iter().find(|title| title.set == set && title.id == id);
        meant.or_else(other).map_or_else(|| id.to_owned(), |title| title.name.clone())
    }
}

impl Wording<'_> {
    /// Effects of Bad Stuff.
    pub(crate) fn bad_stuff(&self, effects: &[Effect]) -> String {
        self.within(Scene::of(VICTIM)).effects(effects)
    }

    /// Effects of a Curse on its victim.
    pub(crate) fn curse(&self, effects: &[Effect]) -> String {
        self.within(Scene { you: VICTIM, actor: "the player who played this card" }).effects(effects)
    }

    /// Effects of a use with this aim.
    pub(crate) fn use_effects(&self, effects: &[Effect], aim: Aim) -> String {
        let you = if aim == Aim::You { USER } else { TARGET };
        self.within(Scene { you, actor: USER }).effects(effects)
    }

    /// Effects of a trigger.
    pub(crate) fn trigger_effects(&self, effects: &[Effect], when: Happening, play: Play) -> String {
        let player = match when {
            _ if play != Play::Monster => OWNER,
            Happening::Flight | Happening::Pursuit | Happening::Escape | Happening::Caught => "the runner",
            Happening::Meet | Happening::Kill | Happening::HelpedKill | Happening::TurnStart | Happening::Fight => {
                "the main player"
            }
        };
        let won = matches!(when, Happening::Kill | Happening::HelpedKill);
        Wording { won, ..self.within(Scene::of(player)) }.effects(effects)
    }

    /// The text of a card, one entry per line: first its type, then its effects.
    pub(crate) fn card(&self, spec: &CardSpec) -> Vec<String> {
        let mut lines = vec![self.headline(spec)];
        if !spec.tags.is_empty() {
            lines.push(format!("Counts as {}", listed(&spec.tags, "and")));
        }
        lines.extend(spec.fight.iter().map(|rule| words::fight_rule(*rule).to_owned()));
        lines.extend(self.limits(spec));
        lines.extend(spec.strength.iter().map(|modifier| format!("Strength {}", self.modifier(modifier))));
        lines.extend(spec.more_treasures.iter().map(|modifier| format!("Treasures {}", self.modifier(modifier))));
        lines.extend(spec.flee.iter().map(|modifier| format!("Rolls to run away {}", self.modifier(modifier))));
        lines.extend(spec.grants.iter().map(words::grant));
        lines.extend(spec.all_uses(false).map(|rule| self.use_of(rule, spec.kind.play)));
        lines.extend(spec.triggers.iter().map(|trigger| self.trigger(trigger, spec.kind.play)));
        lines.extend(self.harm(spec));
        lines
    }

    fn headline(&self, spec: &CardSpec) -> String {
        let mut parts = vec![self.kind(&spec.kind)];
        parts.extend(spec.level.map(|level| format!("Level {level}")));
        parts.extend(spec.rank.map(|rank| format!("Rank {rank}")));
        parts.extend(spec.bonus.map(|bonus| format!("{bonus:+}")));
        parts.extend(spec.treasures.map(|count| self.treasures(spec.kind.play, *count)));
        let levels = spec.levels.filter(|levels| **levels != 1);
        parts.extend(levels.map(|count| format!("{} for the kill", plural(count.into(), "level"))));
        parts.extend(spec.slot.map(|slot| words::slot(slot, spec.hands).to_owned()));
        parts.extend(spec.big.then(|| "Big".to_owned()));
        parts.extend(spec.once.then(|| "usable once only".to_owned()));
        parts.extend(spec.gold.map(|gold| words::gold(*gold)));
        format!("{} ({} card)", parts.join(", "), words::side(side_of(spec)))
    }

    fn kind(&self, kind: &Kind) -> String {
        match kind.play {
            Play::Room => format!("Allows one more {}", kind.slot(self.terms)),
            _ if kind.name.is_some() => kind.name(self.terms),
            Play::BringMonster => "Brings a monster from hand into a fight".to_owned(),
            Play::Cheat => "Lets its player use one Item regardless of the limits".to_owned(),
            Play::Blank => "Does nothing".to_owned(),
            Play::Monster | Play::Curse | Play::Enhancer | Play::Item | Play::Special => kind.name(self.terms),
            Play::Slot | Play::Rank | Play::Role => kind.name(self.terms),
        }
    }

    fn treasures(&self, play: Play, count: i8) -> String {
        if play == Play::Enhancer { signed(count.into(), "Treasure") } else { plural(count.into(), "Treasure") }
    }

    fn limits(&self, spec: &CardSpec) -> Vec<String> {
        let limit = |condition: &Option<Condition>, start: &str, subject| {
            condition.as_ref().map(|condition| format!("{start} {}", self.clause(condition, subject)))
        };
        let ignores = spec.ignores.as_ref().map(|filter| format!("Ignores {}", self.several(filter)));
        let pursues = limit(&spec.pursues, "Pursues only if", Subject::Runner);
        let usable = limit(&spec.usable_by, "Usable only if", Subject::You);
        let given = spec.given_to.as_ref().map(|_| self.recipient(spec));
        let uncounted = spec.uncounted.then(|| "Does not count against the limit of its kind".to_owned());
        let enhanced = spec.enhancers.map(enhanced);
        let helped = limit(&spec.helped_by, "Nobody may help against it unless", Subject::Helper);
        [ignores, enhanced, helped, pursues, usable, given, uncounted].into_iter().flatten().collect()
    }

    /// ally-08: the companions to which an Item may be given.
    fn recipient(&self, spec: &CardSpec) -> String {
        let companion = self.one(&ItemFilter { kind: spec.given_to.clone(), ..ItemFilter::default() });
        format!("May be given to {companion}, beyond all limits")
    }

    /// A modifier, such as `+2 for each Item you carry, if you have Baker`.
    pub(crate) fn modifier(&self, modifier: &Modifier) -> String {
        let each = modifier.each.as_ref().map(|count| format!(" for each {}", self.counted(count))).unwrap_or_default();
        format!("{:+}{each}{}{}", modifier.add, at_most(modifier.most), self.gate(modifier.condition.as_ref()))
    }

    /// A use, and whose it is.
    fn use_of(&self, rule: &Use, play: Play) -> String {
        let whose = if play == Play::Monster { "For the other players: " } else { "" };
        format!("{whose}{}", self.use_rule(rule))
    }

    /// A use: window, condition, cost, effects.
    pub(crate) fn use_rule(&self, rule: &Use) -> String {
        let windows: Vec<&str> = rule.when.iter().map(|window| words::window(*window)).collect();
        let mut text = capital(&listed(&windows, "or"));
        text += if rule.carried { ", even if only carried" } else { "" };
        text += &self.gate(rule.condition.as_ref());
        text += &rule.limit.map(|limit| format!(", at most {}", words::times(*limit))).unwrap_or_default();
        text += if rule.per_roll { " for each roll" } else { "" };
        text += match rule.per_fighter {
            Some(Fighter::Main) => " for each main player",
            Some(Fighter::Helper) => " for each helper",
            None => "",
        };
        text += &rule.cost.map(|cost| format!(", {}", price(cost))).unwrap_or_default();
        text += words::aim(rule.aim);
        format!("{text}: {}", self.use_effects(&rule.effects, rule.aim))
    }

    /// A trigger: event, condition, effects.
    pub(crate) fn trigger(&self, trigger: &Trigger, play: Play) -> String {
        let when = words::happening(trigger.when, play);
        let limit = trigger.limit.map(|limit| format!(", at most {}", words::times(*limit))).unwrap_or_default();
        let effects = self.trigger_effects(&trigger.effects, trigger.when, play);
        format!("{when}{}{limit}: {effects}", self.gate(trigger.condition.as_ref()))
    }

    fn harm(&self, spec: &CardSpec) -> Vec<String> {
        let mut lines = Vec::new();
        if !spec.bad_stuff.is_empty() {
            lines.push(format!("Bad Stuff: {}", self.bad_stuff(&spec.bad_stuff)));
        }
        if !spec.curse.is_empty() {
            lines.push(format!("At once: {}", self.curse(&spec.curse)));
        }
        lines.extend(spec.lasts.map(|lasting| lasts(lasting).to_owned()));
        lines
    }

    fn gate(&self, condition: Option<&Condition>) -> String {
        condition.map(|condition| format!(", {}", self.proviso(condition))).unwrap_or_default()
    }
}

/// How enhancers count on a monster.
fn enhanced(Enhanced { times, more, treasures }: Enhanced) -> String {
    let times = times.map(|times| format!("count {} times", *times));
    let more = more.map(|more| format!("count {more:+} each"));
    let treasures = (!treasures).then(|| "bring no Treasure".to_owned());
    let parts: Vec<String> = [times, more, treasures].into_iter().flatten().collect();
    format!("Enhancers on it {}", listed(&parts, "and"))
}

fn price(cost: Cost) -> String {
    match cost {
        Cost::Discard(count) => format!("discarding {}", plural(count.into(), "card")),
        Cost::Hand(count) => format!("discarding {} from hand", plural(count.into(), "card")),
        Cost::WholeHand => "discarding the whole hand".to_owned(),
        Cost::Levels(count) => format!("losing {}", plural(count.into(), "level")),
        Cost::ThisCard => "discarding this card".to_owned(),
    }
}

fn lasts(lasting: Lasting) -> &'static str {
    match lasting {
        Lasting::NextCombat => "Stays through the victim's next combat",
        Lasting::NextTurn => "Stays through the victim's next turn",
        Lasting::Always => "Stays until something lifts it",
        Lasting::NextRoll => "Stays until the victim has rolled to run away",
        Lasting::SoloKill => "Stays until the victim kills a monster alone",
        Lasting::LevelGained => "Stays until the victim gains a level",
    }
}
