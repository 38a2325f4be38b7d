//! Bounds of a game: endless chains of cards, answers that were not offered, the maximum number of turns.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use crate::common;
use kickdoor::deck::language::Gender;
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{
    AnyPlayers, Bound, Character, Choice, Decision, Encounter, Event, EventLog, GameError, GameSetup, LoggedTable,
    Menu, Mind, Moment, Outcome, Players, Progress, Question, Script, Situation, Start, Verb, View,
};
use kickdoor::ids::{CardId, CardSet, Seat, SeatSet};
use kickdoor::run::tally::Count;
use kickdoor::run::{Crew, Plan, busiest_card};
use kickdoor::strategy::{Profile, Random, Strategy, random};
use rayon::prelude::*;

const MINI: &str = include_str!("decks/mini.toml");

/// A card that leads to further ones: its victim draws two Doors and may play each at once.
fn chain_letter(n: usize) -> String {
    format!(
        "[[card]]\nid = \"chain-letter-{n}\"\nname = \"Chain Letter {n}\"\nkind = \"curse\"\ncopies = 20\n\
         curse = [{{ draw = {{ deck = \"door\" }} }}, {{ draw = {{ deck = \"door\" }} }}]\norigin = \"modelled\"\n"
    )
}

/// The test deck with very many chain letters.
fn endless() -> Deck {
    let letters: String = (1..=5).map(chain_letter).collect();
    common::deck_of(&format!("{MINI}\n{letters}"), &["max_steps=1000"])
}

/// Plays each Curse on itself as soon as possible.
fn masochist(decision: Decision, options: &[Choice]) -> Choice {
    let liked = |option: &&Choice| match decision.question {
        Question::Round(_) | Question::Receipt => option.verb == Verb::Play,
        Question::AimAt => option.seat() == decision.seat,
        _ => false,
    };
    options.iter().find(liked).copied().unwrap_or(options[0])
}

/// Advances the game and answers until it is over.
fn drive(table: &mut LoggedTable<'_>) -> Result<Outcome, GameError> {
    loop {
        match table.advance()? {
            Progress::Over(outcome) => return Ok(outcome),
            Progress::Asks(decision) => table.apply(masochist(decision, table.options()))?,
        }
    }
}

#[test]
fn an_endless_chain_of_cards_ends_the_game_at_a_bound() {
    let deck = endless();
    let mut table = common::table(&deck, common::game_setup(3, 1, 0));
    let outcome = drive(&mut table).expect("a game that is stopped");
    assert!(matches!(outcome.bound, Some(Bound::Steps | Bound::Depth)), "{outcome:?}");
    assert_eq!(outcome.winners, SeatSet::EMPTY);
    assert_eq!(table.advance(), Ok(Progress::Over(outcome)), "the game stays over");
}

#[test]
fn a_run_counts_stopped_games_and_names_the_first() {
    let deck = endless();
    let players = [Strategy::Random(Random)];
    let plan = Plan::new(3, deck.players, &[0], 8, 40).expect("a plan");
    let play = |threads| Crew::new(&plan, &deck, &players, threads).play(&AtomicBool::new(false), &mut |_| {}, None);
    let tally = play(1).expect("a run").tally;
    assert_eq!(play(2).expect("a run").tally, tally);
    let stopped = tally.counts.sum(Count::UnfinishedSteps as usize) + tally.counts.sum(Count::UnfinishedDepth as usize);
    assert!(stopped > 0 && stopped <= u128::from(tally.unfinished), "{stopped} of {}", tally.unfinished);
    let first = tally.first_stopped.expect("a stopped game");
    let busiest = busiest_card(&plan, &deck, &players, first).expect("a game").expect("a busy card");
    assert!(deck.name(busiest.card).starts_with("Chain Letter"), "{}", deck.name(busiest.card));
    assert!(busiest.acts >= 5, "{busiest:?}");
}

/// Cards that a player who plays everything could play forever.
const FOR_EVER: [&str; 4] = [
    "kind = \"special\"\ncopies = 20\ndeck = \"treasure\"\n\
     use = [{ when = [\"any_time\"], do = [{ take_discard = { deck = \"treasure\", search = true } }] }]",
    "kind = \"item\"\ncopies = 20\nbonus = 1\ngold = 100\nuse = [{ when = [\"combat\"], cost = { levels = 1 }, \
     do = [{ strengthen = { side = \"either\", by = 99 } }, { each = { who = \"you\", do = [{ gain_levels = 1 }] } }] }]",
    "kind = \"curse\"\ncopies = 20\ncurse = [{ repeat = { times = 99, do = [{ repeat = { times = 99, \
     do = [{ flee_bonus = 5 }, { lose_levels = 1 }] } }] } }]",
    "kind = \"curse\"\ncopies = 20\nlasts = \"always\"\ncurse = [\"die\"]\n\
     on = [{ when = \"turn_start\", do = [{ draw = { deck = \"door\", count = 20 } }] }]",
];

