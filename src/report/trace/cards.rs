//! Descriptions of cards in a trace.

use crate::deck::language::{Aim, CardSpec, Effect, Terms, Use, Who};
use crate::deck::{Deck, Play};
use crate::game::{Choice, Verb};
use crate::ids::{CardId, Seat, SeatSet};
use crate::run::verb_words;

use super::narrator::number;

/// Describes the cards of a deck.
#[derive(Clone, Copy)]
pub(super) struct Cards<'a> {
    pub(super) deck: &'a Deck,
}

impl<'a> Cards<'a> {
    /// Printed name.
    pub(super) fn name(self, card: CardId) -> &'a str {
        self.deck.name(card)
    }

    /// The terms of its set.
    pub(super) fn terms(self, card: CardId) -> &'a Terms {
        &self.deck.set_of(self.deck.title(card)).terms
    }

    /// The terms of the base set, for everything that belongs to no card.
    pub(super) fn base_terms(self) -> &'a Terms {
        &self.deck.sets[self.deck.base].terms
    }

    /// `Name (kind, figures)`.
    pub(super) fn presented(self, card: CardId) -> String {
        let lines = self.deck.describe(card);
        let headline = lines.first().map_or("", String::as_str);
        let figures = headline.rsplit_once(" (").map_or(headline, |(figures, _)| figures);
        format!("{} ({figures})", self.name(card))
    }

    /// `Name +3`, or just the name.
    pub(super) fn with_bonus(self, card: CardId) -> String {
        match self.deck.card(card).bonus {
            0 => self.name(card).to_owned(),
            bonus => format!("{} {bonus:+}", self.name(card)),
        }
    }

    /// The text of a card without its figures and Bad Stuff; Bad Stuff is written when it takes effect.
    pub(super) fn fine_print(self, card: CardId) -> String {
        let lines = self.deck.describe(card);
        let print = lines.iter().skip(1).filter(|line| !line.starts_with("Bad Stuff:"));
        print.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Its Bad Stuff.
    pub(super) fn bad_stuff(self, card: CardId, helped: bool) -> String {
        self.worded(card, &self.spec(card).bad_stuff, helped, Aim::You)
    }

    /// The text that harms a player: its Bad Stuff or its Curse.
    pub(super) fn harm(self, card: CardId, helped: bool) -> String {
        match self.deck.card(card).play {
            Play::Monster => self.bad_stuff(card, helped),
            _ => self.worded(card, &self.spec(card).curse, helped, Aim::You),
        }
    }

    /// The effect of one of its uses.
    pub(super) fn used(self, card: CardId, n: u8, helped: bool) -> String {
        let rule = self.spec(card).all_uses(self.deck.rules.companion_sacrifice).nth(usize::from(n));
        let worded = |rule: &Use| self.worded(card, &rule.effects, helped, rule.aim);
        rule.map(worded).unwrap_or_default()
    }

    /// The effect of one of its triggers; `None` if all of it concerns a helper and there is no helper.
    pub(super) fn triggered(self, card: CardId, n: u8, helped: bool) -> Option<String> {
        let spec = self.spec(card);
        let trigger = spec.triggers.get(usize::from(n))?;
        let all_for_helper = trigger.effects.iter().all(for_helper);
        (helped || !all_for_helper).then(|| self.worded(card, &trigger.effects, helped, Aim::You))
    }

    /// An option: its verb and what follows it.
    pub(super) fn choice(self, choice: Choice) -> String {
        let Choice { verb, n, card } = choice;
        let word = verb_words(verb);
        match verb {
            Verb::Player => seat_word(choice.seat()),
            Verb::Number | Verb::Counter => format!("{word} {n}"),
            Verb::Branch => format!("{word} {}", n + 1),
            Verb::Play | Verb::Use if card.is_some() && self.deck.uses(card).len() > 1 => {
                format!("{word} {} (use {})", self.name(card), n + 1)
            }
            _ if card.is_some() => format!("{word} {}", self.name(card)),
            _ => word,
        }
    }

    fn spec(self, card: CardId) -> &'a CardSpec {
        &self.deck.title(card).spec
    }

    /// Effects in words; those for a helper only if there is a helper.
    fn worded(self, card: CardId, effects: &[Effect], helped: bool, aim: Aim) -> String {
        let effects: Vec<Effect> = effects.iter().filter(|effect| helped || !for_helper(effect)).cloned().collect();
        self.deck.speaker(self.deck.title(card)).effects(&effects, aim)
    }
}

fn for_helper(effect: &Effect) -> bool {
    matches!(effect, Effect::Each(each) if each.who == Who::Helper)
}

/// `seat 3`.
pub(super) fn seat_word(seat: Seat) -> String {
    format!("seat {}", number(seat))
}

/// `Seat 3`, at the start of a sentence.
pub(super) fn who(seat: Seat) -> String {
    format!("Seat {}", number(seat))
}

/// `seat 1, seat 2 and seat 4`.
pub(super) fn seats(seats: SeatSet) -> String {
    listed(&seats.iter().map(seat_word).collect::<Vec<_>>()).replace("; ", ", ")
}

/// `a; b and c`, as names of cards may have commas.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first, last] => format!("{first} and {last}"),
        [start @ .., last] if words.iter().any(|word| word.contains(',')) => {
            format!("{}; and {last}", start.join("; "))
        }
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}

/// `1 Treasure`, `2 Treasures`.
pub(super) fn plural(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
