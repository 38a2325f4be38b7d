//! Sorts of cards: their back, the fields that they may have, and what messages call them.

use serde::Serialize;

use super::DeckSide;
use super::language::{CardSpec, Kind};

/// The fields, apart from the common ones, that a card may give.
pub(crate) fn allowed(spec: &CardSpec) -> &'static [&'static str] {
    match spec.kind {
        Kind::Monster => &["level", "treasures", "levels", "fight", "pursues", "bad_stuff", "strength", "flee", "on"],
        Kind::Curse => &["curse", "lasts", "strength", "flee", "grants", "on"],
        Kind::Identity => &["bonus", "strength", "flee", "grants", "use", "on"],
        Kind::MultiIdentity => &["grants"],
        Kind::Power => &["rank", "bonus", "strength", "flee", "grants", "use", "on"],
        Kind::Enhancer => &["bonus", "treasures"],
        Kind::WanderingMonster | Kind::Cheat | Kind::Blank => &[],
        Kind::Item if spec.once => &["gold", "once", "big", "bonus", "use", "usable_by"],
        Kind::Item => {
            &["gold", "big", "slot", "hands", "bonus", "strength", "flee", "usable_by", "grants", "use", "on"]
        }
        Kind::Special => &["use"],
    }
}

/// A kind, with an article.
pub(crate) fn sort_of(spec: &CardSpec) -> &'static str {
    match spec.kind {
        Kind::Monster => "a monster",
        Kind::Curse => "a curse",
        Kind::Identity => "an identity",
        Kind::MultiIdentity => "a multi_identity card",
        Kind::Power => "a power",
        Kind::Enhancer => "an enhancer",
        Kind::WanderingMonster => "a wandering_monster card",
        Kind::Cheat => "a cheat card",
        Kind::Item if spec.once && spec.bonus.is_none() => "a once item without `bonus`",
        Kind::Item if spec.once => "a once item",
        Kind::Item => "an item",
        Kind::Special => "a special card",
        Kind::Blank => "a blank card",
    }
}

/// A word of the file syntax.
pub(crate) fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The back of a card.
pub(crate) fn side_of(spec: &CardSpec) -> DeckSide {
    spec.deck.unwrap_or(match spec.kind {
        Kind::Item | Kind::Special | Kind::Blank => DeckSide::Treasure,
        Kind::Monster | Kind::Curse | Kind::Identity | Kind::MultiIdentity | Kind::Power => DeckSide::Door,
        Kind::Enhancer | Kind::WanderingMonster | Kind::Cheat => DeckSide::Door,
    })
}
