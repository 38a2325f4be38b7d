//! `docs/RULES.md`, the functions and the scenarios agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// One row of the table.
struct Row {
    id: String,
    /// The sets whose rule sheets state the rule, or `all`.
    editions: Vec<String>,
    function: String,
    scenarios: Vec<String>,
    not_applicable: bool,
}

const MAX_NOT_APPLICABLE: usize = 10;
/// The rules of the catalogue.
const RULES: usize = 278;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The table rows of the page.
fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/RULES.md")).expect("docs/RULES.md");
    page.lines()
        .take_while(|line| *line != "## House rules")
        .filter(|line| line.starts_with("| ") && !line.starts_with("| rule") && !line.starts_with("| -"))
        .map(row)
        .collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> =
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('|').trim()).collect();
    let [id, says, editions, function, scenarios] = cells[..] else { panic!("expected five cells: {line}") };
    assert!(says.len() > 10 && says.ends_with('.'), "{id}: a sentence says the rule");
    let not_applicable = scenarios.starts_with("not applicable: ");
    let names = if not_applicable { Vec::new() } else { scenarios.split(", ").map(unquoted).collect() };
    let editions = editions.split(", ").map(|edition| edition.trim_end_matches(" (presumed)").to_owned()).collect();
    Row { id: id.into(), editions, function: unquoted(function), scenarios: names, not_applicable }
}

fn unquoted(word: &str) -> String {
    word.trim().trim_matches('`').to_owned()
}

/// Doc comments of all functions, by `module::function`.
fn documented() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    collect(&root().join("src"), &mut Vec::new(), &mut found);
    found
}

fn collect(folder: &Path, path: &mut Vec<String>, found: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).expect("a source folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            path.push(name);
            collect(&entry.path(), path, found);
            path.pop();
        } else if let Some(stem) = name.strip_suffix(".rs") {
            let mut module = path.clone();
            if stem != "mod" {
                module.push(stem.to_owned());
            }
            functions(&module.join("::"), &fs::read_to_string(entry.path()).expect("a source file"), found);
        }
    }
}

fn functions(module: &str, text: &str, found: &mut BTreeMap<String, Vec<String>>) {
    let mut doc = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("///") {
            doc.push_str(words);
        } else if let Some(name) = function_name(line) {
            found.entry(format!("{module}::{name}")).or_default().push(std::mem::take(&mut doc));
        } else if !line.starts_with("#[") {
            doc.clear();
        }
    }
}

fn function_name(line: &str) -> Option<&str> {
    let start = line.strip_prefix("fn ").or_else(|| line.split_once(" fn ").map(|(_, rest)| rest))?;
    start.split(['(', '<']).next()
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

#[test]
fn every_row_names_a_function_and_scenarios_that_name_the_rule() {
    let (documented, covered) = (documented(), covered());
    let mut faults = Vec::new();
    for row in rows().iter().filter(|row| !row.not_applicable) {
        match documented.get(&row.function) {
            None => faults.push(format!("{}: there is no function `{}`", row.id, row.function)),
            Some(docs) if !docs.iter().any(|doc| ids(doc).contains(&row.id)) => {
                faults.push(format!("{}: the first doc line of `{}` does not name it", row.id, row.function));
            }
            Some(_) => {}
        }
        for scenario in &row.scenarios {
            match covered.get(scenario) {
                None => faults.push(format!("{}: there is no scenario `{scenario}`", row.id)),
                Some(rules) if !rules.contains(&row.id) => {
                    faults.push(format!("{}: `{scenario}` does not cover it", row.id));
                }
                Some(_) => {}
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_rule_that_code_or_a_scenario_names_has_a_row() {
    let rows: BTreeSet<String> = rows().into_iter().map(|row| row.id).collect();
    let in_code = documented().into_values().flatten().flat_map(|doc| ids(&doc));
    let in_scenarios = covered().into_values().flatten();
    let missing: BTreeSet<String> = in_code.chain(in_scenarios).filter(|id| !rows.contains(id)).collect();
    assert!(missing.is_empty(), "rules without a row: {missing:?}");
}

#[test]
fn a_rule_of_one_edition_has_a_scenario_with_its_set() {
    let folder = root().join("tests/scenarios");
    let shows = |scenario: &String, set: &String| {
        let text = fs::read_to_string(folder.join(scenario)).expect("a scenario");
        text.lines().any(|line| line.starts_with("deck = ") && line.contains(&format!("\"{set}\"")))
    };
    let mut missing = Vec::new();
    for row in rows().iter().filter(|row| !row.not_applicable) {
        if let [set] = &row.editions[..]
            && set != "all"
            && !row.scenarios.iter().any(|scenario| shows(scenario, set))
        {
            missing.push(format!("{}: {set}", row.id));
        }
    }
    assert!(missing.is_empty(), "no scenario with the set: {}", missing.join(", "));
}

#[test]
fn rows_are_sorted_and_few_are_not_applicable() {
    let rows = rows();
    let ids: Vec<&String> = rows.iter().map(|row| &row.id).collect();
    assert!(ids.is_sorted(), "rows are sorted by id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "no rule has two rows");
    assert!(rows.iter().filter(|row| row.not_applicable).count() <= MAX_NOT_APPLICABLE);
    assert_eq!(rows.len(), RULES);
}
