//! The cards that a scenario defines itself. They form a set with the words of the base and the kinds of all sets.

use crate::deck::file::locate::{Step, problem_at};
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::language::{CardSpec, DeckFile, KindSpec, Play, SetHead, Terms};
use crate::deck::{DeckError, DeckSource, Kind, Problem};

/// Id of the set of these cards.
const OWN_SET: &str = "scenario";

/// Adds the own cards of a scenario to its sets. A card with a known id replaces the known one.
///
/// # Errors
/// If a card has a kind that no set declares, or that several sets declare and the base does not.
pub(in crate::scenario) fn with_own_cards(
    sets: Sets,
    source: &DeckSource,
    cards: &[CardSpec],
) -> Result<Sets, DeckError> {
    if cards.is_empty() {
        return Ok(sets);
    }
    let known = KnownKinds::of(&sets);
    let (mut cards, mut problems) = (cards.to_vec(), Vec::new());
    for (place, card) in cards.iter_mut().enumerate() {
        match known.id_of(&card.kind.id) {
            Ok(id) => card.kind = Kind::unbound(id),
            Err(choices) => {
                let message = format!("several sets have a kind `{}`", card.kind.id);
                let path = [Step::Key("card"), Step::Index(place), Step::Key("kind")];
                problems
                    .push(Problem { card: Some(card.id.clone()), ..problem_at(source, &path, message, Some(choices)) });
            }
        }
    }
    if !problems.is_empty() {
        return Err(DeckError(problems));
    }
    let base = &sets.base().file;
    let file = DeckFile {
        set: SetHead { id: OWN_SET.to_owned(), ..base.set.clone() },
        rules: base.rules.clone(),
        kinds: known.declared,
        cards,
    };
    Ok(sets.with(LoadedSet::bind(source.clone(), file)?))
}

/// The declared kinds of all sets.
struct KnownKinds {
    /// The kinds as a single set declares them, those of the base first.
    declared: Vec<KindSpec>,
    /// The set of each of these kinds, and the id of the kind there.
    origins: Vec<(String, String)>,
    /// Number of kinds of the base.
    of_base: usize,
}

impl KnownKinds {
    fn of(sets: &Sets) -> Self {
        let base = sets.base();
        let mut known =
            KnownKinds { declared: base.file.kinds.clone(), origins: Vec::new(), of_base: base.file.kinds.len() };
        known.origins = known.declared.iter().map(|kind| (base.id().to_owned(), kind.id.clone())).collect();
        for set in sets.sets().iter().filter(|set| set.id() != base.id()) {
            let standard = Kind::standard().iter().map(|kind| &**kind).filter(|kind| kind.play.is_of_character());
            standard.chain(&set.file.kinds).for_each(|kind| known.declare(kind, set, &base.file.set.terms));
        }
        known
    }

    /// Adds a kind of another set than the base, with the words of its set. The lowest limit of a slot applies in any case.
    fn declare(&mut self, kind: &KindSpec, set: &LoadedSet, base: &Terms) {
        let taken = Kind::named(&kind.id).is_some() || self.declared.iter().any(|other| other.id == kind.id);
        let id = if taken { format!("{}_{}", set.id().replace('-', "_"), kind.id) } else { kind.id.clone() };
        let (name, slot) = (kind.name(&set.file.set.terms), kind.slot(&set.file.set.terms));
        let standard = Kind::standard().iter().map(|kind| &**kind);
        let in_slot = |other: &&KindSpec| other.play == Play::Slot && other.slot(base) == slot;
        let same = standard.chain(&self.declared).find(in_slot).map(KindSpec::limit);
        let limit = same.or(kind.limit).filter(|_| kind.play == Play::Slot);
        let slot = Some(slot).filter(|_| kind.play.is_of_character());
        self.origins.push((set.id().to_owned(), kind.id.clone()));
        self.declared.push(KindSpec { id, name: Some(name), term: None, slot, limit, ..kind.clone() });
    }

    /// The declared id of the kind with this id or `SET/ID`. The kinds of the base take precedence. An unknown id stays.
    ///
    /// # Errors
    /// The possible words, if several sets other than the base have a kind with this id.
    fn id_of(&self, word: &str) -> Result<String, String> {
        let is = |(set, id): &(String, String)| word == format!("{set}/{id}");
        if let Some(place) = self.origins.iter().position(is) {
            return Ok(self.declared[place].id.clone());
        }
        let named = |place: &usize| self.origins[*place].1 == word && Kind::named(word).is_none();
        let found: Vec<usize> = (0..self.origins.len()).filter(named).collect();
        match found[..] {
            [] => Ok(word.to_owned()),
            [place, ..] if place < self.of_base || found.len() == 1 => Ok(self.declared[place].id.clone()),
            _ => {
                let words = found.iter().map(|&place| format!("`{}/{word}`", self.origins[place].0));
                Err(format!("write {}", words.collect::<Vec<_>>().join(" or ")))
            }
        }
    }
}
