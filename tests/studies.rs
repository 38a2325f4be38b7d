//! Studies called from a library: a result can be stored and read again, and a request can be written as JSON.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Mind, Question, View};
use kickdoor::report::checkup::CheckupRow;
use kickdoor::report::compare::Goal;
use kickdoor::report::coverage::InertVerdict;
use kickdoor::report::trace::Format;
use kickdoor::report::{Manifest, repeatable};
use kickdoor::strategy::{Brain, NoSettings, Player, random, register};
use kickdoor::study::{
    AdviceRequest, AdviceResult, AdviserRequest, BaselineRequest, BlankRequest, BlankResult, CalibrateRequest,
    CalibrateResult, CardRequest, CardResult, CheckRequest, CheckResult, CheckupRequest, CheckupResult, CompareRequest,
    CompareResult, Control, CoverageRequest, CoverageResult, Event, ExchangedGame, GameCache, History, HistoryRequest,
    HistoryResult, ImpactRequest, ImpactResult, PairRequest, PairResult, PerturbResult, PlanRequest,
    RestrictionsRequest, RestrictionsResult, RunRequest, RunResult, StudyError, SuggestRequest, SuggestResult,
    SweepRequest, SweepResult, TableRequest, TraceRequest, TuneRequest, TuneResult, VerdictsRequest, VerdictsResult,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A small table.
fn table() -> TableRequest {
    TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy", "random"]).players(3).rule("win_level=3")
}

/// A control that lists the numbers of games played.
fn listing(games: &mut Vec<u64>) -> Control<'_> {
    Control::default().watch(|event| {
        if let Event::Played(played) = event {
            games.push(played);
        }
    })
}

/// What a manifest says of the games, without the question of the study.
fn same_games(manifest: &Manifest) -> serde_json::Value {
    let mut value = serde_json::to_value(repeatable(manifest)).expect("JSON");
    value.as_object_mut().expect("an object").remove("study");
    value
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
        _ => {}
    }));
    let result = result.expect("it is played");
    assert_eq!((games, result.tally.games, notes.len()), (60, 60, 0));
    let read: RunResult = stored(&result);
    assert_eq!((read.tally, read.stopped), (result.tally, result.stopped));
}

#[test]
fn a_checkup_is_stored_with_its_counts() {
    let request = CheckupRequest::of(table()).games(48);
    written(&request);
    let mut games = Vec::new();
    let result = request.play(&mut listing(&mut games)).expect("it is played");
    assert!(games.is_sorted() && games.last() > Some(&48), "the later parts go on counting: {games:?}");
    let read: CheckupResult = stored(&result);
    assert_eq!((read.tally.games, read.manifest.games, read.tally), (48, 48, result.tally));
    let table = RunRequest::of(table()).games(48).play(&mut Control::default()).expect("it is played");
    assert_eq!(same_games(&result.manifest), same_games(&table.manifest), "the games at the table are those of a run");
    let lines = |rows: &[CheckupRow]| rows.iter().map(|row| format!("{row:?}")).collect::<Vec<_>>();
    let parts = ["unused_parts", "unused_bad_stuff"];
    let metrics: Vec<CheckupRow> =
        result.report.metrics.into_iter().filter(|row| !parts.contains(&&*row.metric)).collect();
    assert_eq!(lines(&table.report.checkup), lines(&metrics), "and so are the metrics, but for the parts of cards");
    assert!(metrics.iter().any(|row| row.range_low.0.is_finite()) && metrics.len() > 20);
}

