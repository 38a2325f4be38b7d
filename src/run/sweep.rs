//! Series: the same games with one deck and with several edits of it.

use std::sync::atomic::AtomicBool;

use super::check::pairs::Arm;
use super::engine::error::RunError;
use super::engine::game_result::Played;
use super::engine::plan::Plan;
use super::engine::runner::{Blocks, Crew, Finished};
use super::engine::worker::GameRow;
use crate::ids::CardSet;

/// A plan that several decks play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Number of threads.
    pub threads: usize,
    /// Set by the caller to stop the run.
    pub stop: &'a AtomicBool,
    /// Whether the draws of the first deck are tallied.
    pub draws: bool,
}

/// The games of the first deck, of which the others are edits.
#[derive(Clone, Debug)]
pub(crate) struct FirstGames {
    /// The games, in the order of their numbers.
    pub played: Vec<Played>,
    /// Blocks in which a watched card was drawn.
    pub touched: Vec<u64>,
    /// The counts.
    pub finished: Finished,
}

impl Series<'_> {
    /// Plays all games with the first deck and records where a `watched` card is drawn. `on_progress` receives the
    /// number of games played.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play_first(
        &self,
        arm: Arm<'_>,
        watched: CardSet,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<FirstGames, RunError> {
        let crew = Crew { watched, ..arm.crew(self.plan, self.threads) };
        let expected = self.draws.then(|| crew.expected(self.stop)).transpose()?;
        let crew = Crew { expected: expected.as_ref(), ..crew };
        let (mut played, mut touched) = (Vec::new(), Vec::new());
        let mut list = |row: &GameRow| {
            played.push(Played::from(row));
            // Rows arrive in order, so the last entry is enough to leave out repetitions.
            if row.drawn && touched.last() != Some(&row.block) {
                touched.push(row.block);
            }
            Ok(())
        };
        let finished = crew.play(self.stop, on_progress, Some(&mut list))?;
        Ok(FirstGames { played, touched, finished })
    }

    /// All games with another deck; `None` if stopped. Only these `blocks` can differ from the `first` deck, so only
    /// they are played.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play_again(
        &self,
        first: &FirstGames,
        arm: Arm<'_>,
        blocks: Option<&[u64]>,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Vec<Played>>, RunError> {
        let all = arm.crew(self.plan, self.threads);
        let crew = Crew { blocks: blocks.map_or(all.blocks, Blocks::Listed), ..all };
        // All other games are those of the first deck.
        let mut played = first.played.clone();
        let mut list = |row: &GameRow| {
            if let Some(game) = played.get_mut(row.game as usize) {
                *game = row.into();
            }
            Ok(())
        };
        let finished = crew.play(self.stop, on_progress, Some(&mut list))?;
        Ok((!finished.interrupted).then_some(played))
    }
}
