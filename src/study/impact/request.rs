//! The values of all cards, as each strategy plays them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::{Deck, Sets};
use crate::report::Manifest;
use crate::report::impact::ImpactReport;
use crate::run::{Played, Tally};
use crate::stats::sample_size;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest, check_table, profiles_of};

/// Half-width of the intervals of opening values by default, in percentage points.
pub(crate) const PRECISION: f64 = 0.5;
/// Half-width of the intervals that are shown first, in percentage points.
pub(crate) const COARSE: f64 = 1.0;

/// The strategies of tables with different manners: the usual player, the strongest one that does not look ahead, dear help, no help, no
/// hindering and hindering of everybody.
pub(crate) const TABLES: &str = "balanced,expert,dear-help,lone-wolf,helper,backstabber";

/// Card values: each strategy plays at its own table, and the values of the others are compared with those of the first.
///
/// ```
/// use kickdoor::study::{Control, ImpactRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let request = ImpactRequest::of(table).games(60).without_draws();
/// let result = request.play(&mut Control::default())?;
/// for row in &result.report.card_values {
///     println!("{}: {:+.3}", row.name, row.opening.value.0);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ImpactRequest {
    /// The table. Each of its strategies plays alone, unless `together` is set.
    pub table: TableRequest,
    /// Whether all strategies sit at one table.
    pub together: bool,
    /// Half-width of the 95% intervals of opening values, in percentage points; determines the number of games.
    pub precision: f64,
    /// Half-width of the 95% intervals of draw values, in percentage points, for titles drawn in at least 1% of games;
    /// by default, draw values need no further games.
    pub draw_precision: Option<f64>,
    /// Whether draw values are measured.
    pub draws: bool,
    /// Whether the interactions of all pairs of cards in opening hands are screened.
    pub pairs: bool,
    /// Whether the value of a card that does nothing is measured in each pile, for values relative to it.
    pub against_blank: bool,
    /// Number of games per table, in place of a precision.
    pub games: Option<u64>,
}

/// What is counted at a table besides the opening values.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    /// Draws.
    pub(super) draws: bool,
    /// Pairs of cards in opening hands.
    pub(super) pairs: bool,
    /// Whether the games are listed.
    pub(super) listed: bool,
}

/// The values of the cards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ImpactResult {
    /// The inputs of the games of each table.
    pub runs: Vec<Manifest>,
    /// The estimates.
    pub report: ImpactReport,
    /// The counts behind the estimates, for each table.
    pub tables: Vec<TableGames>,
}

/// The counts and the games of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableGames {
    /// The counts.
    pub tally: Tally,
    /// The games in order, if strategies are compared.
    pub games: Vec<Played>,
}

impl Default for ImpactRequest {
    fn default() -> Self {
        let table = TableRequest::default();
        ImpactRequest {
            table,
            together: false,
            precision: PRECISION,
            draw_precision: None,
            draws: true,
            pairs: false,
            against_blank: false,
            games: None,
        }
    }
}

impl ImpactRequest {
    /// The card values of the strategies of this table.
    pub fn of(table: TableRequest) -> Self {
        ImpactRequest { table, ..Self::default() }
    }

    /// All strategies at one table.
    #[must_use]
    pub fn together(self) -> Self {
        ImpactRequest { together: true, ..self }
    }

    /// The half-width of the intervals of opening values, in percentage points.
    #[must_use]
    pub fn precision(self, points: f64) -> Self {
        ImpactRequest { precision: points, ..self }
    }

    /// The half-width of the intervals of draw values, in percentage points.
    #[must_use]
    pub fn draw_precision(self, points: f64) -> Self {
        ImpactRequest { draw_precision: Some(points), ..self }
    }

    /// No draw values.
    #[must_use]
    pub fn without_draws(self) -> Self {
        ImpactRequest { draws: false, ..self }
    }

    /// Screens the interactions of all pairs of cards.
    #[must_use]
    pub fn with_pairs(self) -> Self {
        ImpactRequest { pairs: true, ..self }
    }

    /// Measures values against a card that does nothing, too.
    #[must_use]
    pub fn against_blank(self) -> Self {
        ImpactRequest { against_blank: true, ..self }
    }

    /// The number of games per table, in place of a precision.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        ImpactRequest { games: Some(games), ..self }
    }

    /// Checks the inputs, with these sets, without playing.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<(), StudyError> {
        let games = self.games_at_first(sets)?;
        self.tables()?.iter().try_for_each(|table| check_table(sets, table, games))
    }

    /// The setup of each table.
    pub(crate) fn setups(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Vec<Setup>, StudyError> {
        let games = self.games_at_first(sets)?;
        self.tables()?.iter().map(|table| Setup::new(sets, table, games, control)).collect()
    }

    /// Number of games of each table before their precision is known.
    pub(super) fn games_at_first(&self, sets: &Sets) -> Result<u64, StudyError> {
        check_precision("precision", self.precision)?;
        check_precision("draw_precision", self.draw_precision.unwrap_or(self.precision))?;
        if self.pairs && self.together {
            let why = "pairs are screened for strategies that have their own tables".to_owned();
            return Err(StudyError::request(why, Some("choose `pairs` or `together`".into())));
        }
        let deck = self.table.compile(sets)?;
        Ok(self.games.unwrap_or_else(|| games_for(&deck, self.table.players, self.precision / 100.0)).max(1))
    }

    /// What is counted at each table.
    pub(super) fn counted(&self, listed: bool) -> Counted {
        Counted { draws: self.draws, pairs: self.pairs, listed }
    }

    /// The strategies of each table: all at one table, or one table for each distinct strategy.
    pub(super) fn tables(&self) -> Result<Vec<TableRequest>, StudyError> {
        if self.together {
            return Ok(vec![self.table.clone()]);
        }
        let names = &self.table.strategies;
        let (profiles, order) = profiles_of(names)?;
        let firsts = (0..profiles.len()).filter_map(|n| order.iter().position(|&place| usize::from(place) == n));
        Ok(firsts.map(|first| self.table.clone().strategies([&names[first]])).collect())
    }
}

impl ImpactResult {
    /// The run that was stopped before its end, if any.
    pub fn interrupted(&self) -> Option<&Manifest> {
        self.runs.iter().find(|run| run.interrupted)
    }
}

/// Checks a half-width in percentage points. `name` is that of the number in messages.
pub(crate) fn check_precision(name: &str, points: f64) -> Result<(), StudyError> {
    if points > 0.0 && points <= 100.0 {
        return Ok(());
    }
    let message = format!("{name} is {points}, expected more than 0 and at most 100");
    Err(StudyError::request(message, Some(format!("`{name} 0.5` means plus or minus half a percentage point"))))
}

/// Number of games after which an average title with one copy has an interval of this half-width.
pub(crate) fn games_for(deck: &Deck, players: u8, half_width: f64) -> u64 {
    let rate = 1.0 / f64::from(players.max(1));
    let deals = sample_size(rate * (1.0 - rate), half_width, 0.95);
    let doors = deck.masks.door.len();
    // A card of the larger pile is dealt less often.
    let larger = doors.max(deck.masks.all.len() - doors);
    let dealt = f64::from(deck.rules.deal.max(1)) * f64::from(players.max(1));
    (deals * larger as f64 / dealt).ceil() as u64
}