#[test]
fn a_stopped_checkup_has_no_later_parts() {
    let stop = AtomicBool::new(true);
    let request = CheckupRequest::of(table()).games(6_000);
    let result = request.play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(result.manifest.interrupted && result.report.part_games == 0 && result.report.other_games == 0);
    assert!(result.report.metrics.iter().all(|row| row.metric != "unused_parts"));
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
    let stop = AtomicBool::new(true);
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
fn the_cost_of_restrictions_is_stored_with_its_counts() {
    let request = RestrictionsRequest::of(table().strategies(["greedy"])).games(12);
    written(&request);
    let mut games = Vec::new();
    let result = request.play(&mut listing(&mut games)).expect("it is played");
    let read: RestrictionsResult = stored(&result);
    assert_eq!(read.results, result.results);
    assert!(read.rows.len() > 4 && read.rows.iter().all(|row| row.games == 12), "{:?}", read.rows);
    assert!(games.is_sorted() && games.last() == Some(&read.manifest.games), "{games:?}");
    let stop = AtomicBool::new(true);
    let stopped = request.clone().games(6_000).play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(stopped.manifest.interrupted && stopped.rows.is_empty());
    let two = RestrictionsRequest { table: table(), ..request }.play(&mut Control::default());
    assert!(matches!(two, Err(StudyError::Request { .. })));
}

#[test]
fn a_suggestion_is_stored_with_its_trials() {
    let request = SuggestRequest::of(table(), "angry-bun").precision(15.0).deals(30).target(60.0);
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played").expect("it is complete");
    let read: SuggestResult = stored(&result);
    assert_eq!(read.report.tried.len(), result.report.tried.len());
    assert!(result.report.numbers.iter().any(|row| row.number == "bad_stuff[0].lose_levels"));
    assert!(result.report.numbers.iter().all(|row| row.number != "copies"));
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

#[test]
fn repeated_checks_are_stored_with_their_errors() {
    let check = CheckRequest::of(table(), ["tests/decks/mini.toml"]).games(60);
    let request = VerdictsRequest::of(check).checks(3);
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played").expect("it is complete");
    let read: VerdictsResult = stored(&result);
    assert_eq!((read.checks, read.pairs, read.rows.len()), (3, 180, result.rows.len()));
    assert!(result.rows.iter().all(|row| row.false_alarms + row.false_passes == 0), "{result:?}");
    assert!(result.rows.iter().filter(|row| !row.metric.is_empty()).all(|row| row.truth.0 == 0.0), "{result:?}");
    let stop = AtomicBool::new(true);
    assert!(request.play(&mut Control::default().stop(&stop)).expect("it stops").is_none());
}

#[test]
fn card_values_are_stored_with_their_games() {
    let request = ImpactRequest::of(table()).games(60);
    written(&request);
    let mut progress = Vec::new();
    let result = request.play(&mut listing(&mut progress)).expect("it is played");
    assert!(progress.is_sorted() && progress.last() == Some(&120), "both tables: {progress:?}");
    let read: ImpactResult = stored(&result);
    assert_eq!(read.tables, result.tables);
    let games: Vec<usize> = read.tables.iter().map(|table| table.games.len()).collect();
    assert_eq!((games, read.report.by_strategy().len(), read.report.comparisons().count()), (vec![60, 60], 2, 1));
    let together = request.together().play(&mut Control::default()).expect("it is played");
    assert_eq!((together.tables.len(), together.report.by_strategy().len()), (1, 2));
    written(&ImpactRequest::of(table()).precision(10.0).draw_precision(20.0));
}

#[test]
fn witness_games_show_what_a_draw_decides() {
    let request = ImpactRequest::of(table().strategies(["greedy"])).games(3_000);
    let play = |threads: usize| {
        let mut control = Control::default().threads(NonZeroUsize::new(threads));
        request.play(&mut control).expect("it is played").report
    };
    let (report, again) = (play(1), play(3));
    assert!(report.witnesses.len() > 10 && report.witnesses == again.witnesses, "{:?}", report.witnesses);
    for row in &report.witnesses {
        let value = report.card_values.iter().find(|value| value.card == row.card).expect("a value");
        let seats = |seats: &str| seats.split('+').any(|seat| seat == row.seat.to_string());
        let wins = [seats(&row.winner_seats), seats(&row.instead_winner_seats)];
        assert_eq!((wins, row.wins), ([row.wins, !row.wins], value.draw.value.0 >= 0.0), "{row:?}");
        assert!(row.sentence.contains(&row.instead) && row.turn <= row.turns, "{row:?}");
    }
    // The command that shows both games plays the same ones.
    let row = &report.witnesses[0];
    let card = CardRequest::of(&row.card, request.clone());
    let sets = request.table.sets().expect("the deck");
    let shown = card.exchange(row.game, &sets, &mut Control::default()).expect("it is drawn");
    let ExchangedGame { turn, seat, cards, traces, .. } = &shown[0];
    assert_eq!((*turn, *seat, cards), (row.turn, row.seat, &[row.name.clone(), row.instead.clone()]));
    for (trace, turns) in traces.iter().zip([row.turns, row.instead_turns]) {
        assert!(trace.contains(&format!("After {turns} turn")), "{turns}: {trace}");
    }
    let stop = AtomicBool::new(true);
    let stopped = request.play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(stopped.report.witnesses.is_empty());
    let without = request.without_draws().play(&mut Control::default()).expect("it is played");
    assert!(without.report.witnesses.is_empty());
}

#[test]
fn a_precision_of_card_values_is_checked_and_reached() {
    let alone = table().strategies(["greedy"]);
    let play = |points| ImpactRequest::of(alone.clone()).precision(points).play(&mut Control::default());
    for points in [0.0, -1.0, 101.0, f64::NAN] {
        assert!(matches!(play(points), Err(StudyError::Request { .. })), "{points}");
    }
    let result = play(10.0).expect("it is played");
    let width = |low: f64, high: f64| (high - low) / 2.0;
    let widths = result.report.by_strategy()[0].iter().map(|row| width(row.opening.low.0, row.opening.high.0));
    assert!(widths.filter(|width| width.is_finite()).all(|width| width <= 0.1));
    assert!(result.tables[0].games.is_empty(), "nothing is compared");
}

#[test]
fn a_card_is_stored_with_its_draws() {
    let request = CardRequest::of("angry-bun", ImpactRequest::of(table()).games(240));
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: CardResult = stored(&result);
    assert_eq!((read.card, read.tables.len()), (result.card, 2));
    for (read, table) in read.tables.iter().zip(&result.tables) {
        assert_eq!((&read.draws, &read.tally), (&table.draws, &table.tally));
        assert_eq!(read.reports.iter().map(|report| report.exchanges).sum::<u64>(), read.draws.len() as u64);
    }
    assert!(result.tables.iter().any(|table| !table.draws.is_empty()));
    let unknown = CardRequest { card: "nobody".to_owned(), ..request };
    assert!(matches!(unknown.play(&mut Control::default()), Err(StudyError::Request { .. })));
}

#[test]
fn a_version_of_a_history_is_stored() {
    let request = HistoryRequest::of(table()).games(60).label("draft");
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: HistoryResult = stored(&result);
    assert_eq!((read.entry.label.as_str(), read.entry.games, read.tally), ("draft", 60, result.tally));
    let history = History { entries: vec![read.entry], problems: Vec::new() };
    let sets = request.table.sets().expect("the deck");
    let is_in =
        |request: &HistoryRequest| request.is_in(&history, &sets, &mut Control::default()).expect("it is known");
    assert!(is_in(&request) && is_in(&request.clone().label("another name")) && !is_in(&request.games(90)));
}

#[test]
fn a_pair_and_a_screening_are_stored() {
    let request = PairRequest::of(["angry-bun", "critic"], ImpactRequest::of(table()).games(60));
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: PairResult = stored(&result);
    assert_eq!((read.tables.len(), read.tables[0].rows.len(), read.tables[0].further), (2, 1, 0));
    let screened = ImpactRequest::of(table()).games(60).with_pairs();
    written(&screened);
    let result = screened.play(&mut Control::default()).expect("it is played");
    let read: ImpactResult = stored(&result);
    assert!(!read.report.pairs.is_empty() && read.tables[0].tally.pairs == result.tables[0].tally.pairs);
}

#[test]
fn the_balance_without_a_card_is_stored_with_its_games() {
    let request = BlankRequest::of("angry-bun", ImpactRequest::of(table()).games(60));
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: BlankResult = stored(&result);
    assert_eq!((read.tables.len(), read.interrupted), (2, false));
    for (read, table) in read.tables.iter().zip(&result.tables) {
        assert_eq!((&read.pairs, read.manifest.games), (&table.pairs, 60));
        assert!(read.report.identical < 60 && read.manifest.decks[0].hash != read.manifest.decks[1].hash);
    }
}

/// The small deck with another Level of one monster, in a file.
fn edited(folder: &tempfile::TempDir) -> String {
    let text = std::fs::read_to_string("tests/decks/mini.toml").expect("the deck");
    let (before, after) = text.split_once("id = \"angry-bun\"").expect("the card");
    let (head, tail) = after.split_once("level = ").expect("its level");
    let tail = tail.split_once('\n').expect("a line").1;
    let path = folder.path().join("edited.toml");
    std::fs::write(&path, format!("{before}id = \"angry-bun\"{head}level = 15\n{tail}")).expect("a file");
    path.display().to_string()
}

#[test]
fn a_check_is_stored_with_its_games_and_a_baseline_has_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = CheckRequest::of(table(), [edited(&folder)]).games(240);
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: CheckResult = stored(&result);
    assert_eq!((&read.pairs, &read.further), (&result.pairs, &result.further));
    assert!(read.report.identical < 240 && read.report.metrics.len() > 2, "{:?}", read.report);

    let baseline = BaselineRequest::of(table()).games(240);
    written(&baseline);
    let baseline = baseline.play(&mut Control::default()).expect("it is played").expect("it is complete");
    assert!(result.after.is_empty(), "{:?}", result.after);
    let place = folder.path().join("base");
    baseline.write(&place, false).expect("a file");
    let table = TableRequest { decks: vec![place.display().to_string()], ..table() };
    let with = |table: TableRequest| CheckRequest { table, ..request.clone() }.play(&mut Control::default());
    let compared = with(table.clone()).expect("it is played");
    // The sums of both are those of the same pairs; with a baseline all games are played again.
    let mut sums = result.pairs;
    sums.replayed = compared.pairs.replayed;
    assert_eq!((sums, compared.pairs.replayed), (compared.pairs, 240));
    let edited = TableRequest { decks: vec![edited(&folder)], ..self::table() };
    let edited = BaselineRequest::of(edited).games(240).play(&mut Control::default()).expect("it is played");
    assert_eq!(compared.after, edited.expect("it is complete").games);
    for other in [
        table.clone().players(4),
        table.clone().seed(2),
        table.clone().rule("win_level=4"),
        table.clone().strategies(["greedy"]),
    ] {
        assert!(matches!(with(other.clone()), Err(StudyError::Baseline(_))), "{other:?}");
    }
    let fewer = CheckRequest { table, ..request.clone() }.games(60).play(&mut Control::default());
    assert!(matches!(fewer, Err(StudyError::Baseline(_))));
}

#[test]
fn a_check_can_end_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = CheckRequest::of(table(), [edited(&folder)]).games(60).until_decided();
    let result = request.play(&mut Control::default()).expect("it is played");
    assert_eq!((result.report.max_games, &result.report.looks[..]), (Some(60), &[60][..]));
    let stop = AtomicBool::new(true);
    let stopped = request.play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(stopped.manifest.interrupted && stopped.manifest.games < 60);
    let margin = request.margin(0.0).play(&mut Control::default());
    assert!(matches!(margin, Err(StudyError::Request { .. })));
    assert!(BaselineRequest::of(table()).play(&mut Control::default().stop(&stop)).expect("it stops").is_none());
}

