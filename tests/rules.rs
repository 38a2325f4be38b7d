//! `docs/RULES.md`, the functions and the scenarios agree. `KICKDOOR_BLESS=1 cargo test --test suite rules::` writes the functions
//! into the table again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The table of rules in this page. Its last column is generated.
const PAGE: &str = "docs/RULES.md";
/// The sets by their initials in the table.
const SETS: [(&str, &str); 5] =
    [("a", "axe-cop"), ("f", "fu"), ("s", "age-of-sigmar"), ("x", "x-men"), ("z", "zombies")];
const MAX_NOT_APPLICABLE: usize = 10;
/// The rules of the catalogue.
const RULES: usize = 278;

/// One row of the table.
struct Row {
    id: String,
    says: String,
    /// The initials of the sets whose rule sheets state the rule, or `all`; in brackets those for which it is presumed.
    sets: String,
    /// The function, or the reason why there is none.
    function: String,
}

impl Row {
    /// The row in a line of the page, if it is a row of the table.
    fn read(line: &str) -> Option<Row> {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
        let [id, says, sets, function] = cells[..] else { return None };
        is_id(id).then(|| Row { id: id.into(), says: says.into(), sets: sets.into(), function: function.into() })
    }

    fn applies(&self) -> bool {
        !self.function.starts_with("not applicable: ")
    }

    /// The only set whose rule sheet states the rule, also by presumption.
    fn only_set(&self) -> Option<&str> {
        let found = SETS.iter().find(|(initial, _)| *initial == self.sets);
        found.map(|(_, set)| *set)
    }

    fn line(&self) -> String {
        format!("| {} | {} | {} | {} |", self.id, self.says, self.sets, self.function)
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join(PAGE)).expect(PAGE)
}

/// The table rows of the page.
fn rows() -> Vec<Row> {
    page().lines().filter_map(Row::read).collect()
}

/// A function whose doc comment names rules.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Function {
    /// How many rules it names: the more, the more central it is.
    rules: Reverse<usize>,
    /// Below `src/`.
    file: String,
    name: String,
}

impl Function {
    /// The name of the file, and the function.
    fn place(&self) -> String {
        let path = Path::new(&self.file);
        let named = if path.ends_with("mod.rs") { path.parent().unwrap_or(path) } else { path };
        format!("{}: {}", named.file_stem().unwrap_or_default().to_string_lossy(), self.name)
    }
}

/// The functions of each rule, the most central first.
fn functions() -> BTreeMap<String, BTreeSet<Function>> {
    let mut found: BTreeMap<String, BTreeSet<Function>> = BTreeMap::new();
    for path in sources(&root().join("src")) {
        let file = path.strip_prefix(root().join("src")).expect("below").to_string_lossy().replace('\\', "/");
        for (name, doc) in documented(&fs::read_to_string(&path).expect("a source file")) {
            let ids = ids(&doc);
            for id in &ids {
                let function = Function { rules: Reverse(ids.len()), file: file.clone(), name: name.clone() };
                found.entry(id.clone()).or_default().insert(function);
            }
        }
    }
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("a source folder").map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The names and doc comments of the functions of a file.
fn documented(text: &str) -> Vec<(String, String)> {
    let (mut doc, mut found) = (String::new(), Vec::new());
    for line in text.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("///") {
            doc.push_str(words);
        } else if let Some(name) = function_name(line) {
            found.push((name.to_owned(), std::mem::take(&mut doc)));
        } else if !line.starts_with("#[") {
            doc.clear();
        }
    }
    found
}

/// The name of a function, or of a type that carries a rule, such as a number with its range.
fn function_name(line: &str) -> Option<&str> {
    let after = |word: &str| line.strip_prefix(&word[1..]).or_else(|| line.split_once(word).map(|(_, rest)| rest));
    after(" fn ").or_else(|| after(" type "))?.split(['(', '<', ' ']).next()
}

/// The rule ids in a doc comment before its first colon, with ranges expanded.
fn ids(doc: &str) -> BTreeSet<String> {
    let head = doc.split(':').next().unwrap_or_default();
    let words: Vec<&str> = head.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let mut ids: BTreeSet<String> = words.iter().filter(|word| is_id(word)).map(|word| (*word).to_owned()).collect();
    for span in words.windows(3).filter(|span| span[1] == "to" && is_id(span[0]) && is_id(span[2])) {
        let ((area, from), (_, to)) = (parts(span[0]), parts(span[2]));
        ids.extend((from..=to).map(|n| format!("{area}-{n:02}")));
    }
    ids
}

fn is_id(word: &str) -> bool {
    word.rsplit_once('-').is_some_and(|(area, number)| {
        number.len() == 2
            && number.chars().all(|c| c.is_ascii_digit())
            && area.len() > 2
            && area.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    })
}

