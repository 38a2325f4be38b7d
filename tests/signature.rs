//! Signatures of each shipped set: the hash of all choices, draws and dice in 150 games of four equal players. Those of `balanced`
//! change with the set, the rules or the player. Those of the fixed yardsticks must not change with the player.
//! `KICKDOOR_BLESS=1` stores the current signatures.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common;
use kickdoor::deck::DeckSource;
use kickdoor::random::mix;

const GAMES: u64 = 150;

fn signature(text: &str, player: &str) -> String {
    let deck = common::deck_of(text, &[]);
    let player = common::player(player, &deck);
    let hash = (0..GAMES).fold(0, |all, block| mix(all ^ common::trail(&deck, &[&player], 4, 1, block).0));
    format!("{hash:016x}")
}

#[test]
fn shipped_sets_have_their_recorded_signatures() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/signatures.toml");
    let of = |player: &str| -> BTreeMap<String, String> {
        DeckSource::shipped().map(|deck| (deck.name.clone(), signature(&deck.text, player))).collect()
    };
    let found: BTreeMap<_, _> =
        ["balanced", "balanced-1", "balanced-2", "balanced-3"].map(|player| (player.to_owned(), of(player))).into();
    if std::env::var_os("KICKDOOR_BLESS").is_some() {
        std::fs::write(&path, toml::to_string(&found).expect("a table")).expect("the golden file");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file");
    let golden: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(&golden).expect("a table");
    assert_eq!(found, golden);
}

/// New questions, verbs and events are added at the end of their lists, because their indices are part of the signature.
#[test]
fn a_run_prints_its_recorded_signature() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    run.current_dir(folder.path()).args(["run", "zombies", "-s", "balanced-1", "-n", "400"]);
    run.assert().success().stdout(predicates::str::contains("\nsignature 87918d3788c99ecb\n"));
}
