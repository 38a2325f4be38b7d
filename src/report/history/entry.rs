//! One line of a history: a version of a deck with its metrics.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::Deck;
use crate::report::checkup::{Unit, measures};
use crate::report::files::number::Fraction;
use crate::report::{Manifest, RunReport, StrategyEntry};
use crate::run::Tally;

/// A version of a deck. Fields that later versions of the program add are ignored.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryEntry {
    /// The name of the version.
    pub label: String,
    /// The date of its commit, or the given one.
    #[serde(default)]
    pub date: Option<String>,
    /// The sets.
    pub deck: String,
    /// SHA-256 of the cards.
    pub hash: String,
    /// Changed rules, as `key=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The program, its version and its identity.
    pub program: String,
    /// The strategies, in the order of the seats of the first seating.
    pub strategies: Vec<StrategyEntry>,
    /// Number of players.
    pub players: u8,
    /// Master seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Sum of all games' hashes: equal for equal games.
    pub signature: String,
    /// The metrics.
    pub metrics: Vec<HistoryMetric>,
}

/// A metric of a version.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryMetric {
    /// Its name.
    pub metric: String,
    /// The estimate.
    pub value: Fraction,
    /// Lower end of its 95% interval.
    pub low: Fraction,
    /// Upper end of its 95% interval.
    pub high: Fraction,
    /// Observations.
    #[serde(default)]
    pub n: u64,
    /// How texts show it.
    #[serde(default = "plain")]
    pub unit: Unit,
}

fn plain() -> Unit {
    Unit::Number
}

/// The name of a version, its date and its changed rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Version {
    pub(crate) label: String,
    pub(crate) date: Option<String>,
    pub(crate) rules: Vec<String>,
}

impl HistoryEntry {
    /// The entry of a version, from the games of a run or of a checkup.
    pub(crate) fn new(version: Version, manifest: &Manifest, (deck, tally): (&Deck, &Tally), run: &RunReport) -> Self {
        let Version { label, date, rules } = version;
        let metrics = measures(tally, deck, run, None).into_iter().filter(|measure| measure.estimate.value.is_finite());
        let metric = metrics.map(|measure| HistoryMetric {
            metric: measure.name.into_owned(),
            value: Fraction(measure.estimate.value),
            low: Fraction(measure.estimate.low),
            high: Fraction(measure.estimate.high),
            n: measure.estimate.n,
            unit: measure.unit,
        });
        HistoryEntry {
            label,
            date,
            deck: manifest.deck().words(),
            hash: manifest.deck().hash.clone(),
            rules,
            program: manifest.program_words(),
            strategies: manifest.strategies.clone(),
            players: manifest.players,
            seed: manifest.seed,
            games: manifest.games,
            signature: manifest.signature.clone(),
            metrics: metric.collect(),
        }
    }

    /// The metric of this name.
    pub fn metric(&self, name: &str) -> Option<&HistoryMetric> {
        self.metrics.iter().find(|metric| metric.metric == name)
    }

    /// Whether both are versions of one deck at the same table, so that their metrics can be compared.
    pub(crate) fn is_at_table_of(&self, other: &HistoryEntry) -> bool {
        let strategies = |entry: &HistoryEntry| entry.strategies.iter().map(|one| one.hash.clone()).collect::<Vec<_>>();
        (&self.deck, self.players, &self.rules) == (&other.deck, other.players, &other.rules)
            && strategies(self) == strategies(other)
    }

    /// Whether it has the games of this program, table and seed.
    pub(crate) fn is_at_table(&self, manifest: &Manifest, rules: &[String]) -> bool {
        let hashes = |list: &[StrategyEntry]| list.iter().map(|one| one.hash.clone()).collect::<Vec<_>>();
        (self.players, self.seed) == (manifest.players, manifest.seed)
            && self.program == manifest.program_words()
            && self.rules == rules
            && hashes(&self.strategies) == hashes(&manifest.strategies)
    }
}
