//! Damaged decks, strategies, scenarios, baselines and options: each gives a documented exit code and one clear message.
//!
//! A long campaign, with debug assertions in optimised code:
//!
//! ```text
//! KICKDOOR_FILES=100000 cargo test --profile campaign --test suite mutated_files -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_FIRST` is the number of the first case. One case in twenty runs the program; the others use the library.

mod inside;
mod mutate;
mod program;

use std::ops::Range;
use std::path::PathBuf;

use crate::common;
use common::guard::{guarded, size, watched};
use inside::{FileKind, unclear, used};
use kickdoor::random::mix;
use kickdoor::scenario::files;
use mutate::{Dice, mutated};
use program::Desk;
use rayon::prelude::*;

/// Valid files.
fn right_files() -> Vec<(FileKind, Vec<u8>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read(root.join(path)).expect("a file");
    let mut all = vec![
        (FileKind::Deck, read("tests/decks/mini.toml")),
        (FileKind::Deck, read("tests/decks/ground.toml")),
        (FileKind::Strategy, read("strategies/balanced.toml")),
        (FileKind::Strategy, read("strategies/greedy.toml")),
    ];
    let scenarios = files(&root.join("tests/scenarios")).expect("scenarios");
    all.extend(scenarios.iter().map(|path| (FileKind::Scenario, std::fs::read(path).expect("a file"))));
    all
}

/// Reads one mutated file with the library.
fn read_case(right: &[(FileKind, Vec<u8>)], number: u64) -> Result<(), String> {
    let mut dice = Dice(mix(number));
    let place = if dice.below(3) == 0 { dice.below(right.len()) } else { dice.below(4) };
    let (kind, file) = &right[place];
    let bytes = mutated(file, &mut dice);
    // The program rejects files that are not text, so the library never reads them.
    let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
    let fault = match guarded(|| format!("case {number}"), || used(*kind, &text)) {
        Ok(None) => return Ok(()),
        Ok(Some(message)) => unclear(&message).map(|fault| format!("{fault}: {message}")),
        Err(panic) => Some(panic),
    };
    fault.map_or(Ok(()), |fault| Err(format!("case {number}, {kind:?}: {fault}\n{}", context(file, &text))))
}

/// The changed lines.
fn context(file: &[u8], text: &str) -> String {
    let file = String::from_utf8_lossy(file);
    let right: Vec<&str> = file.lines().collect();
    let changed = text.lines().filter(|line| !right.contains(line)).take(12);
    changed.map(|line| line.chars().take(400).collect::<String>() + "\n").collect()
}

fn program_case(desk: &Desk, number: u64) -> Result<(), String> {
    let mut dice = Dice(mix(number ^ 0xf11e));
    let ended = if number.is_multiple_of(2) { desk.file_case(&mut dice) } else { desk.options_case(&mut dice) };
    ended.map_err(|fault| format!("program, case {number}: {fault}"))
}

/// The faults found in these cases.
fn campaign(cases: Range<u64>, one_run_in: u64) -> Vec<String> {
    let right = right_files();
    let printed = |result: Result<(), String>| {
        let fault = result.err()?;
        println!("{fault}\n");
        Some(fault)
    };
    watched(|| {
        cases
            .into_par_iter()
            .map_init(Desk::new, |desk, number| match number % one_run_in {
                0 => printed(program_case(desk, number / one_run_in)),
                _ => printed(read_case(&right, number)),
            })
            .flatten()
            .collect()
    })
}

#[test]
fn mutated_files_give_a_result_or_a_clear_message() {
    let faults = campaign(0..2_000, 25);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
#[ignore = "a long campaign"]
fn many_mutated_files_give_a_result_or_a_clear_message() {
    let first = size("KICKDOOR_FIRST", 1_000_000);
    let faults = campaign(first..first + size("KICKDOOR_FILES", 20_000), 20);
    assert!(faults.is_empty(), "{} faults", faults.len());
}
