//! Sorts of cards: their back, their possible fields and their names in messages.

use serde::Serialize;

use super::card::CardSpec;
use super::kind::Play;
use super::values::{DeckSide, Treasures};

/// The fields that a card may have, without the common ones.
pub(crate) fn allowed(spec: &CardSpec) -> &'static [&'static str] {
    match spec.kind.play {
        Play::Monster => &[
            "level",
            "treasures",
            "more_treasures",
            "levels",
            "fight",
            "ignores",
            "silences",
            "enhancers",
            "joins",
            "helped_by",
            "pursues",
            "bad_stuff",
            "strength",
            "flee",
            "use",
            "on",
        ],
        Play::Curse => &["curse", "lasts", "strength", "flee", "grants", "on", "slot", "ignores"],
        Play::Slot => &["bonus", "strength", "flee", "uncounted", "grants", "use", "on"],
        Play::Room => &["grants"],
        Play::Rank => &["rank", "bonus", "strength", "flee", "grants", "use", "on"],
        Play::Enhancer => &["bonus", "treasures", "gold"],
        Play::BringMonster | Play::Cheat | Play::Blank => &[],
        Play::Item if spec.once => &["gold", "once", "big", "bonus", "use", "usable_by"],
        Play::Item => &[
            "gold",
            "big",
            "slot",
            "hands",
            "bonus",
            "strength",
            "flee",
            "usable_by",
            "given_to",
            "grants",
            "use",
            "on",
        ],
        Play::Special => &["use", "gold"],
        Play::Role => &["bonus", "strength", "flee", "grants", "use", "on"],
    }
}

/// The lowest and the highest Treasures of a card with this play. The range of the type is that of all kinds.
pub(crate) fn treasures_of(play: Play) -> (i32, i32) {
    (if play == Play::Monster { 0 } else { Treasures::LOW }, Treasures::HIGH)
}

/// A kind, with an article.
pub(crate) fn sort_of(spec: &CardSpec) -> String {
    let id = &spec.kind.id;
    let article = if id.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    match spec.kind.play {
        Play::Item if spec.once && spec.bonus.is_none() => format!("a once {id} without `bonus`"),
        Play::Item if spec.once => format!("a once {id}"),
        Play::Room | Play::BringMonster | Play::Cheat | Play::Special | Play::Blank => format!("{article} {id} card"),
        Play::Monster | Play::Curse | Play::Slot | Play::Rank | Play::Enhancer | Play::Item | Play::Role => {
            format!("{article} {id}")
        }
    }
}

/// A word of the file syntax.
pub(crate) fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The back of a card.
pub(crate) fn side_of(spec: &CardSpec) -> DeckSide {
    spec.deck.unwrap_or(spec.kind.deck)
}
