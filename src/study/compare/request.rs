//! A comparison of strategies.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contestants::Contestants;
use crate::deck::{Deck, Sets};
use crate::report::compare::{BlockRow, CompareReport, Goal, SampleRow};
use crate::report::files::row::Row;
use crate::report::manifest::signature_words;
use crate::report::{DeckEntry, Manifest, Study};
use crate::run::{Contest, ContestControl, ContestCrew, PlanError, Results};
use crate::strategy::Strategy;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{TableRequest, check_cards, entry, players_of};

/// Games of a comparison without a goal.
pub(crate) const GAMES: u64 = 20_000;

/// A comparison: two strategies in a duel, three or more in a ladder, or one against a field.
///
/// ```
/// use kickdoor::study::{CompareRequest, Control, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["balanced", "random"]).players(3);
/// let result = CompareRequest::of(table).games(120).play(&mut Control::default())?;
/// let duel = result.report.head_to_head.expect("two strategies");
/// println!("{:+.0} Elo", duel.elo.0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRequest {
    /// The table; its strategies are compared.
    pub table: TableRequest,
    /// Strategies in the other seats, by name or path; the compared strategy has one seat at each table.
    pub field: Vec<String>,
    /// Strategy of a ladder that has 0 Elo, by name or path; by default, the first one.
    pub anchor: Option<String>,
    /// Number of games; with a goal, the maximum.
    pub games: u64,
    /// When the comparison ends.
    pub goal: Goal,
}

/// The result of a comparison.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompareResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates.
    pub report: CompareReport,
    /// The counts behind the estimates.
    pub results: Results,
}

impl Default for CompareRequest {
    fn default() -> Self {
        let table = TableRequest { strategies: Vec::new(), ..TableRequest::default() };
        CompareRequest { table, field: Vec::new(), anchor: None, games: GAMES, goal: Goal::Games }
    }
}

impl CompareRequest {
    /// A comparison of the strategies of this table.
    pub fn of(table: TableRequest) -> Self {
        CompareRequest { table, ..Self::default() }
    }

    /// The strategies in the other seats, by name or path.
    #[must_use]
    pub fn field(self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        CompareRequest { field: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// The strategy of a ladder that has 0 Elo, by name or path.
    #[must_use]
    pub fn anchor(self, name: impl Into<String>) -> Self {
        CompareRequest { anchor: Some(name.into()), ..self }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        CompareRequest { games, ..self }
    }

    /// When the comparison ends.
    #[must_use]
    pub fn goal(self, goal: Goal) -> Self {
        CompareRequest { goal, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<CompareResult, StudyError> {
        self.play_on(&self.table.sets()?, Results::default(), control)
    }

    /// The manifest before the first game: everything that determines the games with these sets, except their number.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn settings(&self, sets: &Sets) -> Result<(Manifest, Contest), StudyError> {
        self.prepare(sets).map(|ready| (ready.manifest(), ready.contest))
    }

    /// Plays further games with these sets, after those with `results`.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_on(
        &self,
        sets: &Sets,
        results: Results,
        control: &mut Control<'_>,
    ) -> Result<CompareResult, StudyError> {
        self.prepare(sets)?.play(results, control)
    }

    pub(super) fn prepare(&self, sets: &Sets) -> Result<Comparison<'_>, StudyError> {
        let TableRequest { strategies, players, seed, .. } = &self.table;
        let contestants = Contestants::find(strategies, &self.field, self.anchor.as_deref())?;
        let deck = self.table.compile(sets)?;
        let contest = Contest::new(contestants.kind, contestants.names.len(), *players, deck.players, *seed)?;
        if self.games == 0 {
            return Err(PlanError::NoGames.into());
        }
        for profile in &contestants.profiles {
            // Without notes: `players_of` prints them when the games begin.
            check_cards(profile, &deck, &mut Control::default())?;
        }
        Ok(Comparison { request: self, contestants, deck, contest })
    }
}

/// A comparison ready to be played.
pub(super) struct Comparison<'a> {
    request: &'a CompareRequest,
    pub(super) contestants: Contestants,
    deck: Deck,
    pub(super) contest: Contest,
}

impl Comparison<'_> {
    fn manifest(&self) -> Manifest {
        let Comparison { request, contestants, deck, contest } = self;
        let study = Study::Compare {
            contest: contest.kind(),
            precision: if let Goal::Precision(precision) = request.goal { Some(precision) } else { None },
            anchor: contestants.deciding_anchor(request.goal),
            sprt: if let Goal::Sprt(test) = request.goal { Some(test) } else { None },
        };
        let strategies = contestants.names.iter().zip(&contestants.profiles);
        let strategies = strategies.map(|(name, profile)| entry(name, profile)).collect();
        Manifest::of(study, vec![DeckEntry::of(deck)], strategies, contest.players(), contest.seed())
    }

    /// Checks that this program plays the blocks of results in the same way.
    fn verify(&self, results: &Results, players: &[Strategy], threads: usize) -> Result<(), StudyError> {
        let Comparison { deck, contest, .. } = self;
        let altered = |part: String| {
            let message = format!("the results to continue were altered: {part}");
            StudyError::request(message, Some("start again without them".to_owned()))
        };
        if !results.agree_with_sample() {
            let [blocks, sample] = [BlockRow::FILE, SampleRow::FILE];
            return Err(altered(format!("the counts of `{blocks}` are not those of the blocks in `{sample}`")));
        }
        match (ContestCrew { contest, deck, players, threads }).differing_block(results)? {
            None => Ok(()),
            Some(block) => Err(altered(format!("block {block} in `{}` was not played so", SampleRow::FILE))),
        }
    }

    fn play(&self, mut results: Results, control: &mut Control<'_>) -> Result<CompareResult, StudyError> {
        let Comparison { request, contestants, deck, contest } = self;
        let (goal, anchor, before) = (request.goal, contestants.anchor, results.games());
        let players = players_of(&contestants.profiles, deck, control)?;
        self.verify(&results, &players, control.thread_count())?;
        let begun = Instant::now();
        control.expect(request.games);
        let crew = ContestCrew { contest, deck, players: &players, threads: control.thread_count() };
        let steps = ContestControl {
            stop: control.stop_flag(),
            on_progress: &mut |games| control.played(games),
            enough: &mut |results| goal.is_reached(contest, results, anchor),
            may_end: goal != Goal::Games,
        };
        let interrupted = crew.play(&mut results, contest.blocks_for(request.games), steps)?;
        let seconds = begun.elapsed().as_secs_f64();
        let manifest = Manifest {
            games: results.games(),
            blocks: results.blocks(),
            seatings: contest.games_per_block(),
            unfinished: results.unfinished(),
            interrupted,
            signature: signature_words(results.signature),
            ..self.manifest()
        };
        let manifest = manifest.timed(results.games() - before, crew.threads, seconds);
        let report = CompareReport::new(contest, &results, &contestants.names, anchor, goal, interrupted);
        Ok(CompareResult { manifest, report, results })
    }
}
