//! Perturbations: small changes of one part of a card, to find the parts on which no game depends.
//!
//! They are made on the card's JSON form, so they cover every field of the card language.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::canonical::canonical;
use super::numbers::{entry, step_of};
use crate::deck::language::CardSpec;
use crate::deck::language::parts::{Step, is_fixed, part_mut, walk, written};

/// What was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The part was removed.
    Removed,
    /// A number was replaced with each of these numbers.
    Number {
        /// The number before.
        from: i64,
        /// The numbers after.
        to: Vec<i64>,
    },
    /// A switch was changed from this value to the other one.
    Switched(bool),
}

/// A change of one part of a card.
#[derive(Clone, Debug)]
pub struct Perturbation {
    /// The path of the part in the card's entry, such as `use[0].do[1].draw.count`.
    pub part: String,
    /// The change.
    pub edit: Edit,
    /// The changed entries: one for each new number.
    pub specs: Vec<CardSpec>,
}

/// All perturbations of a card, removals of large parts first. They need not compile.
pub fn perturbations(spec: &CardSpec) -> Vec<Perturbation> {
    let spec = CardSpec { inert: Default::default(), ..spec.clone() };
    let mut value = json!(spec);
    value.sort_all_objects();
    let mut finder = Finder { spec: &spec, seen: BTreeSet::from([canonical(&spec).to_string()]), whole: value.clone() };
    let mut steps = Vec::new();
    walk(&value, &mut Vec::new(), &mut |path, part| steps.push((path.to_vec(), part.clone())));
    steps.retain(|(path, _)| !path.is_empty() && !is_fixed(path));
    // Large parts first: if a game depends on none of it, its own parts need no trial.
    steps.sort_by_key(|(path, _)| path.len());
    // A list has no removal of its own: its entries are removed one at a time.
    let removable = steps.iter().filter(|(_, part)| !part.is_array());
    let removals: Vec<Perturbation> = removable.filter_map(|(path, _)| finder.removal(path)).collect();
    let changes = steps.iter().filter_map(|(path, part)| finder.change(path, part));
    removals.into_iter().chain(changes).collect()
}

/// Makes changed entries, each one once.
struct Finder<'a> {
    spec: &'a CardSpec,
    whole: Value,
    seen: BTreeSet<String>,
}

impl Finder<'_> {
    fn removal(&mut self, path: &[Step]) -> Option<Perturbation> {
        let (last, parent) = path.split_last()?;
        let mut value = self.whole.clone();
        match (part_mut(&mut value, parent)?, last) {
            (Value::Object(table), Step::Key(key)) => drop(table.remove(key)),
            (Value::Array(list), Step::Index(index)) => drop(list.remove(*index)),
            _ => return None,
        }
        let spec = self.entry(&value)?;
        Some(Perturbation { part: written(path), edit: Edit::Removed, specs: vec![spec] })
    }

    fn change(&mut self, path: &[Step], part: &Value) -> Option<Perturbation> {
        let (edit, specs) = match part {
            Value::Number(number) => self.numbers(path, number.as_i64()?),
            Value::Bool(on) => (Edit::Switched(*on), self.with(path, json!(!on)).into_iter().collect()),
            Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => return None,
        };
        (!specs.is_empty()).then(|| Perturbation { part: written(path), edit, specs })
    }

    /// A number one step higher and one step lower.
    fn numbers(&mut self, path: &[Step], from: i64) -> (Edit, Vec<CardSpec>) {
        // A step of the size of the printed number: 100 Gold Pieces are a change, one is not.
        let by = step_of(from);
        let pairs = [from + by, from - by].into_iter().filter_map(|to| Some((to, self.with(path, json!(to))?)));
        let (to, specs) = pairs.unzip();
        (Edit::Number { from, to }, specs)
    }

    fn with(&mut self, path: &[Step], new: Value) -> Option<CardSpec> {
        let mut value = self.whole.clone();
        *part_mut(&mut value, path)? = new;
        self.entry(&value)
    }

    /// The entry, if it can be read and means something new.
    fn entry(&mut self, value: &Value) -> Option<CardSpec> {
        let spec = entry(value, self.spec).ok()?;
        self.seen.insert(canonical(&spec).to_string()).then_some(spec)
    }
}
