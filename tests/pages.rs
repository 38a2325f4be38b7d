//! Text for the terminal fits on a page: at most 40 lines of 80 columns where no terminal shows it, and `--all` prints the rest.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

const LINES: usize = 40;
const COLUMNS: usize = 80;
/// Words of the line that stands for the others of a list.
const MORE: &str = "more: --all";

/// Commands whose text can be long, and whether they leave out lines here.
const PAGES: [(&str, bool); 30] = [
    ("run zombies -n 60 --rule max_turns=12", true),
    ("run age-of-sigmar fu -n 60 -p 6 -s balanced,greedy --rule max_turns=12", true),
    ("impact zombies -n 60 --rule max_turns=12", true),
    ("impact classic -n 60 -s balanced --rule max_turns=12", true),
    ("impact x-men -n 36 -p 3 -s balanced,greedy,random --together --rule max_turns=12", true),
    ("impact zombies -n 60 --blank half-a-commuter --rule max_turns=12", false),
    ("impact zombies -n 400 --pairs --rule max_turns=12", true),
    ("history add zombies -n 60 --rule max_turns=12", false),
    ("checkup zombies -n 60 --rule max_turns=12", true),
    ("check zombies classic -n 60 --rule max_turns=12", true),
    ("sweep zombies --card half-a-commuter --field level --range 1..20 -n 8 --rule max_turns=4", false),
    ("compare balanced greedy -d zombies -n 60 --rule max_turns=12", false),
    ("compare balanced greedy aggressive random cautious -d zombies -n 60 --rule max_turns=12", false),
    ("compare --restrictions balanced -d zombies -n 12 --rule max_turns=12", false),
    ("calibrate mini.toml -p 3 -r 50 -n 2 -s greedy,random --rule max_turns=1", true),
    ("calibrate mini.toml --check mini.toml -p 3 -r 50 -n 6 -s random --rule max_turns=1", false),
    ("bench zombies -n 20 --repeat 1", true),
    ("trace zombies --advice -n 1 --rule max_turns=4", false),
    ("plan check zombies classic -n 60 --rule max_turns=12", true),
    ("plan impact zombies -n 60 --rule max_turns=12", true),
    ("plan compare balanced greedy aggressive random cautious -d zombies -n 60 --rule max_turns=12", false),
    ("plan sweep zombies --card half-a-commuter --field level --range 1..20 -n 8 --rule max_turns=4", true),
    ("deck list", false),
    ("deck check classic zombies fu x-men", true),
    ("deck coverage zombies -n 20 --rule max_turns=12", true),
    ("deck coverage fu axe-cop -n 20 -s balanced,greedy --rule max_turns=12", true),
    ("deck coverage zombies -n 20 --unused --rule max_turns=12", true),
    ("deck diff zombies classic", true),
    ("strategy list", false),
    ("scenario scenarios", true),
];

/// Commands that print a whole text.
const TEXTS: [&str; 3] = ["deck show zombies", "deck show age-of-sigmar", "deck show axe-cop"];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("tests/decks/mini.toml", folder.path().join("mini.toml")).expect("copied");
    fs::create_dir(folder.path().join("scenarios")).expect("a folder");
    let scenario = "tests/scenarios/death/a-new-hand.toml";
    for number in 0..60 {
        fs::copy(scenario, folder.path().join(format!("scenarios/{number}.toml"))).expect("copied");
    }
    folder
}

/// The lines of the output.
fn lines(folder: &TempDir, words: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let report = ["run", "impact", "sweep", "compare"].iter().any(|name| words.starts_with(name));
    let options: &[&str] = if report && !words.contains("--blank") { &["--force", "-o", "out"] } else { &[] };
    let output = command.current_dir(folder).args(words.split(' ')).args(options).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code != 2), "{words}: {errors}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// Whether no line is too wide. A command line stays in one line, to be copied.
fn is_narrow(lines: &[String]) -> bool {
    lines.iter().all(|line| line.width() <= COLUMNS || line.contains("kickdoor "))
}

/// What is wrong with the page of a command.
fn fault(folder: &TempDir, words: &str, is_cut: bool) -> Option<&'static str> {
    let page = lines(folder, words);
    let text = page.join("\n");
    match page.len() {
        0 => return Some("empty"),
        1..=LINES if text.contains(MORE) != is_cut => return Some("shortened or not"),
        1..=LINES => {}
        _ => return Some("long"),
    }
    let all = if is_cut { lines(folder, &format!("{words} --all")) } else { page.clone() };
    match () {
        () if !is_narrow(&page) || !is_narrow(&all) => Some("wide"),
        () if is_cut && (all.len() <= page.len() || all.join("\n").contains("--all")) => Some("not all"),
        () => None,
    }
}

#[test]
fn text_fits_on_a_page() {
    let folder = folder();
    let found = PAGES.iter().filter_map(|&(words, is_cut)| Some((words, fault(&folder, words, is_cut)?)));
    let found: Vec<(&str, &str)> = found.collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn whole_texts_are_wrapped() {
    let folder = folder();
    for words in TEXTS {
        let lines = lines(&folder, words);
        assert!(lines.len() > LINES, "{words}");
        assert!(is_narrow(&lines), "{words}");
    }
}

/// Names in wide characters take two columns each, so the columns after them are still aligned.
#[test]
fn wide_names_are_measured_in_columns() {
    let folder = folder();
    let mini = fs::read_to_string("tests/decks/mini.toml").expect("the deck");
    let wide = mini.replace("name = \"Angry Bun\"", "name = \"龍の鎧を着た怒りのパンと長い長い名前の友達と仲間\"");
    assert_ne!(wide, mini);
    fs::write(folder.path().join("wide.toml"), wide).expect("written");
    for (words, column) in [
        ("impact wide.toml -n 60 -p 3 -s greedy --rule max_turns=8 --all", "measured"),
        ("run wide.toml -n 60 -p 3 -s greedy --rule max_turns=8 --all", "measured"),
        ("deck coverage wide.toml -n 60 -p 3 -s greedy --rule max_turns=8 --all", "greedy"),
    ] {
        let lines = lines(&folder, words);
        assert!(is_narrow(&lines), "{words}");
        let row = lines.iter().position(|line| line.starts_with("龍の鎧")).expect("the card");
        let head = lines[..row].iter().rfind(|line| line.contains(column) && line.contains("  ")).expect("a heading");
        let end = head.find(column).expect("the column") + column.len();
        let mut at = 0;
        let cell = lines[row].char_indices().find(|&(place, c)| {
            let here = at == end;
            at += c.to_string().width();
            here && place > 0
        });
        let (place, after) = cell.unwrap_or((lines[row].len(), ' '));
        assert!(
            after == ' ' && lines[row][..place].ends_with(|c: char| c.is_ascii_digit()),
            "{words}:\n{head}\n{}",
            lines[row]
        );
    }
}
