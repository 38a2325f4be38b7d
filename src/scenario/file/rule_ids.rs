//! The rules that scenarios may name: those with a row in `docs/RULES.md`.

use super::error::Wrong;
use crate::deck::file::nearest::did_you_mean;

/// Ids of all rules, sorted.
pub(crate) const RULE_IDS: &[&str] = &include!(concat!(env!("OUT_DIR"), "/rule_ids.rs"));

/// An error if no rule has this id.
pub(in crate::scenario) fn known_rule(id: &str) -> Result<(), Wrong> {
    if RULE_IDS.contains(&id) {
        return Ok(());
    }
    let nearest = did_you_mean(id, RULE_IDS.iter().copied());
    let hints: Vec<String> = nearest.into_iter().chain(chapter(id)).collect();
    let hint = if hints.is_empty() { "docs/RULES.md lists the rules".to_owned() } else { hints.join("\n") };
    Err(Wrong::new(format!("unknown rule `{id}`"), hint))
}

/// The first and last rule of the chapter that an id names.
fn chapter(id: &str) -> Option<String> {
    let of = |id: &str| id.rsplit_once('-').map(|(chapter, _)| chapter.to_owned());
    let wanted = of(id)?;
    let mut rules = RULE_IDS.iter().filter(|rule| of(rule).as_deref() == Some(&wanted));
    let first = rules.next()?;
    Some(format!("the rules of this chapter are {first} to {}", rules.next_back().unwrap_or(first)))
}
