//! Tables that several runs fill: `COMMAND | table KIND ...`, with alternatives such as `{zombies / fu}` in the command.

use std::collections::BTreeMap;
use std::{fs, io};

use crate::page::{Workshop, alternatives};

/// A row of a CSV file, by column.
type Row = BTreeMap<String, String>;

/// A table in Markdown. Kinds:
///
/// - `metrics HEAD: METRIC ...`: a row for each alternative, with these metrics of `summary.csv`;
/// - `agreement HEAD`: a row for each alternative of `impact`, with the rank correlations of the players;
/// - `cards FILE: CARD ...`: a row for each of these cards, with its opening and draw value from this file of `impact`;
/// - `coverage A B: KIND / KIND`: a column for each alternative of `calibrate`, named A, B and so on, and a second table with the worst of
///   these kinds of interval in these columns.
pub(crate) fn table(command: &str, table: &str, workshop: &Workshop) -> io::Result<String> {
    let commands = alternatives(command);
    let (kind, rest) = table.split_once(' ').unwrap_or((table, ""));
    match (kind, rest.split_once(": ")) {
        ("metrics", Some((head, metrics))) => {
            metrics_table(&commands, head, &metrics.split(' ').collect::<Vec<_>>(), workshop)
        }
        ("agreement", _) => agreement(&commands, rest, workshop),
        ("cards", Some((file, cards))) => values(command, file, cards, workshop),
        ("coverage", Some((letters, kinds))) => coverage(&commands, letters, kinds, workshop),
        _ => Err(io::Error::other(format!("unknown table `{table}`"))),
    }
}

/// A table whose columns after the first are numbers.
fn markdown(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|---|{}\n", "--:|".repeat(head.len() - 1));
    line(head) + &rule + &rows.iter().map(|row| line(row)).collect::<String>()
}

fn rows(csv: &[u8]) -> io::Result<Vec<Row>> {
    csv::Reader::from_reader(csv).deserialize().map(|row| row.map_err(io::Error::other)).collect()
}

/// The rows of a file that the command writes to its report folder.
fn report(command: &str, files: &[&str], workshop: &Workshop) -> io::Result<Vec<Vec<Row>>> {
    workshop.run(&format!("{command} --quiet --force --out report"))?;
    files.iter().map(|file| rows(&fs::read(workshop.folder.path().join("report").join(file))?)).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row.get(column).and_then(|cell| cell.parse().ok()).unwrap_or(f64::NAN)
}

/// An estimate with the half-width of its interval; shares in per cent.
fn estimate(row: &Row) -> String {
    let (value, half) = (number(row, "value"), (number(row, "high") - number(row, "low")) / 2.0);
    if value.is_nan() {
        "-".into()
    } else if row["metric"].starts_with("share_") {
        format!("{:.1}% ± {:.1}", 100.0 * value, 100.0 * half)
    } else {
        format!("{value:.2} ± {half:.2}")
    }
}

fn metrics_table(
    commands: &[(String, String)],
    head: &str,
    metrics: &[&str],
    workshop: &Workshop,
) -> io::Result<String> {
    let mut lines = Vec::new();
    for (name, command) in commands {
        let summary = report(command, &["summary.csv"], workshop)?.remove(0);
        let cell = |metric: &&str| summary.iter().find(|row| row["metric"] == **metric).map_or("?".into(), estimate);
        lines.push([format!("`{name}`")].into_iter().chain(metrics.iter().map(cell)).collect());
    }
    let names = metrics.iter().map(|metric| format!("`{metric}`"));
    Ok(markdown(&[head.to_owned()].into_iter().chain(names).collect::<Vec<_>>(), &lines))
}

fn agreement(commands: &[(String, String)], head: &str, workshop: &Workshop) -> io::Result<String> {
    let mut lines = Vec::new();
    for (name, command) in commands {
        let [piles, titles] = &report(command, &["agreement.csv", "disagreements.csv"], workshop)?[..] else {
            continue;
        };
        for pair in piles.chunks(2) {
            let correlation = |row: &Row| {
                let [value, low, high] = ["spearman", "low", "high"].map(|column| number(row, column));
                format!("{value:.2} ({low:.2} to {high:.2})")
            };
            let second = &pair[0]["second"];
            let of_pair = || titles.iter().filter(|row| row["second"] == *second);
            let differ = of_pair().filter(|row| row["disagree"] == "true").count();
            let players = format!("`{}`, `{second}`", pair[0]["first"]);
            let names = [format!("`{name}`"), players].into_iter().chain(pair.iter().map(correlation));
            lines.push(names.chain([format!("{differ} of {}", of_pair().count())]).collect());
        }
    }
    let head = [head, "players", "Doors", "Treasures", "titles on which they disagree"].map(str::to_owned);
    Ok(markdown(&head, &lines))
}

