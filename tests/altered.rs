//! Everything that is stored to be continued or compared with: each altered field is refused, with and without a right
//! checksum, and a cache counts it as missing.

use std::fs;
use std::path::Path;

use kickdoor::ids::Store;
use kickdoor::report::check::baseline::Baseline;
use kickdoor::study::GameCache;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::common::program::{deck_and_edit, kickdoor, read};

const COMPARE: &str = "compare random greedy -d mini.toml -p 3 --rule max_turns=12 -n 100 -q";
/// Blocks of which not all are in the sample.
const LONG: &str = "compare random greedy -d mini.toml -p 3 --rule max_turns=40 -n 3000 -q";
const TUNE: &str = "tune mini.toml -p 3 --rule max_turns=2 --budget 4000 -q";
/// Fields of a manifest that describe its games and determine nothing.
const DESCRIPTIONS: [&str; 9] = [
    "command",
    "threads",
    "duration_seconds",
    "games_per_second",
    "games",
    "seatings",
    "unfinished",
    "interrupted",
    "files",
];
/// Fields of a baseline that are only names. An altered program is another one.
const NAMES: [&str; 5] = ["/program", "/deck/name", "/strategies/0/given", "/with", "/base"];

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The places of all values without parts; of a list, the first element.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(key, value)| places(value, &format!("{place}/{}", key.replace('/', "~1")), found));
        }
        Value::Array(list) if !list.is_empty() => places(&list[0], &format!("{place}/0"), found),
        _ => found.push(place.to_owned()),
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => json!(5),
        Value::Bool(known) => json!(!known),
        Value::Number(number) if number.is_u64() => json!(number.as_u64().expect("a number") ^ 1),
        Value::Number(number) => json!(number.as_f64().expect("a number") + 0.25),
        // A digit of a hash stays one.
        Value::String(text) if text.starts_with('0') => json!(format!("1{}", &text[1..])),
        Value::String(text) if text.bytes().all(|byte| byte.is_ascii_hexdigit()) && text.len() >= 16 => {
            json!(format!("0{}", &text[1..]))
        }
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(_) => json!(["hand_limit=9"]),
        Value::Object(_) => json!({ "x": 1 }),
    }
}

/// All values with one altered leaf, and its place.
fn altered(value: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    places(value, "", &mut all);
    let alter = |place: String| {
        let mut altered = value.clone();
        let leaf = altered.pointer_mut(&place).expect("a place");
        *leaf = other(leaf);
        (place, altered)
    };
    all.into_iter().map(alter).collect()
}

/// A report that is altered, with a right copy beside it.
struct Report {
    folder: TempDir,
    command: &'static str,
}

impl Report {
    fn new(command: &'static str) -> Report {
        let folder = deck_and_edit();
        let (code, _, messages) = kickdoor(&folder, &format!("{command} -o a"));
        assert!(code == Some(0) || code == Some(1), "{messages}");
        Report { folder, command }
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.folder.path().join("a").join(file), text).expect("written");
    }

    /// The manifest with the right hashes of these files and itself.
    fn sealed(&self, manifest: &Value, files: &[&str]) -> String {
        let mut manifest = manifest.clone();
        for file in files {
            manifest["files"][*file] = json!(sha256(read(&self.folder, &format!("a/{file}")).as_bytes()));
        }
        manifest.as_object_mut().expect("an object").remove("sha256");
        let open = serde_json::to_string_pretty(&manifest).expect("JSON");
        let open = open.strip_suffix("\n}").expect("an object");
        format!("{open},\n  \"sha256\": \"{}\"\n}}\n", sha256(open.as_bytes()))
    }

    /// Checks that the report is not continued, with a message with these words.
    fn refused(&self, what: &str, words: &[&str]) {
        let (code, out, messages) = kickdoor(&self.folder, &format!("{} -o a --resume", self.command));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{what}: {messages}");
        assert!(
            messages.starts_with("error: ") && words.iter().any(|word| messages.contains(word)),
            "{what}: {messages}"
        );
    }

    fn continued(&self, what: &str) {
        let (code, _, messages) = kickdoor(&self.folder, &format!("{} -o a --resume", self.command));
        assert!(code == Some(0) || code == Some(1), "{what}: {messages}");
    }

    /// Alters each field of the manifest, and each of these files. Some fields are only `descriptions` of these games.
    fn test(&self, files: &[&str], descriptions: &[&str]) {
        let text = read(&self.folder, "a/manifest.json");
        let manifest: Value = serde_json::from_str(&text).expect("JSON");
        for (place, altered) in altered(&manifest) {
            self.write("manifest.json", &(serde_json::to_string_pretty(&altered).expect("JSON") + "\n"));
            self.refused(&place, &["`a/manifest.json` is damaged: ", "`a` has no ", "`a` was written by "]);
            if !DESCRIPTIONS.iter().chain(descriptions).any(|field| place.starts_with(&format!("/{field}")))
                && place != "/sha256"
            {
                self.write("manifest.json", &self.sealed(&altered, &[]));
                self.refused(&place, &["`a` has ", "`a` was written by ", "damaged", "altered"]);
            }
        }
        self.write("manifest.json", &text);
        for file in files {
            let right = read(&self.folder, &format!("a/{file}"));
            for at in (0..right.len()).step_by(right.len() / 12) {
                let mut bytes = right.clone().into_bytes();
                bytes[at] ^= 1;
                fs::write(self.folder.path().join("a").join(file), bytes).expect("written");
                self.refused(&format!("{file} {at}"), &[&format!("`a/{file}` is damaged: its SHA-256 is wrong")]);
            }
            fs::remove_file(self.folder.path().join("a").join(file)).expect("removed");
            self.refused(file, &[&format!("`a/{file}` is damaged: it is missing")]);
            self.write(file, &right);
        }
        self.continued("the right files");
    }
}

