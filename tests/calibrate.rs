//! The `calibrate` command: intervals of the test deck have the required coverage, and results do not depend on threads.

use assert_cmd::Command;

fn calibrate(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.env("NO_COLOR", "1").args(["calibrate", "tests/decks/mini.toml", "--quiet"]).args(arguments);
    let output = command.output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// Short games at a small table, without the few that drag on: of 30 games, they are most of a variance. They are keyed, so each run gives the same results.
const SHORT: [&str; 8] = ["-p", "3", "--rule", "win_level=3", "--rule", "max_turns=60", "--format", "csv"];

/// Kinds of a calibration with many short runs. None may be off, that is, below 94% (its worst metric: below 90%) by more than
/// chance. These limits leave room for chance when games change, but detect errors of a few points.
fn kinds(arguments: &[&str]) -> Vec<String> {
    let (code, text) = calibrate(&[&SHORT[..], arguments].concat());
    assert!(matches!(code, Some(0 | 1)), "{text}");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().expect("a header").clone();
    let column = |name: &str| columns.iter().position(|column| column == name).expect("a column");
    let mut kinds = Vec::new();
    for row in reader.records().map(|row| row.expect("a row")) {
        let number = |name: &str| row[column(name)].parse::<f64>().expect("a number");
        let (coverage, missed) = (number("coverage"), number("missed_below") + number("missed_above"));
        assert!(number("low") <= coverage && coverage <= number("high"), "{row:?}");
        assert!(row[0].contains("at once") || (coverage + missed - 1.0).abs() < 1e-5, "{row:?}");
        let each = !row[0].starts_with("shrunken");
        let off = || number("high") < 0.94 || each && number("worst_at_most") < 0.9;
        assert!(&row[column("verdict")] == "flagged" || !off(), "{row:?}");
        kinds.push(row[0].to_owned());
    }
    kinds
}

#[test]
fn intervals_of_a_strategy_that_seldom_wins_have_the_required_coverage() {
    let kinds = kinds(&["-s", "greedy,random", "--rule", "win_level=2", "-n", "45", "-r", "50"]);
    for kind in ["opening value by strategy", "score of a pair, too few events", "normalized Elo, too few events"] {
        assert!(kinds.iter().any(|found| found == kind), "`{kind}` in {kinds:?}");
    }
}

#[test]
fn intervals_of_contests_have_the_required_coverage() {
    let kinds = kinds(&["-s", "greedy,cautious", "--rule", "win_level=2", "-n", "90", "-r", "50"]);
    for kind in ["score and Elo of a pair", "normalized Elo of a pair"] {
        assert!(kinds.iter().any(|found| found == kind), "`{kind}` in {kinds:?}");
    }
}

#[test]
fn every_kind_of_interval_has_the_required_coverage() {
    let kinds = kinds(&["-n", "30", "-r", "60"]);
    for kind in [
        "win rate of a turn position",
        "opening value",
        "shrunken opening value",
        "shrunken opening value, ten extremes",
        "draw value",
        "change of a mean, paired",
        "opening value, dealt on",
        "change of an opening value, dealt on",
        "change of the spread of identities, paired",
        "change of a mean, at all looks",
        "change of the position gap, at all looks",
        "change of an opening value, at all looks",
        "confidence set of a sweep",
    ] {
        assert!(kinds.iter().any(|found| found == kind), "`{kind}` in {kinds:?}");
    }
}

/// A text without the line breaks of a page.
fn unwrapped(text: &str) -> String {
    text.replace("\n  ", " ")
}

/// A calibration with few and very short games.
fn tiny(arguments: &[&str]) -> (Option<i32>, String) {
    let few = ["-p", "3", "-r", "50", "-n", "2", "--rule", "win_level=2", "--rule", "max_turns=4"];
    calibrate(&[&few[..], arguments].concat())
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = tiny(&["-j", "1", "--blank", "baker"]);
    let three = tiny(&["-j", "3", "--blank", "baker"]);
    assert_eq!(one, three);
    assert!(unwrapped(&one.1).contains("edit: Baker blank; sweep: Angry Bun at level 1, 5"), "{}", one.1);
}

/// The contests are two pairs of games, which often score alike.
#[test]
fn contests_do_not_depend_on_threads_and_those_without_an_interval_do_not_count() {
    let [one, three] = ["1", "3"].map(|threads| tiny(&["-j", threads, "-s", "greedy,random", "--format", "csv"]));
    assert_eq!(one, three);
    let mut reader = csv::Reader::from_reader(one.1.as_bytes());
    let place = reader.headers().expect("a header").iter().position(|name| name == "repetitions").expect("a column");
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let repetitions = |kind: &str| {
        let row = rows.iter().find(|row| &row[0] == kind).expect("the kind");
        row[place].parse::<u64>().expect("a number")
    };
    assert_eq!(repetitions("score of a pair, too few events"), 50);
    assert!((1..50).contains(&repetitions("normalized Elo, too few events")));
    assert!(!tiny(&["-s", "greedy"]).1.contains("Elo"), "one strategy has no contest");
}

#[test]
fn a_blanked_monster_is_also_swept() {
    let (_, text) = tiny(&["--blank", "inspector"]);
    assert!(
        unwrapped(&text).contains("edit: Health Inspector blank; sweep: Health Inspector at level 4, 8, 12"),
        "{text}"
    );
}

#[test]
fn too_few_repetitions_and_unknown_cards_are_rejected() {
    assert_eq!(calibrate(&["-r", "5"]).0, Some(2));
    assert_eq!(calibrate(&["--blank", "nobody"]).0, Some(2));
}

/// A run of this many games never ends. The test shows that the program allocates no memory for them in advance.
#[test]
fn a_huge_number_of_games_starts_without_an_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.args(["calibrate", "tests/decks/mini.toml", "--quiet", "-n", "18446744073709551615"]);
    let output = command.timeout(std::time::Duration::from_millis(500)).output().expect("it runs");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Fifty checks of an edit that makes a monster stronger.
#[test]
fn verdicts_of_checks_are_counted_against_the_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let edit = path("edit.toml", &include_str!("decks/mini.toml").replacen("level = 2\n", "level = 9\n", 1));
    let project = path("targets.toml", "[targets]\nturns = { at_least = 1 }\nfirst_last_gap = { within = 0.0 }\n");
    let few = ["--check", &edit, "--project", &project, "-n", "120", "-r", "50", "-s", "greedy"];
    let (code, text) = calibrate(&[&SHORT[..], &few, &["--margin", "turns=1", "--margin", "20"]].concat());
    assert!(matches!(code, Some(0 | 1)), "{text}");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let row = |metric: &str, judged: &str| {
        let found = rows.iter().find(|row| &row[0] == metric && &row[1] == judged);
        found.unwrap_or_else(|| panic!("{metric} {judged}: {text}")).clone()
    };
    let turns = row("turns", "change");
    assert!(turns[2].parse::<f64>().expect("a change") > 1.0, "{turns:?}");
    assert_eq!((&turns[4], &turns[5], &turns[11]), ("50", "0", "kept"), "games become longer by more than 1%");
    assert_eq!(&row("turns", "target")[7], "0", "each check knows that a game has more than one turn");
    let gap = row("first_last_gap", "target");
    assert_eq!(&gap[6], "0", "no interval is within a target without width");
    let all = row("", "all_changes");
    assert!(all[5].parse::<u64>().expect("a count") <= 10, "{all:?}");
    assert_eq!(calibrate(&["--margin", "1"]).0, Some(2), "a margin needs a check");
}
