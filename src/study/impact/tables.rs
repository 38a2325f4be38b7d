//! Tables: the games that `impact` plays with one setup, until their values are precise enough.

use std::time::{Duration, Instant};

use super::request::{Counted, ImpactRequest};
use crate::report::{Fraction, Manifest, Study};
use crate::run::tally::Tally;
use crate::run::{Blocks, Crew, Expected, Finished, GameRow, Played, RunError};
use crate::stats::{PlayedGames, more_blocks, more_blocks_for_draws};
use crate::study::control::Control;
use crate::study::table::Setup;

/// The games of a table.
pub(super) struct PlayedTable<'s> {
    pub(super) setup: &'s Setup,
    pub(super) finished: Finished,
    /// The games, if they are listed.
    pub(super) played: Vec<Played>,
    counted: Counted,
    expected: Option<Expected>,
    pub(super) time: Duration,
}

/// A strategy at a table.
pub(super) struct PlayerAtTable<'t, 's> {
    pub(super) table: &'t PlayedTable<'s>,
    /// Its index among the strategies of the table.
    pub(super) strategy: usize,
    pub(super) name: String,
}

impl<'s> PlayedTable<'s> {
    /// Plays further games of the plan until all values have this half-width, but at most `most` blocks.
    pub(super) fn refine_up_to(
        &mut self,
        half_width: f64,
        most: u64,
        control: &mut Control<'_>,
    ) -> Result<(), RunError> {
        self.play_while(|tally| more_blocks(tally, half_width).min(most.saturating_sub(tally.blocks)), control)
    }

    /// Plays the other games of the plan and, unless the number of games is given, further games until all values have the
    /// requested precision.
    pub(super) fn refine(&mut self, request: &ImpactRequest, control: &mut Control<'_>) -> Result<(), RunError> {
        self.play_up_to(self.setup.plan.blocks(), control)?;
        if request.games.is_none() {
            self.play_while(|tally| more_games(tally, request), control)?;
        }
        Ok(())
    }

    /// Plays the first blocks of a plan.
    pub(super) fn begin(
        setup: &'s Setup,
        blocks: u64,
        counted: Counted,
        control: &mut Control<'_>,
    ) -> Result<Self, RunError> {
        let crew = setup.crew(control.thread_count());
        let expected = counted.draws.then(|| crew.expected(control.stop_flag())).transpose()?;
        let begun = Instant::now();
        control.expect(blocks.saturating_mul(setup.plan.seatings().len() as u64));
        let mut played = Vec::new();
        let first = Crew {
            blocks: Blocks::From { first: 0, end: blocks },
            expected: expected.as_ref(),
            pairs: counted.pairs,
            ..crew
        };
        let finished = play_listed(&first, counted.listed.then_some(&mut played), 0, control)?;
        Ok(PlayedTable { setup, finished, played, counted, expected, time: begun.elapsed() })
    }

    /// Plays further blocks, as many as are wanted after those so far, until none are.
    pub(super) fn play_while(
        &mut self,
        more: impl Fn(&Tally) -> u64,
        control: &mut Control<'_>,
    ) -> Result<(), RunError> {
        let begun = Instant::now();
        while !self.finished.interrupted {
            let more = more(&self.finished.tally);
            if more == 0 {
                break;
            }
            self.play_more(more, control)?;
        }
        self.time += begun.elapsed();
        Ok(())
    }

    /// Plays further blocks until there are `blocks`.
    pub(super) fn play_up_to(&mut self, blocks: u64, control: &mut Control<'_>) -> Result<(), RunError> {
        let more = blocks.saturating_sub(self.finished.tally.blocks);
        if more > 0 && !self.finished.interrupted {
            let begun = Instant::now();
            self.play_more(more, control)?;
            self.time += begun.elapsed();
        }
        Ok(())
    }

    fn play_more(&mut self, more: u64, control: &mut Control<'_>) -> Result<(), RunError> {
        let plan = &self.setup.plan;
        let Tally { games, blocks: first, .. } = self.finished.tally;
        control.expect(games.saturating_add(more.saturating_mul(plan.seatings().len() as u64)));
        let crew = Crew {
            blocks: Blocks::From { first, end: first + more },
            expected: self.expected.as_ref(),
            pairs: self.counted.pairs,
            ..self.setup.crew(control.thread_count())
        };
        let further = play_listed(&crew, self.counted.listed.then_some(&mut self.played), games, control)?;
        self.finished.tally.merge(&further.tally);
        self.finished.interrupted = further.interrupted;
        Ok(())
    }

    /// Its games, if they are listed.
    pub(super) fn games(&self) -> PlayedGames<'_> {
        PlayedGames::new(&self.setup.plan, &self.played)
    }

    /// Its strategies.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerAtTable<'_, 's>> {
        let names = self.setup.names().into_iter().enumerate();
        names.map(|(strategy, name)| PlayerAtTable { table: self, strategy, name })
    }

    pub(super) fn manifest(&self, request: &ImpactRequest, threads: usize) -> Manifest {
        let study = Study::Impact {
            precision: Fraction(request.precision / 100.0),
            draw_precision: Fraction(request.draw_precision.unwrap_or(f64::NAN) / 100.0),
            draws: self.finished.tally.draws.draws(),
        };
        self.setup.manifest(study, &self.finished, threads, self.time.as_secs_f64())
    }
}

impl<'t> PlayerAtTable<'t, '_> {
    /// The games of its table.
    pub(super) fn games(&self) -> PlayedGames<'t> {
        PlayedGames::new(&self.table.setup.plan, &self.table.played)
    }
}

/// Plays the blocks of a crew, after `before` games, and adds the games to a list, if any.
fn play_listed(
    crew: &Crew<'_>,
    list: Option<&mut Vec<Played>>,
    before: u64,
    control: &mut Control<'_>,
) -> Result<Finished, RunError> {
    let stop = control.stop_flag();
    let watch = &mut |games| control.played(before + games);
    match list {
        None => crew.play(stop, watch, None),
        Some(list) => {
            let mut add = |row: &GameRow| {
                list.push(row.into());
                Ok(())
            };
            crew.play(stop, watch, Some(&mut add))
        }
    }
}

/// Number of further blocks for the requested precision.
fn more_games(tally: &Tally, request: &ImpactRequest) -> u64 {
    let for_draws = request.draw_precision.map(|points| more_blocks_for_draws(tally, None, points / 100.0));
    more_blocks(tally, request.precision / 100.0).max(for_draws.unwrap_or(0))
}
