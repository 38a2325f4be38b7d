//! Conditions and Item filters in words.

use super::Wording;
use super::words::{self, listed};
use crate::deck::language::{Bounds, Condition, Gender, ItemFilter};

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
    Actor,
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
            Subject::Actor => "the player who set this off",
        }
    }

    /// The noun and the verb: the form for "you" or the form for other subjects.
    fn does(self, you: &str, other: &str) -> String {
        format!("{} {}", self.noun(), if self == Subject::You { you } else { other })
    }

    fn has(self, what: &str) -> String {
        format!("{} {what}", self.does("have", "has"))
    }

    fn is(self, what: &str) -> String {
        format!("{} {what}", self.does("are", "is"))
    }
}

impl Wording<'_> {
    /// A condition as a clause about `you`.
    pub fn condition(&self, condition: &Condition) -> String {
        self.clause(condition, Subject::You)
    }

    pub(super) fn clause(&self, condition: &Condition, subject: Subject) -> String {
        match condition {
            Condition::All(parts) => self.parts(parts, "and", subject),
            Condition::Any(parts) => self.parts(parts, "or", subject),
            Condition::Not(part) => format!("not ({})", self.clause(part, subject)),
            Condition::Fighter(part) => self.clause(part, Subject::Fighter),
            Condition::Main(part) => self.clause(part, Subject::Main),
            Condition::Helper(part) => self.clause(part, Subject::Helper),
            Condition::Rival(part) => self.clause(part, Subject::Rival),
            Condition::Anyone(part) => self.clause(part, Subject::Anyone),
            Condition::Actor(part) => self.clause(part, Subject::Actor),
            Condition::Has(id) => subject.has(&(self.name_of)(id)),
            Condition::HasIdentity => subject.has(&format!("any {}", self.terms.identity)),
            Condition::HasPower => subject.has(&format!("any {}", self.terms.power)),
            Condition::Level(bounds) => subject.is(&format!("of Level {}", range(*bounds))),
            Condition::LowestLevel => subject.has("the lowest Level"),
            Condition::HighestLevel => subject.has("the highest Level"),
            Condition::Uses(slot) => {
                let filter = ItemFilter { slot: Some(*slot), ..ItemFilter::default() };
                format!("{} {}", subject.does("use", "uses"), one(&filter))
            }
            Condition::Carries(filter) => format!("{} {}", subject.does("carry", "carries"), one(filter)),
            Condition::Hand(bounds) => subject.has(&format!("{} cards in hand", range(*bounds))),
            Condition::Cursed => subject.has(&format!("a {} that stays", self.terms.curse)),
            Condition::OwnTurn => format!("it is the turn of {}", subject.noun()),
            Condition::Fighting => subject.does("fight", "fights"),
            Condition::IsMain => subject.does("fight your own fight", "fights their own fight"),
            Condition::IsHelper => subject.does("help", "helps"),
            Condition::BeforeFirstRoll => format!("{} not rolled to run away yet", subject.does("have", "has")),
            Condition::Tag(tag) => format!("a monster of the fight counts as {tag}"),
            Condition::Monsters(bounds) => format!("the fight has {} monsters", range(*bounds)),
            Condition::Helped => "somebody helps".to_owned(),
            Condition::ForTheWin => "the kill would win the game".to_owned(),
            Condition::Gender(Gender::Female) => subject.is("female"),
            Condition::Gender(Gender::Male) => subject.is("male"),
            Condition::Suffers(id) => format!("{} with its disadvantages", subject.has(&(self.name_of)(id))),
            Condition::AboveActor => subject.is("of a higher Level than the player who set this off"),
            Condition::Unaided => "the main player fights alone and by Level only".to_owned(),
            Condition::Pursuer(bounds) => format!("the monster run from is of Level {}", range(*bounds)),
            Condition::Thrown(filter) => format!("{} was used for the players", one(filter)),
            Condition::Fought => "the fight of this turn is over".to_owned(),
            Condition::GetsAway => "the runner gets away".to_owned(),
        }
    }

    fn parts(&self, parts: &[Condition], word: &str, subject: Subject) -> String {
        let clause = |part: &Condition| match part {
            Condition::All(_) | Condition::Any(_) => format!("({})", self.clause(part, subject)),
            _ => self.clause(part, subject),
        };
        let clauses: Vec<String> = parts.iter().map(clause).collect();
        clauses.join(&format!(" {word} "))
    }
}

fn range(bounds: Bounds) -> String {
    match (bounds.at_least, bounds.at_most) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or fewer"),
        (None, None) => "any".to_owned(),
    }
}

/// One Item that matches a filter.
pub(super) fn one(filter: &ItemFilter) -> String {
    let adjectives = adjectives(filter);
    let article = match adjectives.chars().next() {
        None if filter.kind.is_some() => "a",
        None | Some('a' | 'e' | 'i' | 'o') => "an",
        Some('u') if adjectives.starts_with("un") => "an",
        Some(_) => "a",
    };
    format!("{article} {adjectives}{}{}", if filter.kind.is_some() { "card" } else { "Item" }, details(filter))
}

/// The Items, or the cards of a kind, that match a filter.
pub(super) fn several(filter: &ItemFilter) -> String {
    let noun = if filter.kind.is_some() { "cards" } else { "Items" };
    format!("{}{noun}{}", adjectives(filter), details(filter))
}

fn adjectives(filter: &ItemFilter) -> String {
    let words = [
        filter.used.map(|used| if used { "used " } else { "unused " }),
        filter.big.map(|big| if big { "Big " } else { "small " }),
        filter.once.map(|once| if once { "one-shot " } else { "lasting " }),
    ];
    let slot = filter.slot.map(|slot| format!("{} ", words::slot_name(slot)));
    words.into_iter().flatten().map(str::to_owned).chain(slot).collect()
}

fn details(filter: &ItemFilter) -> String {
    let details: Vec<String> = [
        filter.kind.as_ref().map(|kind| format!("of the kind {}", kind.replace('_', " "))),
        filter.card.as_ref().map(|card| format!("named {card}")),
        filter.not_slot.map(|slot| format!("other than {}", words::slot_name(slot))),
        filter.tag.as_ref().map(|tag| format!("counting as {tag}")),
        filter.worth.map(|worth| format!("worth {worth} Gold Pieces or more")),
        filter.best.then(|| "with the highest bonus".to_owned()),
        filter.strongest.then(|| "adding the most strength".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if details.is_empty() { String::new() } else { format!(" {}", listed(&details, "and")) }
}
