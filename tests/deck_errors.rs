//! Errors in deck files: each names the line, the card, the expected input and the nearest valid word.

use kickdoor::deck::{Deck, DeckError, DeckSource, load};

const MINI: &str = include_str!("decks/mini.toml");

fn loaded(text: &str) -> Result<Deck, DeckError> {
    load(&[DeckSource::new("mini.toml", text)], &[])
}

/// The test deck with one change.
fn edited(from: &str, to: &str) -> String {
    assert!(MINI.contains(from), "the test deck has no {from:?}");
    MINI.replacen(from, to, 1)
}

/// Checks that this text fails with a message that contains all of these parts.
fn fails(text: &str, parts: &[&str]) {
    let error = loaded(text).expect_err("it must not load").to_string();
    for part in parts {
        assert!(error.contains(part), "{part:?} is not in:\n{error}");
    }
}

/// The first line that contains `part`.
fn line_of(text: &str, part: &str) -> String {
    let at = text.find(part).expect("it is there");
    format!("mini.toml:{}:", text[..at].matches('\n').count() + 1)
}

#[test]
fn the_test_deck_has_no_error() {
    assert!(loaded(MINI).is_ok());
}

#[test]
fn a_misspelt_field_is_reported_with_the_nearest_one() {
    let text = edited("level = 4\n", "levle = 4\n");
    let line = line_of(&text, "levle");
    fails(&text, &["unknown field `levle`", &line, "card `fungus-mob`", "did you mean `level`?"]);
}

#[test]
fn a_misspelt_effect_or_kind_is_reported_with_the_nearest_one() {
    let effect = edited("lose_levels = 1", "lose_level = 1");
    fails(
        &effect,
        &["unknown word `lose_level`", "card `angry-bun`, field `bad_stuff[0]", "did you mean `lose_levels`?"],
    );
    let kind = edited("kind = \"monster\"", "kind = \"monstr\"");
    fails(&kind, &["unknown kind `monstr`", "field `kind`", "did you mean `monster`?", "expected one of `monster`"]);
}

#[test]
fn a_deck_without_cards_needs_one_of_each_pile_even_if_none_is_dealt() {
    let head = "[set]\nid = \"none\"\nname = \"None\"\nplayers = { min = 3, max = 6 }\n[rules]\ndeal = 0\n";
    fails(head, &["expected a Door card in none, found none", "add a Door card", "expected a Treasure card"]);
}

#[test]
fn control_characters_in_names_are_reported() {
    for (odd, found) in [("\\u001B[31m", "u{1b}"), ("\\n", "u{a}"), ("\\u202E", "u{202e}")] {
        let message = format!("expected one line without control or invisible characters, found \\{found}");
        let name = |from: &str| edited(&format!("name = \"{from}"), &format!("name = \"{odd}{from}"));
        fails(&name("Baker\""), &[&message, "card `baker`, field `name`"]);
        fails(&name("Bakery Brawl"), &[&message, "field `set.name`"]);
        fails(&edited("kick = \"", &format!("kick = \"{odd}")), &[&message, "field `set.terms.kick`"]);
        fails(&MINI.replace("mouldy", &format!("{odd}mouldy")), &[&message, "tags[0]"]);
    }
}

#[test]
fn a_list_in_the_place_of_a_table_is_reported() {
    let rules = |text: &str| format!("{text}\n{MINI}");
    fails(&rules("rules = [5]"), &["expected a table, found a list", "mini.toml:1:9", "field `rules`"]);
    let twice = format!("{MINI}\n[[rules]]\nwin_level = 5\n");
    fails(&twice, &["expected a table, found a list", "field `rules[0]`"]);
    let players = edited("players = { min = 3, max = 6 }", "players = [3, 6]");
    fails(&players, &["expected a table, found a list", "field `set.players`"]);
    let draw = edited("bad_stuff = [{ lose_levels = 1", "bad_stuff = [{ draw = [\"treasure\", 2] }, { lose_levels = 1");
    fails(&draw, &["expected a table, found a list", "field `bad_stuff[0].draw`"]);
}

