//! The documents agree with the program: examples compile, the guide explains all words of the card language, commands and
//! options exist, figures that are quick to make are up to date, and links have targets. The documents stay short.

#[path = "../examples/figures/page.rs"]
mod figures;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common;
use assert_cmd::Command;
use figures::{Figure, Piece, Workshop, alternatives, pieces};
use kickdoor::deck;
use kickdoor::deck::{DeckSource, Kind};
use kickdoor::report::csv_files;
use kickdoor::run::Tally;
use kickdoor::run::tally::Shape;
use kickdoor::stats::named_metrics;
use kickdoor::strategy::Profile;
use serde_json::Value;

/// The documents that contain links and file names.
pub(crate) const PAGES: [&str; 16] = [
    "README.md",
    "CHANGELOG.md",
    "docs/ARCHITECTURE.md",
    "docs/BASELINES.md",
    "docs/CARDS.md",
    "docs/CLUSTER.md",
    "docs/COMMANDS.md",
    "docs/GLOSSARY.md",
    "docs/PERFORMANCE.md",
    "docs/PLAYERS.md",
    "docs/RULES.md",
    "docs/SCENARIOS.md",
    "docs/SHEETS.md",
    "docs/STATISTICS.md",
    "docs/TRACE.md",
    "reports/README.md",
];
/// The enums of the card language. The card guide explains all their words under a heading with the name of the enum.
const ENUMS: [&str; 22] = [
    "Aim",
    "AtDeath",
    "Chooser",
    "Condition",
    "Cost",
    "Number",
    "Effect",
    "FightRule",
    "Grant",
    "Happening",
    "Play",
    "Lasting",
    "LevelMark",
    "Reward",
    "Side",
    "Slot",
    "Sum",
    "Term",
    "When",
    "Which",
    "Who",
    "Window",
];

