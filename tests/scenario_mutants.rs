//! A changed statement makes a scenario fail: each mutant of a shipped scenario has one other statement, and must
//! fail.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kickdoor::deck::DeckSource;
use kickdoor::scenario::{Scenario, files};
use toml::{Table, Value};

/// The fast test plays one in this many mutants.
const SAMPLED: usize = 40;
/// Maximum percentage of survivors among mutants with another player, another zone or another step's player. Such a
/// mutant can also be true: two players may both be at Level 1.
const MAX_EQUIVALENT: usize = 35;

/// The kind of change in a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A number plus or minus one.
    Number,
    /// True to false or false to true.
    Truth,
    /// A statement to its opposite.
    Opposite,
    /// One entry of an exact list.
    List,
    /// The only player or card of a statement.
    Only,
    /// One die more or less.
    Dice,
    /// The player of a statement.
    Seat,
    /// The zone of a statement.
    Zone,
    /// The player of a step.
    Step,
}

impl Kind {
    /// Whether the changed statement can be true as well.
    fn may_hold(self) -> bool {
        matches!(self, Kind::Seat | Kind::Zone | Kind::Step)
    }
}

/// A scenario with one changed statement.
struct Mutant {
    kind: Kind,
    what: String,
    file: Table,
}

/// The results of the mutants of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    failed: usize,
    malformed: usize,
    survived: usize,
}

fn seats(file: &Table) -> Vec<String> {
    let list = file["seat"].as_array().expect("seats");
    list.iter().map(|seat| seat["name"].as_str().expect("a name").to_owned()).collect()
}

/// The tables of a file with statements that must hold.
fn claims(file: &mut Table) -> Vec<&mut Table> {
    let mut found = Vec::new();
    for (key, value) in file.iter_mut() {
        match (key.as_str(), value) {
            ("expect", Value::Table(expect)) => found.push(expect),
            ("step", Value::Array(steps)) => {
                let tables = steps.iter_mut().filter_map(Value::as_table_mut);
                found.extend(tables.flat_map(|step| step.iter_mut()).filter_map(|(key, value)| {
                    if key == "now" || key == "then" { value.as_table_mut() } else { None }
                }));
            }
            _ => {}
        }
    }
    found
}

fn one(key: &str, value: impl Into<Value>) -> Table {
    Table::from_iter([(key.to_owned(), value.into())])
}

fn list(words: &[Value]) -> Value {
    Value::Array(words.to_vec())
}

/// The key for the opposite statement about each card or player of a list.
fn opposite(key: &str) -> Option<String> {
    let pairs = [("discarded", "not_discarded"), ("alive", "dead"), ("sees", "hides"), ("female", "male")];
    let pair = pairs.into_iter().find_map(|(one, other)| match key {
        _ if key == one => Some(other.to_owned()),
        _ if key == other => Some(one.to_owned()),
        _ => None,
    });
    let has = key.strip_suffix("_has").map(|zone| format!("{zone}_lacks"));
    pair.or(has).or(key.strip_suffix("_lacks").map(|zone| format!("{zone}_has")))
}

/// Another zone.
fn moved(key: &str) -> Option<&'static str> {
    match key {
        "hand" => Some("carried"),
        "carried" => Some("worn"),
        "worn" => Some("in_play"),
        "in_play" => Some("hand"),
        _ => None,
    }
}

/// Tables with one changed statement instead of `key = value`.
fn changes(key: &str, value: &Value, seats: &[String]) -> Vec<(Kind, Table)> {
    let other = |name: &str| seats.iter().find(|seat| *seat != name).cloned().unwrap_or_default();
    match value {
        Value::Boolean(truth) => vec![(Kind::Truth, one(key, !truth))],
        Value::Integer(number) => vec![(Kind::Number, one(key, number + 1))],
        Value::String(name) if seats.contains(name) => vec![(Kind::Only, one(key, other(name)))],
        Value::String(name) if name == "nobody" => vec![(Kind::Only, one(key, seats[0].clone()))],
        Value::Array(words) => of_list(key, words, seats),
        Value::Table(view) if key == "view" => of_view(view, seats),
        Value::Table(map) => map.iter().flat_map(|(seat, value)| of_seat(key, seat, value, &other(seat))).collect(),
        _ => Vec::new(),
    }
}

fn of_list(key: &str, words: &[Value], seats: &[String]) -> Vec<(Kind, Table)> {
    if let Some(opposite) = opposite(key) {
        return words.iter().map(|word| (Kind::Opposite, one(&opposite, list(std::slice::from_ref(word))))).collect();
    }
    match (key, words) {
        ("winner", []) => vec![(Kind::List, one(key, list(&[seats[0].clone().into()])))],
        ("fights", _) => vec![(Kind::List, one(key, list(&[words, &["emptied".into()]].concat())))],
        (_, [.., _]) => vec![(Kind::List, one(key, list(&words[..words.len() - 1])))],
        _ => Vec::new(),
    }
}

/// Changes of a statement about one player.
fn of_seat(key: &str, seat: &str, value: &Value, other: &str) -> Vec<(Kind, Table)> {
    let stated = |key: &str, seat: &str, value: Value| one(key, one(seat, value));
    let mut changed = vec![(Kind::Seat, stated(key, other, value.clone()))];
    match value {
        Value::Integer(number) => changed.push((Kind::Number, stated(key, seat, (number + 1).into()))),
        Value::Array(words) => match (words.last(), opposite(key)) {
            (_, Some(opposite)) => {
                changed.extend(
                    words
                        .iter()
                        .map(|word| (Kind::Opposite, stated(&opposite, seat, list(std::slice::from_ref(word))))),
                );
            }
            (Some(Value::Integer(last)), _) => {
                let numbers = [&words[..words.len() - 1], &[(last + 1).into()]].concat();
                changed.push((Kind::Number, stated(key, seat, list(&numbers))));
            }
            (Some(_), _) => {
                changed.push((Kind::List, stated(key, seat, list(&words[..words.len() - 1]))));
                changed.extend(moved(key).map(|zone| (Kind::Zone, stated(zone, seat, value.clone()))));
            }
            (None, _) => {}
        },
        _ => {}
    }
    changed
}

