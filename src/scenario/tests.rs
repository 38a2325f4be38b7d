//! What the author of a scenario is told, and that the guide names every word.

use std::path::Path;

use super::words::{QUESTIONS, VERBS};
use super::{Report, Scenario, ScenarioError};
use crate::deck::DeckSource;

const GUIDE: &str = include_str!("../../docs/SCENARIOS.md");
const DECK: &str = "mini.toml";

/// A scenario of the small test deck: a head, three seats, and the rest.
fn text(head: &str, rest: &str) -> String {
    let seats = "[[seat]]\nname = \"Ann\"\nlevel = 4\nhand = [\"hot-pie\"]\n[[seat]]\nname = \"Bob\"\nhand = [\"gone-off\"]\n\
        [[seat]]\nname = \"Cyd\"\n";
    format!("rules = [\"x\"]\nsays = \"A test.\"\ndeck = \"{DECK}\"\n{head}\n{seats}{rest}")
}

fn played(text: &str) -> Result<Report, ScenarioError> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/decks");
    Scenario::read(DeckSource::new("test.toml", text), folder)?.play()
}

fn passes(text: &str) {
    let report = played(text).expect("it can be played");
    assert!(report.passed(), "{report}");
}

/// Checks that it is played and fails with all of these parts in the report.
fn fails(text: &str, parts: &[&str]) {
    let report = played(text).expect("it can be played");
    assert!(!report.passed(), "it passed");
    let told = report.to_string();
    parts.iter().for_each(|part| assert!(told.contains(part), "{part:?} is not in:\n{told}"));
}

/// Checks that it cannot be played, with all of these parts in the error.
fn wrong(text: &str, parts: &[&str]) {
    let error = played(text).expect_err("it must not be played").to_string();
    parts.iter().for_each(|part| assert!(error.contains(part), "{part:?} is not in:\n{error}"));
}

const KICK: &str = "start = \"kick\"\ndoors = [\"fungus-mob\"]";
const AID: &str = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\ndoes = \"aid hot-pie\"\n";
const WON: &str = "[expect]\nfights = [\"killed\"]\n";

#[test]
fn a_scenario_passes() {
    passes(&text(KICK, &format!("{AID}{WON}")));
    passes(&text("until = \"steps\"", "[expect]\nhand = { Ann = [\"hot-pie\"] }\nturn = 0\n"));
}

#[test]
fn a_claim_that_does_not_hold() {
    let claim = format!("{AID}{WON}levels = {{ Ann = 7 }}\n");
    fails(&text(KICK, &claim), &["test.toml:21: Level of Ann: expected 7, found 5", "Ann at `combat`"]);
}

#[test]
fn dice_left_over_and_dice_missing() {
    let head = format!("{KICK}\ndice = [3]");
    fails(&text(&head, &format!("{AID}{WON}")), &["dice were left over: [3]"]);
    fails(&text(KICK, "[expect]\nfights = [\"lost\"]\n"), &["Ann rolls, but `dice` holds only 0"]);
}

#[test]
fn a_step_left_over() {
    let step = "[[step]]\nseat = \"Ann\"\ndoes = \"sell\"\n";
    fails(
        &text(KICK, &format!("{AID}{step}{WON}")),
        &["step 2: Ann `sell`: this did not come before the scenario ended", "Ann was asked `combat`: [pass"],
    );
}

