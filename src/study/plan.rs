//! `plan`: how many games a study needs, and how long they take.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::CheckRequest;
use super::compare::CompareRequest;
use super::control::Control;
use super::error::StudyError;
use super::impact::{BlankRequest, CardRequest, ImpactRequest};
use super::sweep::SweepRequest;
use crate::report::plan::PlanReport;
use crate::report::{Printed, Rows};

/// The study to plan. Only its pilot is played.
///
/// ```
/// use kickdoor::study::{CheckRequest, Control, PlanRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let check = CheckRequest::of(table, ["tests/decks/mini.toml"]).games(60);
/// let plan = PlanRequest::Check(check).play(&mut Control::default())?;
/// for step in &plan.report.steps {
///     println!("{}: {} pairs, {:.1} s", step.step, step.games, step.seconds.0);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanRequest {
    /// The check of an edit.
    Check(CheckRequest),
    /// The values of all cards.
    Impact(ImpactRequest),
    /// The values of one card.
    Card(CardRequest),
    /// The balance without one card.
    Blank(BlankRequest),
    /// A comparison of strategies.
    Compare(CompareRequest),
    /// A number of a card with several values.
    Sweep(SweepRequest),
}

/// The plan of a study.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlanResult {
    /// The study.
    pub request: PlanRequest,
    /// What it plays.
    pub report: PlanReport,
}

impl PlanRequest {
    /// Reads the decks and plays the pilot.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<PlanResult, StudyError> {
        let report = match self {
            PlanRequest::Check(check) => {
                let (sets, stored) = check.read()?;
                check.plan(&sets, stored.as_ref(), control)
            }
            PlanRequest::Impact(impact) => impact.plan(&impact.table.sets()?, control),
            PlanRequest::Card(card) => card.plan(&card.impact.table.sets()?, control),
            PlanRequest::Blank(blank) => blank.plan(&blank.impact.table.sets()?, control),
            PlanRequest::Compare(compare) => compare.plan(&compare.table.sets()?, control),
            PlanRequest::Sweep(sweep) => sweep.plan(&sweep.table.sets()?, control),
        }?;
        Ok(PlanResult { request: self.clone(), report })
    }
}

impl Printed for PlanResult {
    fn tables(&self) -> Vec<Rows> {
        self.report.tables()
    }
}
