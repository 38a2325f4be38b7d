//! The checks of `deck check` beyond loading: twins and the composition of a set.

use std::collections::BTreeMap;

use serde::Serialize;

use super::canonical::meaning;
use super::endless;
use crate::deck::Kind;
use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::locate::{Step, problem_at};
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::language::fields::side_of;
use crate::deck::language::{CardSpec, DeckSide, Origin};

/// The composition of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Id of the set.
    pub set: String,
    /// Printed name.
    pub name: String,
    /// All cards.
    pub all: Tally,
    /// Cards with a Door back.
    pub doors: Tally,
    /// Cards with a Treasure back.
    pub treasures: Tally,
    /// Counts by kind, the standard kinds first, without kinds that have no card in the set.
    pub kinds: Vec<(Kind, Tally)>,
    /// Known cards whose values are all known.
    pub exact: Tally,
    /// Known cards with modelled values.
    pub partly: Tally,
    /// Counts by origin, without origins that have no card in the set.
    pub origins: Vec<(Origin, Tally)>,
    /// Pairs of printed titles with the same effect, by id.
    pub twins: Vec<(String, String)>,
    /// Cards that may prevent a game from ending and cards with the same name, one sentence each.
    pub warnings: Vec<String>,
}

/// A count of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Physical cards.
    pub cards: usize,
    /// Titles.
    pub titles: usize,
}

/// Compiles the sets together, searches for twins and summarises each set.
///
/// Two titles of a set with the same effect are an error if one of them is modelled: an invented card should add something.
/// Printed twins are only reported.
///
/// # Errors
/// If the sets do not load or there are modelled twins.
pub fn check(sets: &Sets) -> Result<Vec<Summary>, DeckError> {
    sets.compile(&[])?;
    let problems: Vec<Problem> = sets.sets().iter().flat_map(invented_twins).collect();
    if problems.is_empty() { Ok(sets.sets().iter().map(summary).collect()) } else { Err(DeckError(problems)) }
}

/// Pairs of titles of a set with the same effect, as indices in the file.
fn twins(set: &LoadedSet) -> Vec<(usize, usize)> {
    let mut first = BTreeMap::new();
    let mut pairs = Vec::new();
    for (place, spec) in set.by_id() {
        let known = *first.entry(meaning(spec)).or_insert(place);
        if known != place {
            pairs.push((known, place));
        }
    }
    pairs
}

fn invented_twins(set: &LoadedSet) -> Vec<Problem> {
    let cards = &set.file.cards;
    let invented = |place: usize| cards[place].origin == Origin::Modelled;
    let pairs = twins(set).into_iter().filter(|&(one, other)| invented(one) || invented(other));
    pairs.map(|(one, other)| twin_problem(set, one, other)).collect()
}

fn twin_problem(set: &LoadedSet, one: usize, other: usize) -> Problem {
    let (first, second) = (&set.file.cards[one], &set.file.cards[other]);
    let message = format!("`{}` and `{}` have the same effect", first.id, second.id);
    let hint = "make them copies of one card, or change the effect of one of them".to_owned();
    let path = [Step::Key("card"), Step::Index(other), Step::Key("id")];
    let mut problem = problem_at(&set.source, &path, message, Some(hint));
    problem.card = Some(second.id.clone());
    problem
}

/// power-01: the composition of a set.
pub(crate) fn summary(set: &LoadedSet) -> Summary {
    let tally = |which: &dyn Fn(&CardSpec) -> bool| Tally::of(set.file.cards.iter().filter(|spec| which(spec)));
    let id = |place: usize| set.file.cards[place].id.clone();
    Summary {
        set: set.id().to_owned(),
        name: set.file.set.name.clone(),
        all: tally(&|_| true),
        doors: tally(&|spec| side_of(spec) == DeckSide::Door),
        treasures: tally(&|spec| side_of(spec) == DeckSide::Treasure),
        kinds: present(kinds(set), |kind| tally(&|spec| spec.kind == *kind)),
        exact: tally(&|spec| spec.is_known() && spec.modelled.is_empty()),
        partly: tally(&|spec| spec.is_known() && !spec.modelled.is_empty()),
        origins: present(ORIGINS, |origin| tally(&|spec| spec.origin == *origin)),
        warnings: endless::warnings(&set.file.cards).into_iter().chain(same_names(&set.file.cards)).collect(),
        twins: twins(set).into_iter().map(|(one, other)| (id(one), id(other))).collect(),
    }
}

/// Cards with the same name as an earlier one, which results cannot tell apart, one sentence each.
fn same_names(cards: &[CardSpec]) -> Vec<String> {
    let mut first: BTreeMap<String, &CardSpec> = BTreeMap::new();
    let mut found = Vec::new();
    for card in cards {
        let known = *first.entry(card.name.trim().to_lowercase()).or_insert(card);
        if known.id != card.id {
            found.push(format!("`{}` and `{}` have the same name, {}", known.id, card.id, card.name));
        }
    }
    found
}

const ORIGINS: [Origin; 4] = [Origin::Rulebook, Origin::Published, Origin::Modelled, Origin::Own];

/// The kinds of a set, the standard ones first.
fn kinds(set: &LoadedSet) -> Vec<Kind> {
    Kind::standard().iter().cloned().chain(set.file.kinds.iter().cloned().map(Kind::new)).collect()
}

fn present<T>(of: impl IntoIterator<Item = T>, tally: impl Fn(&T) -> Tally) -> Vec<(T, Tally)> {
    let tallies = of.into_iter().map(|each| {
        let cards = tally(&each);
        (each, cards)
    });
    tallies.filter(|(_, tally)| tally.titles > 0).collect()
}

impl Tally {
    fn of<'a>(specs: impl Iterator<Item = &'a CardSpec>) -> Tally {
        specs.fold(Tally::default(), |sum, spec| Tally {
            cards: sum.cards + usize::from(spec.copies),
            titles: sum.titles + 1,
        })
    }
}
