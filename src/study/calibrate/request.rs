//! `calibrate`: measures how often the intervals of the other studies cover the true value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::levels::Sweep;
use super::play::Calibration;
use crate::deck::{Changes, Deck, Play, Sets, changes};
use crate::report::calibrate::CoverageRow;
use crate::run::{Contest, ContestKind, Duels};
use crate::strategy::Strategy;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest, players_of};
use crate::study::title::find_title;

/// Repetitions by default.
pub(crate) const REPETITIONS: u64 = 2_000;
/// Games of a repetition by default.
pub(crate) const GAMES: u64 = 500;

/// A calibration: many repetitions of all analyses.
///
/// ```no_run
/// use kickdoor::study::{CalibrateRequest, Control, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let request = CalibrateRequest::of(table).repetitions(50).games(6);
/// let result = request.play(&mut Control::default())?.expect("nobody stopped it");
/// for row in &result.rows {
///     println!("{}: {:.3} of {} intervals cover", row.interval, row.coverage.0, row.intervals);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CalibrateRequest {
    /// The table.
    pub table: TableRequest,
    /// Number of repetitions.
    pub repetitions: u64,
    /// Games per repetition and deck.
    pub games: u64,
    /// Card to blank as the test edit, by id or name; by default, the first monster.
    pub blank: Option<String>,
}

/// The result of a calibration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CalibrateResult {
    /// Number of repetitions.
    pub repetitions: u64,
    /// Games per repetition and deck.
    pub games: u64,
    /// Number of players.
    pub players: u8,
    /// Names of the strategies.
    pub strategies: Vec<String>,
    /// The test edit, in words.
    pub edit: String,
    /// The values of the sweep, in words, if the deck has a monster for it.
    pub sweep: Option<String>,
    /// The coverage of each kind of interval.
    pub rows: Vec<CoverageRow>,
}

impl Default for CalibrateRequest {
    fn default() -> Self {
        CalibrateRequest { table: TableRequest::default(), repetitions: REPETITIONS, games: GAMES, blank: None }
    }
}

impl CalibrateRequest {
    /// A calibration of the intervals at this table.
    pub fn of(table: TableRequest) -> Self {
        CalibrateRequest { table, ..Self::default() }
    }

    /// The number of repetitions.
    #[must_use]
    pub fn repetitions(self, repetitions: u64) -> Self {
        CalibrateRequest { repetitions, ..self }
    }

    /// The number of games per repetition and deck.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        CalibrateRequest { games, ..self }
    }

    /// The card to blank, by id or name.
    #[must_use]
    pub fn blank(self, card: impl Into<String>) -> Self {
        CalibrateRequest { blank: Some(card.into()), ..self }
    }

    /// Reads the decks and plays the games. `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<Option<CalibrateResult>, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Plays the games with these sets. `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Option<CalibrateResult>, StudyError> {
        let before = Setup::new(sets, &self.table, self.games, control)?;
        let blanked = match &self.blank {
            Some(card) => find_title(&before.deck, card)?,
            None => first_monster(&before.deck).unwrap_or(0),
        };
        let title = &before.deck.titles[blanked];
        let without = sets.with_blank(&before.deck.set_of(title).id, &title.id);
        let after = Setup::new(&without, &self.table, self.games, control)?;
        let changes = changes(&before.deck, &after.deck);
        let shared = compared(&before.deck, &changes);
        let identities = shared.iter().filter(|pair| !changes.edited.contains(pair)).copied().collect();
        let edited = shared.iter().position(|pair| changes.edited.contains(pair));
        let swept = if is_monster(&before.deck, blanked) { Some(blanked) } else { first_monster(&before.deck) };
        let sweep = swept.map(|monster| Sweep::new(sets, &before, monster, &self.table, control)).transpose()?;
        let plan = &before.plan;
        let contest = Contest::new(ContestKind::Duel, 2, plan.players(), before.deck.players, plan.seed())?;
        let pairs = duels(&before, control)?;
        let calibration = Calibration {
            plan,
            before: before.arm(),
            after: after.arm(),
            strategies: before.names(),
            shared,
            edited,
            identities,
            duels: Duels { contest: &contest, pairs: &pairs },
            sweep: sweep.as_ref().map(Sweep::levels),
        };
        control.expect(calibration.games().saturating_mul(self.repetitions));
        let (threads, stop) = (control.thread_count(), control.stop_flag());
        let rows = calibration.play(self.repetitions, threads, stop, &mut |games| control.played(games))?;
        Ok(rows.map(|rows| CalibrateResult {
            repetitions: self.repetitions,
            games: plan.games(),
            players: plan.players(),
            strategies: before.names(),
            edit: format!("{} blank", title.name),
            sweep: sweep.map(|sweep| sweep.name()),
            rows,
        }))
    }
}

fn is_monster(deck: &Deck, title: usize) -> bool {
    deck.card(deck.titles[title].first).play == Play::Monster
}

fn first_monster(deck: &Deck) -> Option<usize> {
    (0..deck.titles.len()).find(|&title| is_monster(deck, title))
}

/// The titles to compare by opening value: the identities and the edited card.
fn compared(deck: &Deck, changes: &Changes) -> Vec<(usize, usize)> {
    let identity = |pair: &&(usize, usize)| deck.card(deck.titles[pair.0].first).play == Play::Slot;
    changes.shared.iter().filter(|pair| identity(pair) || changes.edited.contains(pair)).copied().collect()
}

/// The first strategy with each other one.
fn duels(setup: &Setup, control: &mut Control<'_>) -> Result<Vec<Vec<Strategy>>, StudyError> {
    let Some((first, others)) = setup.profiles.split_first() else { return Ok(Vec::new()) };
    others.iter().map(|other| players_of(&[first.clone(), other.clone()], &setup.deck, control)).collect()
}
