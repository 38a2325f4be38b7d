//! Words for the plain enums of the language.

use crate::deck::language::{
    Aim, Chooser, DeckSide, FightRule, Grant, Hands, Happening, Play, Side, Slot, Who, Window, spelt_out,
};

/// A number with its noun.
pub(super) fn plural(number: i64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A signed change with its noun.
pub(super) fn signed(number: i64, noun: &str) -> String {
    if number.abs() == 1 { format!("{number:+} {noun}") } else { format!("{number:+} {noun}s") }
}

/// A list such as `a, b and c`.
pub(super) fn listed<T: AsRef<str>>(words: &[T], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((end, [])) => (*end).to_owned(),
        Some((end, start)) => format!("{} {last} {end}", start.join(", ")),
        None => String::new(),
    }
}

/// A count such as `once`, `twice`, `3 times`.
pub(super) fn times(number: u8) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}

pub(super) fn gold(value: u16) -> String {
    if value == 0 { "No Value".to_owned() } else { format!("{value} Gold Pieces") }
}

pub(super) fn side(side: DeckSide) -> &'static str {
    match side {
        DeckSide::Door => "Door",
        DeckSide::Treasure => "Treasure",
    }
}

pub(super) fn slot(slot: Slot, hands: Option<Hands>) -> &'static str {
    match (slot, hands.as_deref()) {
        (Slot::Hand, Some(2)) => "2 hands",
        (Slot::Hand, _) => "1 hand",
        (slot, _) => slot_name(slot),
    }
}

pub(super) fn slot_name(slot: Slot) -> &'static str {
    match slot {
        Slot::Armor => "armor",
        Slot::Headgear => "headgear",
        Slot::Footgear => "footgear",
        Slot::Hand => "hand",
    }
}

pub(super) fn fight_rule(rule: FightRule) -> &'static str {
    match rule {
        FightRule::LevelOnly => "Only Levels count against it",
        FightRule::BonusOnly => "Levels do not count against it",
        FightRule::NoHelp => "Nobody may help against it",
        FightRule::NoOneShots => "One-shots do nothing against it",
        FightRule::NoItems => "Bonuses of Items in use do not count against it",
        FightRule::NoEscape => "Nobody can escape from it by a roll",
        FightRule::NoRun => "Nobody can run away from it",
    }
}

pub(super) fn grant(grant: &Grant) -> String {
    match *grant {
        Grant::Room(ref room) => {
            format!("Room for {}", plural(room.count.into(), &format!("more {} card", spelt_out(&room.kind))))
        }
        Grant::ExtraBig(count) => format!("May carry {}", more(*count, "Big Item")),
        Grant::ExtraHands(count) => format!("Has {}", more(*count, "hand")),
        Grant::ExtraSlot(slot) => format!("May use one more {} Item", slot_name(slot.slot())),
        Grant::HandLimit(count) => format!("{} kept at the end of the turn", signed(count.into(), "card")),
        Grant::ExtraTreasures(count) => format!("{} for each kill", signed(count.into(), "Treasure")),
        Grant::SaleBonus(value) => format!("{value:+} Gold Pieces for each sale"),
        Grant::WinsTies => "Wins if the totals are equal".to_owned(),
        Grant::DoorCurseProof => "Hostile cards from the door have no effect".to_owned(),
        Grant::CurseProof => "Hostile cards from other players have no effect".to_owned(),
        Grant::NoHelp => "May not be helped".to_owned(),
        Grant::NoHelping => "May not help".to_owned(),
        Grant::NoItems => "Bonuses of Items in use do not count".to_owned(),
        Grant::NoOneShots => "May not play one-shots in the player's own fights".to_owned(),
        Grant::NoLoot => "Does not loot the room".to_owned(),
        Grant::NoSale => "May not sell Items".to_owned(),
        Grant::Unlucky => "Each of your die rolls counts one less".to_owned(),
        Grant::DoubleSale => "Once a turn, the most valuable Item of a sale counts twice".to_owned(),
        Grant::DrawsDiscards => {
            "May take the top discard instead of a card drawn face up, and then discards a card from hand".to_owned()
        }
        Grant::NoDisadvantages => "A single card in this slot has no disadvantages".to_owned(),
        Grant::SureGrip => "Two-handed Items need only one hand".to_owned(),
        Grant::NoTrouble => "May not look for trouble".to_owned(),
        Grant::SkipTurn => "Skips the turn".to_owned(),
    }
}

