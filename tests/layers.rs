//! Stages import only from earlier stages, files form no import cycles, and no source names a card or a set.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use kickdoor::deck::Kind;

/// The stages. Each may import from the stages before it.
const STAGES: [&str; 9] = ["ids", "random", "deck", "game", "strategy", "run", "stats", "report", "cli"];
/// A branch: it imports from `game` and the stages before it, and only `cli` imports from it.
const BRANCH: (&str, &str) = ("scenario", "game");
/// Minimum length of a name. Shorter names are words that sources need too.
const SHORTEST_NAME: usize = 6;

/// The Rust files of a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    files.sort();
    files
}

/// The stage of a source: the folder directly under `src/`.
fn stage_of(path: &Path) -> Option<usize> {
    let folder = path.strip_prefix("src").ok()?.components().next()?;
    place_of(folder.as_os_str().to_str()?)
}

/// The index of a stage; the branch has the index of the stage before it.
fn place_of(stage: &str) -> Option<usize> {
    let stage = if stage == BRANCH.0 { BRANCH.1 } else { stage };
    STAGES.iter().position(|other| *other == stage)
}

/// Whether a source belongs to this stage.
fn is_in(path: &Path, stage: &str) -> bool {
    path.starts_with(Path::new("src").join(stage))
}

/// A source without comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let text = text.split("#[cfg(test)]\npub(super) mod tests {").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The stages that a source imports or names in a path.
fn imports(code: &str) -> Vec<&str> {
    let words = code.split("crate::").skip(1);
    words.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()).collect()
}

