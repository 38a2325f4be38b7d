//! Messages for authors of scenarios; the guide names every word.

use std::path::Path;

use kickdoor::deck::DeckSource;
use kickdoor::scenario::file::words::{QUESTIONS, VERBS};
use kickdoor::scenario::{Report, Scenario, ScenarioError};

const GUIDE: &str = include_str!("../docs/SCENARIOS.md");
const DECK: &str = "mini.toml";

/// A scenario of the small test deck: a head, three seats, and the rest.
fn text(head: &str, rest: &str) -> String {
    let seats = "[[seat]]\nname = \"Ann\"\nlevel = 4\nhand = [\"hot-pie\"]\n[[seat]]\nname = \"Bob\"\nhand = [\"gone-off\"]\n\
        [[seat]]\nname = \"Cyd\"\n";
    format!("rules = [\"door-01\"]\nsays = \"A test.\"\ndeck = \"{DECK}\"\n{head}\n{seats}{rest}")
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
    let report_text = report.to_string();
    no_internals(&report_text);
    parts.iter().for_each(|part| assert!(report_text.contains(part), "{part:?} is not in:\n{report_text}"));
}

/// Checks that a message has no values in the form of Rust code.
fn no_internals(message: &str) {
    let marks = ["CardId", "Seat(", "SeatState", "Some(", "None", "Err(", "::", "seat 1", "seat 2", "verb:"];
    marks.iter().for_each(|mark| assert!(!message.contains(mark), "{mark:?} is in:\n{message}"));
}

/// Checks that it cannot be played, with all of these parts in the error.
fn wrong(text: &str, parts: &[&str]) {
    let error = played(text).expect_err("it must not be played").to_string();
    no_internals(&error);
    parts.iter().for_each(|part| assert!(error.contains(part), "{part:?} is not in:\n{error}"));
}

const KICK: &str = "start = \"kick\"\ndoors = [\"fungus-mob\"]";
const AID: &str = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\ndoes = \"aid hot-pie\"\n";
const WON: &str = "[expect]\nfights = [\"killed\"]\n";

#[test]
fn a_scenario_with_true_claims_passes() {
    passes(&text(KICK, &format!("{AID}{WON}")));
    passes(&text("until = \"steps\"", "[expect]\nhand = { Ann = [\"hot-pie\"] }\nturn = 0\n"));
}

#[test]
fn a_false_claim_is_a_failure() {
    let claim = format!("{AID}{WON}levels = {{ Ann = 7 }}\n");
    fails(&text(KICK, &claim), &["test.toml:21: Level of Ann: expected 7, found 5", "Ann at `combat`"]);
}

#[test]
fn dice_left_over_and_missing_dice_are_failures() {
    let head = format!("{KICK}\ndice = [3]");
    fails(&text(&head, &format!("{AID}{WON}")), &["test.toml:6: dice were left over: [3]"]);
    fails(
        &text(KICK, "[expect]\nfights = [\"lost\"]\n"),
        &["test.toml:2: Ann rolls (running away), but the file has no `dice`"],
    );
}

#[test]
fn a_step_that_is_never_reached_is_a_failure() {
    let step = "[[step]]\nseat = \"Ann\"\ndoes = \"sell\"\n";
    fails(
        &text(KICK, &format!("{AID}{step}{WON}")),
        &["step 2: Ann `sell`: this did not happen before the scenario ended", "Ann was asked `combat`: [pass"],
    );
}

