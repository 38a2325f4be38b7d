//! `sweep`: varies one printed number and finds the value that balances the card.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::play::{SweepResults, Value, Values};
use crate::deck::{Deck, Number, Sets};
use crate::report::sweep::{SweepMetric, SweepQuestion, SweepReport};
use crate::report::texts::CardText;
use crate::report::{Fraction, Manifest, Study, counted, thousands};
use crate::run::Tally;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::impact::{PRECISION, check_precision, ordinary_games};
use crate::study::table::{Setup, TableRequest, check_table};
use crate::study::title::find_title;

/// Games for each value by default, if the metric is not the opening value.
pub(crate) const GAMES: u64 = 20_000;
/// Maximum number of values in a sweep.
pub(crate) const MAX_VALUES: usize = 50;

/// A sweep: one printed number of one card, with several values.
///
/// ```
/// use kickdoor::study::{Control, SweepRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let request = SweepRequest::of(table, "angry-bun", "level").values([1, 20]).games(60);
/// let result = request.play(&mut Control::default())?.expect("nobody stopped it");
/// for row in &result.report.rows {
///     println!("{:?} at {}: {:.3}", row.metric, row.value, row.estimate.0);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SweepRequest {
    /// The table.
    pub table: TableRequest,
    /// The card, by id or name.
    pub card: String,
    /// The number to vary: its path in the card's entry, such as `level` or `strength[0].add`.
    pub field: String,
    /// The values, in ascending order; at most 50.
    pub values: Vec<i32>,
    /// The metric of interest; the result has all metrics.
    pub metric: SweepMetric,
    /// Target of the metric; a win rate is a fraction of 1.
    pub target: Option<f64>,
    /// Half-width of the 95% intervals of the opening value, in percentage points: further games with the card in an
    /// opening hand are played until they are that narrow.
    pub precision: f64,
    /// Games for each value, in place of a precision. Metrics other than the opening value have 20,000 by default.
    pub games: Option<u64>,
}

/// The result of a sweep.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepResult {
    /// The inputs of the games, the question and its answer.
    pub manifest: Manifest,
    /// The estimates.
    pub report: SweepReport,
    /// The counts of the games with the printed deck.
    pub tally: Tally,
}

impl Default for SweepRequest {
    fn default() -> Self {
        SweepRequest {
            table: TableRequest::default(),
            card: String::new(),
            field: String::new(),
            values: Vec::new(),
            metric: SweepMetric::OpeningValue,
            // The opening value 0 is that of the average card of a pile.
            target: Some(0.0),
            precision: PRECISION,
            games: None,
        }
    }
}

/// The decks of a sweep and the edited title.
pub(super) struct Edits {
    /// One deck for each value; `None` for the printed value.
    list: Vec<(i32, Option<Sets>)>,
    pub(super) title: usize,
    pub(super) question: SweepQuestion,
}

impl SweepRequest {
    /// A sweep of the opening value, with 0 as the target.
    pub fn of(table: TableRequest, card: impl Into<String>, field: impl Into<String>) -> Self {
        SweepRequest { table, card: card.into(), field: field.into(), ..Self::default() }
    }

    /// The values of the number, in ascending order.
    #[must_use]
    pub fn values(self, values: impl IntoIterator<Item = i32>) -> Self {
        SweepRequest { values: values.into_iter().collect(), ..self }
    }

    /// The metric of interest and its target; a win rate is a fraction of 1.
    #[must_use]
    pub fn metric(self, metric: SweepMetric, target: Option<f64>) -> Self {
        SweepRequest { metric, target, ..self }
    }

    /// The half-width of the intervals of the opening value, in percentage points.
    #[must_use]
    pub fn precision(self, points: f64) -> Self {
        SweepRequest { precision: points, ..self }
    }

