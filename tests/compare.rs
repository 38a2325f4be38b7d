//! The `compare` command: duels, fields and ladders, tests, continued runs, and errors.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use crate::common;
use common::program::{self, manifest, read};
use kickdoor::run::{Contest, ContestControl, ContestCrew, ContestKind, LOOK, Results, SeatedStrategy};
use kickdoor::stats::{Scores, ladder};
use kickdoor::strategy::Strategy;
use serde_json::Value;
use tempfile::TempDir;

type Line = BTreeMap<String, String>;

/// The files that are the same for every run of the same plan.
const FILES: [&str; 6] = ["ladder.csv", "pairs.csv", "blocks.csv", "sample.csv", "ladder.svg", "result.json"];

/// A folder with the small test deck and some strategies.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    for margin in [2, 3, 4] {
        let text = format!("brain = \"balanced\"\nweights = {{ trouble_margin = {margin} }}\n");
        fs::write(folder.path().join(format!("margin-{margin}.toml")), text).expect("a strategy");
    }
    folder
}

/// Runs `compare` with these arguments. Returns the exit code, the results and the messages.
fn compare(folder: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    program::kickdoor(folder, &format!("compare {arguments}"))
}

fn assert_same(folder: &TempDir, one: &str, other: &str) {
    program::assert_same(folder, &FILES, one, other);
}

fn lines(folder: &TempDir, file: &str) -> Vec<Line> {
    let text = read(folder, file);
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|line| line.expect("a line of all columns")).collect()
}

fn number(line: &Line, column: &str) -> f64 {
    line[column].parse().unwrap_or(f64::NAN)
}

/// The lines of the verdict, which follow the head of the text.
fn verdict(out: &str) -> &str {
    out.split("\n\n").nth(1).unwrap_or_default().trim_end()
}

#[test]
fn a_duel_names_the_better_strategy() {
    let folder = folder();
    let (code, out, messages) = compare(&folder, "balanced random -d mini.toml -n 301 -o a");
    assert_eq!(code, Some(0), "{messages}");
    assert!(out.starts_with("mini, 4 players, seed 1: balanced against random\n302 games in 151 blocks, "), "{out}");
    assert!(out.contains("\n\nbalanced is better than random: the interval is above 0 Elo\n"), "{out}");
    assert!(messages.ends_with("written to a\n"), "{messages}");
    let scores = lines(&folder, "a/scores.csv");
    let wins: Vec<&str> = scores.iter().map(|line| line["wins"].as_str()).collect();
    assert_eq!(wins, ["0.0", "0.5", "1.0", "1.5", "2.0"]);
    assert_eq!(scores.iter().map(|line| number(line, "blocks")).sum::<f64>(), 151.0);
    let ladder = lines(&folder, "a/ladder.csv");
    let names: Vec<&str> = ladder.iter().map(|line| line["strategy"].as_str()).collect();
    assert_eq!(names, ["balanced", "random"]);
    let pair = &lines(&folder, "a/pairs.csv")[0];
    assert_eq!(number(pair, "wins"), number(&ladder[0], "wins"));
    assert!(read(&folder, "a/ladder.svg").ends_with("</svg>\n"));
    let (_, out, _) = compare(&folder, "random balanced -d mini.toml -n 301 -o b -q");
    assert!(out.contains("\n\nrandom is worse than balanced: the interval is below 0 Elo\n"), "{out}");
}

#[test]
fn a_strategy_is_exactly_as_good_as_itself() {
    let folder = folder();
    for players in 3..=6 {
        let options = format!("-d mini.toml -p {players} -n 60 --format json -q --force -o a");
        let (code, out, messages) = compare(&folder, &format!("greedy greedy {options}"));
        assert_eq!(code, Some(0), "{messages}");
        let json: Value = serde_json::from_str(&out).expect("JSON");
        let found = &json["report"]["head_to_head"];
        assert_eq!((&found["share"], &found["elo"]), (&Value::from(0.5), &Value::from(0.0)), "{players} players");
        let blocks: Vec<f64> = lines(&folder, "a/scores.csv").iter().map(|line| number(line, "blocks")).collect();
        assert_eq!(blocks, [0.0, 0.0, 30.0, 0.0, 0.0]);
        let (_, out, _) = compare(&folder, &format!("greedy --field greedy {options}"));
        let json: Value = serde_json::from_str(&out).expect("JSON");
        let found = &json["report"]["head_to_head"];
        assert_eq!((&found["share"], &found["elo"]), (&found["fair"], &Value::from(0.0)), "{players} players");
    }
}

