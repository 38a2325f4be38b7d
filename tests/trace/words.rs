//! The trace in words, compared with the JSON lines of the same games.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{common, eager, parsed, traced};
use kickdoor::deck::Deck;
use kickdoor::report::trace::Format;

/// A game in both forms.
struct Told {
    lines: Vec<Value>,
    words: String,
}

impl Told {
    /// Printed name of a card of the JSON lines.
    fn name(&self, card: &Value) -> String {
        let title = card.as_str().and_then(|card| card.split('#').next()).expect("a card");
        self.lines[0]["cards"][title]["name"].as_str().expect("a name").to_owned()
    }

    /// Number of lines in words with all these parts.
    fn count(&self, parts: &[String]) -> usize {
        self.words.lines().filter(|line| parts.iter().all(|part| line.contains(part.as_str()))).count()
    }
}

/// Games of a set in both forms.
fn told(set: &str, switches: &[&str], games: u64) -> Vec<Told> {
    let deck: Deck = common::deck_of_sets(&[set], switches);
    common::all_cases(0..games, &|game| {
        let game_in = |format| traced(&deck, 5, game, 4, format, eager);
        Told { lines: parsed(&game_in(Format::Json { options: false })), words: game_in(Format::Words) }
    })
}

#[test]
fn an_enhancer_of_another_players_companion_names_its_player() {
    let mut found = 0;
    for game in told("fu", &["max_turns=60"], 60) {
        for pair in game.lines.windows(2).filter(|pair| pair[0]["event"] == "loaded" && pair[1]["event"] == "move") {
            let zone = |end: &str| pair[1][end].as_str().and_then(|zone| zone.split_once(':')).expect("a zone");
            let ((from, player), (_, owner)) = (zone("from"), zone("to"));
            if from == "hand" && player != owner {
                let (load, bearer) = (game.name(&pair[0]["card"]), game.name(&pair[0]["bearer"]));
                let play =
                    [format!("Seat {player} "), format!("plays {load} ("), format!(") on {bearer} of seat {owner}")];
                assert!(game.count(&play) > 0, "{play:?}: {}", game.words);
                found += 1;
            }
        }
    }
    assert!(found > 3, "{found}");
}

#[test]
fn every_one_shot_is_named_when_it_is_played() {
    let mut found = 0;
    for game in told("classic", &["max_turns=60"], 40) {
        let mut thrown = BTreeMap::<String, usize>::new();
        for pair in game.lines.windows(3).filter(|lines| lines[2]["event"] == "boosted") {
            let verb = pair[0]["choice"]["verb"].as_str().unwrap_or_default();
            if pair[0]["event"] == "chosen" && ["aid", "hinder"].contains(&verb) {
                let (player, card, by) = (&pair[0]["seat"], game.name(&pair[2]["card"]), &pair[2]["by"]);
                let side = pair[2]["side"].as_str().expect("a side");
                *thrown.entry(format!("Seat {player} plays {card}: +{by} for the {side}.")).or_default() += 1;
                found += 1;
            }
        }
        for (sentence, times) in thrown {
            assert!(game.count(std::slice::from_ref(&sentence)) == times, "{times} times {sentence}: {}", game.words);
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn the_top_discard_and_its_price_are_named() {
    let (mut doors, mut treasures) = (0, 0);
    for game in told("classic", &["max_turns=60"], 60) {
        let accepts = |line: &Value| line["question"] == "open_discard" && line["choice"]["verb"] == "accept";
        for (at, line) in game.lines.iter().enumerate().filter(|(_, line)| accepts(line)) {
            let moves = game.lines[at..].iter().filter(|line| line["event"] == "move");
            let moves: Vec<&Value> = moves.collect();
            let (player, taken) = (&line["seat"], game.name(&moves[0]["card"]));
            let pays = |line: &&&Value| {
                line["from"] == format!("hand:{player}")
                    && line["to"].as_str().is_some_and(|to| to.ends_with("_discard"))
            };
            let paid = game.name(&moves.iter().find(pays).expect("a price")["card"]);
            let how = if moves[0]["from"] == "treasure_discard" {
                treasures += 1;
                format!("takes the top Treasure discard instead of drawing: {taken}.")
            } else {
                doors += 1;
                format!("opens the top discard instead of a door: {taken} (")
            };
            let price = format!("Seat {player} discards {paid} as the price.");
            assert!(game.count(&[format!("Seat {player} {how}")]) > 0, "{how} {}", game.words);
            assert!(game.count(std::slice::from_ref(&price)) > 0, "{price} {}", game.words);
        }
    }
    assert!(doors > 3 && treasures > 3, "{doors} {treasures}");
}

#[test]
fn a_curse_that_finds_nothing_says_so() {
    let mut found = 0;
    for game in told("classic", &["max_turns=60"], 20) {
        let mut idle = BTreeMap::<String, usize>::new();
        for (at, lands) in game.lines.iter().enumerate().filter(|(_, line)| line["event"] == "curse_lands") {
            let ends = |line: &&Value| line["event"] == "move" && line["card"] == lands["card"];
            let rest = &game.lines[at + 1..];
            let Some(end) = rest.iter().find(ends).filter(|end| end["to"] == "door_discard") else { continue };
            let until: Vec<&Value> = rest.iter().take_while(|line| line != &end).collect();
            let happens =
                |line: &&Value| !["forced", "chosen", "effect"].contains(&line["event"].as_str().unwrap_or(""));
            if !until.iter().any(happens) {
                let sentence = format!("{} changes nothing for seat {}.", game.name(&lands["card"]), lands["victim"]);
                *idle.entry(sentence).or_default() += 1;
                found += 1;
            }
        }
        for (sentence, times) in idle {
            assert!(game.count(std::slice::from_ref(&sentence)) >= times, "{times} times {sentence}: {}", game.words);
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn the_totals_follow_a_deal_of_help() {
    let mut found = 0;
    for game in told("classic", &["max_turns=60"], 20) {
        let lines: Vec<&str> = game.words.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0].contains(" helps for ")) {
            assert!(pair[1].contains(" against "), "{pair:?}: {}", game.words);
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn every_shared_treasure_is_named() {
    let mut found = 0;
    for game in told("classic", &["max_turns=80"], 60) {
        let mut shared = BTreeMap::<String, usize>::new();
        for line in game.lines.iter().filter(|line| line["event"] == "move" && line["from"] == "open") {
            if let Some(seat) = line["to"].as_str().and_then(|to| to.strip_prefix("hand:")) {
                *shared.entry(format!("seat {seat} takes {}", game.name(&line["card"]))).or_default() += 1;
                found += 1;
            }
        }
        let text: Vec<&str> = game.words.lines().filter(|line| line.contains("Treasure shared:")).collect();
        for (part, times) in shared {
            let told: usize = text.iter().map(|line| line.matches(part.as_str()).count()).sum();
            assert!(told >= times, "{part}, {told} of {times}: {}", game.words);
        }
    }
    assert!(found > 100, "{found}");
}
