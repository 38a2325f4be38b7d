//! Random valid decks for the whole card language, generated from its JSON schema and played by all shipped players.
//!
//! The tests check the laws of the game after each step. A failing deck is reduced to a small one, which is printed with the
//! command that plays the game. A long campaign that checks the laws in optimised code:
//!
//! ```text
//! KICKDOOR_DECKS=100000 cargo test --profile campaign --test suite random_decks -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_FIRST` is the number of the first deck, `KICKDOOR_GAMES` the number of games per deck.

mod inert;
mod phrases;
mod shrink;
mod table;
pub(crate) mod writer;
pub(crate) mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Mutex, OnceLock};
use std::{fs, path::PathBuf};

use crate::common;
use common::guard::{guarded, size, watched};
use kickdoor::deck::{Deck, schema};
use kickdoor::strategy::Strategy;
use serde_json::Value;
use table::{Match, play};
use written::Written;

/// The results of a campaign.
#[derive(Default)]
struct Campaign {
    decks: u64,
    /// Decks with wide sets of cards, and decks of several sets.
    wide: u64,
    mixed: u64,
    /// Games by the bound that stopped them.
    ends: BTreeMap<String, u64>,
    failures: Vec<String>,
}

/// The JSON schema of the card language.
fn language() -> Value {
    serde_json::from_str(&schema()).expect("JSON")
}

/// The first random decks, each with the parts of the language in it. It takes longer to write a deck than to play with it, so
/// the tests share them.
pub(crate) fn first_decks() -> &'static [(Written, BTreeSet<String>)] {
    static DECKS: OnceLock<Vec<(Written, BTreeSet<String>)>> = OnceLock::new();
    DECKS.get_or_init(|| {
        let schema = language();
        common::all_cases(0..247, &|number| Written::random(&schema, number))
    })
}

/// Plays this number of games with each of the decks.
fn campaign(decks: Range<u64>, write: impl Fn(u64) -> Written + Sync, games: u64) -> Campaign {
    let campaign = Mutex::new(Campaign::default());
    watched(|| {
        common::all_cases(decks, &|number| {
            let written = write(number);
            let (ends, failure) = played(&written, number, games);
            let mut campaign = campaign.lock().expect("a campaign");
            campaign.decks += 1;
            campaign.wide += u64::from(written.is_wide());
            campaign.mixed += u64::from(written.files().len() > 1);
            ends.into_iter().for_each(|end| *campaign.ends.entry(end).or_default() += 1);
            campaign.failures.extend(failure);
            if campaign.decks.is_multiple_of(1000) {
                println!("{} decks, {:?}, {} failures", campaign.decks, campaign.ends, campaign.failures.len());
            }
        });
    });
    campaign.into_inner().expect("a campaign")
}

/// The players compiled for a deck, or the message of a panic.
fn players(deck: &Deck) -> Result<Vec<Strategy>, String> {
    guarded(|| "players".to_owned(), || common::players(deck))
}

/// The ends of a deck's games, and the first failure.
fn played(written: &Written, number: u64, games: u64) -> (Vec<String>, Option<String>) {
    let (ends, failed) = played_with(&written.deck().expect("a valid deck"), number, games);
    (ends, failed.map(|n| shrunk(written, number, n)))
}

/// The ends of a deck's games, and the number of the first game that fails.
fn played_with(deck: &Deck, number: u64, games: u64) -> (Vec<String>, Option<u64>) {
    let Ok(players) = players(deck) else { return (Vec::new(), Some(0)) };
    let mut ends = Vec::new();
    for n in 0..games {
        match play(deck, &players, Match::nth(number, n)) {
            Ok(bound) => ends.push(bound.map_or("Won".to_owned(), |bound| format!("{bound:?}"))),
            Err(_) => return (ends, Some(n)),
        }
    }
    (ends, None)
}

/// The message of a failing game; `None` if the deck is invalid or the game does not fail.
fn failure(written: &Written, one: Match) -> Option<String> {
    failure_with(&written.deck()?, one)
}

