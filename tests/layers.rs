//! Every path of the library is followed to the file of its item. Stages import only from earlier stages, files form no import cycles,
//! files with modules below hold no items, and no source names a card or a set.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use kickdoor::deck::Kind;

mod graph;
mod imports;
mod source;

use graph::{arrows_up, cycles, room_of, rooms};
use imports::{Import, Imports};
use source::Source;

/// The stages. Each may import from the stages before it.
const STAGES: [&str; 10] = ["ids", "random", "deck", "game", "strategy", "run", "stats", "report", "study", "cli"];
/// A branch: it imports from `game` and the stages before it, and only `cli` imports from it.
const BRANCH: (&str, &str) = ("scenario", "game");
/// The rooms of a stage: the files and folders in it. Each may import from the rooms before it.
const ROOMS: [(&str, &[&str]); 2] = [
    ("deck", &["toml", "language", "file", "sheet", "english", "compiled", "compile", "tools"]),
    ("game", &["state", "legality", "table", "rules"]),
];
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

/// The imports of the library.
static IMPORTS: LazyLock<Imports> = LazyLock::new(|| {
    let mut files = sources(Path::new("src"));
    files.retain(|file| file != "src/main.rs");
    let read = |file: &PathBuf| Source::read(file, &fs::read_to_string(file).expect("a source"));
    Imports::of(files.iter().map(read))
});

/// Whether a source may import another one.
fn is_allowed(import: &Import) -> bool {
    let is_branch = is_in(&import.to, BRANCH.0) && !is_in(&import.from, "cli") && !is_in(&import.from, BRANCH.0);
    !is_branch && stage_of(&import.to) <= stage_of(&import.from)
}

#[test]
fn paths_lead_to_files() {
    let (paths, unresolved) = (IMPORTS.paths, IMPORTS.unresolved.len());
    assert!(paths > 2000, "only {paths} paths were found");
    assert!(
        100 * unresolved <= paths,
        "{unresolved} of {paths} paths lead to no file:\n{}",
        IMPORTS.unresolved.join("\n")
    );
}

#[test]
fn stages_import_only_from_earlier_stages() {
    let wrong = IMPORTS.found.iter().filter(|import| stage_of(&import.from).is_some() && !is_allowed(import));
    let wrong: Vec<String> = wrong.map(|import| format!("{}: {}", import.from.display(), import.path)).collect();
    assert!(wrong.is_empty(), "imports from a later stage or from the branch:\n{}", wrong.join("\n"));
}

/// What `cli` names of the stages that play games: words, counts, errors, and the size of a game. The list is exact.
const DATA: [&str; 21] = [
    "COUNTS",
    "ContestKind",
    "Count",
    "Entry",
    "Journal",
    "OpenCall",
    "state_bytes",
    "GameRow",
    "Haste",
    "Listing",
    "METRICS",
    "PlanError",
    "Played",
    "Profile",
    "RunError",
    "StrategyError",
    "Tally",
    "Way",
    "metric_name",
    "names",
    "schema",
];

/// `cli` parses, calls a study and prints. What it could play, a user of the library could not.
#[test]
fn the_program_plays_no_games() {
    let plays = |file: &Path| ["game", "strategy", "run"].iter().any(|stage| is_in(file, stage));
    let of_cli = IMPORTS.found.iter().filter(|import| is_in(&import.from, "cli"));
    let mut unused: BTreeSet<&str> = DATA.into_iter().collect();
    let mut wrong = Vec::new();
    for import in of_cli {
        let words: Vec<&str> = import.path.split("::").collect();
        let data: Vec<&&str> = words.iter().filter(|word| DATA.contains(word)).collect();
        unused.retain(|word| !data.contains(&word));
        if plays(&import.to) && data.is_empty() || words.contains(&"Setup") {
            wrong.push(format!("{}: {}", import.from.display(), import.path));
        }
    }
    assert!(wrong.is_empty() && unused.is_empty(), "{}; unused: {unused:?}", wrong.join("\n"));
}

