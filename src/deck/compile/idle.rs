//! Parts that could never change a game are refused, with a hint at what does.

use super::compiler::Compiler;
use crate::deck::language::contents::{programs, visit};
use crate::deck::language::fields::word;
use crate::deck::language::moments::Moments;
use crate::deck::language::{
    CardSpec, Chooser, Condition, CountOrAll, Effect, FightRule, Grant, Happening, Number, Play, Trigger, Use, Who,
};

/// Two rules of which one makes the other idle, and what to do.
const RIVAL_RULES: [(FightRule, FightRule, &str); 3] = [
    (FightRule::LevelOnly, FightRule::BonusOnly, "with both, nothing of the players counts; write one of them"),
    (FightRule::LevelOnly, FightRule::NoItems, "`level_only` includes it; leave it out"),
    (FightRule::NoRun, FightRule::NoEscape, "`no_run` includes it; leave it out"),
];

impl Compiler<'_> {
    /// multi-02, flee-05: checks the rules of a fight against each other and against what the card says about running away.
    pub(super) fn fight_fits(&mut self, spec: &CardSpec) {
        let has = |rule| spec.fight.contains(&rule);
        for (rule, other, hint) in RIVAL_RULES {
            if has(rule) && has(other) {
                let message = format!("`{}` beside `{}` changes nothing", word(&other), word(&rule));
                self.report.wrong_field("fight", message, Some(hint.to_owned()));
            }
        }
        self.distinct("fight", &spec.fight);
        let no_run = has(FightRule::NoRun);
        let rule = if no_run { "no_run" } else { "no_escape" };
        if !spec.flee.is_empty() && (no_run || has(FightRule::NoEscape)) {
            let hint = Some(format!("leave out `flee`, or `{rule}`"));
            self.report.wrong_field("flee", format!("no roll succeeds against a monster with `{rule}`"), hint);
        }
        if spec.pursues.is_some() && no_run {
            let hint = "write `no_escape`: every roll fails, and those whom it does not pursue get away".to_owned();
            self.report.wrong_field("pursues", "nobody runs from a monster with `no_run`", Some(hint));
        }
        self.within("on", |c| {
            for (place, trigger) in spec.triggers.iter().enumerate().filter(|_| no_run) {
                c.within(place, |c| c.runs(trigger));
            }
        });
    }

    /// A trigger of a monster with `no_run` cannot wait for a runner.
    fn runs(&mut self, trigger: &Trigger) {
        if matches!(trigger.when, Happening::Flight | Happening::Pursuit | Happening::Escape) {
            let message = format!("`{}` never happens: nobody runs from a monster with `no_run`", word(&trigger.when));
            let hint = "write the effects in `bad_stuff`, or `no_escape` in place of `no_run`".to_owned();
            self.report.wrong_field("when", message, Some(hint));
        }
    }

    /// Checks that no entry of a list occurs twice.
    pub(super) fn distinct<T: PartialEq>(&mut self, field: &'static str, list: &[T]) {
        self.within(field, |c| {
            for place in (0..list.len()).filter(|place| list[..*place].contains(&list[*place])) {
                c.within(place, |c| c.report.wrong("the list contains this entry already", None));
            }
        });
    }

    /// A right without a number is granted once.
    pub(super) fn distinct_grants(&mut self, grants: &[Grant]) {
        // Numbers add up, so a number may be granted several times.
        let words: Vec<String> = grants.iter().map(word).collect();
        self.within("grants", |c| {
            for place in (0..words.len()).filter(|place| !words[*place].is_empty()) {
                if words[..place].contains(&words[place]) {
                    c.within(place, |c| c.report.wrong("the list contains this entry already", None));
                }
            }
        });
    }

    /// identity-14: checks that a use can be open in each of its windows and for its aim.
    pub(super) fn windows_fit(&mut self, rule: &Use) {
        self.distinct("when", &rule.when);
        let first = rule.effects.first();
        for (place, window) in rule.when.iter().enumerate() {
            let moments = window.moments();
            let idle = first.filter(|effect| !effect.moments().meet(moments));
            let message = if let Some(effect) = idle {
                format!("`{}` has no effect in the window `{}`", name(effect), word(window))
            } else if rule.aim.moments().meet(moments) {
                continue;
            } else {
                format!("there is no `{}` in the window `{}`", word(&rule.aim), word(window))
            };
            let hint = Some("a use is open only where its first effect can do something".to_owned());
            self.within("when", |c| c.within(place, |c| c.report.wrong(message, hint)));
        }
    }

    /// The moments in which a use can be open.
    pub(super) fn moments_of(rule: &Use) -> Moments {
        let windows = rule.when.iter().map(|window| window.moments());
        windows.reduce(|all, more| all | more).unwrap_or(Moments::ALL)
    }

    /// Checks that an effect can change a game where it stands.
    pub(super) fn can_happen(&mut self, effect: &Effect) {
        let play = self.names.titles[self.title].spec.kind.play;
        if !effect.moments().meet(self.moments) {
            let message = format!("`{}` never has an effect here", name(effect));
            self.report.wrong(message, when_it_works(effect));
        }
        match effect {
            Effect::Leave(_) | Effect::EscapeThis if play != Play::Monster => {
                let message = format!("`{}` is about the monster with this text, and this card is none", name(effect));
                self.report.wrong(message, instead_of_monster(effect));
            }
            Effect::Draw(drawing) if drawing.face_up && drawing.as_drawn => {
                self.report.wrong("expected `face_up` or `as_drawn`, found both", None);
            }
            Effect::Each(each) if each.from_right && is_single(each.who) => {
                let message = format!("`from_right` says nothing about `{}`, one player", word(&each.who));
                self.report.wrong(message, Some("leave out `from_right`".to_owned()));
            }
            Effect::RedirectCurse(Who::You) | Effect::ExchangeHands(Who::You) => {
                let hint = Some("write another player, such as `chosen_rival`".to_owned());
                self.report.wrong(format!("`{}` needs another player than `you`", name(effect)), hint);
            }
            Effect::Choose(branches) if branches.iter().all(|branch| branch.effects.is_empty()) => {
                self.report.wrong("expected effects in one of the branches, found none", None);
            }
            Effect::If(either) if either.then.is_empty() && either.otherwise.is_empty() => {
                self.report.wrong("expected effects in `then` or `else`, found none", None);
            }
            Effect::Roll(lines) if lines.iter().all(|line| line.effects.is_empty()) => {
                self.report.wrong("expected effects in one of the lines, found none", None);
            }
            Effect::SendMonster(sending) if sending.killed => {
                let hint = "leave out `killed`, or write `remove_monster`".to_owned();
                self.report.wrong("a monster that is sent to a hand is not killed", Some(hint));
            }
            Effect::LoseAsMuch(_) if !takes_an_item(&self.names.titles[self.title].spec) => {
                let hint = "the card must first take an Item by `lose_items` with a number".to_owned();
                self.report.wrong("`lose_as_much` of a card that takes no Item", Some(hint));
            }
            _ => {}
        }
    }

    /// Checks that somebody has a choice among the cards that are lost.
    pub(super) fn can_choose(&mut self, count: &CountOrAll, by: Chooser) {
        if matches!(count, CountOrAll::All(_)) && by != Chooser::You {
            let hint = Some("leave out `chosen_by`, or write a number".to_owned());
            self.report.wrong_field("chosen_by", "all cards are lost, so nobody chooses them", hint);
        }
    }

    /// Checks that a number can be more than 0 where it stands.
    pub(super) fn can_count(&mut self, number: Number) {
        if number == Number::Roll && !self.rolled {
            let hint = "only the effects in the lines of a `roll` know its number".to_owned();
            self.report.wrong("the count `roll` is always 0 here", Some(hint));
        } else if !number.moments().meet(self.moments) {
            self.report.wrong(format!("the count `{}` is always 0 here", word(&number)), None);
        }
    }

    /// Checks that a condition can hold where it stands, and that it concerns the player whom a prefix names.
    pub(super) fn can_hold(&mut self, condition: &Condition) {
        if !condition.moments().meet(self.moments) {
            self.report.wrong(format!("`{}` never holds here", name_of(condition)), None);
        }
        match condition {
            Condition::WanderedIn if !self.of_monster => {
                self.report.wrong("`wandered_in` is about the monster with this text, and this card is none", None);
            }
            Condition::Not(part) if matches!(**part, Condition::Not(_)) => {
                self.report.wrong("`not` of `not`", Some("leave out both".to_owned()));
            }
            Condition::Fighter(part) | Condition::Main(part) | Condition::Helper(part) => {
                let plain = matches!(**part, Condition::Fighting | Condition::IsMain | Condition::IsHelper);
                self.concerns(condition, part, plain);
            }
            Condition::Rival(part) | Condition::Actor(part) => self.concerns(condition, part, false),
            Condition::Anyone(part) => {
                let plain = matches!(**part, Condition::LowestLevel | Condition::HighestLevel);
                self.concerns(condition, part, plain);
            }
            _ => {}
        }
    }

    /// Checks that the part of a condition with a prefix depends on the player of the prefix; `plain`: always or never holds for this player.
    fn concerns(&mut self, condition: &Condition, part: &Condition, plain: bool) {
        let prefix = name_of(condition);
        if !part.depends_on_the_player() {
            let message = format!("`{}` does not depend on the player of `{prefix}`", name_of(part));
            self.report.wrong(message, Some(format!("leave out `{prefix}`")));
        } else if plain {
            let message = format!("`{}` is known for the player of `{prefix}`", name_of(part));
            self.report.wrong(message, None);
        }
    }
}