fn failure_with(deck: &Deck, one: Match) -> Option<String> {
    players(deck).and_then(|players| play(deck, &players, one)).err()
}

/// The failure of a deck after shrinking. The deck files remain in the temporary folder of the tests.
fn shrunk(written: &Written, number: u64, n: u64) -> String {
    let one = Match::nth(number, n);
    let small = shrink::shrink(written.clone(), |written| failure(written, one).is_some());
    let message = failure(&small, one).unwrap_or_default();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("random-deck-{number}"));
    fs::create_dir_all(&folder).expect("a folder");
    let mut command = "kickdoor trace".to_owned();
    for (name, text) in small.files() {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        command += &format!(" {}", path.display());
    }
    let report = format!(
        "deck {number}: {message}\n\n{}\n{command} {}\n",
        small.text_of(&["base", "shipped", "rules", "head", "other_head", "kind", "card", "other_kind", "other"]),
        one.options()
    );
    println!("{report}");
    report
}

/// A new operation or field fails this test until the generator supports it.
#[test]
fn random_decks_use_the_whole_language() {
    let schema = language();
    let used: BTreeSet<&String> = first_decks().iter().flat_map(|(_, used)| used).collect();
    let unused =
        ["CardSpec.modelled", "CardSpec.inert", "Origin.rulebook", "Origin.published", "Origin.modelled", "Origin.own"];
    let unused =
        [&unused[..], &["SetHead.expands", "SetHead.id", "SetHead.name", "SetHead.players", "SetHead.terms"]].concat();
    // The tests of card texts write them.
    let unused = [&unused[..], &["CardSpec.text", "CardSpec.flavour", "SetHead.words"]].concat();
    let chosen = ["Rules.max_turns", "Rules.max_steps", "Rules.max_players"];
    let all = writer::parts(&schema, "CardSpec").into_iter().chain(writer::parts(&schema, "Rules"));
    let all = all.chain(writer::parts(&schema, "KindSpec"));
    let all = all.chain(writer::parts(&schema, "SetHead").into_iter().filter(|part| part.starts_with("SetHead.")));
    let missing: Vec<String> = all
        .filter(|part| !used.contains(&part) && !unused.contains(&part.as_str()) && !chosen.contains(&part.as_str()))
        .collect();
    assert!(missing.is_empty(), "never written: {missing:?}");
}

#[test]
fn random_decks_keep_the_laws() {
    let decks = first_decks();
    let campaign = campaign(0..decks.len() as u64, |number| decks[number as usize].0.clone(), 6);
    println!("{} decks, {:?}", campaign.decks, campaign.ends);
    assert!(campaign.failures.is_empty(), "{}", campaign.failures.join("\n"));
    assert!(campaign.wide > 11 && campaign.mixed > 44, "{} wide, {} of several sets", campaign.wide, campaign.mixed);
}

