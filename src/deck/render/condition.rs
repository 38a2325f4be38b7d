//! Conditions and Item filters in words.

use super::statement::{Form, Subject, Verb};
use super::wording::Wording;
use super::words;
use super::words::listed;
use crate::deck::language::{Bounds, Condition, Gender, ItemFilter, spelt_out};

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
        let holds = form == Form::Holds;
        let [one_subject, several] = if holds { [Form::Holds; 2] } else { [Form::Fails, Form::ForNone] };
        let says = |verb, what: &str| subject.says(form, verb, what);
        let (is, was, has) = if holds { ("is", "was", "has") } else { ("is not", "was not", "does not have") };
        match condition {
            Condition::All(_)
            | Condition::Not(_)
            | Condition::BeforeFirstRoll
            | Condition::HasChangedGender
            | Condition::HasDied
                if form == Form::ForNone =>
            {
                format!("not ({})", self.clause(condition, subject))
            }
            Condition::All(parts) => self.parts(parts, if holds { "and" } else { "or" }, subject, form),
            Condition::Any(parts) => self.parts(parts, if holds { "or" } else { "and" }, subject, form),
            Condition::Not(part) => self.stated(part, subject, if holds { Form::Fails } else { Form::Holds }),
            Condition::Fighter(part) => self.stated(part, Subject::Fighter, several),
            Condition::Rival(part) => self.stated(part, Subject::Rival, several),
            Condition::Anyone(part) => self.stated(part, Subject::Anyone, several),
            Condition::Main(part) => self.stated(part, Subject::Main, one_subject),
            Condition::Helper(part) => self.stated(part, Subject::Helper, one_subject),
            Condition::Actor(part) => self.stated(part, Subject::Named(self.scene.actor), one_subject),
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
                says(if filter.names_kinds() { Verb::Have } else { Verb::Carry }, &self.one(filter))
            }
            Condition::Hand(bounds) => says(Verb::Have, &format!("{} cards in hand", range(*bounds))),
            Condition::Cursed => says(Verb::Have, &format!("a lasting {}", self.hostile)),
            Condition::OwnTurn => match subject {
                Subject::You => format!("it {is} your turn"),
                _ => format!("it {is} the turn of {}", subject.noun()),
            },
            Condition::Fighting => says(Verb::Be, "in the fight"),
            Condition::IsMain => says(Verb::Be, "the main player"),
            Condition::IsHelper => says(Verb::Be, "the helper"),
            Condition::BeforeFirstRoll => {
                let (plural, singular) = Verb::Have.forms();
                let have = if subject == Subject::You { plural } else { singular };
                let already = if holds { "not yet" } else { "already" };
                format!("{} {have} {already} rolled to run away", subject.noun())
            }
            Condition::Tag(tag) => {
                format!("{} monster of the fight counts as {tag}", if holds { "a" } else { "no" })
            }
            Condition::Monsters(bounds) => format!("the fight {has} {} monsters", range(*bounds)),
            Condition::Helped => if holds { "somebody helps" } else { "nobody helps" }.to_owned(),
            Condition::ForTheWin => format!("the kill would {}win the game", if holds { "" } else { "not " }),
            Condition::Gender(Gender::Female) => says(Verb::Be, "female"),
            Condition::Gender(Gender::Male) => says(Verb::Be, "male"),
            Condition::Suffers(id) => says(Verb::Have, &format!("{} with its disadvantages", (self.name_of)(id))),
            Condition::AboveActor => says(Verb::Be, &format!("of a higher Level than {}", self.scene.actor)),
            Condition::CanGainLevel => says(Verb::Be, "able to gain a level without a kill"),
            Condition::Unaided => {
                format!("the main player {} alone and by Level only", if holds { "fights" } else { "does not fight" })
            }
            Condition::Pursuer(bounds) => format!("the pursuing monster {is} of {}", level(*bounds)),
            Condition::Thrown(filter) => format!("{} {was} used for the players", self.one(filter)),
            Condition::Fought => format!("the fight of this turn {is} over"),
            Condition::DiscardTop(test) => {
                let filter = ItemFilter { tag: test.tag.clone(), card: test.card.clone(), ..ItemFilter::default() };
                let kind = test.kind.as_ref().map_or("card".to_owned(), |kind| self.kind_word(kind));
                format!("the top {} discard {is} a {kind}{}", words::side(test.deck), self.details(&filter))
            }
            Condition::Count(test) => {
                let what = self.measured(&test.what, test.of, test.condition.as_deref(), true);
                let subject = if holds { "the number of" } else { "it is not true that the number of" };
                format!("{subject} {what} is {}", range(test.bounds()))
            }
            Condition::HasChangedGender => self.has_happened(subject, holds, "changed gender"),
            Condition::HasDied => self.has_happened(subject, holds, "died"),
            Condition::GetsAway => {
                format!("the runner {} away", if holds { "gets" } else { "does not get" })
            }
        }
    }

    /// A statement about the past, such as `you have died in this game`.
    fn has_happened(&self, subject: Subject, holds: bool, what: &str) -> String {
        let (plural, singular) = Verb::Have.forms();
        let have = if subject == Subject::You { plural } else { singular };
        let not = if holds { "" } else { " not" };
        format!("{} {have}{not} {what} in this game", subject.noun())
    }

    fn parts(&self, parts: &[Condition], word: &str, subject: Subject, form: Form) -> String {
        let clause = |part: &Condition| match part {
            Condition::All(_) | Condition::Any(_) => format!("({})", self.stated(part, subject, form)),
            _ => self.stated(part, subject, form),
        };
        let clauses: Vec<String> = parts.iter().map(clause).collect();
        clauses.join(&format!(" {word} "))
    }

    /// One Item, or one card of a kind, that matches a filter.
    pub(super) fn one(&self, filter: &ItemFilter) -> String {
        let words = self.noun(filter);
        let vowel = words.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) && !words.starts_with("one-");
        format!("{} {words}", if vowel { "an" } else { "a" })
    }

    /// A card that matches a filter, without an article.
    pub(super) fn noun(&self, filter: &ItemFilter) -> String {
        let kinds: Vec<String> = filter.kind.iter().chain(&filter.kinds).map(|kind| self.kind_word(kind)).collect();
        let noun = match (&kinds[..], &filter.card) {
            // The card that a filter names need not be an Item.
            ([], Some(_)) => "card".to_owned(),
            ([], None) => "Item".to_owned(),
            _ => listed(&kinds, "or"),
        };
        format!("{}{noun}{}", adjectives(filter), self.details(filter))
    }

    /// The Items, or the cards of a kind, that match a filter.
    pub(super) fn several(&self, filter: &ItemFilter) -> String {
        let kinds: Vec<String> = filter.kind.iter().chain(&filter.kinds).map(|kind| self.kind_word(kind)).collect();
        let noun = match (&kinds[..], &filter.card) {
            ([], Some(_)) => "cards".to_owned(),
            ([], None) => "Items".to_owned(),
            _ => format!("{} cards", listed(&kinds, "and")),
        };
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
            filter.bonus.map(|bounds| format!("with a bonus of {}", range(bounds))),
            filter.dearest.then(|| "with the highest value".to_owned()),
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
