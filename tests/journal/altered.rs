//! Altered states, plans, shards and files of rounds: each is refused, and named.

use std::fs;
use std::path::{Path, PathBuf};

use kickdoor::run::Entry;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::desk::{Desk, Ended};
use crate::common::all_cases;

/// The first line of a journal file.
const FORMAT: &[u8] = b"kickdoor journal 1\n";
/// Bytes of its checksum.
const SUM: usize = 32;
/// A study with several values.
const RUN: &str = "run mini.toml -n 6000 --rule win_level=2 --rule max_turns=3";
/// A study with rounds.
const ROUNDS: &str = "impact mini.toml -s balanced,aggressive -n 5040 --rule win_level=2 --rule max_turns=3";

/// A journal file, in parts.
#[derive(Clone)]
struct Parts {
    header: Value,
    entries: Vec<Entry>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Parts {
        let rest = &bytes[FORMAT.len()..bytes.len() - SUM];
        let end = rest.iter().position(|byte| *byte == b'\n').expect("a line");
        let header = serde_json::from_slice(&rest[..end]).expect("JSON");
        Parts { header, entries: postcard::from_bytes(&rest[end + 1..]).expect("entries") }
    }

    /// The file, with a right checksum.
    fn bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).expect("JSON");
        let entries = postcard::to_allocvec(&self.entries).expect("bytes");
        let mut bytes = [FORMAT, &header, b"\n", &entries].concat();
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        bytes
    }

    /// The same with each field of the header altered, and its path.
    fn other_headers(&self) -> Vec<(String, Parts)> {
        let headers = others(&self.header).into_iter();
        headers.map(|(field, header)| (format!("header{field}"), Parts { header, ..self.clone() })).collect()
    }

    /// The same with each field of its first entry altered.
    fn other_entries(&self) -> Vec<(String, Parts)> {
        let entry = &self.entries[0];
        let others = [
            ("call", Entry { call: entry.call + 1, ..entry.clone() }),
            ("name", Entry { name: "other".to_owned(), ..entry.clone() }),
            ("places, more", Entry { places: entry.places + 1, ..entry.clone() }),
            ("places, fewer", Entry { places: entry.places - 1, ..entry.clone() }),
            ("first", Entry { first: entry.first + 1, ..entry.clone() }),
            ("end, more", Entry { end: entry.end + 1, ..entry.clone() }),
            ("end, fewer", Entry { end: entry.end - 1, ..entry.clone() }),
            ("values, fewer", Entry { values: entry.values[1..].to_vec(), ..entry.clone() }),
            ("values, more", Entry { values: [&entry.values[..], &[1]].concat(), ..entry.clone() }),
            ("values, none", Entry { values: Vec::new(), ..entry.clone() }),
        ];
        let with = |entry| Parts { entries: [&[entry], &self.entries[1..]].concat(), ..self.clone() };
        others.into_iter().map(|(field, entry)| (format!("entry, {field}"), with(entry))).collect()
    }

    /// The same with some bytes of its values altered.
    fn other_values(&self) -> Vec<(String, Parts)> {
        const SAMPLED: usize = 24;
        let length = self.entries[0].values.len();
        let with = |number: usize| {
            let (mut parts, at) = (self.clone(), number * length / SAMPLED);
            parts.entries[0].values[at] ^= 1 << (number % 7);
            (format!("value byte {at}"), parts)
        };
        (0..SAMPLED).map(with).collect()
    }
}

