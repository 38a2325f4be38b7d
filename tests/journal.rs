//! Studies that are killed and continued, or divided among machines: their results are those of an undisturbed study.
#![cfg(unix)]

mod altered;
mod campaign;
mod desk;
mod states;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use crate::common::all_cases;
use desk::{Desk, Ended, shuffled};

/// A long study.
#[derive(Clone, Copy)]
struct Study {
    name: &'static str,
    /// Its command line. `OUT` is the path of its result.
    line: &'static str,
}

const fn study(name: &'static str, line: &'static str) -> Study {
    Study { name, line }
}

/// All long studies.
// A call is divided if it has more than 5,000 games, and a game of a player that looks ahead counts as a thousand.
const STUDIES: [Study; 25] = [
    study("run", "run mini.toml -n 5040 -o OUT"),
    study("run, list of games", "run mini.toml -n 5040 --per-game -o OUT"),
    study("run, a player that looks ahead", "run mini.toml -n 8 -s search -o OUT"),
    study("impact", "impact mini.toml -s balanced -n 5040 -o OUT"),
    study("impact, two strategies", "impact mini.toml -s balanced,aggressive -n 5040 -o OUT"),
    study("impact, a card", "impact mini.toml --card pepper -n 5040 --format csv"),
    study("impact, a pair", "impact mini.toml --pair pepper stove -n 5040 --format csv"),
    study("impact, a blank card", "impact mini.toml --blank pepper -n 5040 --format csv"),
    study("impact, pairs", "impact mini.toml --pairs -n 5040 -o OUT"),
    study("impact, against blank cards", "impact mini.toml --against-blank -n 5040 -o OUT"),
    study("check", "check mini.toml edit.toml -n 5040 --format csv"),
    study("check, a baseline", "check base edit.toml --format csv"),
    study("check, a new baseline", "check --save OUT mini.toml -n 5040"),
    study("compare, a duel", "compare balanced greedy -d mini.toml -n 5040 -o OUT"),
    study("compare, a field", "compare balanced --field greedy -d mini.toml -n 5040 -o OUT"),
    study("compare, a ladder", "compare balanced greedy random -d mini.toml -n 5040 -o OUT"),
    study("compare, a sequential test", "compare search greedy -d mini.toml --sprt=-2,2 -n 150 -o OUT"),
    study("compare, restrictions", "compare --restrictions balanced -d mini.toml -n 5040 -o OUT"),
    study("sweep", "sweep mini.toml --card stale-loaf --field level --range 1..3 -n 5040 -o OUT"),
    study("tune", "tune mini.toml --budget 60000 -o OUT"),
    study("calibrate", "calibrate mini.toml -r 50 -n 101 --format csv"),
    study("calibrate, verdicts", "calibrate mini.toml --check edit.toml -r 50 -n 101 --format csv"),
    study("deck coverage", "deck coverage mini.toml -n 5040 --format csv"),
    study("suggest", "suggest mini.toml --card stale-loaf --target 3 --precision 1 --format csv"),
    study("checkup", "checkup mini.toml -n 5040 --format csv"),
];

/// Perturbed parts play many more games than the others of a test.
const PERTURBED: Study = study("deck coverage, perturbed", "deck coverage mini.toml --perturb -n 200 --format csv");

/// All of them.
fn studies() -> Vec<Study> {
    STUDIES.into_iter().chain([PERTURBED]).collect()
}

/// What an undisturbed study leaves.
#[derive(Debug, PartialEq, Eq)]
struct Results {
    code: Option<i32>,
    out: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Results {
    fn of(desk: &Desk, ended: &Ended, out: &str) -> Results {
        Results { code: ended.code, out: ended.results(), files: desk.files(out) }
    }

    /// The first difference from other results.
    fn difference(&self, other: &Results) -> Option<String> {
        let files = || {
            let names = self.files.keys().chain(other.files.keys());
            names.into_iter().find(|name| self.files.get(*name) != other.files.get(*name)).cloned()
        };
        match self {
            _ if self.code != other.code => Some(format!("code {:?}, expected {:?}", other.code, self.code)),
            _ if self.out != other.out => Some(format!("{}\nexpected {}", other.out, self.out)),
            _ => files().map(|name| format!("`{name}` differs, or is on one side only")),
        }
    }
}

impl Study {
    /// The command line with this path for its result, and short games.
    fn line_to(&self, out: &str) -> String {
        format!("{} --rule win_level=2 --rule max_turns=3", self.line.replace("OUT", out))
    }

    /// A folder with its inputs.
    fn desk(&self) -> Desk {
        static BASELINE: OnceLock<Vec<u8>> = OnceLock::new();
        let desk = Desk::new();
        if self.line.contains(" base ") {
            let save = || {
                let saved = Desk::new();
                saved.run("check --save base mini.toml -n 5040 --rule win_level=2 --rule max_turns=3 -q");
                saved.read("base")
            };
            desk.write("base", BASELINE.get_or_init(save));
        }
        desk
    }