#[test]
fn threads_change_no_byte() {
    let folder = folder();
    for (name, arguments) in [
        ("duel", "balanced greedy -n 600 --sprt 0,100"),
        ("field", "balanced --field greedy,random -n 100"),
        ("ladder", "balanced greedy margin-2.toml -n 400 --precision 200"),
    ] {
        for threads in [1, 2, 7] {
            let command = format!("{arguments} -d mini.toml --rule max_turns=60 -j {threads} -o {name}-{threads} -q");
            let code = compare(&folder, &command).0;
            assert!([Some(0), Some(1), Some(3)].contains(&code), "{code:?}");
        }
        assert_same(&folder, &format!("{name}-1"), &format!("{name}-2"));
        assert_same(&folder, &format!("{name}-1"), &format!("{name}-7"));
    }
}

#[test]
fn a_continued_run_equals_an_uninterrupted_one() {
    let folder = folder();
    for (name, arguments, games) in [
        ("duel", "balanced greedy -p 3", ["100", "230"]),
        ("field", "greedy --field balanced,random", ["100", "260"]),
        ("ladder", "balanced margin-2.toml margin-3.toml greedy -p 3", ["24", "120"]),
    ] {
        let arguments = format!("{arguments} -d mini.toml --seed 5 -q");
        let run = |more: &str| {
            let (code, _, messages) = compare(&folder, &format!("{arguments} {more}"));
            assert_eq!(code, Some(0), "{messages}");
        };
        run(&format!("-n {} -o {name}", games[0]));
        run(&format!("-n {} -o {name} --resume", games[1]));
        run(&format!("-n {} -o {name}-whole", games[1]));
        assert_same(&folder, name, &format!("{name}-whole"));
        run(&format!("-n {} -o {name} --resume", games[1]));
        assert_same(&folder, name, &format!("{name}-whole"));
    }
}

#[test]
fn a_continued_test_stops_at_the_same_game() {
    let folder = folder();
    let arguments = "balanced random -d mini.toml --sprt 0,20 -q";
    for games in ["20", "128", "200"] {
        let (code, ..) = compare(&folder, &format!("{arguments} -n {games} -o a --force"));
        assert!(code == Some(3) || code == Some(0));
        assert_eq!(compare(&folder, &format!("{arguments} -o a --resume")).0, Some(0));
        assert_eq!(compare(&folder, &format!("{arguments} -o whole --force")).0, Some(0));
        assert_same(&folder, "a", "whole");
    }
}

#[test]
fn a_test_has_an_exit_code_for_each_result() {
    let folder = folder();
    let last = |out: &str| verdict(out).lines().last().unwrap_or_default().to_owned();
    let (code, out, _) = compare(&folder, "balanced random -d mini.toml --sprt 0,5 -o a -q");
    assert_eq!(code, Some(0));
    assert_eq!(last(&out), "H1 accepted: the difference of balanced is 5 Elo rather than 0");
    let (code, out, _) = compare(&folder, "random balanced -d mini.toml --sprt 0,5 -o b -q");
    assert_eq!(code, Some(1));
    assert_eq!(last(&out), "H0 accepted: the difference of random is 0 Elo rather than 5");
    let (code, out, _) = compare(&folder, "balanced margin-2.toml -d mini.toml --sprt -1,1 -n 400 -o c -q");
    assert_eq!(code, Some(3));
    assert_eq!(last(&out), "inconclusive: neither H0 nor H1 accepted; play more games");
    assert!(out.contains("\nlog-likelihood ratio "), "{out}");
    let (code, ..) = compare(&folder, "random --field balanced -d mini.toml --sprt 0,5 --elo normalized -o d -q");
    assert_eq!(code, Some(1));
}

#[test]
fn precision_ends_a_run_or_is_missed() {
    let folder = folder();
    let (code, out, _) = compare(&folder, "balanced greedy -d mini.toml --precision 80 -o a --format json -q");
    assert_eq!(code, Some(0));
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let found = &json["report"]["head_to_head"];
    let ends = ["elo_low", "elo_high"].map(|end| found[end].as_f64().expect("a number"));
    assert!(ends[1] - ends[0] <= 160.0 && ends[1] - ends[0] > 80.0, "{ends:?}");
    for (strategies, end) in [
        ("balanced cautious hoarder", "an interval is wider than 1 Elo each way; play more games\n"),
        // `random` wins no game.
        ("balanced greedy random", "more games may not help; leave it out or choose another --anchor\n"),
    ] {
        let (code, out, _) =
            compare(&folder, &format!("{strategies} -d mini.toml --precision 1 -n 100 -o b -q --force"));
        assert_eq!(code, Some(3));
        assert!(
            out.contains("inconclusive: ") && verdict(&out).replace("\n  ", " ").ends_with(end.trim_end()),
            "{out}"
        );
    }
}

