//! What a pilot says of the games of `impact`: how many the precision needs, and how long they take.

use std::time::Instant;

use super::against::{BlankSetup, blank_setup};
use super::blank::play as play_blank;
use super::card::CardRequest;
use super::dealt::{DealtTable, ordinary_games};
use super::play::first_blocks;
use super::request::{COARSE, ImpactRequest};
use super::tables::PlayedTable;
use super::{BlankRequest, BlankTable};
use crate::deck::{DeckSide, Sets};
use crate::report::Fraction;
use crate::report::plan::{NeedRow, PlanReport, StepRow, Unit, games_needed};
use crate::run::Tally;
use crate::stats::{Estimate, NeededBlocks, blocks_for, blocks_for_draws, opening_values_by};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pairs::TwoDecks;
use crate::study::pilot::{PILOT, Pace, pilot_blocks};
use crate::study::table::{Setup, TableRequest};
use crate::study::title::find_title;

/// The step of the values against a blank.
const BLANK: &str = "with a card that does nothing, about";

/// A table with its pilot.
struct Piloted<'s> {
    table: PlayedTable<'s>,
    pace: Pace,
}

impl ImpactRequest {
    /// Plays a pilot of each table, and says what `impact` will play.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub(crate) fn plan(&self, sets: &Sets, control: &mut Control<'_>) -> Result<PlanReport, StudyError> {
        let setups = self.setups(sets, control)?;
        let (mut tables, mut games) = (Vec::new(), 0);
        for setup in &setups {
            control.begin_after(games);
            let begun = Instant::now();
            let table = PlayedTable::begin(setup, pilot_blocks(&setup.plan), self.counted(false), control)?;
            games += table.finished.tally.games;
            tables.push(Piloted { pace: Pace::since(begun, table.finished.tally.games), table });
        }
        let needs = tables.iter().flat_map(|table| table.needs(self.precision / 100.0)).collect();
        let pace = pace_of(&tables);
        let mut steps: Vec<StepRow> =
            self.stages(&tables).map(|(words, blocks)| step(words, &tables, blocks)).collect();
        if self.against_blank {
            let (mut games, mut seconds) = (0.0, 0.0);
            for table in self.tables()? {
                for side in [DeckSide::Door, DeckSide::Treasure] {
                    let (more, time) = blank_games(sets, &table, side, self, control)?;
                    (games, seconds) = (games + more, seconds + time);
                }
            }
            steps.push(StepRow { step: BLANK.to_owned(), games: games as u64, seconds: Fraction(seconds) });
        }
        Ok(PlanReport::new(self.question(&setups), Unit::Game, control.thread_count(), pace, steps, needs))
    }

    /// The stages, with the blocks of each table: all have as many as the one that needs most.
    fn stages(&self, tables: &[Piloted<'_>]) -> impl Iterator<Item = (String, f64)> {
        let most = |needed: &dyn Fn(&PlayedTable<'_>) -> f64| {
            tables.iter().map(|piloted| needed(&piloted.table)).fold(0.0, f64::max)
        };
        let first = most(&|PlayedTable { setup, finished, .. }| {
            let needed =
                blocks_for(&finished.tally, COARSE / 100.0).max(first_blocks(setup, Some(COARSE / 100.0)) as f64);
            needed.min(setup.plan.blocks() as f64)
        });
        let all = most(&|PlayedTable { setup, finished, .. }| {
            let planned = setup.plan.blocks() as f64;
            if self.games.is_some() { planned } else { planned.max(self.blocks_needed(&finished.tally)) }
        });
        let staged = self.games.is_none() && self.precision < COARSE;
        let first = staged.then(|| (format!("values of all cards to +-{COARSE} point"), first));
        let words = match self.games {
            Some(_) => "values of all cards".to_owned(),
            None => format!("values of all cards to +-{}, in all", self.precision),
        };
        first.into_iter().chain([(words, all)])
    }

    /// Number of blocks for the requested precision of all values.
    fn blocks_needed(&self, tally: &Tally) -> f64 {
        let draws = self.draw_precision.map_or(0.0, |points| blocks_for_draws(tally, points / 100.0));
        blocks_for(tally, self.precision / 100.0).max(draws)
    }

    fn question(&self, setups: &[Setup]) -> String {
        let names: Vec<String> = setups.iter().map(|setup| setup.names().join(", ")).collect();
        let (decks, tables) = (self.table.decks.join(" + "), names.join(" | "));
        format!("{decks}, {} players ({tables}), seed {}: values of cards", self.table.players, self.table.seed)
    }
}