fn parts(id: &str) -> (&str, u32) {
    let (area, number) = id.rsplit_once('-').expect("an id");
    (area, number.parse().expect("a number"))
}

/// The rule ids that each scenario covers, by its path under `tests/scenarios`.
fn covered() -> BTreeMap<String, Vec<String>> {
    let folder = root().join("tests/scenarios");
    let files = kickdoor::scenario::files(&folder).expect("scenarios");
    let rules = |path: &PathBuf| {
        kickdoor::scenario::Scenario::load(path).map(|scenario| scenario.rules().map(str::to_owned).collect::<Vec<_>>())
    };
    let name = |path: &PathBuf| path.strip_prefix(&folder).expect("below").to_string_lossy().replace('\\', "/");
    files.iter().map(|path| (name(path), rules(path).unwrap_or_else(|error| panic!("{error}")))).collect()
}

/// The rules that some scenario covers.
fn shown() -> BTreeSet<String> {
    covered().into_values().flatten().collect()
}

/// The page with the functions of today's sources in the last column of its table.
fn with_functions(page: &str) -> String {
    let functions = functions();
    let line = |line: &str| match Row::read(line) {
        Some(row) if row.applies() => {
            let first = functions.get(&row.id).and_then(BTreeSet::first);
            let function = first.map_or("-".to_owned(), Function::place);
            Row { function, ..row }.line()
        }
        _ => line.to_owned(),
    };
    page.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn the_table_names_the_functions_of_the_sources() {
    let (was, is) = (page(), with_functions(&page()));
    if std::env::var_os("KICKDOOR_BLESS").is_some() {
        fs::write(root().join(PAGE), &is).expect(PAGE);
        return;
    }
    for (number, (was, is)) in (1..).zip(was.lines().zip(is.lines())) {
        assert_eq!(was, is, "{PAGE}:{number}: KICKDOOR_BLESS=1 cargo test --test suite rules:: writes the table again");
    }
}

#[test]
fn every_rule_has_a_function_and_a_scenario() {
    let (functions, shown) = (functions(), shown());
    let rows = rows();
    let without = |found: &dyn Fn(&Row) -> bool| -> Vec<&str> {
        rows.iter().filter(|row| row.applies() && !found(row)).map(|row| row.id.as_str()).collect()
    };
    assert_eq!(without(&|row| functions.contains_key(&row.id)), [""; 0], "no function names these rules");
    assert_eq!(without(&|row| shown.contains(&row.id)), [""; 0], "no scenario names these rules");
}

#[test]
fn every_rule_that_code_or_a_scenario_names_has_a_row() {
    let rows: BTreeSet<String> = rows().into_iter().map(|row| row.id).collect();
    let named = functions().into_keys().chain(shown());
    let missing: BTreeSet<String> = named.filter(|id| !rows.contains(id)).collect();
    assert!(missing.is_empty(), "rules without a row: {missing:?}");
}

#[test]
fn a_rule_of_one_edition_has_a_scenario_with_its_set() {
    let folder = root().join("tests/scenarios");
    let with_set = |scenario: &String, set: &str| {
        let text = fs::read_to_string(folder.join(scenario)).expect("a scenario");
        text.lines().any(|line| line.starts_with("deck = ") && line.contains(&format!("\"{set}\"")))
    };
    let covered = covered();
    let missing = |row: &Row| {
        let set = row.only_set().filter(|_| row.applies())?;
        let mut scenarios = covered.iter().filter(|(_, rules)| rules.contains(&row.id));
        (!scenarios.any(|(scenario, _)| with_set(scenario, set))).then(|| format!("{}: {set}", row.id))
    };
    let missing: Vec<String> = rows().iter().filter_map(missing).collect();
    assert!(missing.is_empty(), "no scenario with the set: {}", missing.join(", "));
}

#[test]
fn rows_are_sorted_and_few_are_not_applicable() {
    let rows = rows();
    let ids: Vec<&String> = rows.iter().map(|row| &row.id).collect();
    assert!(ids.is_sorted(), "rows are sorted by id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "no rule has two rows");
    assert!(rows.iter().filter(|row| !row.applies()).count() <= MAX_NOT_APPLICABLE);
    assert!(rows.iter().all(|row| row.says.len() > 10 && row.says.ends_with('.')), "a sentence says the rule");
    let initial = |letter: char| SETS.iter().any(|(initial, _)| initial.starts_with(letter));
    let known = |row: &Row| row.sets == "all" || row.sets.chars().all(|c| "()".contains(c) || initial(c));
    assert!(rows.iter().all(known), "the sets have initials");
    assert_eq!(rows.len(), RULES);
}
