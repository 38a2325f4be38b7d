//! The table of house rules in `docs/RULES.md`: every field of `Rules`, its values, and a scenario for each value.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use kickdoor::deck::{DeckSource, Rules, Sets, schema};
use kickdoor::scenario::Scenario;
use toml::{Table, Value};

/// A game that reaches these bounds makes a scenario fail, so no scenario can show them.
const UNSHOWN: [&str; 2] = ["max_steps", "max_turns"];

/// One row of the table.
struct Row {
    key: String,
    values: String,
    default: Value,
    /// Each value with its scenarios.
    scenarios: Vec<(Value, Vec<String>)>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/RULES.md")).expect("docs/RULES.md");
    let (_, part) = page.split_once("\n## House rules\n").expect("the heading");
    let part = part.split("\n## ").next().unwrap_or_default();
    let lines = part.lines().filter(|line| line.starts_with("| `"));
    lines.map(row).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
    let [key, values, default, decides, _, scenarios] = cells[..] else { panic!("expected six cells: {line}") };
    assert!(decides.len() > 10 && decides.ends_with('.'), "{key}: a sentence says what the setting decides");
    Row {
        key: unquoted(key).to_owned(),
        values: values.to_owned(),
        default: value(unquoted(default)),
        scenarios: scenarios.split("; ").map(|part| shown(key, part)).collect(),
    }
}

/// The value and the scenarios of a part such as `` `true`: `a.toml`, `b.toml` ``.
fn shown(key: &str, part: &str) -> (Value, Vec<String>) {
    let (word, files) = part.split_once(": ").unwrap_or_else(|| panic!("{key}: `{part}` has no value"));
    (value(unquoted(word)), files.split(", ").map(|file| unquoted(file).to_owned()).collect())
}

fn unquoted(word: &str) -> &str {
    word.trim().trim_matches('`')
}

/// A value as on the command line: TOML, or a word without quotes.
fn value(word: &str) -> Value {
    let document = format!("value = {word}").parse::<Table>();
    document.map_or_else(|_| Value::String(word.to_owned()), |mut table| table.remove("value").expect("a value"))
}

fn defaults() -> Table {
    Table::try_from(Rules::default()).expect("the rules as TOML")
}

/// Whether the rules accept this value.
fn accepted(key: &str, value: &Value) -> bool {
    let sets = Sets::read(&[DeckSource::find("zombies").expect("a shipped deck")]).expect("a valid deck");
    sets.rules(&[format!("{key}={value}")]).is_ok()
}

/// The words of a setting in the schema of deck files: words alone, and the names of words with a number.
fn words(key: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    let field = &schema["$defs"]["Rules"]["properties"][key];
    let reference = field["$ref"].as_str().or_else(|| field["allOf"][0]["$ref"].as_str()).expect("a type of its own");
    let name = reference.rsplit('/').next().expect("a name");
    let forms = schema["$defs"][name]["oneOf"].as_array().expect("the forms").clone();
    let alone = forms.iter().flat_map(|form| {
        let several = form["enum"].as_array().cloned().unwrap_or_default();
        several.into_iter().chain([form["const"].clone()])
    });
    let alone = alone.filter_map(|word| word.as_str().map(str::to_owned)).collect();
    let named = forms.iter().filter_map(|form| form["properties"].as_object()).flat_map(|form| form.keys().cloned());
    (alone, named.collect())
}

fn file(scenario: &str) -> Table {
    let path = root().join("tests/scenarios").join(scenario);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{scenario}: {error}"))
}