/// JSON with one value or name altered, for each of them, with its path.
fn others(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, field)| {
                let mut renamed = fields.clone();
                renamed.remove(name);
                renamed.insert(format!("{name}x"), field.clone());
                let with = |(path, other)| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), other);
                    (format!(".{name}{path}"), Value::Object(fields))
                };
                let inside: Vec<_> = others(field).into_iter().map(with).collect();
                inside.into_iter().chain([(format!(".{name}, renamed"), Value::Object(renamed))])
            })
            .collect(),
        Value::Array(items) => {
            let with = |(at, item): (usize, &Value)| -> Vec<(String, Value)> {
                let one = |(path, other)| {
                    let mut items = items.clone();
                    items[at] = other;
                    (format!("[{at}]{path}"), Value::Array(items))
                };
                others(item).into_iter().map(one).collect()
            };
            let fewer = (String::from(", one fewer"), Value::Array(items[..items.len().saturating_sub(1)].to_vec()));
            items.iter().enumerate().flat_map(with).chain((!items.is_empty()).then_some(fewer)).collect()
        }
        Value::String(text) => vec![(String::new(), json!(format!("{text}0")))],
        Value::Number(number) if number.is_u64() => vec![(String::new(), json!(number.as_u64().unwrap_or(0) + 1))],
        Value::Number(number) => vec![(String::new(), json!(number.as_f64().unwrap_or(0.0) + 1.0))],
        Value::Bool(known) => vec![(String::new(), json!(!known))],
        Value::Null => vec![(String::new(), json!(1))],
    }
}

/// A file with damage that its checksum shows.
fn damaged(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    const SAMPLED: usize = 24;
    let flipped = (0..SAMPLED).map(|number| {
        let (mut bytes, at) = (bytes.to_vec(), number * (bytes.len() - 1) / (SAMPLED - 1));
        bytes[at] ^= 1 << (number % 7);
        (format!("byte {at}"), bytes)
    });
    let cut = [0, 1, FORMAT.len(), bytes.len() / 2, bytes.len() - SUM, bytes.len() - 1];
    let cut = cut.into_iter().map(|length| (format!("{length} bytes"), bytes[..length].to_vec()));
    flipped.chain(cut).chain([("a byte more".to_owned(), [bytes, b"\0"].concat())]).collect()
}

/// Alters a file in each of these ways, one copy of a folder for each, and checks that a command refuses it. Copies of `files`
/// are in the folder `to`.
fn each_is_refused(
    files: &Path,
    to: &str,
    file: &str,
    cases: &[(String, Vec<u8>)],
    refused: &(dyn Fn(&Desk, &str) + Sync),
) {
    assert!(cases.len() > 10);
    all_cases(0..cases.len() as u64, &|number| {
        let (case, bytes) = &cases[number as usize];
        let desk = Desk::new();
        desk.copy(files, to);
        assert_ne!(&desk.read(&format!("{to}/{file}")), bytes, "{case}");
        desk.write(&format!("{to}/{file}"), bytes);
        refused(&desk, case);
    });
}

fn in_bytes(cases: Vec<(String, Parts)>) -> Vec<(String, Vec<u8>)> {
    cases.into_iter().map(|(case, parts)| (case, parts.bytes())).collect()
}

/// A folder in which the study was killed when its state had these segments.
fn killed(line: &str, segments: usize) -> Desk {
    for _ in 0..10 {
        let desk = Desk::new();
        if desk.kill_with_state(&format!("{line} -q -j 1 -o a --checkpoint 0.001"), segments) {
            return desk;
        }
    }
    panic!("it always ended before it could be killed");
}

#[test]
fn an_altered_state_is_refused() {
    let desk = killed(RUN, 1);
    let state = desk.path("a.state");
    for later in &desk.segments()[1..] {
        fs::remove_file(later).expect("removed");
    }
    // A single value, so that it is always among those that are checked.
    let right = desk.read("a.state/000000.journal");
    let parts = Parts::of(&right);
    assert_eq!(parts.entries.len(), 1);
    assert_eq!(Parts::of(&parts.bytes()).entries, parts.entries);
    let cases = [parts.other_headers(), parts.other_entries(), parts.other_values()].concat();
    let cases = [damaged(&right), in_bytes(cases)].concat();
    each_is_refused(&state, "a.state", "000000.journal", &cases, &|desk, case| {
        let ended = desk.run(&format!("{RUN} -q -o a --resume"));
        if case == "entry, call" {
            // What the study does not do is not used.
            assert_eq!(ended.code, Some(0), "{case}: {}", ended.said);
            return;
        }
        ended.assert_refused(2, &["a.state"], case);
        assert!(!desk.path("a").exists(), "{case}");
        assert!(desk.path("a.state/000000.journal").exists(), "{case}: the state is not lost");
    });
}