#[test]
fn a_modifier_that_depends_on_what_it_changes_is_reported() {
    let modifiers = [
        "{ add = 1, if = \"unaided\" }",
        "{ add = 1, each = \"strength\" }",
        "{ add = 1, if = { carries = { strongest = true } } }",
        "{ add = 1, if = { all = [\"fighting\", { fighter = { not = { carries = { strongest = true } } } }] } }",
    ];
    for modifier in modifiers {
        let hat = "[[card]]\nid = \"hat\"\nname = \"Hat\"\nkind = \"item\"\ngold = 100\norigin = \"modelled\"\n";
        let text = format!("{MINI}\n{hat}strength = [{modifier}]\n");
        fails(&text, &["a modifier cannot depend on a total that it changes", "card `hat`"]);
    }
}

#[test]
fn a_role_that_would_be_lost() {
    let role = "[[card]]\nid = \"chef\"\nname = \"Chef\"\nkind = \"role\"\norigin = \"modelled\"\n";
    let text =
        format!("{MINI}\n{role}use = [{{ when = [\"turn\"], cost = \"this_card\", do = [{{ gain_levels = 1 }}] }}]\n");
    fails(
        &text,
        &["`this_card` cannot be the cost of a role", "card `chef`, field `use[0].cost`", "a Role never leaves play"],
    );
}

/// The test deck with a kind and a card of that kind.
fn with_kind(kind: &str) -> String {
    let card = "[[card]]\nid = \"guide\"\nname = \"Guide\"\nkind = \"ally\"\norigin = \"modelled\"\n";
    format!("{MINI}\n[[kind]]\n{kind}\n{card}")
}

#[test]
fn mistakes_in_declared_kinds_are_reported() {
    let right = "id = \"ally\"\nplay = \"slot\"";
    assert!(loaded(&with_kind(right)).is_ok());
    let wrong = |more: &str, parts: &[&str]| fails(&with_kind(&format!("{right}\n{more}")), parts);
    wrong("not_traded = true", &["a kind with `play = \"slot\"` cannot have `not_traded`", "kind[0].not_traded"]);
    wrong("limit = 0", &["expected a number from 1 to 20, found 0", "kind[0].limit"]);
    wrong("slot = \"Guild\"\nlimit = 2", &["expected 1, the limit of `identity` in the same slot `Guild`, found 2"]);
    wrong("name = \"Ally\"\nterm = \"power\"", &["expected `name` or `term`, found both"]);
    wrong("name = \" \"", &["expected a name, found a blank string"]);
    wrong("limits = 2", &["unknown field `limits`", "did you mean `limit`?"]);
    wrong("at_death = \"lost\"", &["unknown word `lost`", "expected one of `kept`, `looted`, `discarded`"]);
    wrong("at_death = 7", &["unknown word `7`", "expected one of `kept`, `looted`, `discarded`"]);
    wrong("at_death = true", &["unknown word `true`", "expected one of `kept`, `looted`, `discarded`"]);
    wrong("[[kind]]\nid = \"ally\"\nplay = \"slot\"", &["two kinds have the id `ally`"]);
    wrong("[[kind]]\nid = \"item\"\nplay = \"slot\"", &["`item` is the id of a standard kind"]);
    wrong("[[kind]]\nid = \"My Ally\"\nplay = \"slot\"", &["expected lower-case letters, digits and underscores"]);
    wrong("[[kind]]\nid = \"more\"\nplay = \"room\"\nslot = \"Al\"", &["unknown slot `Al`"]);
    let other = with_kind(right).replace("kind = \"ally\"", "kind = \"aly\"");
    fails(&other, &["unknown kind `aly`", "card `guide`, field `kind`", "did you mean `ally`?"]);
    let filter = "lose_items = { what = { kind = \"alli\" } }";
    fails(
        &with_kind(right).replacen("lose_levels = 1", filter, 1),
        &["expected a kind of cards that stay in play, found `alli`", "did you mean `ally`?", "expected one of `"],
    );
    let bare = with_kind("id = \"ally\"\nplay = \"rank\"");
    fails(&bare, &["an ally needs `rank`"]);
}

