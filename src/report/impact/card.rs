//! The report of one card in depth.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::against::against;
use super::interval::Interval;
use super::plays::PlayColumns;
use super::sentence::{Parts, sentence};
use super::values::{played_share, ways};
use crate::deck::Deck;
use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::report::files::rows::{Printed, Rows};
use crate::report::texts::CardText;
use crate::run::Followed;
use crate::run::tally::{Tally, WAYS, Way};
use crate::stats::{Estimate, draw_values, exchange_value};

/// First rounds of the parts of a game.
const PARTS: [u16; 4] = [1, 3, 5, 8];

/// The values of a card for one strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardReport {
    /// The strategy.
    pub strategy: String,
    /// The opening value.
    pub opening: Interval,
    /// The opening value of a card that does nothing, relative to the average card of the pile; unknown unless measured.
    pub blank: Interval,
    /// The opening value relative to such a card.
    pub against_blank: Interval,
    /// What the card is in the opening hand and where it is drawn, as far as the intervals show it.
    pub sentence: String,
    /// Optional plays of the card by the strategy.
    pub plays: PlayColumns,
    /// The draw value.
    pub draw: Interval,
    /// The draw value by way of drawing.
    pub by_way: Vec<WayValue>,
    /// Draws with no other card left in the pile, which are not part of the draw value.
    pub draw_alone: u64,
    /// The mean difference from the same games with another card in place of the drawn one.
    pub exchange: Interval,
    /// The same by part of the game.
    pub by_part: Vec<PartValue>,
    /// Number of games with another card in place of the drawn one.
    pub exchanges: u64,
    /// Those that the drawing player wins with only one of the two cards.
    pub decisive: Vec<DecisiveDraw>,
}

/// The draw value for one way of drawing.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct WayValue {
    /// The way.
    pub way: Way,
    /// The value.
    pub value: Interval,
}

/// The mean difference from the same games with another card, for draws in one part of the game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PartValue {
    /// The first round.
    pub first: u16,
    /// The last round; null for the last part.
    pub last: Option<u16>,
    /// The difference.
    pub value: Interval,
}

row! {
    "decisive_draws.csv"
    /// A game that the drawing player wins with only one of two cards.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct DecisiveDraw {
        /// The strategy of the player.
        pub strategy: String,
        /// Number of the game.
        pub game: u64,
        /// Turn of the draw.
        pub turn: u16,
        /// Seat of the player, from 1.
        pub seat: u8,
        /// Whether the player wins with the drawn card.
        pub wins: bool,
        /// Name of the other card.
        pub instead: String,
    }
}

row! {
    "measures.csv"
    /// A value of the card for one strategy.
    #[derive(Clone, Debug)]
    pub struct MeasureRow {
        /// The strategy.
        pub strategy: String,
        /// `opening`, `blank`: that of a card that does nothing, `against_blank`: relative to it, `draw`, or `exchange`: the mean difference from the same games with another card.
        pub measure: Cow<'static, str>,
        /// The way of drawing: `kick`, `loot`, `reward` or `other`; empty for all.
        pub way: String,
        /// First round of the draws.
        pub round_from: u16,
        /// Last round of the draws; empty for all that follow.
        pub round_to: Option<u16>,
        /// Observations.
        pub n: u64,
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
    }
}

/// One card in depth, for all strategies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CardTables {
    /// The card.
    pub card: CardText,
    /// Its values.
    pub measures: Vec<MeasureRow>,
    /// The games that the drawing player wins with only one of two cards.
    pub decisive_draws: Vec<DecisiveDraw>,
}

impl CardTables {
    /// The tables of these reports.
    pub fn of<'r>(card: &CardText, reports: impl IntoIterator<Item = &'r CardReport>) -> CardTables {
        let mut tables = CardTables { card: card.clone(), measures: Vec::new(), decisive_draws: Vec::new() };
        for report in reports {
            tables.measures.extend(report.measures());
            tables.decisive_draws.extend(report.decisive.iter().cloned());
        }
        tables
    }
}

impl Printed for CardTables {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.measures), Rows::of(&self.decisive_draws)]
    }
}

