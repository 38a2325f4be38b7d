//! Writes `decks/ranges.csv`: the usual ranges of the metrics of `kickdoor checkup`, for each number of
//! players.
//!
//! ```text
//! cargo run --release --example ranges
//! ```

use std::error::Error;
use std::fs::File;

use kickdoor::deck::DeckSource;
use kickdoor::report::Rows;
use kickdoor::report::checkup::{CheckupRow, ranges_of};
use kickdoor::study::{CheckupRequest, Control, StudyError, TableRequest};

fn main() -> Result<(), Box<dyn Error>> {
    let mut rows = Vec::new();
    for players in 3..=6 {
        let mut checkups = Vec::new();
        for set in DeckSource::shipped_names() {
            checkups.extend(checkup(set, players)?);
        }
        rows.extend(ranges_of(players, &checkups));
    }
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/decks/ranges.csv");
    Rows::of(&rows).write_csv(File::create(place)?)?;
    Ok(())
}

/// The metrics of a shipped set, with the default number of games; `None` if it is not for this number of players.
fn checkup(set: &str, players: u8) -> Result<Option<Vec<CheckupRow>>, StudyError> {
    let table = TableRequest::of([set]).players(players);
    let limits = table.sets()?.compile(&[])?.players;
    if !(limits.min..=limits.max).contains(&players) {
        return Ok(None);
    }
    eprintln!("{set}, {players} players");
    let request = CheckupRequest::of(table).other_players(false);
    Ok(Some(request.play(&mut Control::default())?.report.metrics))
}
