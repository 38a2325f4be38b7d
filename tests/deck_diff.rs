//! The `deck diff` command: it ignores the order of cards, and reports everything else in words.

use std::fs;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use kickdoor::deck::tools::diff::{DeckDiff, Totals, diff};
use kickdoor::deck::{DeckSource, Sets, content_hash, load};
use predicates::prelude::{PredicateBooleanExt, predicate::str::contains};
use serde_json::Value;
use tempfile::TempDir;

const MINI: &str = include_str!("decks/mini.toml");

/// The test deck with one change.
fn edited(from: &str, to: &str) -> String {
    assert!(MINI.contains(from), "the test deck has no {from:?}");
    MINI.replacen(from, to, 1)
}

/// Compares the test deck with another text.
fn compared(after: &str, arguments: &[&str]) -> Assert {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("before.toml"), MINI).expect("written");
    fs::write(folder.path().join("after.toml"), after).expect("written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    program.current_dir(&folder).env("NO_COLOR", "1");
    program.args(["deck", "diff", "before.toml", "after.toml"]).args(arguments).assert()
}

/// The output of a successful comparison.
fn output_of(after: &str, arguments: &[&str]) -> String {
    let assert = compared(after, arguments).success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("it is text")
}

#[test]
fn the_order_of_cards_is_no_difference() {
    let (head, cards) = MINI.split_once("[[card]]").expect("a head");
    let cards: Vec<&str> = cards.split("[[card]]").collect();
    let backwards: String = cards.iter().rev().map(|card| format!("[[card]]{card}\n")).collect();
    assert_eq!(output_of(&format!("{head}\n{backwards}"), &["--exit-code"]), "no differences\n");
    assert_eq!(output_of(MINI, &[]), "no differences\n");
}

#[test]
fn a_changed_name_is_listed_as_not_affecting_games() {
    let text = output_of(&edited("Angry Bun", "Furious Bun"), &["--exit-code"]);
    assert_eq!(
        text,
        "no difference that affects games; 1 in names and notes\n\n\
         only names and notes, which do not affect games\n  \
         Furious Bun (angry-bun): name  Angry Bun -> Furious Bun\n"
    );
}

#[test]
fn changed_fields_of_a_card_are_listed() {
    let text = edited("level = 8\ntreasures = 2\n", "level = 12\ntreasures = 3\ncopies = 2\n");
    assert_eq!(
        output_of(&text, &[]),
        "1 card changed, 0 added, 0 removed; 3 fields that can change games\n\n\
         changed: Health Inspector (inspector)\n  \
           copies     1 -> 2\n  \
           level      8 -> 12\n  \
           treasures  2 -> 3\n"
    );
}

#[test]
fn a_changed_effect_is_shown_in_words() {
    let text = output_of(&edited("cost = { discard = 1 }, limit = 3", "cost = { discard = 1 }, limit = 2"), &[]);
    let expected = "\n\nchanged: Baker (baker)\n  \
        use     During any combat, if you are the main player, up to 3 times, discard\n    \
         a card: +1 to the munchkins.\n       \
        -> During any combat, if you are the main player, up to twice, discard a\n         \
         card: +1 to the munchkins.\n";
    assert!(text.ends_with(expected), "{text}");
    assert!(
        output_of(&edited("bad_stuff = [\"die\"]\n", ""), &[])
            .contains("  bad_stuff  gone: Bad Stuff: You are dead.\n")
    );
}

#[test]
fn added_and_removed_cards_are_listed() {
    let start = MINI.find("[[card]]\nid = \"bribe\"").expect("a card");
    let end = MINI.find("[[card]]\nid = \"pilfer\"").expect("the next");
    let without = format!("{}{}", &MINI[..start], &MINI[end..]);
    let text = output_of(&without, &[]);
    assert!(
        text.contains("\n\nremoved: Bag of Buns (bribe)\n  Special (Treasure card)\n  Use during any combat. "),
        "{text}"
    );
    assert!(text.starts_with("0 cards changed, 0 added, 1 removed\n"), "{text}");
    let more =
        "[[card]]\nid = \"crumb\"\nname = \"Crumb\"\nkind = \"item\"\ncopies = 3\ngold = 0\norigin = \"modelled\"\n";
    let text = output_of(&format!("{MINI}\n{more}"), &[]);
    assert!(text.contains("\n\nadded: Crumb (crumb, 3 copies)\n  Item, No Value (Treasure card)\n"), "{text}");
    assert!(text.contains("0 cards changed, 1 added, 0 removed"), "{text}");
}

#[test]
fn a_card_with_a_new_id_is_listed_as_renamed() {
    let text = output_of(&edited("id = \"bribe\"", "id = \"bag-of-buns\""), &[]);
    assert!(text.contains("\n\nrenamed: id bribe -> bag-of-buns (Bag of Buns)\n  every shuffle depends on"), "{text}");
    assert!(text.contains("0 cards changed, 0 added, 0 removed, 1 renamed"), "{text}");
}

