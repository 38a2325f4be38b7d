//! The table of house rules in `docs/RULES.md`, from the schema of deck files, and the scenarios that show each value of a setting.
//! `KICKDOOR_BLESS=1 cargo test --test suite house_rules::` writes the table again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use kickdoor::deck::{DeckSource, Rules, Sets, schema};
use kickdoor::scenario::Scenario;
use toml::{Table, Value};

const PAGE: &str = "docs/RULES.md";
const HEAD: &str = "| setting | values, the default first | what it decides |\n| --- | --- | --- |\n";
/// A game that reaches these bounds makes a scenario fail, so no scenario can show a lower bound.
const UNSHOWN: [&str; 2] = ["max_steps", "max_turns"];

/// A field of `Rules`.
struct Setting {
    key: String,
    default: Value,
    decides: String,
    /// The words and switches that it can be, or none for a number.
    words: Vec<String>,
    /// The numbers that it can be, or that a word takes.
    range: Option<(i64, i64)>,
}

impl Setting {
    fn line(&self) -> String {
        let default = self.default.as_str().map_or(self.default.to_string(), str::to_owned);
        let others = self.words.iter().filter(|word| **word != default);
        let mut values: Vec<String> = [&default].into_iter().chain(others).map(|word| format!("`{word}`")).collect();
        match self.range {
            Some((low, high)) if self.words.is_empty() => values.push(format!("from {low} to {high}")),
            Some((low, high)) => values.push(format!("`{{ seat = {low} }}` to `{{ seat = {high} }}`")),
            None => {}
        }
        format!("| `{}` | {} | {} |\n", self.key, values.join(", "), self.decides)
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn settings() -> Vec<Setting> {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    let defaults = Table::try_from(Rules::default()).expect("the rules as TOML");
    defaults.into_iter().map(|(key, default)| setting(&schema["$defs"], key, default)).collect()
}

fn setting(types: &serde_json::Value, key: String, default: Value) -> Setting {
    let field = &types["Rules"]["properties"][&key];
    let decides = field["description"].as_str().unwrap_or_default().to_owned();
    let limits = |number: &serde_json::Value| Some((number["minimum"].as_i64()?, number["maximum"].as_i64()?));
    let name = field["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let forms = name.and_then(|name| types[name]["oneOf"].as_array()).map_or(&[][..], Vec::as_slice);
    let words = forms.iter().flat_map(|form| form["enum"].as_array().into_iter().flatten().chain(form.get("const")));
    let words = words.filter_map(serde_json::Value::as_str).map(str::to_owned);
    let switches =
        field["type"].as_str().filter(|name| *name == "boolean").map(|_| ["false", "true"].map(str::to_owned));
    let seats = forms.iter().find_map(|form| limits(&form["properties"]["seat"]));
    Setting {
        words: words.chain(switches.into_iter().flatten()).collect(),
        range: limits(field).or(seats),
        key,
        default,
        decides,
    }
}

/// Whether the rules accept this value.
fn accepted(key: &str, value: &Value) -> bool {
    let sets = Sets::read(&[DeckSource::find("zombies").expect("a shipped deck")]).expect("a valid deck");
    sets.rules(&[format!("{key}={value}")]).is_ok()
}

/// The scenarios, each with its name and its content.
fn scenarios() -> Vec<(String, Table)> {
    let folder = root().join("tests/scenarios");
    let paths = kickdoor::scenario::files(&folder).expect("scenarios");
    let name = |path: &PathBuf| path.strip_prefix(&folder).expect("below").to_string_lossy().replace('\\', "/");
    paths.iter().map(name).map(|name| (name.clone(), file(&name))).collect()
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

/// Whether two scenarios cover a rule in common.
fn related(one: &Table, other: &Table) -> bool {
    let rules = |file: &Table| file.get("rules").and_then(Value::as_array).cloned().unwrap_or_default();
    rules(one).iter().any(|rule| rules(other).contains(rule))
}

/// The values of a setting that scenarios choose, and its default, by their forms: words and switches one by one, the other numbers
/// together, and the words with a number together.
fn forms(setting: &Setting, scenarios: &[(String, Table)]) -> BTreeMap<String, Vec<Value>> {
    let mut forms: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let chosen = scenarios.iter().filter_map(|(_, file)| switches(file)?.get(&setting.key));
    for value in chosen.chain([&setting.default]) {
        let form = match value {
            Value::String(word) => word.clone(),
            Value::Boolean(switch) => switch.to_string(),
            _ if *value == setting.default => "the default".to_owned(),
            _ => "a number".to_owned(),
        };
        let values = forms.entry(form).or_default();
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    forms
}

/// Whether some scenario that plays by a value of a setting fails with another value. Scenarios that play by the default are tried if
/// they share a rule with one that chooses a value, and then all.
fn shown(setting: &Setting, value: &Value, other: &Value, scenarios: &[(String, Table)]) -> bool {
    let key = setting.key.as_str();
    let choice = |file: &Table| switches(file).and_then(|rules| rules.get(key)).cloned();
    let fails = |(name, _): &&(String, Table)| !holds_with(name, key, other);
    if *value != setting.default {
        return scenarios.iter().filter(|(_, file)| choice(file).as_ref() == Some(value)).any(|found| fails(&found));
    }
    let about: Vec<&Table> = scenarios.iter().map(|(_, file)| file).filter(|file| choice(file).is_some()).collect();
    let by_default =
        |(name, file): &&(String, Table)| choice(file).is_none() && in_force(name, file).get(key) == Some(value);
    let (near, far): (Vec<_>, Vec<_>) =
        scenarios.iter().partition(|(_, file)| about.iter().any(|other| related(file, other)));
    near.into_iter().chain(far).filter(by_default).any(|found| fails(&found))
}

#[test]
fn the_table_lists_the_settings_of_the_schema() {
    let page = fs::read_to_string(root().join(PAGE)).expect(PAGE);
    let (before, rest) = page.split_once(HEAD).expect("the head of the table");
    let (was, after) = rest.split_once("\n\n").expect("a line after the table");
    let is: String = settings().iter().map(Setting::line).collect();
    if std::env::var_os("KICKDOOR_BLESS").is_some() {
        fs::write(root().join(PAGE), format!("{before}{HEAD}{is}\n{after}")).expect(PAGE);
        return;
    }
    assert_eq!(format!("{was}\n"), is, "KICKDOOR_BLESS=1 cargo test --test suite house_rules:: writes the table again");
}

#[test]
fn every_setting_has_a_sentence_and_values() {
    for Setting { key, default, decides, words, range } in settings() {
        assert!(decides.len() > 10 && decides.ends_with('.'), "{key}: a sentence says what the setting decides");
        match range.filter(|_| default.is_integer()) {
            Some((low, high)) => {
                let [below, low, high, above] = [low - 1, low, high, high + 1].map(|n| accepted(&key, &n.into()));
                assert_eq!([below, low, high, above], [false, true, true, false], "{key}");
            }
            None => assert!(words.len() > 1, "{key}: {words:?}"),
        }
    }
}

#[test]
fn some_scenario_of_each_value_fails_under_every_other_value() {
    let scenarios = scenarios();
    let mut faults = Vec::new();
    for setting in settings() {
        let (key, forms) = (&setting.key, forms(&setting, &scenarios));
        for word in setting.words.iter().filter(|word| !forms.contains_key(*word)) {
            faults.push(format!("{key}: no scenario chooses {word}"));
        }
        assert!(forms.len() > 1, "{key}: no scenario chooses another value than the default");
        let can_show = |values: &[Value]| values.contains(&setting.default) || !UNSHOWN.contains(&key.as_str());
        for (form, values) in forms.iter().filter(|(_, values)| can_show(values)) {
            for (other, others) in forms.iter().filter(|(other, _)| *other != form) {
                let mut pairs = values.iter().flat_map(|value| others.iter().map(move |other| (value, other)));
                if !pairs.any(|(value, other)| shown(&setting, value, other, &scenarios)) {
                    faults.push(format!("{key}: the scenarios of {form} hold with {other} too"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
