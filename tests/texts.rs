//! Texts of users: their limits in all files, and names that mean something to terminals, spreadsheets, Markdown and pictures.

use std::fs;
use std::path::Path;

use kickdoor::deck;
use kickdoor::deck::language::text::{MAX_ID, MAX_NAME, MAX_SAYS, MAX_SELECTION, MAX_TAG, MAX_TERM};
use kickdoor::deck::{DeckSource, load};
use kickdoor::strategy;
use kickdoor::strategy::Profile;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::{kickdoor, read};

const MINI: &str = include_str!("decks/mini.toml");

/// Names with a meaning elsewhere.
const NASTY: [&str; 20] = [
    "=HYPERLINK(\"http://a.b\")",
    "+1+1",
    "-2+3",
    "@user",
    "'=1",
    "'Til Dawn",
    "a|b",
    "a\\|b",
    "**bold** _thin_ ~~gone~~",
    "<b>fat</b> & <script>alert(1)</script>",
    "`tick` and ``two``",
    "`",
    "[link](http://a.b) ![x](y)",
    "# head",
    "Mole, \"quoted\"; #1",
    "</text><text>",
    "&amp; &#64;",
    "龍の鎧🐉 Drachenpanzer",
    "-Infinity",
    "A Very Long Name of a Pair of Wellington Boots that Somebody Left in the Rain Last Year, and Never Came Back to Collect",
];
/// The name of a strategy file with a meaning elsewhere.
const STRATEGY: &str = "=@you|<b>`**x**";

/// The test deck with nasty names.
fn nasty() -> String {
    let mut names = NASTY.iter().cycle();
    let named = |line: &str| match line.starts_with("name = \"") && !line.contains("Brawl") {
        true => format!("name = {}\n", toml::Value::from(*names.next().expect("a name"))),
        false => format!("{line}\n"),
    };
    MINI.lines().map(named).collect::<String>().replace("Bakery Brawl", "=Bakery | **Brawl**")
}

/// A folder with the nasty deck, an edit of it and a nasty strategy.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("mini.toml", MINI);
    write("nasty.toml", &nasty());
    write("edited.toml", &nasty().replacen("level = 1\n", "level = 9\n", 1));
    write(&format!("{STRATEGY}.toml"), "extends = \"greedy\"\nsays = \"x\"\n");
    folder
}

/// Runs a command that writes a result.
fn result(folder: &TempDir, arguments: &str) -> String {
    let (code, out, error) = kickdoor(folder, arguments);
    assert!(code.is_some_and(|code| code != 2), "{arguments}: {code:?} {error}");
    out
}

/// A cell without the quote that marks it as text.
fn restored(cell: &str) -> &str {
    let begins = |cell: &str| cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r']);
    if cell.starts_with('\'') && begins(cell) { &cell[1..] } else { cell }
}

fn records(text: &str) -> Vec<csv::StringRecord> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes())
        .records()
        .map(|line| line.expect("a line"))
        .collect()
}

