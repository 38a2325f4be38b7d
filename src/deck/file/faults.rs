//! All faults in the shape of a deck file: wrong types, numbers out of range, unknown and missing fields. Each card and each kind is read
//! by itself, so that a fault hides no other one.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeValue;

use super::error::{MAX_PROBLEMS, Problem};
use super::locate::syntax_problem;
use super::source::DeckSource;
use crate::deck::language::rules::Rules;
use crate::deck::language::{CardSpec, KindSpec, SetHead};
use crate::deck::toml::{TomlError, faults_of, parsed};

/// A deck file without cards and kinds. Its head may be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Rest {
    #[serde(default)]
    set: Option<SetHead>,
    #[serde(default)]
    rules: Rules,
}

/// The problems of a file that cannot be read because of this fault, and perhaps others.
pub(in crate::deck) fn problems(source: &DeckSource, first: TomlError) -> Vec<Problem> {
    let mut faults = parsed(&source.text).map(|mut file| all(&mut file)).unwrap_or_default();
    // In the order of the file: cards, kinds and the rest were read one after another.
    faults.sort_by_key(|fault| fault.span.as_ref().map(|span| span.start));
    if faults.is_empty() {
        faults.push(first);
    }
    let message = |fault: &TomlError| Problem { message: fault.message.clone(), ..Problem::default() };
    let shown = faults.iter().take(MAX_PROBLEMS).map(|fault| syntax_problem(source, fault));
    shown.chain(faults.iter().skip(MAX_PROBLEMS).map(message)).collect()
}

fn all(file: &mut Spanned<DeValue<'_>>) -> Vec<TomlError> {
    let mut faults = of_each::<CardSpec>(file, "card");
    faults.extend(of_each::<KindSpec>(file, "kind"));
    faults.extend(faults_of::<Rest>(file, MAX_PROBLEMS));
    faults
}

/// The faults of the entries of a list, which is then removed: the rest of the file is read without it. A value that is no list stays.
fn of_each<T: DeserializeOwned>(file: &mut Spanned<DeValue<'_>>, list: &str) -> Vec<TomlError> {
    let DeValue::Table(table) = file.get_mut() else { return Vec::new() };
    match table.get_mut(list).map(Spanned::get_mut) {
        Some(DeValue::Array(entries)) => {
            let faults = entries.iter_mut().flat_map(|entry| faults_of::<T>(entry, MAX_PROBLEMS)).collect();
            table.remove(list);
            faults
        }
        _ => Vec::new(),
    }
}