/// The crates of a feature in `Cargo.toml`, as sources name them.
fn crates_of(feature: &str) -> Vec<String> {
    let manifest: toml::Table = fs::read_to_string("Cargo.toml").expect("the manifest").parse().expect("TOML");
    let parts = manifest["features"][feature].as_array().expect("a list").clone();
    let name = |part: toml::Value| part.as_str()?.strip_prefix("dep:").map(|name| name.replace('-', "_"));
    parts.into_iter().filter_map(name).collect()
}

/// Whether a source names a crate: as a word before `::`, or after `use`.
fn names_crate(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(is_word) && (after.starts_with("::") || before.trim_end().ends_with("use"))
    })
}

#[test]
fn only_the_program_uses_the_crates_of_its_feature() {
    let crates = crates_of("cli");
    assert!(crates.len() > 4 && crates.contains(&"signal_hook".to_owned()), "{crates:?}");
    assert!(
        names_crate("use clap::Args;", "clap")
            && names_crate("x(clap::Id)", "clap")
            && names_crate("use clap as c", "clap")
    );
    assert!(!names_crate("clap(2) crate::clap::X clap_lex::Y", "clap"));
    let sources: Vec<PathBuf> = sources(Path::new("src")).into_iter().filter(|path| !is_in(path, "cli")).collect();
    let users = |name: &String| {
        sources
            .iter()
            .filter(|path| names_crate(&code(path), name))
            .map(|path| (name.clone(), path.clone()))
            .collect::<Vec<_>>()
    };
    let wrong: Vec<_> = crates.iter().flat_map(users).collect();
    assert!(sources.len() > 200 && wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_source_except_lib_and_main_belongs_to_a_stage() {
    let outside: Vec<PathBuf> = sources(Path::new("src")).into_iter().filter(|path| stage_of(path).is_none()).collect();
    assert_eq!(outside, [Path::new("src/lib.rs"), Path::new("src/main.rs")]);
}

#[test]
fn rooms_import_only_from_earlier_rooms() {
    let mut wrong = Vec::new();
    for (stage, rooms) in ROOMS {
        let stage = Path::new("src").join(stage);
        let place = |file: &Path| {
            let room = room_of(&stage, file)?;
            let place = rooms.iter().position(|other| Path::new(other) == room);
            Some(place.unwrap_or_else(|| panic!("{}: no room of {rooms:?}", file.display())))
        };
        for import in IMPORTS.found.iter().filter(|import| !import.passes_on) {
            if let (Some(from), Some(to)) = (place(&import.from), place(&import.to))
                && from < to
            {
                wrong.push(format!("{}: {}", import.from.display(), import.path));
            }
        }
    }
    assert!(wrong.is_empty(), "imports from a later room:\n{}", wrong.join("\n"));
}

#[test]
fn files_with_modules_below_only_declare_and_re_export() {
    assert_eq!(IMPORTS.folders_with_items(), Vec::<&Path>::new());
}

#[test]
fn no_files_form_an_import_cycle() {
    let cycles = cycles(&IMPORTS.graph());
    let within = |import: &&Import| {
        let holds =
            |cycle: &BTreeSet<&Path>| [&import.from, &import.to].iter().all(|file| cycle.contains(file.as_path()));
        !import.passes_on && cycles.iter().any(holds)
    };
    let arrows = IMPORTS.found.iter().filter(within);
    let arrows: Vec<String> = arrows.map(|import| format!("{}: {}", import.from.display(), import.path)).collect();
    assert!(cycles.is_empty(), "{cycles:?}\n{}", arrows.join("\n"));
}

#[test]
fn no_rooms_form_an_import_cycle() {
    let graph = IMPORTS.graph();
    for stage in STAGES.into_iter().chain([BRANCH.0]) {
        let circles = cycles(&rooms(&graph, &Path::new("src").join(stage)));
        assert!(circles.is_empty(), "{stage}: {circles:?}");
    }
}

/// The files that the paths of a source name, in a library of a stage `a` with an open and a hidden module and a stage `b`.
fn files_named(text: &str) -> Vec<String> {
    let sources = [
        ("src/lib.rs", "pub mod a; pub mod b;"),
        ("src/a/mod.rs", "mod hidden; pub mod open; pub use hidden::{Thing, inner::Deep as Far}; pub use open::*;"),
        ("src/a/hidden/mod.rs", "pub mod inner; pub use inner::Thing;"),
        ("src/a/hidden/inner.rs", "pub struct Thing; pub struct Deep;"),
        ("src/a/open.rs", "pub fn open() {} make! { pub struct Made; }"),
        ("src/b/mod.rs", "mod reader;"),
        ("src/b/reader.rs", text),
    ];
    let imports = Imports::of(sources.map(|(file, text)| Source::read(Path::new(file), text)));
    let named = imports.found.iter().filter(|import| import.from.ends_with("reader.rs"));
    let files = named.map(|import| import.to.display().to_string());
    files.chain(imports.unresolved.iter().map(|path| format!("no file: {path}"))).collect()
}

#[test]
fn a_path_leads_to_the_file_of_its_item() {
    let (inner, open) = ("src/a/hidden/inner.rs", "src/a/open.rs");
    let cases: [(&str, &[&str]); 16] = [
        ("use crate::a::Thing;", &[inner]),
        ("use crate::{a::{Thing as Other, open::open}};", &[inner, open]),
        ("use crate::a::Far as _;", &[inner]),
        ("use super::super::a::open::{self};", &[open]),
        ("use crate::a; fn f() { a::open(); a::Thing }", &["src/a/mod.rs", inner, open]),
        ("use crate::a::open::*;", &[open]),
        ("use crate::a::open::Made;", &[open]),
        ("fn f() -> crate::a::Far { }", &[inner]),
        ("fn f() { use crate::a::Thing; }", &[inner]),
        ("fn f() { call!(\"{}\", crate::a::Thing) }", &[inner]),
        ("#[serde(default = \"crate::a::open::open\")] struct S;", &[open]),
        ("mod m { fn f() { super::super::super::a::Thing } }", &[inner]),
        ("pub(in crate::b) fn f() {}", &[]),
        ("use std::fmt; use fmt::Display; fn f() { Vec::new(); fmt::Result }", &[]),
        ("#[cfg(test)] mod tests { use crate::a::Thing; }", &[]),
        ("use crate::a::Nothing;", &["no file: src/b/reader.rs: crate::a::Nothing"]),
    ];
    for (text, files) in cases {
        assert_eq!(files_named(text), files, "{text}");
    }
}

/// Rooms and arrows of each stage: `cargo test --test suite rooms_and_arrows -- --ignored --nocapture`.
#[test]
#[ignore = "an overview"]
fn rooms_and_arrows() {
    let graph = IMPORTS.graph();
    for stage in STAGES.into_iter().chain([BRANCH.0]) {
        let rooms = rooms(&graph, &Path::new("src").join(stage));
        let arrows: usize = rooms.values().map(BTreeSet::len).sum();
        println!("{stage:10} {:3} rooms {arrows:4} arrows {:3} up", rooms.len(), arrows_up(&rooms));
    }
}

/// Ids and names of sets and cards of the shipped decks.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    let paths = fs::read_dir("decks").expect("the decks").map(|entry| entry.expect("an entry").path());
    for path in paths.filter(|path| path.extension().is_some_and(|end| end == "toml")) {
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
    assert_eq!(suggest.collect::<Vec<_>>(), [Path::new("src/deck/file/nearest.rs")]);
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

/// Longest list of alternatives of a match, in lines.
const LONGEST_LIST: usize = 17;

/// A match that lists all the other variants states a fact that belongs in a table, see `src/deck/compiled/facts.rs`.
#[test]
fn no_match_lists_all_the_other_variants() {
    for path in sources(Path::new("src")) {
        let mut length = 1;
        for line in code(&path).lines() {
            length = if line.trim_start().starts_with("| ") { length + 1 } else { 1 };
            assert!(length <= LONGEST_LIST, "{}: a list of variants that ends in `{}`", path.display(), line.trim());
        }
    }
}

/// The stages that know how wide sets of cards are. Elsewhere they are the widest, so the code of decks, texts and studies is
/// compiled once.
const WIDE_AND_NARROW: [&str; 4] = ["ids", "game", "strategy", "run"];

/// Where a source names the width of card sets, or one of its values.
fn widths_in(code: &str) -> Vec<String> {
    let imported = code.split("ids::").skip(1).filter_map(|after| after.split(';').next());
    let names = imported.flat_map(|names| names.split(|c: char| !is_part(c)));
    let of_ids = names.filter(|name| ["NARROW", "MEDIUM", "WIDEST", "by_width", "narrowed"].contains(name));
    let own = ["const W:", "CardSet<W>", "by_width!", ".narrow()", ".narrowed"];
    let own = own.into_iter().filter(|words| code.contains(*words));
    of_ids.chain(own).map(str::to_owned).collect()
}

#[test]
fn only_the_engine_and_its_players_know_the_width_of_card_sets() {
    let others = sources(Path::new("src")).into_iter();
    let others = others.filter(|path| !WIDE_AND_NARROW.iter().any(|stage| is_in(path, stage)));
    let named = others.flat_map(|path| {
        let widths = widths_in(&code(&path));
        widths.into_iter().map(move |width| format!("{}: {width}", path.display()))
    });
    let named: Vec<String> = named.collect();
    assert!(named.is_empty(), "{}", named.join("\n"));
}

#[test]
fn a_width_of_card_sets_is_found() {
    for code in [
        "impl<const W: usize> Deck<W> {",
        "use crate::ids::{CardId, WIDEST};",
        "let set = set.narrow();",
        "crate::ids::by_width!(cards, W => 1)",
    ] {
        assert!(!widths_in(code).is_empty(), "{code}");
    }
    assert_eq!(widths_in("use crate::ids::{CardId, CardSet};\nconst WIDEST: usize = 3;"), Vec::<String>::new());
}

/// A run chooses the width of its tables in one file, and players that of their lessons.
#[test]
fn the_width_of_card_sets_is_chosen_in_three_files() {
    let choose = sources(Path::new("src")).into_iter().filter(|path| code(path).contains("by_width!("));
    let places = ["src/run/engine/tables.rs", "src/strategy/lessons/draw_values.rs", "src/strategy/search/lesson.rs"];
    assert_eq!(choose.collect::<Vec<_>>(), places.map(PathBuf::from));
}

/// Each kind of table is a copy of the engine for each width of card sets: live tables of three widths, rehearsals of two, and
/// logged tables of the widest one.
const COPIES: usize = 6;

/// The symbols of this program tell how often a function of the engine was compiled.
#[test]
#[cfg(target_os = "linux")]
fn the_engine_is_compiled_six_times() {
    let program = fs::read(std::env::current_exe().expect("this program")).expect("its file");
    // A symbol is the file and the type of a function, its name, and a hash that differs between copies.
    const FUNCTION: &str = "Table$LT$_$C$R$C$P$GT$$GT$8joins_in17h";
    let texts = program.utf8_chunks().map(|chunk| chunk.valid());
    let copies =
        texts.flat_map(|text| text.match_indices(FUNCTION).filter_map(|(at, _)| text[at + FUNCTION.len()..].get(..16)));
    // The constant above is in the program, too, without a hash.
    let is_hash = |text: &&str| text.chars().all(|c| c.is_ascii_hexdigit());
    let hashes: BTreeSet<&str> = copies.filter(is_hash).collect();
    assert_eq!(hashes.len(), COPIES, "copies of `joins_in`");
}