impl CardReport {
    /// The values of a title for a strategy, given by its index and name, from its opening value, the counts of the
    /// ordinary games and of all games, and the followed draws of its table.
    pub(crate) fn new(
        (deck, title): (&Deck, usize),
        opening: Estimate,
        [tally, seen]: [&Tally; 2],
        (strategy, name): (usize, String),
        followed: &[Followed],
    ) -> CardReport {
        let own = |draw: &&Followed| usize::from(draw.strategy) == strategy;
        let list: Vec<&Followed> = followed.iter().filter(own).collect();
        let draws = &draw_values(tally, strategy)[title];
        let by_way = WAYS.into_iter().zip(&draws.by_way);
        let decisive = list.iter().filter(|draw| draw.wins[0] != draw.wins[1]);
        CardReport {
            decisive: decisive.map(|draw| DecisiveDraw::of(deck, &name, draw)).collect(),
            strategy: name,
            opening: opening.into(),
            blank: Estimate::NONE.into(),
            against_blank: Estimate::NONE.into(),
            sentence: sentence(&Parts {
                play: deck.card(deck.titles[title].first).play,
                opening: opening.into(),
                by_way: &ways(draws),
                played: played_share(tally, &deck.titles[title]),
            }),
            plays: PlayColumns::of(deck, seen, &deck.titles[title], &(strategy..strategy + 1)),
            draw: draws.all.value.into(),
            by_way: by_way.map(|(way, drawn)| WayValue { way, value: drawn.value.into() }).collect(),
            draw_alone: draws.alone,
            exchange: exchange_value(list.iter().copied()).into(),
            by_part: by_part(&list, tally.strata.players()),
            exchanges: list.len() as u64,
        }
    }
}

impl CardReport {
    /// Adds the value against a card that does nothing, whose own value is given.
    pub(crate) fn compare_with(&mut self, blank: Estimate) {
        self.blank = blank.into();
        self.against_blank = against(self.opening, self.blank);
    }

    /// Its values, one line each.
    fn measures(&self) -> Vec<MeasureRow> {
        let row = |measure: &'static str, Interval { n, value, low, high }: Interval| {
            let (strategy, way) = (self.strategy.clone(), String::new());
            MeasureRow { strategy, measure: measure.into(), way, round_from: 1, round_to: None, n, value, low, high }
        };
        let by_way =
            self.by_way.iter().map(|WayValue { way, value }| MeasureRow { way: word(*way), ..row("draw", *value) });
        let by_part = self.by_part.iter().map(|&PartValue { first, last, value }| MeasureRow {
            round_from: first,
            round_to: last,
            ..row("exchange", value)
        });
        let blank = [row("blank", self.blank), row("against_blank", self.against_blank)];
        let blank = blank.into_iter().filter(|row| row.n > 0);
        let opening = std::iter::once(row("opening", self.opening)).chain(blank);
        let first = opening.chain([row("draw", self.draw)]).chain(by_way);
        first.chain([row("exchange", self.exchange)]).chain(by_part).collect()
    }
}

/// The word of a way of drawing.
fn word(way: Way) -> String {
    serde_json::json!(way).as_str().unwrap_or_default().to_owned()
}

impl DecisiveDraw {
    fn of(deck: &Deck, strategy: &str, draw: &Followed) -> DecisiveDraw {
        DecisiveDraw {
            strategy: strategy.to_owned(),
            game: draw.game,
            turn: draw.turn,
            seat: draw.seat.0 + 1,
            wins: draw.wins[0] > draw.wins[1],
            instead: deck.title(draw.instead).name.clone(),
        }
    }
}

/// Mean differences from the same games with another card, by part of the game.
fn by_part(list: &[&Followed], players: usize) -> Vec<PartValue> {
    let round = |draw: &Followed| usize::from(draw.turn.max(1)).div_ceil(players);
    let part = |(place, &first): (usize, &u16)| {
        let last = PARTS.get(place + 1).map(|next| next - 1);
        let is_in = |draw: &&Followed| {
            let round = round(draw);
            round >= usize::from(first) && last.is_none_or(|last| round <= usize::from(last))
        };
        PartValue { first, last, value: exchange_value(list.iter().copied().filter(is_in)).into() }
    };
    PARTS.iter().enumerate().map(part).collect()
}
