//! The page of card values.

use super::model::{Block, Cell, Section, Sentence, Table, Tone};
use super::numbers::{Bars, between, count, difference, interval};
use super::result::{Cards, Paged};
use super::run::{PILES, descending};
use crate::deck::DeckSide;
use crate::report::files::number::{Fraction, counted, points, thousands};
use crate::report::impact::agreement::{AgreementRow, Comparison};
use crate::report::impact::{CardValue, Dependence, ImpactReport, Interval, RobustRow, ValueRow};
use crate::report::manifest::Manifest;
use crate::report::texts::CardText;

/// A kind of value on the page.
struct Kind {
    name: &'static str,
    n: &'static str,
    value: fn(&ValueRow) -> &CardValue,
}

/// Maximum number of cards named in a verdict.
const NAMED: usize = 5;

const KINDS: [Kind; 2] = [
    Kind { name: "opening value", n: "#deals", value: |row| &row.opening },
    Kind { name: "draw value", n: "#draws", value: |row| &row.draw },
];

impl Paged for ImpactReport {
    fn verdicts(&self, _: &Manifest) -> Vec<Sentence> {
        let mut verdicts = Vec::new();
        for rows in self.by_strategy() {
            let strategy = &rows[0].strategy;
            let apart = rows.iter().filter(|row| row.opening.stands_out()).count() as u64;
            verdicts.push(Sentence::new(
                Tone::Plain,
                format!(
                    "for {strategy}, {} of {} have an opening value that differs from the average of their pile, all tested at once.",
                    thousands(apart),
                    counted(rows.len() as u64, "title"),
                ),
            ));
            for (pile, name) in PILES {
                let mut known: Vec<&ValueRow> =
                    rows.iter().filter(|row| row.pile == pile && row.opening.shrunken.0.is_finite()).collect();
                known.sort_by(|one, other| descending(one.opening.shrunken, other.opening.shrunken));
                let words = |row: &ValueRow| format!("{} ({} points)", row.name, points(row.opening.shrunken));
                if let [best, .., worst] = &known[..] {
                    let text = format!("{name}, for {strategy}: best {}, worst {}.", words(best), words(worst));
                    verdicts.push(Sentence::new(Tone::Plain, text));
                }
            }
            let flagged: Vec<&str> =
                rows.iter().filter(|row| row.plays.is_flagged()).map(|row| row.name.as_str()).collect();
            if !flagged.is_empty() {
                let count = counted(flagged.len() as u64, "card");
                let (named, end) = (flagged.iter().take(NAMED), if flagged.len() > NAMED { ", ..." } else { "." });
                let named = named.copied().collect::<Vec<_>>().join(", ");
                let text = format!(
                    "{count} whose value does not show what it can do, because {strategy} never plays or uses it: {named}{end}"
                );
                verdicts.push(Sentence::new(Tone::Unsure, text));
            }
        }
        let dependent = |what: Dependence| {
            let found: Vec<&str> =
                self.robust.iter().filter(|row| row.depends == what).map(|row| row.name.as_str()).collect();
            let (named, end) = (found.iter().take(NAMED).copied(), if found.len() > NAMED { ", ..." } else { "" });
            (counted(found.len() as u64, "title"), named.collect::<Vec<_>>().join(", ") + end)
        };
        for (what, words) in [(Dependence::Sign, "the sign"), (Dependence::Rank, "the rank")] {
            let (count, names) = dependent(what);
            if !names.is_empty() {
                let text = format!("{words} of the value depends on the table for {count}: {names}.");
                verdicts.push(Sentence::new(Tone::Unsure, text));
            }
        }
        for pair in self.comparisons() {
            let (rows, all) = (pair.disagreements(), pair.titles.len());
            let [first, second] = [&pair.agreement[0].first, &pair.agreement[0].second];
            let text = format!("{first} and {second} disagree on {} of {all} titles.", rows.len());
            verdicts.push(Sentence::new(if rows.is_empty() { Tone::Good } else { Tone::Unsure }, text));
        }
        verdicts
    }

