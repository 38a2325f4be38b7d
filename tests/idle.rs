//! Parts of cards that could change no game are refused, with the form that works.

use kickdoor::deck::{DeckSource, load};

const MINI: &str = include_str!("decks/mini.toml");
/// A companion with a tag of its own, and the kind of it.
const PAL: &str = "[[kind]]\nid = \"ally\"\nplay = \"slot\"\nwhen = \"any_time\"\n\n[[card]]\nid = \"pal\"\nname = \"Pal\"\nkind = \"ally\"\nbonus = 2\ntags = [\"loyal\"]\norigin = \"modelled\"\n";

/// The error of a card with these lines in the test deck; `None` if it loads.
fn refusal(lines: &str) -> Option<String> {
    let card = format!("[[card]]\nid = \"odd\"\nname = \"Odd\"\n{lines}\n");
    let text = format!("{MINI}\n{PAL}\n{card}");
    load(&[DeckSource::new("mini.toml", text)], &[]).err().map(|error| error.to_string())
}

/// Checks each card: all parts of its message, or that it loads if there are none.
fn check(head: &str, cards: &[(&str, &[&str])]) {
    for (card, parts) in cards {
        let refusal = refusal(&format!("{head}\n{card}"));
        match (&refusal, parts) {
            (None, []) => {}
            (None, _) => panic!("accepted: {card}"),
            (Some(message), []) => panic!("refused: {card}\n{message}"),
            (Some(message), parts) => {
                for part in *parts {
                    assert!(message.contains(part), "{part:?} is not in:\n{message}");
                }
            }
        }
    }
}