#[test]
fn runs_with_cards_that_could_be_played_forever_end() {
    for card in FOR_EVER {
        let odd = format!("[[card]]\nid = \"odd\"\nname = \"Odd\"\norigin = \"modelled\"\n{card}\n");
        let deck = common::deck_of(&format!("{MINI}\n{odd}"), &["max_steps=2000"]);
        let players =
            ["greedy", "balanced", "random"].map(|brain| Profile::find(brain).expect("shipped").compile(&deck));
        let plan = Plan::new(3, deck.players, &[0, 1, 2], 1, 30).expect("a plan");
        let run = Crew::new(&plan, &deck, &players, 2).play(&AtomicBool::new(false), &mut |_| {}, None);
        assert_eq!(run.expect("a run").tally.games, 30, "{card}");
    }
}

thread_local! {
    /// Number of runs that this thread has begun and not ended.
    static RUNS: Cell<u32> = const { Cell::new(0) };
}

/// The stack would end at some depth.
#[test]
fn a_run_that_waits_in_a_pool_of_the_caller_begins_no_other_run() {
    let deck = common::deck_of(MINI, &["max_turns=4"]);
    let player = [Profile::find("random").expect("shipped").compile(&deck)];
    let plan = Plan::new(3, deck.players, &[0], 1, 3).expect("a plan");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let deepest = pool.install(|| {
        let depth = (0..2_000u32).into_par_iter().map(|_| {
            let depth = RUNS.replace(RUNS.get() + 1);
            Crew::new(&plan, &deck, &player, 1).play_all().expect("a run");
            RUNS.set(depth);
            depth
        });
        depth.max()
    });
    assert_eq!(deepest, Some(0), "runs in a run");
}

/// Cards whose numbers add up to more than fits into a byte.
const HEAVY: [&str; 3] = [
    "kind = \"curse\"\nlasts = \"always\"\nflee = [{ add = -50 }]",
    "kind = \"item\"\ngold = 100\nflee = [{ add = 50 }]\nstrength = [{ add = 50, each = \"hand\" }, { add = 50, each = \"items\" }]",
    "kind = \"monster\"\nlevel = 20\ntreasures = 6\nstrength = [{ add = 50, each = \"hand\" }, { add = -50, each = \"level\" }]",
];

#[test]
fn sums_over_many_copies_do_not_overflow() {
    for card in HEAVY {
        let heavy = format!("[[card]]\nid = \"heavy\"\nname = \"Heavy\"\norigin = \"modelled\"\ncopies = 20\n{card}\n");
        let deck = common::deck_of(&format!("{MINI}\n{heavy}"), &["max_turns=40"]);
        let [greedy, random] = ["greedy", "random"].map(|name| common::player(name, &deck));
        for block in 0..15 {
            let setup = common::game_setup(4, 2, block);
            common::finish(&mut common::table(&deck, setup), &[&greedy, &random]);
        }
    }
}

/// A special draws a whole pile of more cards than a byte can count.
#[test]
fn games_with_hands_of_more_than_255_cards_end() {
    let stone = |n: usize| {
        format!(
            "[[card]]\nid = \"stone-{n}\"\nname = \"Stone {n}\"\nkind = \"item\"\ncopies = 20\nbig = true\ngold = 0\n\
             origin = \"modelled\"\n"
        )
    };
    let stones: String = (1..=20).map(stone).collect();
    let quarry = "[[card]]\nid = \"quarry\"\nname = \"Quarry\"\nkind = \"special\"\ncopies = 20\norigin = \"modelled\"\n\
                  use = [{ when = [\"turn\"], do = [{ repeat = { times = 9, do = [{ draw = { deck = \"treasure\", count = 99 } }] } }] }]\n";
    let source = DeckSource::new("quarry.toml", format!("{MINI}\n{stones}{quarry}"));
    let switches = ["max_turns=60".to_owned(), "big_limit=0".to_owned()];
    let deck: Deck = kickdoor::deck::load(&[source], &switches).expect("it loads");
    let strategies = ["greedy", "random"].map(|name| Profile::find(name).expect("shipped").compile(&deck));
    let plan = Plan::new(4, deck.players, &[0, 1], 1, 40).expect("a plan");
    let run = Crew::new(&plan, &deck, &strategies, 2).play_all().expect("a run");
    assert_eq!(run.tally.games, 40);
}