/// Changes of a player's view.
fn of_view(view: &Table, seats: &[String]) -> Vec<(Kind, Table)> {
    let wrapped = |(kind, mut claim): (Kind, Table)| {
        claim.insert("seat".to_owned(), view["seat"].clone());
        (kind, one("view", claim))
    };
    let stated = view.iter().filter(|(key, _)| *key != "seat");
    stated.flat_map(|(key, value)| changes(key, value, seats)).map(wrapped).collect()
}

/// All mutants of a scenario.
fn mutants(file: &Table) -> Vec<Mutant> {
    let seats = seats(file);
    let mut found = Vec::new();
    let originals: Vec<Table> = claims(&mut file.clone()).into_iter().map(|claim| claim.clone()).collect();
    for (place, claim) in originals.iter().enumerate() {
        for (kind, changed) in claim.iter().flat_map(|(key, value)| changes(key, value, &seats)) {
            let what = format!("claim {place}: {}", changed.to_string().trim().replace('\n', " "));
            let mut file = file.clone();
            *claims(&mut file)[place] = changed;
            found.push(Mutant { kind, what, file });
        }
    }
    found.extend(step_mutants(file, &seats));
    found.extend(dice_mutants(file));
    found
}

fn step_mutants(file: &Table, seats: &[String]) -> Vec<Mutant> {
    let steps = file.get("step").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut found = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let step = step.as_table().expect("a step");
        let mut add = |kind, changed: Table| {
            let mut file = file.clone();
            file["step"].as_array_mut().expect("steps")[place] = changed.clone().into();
            let what = format!("step {}: {}", place + 1, changed.to_string().trim().replace('\n', " "));
            found.push(Mutant { kind, what, file });
        };
        let seat = step["seat"].as_str().expect("a seat");
        if let Some(other) = seats.iter().find(|other| *other != seat) {
            let mut changed = step.clone();
            changed.insert("seat".to_owned(), other.clone().into());
            add(Kind::Step, changed);
        }
        for (key, opposite) in [("offered", "not_offered"), ("not_offered", "offered")] {
            for word in step.get(key).and_then(Value::as_array).into_iter().flatten() {
                let mut changed = step.clone();
                changed.remove(key);
                changed.insert(opposite.to_owned(), list(std::slice::from_ref(word)));
                add(Kind::Opposite, changed);
            }
        }
    }
    found
}

fn dice_mutants(file: &Table) -> Vec<Mutant> {
    let dice = file.get("dice").and_then(Value::as_array).cloned().unwrap_or_default();
    let more = [dice.as_slice(), &[6.into()]].concat();
    let fewer = dice.split_last().map(|(_, fewer)| fewer.to_vec());
    let mutant = |dice: Vec<Value>| {
        let mut file = file.clone();
        let what = format!("dice = {dice:?}");
        file.insert("dice".to_owned(), dice.into());
        Mutant { kind: Kind::Dice, what, file }
    };
    fewer.into_iter().chain([more]).map(mutant).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

/// Plays one in `every` mutants. Returns the results by kind, and the mutants that should have failed but passed.
fn campaign(every: usize) -> (BTreeMap<Kind, Tally>, Vec<String>) {
    let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
    let (mut survivors, mut count) = (Vec::new(), 0_usize);
    for path in files(&folder()).expect("the folder can be read") {
        let text = std::fs::read_to_string(&path).expect("a scenario");
        for mutant in mutants(&text.parse().expect("TOML")) {
            count += 1;
            if count % every != 0 {
                continue;
            }
            let text = toml::to_string(&mutant.file).expect("TOML");
            let source = DeckSource::new(path.display().to_string(), text);
            let report = Scenario::read(source, path.parent().expect("a folder")).and_then(|one| one.play());
            let tally = tallies.entry(mutant.kind).or_default();
            match report {
                Err(_) => tally.malformed += 1,
                Ok(report) if !report.passed() => tally.failed += 1,
                Ok(_) => {
                    tally.survived += 1;
                    if mutant.kind.may_hold() {
                        println!("may hold: {}: {:?}: {}", path.display(), mutant.kind, mutant.what);
                    } else {
                        survivors.push(format!("{}: {:?}: {}", path.display(), mutant.kind, mutant.what));
                    }
                }
            }
        }
    }
    (tallies, survivors)
}

fn judge((tallies, survivors): (BTreeMap<Kind, Tally>, Vec<String>)) {
    println!("{tallies:#?}");
    assert!(survivors.is_empty(), "{} mutants survive:\n{}", survivors.len(), survivors.join("\n"));
    for (kind, Tally { failed, malformed, survived }) in tallies {
        let all = failed + malformed + survived;
        assert!(100 * survived <= MAX_EQUIVALENT * all, "{kind:?}: {survived} of {all} survive");
        assert!(kind.may_hold() || 10 * malformed <= all, "{kind:?}: {malformed} of {all} are not valid scenarios");
    }
}

#[test]
fn mutants_of_scenarios_fail() {
    judge(campaign(SAMPLED));
}

#[test]
#[ignore = "a minute: every mutant of every scenario"]
fn all_mutants_of_scenarios_fail() {
    judge(campaign(1));
}
