//! Studies called from a library: a result can be stored and read again, and a request can be written as JSON.

use std::fmt::Debug;

use kickdoor::report::compare::Goal;
use kickdoor::study::{
    CalibrateRequest, CalibrateResult, CompareRequest, CompareResult, Control, Event, RunRequest, RunResult,
    SweepRequest, SweepResult, TableRequest,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A small table.
fn table() -> TableRequest {
    TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy", "random"]).players(3).rule("win_level=3")
}

/// What is stored has the same bytes after it is read and stored again.
fn stored<R: Serialize + DeserializeOwned>(result: &R) -> R {
    let text = serde_json::to_string(result).expect("it has a form in JSON");
    let read: R = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
    read
}

/// The same request after it is written and read, and a schema that describes it.
fn written<Q: Serialize + DeserializeOwned + JsonSchema + PartialEq + Debug>(request: &Q) {
    let value = serde_json::to_value(request).expect("JSON");
    assert_eq!(&serde_json::from_value::<Q>(value.clone()).expect("it is read"), request);
    let schema = schemars::schema_for!(Q).to_value();
    let fields = value.as_object().expect("an object");
    assert!(fields.keys().all(|field| schema["properties"][field]["description"].is_string()), "{schema:#}");
}

#[test]
fn a_run_is_stored_with_its_counts() {
    let request = RunRequest::of(table()).games(60);
    written(&request);
    let (mut games, mut notes) = (0, Vec::new());
    let result = request.play(&mut Control::default().watch(|event| match event {
        Event::Played(played) => games = played,
        Event::Note(words) => notes.push(words.to_owned()),
        Event::Expects(_) => {}
    }));
    let result = result.expect("it is played");
    assert_eq!((games, result.tally.games, notes.len()), (60, 60, 0));
    let read: RunResult = stored(&result);
    assert_eq!((read.tally, read.stopped), (result.tally, result.stopped));
}

#[test]
fn whole_blocks_are_noted() {
    let mut notes = Vec::new();
    let mut control = Control::default().watch(|event| {
        if let Event::Note(words) = event {
            notes.push(words.to_owned());
        }
    });
    RunRequest::of(table()).games(7).play(&mut control).expect("it is played");
    drop(control);
    assert_eq!(notes, ["playing 9 games instead of 7: whole blocks of 3 seatings"]);
}

#[test]
fn a_stopped_run_has_the_result_of_a_shorter_one() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let result = RunRequest::of(table()).games(6_000).play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(result.manifest.interrupted && result.tally.games < 6_000);
}

#[test]
fn a_comparison_is_stored_and_continued() {
    let table = table().strategies(["greedy", "random", "balanced"]);
    let request = CompareRequest::of(table.clone()).anchor("random").games(90);
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: CompareResult = stored(&result);
    assert_eq!((read.manifest.games, &read.results), (result.results.games(), &result.results));
    let half = request.clone().games(45).play(&mut Control::default()).expect("it is played").results;
    let sets = table.sets().expect("the deck");
    let continued = request.play_on(&sets, half, &mut Control::default()).expect("it is played");
    assert_eq!(continued.results, result.results);
    written(&request.goal(Goal::Precision(40.0)));
}

#[test]
fn a_sweep_is_stored_with_its_answer() {
    let request = SweepRequest::of(table(), "angry-bun", "level").values([1, 3, 9]).games(60);
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played").expect("it is complete");
    let read: SweepResult = stored(&result);
    assert_eq!((read.tally, read.report.rows.len()), (result.tally, 12));
    for values in [vec![], vec![3, 1], vec![2, 2], (0..51).collect()] {
        assert!(request.clone().values(values).play(&mut Control::default()).is_err());
    }
}

#[test]
fn a_calibration_is_stored() {
    let request = CalibrateRequest::of(table()).repetitions(10).games(6).blank("angry-bun");
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played").expect("it is complete");
    let read: CalibrateResult = stored(&result);
    assert_eq!((read.edit.as_str(), read.rows.len()), ("Angry Bun blank", result.rows.len()));
}
