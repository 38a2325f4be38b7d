//! The adviser of a table.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::Seat;
use crate::run::Advising;
use crate::strategy::{Adviser, Profile};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, players_of};

/// The default adviser.
pub(crate) const ADVISER: &str = "search";

/// A strategy that is asked about the decisions of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdviserRequest {
    /// The strategy, by name or path; it looks ahead.
    pub strategy: String,
    /// Whether each advice is measured with playouts to the end of the game. They vary more, but do not depend on how
    /// the adviser evaluates positions.
    pub to_the_end: bool,
    /// The only seat whose decisions are judged, from 1; by default, all are.
    pub seat: Option<NonZeroUsize>,
}

impl Default for AdviserRequest {
    fn default() -> Self {
        AdviserRequest { strategy: ADVISER.to_owned(), to_the_end: false, seat: None }
    }
}

/// The adviser of a table.
pub(super) struct AdviserAtTable {
    pub(super) name: String,
    adviser: Adviser,
    seat: Option<Seat>,
}

impl AdviserAtTable {
    pub(super) fn new(
        request: &AdviserRequest,
        setup: &Setup,
        control: &mut Control<'_>,
    ) -> Result<AdviserAtTable, StudyError> {
        let seat = request.seat.map(|seat| seat_of(seat, setup.plan.players())).transpose()?;
        let profile = Profile::find(&request.strategy)?;
        let player = players_of(std::slice::from_ref(&profile), &setup.deck, control)?.pop();
        let Some(adviser) = player.and_then(|player| Adviser::new(player, request.to_the_end)) else {
            // A player of another crate may look ahead, but gives no expected values.
            let message = format!("`{}` has the brain `{}`, which gives no advice", profile.name, profile.brain);
            return Err(StudyError::request(message, Some(format!("an adviser has the brain `{ADVISER}`"))));
        };
        Ok(AdviserAtTable { name: profile.name, adviser, seat })
    }

    pub(super) fn advising(&self) -> Advising<'_> {
        Advising { adviser: &self.adviser, seat: self.seat }
    }
}

fn seat_of(seat: NonZeroUsize, players: u8) -> Result<Seat, StudyError> {
    match u8::try_from(seat.get()) {
        Ok(number) if number <= players => Ok(Seat(number - 1)),
        _ => {
            let message = format!("there is no seat {seat}, expected 1 to {players}");
            Err(StudyError::request(message, Some("--players sets the number of seats".into())))
        }
    }
}
