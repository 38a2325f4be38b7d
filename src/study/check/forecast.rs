//! What the pilot of a check says of its games: how many it needs, and how long they take.

use std::time::Instant;

use super::course::{Course, Games};
use super::play::Check;
use super::request::CheckRequest;
use crate::deck::{Sets, changes};
use crate::report::Fraction;
use crate::report::check::baseline::Baseline;
use crate::report::check::judge::{DEALS, Need};
use crate::report::plan::{NeedRow, PlanReport, StepRow, Unit, games_needed};
use crate::run::{Before, Call, CallSize, RunError};
use crate::stats::SPENT;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pilot::Pace;

/// What a pilot says of the games of a check, in blocks of pairs.
pub(super) struct Forecast {
    /// The pairs of the pilot.
    pace: Pace,
    /// Seconds of a pair of which both games are played.
    both: f64,
    seatings: u64,
    /// Pairs at the first and at the last look.
    looks: [u64; 2],
    /// About how many further blocks with an edited card in an opening hand are played until then.
    further: [f64; 2],
    needs: Vec<Need>,
}

impl Course<'_> {
    /// Plays the pilot, and plans the games.
    pub(super) fn forecast(&mut self, control: &mut Control<'_>) -> Result<Forecast, RunError> {
        let begun = Instant::now();
        let (first, needs) = self.plan(control)?;
        let plan = &self.decks.before.plan;
        let (most, seatings) = (plan.blocks(), plan.seatings().len() as u64);
        let Games { pairs, .. } = &self.games;
        let games = pairs.games;
        let pace = Pace::since(begun, games);
        let known = matches!(self.known, Before::Known(_));
        // Those of the deck before the edit, and those that had to be played again.
        let played = Pace { games: pairs.replayed + if known { 0 } else { games }, ..pace };
        let last = SPENT.len() as u32 - 1;
        let looks = if self.planned { [first, most.min(first << last)] } else { [most; 2] };
        let share: f64 = needs.iter().filter_map(|need| need.dealt).sum();
        let mut further = [0.0; 2];
        for ((further, paired), look) in further.iter_mut().zip(looks).zip([0, if self.planned { last } else { 0 }]) {
            let deals = (1.0 + self.judge.more_deals(pairs, look)) * (games / seatings) as f64 - paired as f64;
            let found = deals.clamp(0.0, DEALS * paired as f64) * share.min(1.0);
            *further = found.min((paired << look).min(most) as f64);
        }
        Ok(Forecast { pace, both: played.seconds_of(2.0), seatings, looks, further, needs })
    }
}

impl Forecast {
    /// The most pairs of games for which the check takes this many seconds at most, in two digits.
    fn affordable(&self, seconds: f64) -> u64 {
        let (pair, both) = (self.pace.seconds_of(1.0), self.both);
        let further = self.further[1] * self.seatings as f64;
        // There are no more further pairs than those of the plan.
        let most = (seconds / (pair + both)).max((seconds - further * both) / pair);
        let most = most.clamp(self.pace.games as f64, 1e15);
        let unit = 10_f64.powf(most.log10().floor() - 1.0);
        ((most / unit).floor() * unit) as u64
    }