const MAX_README_LINES: usize = 200;
/// All pages together.
const MAX_BYTES: usize = 271_000;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A fenced block of a page: the number of its first line, from 1, and its text without indentation.
pub(crate) struct Block {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// The fenced blocks in a language.
pub(crate) fn blocks(page: &str, language: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, Block)> = None;
    for (number, line) in page.lines().enumerate() {
        let text = line.trim_start();
        open = match (open, text.strip_prefix("```")) {
            (None, Some(found)) => Some((found == language, Block { line: number + 2, text: String::new() })),
            (None, None) => None,
            (Some((wanted, block)), Some(_)) => {
                blocks.extend(wanted.then_some(block));
                None
            }
            (Some((wanted, mut block)), None) => {
                block.text += &format!("{text}\n");
                Some((wanted, block))
            }
        };
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// The small test deck after the cards of a block. Line numbers are those of the page.
fn deck_with(name: &str, block: &Block) -> DeckSource {
    let mini = page("tests/decks/mini.toml");
    DeckSource::new(name, format!("{}{}\n{mini}", "\n".repeat(block.line - 1), block.text))
}

#[test]
fn examples_of_the_card_guide_compile() {
    let blocks = blocks(&page("docs/CARDS.md"), "toml");
    assert!(blocks.len() >= 32, "{} examples", blocks.len());
    let mut wrong = Vec::new();
    for block in &blocks {
        let entry = ["[[card]]", "[[kind]]"].iter().any(|head| block.text.starts_with(head));
        assert!(entry, "docs/CARDS.md:{}: neither a card nor a kind", block.line);
        if let Err(error) = deck::load(&[deck_with("docs/CARDS.md", block)], &[]) {
            wrong.push(format!("docs/CARDS.md:{}: {error}", block.line));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The entries and profiles that a page shows load.
fn check_examples(name: &str) -> usize {
    let blocks = blocks(&page(name), "toml");
    for block in &blocks {
        let card = block.text.lines().find(|line| !line.starts_with('#')).is_some_and(|line| line == "[[card]]");
        let error = match card {
            true => deck::load(&[deck_with(name, block)], &[]).err().map(|error| error.to_string()),
            false => Profile::parse("example", name, &block.text).err().map(|error| error.to_string()),
        };
        assert_eq!(error, None, "{name}:{}", block.line);
    }
    blocks.len()
}

#[test]
fn examples_of_cards_and_strategies_load() {
    assert!(check_examples("README.md") >= 2);
    assert!(check_examples("docs/PLAYERS.md") >= 2);
}

/// The figures of a page.
fn figures(name: &str) -> Vec<Figure> {
    let pieces = pieces(&page(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    pieces.into_iter().filter_map(|piece| if let Piece::Figure(figure) = piece { Some(figure) } else { None }).collect()
}

/// `cargo run --release --example figures` writes them again, and its `--check` also finds the stale ones among the others.
#[test]
fn figures_of_quick_commands_are_up_to_date() {
    let mut stale = Vec::new();
    for name in PAGES {
        let workshop = Workshop::new(&root(), Path::new(env!("CARGO_BIN_EXE_kickdoor"))).expect("a folder");
        for piece in pieces(&page(name)).expect("markers") {
            match piece {
                Piece::Text(text) => workshop.write_files(&text).expect("files"),
                Piece::Figure(figure) if figure.is_quick() && !figure.is_fresh(&workshop).expect(&figure.command) => {
                    stale.push(format!("{name}:{}: {}", figure.line, figure.command));
                }
                Piece::Figure(_) => {}
            }
        }
    }
    assert!(stale.is_empty(), "run `cargo run --release --example figures`:\n{}", stale.join("\n"));
}

#[test]
fn output_stands_in_figures() {
    let mut loose = Vec::new();
    for name in PAGES {
        let text: String = pieces(&page(name))
            .expect("markers")
            .iter()
            .filter(|piece| matches!(piece, Piece::Text(_)))
            .map(Piece::text)
            .collect();
        loose.extend(blocks(&text, "console").iter().map(|block| format!("{name}: {}", block.text)));
    }
    assert!(loose.is_empty(), "output without a command that makes it:\n{}", loose.join("\n"));
    assert!(PAGES.iter().map(|name| figures(name).len()).sum::<usize>() > 12);
}

#[test]
fn documents_are_short() {
    let lines = page("README.md").lines().count();
    assert!(lines <= MAX_README_LINES, "README.md has {lines} lines");
    let bytes: usize = PAGES.iter().map(|name| page(name).len()).sum();
    assert!(bytes < MAX_BYTES, "the documents have {bytes} bytes");
}

/// The words of an enum in the JSON schema of deck files.
fn words(schema: &Value, name: &str) -> Vec<String> {
    let definition = &schema["$defs"][name];
    let variants = definition["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
    let listed = variants.iter().chain([definition]).flat_map(|variant| {
        let lists = ["required", "enum"].into_iter().filter_map(|key| variant[key].as_array()).flatten();
        lists.chain(variant.get("const")).filter_map(Value::as_str).map(str::to_owned)
    });
    listed.collect()
}

/// The part of a page under the heading or bold word with this name in brackets.
fn section<'p>(page: &'p str, name: &str) -> &'p str {
    let mark = format!("(`{name}`)");
    let start = page.find(&mark).unwrap_or_else(|| panic!("docs/CARDS.md has no heading with {mark}"));
    let line = page[..start].rfind('\n').map_or(0, |end| end + 1);
    let depth = page[line..].chars().take_while(|c| *c == '#').count();
    let rest = &page[line..];
    let end = match depth {
        0 => rest.find("\n\n"),
        _ => (1..=depth).filter_map(|depth| rest.find(&format!("\n{} ", "#".repeat(depth)))).min(),
    };
    &rest[..end.unwrap_or(rest.len())]
}

#[test]
fn every_word_of_the_card_language_is_explained() {
    let schema: Value = serde_json::from_str(&deck::schema()).expect("the schema is JSON");
    let guide = page("docs/CARDS.md");
    let mut missing = Vec::new();
    for name in ENUMS {
        let words = words(&schema, name);
        assert!(words.len() > 1, "the schema has no words for {name}");
        let section = section(&guide, name);
        let explained = |word: &String| ["`", " ="].iter().any(|end| section.contains(&format!("`{word}{end}")));
        let known = |word: &String| explained(word) || section.contains(&format!("{{ {word} = N }}"));
        missing.extend(words.into_iter().filter(|word| !known(word)).map(|word| format!("{name}: `{word}`")));
    }
    assert!(missing.is_empty(), "docs/CARDS.md does not explain {}", missing.join(", "));
}

/// Whether a piece of TOML contains a word as a key or a string.
fn uses(text: &str, word: &str) -> bool {
    text.contains(&format!("{word} = ")) || text.contains(&format!("\"{word}\""))
}

#[test]
fn every_effect_has_an_example() {
    let schema: Value = serde_json::from_str(&deck::schema()).expect("the schema is JSON");
    let guide = page("docs/CARDS.md");
    let mut missing = Vec::new();
    for word in words(&schema, "Effect") {
        let explained = guide.split(&format!("\n**`{word}`**")).nth(1);
        let example = explained.and_then(|text| text.split("```").nth(1));
        if !example.is_some_and(|example| uses(example, &word)) {
            missing.push(word);
        }
    }
    assert!(missing.is_empty(), "docs/CARDS.md has no example of {}", missing.join(", "));
}

#[test]
fn every_field_of_a_card_is_in_the_guide() {
    let schema: Value = serde_json::from_str(&deck::schema()).expect("the schema is JSON");
    let fields = schema["$defs"]["CardSpec"]["properties"].as_object().expect("a card has fields");
    let guide = page("docs/CARDS.md");
    let missing: Vec<&String> = fields.keys().filter(|field| !guide.contains(&format!("`{field}"))).collect();
    assert!(missing.is_empty(), "docs/CARDS.md does not name {missing:?}");
}

/// The line of the guide that explains a field in a table.
fn line_about<'p>(page: &'p str, field: &str) -> &'p str {
    let about = |line: &&str| line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{field}`")));
    page.lines().find(about).unwrap_or_else(|| panic!("docs/CARDS.md has no line about `{field}`"))
}

#[test]
fn the_limits_in_the_guide_are_those_of_the_schema() {
    let schema: Value = serde_json::from_str(&deck::schema()).expect("the schema is JSON");
    let guide = page("docs/CARDS.md");
    let mut ranges = 0;
    for (definition, heading) in [("CardSpec", "## Figures"), ("KindSpec", "### Declaring a kind")] {
        let (_, part) = guide.split_once(&format!("\n{heading}\n")).expect(heading);
        for (field, shape) in schema["$defs"][definition]["properties"].as_object().expect("fields") {
            let (Some(low), Some(high)) = (shape["minimum"].as_i64(), shape["maximum"].as_i64()) else { continue };
            let (line, range) = (line_about(part, field), format!("{low} to {high}"));
            assert!(line.contains(&range), "docs/CARDS.md: `{field}` is from {range}:\n{line}");
            ranges += 1;
        }
    }
    assert_eq!(ranges, 9);
    let most = |definition: &str, field: &str| &schema["$defs"][definition]["properties"][field]["maxLength"];
    let (id, name) = (most("CardSpec", "id"), most("CardSpec", "name"));
    let reason = &schema["$defs"]["CardSpec"]["properties"]["inert"]["additionalProperties"]["maxLength"];
    let line =
        format!("Ids, tags and terms have at most {id} characters, names {name} and reasons (`inert`) {reason}.");
    assert!(guide.contains(&line), "docs/CARDS.md does not say: {line}");
}

#[test]
fn every_standard_kind_and_every_field_of_a_kind_is_in_the_guide() {
    let schema: Value = serde_json::from_str(&deck::schema()).expect("the schema is JSON");
    let fields = schema["$defs"]["KindSpec"]["properties"].as_object().expect("a kind has fields");
    let guide = page("docs/CARDS.md");
    let (kinds, declared) = guide.split_once("### Declaring a kind").expect("a section on declaring kinds");
    let missing: Vec<&String> = fields.keys().filter(|field| !declared.contains(&format!("`{field}`"))).collect();
    assert!(missing.is_empty(), "docs/CARDS.md does not name {missing:?}");
    for kind in Kind::standard() {
        assert!(kinds.contains(&format!("| `{}`", kind.id)), "docs/CARDS.md does not explain {kind:?}");
    }
}

#[test]
fn every_metric_is_in_the_guide_to_reports() {
    let guide = page("reports/README.md");
    let deck = common::shipped();
    let (titles, cards, uses) = (deck.titles.len(), deck.cards.len(), deck.uses.len());
    let tally = Tally::new(Shape { players: 4, strategies: 1, titles, cards, uses });
    // The guide has one row for all numbers of a round or a Level.
    let listed = |name: String| match name.rsplit_once('_') {
        Some((words, number)) if number.parse::<u8>().is_ok() => format!("{words}_N"),
        _ => name,
    };
    let named = named_metrics(&tally, &deck).into_iter().map(|metric| metric.name);
    let named = named.filter(|name| !name.starts_with("decisions_")).map(listed);
    let missing: BTreeSet<String> = named.filter(|name| !guide.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "reports/README.md does not explain {missing:?}");
}

/// The columns that the guide to reports lists for a file: code with commas in the row of the file.
fn documented_columns(file: &str) -> Vec<String> {
    let guide = page("reports/README.md");
    let row = guide.lines().find(|line| line.starts_with(&format!("| `{file}` |"))).unwrap_or_else(|| panic!("{file}"));
    let code = row.split('`').skip(1).step_by(2).filter(|code| code.contains(','));
    code.flat_map(|code| code.split(',').map(str::to_owned)).collect()
}

#[test]
fn files_have_the_columns_of_the_guide_to_reports() {
    for (file, header) in csv_files() {
        let documented = documented_columns(file);
        let mut columns = header.iter().map(String::as_str).peekable();
        for column in &documented {
            match column.strip_suffix('*') {
                // `opening_*` stands for all columns of a group.
                Some(group) => {
                    assert!(columns.next_if(|column| column.starts_with(group)).is_some(), "{file}: {column}");
                    while columns.next_if(|column| column.starts_with(group)).is_some() {}
                }
                None => {
                    assert_eq!(columns.next(), Some(&**column), "{file}: columns can be added, but keep their names");
                }
            }
        }
        assert_eq!(columns.next(), None, "{file} has a column that is not documented");
    }
}

/// The commands on a page, in blocks, in inline code and of figures.
fn commands(name: &str) -> BTreeSet<String> {
    let page = page(name);
    let shell = blocks(&page, "sh").into_iter().map(|block| block.text).collect::<String>();
    let inline = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let figures = figures(name).into_iter().flat_map(|figure| alternatives(&figure.command));
    let figures: Vec<String> =
        figures.flat_map(|(_, line)| line.split(['|', ';']).map(str::to_owned).collect::<Vec<_>>()).collect();
    let lines = shell.lines().chain(inline).chain(figures.iter().map(String::as_str)).filter_map(|line| {
        line.trim().strip_prefix("kickdoor ").or_else(|| line.trim().strip_prefix("cargo run --release -- "))
    });
    lines.map(str::to_owned).collect()
}

/// The words up to the first argument that is not a command.
fn subcommand(line: &str) -> Vec<&str> {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let nested = ["deck", "strategy"].contains(&first);
    [first].into_iter().chain(words.next().filter(|_| nested)).collect()
}

#[test]
fn commands_and_options_exist() {
    let mut wrong = Vec::new();
    for name in PAGES {
        for line in commands(name) {
            let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
            let output = program.args(subcommand(&line)).arg("--help").output().expect("it runs");
            let help = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut options = line.split_whitespace().filter(|word| word.starts_with('-') && *word != "--help");
            if !output.status.success() || !options.all(|option| help.contains(option)) {
                wrong.push(format!("{name}: `kickdoor {line}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "there is no such command or option:\n{}", wrong.join("\n"));
}

/// The targets of the links on a page, without web addresses.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://"))
}

/// The anchor of a heading, as generated by web sites.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_have_targets() {
    let mut wrong = Vec::new();
    for name in PAGES {
        let text = page(name);
        let folder = root().join(Path::new(name).parent().unwrap_or(Path::new("")));
        for target in links(&text) {
            let (file, part) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { root().join(name) } else { folder.join(file) };
            let there = fs::read_to_string(&path);
            let found = there.is_ok_and(|there| {
                part.is_empty() || there.lines().any(|line| line.starts_with('#') && anchor(line) == part)
            });
            if !found {
                wrong.push(format!("{name}: {target}"));
            }
        }
    }
    assert!(wrong.is_empty(), "links without targets:\n{}", wrong.join("\n"));
}

#[test]
fn named_files_exist() {
    let folders = ["src/", "tests/", "docs/", "decks/", "strategies/"];
    let mut wrong = Vec::new();
    for name in ["README.md", "docs/ARCHITECTURE.md", "docs/CARDS.md", "reports/README.md"] {
        let text = page(name);
        let code = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
        let paths = code.filter(|word| folders.iter().any(|folder| word.starts_with(folder)) && !word.contains(' '));
        wrong.extend(paths.filter(|path| !root().join(path).exists()).map(|path| format!("{name}: {path}")));
    }
    assert!(wrong.is_empty(), "missing files:\n{}", wrong.join("\n"));
}

/// All sources in one string.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| if path.is_dir() { sources(&path) } else { fs::read_to_string(path).expect("a source") })
        .collect()
}

#[test]
fn names_in_the_glossary_exist() {
    let (page, sources) = (page("docs/GLOSSARY.md"), sources(&root().join("src")));
    let cells = page.lines().filter_map(|line| line.trim_end_matches('|').rsplit('|').next().map(str::trim));
    let names: Vec<&str> =
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter(|name| !name.contains('.')).collect();
    assert!(names.len() > 40, "{}", names.len());
    for name in names {
        let last = name.rsplit("::").next().unwrap_or(name);
        let starts = ["fn ", "struct ", "enum ", "trait ", "pub ", "    "].map(|start| format!("{start}{last}"));
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let defined = starts.iter().any(|start| sources.split(start).skip(1).any(ends));
        assert!(defined, "there is no `{name}`");
    }
}
