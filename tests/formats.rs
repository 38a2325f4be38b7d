//! Every command that prints a result prints it in each format, with the names of the published schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use kickdoor::report::check::CheckReport;
use kickdoor::report::checkup::CheckupReport;
use kickdoor::report::compare::{CompareReport, RestrictionRow};
use kickdoor::report::impact::ImpactReport;
use kickdoor::report::impact::blank::BlankRow;
use kickdoor::report::impact::card::CardTables;
use kickdoor::report::impact::pair::InteractionRow;
use kickdoor::report::suggest::SuggestReport;
use kickdoor::report::sweep::SweepReport;
use kickdoor::report::tune::TuneReport;
use kickdoor::report::{Printed, RESULT, Reported, RunReport};
use kickdoor::study::RunRequest;
use schema::Document;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::deck_and_edit;

mod schema;

/// Commands without `--format table|json|csv|markdown`, and why.
const OTHERS: [(&str, &str); 12] = [
    ("new", "prints the paths of the files that it writes"),
    ("deck export", "writes a sheet"),
    ("deck fmt", "writes a deck file"),
    ("trace", "prints a game: words, or JSON lines that docs/TRACE.md describes"),
    ("deck schema", "is a schema"),
    ("strategy schema", "is a schema"),
    ("schema", "is a schema"),
    ("shard", "it writes a part of a result"),
    ("merge", "it has the options of the study in its plan"),
    ("report", "it writes a page"),
    ("completions", "prints a script"),
    ("man", "writes pages, and prints their paths"),
];

/// A quick command for each result. The name of a result is that of its command, with an option that selects another result.
const COMMANDS: [(&str, &str); 36] = [
    ("deck import", "cards.csv"),
    ("run", "mini.toml -n 8 -s greedy -q --force -o out"),
    ("bench", "mini.toml -n 8 -s greedy --repeat 1"),
    ("scenario", "death"),
    ("impact", "mini.toml -n 8 -s greedy,random -q --force -o out"),
    ("impact --card", "promotion mini.toml -n 60 -s greedy -q"),
    ("impact --pair", "promotion angry-bun mini.toml -n 60 -s greedy -q"),
    ("impact --blank", "promotion mini.toml -n 8 -s greedy -q"),
    ("check", "mini.toml edit.toml -n 8 -s greedy -q"),
    ("checkup", "mini.toml -n 8 -s greedy -q"),
    ("history add", "mini.toml -n 60 -s greedy -q -o h.jsonl"),
    ("history show", "h.jsonl --metric first_last_gap"),
    ("calibrate", "mini.toml -p 3 -r 50 -n 2 -s random --rule max_turns=1 -q"),
    ("calibrate --check", "edit.toml mini.toml -p 3 -r 50 -n 6 -s random --rule max_turns=1 -q"),
    ("compare", "greedy random cautious -d mini.toml -p 3 -n 24 -q --force -o out"),
    ("compare --restrictions", "greedy -d mini.toml -p 3 -n 3 -q --force -o out"),
    ("sweep", "mini.toml --card angry-bun --field level --range 1..2 -n 8 -s greedy -q --force -o out"),
    ("suggest", "mini.toml --card angry-bun -p 3 -s greedy --precision 20 --deals 20 --rule max_turns=4 -q"),
    ("tune", "mini.toml --budget 4e3 -p 3 --rule max_turns=1 -q --force -o out"),
    ("cache", "--cache games"),
    ("plan check", "mini.toml edit.toml -n 8 -s greedy -q"),
    ("plan impact", "mini.toml -n 8 -s greedy,random -q"),
    ("plan compare", "greedy random cautious -d mini.toml -p 3 -n 24 -q"),
    ("plan sweep", "mini.toml --card angry-bun --field level --range 1..2 -n 8 -s greedy -q"),
    ("deck list", ""),
    ("deck check", "mini.toml"),
    ("deck phrases", "run away"),
    ("deck show", "mini.toml"),
    ("deck show --explain", "mini.toml"),
    ("deck rules", "mini.toml"),
    ("deck diff", "mini.toml edit.toml"),
    ("deck coverage", "mini.toml -n 8 -s greedy -q"),
    ("deck coverage --perturb", "mini.toml -p 3 -s random -n 4 --rule win_level=4 --rule max_turns=4 -q"),
    ("strategy list", ""),
    ("strategy check", "greedy"),
    ("strategy show", "greedy"),
];

