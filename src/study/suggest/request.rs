//! `suggest`: finds the smallest change of a card's numbers that brings its opening value to a target.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bench::{Bench, Trial};
use super::search::{Search, Setting};
use crate::deck::{Deck, Number, Sets};
use crate::random::mix;
use crate::report::suggest::{Answer, EffectRow, NumberRow, SuggestReport, TriedRow};
use crate::report::texts::CardText;
use crate::report::{Manifest, Study};
use crate::stats::{Estimate, sample_size};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::impact::{PRECISION, check_precision, ordinary_games};
use crate::study::table::{Setup, TableRequest, check_table};
use crate::study::title::find_title;

/// Deals of each first trial by default.
pub(crate) const DEALS: u64 = 6000;
/// Distance from the target that is near enough by default, in percentage points.
pub(crate) const TOLERANCE: f64 = 0.5;
/// Maximum number of ordinary games of the search: they give the win rates of the strata. Those of the confirmation show side
/// effects too.
const PILOT: u64 = 2000;
/// Maximum number of blocks of deals in which all first steps together are tried.
const FIRST: usize = 150_000;
/// Maximum number of changes that are confirmed with fresh deals.
const CONFIRMED: usize = 4;
/// The seed of the confirmation differs from that of the search by this.
// The letters of "freshest".
const FRESH: u64 = 0x6672_6573_6865_7374;

/// A suggestion: which numbers of a card bring its opening value to a target?
///
/// ```no_run
/// use kickdoor::study::{Control, SuggestRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let request = SuggestRequest::of(TableRequest::of(["zombies"]), "nun");
/// let result = request.play(&mut Control::default())?.expect("nobody stopped it");
/// println!("{}", result.report.patch);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SuggestRequest {
    /// The table.
    pub table: TableRequest,
    /// The card, by id or name.
    pub card: String,
    /// The opening value to reach, in percentage points.
    pub target: f64,
    /// Distance from the target that is near enough, in percentage points.
    pub tolerance: f64,
    /// Half-width of the 95% intervals of the printed and of the suggested card, in percentage points.
    pub precision: f64,
    /// Deals of the card with which each change is first tried.
    pub deals: u64,
}

/// The result of a suggestion.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuggestResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The suggestion.
    pub report: SuggestReport,
}

impl Default for SuggestRequest {
    fn default() -> Self {
        SuggestRequest {
            table: TableRequest::default(),
            card: String::new(),
            target: 0.0,
            tolerance: TOLERANCE,
            precision: PRECISION,
            deals: DEALS,
        }
    }
}

/// A change that fresh deals confirm.
struct Found {
    setting: Setting,
    value: Estimate,
    effects: Vec<EffectRow>,
}

impl SuggestRequest {
    /// The opening value of this card shall be 0: that of the average card of its pile.
    pub fn of(table: TableRequest, card: impl Into<String>) -> Self {
        SuggestRequest { table, card: card.into(), ..Self::default() }
    }

    /// The opening value to reach, in percentage points.
    #[must_use]
    pub fn target(self, points: f64) -> Self {
        SuggestRequest { target: points, ..self }
    }

    /// The half-width of the intervals of the printed and the suggested card, in percentage points.
    #[must_use]
    pub fn precision(self, points: f64) -> Self {
        SuggestRequest { precision: points, ..self }
    }

    /// The number of deals of the card with which each change is first tried.
    #[must_use]
    pub fn deals(self, deals: u64) -> Self {
        SuggestRequest { deals, ..self }
    }

