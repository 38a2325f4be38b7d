//! Tables: the games that `impact` plays with one setup, until their values are precise enough.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Args, Failure};
use crate::cli::progress::Progress;
use crate::cli::run::manifest;
use crate::cli::setup::{Setup, threads};
use crate::report::Fraction;
use crate::report::impact::ValueManifest;
use crate::run::tally::Tally;
use crate::run::{Blocks, Crew, Expected, Finished, GameRow, Played};
use crate::stats::{PlayedGames, more_blocks, more_blocks_for_draws};

/// The games of a table.
pub(super) struct PlayedTable<'s, const W: usize> {
    pub(super) setup: &'s Setup<W>,
    pub(super) finished: Finished,
    /// The games, if they are listed.
    pub(super) played: Vec<Played>,
    listed: bool,
    expected: Option<Expected>,
    time: Duration,
}

/// A strategy at a table.
pub(super) struct PlayerAtTable<'t, 's, const W: usize> {
    pub(super) table: &'t PlayedTable<'s, W>,
    /// Its index among the strategies of the table.
    pub(super) strategy: usize,
    pub(super) name: String,
}

impl<'s, const W: usize> PlayedTable<'s, W> {
    /// Plays all games of a plan and, unless `--games` is set, further games until all values have the requested
    /// precision.
    pub(super) fn play(setup: &'s Setup<W>, args: &Args, listed: bool, stop: &AtomicBool) -> Result<Self, Failure> {
        let Setup { plan, deck, players, .. } = setup;
        let crew = Crew::new(plan, deck, players, threads(args.report.threads));
        let expected = (!args.no_draws).then(|| crew.expected(stop)).transpose()?;
        let mut progress = Progress::new(plan.games(), args.report.quiet);
        let mut played = Vec::new();
        let first = Crew { expected: expected.as_ref(), ..crew };
        let finished = play_listed(&first, listed.then_some(&mut played), stop, &mut |games| progress.note(games))?;
        let mut table = PlayedTable { setup, finished, played, listed, expected, time: Duration::ZERO };
        while args.games.is_none() && !table.finished.interrupted {
            let more = more_games(&table.finished.tally, args);
            if more == 0 {
                break;
            }
            table.play_more(more, args, stop, &mut progress)?;
        }
        table.time = progress.finish();
        Ok(table)
    }

    /// Plays further blocks until there are `blocks`.
    pub(super) fn play_up_to(&mut self, blocks: u64, args: &Args, stop: &AtomicBool) -> Result<(), Failure> {
        let more = blocks.saturating_sub(self.finished.tally.blocks);
        if more > 0 && !self.finished.interrupted {
            let mut progress = Progress::new(self.finished.tally.games, args.report.quiet);
            self.play_more(more, args, stop, &mut progress)?;
            self.time += progress.finish();
        }
        Ok(())
    }

    fn play_more(&mut self, more: u64, args: &Args, stop: &AtomicBool, progress: &mut Progress) -> Result<(), Failure> {
        let Setup { plan, deck, players, .. } = self.setup;
        let Tally { games, blocks: first, .. } = self.finished.tally;
        progress.expect(games.saturating_add(more.saturating_mul(plan.seatings().len() as u64)));
        let crew = Crew {
            blocks: Blocks::From { first, end: first + more },
            expected: self.expected.as_ref(),
            ..Crew::new(plan, deck, players, threads(args.report.threads))
        };
        let listed = self.listed.then_some(&mut self.played);
        let further = play_listed(&crew, listed, stop, &mut |further| progress.note(games + further))?;
        self.finished.tally.merge(&further.tally);
        self.finished.interrupted = further.interrupted;
        Ok(())
    }

    /// Its strategies.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerAtTable<'_, 's, W>> {
        let names = self.setup.names().into_iter().enumerate();
        names.map(|(strategy, name)| PlayerAtTable { table: self, strategy, name })
    }

    pub(super) fn manifest(&self, args: &Args) -> ValueManifest {
        ValueManifest {
            run: manifest(self.setup, threads(args.report.threads), &self.finished, self.time),
            precision: Fraction(args.precision / 100.0),
            draw_precision: Fraction(args.draw_precision.unwrap_or(f64::NAN) / 100.0),
            draws: self.finished.tally.draws.draws(),
        }
    }
}

impl<'t, const W: usize> PlayerAtTable<'t, '_, W> {
    /// The games of its table.
    pub(super) fn games(&self) -> PlayedGames<'t> {
        PlayedGames::new(&self.table.setup.plan, &self.table.played)
    }
}

/// Plays the blocks of a crew and adds the games to a list, if any.
fn play_listed<const W: usize>(
    crew: &Crew<'_, W>,
    list: Option<&mut Vec<Played>>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(u64),
) -> Result<Finished, Failure> {
    let finished = match list {
        None => crew.play(stop, watch, None)?,
        Some(list) => {
            let mut add = |row: &GameRow| {
                list.push(row.into());
                Ok(())
            };
            crew.play(stop, watch, Some(&mut add))?
        }
    };
    Ok(finished)
}

/// Number of further blocks for the requested precision.
fn more_games(tally: &Tally, args: &Args) -> u64 {
    let for_draws = args.draw_precision.map(|points| more_blocks_for_draws(tally, points / 100.0));
    more_blocks(tally, args.precision / 100.0).max(for_draws.unwrap_or(0))
}