    /// The number of games for each value, in place of a precision.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        SweepRequest { games: Some(games), ..self }
    }

    /// The half-width of the opening value for which further games are played, if any are: as a fraction of 1.
    pub(super) fn half_width(&self) -> Option<f64> {
        let opening = self.games.is_none() && self.metric == SweepMetric::OpeningValue;
        opening.then_some(self.precision / 100.0)
    }

    /// Number of ordinary games with each value.
    pub(super) fn ordinary_games(&self, sets: &Sets) -> Result<u64, StudyError> {
        check_precision("precision", self.precision)?;
        Ok(match self.half_width() {
            Some(half_width) => ordinary_games(&self.table.compile(sets)?, self.table.players, half_width),
            None => self.games.unwrap_or(GAMES),
        })
    }

    /// Reads the decks and plays the games. `None` if stopped before any value was complete.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<Option<SweepResult>, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Checks the inputs, with these sets, and returns the question.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<SweepQuestion, StudyError> {
        let (edits, games) = (self.edits(sets)?, self.ordinary_games(sets)?);
        check_table(sets, &self.table, games)?;
        for (value, edit) in &edits.list {
            let checked = edit.as_ref().map_or(Ok(()), |edit| check_table(edit, &self.table, games));
            checked.map_err(|error| error.about(place_of(&edits.question, *value)))?;
        }
        Ok(edits.question)
    }

    /// Plays the games with these sets. `None` if stopped before any value was complete.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Option<SweepResult>, StudyError> {
        let edits = self.edits(sets)?;
        let setup: Setup = Setup::new(sets, &self.table, self.ordinary_games(sets)?, control)?;
        let list = self.compile(&setup, &edits, control)?;
        let begun = Instant::now();
        let values = Values { setup: &setup, list: &list, title: edits.title, half_width: self.half_width() };
        let played = values.play(control)?;
        let complete = played.as_ref().map_or(0, |played| played.points.len());
        if complete < list.len() {
            control.note(&format!("stopped: {complete} of {} values are complete", list.len()));
        } else if played.as_ref().is_some_and(|played| played.interrupted) {
            control.note("stopped: the intervals are wider than requested");
        }
        let Some(measured) = played.filter(|_| complete > 0) else { return Ok(None) };
        let SweepResults { points, printed, finished, further, played, interrupted } = measured;
        let seconds = begun.elapsed().as_secs_f64();
        let report = SweepReport::new(
            edits.question,
            self.words(&setup, further),
            &points,
            &printed,
            CardText::of(&setup.deck, edits.title),
        );
        let manifest = setup.manifest(described(&report, played), &finished, control.thread_count(), seconds);
        let threads = manifest.threads;
        let manifest = Manifest { interrupted, ..manifest.timed(played, threads, seconds) };
        Ok(Some(SweepResult { manifest, report, tally: finished.tally }))
    }

    /// Finds the card and the number, and makes the edits.
    pub(super) fn edits(&self, sets: &Sets) -> Result<Edits, StudyError> {
        if self.values.is_empty() || self.values.len() > MAX_VALUES || !self.values.is_sorted_by(|low, high| low < high)
        {
            let message = format!("the values are {:?}, expected 1 to {MAX_VALUES} in ascending order", self.values);
            return Err(StudyError::request(message, None));
        }
        let deck: Deck = self.table.compile(sets)?;
        let title = find_title(&deck, &self.card)?;
        let card = &deck.titles[title];
        let field = Number::find(&self.field, &card.spec)?;
        let printed = field.value;
        let question = SweepQuestion {
            card: card.id.clone(),
            name: card.name.clone(),
            field: field.path.clone(),
            printed,
            metric: self.metric,
            target: self.target,
        };
        let set = &deck.set_of(card).id;
        let edit = |value: i32| match value == printed {
            true => Ok((value, None)),
            false => sets.with_number(set, &card.id, &field, value).map(|edit| (value, Some(edit))),
        };
        let edits = self
            .values
            .iter()
            .map(|&value| edit(value).map_err(|error| StudyError::from(error).about(place_of(&question, value))));
        Ok(Edits { list: edits.collect::<Result<_, _>>()?, title, question })
    }

    /// Compiles the edits.
    pub(super) fn compile(
        &self,
        setup: &Setup,
        edits: &Edits,
        control: &mut Control<'_>,
    ) -> Result<Vec<Value>, StudyError> {
        let games = setup.plan.games();
        let mut values = Vec::new();
        for (value, edit) in &edits.list {
            let edit = edit.as_ref().map(|edit| Setup::new(edit, &self.table, games, control)).transpose();
            let edit = edit.map_err(|error| error.about(place_of(&edits.question, *value)))?;
            values.push(Value { value: *value, edit });
        }
        Ok(values)
    }

    /// The players and the number of games as text.
    pub(super) fn words(&self, setup: &Setup, further: u64) -> String {
        let (games, strategies) = (counted(setup.plan.games(), "game"), setup.names().join(", "));
        let TableRequest { players, seed, .. } = &self.table;
        let further = match further {
            0 => String::new(),
            further => format!(" and {} with the card in an opening hand", thousands(further)),
        };
        format!("{players} players ({strategies}), seed {seed}, {games}{further} with each value")
    }
}

fn place_of(question: &SweepQuestion, value: i32) -> String {
    format!("{} with {} {value}", question.name, question.field)
}

/// What the manifest says of a sweep with this number of games.
fn described(SweepReport { question, balance, .. }: &SweepReport, played: u64) -> Study {
    let (crossings, set) = balance.as_ref().map_or((&[][..], &[][..]), |found| (&found.crossings, &found.set));
    Study::Sweep {
        question: question.clone(),
        played,
        crossings: crossings.iter().copied().map(Fraction).collect(),
        confidence_set: set.iter().map(|(low, high)| [Fraction(*low), Fraction(*high)]).collect(),
    }
}
