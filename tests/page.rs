//! `report` and `--html`: pages of results.

use std::fs;
use std::slice;

use kickdoor::report::page::{PageResult, page};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::guard::guarded;
use crate::common::program::{deck_and_edit, kickdoor, read};

/// The options of few short games.
const SHORT: &str = "-p 3 -s greedy --rule max_turns=12 -q";

/// The studies that have a page, with words that stand only on that page. `{short}` is `SHORT`.
const STUDIES: [(&str, &str, &[&str]); 8] = [
    ("run", "run mini.toml -n 60 {short} --force -o out", &["Seats", "Monsters", "Health", "Opening value"]),
    ("impact", "impact mini.toml -n 60 {short} --force -o out", &["Doors: opening value", "Treasures: draw value"]),
    ("impact", "impact mini.toml --card angry-bun -n 60 {short}", &["Angry Bun: values", "opening hand"]),
    ("check", "check mini.toml edit.toml -n 60 {short}", &["Edits", "Metrics before and after", "level 8 -&gt; 12"]),
    ("checkup", "checkup mini.toml -n 60 {short}", &["Next: kickdoor ", "usual range"]),
    ("compare", "compare greedy random -d mini.toml -p 3 --rule max_turns=12 -q -n 60 --force -o out", &["Elo"]),
    (
        "sweep",
        "sweep mini.toml --card angry-bun --field level --range 1..3 -n 60 {short} --force -o out",
        &["<svg", "identical"],
    ),
    ("tune", "tune mini.toml -p 3 --budget 1632 --rule max_turns=1 -q --force -o out", &["Generations", "Settings"]),
];

/// The page of a command, made by the command and from its result: its folder, or the JSON that it prints.
fn pages(folder: &TempDir, command: &str) -> [String; 2] {
    let command = command.replace("{short}", SHORT);
    let (code, json, messages) = kickdoor(folder, &format!("{command} --html page.html --format json"));
    assert!([Some(0), Some(1), Some(3)].contains(&code), "{command}: {messages}");
    let result = if command.contains("-o out") { "out" } else { "out.json" };
    fs::write(folder.path().join("out.json"), json).expect("written");
    let (code, page, messages) = kickdoor(folder, &format!("report {result} -o -"));
    assert_eq!(code, Some(0), "{command}: {messages}");
    [read(folder, "page.html"), page]
}

#[test]
fn every_study_has_a_page_and_its_result_makes_the_same_one() {
    let folder = deck_and_edit();
    for (study, command, words) in STUDIES {
        let [own, made] = pages(&folder, command);
        assert!(own == made, "{study}: the pages differ");
        assert!(own.starts_with("<!doctype html>") && own.contains(&format!(">{study}</h2>")), "{study}");
        for word in words {
            assert!(own.contains(word), "{study}: no `{word}`");
        }
        // Nothing is loaded: the only addresses are names of XML.
        let addresses =
            own.matches("http").count() - own.matches("http://www.w3.org/").count() - own.matches("http-equiv").count();
        assert_eq!(addresses, 0, "{study}");
    }
}

#[test]
fn texts_of_decks_are_text() {
    let folder = deck_and_edit();
    let attack = r#"<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7}} \" onmouseover=alert(3)"#;
    for file in ["mini.toml", "edit.toml"] {
        let deck = read(&folder, file).replace("name = \"Angry Bun\"", &format!("name = \"{attack}\""));
        fs::write(folder.path().join(file), deck).expect("written");
    }
    for (study, command, _) in STUDIES {
        let [page, _] = pages(&folder, command);
        assert_eq!(page.matches("<script").count(), 1, "{study}: only the page's own");
        assert!(!page.contains("<img") && !page.contains("\" onmouseover"), "{study}");
        assert!(study == "compare" || study == "tune" || page.contains("&lt;script"), "{study}: the name is shown");
    }
}

#[test]
fn a_page_is_about_one_deck() {
    let folder = deck_and_edit();
    for (deck, out) in [("mini.toml", "one"), ("edit.toml", "other")] {
        assert_eq!(kickdoor(&folder, &format!("run {deck} -n 12 {SHORT} -o {out}")).0, Some(0));
    }
    let sweep = format!("sweep mini.toml --card angry-bun --field level --range 1..2 -n 12 {SHORT} -o swept");
    assert_eq!(kickdoor(&folder, &sweep).0, Some(0));
    let (code, _, messages) = kickdoor(&folder, "report one swept -o both.html");
    assert_eq!(code, Some(0), "{messages}");
    let both = read(&folder, "both.html");
    assert!(both.contains(">run</h2>") && both.contains(">sweep</h2>"), "both studies");
    let card = both.split("id=\"card-mini-angry-bun\"").nth(1).and_then(|rest| rest.split("</details>").next());
    assert!(card.is_some_and(|card| card.contains("<svg")), "the card has its curve");
    // Numbers of different programs do not stand side by side.
    let result = read(&folder, "swept/result.json");
    let later = result.replace(concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\""), "\"version\": \"9.9.9\"");
    assert_ne!(later, result);
    fs::write(folder.path().join("swept/result.json"), later).expect("written");
    let (code, _, messages) = kickdoor(&folder, "report one swept -o both.html");
    assert!(code == Some(2) && messages.contains("of kickdoor 9.9.9 (program "), "{messages}");
    let mut old: Value = serde_json::from_str(&result).expect("JSON");
    old["manifest"].as_object_mut().expect("a manifest").remove("program").expect("its program");
    fs::write(folder.path().join("swept/result.json"), old.to_string()).expect("written");
    let (code, _, messages) = kickdoor(&folder, "report one swept -o both.html");
    assert!(code == Some(2) && messages.contains("(program unknown)"), "{messages}");
    let (code, _, messages) = kickdoor(&folder, "report one other -o both.html");
    assert!(code == Some(2) && messages.contains("`one`") && messages.contains("`other`"), "{messages}");
    assert!(read(&folder, "both.html") == both, "the page stays");
}

