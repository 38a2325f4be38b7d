//! `tune`: searches for better settings of a strategy.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::Control;
use super::error::StudyError;
use super::table::{DEFAULT_STRATEGY, TableRequest, check_cards, entry};
use crate::deck::{Deck, Sets, is_there};
use crate::random::mix;
use crate::report::manifest::signature_words;
use crate::report::thousands;
use crate::report::tune::{FinalTest, STATE, TuneReport, table, tuned_profile};
use crate::report::{DeckEntry, Manifest, Study};
use crate::run::{Contest, ContestKind, MAX_STRATEGIES, Search, SearchPlan, TrialControl, Tuner};
use crate::strategy::{Profile, Setting};

/// The streams of the search and of the final test.
// The letters `tune` and `test`.
const SEARCH: u64 = 0x7475_6e65;
const TEST: u64 = 0x7465_7374;
/// Games of a search by default.
const BUDGET: u64 = 4_000_000;

/// A search for better settings of a strategy.
///
/// ```no_run
/// use kickdoor::study::{Control, TableRequest, TuneRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let result = TuneRequest::of(table, "balanced").budget(2_000).play(&mut Control::default())?;
/// println!("{}", result.profile);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TuneRequest {
    /// The table; its strategies sit in the other seats. None stand for the unmodified strategy.
    pub table: TableRequest,
    /// Strategy whose settings are varied, by name or path.
    pub strategy: String,
    /// Maximum number of games; an eighth of them is for the final test.
    pub budget: u64,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuneResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The settings that it found, and how it found them.
    pub report: TuneReport,
    /// The state of the search, to continue it.
    pub search: Search,
    /// The tuned profile, as a strategy file.
    pub profile: String,
}

impl Default for TuneRequest {
    fn default() -> Self {
        let table = TableRequest { strategies: Vec::new(), ..TableRequest::default() };
        TuneRequest { table, strategy: DEFAULT_STRATEGY.to_owned(), budget: BUDGET }
    }
}

impl TuneRequest {
    /// A search for better settings of a strategy, by name or path, against those of this table.
    pub fn of(table: TableRequest, strategy: impl Into<String>) -> Self {
        TuneRequest { table, strategy: strategy.into(), ..Self::default() }
    }

    /// The maximum number of games.
    #[must_use]
    pub fn budget(self, budget: u64) -> Self {
        TuneRequest { budget, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<TuneResult, StudyError> {
        self.play_on(&self.table.sets()?, None, control)
    }

    /// The manifest before the first game, with everything that determines the games with these sets; the settings that are varied, and the plan of the search.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn settings(&self, sets: &Sets) -> Result<(Manifest, Vec<Setting>, SearchPlan), StudyError> {
        let tuning = self.prepare(sets, &mut Control::default())?;
        Ok((tuning.manifest(), tuning.settings, tuning.plan))
    }

    /// Plays the games with these sets, after those of `search`, if given.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_on(
        &self,
        sets: &Sets,
        search: Option<Search>,
        control: &mut Control<'_>,
    ) -> Result<TuneResult, StudyError> {
        self.prepare(sets, control)?.play(search, control)
    }

    fn prepare(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Tuning<'_>, StudyError> {
        let TableRequest { strategies, players, seed, .. } = &self.table;
        let start = Profile::find(&self.strategy)?;
        let settings = start.settings();
        if settings.is_empty() {
            let message = format!("strategy `{}` has no settings to tune", start.name);
            let hint = "name a strategy with numbers in `kickdoor strategy show`, such as balanced";
            return Err(StudyError::request(message, Some(hint.to_owned())));
        }
        let field = match &strategies[..] {
            [] => vec![start.clone()],
            names => names.iter().map(|name| Profile::find(name)).collect::<Result<_, _>>()?,
        };
        if field.len() >= MAX_STRATEGIES {
            let message = format!("{} strategies in --against, but at most {} can be", field.len(), MAX_STRATEGIES - 1);
            return Err(StudyError::request(message, Some("omit some".to_owned())));
        }
        let deck = self.table.compile(sets)?;
        for profile in [&start].into_iter().chain(&field) {
            check_cards(profile, &deck, control)?;
        }
        let contest = |stream: u64| {
            // The final test has other games: in those of the search, the chosen settings were also the lucky ones.
            let (kind, seed) = (ContestKind::Field, mix(mix(*seed) ^ stream));
            Contest::new(kind, 1 + field.len(), *players, deck.players, seed)
        };
        let contests = [contest(SEARCH)?, contest(TEST)?];
        let fewest = SearchPlan::fewest_games(*players);
        if self.budget < fewest {
            let message = format!("the budget is {} games, expected at least {}", self.budget, thousands(fewest));
            let hint = "a search of a few minutes needs several million games";
            return Err(StudyError::request(message, Some(hint.to_owned())));
        }
        let plan = SearchPlan::new(self.budget, *players);
        Ok(Tuning { request: self, deck, start, settings, field, plan, contests })
    }
}

