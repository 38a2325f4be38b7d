//! The strength of the shipped players against each other.

use std::sync::atomic::AtomicBool;

use kickdoor::deck::{Deck, DeckSource, load};
use kickdoor::game::{GameSetup, Keys, Progress};
use kickdoor::run::tally::Count;
use kickdoor::run::{Crew, Plan};
use kickdoor::strategy::{Player, Profile};
const SEATS: u8 = 4;

fn deck() -> Deck {
    let source = DeckSource::find("zombies").expect("the deck");
    load(&[source], &[]).expect("it loads")
}

/// Share of games that `focal` wins at a table with three `others`, with each block played from all seats, and the share of
/// unfinished games.
fn share(focal: &str, others: &str, blocks: u64) -> (f64, f64) {
    let deck = deck();
    let player = |name: &str| Profile::find(name).expect("a shipped profile").compile(&deck);
    let (focal, others) = (player(focal), player(others));
    let (mut wins, mut unfinished) = (0.0, 0.0);
    for game in 0..blocks * u64::from(SEATS) {
        let seat = (game % u64::from(SEATS)) as u8;
        let keys = Keys::of_block(3, game / u64::from(SEATS));
        let mut table = crate::common::table(&deck, GameSetup { players: SEATS, keys });
        let winners = loop {
            match table.advance().expect("a lawful game") {
                Progress::Over(outcome) => break outcome.winners,
                Progress::Asks(decision) => {
                    let brain = if decision.seat.0 == seat { &focal } else { &others };
                    let mut mind = table.mind(decision.seat);
                    let choice = brain.choose(table.view(decision.seat), decision.question, table.options(), &mut mind);
                    table.apply(choice).expect("an offered choice");
                }
            }
        };
        unfinished += f64::from(u8::from(winners.is_empty()));
        wins += f64::from(u8::from(winners.iter().any(|winner| winner.0 == seat))) / winners.len().max(1) as f64;
    }
    let games = (blocks * u64::from(SEATS)) as f64;
    (wins / games, unfinished / games)
}

#[test]
fn balanced_wins_at_least_85_of_100_against_three_random() {
    let (won, _) = share("balanced", "random", 50);
    assert!(won >= 0.85, "{won}");
}

#[test]
fn balanced_wins_at_least_40_of_100_against_three_greedy() {
    let (won, _) = share("balanced", "greedy", 100);
    assert!(won >= 0.40, "well above 0.32: {won}");
}

#[test]
fn one_of_four_balanced_wins_20_to_30_of_100_and_less_than_1_game_in_1000_is_unfinished() {
    let (won, unfinished) = share("balanced", "balanced", 250);
    assert!((0.2..0.3).contains(&won), "{won}");
    assert!(unfinished < 0.001, "{unfinished}");
}

/// This includes fights won by a tie, in which there is no margin to reduce.
#[test]
fn balanced_plays_no_one_shot_for_the_players_of_a_fight_of_others() {
    let deck = deck();
    let players = [Profile::find("balanced").expect("a shipped profile").compile(&deck)];
    let plan = Plan::new(SEATS, deck.players, &[0], 1, 2_000).expect("a plan");
    let crew = Crew::new(&plan, &deck, &players, 2);
    let finished = crew.play(&AtomicBool::new(false), &mut |_| {}, None).expect("it is played");
    let counts = &finished.tally.counts;
    assert!(counts.sum(Count::OneShotsFor as usize) > 2_000);
    assert_eq!(counts.sum(Count::OneShotsForOthers as usize), 0);
}

/// A build with debug assertions compares each answer at sight with the answer from the options.
#[test]
fn fights_in_which_no_card_may_be_played_are_judged_as_from_the_options() {
    let monster = "kind = \"monster\"\n";
    let text = include_str!("decks/mini.toml").lines().filter(|line| !line.starts_with("fight = "));
    let text: String = text.map(|line| format!("{line}\n")).collect();
    let text = text.replace(monster, &format!("{monster}fight = [\"no_plays\"]\n"));
    let text = text.replace("id = \"gone-off\"\n", "id = \"gone-off\"\ncopies = 12\n");
    let deck = crate::common::deck_of(&text, &["max_turns=40"]);
    let players = [Profile::find("balanced").expect("a shipped profile").compile(&deck)];
    let plan = Plan::new(SEATS, deck.players, &[0], 1, 200).expect("a plan");
    let finished =
        Crew::new(&plan, &deck, &players, 2).play(&AtomicBool::new(false), &mut |_| (), None).expect("it ends");
    assert_eq!(finished.tally.games, 200);
}
