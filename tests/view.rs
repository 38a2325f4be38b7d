//! Other hidden cards and keys under the same view change no answer.

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Decision, EventLog, LoggedTable, Mind, Progress, View};
use kickdoor::strategy::{Player, Strategy};

fn answer(player: &Strategy, view: View<'_>, decision: Decision, options: &[Choice], mind: Mind) -> Choice {
    player.choose(view, decision.question, options, &mut { mind })
}

/// Plays a game. Asks each question again with other hidden cards and keys, and with the same `Mind`. Returns the number of
/// questions compared.
fn same_answers(deck: &Deck, player: &Strategy, block: u64) -> u32 {
    let mut table = common::table(deck, common::game_setup(4, 9, block));
    let mut compared = 0;
    while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
        let mind = table.mind(decision.seat);
        let choice = answer(player, table.view(decision.seat), decision, table.options(), mind);
        if !common::looks_into_a_hand(decision.question) {
            let other = table.view(decision.seat).resample(block << 20 | u64::from(compared));
            let mut other = LoggedTable::resume(deck, other, EventLog::new());
            assert_eq!(other.advance().expect("a lawful game"), Progress::Asks(decision));
            assert_eq!(other.options(), table.options(), "{decision:?}");
            let same = answer(player, other.view(decision.seat), decision, other.options(), mind);
            assert_eq!(same, choice, "{decision:?}");
            compared += 1;
        }
        table.apply(choice).expect("an offered choice");
    }
    compared
}

#[test]
fn hidden_cards_and_keys_do_not_change_answers() {
    let deck = common::shipped();
    for name in ["balanced", "greedy"] {
        let player = common::player(name, &deck);
        let compared: u32 = (0..25).map(|block| same_answers(&deck, &player, block)).sum();
        assert!(compared > 2_000, "{compared} decisions compared");
    }
}

#[test]
fn hidden_cards_and_keys_do_not_change_answers_of_a_player_that_looks_ahead() {
    let deck = common::shipped();
    let player = common::searcher(&deck, "playouts = 8");
    let compared: u32 = (0..2).map(|block| same_answers(&deck, &player, block)).sum();
    assert!(compared > 300, "{compared} decisions compared");
}