#[test]
fn a_search_is_stored_and_continued() {
    let table = TableRequest { strategies: Vec::new(), ..table().rule("max_turns=1") };
    let request = TuneRequest::of(table.clone(), "balanced").budget(1632);
    written(&request);
    let result = request.play(&mut Control::default()).expect("it is played");
    let read: TuneResult = stored(&result);
    assert_eq!((&read.search, &read.profile), (&result.search, &result.profile));
    let sets = table.sets().expect("the deck");
    let again = request.play_on(&sets, Some(read.search), &mut Control::default()).expect("it is continued");
    assert_eq!((again.search, again.profile), (result.search, result.profile));
}

#[test]
fn a_coverage_is_stored_with_its_counts() {
    let request = CoverageRequest::of(table()).games(60);
    written(&request);
    let mut games = Vec::new();
    let result = request.play(&mut listing(&mut games)).expect("it is played");
    let read: CoverageResult = stored(&result);
    assert_eq!((read.firings, read.report), (result.firings, result.report));
    let run = RunRequest::of(table()).games(60).play(&mut Control::default()).expect("it is played");
    assert_eq!((games.pop(), same_games(&read.manifest)), (Some(60), same_games(&run.manifest)), "the same games");
    let stop = AtomicBool::new(true);
    let stopped = request.games(6_000).play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(stopped.manifest.interrupted && stopped.firings.sums.games < 6_000);
}

