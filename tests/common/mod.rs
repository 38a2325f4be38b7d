//! Common parts of several tests: decks, players, and complete games.

#![allow(dead_code, unreachable_pub)]

pub mod guard;
pub mod program;

use std::collections::BTreeSet;
use std::ops::Range;

use kickdoor::deck::{Deck, DeckSource, load};
use kickdoor::game::{
    AnyPlayers, Choice, Event, EventLog, GameSetup, Keys, LoggedTable, Menu, Mind, Outcome, Players, Progress,
    Question, View,
};
use kickdoor::ids::{BySeat, CardSet, Seat};
use kickdoor::random::mix;
use kickdoor::strategy::{Memo, Player, Profile, Strategy};
use rayon::prelude::*;

/// The results of all cases of a range, computed in parallel.
// One function for all tests, because the code of a parallel loop is long.
pub fn all_cases<T: Send>(cases: Range<u64>, case: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
    (cases.start as usize..cases.end as usize).into_par_iter().map(|number| case(number as u64)).collect()
}

/// The text of the `zombies` deck.
pub fn shipped_text() -> String {
    DeckSource::find("zombies").expect("the deck").text
}

/// A deck from its text.
pub fn deck_of(text: &str, overrides: &[&str]) -> Deck {
    compiled(&[DeckSource::new("test.toml", text)], overrides)
}

/// The deck of shipped sets; the first one is the base.
pub fn deck_of_sets(sets: &[&str], overrides: &[&str]) -> Deck {
    let sources: Vec<DeckSource> = sets.iter().map(|set| DeckSource::find(set).expect("a shipped set")).collect();
    compiled(&sources, overrides)
}

fn compiled(sources: &[DeckSource], overrides: &[&str]) -> Deck {
    let overrides: Vec<String> = overrides.iter().map(|word| (*word).to_owned()).collect();
    load(sources, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// The `zombies` deck.
pub fn shipped() -> Deck {
    deck_of(&shipped_text(), &[])
}

/// A shipped player.
pub fn player(name: &str, deck: &Deck) -> Strategy {
    Profile::find(name).expect("a shipped profile").compile(deck)
}

/// Players of all kinds that do not look ahead.
pub const PLAYERS: [&str; 4] = ["random", "greedy", "balanced", "expert"];

/// The players of `PLAYERS`; `expert` has few lessons.
pub fn players(deck: &Deck) -> Vec<Strategy> {
    PLAYERS.iter().map(|&name| if name == "expert" { hasty_expert(deck) } else { player(name, deck) }).collect()
}

/// `expert` after few lessons.
pub fn hasty_expert(deck: &Deck) -> Strategy {
    let text = "extends = \"expert\"\n[weights]\nlessons = 20\n";
    Profile::parse("expert", "expert.toml", text).expect("a profile").compile(deck)
}

/// A `search` player with these settings, which learns from few games.
pub fn searcher(deck: &Deck, settings: &str) -> Strategy {
    learned_searcher(deck, 20, settings)
}

/// A player that looks ahead and is fitted to this number of games.
pub fn learned_searcher(deck: &Deck, lessons: u32, settings: &str) -> Strategy {
    let text = format!("brain = \"search\"\n[weights]\nlessons = {lessons}\n{settings}\n");
    Profile::parse("search", "search.toml", &text).expect("a profile").compile(deck)
}

/// Whether a question is about cards in another hand that only the asked player may see.
pub fn looks_into_a_hand(question: Question) -> bool {
    matches!(question, Question::TakeHandCard | Question::LoseHandCard)
}

/// A table without players, with a log of the events. Tests use only this type, because each other type would compile the engine again.
pub fn table(deck: &Deck, setup: GameSetup) -> LoggedTable<'_> {
    LoggedTable::deal(deck, setup, EventLog::new())
}

/// Plays a game to its end from its current state; `brains` are repeated around the table.
pub fn finish(table: &mut LoggedTable<'_>, brains: &[&Strategy]) -> Outcome {
    loop {
        match table.advance().unwrap_or_else(|error| panic!("{error}")) {
            Progress::Over(outcome) => return outcome,
            Progress::Asks(decision) => {
                let options = table.options();
                assert!(options.len() >= 2, "asked without a choice: {decision:?}");
                let twice = (1..options.len()).find(|&n| options[..n].contains(&options[n]));
                assert_eq!(twice, None, "an answer is offered twice: {decision:?} {options:?}");
                let brain = brains[decision.seat.index() % brains.len()];
                let mut mind = table.mind(decision.seat);
                let choice = brain.choose(table.view(decision.seat), decision.question, table.options(), &mut mind);
                table.apply(choice).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

/// Players at a table, repeated as often as needed. They answer at sight if they can.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    players: &'a [&'a Strategy],
    memos: BySeat<Memo>,
}

impl<'a> Around<'a> {
    /// The players at the start of a game.
    pub fn new(players: &'a [&'a Strategy]) -> Self {
        Around { players, memos: BySeat::default() }
    }

    fn player(&self, seat: Seat) -> &'a Strategy {
        self.players[seat.index() % self.players.len()]
    }
}

impl Players for Around<'_> {
    fn at_sight(&mut self, view: View<'_>, question: Question, menu: &Menu) -> Option<Choice> {
        self.player(view.seat()).at_sight(view, question, menu, &mut self.memos[view.seat()])
    }

    fn choose(&mut self, view: View<'_>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        self.player(view.seat()).choose(view, question, options, mind)
    }

    fn wake_cards(&self, view: View<'_>) -> CardSet {
        self.player(view.seat()).wake_cards(view.deck())
    }
}

/// Plays a game with players that may answer at sight.
pub fn play_at_table<'a>(deck: &'a Deck, setup: GameSetup, brains: &'a [&'a Strategy]) -> (Outcome, Vec<Event>) {
    let mut table = LoggedTable::deal_to(deck, setup, EventLog::new(), AnyPlayers::new(Around::new(brains)));
    match table.advance().unwrap_or_else(|error| panic!("{error}")) {
        Progress::Over(outcome) => (outcome, table.into_recorder().events),
        Progress::Asks(decision) => panic!("waits for {decision:?}"),
    }
}