/// Commands that play games; they are short.
const GAMES: [&str; 7] = ["history add", "run", "bench", "impact", "check", "compare", "sweep"];

/// The commands without subcommands, by their words.
fn commands(command: &clap::Command, words: &str) -> Vec<(String, bool)> {
    let below: Vec<&clap::Command> = command.get_subcommands().filter(|below| below.get_name() != "help").collect();
    if below.is_empty() {
        return vec![(words.to_owned(), has_formats(command))];
    }
    below.iter().flat_map(|below| commands(below, format!("{words} {}", below.get_name()).trim())).collect()
}

fn has_formats(command: &clap::Command) -> bool {
    let format = command.get_arguments().find(|arg| arg.get_id() == "format");
    let words = format.map(|arg| arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect());
    words.is_some_and(|words: Vec<String>| words == ["table", "json", "csv", "markdown"])
}

fn folder() -> TempDir {
    let folder = deck_and_edit();
    fs::create_dir(folder.path().join("death")).expect("a folder");
    fs::write(folder.path().join("cards.csv"), "name,kind,copies,gold,art\nHat,Item,2,100,hat.png\nOgre,Monster,1,,\n")
        .expect("written");
    for entry in fs::read_dir("tests/scenarios/death").expect("scenarios") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join("death").join(entry.file_name())).expect("copied");
    }
    folder
}