/// Whether a word means exactly one player, or none.
fn is_single(who: Who) -> bool {
    use Who::*;
    match who {
        You | Actor | Left | Right | Main | Helper | ChosenRival => true,
        Neighbours | Rivals | Everyone | HighestRivals | LowestRivals | Fighters => false,
    }
}

/// Whether a card takes Items one by one.
fn takes_an_item(spec: &CardSpec) -> bool {
    let mut takes = false;
    for effects in programs(spec) {
        visit(effects, 1, &mut |effect, _| {
            takes |= matches!(effect, Effect::LoseItems(loss) if matches!(loss.count, CountOrAll::Amount(_)));
        });
    }
    takes
}

/// What to write in place of an effect of a monster on itself.
fn instead_of_monster(effect: &Effect) -> Option<String> {
    let other = if matches!(effect, Effect::Leave(_)) { "`remove_monster`" } else { "`escape` or `escape_all`" };
    Some(format!("write {other}"))
}

/// Where an effect that is never in time could stand.
fn when_it_works(effect: &Effect) -> Option<String> {
    let text = match effect {
        Effect::Strengthen(_) => "it needs a fight that is not decided yet; for the next combat, write `afflict`",
        Effect::Escape => "it belongs to a use with the window `before_roll` or `after_roll`, or to a trigger `caught`",
        Effect::RollAnyway | Effect::RollBonus(_) => {
            "it belongs to a use with the window `before_roll` or `after_roll`"
        }
        Effect::Reroll => "it belongs to a use with the window `after_roll`",
        Effect::SetRoll => "it belongs to a use with the window `after_roll` or `card_roll`",
        Effect::EscapeThis => "it belongs to a trigger `flight`",
        Effect::CancelCurse | Effect::RedirectCurse(_) => "it belongs to a use with the window `curse`",
        Effect::CancelBadStuff => "it belongs to a use with the window `bad_stuff`, or to a trigger `caught`",
        _ => "it needs a fight that is not won yet",
    };
    Some(text.to_owned())
}

/// The word of an effect.
fn name(effect: &Effect) -> String {
    key(&serde_json::to_value(effect).unwrap_or_default())
}

/// The word of a condition.
fn name_of(condition: &Condition) -> String {
    key(&serde_json::to_value(condition).unwrap_or_default())
}

/// A word, or the only key of a table.
fn key(value: &serde_json::Value) -> String {
    let table = value.as_object().and_then(|table| table.keys().next()).map(String::as_str);
    value.as_str().or(table).unwrap_or_default().to_owned()
}
