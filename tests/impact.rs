//! The `impact` command: its files and the consistency of its numbers.

use std::collections::BTreeMap;
use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

/// Columns by name.
struct Table {
    rows: Vec<BTreeMap<String, String>>,
}

impl Table {
    fn read(folder: &TempDir, file: &str) -> Table {
        let text = fs::read_to_string(folder.path().join(file)).expect("it is written");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        Table { rows: reader.deserialize().map(|row| row.expect("a row of all columns")).collect() }
    }
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or(f64::NAN)
}

fn impact(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(folder).env("NO_COLOR", "1").args(["impact", "mini.toml", "--quiet", "--all"]).args(arguments);
    // Players without lessons, unless a test names others.
    let named = ["-s", "--card", "--blank", "--pair", "--tables"];
    if !arguments.iter().any(|argument| named.contains(argument)) {
        command.args(["-s", &PLAYERS.join(",")]);
    }
    let output = command.output().expect("it runs");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("the test deck");
    folder
}

/// The tables of values on the terminal, by pile.
const PILES: [&str; 3] = ["Doors", "Treasures", "Identities, powers"];

/// A table of values on the terminal.
struct Printed {
    name: String,
    /// `deals` or `draws`.
    counted: String,
    /// The title, with the strategy if there are several, and the figures of each line.
    lines: Vec<(String, Vec<String>)>,
}

/// The tables of values in a text. Their columns have fixed places, so a name may have spaces.
fn printed(text: &str) -> Vec<Printed> {
    const HEAD: &str = " measured shrunken  95% interval";
    const OBSERVATIONS: usize = 8;
    let mut tables = Vec::new();
    let mut lines = text.lines();
    while let Some(head) = lines.find(|line| line.ends_with(HEAD)) {
        let (name, counted) = head.trim_end_matches(HEAD).rsplit_once(' ').expect("the observations have a heading");
        let width = name.len() + 1 + counted.len() - OBSERVATIONS;
        let rows = lines.by_ref().take_while(|line| !line.is_empty()).filter(|line| *line != "...");
        let cells = |line: &str| {
            let (title, figures) = line.split_at_checked(width).expect("figures after the title");
            (title.trim_end().to_owned(), figures.split_whitespace().map(str::to_owned).collect())
        };
        tables.push(Printed {
            name: name.trim_end().to_owned(),
            counted: counted.to_owned(),
            lines: rows.map(cells).collect(),
        });
    }
    tables
}

/// Checks that each line has the observations, the measured and the shrunken value and the interval of `card_values.csv`, and
/// that the lines of a title name all players.
fn assert_printed(tables: &[Printed], players: &[&str], rows: &[BTreeMap<String, String>]) {
    // Both are rounded: to 0.01 points, and to 0.0001 points in the file.
    let is_near = |printed: &str, value: f64| {
        let printed: f64 = printed.parse().expect("a number of points");
        (printed - 100.0 * value).abs() < 0.0051
    };
    for table in tables {
        let kind = if table.name.ends_with("opening value") { "opening" } else { "draw" };
        assert_eq!(table.counted, if kind == "opening" { "deals" } else { "draws" });
        assert!(table.lines.len() >= players.len() * 7 && table.lines.len() % players.len() == 0, "{}", table.name);
        let mut highest = f64::INFINITY;
        for title in table.lines.chunks(players.len()) {
            let name = title[0].0.trim_end_matches(players[0]).trim_end();
            for ((cell, figures), player) in title.iter().zip(players) {
                assert!(players.len() == 1 || cell.ends_with(player), "{cell}");
                // A long name is shortened, with two dots.
                let is_named =
                    |full: &str| full == name || name.strip_suffix("..").is_some_and(|start| full.starts_with(start));
                let mut of = rows.iter().filter(|row| is_named(&row["name"]) && row["strategy"] == *player);
                let row = of.next().unwrap_or_else(|| panic!("`{name}` of {player}"));
                let column = |end: &str| format!("{kind}_{end}");
                let [n, measured, shrunken, low, to, high] = &figures[..] else { panic!("{figures:?}") };
                assert_eq!((n.replace(',', ""), to.as_str()), (row[&column("n")].clone(), "to"), "{name}");
                let high = high.trim_end_matches(['*', '!', '?']);
                for (printed, end) in [measured, shrunken, low, high].into_iter().zip([
                    "value",
                    "shrunken",
                    "shrunken_low",
                    "shrunken_high",
                ]) {
                    assert!(is_near(printed, number(row, &column(end))), "{end} of {name}: {printed}");
                }
                if *player == players[0] {
                    let at = number(row, &column("shrunken"));
                    assert!(at <= highest, "the highest first: {name}");
                    highest = at;
                }
            }
        }
    }
}

