//! Parts of random cards that change no game although the parts around them do.
//!
//! ```text
//! KICKDOOR_DECKS=400 cargo test --release --test suite random_decks::inert -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;

use kickdoor::deck::language::CardSpec;
use kickdoor::deck::{Deck, Edit, Perturbation, perturbations};
use kickdoor::game::Event;
use kickdoor::run::Plan;
use serde_json::{Value, json};

use super::table::Match;
use super::written::Written;
use super::{language, size};
use crate::common::guard::guarded;
use crate::common::{self, all_cases};

/// Number of games with each deck.
const GAMES: u64 = 12;
/// Number of games that a part must change before what is inside it is judged.
const ENGAGED: usize = 4;
/// Number of cards on which parts of one form change no game before the form is listed.
const SUSPECT: u32 = 4;

/// How often parts of one form changed a game, and how often not.
#[derive(Clone, Copy, Default)]
struct Tally {
    alive: u32,
    idle: u32,
}

/// The events of a game of random players, who try everything.
fn events(deck: &Deck, number: u64, n: u64) -> Option<Vec<Event>> {
    let one = Match::nth(number, 4 * n);
    guarded(
        || format!("{one:?}"),
        || {
            let player = common::player("random", deck);
            let plan = Plan::new(3 + (n % 4) as u8, deck.players, &[0], number, n + 1).expect("a plan");
            let (block, _) = plan.game(n);
            common::play_at_table(deck, plan.game_setup(block), &[&player]).1
        },
    )
    .ok()
}

/// The games that a changed card changes, one bit each; `None` if the card is not valid.
fn changed(written: &Written, place: (&str, usize), spec: &CardSpec, games: &[Vec<Event>], number: u64) -> Option<u64> {
    let mut other = written.clone();
    let (list, index) = place;
    let kind = other.0[list][index]["kind"].clone();
    other.0[list][index] = json!(spec);
    other.0[list][index]["kind"] = kind;
    let deck = other.deck()?;
    let differs = |(n, known): (u64, &Vec<Event>)| u64::from(events(&deck, number, n).as_ref() != Some(known)) << n;
    Some((0..).zip(games).map(differs).sum())
}

/// The form of a part: its path without numbers, and the word or switch at its end.
fn form(kind: &str, part: &str, spec: &CardSpec) -> String {
    let pointer: String = part.split(['.', '[']).map(|step| format!("/{}", step.trim_end_matches(']'))).collect();
    let value = json!(spec);
    let end = match value.pointer(&pointer) {
        Some(Value::String(word)) => format!(" = {word}"),
        Some(Value::Bool(switch)) => format!(" = {switch}"),
        _ => String::new(),
    };
    let plain: Vec<&str> = part.split('.').map(|step| step.split('[').next().unwrap_or_default()).collect();
    // The innermost steps say what the part is; what is around them matters less.
    let from = plain.len().saturating_sub(4);
    format!("{kind}: {}{end}", plain[from..].join("."))
}

/// Judges the parts of one card.
fn judge(
    written: &Written,
    place: (&str, usize),
    spec: &CardSpec,
    games: &[Vec<Event>],
    number: u64,
) -> Vec<(String, bool)> {
    let kind = serde_json::to_value(spec.kind.play).ok().and_then(|play| play.as_str().map(str::to_owned));
    let kind = kind.unwrap_or_default();
    let removals = perturbations(spec).into_iter().filter(|change| change.edit == Edit::Removed);
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    let mut found = Vec::new();
    for Perturbation { part, specs, .. } in removals {
        // The smallest part around it that was tried.
        let around = known
            .iter()
            .filter(|(outer, _)| part.starts_with(&format!("{outer}.")) || part.starts_with(&format!("{outer}[")));
        let engaged = around.max_by_key(|(outer, _)| outer.len()).map_or(u64::MAX, |(_, games)| *games);
        if engaged != u64::MAX && (engaged.count_ones() as usize) < ENGAGED {
            continue;
        }
        let Some(games) = specs.first().and_then(|spec| changed(written, place, spec, games, number)) else { continue };
        if engaged != u64::MAX {
            found.push((form(&kind, &part, spec), games & engaged != 0));
        }
        known.insert(part, games);
    }
    found
}

#[test]
#[ignore = "a campaign of minutes in optimised code"]
fn parts_that_change_no_game_are_listed() {
    let schema = language();
    let first = size("KICKDOOR_FIRST", 2_000_000);
    let tallies: Mutex<BTreeMap<String, (Tally, u64)>> = Mutex::default();
    all_cases(first..first + size("KICKDOOR_DECKS", 100), &|number| {
        let (mut written, _) = Written::random(&schema, number);
        // Longer games, in which more of the cards matter.
        written.0["rules"]["max_turns"] = json!(40);
        written.0["shipped"] = json!([]);
        let Some(deck) = written.deck() else { return };
        let games: Vec<Vec<Event>> = (0..GAMES).filter_map(|n| events(&deck, number, n)).collect();
        if games.len() < GAMES as usize {
            return;
        }
        for (list, set) in [("card", "ground"), ("other", "other")] {
            for index in 0..written.0[list].as_array().map_or(0, Vec::len) {
                let id = written.0[list][index]["id"].as_str().unwrap_or_default().to_owned();
                let of_set = |title: &&kickdoor::deck::compiled::Title| deck.sets[usize::from(title.set)].id == set;
                let Some(title) = deck.titles.iter().filter(of_set).find(|title| title.id == id) else { continue };
                for (form, alive) in judge(&written, (list, index), &title.spec, &games, number) {
                    let mut tallies = tallies.lock().expect("tallies");
                    let (tally, last) = tallies.entry(form).or_default();
                    if alive {
                        tally.alive += 1;
                    } else {
                        tally.idle += 1;
                        *last = number;
                    }
                }
            }
        }
    });
    let tallies = tallies.into_inner().expect("tallies");
    let mut suspects: Vec<_> =
        tallies.iter().filter(|(_, (tally, _))| tally.alive == 0 && tally.idle >= SUSPECT).collect();
    suspects.sort_by_key(|(_, (tally, _))| std::cmp::Reverse(tally.idle));
    println!("{} forms of parts, {} of them change no game:", tallies.len(), suspects.len());
    for (form, (tally, last)) in suspects {
        println!("{:6}  {form}  (deck {last})", tally.idle);
    }
}
