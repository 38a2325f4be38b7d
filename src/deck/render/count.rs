//! Counts in words.

use super::wording::Wording;
use super::words;
use crate::deck::language::{Condition, Count, ItemFilter, Measure, Most, Number, Sum, Tally, Who};

impl Wording<'_> {
    /// The words that follow "for each". After a kill, the monsters of the fight are those killed.
    pub(super) fn counted(&self, count: &Count) -> String {
        match count {
            Count::Number(Number::Monsters) if self.won => "monster killed".to_owned(),
            Count::Number(number) => own(*number).to_owned(),
            Count::Tally(tally) => self.tally(tally),
        }
    }

    fn tally(&self, Tally { what, of, condition }: &Tally) -> String {
        self.measured(what, *of, condition.as_ref(), false)
    }

    /// What is counted and whose, one of it or several.
    pub(super) fn measured(&self, what: &Measure, of: Who, condition: Option<&Condition>, many: bool) -> String {
        let whose = match (what, of) {
            (Measure::Number(number), _) if !number.is_of_player() => String::new(),
            (_, who) => format!(" of {}", words::who(who, self.scene.actor)),
        };
        let within = self.within(self.scene_of(of));
        let only = condition.map(|condition| format!(" (only if {})", within.condition(condition)));
        format!("{}{whose}{}", self.what(what, many), only.unwrap_or_default())
    }

    fn what(&self, what: &Measure, many: bool) -> String {
        match what {
            Measure::Number(number) => plural_of(number_of(*number), many),
            Measure::Sum(Sum::Cards(filter)) => self.cards(filter, many),
            Measure::Sum(Sum::Bonus(filter)) => {
                format!("{} of the bonuses of the {}", plural_of("point", many), self.cards(filter, true))
            }
            Measure::Sum(Sum::Gold(filter)) => {
                format!("{} of the value of the {}", plural_of("Gold Piece", many), self.cards(filter, true))
            }
        }
    }

    fn cards(&self, filter: &ItemFilter, many: bool) -> String {
        if many { self.several(filter) } else { self.noun(filter) }
    }
}

/// The words for the largest size of a number that depends on a count.
pub(super) fn at_most(most: Option<Most>) -> String {
    most.map(|most| format!(", at most {most} in all")).unwrap_or_default()
}

fn plural_of(noun: &str, many: bool) -> String {
    match (many, noun.split_once(' ')) {
        (false, _) => noun.to_owned(),
        (true, Some((first, rest))) if !noun.ends_with("Item") && !noun.ends_with("hand") => format!("{first}s {rest}"),
        (true, _) => format!("{noun}s"),
    }
}

/// A number of a player who is named after it, or of the game.
fn number_of(number: Number) -> &'static str {
    match number {
        Number::Level => "Level",
        Number::Total => "point of the total",
        Number::Hand => "card in hand",
        Number::FreeHands => "free hand",
        Number::Items => "Item",
        Number::BigItems => "Big Item",
        Number::Identities => "identity",
        Number::Powers => "power in play",
        Number::Curses => "lasting hostile card",
        Number::Players => "player",
        game => own(game),
    }
}

/// A number of the reader, or of the game.
fn own(number: Number) -> &'static str {
    match number {
        Number::Level => "Level you have",
        Number::Total => "point of your own total",
        Number::Hand => "card in your hand",
        Number::FreeHands => "free hand you have",
        Number::Items => "Item you carry",
        Number::BigItems => "Big Item you carry",
        Number::Identities => "identity you have in play",
        Number::Powers => "power you have in play",
        Number::Curses => "lasting hostile card you have",
        Number::Players => "player who is you",
        Number::Roll => "point of the die",
        Number::Die => "point of the current die",
        Number::Monsters => "monster in the fight",
        Number::Rivals => "other player",
        Number::HelperLevel => "Level of the helper",
        Number::Strength => "point of the players' total",
        Number::WonBy => "point by which you won the fight",
        Number::LostBy => "point by which you lost the fight",
        Number::RollMissedBy => "point by which you missed the roll to run away",
        Number::LostBonus => "point of bonus of what you just lost",
        Number::LostRank => "Rank of what you just lost",
        Number::LostGold => "Gold Piece of value of what you just lost",
    }
}