#[test]
fn a_report_that_is_not_written_has_no_folder() {
    let folder = folder();
    let measured = [&["--card", "baker"][..], &["--blank", "baker"], &["--pair", "baker", "critic"]];
    for (measured, options) in measured.iter().zip([&["--out", "x"][..], &["--force"], &["--out", "x"]]) {
        let (code, text) = impact(&folder, &[measured, options].concat());
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("cannot be used with"), "{text}");
    }
}

#[test]
fn two_strategies_have_consistent_values_and_one_picture_each() {
    let folder = folder();
    let arguments = ["-n", "50", "-s", "balanced,greedy,balanced", "-o", "out"];
    let (code, text) = impact(&folder, &arguments);
    assert_eq!(code, Some(0), "{text}");
    let table = Table::read(&folder, "out/card_values.csv");
    let mut sums: BTreeMap<(String, String), f64> = BTreeMap::new();
    for row in &table.rows {
        let of = |column: &str| number(row, column);
        let cell = sums.entry((row["strategy"].clone(), row["pile"].clone())).or_default();
        *cell += of("opening_n") * if of("opening_n") > 0.0 { of("opening_value") } else { 0.0 };
        for value in ["opening", "draw"] {
            let column = |end: &str| of(&format!("{value}_{end}"));
            let known = column("n") >= 2.0;
            assert!(
                !known || column("simultaneous_low") <= column("low"),
                "the simultaneous interval is wider: {row:?}"
            );
            assert!(
                !known || column("high") <= column("simultaneous_high"),
                "the simultaneous interval is wider: {row:?}"
            );
            assert!(!known || (0.0..=1.0).contains(&column("adjusted_p")), "{row:?}");
            assert!(matches!(row[&format!("{value}_sign_differs")].as_str(), "true" | "false"), "{row:?}");
        }
        let ways = ["kick", "loot", "reward", "other"];
        assert_eq!(ways.iter().map(|way| of(&format!("{way}_n"))).sum::<f64>(), of("draw_n"), "{row:?}");
        assert!((0.0..=1.0).contains(&of("descriptive_unseen_win_rate")), "{row:?}");
    }
    assert_eq!(sums.len(), 4, "two strategies, two piles");
    assert!(sums.values().all(|sum| sum.abs() < 0.01), "values of a pile cancel: {sums:?}");
    for strategy in ["balanced", "greedy"] {
        let svg = fs::read_to_string(folder.path().join(format!("out/forest-{strategy}.svg"))).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        let known =
            |row: &&BTreeMap<String, String>, value: &str| row["strategy"] == strategy && !row[value].is_empty();
        let dots = |value: &str| table.rows.iter().filter(|row| known(row, value)).count();
        assert_eq!(svg.matches("</circle>").count(), dots("opening_low") + dots("draw_low"), "a dot for each value");
    }
}

