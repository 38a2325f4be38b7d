//! `search`, the player that looks ahead: the same games on any number of threads, offered answers to all questions, and
//! more wins than `balanced`.

use std::sync::atomic::AtomicBool;

use crate::common;
use common::Trail;
use kickdoor::deck::Deck;
use kickdoor::game::{Decision, Progress, Question, Verb};
use kickdoor::ids::Seat;
use kickdoor::run::{Crew, Finished, Plan};
use kickdoor::strategy::{Player, Profile, Strategy};

/// Games of one `search` player against three `balanced`.
fn played(deck: &Deck, settings: &str, games: u64, threads: usize) -> Finished {
    let players = [common::searcher(deck, settings), common::player("balanced", deck)];
    let plan = Plan::new(4, deck.players, &[0, 1, 1, 1], 1, games).expect("a plan");
    let crew = Crew::new(&plan, deck, &players, threads);
    crew.play(&AtomicBool::new(false), &mut |_| {}, None).expect("it is played")
}

#[test]
fn threads_do_not_change_games() {
    let deck = common::shipped();
    let [one, other] = [1, 2].map(|threads| played(&deck, "playouts = 4", 8, threads));
    assert_eq!(one.tally, other.tally);
}

/// A debug build also checks the laws in all playouts.
#[test]
fn search_plays_all_sets_and_to_the_end_of_the_game() {
    for (set, settings) in [("zombies", "horizon = 0"), ("axe-cop", "horizon = 3"), ("x-men", ""), ("classic", "")] {
        let deck: Deck = common::deck_of_sets(&[set], &[]);
        let player = common::searcher(&deck, &format!("playouts = 4\n{settings}"));
        let mut table = common::table(&deck, common::game_setup(3, 5, 1));
        common::finish(&mut table, &[&player]);
    }
}

#[test]
fn search_plays_with_any_base() {
    let deck: Deck = common::deck_of(&common::shipped_text(), &["max_turns=5"]);
    let hash_of = |base: &str| {
        let text = format!("brain = \"search\"\n{base}\n[weights]\nlessons = 20\nplayouts = 4\n");
        let player = Profile::parse("search", "search.toml", &text).expect("a profile").compile(&deck);
        let (_, events) = common::play_at_table(&deck, common::game_setup(3, 5, 1), &[&player]);
        Trail::new(&deck, &events).hash
    };
    let pupil = "{ extends = \"expert\", weights = { lessons = 20 } }";
    let restricted = "{ extends = \"balanced\", never = [\"help\", \"play curse\"] }";
    let bases = ["\"balanced\"", "\"greedy\"", "\"random\"", "\"balanced-1\"", restricted, pupil];
    let bases = bases.map(|base| format!("base = {base}"));
    let population = "population = [\"balanced\", \"greedy\"]".to_owned();
    let mut hashes: Vec<u64> = bases.iter().chain([&population]).map(|base| hash_of(base)).collect();
    assert_eq!((hashes[0], hashes[6]), (hash_of(&bases[0]), hash_of(&population)), "the same games again");
    hashes.sort_unstable();
    hashes.dedup();
    assert!(hashes.len() > 3, "{hashes:?}");
}

#[test]
fn a_refused_offer_is_remembered_in_the_same_turn() {
    let deck: Deck = common::deck_of(&common::shipped_text(), &["max_turns=30"]);
    let player = common::player("random", &deck);
    let mut refusals = 0;
    for block in 0..20 {
        let mut table = common::table(&deck, common::game_setup(4, 5, block));
        let (mut offers, mut refused) = (Seat(0), None);
        while let Progress::Asks(Decision { seat, question }) = table.advance().expect("a lawful game") {
            if let Some(turn) = refused.take() {
                let same_turn = table.view(seat).turn() == turn;
                assert_eq!(table.view(offers).was_refused(), same_turn);
                refusals += u32::from(same_turn);
            }
            let mut mind = table.mind(seat);
            let choice = player.choose(table.view(seat), question, table.options(), &mut mind);
            if matches!(choice.verb, Verb::Trade | Verb::Gift) {
                offers = seat;
            } else if matches!(question, Question::TradeReply | Question::GiftReply) && choice.verb == Verb::Refuse {
                refused = Some(table.view(seat).turn());
            }
            table.apply(choice).expect("an offered choice");
        }
    }
    assert!(refusals > 20, "{refusals} refusals");
}

#[test]
fn search_plays_the_same_game_whether_players_sit_at_the_table_or_not() {
    let deck = common::shipped();
    let players: [&Strategy; 2] = [&common::searcher(&deck, "playouts = 6"), &common::player("balanced", &deck)];
    let seating = common::game_setup(4, 12, 3);
    let mut table = common::table(&deck, seating);
    let listed = common::finish(&mut table, &players);
    let (at_sight, events) = common::play_at_table(&deck, seating, &players);
    let [asked, seen] = [&table.into_recorder().events, &events].map(|events| Trail::new(&deck, events).hash);
    assert_eq!((at_sight, seen), (listed, asked));
}

#[test]
fn search_wins_at_least_45_of_100_against_three_balanced() {
    const GAMES: u64 = 40;
    let deck = common::shipped();
    let (search, balanced) = (common::learned_searcher(&deck, 400, "playouts = 32"), common::player("balanced", &deck));
    let wins = (0..GAMES).filter(|game| {
        let seat = (game % 4) as usize;
        let mut players = [&balanced; 4];
        players[seat] = &search;
        let mut table = common::table(&deck, common::game_setup(4, 7, game / 4));
        common::finish(&mut table, &players).winners.contains(Seat(seat as u8))
    });
    let wins = wins.count() as u64;
    println!("{wins} of {GAMES} games");
    assert!(100 * wins >= 45 * GAMES, "{wins} of {GAMES} games");
}