/// A change of a number, such as `2 more hands` or `1 hand fewer`.
fn more(change: i8, noun: &str) -> String {
    let plural = if change.abs() == 1 { "" } else { "s" };
    match change {
        0.. => format!("{change} more {noun}{plural}"),
        _ => format!("{} {noun}{plural} fewer", -change),
    }
}

pub(super) fn window(window: Window) -> &'static str {
    match window {
        Window::AnyTime => "at any time",
        Window::Combat => "in combat",
        Window::Turn => "on your own turn, out of combat",
        Window::BeforeRoll => "before a roll to run away",
        Window::AfterRoll => "after a roll to run away",
        Window::Curse => "when a hostile card is about to take effect",
        Window::Drawn => "as soon as it is drawn",
        Window::CardRoll => "after your own roll for a card",
    }
}

pub(super) fn aim(aim: Aim) -> &'static str {
    match aim {
        Aim::You => "",
        Aim::AnyPlayer => ", on any player",
        Aim::Rival => ", on any other player",
        Aim::Fighter => ", on the main player or the helper",
        Aim::Runner => ", on the player who is running away",
    }
}

pub(super) fn happening(when: Happening, play: Play) -> &'static str {
    match (when, play) {
        (Happening::Meet, Play::Monster) => "When it enters a fight",
        (Happening::Meet, _) => "When your fight begins",
        (Happening::Kill, Play::Monster) => "When it is killed",
        (Happening::Kill, _) => "When you kill",
        (Happening::HelpedKill, _) => "When you help to kill",
        (Happening::Flight, Play::Monster) => "Before a player runs away from it",
        (Happening::Flight, _) => "Before you run away",
        (Happening::Escape, Play::Monster) => "When a player gets away from it",
        (Happening::Escape, _) => "When you get away",
        (Happening::Caught, Play::Monster) => "When it catches a player",
        (Happening::Caught, _) => "When you are caught",
        (Happening::TurnStart, _) => "When your turn begins",
        (Happening::Fight, _) => "As soon as it is so during its fight",
        (Happening::Pursuit, _) => "When it pursues a player who runs away",
    }
}

/// The players that `who` means; `actor` is the player who caused the effect.
pub(super) fn who(who: Who, actor: &'static str) -> &'static str {
    match who {
        Who::You => "you",
        Who::Actor => actor,
        Who::Left => "the player to the left",
        Who::Right => "the player to the right",
        Who::Neighbours => "the players to the left and right",
        Who::Rivals => "all other players",
        Who::Everyone => "all players",
        Who::HighestRivals => "the other players of the highest Level",
        Who::LowestRivals => "the other players of the lowest Level",
        Who::Fighters => "the main player and the helper",
        Who::Main => "the main player",
        Who::Helper => "the helper",
        Who::ChosenRival => "another player of your choice",
    }
}

/// The one player from whom something is taken.
pub(super) fn one_of(who: Who, actor: &'static str) -> String {
    match who {
        Who::Neighbours | Who::HighestRivals | Who::LowestRivals => format!("one of {}", self::who(who, actor)),
        Who::Rivals | Who::Everyone | Who::ChosenRival => self::who(Who::ChosenRival, actor).to_owned(),
        Who::Fighters => "the main player or the helper".to_owned(),
        Who::You | Who::Actor | Who::Left | Who::Right | Who::Main | Who::Helper => self::who(who, actor).to_owned(),
    }
}

/// Who chooses the cards; `actor` is the player who caused the effect.
pub(super) fn chooser(chooser: Chooser, actor: &str) -> String {
    match chooser {
        Chooser::You => "your choice".to_owned(),
        Chooser::Actor => format!("chosen by {actor}"),
        Chooser::Left => "chosen by the player to the left".to_owned(),
        Chooser::Right => "chosen by the player to the right".to_owned(),
        Chooser::Random => "at random".to_owned(),
    }
}

pub(super) fn fight_side(side: Side) -> &'static str {
    match side {
        Side::Either => "either side",
        Side::Players => "the players' side",
        Side::Monsters => "the monsters' side",
    }
}

/// The text with its first letter in lower case.
pub(super) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The text with its first letter in upper case.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
