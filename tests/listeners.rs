//! Players that hear events: what they hear is the same in every replay, and they remember it in playouts.

use std::sync::atomic::AtomicBool;

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Decision, Event, Mind, Outcome, Progress, Question, View};
use kickdoor::ids::Seat;
use kickdoor::random::mix;
use kickdoor::run::{Crew, GameRow, Plan};
use kickdoor::strategy::{Brain, Listener, Memory, NoSettings, Player, Profile, Strategy, register};

/// A player whose every answer depends on everything that it heard in the game.
struct Echo;

impl Brain for Echo {
    type Settings = NoSettings;
    type Player = Echo;

    fn player(_: &Deck, _: &NoSettings) -> Echo {
        Echo
    }
}

impl<const W: usize> Listener<W> for Echo {
    type Memory = u64;

    fn hear(&self, _: Seat, event: Event, heard: &mut u64) {
        let text = format!("{event:?}");
        *heard = text.bytes().fold(*heard, |hash, byte| mix(hash ^ u64::from(byte)));
    }

    fn choose(&self, _: View<'_, W>, _: Question, options: &[Choice], heard: &u64, _: &mut Mind) -> Choice {
        assert_ne!(*heard, 0, "asked before it heard anything");
        options[(*heard % options.len() as u64) as usize]
    }
}

fn deck() -> Deck {
    common::deck_of(&common::shipped_text(), &["max_turns=40"])
}

/// One `Echo`, a restricted one, and two players that hear nothing.
fn players(deck: &Deck) -> [Strategy; 4] {
    let never = "brain = \"echo\"\nnever = [\"sell\", \"trade\"]\n";
    let restricted = Profile::parse("shy", "shy.toml", never).expect("a profile").compile(deck);
    [Strategy::custom(Echo), restricted, common::player("balanced", deck), common::player("greedy", deck)]
}

/// The games of these players.
fn played(deck: &Deck, players: &[Strategy], games: u64, threads: usize) -> Vec<GameRow> {
    let plan = Plan::new(4, deck.players, &[0, 1, 2, 3], 1, games).expect("a plan");
    let mut rows = Vec::new();
    let mut list = |row: &GameRow| {
        rows.push(*row);
        Ok(())
    };
    let crew = Crew::new(&plan, deck, players, threads);
    crew.play(&AtomicBool::new(false), &mut |_| {}, Some(&mut list)).expect("it is played");
    rows
}

/// Plays a game of a run again, at a table that stops at each question.
fn replayed(deck: &Deck, players: &[Strategy], row: &GameRow) -> Outcome {
    let mut table = common::table(deck, common::game_setup(4, 1, row.block));
    let mut memories: [Memory; 4] = Default::default();
    loop {
        let progress = table.advance().expect("a lawful game");
        for event in std::mem::take(&mut table.recorder().events) {
            for seat in (0..4).map(Seat) {
                let player: &dyn Player = &players[usize::from(row.seating[seat])];
                if let Some(event) = event.heard_by(seat).filter(|_| player.hears()) {
                    player.hear(seat, event, &mut memories[seat.index()]);
                }
            }
        }
        let Decision { seat, question } = match progress {
            Progress::Over(outcome) => return outcome,
            Progress::Asks(decision) => decision,
        };
        let mut mind = table.mind(seat);
        let (player, memory) = (&players[usize::from(row.seating[seat])], &memories[seat.index()]);
        let choice = player.choose_remembering(table.view(seat), question, table.options(), memory, &mut mind);
        table.apply(choice).expect("an offered choice");
    }
}

#[test]
fn a_player_hears_the_same_in_a_run_and_in_a_replay() {
    register::<Echo>("echo");
    let deck = deck();
    let players = players(&deck);
    let rows = played(&deck, &players, 48, 2);
    for row in &rows {
        let outcome = replayed(&deck, &players, row);
        assert_eq!((outcome.winners, outcome.turns), (row.winners, row.turns), "game {}", row.game);
    }
    let again = played(&deck, &players, 48, 1);
    assert!(rows.iter().map(|row| row.signature).eq(again.iter().map(|row| row.signature)));
}

/// `Echo` panics if it does not remember.
#[test]
fn players_in_playouts_remember() {
    let deck = common::deck_of(&common::shipped_text(), &["max_turns=4"]);
    register::<Echo>("recalling");
    let file = "brain = \"search\"\nbase = \"recalling\"\npopulation = [\"recalling\", \"balanced\"]\n";
    let file = format!("{file}[weights]\nhorizon = 0\nplayouts = 2\n");
    let search = Profile::parse("far", "far.toml", &file).expect("a profile").compile(&deck);
    let players = [search, common::player("balanced", &deck), Strategy::custom(Echo), Strategy::custom(Echo)];
    let [one, other] = [1, 2].map(|threads| played(&deck, &players, 2, threads));
    assert!(one.iter().map(|row| row.signature).eq(other.iter().map(|row| row.signature)));
}