/// What happens to the segments of a state.
type Change = (&'static str, fn(&dyn Fn(u32) -> PathBuf));

#[test]
fn segments_that_do_not_follow_on_one_another_are_refused() {
    let desk = killed(ROUNDS, 3);
    let state = desk.path("a.state");
    let changes: [Change; 6] = [
        ("the first one is gone", |at| fs::remove_file(at(0)).expect("removed")),
        ("one in the middle is gone", |at| fs::remove_file(at(1)).expect("removed")),
        ("two are exchanged", |at| {
            [(1, 99), (0, 1), (99, 0)].iter().for_each(|(from, to)| fs::rename(at(*from), at(*to)).expect("renamed"));
        }),
        ("one is repeated", |at| {
            fs::copy(at(1), at(2)).expect("copied");
        }),
        ("one is added again", |at| {
            fs::copy(at(0), at(99)).expect("copied");
        }),
        ("one has another name", |at| fs::rename(at(1), at(99)).expect("renamed")),
    ];
    for (case, change) in changes {
        let desk = Desk::new();
        desk.copy(&state, "a.state");
        change(&|number| desk.path(&format!("a.state/{number:06}.journal")));
        desk.run(&format!("{ROUNDS} -q -o a --resume")).assert_refused(2, &["a.state"], case);
        assert!(!desk.path("a").exists(), "{case}");
    }
}

/// A folder with a plan in the folder `s`, and all its shards.
fn played(line: &str) -> Desk {
    let desk = Desk::new();
    let planned = desk.run(&format!("plan {line} -o plan.json --shards 3"));
    assert_eq!(planned.code, Some(0), "{}", planned.said);
    play(&desk, "plan.json");
    desk
}

fn play(desk: &Desk, plan: &str) {
    for shard in 0..desk.shards(plan) {
        let played = desk.run(&format!("shard {plan} --shard {shard} -o s -q"));
        assert_eq!(played.code, Some(0), "{}", played.said);
    }
}

fn file_of(shard: u32) -> String {
    format!("shard-1-{shard:05}.journal")
}

#[test]
fn an_altered_shard_is_refused_and_a_damaged_one_is_played_again() {
    let desk = played(RUN);
    let right = desk.read("s/shard-1-00001.journal");
    let parts = Parts::of(&right);
    let places = &parts.entries[0];
    assert!(places.first > 0 && places.end < places.places);
    let shards = desk.path("s");
    each_is_refused(&shards, "s", &file_of(1), &damaged(&right), &|desk, case| {
        desk.run("merge s -q").assert_refused(2, &[&file_of(1)], case);
        let again = desk.run("shard s/plan.json --shard 1 -o s -q");
        assert_eq!(again.code, Some(0), "{case}: {}", again.said);
        assert_eq!(desk.read("s/shard-1-00001.journal"), right, "{case}");
    });
    // Its values themselves are not checked here: they are as true as the machine that played them.
    let cases = [parts.other_headers(), parts.other_entries()].concat();
    each_is_refused(&shards, "s", &file_of(1), &in_bytes(cases), &|desk, case| {
        let merged = desk.run("merge s -q");
        match case {
            // It is a right shard of the next round, so this round has none.
            "header.shard.round" => merged.assert_refused(75, &["1 of 3 shards are missing: 1", &file_of(1)], case),
            _ if case.starts_with("entry, values") => merged.assert_refused(2, &["`s`"], case),
            _ => merged.assert_refused(2, &[&file_of(1)], case),
        }
    });
}

#[test]
fn an_altered_plan_is_refused() {
    let desk = played(RUN);
    let plan: Value = serde_json::from_slice(&desk.read("s/plan.json")).expect("JSON");
    let bytes = |(case, plan): (String, Value)| (case, serde_json::to_vec_pretty(&plan).expect("JSON"));
    let cases: Vec<(String, Vec<u8>)> = others(&plan).into_iter().map(bytes).collect();
    assert!(cases.len() > 25);
    each_is_refused(&desk.path("s"), "s", "plan.json", &cases, &|desk, case| {
        desk.run("merge s -q").assert_refused(2, &["`s/"], case);
        // A shard of the altered plan has no place among those of the right one.
        desk.run("shard s/plan.json --shard 0 -o s -q").assert_refused(2, &["`s/"], case);
    });
    // A plan of its own whose shards come into the folder of this one.
    let other = json!({ "games": 1 });
    let (mut fields, path) = (plan, desk.path("other.json"));
    fields["games"] = other["games"].clone();
    fs::write(path, serde_json::to_vec(&fields).expect("JSON")).expect("written");
    assert_eq!(desk.run("shard other.json --shard 2 -o t -q").code, Some(0));
    desk.run("shard other.json --shard 2 -o s -q").assert_refused(2, &["`s/"], "another plan");
    fs::copy(desk.path("t").join(file_of(2)), desk.path("s").join(file_of(2))).expect("copied");
    desk.run("merge s -q").assert_refused(2, &[&file_of(2), "another plan"], "a foreign shard");
}

#[test]
fn shards_are_there_exactly_once() {
    let desk = played(RUN);
    let merge = |desk: &Desk| -> Ended { desk.run("merge s -q -o m --force") };
    let whole = merge(&desk);
    assert_eq!(whole.code, Some(0), "{}", whole.said);
    // An equal one more.
    desk.write("s/again.journal", &desk.read("s/shard-1-00001.journal"));
    let repeated = merge(&desk);
    assert_eq!((repeated.code, repeated.results()), (Some(0), whole.results()), "{}", repeated.said);
    assert!(repeated.said.contains("1 shard "), "{}", repeated.said);
    // A different one.
    let parts = Parts::of(&desk.read("s/again.journal"));
    desk.write("s/again.journal", &parts.other_values()[5].1.bytes());
    merge(&desk).assert_refused(2, &["again.journal", &file_of(1), "differ"], "two different files");
    // One of another program.
    let mut foreign = parts;
    foreign.header["study"]["program"] = json!("0".repeat(64));
    desk.write("s/again.journal", &foreign.bytes());
    merge(&desk).assert_refused(2, &["again.journal"], "another program");
    fs::remove_file(desk.path("s/again.journal")).expect("removed");
    // Gaps.
    for (shard, missing) in [(2, "1 of 3 shards are missing: 2"), (0, "2 of 3 shards are missing: 0, 2")] {
        fs::remove_file(desk.path("s").join(file_of(shard))).expect("removed");
        merge(&desk).assert_refused(75, &[missing, &file_of(shard)], "a gap");
    }
}

#[test]
fn an_altered_file_of_earlier_rounds_is_refused() {
    let desk = played(ROUNDS);
    let merged = desk.run("merge s -q");
    assert_eq!(merged.code, Some(4), "{}", merged.said);
    let right = desk.read("s/round-1.journal");
    let parts = Parts::of(&right);
    assert_eq!(Parts::of(&parts.bytes()).entries, parts.entries);
    let cases = [parts.other_headers(), parts.other_entries(), parts.other_values()].concat();
    let cases = [damaged(&right), in_bytes(cases)].concat();
    each_is_refused(&desk.path("s"), "s", "round-1.journal", &cases, &|desk, case| {
        desk.run("shard s/plan-2.json --shard 0 -o s -q").assert_refused(2, &["round-1.journal"], case);
    });
    play(&desk, "s/plan-2.json");
    each_is_refused(&desk.path("s"), "s", "round-1.journal", &cases, &|desk, case| {
        desk.run("merge s -q").assert_refused(2, &["round-1.journal"], case);
    });
}
