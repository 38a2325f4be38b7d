//! Checkups: a set that is not healthy is named with what is wrong, and a shipped set is in the usual ranges.

use std::collections::BTreeSet;
use std::process::Command;

use kickdoor::report::checkup::{CheckupReport, CheckupRow, Health, RangeRow, RangeVerdict, ranges_of};
use kickdoor::report::impact::RobustRow;
use kickdoor::report::{Fraction, Row};
use kickdoor::study::{CheckupRequest, Control, ImpactRequest, TableRequest};

/// A checkup of a deck at four players.
fn checkup(deck: &str, games: u64) -> CheckupReport {
    // With seed 1, the first games of a shipped set have a rare gap between first and last.
    let request = CheckupRequest::of(TableRequest::of([deck]).seed(2)).games(games);
    request.other_players(false).play(&mut Control::default()).expect("it is played").report
}

fn row<'r>(report: &'r CheckupReport, metric: &str) -> &'r CheckupRow {
    report.metrics.iter().find(|row| row.metric == metric).unwrap_or_else(|| panic!("{metric}"))
}

/// The stored ranges for four players.
fn ranges() -> Vec<RangeRow> {
    let mut file = csv::Reader::from_path("decks/ranges.csv").expect("the ranges");
    assert_eq!(file.headers().expect("columns").iter().collect::<Vec<_>>(), RangeRow::header());
    let rows = file.deserialize().map(|row| row.expect("a range"));
    let row = |(metric, players, low, high)| RangeRow { metric, players, low: Fraction(low), high: Fraction(high) };
    rows.map(row).filter(|row: &RangeRow| row.players == 4).collect()
}

#[test]
fn an_unhealthy_set_is_named_with_what_is_wrong() {
    // Enough fights to tell a monster that always loses from the easiest of the shipped sets.
    let report = checkup("tests/decks/orchard.toml", 4_000);
    assert_eq!(report.health, Health::Unhealthy);
    let verdict = |metric: &str| row(&report, metric).verdict;
    assert_eq!(verdict("share_fights_won"), RangeVerdict::High, "all monsters are weak");
    assert_eq!(verdict("hostile_plays"), RangeVerdict::Low, "few cards hinder others");
    assert_eq!(verdict("first_last_gap"), RangeVerdict::High, "so the first turn decides");
    assert_eq!(verdict("lead_changes"), RangeVerdict::Low, "and the leader stays ahead");
    let found = |finding: &str| -> BTreeSet<&str> {
        report.cards.iter().filter(|row| row.finding == finding).map(|row| row.card.as_str()).collect()
    };
    assert!(found("fights_won").contains("greenfly"), "{:?}", report.cards);
    let weak = report.cards.iter().filter(|row| row.finding == "no_effect" && row.part == "bad_stuff").count();
    assert!(weak >= 3, "Bad Stuffs that never struck: {:?}", report.cards);
    assert!(
        report.next.starts_with("kickdoor ") && report.next.contains("tests/decks/orchard.toml"),
        "{}",
        report.next
    );
}

#[test]
fn a_card_that_is_far_too_good_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("orchard.toml").display().to_string();
    let windfall = "\n[[card]]\nid = \"windfall\"\nname = \"Windfall\"\nkind = \"special\"\ncopies = 3\norigin = \"modelled\"\n\
                    use = [{ when = [\"any_time\"], do = [{ gain_levels = 5 }] }]\n";
    std::fs::write(&path, format!("{}{windfall}", include_str!("decks/orchard.toml"))).expect("a deck");
    let report = checkup(&path, 800);
    let beyond: Vec<&str> =
        report.cards.iter().filter(|row| row.finding == "opening_value").map(|row| row.card.as_str()).collect();
    assert_eq!(beyond, ["windfall"], "{:?}", report.cards);
    assert_eq!(row(&report, "highest_treasure_value").verdict, RangeVerdict::High);
}

#[test]
fn a_shipped_set_is_in_its_ranges_and_makes_them_again() {
    let report = checkup("zombies", 240);
    assert_ne!(report.health, Health::Unhealthy, "{:#?}", report.metrics);
    let ranges = ranges();
    let again = ranges_of(4, std::slice::from_ref(&report.metrics));
    let names = |rows: &[RangeRow]| rows.iter().map(|row| row.metric.clone()).collect::<BTreeSet<String>>();
    let missing: Vec<String> = names(&ranges).difference(&names(&again)).cloned().collect();
    assert_eq!(missing, ["easiest_monster", "hardest_monster"], "these need more games");
    assert!(names(&ranges).is_superset(&names(&again)), "every metric has a range");
    for (range, again) in again.iter().map(|again| (ranges.iter().find(|row| row.metric == again.metric), again)) {
        let range = range.expect("a range");
        assert!(range.low.0 <= again.high.0 && again.low.0 <= range.high.0, "{range:?}, {again:?}");
    }
    let inside = report.metrics.iter().filter(|row| row.range_low.0 <= row.value.0 && row.value.0 <= row.range_high.0);
    assert!(10 * inside.count() >= 7 * report.metrics.len(), "{:#?}", report.metrics);
}

