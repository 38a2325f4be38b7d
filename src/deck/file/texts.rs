//! The texts of a deck file that reports and traces show: names, ids, tags, terms and reasons.

use super::error::Problem;
use super::locate::{Document, Step};
use super::sets::LoadedSet;
use crate::deck::language::text::{
    MAX_NAME, MAX_SAYS, MAX_TAG, MAX_TERM, fault, id_fault, name_fault, reason_fault, text_fault,
};
use crate::deck::language::{CardSpec, KindSpec, SetHead};

/// The faults of texts, each with the path of its field.
#[derive(Default)]
struct Faults<'a>(Vec<(Vec<Step<'a>>, String)>);

/// The problems with the texts of a set.
pub(in crate::deck) fn problems(set: &LoadedSet) -> Vec<Problem> {
    let file = &set.file;
    let mut faults = Faults::default();
    faults.of_head(&file.set);
    file.kinds.iter().enumerate().for_each(|(place, kind)| faults.of_kind(place, kind));
    file.cards.iter().enumerate().for_each(|(place, card)| faults.of_card(place, card));
    if faults.0.is_empty() {
        return Vec::new();
    }
    let document = Document::parse(&set.source);
    let problem = |(path, message): (Vec<Step<'_>>, String)| {
        let card = match path[..] {
            [Step::Key("card"), Step::Index(place), ..] => Some(file.cards[place].id.clone()),
            _ => None,
        };
        Problem { card, ..document.problem_at(&path, message, None) }
    };
    faults.0.into_iter().map(problem).collect()
}

impl<'a> Faults<'a> {
    fn add(&mut self, path: &[Step<'a>], fault: Option<String>) {
        self.0.extend(fault.map(|message| (path.to_vec(), message)));
    }

    fn of_head(&mut self, head: &'a SetHead) {
        let set = Step::Key("set");
        self.add(&[set, "id".into()], id_fault(&head.id, '-'));
        self.add(&[set, "name".into()], name_fault(&head.name, MAX_NAME));
        self.add(&[set, "expands".into()], head.expands.as_deref().and_then(|name| name_fault(name, MAX_NAME)));
        for (word, several) in &head.words {
            self.add(
                &[set, "words".into(), word.as_str().into()],
                name_fault(word, MAX_TERM).or_else(|| name_fault(several, MAX_TERM)),
            );
        }
        let terms = &head.terms;
        for (word, term) in [("identity", &terms.identity), ("power", &terms.power)] {
            self.add(&[set, "terms".into(), word.into()], name_fault(term, MAX_TERM));
        }
        for (word, term) in [("curse", &terms.curse), ("kick", &terms.kick)] {
            self.add(&[set, "terms".into(), word.into()], fault(term, MAX_TERM));
        }
    }

    fn of_kind(&mut self, place: usize, kind: &'a KindSpec) {
        let path = |field: &'a str| ["kind".into(), place.into(), field.into()];
        self.add(&path("id"), id_fault(&kind.id, '_'));
        self.add(&path("name"), kind.name.as_deref().and_then(|name| name_fault(name, MAX_NAME)));
        self.add(&path("slot"), kind.slot.as_deref().and_then(|slot| name_fault(slot, MAX_TERM)));
    }

    fn of_card(&mut self, place: usize, card: &'a CardSpec) {
        let path = |field: &'a str| ["card".into(), place.into(), field.into()];
        self.add(&path("id"), id_fault(&card.id, '-'));
        self.add(&path("name"), name_fault(&card.name, MAX_NAME));
        for (number, tag) in card.tags.iter().enumerate() {
            self.add(&[&path("tags")[..], &[number.into()]].concat(), name_fault(tag, MAX_TAG));
        }
        self.add(&path("flavour"), card.flavour.as_deref().and_then(|flavour| name_fault(flavour, MAX_SAYS)));
        self.add(&path("text"), card.text.as_deref().and_then(text_fault));
        for (part, reason) in &card.inert {
            self.add(&[&path("inert")[..], &[part.as_str().into()]].concat(), reason_fault(reason));
        }
    }
}