#[test]
fn missing_fields_wrong_types_and_missing_values_are_reported() {
    fails(&edited("name = \"Baker\"\n", ""), &["missing field `name`", "card `baker`"]);
    let text = edited("level = 8\n", "level = \"eight\"\n");
    fails(&text, &["expected a whole number", "card `inspector`, field `level`"]);
    fails(&edited("level = 8\n", "level = \n"), &[&line_of(MINI, "level = 8\n"), "card `inspector`"]);
}

#[test]
fn an_unknown_name_in_a_condition_is_reported_with_the_nearest_one() {
    let text = edited("has = \"baker\" } } }", "has = \"bakre\" } } }");
    let line = line_of(&text, "bakre");
    let field = "card `taste-tester`, field `strength[0].if.fighter.has`";
    fails(&text, &["unknown identity or power `bakre`", &line, field, "did you mean `baker`?"]);
}

#[test]
fn an_unknown_tag_is_reported_with_the_nearest_one() {
    let text = edited("carries = { tag = \"leather\"", "carries = { tag = \"lether\"");
    fails(&text, &["unknown tag `lether`", "field `on[0].if.carries.tag`", "did you mean `leather`?"]);
    let text = edited("joining_tags = [\"mouldy\"]", "joining_tags = [\"moldy\"]");
    fails(&text, &["tag `moldy`", "field `set.joining_tags[0]`", "did you mean `mouldy`?"]);
}

#[test]
fn numbers_out_of_range_are_reported_with_their_limits() {
    let cases = [
        ("level = 8\n", "level = 31\n", "expected a number from 1 to 30, found 31"),
        ("rank = 4", "rank = 5", "expected a number from 1 to 4, found 5"),
        ("hands = 2", "hands = 3", "expected a number from 1 to 2, found 3"),
        ("copies = 4", "copies = 0", "expected a number from 1 to 20, found 0"),
        ("gold = 700", "gold = 7000", "expected a number from 0 to 5000, found 7000"),
        ("lose_levels = 1 }", "lose_levels = 0 }", "expected a number from 1 to 99, found 0"),
        ("lose_levels = 1 }", "lose_levels = 255 }", "expected a number from 1 to 99, found 255"),
        ("{ lose_levels = 1 }", "{ lose_powers = 255 }", "expected a number from 1 to 99, found 255"),
        ("lose_levels = 1 }", "lose_levels = 70000 }", "expected a number from 1 to 99, found 70000"),
        ("{ lose_levels = 1 }", "{ repeat = { times = 255, do = [] } }", "expected a number from 1 to 99, found 255"),
        ("by = 1 }", "by = 255 }", "expected a number from -99 to 99 other than 0, found 255"),
        (
            "level = 8\n",
            "level = 99999999999999999999999\n",
            "expected a number from 1 to 30, found 99999999999999999999999",
        ),
        ("max = 6", "max = 8", "expected a number from 3 to 6, found 8"),
        ("up_to = 6", "up_to = 5", "that end at 6, found [2, 5]"),
        ("{ at_most = 3 }", "{}", "expected `at_least`, `at_most` or both, found neither"),
    ];
    for (from, to, expected) in cases {
        let text = edited(from, to);
        fails(&text, &[expected, &line_of(&text, to)]);
    }
}

#[test]
fn rules_out_of_range_and_misspelt_rules_are_reported() {
    fails(
        &format!("{MINI}\n[rules]\nwin_level = 40\n"),
        &["expected a number from 2 to 20", "field `rules.win_level`"],
    );
    let overrides = ["win_levle=10".to_owned()];
    let error = load(&[DeckSource::new("mini.toml", MINI)], &overrides).expect_err("no such rule");
    assert!(error.to_string().contains("did you mean `win_level`?"), "{error}");
}

#[test]
fn two_cards_with_the_same_id_are_reported() {
    let text = edited("id = \"bribe\"", "id = \"promotion\"");
    fails(&text, &["two cards have the id `promotion`", "card `promotion`, field `id`"]);
}

