//! The report: each metric against its target or its usual range, and the cards behind what is wrong.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::games::CheckupGames;
use super::measures::{self, Measure, Part, measures, never_played, parts};
use super::next::next;
use super::ranges::{RangeRow, shipped_ranges};
use super::rows::{CheckupCardRow, Health};
use super::targets::with_targets;
use crate::deck::compiled::Title;
use crate::deck::{Deck, DeckSide};
use crate::report::check::gates::target_of;
use crate::report::files::number::Fraction;
use crate::report::files::rows::{Printed, Rows};
use crate::report::impact::RobustRow;
use crate::report::range::{Basis, CheckupRow, RangeVerdict, Side};
use crate::report::texts::CardText;
use crate::report::{CardRow, MonsterRow, RunReport};
use crate::run::Tally;
use crate::stats::{Estimate, differences_by_players, opening_values};

/// The health of a set.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckupReport {
    /// The verdict.
    pub health: Health,
    /// Number of players.
    pub players: u8,
    /// Games in which parts of cards were counted.
    pub part_games: u64,
    /// Games with each other number of players.
    pub other_games: u64,
    /// Games at each table with other manners.
    pub table_games: u64,
    /// The command that helps most with what is wrong.
    pub next: String,
    /// The metrics.
    pub metrics: Vec<CheckupRow>,
    /// The cards behind what is wrong.
    pub cards: Vec<CheckupCardRow>,
    /// The values at tables with other manners, if they were played.
    pub robust: Vec<RobustRow>,
    /// The texts of all cards, in the order of the deck.
    pub texts: Vec<CardText>,
}

impl Printed for CheckupReport {
    fn tables(&self) -> Vec<Rows> {
        let robust = (!self.robust.is_empty()).then(|| Rows::of(&self.robust));
        [Rows::of(&self.metrics), Rows::of(&self.cards)].into_iter().chain(robust).collect()
    }
}

/// P-values below this are findings.
const LEVEL: f64 = 0.05;

impl CheckupReport {
    pub(crate) fn new(games: &CheckupGames<'_>) -> CheckupReport {
        let players = games.players();
        let ranges = shipped_ranges(players);
        let measures = measures(games.tally, games.deck, games.run, games.firings);
        let mut metrics = with_targets(games);
        let others = measures.into_iter().filter(|measure| target_of(games.targets, &measure.name).is_none());
        metrics.extend(others.map(|measure| row(measure, &ranges)));
        let cards = [
            games.beyond(&metrics),
            games.monsters(&metrics),
            games.without_effect(),
            games.never_played(),
            games.differing(),
        ];
        let cards = cards.concat();
        CheckupReport {
            health: health(&metrics),
            players,
            part_games: games.firings.map_or(0, |firings| firings.sums.games),
            other_games: games.others.first().map_or(0, |tally| tally.games),
            table_games: games.robust.games,
            next: next(games, &metrics),
            metrics,
            cards,
            robust: games.robust.values.clone(),
            texts: CardText::all(games.deck),
        }
    }
}

/// The metrics that the games of a run give, against their usual ranges.
pub(crate) fn checkup_of_run(tally: &Tally, deck: &Deck, run: &RunReport) -> Vec<CheckupRow> {
    // A table has at most six seats.
    let ranges = shipped_ranges(tally.strata.players() as u8);
    measures(tally, deck, run, None).into_iter().map(|measure| row(measure, &ranges)).collect()
}

fn row(measure: Measure, ranges: &[RangeRow]) -> CheckupRow {
    let Measure { name, estimate, unit, side } = measure;
    let range = ranges.iter().find(|range| range.metric == name);
    let (low, high) = range.map_or((f64::NAN, f64::NAN), |range| (range.low.0, range.high.0));
    // Less than nothing is not worse: an interval may end beyond 0.
    let within = match side {
        Side::Both => (low, high),
        Side::Upper => (f64::MIN, high),
        Side::Lower => (low, f64::MAX),
    };
    CheckupRow {
        metric: name.into_owned(),
        value: Fraction(estimate.value),
        low: Fraction(estimate.low),
        high: Fraction(estimate.high),
        n: estimate.n,
        range_low: Fraction(low),
        range_high: Fraction(high),
        basis: Basis::Usual,
        verdict: RangeVerdict::of(estimate, within),
        side,
        unit,
    }
}

fn health(metrics: &[CheckupRow]) -> Health {
    let count = |wanted: fn(&CheckupRow) -> bool| metrics.iter().filter(|row| wanted(row)).count();
    let missed = count(|row| row.verdict.is_out() && row.basis == Basis::Target);
    let (out, usual) =
        (count(|row| row.verdict.is_out() && row.basis == Basis::Usual), count(|row| row.basis == Basis::Usual));
    // One in twenty is out by construction, and metrics of one set move together.
    if missed > 0 || 10 * out > usual {
        Health::Unhealthy
    } else if 2 * count(|row| row.verdict == RangeVerdict::Unsure) > metrics.len() {
        Health::Unsure
    } else {
        Health::Healthy
    }
}