    fn sections(&self, _: &Manifest) -> Vec<Section> {
        let note = "Percentage points of winning. Opening value: one in the opening hand, relative to the average card of its pile. Draw \
                    value: drawing one, relative to another card of its pile. Values are shrunk towards the mean of the pile to correct \
                    for the luck of extreme values; * differs from 0 with all titles tested at once.";
        let mut sections = Vec::new();
        // First, because it sums up what follows.
        let across = "Opening values with one strategy in all seats of each table. The mean is that of the true values at these tables, with its \
                    interval. The last column says what differs between the tables beyond chance (tests at 5% for all titles together): the \
                    sign, the rank by at least half of the pile, or only the size.";
        let tables = PILES.iter().filter_map(|(pile, name)| self.across(*pile, name).block());
        let tables = tables.chain(PILES.iter().filter_map(|(pile, name)| self.matrix(*pile, name).block()));
        sections.extend(Section::of("Values at several tables", across, tables.collect()));
        for rows in self.by_strategy() {
            let tables = PILES
                .iter()
                .flat_map(|(pile, name)| KINDS.iter().filter_map(move |kind| kind.table(rows, *pile, name).block()));
            sections.extend(Section::of(format!("Values for {}", rows[0].strategy), note, tables.collect()));
        }
        for pair in self.comparisons() {
            let name = format!("{} and {}", pair.agreement[0].first, pair.agreement[0].second);
            let note = "Rank correlation of the true opening values, and the titles on which the players disagree (tests at 5% for all \
                        titles together).";
            let tables = [agreement(&pair).block(), disagreements(&pair).block()];
            sections.extend(Section::of(name, note, tables.into_iter().flatten().collect()));
        }
        sections
    }

    fn texts(&self) -> &[CardText] {
        &self.texts
    }

    fn add_cards(&self, _: &Manifest, cards: &mut Cards) {
        let strategies = self.by_strategy();
        for place in 0..strategies.first().map_or(0, |rows| rows.len()) {
            let rows: Vec<&ValueRow> = strategies.iter().filter_map(|rows| rows.get(place)).collect();
            let mut words: Vec<String> = Vec::new();
            for row in rows.iter().filter(|row| !row.sentence.is_empty()) {
                let strategy = if rows.len() > 1 { format!("{}: ", row.strategy) } else { String::new() };
                let flag = if row.plays.is_flagged() { format!(" {}.", row.plays.words()) } else { String::new() };
                words.push(format!("{strategy}{}{flag}", row.sentence));
            }
            let (set, card) = (&rows[0].set, &rows[0].card);
            cards.add(set, card, Some(Block::Text(words)));
            cards.add(set, card, ways(&rows).block());
            let games = self.witnesses.iter().filter(|row| (&row.set, &row.card) == (set, card));
            let games: Vec<String> = games.map(|row| format!("{}: {}", row.strategy, row.sentence)).collect();
            cards.add(set, card, (!games.is_empty()).then_some(Block::Text(games)));
        }
    }
}

impl ImpactReport {
    /// The values of a pile at all tables, the best mean first.
    fn across(&self, pile: DeckSide, name: &str) -> Table {
        let players = self.by_strategy();
        let strategies = players.iter().map(|rows| format!("#{}", rows[0].strategy));
        let columns = ["#mean", "#95% interval"].map(str::to_owned);
        let columns: Vec<String> =
            [name.to_owned()].into_iter().chain(columns).chain(strategies).chain(["depends".to_owned()]).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let ends = |row: &RobustRow| [row.mean.low, row.mean.value, row.mean.high];
        let mut rows: Vec<(usize, &RobustRow)> =
            self.robust.iter().enumerate().filter(|(_, row)| row.pile == pile).collect();
        rows.retain(|(_, row)| row.mean.value.0.is_finite());
        rows.sort_by(|(_, one), (_, other)| descending(one.mean.value, other.mean.value));
        let bars = Bars::new(rows.iter().map(|(_, row)| ends(row)), 0.0, points);
        let mut table = Table::new(format!("{name}: opening values at all tables"), &columns);
        bars.add_to(&mut table, "mean");
        for (place, row) in rows {
            let mut cells = vec![Cell::card(&row.name, &row.set, &row.card), difference(row.mean.value)];
            cells.push(interval(row.mean.low, row.mean.high, points));
            cells.extend(players.iter().map(|rows| difference(rows[place].opening.value)));
            cells.push(Cell::text(row.depends.word()));
            cells.push(bars.cell(ends(row)));
            table.add(cells);
        }
        table
    }

    /// The rank correlations of a pile for all pairs of tables, if there are more than two.
    fn matrix(&self, pile: DeckSide, name: &str) -> Table {
        let players = self.by_strategy();
        let names: Vec<&str> = players.iter().map(|rows| rows[0].strategy.as_str()).collect();
        let heads: Vec<String> = names.iter().map(|name| format!("#{name}")).collect();
        let columns: Vec<&str> = ["table"].into_iter().chain(heads.iter().map(String::as_str)).collect();
        let mut table = Table::new(format!("{name}: rank correlations of the true values"), &columns);
        for one in names.iter().filter(|_| names.len() > 2 && !self.robust.is_empty()) {
            let cell = |other: &&str| {
                let of = |row: &&AgreementRow| {
                    let pair = [row.first.as_str(), &row.second];
                    row.pile == pile && (pair == [one, *other] || pair == [*other, one])
                };
                let row = self.agreement.iter().find(of).filter(|row| row.spearman.0.is_finite());
                row.map_or(Cell::text("-"), |row| Cell::number(format!("{:.2}", row.spearman.0), row.spearman.0))
            };
            table.add([Cell::text(*one)].into_iter().chain(names.iter().map(cell)).collect());
        }
        table
    }
}

