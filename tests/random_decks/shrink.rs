//! Shrinking: reduces a failing deck to a small deck that also fails.

use serde_json::Value;

use super::written::Written;

/// Maximum number of decks to try.
const MAX_TRIES: u32 = 4_000;

/// Removes cards, fields and effects, and replaces values with parts of them, as long as the deck fails.
pub(crate) fn shrink(mut deck: Written, fails: impl Fn(&Written) -> bool) -> Written {
    let mut tries = 0;
    loop {
        let before = deck.clone();
        let mut place = 0;
        while let Some(smaller) = nth_smaller(&deck.0, place) {
            tries += 1;
            if tries > MAX_TRIES {
                return deck;
            }
            let smaller = Written(smaller);
            if fails(&smaller) { deck = smaller } else { place += 1 }
        }
        if deck == before {
            return deck;
        }
    }
}

/// The document with one part removed or replaced with a part of itself; large parts come first.
fn nth_smaller(document: &Value, n: usize) -> Option<Value> {
    let mut pointers = Vec::new();
    note_pointers(document, "", &mut pointers);
    pointers.sort_by_key(|(pointer, _)| pointer.matches('/').count());
    let mut edits = pointers.iter().flat_map(|(pointer, inner)| {
        std::iter::once((pointer, None)).chain(inner.iter().map(move |inner| (pointer, Some(inner))))
    });
    let (pointer, inner) = edits.nth(n)?;
    let mut smaller = document.clone();
    match inner {
        Some(inner) => *smaller.pointer_mut(pointer)? = inner.clone(),
        None => remove(&mut smaller, pointer),
    }
    Some(smaller)
}

/// Collects the paths of all values in a document except the root, each with the values that can replace it.
fn note_pointers(value: &Value, at: &str, pointers: &mut Vec<(String, Vec<Value>)>) {
    if !at.is_empty() {
        pointers.push((at.to_owned(), instead(value)));
    }
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, inner)| note_pointers(inner, &format!("{at}/{key}"), pointers));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(n, inner)| note_pointers(inner, &format!("{at}/{n}"), pointers));
        }
        _ => {}
    }
}

/// The possible replacements of a value: the number 1, or the entries of lists in an object.
fn instead(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) if number.as_i64() != Some(1) => vec![Value::from(1)],
        Value::Object(fields) => fields
            .values()
            .flat_map(|inner| match inner {
                Value::Object(fields) => fields.values().cloned().collect(),
                other => vec![other.clone()],
            })
            .flat_map(|inner| match inner {
                Value::Array(list) => list,
                Value::Object(_) => vec![inner],
                _ => vec![],
            })
            .collect(),
        _ => vec![],
    }
}

fn remove(document: &mut Value, pointer: &str) {
    let Some((parent, last)) = pointer.rsplit_once('/') else { return };
    match document.pointer_mut(parent) {
        Some(Value::Object(fields)) => {
            fields.remove(last);
        }
        Some(Value::Array(list)) => {
            list.remove(last.parse().expect("a place in a list"));
        }
        _ => {}
    }
}
