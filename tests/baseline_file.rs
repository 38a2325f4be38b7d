//! The file of a baseline: read unchanged, damage is detected, and only baselines are replaced.

use std::fs;
use std::path::PathBuf;

use kickdoor::ids::{Seat, SeatSet};
use kickdoor::random::mix;
use kickdoor::report::check::baseline::{Baseline, BaselineError, Header, StoredDeck, StoredStrategy};
use kickdoor::run::Played;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Bytes of the checksum at the end.
const SUM: usize = 32;

fn baseline() -> Baseline {
    let game = |game: u64| Played {
        winners: SeatSet::one(Seat((game % 4) as u8)),
        first: Seat((game % 3) as u8),
        turns: 30 + game as u16,
        deaths: (game % 3) as u8,
        signature: mix(game) >> 30,
    };
    let text = |text: &str| text.to_owned();
    let header = Header {
        version: text("0.0.0"),
        program: text("22"),
        deck: StoredDeck { name: text("a.toml"), hash: text("00"), text: text("[set]\nid = \"a\"\n") },
        with: vec![text("c.toml")],
        base: Some(text("c")),
        players: 4,
        seed: 1,
        rules: vec![text("hand_limit=6")],
        strategies: vec![StoredStrategy { given: text("b"), name: text("b"), hash: text("11") }],
        games: 20,
    };
    Baseline { header, games: (0..20).map(game).collect() }
}

/// A file in a folder of its own.
struct Place {
    _folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("base");
        Place { _folder: folder, file }
    }

    /// Reads these bytes as a baseline.
    fn parse(&self, bytes: &[u8]) -> Result<Baseline, BaselineError> {
        fs::write(&self.file, bytes).expect("written");
        Baseline::read(&self.file)
    }
}

/// The bytes of the baseline.
fn bytes() -> Vec<u8> {
    let place = Place::new();
    baseline().write(&place.file, false).expect("written");
    fs::read(&place.file).expect("it is there")
}

/// The same content with a valid checksum.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let content = &bytes[..bytes.len().saturating_sub(SUM)];
    [content, &Sha256::digest(content)].concat()
}

#[test]
fn a_written_baseline_is_read_unchanged() {
    assert_eq!(Place::new().parse(&bytes()).expect("a baseline"), baseline());
}

#[test]
fn every_changed_byte_is_detected() {
    let (whole, place) = (bytes(), Place::new());
    for at in 0..whole.len() {
        for flip in [1, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            assert!(place.parse(&bytes).is_err(), "{at}");
        }
    }
}

#[test]
fn every_truncation_is_detected() {
    let (whole, place) = (bytes(), Place::new());
    (0..whole.len()).for_each(|end| assert!(matches!(place.parse(&whole[..end]), Err(BaselineError::Damaged(..)))));
    assert!(place.parse(&[&whole[..], b"\n"].concat()).is_err());
}

#[test]
fn invalid_content_with_a_valid_checksum_does_not_panic() {
    let (whole, place) = (bytes(), Place::new());
    for seed in 0..20_000 {
        let mut bytes = whole.clone();
        let dice = mix(seed);
        bytes[dice as usize % whole.len()] = (dice >> 32) as u8;
        let cut = if seed.is_multiple_of(2) { whole.len() } else { (dice >> 40) as usize % whole.len() };
        if let Ok(read) = place.parse(&sealed(&bytes[..cut])) {
            assert_eq!(read.header.games, read.games.len() as u64);
        }
    }
}

#[test]
fn another_schema_is_reported() {
    let place = Place::new();
    let Err(BaselineError::Schema(_, schema)) = place.parse(b"kickdoor baseline 12\n{}") else { panic!("a schema") };
    assert_eq!(schema, "12");
    assert!(matches!(place.parse(b"kickdoor baseline x\n{}"), Err(BaselineError::Damaged(..))));
}

#[test]
fn only_baselines_are_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("base");
    baseline().write(&place, false).expect("written");
    assert!(Baseline::is_at(&place));
    assert!(matches!(Baseline::check_place(&place, false), Err(BaselineError::Exists(_))));
    let Err(BaselineError::Kept { kept, .. }) = baseline().write(&place, false) else { panic!("it is taken") };
    assert!(Baseline::is_at(&kept), "its games are not lost");
    baseline().write(&place, true).expect("replaced");
    assert_eq!(Baseline::read(&place).expect("read"), baseline());
    fs::write(&place, "precious").expect("written");
    assert!(matches!(Baseline::check_place(&place, true), Err(BaselineError::NotABaseline(_))));
    assert!(matches!(baseline().write(&place, true), Err(BaselineError::Kept { .. })));
    assert_eq!(fs::read_to_string(&place).expect("it stays"), "precious");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}
