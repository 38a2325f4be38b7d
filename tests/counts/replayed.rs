//! The games of a run, played again with all events.

#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use kickdoor::deck::Deck;
use kickdoor::game::{Event, Outcome, Zone};
use kickdoor::ids::{CardId, CardSet, MAX_SEATS, Seat};
use kickdoor::run::tally::WIN;
use kickdoor::run::{Crew, GameRow, Plan, Tally};
use kickdoor::strategy::Strategy;

use super::common::{play_at_table, player};

/// The card with recorded draws.
pub const WATCHED: CardId = CardId(100);

/// A game of the run, played again independently.
pub struct ReplayedGame {
    /// Its block.
    pub block: u64,
    /// Strategies by seat.
    pub seating: [u8; MAX_SEATS],
    /// The winners and the end of the game.
    pub outcome: Outcome,
    /// All events.
    pub events: Vec<Event>,
}

/// A run and its games.
pub struct Run {
    /// The cards.
    pub deck: Deck,
    /// The plan of the run.
    pub plan: Plan,
    /// The counts of the run.
    pub tally: Tally,
    /// Its list of games.
    pub rows: Vec<GameRow>,
    /// The same games, played independently.
    pub games: Vec<ReplayedGame>,
}

/// Plays a plan with a crew, and its games again one by one. Names may occur more than once.
pub fn run(deck: Deck, seats: u8, names: &[&str], games: u64) -> Run {
    let mut own = names.to_vec();
    own.dedup();
    let players: Vec<Strategy> = own.iter().map(|name| player(name, &deck)).collect();
    let order: Vec<u8> =
        names.iter().filter_map(|name| own.iter().position(|one| one == name)).map(|n| n as u8).collect();
    let plan = Plan::new(seats, deck.players, &order, 21, games).expect("a plan");
    let crew = Crew { watched: CardSet::one(WATCHED), ..Crew::new(&plan, &deck, &players, 2) };
    let mut rows = Vec::new();
    let mut list = |row: &GameRow| {
        rows.push(*row);
        Ok(())
    };
    let tally = crew.play(&AtomicBool::new(false), &mut |_| {}, Some(&mut list)).expect("lawful games").tally;
    let games = (0..plan.games()).map(|game| replay(&deck, &plan, &players, game)).collect();
    Run { games, deck, plan, tally, rows }
}

fn replay(deck: &Deck, plan: &Plan, players: &[Strategy], game: u64) -> ReplayedGame {
    let (block, seating) = plan.game(game);
    let brains: Vec<&Strategy> = (0..plan.players()).map(|seat| &players[usize::from(seating[Seat(seat)])]).collect();
    let (outcome, events) = play_at_table(deck, plan.game_setup(block), &brains);
    ReplayedGame { block, seating: seating.0, outcome, events }
}

/// A seat's share of the win, in units of `WIN`.
pub fn win(replayed: &ReplayedGame, seat: Seat) -> u64 {
    if replayed.outcome.winners.contains(seat) { WIN / replayed.outcome.winners.len() as u64 } else { 0 }
}

/// The seat with the first turn.
pub fn first(replayed: &ReplayedGame) -> Seat {
    let begin = replayed.events.iter().find_map(|event| match event {
        Event::Begin { first } => Some(*first),
        _ => None,
    });
    begin.expect("a beginning")
}

/// Strategy and turn position of a seat.
pub fn place(run: &Run, replayed: &ReplayedGame, seat: Seat) -> (usize, usize) {
    let players = run.plan.players();
    let mut position = 0;
    let mut at = first(replayed);
    while at != seat {
        at = at.left(players);
        position += 1;
    }
    (usize::from(replayed.seating[seat.index()]), position)
}

/// The seats of the table.
pub fn seats(run: &Run) -> impl Iterator<Item = Seat> + use<> {
    (0..run.plan.players()).map(Seat)
}

/// The Levels of all players at the start of each turn.
pub fn levels_by_turn(replayed: &ReplayedGame) -> Vec<[u8; MAX_SEATS]> {
    let (mut levels, mut turns) = ([1; MAX_SEATS], Vec::new());
    for event in &replayed.events {
        match *event {
            Event::TurnBegins { .. } => turns.push(levels),
            Event::Level { seat, to, .. } => levels[seat.index()] = to,
            _ => {}
        }
    }
    turns
}

/// The first player at a Level, and the turn in which that player reached it, from 1.
pub fn first_at(replayed: &ReplayedGame, level: u8) -> Option<(Seat, usize)> {
    let reaches = |event: &Event| matches!(*event, Event::Level { to, .. } if to == level);
    let place = replayed.events.iter().position(reaches)?;
    let turn = replayed.events[..place].iter().filter(|event| matches!(event, Event::TurnBegins { .. })).count();
    let Event::Level { seat, .. } = replayed.events[place] else { return None };
    Some((seat, turn))
}

/// The player whom these Levels put above all others, or with `last` below them.
pub fn alone(run: &Run, levels: &[u8; MAX_SEATS], last: bool) -> Option<Seat> {
    let beats = |one: Seat, other: Seat| {
        let (one, other) = (levels[one.index()], levels[other.index()]);
        if last { one < other } else { one > other }
    };
    seats(run).find(|&seat| seats(run).all(|other| other == seat || beats(seat, other)))
}

/// Cards that each seat of a game saw, played, and put on the table.
pub fn handled(replayed: &ReplayedGame) -> [BTreeSet<(Seat, CardId)>; 3] {
    let [mut seen, mut played, mut tabled] = [const { BTreeSet::new() }; 3];
    for event in &replayed.events {
        let Event::Move { card, from, to } = *event else { continue };
        if let Zone::Hand(seat) | Zone::Table(seat) = to {
            seen.insert((seat, card));
        }
        if let Zone::Table(seat) = to {
            tabled.insert((seat, card));
        }
        if let (Zone::Hand(seat), Zone::Table(_) | Zone::Played) = (from, to) {
            played.insert((seat, card));
        }
    }
    [seen, played, tabled]
}