#[test]
fn inert_parts_are_stored_with_the_counts_of_all_parts() {
    let request = CoverageRequest::of(table()).games(12);
    let (mut games, mut tried) = (Vec::new(), (0, 0));
    let mut control = Control::default().watch(|event| match event {
        Event::Played(played) => games.push(played),
        Event::Tried(changes, all) => tried = (changes, all),
        _ => {}
    });
    let result = request.perturb(&mut control).expect("it is played").expect("it is complete");
    drop(control);
    assert!(games.is_sorted() && games.last() == Some(&24), "both times: {games:?}");
    let read: PerturbResult = stored(&result);
    assert_eq!((&read.firings, &read.report), (&result.firings, &result.report));
    assert_eq!((tried, read.report.is_complete()), ((read.report.changes, read.report.changes), true));
    let verdicts: Vec<InertVerdict> = read.report.rows.iter().map(|row| row.verdict).collect();
    assert!(verdicts.contains(&InertVerdict::Inert), "few games show few parts");
    let stop = AtomicBool::new(true);
    let stopped = CoverageRequest::of(table()).games(6_000).perturb(&mut Control::default().stop(&stop));
    assert!(stopped.expect("it stops").is_none());
}

/// A folder with an adviser that learns from few games, and the adviser.
fn quick_adviser() -> (tempfile::TempDir, AdviserRequest) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("quick.toml");
    let quick = "brain = \"search\"\n[weights]\nlessons = 5\nplayouts = 2\ncaution = 0\n";
    std::fs::write(&path, quick).expect("a strategy");
    (folder, AdviserRequest { strategy: path.display().to_string(), ..AdviserRequest::default() })
}

