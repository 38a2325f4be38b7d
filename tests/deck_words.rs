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
            "Strength +4, if the main player or the helper has Baker",
            "Bad Stuff: do one of these: (a) lose Items worth 500 Gold Pieces in all; (b) lose 2 levels",
        ]
    );
    assert_eq!(
        said(&deck, "baker"),
        [
            "Guild (Door card)",
            "In combat, if you are the main player, at most 3 times, discarding 1 card: \
             add +1 to the players' side",
        ]
    );
    assert_eq!(
        said(&deck, "bread-peel")[..2],
        ["Item, +4, 2 hands, Big, 600 Gold Pieces (Treasure card)", "Usable only if you have Baker"]
    );
    assert_eq!(said(&deck, "no-yeast")[1..], ["Strength -5", "Stays through the victim's next combat"]);
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
        ["In combat, if you are the main player and the kill would not win the game, on any other player: \
          if the target is of a higher Level than the player who uses this card: \
          (must help in the fight, unless it is for the win), \
          then for the player who uses this card (only if nobody helps): \
          (roll a die: take an Item in use with the highest bonus from the target)"]
    );
    assert_eq!(said(&deck, "permit")[1..], ["In combat: take one monster named Inspection out of the fight"]);
    assert_eq!(
        said(&deck, "inspection")[1..],
        [
            "Ignores one-shot Items",
            "Pursues only if the runner is not of Level 2 or lower",
            "Strength +2, unless the main player or the helper has any Guild or the main player or the helper has a \
             lasting Mishap",
            "When a player gets away from it, unless it is your turn: discard 1 card from hand, chosen by the player \
             to the left",
            "Bad Stuff: once for each monster in the fight: (lose a Guild, your choice), then for all other players, \
             starting on the right: (take a card from the hand of the victim, at random)",
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
    assert_eq!(said(&deck, "sponge")[1..], ["At any time: discard one of your lasting Mishaps"]);
    assert_eq!(
        said(&deck, "tongs")[1..],
        ["On your own turn, out of combat: take a one-shot Item from another player of your choice"]
    );
    assert_eq!(
        said(&deck, "towel")[1..],
        ["At any time, on any player: discard one of the target's lasting Mishaps, then exchange the target's \
          Guild cards in play for the newest Guild on the discard pile"]
    );
    assert_eq!(said(&deck, "sous-chef")[1..], ["When you help to kill: gain 1 level for each monster killed"]);
    assert_eq!(
        said(&deck, "loaded-tray"),
        ["Monster, Level 3, 1 Treasure (Door card)", "Bad Stuff: roll a die: lose 1 level for each point of the die",]
    );
}

#[test]
fn effects_on_hostile_cards_name_those_of_all_sets_of_the_table() {
    let (alone, mixed) = (["fu"], ["fu", "classic"]);
    for (sets, switches, words) in [
        (&alone[..], &[][..], "discard one of your lasting Traps"),
        (&mixed[..], &[][..], "discard one of your lasting Traps or Curses"),
        (&mixed[..], &["curse_equals_trap=false"][..], "discard one of your lasting Traps"),
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