#[test]
fn changed_rules_and_the_changed_head_of_a_set_are_listed() {
    let text = output_of(&format!("{MINI}\n[rules]\nwin_level = 12\nfirst_player = {{ seat = 2 }}\n"), &[]);
    assert!(text.ends_with("\n\nrules\n  first_player  roll -> seat 2\n  win_level     10 -> 12\n"), "{text}");
    assert!(text.contains("0 removed; 2 fields that can change games\n"), "{text}");
    let text =
        output_of(&edited("id = \"mini\"\nname = \"Bakery Brawl\"", "id = \"maxi\"\nname = \"Bakery Row\""), &[]);
    assert!(
        text.contains("\n\nset: every shuffle depends on its id, so all games change\n  id  mini -> maxi\n\n"),
        "{text}"
    );
    assert!(text.contains("\n  set: name  Bakery Brawl -> Bakery Row\n"), "{text}");
}

#[test]
fn the_exit_code_reports_a_difference_on_request() {
    let text = edited("level = 8\n", "level = 12\n");
    compared(&text, &["--exit-code"]).code(1).stdout(contains("8 -> 12"));
    compared(&text, &[]).code(0);
}

#[test]
fn bad_input_is_reported() {
    compared(&edited("level = 8\n", "levle = 8\n"), &[]).code(2).stdout("").stderr(contains("did you mean `level`?"));
    let twice = edited("id = \"bribe\"", "id = \"promotion\"");
    compared(&twice, &[]).code(2).stderr(contains("two cards have the id `promotion`").and(contains("after.toml:")));
    let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let missing = program.args(["deck", "diff", "tests/decks/mini.toml", "nowhere.toml"]).assert();
    missing.code(2).stdout("").stderr(contains("neither a file nor a shipped deck"));
}

#[test]
fn a_shipped_deck_found_by_name_does_not_differ_from_itself() {
    for name in DeckSource::shipped_names() {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        program.args(["deck", "diff", name, name]).assert().success().stdout("no differences\n");
    }
}

#[test]
fn differences_can_be_written_as_json_and_csv() {
    let text = edited("level = 8\n", "level = 12\n").replacen("Angry Bun", "Furious Bun", 1);
    let value: Value = serde_json::from_str(&output_of(&text, &["--format", "json"])).expect("it is JSON");
    assert_eq!((value["totals"]["changed"].as_u64(), value["totals"]["notes"].as_u64()), (Some(1), Some(1)));
    let card = &value["differences"]["changed"][1];
    assert_eq!((card["id"].as_str(), card["fields"][0]["after"].as_u64()), (Some("inspector"), Some(12)));
    let same: Value = serde_json::from_str(&output_of(MINI, &["--format", "json"])).expect("it is JSON");
    assert_eq!(same["differences"]["changed"].as_array().map(Vec::len), Some(0));
    let csv = output_of(&text, &["--format", "csv"]);
    let expected = "what,card,field,changes_games,before,after\n\
        changed,angry-bun,name,false,Angry Bun,Furious Bun\n\
        changed,inspector,level,true,8,12\n";
    assert_eq!(csv, expected);
}

#[test]
fn an_added_card_is_not_counted_as_a_changed_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let card = "[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"item\"\nbonus = 1\norigin = \"modelled\"\n";
    fs::write(folder.path().join("before.toml"), MINI).expect("written");
    fs::write(folder.path().join("after.toml"), format!("{MINI}\n{card}")).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    let output =
        command.current_dir(&folder).args(["deck", "diff", "before.toml", "after.toml"]).output().expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.starts_with("0 cards changed, 1 added, 0 removed\n"), "{printed}");
}

/// The set of a deck file.
fn set(file: &str, text: &str) -> Sets {
    Sets::read(&[DeckSource::new(file, text)]).expect("it parses")
}

/// The differences of the test deck after one change.
fn with(from: &str, to: &str) -> DeckDiff {
    diff(&set("mini.toml", MINI), &set("edited.toml", &edited(from, to))).expect("ids are there once")
}

/// The text of the only changed field, before and after.
fn words(from: &str, to: &str) -> (String, String) {
    let found = with(from, to);
    let [card] = &found.changed[..] else { panic!("one card has changed: {found:?}") };
    let [change] = &card.fields[..] else { panic!("one field has changed: {card:?}") };
    (change.words_before.join("; "), change.words_after.join("; "))
}

fn pair(before: &str, after: &str) -> (String, String) {
    (before.to_owned(), after.to_owned())
}

