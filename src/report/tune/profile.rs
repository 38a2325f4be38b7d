//! The tuned profile as a strategy file.

use super::search::TuneReport;
use crate::report::files::number::percent;
use crate::strategy::Profile;

/// The file of a tuned profile. If the strategy at the start is known by name, not by path, the file extends it;
/// otherwise the file has all settings. `table` names the decks and the number of players.
pub(crate) fn tuned_profile(report: &TuneReport, tuned: &Profile, is_named: bool, table: &str) -> String {
    let says = match &report.test {
        Some(test) => format!(
            "{} tuned for {table}: {} of games won in the final test, {} with the settings at the start",
            report.start,
            percent(test.tuned.value),
            percent(test.start.value)
        ),
        None => format!("{} tuned for {table}, not tested", report.start),
    };
    if !is_named {
        let mut profile = tuned.clone();
        profile.says = says;
        return toml::to_string(&profile).unwrap_or_default();
    }
    let mut file = toml::Table::new();
    file.insert("extends".to_owned(), report.start.clone().into());
    file.insert("says".to_owned(), says.into());
    if !report.changes.is_empty() {
        let weights = report.changes.iter().map(|change| (change.setting.clone(), change.after.clone()));
        file.insert("weights".to_owned(), weights.collect::<toml::Table>().into());
    }
    toml::to_string(&file).unwrap_or_default()
}
