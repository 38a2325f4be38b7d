//! Compares the estimators with results of other programs: all expected numbers of all cases in
//! `tests/data/statistics.json`.

use std::collections::BTreeMap;

use kickdoor::stats::*;
use serde::Deserialize;
use serde_json::{Value, json};

const CASES: &str = include_str!("data/statistics.json");

#[derive(Deserialize)]
struct File {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    group: String,
    oracle: String,
    tolerance: f64,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    input: Input,
    expected: BTreeMap<String, Value>,
}

/// The inputs of a case by name.
#[derive(Deserialize)]
struct Input(BTreeMap<String, Value>);

impl Input {
    fn number(&self, name: &str) -> f64 {
        self.0[name].as_f64().unwrap_or_else(|| panic!("`{name}` is a number"))
    }

    fn list<T: for<'a> Deserialize<'a>>(&self, name: &str) -> Vec<T> {
        serde_json::from_value(self.0[name].clone()).unwrap_or_else(|error| panic!("`{name}`: {error}"))
    }
}

/// Computes the expected numbers of a case in a group, with the same names.
type Checker = fn(&Input) -> Value;

const CHECKERS: [(&str, Checker); 13] = [
    ("wilson", rate),
    ("cluster_blocks", clustered),
    ("multiplicity", adjusted),
    ("tost_paired", equivalence_of_pairs),
    ("tost_z", equivalence),
    ("sample_size", observations),
    ("seat_fairness", seats),
    ("equal_means", positions),
    ("sprt_llr", likelihood_ratio),
    ("sprt_llr_degenerate", likelihood_ratio),
    ("sprt_bounds", wald_bounds),
    ("elo", elo),
    ("plackett_luce", strengths),
];

fn rate(input: &Input) -> Value {
    let (wins, games, level) = (input.number("wins"), input.number("games"), input.number("conf"));
    json!({
        "wilson": wilson(wins, games, z_of(level)),
        "clopper_pearson": clopper_pearson(wins, games, level),
    })
}

fn clustered(input: &Input) -> Value {
    let blocks: Vec<Vec<f64>> = input.list("blocks");
    let sums: Vec<(f64, f64)> = blocks.iter().map(|block| (block.iter().sum(), block.len() as f64)).collect();
    let means: Vec<(f64, f64)> = sums.iter().map(|(wins, games)| (wins / games, 1.0)).collect();
    let ratio = clustered_ratio(&sums);
    let games: f64 = sums.iter().map(|(_, games)| games).sum();
    let alone = (ratio.value * (1.0 - ratio.value) / games).sqrt();
    json!({
        "mean": ratio.value,
        "se_block_means": clustered_ratio(&means).error,
        "se_if_wrongly_independent": alone,
        "statsmodels_cluster_se": ratio.error,
        "t_ci95": ratio.interval(0.95),
        "design_effect": (ratio.error / alone).powi(2),
    })
}

/// An adjustment of the p-values of a family.
type Adjustment = fn(&[f64]) -> Vec<f64>;

fn adjusted(input: &Input) -> Value {
    let (p, alpha) = (input.list::<f64>("p"), input.number("alpha"));
    let methods: [(&str, Adjustment); 2] = [("bh", benjamini_hochberg), ("holm", holm)];
    let mut found = serde_json::Map::new();
    for (name, method) in methods {
        let adjusted = method(&p);
        let rejected: Vec<bool> = adjusted.iter().map(|p| *p <= alpha).collect();
        found.insert(format!("{name}_n_reject"), json!(rejected.iter().filter(|yes| **yes).count()));
        found.insert(format!("{name}_reject_{alpha}"), json!(rejected));
        found.insert(name.to_owned(), json!(adjusted));
    }
    Value::Object(found)
}

fn equivalence_of_pairs(input: &Input) -> Value {
    let differences: Vec<(f64, f64)> =
        input.list("diffs").into_iter().map(|difference: f64| (difference, 1.0)).collect();
    let mean = clustered_ratio(&differences);
    let freedom = mean.blocks as f64 - 1.0;
    let tost = tost(mean.value, mean.error, freedom, (input.number("low"), input.number("upp")));
    json!({
        "p": tost.p(),
        "t_low": tost.statistic_low,
        "p_low": tost.p_low,
        "t_upp": tost.statistic_high,
        "p_upp": tost.p_high,
        "ci90": tost.interval,
    })
}

fn equivalence(input: &Input) -> Value {
    let margin = input.number("margin");
    let tost = tost(input.number("diff"), input.number("se"), f64::INFINITY, (-margin, margin));
    json!({ "p": tost.p(), "ci90": tost.interval })
}

fn observations(input: &Input) -> Value {
    json!({ "n": sample_size(input.number("var"), input.number("half_width"), input.number("conf")) })
}

fn seats(input: &Input) -> Value {
    let fairness = seat_fairness(&input.list::<f64>("wins_by_seat"));
    json!({ "chi2": fairness.statistic, "p": fairness.p })
}