/// A question answered at sight counts the same number of steps as one whose options are listed.
#[test]
fn answers_at_sight_do_not_change_the_step_at_which_a_game_is_stopped() {
    let deck = common::deck_of(&common::shipped_text(), &["max_steps=100", "max_turns=60"]);
    let mut stopped = 0;
    for name in ["random", "greedy", "balanced"] {
        let player = common::player(name, &deck);
        for block in 0..20 {
            let setup = common::game_setup(6, 9, block);
            let mut table = common::table(&deck, setup);
            let answered = common::finish(&mut table, &[&player]);
            let (at_sight, _) = common::play_at_table(&deck, setup, &[&player]);
            assert_eq!(answered, at_sight, "{name}, block {block}");
            stopped += u32::from(answered.bound == Some(Bound::Steps));
        }
    }
    assert!(stopped > 0, "no game is stopped");
}

/// Various answers, without those that the question offers.
fn unoffered(options: &[Choice], cards: usize) -> Vec<Choice> {
    let verbs = [Verb::Pass, Verb::Play, Verb::Wear, Verb::Pick, Verb::Player, Verb::Done, Verb::Fight, Verb::Number];
    let card = |n: usize| CardId((n % cards) as u16);
    let made = verbs.iter().enumerate().flat_map(|(n, &verb)| {
        [
            Choice::plain(verb),
            Choice::number(verb, 200),
            Choice::card(verb, card(37 * n)),
            Choice::card(verb, CardId(999)),
        ]
    });
    made.filter(|choice| !options.contains(choice)).collect()
}

/// Tries answers that were not offered. They must not change anything.
fn rejects_unoffered(table: &mut LoggedTable<'_>, decision: Decision) -> usize {
    let before = format!("{:?}", table.game());
    let (options, events) = (table.options().to_vec(), table.recorder().events.len());
    let unoffered = unoffered(&options, table.deck().cards.len());
    for &choice in &unoffered {
        let turn = table.turn();
        assert_eq!(table.apply(choice), Err(GameError::NotOffered { decision, choice, turn }));
    }
    assert_eq!(format!("{:?}", table.game()), before, "the state");
    assert_eq!(table.options(), options, "the options");
    assert_eq!(table.recorder().events.len(), events, "events");
    assert_eq!(table.advance(), Ok(Progress::Asks(decision)), "the question");
    unoffered.len()
}

#[test]
fn an_answer_that_was_not_offered_is_rejected_and_changes_nothing() {
    let deck = common::deck_of(&common::shipped_text(), &["max_turns=20"]);
    let mut refused = 0;
    for block in 0..6 {
        let mut table = common::table(&deck, common::game_setup(4, 3, block));
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            refused += rejects_unoffered(&mut table, decision);
            let mut mind = table.mind(decision.seat);
            let choice = random::choose(table.options(), &mut mind);
            table.apply(choice).expect("an offered choice");
        }
    }
    assert!(refused > 10_000, "{refused} answers refused");
}

/// Answers every question with a card that no player has.
#[derive(Clone, Copy)]
struct WrongAnswers;

impl Players for WrongAnswers {
    fn at_sight(&mut self, _: View<'_>, _: Question, _: &Menu) -> Option<Choice> {
        Some(Choice::card(Verb::Play, CardId(999)))
    }

    fn choose(&mut self, _: View<'_>, _: Question, _: &[Choice], _: &mut Mind) -> Choice {
        Choice::card(Verb::Play, CardId(999))
    }

    fn wake_cards(&self, view: View<'_>) -> CardSet {
        view.deck().masks.all
    }
}

#[test]
fn a_wrong_answer_of_a_player_at_the_table_is_an_error() {
    let deck = common::shipped();
    let mut table =
        LoggedTable::deal_to(&deck, common::game_setup(3, 1, 0), EventLog::new(), AnyPlayers::new(WrongAnswers));
    let error = table.advance().expect_err("a wrong answer");
    assert!(matches!(error, GameError::NotOffered { choice: Choice { card: CardId(999), .. }, .. }), "{error}");
    assert_eq!(table.advance(), Err(error), "the game stays at the error");
}

#[test]
fn an_answer_without_a_question_is_an_error() {
    let deck = common::shipped();
    let mut table = common::table(&deck, common::game_setup(3, 1, 0));
    assert_eq!(table.apply(Choice::PASS), Err(GameError::NothingAsked { turn: 0 }), "before the first question");
    assert!(matches!(table.advance(), Ok(Progress::Asks(_))));
    let choice = table.options()[0];
    table.apply(choice).expect("an offered choice");
    assert_eq!(table.apply(choice), Err(GameError::NothingAsked { turn: 0 }), "a second answer");
}

