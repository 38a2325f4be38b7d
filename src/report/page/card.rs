//! The page of one card in depth.

use super::model::{Cell, Section, Sentence, Table, Tone};
use super::numbers::{Bars, between, count, difference, interval};
use super::result::Paged;
use crate::report::files::number::points;
use crate::report::impact::card::{CardTables, MeasureRow};
use crate::report::manifest::Manifest;
use crate::report::texts::CardText;

/// Maximum number of listed games.
const LISTED: usize = 50;

impl Paged for CardTables {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        let opening = self.measures.iter().filter(|row| row.measure == "opening" && row.value.0.is_finite());
        let words = |row: &MeasureRow| {
            let (value, interval) = (points(row.value), between(row.low, row.high, points));
            let tone = if row.low.0 > 0.0 || row.high.0 < 0.0 { Tone::Plain } else { Tone::Unsure };
            let text = format!(
                "for {}, the opening value of {} is {value} points ({interval}).",
                row.strategy, self.card.name
            );
            Sentence::new(tone, text)
        };
        opening.map(words).collect()
    }

    fn sections(&self, _: &Manifest) -> Vec<Section> {
        let note = "Percentage points of winning, with 95% intervals. Opening hand: relative to the average card of its pile. Drawn: relative \
                    to another card of its pile. Another card instead: the mean difference from the same games with it.";
        let games = "Each game was played twice, with this card and with another in its place; the player who draws it wins only one of \
                     them.";
        let sections = [
            Section::of(format!("{}: values", self.card.name), note, self.value_table().block().into_iter().collect()),
            Section::of("Games that it decides", games, self.game_table().block().into_iter().collect()),
        ];
        sections.into_iter().flatten().collect()
    }

    fn texts(&self) -> &[CardText] {
        std::slice::from_ref(&self.card)
    }
}

impl CardTables {
    fn value_table(&self) -> Table {
        let ends = |row: &MeasureRow| [row.low, row.value, row.high];
        let bars = Bars::new(self.measures.iter().map(ends), 0.0, points);
        let mut table = Table::new("Values", &["strategy", "value of", "#points", "#95% interval", "#n"]);
        bars.add_to(&mut table, "points");
        for row in self.measures.iter().filter(|row| row.value.0.is_finite()) {
            table.add(vec![
                Cell::text(row.strategy.as_str()),
                Cell::text(words(row)),
                difference(row.value),
                interval(row.low, row.high, points),
                count(row.n),
                bars.cell(ends(row)),
            ]);
        }
        table
    }

    fn game_table(&self) -> Table {
        let mut table = Table::new(
            "Games that the card decides",
            &["strategy", "#game", "#turn", "#seat", "wins with", "and not with"],
        );
        for draw in self.decisive_draws.iter().take(LISTED) {
            let (own, other) = (self.card.name.as_str(), draw.instead.as_str());
            let [with, without] = if draw.wins { [own, other] } else { [other, own] };
            table.add(vec![
                Cell::text(draw.strategy.as_str()),
                count(draw.game),
                Cell::number(draw.turn.to_string(), f64::from(draw.turn)),
                Cell::number(draw.seat.to_string(), f64::from(draw.seat)),
                Cell::text(with),
                Cell::text(without),
            ]);
        }
        table
    }
}

/// What is measured, in words.
fn words(row: &MeasureRow) -> String {
    let measure = match row.measure.as_ref() {
        "opening" => "opening hand",
        "blank" => "a card that does nothing, in the opening hand",
        "against_blank" => "opening hand, relative to a card that does nothing",
        "draw" => "drawn",
        "exchange" => "another card instead",
        other => other,
    };
    let way = match row.way.as_str() {
        "" => "",
        "kick" => " from the door",
        "loot" => ", looted",
        "reward" => " as a reward",
        _ => " otherwise",
    };
    let rounds = match (row.round_from, row.round_to) {
        (1, None) => String::new(),
        (from, None) => format!(", from round {from}"),
        (from, Some(to)) => format!(", rounds {from} to {to}"),
    };
    format!("{measure}{way}{rounds}")
}