#[test]
fn strategies_at_one_table_have_their_own_values() {
    let folder = folder();
    let arguments = ["-n", "400", "-s", "balanced,random", "--together", "-o", "out"];
    let (code, text) = impact(&folder, &arguments);
    assert_eq!(code, Some(0), "{text}");
    let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("it is written");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(
        (manifest["strategies"].as_array().map(Vec::len), &manifest["seatings"]),
        (Some(4), &2.into()),
        "one table"
    );
    let table = Table::read(&folder, "out/card_values.csv");
    let of = |strategy: &str| table.rows.iter().filter(|row| row["strategy"] == strategy).collect::<Vec<_>>();
    let (balanced, random) = (of("balanced"), of("random"));
    let sum =
        |rows: &[&BTreeMap<String, String>], column: &str| -> f64 { rows.iter().map(|row| number(row, column)).sum() };
    assert_eq!(sum(&balanced, "opening_n"), sum(&random, "opening_n"), "both have the same number of deals");
    assert!(sum(&balanced, "draw_n") > sum(&random, "draw_n"), "the strategy that fights more draws more");
    for rows in [&balanced, &random] {
        for pile in ["door", "treasure"] {
            let side = rows.iter().filter(|row| row["pile"] == pile && number(row, "opening_n") > 0.0);
            let sum: f64 = side.map(|row| number(row, "opening_n") * number(row, "opening_value")).sum();
            assert!(sum.abs() < 0.05, "values of a strategy and pile cancel: {sum}");
        }
        assert!(rows.iter().all(|row| row["descriptive_seen_win_rate"].is_empty()), "unknown for a single strategy");
    }
    for strategy in ["balanced", "random"] {
        assert!(folder.path().join(format!("out/forest-{strategy}.svg")).is_file());
    }
    let (code, text) = impact(&folder, &["-n", "200", "-s", "balanced,random", "--together", "--card", "baker"]);
    assert!(code == Some(0) && text.contains("balanced, 4") && text.contains("random, 4"), "{text}");
    let (code, text) = impact(&folder, &["-n", "60", "-s", "balanced,random", "--together", "--blank", "butcher"]);
    assert!(code == Some(0) && text.contains("balanced, random"), "{text}");
}

#[test]
fn values_do_not_depend_on_the_number_of_threads() {
    let folder = folder();
    for (threads, out) in [("1", "one"), ("3", "three")] {
        let (code, text) = impact(&folder, &["-n", "40", "-s", "balanced", "-j", threads, "-o", out]);
        assert_eq!(code, Some(0), "{text}");
    }
    let read = |out: &str| fs::read_to_string(folder.path().join(out).join("card_values.csv")).expect("it is written");
    assert_eq!(read("one"), read("three"));
    let table = Table::read(&folder, "one/card_values.csv");
    assert!(
        table.rows.iter().all(|row| row["draw_sign_differs"].is_empty()),
        "one strategy has no sign to differ from"
    );
}