#[test]
fn a_page_replaces_a_page_and_nothing_else() {
    let folder = deck_and_edit();
    assert_eq!(kickdoor(&folder, &format!("run mini.toml -n 12 {SHORT} -o out.2")).0, Some(0));
    for _ in 0..2 {
        let (code, _, messages) = kickdoor(&folder, "report out.2");
        assert!(code == Some(0) && messages.contains("written to out.2.html"), "{messages}");
    }
    let deck = read(&folder, "mini.toml");
    for wrong in ["mini.toml", "out.2", "nowhere/page.html"] {
        for command in
            [format!("report out.2 -o {wrong}"), format!("run mini.toml -n 12 {SHORT} -o new --html {wrong}")]
        {
            let (code, _, messages) = kickdoor(&folder, &command);
            assert!(code == Some(2) && messages.contains(wrong), "{command}: {messages}");
        }
    }
    assert_eq!(read(&folder, "mini.toml"), deck);
    assert!(!folder.path().join("new").exists(), "no game was played");
    fs::write(folder.path().join("list.json"), "[1]").expect("written");
    let wrong = [
        ("absent", "has no result"),
        ("mini.toml", "is not a result"),
        (".", "has no result"),
        ("list.json", "is not a result"),
    ];
    for (wrong, what) in wrong {
        let (code, _, messages) = kickdoor(&folder, &format!("report {wrong} -o -"));
        assert!(code == Some(2) && messages.contains(what), "{wrong}: {messages}");
    }
}

#[test]
fn a_result_that_was_stopped_has_a_banner() {
    let folder = deck_and_edit();
    assert_eq!(kickdoor(&folder, &format!("run mini.toml -n 12 {SHORT} -o out")).0, Some(0));
    let whole = read(&folder, "out/result.json");
    let stopped = whole.replace("\"interrupted\": false", "\"interrupted\": true");
    assert_ne!(stopped, whole);
    fs::write(folder.path().join("out/result.json"), stopped).expect("written");
    let page = kickdoor(&folder, "report out -o -").1;
    assert!(page.contains("class=\"warning\"") && page.contains("was stopped after 12 games"), "a banner");
}

/// The places of all values in a result; of a list, the first element.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| places(value, &format!("{place}/{}", key.replace('/', "~1")), found));
        }
        Value::Array(list) => {
            list.iter().take(1).for_each(|value| places(value, &format!("{place}/0"), found));
        }
        _ => {}
    }
}

/// Other values for a place: of another type, empty, extreme.
fn others() -> Vec<Value> {
    let numbers = [json!(0), json!(1), json!(-1), json!(1e300), json!(-1e300), json!(u64::MAX), json!(0.5)];
    let texts = ["", "x龍龍龍龍龍龍", "treasure", "-"].map(Value::from);
    let rest = [Value::Null, json!([]), json!({}), json!([null]), json!(true)];
    numbers.into_iter().chain(texts).chain(rest).collect()
}

#[test]
fn a_damaged_result_makes_a_page_or_a_message() {
    let folder = deck_and_edit();
    let file = folder.path().join("damaged.json");
    let mut pages = 0;
    for (study, command, _) in STUDIES {
        let command = command.replace("{short}", SHORT);
        let (_, json, _) = kickdoor(&folder, &format!("{command} --format json"));
        let right: Value = serde_json::from_str(&json).expect("JSON");
        let mut all = Vec::new();
        places(&right, "", &mut all);
        for place in all {
            for other in others() {
                let mut damaged = right.clone();
                *damaged.pointer_mut(&place).expect("a place") = other.clone();
                fs::write(&file, damaged.to_string()).expect("written");
                let made = guarded(
                    || format!("{study} {place} {other}"),
                    || PageResult::read(&file).and_then(|result| page(&[result], slice::from_ref(&file))).is_ok(),
                );
                match made {
                    Ok(made) => pages += usize::from(made),
                    Err(panic) => panic!("{study}: {place} as {other}: {panic}"),
                }
            }
        }
    }
    assert!(pages > 1_000, "{pages} pages");
}