#[test]
fn no_cell_of_a_csv_file_is_a_formula() {
    let folder = folder();
    let strategy = format!("{STRATEGY}.toml");
    result(&folder, &format!("run nasty.toml -p 3 -n 10 -s {strategy},greedy --per-game -o run"));
    result(&folder, &format!("impact nasty.toml -p 3 -n 6 -s {strategy},balanced -o impact"));
    result(&folder, &format!("compare {strategy} balanced helper --deck nasty.toml -p 3 -n 24 -o compare"));
    let mut texts = vec![
        result(&folder, &format!("deck coverage nasty.toml -p 3 -n 8 -s {strategy} --format csv")),
        result(&folder, "deck diff mini.toml nasty.toml --format csv"),
        result(
            &folder,
            &format!("compare {strategy} balanced helper --deck nasty.toml -p 3 -n 24 -o other --format csv"),
        ),
    ];
    let files = ["run", "impact", "compare"].map(|name| fs::read_dir(folder.path().join(name)).expect("a report"));
    for file in files.into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
        if file.extension().is_some_and(|end| end == "csv") {
            texts.push(fs::read_to_string(file).expect("a file"));
        }
    }
    assert!(texts.len() > 12, "{} files", texts.len());
    for cell in
        texts.iter().flat_map(|text| records(text)).flat_map(|line| line.iter().map(str::to_owned).collect::<Vec<_>>())
    {
        let number = cell.parse::<f64>().is_ok_and(f64::is_finite);
        assert!(number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
    }
    let cards = records(&read(&folder, "run/cards.csv"));
    let names: Vec<&str> = cards.iter().map(|line| restored(&line[1])).collect();
    NASTY.iter().for_each(|name| assert!(names.contains(name), "{name} is restored"));
    let strategies = records(&read(&folder, "compare/ladder.csv"));
    assert!(strategies.iter().any(|line| restored(&line[0]) == STRATEGY));
}

#[test]
fn json_has_names_as_they_are() {
    let folder = folder();
    let text = result(&folder, "deck coverage nasty.toml -p 3 -n 8 --format json");
    let rows: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    NASTY.iter().for_each(|name| assert!(rows.iter().any(|row| row["name"] == *name), "{name}"));
}

/// Markdown without its code spans, and the texts of these.
fn without_code(text: &str) -> (String, Vec<String>) {
    let (mut rest, mut plain, mut spans) = (text, String::new(), Vec::new());
    while let Some(at) = rest.find('`') {
        let ticks = rest[at..].bytes().take_while(|byte| *byte == b'`').count();
        let (body, mut end) = (&rest[at + ticks..], 0);
        let end = loop {
            let start = end + body[end..].find('`').unwrap_or_else(|| panic!("an open code span: {body}"));
            end = start + body[start..].bytes().take_while(|byte| *byte == b'`').count();
            if end - start == ticks {
                break start;
            }
        };
        plain += &rest[..at];
        spans.push(body[..end].to_owned());
        rest = &body[end + ticks..];
    }
    (plain + rest, spans)
}

#[test]
fn markdown_shows_names_as_code() {
    let folder = folder();
    let (plays, budget) = (format!("-p 3 -n 60 -s {STRATEGY}.toml"), "--format markdown");
    let text = result(&folder, &format!("check nasty.toml edited.toml {plays} {budget}"));
    let mut seen = 0;
    for line in text.lines() {
        // In a table, a bar is escaped in code too.
        let cells = line.replace("\\|", "\u{1}");
        let (plain, spans) = without_code(&cells);
        assert!(!plain.contains(['*', '@', '[', '\\', '&', '\'', '=', '\u{1}', '龍']), "{line}");
        let markup = plain.replace("<details><summary>", "").replace("</summary>", "").replace("</details>", "");
        assert!(!markup.contains('<'), "{line}");
        let spans: Vec<String> = spans.iter().map(|span| span.trim().replace('\u{1}', "|")).collect();
        seen += NASTY.iter().filter(|name| spans.iter().any(|span| span.ends_with(name.trim()))).count();
    }
    assert!(seen >= 8, "{seen} names in {text}");
}

#[test]
fn pictures_contain_names_as_text() {
    let folder = folder();
    result(&folder, &format!("impact nasty.toml -p 3 -n 6 -s {STRATEGY}.toml,balanced -o impact"));
    let picture = read(&folder, "impact/forest.svg");
    let known = ["svg", "title", "desc", "style", "rect", "text", "line", "circle", "polygon", "g"];
    for tag in picture.split('<').skip(1) {
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphabetic).collect();
        assert!(known.contains(&name.as_str()), "<{tag}");
    }
    for entity in picture.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known)), "&{entity}");
    }
    assert!(!picture.contains("<script") && picture.contains("&lt;b&gt;"));
}

