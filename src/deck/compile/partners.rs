//! Partners: the sets that other sets expand.

use super::compiler::compile;
use crate::deck::file::error::DeckError;
use crate::deck::file::locate::{Step, problem_at};
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::file::source::DeckSource;
use crate::deck::language::{DeckSide, Terms};

/// The sets with those that they expand, which come first: their rules apply.
pub(super) fn with_partners(mut sets: Vec<LoadedSet>) -> Result<Vec<LoadedSet>, DeckError> {
    // Each partner has a new id, so sets that expand each other end this.
    while let Some(partner) = missing(&sets)? {
        sets.insert(0, partner);
    }
    Ok(sets)
}

/// A set that one of these sets expands and that is not among them. The partner of the first one is the last to join.
fn missing(sets: &[LoadedSet]) -> Result<Option<LoadedSet>, DeckError> {
    let known = |id: &str| sets.iter().any(|set| set.id() == id);
    for set in sets.iter().rev() {
        let Some(name) = set.file.set.expands.as_deref().filter(|name| !known(name)) else { continue };
        let partner = LoadedSet::parse(&partner_of(set, name)?)?;
        if !known(partner.id()) {
            return Ok(Some(partner));
        }
    }
    Ok(None)
}

/// The source of the set that a set expands. If there is none, the error has the place of its name.
fn partner_of(set: &LoadedSet, name: &str) -> Result<DeckSource, DeckError> {
    set.source.beside(name).map_err(|error| match error.is_in_a_file() {
        true => error,
        false => {
            let path = [Step::Key("set"), Step::Key("expands")];
            let placed =
                error.0.into_iter().map(|problem| problem_at(&set.source, &path, problem.message, problem.hint));
            DeckError(placed.collect())
        }
    })
}

/// The error of a table that is too small for a game, with the set that its last set may expand: the shipped one that fits
/// best, or any deck if none of them helps.
pub(super) fn advised(mut error: DeckError, sets: &Sets, overrides: &[String], players: u8) -> DeckError {
    if !is_small(sets) {
        return error;
    }
    let best = DeckSource::shipped_names().filter_map(|name| fit(name, sets, overrides, players)).min();
    let name = best.filter(|(problems, ..)| *problems < error.0.len()).map_or("DECK", |(.., name)| name);
    let hint = format!(
        "`{}` may be an expansion: play it with a set, such as `--with {name}`, or write `expands = \"{name}\"` under `[set]`",
        sets.subject().source.name
    );
    let first = &mut error.0[0].hint;
    *first = Some(first.take().map_or(hint.clone(), |other| format!("{hint}\n{other}")));
    error
}

/// Whether the sets have too few cards for the opening hands of as many players as they allow.
fn is_small(sets: &Sets) -> bool {
    let rules = &sets.base().file.rules;
    let needed = usize::from(sets.players_by(rules).max) * usize::from(*rules.deal);
    [DeckSide::Door, DeckSide::Treasure].into_iter().any(|side| sets.held(side) < needed)
}

/// How badly the sets go with a shipped set: the numbers of problems, of terms that differ, and of cards of the shipped set
/// that are not known exactly.
type Fit = (usize, usize, usize, &'static str);

/// How badly the sets go with the shipped set of this name. `None` if they do not merge.
fn fit(name: &'static str, sets: &Sets, overrides: &[String], players: u8) -> Option<Fit> {
    let partner = LoadedSet::parse(&DeckSource::find_shipped(name)?).ok()?;
    let terms = |set: &LoadedSet| {
        let Terms { identity, power, curse, kick } = set.file.set.terms.clone();
        [identity, power, curse, kick]
    };
    let both = terms(&partner).into_iter().zip(terms(sets.subject()));
    let differences = both.filter(|(one, other)| one != other).count();
    let vague = partner.file.cards.iter().filter(|card| !card.is_known() || !card.modelled.is_empty()).count();
    let merged = Sets::merged([vec![partner], sets.sets().to_vec()].concat()).ok()?;
    let problems = match compile(&merged, merged.rules(overrides).ok()?, players) {
        Ok(_) => 0,
        Err(error) => error.0.len(),
    };
    Some((problems, differences, vague, name))
}
