//! Sheets: the layouts of designers, odd cells, and decks that are exported and read again.

use std::fs;
use std::path::Path;
use std::process::Command;

use kickdoor::deck::{DeckSource, Sets, content_hash};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::all_cases;
use crate::random_decks::first_decks;

/// The entries of the cards of all sets.
fn entries(sets: &Sets) -> Vec<Value> {
    sets.sets().iter().flat_map(|set| &set.file.cards).map(|card| json!(card)).collect()
}

/// Writes each set of a deck as a sheet, and reads the sheets.
fn through_sheets(sets: &Sets, folder: &Path) -> Sets {
    let base = sets.base().id().to_owned();
    let sources = sets.sets().iter().map(|set| {
        let made = sets.export(set.id()).unwrap_or_else(|error| panic!("{}: {error}", set.id()));
        let place = folder.join(format!("{}.csv", set.id()));
        fs::write(&place, made.csv()).expect("written");
        fs::write(place.with_extension("import.toml"), made.answers()).expect("written");
        DeckSource::find(place.to_str().expect("a name")).unwrap_or_else(|error| panic!("{error}"))
    });
    let read = Sets::read(&sources.collect::<Vec<_>>()).and_then(|sets| sets.with_base(&base));
    read.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn shipped_decks_come_back_from_their_sheets() {
    let folder = tempfile::tempdir().expect("a folder");
    for source in DeckSource::shipped() {
        let sets = Sets::read(&[source]).expect("a deck");
        let read = through_sheets(&sets, folder.path());
        assert_eq!(entries(&sets), entries(&read));
        let [one, other] = [&sets, &read].map(|sets| content_hash(&sets.compile(&[]).expect("a deck")));
        assert_eq!(one, other);
    }
}

#[test]
fn random_decks_come_back_from_their_sheets() {
    come_back(4);
}

#[test]
#[ignore = "a campaign: run it after changes of sheets or of the language"]
fn all_random_decks_come_back_from_their_sheets() {
    come_back(1);
}

/// One random deck of this many is equal after its way through sheets.
fn come_back(one_of: usize) {
    let decks: Vec<_> = first_decks().iter().step_by(one_of).collect();
    all_cases(0..decks.len() as u64, &|number| {
        let folder = tempfile::tempdir().expect("a folder");
        let files = decks[number as usize].0.files();
        let sources: Vec<DeckSource> = files.into_iter().map(|(name, text)| DeckSource::new(name, text)).collect();
        let sets = Sets::read(&sources).expect("a deck");
        let read = through_sheets(&sets, folder.path());
        assert_eq!(entries(&sets), entries(&read), "deck {number}");
        let [one, other] = [&sets, &read].map(|sets| content_hash(&sets.compile(&[]).expect("a deck")));
        assert_eq!(one, other, "deck {number}");
    });
}

/// A layout of designers: the files, what the command line adds, the exit code, and what the plan says.
type Layout = (&'static [&'static str], &'static str, i32, &'static [&'static str]);

const LAYOUTS: [Layout; 16] = [
    (&["01-tidy.csv"], "", 0, &["comma, UTF-8, header in row 1", "12 titles, 17 cards read\n"]),
    (
        &["02a-doors.csv", "02b-treasures.csv"],
        "",
        1,
        &[
            "question: no column for Treasures: give a number for all monsters, a number from each Level on, or a column",
            "treasures = { 1 = 1, 6 = 2, 11 = 3, 16 = 4 }",
            "`Race` is no kind of this set: declare it?",
            "`Hireling` is no kind of this set: declare it?",
            "02b-treasures.csv row 5, `card_description`: the hands are taken from the text",
            "02b-treasures.csv row 6, `card_description`: the hands are taken from the text",
            "02a-doors.csv row 2, `card_description`: \"Shakes itself.\" says nothing of the game: left out",
        ],
    ),
    (
        &["03-machine-notes.tsv"],
        "",
        1,
        &[
            "tab, UTF-8, CRLF",
            "row 2, `Effect`: the text says \"Lifeguards may discard a card for +2 in combat, once per fight. They may hold 6 cards in their hand.\", the notes say \"hand: +1\": the text is taken",
            "row 10, `Power`: `player_power` is not a number",
            "row 11, `Name`: `Monster: level 8` has no text and no Bad Stuff: a placeholder?",
            "question: no column for Treasures",
            "question: no column for Gold Pieces",
        ],
    ),
    (
        &["04-german-semicolon.csv"],
        "",
        1,
        &["semicolon, Windows-1252, CRLF", "row 2, `Text`: 10 texts are not English"],
    ),
    (&["04-german-semicolon.csv"], "--figures-only", 1, &["row 2, `Text`: 10 texts are not English"]),
    (
        &["05-numbers-as-text.csv"],
        "",
        1,
        &[
            "UTF-8 with byte order mark, CRLF",
            "row 6, `Where worn`: `Back?` is no slot; use armor, headgear, footgear, hand or nothing",
            "row 10, `Bonus`: read as bonus 1 and \"+2 in combat if you have Interns.\"",
            "row 11, `Rules Text`: read as \"+2 to either side.\"",
        ],
    ),
    (
        &["06-one-row-per-copy.csv"],
        "",
        1,
        &[
            "11 texts are not English",
            "row 2, `NOMBRE`: 2 equal rows: 2 copies",
            "row 12, `NOMBRE`: 2 equal rows: 2 copies",
            "rows 2, 3, 4 differ in a few letters: one title with 3 copies?",
            "row 6, `NOMBRE`: another card has this name: its id is `maldicion-2`",
            "row 9, `NIVEL`: `level` 3 is no figure of a card of the kind `item`: left out",
            "question: `PROPINA` gives a level and has no kind: a card that gives a level?",
        ],
    ),
    (&["06-one-row-per-copy.csv"], "--merge-near", 1, &["row 2, `NOMBRE`: 3 equal rows: 3 copies"]),
    (
        &["07-print-tool.csv"],
        "",
        1,
        &[
            "row 5, `Copies`: copies 0: left out",
            "question: the column `Corner 2` has `{big}`, `{foot}`, `{hand}`, `{head}`, `{t}`: what is each?",
            "question: the icon `{hat}`: headgear?",
            "row 3, `Body`: \"Not tonight.\" says nothing of the game: left out",
        ],
    ),
    (
        &["08-effect-pairs.csv"],
        "",
        1,
        &[
            "have 7 triggers and 10 effects and 1 other word that are not English: write each once in English, or use the column `text`",
            "# \"on_defeat + lose_level 2\" = \"\"",
            "row 5, `title`: no Level: left out as unfinished",
        ],
    ),
    (
        &["09-all-in-text.csv"],
        "",
        1,
        &["question: `Ally` is no kind of this set: declare it?", "row 2, `GMNotes`: notes: left out"],
    ),
    (
        &["10-balance-sheet.csv"],
        "",
        1,
        &[
            "header in row 3",
            "row 7, `Status`: by its status: left out",
            "row 6, `Status`: its status is `draft`",
            "row 11, `Status`: its status is `test`",
            "row 13, `Status`: a row of totals: left out",
            "row 4, `est. value`: notes: left out",
        ],
    ),
    (&["10-balance-sheet.csv"], "--status final", 1, &["row 6, `Status`: by its status: left out"]),
    (
        &["11-two-tables-one-sheet.xlsx"],
        "",
        1,
        &[
            "workbook, 2 tables, headers in rows 3 and 20",
            "row 17, `Power`: `player_power` is not a number",
            "`Race` is no kind of this set: declare it?",
            "row 8, `Name`: 2 equal rows: 2 copies",
            "row 25, `Desciption`: `feed` is not understood here",
        ],
    ),
    (
        &["12-working-workbook.xlsx"],
        "",
        1,
        &[
            "2 tables, headers in rows 2 and 8",
            "question: `Cards` and `Cards v0.7 OLD` look like cards; `Playtests` does not: which are read?",
            "the sheet `Economy` is hidden: not read",
            "row 2, `Kind`: it is behind an empty column, so it is no part of the table: left out",
            "question: 2 rows have no tick: leave them out?",
        ],
    ),
    (&["12-working-workbook.xlsx"], "--accept", 1, &["row 5, `Name`: it has no tick: left out"]),
];

/// The program in a folder with the layouts, its exit code and what it prints in lines that are not wrapped.
fn imported(folder: &Path, words: &str) -> (i32, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    program.current_dir(folder).env("NO_COLOR", "1").args(["deck", "import", "--all"]).args(words.split_whitespace());
    let output = program.output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let mut text = String::new();
    for line in out.lines().chain(err.lines()) {
        // A wrapped line goes on with more blanks.
        let goes_on =
            line.starts_with("    ") && !line.contains(" = ") || line.starts_with("  ") && text.ends_with("each Level");
        text += if goes_on { " " } else { "\n" };
        text += line.trim();
    }
    (output.status.code().unwrap_or(-1), text + "\n")
}

fn layouts() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir("tests/data/sheets").expect("the layouts") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("copied");
    }
    folder
}