/// Cards of failed games, each with the number of the deck and the index of the game.
const FOUND: [(&str, u64, u64); 5] = [
    // Items that cost more than any sale may bring.
    (
        r#"{"card": [
            {"id": "random-1", "name": "Random 1", "kind": "item", "copies": 5, "gold": 1, "grants": [{"sale_bonus": 500}], "origin": "modelled"},
            {"id": "random-5", "name": "Random 5", "kind": "item", "copies": 20, "gold": 5000, "deck": "door", "origin": "modelled"}
        ]}"#,
        10_334,
        7,
    ),
    // A trigger wins the game by raising a player above the highest Level for the Items in use.
    (
        r#"{
            "card": [
                {"copies": 4, "curse": ["die"], "id": "random-0", "kind": "curse", "name": "Random 0", "origin": "modelled"},
                {"copies": 6, "gold": 1, "id": "random-2", "kind": "item", "name": "Random 2", "origin": "modelled", "slot": "hand", "grants": [{"extra_hands": 1}], "on": [{"when": "meet", "do": [{"gain_winning_levels": 41}]}], "usable_by": {"level": {"at_most": 1}}},
                {"copies": 5, "id": "random-4", "kind": "monster", "level": 1, "name": "Random 4", "origin": "modelled", "treasures": 1}
            ]
        }"#,
        34_350,
        7,
    ),
    // A Curse that ends with the turn, after Charity, let its victim carry an Item that raises the hand limit.
    (
        r#"{
            "card": [
                {"copies": 6, "id": "random-0", "kind": "wandering_monster", "name": "Random 0", "origin": "modelled"},
                {"big": true, "copies": 5, "gold": 1, "id": "random-2", "kind": "item", "name": "Random 2", "origin": "modelled", "grants": [{"hand_limit": 1}]},
                {"copies": 2, "id": "random-4", "kind": "special", "name": "Random 4", "origin": "modelled", "use": [{"when": ["combat"], "do": [{"take_from_hand": {"from": "chosen_rival"}}]}]},
                {"copies": 3, "gold": 1, "id": "random-6", "kind": "item", "name": "Random 6", "origin": "modelled", "use": [{"when": ["any_time"], "do": [{"gain_levels": 1}]}]},
                {"copies": 20, "id": "random-8", "kind": "multi_identity", "name": "Random 8", "origin": "modelled"}
            ],
            "other": [
                {"copies": 2, "id": "random-1", "kind": "curse", "lasts": "next_turn", "name": "Random 1", "origin": "modelled", "grants": [{"extra_big": 1}]},
                {"copies": 3, "deck": "treasure", "id": "random-7", "kind": "multi_identity", "name": "Random 7", "origin": "modelled"}
            ]
        }"#,
        37_253,
        8,
    ),
    // A player took the gain of one identity for that of another that it had considered before.
    (
        r#"{
            "kind": [{"id": "kind_0", "play": "slot", "replaces": true, "term": "identity"}],
            "card": [
                {"id": "random-2", "kind": "monster", "level": 1, "name": "Random 2", "origin": "modelled", "treasures": 1},
                {"copies": 4, "id": "random-8", "kind": "identity", "name": "Random 8", "origin": "modelled", "strength": [{"add": 1}]},
                {"id": "random-9", "kind": "kind_0", "name": "Random 9", "origin": "modelled"}
            ]
        }"#,
        5_000_697,
        6,
    ),
    // A helper overlooked a use of the monster of its fight.
    (
        r#"{
            "card": [
                {"deck": "treasure", "id": "random-0", "kind": "curse", "lasts": "next_turn", "name": "Random 0", "origin": "modelled"},
                {"copies": 4, "fight": ["bonus_only"], "id": "random-1", "kind": "monster", "level": 1, "name": "Random 1", "origin": "modelled", "treasures": 2, "ignores": {}, "more_treasures": [{"add": 4}], "use": [{"when": ["combat"], "do": [{"send_monster": {}}]}]}
            ]
        }"#,
        5_000_801,
        6,
    ),
];

#[test]
fn cards_that_failed_keep_the_laws() {
    for (cards, number, n) in FOUND {
        let written = Written(serde_json::from_str(cards).expect("JSON"));
        assert_eq!(failure(&written, Match::nth(number, n)), None, "{cards}");
    }
}

#[test]
#[ignore = "a long campaign"]
fn many_random_decks_keep_the_laws() {
    let first = size("KICKDOOR_FIRST", 1_000_000);
    let decks = first..first + size("KICKDOOR_DECKS", 2_000);
    let schema = language();
    let campaign = campaign(decks, |number| Written::random(&schema, number).0, size("KICKDOOR_GAMES", 20));
    let Campaign { decks, wide, mixed, ends, failures } = campaign;
    println!("{decks} decks, {wide} of them wide, {mixed} of several sets, {ends:?}");
    assert!(failures.is_empty(), "{} decks fail", failures.len());
}
