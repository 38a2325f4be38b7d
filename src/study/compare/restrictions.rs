//! What each restriction of a strategy costs.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::GAMES;
use crate::deck::{Deck, Sets};
use crate::report::compare::RestrictionRow;
use crate::report::manifest::signature_words;
use crate::report::{DeckEntry, Manifest, Study};
use crate::run::{Contest, ContestControl, ContestCrew, ContestKind, PlanError, Results};
use crate::strategy::{Profile, Restriction, Strategy};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{TableRequest, check_cards, entry, players_of};

/// For each restriction that a strategy does not have, one restricted copy against copies without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RestrictionsRequest {
    /// The table; its only strategy is restricted.
    pub table: TableRequest,
    /// Number of games for each restriction.
    pub games: u64,
}

/// What each restriction costs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RestrictionsResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates for each restriction whose games are complete.
    pub rows: Vec<RestrictionRow>,
    /// The counts behind them.
    pub results: Vec<Results>,
}

impl Default for RestrictionsRequest {
    fn default() -> Self {
        RestrictionsRequest { table: TableRequest::default(), games: GAMES }
    }
}

impl RestrictionsRequest {
    /// The restrictions of the strategy of this table.
    pub fn of(table: TableRequest) -> Self {
        RestrictionsRequest { table, ..Self::default() }
    }

    /// The number of games for each restriction.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        RestrictionsRequest { games, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<RestrictionsResult, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Checks the inputs, with these sets, and returns the strategy.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<Profile, StudyError> {
        self.prepare(sets, &mut Control::default()).map(|ready| ready.profile)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<RestrictionsResult, StudyError> {
        self.prepare(sets, control)?.play(control)
    }

    fn prepare(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Restrictions<'_>, StudyError> {
        let TableRequest { strategies, players, seed, .. } = &self.table;
        let [strategy] = &strategies[..] else {
            let message = format!("{} strategies, expected the one that is restricted", strategies.len());
            return Err(StudyError::request(message, None));
        };
        let profile = Profile::find(strategy)?;
        let deck = self.table.compile(sets)?;
        let contest = Contest::new(ContestKind::Field, 2, *players, deck.players, *seed)?;
        if self.games == 0 {
            return Err(PlanError::NoGames.into());
        }
        check_cards(&profile, &deck, control)?;
        Ok(Restrictions { request: self, deck, contest, profile })
    }
}

/// A table of restrictions ready to be played.
struct Restrictions<'a> {
    request: &'a RestrictionsRequest,
    deck: Deck,
    contest: Contest,
    profile: Profile,
}

impl Restrictions<'_> {
    fn play(&self, control: &mut Control<'_>) -> Result<RestrictionsResult, StudyError> {
        let begun = Instant::now();
        let new: Vec<Restriction> = Restriction::actions().filter(|own| !self.profile.never.contains(own)).collect();
        control.expect(self.request.games.saturating_mul(new.len() as u64));
        let (mut rows, mut results, mut interrupted) = (Vec::new(), Vec::new(), false);
        for restriction in new {
            control.begin_after(results.iter().map(Results::games).sum());
            let mut played = Results::default();
            interrupted = self.play_one(&restriction, &mut played, control)?;
            // Rows with different numbers of games could not be compared, so an incomplete one is left out.
            if interrupted {
                break;
            }
            rows.push(RestrictionRow::new(&restriction.to_string(), &self.contest, &played));
            results.push(played);
        }
        let manifest = self.manifest(&results, interrupted, control.thread_count(), begun.elapsed().as_secs_f64());
        Ok(RestrictionsResult { manifest, rows, results })
    }

    /// Plays the games of one restriction; returns whether they were stopped.
    fn play_one(
        &self,
        restriction: &Restriction,
        results: &mut Results,
        control: &mut Control<'_>,
    ) -> Result<bool, StudyError> {
        let Restrictions { request, deck, contest, .. } = self;
        let players = &self.players(restriction, control)?;
        let (threads, stop) = (control.thread_count(), control.stop_flag());
        let crew = ContestCrew { contest, deck, players, threads };
        let steps = ContestControl {
            stop,
            on_progress: &mut |games| control.played(games),
            enough: &mut |_| false,
            may_end: false,
        };
        Ok(crew.play(results, contest.blocks_for(request.games), steps)?)
    }

    /// The restricted player, and the player without the restriction.
    fn players(&self, restriction: &Restriction, control: &mut Control<'_>) -> Result<Vec<Strategy>, StudyError> {
        let mut restricted = self.profile.clone();
        restricted.never.push(restriction.clone());
        players_of(&[restricted, self.profile.clone()], &self.deck, control)
    }

    fn manifest(&self, results: &[Results], interrupted: bool, threads: usize, seconds: f64) -> Manifest {
        let Restrictions { deck, profile, contest, .. } = self;
        let games = results.iter().map(Results::games).sum();
        // Signatures are hashes; their sum wraps.
        let signature = results.iter().fold(0_u64, |sum, results| sum.wrapping_add(results.signature));
        let (decks, strategies) = (vec![DeckEntry::of(deck)], vec![entry(&profile.name, profile)]);
        let manifest = Manifest {
            games,
            blocks: results.iter().map(Results::blocks).sum(),
            seatings: contest.games_per_block(),
            unfinished: results.iter().map(Results::unfinished).sum(),
            interrupted,
            signature: signature_words(signature),
            ..Manifest::of(Study::Restrictions, decks, strategies, contest.players(), contest.seed())
        };
        manifest.timed(games, threads, seconds)
    }
}