#[test]
fn a_ladder_has_ratings_pairs_and_a_cycle_check() {
    let folder = folder();
    let strategies = "balanced margin-2.toml margin-4.toml greedy random";
    let (code, out, messages) = compare(&folder, &format!("{strategies} -d mini.toml -p 3 -n 1500 -o a"));
    assert_eq!(code, Some(0), "{messages}");
    assert!(out.contains("ladder of 5 strategies") && out.contains("\nno cycle: "), "{out}");
    let (ladder, pairs) = (lines(&folder, "a/ladder.csv"), lines(&folder, "a/pairs.csv"));
    assert_eq!((ladder.len(), pairs.len()), (5, 10));
    assert_eq!(ladder[4]["strategy"], "random");
    let reference = ladder.iter().find(|line| line["standing"] == "reference").expect("an anchor");
    let cells = ["strategy", "elo", "elo_low", "elo_high"].map(|column| reference[column].as_str());
    assert_eq!(cells, ["balanced", "0.0", "", ""]);
    assert!(out.contains("\nElo: relative to balanced\n"), "{out}");
    assert!(read(&folder, "a/ladder.svg").contains("Elo points relative to balanced, with 95% intervals"));
    let rated = ladder.iter().filter(|line| line["standing"] == "rated");
    assert!(rated.clone().count() >= 3);
    for line in rated {
        let [low, elo, high] = ["elo_low", "elo", "elo_high"].map(|column| number(line, column));
        assert!(low < elo && elo < high && number(line, "elo_error") > 0.0, "{line:?}");
    }
    let next = |place: usize| number(&ladder[place], "elo") - number(&ladder[place + 1], "elo");
    assert!((number(&ladder[0], "lead") - next(0)).abs() < 1e-5 && ladder[4]["lead"].is_empty());
    let games: f64 = ladder.iter().map(|line| number(line, "seat_games")).sum();
    assert_eq!(games, 1500.0 * 3.0);
    let seats: Vec<f64> = ladder.iter().map(|line| number(line, "seat_games")).collect();
    assert!(seats.iter().all(|seats| *seats == 900.0), "{seats:?}");
}

#[test]
fn a_strategy_without_a_win_has_an_upper_limit() {
    let folder = folder();
    let (code, out, _) = compare(&folder, "balanced margin-2.toml random -d mini.toml -p 3 -n 30 -o a");
    assert_eq!(code, Some(0));
    let last = &lines(&folder, "a/ladder.csv")[2];
    let cells = ["strategy", "standing", "elo_low"].map(|column| last[column].as_str());
    assert_eq!(cells, ["random", "below", ""]);
    let [elo, high] = ["elo", "elo_high"].map(|column| number(last, column));
    assert!(elo < high && high < 0.0 && out.contains("at most -"), "{out}");
    assert!(read(&folder, "a/ladder.svg").contains("(at most -"));
}

/// The reference was the mean of the strategies with a win, so it depended on the luck of the weakest one.
#[test]
fn the_reference_does_not_depend_on_the_luck_of_a_weak_strategy() {
    let folder = folder();
    let mut standings = Vec::new();
    for seed in 1..=12 {
        let arguments = format!("balanced margin-2.toml greedy -d mini.toml -p 3 -n 120 --seed {seed} -o {seed} -q");
        assert_eq!(compare(&folder, &arguments).0, Some(0));
        let ladder = lines(&folder, &format!("{seed}/ladder.csv"));
        let of = |name: &str| ladder.iter().find(|line| line["strategy"] == name).expect("a line");
        assert_eq!((of("balanced")["elo"].as_str(), of("balanced")["standing"].as_str()), ("0.0", "reference"));
        assert!(number(of("greedy"), "elo") < -100.0, "every strategy is rated: {ladder:?}");
        standings.push(of("greedy")["standing"].clone());
    }
    standings.sort();
    standings.dedup();
    assert_eq!(standings, ["below", "rated"], "some seeds are without a win of the weak strategy");
}

