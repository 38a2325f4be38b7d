//! What decides a check: names of metrics, margins and targets, in the units of the metrics.

use super::request::{CheckRequest, check_margin};
use crate::deck::Deck;
use crate::report::check::gates::{Gates, NamedMetric, VALUE};
use crate::study::error::StudyError;
use crate::study::metric_names::MetricNames;
use crate::study::project::Project;

/// Metrics that every check has.
const ALWAYS: [&str; 2] = ["turns", "first_last_gap"];

impl CheckRequest {
    /// What decides, for this deck after the edit.
    pub(super) fn gates(&self, deck: &Deck) -> Result<Gates, StudyError> {
        let known = MetricNames::of(deck, self.table.players);
        let project = self.project.as_deref().map(Project::read).transpose()?;
        let targets = project.map_or(Ok(Vec::new()), |project| project.targets(&known))?;
        for name in self.metrics.iter().chain(self.margins.keys()) {
            if let Some(hint) = known.unknown(name) {
                return Err(StudyError::request(format!("unknown metric `{name}`"), Some(hint)));
            }
        }
        self.margins.values().try_for_each(|margin| check_margin(*margin))?;
        let asked = || self.metrics.iter().chain(self.margins.keys()).chain(targets.iter().map(|(metric, _)| metric));
        let mut named: Vec<NamedMetric> = Vec::new();
        for name in asked() {
            match known.kind(name).filter(|_| !ALWAYS.contains(&name.as_str())) {
                Some(kind) if named.iter().all(|one| one.name != *name) => {
                    let points = kind.is_fraction();
                    named.push(NamedMetric { name: name.clone(), points, relative: !points });
                }
                _ => {}
            }
        }
        // A target of all cards judges each of them, but lets none decide that was not edited.
        let values = asked().filter(|name| name.starts_with(VALUE)).cloned().collect();
        Ok(Gates {
            margin: self.margin / 100.0,
            margins: self.margins.iter().map(|(name, margin)| (name.clone(), margin / 100.0)).collect(),
            targets,
            values,
            named,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::{PairedSums, named_changes};
    use crate::study::{CheckRequest, Control, TableRequest};

    #[test]
    fn the_jackknife_has_the_error_of_the_paired_differences() {
        let folder = tempfile::tempdir().expect("a folder");
        let edited = folder.path().join("edited.toml").display().to_string();
        let text = std::fs::read_to_string("tests/decks/mini.toml").expect("the deck");
        std::fs::write(&edited, text.replacen("level = 2\n", "level = 9\n", 1)).expect("a file");
        let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
        let table = table.rule("win_level=4");
        let request = CheckRequest::of(table.clone(), [&edited]).games(6_000).metric("fights");
        let result = request.play(&mut Control::default()).expect("it is played");
        let decks = [table, TableRequest::of([&edited])].map(|table| table.sets().and_then(|sets| sets.compile(&[])));
        let decks = decks.map(|deck| deck.expect("a deck"));
        let names = ["turns", "first_last_gap"].map(str::to_owned);
        let found = named_changes(&result.pairs.tallies, [&decks[0], &decks[1]], &names);
        let games = PairedSums::new(&result.pairs);
        for (found, exact) in found.iter().zip([games.turns(), games.position_gap()]) {
            assert!((found.change.value - exact.change.value).abs() < 1e-9, "{found:?} {exact:?}");
            let ratio = found.error / exact.error;
            assert!(exact.error > 0.0 && (0.6..1.6).contains(&ratio), "{ratio}: {found:?} {exact:?}");
        }
        assert!(result.report.metrics.iter().any(|row| row.metric == "fights" && row.gain.0.is_finite()));
    }
}
