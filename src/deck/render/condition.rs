//! Conditions and Item filters in words.

use super::Wording;
use super::words;
use super::words::listed;
use crate::deck::language::{Bounds, Condition, Gender, ItemFilter, spelt_out};

/// The subject of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    You,
    Runner,
    Fighter,
    Main,
    Helper,
    Rival,
    Anyone,
    /// A player named by this noun, such as the player who caused the effect.
    Named(&'static str),
}

impl Subject {
    fn noun(self) -> &'static str {
        match self {
            Subject::You => "you",
            Subject::Runner => "the runner",
            Subject::Fighter => "the main player or the helper",
            Subject::Main => "the main player",
            Subject::Helper => "the helper",
            Subject::Rival => "another player",
            Subject::Anyone => "any player",
            Subject::Named(noun) => noun,
        }
    }

    /// The subject of a statement that is true for none of these players.
    fn none(self) -> Option<&'static str> {
        match self {
            Subject::Fighter => Some("neither the main player nor the helper"),
            Subject::Rival => Some("no other player"),
            Subject::Anyone => Some("no player"),
            _ => None,
        }
    }

    /// A statement about the subject, such as `you have Baker` or `the runner does not have Baker`.
    fn says(self, form: Form, verb: Verb, what: &str) -> String {
        let (plural, singular) = verb.forms();
        let (noun, finite) = (self.noun(), if self == Subject::You { plural } else { singular });
        let auxiliary = if self == Subject::You { "do" } else { "does" };
        match (form, self.none()) {
            (Form::Holds, _) => format!("{noun} {finite} {what}"),
            (Form::ForNone, Some(none)) => format!("{none} {singular} {what}"),
            _ if verb == Verb::Be => format!("{noun} {finite} not {what}"),
            _ => format!("{noun} {auxiliary} not {plural} {what}"),
        }
    }
}

/// A verb of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Be,
    Have,
    Use,
    Carry,
}

impl Verb {
    /// The form for "you" and the form for other subjects.
    fn forms(self) -> (&'static str, &'static str) {
        match self {
            Verb::Be => ("are", "is"),
            Verb::Have => ("have", "has"),
            Verb::Use => ("use", "uses"),
            Verb::Carry => ("carry", "carries"),
        }
    }
}

/// What a clause states about its condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// It holds for none of the players that the subject means.
    ForNone,
}