#[test]
fn an_anchor_moves_the_origin_and_may_change_in_a_continued_run() {
    let folder = folder();
    let usual = "balanced margin-2.toml greedy -d mini.toml -n 120 -q";
    let ratings = |place: &str| -> BTreeMap<String, [f64; 3]> {
        let row =
            |line: &Line| (line["strategy"].clone(), ["elo", "elo_low", "elo_high"].map(|column| number(line, column)));
        lines(&folder, &format!("{place}/ladder.csv")).iter().map(row).collect()
    };
    for (place, more) in [
        ("first", "-o first"),
        ("named", "--anchor balanced -o named"),
        ("path", "--anchor margin-2.toml -o path"),
        ("greedy", "--anchor greedy -o greedy"),
    ] {
        let (code, _, messages) = compare(&folder, &format!("{usual} {more}"));
        assert_eq!(code, Some(0), "{place}: {messages}");
    }
    assert_same(&folder, "first", "named");
    let (first, other) = (ratings("first"), ratings("greedy"));
    assert_eq!((first["balanced"][0], other["greedy"][0], ratings("path")["margin-2"][0]), (0.0, 0.0, 0.0));
    let [value, low, high] = first["greedy"];
    for (one, mirror) in other["balanced"].into_iter().zip([-value, -high, -low]) {
        assert!((one - mirror).abs() < 1e-4 || one.is_nan() && mirror.is_nan(), "{first:?} {other:?}");
    }
    assert_eq!(compare(&folder, &format!("{usual} --anchor greedy -o first --resume")).0, Some(0));
    assert_same(&folder, "first", "greedy");
    let precise = "balanced margin-2.toml greedy -d mini.toml -n 120 -q --precision 1";
    assert_eq!(compare(&folder, &format!("{precise} -o precise")).0, Some(3));
    let (code, _, messages) = compare(&folder, &format!("{precise} --anchor greedy -o precise --resume"));
    assert_eq!(code, Some(2), "the anchor decides when the run ends");
    assert!(messages.contains("anchor is \"balanced\" there and \"greedy\" here"), "{messages}");
}

#[test]
fn sets_variants_and_rules_apply_as_in_run() {
    let folder = folder();
    let options = "--variant epic --rule hand_limit=6 -n 40 -p 5 -q";
    let (code, out, messages) = compare(&folder, &format!("balanced greedy -d zombies,fu --base fu -o a {options}"));
    assert_eq!(code, Some(0), "{messages}");
    assert!(out.starts_with("fu + zombies by the rules of fu, 5 players"), "{out}");
    let found = manifest(&folder, "a");
    assert_eq!(
        (&found["decks"][0]["rules"]["win_level"], &found["decks"][0]["rules"]["hand_limit"]),
        (&Value::from(20), &Value::from(6))
    );
    assert_eq!(compare(&folder, &format!("balanced greedy -d zombies -d fu -o b --base fu {options}")).0, Some(0));
    assert_same(&folder, "a", "b");
    let (code, ..) = compare(&folder, &format!("balanced greedy -d mini.toml -o c --variant shared-victory {options}"));
    assert_eq!(code, Some(0));
}

#[test]
fn formats_have_no_time() {
    let folder = folder();
    let json = |threads: &str| {
        compare(&folder, &format!("balanced greedy -d mini.toml -n 40 --format json {threads} --force -o a -q")).1
    };
    assert_eq!(json("-j 1"), json("-j 2"));
    let (_, csv, _) = compare(&folder, "balanced greedy -d mini.toml -n 40 --format csv -o b -q");
    assert_eq!(csv, read(&folder, "b/ladder.csv"));
}