#[test]
fn stages_import_only_from_earlier_stages() {
    let mut wrong = Vec::new();
    for path in sources(Path::new("src")) {
        let Some(own) = stage_of(&path) else { continue };
        for import in imports(&code(&path)) {
            match place_of(import) {
                _ if import == BRANCH.0 && !is_in(&path, "cli") && !is_in(&path, BRANCH.0) => {
                    wrong.push(format!("{}: only `cli` may import from `{import}`", path.display()));
                }
                Some(place) if place <= own => {}
                Some(_) => wrong.push(format!("{}: `{import}` is a later stage", path.display())),
                None => wrong.push(format!("{}: `{import}` is not a stage", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_source_except_lib_and_main_belongs_to_a_stage() {
    let outside: Vec<PathBuf> = sources(Path::new("src")).into_iter().filter(|path| stage_of(path).is_none()).collect();
    assert_eq!(outside, [Path::new("src/lib.rs"), Path::new("src/main.rs")]);
}

/// The module file for a path from a folder; `None` if the path ends at a folder's `mod.rs`.
fn module(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut folder = folder.to_owned();
    for word in path.split("::") {
        let file = folder.join(format!("{word}.rs"));
        if file.is_file() {
            return Some(file);
        }
        folder.push(word);
        if !folder.is_dir() {
            return None;
        }
    }
    None
}

/// The files that a source names in paths with `crate::` or `super::`.
fn imported_files(source: &Path) -> Vec<PathBuf> {
    let code = code(source);
    let is_mod = source.file_stem().is_some_and(|stem| stem == "mod");
    let own = source.parent().expect("a folder");
    let parent = if is_mod { own.parent().expect("a folder") } else { own };
    let path =
        |rest: &str| -> String { rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect() };
    let from = |start: &str, folder: &Path| -> Vec<PathBuf> {
        code.split(start).skip(1).filter_map(|rest| module(folder, &path(rest))).collect()
    };
    let mut files = [from("crate::", Path::new("src")), from("super::", parent)].concat();
    files.retain(|file| file != source);
    files
}

/// Removes files that import none of the others, or are imported by none of the others. The remaining files contain a cycle.
#[test]
fn no_files_form_an_import_cycle() {
    let mut left: BTreeMap<PathBuf, Vec<PathBuf>> =
        sources(Path::new("src")).into_iter().map(|file| (file.clone(), imported_files(&file))).collect();
    let imports: usize = left.values().map(Vec::len).sum();
    assert!(imports > 500, "only {imports} imports were found");
    loop {
        let before = left.len();
        let imported: BTreeSet<PathBuf> = left.values().flatten().cloned().collect();
        left.retain(|file, _| imported.contains(file));
        let files: BTreeSet<PathBuf> = left.keys().cloned().collect();
        left.values_mut().for_each(|imports| imports.retain(|file| files.contains(file)));
        left.retain(|_, imports| !imports.is_empty());
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}

/// Ids and names of sets and cards of the shipped decks.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir("decks").expect("the decks") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a deck");
        let deck: toml::Table = text.parse().expect("TOML");
        names.extend(["id", "name"].iter().filter_map(|field| deck["set"].get(field)?.as_str()).map(str::to_owned));
        let cards = deck.get("card").and_then(toml::Value::as_array).into_iter().flatten();
        let texts = cards.flat_map(|card| ["id", "name"].map(|field| card.get(field).and_then(toml::Value::as_str)));
        let long = texts.flatten().filter(|text| text.len() >= SHORTEST_NAME);
        names.extend(long.map(str::to_owned));
    }
    names
}

/// Whether a character belongs to a word.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Whether the code contains this name as a whole word.
fn holds(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(start, _)| {
        let before = code[..start].chars().next_back();
        let after = code[start + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Names of cards that are also words of the rules.
const RULE_WORDS: [&str; 2] = ["flight", "Flight"];

#[test]
fn no_source_names_a_card_or_a_set() {
    let names: Vec<String> = names().into_iter().filter(|name| !RULE_WORDS.contains(&name.as_str())).collect();
    assert!(names.len() > 100, "{} names", names.len());
    let mut wrong = Vec::new();
    for path in sources(Path::new("src")) {
        let code = code(&path);
        let words: HashSet<&str> = code.split(|c: char| !is_part(c)).collect();
        let starts = |name: &str| name.split(|c: char| !is_part(c)).next().is_some_and(|word| words.contains(word));
        let found = names.iter().filter(|name| starts(name) && holds(&code, name));
        wrong.extend(found.map(|name| format!("{}: `{name}`", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_engine_and_the_players_name_no_kind_of_card() {
    let ids: Vec<String> = Kind::standard().iter().map(|kind| format!("\"{}\"", kind.id)).collect();
    let mut names: Vec<&str> = ids.iter().map(String::as_str).collect();
    names.extend(["deck::Kind", "KindSpec", "kind.id"]);
    let mut wrong = Vec::new();
    for path in [sources(Path::new("src/game")), sources(Path::new("src/strategy"))].concat() {
        let code = code(&path);
        let found = names.iter().filter(|name| code.contains(**name));
        wrong.extend(found.map(|name| format!("{}: {name}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Printing macros panic if the output cannot be written.
#[test]
fn no_source_uses_a_printing_macro_that_panics() {
    for path in sources(Path::new("src")) {
        let text = code(&path);
        let printed = ["println!(", "eprint!(", " print!("].into_iter().find(|printed| text.contains(printed));
        assert_eq!(printed, None, "{}", path.display());
    }
}

/// `nearest` never suggests the word itself.
#[test]
fn all_suggestions_come_from_one_function() {
    let suggest = sources(Path::new("src")).into_iter().filter(|path| code(path).contains("strsim"));
    assert_eq!(suggest.collect::<Vec<_>>(), [Path::new("src/deck/nearest.rs")]);
}

/// A width of a format that a text of a user determines aborts the program if it is beyond 65,535. `report::left` has no limit.
#[test]
fn no_format_has_a_computed_width() {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut wrong = Vec::new();
    for path in sources(Path::new("src")) {
        let code = code(&path);
        for (at, _) in code.match_indices('$') {
            let before = &code[..at];
            let word = &before[before.trim_end_matches(is_word).len()..];
            let precision = before.ends_with(&format!(".{word}"));
            if !word.is_empty() && !precision && word.to_uppercase() != word {
                wrong.push(format!("{}: {word}$", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "use report::left or a constant: {}", wrong.join(", "));
}