#[test]
fn fields_that_do_not_belong_to_the_kind_are_reported() {
    let cases = [
        ("level = 8\n", "level = 8\ngold = 100\n", "a monster cannot have `gold`"),
        ("gold = 700", "gold = 700\nlevel = 3", "an item cannot have `level`"),
        ("gold = 700", "gold = 700\nbad_stuff = [\"die\"]", "an item cannot have `bad_stuff`"),
        ("gold = 700", "gold = 700\nrank = 2", "an item cannot have `rank`"),
        ("gold = 700", "gold = 700\nhands = 1", "`hands` needs `slot = \"hand\"`"),
        ("gold = 700", "gold = 700\nusable_by = \"fighting\"", "can test only identities, powers, gender and Level"),
        ("lasts = \"next_combat\"\n", "", "`strength` of a curse needs `lasts`"),
    ];
    for (from, to, expected) in cases {
        fails(&edited(from, to), &[expected]);
    }
}

#[test]
fn missing_required_fields_are_reported() {
    let cases = [
        ("level = 8\n", "", "a monster needs `level`"),
        ("treasures = 5\n", "", "a monster needs `treasures`"),
        ("rank = 4\n", "", "a power needs `rank`"),
        ("gold = 700\n", "", "an item needs `gold`"),
        ("once = true\nbonus = 3\n", "once = true\n", "a once item without `bonus` needs `use`"),
        ("use = [{ when = [\"combat\"], do = [{ send_monster = {} }] }]\n", "", "a special card needs `use`"),
        ("curse = [{ lose_levels = 1 }]\n", "", "a curse needs `curse`"),
    ];
    for (from, to, expected) in cases {
        fails(&edited(from, to), &[expected]);
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let text =
        edited("level = 8\n", "level = 0\n").replacen("rank = 4", "rank = 9", 1).replacen("hands = 2", "hands = 0", 1);
    let error = loaded(&text).expect_err("three things are wrong");
    assert_eq!(error.problems().len(), 3);
    assert_eq!(error.to_string().matches("\n\nerror: ").count(), 2);
}

#[test]
fn all_faults_of_shape_are_reported_at_once_each_with_its_line() {
    let faults = [
        ("level = 8\n", "levle = 8\n", "unknown field `levle`"),
        (
            "treasures = 5\n",
            "treasures = \"five\"\n",
            "expected a whole number from -6 to 6, found the string \"five\"",
        ),
        ("rank = 4", "rank = 9", "expected a number from 1 to 4, found 9"),
        ("name = \"Baker\"\n", "", "missing field `name`"),
        ("[{ lose_levels = 1 }]", "[{ lose_levels = 0 }, \"dye\"]", "expected a number from 1 to 99, found 0"),
        ("joining_tags = [", "joining_tag = [", "unknown field `joining_tag`"),
    ];
    let text = faults.iter().fold(MINI.to_owned(), |text, (from, to, _)| {
        assert!(text.contains(from), "the test deck has no {from:?}");
        text.replacen(from, to, 1)
    });
    let error = loaded(&text).expect_err("seven things are wrong");
    let messages: Vec<&str> = error.problems().iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages.len(), faults.len() + 1, "{messages:#?}");
    for (_, to, message) in faults.iter().filter(|(_, to, _)| !to.is_empty()) {
        let problem = error.problems().iter().find(|problem| problem.message == *message);
        let line = problem.and_then(|problem| problem.place.as_ref()).unwrap_or_else(|| panic!("{message}")).line;
        assert_eq!(format!("mini.toml:{line}:"), line_of(&text, to), "{message}");
    }
    assert!(error.problems().iter().any(|problem| problem.message == "unknown word `dye`"), "{messages:#?}");
    let lines: Vec<usize> =
        error.problems().iter().map(|problem| problem.place.as_ref().expect("a place").line).collect();
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn many_faults_are_counted() {
    let cards: String = (0..500).map(|n| format!("[[card]]\nid = \"odd-{n}\"\nkind = \"cheat\"\n")).collect();
    let error = loaded(&format!("{MINI}\n{cards}")).expect_err("no card has a name");
    assert_eq!(error.problems().len(), 500);
    assert!(error.to_string().ends_with("and 480 more problems"), "{error}");
    let fields: String = (0..500).map(|n| format!("field-{n} = 1\n")).collect();
    let error = loaded(&format!("{MINI}\n[[card]]\n{fields}")).expect_err("unknown fields");
    assert_eq!(error.problems().len(), 20, "the first faults of a card");
    let decks = ["one", "other"].map(|name| DeckSource::new(name, "[set]\nid = 3\nname = 4\n"));
    let error = load(&decks, &[]).expect_err("two faults each");
    let files: Vec<&str> = error.problems().iter().filter_map(|p| Some(p.place.as_ref()?.file.as_str())).collect();
    assert_eq!(files, ["one", "one", "other", "other"]);
}

#[test]
fn a_missing_field_is_shown_with_an_example() {
    let card = |text: &str| format!("{MINI}\n[[card]]\n{text}\n");
    fails(&card("name = \"Odd\"\nkind = \"cheat\""), &["missing field `id`", "for example, `id = \"...\"`"]);
    fails(&card("id = \"odd\"\nname = \"Odd\""), &["missing field `kind`", "for example, `kind = \"monster\"`"]);
    let odd = |text: &str| card(&format!("id = \"odd\"\nname = \"Odd\"\n{text}"));
    fails(
        &odd("kind = \"curse\"\ncurse = [{ draw = {} }]"),
        &["missing field `deck`", "for example, `deck = \"door\"`"],
    );
    fails(&odd("kind = \"special\"\nuse = [{ do = [\"die\"] }]"), &["`when`", "for example, `when = [\"any_time\"]`"]);
    fails(&odd("kind = \"monster\"\ntreasures = 1"), &["a monster needs `level`", "for example, `level = 1`"]);
    fails("", &["expected a deck, found an empty file"]);
    fails(
        "[rules]\ndeal = 3\n",
        &[
            "missing field `set`",
            "for example, `set = { id = \"...\", name = \"...\", players = { min = 3, max = 3 } }`",
        ],
    );
}

#[test]
fn too_few_and_too_many_cards_are_reported() {
    let doors = MINI.split("# Treasures").next().expect("a first part");
    fails(
        doors,
        &[
            "expected at least 24 Treasure cards in mini (6 players with 4 each), found 0",
            "--> mini.toml:6:1",
            "add Treasure cards, or lower",
        ],
    );
    let many = MINI.replace("copies = 2", "copies = 20");
    assert!(loaded(&many).is_ok());
    let item = |number| {
        format!(
            "[[card]]\nid = \"item-{number}\"\nname = \"Item\"\nkind = \"item\"\ngold = 0\norigin = \"modelled\"\ncopies = 20\n"
        )
    };
    let items: String = (0..52).map(item).collect();
    fails(&format!("{MINI}\n{items}"), &["expected at most 1024 cards, found "]);
}

#[test]
fn too_many_uses_with_a_limit_are_reported() {
    let bells = |copies: u8| {
        format!(
            "{MINI}\n[[card]]\nid = \"bell\"\nname = \"Bell\"\nkind = \"item\"\ncopies = {copies}\ngold = 0\norigin = \"modelled\"\n\
             use = [{{ when = [\"turn\"], limit = 20, do = [{{ draw = {{ deck = \"door\" }} }}] }}]\n"
        )
    };
    assert!(loaded(&bells(4)).is_ok());
    fails(&bells(5), &["expected at most 95 limited uses (`limit` times `copies` over all cards), found 107"]);
}

#[test]
fn the_order_of_the_cards_does_not_change_the_deck() {
    let parts: Vec<&str> = MINI.split("[[card]]").collect();
    let (head, cards) = parts.split_first().expect("a head");
    let backwards: String = cards.iter().rev().map(|card| format!("\n[[card]]{card}")).collect();
    let (one, other) = (loaded(MINI).expect("it loads"), loaded(&format!("{head}{backwards}")).expect("it loads"));
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

#[test]
fn broken_files_do_not_panic() {
    for cut in (0..MINI.len()).step_by(7) {
        let (start, end) = MINI.split_at(cut);
        let swapped = format!("{end}{start}");
        for text in [start, end, swapped.as_str()] {
            if let Err(error) = loaded(text) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn a_trigger_that_can_never_happen_is_reported() {
    let monster = edited(
        "id = \"angry-bun\"\n",
        "id = \"angry-bun\"\non = [{ when = \"turn_start\", do = [{ lose_levels = 1 }] }]\n",
    );
    fails(
        &monster,
        &[
            &line_of(&monster, "on = [{ when = \"turn_start\""),
            "card `angry-bun`, field `on[0].when`",
            "`turn_start` never happens to a monster",
            "expected one of `meet`, `fight`, `played`, `kill`, `flight`, `pursuit`, `escape`",
        ],
    );
}

#[test]
fn numbers_too_large_for_their_type_are_reported_with_the_same_limits() {
    let cases = [
        ("copies = 4", "copies = 300", "expected a number from 1 to 20, found 300"),
        ("level = 8\n", "level = 99999\n", "expected a number from 1 to 30, found 99999"),
        ("hands = 2", "hands = -1", "expected a number from 1 to 2, found -1"),
        ("gold = 700", "gold = 70000", "expected a number from 0 to 5000, found 70000"),
        ("max = 6", "max = 800", "expected a number from 3 to 6, found 800"),
    ];
    for (from, to, expected) in cases {
        let text = edited(from, to);
        fails(&text, &[expected, &line_of(&text, to)]);
    }
    fails(&format!("{MINI}\n[rules]\nwin_level = 400\n"), &["expected a number from 2 to 20, found 400"]);
}

#[test]
fn messages_contain_no_names_of_rust_types() {
    let wrongs = [
        ("level = 8\n", "level = [8]\n"),
        ("level = 8\n", "level = { a = 8 }\n"),
        ("level = 8\n", "level = 8.5\n"),
        ("level = 8\n", "level = true\n"),
        ("copies = 4", "copies = \"four\""),
        ("name = \"Baker\"", "name = 3"),
        ("max = 6", "max = 1979-05-27"),
        ("bad_stuff = [", "bad_stuff = 3 #"),
        ("kind = \"monster\"", "kind = [\"monster\"]"),
        ("kind = \"monster\"", "kind = {}"),
        ("lose_levels = 1 }", "lose_levels = [] }"),
        ("{ lose_levels = 1 }", "[\"die\"]"),
    ];
    let words =
        ["i16", "u16", "u8", "i64", " map", "struct", "variant", "sequence", "enum ", "invalid type", "newtype"];
    for (from, to) in wrongs {
        let error = loaded(&edited(from, to)).expect_err(to).to_string();
        words.into_iter().for_each(|word| assert!(!error.contains(word), "{word}: {error}"));
        assert!(error.contains("expected"), "{error}");
    }
}

/// Words, each with its part of the language.
type Words = Vec<(&'static str, String)>;

/// The effects, conditions, grants and costs: words without settings, and words with settings.
fn forms() -> (Words, Words) {
    let schema: serde_json::Value = serde_json::from_str(&kickdoor::deck::schema()).expect("JSON");
    let (mut alone, mut with) = (Words::new(), Words::new());
    for definition in ["Effect", "Condition", "Grant", "Cost", "LevelMark"] {
        for form in schema["$defs"][definition]["oneOf"].as_array().expect("forms") {
            match (form["const"].as_str(), form["properties"].as_object()) {
                (Some(word), _) => alone.push((definition, word.to_owned())),
                (_, Some(fields)) => with.extend(fields.keys().map(|word| (definition, word.clone()))),
                _ => panic!("{form}"),
            }
        }
    }
    (alone, with)
}

/// The test deck with a card that has this value for this definition.
fn with_value(definition: &str, value: &str) -> String {
    let monster = ["defeat_this", "escape_this", "leave", "wandered_in"].iter().any(|word| value.contains(word));
    let fields = match definition {
        "Effect" if monster => {
            let when = if value.contains("escape_this") { "flight" } else { "meet" };
            format!("level = 1\ntreasures = 1\non = [{{ when = \"{when}\", do = [{value}] }}]")
        }
        "Condition" if monster => format!("level = 1\ntreasures = 1\nstrength = [{{ add = 1, if = {value} }}]"),
        "Effect" => format!("use = [{{ when = [\"curse\"], do = [{{ lose_items = {{}} }}, {value}] }}]"),
        "Condition" => format!("use = [{{ when = [\"curse\"], if = {value}, do = [\"die\"] }}]"),
        "Grant" => format!("grants = [{value}]"),
        "Cost" => format!("use = [{{ when = [\"turn\"], cost = {value}, do = [\"die\"] }}]"),
        _ => format!("use = [{{ when = [\"turn\"], do = [{{ fall_to = {value} }}] }}]"),
    };
    let kind = if monster { "monster" } else { "identity" };
    format!("{MINI}\n[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"{kind}\"\norigin = \"modelled\"\n{fields}\n")
}

#[test]
fn words_without_their_settings_are_reported_with_the_right_form() {
    for (definition, word) in forms().1 {
        let text = with_value(definition, &format!("\"{word}\""));
        let message = loaded(&text).expect_err(&word).to_string();
        let start = format!("`{word}` needs settings: write `");
        let at = message.find(&start).unwrap_or_else(|| panic!("{word}: {message}")) + start.len();
        let form = message[at..].split('`').next().unwrap_or_default();
        assert!(form.starts_with(&format!("{{ {word} = ")), "{form}");
        if !form.contains("...") {
            let repaired = loaded(&with_value(definition, form));
            assert!(repaired.is_ok(), "{form}: {}", repaired.expect_err(form));
        }
    }
}

#[test]
fn words_with_settings_that_they_do_not_take_are_reported() {
    for (definition, word) in forms().0 {
        for value in ["1", "true", "{ x = 1 }", "[1]"] {
            let text = with_value(definition, &format!("{{ {word} = {value} }}"));
            fails(&text, &[&format!("`{word}` takes no settings: write `\"{word}\"`"), "card `odd`"]);
        }
        assert!(loaded(&with_value(definition, &format!("\"{word}\""))).is_ok(), "{word}");
    }
}

#[test]
fn a_limit_per_roll_needs_a_limit() {
    let card = |limit: &str| {
        let rule =
            format!("use = [{{ when = [\"after_roll\"], cost = {{ discard = 1 }}, {limit} do = [\"reroll\"] }}]");
        format!("{MINI}\n[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"identity\"\norigin = \"modelled\"\n{rule}\n")
    };
    fails(&card("per_roll = true,"), &["`per_roll` needs `limit`", "card `odd`"]);
    assert!(loaded(&card("limit = 1, per_roll = true,")).is_ok());
}

#[test]
fn only_an_item_that_stays_can_be_used_while_it_is_carried() {
    let card = |kind: &str| {
        let rule = "use = [{ when = [\"turn\"], cost = \"this_card\", carried = true, do = [{ gain_levels = 1 }] }]";
        format!("{MINI}\n[[card]]\nid = \"odd\"\nname = \"Odd\"\norigin = \"modelled\"\n{kind}\n{rule}\n")
    };
    fails(&card("kind = \"identity\""), &["a use of an identity cannot have `carried`", "card `odd`"]);
    fails(&card("kind = \"item\"\ngold = 1\nonce = true"), &["cannot have `carried`", "card `odd`"]);
    assert!(loaded(&card("kind = \"item\"\ngold = 1")).is_ok());
}

#[test]
fn mistakes_about_what_companions_carry_are_reported() {
    let item = |kind: &str, copies: u8| {
        let kinds = "[[kind]]\nid = \"porter\"\nplay = \"slot\"\nwhen = \"any_time\"\nsacrifice = true\n";
        let head = "[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"item\"\ngold = 1\norigin = \"modelled\"\n";
        format!("{MINI}\n{kinds}\n{head}copies = {copies}\ngiven_to = \"{kind}\"\n")
    };
    assert!(loaded(&item("porter", 12)).is_ok());
    fails(&item("porter", 13), &["expected at most 12 cards that companions may carry at once, found 13"]);
    fails(&item("portr", 1), &["`portr`", "did you mean `porter`?", "field `given_to`"]);
    fails(&item("power", 1), &["expected a kind with a slot"]);
    fails(
        &format!("{MINI}\n[[kind]]\nid = \"tool\"\nplay = \"item\"\nsacrifice = true\n"),
        &["cannot have `sacrifice`"],
    );
}

#[test]
fn mistakes_in_lasting_effects_are_reported() {
    let card = |settings: &str| with_value("Effect", &format!("{{ afflict = {{ lasts = \"always\"{settings} }} }}"));
    fails(&card(""), &["expected `strength`, `flee` or `grants`, found none of them", "card `odd`"]);
    let room = card(", grants = [{ room = { kind = \"identity\", count = 1 } }]");
    fails(&room, &["a lasting effect cannot make room in a slot", "card `odd`"]);
    let many = card(", flee = [{ add = -1 }]").replace(
        "do = [",
        &format!("do = [{}", "{ afflict = { lasts = \"always\", flee = [{ add = 1 }] } }, ".repeat(40)),
    );
    fails(&many, &["expected at most 1024 cards", "each `afflict` counts as 6 cards"]);
}

#[test]
fn a_monster_can_only_be_used_in_a_combat_and_not_discarded_for_it() {
    let card = |rule: &str| {
        let figures = "kind = \"monster\"\nlevel = 2\ntreasures = 1\nbad_stuff = [\"die\"]\norigin = \"modelled\"";
        let use_ = format!("use = [{{ {rule}, do = [{{ strengthen = {{ side = \"monsters\", by = 2 }} }}] }}]");
        format!("{MINI}\n[[card]]\nid = \"odd\"\nname = \"Odd\"\n{figures}\n{use_}\n")
    };
    let expected = ["the other players use a monster", "card `odd`"];
    fails(&card("when = [\"turn\"], cost = { discard = 1 }"), &expected);
    fails(&card("when = [\"combat\", \"turn\"], cost = { discard = 1 }"), &expected);
    fails(&card("when = [\"combat\"], cost = \"this_card\""), &expected);
    assert!(loaded(&card("when = [\"combat\"], cost = { discard = 1 }")).is_ok());
}

/// The totals over all copies of all cards must fit into the integer types of a game.
#[test]
fn totals_beyond_their_limits_are_reported() {
    let cases = [
        ("bonus = 20\ngold = 100\nstrength = [{ add = 50 }, { add = 50 }, { add = 50 }]", 3, "strength"),
        ("gold = 100\ngrants = [{ extra_big = 9 }]", 2, "`extra_big`"),
        ("gold = 100\ngrants = [{ extra_hands = 9 }]", 2, "`extra_hands`"),
        ("gold = 100\ngrants = [{ hand_limit = -9 }]", 1, "`hand_limit`"),
        ("gold = 100\ngrants = [{ extra_treasures = 9 }]", 1, "`extra_treasures`"),
        ("gold = 100\ngrants = [{ sale_bonus = 5000 }]", 1, "`sale_bonus`"),
    ];
    for (fields, titles, what) in cases {
        let card = |n| {
            format!(
                "[[card]]\nid = \"odd-{n}\"\nname = \"Odd {n}\"\nkind = \"item\"\ncopies = 20\norigin = \"modelled\"\n{fields}\n"
            )
        };
        let cards: String = (0..titles).map(card).collect();
        fails(&format!("{MINI}\n{cards}"), &["all cards together give", what, "the limit is"]);
        assert!(loaded(&format!("{MINI}\n{}", card(0).replace("copies = 20", "copies = 5"))).is_ok(), "{what}");
    }
}