#[test]
fn changed_fields_are_described_in_words() {
    assert_eq!(words("level = 8\n", "level = 12\n"), pair("8", "12"));
    assert_eq!(words("bonus = 4\n", "bonus = 3\n"), pair("+4", "+3"));
    assert_eq!(words("treasures = -1", "treasures = 1"), pair("-1", "+1"));
    assert_eq!(words("gold = 600\nbig = true\n", "gold = 600\n"), pair("true", "false"));
    assert_eq!(words("usable_by = { has = \"baker\" }\n", ""), pair("Usable by Baker only.", "everybody"));
    assert_eq!(words("kind = \"cheat\"", "kind = \"cheat\"\ncopies = 2"), pair("1", "2"));
    assert_eq!(
        words("lose_identities = \"all\"", "lose_identities = 1"),
        pair("Bad Stuff: Lose all your Guilds.", "Bad Stuff: Lose a Guild.")
    );
    let meets = words("{ count = 1, chosen_by = \"random\" }", "{ count = 2, chosen_by = \"random\" }");
    let start = "When it enters combat, discard";
    let (before, after) =
        (format!("{start} a card from your hand at random."), format!("{start} 2 cards from your hand at random."));
    assert_eq!(meets, (before, after));
}

#[test]
fn unchanged_entries_are_left_out() {
    assert_eq!(words("[\"no_help\"]", "[\"no_help\", \"no_items\"]").0, "");
    assert_eq!(words("{ sale_bonus = 200 }, ", "").1, "");
    let (before, after) = words("when = [\"after_roll\"]", "when = [\"combat\"]");
    assert!(before.starts_with("After a Run") && !before.contains("Before a Run"), "{before}");
    assert!(after.starts_with("During any combat"), "{after}");
}

#[test]
fn cards_of_one_name_are_told_apart_by_their_ids() {
    let twin = "[[card]]\nid = \"baker-two\"\nname = \"Baker\"\nkind = \"identity\"\norigin = \"modelled\"\n";
    let before = format!("{MINI}\n{twin}");
    let after = before.replacen("usable_by = { has = \"baker\" }", "usable_by = { has = \"baker-two\" }", 1);
    let found = diff(&set("before.toml", &before), &set("after.toml", &after)).expect("ids are there once");
    assert_eq!(found.changed[0].fields[0].words_before, ["Usable by Baker only."]);
    assert_eq!(found.changed[0].fields[0].words_after, ["Usable by \"baker-two\" only."]);
}

#[test]
fn a_new_id_is_a_renamed_card() {
    let found = with("id = \"inspector\"\nname = \"Health Inspector\"", "id = \"auditor\"\nname = \"Auditor\"");
    let totals = Totals { renamed: 1, notes: 1, ..Totals::default() };
    assert_eq!(found.totals(), totals);
    assert_eq!((found.renamed[0].id_before.as_str(), found.renamed[0].card.id.as_str()), ("inspector", "auditor"));
    assert!(found.changes_games());
    let another = "id = \"auditor\"\nname = \"Health Inspector\"\nkind = \"monster\"\nlevel = 9";
    let found = with("id = \"inspector\"\nname = \"Health Inspector\"\nkind = \"monster\"\nlevel = 8", another);
    assert_eq!((found.removed.len(), found.added.len(), found.renamed.len()), (1, 1, 0));
}

#[test]
fn a_duplicate_id_is_an_error() {
    let twice = set("edited.toml", &edited("id = \"bribe\"", "id = \"promotion\""));
    let error = diff(&set("mini.toml", MINI), &twice).expect_err("which of them is meant?").to_string();
    assert!(error.contains("two cards have the id `promotion`") && error.contains("edited.toml:"), "{error}");
}

#[test]
fn an_edit_changes_games_exactly_if_it_changes_the_hash() {
    let hash = |text: &str| content_hash(&load(&[DeckSource::new("edited.toml", text)], &[]).expect("it loads"));
    let edits = [
        ("level = 14", "level = 15"),
        ("[\"mouldy\"]\n\n", "[]\n\n"),
        ("id = \"mini\"", "id = \"other\""),
        ("id = \"bribe\"", "id = \"bribery\""),
        ("max = 6", "max = 5"),
        ("identity = \"Guild\"", "identity = \"Trade\""),
        ("power = \"Recipe\"", "power = \"Trick\""),
        ("curse = \"Mishap\"", "curse = \"Blunder\""),
        ("Bakery Brawl", "Bakery Row"),
        ("Angry Bun", "Furious Bun"),
        ("origin = \"modelled\"", "origin = \"published\"\nmodelled = [\"use\"]"),
        ("slot = \"hand\"", "slot = \"hand\"\nhands = 1"),
        ("joining_tags = [\"mouldy\"]", "joining_tags = [\"mouldy\", \"mouldy\"]"),
    ];
    for (from, to) in edits {
        assert_eq!(with(from, to).changes_games(), hash(&edited(from, to)) != hash(MINI), "{from} {to}");
    }
    assert!(with("slot = \"hand\"", "slot = \"hand\"\nhands = 1").is_empty());
}