fn printed(folder: &TempDir, (name, arguments): (&str, &str), format: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let limit = if GAMES.iter().any(|command| name.starts_with(command)) { "--rule max_turns=12" } else { "" };
    let words = format!("{name} {arguments} {limit} --format {format}");
    program.current_dir(folder).env("NO_COLOR", "1").args(words.split_whitespace());
    let output = program.output().expect("it runs");
    let code = output.status.code().unwrap_or(-1);
    assert!([0, 1, 3].contains(&code), "{words}: {code} {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The published schema.
fn published() -> Document {
    let output = Command::new(env!("CARGO_BIN_EXE_kickdoor")).arg("schema").output().expect("it runs");
    Document(serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn every_command_has_a_format_or_a_reason() {
    let (with, without): (Vec<_>, Vec<_>) = commands(&kickdoor::cli::command(), "").into_iter().partition(|one| one.1);
    let words = |list: Vec<(String, bool)>| list.into_iter().map(|one| one.0).collect::<BTreeSet<String>>();
    assert_eq!(words(without), OTHERS.map(|(command, _)| command.to_owned()).into());
    let results = published().0["properties"]["results"]["properties"].as_object().expect("results").clone();
    let tested = COMMANDS.map(|(name, _)| name.to_owned());
    assert_eq!(results.keys().cloned().collect::<BTreeSet<_>>(), tested.clone().into());
    let plain = tested.into_iter().filter(|name| !name.contains("--")).collect::<BTreeSet<_>>();
    assert_eq!(words(with), plain);
}

/// The objects anywhere in a result with these keys.
fn objects<'v>(value: &'v Value, keys: &BTreeSet<&str>) -> Vec<&'v Value> {
    match value {
        Value::Object(fields) if fields.keys().map(String::as_str).collect::<BTreeSet<_>>() == *keys => vec![value],
        Value::Object(fields) => fields.values().flat_map(|value| objects(value, keys)).collect(),
        Value::Array(list) => list.iter().flat_map(|value| objects(value, keys)).collect(),
        _ => Vec::new(),
    }
}

/// A cell of a CSV file, as the text of a JSON value.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[test]
fn every_result_has_the_names_of_the_schema_in_each_format() {
    let (folder, schema) = (folder(), published());
    for command in COMMANDS {
        let name = command.0;
        let json: Value = serde_json::from_str(&printed(&folder, command, "json")).expect("JSON");
        schema.check(&format!("/properties/results/properties/{}", name.replace('/', "~1")), &json, name);
        let csv = printed(&folder, command, "csv");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
        let keys: BTreeSet<&str> = header.iter().map(String::as_str).collect();
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(keys.len(), header.len(), "{name}: a column twice");
        let objects = objects(&json, &keys);
        // Only the deck without a finding has a main table without rows.
        let empty = name == "deck check";
        assert!(objects.len() == rows.len() && (empty || !rows.is_empty()), "{name}: {} rows", rows.len());
        // These measure time.
        if name != "bench" && !name.starts_with("plan ") {
            for (object, row) in objects.iter().zip(&rows) {
                for (column, cell) in header.iter().zip(row) {
                    let expected = text(&object[column]);
                    assert!(cell == expected || cell == format!("'{expected}"), "{name}: {column} {cell} {expected}");
                }
            }
        }
        let markdown = printed(&folder, command, "markdown");
        let lines: Vec<&str> = markdown.lines().collect();
        let tables = lines.iter().filter(|line| line.starts_with("|---") || line.starts_with("|--:")).count();
        assert!(tables > 0, "{name}: {markdown}");
        // A check has Markdown of its own, for a comment in a pull request.
        let head = format!("| {} |", header.join(" | "));
        assert!(name == "check" || lines.contains(&&*head), "{name}: {head}\n{markdown}");
        for line in lines.windows(2).filter(|pair| pair[0].starts_with('|') && pair[1].starts_with('|')) {
            let bars = |line: &str| line.replace("\\|", "").matches('|').count();
            assert_eq!(bars(line[0]), bars(line[1]), "{name}: {line:?}");
        }
    }
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn the_files_that_users_write_have_the_published_schema() {
    let schema = published();
    for (kind, folder) in [("deck", "decks"), ("scenario", "tests/scenarios")] {
        let is_toml = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
        let files: Vec<PathBuf> = files(Path::new(folder)).into_iter().filter(is_toml).collect();
        assert!(files.len() > 3, "{folder}");
        for path in &files {
            let text = fs::read_to_string(path).expect("a file");
            let value: Value = toml::from_str(&text).expect("TOML");
            let place = format!("/properties/files/properties/{kind}");
            schema.check(&place, &value, &path.display().to_string());
            let mut wrong = value;
            wrong["no_such_field"] = true.into();
            assert!(!schema.allows(&place, &wrong), "{}", path.display());
        }
    }
    let strategy: Value = toml::from_str("brain = \"greedy\"\nsays = \"Takes all.\"\n").expect("TOML");
    schema.check("/properties/files/properties/strategy", &strategy, "a strategy");
    assert!(!schema.allows("/properties/files/properties/strategy", &serde_json::json!({ "brain": "no such one" })));
}

#[test]
fn requests_have_the_published_schema() {
    let schema = published();
    let place = "/properties/requests/properties/run";
    let mut request = serde_json::to_value(RunRequest::default()).expect("JSON");
    schema.check(place, &request, "a request");
    request["games"] = "many".into();
    assert!(!schema.allows(place, &request));
}

/// What is read from the JSON of a result has the same bytes when it is written again.
fn reads_back<R: Printed + DeserializeOwned>(name: &str, json: &str) {
    let result: R = serde_json::from_str(json).unwrap_or_else(|error| panic!("{name}: {error}: {json}"));
    let mut again = Vec::new();
    result.write_json(&mut again).expect("JSON");
    assert!(again == json.as_bytes(), "{name}: {json}\n{}", String::from_utf8_lossy(&again));
}

/// Checks that the JSON of a result with this name reads back.
type Check = fn(&str, &str);

/// The results of studies, by their names, and how each of them is read.
const READABLE: [(&str, Check); 12] = [
    ("run", reads_back::<Reported<RunReport>>),
    ("impact", reads_back::<Reported<ImpactReport>>),
    ("impact --card", reads_back::<Reported<CardTables>>),
    ("impact --pair", reads_back::<Reported<Vec<InteractionRow>>>),
    ("impact --blank", reads_back::<Reported<Vec<BlankRow>>>),
    ("check", reads_back::<Reported<CheckReport>>),
    ("checkup", reads_back::<Reported<CheckupReport>>),
    ("compare", reads_back::<Reported<CompareReport>>),
    ("compare --restrictions", reads_back::<Reported<Vec<RestrictionRow>>>),
    ("sweep", reads_back::<Reported<SweepReport>>),
    ("suggest", reads_back::<Reported<SuggestReport>>),
    ("tune", reads_back::<Reported<TuneReport>>),
];

#[test]
fn the_result_of_a_study_can_be_read_from_its_json_and_stands_in_its_folder() {
    let (folder, schema) = (folder(), published());
    let results = schema.0["properties"]["results"]["properties"].as_object().expect("results");
    let is_reported = |schema: &Value| schema["$ref"].as_str().is_some_and(|place| place.contains("/Reported"));
    let reported: BTreeSet<&str> =
        results.iter().filter(|(_, schema)| is_reported(schema)).map(|(name, _)| name.as_str()).collect();
    let readable: BTreeSet<&str> = READABLE.into_iter().map(|(name, _)| name).collect();
    assert_eq!(reported, readable);
    for (name, reads_back) in READABLE {
        let command = COMMANDS.into_iter().find(|command| command.0 == name).expect("a command");
        let _ = fs::remove_dir_all(folder.path().join("out"));
        let json = printed(&folder, command, "json");
        reads_back(name, &json);
        if command.1.contains("-o out") {
            let stored = fs::read_to_string(folder.path().join("out").join(RESULT)).expect("it is stored");
            assert!(stored == json, "{name}: {stored}\n{json}");
        }
    }
}

#[test]
fn results_that_name_cards_have_their_texts() {
    let folder = folder();
    let read = |name: &str| -> Value {
        let command = COMMANDS.into_iter().find(|command| command.0 == name).expect("a command");
        let _ = fs::remove_dir_all(folder.path().join("out"));
        serde_json::from_str(&printed(&folder, command, "json")).expect("JSON")
    };
    let shown = read("deck show");
    // As `deck show` has them: with other names of the id, and the lines in one.
    let rows = |texts: &Value| -> Vec<Value> {
        let row = |text: &Value| {
            let mut row = text.clone();
            let fields = row.as_object_mut().expect("an object");
            let card = fields.remove("id").expect("an id");
            fields.insert("card".to_owned(), card);
            let lines: Vec<&str> = text["text"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
            fields.insert("text".to_owned(), lines.join("; ").into());
            row
        };
        texts.as_array().expect("texts").iter().map(row).collect()
    };
    for name in ["run", "impact", "checkup"] {
        assert_eq!(Value::from(rows(&read(name)["report"]["texts"])), shown, "{name}");
    }
    for name in ["sweep", "suggest"] {
        let texts = rows(&read(name)["report"]["texts"]);
        assert!(texts.len() == 1 && shown.as_array().expect("rows").contains(&texts[0]), "{name}: {texts:?}");
    }
    let edited = ("deck show", "edit.toml");
    let edited: Value = serde_json::from_str(&printed(&folder, edited, "json")).expect("JSON");
    assert_eq!(Value::from(rows(&read("check")["report"]["texts"])), edited);
}

#[test]
fn the_files_of_reports_have_the_published_schema() {
    let (folder, schema) = (folder(), published());
    for command in COMMANDS.into_iter().filter(|(_, arguments)| arguments.contains("-o out")) {
        let _ = fs::remove_dir_all(folder.path().join("out"));
        printed(&folder, command, "table");
        let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("a manifest");
        let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
        schema.check("/properties/files/properties/manifest.json", &manifest, command.0);
        for entry in fs::read_dir(folder.path().join("out")).expect("the report") {
            let file = entry.expect("an entry").file_name().into_string().expect("a name");
            if file.ends_with(".csv") {
                let row = schema.resolved(&format!("/properties/files/properties/{file}"));
                let mut reader = csv::Reader::from_path(folder.path().join("out").join(&file)).expect("a file");
                let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
                assert_eq!(Value::from(header), row["required"], "{file}");
            }
        }
    }
}

#[test]
fn every_file_name_belongs_to_one_row_type() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files(Path::new("src")) {
        let text = fs::read_to_string(&path).expect("a source");
        for part in text.split("row! {\n").skip(1) {
            if let Some((file, _)) = part.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')) {
                places.entry(file.to_owned()).or_default().push(path.display().to_string());
            }
        }
    }
    assert!(places.len() > 30, "{places:?}");
    let shared: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:?}");
    let reports: BTreeSet<&str> = kickdoor::report::csv_files().into_iter().map(|(file, _)| file).collect();
    assert_eq!(reports.iter().filter(|file| !places.contains_key(**file)).count(), 0);
}
