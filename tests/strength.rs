//! How strong the players are: one against copies of another, in all sets, at mixed tables and with random decks.
//!
//! ```text
//! KICKDOOR_GAMES=60000 cargo test --release --test suite strength -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_PLAYERS` is the number of players.

use std::fs;
use std::path::Path;

use crate::common::guard::size;
use crate::random_decks::first_decks;
use kickdoor::deck::DeckSource;
use kickdoor::study::{CompareRequest, Control, TableRequest};

/// The players, and the yardstick in the other seats.
const PLAYERS: [&str; 2] = ["balanced", "expert"];
const FIELD: &str = "balanced-3";
/// Tables of several sets.
const MIXED: [&[&str]; 2] = [&["classic", "zombies"], &["fu", "axe-cop", "x-men"]];
/// Number of random decks whose mean is printed.
const RANDOM: usize = 20;
/// Least share of the games of a random deck that must end with a winner for it to count.
const ENDED: f64 = 0.9;

/// The share of wins of a player against copies of another one, with its interval, in percent; `None` if too few games end.
fn share(decks: &[String], player: &str, field: &str) -> Option<[f64; 3]> {
    let seats = size("KICKDOOR_PLAYERS", 4) as u8;
    let table = TableRequest::of(decks).strategies([player]).players(seats).seed(2_027);
    let request = CompareRequest::of(table).field([field]).games(size("KICKDOOR_GAMES", 6_000));
    let result = request.play(&mut Control::default()).ok()?;
    let ended = result.results.games() as f64 / (result.results.games() + result.manifest.unfinished).max(1) as f64;
    let duel = result.report.head_to_head?;
    (ended >= ENDED).then(|| [duel.share.0, duel.share_low.0, duel.share_high.0].map(|share| 100.0 * share))
}

/// The first random decks that this program can read, as files of a folder.
fn random_decks(folder: &Path) -> Vec<Vec<String>> {
    let write = |(place, (written, _)): (usize, &(crate::random_decks::written::Written, _))| {
        let files = written.files().into_iter().map(|(name, text)| {
            let path = folder.join(format!("{place}-{name}"));
            fs::write(&path, text).expect("written");
            path.display().to_string()
        });
        files.collect()
    };
    first_decks().iter().enumerate().map(write).collect()
}

#[test]
#[ignore = "prints a table; plays many games"]
fn strength_of_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let sets = DeckSource::shipped_names().map(|name| vec![name.to_owned()]);
    let mixed = MIXED.iter().map(|sets| sets.iter().map(|&set| set.to_owned()).collect());
    for decks in sets.chain(mixed) {
        let shares = PLAYERS.map(|player| (player, share(&decks, player, FIELD)));
        println!("{decks:?}: {shares:.1?}");
    }
    let decks = random_decks(folder.path());
    for player in PLAYERS {
        let shares = decks.iter().filter_map(|decks| Some((decks, share(decks, player, FIELD)?)));
        let shares: Vec<_> = shares.collect();
        println!("{player}, random decks: {:.1?}", shares.iter().map(|(_, share)| share).collect::<Vec<_>>());
        for some in [&shares[..RANDOM.min(shares.len())], &shares] {
            let sum: f64 = some.iter().map(|(_, share)| share[0]).sum();
            println!("mean of {}: {:.2}", some.len(), sum / some.len() as f64);
        }
        // Three half-widths: one of many decks may be below its interval by chance.
        let is_worse = |share: &[f64; 3]| share[0] + 3.0 * (share[2] - share[0]) < 25.0;
        let worse: Vec<_> = shares.iter().filter(|(_, share)| is_worse(share)).collect();
        assert!(worse.is_empty(), "{player} is worse than {FIELD} with {worse:.1?}");
    }
}
