//! The report of a run: its tables, made from its tally.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::{
    CardRow, IdentityRow, MonsterRow, OpeningColumns, SeatRow, StrategyCardRow, StrategyRow, SummaryRow,
};
use crate::deck::compiled::Title;
use crate::deck::{Deck, Play};
use crate::report::files::number::{Fraction, Wins};
use crate::report::files::rows::{Printed, Rows};
use crate::report::impact::plays::PlayColumns;
use crate::report::range::CheckupRow;
use crate::report::texts::CardText;
use crate::run::Tally;
use crate::run::tally::RatioSums;
use crate::stats::{
    Estimate, Metric, Opening, Rate, Shrunk, equal_chances, fights_won, handled_rate, named_metrics, opening_values,
    opening_values_by, position_rate, shrink_groups, strategy_rate,
};

/// The tables of a run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// The length of games, and the events in them.
    pub summary: Vec<SummaryRow>,
    /// Win rates by turn position.
    pub seats: Vec<SeatRow>,
    /// Win rates by strategy.
    pub strategies: Vec<StrategyRow>,
    /// Identities and powers.
    pub identities: Vec<IdentityRow>,
    /// Cards.
    pub cards: Vec<CardRow>,
    /// Monsters.
    pub monsters: Vec<MonsterRow>,
    /// Cards by strategy.
    pub cards_by_strategy: Vec<StrategyCardRow>,
    /// Metrics against their usual ranges.
    pub checkup: Vec<CheckupRow>,
    /// The texts of all cards, in the order of the deck.
    pub texts: Vec<CardText>,
}

impl RunReport {
    /// The tables of a tally, without the checkup; `strategies` are the names in the order of the plan.
    pub(crate) fn new(tally: &Tally, deck: &Deck, strategies: &[String]) -> RunReport {
        let openings = opening_values(tally);
        let cards = Cards { deck, tally, shrunken: shrunken(deck, &openings), openings };
        RunReport {
            summary: named_metrics(tally, deck).into_iter().map(SummaryRow::from).collect(),
            seats: seat_rows(tally),
            strategies: strategies.iter().enumerate().map(|(n, name)| strategy_row(tally, n, name)).collect(),
            identities: cards.identities(),
            cards: cards.all(),
            monsters: cards.monsters(),
            cards_by_strategy: strategies.iter().enumerate().flat_map(|(n, name)| cards.of_strategy(n, name)).collect(),
            checkup: Vec::new(),
            texts: CardText::all(deck),
        }
    }
}

impl Printed for RunReport {
    fn tables(&self) -> Vec<Rows> {
        vec![
            Rows::of(&self.summary),
            Rows::of(&self.seats),
            Rows::of(&self.strategies),
            Rows::of(&self.identities),
            Rows::of(&self.cards),
            Rows::of(&self.monsters),
            Rows::of(&self.cards_by_strategy),
            Rows::of(&self.checkup),
        ]
    }
}

impl From<Metric> for SummaryRow {
    fn from(metric: Metric) -> SummaryRow {
        let Estimate { value, low, high, n } = metric.estimate;
        SummaryRow {
            metric: metric.name,
            value: Fraction(value),
            low: Fraction(low),
            high: Fraction(high),
            n,
            too_few_events: metric.too_few_events,
        }
    }
}

fn seat_rows(tally: &Tally) -> Vec<SeatRow> {
    let rates: Vec<Rate> = (0..tally.strata.players()).map(|position| position_rate(tally, position)).collect();
    let equal_chances_p = Fraction(equal_chances(tally));
    let row = |(position, rate): (usize, Rate)| SeatRow {
        position: position + 1,
        games: rate.rate.n,
        wins: Wins(rate.wins),
        win_rate: Fraction(rate.rate.value),
        low: Fraction(rate.rate.low),
        high: Fraction(rate.rate.high),
        equal_chances_p,
    };
    rates.into_iter().enumerate().map(row).collect()
}

fn strategy_row(tally: &Tally, strategy: usize, name: &str) -> StrategyRow {
    let rate = strategy_rate(tally, strategy);
    StrategyRow {
        strategy: name.to_owned(),
        seat_games: rate.rate.n,
        wins: Wins(rate.wins),
        win_rate: Fraction(rate.rate.value),
        low: Fraction(rate.rate.low),
        high: Fraction(rate.rate.high),
    }
}

/// The opening values of all titles, shrunk towards the mean of their pile.
fn shrunken(deck: &Deck, openings: &[Opening]) -> Vec<Shrunk> {
    let noisy: Vec<(f64, f64)> = openings.iter().map(Opening::noisy).collect();
    shrink_groups(&noisy, &deck.piles())
}