#[test]
fn advice_is_stored_with_its_sums_and_concerns_the_games_of_a_run() {
    let (_folder, adviser) = quick_adviser();
    let request = AdviceRequest::of(table()).adviser(adviser).games(3);
    written(&request);
    let mut games = Vec::new();
    let result = request.play(&mut listing(&mut games)).expect("it is played");
    let read: AdviceResult = stored(&result);
    assert_eq!((&read.deviations, games.pop()), (&result.deviations, Some(3)));
    assert!(!read.deviations.kinds.is_empty());
    let run = RunRequest::of(table()).games(3).play(&mut Control::default()).expect("it is played");
    assert_eq!(same_games(&read.manifest), same_games(&run.manifest), "advice changes no game");
    let stop = AtomicBool::new(true);
    let stopped = request.games(600).play(&mut Control::default().stop(&stop)).expect("it stops");
    assert!(stopped.manifest.interrupted && stopped.deviations.sums.games < 600);
}

#[test]
fn a_game_is_traced_with_and_without_advice() {
    let (_folder, adviser) = quick_adviser();
    let request = TraceRequest::of(table(), 2);
    written(&request);
    let trace = |request: &TraceRequest| {
        let mut text = Vec::new();
        let advice = request.write(Format::Words, &mut Control::default(), &mut text).expect("it is played");
        (String::from_utf8(text).expect("text").lines().count(), advice.is_some())
    };
    let ((plain, without), (advised, with)) = (trace(&request), trace(&request.clone().adviser(adviser)));
    assert!(plain > 40 && plain < advised && !without && with);
}

#[test]
fn a_game_with_another_card_is_stored() {
    let sets = table().sets().expect("the deck");
    let request = CardRequest::of("angry-bun", ImpactRequest::of(table()));
    let shown = |game| request.exchange(game, &sets, &mut Control::default());
    let drawn = (0..20).find_map(|game| shown(game).ok()).expect("some game in which it is drawn");
    let read: Vec<ExchangedGame> = stored(&drawn);
    assert!(read.len() == 2 && read.iter().all(|game| game.traces[0] != game.traces[1]), "{read:?}");
}

/// A result without the fields that differ between equal runs.
fn same_part(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => {
            fields
                .retain(|key, _| !["threads", "games_per_second"].contains(&key.as_str()) && !key.ends_with("seconds"));
            fields.values_mut().for_each(same_part);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(same_part),
        _ => {}
    }
}