/// A search ready to be played.
struct Tuning<'a> {
    request: &'a TuneRequest,
    deck: Deck,
    start: Profile,
    settings: Vec<Setting>,
    field: Vec<Profile>,
    plan: SearchPlan,
    /// The contests of the search and of the final test.
    contests: [Contest; 2],
}

impl Tuning<'_> {
    fn manifest(&self) -> Manifest {
        let table = &self.request.table;
        let strategies = [&self.start].into_iter().chain(&self.field);
        let strategies = strategies.map(|profile| entry(&profile.name, profile)).collect();
        let study = Study::Tune { budget: self.request.budget };
        Manifest::of(study, vec![DeckEntry::of(&self.deck)], strategies, table.players, table.seed)
    }

    fn play(&self, search: Option<Search>, control: &mut Control<'_>) -> Result<TuneResult, StudyError> {
        let Tuning { deck, start, settings, field, plan, contests, request } = self;
        let begun = Instant::now();
        control.expect(request.budget);
        let (threads, stop) = (control.thread_count(), control.stop_flag());
        let tuner = Tuner { deck, start, settings, field, contest: &contests[0], plan: *plan, threads };
        search.as_ref().map_or(Ok(()), |search| verify(&tuner, search, stop))?;
        let mut search = search.unwrap_or_else(|| Search::new(settings, &start.positions(settings)));
        let before = search.games;
        let mut complete = true;
        while complete && plan.has_room(&search) {
            complete = tuner.generation(&mut search, stop, &mut |games| control.played(games))?;
        }
        let changed = search.positions(settings) != start.positions(settings);
        let mut trials = None;
        if complete && changed {
            let mut steps = TrialControl { stop, on_progress: &mut |games| control.played(games) };
            trials = tuner.test(&contests[1], &search, &mut steps)?;
            complete = trials.is_some();
        }
        let (tested, signature) = trials.as_ref().map_or((0, 0), |trials| (trials.games, trials.signature));
        let test = trials.and_then(|trials| FinalTest::of(&trials, request.table.players));
        let report = TuneReport::new(start, settings, &search, test, request.table.players);
        let (games, seconds) = (search.games + tested, begun.elapsed().as_secs_f64());
        let manifest = Manifest {
            games,
            interrupted: !complete,
            signature: signature_words(search.signature.wrapping_add(signature)),
            ..self.manifest()
        };
        let manifest = manifest.timed(games - before, threads, seconds);
        let tuned = start.at(settings, &search.positions(settings));
        let is_named = !is_there(Path::new(&request.strategy));
        let profile = tuned_profile(&report, &tuned, is_named, &table(&manifest));
        Ok(TuneResult { manifest, report, search, profile })
    }
}

/// Checks that this program plays a search in the same way.
fn verify(tuner: &Tuner<'_>, search: &Search, stop: &AtomicBool) -> Result<(), StudyError> {
    match tuner.differing_generation(search, stop)? {
        None => Ok(()),
        Some(number) => {
            let message =
                format!("the search to continue was altered: generation {number} in `{STATE}` was not played so");
            Err(StudyError::request(message, Some("start again without it".to_owned())))
        }
    }
}