#[test]
fn cards_with_the_same_name_give_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("same.toml"), MINI.replace("name = \"Butcher\"", "name = \"BAKER\"")).expect("a file");
    let (code, _, error) = kickdoor(&folder, "deck check same.toml");
    assert_eq!((code, error.trim_end()), (Some(0), "warning: `baker` and `butcher` have the same name, BAKER"));
    for name in DeckSource::shipped_names() {
        let (code, _, error) = kickdoor(&folder, &format!("deck check {name}"));
        assert_eq!((code, error.as_str()), (Some(0), ""), "{name}");
    }
}

/// Checks a message: the fault, the place and the field.
fn explains(error: &str, message: &str, file: &str, field: &str) {
    for part in [message, &format!("--> {file}:"), field] {
        assert!(error.contains(part), "{part:?} is not in:\n{error}");
    }
}

/// The faults of a text of at most `most` characters, with their messages.
fn faulty(most: usize) -> [(String, String); 4] {
    let hidden = |c: &str, code: &str| {
        (format!("x{c}"), format!("expected one line without control or invisible characters, found \\u{{{code}}}"))
    };
    let long = ("x".repeat(most + 1), format!("expected at most {most} characters, found {}", most + 1));
    [long, hidden("\\u00AD", "ad"), hidden("\\u2028", "2028"), hidden("\\uFFFF", "ffff")]
}

#[test]
fn every_text_of_a_deck_has_a_limit() {
    let kind = "[[kind]]\nid = \"pal\"\nname = \"Pal\"\nplay = \"slot\"\nslot = \"Pals\"\n";
    let deck = format!("{kind}{MINI}").replacen(
        "id = \"baker\"\nname = \"Baker\"",
        "id = \"baker\"\nname = \"Baker\"\ntags = [\"tag\"]\ninert = { \"use[0]\" = \"reason\" }",
        1,
    );
    assert!(load(&[DeckSource::new("mini.toml", &deck)], &[]).is_ok());
    for (before, field, most) in [
        ("name = \"Bakery Brawl", "field `set.name`", MAX_NAME),
        ("identity = \"Guild", "field `set.terms.identity`", MAX_TERM),
        ("power = \"Recipe", "field `set.terms.power`", MAX_TERM),
        ("curse = \"Mishap", "field `set.terms.curse`", MAX_TERM),
        ("kick = \"barges into the kitchen", "field `set.terms.kick`", MAX_TERM),
        ("name = \"Pal", "field `kind[0].name`", MAX_NAME),
        ("slot = \"Pals", "field `kind[0].slot`", MAX_TERM),
        ("id = \"baker\"\nname = \"Baker", "card `baker`, field `name`", MAX_NAME),
        ("tags = [\"tag", "card `baker`, field `tags[0]`", MAX_TAG),
        ("\"use[0]\" = \"reason", "card `baker`, field `inert.use[0]`", MAX_SAYS),
    ] {
        let (key, _) = before.rsplit_once('"').expect("a text");
        let end = deck.find(before).expect("in the deck") + before.len();
        for (text, message) in faulty(most) {
            let edited = format!("{}{key}\"{text}{}", &deck[..end - before.len()], &deck[end..]);
            let error = load(&[DeckSource::new("mini.toml", edited)], &[]).expect_err(field).to_string();
            explains(&error, &message, "mini.toml", field);
        }
    }
    let long = "x".repeat(MAX_ID + 1);
    for (id, field) in [("mini", "set.id"), ("pal", "kind[0].id"), ("baker", "id")] {
        let edited = deck.replacen(&format!("id = \"{id}\""), &format!("id = \"{long}\""), 1);
        let error = load(&[DeckSource::new("mini.toml", edited)], &[]).expect_err(field).to_string();
        explains(&error, "expected at most 64 characters, found 65", "mini.toml", field);
    }
}