/// Plays a study with one and with three threads: the results are equal, and its progress goes forwards to the same
/// number of games.
fn guarded<R: Serialize>(study: &str, play: impl Fn(&mut Control<'_>) -> Result<R, StudyError>) {
    let [one, three] = [1, 3].map(|threads| {
        let mut games = Vec::new();
        let result = play(&mut listing(&mut games).threads(NonZeroUsize::new(threads)));
        let mut value = serde_json::to_value(result.expect("it is played")).expect("JSON");
        same_part(&mut value);
        assert!(games.is_sorted() && games.last() > Some(&0), "{study}: {games:?}");
        (value, games.pop())
    });
    assert_eq!(one, three, "{study}");
}

#[test]
fn every_study_has_the_same_result_with_any_number_of_threads() {
    let (folder, adviser) = quick_adviser();
    let alone = || table().strategies(["greedy"]);
    let impact = ImpactRequest::of(alone()).games(60);
    guarded("run", |control| RunRequest::of(table()).games(90).play(control));
    guarded("impact", |control| ImpactRequest::of(table()).games(60).play(control));
    guarded("card", |control| CardRequest::of("angry-bun", impact.clone()).play(control));
    guarded("pair", |control| PairRequest::of(["angry-bun", "critic"], impact.clone()).play(control));
    guarded("pairs", |control| impact.clone().with_pairs().play(control));
    guarded("blank", |control| BlankRequest::of("angry-bun", impact.clone()).play(control));
    guarded("check", |control| CheckRequest::of(table(), [edited(&folder)]).games(90).play(control));
    guarded("plan", |control| PlanRequest::Check(CheckRequest::of(table(), [edited(&folder)]).games(90)).play(control));
    guarded("compare", |control| CompareRequest::of(table()).games(90).play(control));
    guarded("restrictions", |control| RestrictionsRequest::of(alone()).games(12).play(control));
    guarded("sweep", |control| SweepRequest::of(table(), "angry-bun", "level").values([1, 9]).games(60).play(control));
    guarded("suggest", |control| {
        SuggestRequest::of(table().rule("max_turns=4"), "angry-bun").precision(20.0).deals(20).play(control)
    });
    let short = TableRequest { strategies: Vec::new(), ..table().rule("max_turns=1") };
    guarded("tune", |control| TuneRequest::of(short.clone(), "balanced").budget(1632).play(control));
    guarded("calibrate", |control| CalibrateRequest::of(table()).repetitions(10).games(6).play(control));
    guarded("history", |control| HistoryRequest::of(table()).games(60).play(control));
    guarded("coverage", |control| CoverageRequest::of(table()).games(150).play(control));
    guarded("perturb", |control| CoverageRequest::of(alone()).games(6).perturb(control));
    guarded("advice", |control| AdviceRequest::of(table()).adviser(adviser.clone()).games(3).play(control));
}

/// Both players have coarse values before one of them has fine ones, and no game differs.
#[test]
fn impact_in_stages_has_the_same_result() {
    let request = ImpactRequest::of(table()).precision(9.0);
    let sets = request.table.sets().expect("the deck");
    let mut plain = request.play(&mut Control::default()).expect("it is played");
    let (mut firsts, stop) = (Vec::new(), AtomicBool::new(false));
    let mut keep = |first: &ImpactResult| firsts.push(first.clone());
    let staged = request.play_in_stages(&sets, 20.0, &mut Control::default(), &mut keep);
    let mut staged = staged.expect("it is played");
    for result in [&mut plain, &mut staged] {
        result
            .runs
            .iter_mut()
            .for_each(|run| *run = Manifest { duration_seconds: 0.0, games_per_second: 0.0, ..run.clone() });
    }
    assert_eq!(serde_json::json!(staged), serde_json::json!(plain));
    let [first] = &firsts[..] else { panic!("one first table") };
    assert!(first.runs.len() == 2 && first.runs[0].games == first.runs[1].games);
    assert!(first.runs[0].games < staged.runs[0].games);
    let wide = |row: &&kickdoor::report::impact::ValueRow| row.opening.high.0 - row.opening.low.0 > 0.4;
    assert_eq!(first.report.card_values.iter().filter(wide).count(), 0);
    // Stopped in the second stage, it keeps at least the first table.
    let mut stop_then = |_: &ImpactResult| stop.store(true, Ordering::Relaxed);
    let stopped = request.play_in_stages(&sets, 20.0, &mut Control::default().stop(&stop), &mut stop_then);
    let stopped = stopped.expect("it is played");
    assert!(stopped.interrupted().is_some() && stopped.runs.len() == 2);
    assert!(stopped.runs.iter().zip(&first.runs).all(|(run, first)| run.games >= first.games));
    // A coarse request, or a number of games, has one stage.
    let mut never = |_: &ImpactResult| panic!("no first stage");
    for request in [request.clone().precision(20.0), request.games(60)] {
        request.play_in_stages(&sets, 20.0, &mut Control::default(), &mut never).expect("it is played");
    }
}

/// Everything that plays games for a user of the library.
#[test]
fn each_study_has_a_module_and_a_request() {
    let modules = std::fs::read_to_string("src/study/mod.rs").expect("the studies");
    for word in [
        "run",
        "impact",
        "check",
        "compare",
        "sweep",
        "suggest",
        "tune",
        "calibrate",
        "coverage",
        "trace",
        "checkup",
        "plan",
    ] {
        let request = format!("{}{}Request", word[..1].to_uppercase(), &word[1..]);
        assert!(modules.contains(&format!("\npub mod {word};\n")) && modules.contains(&request), "{word}");
        assert!(modules.contains(&format!("//! | [`{word}`] | ")), "{word} in the list of questions");
    }
}

/// The words of a text that end with `Request`.
fn requests(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.ends_with("Request")).collect()
}

