//! Plans: a study plays what its plan says.

use std::fs;

use kickdoor::report::compare::Goal;
use kickdoor::report::plan::{PlanReport, Unit};
use kickdoor::study::{
    CardRequest, CheckRequest, CompareRequest, Control, ImpactRequest, PlanRequest, PlanResult, SweepRequest,
    TableRequest,
};

const MINI: &str = "tests/decks/mini.toml";

/// A small table whose games are short.
fn table() -> TableRequest {
    TableRequest::of([MINI]).strategies(["greedy"]).players(3).rule("win_level=2")
}

fn plan(request: &PlanRequest) -> PlanReport {
    let plan = request.play(&mut Control::default()).expect("it is played");
    let stored = serde_json::to_string(&plan).expect("JSON");
    let read: PlanResult = serde_json::from_str(&stored).expect("a plan");
    assert_eq!(read.request, *request);
    assert_eq!(serde_json::to_string(&read).expect("JSON"), stored);
    assert!(plan.report.pilot > 0 && plan.report.steps.iter().all(|step| step.seconds.0 >= 0.0));
    plan.report
}

/// The games of the step that begins with these words.
fn games(plan: &PlanReport, words: &str) -> u64 {
    let step = plan.steps.iter().find(|step| step.step.starts_with(words));
    step.unwrap_or_else(|| panic!("`{words}` in {plan:?}")).games
}

/// Whether a study played about as many games as were planned.
fn about(planned: u64, played: u64) -> bool {
    (0.7..1.4).contains(&(planned as f64 / played as f64))
}

#[test]
fn a_check_looks_when_its_plan_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let mini = fs::read_to_string(MINI).expect("the deck");
    let edited = folder.path().join("edited.toml");
    fs::write(&edited, mini.replacen("level = 8\n", "level = 12\n", 1)).expect("written");
    let path = edited.to_string_lossy().into_owned();
    let check = CheckRequest::of(table(), [path]).games(12_000).until_decided().margin(0.84);
    let plan = plan(&PlanRequest::Check(check.clone()));
    let report = check.play(&mut Control::default()).expect("it is played").report;
    assert_eq!((plan.unit, plan.pilot), (Unit::Pair, 2_000));
    let first = games(&plan, "first look");
    assert!(8_000 < first && first < 12_000, "{first}: neither the least nor the most");
    assert_eq!(report.looks[0], first);
    assert_eq!(games(&plan, "last look"), 12_000);
    // The metric that needs most pairs decides the first look.
    let paired = plan.needs.iter().find(|need| !need.name.ends_with("in opening hands")).expect("a metric");
    assert!(about(paired.games.expect("within reach"), first), "{paired:?}");
    assert!(plan.needs.iter().all(|need| report.metrics.iter().any(|row| row.metric == need.metric)));
    // A fixed number of games is a plan with one look.
    let one = self::plan(&PlanRequest::Check(CheckRequest { until_decided: false, games: Some(60), ..check }));
    assert_eq!((games(&one, "one look"), one.pilot), (60, 60));
}

#[test]
fn impact_plays_the_games_of_its_plan() {
    let impact = ImpactRequest::of(table()).precision(4.0);
    let planned = plan(&PlanRequest::Impact(impact.clone()));
    let played = impact.play(&mut Control::default()).expect("it is played");
    let all = games(&planned, "values of all cards to +-4");
    assert!(about(all, played.runs[0].games), "{all} of {}", played.runs[0].games);
    let titles = played.report.card_values.iter().filter(|row| row.opening.n > 0).count();
    assert_eq!(planned.needs.len(), titles);
    // The title that needs most is the first.
    assert!(planned.needs.windows(2).all(|pair| pair[0].games >= pair[1].games));
    let fixed = plan(&PlanRequest::Impact(ImpactRequest::of(table()).games(90)));
    assert_eq!(games(&fixed, "values of all cards"), 90);
    // A finer precision has a first stage.
    let fine = plan(&PlanRequest::Impact(ImpactRequest::of(table()).precision(0.5)));
    assert!(games(&fine, "values of all cards to +-1 ") < games(&fine, "values of all cards to +-0.5"));
}

#[test]
fn a_card_is_played_as_planned() {
    let card = CardRequest::of("angry-bun", ImpactRequest::of(table()).precision(2.0).without_draws());
    let planned = plan(&PlanRequest::Card(card.clone()));
    let played = card.play(&mut Control::default()).expect("it is played");
    assert_eq!(games(&planned, "greedy: ordinary games"), played.tables[0].manifest.games);
    let further = games(&planned, "greedy: about so many more");
    assert!(about(further, played.tables[0].further), "{further} of {}", played.tables[0].further);
}

#[test]
fn a_comparison_ends_where_its_plan_says() {
    let table = table().strategies(["greedy", "random"]);
    let compare = CompareRequest { games: 100_000, ..CompareRequest::of(table).goal(Goal::Precision(8.0)) };
    let planned = plan(&PlanRequest::Compare(compare.clone()));
    let played = compare.play(&mut Control::default()).expect("it is played");
    let games_of_plan = games(&planned, "Elo to +-8");
    assert!(about(games_of_plan, played.manifest.games), "{games_of_plan} of {}", played.manifest.games);
    assert_eq!(games(&planned, "at most"), 100_000);
    assert_eq!(games(&plan(&PlanRequest::Compare(compare.games(60).goal(Goal::Games))), "games as requested"), 60);
}

#[test]
fn a_sweep_is_played_as_planned() {
    let sweep = SweepRequest::of(table(), "angry-bun", "level").values([1, 4, 20]).precision(2.0);
    let planned = plan(&PlanRequest::Sweep(sweep.clone()));
    let played = sweep.play(&mut Control::default()).expect("it is played").expect("nobody stopped it");
    assert_eq!(games(&planned, "printed deck"), played.manifest.games);
    let all = games(&planned, "in all");
    let kickdoor::report::Study::Sweep { played, .. } = played.manifest.study else { panic!("a sweep") };
    assert!(about(all, played), "{all} of {played}");
    assert_eq!(planned.needs.len(), 3);
}