/// The setup of a block.
pub fn game_setup(players: u8, seed: u64, block: u64) -> GameSetup {
    GameSetup { players, keys: Keys::of_block(seed, block) }
}

/// Hashes choices (without passes), draws and dice by stable ids of cards, and records the drawn cards.
pub struct Trail<'d> {
    deck: &'d Deck,
    /// The hash so far.
    pub hash: u64,
    /// Stable ids of the cards drawn.
    pub drawn: BTreeSet<u64>,
}

impl<'d> Trail<'d> {
    /// The trail of a game with these events.
    pub fn new(deck: &'d Deck, events: &[Event]) -> Self {
        let mut trail = Trail { deck, hash: 0, drawn: BTreeSet::new() };
        events.iter().for_each(|event| trail.follow(*event));
        trail
    }

    fn add(&mut self, word: u64) {
        self.hash = mix(self.hash ^ word);
    }

    fn follow(&mut self, event: Event) {
        match event {
            Event::Chosen { choice: Choice::PASS, .. } => {}
            Event::Chosen { decision, choice } => {
                let card = self.deck.stable.get(choice.card.index()).copied().unwrap_or_default();
                self.add(card ^ u64::from(decision.seat.0) ^ (choice.verb as u64) << 8 ^ u64::from(choice.n) << 16);
            }
            Event::Draw { card, seat, .. } => {
                let stable = self.deck.stable[card.index()];
                self.drawn.insert(stable);
                self.add(stable ^ u64::from(seat.0) << 1);
            }
            Event::Roll { seat, die, .. } => self.add(u64::from(seat.0) << 8 | u64::from(die)),
            _ => {}
        }
    }
}

/// Hash and drawn cards of one game.
pub fn trail(deck: &Deck, brains: &[&Strategy], players: u8, seed: u64, block: u64) -> (u64, BTreeSet<u64>) {
    let mut table = table(deck, game_setup(players, seed, block));
    finish(&mut table, brains);
    let trail = Trail::new(deck, &table.into_recorder().events);
    (trail.hash, trail.drawn)
}
