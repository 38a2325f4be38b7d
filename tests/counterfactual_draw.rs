//! Counterfactual draws: one card of a game is drawn instead of another one.

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::game::{CounterfactualDraw, DrawWhy, Event, EventLog, LoggedTable};
use kickdoor::ids::CardId;
use kickdoor::run::{DrawCrew, FirstDraw, Plan};

#[test]
fn an_exchange_draws_a_card_of_another_title_from_the_same_pile() {
    let deck: Deck = common::shipped();
    let player = common::player("balanced", &deck);
    let draws = |block: u64, exchange: CounterfactualDraw<'_>| -> (Option<CardId>, Vec<CardId>) {
        let mut table = LoggedTable::deal(&deck, common::game_setup(4, 3, block), EventLog::with_exchange(exchange));
        common::finish(&mut table, &[&player]);
        let log = table.into_recorder();
        let drawn = log.events.iter().filter_map(|event| match *event {
            Event::Draw { card, why, .. } if why != DrawWhy::Deal => Some(card),
            _ => None,
        });
        (log.partner(), drawn.collect())
    };
    let hands = 4 * 2 * u32::from(deck.rules.deal);
    for block in 0..64 {
        let (_, was) = draws(block, CounterfactualDraw::none(&deck));
        let (partner, is) = draws(block, CounterfactualDraw::new(&deck, hands + 3, block));
        assert_eq!(partner, Some(is[2]));
        assert_eq!(was[..2], is[..2], "nothing before differs");
        assert_ne!(deck.card(was[2]).title, deck.card(is[2]).title);
        assert_eq!(deck.card(was[2]).side, deck.card(is[2]).side);
    }
}

/// Nobody can win: two Doors are drawn in each turn, and no Treasure after the deal.
#[test]
fn a_game_may_have_more_draws_than_a_small_number_can_count() {
    let card =
        |id: &str, rest: &str| format!("[[card]]\nid = \"{id}\"\nname = \"{id}\"\norigin = \"modelled\"\n{rest}\n");
    let cards = [
        card("draught", "kind = \"curse\"\ncopies = 20\ncurse = [{ lose_levels = 1 }]"),
        card("pebble", "kind = \"item\"\ncopies = 20\ngold = 0"),
        card("grail", "kind = \"item\"\ngold = 0"),
    ];
    let head = "[set]\nid = \"long\"\nname = \"Long\"\nplayers = { min = 3, max = 3 }\n[rules]\ndeal = 2\n";
    let deck = common::deck_of(&format!("{head}{}", cards.concat()), &["max_turns=35000"]);
    let title = deck.titles.iter().position(|title| title.id == "grail").expect("a title");
    let plan = Plan::new(3, deck.players, &[0], 1, 3).expect("a plan");
    let players = [common::player("random", &deck)];
    let crew = DrawCrew { plan: &plan, deck: &deck, players: &players, threads: 1, title, kept: None };
    assert_eq!(crew.follow_game(0).expect("lawful"), FirstDraw::None);
}