    /// The report. `title` says what is compared, `planned` whether the number of games follows from the pilot.
    fn report(self, title: String, planned: bool, power: f64, threads: usize) -> PlanReport {
        let Forecast { pace, both, seatings, looks, further, needs } = self;
        let pairs = looks.map(|blocks| (blocks * seatings) as f64);
        let more = further.map(|blocks| blocks * seatings as f64);
        let seconds = [0, 1].map(|look| pace.seconds_of(pairs[look]) + more[look] * both);
        let step = |words: &str, games: f64, seconds: f64| StepRow {
            step: words.to_owned(),
            games: games as u64,
            seconds: Fraction(seconds),
        };
        let first = format!("first look, which decides what does not change (power {power})");
        let last = "last look, at most";
        let dealt = "about so many more with an edited card in an opening hand";
        let mut steps = Vec::new();
        for (look, words) in [first.as_str(), last].into_iter().enumerate().take(if planned { 2 } else { 1 }) {
            let words = if planned { words } else { "one look" };
            steps.push(step(words, pairs[look], pace.seconds_of(pairs[look])));
            if more[look] >= 1.0 {
                steps.push(step(dealt, more[look].ceil(), more[look] * both));
            }
        }
        let in_all = if planned { "in all, until the first look" } else { "in all" };
        steps.push(step(in_all, (pairs[0] + more[0]).ceil(), seconds[0]));
        let row = |need: Need| {
            let seconds_of = |blocks: f64| {
                let pairs = blocks * seatings as f64;
                if need.dealt.is_some() { pairs * both } else { pace.seconds_of(pairs) }
            };
            let games = |blocks: f64| games_needed(blocks * seatings as f64);
            let change = need.difference.change;
            let dealt = if need.dealt.is_some() { ", in opening hands" } else { "" };
            NeedRow {
                metric: need.id,
                name: need.name + dealt,
                value: Fraction(change.value),
                low: Fraction(change.low),
                high: Fraction(change.high),
                points: need.points,
                games: games(need.blocks),
                seconds: Fraction(seconds_of(need.blocks)),
                decides: games(need.as_seen),
                decides_seconds: Fraction(seconds_of(need.as_seen)),
            }
        };
        let needs: Vec<NeedRow> = needs.into_iter().map(row).collect();
        PlanReport::new(title, Unit::Pair, threads, (pace.games, pace.seconds), steps, needs)
    }
}

impl Check<'_> {
    /// Plays the pilot, and plans the games.
    fn forecast(&self, control: &mut Control<'_>) -> Result<Forecast, StudyError> {
        let changes = changes(&self.before.deck, &self.after.deck);
        let gates = self.request.gates(&self.after.deck)?;
        Ok(self.course(&changes, &gates).forecast(control)?)
    }
}

impl CheckRequest {
    /// Plays the pilot of a check of these sets, and says what the check will play.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub(crate) fn plan(
        &self,
        sets: &[Sets; 2],
        stored: Option<&Baseline>,
        control: &mut Control<'_>,
    ) -> Result<PlanReport, StudyError> {
        let request = self.ready(sets, stored, control)?;
        let check = Check::new(&request, sets, stored, control)?;
        let forecast = check.forecast(control)?;
        Ok(forecast.report(check.question(), check.is_planned(), self.power, control.thread_count()))
    }

    /// A check of these sets that takes about this many seconds at most: with a limit of games, by the pace of the pilot.
    pub(super) fn limited(
        &self,
        seconds: f64,
        sets: &[Sets; 2],
        control: &mut Control<'_>,
    ) -> Result<CheckRequest, StudyError> {
        let mut games = 0;
        let mut measure = |_| self.affordable_games(seconds, sets, control).map(Some);
        let mut take = |measured: u64| -> Result<bool, StudyError> {
            games = measured;
            Ok(true)
        };
        // In the journal: a check that is continued must not measure the speed again.
        let size = CallSize { places: 1, games: 0, slow: false, may_end: false };
        Call::begin("limit", size)?.measuring().sequence(1, &mut measure, &mut take)?;
        Ok(CheckRequest { games: Some(games), until_decided: true, seconds: None, ..self.clone() })
    }

    /// The number of games that take about this many seconds.
    fn affordable_games(&self, seconds: f64, sets: &[Sets; 2], control: &mut Control<'_>) -> Result<u64, StudyError> {
        let begun = Instant::now();
        let free = CheckRequest { seconds: None, ..self.clone() };
        // Kept games would say nothing about the pace.
        let forecast = control.without_store(|control| Check::new(&free, sets, None, control)?.forecast(control))?;
        // The pilot is played again as a part of the check.
        let games = forecast.affordable(seconds - begun.elapsed().as_secs_f64());
        Ok(games.min(free.max_games(None)))
    }
}