#[test]
fn a_precision_sets_the_number_of_games() {
    let folder = folder();
    let (code, text) = impact(&folder, &["-s", "balanced", "--precision", "9", "--no-draws", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("it is written");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert!(manifest["games"].as_u64().expect("games") > 100);
    assert_eq!((&manifest["study"]["precision"], &manifest["study"]["draws"]), (&0.09.into(), &0.into()));
    let reach = |row| (number(row, "opening_high") - number(row, "opening_low")) / 2.0;
    let rows = Table::read(&folder, "out/card_values.csv").rows;
    let widest = rows.iter().map(reach).fold(0.0, f64::max);
    assert!((0.05..=0.09).contains(&widest), "the requested precision, and not much more: {widest}");
    let (code, text) =
        impact(&folder, &["-s", "balanced", "--precision", "20", "--draw-precision", "8", "-o", "draws"]);
    assert_eq!(code, Some(0), "{text}");
    let often = |row: &&BTreeMap<String, String>| number(row, "draw_n") > 0.0;
    let reach = |row: &BTreeMap<String, String>| (number(row, "draw_high") - number(row, "draw_low")) / 2.0;
    let widest = Table::read(&folder, "draws/card_values.csv").rows.iter().filter(often).map(reach).fold(0.0, f64::max);
    assert!((0.04..=0.08).contains(&widest), "draw values have the requested precision: {widest}");
    assert_eq!(
        impact(&folder, &["-n", "9", "--draw-precision", "9", "-o", "not"]).0,
        Some(2),
        "either games or a precision"
    );
    for wrong in ["0", "160", "NaN"] {
        assert_eq!(impact(&folder, &["--precision", wrong, "-o", "not"]).0, Some(2), "{wrong}");
    }
    assert!(Table::read(&folder, "out/card_values.csv").rows.iter().all(|row| row["draw_n"] == "0"), "no draws");
    assert_eq!(impact(&folder, &["-n", "100", "-o", "out"]).0, Some(2), "an existing report is not replaced");
    assert!(!folder.path().join("not").exists());
}

#[test]
fn the_analysis_of_a_card_lists_games_that_can_be_traced_with_both_draws() {
    let folder = folder();
    let arguments = ["--card", "Baker", "-n", "120"];
    let (code, text) = impact(&folder, &arguments);
    assert_eq!(code, Some(0), "{text}");
    for word in
        ["Baker (baker, 2 copies)", "opening value", "draw value", "looting the room", "another card instead", "n = "]
    {
        assert!(text.contains(word), "`{word}` in {text}");
    }
    let game = text.lines().find_map(|line| line.trim().strip_prefix("game ")?.split(':').next()).expect("a game");
    let (code, games) = impact(&folder, &["--card", "baker", "--game", game]);
    assert_eq!(code, Some(0), "{games}");
    assert!(games.contains("with Baker") && games.matches("wins the game").count() == 2, "{games}");
    assert_eq!(impact(&folder, &arguments).1, text, "the same seed prints the same text");
}

/// Only games with the card in an opening hand are played until its opening value is precise enough, at one table of
/// several players too.
#[test]
fn one_card_is_measured_in_deals_with_the_card() {
    let folder = folder();
    let same = ["--card", "butcher", "--precision", "3", "--draw-precision", "15", "--rule", "win_level=3"];
    for players in [&["-s", "greedy"][..], &["-s", "greedy,random", "--together"]] {
        let print = |more: &[&str]| impact(&folder, &[&same[..], players, more].concat());
        let (code, text) = print(&["-j", "1"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(" games and ") && text.contains("with the card in an opening hand"), "{text}");
        let (_, csv) = print(&["--format", "csv", "-j", "3"]);
        let rows: Vec<BTreeMap<String, String>> =
            csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|row| row.expect("a row")).collect();
        let openings: Vec<_> = rows.iter().filter(|row| row["measure"] == "opening").collect();
        assert_eq!(openings.len(), if players.len() > 2 { 2 } else { 1 });
        for row in openings {
            let half = (number(row, "high") - number(row, "low")) / 2.0;
            assert!((0.015..=0.03).contains(&half), "{row:?}");
            let n = format!("n = {}\n", row["n"]);
            assert!(text.replace(',', "").contains(&n), "threads change nothing: {n} in {text}");
        }
    }
    let (code, text) = impact(&folder, &["--card", "butcher", "-n", "60", "--no-draws"]);
    assert!(code == Some(0) && !text.contains("another card") && !text.contains("opening hand"), "{text}");
}

#[test]
fn misspelt_cards_and_games_without_an_exchange_are_explained() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--card", "bakre"]);
    assert!(code == Some(2) && text.contains("did you mean `baker`?"), "{text}");
    let drawn = |game: u64| impact(&folder, &["--card", "baker", "--game", &game.to_string()]);
    let refused: Vec<String> = (0..60).map(drawn).filter(|(code, _)| *code == Some(2)).map(|(_, text)| text).collect();
    for reason in ["is not drawn in game", "no card of another title was left in its pile"] {
        assert!(refused.iter().any(|text| text.contains(reason)), "`{reason}` in {refused:?}");
    }
    let alone = refused.iter().find(|text| text.contains("no card of another title")).expect("the last card of a pile");
    assert!(!alone.contains("is not drawn"), "the card was drawn: {alone}");
    assert_eq!(impact(&folder, &["--game", "3"]).0, Some(2), "--game needs --card");
}

#[test]
fn the_effect_of_a_blank_card_is_printed_and_writes_no_files() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--blank", "butcher", "-n", "200"]);
    assert_eq!(code, Some(0), "{text}");
    for word in ["Butcher replaced by a card that does nothing", "turns per game", "deaths per game", "identities, pp"]
    {
        assert!(text.contains(word), "`{word}` in {text}");
    }
    assert!(!folder.path().join("reports").exists(), "nothing is written");
}

/// The two players of `impact` by default.
const PLAYERS: [&str; 2] = ["balanced", "aggressive"];

