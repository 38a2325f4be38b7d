//! The trace: an independent program replays games from the JSON lines alone, and one game in words is golden.
//!
//! `KICKDOOR_BLESS=1 cargo test --test trace` writes the golden file anew.

#[path = "trace/replay.rs"]
mod replay;

use std::{env, fs};

use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{Keys, Seating};
use kickdoor::report::trace::{Format, Head, tell};
use kickdoor::strategy::random;

const GOLDEN: &str = "tests/golden/random-seed7-game0.txt";

fn deck() -> Deck<3> {
    let source = DeckSource::shipped().next().expect("a shipped deck");
    kickdoor::deck::load(&[source], &[]).expect("it loads")
}

fn told(deck: &Deck<3>, seed: u64, game: u64, players: u8, format: Format) -> String {
    let head = Head { seed, game, strategies: &["random"; 6][..usize::from(players)] };
    let seating = Seating { players, keys: Keys::of_block(seed, game) };
    let mut out = Vec::new();
    tell(deck, seating, head, format, |_, _, options, mind| random::choose(options, mind), &mut out)
        .expect("a game that can be told");
    String::from_utf8(out).expect("text")
}

#[test]
fn an_independent_program_can_replay_games() {
    let deck = deck();
    let mut sums = replay::Sums::default();
    for game in 0..30 {
        let players = 3 + (game % 4) as u8;
        let text = told(&deck, 11, game, players, Format::Json { options: false });
        match replay::replay(&text) {
            Ok(counted) => sums += counted,
            Err(error) => panic!("seed 11, game {game}, {players} players: {error}"),
        }
    }
    println!("{sums:?}");
    assert!(sums.moves > 10_000 && sums.draws > 1_000 && sums.shuffles > 10, "{sums:?}");
    assert!(sums.totals_checked > 200 && sums.strengths_checked > 500, "{sums:?}");
    assert!(sums.levels > 500 && sums.hands_checked > 500 && sums.deaths > 0 && sums.flights > 100, "{sums:?}");
}

#[test]
fn a_game_in_words_is_told_as_ever() {
    let told = told(&deck(), 7, 0, 4, Format::Words);
    if env::var_os("KICKDOOR_BLESS").is_some() {
        fs::write(GOLDEN, &told).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(GOLDEN).unwrap_or_default();
    if told != golden {
        let line = told.lines().zip(golden.lines()).take_while(|(new, old)| new == old).count();
        let at = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
        panic!(
            "{GOLDEN}, line {}:\n  was: {}\n  is:  {}\nIf this is meant, run KICKDOOR_BLESS=1 cargo test --test trace",
            line + 1,
            at(&golden),
            at(&told)
        );
    }
}

#[test]
fn options_are_listed_on_demand() {
    let text = told(&deck(), 3, 0, 3, Format::Json { options: true });
    let chosen = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    for line in chosen.filter(|line| line["event"] == "chosen") {
        let offered = line["offered"].as_array().expect("a list");
        assert_eq!(offered.len() as u64, line["options"].as_u64().expect("a number"), "{line}");
        assert!(offered.contains(&line["choice"]), "{line}");
    }
}

#[test]
fn a_closed_pipe_is_an_error_not_a_panic() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let deck = deck();
    for format in [Format::Words, Format::Json { options: false }] {
        let seating = Seating { players: 3, keys: Keys::of_block(1, 0) };
        let head = Head { seed: 1, game: 0, strategies: &[] };
        let ended = tell(&deck, seating, head, format, |_, _, options, mind| random::choose(options, mind), &mut Closed);
        assert!(ended.is_err());
    }
}