    /// The study, undisturbed.
    fn whole(&self) -> Result<Arc<Results>, String> {
        static KNOWN: Mutex<BTreeMap<&str, Arc<Results>>> = Mutex::new(BTreeMap::new());
        if let Some(known) = KNOWN.lock().expect("no panic").get(self.name) {
            return Ok(Arc::clone(known));
        }
        let desk = self.desk();
        let ended = desk.run(&format!("{} -q -j 2 --checkpoint 0", self.line_to("a")));
        match ended.code {
            Some(0 | 1 | 3) => {
                let results = Arc::new(Results::of(&desk, &ended, "a"));
                KNOWN.lock().expect("no panic").insert(self.name, Arc::clone(&results));
                Ok(results)
            }
            _ => Err(format!("{}: {}", self.name, ended.said)),
        }
    }

    /// What is wrong with its results, and with what it leaves, if anything.
    fn fault(&self, desk: &Desk, ended: &Ended, out: &str, whole: &Results) -> Result<(), String> {
        let difference = whole.difference(&Results::of(desk, ended, out));
        if let Some(difference) = difference {
            return Err(format!("{}: {difference}\n{}", self.name, ended.said));
        }
        let left = desk.left();
        if left.is_empty() { Ok(()) } else { Err(format!("{}: it leaves {left:?}", self.name)) }
    }

    /// Kills it as soon as it has written some of its state, and continues it.
    fn continued(&self) -> Result<(), String> {
        const ATTEMPTS: usize = 10;
        let whole = self.whole()?;
        let line = self.line_to("a");
        for _ in 0..ATTEMPTS {
            let desk = self.desk();
            if desk.kill_with_state(&format!("{line} -q -j 2 --checkpoint 0.001"), 1) {
                let ended = desk.run(&format!("{line} -q -j 1 --resume"));
                return self.fault(&desk, &ended, "a", &whole);
            }
        }
        Err(format!("{}: it always ended before it could be killed", self.name))
    }

    /// Plays it in shards, in any order.
    fn divided(&self, seed: u64) -> Result<u64, String> {
        const ROUNDS: u64 = 40;
        let (whole, desk) = (self.whole()?, self.desk());
        let planned = self.line_to("merged").replace("-o merged", "");
        let planned = desk.run(&format!("plan {planned} -o plan.json --shards 3"));
        if planned.code != Some(0) {
            return Err(format!("{}: {}", self.name, planned.said));
        }
        let mut plan = "plan.json".to_owned();
        let merge = if self.line.contains("-o OUT") { "merge s -q -o merged" } else { "merge s -q" };
        for round in 1..=ROUNDS {
            for shard in shuffled(desk.shards(&plan), seed + round) {
                let played = desk.run(&format!("shard {plan} --shard {shard} -o s -q"));
                if played.code != Some(0) {
                    return Err(format!("{}, shard {shard} of `{plan}`: {}", self.name, played.said));
                }
            }
            let merged = desk.run(merge);
            if merged.code != Some(4) {
                return self.fault(&desk, &merged, "merged", &whole).map(|()| round);
            }
            plan = format!("s/plan-{}.json", round + 1);
        }
        Err(format!("{}: more than {ROUNDS} rounds", self.name))
    }
}

fn assert_all<T>(results: Vec<Result<T, String>>) -> Vec<T> {
    let (right, faults): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let faults: Vec<String> = faults.into_iter().filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    right.into_iter().flatten().collect()
}

#[test]
fn a_killed_study_is_continued_to_the_same_bytes() {
    let studies = studies();
    assert_all(all_cases(0..studies.len() as u64, &|number| studies[number as usize].continued()));
}

#[test]
fn a_study_in_shards_has_the_same_bytes() {
    let studies = studies();
    let rounds = assert_all(all_cases(0..studies.len() as u64, &|number| studies[number as usize].divided(number)));
    assert!(rounds.iter().any(|rounds| *rounds > 2), "{rounds:?}");
    for (study, rounds) in studies.iter().zip(rounds) {
        println!("{}: {rounds} rounds", study.name);
    }
}

#[test]
fn all_commands_with_a_state_are_studies_of_these_tests() {
    fn names(command: &clap::Command, name: &str) -> Vec<String> {
        let below = command.get_subcommands().filter(|below| !["help", "plan"].contains(&below.get_name()));
        let below = below.flat_map(|below| names(below, format!("{name} {}", below.get_name()).trim()));
        let own = command.get_arguments().any(|option| option.get_id() == "checkpoint").then(|| name.to_owned());
        own.into_iter().chain(below).collect()
    }
    let names = names(&kickdoor::cli::command(), "");
    assert!(names.len() > 8, "{names:?}");
    for name in &names {
        assert!(studies().iter().any(|study| study.line.starts_with(&format!("{name} "))), "no study of `{name}`");
    }
}