#[test]
fn the_published_schema_has_all_requests() {
    let modules = std::fs::read_to_string("src/study/mod.rs").expect("the studies");
    let code: String = modules.lines().filter(|line| !line.starts_with("//")).collect();
    let parts = ["AdviserRequest", "TableRequest"];
    let all: BTreeSet<&str> = requests(&code).into_iter().filter(|request| !parts.contains(request)).collect();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kickdoor")).arg("schema").output().expect("it runs");
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let published = schema["properties"]["requests"]["properties"].to_string();
    assert!(all.len() > 10);
    assert_eq!(requests(&published), all);
}

/// How often a `Counted` player was made.
static MADE: AtomicU64 = AtomicU64::new(0);

/// A random player that counts how often it is made.
struct Counted;

impl Brain for Counted {
    type Settings = NoSettings;
    type Player = Counted;

    fn player(_: &Deck, _: &NoSettings) -> Counted {
        MADE.fetch_add(1, Ordering::Relaxed);
        Counted
    }
}

impl<const W: usize> Player<W> for Counted {
    fn choose(&self, _: View<'_, W>, _: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        random::choose(options, mind)
    }
}

/// A player may learn for a long time when it is made.
#[test]
fn a_request_is_checked_without_making_its_players_and_played_with_each_made_once() {
    register::<Counted>("counted");
    let folder = tempfile::tempdir().expect("a folder");
    let table = table().strategies(["counted", "random"]);
    let sets = table.sets().expect("the deck");
    let run = RunRequest::of(table.clone()).games(6);
    let impact = ImpactRequest::of(table.clone()).games(6);
    let sweep = SweepRequest::of(table.clone(), "angry-bun", "level").values([1, 3]).games(6);
    let compare = CompareRequest::of(table.clone()).games(6);
    run.check(&sets).expect("right inputs");
    impact.check(&sets).expect("right inputs");
    sweep.check(&sets).expect("right inputs");
    compare.settings(&sets).expect("right inputs");
    assert_eq!(MADE.swap(0, Ordering::Relaxed), 0);
    let mut control = Control::default().store(Arc::new(GameCache::at(folder.path())));
    run.play(&mut control).expect("it is played");
    let kept = GameCache::at(folder.path()).size().expect("a folder").entries;
    assert_eq!(kept, 0, "a player from another crate can change without a trace");
    impact.play(&mut control).expect("it is played");
    compare.play(&mut control).expect("it is played");
    assert_eq!(MADE.swap(0, Ordering::Relaxed), 3);
    sweep.play(&mut control).expect("it is played").expect("it is complete");
    assert_eq!(MADE.swap(0, Ordering::Relaxed), 2, "once for the printed deck and once for the edit");
}