    /// Reads the decks and plays the games. `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<Option<SuggestResult>, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Checks the inputs, with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<(), StudyError> {
        check_precision("precision", self.precision)?;
        check_precision("tolerance", self.tolerance)?;
        if !(-100.0..=100.0).contains(&self.target) {
            let message = format!("target is {}, expected -100 to 100", self.target);
            return Err(StudyError::request(message, Some("`target 0` is the average card of a pile".into())));
        }
        find_title(&self.table.compile(sets)?, &self.card)?;
        check_table(sets, &self.table, PILOT)
    }

    /// Plays the games with these sets. `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Option<SuggestResult>, StudyError> {
        self.check(sets)?;
        let begun = Instant::now();
        let deck: Deck = self.table.compile(sets)?;
        let title = find_title(&deck, &self.card)?;
        let ordinary = ordinary_games(&deck, self.table.players, self.precision / 100.0);
        let Some(mut bench) = Bench::new(sets, &self.table, title, ordinary.min(PILOT), control)? else {
            return Ok(None);
        };
        if !bench.setup.can_be_dealt(title) {
            let message = format!("{} is never in an opening hand", deck.titles[title].name);
            return Err(StudyError::request(message, None));
        }
        let mut printed = bench.printed(control)?;
        let Some(value) = self.measure(&mut bench, &mut printed, control)? else { return Ok(None) };
        let spec = deck.titles[title].spec.clone();
        // The print run is no number of the card's text, and another one changes the deals.
        let numbers =
            Number::all(&spec).into_iter().filter(|number| number.path != "copies" && number.low < number.high);
        let numbers: Vec<Number> = numbers.collect();
        let mut search = Search {
            bench: &mut bench,
            blocks: (self.deals as usize).min(FIRST / (2 * numbers.len()).max(1)).max(1),
            numbers,
            spec,
            target: self.target / 100.0,
            tolerance: self.tolerance / 100.0,
            printed,
            value,
            tried: Vec::new(),
        };
        let fresh_table = TableRequest { seed: mix(self.table.seed ^ FRESH), ..self.table.clone() };
        let mut confirmed = Vec::new();
        let (mut found, mut games) = (None, 0);
        if !self.is_met(value) {
            let Some(mut fresh) = Bench::new(sets, &fresh_table, title, ordinary, control)? else {
                return Ok(None);
            };
            found = self.search(&mut search, &mut fresh, &mut confirmed, control)?;
            games = fresh.games;
            search.bench.stopped |= fresh.stopped;
        }
        if search.bench.stopped {
            return Ok(None);
        }
        let report = self.report(sets, &deck, &search, &confirmed, found);
        games += search.bench.games;
        let manifest = bench.setup.manifest(
            Study::Suggest { played: games },
            bench.finished(),
            control.thread_count(),
            begun.elapsed().as_secs_f64(),
        );
        let (threads, seconds) = (manifest.threads, manifest.duration_seconds);
        Ok(Some(SuggestResult { manifest: manifest.timed(games, threads, seconds), report }))
    }

    /// Whether an interval covers the target, within the tolerance.
    fn is_met(&self, Estimate { low, high, .. }: Estimate) -> bool {
        100.0 * low <= self.target + self.tolerance && 100.0 * high >= self.target - self.tolerance
    }

    /// The value of a card with the requested precision; `None` if stopped.
    fn measure(
        &self,
        bench: &mut Bench<'_>,
        trial: &mut Trial,
        control: &mut Control<'_>,
    ) -> Result<Option<Estimate>, StudyError> {
        let rate = 1.0 / f64::from(self.table.players.max(1));
        let mut blocks = sample_size(rate * (1.0 - rate), self.precision / 100.0, 0.95).ceil() as usize;
        // A block has several games if the strategies rotate, and a title several copies.
        blocks = blocks.div_ceil(bench.setup.plan.seatings().len());
        loop {
            if !bench.deal_on(trial, blocks, control)? {
                return Ok(None);
            }
            let value = bench.value(trial);
            let more = (100.0 * value.half_width() / self.precision).powi(2);
            if more <= 1.0 {
                return Ok(Some(value));
            }
            // At least a hundredth, so that the looks have an end.
            blocks = (blocks as f64 * more.clamp(1.01, 4.0)).ceil() as usize;
        }
    }

    /// Searches single numbers, then pairs, and confirms the changes found.
    fn search(
        &self,
        search: &mut Search<'_, '_>,
        fresh: &mut Bench<'_>,
        confirmed: &mut Vec<(Setting, Estimate)>,
        control: &mut Control<'_>,
    ) -> Result<Option<Found>, StudyError> {
        search.first_steps(control)?;
        for pairs in [false, true] {
            let mut candidates = if pairs { search.pairs(control)? } else { search.singles(control)? };
            candidates.reverse();
            let mut left = CONFIRMED;
            while let Some(setting) = candidates.pop().filter(|_| left > 0 && !search.bench.stopped) {
                left -= 1;
                let Some(card) = search.card(&setting) else { continue };
                let Some(mut trial) = fresh.trial(&card, 0, control)? else { continue };
                let Some(value) = self.measure(fresh, &mut trial, control)? else { return Ok(None) };
                confirmed.push((setting.clone(), value));
                if self.is_met(value) {
                    let Some(effects) = effects(fresh, &trial, control)? else { return Ok(None) };
                    return Ok(Some(Found { setting, value, effects }));
                }
                let neighbour = search.neighbour(&setting, value);
                candidates.extend(neighbour.filter(|other| confirmed.iter().all(|(known, _)| known != other)));
            }
        }
        Ok(None)
    }

    fn report(
        &self,
        sets: &Sets,
        deck: &Deck,
        search: &Search<'_, '_>,
        confirmed: &[(Setting, Estimate)],
        found: Option<Found>,
    ) -> SuggestReport {
        let card = &deck.titles[search.bench.title];
        let value_of = |number: usize, steps: i32| search.number(number, steps).unwrap_or_default();
        let setting = found.as_ref().map_or(&[][..], |found| &found.setting);
        let changes: Vec<(&Number, i32)> =
            setting.iter().map(|&(number, steps)| (&search.numbers[number], value_of(number, steps))).collect();
        let words = |setting: &[(usize, i32)]| {
            let word = |&(number, steps): &(usize, i32)| {
                format!("{} {}", search.numbers[number].path, value_of(number, steps))
            };
            setting.iter().map(word).collect::<Vec<_>>().join(", ")
        };
        let slope = |number: usize, steps: i32| {
            let one = |tried: &&super::search::Tried| tried.setting == [(number, steps)];
            search.tried.iter().find(one).map_or(Estimate::NONE, |tried| tried.change)
        };
        let rows = search.numbers.iter().enumerate().map(|(place, number)| {
            let new = setting.iter().find(|change| change.0 == place).map(|change| value_of(place, change.1));
            NumberRow::new(number, new, [slope(place, -1), slope(place, 1)])
        });
        let shifted = |change: Estimate| Estimate {
            value: search.value.value + change.value,
            low: search.value.value + change.low,
            high: search.value.value + change.high,
            ..change
        };
        let mut tried: Vec<TriedRow> = search
            .tried
            .iter()
            .map(|tried| {
                TriedRow::new(words(&tried.setting), Search::steps(&tried.setting), shifted(tried.change), false)
            })
            .collect();
        tried.extend(
            confirmed
                .iter()
                .map(|(setting, value)| TriedRow::new(words(setting), Search::steps(setting), *value, true)),
        );
        let set = &deck.set_of(card).id;
        // Numbers that are written nowhere are named instead.
        let patch =
            || sets.patch(set, &card.id, &changes).unwrap_or_else(|| format!("{}: {}\n", card.id, words(setting)));
        SuggestReport {
            card: card.id.clone(),
            name: card.name.clone(),
            table: self.words(&search.bench.setup),
            target: self.target / 100.0,
            tolerance: self.tolerance / 100.0,
            answer: match found {
                Some(_) => Answer::Change,
                None if self.is_met(search.value) => Answer::Keep,
                None => Answer::None,
            },
            change: words(setting),
            printed: search.value.into(),
            suggested: found.as_ref().map(|found| found.value.into()),
            patch: if changes.is_empty() { String::new() } else { patch() },
            numbers: rows.collect(),
            effects: found.map_or(Vec::new(), |found| found.effects),
            tried,
            texts: vec![CardText::of(deck, search.bench.title)],
        }
    }

    fn words(&self, setup: &Setup) -> String {
        let TableRequest { players, seed, .. } = &self.table;
        format!("{players} players ({}), seed {seed}", setup.names().join(", "))
    }
}

/// The side effects of a change; `None` if stopped.
fn effects(
    bench: &mut Bench<'_>,
    trial: &Trial,
    control: &mut Control<'_>,
) -> Result<Option<Vec<EffectRow>>, StudyError> {
    let Some(counted) = bench.counted(trial, control)? else { return Ok(None) };
    let tallies = counted.each_ref().map(|finished| &finished.tally);
    Ok(Some(EffectRow::all(&bench.paired(trial), tallies)))
}
