//! Other hidden cards and keys under the same view change no answer.

use std::collections::BTreeSet;

use crate::common;
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{Choice, Decision, EventLog, LoggedTable, Mind, Progress, View};
use kickdoor::strategy::{Player, Profile, Strategy};

fn answer(player: &Strategy, view: View<'_>, decision: Decision, options: &[Choice], mind: Mind) -> Choice {
    player.choose(view, decision.question, options, &mut { mind })
}

/// Questions that were compared, and those of them that were asked while the player looked into another hand.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    questions: u32,
    looks: u32,
}

/// Plays a game in which a seat has the first of the players, and the next seats have the next ones. Asks each question again with other
/// hidden cards and keys, and with the same `Mind`.
fn same_answers(deck: &Deck, players: &[&Strategy], seats: u8, block: u64) -> Compared {
    let mut table = common::table(deck, common::game_setup(seats, 9, block));
    let mut compared = Compared::default();
    while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
        let (mind, view) = (table.mind(decision.seat), table.view(decision.seat));
        let player = players[(decision.seat.index() + block as usize) % players.len()];
        let choice = answer(player, view, decision, table.options(), mind);
        let looks = common::looks_into_a_hand(decision.question);
        // Who looks into a hand sees its cards.
        let cards = table.options().iter().map(|option| option.card).filter(|card| looks && card.is_some());
        let other = view.resample_beside(cards.collect(), block << 20 | u64::from(compared.questions));
        let mut other = LoggedTable::resume(deck, other, EventLog::new());
        assert_eq!(other.advance().expect("a lawful game"), Progress::Asks(decision));
        assert_eq!(other.options(), table.options(), "{decision:?}");
        let same = answer(player, other.view(decision.seat), decision, other.options(), mind);
        assert_eq!(same, choice, "{decision:?}");
        compared.questions += 1;
        compared.looks += u32::from(looks);
        table.apply(choice).expect("an offered choice");
    }
    compared
}

#[test]
fn hidden_cards_and_keys_do_not_change_answers() {
    let deck = common::shipped();
    for name in ["balanced", "greedy"] {
        let player = common::player(name, &deck);
        let compared: u32 = (0..25).map(|block| same_answers(&deck, &[&player], 4, block).questions).sum();
        assert!(compared > 2_000, "{compared} decisions compared");
    }
}

/// `search` as shipped, but quick.
const SEARCH: &str = r#"
brain = "search"
base = { extends = "expert", weights = { lessons = 20 } }
population = ["balanced", "lone-wolf"]
weights = { lessons = 20, playouts = 6 }
"#;

/// In all sets, with three to six players, alike and mixed.
#[test]
fn hidden_cards_and_keys_do_not_change_answers_of_a_player_that_looks_ahead() {
    let sources: Vec<DeckSource> = DeckSource::shipped().collect();
    let tables = common::all_cases(0..2 * sources.len() as u64, &|number| {
        let deck = common::deck_of(&sources[number as usize / 2].text, &[]);
        let search = Profile::parse("search", "search.toml", SEARCH).expect("a profile").compile(&deck);
        let (expert, lone_wolf) = (common::hasty_expert(&deck), common::player("lone-wolf", &deck));
        let players = if number % 2 == 0 { vec![&search] } else { vec![&search, &expert, &lone_wolf] };
        let seats = (3 + number % 4) as u8;
        (seats, same_answers(&deck, &players, seats, number))
    });
    let seats: BTreeSet<u8> = tables.iter().map(|(seats, _)| *seats).collect();
    assert_eq!(seats, BTreeSet::from([3, 4, 5, 6]));
    let questions = tables.iter().map(|(_, compared)| compared.questions).sum::<u32>();
    let looks = tables.iter().map(|(_, compared)| compared.looks).sum::<u32>();
    assert!(tables.iter().all(|(_, compared)| compared.questions > 100), "{tables:?}");
    assert!(questions > 3_000 && looks > 5, "{questions} questions, {looks} looks");
}