#[test]
fn a_game_that_reaches_max_turns_is_unfinished() {
    let deck = common::deck_of(&common::shipped_text(), &["max_turns=3"]);
    let player = common::player("balanced", &deck);
    for block in 0..20 {
        let mut table = common::table(&deck, common::game_setup(4, 2, block));
        let outcome = common::finish(&mut table, &[&player]);
        assert!(outcome.winners.is_empty() && outcome.turns == 3, "block {block}: {outcome:?}");
        assert_eq!(table.advance(), Ok(Progress::Over(outcome)), "the game stays over");
        let events = table.into_recorder().events;
        assert_eq!(events.last(), Some(&Event::Unfinished { bound: Bound::Turns }), "block {block}");
        assert!(!events.iter().any(|event| matches!(event, Event::Won { .. })), "block {block}");
    }
}

#[test]
fn unfinished_games_are_counted() {
    let deck = common::deck_of(&common::shipped_text(), &["max_turns=3"]);
    let players = [common::player("greedy", &deck)];
    let plan = Plan::new(4, deck.players, &[0], 2, 32).expect("a plan");
    let crew = Crew::new(&plan, &deck, &players, 1);
    let tally = crew.play(&AtomicBool::new(false), &mut |_| {}, None).expect("lawful games").tally;
    assert_eq!((tally.games, tally.unfinished), (32, 32));
}

/// The maximum number of own plays of the active player in a turn.
fn busiest_turn(deck: &Deck, setup: GameSetup) -> usize {
    let mut table = common::table(deck, setup);
    common::finish(&mut table, &[&Strategy::Random(Random)]);
    let events = table.into_recorder().events;
    let turns = events.split(|event| matches!(event, Event::TurnBegins { .. }));
    turns.map(|turn| turn.iter().filter(|event| is_own_play(event)).count()).max().unwrap_or(0)
}

fn is_own_play(event: &Event) -> bool {
    let Event::Chosen { decision, choice, .. } = event else { return false };
    let own = [Moment::StartOfTurn, Moment::AfterDoor, Moment::BeforeCharity].map(Question::Round);
    own.contains(&decision.question) && matches!(choice.verb, Verb::Wear | Verb::Carry | Verb::Equip | Verb::Unequip)
}

#[test]
fn own_plays_in_a_turn_reach_max_actions_and_never_exceed_it() {
    let deck = common::deck_of(&common::shipped_text(), &["max_turns=30", "max_actions=4"]);
    let busiest = (0..10).map(|block| busiest_turn(&deck, common::game_setup(4, 6, block))).max();
    assert_eq!(busiest, Some(4));
}

/// Twelve bells, each with two uses per turn.
const BELLS: &str = "[[card]]\nid = \"bell\"\nname = \"Bell\"\nkind = \"item\"\ncopies = 12\ngold = 100\n\
     use = [{ when = [\"turn\"], limit = 2, do = [{ draw = { deck = \"door\" } }] }]\norigin = \"modelled\"\n";

/// A table at the start of a turn of a player with all these cards in use.
fn turn_with(deck: &Deck, cards: Vec<CardId>) -> LoggedTable<'_> {
    let nobody = Character {
        level: 1,
        alive: true,
        gender: Gender::Male,
        awaits_deal: false,
        hand: vec![],
        known: vec![],
        worn: vec![],
        cheated: vec![],
        in_play: vec![],
    };
    let ringer = Character { worn: cards, ..nobody.clone() };
    let situation = Situation {
        keys: common::game_setup(3, 1, 0).keys,
        start: Start::Turn,
        active: Seat(0),
        characters: vec![ringer, nobody.clone(), nobody],
        piles: [vec![], vec![]],
        discards: [vec![], vec![]],
        fight: Encounter::default(),
    };
    LoggedTable::stage(deck, &situation, Script::default(), EventLog::new()).expect("a lawful position")
}

#[test]
fn the_limit_of_a_use_counts_only_the_uses_of_its_own_card() {
    let deck = common::deck_of(&format!("{MINI}\n{BELLS}"), &[]);
    let bells: Vec<CardId> =
        (0..deck.cards.len() as u16).map(CardId).filter(|&card| deck.title(card).id == "bell").collect();
    let mut table = turn_with(&deck, bells.clone());
    while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
        if table.turn() > 1 || decision.question != Question::Round(Moment::StartOfTurn) {
            break;
        }
        let ring = table.options().iter().find(|option| option.verb == Verb::Use).copied();
        let choice = ring.unwrap_or(Choice::PASS);
        table.apply(choice).expect("an offered choice");
    }
    let rung = |bell: &CardId, events: &[Event]| {
        events.iter().filter(|event| matches!(event, Event::Used { card, .. } if card == bell)).count()
    };
    let events = table.into_recorder().events;
    assert_eq!(bells.iter().map(|bell| rung(bell, &events)).collect::<Vec<_>>(), [2; 12]);
}