#[test]
fn bad_input_is_explained() {
    let folder = folder();
    for (arguments, message) in [
        ("balancd greedy", "did you mean `balanced`?"),
        ("balanced", "there is only one strategy to compare"),
        ("balanced greedy --field random", "--field takes one strategy before it, not 2"),
        ("balanced greedy balanced", "`balanced` and `balanced` are the same strategy"),
        ("balanced --field greedy,,", "expected a file or a shipped strategy, found an empty name"),
        ("balanced greedy -p 7", "7 players, but this deck is for 3 to 6"),
        ("balanced greedy -n 0", "there is no game to play"),
        ("balanced greedy random --sprt 0,5", "--sprt tests one difference, and a ladder has several"),
        (
            "balanced greedy --anchor greedy",
            "--anchor is the origin of the ratings of a ladder, and this is not a ladder",
        ),
        ("balanced --field greedy,random --anchor greedy", "this is not a ladder"),
        ("balanced greedy random --anchor gredy", "did you mean `greedy`?"),
        ("balanced greedy random --anchor hoarder", "the anchor `hoarder` is not one of the compared strategies"),
        ("balanced greedy random --anchor 5", "expected one of balanced, greedy, random"),
        ("--restrictions --anchor greedy", "cannot be used with"),
        ("balanced greedy --sprt 5,0", "--sprt is `5,0`, expected two Elo differences, the lower one first"),
        ("balanced greedy --sprt 0,0", "expected two Elo differences"),
        ("balanced greedy --sprt 0", "expected two Elo differences"),
        ("balanced greedy --sprt nan,5", "expected two Elo differences"),
        ("balanced greedy --sprt 0,inf", "expected two Elo differences"),
        ("balanced greedy --sprt 0,5 --alpha 0", "--alpha is 0, expected more than 0 and less than 0.5"),
        ("balanced greedy --sprt 0,5 --beta nan", "expected a number, such as 0.5"),
        ("balanced greedy --alpha 0.1", "--sprt"),
        ("balanced greedy --precision 0", "the precision is 0, expected more than 0"),
        ("balanced greedy --precision nan", "expected a number, such as 0.5"),
        ("balanced greedy --precision 5 --sprt 0,5", "cannot be used with"),
        ("balanced greedy --deck zombis", "did you mean `zombies`?"),
        ("--restrictions balancd", "did you mean `balanced`?"),
        ("--restrictions -n 0", "there is no game to play"),
        ("--restrictions -p 7", "7 players, but this deck is for 3 to 6"),
        ("balanced --restrictions greedy", "cannot be used with"),
        ("--restrictions --field greedy", "cannot be used with"),
        ("--restrictions --sprt 0,5", "cannot be used with"),
    ] {
        let deck = if arguments.contains("--deck") { "" } else { " -d mini.toml" };
        let (code, out, messages) = compare(&folder, &format!("{arguments}{deck}"));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments}: {messages}");
        assert!(messages.starts_with("error: ") && messages.contains(message), "{arguments}: {messages}");
    }
    let many = ["greedy"; 13].join(" ");
    assert!(compare(&folder, &many).2.contains("13 strategies, but at most 12 can be compared"));
}

#[test]
fn only_the_same_comparison_is_continued() {
    let folder = folder();
    let usual = "balanced greedy -d mini.toml -n 40 -q";
    assert_eq!(compare(&folder, &format!("{usual} -o a")).0, Some(0));
    for (arguments, difference) in [
        ("balanced greedy -d mini.toml --seed 2", "seed is 1 there and 2 here"),
        ("balanced greedy -d mini.toml -p 3", "players is 4 there and 3 here"),
        ("greedy balanced -d mini.toml", "strategies[0].name is \"balanced\" there and \"greedy\" here"),
        ("balanced --field greedy -d mini.toml", "study.contest is \"duel\" there and \"field\" here"),
        ("balanced greedy -d mini.toml --rule hand_limit=6", "decks[0].rules.hand_limit is 5 there and 6 here"),
        ("balanced greedy -d mini.toml --sprt 0,5", "study.sprt is null there"),
        ("balanced greedy -d mini.toml --precision 5", "study.precision is null there and 5.0 here"),
        ("balanced greedy -d zombies", "decks[0].base is \"mini\" there and \"zombies\" here"),
    ] {
        let (code, _, messages) = compare(&folder, &format!("{arguments} -o a --resume"));
        assert_eq!(code, Some(2), "{messages}");
        let message = format!("`a` has the results of another comparison: {difference}");
        assert!(messages.contains(&message), "{arguments}: {messages}");
    }
    let blocks = read(&folder, "a/blocks.csv");
    for damaged in [blocks.replace("=", "+"), blocks.replace(",", ",1"), String::new(), format!("{blocks}x,1\n")] {
        fs::write(folder.path().join("a/blocks.csv"), &damaged).expect("written");
        let (code, _, messages) = compare(&folder, &format!("{usual} -o a --resume"));
        assert_eq!(code, Some(2), "{damaged}");
        assert!(messages.contains("`a/blocks.csv` is damaged: "), "{messages}");
    }
    assert_eq!(program::kickdoor(&folder, "run mini.toml -n 4 -o run -q").0, Some(0));
    assert!(compare(&folder, &format!("{usual} -o run --resume")).2.contains("has no results of `compare`"));
}

