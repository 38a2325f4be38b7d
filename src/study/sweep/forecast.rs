//! What a pilot says of the games of a sweep: how many it needs, and how long they take.

use std::time::Instant;

use super::play::{Needed, Values};
use super::request::SweepRequest;
use crate::deck::Sets;
use crate::report::Fraction;
use crate::report::plan::{NeedRow, PlanReport, StepRow, Unit, games_needed};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pilot::{PILOT, Pace};
use crate::study::table::Setup;

impl SweepRequest {
    /// Plays a pilot with all values, and says what the sweep will play.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub(crate) fn plan(&self, sets: &Sets, control: &mut Control<'_>) -> Result<PlanReport, StudyError> {
        let edits = self.edits(sets)?;
        let all: Setup = Setup::new(sets, &self.table, self.ordinary_games(sets)?, control)?;
        let setup: Setup = Setup::new(sets, &self.table, PILOT.min(all.plan.games()), control)?;
        let list = self.compile(&setup, &edits, control)?;
        let values = Values { setup: &setup, list: &list, title: edits.title, half_width: self.half_width() };
        let begun = Instant::now();
        let Some(pilot) = values.pilot(control)? else {
            return Err(StudyError::request("the pilot was stopped", None));
        };
        let pace = Pace::since(begun, pilot.played);
        // Of each pilot game of the printed deck, so many are played in all.
        let share = all.plan.games() as f64 / setup.plan.games() as f64;
        let further = pilot.further_games(share).unwrap_or(0.0);
        let ordinary = pilot.played as f64 * share;
        let step = |words: &str, games: f64| StepRow {
            step: words.to_owned(),
            games: games.ceil() as u64,
            seconds: Fraction(pace.seconds_of(games)),
        };
        let mut steps = vec![
            step("printed deck", all.plan.games() as f64),
            step("about so many that other values can change", ordinary - all.plan.games() as f64),
        ];
        if further > 0.0 {
            steps.push(step("about so many more with the card in an opening hand", further));
        }
        steps.push(step("in all", ordinary + further));
        let question = &edits.question;
        let need = |Needed { value, estimate, reach, games: played }: &Needed| {
            let games = played * reach.powi(2);
            let decides = played * (estimate.half_width() / (estimate.value - self.target.unwrap_or(0.0))).powi(2);
            let points = self.metric.unit() > 1.0;
            let dealt = if self.half_width().is_some() { ", in opening hands" } else { "" };
            NeedRow {
                metric: format!("{}={value}", question.field),
                name: format!("{} with {} {value}{dealt}", question.name, question.field),
                value: Fraction(estimate.value),
                low: Fraction(estimate.low),
                high: Fraction(estimate.high),
                points,
                games: games_needed(games),
                seconds: Fraction(pace.seconds_of(games)),
                decides: games_needed(decides),
                decides_seconds: Fraction(pace.seconds_of(decides)),
            }
        };
        let needs = pilot.needed(self.metric).iter().map(need).collect();
        let title = format!("{} of {}, {}", question.field, question.name, self.words(&all, 0));
        let pilot = (pace.games, pace.seconds);
        Ok(PlanReport::new(title, Unit::Game, control.thread_count(), pilot, steps, needs))
    }
}