/// The opening and draw values of some cards, in percentage points.
fn values(command: &str, file: &str, cards: &str, workshop: &Workshop) -> io::Result<String> {
    let found = report(command, &[file], workshop)?.remove(0);
    let value = |row: &Row, kind: &str| {
        let [value, low, high] = ["value", "low", "high"].map(|end| 100.0 * number(row, &format!("{kind}_{end}")));
        format!("{value:+.2} ± {:.2}", (high - low) / 2.0)
    };
    let line = |card: &str| {
        let row = found.iter().find(|row| row["card"] == card).ok_or_else(|| io::Error::other(format!("no {card}")))?;
        Ok(vec![row["name"].clone(), row["kind"].clone(), value(row, "opening"), value(row, "draw")])
    };
    let lines = cards.split(' ').map(line).collect::<io::Result<Vec<_>>>()?;
    Ok(markdown(&["card", "kind", "opening value", "draw value"].map(str::to_owned), &lines))
}

/// `A`, `B` and so on.
fn letter(n: usize) -> String {
    char::from(b'A' + u8::try_from(n).unwrap_or(25)).to_string()
}

fn per_cent(row: &Row, column: &str) -> Option<String> {
    Some(number(row, column)).filter(|share| share.is_finite()).map(|share| format!("{:.1}", 100.0 * share))
}

/// The commands, the coverage of each kind of interval, and the worst of some kinds in some columns.
fn coverage(commands: &[(String, String)], letters: &str, kinds: &str, workshop: &Workshop) -> io::Result<String> {
    let output = |command: &String| rows(&workshop.run(&format!("{command} --quiet --format csv"))?.stdout);
    let runs = commands.iter().map(|(_, command)| output(command)).collect::<io::Result<Vec<_>>>()?;
    let columns: Vec<(String, &Vec<Row>)> = runs.iter().enumerate().map(|(n, run)| (letter(n), run)).collect();
    let mut all: Vec<&str> = Vec::new();
    for row in runs.iter().flatten().filter(|row| row["verdict"] != "flagged") {
        if !all.contains(&row["interval"].as_str()) {
            all.push(&row["interval"]);
        }
    }
    let chosen: Vec<_> = columns.iter().filter(|(letter, _)| letters.contains(letter.as_str())).cloned().collect();
    let legend = commands.iter().zip(&columns).map(|((_, command), (letter, _))| format!("- {letter}: `{command}`\n"));
    let legend = legend.collect::<String>();
    Ok([legend, by_kind(&all, &columns, covered), by_kind(&kinds.split(" / ").collect::<Vec<_>>(), &chosen, worst)]
        .join("\n"))
}

/// A table with a line for each kind of interval.
fn by_kind(kinds: &[&str], columns: &[(String, &Vec<Row>)], cell: fn(&Row) -> String) -> String {
    let line = |kind: &&str| {
        let found = |(_, rows): &(String, &Vec<Row>)| {
            rows.iter().find(|row| row["interval"] == *kind).map_or(String::new(), cell)
        };
        [(*kind).to_owned()].into_iter().chain(columns.iter().map(found)).collect()
    };
    let letters = columns.iter().map(|(letter, _)| letter.clone());
    let head: Vec<String> = ["interval".to_owned()].into_iter().chain(letters).collect();
    markdown(&head, &kinds.iter().map(line).collect::<Vec<_>>())
}

/// The coverage with that of the worst in brackets; bold if it is too low.
fn covered(row: &Row) -> String {
    let worst = per_cent(row, "worst_coverage").map_or(String::new(), |share| format!(" ({share})"));
    let text = per_cent(row, "coverage").unwrap_or_default() + &worst;
    if row["verdict"] == "off" { format!("**{text}**") } else { text }
}

fn worst(row: &Row) -> String {
    per_cent(row, "worst_coverage").map_or(String::new(), |share| format!("{}, {share}", row["worst"]))
}