/// The lines with some blocks moved from one line to another.
fn moved(blocks: &str, count: u64) -> String {
    let mut lines: Vec<(String, u64)> = blocks.lines().skip(1).map(line).collect();
    lines.sort_by_key(|(_, blocks)| *blocks);
    let last = lines.len() - 1;
    lines[last].1 -= count;
    lines[0].1 += count;
    lines.sort();
    let lines = lines.iter().map(|(result, blocks)| format!("{result},{blocks}\n"));
    format!("result,blocks\n{}", lines.collect::<String>())
}

fn line(line: &str) -> (String, u64) {
    let (result, blocks) = line.rsplit_once(',').expect("two columns");
    (result.to_owned(), blocks.parse().expect("a number"))
}

#[test]
fn every_altered_field_of_a_comparison_is_refused() {
    let report = Report::new(COMPARE);
    report.test(&["blocks.csv", "sample.csv"], &[]);
}

#[test]
fn moved_blocks_of_a_comparison_are_refused() {
    let report = Report::new(LONG);
    let manifest: Value = serde_json::from_str(&read(&report.folder, "a/manifest.json")).expect("JSON");
    let [blocks, sample] = ["blocks.csv", "sample.csv"].map(|file| read(&report.folder, &format!("a/{file}")));
    // Of 1,500 blocks, 1,024 are in the sample.
    for count in [1, 400] {
        report.write("blocks.csv", &moved(&blocks, count));
        report.refused("moved", &["`a/blocks.csv` is damaged: its SHA-256 is wrong"]);
    }
    report.write("manifest.json", &report.sealed(&manifest, &["blocks.csv"]));
    report.refused(
        "moved and sealed",
        &["altered: the counts of `blocks.csv` are not those of the blocks in `sample.csv`"],
    );
    // The sample is altered as well, to agree with the counts.
    let results: Vec<String> = blocks.lines().skip(1).map(|text| line(text).0).collect();
    let changed = |text: &str| {
        let mut cells: Vec<String> = text.split(',').map(str::to_owned).collect();
        if cells[1] == results[0] {
            cells[1].clone_from(&results[1]);
        } else if cells[1] == results[1] {
            cells[1].clone_from(&results[0]);
        }
        cells.join(",") + "\n"
    };
    report.write("sample.csv", &sample.lines().map(changed).collect::<String>());
    let counts: Vec<u64> = blocks.lines().skip(1).map(|text| line(text).1).collect();
    let exchanged = blocks
        .replacen(&format!("{},{}", results[0], counts[0]), &format!("{},{}", results[0], counts[1]), 1)
        .replacen(&format!("{},{}", results[1], counts[1]), &format!("{},{}", results[1], counts[0]), 1);
    assert_ne!(exchanged, blocks);
    report.write("blocks.csv", &exchanged);
    report.write("manifest.json", &report.sealed(&manifest, &["blocks.csv", "sample.csv"]));
    report.refused("exchanged and sealed", &["in `sample.csv` was not played so"]);
}

