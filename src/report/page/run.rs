//! The page of a run.

use super::checkup;
use super::model::{Block, Cell, Section, Sentence, Table, Tone};
use super::numbers::{Bars, between, count, difference, interval, share};
use super::result::{Cards, Paged};
use crate::deck::DeckSide;
use crate::report::RunReport;
use crate::report::files::number::{Fraction, percent, points, thousands};
use crate::report::manifest::Manifest;
use crate::report::run::rows::{CardRow, SummaryRow};
use crate::report::texts::CardText;

/// The names of the piles, in the order of the page.
pub(super) const PILES: [(DeckSide, &str); 2] = [(DeckSide::Door, "Doors"), (DeckSide::Treasure, "Treasures")];

impl Paged for RunReport {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        let mut verdicts = checkup::verdict(&self.checkup).into_iter().collect::<Vec<_>>();
        if let [first, .., last] = &self.seats[..] {
            let gap = 100.0 * (first.win_rate.0 - last.win_rate.0);
            let more = if gap < 0.0 { "fewer" } else { "more" };
            let (tone, words) = match first.equal_chances_p.0 {
                p if p < 0.0001 => (Tone::Unsure, "the seats do not win equally often (p < 0.0001)".to_owned()),
                p if p < 0.05 => (Tone::Unsure, format!("the seats do not win equally often (p = {p:.4})")),
                p if p.is_finite() => (Tone::Good, format!("no difference between the seats is shown (p = {p:.4})")),
                _ => (Tone::Plain, "too few games compare the seats".to_owned()),
            };
            let text = format!("the first player wins {:.2} points {more} than the last; {words}.", gap.abs());
            verdicts.push(Sentence::new(tone, text));
        }
        for (pile, name) in PILES {
            let known = self.cards.iter().filter(|row| row.pile == pile && row.opening.shrunken.0.is_finite());
            let best = known.max_by(|one, other| one.opening.shrunken.0.total_cmp(&other.opening.shrunken.0));
            verdicts.extend(best.map(|row| {
                let value = &row.opening;
                let interval = between(value.shrunken_low, value.shrunken_high, points);
                let text = format!("best of the {name}: {}, {} points ({interval}).", row.name, points(value.shrunken));
                Sentence::new(Tone::Plain, text)
            }));
        }
        verdicts
    }

    fn sections(&self, manifest: &Manifest) -> Vec<Section> {
        let opening = "Opening value: percentage points of winning from one in the opening hand, relative to the average card of its pile, \
                       shrunk towards the mean of the pile to correct for the luck of extreme values.";
        let piles = PILES.iter().filter_map(|(pile, _)| opening_table(&self.cards, *pile).block()).collect();
        // The tables of cards are a forest plot by themselves.
        let picture = Block::pictures(self.pictures(&manifest.played_words())).take(1);
        let sections = [
            Section::of("Seats", "", picture.chain(self.seat_table().block()).collect()),
            Section::of("Strategies", "", self.strategy_table().block().into_iter().collect()),
            Section::of("Cards", opening, piles),
            Section::of("Identities and powers", opening, self.identity_table().block().into_iter().collect()),
            Section::of(
                "Monsters",
                "Share of the fights with it that were won.",
                self.monster_table().block().into_iter().collect(),
            ),
            Section::of("Health", checkup::NOTE, checkup::metrics(&self.checkup).block().into_iter().collect()),
            Section::of("How games go", "", summary(&self.summary).block().into_iter().collect()),
        ];
        sections.into_iter().flatten().collect()
    }

    fn texts(&self) -> &[CardText] {
        &self.texts
    }

    fn add_cards(&self, _: &Manifest, cards: &mut Cards) {
        for row in &self.cards {
            let CardRow { descriptive_seen_n: seen, descriptive_played_n: played, plays, .. } = row;
            let mut words = vec![
                format!(
                    "Opening value {} points ({}) from {} deals.",
                    points(row.opening.shrunken),
                    between(row.opening.shrunken_low, row.opening.shrunken_high, points),
                    thousands(row.opening_n),
                ),
                format!(
                    "Seen {} times, played {} times; those who saw it won {}, those who played it {} (descriptive: this shows no cause).",
                    thousands(*seen),
                    thousands(*played),
                    percent(row.descriptive_seen_win_rate),
                    percent(row.descriptive_played_win_rate),
                ),
            ];
            if plays.is_flagged() {
                words.push(format!("{}.", plays.words()));
            }
            cards.add(&row.set, &row.card, Some(Block::Text(words)));
        }
    }
}