#[test]
fn two_players_have_their_own_tables_by_default_and_are_compared() {
    let folder = folder();
    for (threads, out) in [("1", "one"), ("3", "three")] {
        let (code, text) = impact(&folder, &["-n", "300", "-j", threads, "-o", out]);
        assert_eq!(code, Some(0), "{text}");
        for word in ["balanced: 300 games", "aggressive: 300 games", "Doors: opening value", "Treasures: draw value"] {
            assert!(text.contains(word), "`{word}` in {text}");
        }
        let tables = printed(&text);
        let names = PILES.map(|pile| ["opening", "draw"].map(|kind| format!("{pile}: {kind} value"))).concat();
        assert_eq!(tables.iter().map(|table| &table.name).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
        assert_printed(&tables, &PLAYERS, &Table::read(&folder, &format!("{out}/card_values.csv")).rows);
        assert!(text.contains("agreement of balanced and aggressive") && text.contains("they disagree on"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
    let read = |file: &str| ["one", "three"].map(|out| fs::read(folder.path().join(out).join(file)).expect("a file"));
    for file in ["card_values.csv", "agreement.csv", "disagreements.csv", "forest.svg"] {
        let [one, three] = read(file);
        assert_eq!(one, three, "threads change nothing in {file}");
    }
    let manifest: serde_json::Value = serde_json::from_slice(&read("manifest.json")[0]).expect("JSON");
    let names = manifest["strategies"].as_array().expect("a list").iter().map(|entry| entry["name"].as_str());
    assert_eq!(names.step_by(4).collect::<Vec<_>>(), PLAYERS.map(Some), "the seats of both tables");
    let values = Table::read(&folder, "one/card_values.csv").rows;
    for row in Table::read(&folder, "one/agreement.csv").rows {
        let of = |column: &str| number(&row, column);
        assert_eq!([row["first"].as_str(), row["second"].as_str()], PLAYERS);
        assert!(-1.0 <= of("low") && of("low") <= of("high") && of("high") <= 1.0 && of("titles") > 10.0, "{row:?}");
    }
    let titles = Table::read(&folder, "one/disagreements.csv").rows;
    assert_eq!(2 * titles.len(), values.len());
    for row in &titles {
        let value =
            |strategy: &str| values.iter().find(|value| value["card"] == row["card"] && value["strategy"] == strategy);
        let [first, second] = PLAYERS.map(|name| number(value(name).expect("a value"), "opening_value"));
        let close = |found: f64, expected: f64| found.is_nan() && expected.is_nan() || (found - expected).abs() < 3e-6;
        assert!(close(number(row, "first_value"), first) && close(number(row, "second_value"), second), "{row:?}");
        assert!(close(number(row, "difference"), second - first), "{row:?}");
        assert_eq!(row["disagree"] == "true", number(row, "adjusted_p") < 0.05, "{row:?}");
    }
}

#[test]
fn tables_with_a_precision_have_equally_many_games() {
    let folder = folder();
    let (code, text) =
        impact(&folder, &["--precision", "14", "--no-draws", "-s", "balanced,random,greedy", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("draw value") && text.contains("opening values at 3 tables"), "{text}");
    let manifest = fs::read_to_string(folder.path().join("out/manifest.json")).expect("it is written");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let values = Table::read(&folder, "out/card_values.csv").rows;
    let games: Vec<u64> = values.iter().map(|row| row["plays_games"].parse().expect("games")).collect();
    assert!(games.iter().all(|table| *table == games[0]) && manifest["games"] == 3 * games[0], "{games:?}");
    let rows = Table::read(&folder, "out/agreement.csv").rows;
    let pairs: Vec<(&str, &str)> = rows.iter().map(|row| (row["first"].as_str(), row["second"].as_str())).collect();
    let expected = [("balanced", "random"), ("balanced", "greedy"), ("random", "greedy")];
    assert_eq!(pairs, expected.map(|pair| [pair; 2]).concat());
}

#[test]
fn values_at_several_tables_have_a_mean_and_a_range() {
    let folder = folder();
    let (code, text) = impact(&folder, &["--tables", "-n", "200", "--rule", "win_level=2", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    for words in
        ["opening values at 6 tables", "opening values at 6 tables", "Doors above the diagonal", "dear-help: 200 games"]
    {
        assert!(text.contains(words), "`{words}` in {text}");
    }
    let (rows, values) =
        (Table::read(&folder, "out/robust_values.csv").rows, Table::read(&folder, "out/card_values.csv").rows);
    assert_eq!(6 * rows.len(), values.len());
    for row in rows.iter().filter(|row| row["tables"] == "6") {
        let of = |column: &str| number(row, column);
        let tables: Vec<&BTreeMap<String, String>> =
            values.iter().filter(|value| value["card"] == row["card"]).collect();
        let known: Vec<f64> = tables.iter().map(|value| number(value, "opening_value")).collect();
        let close = |found: f64, expected: f64| (found - expected).abs() < 3e-6;
        let (low, high) = known.iter().fold((1.0, -1.0), |(low, high): (f64, f64), x| (low.min(*x), high.max(*x)));
        assert!(close(of("mean_value"), known.iter().sum::<f64>() / 6.0), "{row:?} {known:?}");
        assert!(close(of("lowest"), low) && close(of("highest"), high), "{row:?} {known:?}");
        let at = |strategy: &str| tables.iter().find(|value| value["strategy"] == strategy).expect("a table");
        assert!(close(number(at(&row["lowest_with"]), "opening_value"), low), "{row:?}");
        assert!(close(number(at(&row["highest_with"]), "opening_value"), high), "{row:?}");
        // The games share their deals, so the mean is as certain as a value at best by the root of the number of tables.
        let width = |row: &BTreeMap<String, String>, name: &str| {
            number(row, &format!("{name}_high")) - number(row, &format!("{name}_low"))
        };
        let mean_width = tables.iter().map(|value| width(value, "opening")).sum::<f64>() / 6.0;
        assert!((0.35..1.05).contains(&(width(row, "mean") / mean_width)), "{row:?}");
        assert!(of("best_rank") <= of("worst_rank") && of("best_rank") >= 1.0, "{row:?}");
    }
    assert_eq!(Table::read(&folder, "out/agreement.csv").rows.len(), 2 * 15);
    let (code, text) = impact(&folder, &["--tables", "-s", "greedy", "-n", "20", "-o", "not"]);
    assert!(code == Some(2) && text.contains("cannot be used with"), "{text}");
    let (code, text) = impact(&folder, &["--tables", "--card", "baker", "-n", "20", "--rule", "win_level=2"]);
    assert!(code == Some(0) && text.contains("backstabber, 4 players"), "{text}");
}

#[test]
fn a_value_that_changes_its_sign_is_flagged() {
    let folder = folder();
    let (code, text) =
        impact(&folder, &["-n", "4000", "--no-draws", "-s", "greedy,helper", "--rule", "win_level=5", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let rows = Table::read(&folder, "out/robust_values.csv").rows;
    let flagged = |what: &str| rows.iter().filter(|row| row["depends"] == what).count();
    assert!(flagged("sign") > 0 && flagged("rank") + flagged("size") > 2, "{rows:?}");
    for row in rows.iter().filter(|row| row["depends"] == "sign") {
        assert!(number(row, "lowest") < 0.0 && number(row, "highest") > 0.0 && number(row, "sign_p") < 0.05, "{row:?}");
    }
    for row in rows.iter().filter(|row| row["depends"] == "nothing") {
        assert!(number(row, "equal_p") >= 0.05 && number(row, "sign_p") >= 0.05, "{row:?}");
    }
}

#[test]
fn one_player_is_not_compared_and_players_at_one_table_are() {
    let folder = folder();
    let (code, text) = impact(&folder, &["-n", "60", "-s", "balanced,balanced", "-o", "alone"]);
    assert!(code == Some(0) && !text.contains("agreement"), "{text}");
    let tables = printed(&text);
    assert_eq!(tables.len(), 6, "an opening and a draw value of each pile: {text}");
    assert_printed(&tables, &["balanced"], &Table::read(&folder, "alone/card_values.csv").rows);
    for file in ["agreement.csv", "disagreements.csv", "forest.svg"] {
        assert!(!folder.path().join("alone").join(file).exists(), "{file}");
    }
    let (code, text) = impact(&folder, &["-n", "400", "--together", "-o", "together"]);
    assert!(
        code == Some(0) && text.contains("all at one table: each value is that of the seats of its player"),
        "{text}"
    );
    let manifest = fs::read_to_string(folder.path().join("together/manifest.json")).expect("it is written");
    assert_eq!(manifest.matches("\"signature\"").count(), 1, "one run");
    assert_eq!(Table::read(&folder, "together/agreement.csv").rows.len(), 2);
    let (code, text) = impact(&folder, &["-n", "90", "--card", "baker"]);
    assert!(code == Some(0) && text.contains("balanced, 4") && !text.contains("aggressive"), "one player: {text}");
    let (code, text) = impact(&folder, &["-n", "90", "-s", "balanced,agressive", "-o", "not"]);
    assert!(code == Some(2) && text.contains("did you mean `aggressive`?"), "{text}");
}

#[test]
fn cards_that_a_player_never_plays_or_uses_are_flagged() {
    let folder = folder();
    let profile = "extends = \"balanced-2\"\nsays = \"thrifty\"\nnever = [\"play promotion\"]\n";
    fs::write(folder.path().join("thrifty.toml"), profile).expect("written");
    let (code, text) = impact(&folder, &["-n", "200", "-s", "balanced-2,thrifty.toml", "-o", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let unwrapped = text.replace("\n  ", " ");
    let list = |start: &str| unwrapped.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
    assert!(list("? never played in 200 games by thrifty:").contains("Promotion"), "{text}");
    assert!(!list("? never played in 200 games by balanced-2:").contains("Promotion"), "{text}");
    // The only use of Sourdough costs a level.
    assert!(list("? no use made in 200 games by balanced-2:").contains("Sourdough"), "{text}");
    let marked = |line: &&str| line.starts_with("Promotion") && line.trim_end().ends_with('?');
    assert!(text.lines().any(|line| marked(&line)), "the value is marked: {text}");
    let rows = Table::read(&folder, "out/card_values.csv").rows;
    let row = |strategy: &str, card: &str| {
        let found = rows.iter().find(|row| row["strategy"] == strategy && row["card"] == card);
        let row = found.expect("a line");
        ["plays_uses", "plays_uses_unmade", "plays_games", "plays_flag"].map(|column| row[column].clone())
    };
    assert_eq!(row("thrifty", "promotion"), ["1", "1", "200", "never played"]);
    assert_eq!(row("balanced-2", "promotion"), ["1", "0", "200", ""]);
    assert_eq!(row("thrifty", "sourdough"), ["1", "1", "200", "no use made"]);
    assert_eq!(row("thrifty", "apron"), ["0", "0", "200", ""]);
    for file in ["forest.svg", "forest-thrifty.svg"] {
        let svg = fs::read_to_string(folder.path().join("out").join(file)).expect("a picture");
        assert!(svg.contains("hollow: never played, or no use made, in 200 games"), "{file}");
        assert!(svg.contains("kd-hollow\"><title>"), "{file}");
    }
    let (_, text) = impact(&folder, &["-n", "200", "-s", "thrifty.toml", "--card", "promotion"]);
    assert!(text.contains("? never played in 200 games"), "{text}");
}

#[test]
fn a_run_names_its_player_and_flags_cards_never_played() {
    let folder = folder();
    let profile = "extends = \"balanced-2\"\nsays = \"thrifty\"\nnever = [\"play promotion\"]\n";
    fs::write(folder.path().join("thrifty.toml"), profile).expect("written");
    let run = |strategies: &str, out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        command.current_dir(&folder).args(["run", "mini.toml", "-q", "-n", "200", "-s", strategies, "-o", out]);
        String::from_utf8(command.output().expect("it runs").stdout).expect("text")
    };
    let text = run("thrifty.toml", "one");
    assert!(text.contains("opening value (thrifty), Doors") && text.contains("opening value (thrifty), Treasures"));
    let unwrapped = text.replace("\n  ", " ");
    let list =
        unwrapped.lines().find(|line| line.starts_with("? never played, or no use made, by thrifty in 200 games: "));
    assert!(list.is_some_and(|line| line.contains("Sourdough")), "{text}");
    for file in ["cards.csv", "cards_by_strategy.csv"] {
        let rows = Table::read(&folder, &format!("one/{file}")).rows;
        assert!(rows.iter().any(|row| row["card"] == "promotion" && row["plays_flag"] == "never played"), "{file}");
    }
    let rows = Table::read(&folder, "one/identities.csv").rows;
    assert!(rows.iter().any(|row| row["identity"] == "sourdough" && row["plays_flag"] == "no use made"));
    let text = run("thrifty.toml,balanced-2", "two");
    assert!(text.contains("opening value (thrifty, balanced-2), Treasures"), "{text}");
    let promotion = |file: &str| {
        let rows = Table::read(&folder, &format!("two/{file}")).rows;
        let rows = rows.iter().filter(|row| row["card"] == "promotion").map(|row| row["plays_flag"].clone());
        rows.collect::<Vec<_>>()
    };
    assert_eq!(promotion("cards_by_strategy.csv"), ["never played", ""]);
    assert_eq!(promotion("cards.csv"), [""], "the other player plays it");
}

#[test]
fn a_pair_that_no_hand_contains_is_refused() {
    let folder = folder();
    for (cards, rule, why) in [
        (["grocer", "grocer"], "win_level=4", "the deck has one copy of `Grocer`, so no hand contains two"),
        (["grocer", "critic"], "deal=1", "are of one pile, of which each hand has one card"),
        (["grocer", "no-such-card"], "win_level=4", "unknown card `no-such-card`"),
    ] {
        let (code, text) = impact(&folder, &["--pair", cards[0], cards[1], "--rule", rule, "-n", "9", "-s", "greedy"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn a_pair_is_the_same_for_any_number_of_threads_and_names_what_it_shows() {
    let folder = folder();
    let pair = |more: &[&str]| {
        let cards = ["--pair", "baker", "promotion", "-p", "3", "-s", "greedy,random", "--rule", "max_turns=9"];
        impact(&folder, &[&cards[..], more].concat())
    };
    let (code, text) = pair(&["--precision", "12"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Baker and Promotion") && text.contains("more than their sum"), "{text}");
    let rows = |threads| pair(&["-n", "90", "--format", "csv", "-j", threads]);
    let (code, csv) = rows("1");
    assert_eq!((code, csv.lines().count()), (Some(0), 3), "{csv}");
    assert_eq!(csv, rows("3").1);
}

#[test]
fn values_against_a_blank_stand_beside_those_against_the_average() {
    let folder = folder();
    let (code, text) = impact(
        &folder,
        &["-n", "90", "-s", "greedy", "--against-blank", "-o", "out", "--no-draws", "--rule", "max_turns=9"],
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("greedy: a card that does nothing: Door "), "{text}");
    let [values, blanks] =
        ["card_values.csv", "blank_values.csv"].map(|file| Table::read(&folder, &format!("out/{file}")));
    assert_eq!(blanks.rows.len(), 2);
    let mut known = 0;
    for row in values.rows.iter().filter(|row| number(row, "opening_n") > 0.0) {
        let blank = blanks.rows.iter().find(|blank| blank["pile"] == row["pile"]).expect("a blank of the pile");
        let expected = number(row, "opening_value") - number(blank, "opening_value");
        assert!((number(row, "against_blank_value") - expected).abs() < 3e-6, "{row:?}");
        assert!(number(row, "against_blank_low") <= number(row, "opening_low") - number(blank, "opening_value") + 3e-6);
        assert!(row["sentence"].starts_with("In the hand "), "{row:?}");
        known += 1;
    }
    assert!(known > 20);
    let (code, text) =
        impact(&folder, &["-n", "90", "-s", "greedy", "--card", "apron", "--no-draws", "--rule", "max_turns=9"]);
    assert_eq!(code, Some(0), "{text}");
    for words in ["In the hand ", "against a blank", "against the average card of its pile"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