#[test]
fn each_restriction_has_a_row() {
    let folder = folder();
    let (code, out, messages) = compare(&folder, "--restrictions -d mini.toml -n 80 -p 3 -o a -j 2");
    assert_eq!(code, Some(0), "{messages}");
    assert!(out.contains("one balanced with a restriction against copies of balanced without it"), "{out}");
    let rows = lines(&folder, "a/restrictions.csv");
    let names: Vec<&str> = rows.iter().map(|row| row["restriction"].as_str()).collect();
    assert_eq!(names, ["ask for help", "gift", "help", "interfere", "look for trouble", "sell", "trade"]);
    for row in &rows {
        let [low, rate, high] = ["low", "win_rate", "high"].map(|column| number(row, column));
        assert!(low <= rate && rate <= high && number(row, "games") >= 80.0, "{row:?}");
        assert!((rate - 1.0 / 3.0 - number(row, "difference")).abs() < 2e-6, "{row:?}");
    }
    let gift = rows.iter().find(|row| row["restriction"] == "gift").expect("a row");
    assert_eq!(number(gift, "difference"), 0.0, "balanced never offers a gift, so the games are the same");
    assert_eq!(manifest(&folder, "a")["strategies"][0]["name"], "balanced");
    let again = "--restrictions balanced -d mini.toml -n 80 -p 3 --format csv -q -o b -j 1";
    assert_eq!(compare(&folder, again).1, read(&folder, "a/restrictions.csv"), "threads change nothing");
}

#[test]
fn restrictions_of_a_strategy_are_not_measured_again() {
    let folder = folder();
    let arguments = "--restrictions lone-wolf -d zombies,fu -n 8 --format json -q -o a";
    let (code, out, messages) = compare(&folder, arguments);
    assert_eq!(code, Some(0), "{messages}");
    let found: Value = serde_json::from_str(&out).expect("JSON");
    let rows = found["report"].as_array().expect("a list");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["restriction"].as_str()).collect();
    assert_eq!(names, ["gift", "interfere", "look for trouble", "sell", "trade"]);
    assert_eq!(found["manifest"]["decks"][0]["sets"], serde_json::json!(["fu", "zombies"]));
}

/// Plays some blocks of a contest between shipped strategies.
fn played(kind: ContestKind, names: &[&str], blocks: u64) -> (Contest, Results) {
    let deck = common::deck_of(&fs::read_to_string("tests/decks/mini.toml").expect("the test deck"), &[]);
    let players: Vec<Strategy> = names.iter().map(|name| common::player(name, &deck)).collect();
    let contest = Contest::new(kind, names.len(), 4, deck.players, 3).expect("a contest");
    let mut results = Results::default();
    let crew = ContestCrew { contest: &contest, deck: &deck, players: &players, threads: 2 };
    let mut looks = Vec::new();
    let control = ContestControl {
        stop: &AtomicBool::new(false),
        on_progress: &mut |_| {},
        enough: &mut |results| {
            looks.push(results.blocks());
            false
        },
        may_end: true,
    };
    assert!(!crew.play(&mut results, blocks, control).expect("lawful games"));
    assert_eq!(looks, (1..=blocks / LOOK).map(|look| look * LOOK).collect::<Vec<_>>(), "looks at fixed numbers");
    (contest, results)
}

#[test]
fn exchanged_names_give_opposite_results() {
    let (one, other) = (["balanced", "greedy"], ["greedy", "balanced"]);
    let elo = |names: &[&str]| {
        let (contest, results) = played(ContestKind::Duel, names, 150);
        Scores::of_contest(&contest, &results).expect("scores").elo().value
    };
    assert!((elo(&one) + elo(&other)).abs() < 200.0 && elo(&one) > 0.0, "other seats, the same strategies");
}

#[test]
fn each_strategy_of_a_ladder_has_one_or_two_seats() {
    let (_, results) = played(ContestKind::Ladder, &["balanced", "greedy", "random"], 100);
    let sat: Vec<&SeatedStrategy> = results.groups().flat_map(|(group, _)| &group.sat).collect();
    assert!(sat.iter().all(|sat| sat.seats == 1 || sat.seats == 2));
    assert_eq!(results.blocks(), 100);
    assert!(results.games() == 400 && ladder(&results, 3).ratings(1)[0].elo.value > 0.0);
}