impl Kind {
    /// The values of a pile, the best first.
    fn table(&self, rows: &[ValueRow], pile: DeckSide, name: &str) -> Table {
        let ends = |row: &ValueRow| {
            let value = (self.value)(row);
            [value.shrunken_low, value.shrunken, value.shrunken_high]
        };
        let mut rows: Vec<&ValueRow> = rows.iter().filter(|row| row.pile == pile).collect();
        rows.retain(|row| (self.value)(row).n > 0);
        rows.sort_by(|one, other| descending((self.value)(one).shrunken, (self.value)(other).shrunken));
        let bars = Bars::new(rows.iter().map(|row| ends(row)), 0.0, points);
        let caption = format!("{name}: {}", self.name);
        let mut table = Table::new(caption, &[name, "#shrunken", "#95% interval", "#measured", self.n]);
        bars.add_to(&mut table, self.name);
        for row in rows {
            let value = (self.value)(row);
            let star = if value.stands_out() { "*" } else { "" };
            table.add(vec![
                Cell::card(&row.name, &row.set, &row.card),
                Cell::number(points(value.shrunken) + star, value.shrunken.0),
                interval(value.shrunken_low, value.shrunken_high, points),
                difference(value.value),
                count(value.n),
                bars.cell(ends(row)),
            ]);
        }
        table
    }
}

/// A value of a card for one strategy.
type Way = (&'static str, fn(&ValueRow) -> Interval);

const WAYS: [Way; 6] = [
    ("#opening hand", |row| row.opening.interval()),
    ("#drawn", |row| row.draw.interval()),
    ("#from the door", |row| row.kick),
    ("#looted", |row| row.loot),
    ("#as a reward", |row| row.reward),
    ("#otherwise", |row| row.other),
];

/// The values of a card by way of drawing, a row for each strategy. Ways in which it is never drawn have no column.
fn ways(rows: &[&ValueRow]) -> Table {
    let is_known = |(_, value): &&Way| rows.iter().any(|row| value(row).value.0.is_finite());
    let known: Vec<&Way> = WAYS.iter().filter(is_known).collect();
    let columns: Vec<&str> = ["strategy"].into_iter().chain(known.iter().map(|(name, _)| *name)).collect();
    let mut table = Table::new("Values by way of drawing", &columns);
    let cell = |value: Interval| match value.value.0.is_finite() {
        true => Cell::text(format!("{} ({})", points(value.value), between(value.low, value.high, points))),
        false => Cell::text("-"),
    };
    for row in rows {
        let values = known.iter().map(|(_, value)| cell(value(row)));
        table.add([Cell::text(row.strategy.as_str())].into_iter().chain(values).collect());
    }
    table
}

fn agreement(pair: &Comparison<'_>) -> Table {
    let mut table = Table::new("Agreement of the players", &["pile", "#titles", "#correlation", "#95% interval"]);
    let text = |number: Fraction| if number.0.is_finite() { format!("{:.3}", number.0) } else { "-".to_owned() };
    for row in pair.agreement {
        let name = PILES[usize::from(row.pile == DeckSide::Treasure)].1;
        table.add(vec![
            Cell::text(name),
            count(row.titles),
            Cell::number(text(row.spearman), row.spearman.0),
            interval(row.low, row.high, text),
        ]);
    }
    table
}

fn disagreements(pair: &Comparison<'_>) -> Table {
    let [first, second] = [&pair.agreement[0].first, &pair.agreement[0].second].map(|name| format!("#{name}"));
    let rows = pair.disagreements();
    let ends = |row: &crate::report::impact::agreement::DisagreementRow| [row.low, row.difference, row.high];
    let bars = Bars::new(rows.iter().map(|row| ends(row)), 0.0, points);
    let columns = ["card", first.as_str(), second.as_str(), "#difference", "#95% interval", "#adjusted p"];
    let mut table = Table::new("Cards on which the players disagree", &columns);
    bars.add_to(&mut table, "difference");
    for row in rows {
        table.add(vec![
            Cell::card(&row.name, &row.set, &row.card),
            difference(row.first_value),
            difference(row.second_value),
            difference(row.difference),
            interval(row.low, row.high, points),
            Cell::number(format!("{:.4}", row.adjusted_p.0), row.adjusted_p.0),
            bars.cell(ends(row)),
        ]);
    }
    table
}