/// The rules in force in a scenario.
fn in_force(scenario: &str, file: &Table) -> Table {
    let folder = root().join("tests/scenarios").join(scenario).parent().map(Path::to_owned).expect("a folder");
    let names = match &file["deck"] {
        Value::Array(names) => names.clone(),
        name => vec![name.clone()],
    };
    let find = |name: &Value| {
        let name = name.as_str().expect("the name of a deck");
        DeckSource::find(name).or_else(|_| DeckSource::find(&folder.join(name).to_string_lossy())).expect("a deck")
    };
    let sets = Sets::read(&names.iter().map(find).collect::<Vec<_>>()).expect("valid decks");
    let sets = match file.get("base") {
        Some(base) => sets.with_base(base.as_str().expect("a set")).expect("one of the sets"),
        None => sets,
    };
    let mut rules = Table::try_from(&sets.base().file.rules).expect("the rules as TOML");
    rules.extend(switches(file).into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    rules
}

fn switches(file: &Table) -> Option<&Table> {
    file.get("rule").and_then(Value::as_table)
}

/// Whether a scenario holds with another value of a setting.
fn holds_with(scenario: &str, key: &str, value: &Value) -> bool {
    let mut file = file(scenario);
    let rules = file.entry("rule").or_insert_with(|| Value::Table(Table::new()));
    rules.as_table_mut().expect("a table").insert(key.to_owned(), value.clone());
    let path = root().join("tests/scenarios").join(scenario);
    let folder = path.parent().map(Path::to_owned).expect("a folder");
    let read = Scenario::read(DeckSource::new(scenario, file.to_string()), folder);
    let read = read.unwrap_or_else(|error| panic!("{scenario} with {key} = {value}: {error}"));
    read.play().is_ok_and(|report| report.passed())
}

#[test]
fn every_setting_has_one_row_with_its_default() {
    let rows = rows();
    let of_page: BTreeMap<&String, &Value> = rows.iter().map(|row| (&row.key, &row.default)).collect();
    let defaults = defaults();
    assert_eq!(of_page, defaults.iter().collect());
    assert_eq!(rows.len(), of_page.len(), "a setting has two rows");
}

#[test]
fn every_value_has_scenarios() {
    for Row { key, values, default, scenarios } in rows() {
        let shown: Vec<&Value> = scenarios.iter().map(|(value, _)| value).collect();
        assert!(shown.contains(&&default) && shown.len() > 1, "{key}: the default and another value need scenarios");
        assert!(shown.iter().all(|value| accepted(&key, value)), "{key}: a value is not accepted");
        match default {
            Value::Boolean(_) => assert!(shown.len() == 2 && values == "`false`, `true`", "{key}"),
            Value::Integer(_) => {
                let (low, high) = values.split_once(" to ").unwrap_or_else(|| panic!("{key}: expected a range"));
                let [low, high] = [low, high].map(|word| unquoted(word).parse::<i64>().expect("a number"));
                let [below, low, high, above] = [low - 1, low, high, high + 1].map(|n| accepted(&key, &n.into()));
                assert_eq!([below, low, high, above], [false, true, true, false], "{key}");
            }
            _ => {
                let (alone, named) = words(&key);
                let forms = || shown.iter().filter_map(|value| value.as_table()).flat_map(|form| form.keys().cloned());
                let single = || shown.iter().filter_map(|value| value.as_str().map(str::to_owned));
                assert_eq!((single().collect(), forms().collect()), (alone, named), "{key}");
                let listed: BTreeSet<&str> = values.split(", ").map(unquoted).collect();
                assert_eq!(listed.len(), shown.len(), "{key}: `{values}`");
            }
        }
    }
}

#[test]
fn a_scenario_plays_by_the_value_that_it_shows() {
    let mut faults = Vec::new();
    for Row { key, default, scenarios, .. } in rows() {
        for (value, scenario) in scenarios.iter().flat_map(|(value, files)| files.iter().map(move |file| (value, file)))
        {
            let file = file(scenario);
            let set = switches(&file).is_some_and(|rules| rules.contains_key(&key));
            if set != (*value != default) {
                faults.push(format!("{key}: `{scenario}` {} it", if set { "sets" } else { "does not set" }));
            }
            if in_force(scenario, &file).get(&key) != Some(value) {
                faults.push(format!("{key}: `{scenario}` plays by another value than {value}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn some_scenario_of_each_value_fails_under_every_other_value() {
    let mut faults = Vec::new();
    for Row { key, default, scenarios, .. } in rows() {
        let shown = |value: &Value| *value == default || !UNSHOWN.contains(&key.as_str());
        for (value, files) in scenarios.iter().filter(|(value, _)| shown(value)) {
            for (other, _) in scenarios.iter().filter(|(other, _)| other != value) {
                if files.iter().all(|file| holds_with(file, &key, other)) {
                    faults.push(format!("{key}: the scenarios of {value} hold with {other} too"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