#[test]
fn an_answer_that_is_not_offered() {
    let step = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\ndoes = \"hinder pepper\"\n";
    fails(
        &text(KICK, &format!("{step}{WON}")),
        &["test.toml:16: step 1: `hinder pepper` is not offered to Ann at `combat`, but [pass, aid hot-pie"],
    );
    let step = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\nnot_offered = [\"aid\"]\noffered = [\"sell\"]\n";
    fails(
        &text(KICK, &format!("{step}{AID}{WON}")),
        &["`aid` is offered to Ann at `combat`", "`sell` is not offered to Ann at `combat`"],
    );
}

#[test]
fn a_seat_that_must_not_be_asked() {
    let watch = "[[step]]\nseat = \"Bob\"\nat = \"combat\"\nnot_asked = true\n";
    fails(&text(KICK, &format!("{AID}{watch}{WON}")), &["step 2: Bob at `combat` is asked, and [pass, play gone-off]"]);
    passes(&text(KICK, &format!("{AID}{}{WON}", watch.replace("Bob", "Cyd"))));
}

#[test]
fn a_player_with_nothing_to_play_can_be_looked_at() {
    let step = "[[step]]\nseat = \"Cyd\"\nat = \"combat\"\noffered = [\"pass\"]\nnot_offered = [\"play\"]\n";
    passes(&text(KICK, &format!("{AID}{step}{WON}")));
}

#[test]
fn a_forced_pass_is_checked_before_the_door_opens() {
    let head = "doors = [\"fungus-mob\", \"fungus-mob\"]\nonly_these = true\nuntil = \"steps\"";
    let step = |now: &str| format!("[[step]]\nseat = \"Cyd\"\nat = \"start-of-turn\"\nnow = {{ {now} }}\n");
    passes(&text(head, &step("fight = false, doors_left = 2")));
    fails(&text(head, &step("fight = true")), &["step 1: fight: expected true, found false"]);
    fails(&text(head, &step("doors_left = 1")), &["step 1: doors_left: expected 1, found 2"]);
}

#[test]
fn a_question_without_any_answer_is_checked_at_its_time() {
    let step = |at: &str, now: &str| format!("[[step]]\nseat = \"Cyd\"\nat = \"{at}\"\nnow = {{ {now} }}\n");
    let head = "start = \"opening\"\nuntil = \"steps\"";
    passes(&text(head, &step("opening", "turn = 0")));
    fails(&text(head, &step("opening", "turn = 1")), &["step 1: turn: expected 1, found 0"]);
    let head = format!("{KICK}\nuntil = \"steps\"\n");
    passes(&text(&head, &step("combat", "fight = true")));
    fails(&text(&head, &step("combat", "fight = false")), &["step 1: fight: expected false, found true"]);
}

#[test]
fn a_step_and_its_look_meet_the_same_forced_answer() {
    let steps = "[[step]]\nseat = \"Cyd\"\nat = \"combat\"\nnot_offered = [\"play\"]\n\
        [[step]]\nseat = \"Cyd\"\nat = \"combat\"\ndoes = \"pass\"\nthen = { fight = true }\n";
    passes(&text(KICK, &format!("{steps}{WON}").replace("killed", "killed")).replace("level = 4", "level = 9"));
}

#[test]
fn a_question_that_cannot_be_passed() {
    let cards = r#"["hot-pie", "pepper", "apron", "chef-hat", "rolling-pin", "angry-bun"]"#;
    let text = text("start = \"charity\"", "[expect]\nhand_size = { Ann = 5 }\n").replace("[\"hot-pie\"]", cards);
    match played(&text) {
        Ok(report) => {
            assert!(report.to_string().contains("no step says what Ann at `charity-card` does"), "{report}");
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_scenario_must_state_something() {
    wrong(&text(KICK, ""), &["states nothing that must hold"]);
    wrong(&text(KICK, "[expect]\n"), &["this states nothing", "--> test.toml:15:1"]);
    wrong(&text(KICK, "[[step]]\nseat = \"Ann\"\n"), &["this step does nothing and states nothing"]);
}

#[test]
fn misspelt_words() {
    wrong(
        &text(KICK, "[expect]\nlevels = { Anm = 3 }\n"),
        &["no seat `Anm`", "test.toml:16:12", "did you mean `Ann`?"],
    );
    wrong(&text(KICK, "[expect]\ndiscarded = [\"hot-pi\"]\n"), &["no card `hot-pi`", "did you mean `hot-pie`?"]);
    wrong(&text(KICK, "[expect]\nlevls = { Ann = 3 }\n"), &["unknown field `levls`", "did you mean `levels`?"]);
    wrong(&text(KICK, &AID.replace("combat", "combta")), &["no question `combta`", "did you mean `combat`?"]);
    wrong(&text(KICK, &AID.replace("aid", "aidd")), &["no verb `aidd`", "did you mean `aid`?"]);
    wrong(&text("rule = { win_levle = 5 }", WON), &["no rule `win_levle`", "test.toml:4", "did you mean `win_level`?"]);
}

#[test]
fn impossible_positions() {
    wrong(
        &text("doors = [\"gone-off\", \"gone-off\", \"gone-off\", \"gone-off\"]", WON),
        &["of `gone-off`, no more can be"],
    );
    wrong(&text("doors = [\"hot-pie\"]", WON), &["`hot-pie` is not a Door"]);
    let hats = text(KICK, WON).replace("level = 4", "worn = [\"apron\", \"gone-off\"]");
    wrong(&hats, &["`gone-off` is not an Item that can be in use"]);
    wrong(&text("start = \"combat\"", WON), &["needs a fight"]);
    wrong(&text("start = \"setup\"", WON), &["a setup deals the cards itself"]);
}

#[test]
fn own_cards_and_replaced_cards() {
    let card = |id: &str, level: u8| {
        format!(
            "[[card]]\nid = \"{id}\"\nname = \"Own\"\nkind = \"monster\"\nlevel = {level}\ntreasures = 1\n\
             bad_stuff = [\"die\"]\norigin = \"modelled\"\n"
        )
    };
    let look = |total: u8| {
        format!("[[step]]\nseat = \"Ann\"\nat = \"combat\"\nnow = {{ monsters = {total} }}\ndoes = \"aid hot-pie\"\n")
    };
    passes(&text(KICK, &format!("{}{}{WON}", card("fungus-mob", 5), look(5))));
    let head = "start = \"kick\"\ndoors = [\"own-one\"]";
    passes(&text(head, &format!("{}{}{WON}", card("own-one", 6), look(6))));
    wrong(&text(head, &format!("{}{WON}", card("own-one", 44))), &["card `own-one`", "test.toml:19:9"]);
}

#[test]
fn only_these_cards() {
    let head = "start = \"kick\"\nonly_these = true\ndoors = [\"fungus-mob\"]\ntreasures = [\"pepper\", \"pepper\"]";
    passes(&text(
        head,
        &format!("{AID}{WON}doors_left = 0\ntreasures_left = 0\nhand = {{ Ann = [\"pepper\", \"pepper\"] }}\n"),
    ));
}

/// The keys that a table of the file takes, read off the error for one that it does not.
fn keys(table: &str) -> Vec<String> {
    let text = text("", &format!("{table}no_such_key = 1\n"));
    let error = Scenario::read(DeckSource::new("test.toml", text), "").expect_err("an unknown key").to_string();
    let listed = error.split_once("expected one of ").map(|(_, listed)| listed.to_owned()).unwrap_or_default();
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_guide_names_every_word() {
    let named = |word: &str| {
        let start = format!("`{word}");
        GUIDE.match_indices(&start).any(|(at, _)| GUIDE[at + start.len()..].starts_with(['`', ' ', ',']))
            || GUIDE.contains(&format!("[{word}]"))
    };
    let verbs = VERBS.iter().map(|(word, ..)| (*word).to_owned());
    let questions = QUESTIONS.iter().map(|(word, _)| (*word).to_owned());
    let tables = ["[[seat]]\n", "[[step]]\n", "[fight]\n", "[expect]\n", "[expect.view]\n"].into_iter().flat_map(keys);
    let words: Vec<String> = verbs.chain(questions).chain(tables).collect();
    assert!(words.len() > 120, "{words:?}");
    let missing: Vec<&String> = words.iter().filter(|word| !named(word)).collect();
    assert!(missing.is_empty(), "not in the guide: {missing:?}");
}