impl Wording<'_> {
    /// A condition as a clause about `you`.
    pub fn condition(&self, condition: &Condition) -> String {
        self.clause(condition, self.scene.subject())
    }

    pub(super) fn clause(&self, condition: &Condition, subject: Subject) -> String {
        self.stated(condition, subject, Form::Holds)
    }

    /// `if` and the condition, or `unless` and its opposite.
    pub(super) fn proviso(&self, condition: &Condition) -> String {
        match condition {
            Condition::Not(part) => format!("unless {}", self.condition(part)),
            _ => format!("if {}", self.condition(condition)),
        }
    }

    fn stated(&self, condition: &Condition, subject: Subject, form: Form) -> String {
        let one_subject = if form == Form::Holds { Form::Holds } else { Form::Fails };
        let several = if form == Form::Holds { Form::Holds } else { Form::ForNone };
        match (condition, form) {
            (Condition::All(parts), Form::Holds) => self.parts(parts, "and", subject, form),
            (Condition::All(parts), Form::Fails) => self.parts(parts, "or", subject, form),
            (Condition::Any(parts), Form::Holds) => self.parts(parts, "or", subject, form),
            (Condition::Any(parts), _) => self.parts(parts, "and", subject, form),
            (Condition::Not(part), Form::Holds) => self.stated(part, subject, Form::Fails),
            (Condition::Not(part), Form::Fails) => self.clause(part, subject),
            (Condition::All(_) | Condition::Not(_) | Condition::BeforeFirstRoll, Form::ForNone) => {
                format!("not ({})", self.clause(condition, subject))
            }
            (Condition::Fighter(part), _) => self.stated(part, Subject::Fighter, several),
            (Condition::Rival(part), _) => self.stated(part, Subject::Rival, several),
            (Condition::Anyone(part), _) => self.stated(part, Subject::Anyone, several),
            (Condition::Main(part), _) => self.stated(part, Subject::Main, one_subject),
            (Condition::Helper(part), _) => self.stated(part, Subject::Helper, one_subject),
            (Condition::Actor(part), _) => self.stated(part, Subject::Named(self.scene.actor), one_subject),
            _ => self.about_player(condition, subject, form).unwrap_or_else(|| self.about_game(condition, form)),
        }
    }

    /// A condition on a player; `None` if it is a condition on the game.
    fn about_player(&self, condition: &Condition, subject: Subject, form: Form) -> Option<String> {
        let says = |verb, what: &str| Some(subject.says(form, verb, what));
        match condition {
            Condition::Has(id) => says(Verb::Have, &(self.name_of)(id)),
            Condition::HasIdentity => says(Verb::Have, &format!("any {}", self.terms.identity)),
            Condition::HasPower => says(Verb::Have, &format!("any {}", self.terms.power)),
            Condition::Level(bounds) => says(Verb::Be, &format!("of {}", level(*bounds))),
            Condition::LowestLevel => says(Verb::Have, "the lowest Level"),
            Condition::HighestLevel => says(Verb::Have, "the highest Level"),
            Condition::Uses(slot) => {
                says(Verb::Use, &self.one(&ItemFilter { slot: Some(*slot), ..ItemFilter::default() }))
            }
            Condition::Carries(filter) => {
                says(if filter.kind.is_some() { Verb::Have } else { Verb::Carry }, &self.one(filter))
            }
            Condition::Hand(bounds) => says(Verb::Have, &format!("{} cards in hand", range(*bounds))),
            Condition::Cursed => says(Verb::Have, &format!("a lasting {}", self.hostile)),
            Condition::Fighting => says(Verb::Be, "in the fight"),
            Condition::IsMain => says(Verb::Be, "the main player"),
            Condition::IsHelper => says(Verb::Be, "the helper"),
            Condition::Gender(Gender::Female) => says(Verb::Be, "female"),
            Condition::Gender(Gender::Male) => says(Verb::Be, "male"),
            Condition::Suffers(id) => says(Verb::Have, &format!("{} with its disadvantages", (self.name_of)(id))),
            Condition::AboveActor => says(Verb::Be, &format!("of a higher Level than {}", self.scene.actor)),
            Condition::CanGainLevel => says(Verb::Be, "able to gain a level without a kill"),
            Condition::OwnTurn => {
                let not = if form == Form::Holds { "" } else { "not " };
                Some(match subject {
                    Subject::You => format!("it is {not}your turn"),
                    _ => format!("it is {not}the turn of {}", subject.noun()),
                })
            }
            Condition::BeforeFirstRoll => {
                let already = if form == Form::Holds { "not yet" } else { "already" };
                let (plural, singular) = Verb::Have.forms();
                let have = if subject == Subject::You { plural } else { singular };
                Some(format!("{} {have} {already} rolled to run away", subject.noun()))
            }
            _ => None,
        }
    }

    fn parts(&self, parts: &[Condition], word: &str, subject: Subject, form: Form) -> String {
        let clause = |part: &Condition| match part {
            Condition::All(_) | Condition::Any(_) => format!("({})", self.stated(part, subject, form)),
            _ => self.stated(part, subject, form),
        };
        let clauses: Vec<String> = parts.iter().map(clause).collect();
        clauses.join(&format!(" {word} "))
    }

    /// A condition on the game, not on a player.
    fn about_game(&self, condition: &Condition, form: Form) -> String {
        let (is, was, has) = match form {
            Form::Holds => ("is", "was", "has"),
            _ => ("is not", "was not", "does not have"),
        };
        match condition {
            Condition::Tag(tag) if form == Form::Holds => format!("a monster of the fight counts as {tag}"),
            Condition::Tag(tag) => format!("no monster of the fight counts as {tag}"),
            Condition::Monsters(bounds) => format!("the fight {has} {} monsters", range(*bounds)),
            Condition::Helped if form == Form::Holds => "somebody helps".to_owned(),
            Condition::Helped => "nobody helps".to_owned(),
            Condition::ForTheWin if form == Form::Holds => "the kill would win the game".to_owned(),
            Condition::ForTheWin => "the kill would not win the game".to_owned(),
            Condition::Unaided if form == Form::Holds => "the main player fights alone and by Level only".to_owned(),
            Condition::Unaided => "the main player does not fight alone and by Level only".to_owned(),
            Condition::Pursuer(bounds) => format!("the pursuing monster {is} of {}", level(*bounds)),
            Condition::Thrown(filter) => format!("{} {was} used for the players", self.one(filter)),
            Condition::Fought => format!("the fight of this turn {is} over"),
            Condition::GetsAway if form == Form::Holds => "the runner gets away".to_owned(),
            Condition::GetsAway => "the runner does not get away".to_owned(),
            _ => String::new(),
        }
    }

    /// One Item, or one card of a kind, that matches a filter.
    pub(super) fn one(&self, filter: &ItemFilter) -> String {
        let noun = filter.kind.as_ref().map_or_else(|| "Item".to_owned(), |kind| self.kind_word(kind));
        let words = format!("{}{noun}", adjectives(filter));
        let vowel = words.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) && !words.starts_with("one-");
        format!("{} {words}{}", if vowel { "an" } else { "a" }, self.details(filter))
    }

    /// The Items, or the cards of a kind, that match a filter.
    pub(super) fn several(&self, filter: &ItemFilter) -> String {
        let of_kind = |kind: &String| format!("{} cards", self.kind_word(kind));
        let noun = filter.kind.as_ref().map_or_else(|| "Items".to_owned(), of_kind);
        format!("{}{noun}{}", adjectives(filter), self.details(filter))
    }

    /// The word for a kind of card.
    pub(super) fn kind_word(&self, kind: &str) -> String {
        match kind {
            "identity" => self.terms.identity.clone(),
            "power" => self.terms.power.clone(),
            "curse" => self.terms.curse.clone(),
            _ => spelt_out(kind),
        }
    }

    fn details(&self, filter: &ItemFilter) -> String {
        let used = filter.used.map(|used| if used { " in use" } else { " not in use" });
        let details: Vec<String> = [
            filter.card.as_ref().map(|card| format!("named {}", (self.name_of)(card))),
            filter.not_slot.map(|slot| format!("other than {}", words::slot_name(slot))),
            filter.tag.as_ref().map(|tag| format!("counting as {tag}")),
            filter.worth.map(|worth| format!("worth {worth} Gold Pieces or more")),
            filter.best.then(|| "with the highest bonus".to_owned()),
            filter.strongest.then(|| "adding the most strength".to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let space = if details.is_empty() { "" } else { " " };
        format!("{}{space}{}", used.unwrap_or_default(), listed(&details, "and"))
    }
}

fn range(bounds: Bounds) -> String {
    bounded(bounds, "more", "fewer")
}

fn level(bounds: Bounds) -> String {
    format!("Level {}", bounded(bounds, "higher", "lower"))
}

fn bounded(bounds: Bounds, above: &str, below: &str) -> String {
    match (bounds.at_least, bounds.at_most) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low} or {above}"),
        (None, Some(high)) => format!("{high} or {below}"),
        (None, None) => "any".to_owned(),
    }
}

fn adjectives(filter: &ItemFilter) -> String {
    let words = [
        filter.big.map(|big| if big { "Big " } else { "small " }),
        filter.once.map(|once| if once { "one-shot " } else { "lasting " }),
    ];
    let slot = filter.slot.map(|slot| format!("{} ", words::slot_name(slot)));
    words.into_iter().flatten().map(str::to_owned).chain(slot).collect()
}