#[test]
fn every_text_of_a_strategy_has_a_limit() {
    for (file, field, most) in [
        ("says = \"TEXT\"", "field `says`", MAX_SAYS),
        ("never = [\"sell\", \"TEXT\"]", "field `never[1]`", "play ".len() + MAX_SELECTION),
        ("[weights.worth]\n\"TEXT\" = 1", "field `weights.worth.x", MAX_SELECTION),
    ] {
        for (text, message) in faulty(most) {
            let file = format!("extends = \"balanced\"\n{}\n", file.replace("TEXT", &text));
            let error = Profile::parse("x", "x.toml", &file).expect_err(field).to_string();
            explains(&error, &message, "x.toml", field);
        }
    }
    for name in ["", "a\u{200b}", &"x".repeat(MAX_NAME + 1)] {
        let error = Profile::parse(name, "x.toml", "extends = \"balanced\"").expect_err("no name").to_string();
        assert!(error.contains("the name of a strategy: expected") && error.contains("rename the file"), "{error}");
    }
}

#[test]
fn every_text_of_a_scenario_has_a_limit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/decks");
    let text = |says: &str, name: &str, note: &str| {
        format!(
            "rules = [\"door-01\"]\nsays = \"{says}\"\ndeck = \"mini.toml\"\nuntil = \"steps\"\n[[seat]]\nname = \"{name}\"\n\
             [[seat]]\nname = \"Bob\"\n[[seat]]\nname = \"Cyd\"\n[[step]]\nseat = \"Bob\"\nnot_asked = true\nsays = \"{note}\"\n"
        )
    };
    for place in 0..3 {
        for (text_of, message) in faulty([MAX_SAYS, MAX_TAG, MAX_SAYS][place]) {
            let mut texts = ["A test.", "Ann", "A note."];
            texts[place] = &text_of;
            let source = DeckSource::new("test.toml", text(texts[0], texts[1], texts[2]));
            let played = kickdoor::scenario::Scenario::read(source, &folder).and_then(|scenario| scenario.play());
            let error = played.expect_err("a fault").to_string();
            explains(&error, &message, "test.toml", "");
        }
    }
}

/// The strings without a limit in a JSON schema.
fn unlimited(schema: &Value, path: &str, found: &mut Vec<String>) {
    if let Value::Object(fields) = schema {
        let is_string = fields.get("type").is_some_and(|sort| sort == "string" || sort[0] == "string");
        if is_string && ["enum", "const", "maxLength"].iter().all(|limit| !fields.contains_key(*limit)) {
            found.push(path.to_owned());
        }
        fields.iter().for_each(|(key, inner)| unlimited(inner, &format!("{path}/{key}"), found));
    }
    if let Value::Array(list) = schema {
        list.iter().for_each(|inner| unlimited(inner, path, found));
    }
}

#[test]
fn the_schemas_have_the_limits() {
    for (schema, paths) in
        [(deck::schema(), vec![]), (strategy::schema(), vec!["extends", "base/anyOf", "population/items/anyOf"])]
    {
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        let mut found = Vec::new();
        unlimited(&schema, "", &mut found);
        found.retain(|path| !paths.iter().any(|known| path.ends_with(known)));
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn a_long_name_is_refused_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("mini.toml", MINI);
    write("long.toml", &MINI.replace("Baker\"", &format!("{}\"", "x".repeat(65_536))));
    for (arguments, expected) in [
        ("deck check long.toml", 1),
        ("deck coverage long.toml -n 5", 2),
        ("deck diff mini.toml long.toml", 2),
        ("deck show long.toml", 2),
        ("run long.toml -n 5", 2),
        ("impact long.toml -s balanced -n 5", 2),
        ("check mini.toml long.toml -n 5", 2),
        ("trace long.toml", 2),
    ] {
        let (code, out, error) = kickdoor(&folder, arguments);
        assert_eq!((code, out.as_str()), (Some(expected), ""), "{arguments}: {error}");
        explains(&error, "expected at most 120 characters, found 65536", "long.toml", "card `baker`, field `name`");
    }
}
