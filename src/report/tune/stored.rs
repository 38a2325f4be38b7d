//! The settings and the state of a search as stored in its folder, to continue it.

use std::path::Path;

use crate::report::manifest::Manifest;
use crate::report::stored::{Continued, StoredError};
use crate::run::{Search, SearchPlan};
use crate::strategy::Setting;

/// What `tune` stores.
const TUNE: Continued = Continued { command: "tune", what: "search", other: "another search" };
/// The file with the state of a search.
pub(crate) const STATE: &str = "state.json";

/// The table and the strategies of a search.
pub(crate) fn title(manifest: &Manifest) -> String {
    let names: Vec<&str> = manifest.strategies.iter().map(|entry| entry.name.as_str()).collect();
    let (tuned, field) = (names[0], names[1..].join(", "));
    format!("{}, seed {}: {tuned} against {field}", table(manifest), manifest.seed)
}

/// The decks and the number of players.
pub(crate) fn table(manifest: &Manifest) -> String {
    format!("{}, {} players", manifest.deck().words(), manifest.players)
}

/// Reads the state of a search with these settings.
///
/// # Errors
/// If the folder has no search, it is damaged, or a setting differs.
pub(crate) fn stored_search(
    place: &Path,
    planned: &Manifest,
    varied: &[Setting],
    plan: &SearchPlan,
) -> Result<Search, StoredError> {
    let search: Option<Search> = serde_json::from_slice(&TUNE.folder(place, planned)?.file(STATE)?).ok();
    let possible = search.filter(|search| search.is_possible(varied, plan));
    possible.ok_or_else(|| StoredError::Damaged(place.join(STATE), "it is not the state of this search".to_owned()))
}