fn positions(input: &Input) -> Value {
    let blocks: Vec<Vec<f64>> = input.list("blocks");
    let places = || 0..blocks[0].len();
    let product = |one: usize, other: usize| blocks.iter().map(|block| block[one] * block[other]).sum::<f64>();
    let sums: Vec<f64> = places().map(|place| blocks.iter().map(|block| block[place]).sum()).collect();
    let products: Vec<Vec<f64>> = places().map(|one| places().map(|other| product(one, other)).collect()).collect();
    let found = equal_means(blocks.len() as u64, &sums, &products);
    json!({ "statistic": found.statistic, "p": found.p })
}

fn likelihood_ratio(input: &Input) -> Value {
    let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"].map(|name| input.number(name));
    let scale = if input.0["scale"] == "normalized" { EloScale::Normalized } else { EloScale::Logistic };
    let test = Sprt { elo0, elo1, alpha, beta, scale };
    let (llr, (lower, upper)) = (test.llr(&Scores::of_counts(&input.list::<u64>("counts"))), test.bounds());
    let decision = test.accepted(llr).map_or("continue", |accepted| match accepted {
        Hypothesis::H0 => "H0",
        Hypothesis::H1 => "H1",
    });
    json!({ "llr": llr, "lower": lower, "upper": upper, "decision": decision })
}

fn wald_bounds(input: &Input) -> Value {
    let (alpha, beta) = (input.number("alpha"), input.number("beta"));
    let test = Sprt { elo0: 0.0, elo1: 5.0, alpha, beta, scale: EloScale::Logistic };
    json!({ "lower": test.bounds().0, "upper": test.bounds().1 })
}

fn elo(input: &Input) -> Value {
    let scores = Scores::of_counts(&input.list::<u64>("counts"));
    let (elo, normalized) = (scores.elo(), scores.normalized_elo());
    json!({
        "score": scores.mean(),
        "elo": elo.value,
        "elo_err95": elo.half_width(),
        "nelo": normalized.value,
        "nelo_low95": normalized.low,
        "nelo_high95": normalized.high,
        "nelo_err95": normalized.half_width(),
        "los": scores.superiority(),
    })
}

fn strengths(input: &Input) -> Value {
    let race = |ranking: &Vec<usize>| {
        let win = |item: usize| if item == ranking[0] { 1.0 } else { 0.0 };
        let entrants = ranking.iter().map(|&item| Entrant { item, seats: 1.0, wins: win(item) });
        Race { entrants: entrants.collect() }
    };
    let races: Vec<Race> = input.list::<Vec<usize>>("rankings").iter().map(race).collect();
    let found = plackett_luce(input.number("items") as usize, &races);
    let elo: Vec<f64> = found.log.iter().map(|strength| ELO * strength).collect();
    json!({
        "log_strength_centered": found.log,
        "elo_centered": elo,
        "se_centered": found.errors(),
        "loglik": found.log_likelihood,
    })
}

/// Whether two values are equal; numbers may differ by a relative tolerance.
fn agrees(found: &Value, expected: &Value, tolerance: f64) -> bool {
    match (found, expected) {
        (Value::Number(found), Value::Number(expected)) => {
            let [found, expected] = [found, expected].map(|number| number.as_f64().expect("a number"));
            (found - expected).abs() <= tolerance * expected.abs()
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| agrees(a, b, tolerance))
        }
        _ => found == expected,
    }
}

/// The expected numbers of a case that differ.
fn faults(case: &Case, found: &Value, tolerance: f64) -> Vec<String> {
    let wrong = case.expected.iter().filter(|(name, expected)| !agrees(&found[name.as_str()], expected, tolerance));
    wrong.map(|(name, expected)| format!("{}: {name} is {}, not {expected}", case.id, found[name.as_str()])).collect()
}

#[test]
fn estimators_agree_with_other_programs() {
    let file: File = serde_json::from_str(CASES).expect("the cases");
    let checkers = BTreeMap::from(CHECKERS);
    let mut wrong = Vec::new();
    for group in &file.groups {
        let checker = checkers.get(group.group.as_str()).unwrap_or_else(|| panic!("nothing checks `{}`", group.group));
        assert!(!group.cases.is_empty() && group.cases.iter().all(|case| !case.expected.is_empty()), "{}", group.group);
        let faults = group.cases.iter().map(|case| faults(case, &checker(&case.input), group.tolerance));
        let faults: Vec<Vec<String>> = faults.collect();
        let passed = faults.iter().filter(|faults| faults.is_empty()).count();
        println!("{}: {passed} of {} cases agree with {}", group.group, faults.len(), group.oracle);
        wrong.extend(faults.into_iter().flatten());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn groups_of_cases_and_checkers_match() {
    let file: File = serde_json::from_str(CASES).expect("the cases");
    let mut groups: Vec<&str> = file.groups.iter().map(|group| group.group.as_str()).collect();
    let mut checkers: Vec<&str> = CHECKERS.iter().map(|(group, _)| *group).collect();
    groups.sort_unstable();
    checkers.sort_unstable();
    assert_eq!(groups, checkers);
}
