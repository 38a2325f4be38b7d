//! The `tune` command: the search, its final test, continued runs, files, and errors.

use std::fs;
use std::sync::atomic::AtomicBool;

use crate::common;
use common::program::{self, kickdoor, manifest, read};
use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Mind, Question, View};
use kickdoor::report::tune::FinalTest;
use kickdoor::run::{Contest, ContestKind, Search, SearchPlan, TrialControl, Tuner};
use kickdoor::strategy::{Brain, Greedy, NoSettings, Player, Profile, random, register};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tempfile::TempDir;

/// The files that are the same for every run of the same command.
const FILES: [&str; 5] = ["tune.csv", "tune.svg", "tuned.toml", "state.json", "result.json"];
/// A search of a few generations.
const SHORT: &str = "mini.toml --rule max_turns=8 --budget 6000 -q";

/// A folder with the small test deck and a strategy.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    let text = "extends = \"balanced\"\nnever = [\"gift\"]\nweights = { trouble_margin = 90, sale_loss = -90 }\n";
    fs::write(folder.path().join("shy.toml"), text).expect("a strategy");
    folder
}

/// Runs a search that ends with an answer.
fn tune(folder: &TempDir, arguments: &str) -> String {
    let (code, out, messages) = kickdoor(folder, &format!("tune {arguments}"));
    assert!(code == Some(0) || code == Some(1), "{code:?}: {messages}");
    let accepted = out.lines().any(|line| line.starts_with("accepted: "));
    assert!(arguments.contains("--format") || accepted == (code == Some(0)), "{out}");
    out
}

fn assert_same(folder: &TempDir, one: &str, other: &str) {
    program::assert_same(folder, &FILES, one, other);
}

#[test]
fn threads_change_no_byte() {
    let folder = folder();
    for threads in [1, 2, 7] {
        tune(&folder, &format!("{SHORT} -s shy.toml --against greedy,balanced -j {threads} -o a{threads}"));
    }
    assert_same(&folder, "a1", "a2");
    assert_same(&folder, "a1", "a7");
    let lines = read(&folder, "a1/tune.csv").lines().count() - 1;
    assert!(lines >= 1);
    tune(&folder, &format!("{SHORT} -s shy.toml --against greedy,balanced -o a2 --resume"));
    assert_same(&folder, "a1", "a2");
    tune(&folder, &format!("{SHORT} -s shy.toml --against greedy,balanced --seed 2 -o b"));
    assert_ne!(manifest(&folder, "a1")["signature"], manifest(&folder, "b")["signature"]);
}

#[test]
fn a_tuned_profile_is_a_strategy_file() {
    let folder = folder();
    let out = tune(&folder, &format!("{SHORT} -s shy.toml --against balanced -p 3 -o a"));
    assert!(out.starts_with("mini, 3 players, seed 1: shy against balanced\n"), "{out}");
    assert_eq!(kickdoor(&folder, "strategy check a/tuned.toml").0, Some(0));
    let text = read(&folder, "a/tuned.toml");
    let found = Profile::parse("tuned", "tuned.toml", &text).expect("a profile");
    assert!(text.contains("brain = \"balanced\"") && found.weights.len() > 10, "all settings of a file");
    assert_eq!(found.never[0].to_string(), "gift");
    tune(&folder, &format!("{SHORT} -s cautious -o b --variant epic -p 5"));
    let text = read(&folder, "b/tuned.toml");
    assert!(text.starts_with("extends = \"cautious\"\nsays = \"cautious tuned for mini, 5 players"), "{text}");
    assert_eq!(kickdoor(&folder, "strategy check b/tuned.toml").0, Some(0));
}

#[test]
fn sets_and_formats_are_as_in_compare() {
    let folder = folder();
    let arguments = "zombies fu --base fu -p 3 --rule max_turns=6 --budget 4000 -q";
    let csv = tune(&folder, &format!("{arguments} -o a --format csv"));
    assert_eq!(csv, read(&folder, "a/tune.csv"));
    let json: Value = serde_json::from_str(&tune(&folder, &format!("{arguments} -o b --format json"))).expect("JSON");
    assert_eq!(
        (&json["manifest"]["decks"][0]["base"], &json["report"]["start"]),
        (&Value::from("fu"), &Value::from("balanced"))
    );
    assert!(json["manifest"].get("threads").is_none() && read(&folder, "a/tune.svg").ends_with("</svg>\n"));
}

#[test]
fn bad_input_is_explained() {
    let folder = folder();
    for (arguments, message) in [
        ("mini.toml -s greedy", "strategy `greedy` has no settings to tune"),
        ("mini.toml -s balancd", "did you mean `balanced`?"),
        ("mini.toml --against greedy,balancd", "did you mean `balanced`?"),
        ("mini.toml -p 7", "7 players, but this deck is for 3 to 6"),
        ("mini.toml --budget 10", "the budget is 10 games, expected at least 2,176"),
        ("mini.toml --budget many", "expected a whole number"),
        ("zombis", "did you mean `zombies`?"),
        ("", "DECK"),
    ] {
        let (code, out, messages) = kickdoor(&folder, &format!("tune {arguments}"));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments}: {messages}");
        assert!(messages.starts_with("error: ") && messages.contains(message), "{arguments}: {messages}");
    }
    let many = ["greedy"; 12].join(",");
    let messages = kickdoor(&folder, &format!("tune mini.toml --against {many}")).2;
    assert!(messages.contains("12 strategies in --against, but at most 11 can be"), "{messages}");
}

