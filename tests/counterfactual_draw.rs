//! Counterfactual draws: one card of a game is drawn instead of another one.

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::game::{CounterfactualDraw, DrawWhy, Event, EventLog, LoggedTable};
use kickdoor::ids::CardId;

#[test]
fn an_exchange_draws_a_card_of_another_title_from_the_same_pile() {
    let deck: Deck<3> = common::shipped();
    let player = common::player("balanced", &deck);
    let draws = |block: u64, exchange: CounterfactualDraw<'_, 3>| -> (Option<CardId>, Vec<CardId>) {
        let mut table = LoggedTable::deal(&deck, common::game_setup(4, 3, block), EventLog::with_exchange(exchange));
        common::finish(&mut table, &[&player]);
        let log = table.into_recorder();
        let drawn = log.events.iter().filter_map(|event| match *event {
            Event::Draw { card, why, .. } if why != DrawWhy::Deal => Some(card),
            _ => None,
        });
        (log.partner(), drawn.collect())
    };
    let hands = 4 * 2 * u16::from(deck.rules.deal);
    for block in 0..64 {
        let (_, was) = draws(block, CounterfactualDraw::none(&deck));
        let (partner, is) = draws(block, CounterfactualDraw::new(&deck, hands + 3, block));
        assert_eq!(partner, Some(is[2]));
        assert_eq!(was[..2], is[..2], "nothing before differs");
        assert_ne!(deck.card(was[2]).title, deck.card(is[2]).title);
        assert_eq!(deck.card(was[2]).side, deck.card(is[2]).side);
    }
}