/// The range of a metric.
fn range_of(metrics: &[CheckupRow], name: &str) -> (f64, f64) {
    let row = metrics.iter().find(|row| row.metric == name);
    row.map_or((f64::NAN, f64::NAN), |row| (row.range_low.0, row.range_high.0))
}

impl CheckupGames<'_> {
    fn finding(&self, finding: &'static str, title: &Title, estimate: Estimate) -> CheckupCardRow {
        CheckupCardRow {
            finding: finding.into(),
            card: title.id.clone(),
            name: title.name.clone(),
            set: self.deck.set_of(title).id.clone(),
            part: String::new(),
            players: self.players(),
            value: Fraction(estimate.value),
            low: Fraction(estimate.low),
            high: Fraction(estimate.high),
            n: estimate.n,
            adjusted_p: Fraction(f64::NAN),
        }
    }

    /// Cards with a shrunken opening value beyond the usual ones, the farthest first.
    fn beyond(&self, metrics: &[CheckupRow]) -> Vec<CheckupCardRow> {
        let ends = |side: DeckSide| match side {
            DeckSide::Door => ["lowest_door_value", "highest_door_value"],
            DeckSide::Treasure => ["lowest_treasure_value", "highest_treasure_value"],
        };
        let is_beyond = |card: &CardRow| {
            let [lowest, highest] = ends(card.pile).map(|name| range_of(metrics, name));
            RangeVerdict::of(measures::shrunken(card), (lowest.0, highest.1)).is_out()
        };
        let cards = self.deck.titles.iter().zip(&self.run.cards).filter(|(_, card)| is_beyond(card));
        let mut found: Vec<CheckupCardRow> =
            cards.map(|(title, card)| self.finding("opening_value", title, measures::shrunken(card))).collect();
        found.sort_by(|one, other| other.value.0.abs().total_cmp(&one.value.0.abs()));
        found
    }

    /// Monsters that are beaten more or less often than usual.
    fn monsters(&self, metrics: &[CheckupRow]) -> Vec<CheckupCardRow> {
        let hardest = range_of(metrics, "hardest_monster");
        let easiest = range_of(metrics, "easiest_monster");
        let of = |monster: &MonsterRow| Estimate {
            value: monster.won.0,
            low: monster.low.0,
            high: monster.high.0,
            n: monster.fights,
        };
        let found = measures::fought(self.run).filter(|row| RangeVerdict::of(of(row), (hardest.0, easiest.1)).is_out());
        let title = |row: &MonsterRow| self.deck.titles.iter().find(|title| title.id == row.monster);
        found.filter_map(|row| Some(self.finding("fights_won", title(row)?, of(row)))).collect()
    }

    /// Parts of cards that took effect in no game.
    fn without_effect(&self) -> Vec<CheckupCardRow> {
        let Some(firings) = self.firings else { return Vec::new() };
        let parts = parts(self.deck, firings).into_iter().filter(Part::is_unused);
        let games = Estimate { n: firings.sums.games, ..Estimate::NONE };
        parts
            .map(|part| CheckupCardRow {
                part: part.firing.word(),
                ..self.finding("no_effect", &self.deck.titles[part.title], games)
            })
            .collect()
    }

    fn never_played(&self) -> Vec<CheckupCardRow> {
        let games = Estimate { n: self.tally.games, ..Estimate::NONE };
        let title = |card: &CardRow| self.deck.titles.iter().find(|title| title.id == card.card);
        never_played(self.run).filter_map(|card| Some(self.finding("never_played", title(card)?, games))).collect()
    }

    /// Cards whose opening values differ by the number of players, with their values.
    fn differing(&self) -> Vec<CheckupCardRow> {
        let mut tallies: Vec<&Tally> = self.others.iter().chain([self.tally]).collect();
        tallies.sort_by_key(|tally| tally.strata.players());
        let openings: Vec<_> = tallies.iter().map(|tally| opening_values(tally)).collect();
        let p = differences_by_players(&tallies);
        let mut found = Vec::new();
        for (title, p) in p.into_iter().enumerate().filter(|(_, p)| *p < LEVEL) {
            for (tally, openings) in tallies.iter().zip(&openings) {
                found.push(CheckupCardRow {
                    players: tally.strata.players() as u8,
                    adjusted_p: Fraction(p),
                    ..self.finding("differs", &self.deck.titles[title], openings[title].value)
                });
            }
        }
        found
    }
}
