//! All scenarios of `tests/scenarios/`, and the worked examples of the guide to scenarios.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use kickdoor::deck::DeckSource;
use kickdoor::scenario::{Report, Scenario, ScenarioError, files, run_file};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The complaint about a scenario, if any.
fn complaint(outcome: std::thread::Result<Result<Report, ScenarioError>>, name: &str) -> Option<String> {
    match outcome {
        Ok(Ok(report)) if report.passed() => None,
        Ok(Ok(report)) => Some(report.to_string()),
        Ok(Err(error)) => Some(format!("MALFORMED  {name}: {error}")),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map_or("something", String::as_str);
            Some(format!("PANICKED  {name}: {said}"))
        }
    }
}

#[test]
fn every_scenario_passes() {
    let paths = files(&folder("tests/scenarios")).expect("the folder can be read");
    assert!(!paths.is_empty());
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|path| complaint(catch_unwind(|| run_file(path)), &path.display().to_string()))
        .collect();
    assert!(wrong.is_empty(), "{} of {} scenarios:\n\n{}\n", wrong.len(), paths.len(), wrong.join("\n\n"));
}

/// The TOML blocks of the guide that are complete scenarios.
fn examples(guide: &str) -> Vec<&str> {
    let blocks = guide.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter(|block| block.contains("\nsays = ") || block.starts_with("rules = ")).collect()
}

#[test]
fn every_example_of_the_guide_passes() {
    let guide = std::fs::read_to_string(folder("docs/SCENARIOS.md")).expect("the guide is there");
    let examples = examples(&guide);
    assert!(!examples.is_empty());
    for example in examples {
        let scenario = Scenario::read(DeckSource::new("SCENARIOS.md", example), folder("tests/scenarios"));
        let outcome = scenario.and_then(|scenario| scenario.play());
        if let Some(complaint) = complaint(Ok(outcome), "SCENARIOS.md") {
            panic!("{complaint}\n\n{example}");
        }
    }
}
