//! The trace of one game.

use std::io::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::adviser::{AdviserAtTable, AdviserRequest};
use super::game;
use crate::deck::Sets;
use crate::game::CounterfactualDraw;
use crate::report::advice::AdviceReport;
use crate::report::trace::Format;
use crate::run::Deviations;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest};

/// One game, move by move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TraceRequest {
    /// The table.
    pub table: TableRequest,
    /// Number of the game, as in `games.csv`.
    pub game: u64,
    /// The strategy that says where it would choose differently, if any.
    pub adviser: Option<AdviserRequest>,
}

impl TraceRequest {
    /// A game of this table.
    pub fn of(table: TableRequest, game: u64) -> Self {
        TraceRequest { table, game, adviser: None }
    }

    /// A strategy that says where it would choose differently.
    #[must_use]
    pub fn adviser(self, adviser: AdviserRequest) -> Self {
        TraceRequest { adviser: Some(adviser), ..self }
    }

    /// Reads the decks, plays the game and writes it. Returns how often the adviser would choose differently, if there
    /// is one.
    ///
    /// # Errors
    /// If an input is missing or wrong, the game cannot continue, or the output fails.
    pub fn write(
        &self,
        format: Format,
        control: &mut Control<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<AdviceReport>, StudyError> {
        self.write_with(&self.table.sets()?, format, control, out)
    }

    /// The same with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, the game cannot continue, or the output fails.
    pub fn write_with(
        &self,
        sets: &Sets,
        format: Format,
        control: &mut Control<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<AdviceReport>, StudyError> {
        // Games count from 0.
        let setup = Setup::new(sets, &self.table, self.game.saturating_add(1), control)?;
        let adviser = self.adviser.as_ref().map(|adviser| AdviserAtTable::new(adviser, &setup, control)).transpose()?;
        let mut found = Deviations::default();
        found.sums.games = 1;
        let advising = adviser.as_ref().map(|adviser| (adviser.advising(), &mut found));
        game::write(&setup, self.game, format, CounterfactualDraw::none(&setup.deck), advising, out)?;
        Ok(adviser.map(|adviser| AdviceReport::new(&adviser.name, &found)))
    }
}