#[test]
fn only_the_same_search_is_continued() {
    let folder = folder();
    tune(&folder, &format!("{SHORT} -o a"));
    for (arguments, difference) in [
        ("--seed 2", "seed is 1 there and 2 here"),
        ("-p 3", "players is 4 there and 3 here"),
        ("--rule hand_limit=6", "decks[0].rules.hand_limit is 5 there and 6 here"),
        ("-s cautious", "strategies[0].name is \"balanced\" there and \"cautious\" here"),
        ("--against greedy", "strategies[1].name is \"balanced\" there and \"greedy\" here"),
    ] {
        let (code, _, messages) = kickdoor(&folder, &format!("tune {SHORT} {arguments} -o a --resume"));
        assert_eq!(code, Some(2), "{messages}");
        assert!(messages.contains(&format!("`a` has another search: {difference}")), "{arguments}: {messages}");
    }
    let state = read(&folder, "a/state.json");
    let scored = state.replacen("\"scores\":{", "\"scores\":{\"1\":18446744073709551615,", 1);
    assert_ne!(scored, state);
    let longer = state.replace("\"mean\":[", "\"mean\":[999,");
    for damaged in [longer, scored, state.replace(':', "="), String::new()] {
        fs::write(folder.path().join("a/state.json"), &damaged).expect("written");
        let (code, _, messages) = kickdoor(&folder, &format!("tune {SHORT} -o a --resume"));
        assert_eq!(code, Some(2), "{damaged}");
        assert!(messages.contains("`a/state.json` is damaged: "), "{messages}");
    }
}

/// A player that is random unless it pays attention.
struct Absent {
    greedy: Greedy,
    attention: f64,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Attention {
    /// Share of decisions that are not random.
    #[schemars(range(min = 0.0, max = 1.0))]
    attention: f64,
    /// A number without effect.
    idle: i16,
    /// A word, which cannot be varied.
    word: String,
}

impl Default for Attention {
    fn default() -> Self {
        Attention { attention: 0.2, idle: 3, word: "none".into() }
    }
}

impl Brain for Absent {
    type Settings = Attention;
    type Player = Absent;

    fn player(deck: &Deck, settings: &Attention) -> Absent {
        Absent { greedy: <Greedy as Brain>::player(deck, &NoSettings {}), attention: settings.attention }
    }
}

impl<const W: usize> Player<W> for Absent {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        if (mind.below(1000) as f64) < 1000.0 * self.attention {
            return self.greedy.choose(view, question, options, mind);
        }
        random::choose(options, mind)
    }
}

#[test]
fn the_setting_that_matters_is_tuned_and_a_continued_search_is_the_same() {
    register::<Absent>("absent");
    let deck = common::deck_of(&fs::read_to_string("tests/decks/mini.toml").expect("the test deck"), &["win_level=3"]);
    let start = Profile::find("absent").expect("a registered player");
    let (settings, field) = (start.settings(), [start.clone()]);
    assert_eq!(settings.iter().map(|setting| setting.name.as_str()).collect::<Vec<_>>(), ["attention", "idle"]);
    let contest = |seed| Contest::new(ContestKind::Field, 2, 3, deck.players, seed).expect("a contest");
    let (contest, fresh) = (contest(1), contest(2));
    let plan = SearchPlan::new(9_000, 3);
    let tuner =
        Tuner { deck: &deck, start: &start, settings: &settings, field: &field, contest: &contest, plan, threads: 2 };
    let go = AtomicBool::new(false);
    let mut search = Search::new(&settings, &start.positions(&settings));
    for number in 0.. {
        if !plan.has_room(&search) {
            break;
        }
        let stored = serde_json::to_string(&search).expect("JSON");
        assert!(tuner.generation(&mut search, &go, &mut |_| {}).expect("lawful games"));
        if number % 3 > 0 {
            continue;
        }
        let mut again: Search = serde_json::from_str(&stored).expect("a search");
        let unchanged = again.clone();
        let stopped = tuner.generation(&mut again, &AtomicBool::new(true), &mut |_| {}).expect("no game");
        assert!(!stopped && again == unchanged, "a generation that is stopped changes nothing");
        let alone = Tuner { threads: 1, ..tuner };
        assert!(alone.generation(&mut again, &go, &mut |_| {}).expect("lawful games"));
        assert_eq!(again, search);
    }
    assert!(search.is_possible(&settings, &plan) && search.games <= plan.search);
    let tuned = start.at(&settings, &search.positions(&settings));
    let attention = tuned.weights["attention"].as_float().expect("a number");
    assert!(attention > 0.4, "{attention}");
    let mut control = TrialControl { stop: &go, on_progress: &mut |_| {} };
    let trials = tuner.test(&fresh, &search, &mut control).expect("lawful games").expect("not stopped");
    let test = FinalTest::of(&trials, 3).expect("two profiles");
    assert!(test.accepted && test.tuned.value.0 > test.start.value.0 && test.blocks * 3 == test.games, "{test:?}");
}
