//! The parts of a card, by their paths in its entry.

use serde_json::{Value, json};

use super::card::CardSpec;

/// Fields that are not perturbed: names, notes and the composition of the deck.
const FIXED: [&str; 8] = ["id", "name", "kind", "copies", "origin", "modelled", "inert", "flavour"];

/// The paths of all parts of a card.
pub(in crate::deck) fn parts_of(spec: &CardSpec) -> Vec<String> {
    let mut parts = Vec::new();
    walk(&json!(spec), &mut Vec::new(), &mut |path, _| {
        if !path.is_empty() && !is_fixed(path) {
            parts.push(written(path));
        }
    });
    parts
}

/// Whether a part is another part or contains it.
pub(crate) fn covers(part: &str, other: &str) -> bool {
    other.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::deck) enum Step {
    Key(String),
    Index(usize),
}

/// Whether a part is not perturbed.
pub(in crate::deck) fn is_fixed(path: &[Step]) -> bool {
    matches!(path.first(), Some(Step::Key(key)) if FIXED.contains(&key.as_str()))
}

/// A path, as files name it.
pub(in crate::deck) fn written(path: &[Step]) -> String {
    path.iter().fold(String::new(), |text, step| match step {
        Step::Key(key) if text.is_empty() => key.clone(),
        Step::Key(key) => format!("{text}.{key}"),
        Step::Index(index) => format!("{text}[{index}]"),
    })
}

/// The part at a path.
pub(in crate::deck) fn part_mut<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(index),
    })
}

/// Visits a value and all its parts.
pub(in crate::deck) fn walk(value: &Value, path: &mut Vec<Step>, visit: &mut dyn FnMut(&[Step], &Value)) {
    visit(path, value);
    let mut enter = |step: Step, part: &Value| {
        path.push(step);
        walk(part, path, visit);
        path.pop();
    };
    match value {
        Value::Object(table) => table.iter().for_each(|(key, part)| enter(Step::Key(key.clone()), part)),
        Value::Array(list) => list.iter().enumerate().for_each(|(index, part)| enter(Step::Index(index), part)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_covers_what_it_contains() {
        assert!(covers("use[0]", "use[0]") && covers("use[0]", "use[0].do[1]") && covers("use", "use[0]"));
        assert!(!covers("use[1]", "use[10]") && !covers("level", "levels") && !covers("use[0].do", "use[0]"));
    }
}