fn pace_of(tables: &[Piloted<'_>]) -> (u64, f64) {
    tables.iter().fold((0, 0.0), |(games, seconds), Piloted { pace, .. }| (games + pace.games, seconds + pace.seconds))
}

/// A step in which each table plays these blocks.
fn step(words: String, tables: &[Piloted<'_>], blocks: f64) -> StepRow {
    let games = |table: &PlayedTable<'_>| blocks.ceil() * table.setup.plan.seatings().len() as f64;
    let seconds: f64 = tables.iter().map(|Piloted { table, pace }| pace.seconds_of(games(table))).sum();
    let games: f64 = tables.iter().map(|Piloted { table, .. }| games(table)).sum();
    StepRow { step: words, games: games as u64, seconds: Fraction(seconds) }
}

impl Piloted<'_> {
    /// What each value of each strategy needs.
    fn needs(&self, half_width: f64) -> Vec<NeedRow> {
        let PlayedTable { setup, finished, .. } = &self.table;
        let rows = self.table.players().flat_map(|player| {
            let values = opening_values_by(&finished.tally, player.strategy);
            let titles = setup.deck.titles.iter().zip(values);
            titles.map(move |(title, opening)| {
                let names = (format!("{}.{}", player.name, title.id), format!("{} ({})", title.name, player.name));
                need(names, opening.value, half_width, self.pace, finished.tally.games as f64)
            })
        });
        rows.filter(|row| row.value.0.is_finite()).collect()
    }
}

/// What an opening value needs for this half-width, after a pilot of so many games.
fn need((metric, name): (String, String), value: Estimate, half_width: f64, pace: Pace, games: f64) -> NeedRow {
    let reach = value.half_width();
    let [needed, decides] = [half_width, value.value.abs()].map(|width| games * (reach / width).powi(2));
    NeedRow {
        metric,
        name,
        value: Fraction(value.value),
        low: Fraction(value.low),
        high: Fraction(value.high),
        points: true,
        games: games_needed(needed),
        seconds: Fraction(pace.seconds_of(needed)),
        decides: games_needed(decides),
        decides_seconds: Fraction(pace.seconds_of(decides)),
    }
}

/// A title with its pilot.
struct PilotedTitle<'s> {
    table: DealtTable<'s>,
    pace: Pace,
}

impl<'s> PilotedTitle<'s> {
    fn play(
        setup: &'s Setup,
        title: usize,
        request: &ImpactRequest,
        control: &mut Control<'_>,
    ) -> Result<Self, StudyError> {
        let begun = Instant::now();
        let table = DealtTable::pilot(setup, title, request, control)?;
        Ok(PilotedTitle { pace: Pace::since(begun, table.ordinary.finished.tally.games), table })
    }

    /// The ordinary games, and about how many further ones.
    fn games(&self, title: usize, request: &ImpactRequest) -> [f64; 2] {
        let PlayedTable { setup, finished, .. } = &self.table.ordinary;
        let Setup { plan, deck, .. } = setup;
        let seatings = plan.seatings().len() as f64;
        if request.games.is_some() {
            return [plan.games() as f64, 0.0];
        }
        let half_width = request.precision / 100.0;
        let all = (ordinary_games(deck, plan.players(), half_width) as f64 / seatings).ceil();
        let NeededBlocks { ordinary, dealt } = self.table.needed(half_width);
        // As when it is played: more ordinary games only if they are clearly too few.
        let ordinary = if ordinary > 1.05 * all { ordinary.ceil() } else { all };
        let known = self.table.dealt_blocks() * ordinary / finished.tally.blocks as f64;
        let further = if setup.can_be_dealt(title) { (dealt - known).max(0.0).ceil() } else { 0.0 };
        [ordinary * seatings, further * seatings]
    }
}

