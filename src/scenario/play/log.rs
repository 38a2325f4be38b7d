//! The trail: short descriptions of events, shown with a failure.

use crate::game::{DrawWhy, Event, FightEnd, RollWhy};
use crate::scenario::file::book::Book;

/// A description of an event; `None` if it is not shown.
pub(in crate::scenario) fn described(book: &Book<'_>, event: &Event) -> Option<String> {
    let name = |seat| book.name(seat);
    let card = |card| book.card(card);
    Some(match *event {
        Event::TurnBegins { seat, turn } => format!("-- turn {turn}: {}", name(seat)),
        Event::Draw { seat, card: drawn, why: DrawWhy::Kick, .. } => {
            format!("{} opens the door: {}", name(seat), card(drawn))
        }
        Event::Draw { seat, card: drawn, .. } => format!("{} draws {}", name(seat), card(drawn)),
        Event::Roll { seat, why, die } => format!("{} rolls {die} ({})", name(seat), roll_word(why)),
        Event::MonsterJoins { card: monster, .. } => format!("{} joins the fight", card(monster)),
        Event::MonsterLeaves { card: monster, .. } => format!("{} leaves the fight", card(monster)),
        Event::FightEnds { how, .. } => format!("the fight is {}", ending(how)),
        Event::NotPursued { seat, card: monster, .. } => format!("{} does not pursue {}", card(monster), name(seat)),
        Event::Fled { seat, card: monster, escaped, total, .. } => {
            let total = if total == i16::MAX { String::new() } else { format!(" with {total}") };
            format!("{} {} {}{total}", name(seat), if escaped { "escapes" } else { "is caught by" }, card(monster))
        }
        Event::CurseLands { card: curse, victim, .. } => format!("{} takes effect on {}", card(curse), name(victim)),
        Event::CurseTurned { card: curse, victim, .. } => format!("{} turns to {}", card(curse), name(victim)),
        Event::CurseFails { card: curse, .. } => format!("{} has no effect", card(curse)),
        Event::Level { seat, from, to, .. } => format!("{} changes from Level {from} to {to}", name(seat)),
        Event::Died { seat } => format!("{} dies", name(seat)),
        Event::Reshuffle { cards, .. } => format!("{cards} discards are shuffled"),
        _ => return None,
    })
}

/// The reason of a roll in words.
pub(in crate::scenario) fn roll_word(why: RollWhy) -> &'static str {
    match why {
        RollWhy::FirstPlayer => "who goes first",
        RollWhy::Flee => "running away",
        RollWhy::RunnerOrder => "who decides who runs first",
        RollWhy::LootOrder => "who loots first",
        RollWhy::Card => "a card says so",
    }
}

fn ending(how: FightEnd) -> &'static str {
    match how {
        FightEnd::Killed => "won",
        FightEnd::Emptied => "over without a kill",
        FightEnd::Avoided => "avoided",
        FightEnd::Lost => "lost",
        FightEnd::Died => "over by death",
    }
}