#[test]
fn values_with_other_numbers_of_players_are_compared() {
    let table = TableRequest::of(["tests/decks/orchard.toml"]).strategies(["greedy"]);
    let report = CheckupRequest::of(table).games(400).play(&mut Control::default()).expect("it is played").report;
    assert_eq!(report.other_games, 100);
    let differing = report.cards.iter().filter(|row| row.finding == "differs");
    assert!(
        differing.clone().all(|row| row.adjusted_p.0 < 0.05 && [3, 4].contains(&row.players)),
        "{:?}",
        report.cards
    );
    assert_eq!(differing.count() % 2, 0, "a line for each number of players");
}

#[test]
fn values_at_tables_with_other_manners_are_those_of_an_impact_analysis() {
    let table = TableRequest::of(["tests/decks/orchard.toml"]).strategies(["greedy"]).rule("win_level=2");
    let request = CheckupRequest::of(table.clone()).games(800).other_players(false);
    let without = request.play(&mut Control::default()).expect("it is played").report;
    assert!(without.robust.is_empty() && without.table_games == 0);
    let result = request.with_tables().play(&mut Control::default()).expect("it is played");
    assert_eq!(result.report.table_games, 200);
    let mut text = Vec::new();
    result.report.write_table(&result.manifest, false, 100, &mut text).expect("a text");
    let text = String::from_utf8(text).expect("a text");
    assert!(text.contains("\nvalues whose sign depends on the table: "), "{text}");
    let tables = ["balanced", "expert", "dear-help", "lone-wolf", "helper", "backstabber"];
    let impact = ImpactRequest::of(table.strategies(tables)).without_draws().games(200);
    let values = impact.play(&mut Control::default()).expect("it is played").report.robust;
    let json = |rows: &[RobustRow]| serde_json::to_value(rows).expect("lines");
    assert!(!values.is_empty());
    assert_eq!(json(&result.report.robust), json(&values));
}

#[test]
fn a_target_counts_in_place_of_the_range_of_the_shipped_sets() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck = folder.path().join("orchard.toml");
    std::fs::copy("tests/decks/orchard.toml", &deck).expect("a deck");
    let checkup = |project: &str, arguments: &[&str]| {
        std::fs::write(folder.path().join("kickdoor.toml"), project).expect("a project");
        let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        command.arg("checkup").arg(&deck).args(["-n", "800", "-q", "--strict"]).args(arguments);
        let output = command.output().expect("it runs");
        let text = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
        (output.status.code(), String::from_utf8_lossy(text).into_owned())
    };
    let targets = "[table]\nplayers = 3\nstrategies = [\"greedy\"]\nseed = 5\n[targets]\n";
    let project = format!(
        "{targets}share_fights_won = {{ at_least = 0.5 }}\nlead_changes = {{ within = 0.01 }}\n\
         opening_value.bull = {{ at_most = -20 }}\n"
    );
    let (code, text) = checkup(&project, &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    assert_eq!((code, &json["manifest"]["players"], &json["manifest"]["seed"]), (Some(1), &3.into(), &5.into()));
    let rows = json["report"]["metrics"].as_array().expect("metrics");
    let row = |metric: &str| rows.iter().find(|row| row["metric"] == metric).unwrap_or_else(|| panic!("{metric}"));
    for (metric, verdict) in [("share_fights_won", "ok"), ("lead_changes", "high"), ("opening_value.bull", "high")] {
        assert_eq!((&row(metric)["basis"], &row(metric)["verdict"]), (&"target".into(), &verdict.into()), "{metric}");
    }
    assert_eq!((&row("deaths")["basis"], &row("share_fights_won")["range_high"]), (&"usual".into(), &().into()));
    let (_, page) = checkup(&project, &["--players", "4"]);
    assert!(page.contains("4 players") && page.contains("miss their targets or are out of the usual range"), "{page}");
    assert!(page.contains("at least 50.0%") && page.contains(" met\n") && page.contains(" missed\n"), "{page}");
    assert!(page.contains("--card bull --target -20"), "{page}");
    let (code, text) = checkup(&format!("{targets}lead_change = 1\n"), &[]);
    assert!(code == Some(2) && text.contains("did you mean `lead_changes`?"), "{text}");
    // A value that no game has is named.
    let (_, page) = checkup(&format!("{targets}opening_value.bull = {{ within = 1 }}\n"), &["--rule", "deal=0"]);
    assert!(page.contains("never occurs"), "{page}");
}
