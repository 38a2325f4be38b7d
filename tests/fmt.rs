//! `deck fmt`: decks in either form have the same cards.

use std::fs;
use std::process::Command;

use kickdoor::deck::tools::fmt::Form;
use kickdoor::deck::{DeckSource, Sets};
use serde_json::{Value, json};

use crate::random_decks::first_decks;

/// The file of the first set of these, in this form.
fn formatted(sources: &[DeckSource], form: Option<Form>) -> String {
    let sets = Sets::read(sources).unwrap_or_else(|error| panic!("{error}"));
    sets.formatted(sets.base(), form).unwrap_or_else(|error| panic!("{error}"))
}

fn source(place: usize, text: &str) -> DeckSource {
    DeckSource::new(format!("test-{place}.toml"), text)
}

/// The cards of the first set of these.
fn cards(sources: &[DeckSource]) -> Value {
    let sets = Sets::read(sources).unwrap_or_else(|error| panic!("{error}"));
    json!(sets.base().file.cards)
}

/// Whether a card of a file has one of these keys.
fn has_key(text: &str, keys: &[&str]) -> bool {
    text.lines().any(|line| line.split_once(" = ").is_some_and(|(key, _)| keys.contains(&key)))
}

const EFFECTS: [&str; 8] = ["strength", "flee", "bad_stuff", "curse", "use", "on", "grants", "lasts"];

#[test]
fn both_forms_of_a_deck_have_the_same_cards() {
    let shipped = DeckSource::shipped().map(|deck| vec![deck.text]);
    let random =
        first_decks().iter().take(12).map(|(deck, _)| deck.files().into_iter().map(|(_, text)| text).collect());
    for files in shipped.chain(random) {
        let sources: Vec<DeckSource> = (0..).zip(&files).map(|(place, text)| source(place, text)).collect();
        let of = |text: &str, form| formatted(&[&[source(0, text)], &sources[1..]].concat(), form);
        let cards = |text: &str| cards(&[&[source(0, text)], &sources[1..]].concat());
        let text = &files[0];
        let as_text = of(text, Some(Form::Text));
        assert!(!has_key(&as_text, &EFFECTS), "{as_text}");
        let as_fields = of(&as_text, Some(Form::Fields));
        assert!(!has_key(&as_fields, &["text"]), "{as_fields}");
        assert_eq!(cards(&as_text), cards(text));
        assert_eq!(cards(&as_fields), cards(text));
        assert_eq!(of(&as_text, None), as_text);
        assert_eq!(of(&as_fields, Some(Form::Fields)), as_fields);
        if !has_key(text, &["text"]) {
            assert_eq!(of(text, None), *text, "cards without a text stay as they are");
        }
    }
}

/// A deck with comments, synonyms, and a card whose effects are in part a text.
const MIXED: &str = "# A deck.\n[set]\nid = \"mixed\"\nname = \"Mixed\"\nplayers = { min = 3, max = 6 }\n\n\
    # The first card.\n[[card]]\nid = \"ogre\"\nname = \"Ogre\"\nkind = \"monster\"\nlevel = 4\ntreasures = 1\n\
    # It hates hats.\nstrength = [\n  # A hat.\n  { add = 3, if = { fighter = { uses = \"headgear\" } } },\n] # Hats!\n\
    text = \"\"\"\n2 levels. +2 vs females.\nBad Stuff: It growls. Lose 1 level.\n\"\"\"\norigin = \"own\" # mine\n";

#[test]
fn comments_and_figures_stay() {
    let source = [source(0, MIXED)];
    let head = "# A deck.\n[set]\nid = \"mixed\"\nname = \"Mixed\"\nplayers = { min = 3, max = 6 }\n\n\
        # The first card.\n[[card]]\nid = \"ogre\"\nname = \"Ogre\"\nkind = \"monster\"\nlevel = 4\ntreasures = 1\n";
    let comments = "# It hates hats.\n# A hat.\n# Hats!\n";
    let text = "levels = 2\ntext = \"\"\"\n+3 against anyone wearing headgear.\n+2 against females.\n\
        Bad Stuff: It growls. Lose a level.\n\"\"\"\n";
    assert_eq!(formatted(&source, Some(Form::Text)), format!("{head}{comments}{text}origin = \"own\" # mine\n"));
    let fields = "levels = 2\nstrength = [\n  { add = 3, if = { fighter = { uses = \"headgear\" } } },\n\
        \x20 { add = 2, if = { fighter = { gender = \"female\" } } },\n]\nflavour = \"It growls.\"\nbad_stuff = [{ lose_levels = 1 }]\n";
    let made = formatted(&source, Some(Form::Fields));
    assert!(made.contains("# It hates hats.\n") && made.contains("# Hats!\n"), "{made}");
    let is_comment = |line: &&str| comments.lines().any(|comment| comment == *line);
    let without: String = made.lines().filter(|line| !is_comment(line)).map(|line| format!("{line}\n")).collect();
    assert_eq!(without, format!("{head}{fields}origin = \"own\" # mine\n"));
    assert_eq!(cards(&[self::source(0, &made)]), cards(&source));
}

#[test]
fn files_are_rewritten_only_without_check() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mixed.toml"), MIXED).expect("written");
    fs::write(folder.path().join("cards.csv"), "name,kind,gold\nHat,Item,100\n").expect("written");
    let run = |words: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        let output = program.current_dir(folder.path()).args(words.split(' ')).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file");
    assert_eq!(run("deck fmt mixed.toml --check"), (Some(1), "mixed.toml\n".to_owned(), String::new()));
    assert_eq!(read("mixed.toml"), MIXED);
    let (code, _, said) = run("deck fmt mixed.toml --as fields --out fields.toml");
    assert_eq!((code, said.contains("wrote fields.toml")), (Some(0), true), "{said}");
    let (code, _, said) = run("deck fmt mixed.toml --as text --out fields.toml");
    assert_eq!((code, said.contains("cannot write")), (Some(2), true), "{said}");
    assert_eq!(run("deck fmt mixed.toml").0, Some(0));
    assert_eq!(run("deck fmt mixed.toml --check"), (Some(0), String::new(), String::new()));
    fs::write(folder.path().join("empty.toml"), MIXED.split("# The first").next().expect("a head")).expect("written");
    assert_eq!(run("deck fmt empty.toml --as text"), (Some(0), String::new(), String::new()));
    let (code, _, said) = run("deck fmt zombies --as text");
    assert_eq!((code, said.contains("name a file with --out")), (Some(2), true), "{said}");
    let (code, _, said) = run("deck fmt cards.csv");
    assert_eq!((code, said.contains("deck export")), (Some(2), true), "{said}");
}

#[test]
fn a_text_is_explained_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mixed.toml"), MIXED).expect("written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let output = program.current_dir(folder.path()).args(["deck", "show", "mixed.toml", "ogre", "--explain"]).output();
    let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
    let expected = "Ogre (ogre)\n  Monster, Level 4, 1 Treasure, 2 levels (Door card)\n\
        \x20 +3 against anyone wearing headgear.\n      strength = [{ add = 3, if = { fighter = { uses = \"headgear\" } } }]\n\
        \x20 +2 against females.\n      strength = [{ add = 2, if = { fighter = { gender = \"female\" } } }]\n\
        \x20 Bad Stuff: It growls. Lose a level.\n      bad_stuff = [{ lose_levels = 1 }]\n      flavour = \"It growls.\"\n\n";
    assert_eq!(text, expected);
}