#[test]
fn fight_rules_that_leave_other_parts_without_effect() {
    let monster = "kind = \"monster\"\nlevel = 4\ntreasures = 1";
    check(
        monster,
        &[
            (r#"fight = ["level_only", "bonus_only"]"#, &["`bonus_only` beside `level_only`", "write one of them"]),
            (r#"fight = ["no_items", "level_only"]"#, &["`no_items` beside `level_only`", "leave it out"]),
            (r#"fight = ["no_run", "no_escape"]"#, &["`no_escape` beside `no_run`", "`no_run` includes it"]),
            (r#"fight = ["no_help", "no_help"]"#, &["the list contains this entry already", "field `fight[1]`"]),
            ("fight = [\"no_run\"]\nflee = [{ add = 1 }]", &["no roll succeeds", "field `flee`", "or `no_run`"]),
            ("fight = [\"no_escape\"]\nflee = [{ add = 1 }]", &["no roll succeeds", "or `no_escape`"]),
            (
                "fight = [\"no_run\"]\npursues = { level = { at_least = 4 } }",
                &["nobody runs from a monster with `no_run`", "field `pursues`", "write `no_escape`"],
            ),
            (
                "fight = [\"no_run\"]\non = [{ when = \"flight\", do = [{ lose_levels = 1 }] }]",
                &["`flight` never happens", "field `on[0].when`", "write the effects in `bad_stuff`"],
            ),
            ("fight = [\"no_escape\"]\npursues = { level = { at_least = 4 } }", &[]),
            ("fight = [\"no_run\", \"no_help\"]\non = [{ when = \"meet\", do = [{ lose_levels = 1 }] }]", &[]),
        ],
    );
}

#[test]
fn filters_that_select_nothing_or_leave_nothing_out() {
    let filter = |filter: &str| format!("kind = \"curse\"\ncurse = [{{ lose_items = {{ what = {filter} }} }}]");
    let cases: [(&str, &[&str]); 19] = [
        (r#"{ card = "pal" }"#, &[]),
        (r#"{ card = "baker" }"#, &[]),
        (r#"{ kind = "ally", card = "pal" }"#, &[]),
        (r#"{ kind = "ally", tag = "loyal" }"#, &[]),
        (r#"{ tag = "leather", big = false, used = true }"#, &[]),
        (r#"{ card = "angry-bun" }"#, &["found Angry Bun, a monster", "`remove_monster`", "what.card`"]),
        (r#"{ card = "no-yeast" }"#, &["found Out of Yeast, a curse", "`lift_curse`"]),
        (r#"{ kind = "item", card = "pal" }"#, &["Pal is not of this kind", "leave out `kind`: Pal is an ally"]),
        (r#"{ card = "apron", tag = "leather" }"#, &["`tag` says nothing about a card that `card` names"]),
        (r#"{ card = "pal", used = true }"#, &["`used` says nothing"]),
        (r#"{ tag = "loyal" }"#, &["no Item has the tag `loyal`", "Pal, an ally, has it: write `kind = \"ally\"`"]),
        (r#"{ tag = "mouldy" }"#, &["no Item has the tag `mouldy`", "has it"]),
        (r#"{ kind = "ally", tag = "leather" }"#, &["no card of the kind `ally` has the tag", "leave out `kind`"]),
        (r#"{ kind = "ally", slot = "headgear" }"#, &["cards of the kind `ally` have no `slot`"]),
        (r#"{ kind = "ally", used = true }"#, &["cards of the kind `ally` have no `used`"]),
        (r#"{ slot = "hand", not_slot = "armor" }"#, &["expected `slot` or `not_slot`, found both"]),
        (r#"{ once = true, slot = "armor" }"#, &["a one-shot has no slot", "leave out `slot`, or `once`"]),
        (r#"{ once = true, used = false }"#, &["a one-shot has no slot", "leave out `used`, or `once`"]),
        (r#"{ once = false, used = true }"#, &["says nothing new", "leave out `once`"]),
    ];
    for (what, parts) in cases {
        check("", &[(&filter(what), parts)]);
    }
}

#[test]
fn what_monsters_ignore_and_remove() {
    let monster = "kind = \"monster\"\nlevel = 4\ntreasures = 1";
    check(
        monster,
        &[
            (r#"ignores = { kind = "ally" }"#, &[]),
            (r#"ignores = { used = true }"#, &["`ignores` cannot test `used`"]),
            (r#"ignores = { tag = "loyal" }"#, &["no Item has the tag `loyal`"]),
            (r#"strength = [{ add = 1, if = { tag = "loyal" } }]"#, &["no monster and no enhancer has the tag", "Pal"]),
            (r#"strength = [{ add = 1, if = { thrown = { used = true } } }]"#, &["`thrown` cannot test `used`"]),
        ],
    );
    check(
        "kind = \"special\"",
        &[
            (r#"use = [{ when = ["combat"], do = [{ remove_monster = { card = "pal" } }] }]"#, &["expected a monster"]),
            (
                r#"use = [{ when = ["combat"], do = [{ remove_monster = { card = "angry-bun", level_at_most = 3 } }] }]"#,
                &["`level_at_most` says nothing"],
            ),
            (r#"use = [{ when = ["combat"], do = [{ send_monster = { killed = true } }] }]"#, &["is not killed"]),
        ],
    );
}

#[test]
fn effects_at_the_wrong_moment() {
    check(
        "kind = \"special\"",
        &[
            (
                r#"use = [{ when = ["turn"], do = [{ strengthen = { by = 2 } }] }]"#,
                &["`strengthen` has no effect in the window `turn`", "field `use[0].when[0]`"],
            ),
            (r#"use = [{ when = ["combat"], do = ["reroll"] }]"#, &["`reroll` has no effect in the window `combat`"]),
            (r#"use = [{ when = ["combat"], aim = "runner", do = ["die"] }]"#, &["there is no `runner` in the window"]),
            (r#"use = [{ when = ["turn"], aim = "fighter", do = ["die"] }]"#, &["there is no `fighter` in the window"]),
            (r#"use = [{ when = ["turn", "turn"], do = ["die"] }]"#, &["the list contains this entry already"]),
            (r#"use = [{ when = ["turn"], if = "helped", do = ["die"] }]"#, &["`helped` never holds here"]),
            (
                r#"use = [{ when = ["turn"], do = [{ draw = { deck = "door", count = { each = "monsters" } } }] }]"#,
                &["the count `monsters` is always 0 here"],
            ),
            (r#"use = [{ when = ["any_time"], do = [{ strengthen = { by = 2 } }] }]"#, &[]),
            (r#"use = [{ when = ["after_roll"], aim = "runner", do = ["reroll"] }]"#, &[]),
        ],
    );
    check(
        "kind = \"monster\"\nlevel = 4\ntreasures = 1",
        &[
            (
                r#"bad_stuff = [{ strengthen = { by = 2 } }]"#,
                &["`strengthen` never has an effect here", "write `afflict`"],
            ),
            (r#"bad_stuff = ["reroll"]"#, &["`reroll` never has an effect here", "the window `after_roll`"]),
            (r#"on = [{ when = "kill", do = [{ leave = {} }] }]"#, &["`leave` never has an effect here"]),
            (r#"on = [{ when = "meet", do = ["escape_this"] }]"#, &["a trigger `flight`"]),
            (r#"strength = [{ add = 2, each = "roll" }]"#, &["the count `roll` is always 0 here", "lines of a `roll`"]),
            (r#"strength = [{ add = 2, if = "fought" }]"#, &["`fought` never holds here"]),
            (r#"bad_stuff = [{ lose_levels = { each = "roll" } }]"#, &["the count `roll` is always 0 here"]),
            (r#"bad_stuff = [{ roll = [{ up_to = 6, do = [{ lose_levels = { each = "roll" } }] }] }]"#, &[]),
            (r#"bad_stuff = [{ remove_monster = {} }]"#, &[]),
        ],
    );
    check(
        "kind = \"item\"\ngold = 100",
        &[
            (r#"on = [{ when = "meet", do = [{ leave = {} }] }]"#, &["this card is none", "write `remove_monster`"]),
            (r#"on = [{ when = "caught", do = ["escape"] }]"#, &[]),
        ],
    );
}

#[test]
fn effects_with_settings_that_say_nothing() {
    let cases: [(&str, &[&str]); 12] = [
        (
            r#"{ lose_items = { count = "all", chosen_by = "left" } }"#,
            &["nobody chooses them", "lose_items.chosen_by`"],
        ),
        (r#"{ lose_hand = { count = "all", chosen_by = "random" } }"#, &["nobody chooses them"]),
        (r#"{ draw = { deck = "door", face_up = true, as_drawn = true } }"#, &["`face_up` or `as_drawn`, found both"]),
        (
            r#"{ each = { who = "left", from_right = true, do = ["die"] } }"#,
            &["`from_right` says nothing about `left`"],
        ),
        (r#"{ choose = [{ do = [] }, { do = [] }] }"#, &["expected effects in one of the branches"]),
        (r#"{ if = { test = "cursed", then = [] } }"#, &["expected effects in `then` or `else`"]),
        (r#"{ roll = [{ up_to = 6, do = [] }] }"#, &["expected effects in one of the lines"]),
        (r#"{ lose_as_much = ["die"] }"#, &["`lose_as_much` of a card that takes no Item"]),
        (
            r#"{ if = { test = { all = ["cursed"] }, then = ["die"] } }"#,
            &["at least 2 conditions, found 1", "without `all`"],
        ),
        (r#"{ if = { test = { not = { not = "cursed" } }, then = ["die"] } }"#, &["`not` of `not`", "leave out both"]),
        (r#"{ if = { test = { rival = "helped" }, then = ["die"] } }"#, &["does not depend on", "leave out `rival`"]),
        (
            r#"{ if = { test = { main = "is_helper" }, then = ["die"] } }"#,
            &["`is_helper` is known for the player of `main`"],
        ),
    ];
    for (effect, parts) in cases {
        check("", &[(&format!("kind = \"curse\"\ncurse = [{effect}]"), parts)]);
    }
    check(
        "kind = \"item\"\ngold = 100",
        &[
            (r#"grants = ["wins_ties", "wins_ties"]"#, &["the list contains this entry already", "field `grants[1]`"]),
            (r#"grants = [{ extra_big = 1 }, { extra_big = 1 }]"#, &[]),
        ],
    );
}

#[test]
fn cards_that_can_be_silenced_silence_none() {
    let refused = "which other cards can silence, silences none";
    check(
        "kind = \"ally\"",
        &[("grants = [{ silences = \"identity\" }]", &["an ally", refused, "write it on an Item"])],
    );
    check("kind = \"power\"\nrank = 1", &[("grants = [{ silences = \"identity\" }]", &[refused])]);
    let curse = "kind = \"curse\"\nlasts = \"always\"";
    check(
        curse,
        &[
            ("grants = [{ silences = \"ally\" }, { silences = \"power\" }]", &[]),
            ("grants = [{ silences = \"item\" }]", &["a kind with a slot or with Ranks", "grants[0].silences"]),
        ],
    );
    let monster = "kind = \"monster\"\nlevel = 4\ntreasures = 1";
    check(
        monster,
        &[
            ("silences = [\"power\", \"ally\"]", &[]),
            ("silences = [\"curse\"]", &["a kind with a slot or with Ranks", "field `silences[0]`"]),
            ("silences = [\"power\", \"power\"]", &["the list contains this entry already"]),
        ],
    );
}

#[test]
fn only_the_uses_of_monsters_name_a_user() {
    let rule = r#"use = [{ when = ["combat"], by = "main", limit = 2, do = [{ strengthen = { by = 1 } }] }]"#;
    check("kind = \"monster\"\nlevel = 4\ntreasures = 1", &[(rule, &[])]);
    check("kind = \"item\"\ngold = 100", &[(rule, &["only the use of a monster has `by`", "leave out `by`"])]);
}

#[test]
fn monsters_that_nothing_can_join_and_tests_of_other_cards() {
    let monster = "kind = \"monster\"\nlevel = 4\ntreasures = 1";
    check(
        monster,
        &[
            ("joins = {}", &[]),
            ("joins = { level_at_most = 5 }", &[]),
            ("joins = { card = \"odd\" }", &["no other monster can join it", "field `joins`"]),
            ("joins = { tag = \"loyal\" }", &["no other monster can join it"]),
            ("joins = { card = \"pal\" }", &["expected a monster, found Pal, an ally", "field `joins.card`"]),
            ("strength = [{ add = 4, if = \"wandered_in\" }]", &[]),
            (
                "strength = [{ add = 4, if = { main = \"wandered_in\" } }]",
                &["`wandered_in` does not depend on the player of `main`"],
            ),
        ],
    );
    let item = "kind = \"item\"\ngold = 100";
    check(item, &[("strength = [{ add = 4, if = \"wandered_in\" }]", &["`wandered_in` is about the monster"])]);
}

#[test]
fn answers_and_card_filters_that_find_nothing() {
    let cases: [(&str, &[&str]); 12] = [
        ("kind = \"special\"\nuse = [{ when = [\"curse\"], do = [{ redirect_curse = \"chosen_rival\" }] }]", &[]),
        (
            "kind = \"special\"\nuse = [{ when = [\"curse\"], do = [{ redirect_curse = \"you\" }] }]",
            &["needs another player than `you`", "such as `chosen_rival`"],
        ),
        (
            "kind = \"special\"\nuse = [{ when = [\"combat\"], do = [{ redirect_curse = \"left\" }] }]",
            &["`redirect_curse` has no effect in the window `combat`"],
        ),
        ("kind = \"special\"\nuse = [{ when = [\"bad_stuff\"], do = [\"cancel_bad_stuff\"] }]", &[]),
        (
            "kind = \"special\"\nuse = [{ when = [\"after_roll\"], do = [\"cancel_bad_stuff\"] }]",
            &["`cancel_bad_stuff` has no effect in the window `after_roll`"],
        ),
        (
            "kind = \"monster\"\nlevel = 1\ntreasures = 1\nbad_stuff = [\"cancel_bad_stuff\"]",
            &["`cancel_bad_stuff` never has an effect here", "the window `bad_stuff`, or to a trigger `caught`"],
        ),
        (
            "kind = \"item\"\ngold = 1\ngrants = [{ curse_proof_tag = \"leather\" }]",
            &["no Curse has the tag `leather`", "has it"],
        ),
        ("kind = \"curse\"\ncurse = [{ lose_hand = { count = \"all\", what = { kind = \"curse\" } } }]", &[]),
        (
            "kind = \"curse\"\ncurse = [{ lose_hand = { count = 1, what = { kind = \"curse\", tag = \"leather\" } } }]",
            &["no card matches this filter", "what"],
        ),
        (
            "kind = \"monster\"\nlevel = 1\ntreasures = 1\non = [{ when = \"played\", played = { once = true }, do = [\"die\"] }]",
            &[],
        ),
        (
            "kind = \"monster\"\nlevel = 1\ntreasures = 1\non = [{ when = \"meet\", played = { once = true }, do = [\"die\"] }]",
            &["`played` needs `when = \"played\"`"],
        ),
        (
            "kind = \"identity\"\non = [{ when = \"played\", do = [{ lose_levels = 1 }] }]",
            &["`played` never happens to", "expected one of"],
        ),
    ];
    check("", &cases);
}
