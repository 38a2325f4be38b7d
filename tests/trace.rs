//! The trace: an independent program replays games from the JSON lines alone, and one game in words has a golden file.
//!
//! `KICKDOOR_BLESS=1 cargo test trace::` writes the golden file again.

mod replay;

use std::{env, fs};

use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{Choice, Keys, Mind, Seating, Verb};
use kickdoor::report::trace::{Format, Head, write_game};
use kickdoor::run::CounterfactualDraw;
use kickdoor::strategy::random;

const GOLDEN: &str = "tests/golden/random-seed7-game0.txt";

type Chooser = fn(&[Choice], &mut Mind) -> Choice;

/// The `zombies` deck with these switches set.
fn deck(switches: &[&str]) -> Deck<3> {
    let source = DeckSource::find("zombies").expect("the deck");
    let switches: Vec<String> = switches.iter().map(|&switch| switch.to_owned()).collect();
    kickdoor::deck::load(&[source], &switches).expect("it loads")
}

fn told(deck: &Deck<3>, seed: u64, game: u64, players: u8, format: Format, choose: Chooser) -> String {
    let head = Head { seed, game, strategies: &["random"; 6][..usize::from(players)] };
    let seating = Seating { players, keys: Keys::of_block(seed, game) };
    let mut out = Vec::new();
    write_game(
        deck,
        seating,
        head,
        format,
        CounterfactualDraw::none(deck),
        |_, _, options, mind| choose(options, mind),
        &mut out,
    )
    .expect("a game that can be traced");
    String::from_utf8(out).expect("text")
}

/// Random choices with a preference for strength, so that games end.
fn eager(options: &[Choice], mind: &mut Mind) -> Choice {
    let strong = |choice: &&Choice| {
        matches!(choice.verb, Verb::Wear | Verb::Equip | Verb::Aid | Verb::Accept | Verb::Done | Verb::Sell)
    };
    let weak = |choice: &Choice| matches!(choice.verb, Verb::Unequip | Verb::Discard | Verb::Hinder | Verb::Gift);
    let rest: Vec<Choice> = options.iter().copied().filter(|choice| !weak(choice)).collect();
    match options.iter().find(strong) {
        Some(&choice) if mind.below(4) > 0 => choice,
        _ if rest.is_empty() => random::choose(options, mind),
        _ => random::choose(&rest, mind),
    }
}

#[test]
fn an_independent_program_can_replay_games() {
    let deck = deck(&["max_turns=120"]);
    let mut sums = replay::Sums::default();
    for game in 0..30 {
        let players = 3 + (game % 4) as u8;
        let choose = if game % 3 == 0 { random::choose } else { eager };
        let text = told(&deck, 11, game, players, Format::Json { options: false }, choose);
        match replay::replay(&text) {
            Ok(counted) => sums += counted,
            Err(error) => panic!("seed 11, game {game}, {players} players: {error}"),
        }
    }
    println!("{sums:?}");
    assert!(sums.moves > 10_000 && sums.draws > 3_000 && sums.shuffles > 10, "{sums:?}");
    assert!(sums.totals_checked > 1_000 && sums.strengths_checked > 3_000, "{sums:?}");
    assert!(sums.levels > 500 && sums.hands_checked > 1_000 && sums.rewards_checked > 500, "{sums:?}");
    assert!(sums.fights > 500 && sums.flights > 300 && sums.deaths > 0 && sums.sales > 20 && sums.wins > 3, "{sums:?}");
    assert!(sums.forced > 10_000 && sums.aims > 100 && sums.promises > 5 && sums.random_picks > 5, "{sums:?}");
}

