//! The trace: an independent program replays games from the JSON lines alone, and one game in words has a golden file.
//!
//! `KICKDOOR_BLESS=1 cargo test trace::` writes the golden file again.

mod replay;
mod words;

use std::path::Path;
use std::{env, fs};

use crate::common;
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{Choice, CounterfactualDraw, GameSetup, Keys, Mind, Verb};
use kickdoor::report::trace::{Format, Head, write_game};
use kickdoor::strategy::random;
use serde_json::Value;

const GOLDEN: &str = "tests/golden/random-seed7-game0.txt";

type Chooser = fn(&[Choice], &mut Mind) -> Choice;

/// The `zombies` deck with these switches set.
fn deck(switches: &[&str]) -> Deck {
    common::deck_of_sets(&["zombies"], switches)
}

fn traced(deck: &Deck, seed: u64, game: u64, players: u8, format: Format, choose: Chooser) -> String {
    let head = Head { seed, game, strategies: &["random"; 6][..usize::from(players)] };
    let setup = GameSetup { players, keys: Keys::of_block(seed, game) };
    let mut out = Vec::new();
    write_game(
        deck,
        setup,
        head,
        format,
        CounterfactualDraw::none(deck),
        |_, _, options, mind, _| choose(options, mind),
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
    let weak = |choice: &Choice| {
        matches!(choice.verb, Verb::Unequip | Verb::Discard | Verb::Hinder | Verb::Gift | Verb::Trade)
    };
    let rest: Vec<Choice> = options.iter().copied().filter(|choice| !weak(choice)).collect();
    match options.iter().find(strong) {
        Some(&choice) if mind.below(4) > 0 => choice,
        _ if rest.is_empty() => random::choose(options, mind),
        _ => random::choose(&rest, mind),
    }
}

/// Replays games of a deck with all its numbers of players, random and eager.
fn replayed(sets: &[&str], switches: &[&str], games: u64) -> replay::Sums {
    let deck: Deck = common::deck_of_sets(sets, switches);
    let sums = common::all_cases(0..games, &|game| {
        let counts = u64::from(deck.players.max - deck.players.min + 1);
        let players = deck.players.min + (game % counts) as u8;
        let choose = if game % 3 == 0 { random::choose } else { eager };
        let text = traced(&deck, 11, game, players, Format::Json { options: false }, choose);
        match replay::replay(&text) {
            Ok(sums) => sums,
            Err(error) => {
                let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{game}.jsonl", sets.join("-")));
                fs::write(&path, text).expect("a file");
                panic!("{}, {switches:?}, {players} players: {error}", path.display());
            }
        }
    });
    let sums = sums.into_iter().fold(replay::Sums::default(), |one, other| one + other);
    println!("{sets:?} {switches:?} {sums:?}");
    sums
}

#[test]
fn an_independent_program_can_replay_games() {
    let sums = replayed(&["zombies"], &["max_turns=120"], 16);
    assert!(sums.moves > 5_000 && sums.draws > 1_500 && sums.shuffles > 5, "{sums:?}");
    assert!(sums.levels > 250 && sums.hands_checked > 500 && sums.rewards_checked > 250, "{sums:?}");
    assert!(sums.fights > 250 && sums.flights > 150 && sums.deaths > 0 && sums.sales > 10 && sums.wins > 1, "{sums:?}");
    assert!(sums.forced > 5_000 && sums.aims > 50 && sums.promises > 2 && sums.random_picks > 2, "{sums:?}");
}

#[test]
fn games_of_every_set_can_be_replayed() {
    for set in DeckSource::shipped_names() {
        let sums = replayed(&[set], &["max_turns=50"], 9);
        assert!(sums.totals_checked > 300 && sums.strengths_checked > 500 && sums.limits_checked > 1_000, "{sums:?}");
        assert!(sums.totals_skipped + sums.strengths_skipped == 0 && sums.charities > 0, "{sums:?}");
        assert!(sums.flights_skipped * 2 < sums.flights_checked, "{sums:?}");
        assert_eq!(sums.roles > 0, set == "x-men", "{sums:?}");
        assert_eq!(sums.genders > 0, ["classic", "fu", "x-men"].contains(&set), "{sums:?}");
        assert_eq!(sums.afflictions > 0, ["age-of-sigmar", "axe-cop"].contains(&set), "{sums:?}");
        assert_eq!(sums.loads > 0, ["axe-cop", "classic", "fu"].contains(&set), "{sums:?}");
    }
}

#[test]
fn games_of_variants_can_be_replayed() {
    for (set, switch) in [
        ("zombies", "listen_at_the_door=true"),
        ("axe-cop", "listen_at_the_door=true"),
        ("fu", "shared_victory=true"),
        ("classic", "shared_victory=true"),
        ("age-of-sigmar", "win_level=20"),
        ("x-men", "win_level=20"),
    ] {
        replayed(&[set], &[switch, "trades=own_turn", "max_turns=60"], 6);
    }
}

#[test]
fn games_of_several_sets_can_be_replayed() {
    replayed(&["fu", "zombies"], &["max_turns=40"], 8);
    replayed(&["x-men", "classic"], &["max_turns=40"], 8);
    let all: Vec<&str> = DeckSource::shipped_names().collect();
    replayed(&all, &["max_turns=40"], 8);
}

/// The checks are effective: a trace with one changed field fails.
#[test]
fn a_forged_trace_is_noticed() {
    let deck = deck(&["win_level=6"]);
    let games = (0..40).map(|game| traced(&deck, 11, game, 4, Format::Json { options: false }, eager));
    let mut games: Vec<String> = games.collect();
    games.sort_by_key(String::len);
    let won = |text: &String| replay::replay(text).is_ok_and(|sums| sums.wins == 1 && sums.shuffles > 0);
    let text = games.into_iter().find(won).expect("a long game with a winner");
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
    let lines = parsed(&text);
    for (event, from, to) in forgeries {
        assert_eq!(noticed(&text, &lines, event, from, to), Some(true), "{event}: {from} -> {to}");
    }
}

/// The lines of a trace.
fn parsed(text: &str) -> Vec<Value> {
    text.lines().map(|line| replay::parse(line).expect("JSON")).collect()
}

/// Whether a trace fails with a changed field of some event; `None` if no event has the field.
fn noticed(text: &str, lines: &[Value], event: &str, from: &str, to: &str) -> Option<bool> {
    let tag = format!("\"event\":\"{event}\"");
    let places = (0..).zip(text.lines()).filter(|(_, line)| line.contains(&tag) && line.contains(from));
    let forged = places.flat_map(|(line, text)| {
        let forge = move |(at, _)| format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        text.match_indices(from).map(move |place| (line, forge(place)))
    });
    let forged: Vec<(usize, String)> = forged.take(60).collect();
    let fails = |(place, line): &(usize, String)| match replay::parse(line) {
        Ok(line) => replay::replay_lines((0..).zip(lines).map(|(n, it)| if n == *place { &line } else { it })).is_err(),
        Err(_) => true,
    };
    if forged.is_empty() { None } else { Some(forged.iter().any(fails)) }
}

#[test]
fn a_forged_trace_of_any_set_is_noticed() {
    let forgeries = [
        ("header", "\"play\":\"slot\"", "\"play\":\"item\""),
        ("move", "\"from\":\"aside\"", "\"from\":\"door_pile\""),
        ("gender", "\"female\"", "\"either\""),
        ("loaded", "\"bearer\":\"", "\"bearer\":\"no-"),
        ("draw", "\"why\":\"loot\"", "\"why\":\"kick\""),
        ("draw", "\"why\":\"deal\"", "\"why\":\"card\""),
        ("draw", "\"face_up\":true", "\"face_up\":false"),
        ("stands", "\"strength\":", "\"strength\":1"),
        ("totals", "\"monsters\":", "\"monsters\":9"),
        ("fled", "\"total\":", "\"total\":1"),
        ("charity", "\"to\":", "\"to\":9"),
        ("help_agreed", "\"treasures\":", "\"treasures\":9"),
        ("turn_begins", "\"round\":", "\"round\":1"),
        ("turned", "\"used\":true", "\"used\":false"),
        ("sold", "\"gold\":", "\"gold\":1"),
        ("given", "\"to\":", "\"to\":9"),
    ];
    for set in DeckSource::shipped_names() {
        let deck: Deck = common::deck_of_sets(&[set], &["max_turns=60"]);
        let text = traced(&deck, 3, 0, 4, Format::Json { options: false }, eager);
        let lines = parsed(&text);
        let found = common::all_cases(0..forgeries.len() as u64, &|number| {
            let (event, from, to) = forgeries[number as usize];
            noticed(&text, &lines, event, from, to)
        });
        let missed: Vec<_> = forgeries.iter().zip(&found).filter(|(_, found)| **found == Some(false)).collect();
        assert!(missed.is_empty(), "{set}: {missed:?}");
        assert!(found.iter().flatten().count() >= 10, "{set}: {found:?}");
    }
}

/// A short game with a winner: the winning level is low.
#[test]
fn a_game_in_words_matches_the_golden_file() {
    let text = traced(&deck(&["win_level=4"]), 7, 0, 4, Format::Words, random::choose);
    if env::var_os("KICKDOOR_BLESS").is_some() {
        fs::write(GOLDEN, &text).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(GOLDEN).unwrap_or_default();
    if text != golden {
        let line = text.lines().zip(golden.lines()).take_while(|(new, old)| new == old).count();
        let at = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
        panic!(
            "{GOLDEN}, line {}:\n  was: {}\n  is:  {}\nIf this is meant, run KICKDOOR_BLESS=1 cargo test trace::",
            line + 1,
            at(&golden),
            at(&text)
        );
    }
}

#[test]
fn every_event_and_field_is_documented() {
    let docs = fs::read_to_string("docs/TRACE.md").expect("the documentation");
    let deck = deck(&["win_level=6"]);
    for game in 0..6 {
        let text = traced(&deck, 5, game, 5, Format::Json { options: game == 0 }, eager);
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
    let text = traced(&deck(&["max_turns=40"]), 3, 0, 3, Format::Json { options: true }, random::choose);
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
        let setup = GameSetup { players: 3, keys: Keys::of_block(1, 0) };
        let head = Head { seed: 1, game: 0, strategies: &[] };
        let ended = write_game(
            &deck,
            setup,
            head,
            format,
            CounterfactualDraw::none(&deck),
            |_, _, options, mind, _| random::choose(options, mind),
            &mut Closed,
        );
        assert!(ended.is_err());
    }
}
