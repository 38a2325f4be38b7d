//! `kickdoor.toml`: the table and the targets of the decks in a folder.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::StudyError;
use super::metric_names::MetricNames;
use super::table::TableRequest;
use crate::deck::file::locate::{Step, problem_at, syntax_problem};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::sheet::mapping::Mapping;
use crate::deck::toml::from_toml;
use crate::deck::{DeckError, DeckSource, Problem, is_there, read_text};
use crate::report::check::gates::VALUE;
use crate::stats::Target;

/// The name of the file.
const FILE: &str = "kickdoor.toml";
/// The table of opening values in it.
const VALUES: &str = "opening_value";

/// The project of some decks: how they are played, and where their metrics should be.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    source: DeckSource,
    file: File,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    table: Table,
    targets: toml::Table,
    /// How the sheets of the folder are read.
    #[allow(dead_code)]
    sheet: Mapping,
}

/// The table; what it leaves out has the usual default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Table {
    players: Option<u8>,
    strategies: Option<Vec<String>>,
    seed: Option<u64>,
    rules: Option<Vec<String>>,
}

/// The fields of a target that is a table.
const FIELDS: [&str; 3] = ["within", "at_least", "at_most"];

impl Project {
    /// The path of the project of a deck, if there is one beside it.
    pub(crate) fn beside(deck: &str) -> Option<PathBuf> {
        let deck = Path::new(deck);
        is_there(deck).then(|| deck.with_file_name(FILE)).filter(|path| is_there(path))
    }

    /// Reads a project.
    ///
    /// # Errors
    /// If the file is missing or wrong.
    pub(crate) fn read(path: &str) -> Result<Project, StudyError> {
        let source = DeckSource::new(path, read_text(path)?);
        let file = from_toml(&source.text).map_err(|error| DeckError(vec![syntax_problem(&source, &error)]))?;
        Ok(Project { source, file })
    }

    /// The table of the project; `given` says which parts of this table the user has set.
    pub(crate) fn fill(&self, table: TableRequest, [players, strategies, seed, rules]: [bool; 4]) -> TableRequest {
        let own = self.file.table.clone();
        TableRequest {
            players: own.players.filter(|_| !players).unwrap_or(table.players),
            strategies: own.strategies.filter(|_| !strategies).unwrap_or(table.strategies),
            seed: own.seed.filter(|_| !seed).unwrap_or(table.seed),
            rules: own.rules.filter(|_| !rules).unwrap_or(table.rules),
            ..table
        }
    }

    /// The targets by metric, in the units of the metrics.
    ///
    /// # Errors
    /// If a name is unknown or a target is wrong: all of them, each with its place.
    pub(crate) fn targets(&self, known: &MetricNames) -> Result<Vec<(String, Target)>, StudyError> {
        let mut targets = Vec::new();
        let mut problems = Vec::new();
        for (name, value) in &self.file.targets {
            let entries: Vec<(Vec<Step<'_>>, String, &toml::Value)> = match value {
                toml::Value::Table(table) if name == VALUES => {
                    let path = |card| vec![Step::Key("targets"), Step::Key(VALUES), Step::Key(card)];
                    table.iter().map(|(card, value)| (path(card), format!("{VALUE}{card}"), value)).collect()
                }
                value => vec![(vec![Step::Key("targets"), Step::Key(name)], name.clone(), value)],
            };
            for (path, metric, value) in entries {
                if let Some(hint) = known.unknown(&metric) {
                    problems.push(problem_at(&self.source, &path, format!("unknown metric `{metric}`"), Some(hint)));
                    continue;
                }
                let scale = known.scale(&metric);
                match self.range(&path, value) {
                    Ok((low, high)) => targets.push((metric, Target { low: low * scale, high: high * scale })),
                    Err(problem) => problems.push(*problem),
                }
            }
        }
        if problems.is_empty() { Ok(targets) } else { Err(DeckError(problems).into()) }
    }

    /// The ends of a target as it is written; they may be infinite.
    fn range(&self, path: &[Step<'_>], value: &toml::Value) -> Result<(f64, f64), Box<Problem>> {
        let problem = |message: String, hint: Option<String>| Box::new(problem_at(&self.source, path, message, hint));
        let expected = || {
            let hint = "for example `[0.7, 0.9]`, `{ within = 3 }`, `{ at_least = 20 }` or `{ at_most = 1 }`";
            problem("expected a range of numbers".to_owned(), Some(hint.to_owned()))
        };
        let number = |value: &toml::Value| match *value {
            toml::Value::Integer(number) => Some(number as f64),
            toml::Value::Float(number) if number.is_finite() => Some(number),
            _ => None,
        };
        let (low, high) = match value {
            toml::Value::Array(ends) => match &ends.iter().filter_map(number).collect::<Vec<_>>()[..] {
                [low, high] if ends.len() == 2 => (*low, *high),
                _ => return Err(expected()),
            },
            toml::Value::Table(fields) => {
                if let Some(other) = fields.keys().find(|key| !FIELDS.contains(&key.as_str())) {
                    let hint =
                        did_you_mean(other, FIELDS).unwrap_or_else(|| format!("expected one of {}", FIELDS.join(", ")));
                    let path = [path, &[Step::Key(other)]].concat();
                    return Err(Box::new(problem_at(
                        &self.source,
                        &path,
                        format!("unknown field `{other}`"),
                        Some(hint),
                    )));
                }
                let [within, least, most] = FIELDS.map(|field| fields.get(field).map(|value| number(value).ok_or(())));
                let end = |end: Option<Result<f64, ()>>| end.transpose().map_err(|()| expected());
                match (end(within)?, end(least)?, end(most)?) {
                    (Some(within), None, None) => (-within, within),
                    (None, None, None) | (Some(_), ..) => return Err(expected()),
                    (None, least, most) => (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY)),
                }
            }
            _ => return Err(expected()),
        };
        if low > high {
            return Err(problem(format!("the range is empty: {low} is more than {high}"), None));
        }
        Ok((low, high))
    }
}
