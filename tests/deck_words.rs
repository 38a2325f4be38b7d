//! The descriptions of cards in English.

use crate::common;
use kickdoor::deck::{Deck, DeckSource, load};

fn deck() -> Deck {
    load(&[DeckSource::new("mini.toml", include_str!("decks/mini.toml"))], &[]).expect("it loads")
}

fn said(deck: &Deck, id: &str) -> Vec<String> {
    let title = deck.titles.iter().find(|title| title.id == id).expect("it is in the deck");
    deck.describe_title(title)
}

#[test]
fn cards_are_described_in_english() {
    let deck = deck();
    assert_eq!(
        said(&deck, "taste-tester"),
        [
            "Monster, Level 6, 2 Treasures (Door card)",
            "+4 against anyone with Baker.",
            "Bad Stuff: Choose one: (a) lose 500 Gold Pieces worth of Items; (b) lose 2 levels.",
        ]
    );
    assert_eq!(
        said(&deck, "baker"),
        [
            "Guild (Door card)",
            "During any combat, if you are the main player, up to 3 times, discard a card: +1 to the munchkins.",
        ]
    );
    assert_eq!(
        said(&deck, "bread-peel")[..2],
        ["Item, +4 bonus, 2 hands, Big, 600 Gold Pieces (Treasure card)", "Usable by Baker only."]
    );
    assert_eq!(said(&deck, "no-yeast")[1..], ["-5 in your next combat."]);
}

#[test]
fn conditions_and_players_are_named_in_english() {
    let cards = r#"
        [[card]]
        id = "summons"
        name = "Summons"
        kind = "special"
        origin = "modelled"
        use = [{ when = ["combat"], aim = "rival", if = { all = ["is_main", { not = "for_the_win" }] }, do = [
          { if = { test = "above_actor", then = ["compel_help"] } },
          { each = { who = "actor", if = { not = "helped" }, do = [
            { roll = [{ up_to = 6, do = [{ take_item = { from = "actor", what = { used = true, best = true } } }] }] },
          ] } },
        ] }]

        [[card]]
        id = "inspection"
        name = "Inspection"
        kind = "monster"
        level = 3
        treasures = 1
        origin = "modelled"
        ignores = { once = true }
        pursues = { not = { level = { at_most = 2 } } }
        strength = [{ add = 2, if = { not = { fighter = { any = ["has_identity", "cursed"] } } } }]
        on = [{ when = "escape", if = { not = "own_turn" }, do = [{ lose_hand = { count = 1, chosen_by = "left" } }] }]
        bad_stuff = [
          { repeat = { times = { each = "monsters" }, do = [{ lose_items = { what = { kind = "identity" } } }] } },
          { each = { who = "rivals", from_right = true, do = [{ take_from_hand = { from = "actor" } }] } },
        ]

        [[card]]
        id = "permit"
        name = "Permit"
        kind = "special"
        origin = "modelled"
        use = [{ when = ["combat"], do = [{ remove_monster = { card = "inspection" } }] }]
    "#;
    let text = format!("{cards}\n{}", include_str!("decks/mini.toml"));
    let deck: Deck = load(&[DeckSource::new("mini.toml", text)], &[]).expect("it loads");
    assert_eq!(
        said(&deck, "summons")[1..],
        [
            "During any combat, if you are the main player and the combat is not for the win, for another player: If that \
          player is of a higher Level than you, must help for no reward, unless the combat is for the win. You, \
          provided nobody helps, do this: (roll a die: take an Item in use with the highest bonus from that player)."
        ]
    );
    assert_eq!(said(&deck, "permit")[1..], ["Use during any combat. Discard a monster named Inspection."]);
    assert_eq!(
        said(&deck, "inspection")[1..],
        [
            "One-shot Items give no bonus.",
            "Pursues only anyone who is not of Level 2 or below.",
            "+2 in combat if nobody in the combat has a Guild or is under a lasting Mishap.",
            "When you escape from it, if it is not your turn, discard a card from your hand, chosen by the player on \
             your left.",
            "Bad Stuff: Do this once for each monster in the combat: lose an \"identity\". Each other player, starting \
             on the right, takes a card at random from your hand.",
        ]
    );
}

#[test]
fn owners_kills_and_plain_rolls_are_worded_exactly() {
    let cards = r#"
        [[card]]
        id = "sponge"
        name = "Sponge"
        kind = "special"
        origin = "modelled"
        use = [{ when = ["any_time"], do = ["lift_curse"] }]

        [[card]]
        id = "towel"
        name = "Towel"
        kind = "special"
        origin = "modelled"
        use = [{ when = ["any_time"], aim = "any_player", do = ["lift_curse", "change_identity"] }]

        [[card]]
        id = "sous-chef"
        name = "Sous-Chef"
        kind = "identity"
        origin = "modelled"
        on = [{ when = "helped_kill", do = [{ gain_levels = { each = "monsters" } }] }]

        [[card]]
        id = "tongs"
        name = "Tongs"
        kind = "special"
        origin = "modelled"
        use = [{ when = ["turn"], do = [{ take_item = { from = "chosen_rival", what = { once = true } } }] }]

        [[card]]
        id = "loaded-tray"
        name = "Loaded Tray"
        kind = "monster"
        level = 3
        levels = 1
        treasures = 1
        origin = "modelled"
        bad_stuff = [{ roll = [{ up_to = 6, do = [{ lose_levels = { each = "roll" } }] }] }]
    "#;
    let text = format!("{cards}\n{}", include_str!("decks/mini.toml"));
    let deck: Deck = load(&[DeckSource::new("mini.toml", text)], &[]).expect("it loads");
    assert_eq!(said(&deck, "sponge")[1..], ["At any time: Discard a lasting Mishap."]);
    assert_eq!(said(&deck, "tongs")[1..], ["On your turn: Take a one-shot Item from another player."]);
    assert_eq!(
        said(&deck, "towel")[1..],
        [
            "At any time, for any player: That player discards a lasting Mishap. That player replaces their Guilds by the \
          newest discarded Guild."
        ]
    );
    assert_eq!(said(&deck, "sous-chef")[1..], ["When you help to win, go up a level for each monster in the combat."]);
    assert_eq!(
        said(&deck, "loaded-tray"),
        ["Monster, Level 3, 1 Treasure (Door card)", "Bad Stuff: Roll a die: lose that many levels.",]
    );
}

#[test]
fn effects_on_hostile_cards_name_those_of_all_sets_of_the_table() {
    let (alone, mixed) = (["fu"], ["fu", "classic"]);
    for (sets, switches, words) in [
        (&alone[..], &[][..], "Discard a lasting Trap."),
        (&mixed[..], &[][..], "Discard a lasting Trap or Curse."),
        (&mixed[..], &["curse_equals_trap=false"][..], "Discard a lasting Trap."),
    ] {
        let deck: Deck = common::deck_of_sets(sets, switches);
        let texts = deck.titles.iter().filter(|title| deck.sets[usize::from(title.set)].id == "fu");
        let lines: Vec<String> = texts.flat_map(|title| deck.describe_title(title)).collect();
        assert!(lines.iter().any(|line| line.ends_with(words)), "{words}: {lines:?}");
    }
}

#[test]
fn every_card_has_a_description() {
    let deck = deck();
    assert!(deck.titles.iter().all(|title| !deck.describe_title(title).is_empty()));
}