#[test]
fn the_layouts_of_designers_are_read_or_refused_with_their_messages() {
    let folder = layouts();
    let mut wrong = Vec::new();
    for (files, options, code, says) in LAYOUTS {
        let (found, text) = imported(folder.path(), &format!("{} {options}", files.join(" ")));
        let missing: Vec<&&str> = says.iter().filter(|part| !flat(&text).contains(&flat(part))).collect();
        if found != code || !missing.is_empty() {
            wrong.push(format!("{files:?} {options}: {found}, missing {missing:?} in\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A text with single blanks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn sets_of(path: &Path) -> Sets {
    let source = DeckSource::find(path.to_str().expect("a name")).unwrap_or_else(|error| panic!("{error}"));
    Sets::read(&[source]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_tidy_layout_is_exactly_the_expected_deck() {
    let folder = layouts();
    let (code, text) = imported(folder.path(), "01-tidy.csv --id laundry -o made.toml");
    assert_eq!(code, 0, "{text}");
    let expected = entries(&sets_of(&folder.path().join("01-tidy.expected.toml")));
    assert_eq!(entries(&sets_of(&folder.path().join("made.toml"))), expected);
    // What was answered is kept beside the sheet, which is now a deck itself.
    let direct = sets_of(&folder.path().join("01-tidy.csv"));
    assert_eq!((direct.base().id(), entries(&direct)), ("laundry", expected));
}

#[test]
fn nothing_is_written_while_questions_are_open_and_answers_are_kept() {
    let folder = layouts();
    let sheet = folder.path().join("07-print-tool.csv");
    let rows = fs::read_to_string(&sheet).expect("the sheet");
    let wig = "1,Wig Maker,Monster,Grows a wig for each fan.,3,{t},<b>Bad Stuff:</b> Lose a level.,wig.svg,door,TRUE\n";
    fs::write(&sheet, format!("{}\n{wig}", rows.trim_end())).expect("written");
    let (code, text) = imported(folder.path(), "07-print-tool.csv -o made.toml");
    assert!(code == 2 && text.contains("nothing is written while questions are open"), "{code} {text}");
    assert!(!folder.path().join("made.toml").exists());
    let (code, text) = imported(folder.path(), "07-print-tool.csv --accept -o made.toml");
    assert!(code == 1 && !text.contains("question:"), "{code} {text}");
    // The next import asks nothing.
    let (_, text) = imported(folder.path(), "07-print-tool.csv");
    assert!(!text.contains("question:"), "{text}");
    let made = fs::read_to_string(folder.path().join("made.toml")).expect("a deck");
    // What is not understood is a comment, with the reason.
    assert!(made.contains("# Not read, row ") && made.contains("# [[card]]"), "{made}");
    let guitar = made.split("[[card]]").find(|card| card.contains("Disco Helmet")).expect("the card");
    assert!(
        guitar.contains("slot = \"headgear\"") && guitar.contains("bonus = 2") && guitar.contains("gold = 400"),
        "{guitar}"
    );
    fs::write(folder.path().join("made.toml"), "mine").expect("written");
    let (code, text) = imported(folder.path(), "07-print-tool.csv -o made.toml");
    assert!(code == 2 && text.contains("was not made by an import"), "{text}");
}

#[test]
fn effects_in_the_words_of_a_sheet_are_written_once_in_english() {
    let folder = layouts();
    let answers = "[fill]\ntreasures = { 1 = 1, 6 = 2, 11 = 3 }\n[texts]\n\"no_help\" = \"Nobody can help you.\"\n\
                   \"on_defeat + lose armor\" = \"Bad Stuff: Lose your armor.\"\n\"on_kill + +1 treasure\" = \"2 Treasures.\"\n\
                   \"on_defeat + lose_level 1\" = \"Bad Stuff: Lose a level.\"\n\"on_defeat + lose_level 2\" = \"Bad Stuff: Lose 2 levels.\"\n";
    fs::write(folder.path().join("08-effect-pairs.import.toml"), answers).expect("written");
    let (_, text) = imported(folder.path(), "08-effect-pairs.csv");
    assert!(flat(&text).contains("5 triggers and 6 effects"), "{text}");
    let (_, json) = imported(folder.path(), "08-effect-pairs.csv --format json");
    assert!(!json.contains("on_defeat"), "{json}");
}

/// The messages of a sheet that is read as a deck.
fn faults(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join(name);
    fs::write(&place, bytes).expect("written");
    let read = DeckSource::find(place.to_str().expect("a name")).and_then(|source| Sets::read(&[source]));
    let text = read.err().map(|error| error.to_string()).unwrap_or_default();
    text.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn all_errors_of_all_rows_are_named_with_row_column_and_cell() {
    let sheet = "name,kind,level,treasures,gold,slot,text,bad stuff\n\
                 Ogre,Monster,free,2,,,,Lose a level.\n\
                 Hat,Item,,,100,haed,,\n\
                 Imp,Monster,1,1,,,\"Nobody can help you.\n+3 agianst females.\",Lose a level.\n\
                 Boot,Itme,,,1/3,,,\n";
    let text = faults("cards.csv", sheet.as_bytes());
    let parts = [
        "`free` is not a number\n  --> cards.csv, row 2, column C, `level`\n   |\n 2 | free\n   | ^^^^\n",
        "`haed` is no slot; use armor, headgear, footgear, hand or nothing",
        "did you mean `head`?",
        "row 4, column G, `text`\n   |\n 4 | Nobody can help you. +3 agianst females.\n   |                         ^^^^^^^ card `imp`",
        "`Itme` is no kind of card",
        "did you mean `item`?",
        "`1/3` is not a number",
    ];
    for part in parts {
        assert!(text.contains(part), "{part}\nin\n{text}");
    }
}

#[test]
fn no_sheet_makes_the_program_panic() {
    let sheets: [&[u8]; 12] = [
        b"",
        b"\n\n\n",
        b"name",
        b"name,kind\n",
        b"\xff\xfe",
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf",
        b"a,b,c\n1,2,3\n",
        b"name,kind\n,\nx\n\"",
        b"name,kind,fields\nA,Item,{\nB,Item,\"{ gold = 1 }\"\n",
        b"name,kind,level\nA,Monster,99999999999999999999\n",
        b"name,kind,copies,gold\nA,Item,300,1\n",
    ];
    for bytes in sheets {
        for name in ["x.csv", "x.tsv", "x.xlsx", "x.ods"] {
            faults(name, bytes);
        }
    }
    let good = fs::read("tests/data/sheets/12-working-workbook.xlsx").expect("a workbook");
    for cut in (0..good.len()).step_by(97) {
        assert!(faults("x.xlsx", &good[..cut]).contains("cannot be read as a workbook"), "{cut}");
        let mut bytes = good.clone();
        bytes[cut] ^= 0x55;
        faults("x.xlsx", &bytes);
    }
}

#[test]
fn an_exported_sheet_keeps_columns_that_are_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("cards.csv");
    let sheet = "Art,Title,Kind,Mood,Value,Qty\nhat.png,Hat,Item,glad,100,2\nboot.png,Boot,Item,=sad,200,\n";
    fs::write(&place, sheet).expect("written");
    let run = |words: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        let output = program.current_dir(folder.path()).args(words.split(' ')).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let values = "strategy,card,opening_value,opening_low,opening_high,set\nbalanced,hat,1.5,-0.5,3.5,cards\n";
    fs::write(folder.path().join("card_values.csv"), values).expect("written");
    let text = run("deck export cards.csv --impact card_values.csv");
    let expected = "Art,Title,Kind,Mood,Value,Qty,big,once,impact balanced,impact balanced low,impact balanced high\n\
                    hat.png,Hat,Item,glad,100,2,no,no,1.5,-0.5,3.5\nboot.png,Boot,Item,'=sad,200,1,no,no,,,\n";
    assert_eq!(text, expected);
    run("deck export cards.csv -o more.xlsx");
    assert_eq!(run("deck diff cards.csv more.xlsx"), "no differences\n");
}

/// The examples for tools are read, and an export with the same headers gives the same lines.
#[test]
fn the_sheets_of_print_tools_are_read_and_written() {
    let page = crate::docs::page("docs/SHEETS.md");
    let blocks = crate::docs::blocks(&page, "csv");
    assert_eq!(blocks.len(), 5);
    for block in blocks {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("cards.csv");
        fs::write(&place, &block.text).expect("written");
        let sets = sets_of(&place);
        let [ogre, hat] = &sets.sets()[0].file.cards[..] else { panic!("{}", block.text) };
        let (ogre, hat) = (json!(ogre), json!(hat));
        assert_eq!((&ogre["level"], &ogre["treasures"], &ogre["fight"]), (&json!(4), &json!(2), &json!(["no_help"])));
        assert_eq!(ogre["bad_stuff"], json!([{ "lose_levels": 1 }]));
        assert!([100, 1000].map(|gold| json!(gold)).contains(&hat["gold"]), "{hat}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        let output =
            program.current_dir(folder.path()).args(["deck", "export", "cards.csv"]).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let header = block.text.lines().next().expect("a header").replace(';', ",");
        assert!(text.starts_with(&header) && text.contains("Nobody can help you."), "{text}");
    }
}

/// What several sheets of a folder share stands in `kickdoor.toml`; the answers beside a sheet come first.
#[test]
fn sheets_of_a_folder_share_their_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write(
        "kickdoor.toml",
        "[sheet]\ncolumns = { \"Worn on\" = \"slot\", \"Coins\" = \"gold\" }\nwords.slot = { \"Back\" = \"armor\" }\n",
    );
    write("one.csv", "name,kind,Worn on,Coins\nCape,Item,Back,100\n");
    write("two.csv", "name,kind,Worn on,Coins\nHat,Item,headgear,200\n");
    write("two.import.toml", "columns = { \"Coins\" = \"leave out\" }\nfill = { gold = 300 }\n");
    let card = |name: &str| json!(sets_of(&folder.path().join(name)).sets()[0].file.cards[0]);
    let (cape, hat) = (card("one.csv"), card("two.csv"));
    assert_eq!((&cape["slot"], &cape["gold"]), (&json!("armor"), &json!(100)));
    assert_eq!((&hat["slot"], &hat["gold"]), (&json!("headgear"), &json!(300)));
}