/// The games and the seconds of the value of a card that does nothing.
fn blank_games(
    sets: &Sets,
    table: &TableRequest,
    side: DeckSide,
    request: &ImpactRequest,
    control: &mut Control<'_>,
) -> Result<(f64, f64), StudyError> {
    let Some(BlankSetup { setup, title, request }) = blank_setup(sets, table, side, request, control)? else {
        return Ok((0.0, 0.0));
    };
    let piloted = PilotedTitle::play(&setup, title, &request, control)?;
    let games: f64 = piloted.games(title, &request).iter().sum();
    Ok((games, piloted.pace.seconds_of(games)))
}

impl CardRequest {
    /// Plays a pilot of each table, and says what `impact --card` will play.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub(crate) fn plan(&self, sets: &Sets, control: &mut Control<'_>) -> Result<PlanReport, StudyError> {
        let setups = self.impact.setups(sets, control)?;
        let title = find_title(&setups[0].deck, &self.card)?;
        let half_width = self.impact.precision / 100.0;
        let (mut steps, mut needs, mut pilots) = (Vec::new(), Vec::new(), Vec::new());
        for (at, setup) in self.impact.tables()?.iter().zip(&setups) {
            let names = setup.names().join(", ");
            let piloted = PilotedTitle::play(setup, title, &self.impact, control)?;
            let PilotedTitle { table, pace } = &piloted;
            pilots.push(*pace);
            let [ordinary, further] = piloted.games(title, &self.impact);
            let mut row = |words: &str, games: f64, seconds: f64| {
                let step = format!("{names}: {words}");
                steps.push(StepRow { step, games: games as u64, seconds: Fraction(seconds) });
            };
            row("ordinary games", ordinary, pace.seconds_of(ordinary));
            if further > 0.0 {
                row("about so many more with the card in an opening hand", further, pace.seconds_of(further));
            }
            if self.impact.draws {
                let (draws, seconds) = self.exchanges(setup, title, control)?;
                row("draws with another card instead, about", draws as f64, seconds);
            }
            let card = &setup.deck.titles[title];
            if self.impact.against_blank && setup.can_be_dealt(title) {
                let side = setup.deck.card(card.first).side;
                let (games, seconds) = blank_games(sets, at, side, &self.impact, control)?;
                row(BLANK, games, seconds);
            }
            for player in table.ordinary.players() {
                let name = format!("{} ({}), in opening hands", card.name, player.name);
                let dealt = table.dealt_blocks() * setup.plan.seatings().len() as f64;
                let names = (format!("{}.{}", player.name, card.id), name);
                needs.push(need(names, table.opening(player.strategy), half_width, *pace, dealt));
            }
        }
        let pilot = pilots.iter().fold((0, 0.0), |(games, time), pace| (games + pace.games, time + pace.seconds));
        let title = format!("{} of {}", setups[0].deck.titles[title].name, self.impact.question(&setups));
        Ok(PlanReport::new(title, Unit::Game, control.thread_count(), pilot, steps, needs))
    }
}

impl BlankRequest {
    /// Plays a pilot of each table, and says what `impact --blank` will play.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub(crate) fn plan(&self, sets: &Sets, control: &mut Control<'_>) -> Result<PlanReport, StudyError> {
        let all = self.impact.setups(sets, control)?;
        let title = find_title(&all[0].deck, &self.card)?;
        let card = &all[0].deck.titles[title];
        let without = sets.with_blank(&all[0].deck.set_of(card).id, &card.id);
        let (mut pilot, mut steps) = ((0, 0.0), Vec::new());
        for (table, setup) in self.impact.tables()?.iter().zip(&all) {
            let games = PILOT.min(setup.plan.games());
            let before = Setup::new(sets, table, games, control)?;
            let after = Setup::new(&without, table, games, control)?;
            let begun = Instant::now();
            let BlankTable { pairs, .. } = play_blank(TwoDecks { before: &before, after: &after }, title, control)?;
            let pace = Pace::since(begun, pairs.before.len() as u64);
            pilot = (pilot.0 + pace.games, pilot.1 + pace.seconds);
            let (words, games) = (format!("{}: pairs", setup.names().join(", ")), setup.plan.games());
            steps.push(StepRow { step: words, games, seconds: Fraction(pace.seconds_of(games as f64)) });
        }
        let title = format!("{} replaced by a blank; {}", card.name, self.impact.question(&all));
        Ok(PlanReport::new(title, Unit::Pair, control.thread_count(), pilot, steps, Vec::new()))
    }
}