fn summary(rows: &[SummaryRow]) -> Table {
    let mut table = Table::new("How games go", &["metric", "#value", "#95% interval", "#n"]);
    let text = |number: Fraction| if number.0.is_finite() { format!("{:.3}", number.0) } else { "-".to_owned() };
    for row in rows {
        table.add(vec![
            Cell::text(row.metric.replace('_', " ")),
            Cell::number(text(row.value), row.value.0),
            interval(row.low, row.high, text).toned(if row.too_few_events { Tone::Unsure } else { Tone::Plain }),
            count(row.n),
        ]);
    }
    table
}

impl RunReport {
    fn seat_table(&self) -> Table {
        let mut table = Table::new("Win rate by seat", &["position", "#games", "#win rate", "#95% interval"]);
        for row in &self.seats {
            table.add(vec![
                Cell::number(row.position.to_string(), row.position as f64),
                count(row.games),
                share(row.win_rate),
                interval(row.low, row.high, percent),
            ]);
        }
        table
    }

    fn strategy_table(&self) -> Table {
        let mut table =
            Table::new("Win rate by strategy", &["strategy", "#seats in games", "#win rate", "#95% interval"]);
        for row in self.strategies.iter().filter(|_| self.strategies.len() > 1) {
            let name = Cell::text(row.strategy.as_str());
            table.add(vec![name, count(row.seat_games), share(row.win_rate), interval(row.low, row.high, percent)]);
        }
        table
    }

    fn identity_table(&self) -> Table {
        let ends = |row: &crate::report::IdentityRow| {
            [row.opening.shrunken_low, row.opening.shrunken, row.opening.shrunken_high]
        };
        let bars = Bars::new(self.identities.iter().map(ends), 0.0, points);
        let columns =
            ["identity", "#opening value", "#95% interval", "#deals", "#held", "#win rate of holders", "sort"];
        let mut table = Table::new("Identities and powers", &columns);
        bars.add_to(&mut table, "opening value");
        for row in &self.identities {
            table.add(vec![
                Cell::card(&row.name, &row.set, &row.identity),
                difference(row.opening.shrunken),
                interval(row.opening.shrunken_low, row.opening.shrunken_high, points),
                count(row.opening_n),
                count(row.descriptive_held_n),
                share(row.descriptive_held_win_rate),
                Cell::text(row.sort.as_str()),
                bars.cell(ends(row)),
            ]);
        }
        table
    }

    fn monster_table(&self) -> Table {
        let bars = Bars::new(self.monsters.iter().map(|row| [row.low, row.won, row.high]), 0.5, percent);
        let mut table = Table::new("Monsters", &["monster", "#won", "#95% interval", "#Level", "#fights"]);
        bars.add_to(&mut table, "won");
        for row in &self.monsters {
            table.add(vec![
                Cell::card(&row.name, &row.set, &row.monster),
                share(row.won),
                interval(row.low, row.high, percent).toned(if row.too_few_events { Tone::Unsure } else { Tone::Plain }),
                Cell::number(row.level.to_string(), f64::from(row.level)),
                count(row.fights),
                bars.cell([row.low, row.won, row.high]),
            ]);
        }
        table
    }
}

/// The opening values of a pile, the best first. A narrow screen shows the first columns.
fn opening_table(cards: &[CardRow], pile: DeckSide) -> Table {
    let name = PILES[usize::from(pile == DeckSide::Treasure)].1;
    let ends = |row: &CardRow| [row.opening.shrunken_low, row.opening.shrunken, row.opening.shrunken_high];
    let mut rows: Vec<&CardRow> = cards.iter().filter(|row| row.pile == pile).collect();
    rows.sort_by(|one, other| descending(one.opening.shrunken, other.opening.shrunken));
    let bars = Bars::new(rows.iter().map(|row| ends(row)), 0.0, points);
    let mut table = Table::new(name, &[name, "#opening value", "#95% interval", "#deals", "#copies", "kind"]);
    bars.add_to(&mut table, "opening value");
    for row in rows {
        table.add(vec![
            Cell::card(&row.name, &row.set, &row.card),
            difference(row.opening.shrunken),
            interval(row.opening.shrunken_low, row.opening.shrunken_high, points),
            count(row.opening_n),
            Cell::number(row.copies.to_string(), f64::from(row.copies)),
            Cell::text(row.kind.id.as_str().replace('_', " ")),
            bars.cell(ends(row)),
        ]);
    }
    table
}

/// The order of numbers, the largest first and the unknown last.
pub(super) fn descending(one: Fraction, other: Fraction) -> std::cmp::Ordering {
    let known = |number: Fraction| if number.0.is_finite() { number.0 } else { f64::NEG_INFINITY };
    known(other).total_cmp(&known(one))
}