#[test]
fn an_answer_that_is_not_offered_is_a_failure() {
    let step = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\ndoes = \"hinder pepper\"\n";
    fails(
        &text(KICK, &format!("{step}{WON}")),
        &["test.toml:16: step 1: `hinder pepper` is not an option of Ann at `combat`: [pass, aid hot-pie"],
    );
    let step = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\nnot_offered = [\"aid\"]\noffered = [\"sell\"]\n";
    fails(
        &text(KICK, &format!("{step}{AID}{WON}")),
        &["`aid` is an option of Ann at `combat`", "`sell` is not an option of Ann at `combat`"],
    );
}

#[test]
fn a_question_to_a_seat_that_must_not_be_asked_is_a_failure() {
    let watch = "[[step]]\nseat = \"Bob\"\nat = \"combat\"\nnot_asked = true\n";
    fails(
        &text(KICK, &format!("{AID}{watch}{WON}")),
        &["step 2: Bob at `combat` is asked; the options are [pass, play gone-off]"],
    );
    passes(&text(KICK, &format!("{AID}{}{WON}", watch.replace("Bob", "Cyd"))));
}

#[test]
fn the_options_of_a_player_with_nothing_to_play_can_be_checked() {
    let step = "[[step]]\nseat = \"Cyd\"\nat = \"combat\"\noffered = [\"pass\"]\nnot_offered = [\"play\"]\n";
    passes(&text(KICK, &format!("{AID}{step}{WON}")));
}

#[test]
fn a_forced_pass_is_checked_before_the_door_opens() {
    const LEFT: &str = "[expect]\nnot_drawn = [\"fungus-mob\"]\n";
    let head = "doors = [\"fungus-mob\"]\nonly_these = true\nuntil = \"steps\"";
    let step = |now: &str| format!("[[step]]\nseat = \"Cyd\"\nat = \"start-of-turn\"\nnow = {{ {now} }}\n{LEFT}");
    passes(&text(head, &step("fight = false, doors_left = 1")));
    fails(&text(head, &step("fight = true")), &["step 1: fight: expected true, found false"]);
    fails(&text(head, &step("doors_left = 0")), &["step 1: doors_left: expected 0, found 1"]);
}

#[test]
fn a_forced_pass_is_checked_at_the_named_question() {
    let step = |at: &str, now: &str| format!("[[step]]\nseat = \"Cyd\"\nat = \"{at}\"\nnow = {{ {now} }}\n");
    let head = "start = \"opening\"\nuntil = \"steps\"";
    passes(&text(head, &step("opening", "turn = 0")));
    fails(&text(head, &step("opening", "turn = 1")), &["step 1: turn: expected 1, found 0"]);
    let head = format!("{KICK}\nuntil = \"steps\"\n");
    passes(&text(&head, &step("combat", "fight = true")));
    fails(&text(&head, &step("combat", "fight = false")), &["step 1: fight: expected false, found true"]);
}

#[test]
fn a_check_and_the_next_step_apply_to_the_same_forced_pass() {
    let look = "[[step]]\nseat = \"Cyd\"\nat = \"combat\"\nnot_offered = [\"play\"]\n";
    let step = look.replace("not_offered = [\"play\"]", "does = \"pass\"\nthen = { fight = true }");
    passes(&text(KICK, &format!("{AID}{look}{step}{WON}")));
    let wrong = step.replace("true", "false");
    fails(&text(KICK, &format!("{AID}{look}{wrong}{WON}")), &["step 3: fight: expected false, found true"]);
}

#[test]
fn unknown_rules_are_errors() {
    let named = |rules: &str| text(KICK, WON).replace("[\"door-01\"]", rules);
    wrong(
        &named("[\"combat-01\", \"combat-93\"]"),
        &["unknown rule `combat-93`", "--> test.toml:1:23", "did you mean `combat-", "are combat-01 to combat-"],
    );
    wrong(&named("[\"comabt-03\"]"), &["unknown rule `comabt-03`", "did you mean `combat-03`?"]);
    wrong(&named("[\"x\"]"), &["unknown rule `x`", "docs/RULES.md"]);
    wrong(&named("[]"), &["`rules` is empty", "--> test.toml:1:9"]);
    wrong(&named("[\"door-01\", \"door-01\"]"), &["`door-01` is named twice", "test.toml:1:21"]);
}

#[test]
fn statements_that_always_hold_are_rejected() {
    wrong(&text(KICK, &format!("{WON}discarded = []\n")), &["checks nothing", "test.toml:17:13"]);
    wrong(&text(KICK, &format!("{WON}levels = {{}}\n")), &["checks nothing", "test.toml:17:10"]);
    wrong(&text(KICK, &format!("{WON}hand_has = {{ Ann = [] }}\n")), &["an empty list checks nothing"]);
    wrong(&text(KICK, &format!("{WON}view = {{ seat = \"Ann\" }}\n")), &["`view` checks nothing"]);
    for claim in ["hand_lacks = { Ann = [\"apron\"] }", "not_discarded = [\"apron\"]"] {
        wrong(&text(KICK, &format!("{WON}{claim}\n")), &["`apron` does not occur in this scenario", "test.toml:17:"]);
    }
    let step = AID.replace("does", "not_offered = [\"wear apron\"]\ndoes");
    wrong(&text(KICK, &format!("{step}{WON}")), &["`apron` does not occur in this scenario", "test.toml:18:16"]);
    let head = format!("{KICK}\ntreasures = [\"pepper\", \"pepper\", \"apron\"]");
    fails(
        &text(&head, &format!("{step}{WON}not_drawn = [\"apron\"]\n")),
        &["`wear apron`: no copy has been drawn yet, so this check proves nothing"],
    );
}

#[test]
fn a_card_of_another_player_cannot_be_named_as_not_offered() {
    let step = AID.replace("does", "not_offered = [\"play gone-off\"]\ndoes");
    fails(&text(KICK, &format!("{step}{WON}")), &["`play gone-off`: only players other than Ann have this card"]);
}

#[test]
fn stacked_cards_must_be_drawn_or_listed_as_not_drawn() {
    let head = format!("{KICK}\ntreasures = [\"pepper\", \"pepper\", \"apron\"]");
    let claim = |cards: &str| format!("{AID}{WON}not_drawn = [{cards}]\n");
    let report = played(&text(&head, &format!("{AID}{WON}"))).expect("it can be played");
    let report_text = report.to_string();
    assert!(
        report_text.contains("test.toml:5: stacked cards not drawn (`not_drawn`): expected [], found ["),
        "{report_text}"
    );
    passes(&text(&head, &claim("\"apron\"")));
    fails(&text(&head, &claim("\"pepper\"")), &["expected [pepper], found [apron]"]);
}

#[test]
fn a_forced_pick_counts_as_a_question() {
    let head = "start = \"combat\"\nuntil = \"combat-end\"\n[fight]\nmonsters = [\"fungus-mob\"]\n";
    let enhance = "[[step]]\nseat = \"Bob\"\nat = \"combat\"\ndoes = \"play gone-off\"\n";
    let watch = "[[step]]\nseat = \"Bob\"\nat = \"which-monster\"\nnot_asked = true\n";
    let rest = "[[step]]\nseat = \"Ann\"\nat = \"before-roll\"\ndoes = \"pass\"\n";
    let text = text(head, &format!("{enhance}{watch}{rest}[expect]\nfights = [\"lost\"]\n"));
    fails(&text, &["step 2: Bob at `which-monster` is asked; the options are [monster fungus-mob]"]);
}

#[test]
fn an_end_that_is_not_reached_is_a_failure() {
    let text =
        text("start = \"before-charity\"\nuntil = \"combat-end\"\n[rule]\nmax_turns = 1\n", "[expect]\nfights = []\n");
    fails(&text, &["test.toml:5: `until = \"combat-end\"`, but no combat ended"]);
    wrong(&text.replace("until = \"combat-end\"", "turns = 0"), &["expected 1 turn or more, found 0", "test.toml:5:9"]);
}

#[test]
fn a_final_step_with_not_asked_covers_the_next_question() {
    let watch = "[[step]]\nseat = \"Bob\"\nat = \"combat\"\nnot_asked = true\n";
    let head = format!("{KICK}\nuntil = \"steps\"");
    fails(&text(&head, &format!("{AID}{watch}")), &["step 2: Bob at `combat` is asked"]);
}

#[test]
fn a_question_that_cannot_be_passed_needs_a_step() {
    let cards = r#"["hot-pie", "pepper", "apron", "chef-hat", "rolling-pin", "angry-bun"]"#;
    let text = text("start = \"charity\"", "[expect]\nhand_size = { Ann = 5 }\n").replace("[\"hot-pie\"]", cards);
    match played(&text) {
        Ok(report) => {
            assert!(
                report.to_string().contains("no step answers for Ann at `charity-card`, who cannot pass"),
                "{report}"
            );
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_scenario_must_state_something() {
    wrong(&text(KICK, ""), &["checks nothing"]);
    wrong(&text(KICK, "[expect]\n"), &["checks nothing", "--> test.toml:15:1"]);
    wrong(&text(KICK, "[[step]]\nseat = \"Ann\"\n"), &["this step does nothing and checks nothing"]);
}

#[test]
fn misspelt_words_are_reported_with_the_nearest_one() {
    wrong(
        &text(KICK, "[expect]\nlevels = { Anm = 3 }\n"),
        &["unknown seat `Anm`", "test.toml:16:12", "did you mean `Ann`?"],
    );
    wrong(&text(KICK, "[expect]\ndiscarded = [\"hot-pi\"]\n"), &["unknown card `hot-pi`", "did you mean `hot-pie`?"]);
    wrong(&text(KICK, "[expect]\nlevls = { Ann = 3 }\n"), &["unknown field `levls`", "did you mean `levels`?"]);
    wrong(&text(KICK, &AID.replace("combat", "combta")), &["unknown question `combta`", "did you mean `combat`?"]);
    wrong(&text(KICK, &AID.replace("aid", "aidd")), &["unknown verb `aidd`", "did you mean `aid`?"]);
    wrong(
        &text("rule = { win_levle = 5 }", WON),
        &["unknown rule `win_levle`", "test.toml:4", "did you mean `win_level`?"],
    );
}

#[test]
fn impossible_positions_are_errors() {
    wrong(
        &text("doors = [\"gone-off\", \"gone-off\", \"gone-off\", \"gone-off\"]", WON),
        &["of `gone-off`; no more can be placed", "--> test.toml:4:", "it is already placed on line 11"],
    );
    wrong(&text("doors = [\"hot-pie\"]", WON), &["`hot-pie` is not a Door", "test.toml:4:10"]);
    let ann = |given: &str| text(KICK, WON).replace("level = 4", given);
    wrong(
        &ann("worn = [\"apron\", \"gone-off\"]"),
        &["`gone-off` is not an Item that can be in use", "test.toml:8:18"],
    );
    wrong(&ann("level = 10"), &["expected a Level from 1 to 9, found 10", "test.toml:8:9"]);
    wrong(
        &ann("in_play = [\"cheat\"]").replace("cheat", "hot-pie"),
        &["`hot-pie` is an Item, which belongs to `worn` or `carried`", "test.toml:8:12"],
    );
    wrong(&ann("dead = true").replace("kick", "turn"), &["`Ann` is dead and holds no cards", "test.toml:9:9"]);
    wrong(&ann("known = [\"apron\"]"), &["`apron` is not in this hand", "test.toml:8:10"]);
    wrong(&ann("level = 300"), &["expected a Level from 1 to 9, found 300", "test.toml:8:9"]);
    wrong(
        &ann("in_play = [\"kneading\", \"proving\"]"),
        &["`Ann` has Ranks above the Level: `kneading`, `proving`", "--> test.toml:8:24"],
    );
    wrong(&text("dice = [7]", WON), &["expected a die from 1 to 6, found 7", "test.toml:4:9"]);
    wrong(&text("start = \"combat\"", WON), &["needs a fight", "test.toml:2"]);
    wrong(&text("start = \"setup\"", WON), &["a setup deals the cards itself", "test.toml:8:9"]);
    wrong(&text("[rule]\nwin_level = 9\nhand_limt = 3\n", WON), &["hand_limt", "test.toml:6:1"]);
    let more: String = (0..4).map(|n| format!("[[seat]]\nname = \"P{n}\"\n")).collect();
    wrong(&text(KICK, &format!("{more}{WON}")), &["expected 3 to 6 seats for this deck, found 7", "test.toml:22:8"]);
}

/// Every fault of a position, with the parts of its message: the line, and the card or the player.
#[test]
fn positions_that_the_rules_forbid_name_the_line_and_the_card() {
    let file = |start: &str, ann: &str, rest: &str| {
        let seats = format!("[[seat]]\nname = \"Ann\"\n{ann}\n[[seat]]\nname = \"Bob\"\n[[seat]]\nname = \"Cyd\"\n");
        let deck = "deck = [\"classic\", \"x-men\", \"zombies\"]";
        format!("rules = [\"door-01\"]\nsays = \"A test.\"\n{deck}\n{start}\n{seats}{rest}[expect]\nturn = 1\n")
    };
    let seat = |ann: &str| file("start = \"kick\"", ann, "");
    let fight = |fight: &str| file("start = \"combat\"", "", &format!("[fight]\n{fight}\n"));
    let pile = |pile: &str| file(pile, "", "");
    let cases: [(String, &[&str]); 26] = [
        (seat("level = 0"), &[":7:9", "expected a Level from 1 to 9, found 0"]),
        (seat("hand = [\"fire-drill-captain\"]"), &[":7:9", "`fire-drill-captain` is a Role"]),
        (seat("in_play = [\"fire-drill-captain\", \"heavy-hitter\"]"), &[":7:34", "`heavy-hitter` is a second Role"]),
        (seat("in_play = [\"elf\", \"dwarf\"]"), &[":7:19", "`Ann` has more cards than their slot holds", "`elf`"]),
        (seat("in_play = [\"angel\", \"storm\"]"), &[":7:21", "`Ann` has more cards than their slot holds", "`storm`"]),
        (seat("in_play = [\"nun\"]"), &[":7:12", "`nun` does not stay in play"]),
        (seat("in_play = [\"zombies/cheat\"]"), &[":7:12", "`zombies/cheat` has no Item", "`cheated`"]),
        (seat("cheated = [\"leg\"]"), &[":7:12", "no Cheat is left for `leg`"]),
        (seat("worn = [\"nun\"]"), &[":7:9", "`nun` is not an Item that can be in use"]),
        (seat("carried = [\"elf\"]"), &[":7:12", "`elf` is not an Item"]),
        (seat("known = [\"leg\"]"), &[":7:10", "`leg` is not in this hand"]),
        (
            seat("hand = [\"elf\", \"elf\", \"elf\", \"elf\"]"),
            &[":7:30", "there are 3 copies of `elf`", "it is already placed on line 7"],
        ),
        (file("", "dead = true\nworn = [\"leg\"]", ""), &[":8:9", "`Ann`: a dead player", "`leg`"]),
        (file("", "dead = true\nhand = [\"leg\"]", ""), &[":8:9", "`Ann` is dead and holds no cards"]),
        (file("start = \"setup\"", "worn = [\"leg\"]", ""), &[":7:9", "a setup deals the cards itself"]),
        (pile("doors = [\"leg\"]"), &[":4:10", "`leg` is not a Door"]),
        (pile("doors = [\"fire-drill-captain\"]"), &[":4:10", "`fire-drill-captain` is a Role"]),
        (pile("treasure_discards = [\"nun\"]"), &[":4:22", "`nun` is not a Treasure"]),
        (pile("start = \"combat\""), &[":2:8", "needs a fight"]),
        (fight("monsters = []"), &[":12:1", "a fight needs a monster"]),
        (fight("monsters = [\"leg\"]"), &[":13:13", "`leg` is not a monster"]),
        (fight("monsters = [\"nun\"]\nenhancers = [{ card = \"leg\" }]"), &[":14:23", "`leg` is not an enhancer"]),
        (fight("monsters = [\"nun\"]\nhelper = \"Ann\""), &[":14:10", "the helper must be another player"]),
        (fight("monsters = [\"nun\"]\nhelper = \"Bbo\""), &[":14:10", "unknown seat `Bbo`", "Ann, Bob, Cyd"]),
        (fight("monsters = [\"nun\"]\ntreasures = 1"), &[":14:13", "a deal needs a helper"]),
        (fight("monsters = [\"nun\"]\nhelper = \"Bob\"\ntreasures = 9"), &[":15:13", "9 Treasures are promised"]),
    ];
    let said = |text: &str| played(text).expect_err("it must not be played").to_string();
    let missing = |text: &str, parts: &[&str]| {
        let message = said(text);
        no_internals(&message);
        (!parts.iter().all(|part| message.contains(part))).then(|| format!("{parts:?} are not in:\n{message}"))
    };
    let faults: Vec<String> = cases.iter().filter_map(|(text, parts)| missing(text, parts)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Every way in which a scenario fails without a false statement names a line.
#[test]
fn failures_name_a_line() {
    let lose =
        |head: &str, rest: &str| text(&format!("{KICK}\n{head}"), &format!("{rest}[expect]\nfights = [\"lost\"]\n"));
    fails(&lose("", ""), &["test.toml:2: Ann rolls (running away), but the file has no `dice`"]);
    fails(&lose("dice = [1, 2]", ""), &["test.toml:6: dice were left over: [2]"]);
    let pass = "[[step]]\nseat = \"Ann\"\nat = \"combat\"\ndoes = \"pass\"\n";
    fails(&lose("", pass), &["test.toml:17: Ann rolls (running away), but the file has no `dice`"]);
    let late = "[[step]]\nseat = \"Ann\"\ndoes = \"sell\"\n";
    fails(
        &lose("dice = [1]", late),
        &["test.toml:17: step 1: Ann `sell`: this did not happen before the scenario ended"],
    );
}

#[test]
fn two_items_in_use_in_one_slot_are_an_error() {
    let card = |id: &str| {
        format!(
            "[[card]]\nid = \"{id}\"\nname = \"Hat\"\nkind = \"item\"\nslot = \"headgear\"\nbonus = 1\ngold = 100\n\
             origin = \"modelled\"\n"
        )
    };
    let text = text(KICK, &format!("{}{}{WON}", card("one-hat"), card("two-hat")));
    let worn = text.replace("level = 4", "worn = [\"one-hat\", \"two-hat\"]");
    wrong(&worn, &["`two-hat` and `one-hat` (line 8) are both headgear", "--> test.toml:8:20", "in `carried`"]);
}

#[test]
fn impossible_fights_are_errors() {
    let fight = |fight: &str| {
        let head = format!("start = \"combat\"\n[fight]\nmonsters = [\"fungus-mob\"]\n{fight}\n");
        text(&head, "[expect]\nfights = [\"killed\"]\n")
    };
    wrong(&fight("helper = \"Ann\""), &["the helper must be another player", "test.toml:7:10"]);
    wrong(&fight("helper = \"Bob\"\ntreasures = 9"), &["9 Treasures are promised, but a win brings", "test.toml:8:13"]);
    wrong(&fight("treasures = 1"), &["a deal needs a helper", "test.toml:7:13"]);
    let on = "enhancers = [{ card = \"gone-off\", on = 2 }]";
    wrong(&fight(on), &["`gone-off` has no monster 2 to enhance", "test.toml:7:40", "numbered from 1: 1"]);
    let loner = "[[card]]\nid = \"loner\"\nname = \"Loner\"\nkind = \"monster\"\nlevel = 2\ntreasures = 1\n\
        bad_stuff = [\"die\"]\nfight = [\"no_help\"]\norigin = \"modelled\"\n";
    let alone = fight("helper = \"Bob\"").replace("\"fungus-mob\"", "\"loner\"") + loner;
    wrong(&alone, &["no player may help against `loner`", "test.toml:7:10"]);
}

#[test]
fn short_forms_expand_to_single_decisions() {
    let fight = "start = \"combat\"\nuntil = \"combat-end\"\n[fight]\nmonsters = [\"fungus-mob\"]\n";
    let step = |seat: &str, at: &str, rest: &str| format!("[[step]]\nseat = \"{seat}\"\nat = \"{at}\"\n{rest}\n");
    let text = |steps: &str| {
        text(fight, &format!("{steps}{WON}"))
            .replace("level = 4", "level = 2")
            .replace("name = \"Cyd\"", "name = \"Cyd\"\nlevel = 6")
    };
    let joined = "then = { helper = \"Cyd\", players = 8 }";
    let deal = |does: &str| step("Ann", "combat", &format!("offered = [\"ask\"]\ndoes = \"{does}\"\n{joined}"));
    passes(&text(&deal("deal with Cyd for 0")));
    passes(&text(&deal("deal with Cyd for 2 Treasures, helper first")).replace("helper first", "main first"));
    passes(&text(
        &(step("Ann", "combat", "does = \"ask Cyd for 0\"")
            + &step("Cyd", "reply", &format!("does = \"accept\"\n{joined}"))),
    ));
    fails(&text(&deal("deal with Cyd for 9")), &["step 1: `number 9` is not an option of Ann at `offer-treasures`"]);
    fails(
        &text(&deal("deal with Cyd for 0").replace("players = 8", "players = 9")),
        &["step 1: players: expected 9, found 8"],
    );
    let enhanced = "then = { monsters = 10 }";
    let aimed = step("Bob", "combat", &format!("does = \"play gone-off on fungus-mob\"\n{enhanced}"));
    let help = deal("deal with Cyd for 0").replace(joined, "");
    let lost = text(&format!("{aimed}{help}")).replace("level = 6", "level = 9");
    assert!(!played(&lost).expect("it can be played").to_string().contains("not offered"), "{lost}");
}

#[test]
fn misspelt_short_forms_are_errors() {
    let step = |does: &str| text(KICK, &format!("{}{WON}", AID.replace("aid hot-pie", does)));
    wrong(&step("deal with Cid for 1"), &["unknown seat `Cid`", "test.toml:18:8", "did you mean `Cyd`?"]);
    wrong(&step("ask Cyd"), &["expected `NAME for NUMBER`, found `Cyd`", "`deal with NAME for NUMBER`"]);
    wrong(&step("ask Cyd for some"), &["expected a number of Treasures, found `some`"]);
    wrong(
        &step("ask Cyd for 1, me first"),
        &["expected `main first`, `helper first` or `promising CARD`, found `me first`"],
    );
    wrong(&step("play hot-pie on fungusmob"), &["`fungusmob` cannot be a target", "did you mean `fungus-mob`?"]);
    wrong(&step("sell hot-pie, aprn"), &["unknown card `aprn`", "did you mean `apron`?"]);
    wrong(&step("deel with Cyd for 1"), &["unknown verb `deel`"]);
}

#[test]
fn a_scenario_can_add_and_replace_cards() {
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
fn a_kind_of_several_sets_needs_the_set() {
    let text = |kind: &str| {
        format!(
            "rules = [\"combine-01\"]\nsays = \"A test.\"\ndeck = [\"classic\", \"x-men\", \"axe-cop\"]\nuntil = \"steps\"\n\
             [[card]]\nid = \"pal\"\nname = \"Pal\"\nkind = \"{kind}\"\norigin = \"modelled\"\n\
             [[seat]]\nname = \"Ann\"\nin_play = [\"pal\"]\n[[seat]]\nname = \"Bob\"\n[[seat]]\nname = \"Cyd\"\n\
             [expect]\nin_play = {{ Ann = [\"pal\"] }}\n"
        )
    };
    passes(&text("x-men/ally"));
    passes(&text("hireling"));
    wrong(&text("ally"), &["several sets have a kind `ally`", "test.toml:8:8", "write `axe-cop/ally` or `x-men/ally`"]);
    wrong(&text("hirelin"), &["unknown kind `hirelin`", "test.toml:8:8", "did you mean `hireling`?"]);
}

#[test]
fn only_these_removes_all_cards_that_are_not_named() {
    let head = "start = \"kick\"\nonly_these = true\ndoors = [\"fungus-mob\"]\ntreasures = [\"pepper\", \"pepper\"]";
    passes(&text(
        head,
        &format!("{AID}{WON}doors_left = 0\ntreasures_left = 0\nhand = {{ Ann = [\"pepper\", \"pepper\"] }}\n"),
    ));
}

/// The valid keys of a table of the file, taken from the error message for an unknown key.
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