impl OpeningColumns {
    fn of(opening: &Opening, shrunk: &Shrunk) -> OpeningColumns {
        OpeningColumns {
            value: Fraction(opening.value.value),
            low: Fraction(opening.value.low),
            high: Fraction(opening.value.high),
            shrunken: Fraction(shrunk.value),
            shrunken_low: Fraction(shrunk.low),
            shrunken_high: Fraction(shrunk.high),
        }
    }
}

/// The values of cards.
struct Cards<'a> {
    deck: &'a Deck,
    tally: &'a Tally,
    openings: Vec<Opening>,
    shrunken: Vec<Shrunk>,
}

impl Cards<'_> {
    fn all(&self) -> Vec<CardRow> {
        self.titles().map(|(title, opening, shrunk)| self.card(title, opening, shrunk)).collect()
    }

    fn titles(&self) -> impl Iterator<Item = (&Title, &Opening, &Shrunk)> {
        let values = self.openings.iter().zip(&self.shrunken);
        self.deck.titles.iter().zip(values).map(|(title, (opening, shrunk))| (title, opening, shrunk))
    }

    fn card(&self, title: &Title, opening: &Opening, shrunk: &Shrunk) -> CardRow {
        let card = self.deck.card(title.first);
        let seen = handled_rate(title, &self.tally.cards.seen);
        let played = handled_rate(title, &self.tally.cards.played);
        CardRow {
            card: title.id.clone(),
            name: title.name.clone(),
            pile: card.side,
            kind: title.spec.kind.clone(),
            copies: title.copies,
            opening_n: opening.n,
            opening_wins: Wins(opening.wins),
            opening: OpeningColumns::of(opening, shrunk),
            descriptive_seen_n: seen.n,
            descriptive_seen_win_rate: Fraction(seen.value),
            descriptive_played_n: played.n,
            descriptive_played_win_rate: Fraction(played.value),
            set: self.deck.set_of(title).id.clone(),
            plays: self.plays(title),
        }
    }

    /// Optional plays of a title by all strategies.
    fn plays(&self, title: &Title) -> PlayColumns {
        PlayColumns::of(self.deck, self.tally, title, &(0..self.tally.strata.strategies()))
    }

    fn of_strategy(&self, strategy: usize, name: &str) -> Vec<StrategyCardRow> {
        let openings = opening_values_by(self.tally, strategy);
        let shrunken = shrunken(self.deck, &openings);
        let row = |(title, (opening, shrunk)): (&Title, (&Opening, &Shrunk))| StrategyCardRow {
            strategy: name.to_owned(),
            card: title.id.clone(),
            name: title.name.clone(),
            pile: self.deck.card(title.first).side,
            kind: title.spec.kind.clone(),
            copies: title.copies,
            opening_n: opening.n,
            opening_wins: Wins(opening.wins),
            opening: OpeningColumns::of(opening, shrunk),
            set: self.deck.set_of(title).id.clone(),
            plays: PlayColumns::of(self.deck, self.tally, title, &(strategy..strategy + 1)),
        };
        self.deck.titles.iter().zip(openings.iter().zip(&shrunken)).map(row).collect()
    }

    fn monsters(&self) -> Vec<MonsterRow> {
        let fights = self.deck.titles.iter().zip(&self.tally.fights.by_title);
        let is_monster = |title: &Title| self.deck.card(title.first).play == Play::Monster;
        let row = |(title, sums): (&Title, &RatioSums)| {
            let (Estimate { value, low, high, n }, too_few_events) = fights_won(self.tally, sums);
            MonsterRow {
                monster: title.id.clone(),
                name: title.name.clone(),
                level: self.deck.card(title.first).level.into(),
                fights: n,
                won: Fraction(value),
                low: Fraction(low),
                high: Fraction(high),
                too_few_events,
                set: self.deck.set_of(title).id.clone(),
            }
        };
        fights.filter(|(title, _)| is_monster(title)).map(row).collect()
    }

    fn identities(&self) -> Vec<IdentityRow> {
        self.titles().filter_map(|(title, opening, shrunk)| self.identity(title, opening, shrunk)).collect()
    }

    fn identity(&self, title: &Title, opening: &Opening, shrunk: &Shrunk) -> Option<IdentityRow> {
        let kind = &title.spec.kind;
        if !matches!(kind.play, Play::Slot | Play::Rank) {
            return None;
        }
        let held = handled_rate(title, &self.tally.cards.tabled);
        Some(IdentityRow {
            identity: title.id.clone(),
            name: title.name.clone(),
            sort: kind.name(&self.deck.set_of(title).terms),
            descriptive_held_n: held.n,
            descriptive_held_win_rate: Fraction(held.value),
            opening_n: opening.n,
            opening: OpeningColumns::of(opening, shrunk),
            set: self.deck.set_of(title).id.clone(),
            plays: self.plays(title),
        })
    }
}