#[test]
fn every_altered_field_of_a_search_is_refused() {
    let report = Report::new(TUNE);
    report.test(&["state.json"], &["blocks", "signature"]);
    let manifest: Value = serde_json::from_str(&read(&report.folder, "a/manifest.json")).expect("JSON");
    let state: Value = serde_json::from_str(&read(&report.folder, "a/state.json")).expect("JSON");
    assert!(state["history"].as_array().expect("generations").len() >= 2, "the last one is not the first");
    for (place, altered) in altered(&state) {
        report.write("state.json", &(altered.to_string() + "\n"));
        report.write("manifest.json", &report.sealed(&manifest, &["state.json"]));
        report.refused(&place, &["`a/state.json` is damaged: ", "in `state.json` was not played so"]);
    }
}

#[test]
fn every_altered_field_of_a_baseline_is_refused() {
    let folder = deck_and_edit();
    let check = |more: &str| kickdoor(&folder, &format!("check {more} -q"));
    assert_eq!(check("--save base mini.toml -n 60 -p 3 -s random,greedy,greedy --rule max_turns=6").0, Some(0));
    let path = folder.path().join("base");
    let (right, bytes) = (Baseline::read(&path).expect("a baseline"), fs::read(&path).expect("it is there"));
    let header = serde_json::to_value(&right.header).expect("JSON");
    for (place, altered) in altered(&header) {
        let line = serde_json::to_string(&altered).expect("JSON");
        let start = bytes.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
        let end = start + bytes[start..].iter().position(|byte| *byte == b'\n').expect("a line");
        let content = [&bytes[..start], line.as_bytes(), &bytes[end..bytes.len() - 32]].concat();
        fs::write(&path, [&content[..], &bytes[bytes.len() - 32..]].concat()).expect("written");
        let (code, _, messages) = check("base edit.toml");
        assert!(code == Some(2) && messages.contains("its checksum is wrong"), "{place}: {messages}");
        fs::write(&path, [&content[..], Sha256::digest(&content).as_slice()].concat()).expect("written");
        let (code, _, messages) = check("base edit.toml");
        if !NAMES.contains(&place.as_str()) {
            assert!(code == Some(2) && messages.contains("`base`"), "{place}: {messages}");
        }
    }
    fs::write(&path, &bytes).expect("written");
    assert_ne!(check("base edit.toml").0, Some(2));
}

#[test]
fn an_altered_entry_of_the_cache_is_missing() {
    let folder = deck_and_edit();
    let cache = folder.path().join("games");
    let play = || {
        kickdoor(
            &folder,
            "run mini.toml -n 8 -p 3 -s random --rule max_turns=4 -q -o out --force --format csv --cache games",
        )
    };
    let (code, out, _) = play();
    assert_eq!(code, Some(0));
    let entry = entry(&cache);
    let name = format!(
        "{}{}",
        entry.parent().and_then(Path::file_name).expect("a folder").to_string_lossy(),
        entry.file_name().expect("a file").to_string_lossy()
    );
    let digit = |place: usize| u8::from_str_radix(&name[2 * place..2 * place + 2], 16).expect("a byte");
    let key: [u8; 32] = std::array::from_fn(digit);
    let right = fs::read(&entry).expect("it is there");
    let store = GameCache::at(&cache);
    assert!(store.get(&key).is_some());
    for at in 0..right.len() {
        let mut bytes = right.clone();
        bytes[at] ^= 1;
        fs::write(&entry, bytes).expect("written");
        assert_eq!(store.get(&key), None, "{at}");
    }
    assert_eq!(play().1, out, "the games are played again");
    assert_eq!(fs::read(&entry).expect("it is there"), right, "and kept");
}

/// The only entry of a cache.
fn entry(cache: &Path) -> std::path::PathBuf {
    let first =
        |folder: &Path| fs::read_dir(folder).expect("a folder").next().expect("an entry").expect("a file").path();
    first(&first(cache))
}