/// The checks are effective: a trace with one changed field fails.
#[test]
fn a_forged_trace_is_noticed() {
    let deck = deck(&["win_level=6"]);
    let games = (0..40).map(|game| told(&deck, 11, game, 4, Format::Json { options: false }, eager));
    let won = |text: &String| replay::replay(text).is_ok_and(|sums| sums.wins == 1 && sums.shuffles > 0);
    let text = games.into_iter().find(won).expect("a long game with a winner");
    let forged = |line: usize, at: usize, from: &str, to: &str| {
        let lines = text.lines().enumerate();
        let forge = |it: &str| format!("{}{to}{}", &it[..at], &it[at + from.len()..]);
        let lines = lines.map(|(n, it)| if n == line { forge(it) } else { it.to_owned() });
        lines.map(|line| line + "\n").collect::<String>()
    };
    let forgeries = [
        ("header", "\"copies\":1", "\"copies\":2"),
        ("header", "\"win_level\":6", "\"win_level\":5"),
        ("draw", "\"event\":\"draw\"", "\"event\":\"known\""),
        ("move", "\"to\":\"hand:1\"", "\"to\":\"hand:2\""),
        ("move", "\"to\":\"door_discard\"", "\"to\":\"treasure_discard\""),
        ("move", "\"from\":\"hand:1\"", "\"from\":\"table:1\""),
        ("reshuffle", "#0", "#1"),
        ("turned", "true", "false"),
        ("turn_begins", "\"turn\":5", "\"turn\":6"),
        ("stands", "\"level\":2", "\"level\":3"),
        ("level", "\"why\":\"kill\"", "\"why\":\"sale\""),
        ("level", "\"to\":2", "\"to\":3"),
        ("totals", "\"players\":", "\"players\":9"),
        ("fight_ends", "\"lost\"", "\"killed\""),
        ("fled", "\"number\":1", "\"number\":2"),
        ("monster_joins", "\"number\":2", "\"number\":1"),
        ("fled", "\"escaped\":true", "\"escaped\":false"),
        ("forced", "\"event\":\"forced\"", "\"event\":\"known\""),
        ("forced", "\"pass\"", "\"join\""),
        ("aimed", "\"target\":1", "\"target\":2"),
        ("help_asked", "\"offer\":2", "\"offer\":3"),
        ("help_agreed", "\"offer\":", "\"offer\":9"),
        ("sold", "\"gold\":", "\"gold\":1"),
        ("sold", "\"bonus\":0", "\"bonus\":100"),
        ("end", "\"turns\":", "\"turns\":1"),
        ("end", "\"strength\":", "\"strength\":1"),
        ("end", "\"played\":[", "\"played\":[\"no/card#0\""),
        ("end", "\"alive\":true", "\"alive\":false"),
    ];
    for (event, from, to) in forgeries {
        let tag = format!("\"event\":\"{event}\"");
        let mut places = (0..).zip(text.lines()).filter(|(_, line)| line.contains(&tag) && line.contains(from));
        let noticed = places.any(|(line, told)| {
            told.match_indices(from).any(|(at, _)| replay::replay(&forged(line, at, from, to)).is_err())
        });
        assert!(noticed, "{event}: {from} -> {to} went unnoticed");
    }
}

/// A short game with a winner: the winning level is low.
#[test]
fn a_game_in_words_matches_the_golden_file() {
    let told = told(&deck(&["win_level=4"]), 7, 0, 4, Format::Words, random::choose);
    if env::var_os("KICKDOOR_BLESS").is_some() {
        fs::write(GOLDEN, &told).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(GOLDEN).unwrap_or_default();
    if told != golden {
        let line = told.lines().zip(golden.lines()).take_while(|(new, old)| new == old).count();
        let at = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
        panic!(
            "{GOLDEN}, line {}:\n  was: {}\n  is:  {}\nIf this is meant, run KICKDOOR_BLESS=1 cargo test trace::",
            line + 1,
            at(&golden),
            at(&told)
        );
    }
}

#[test]
fn every_event_and_field_is_documented() {
    let docs = fs::read_to_string("docs/TRACE.md").expect("the documentation");
    let deck = deck(&["win_level=6"]);
    for game in 0..6 {
        let text = told(&deck, 5, game, 5, Format::Json { options: game == 0 }, eager);
        for line in text.lines().skip(1) {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let event = line["event"].as_str().expect("an event");
            let row = docs.lines().find(|row| row.starts_with(&format!("| `{event}` |")));
            let row = row.unwrap_or_else(|| panic!("docs/TRACE.md does not know `{event}`"));
            for field in line.as_object().expect("an object").keys().filter(|field| *field != "event") {
                assert!(row.contains(&format!("`{field}`")), "docs/TRACE.md does not know `{field}` of `{event}`");
            }
        }
    }
}

#[test]
fn options_are_listed_on_demand() {
    let text = told(&deck(&["max_turns=40"]), 3, 0, 3, Format::Json { options: true }, random::choose);
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
    let deck = deck(&[]);
    for format in [Format::Words, Format::Json { options: false }] {
        let seating = Seating { players: 3, keys: Keys::of_block(1, 0) };
        let head = Head { seed: 1, game: 0, strategies: &[] };
        let ended = write_game(
            &deck,
            seating,
            head,
            format,
            CounterfactualDraw::none(&deck),
            |_, _, options, mind| random::choose(options, mind),
            &mut Closed,
        );
        assert!(ended.is_err());
    }
}
