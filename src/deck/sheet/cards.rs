//! The cards of all sheets of an import: copies are merged, ids made unique, texts of another language left out.

use std::collections::{BTreeMap, BTreeSet};

use super::card::SheetCard;
use super::field::Field;
use super::grid::{Book, Grid};
use super::mapping::Mapping;
use super::plan::{Plan, Weight};
use super::row::{self, Rules};
use super::sentences::is_english;
use super::table::{Table, tables};
use super::words::WORDS;
use crate::deck::file::error::Problem;
use crate::deck::file::nearest::is_misspelt;

/// Number of sheets that a message names.
const NAMED: usize = 4;

/// The cards of some files, by the answers of their author.
pub(crate) fn read(books: &[Book], mapping: &Mapping, plan: &mut Plan) -> Vec<SheetCard> {
    let rules = Rules::of(mapping);
    let mut cards = Vec::new();
    for book in books {
        for grid in chosen(book, mapping, plan) {
            cards.extend(of_sheet(book, grid, &rules, plan));
        }
    }
    plan.ask_of_rows(mapping.unticked.is_none());
    let mut cards = merged(cards, mapping, plan);
    unique_ids(&mut cards, plan);
    languages(&mut cards, mapping, plan);
    plan.titles = cards.len();
    plan.cards = cards.iter().map(|card| usize::try_from(card.copies()).unwrap_or_default()).sum();
    cards
}

/// The sheets of a file that are read. Only the author knows which of several has the cards.
fn chosen<'b>(book: &'b Book, mapping: &Mapping, plan: &mut Plan) -> Vec<&'b Grid> {
    for sheet in &book.hidden {
        let message = format!("the sheet `{sheet}` is hidden: not read");
        plan.note(Weight::Note, Problem { message, ..Problem::default() });
    }
    let name = |grid: &&Grid| grid.sheet.clone().unwrap_or_default();
    if !mapping.sheets.is_empty() && book.grids.len() > 1 {
        let known = |wanted: &&String| !book.grids.iter().any(|grid| name(&grid) == **wanted);
        for missing in mapping.sheets.iter().filter(known) {
            let message = format!("there is no sheet `{missing}`");
            plan.note(Weight::Error, Problem { message, field: Some("sheets".to_owned()), ..Problem::default() });
        }
        return book.grids.iter().filter(|grid| mapping.sheets.contains(&name(grid))).collect();
    }
    let with_cards: Vec<&Grid> = book.grids.iter().filter(|grid| has_cards(grid, mapping)).collect();
    if let [first, _, ..] = with_cards[..] {
        let names: Vec<String> = with_cards.iter().take(NAMED).map(|grid| format!("`{}`", name(grid))).collect();
        let others: Vec<String> = book
            .grids
            .iter()
            .filter(|grid| !has_cards(grid, mapping))
            .map(|grid| format!("`{}`", name(&grid)))
            .collect();
        let not = match others.len() {
            0 => String::new(),
            1 => format!("; {} does not", others[0]),
            _ => format!("; {} do not", others.join(" and ")),
        };
        let proposal = toml::Table::from_iter([("sheets".to_owned(), vec![name(&first)].into())]).to_string();
        plan.ask(format!("{} look like cards{not}: which are read?", names.join(" and ")), proposal);
        return vec![first];
    }
    with_cards
}

/// Whether a sheet has a table with a column of names and one of the figures.
fn has_cards(grid: &Grid, mapping: &Mapping) -> bool {
    let figures = [Field::Kind, Field::Level, Field::Bonus, Field::Figure, Field::Text, Field::BadStuff];
    tables(grid, mapping, &mut Plan::default()).iter().any(|table| {
        let has = |field: Field| table.columns.iter().any(|column| column.field == field);
        has(Field::Name) && figures.into_iter().any(has)
    })
}

fn of_sheet(book: &Book, grid: &Grid, rules: &Rules<'_>, plan: &mut Plan) -> Vec<SheetCard> {
    let tables = tables(grid, rules.mapping, plan);
    let file = grid.place(0, 0, "").file;
    let rows: Vec<String> = tables.iter().map(|table| table.rows.start.to_string()).collect();
    plan.sheets.push(match &rows[..] {
        [] => format!("{file}: {}", book.facts),
        [row] => format!("{file}: {}, header in row {row}", book.facts),
        rows => format!("{file}: {}, {} tables, headers in rows {}", book.facts, rows.len(), rows.join(" and ")),
    });
    if tables.is_empty() {
        no_header(grid, plan);
    }
    let mut cards = Vec::new();
    for table in &tables {
        if is_named(table, plan) {
            cards.extend(row::cards(table, rules, plan));
        }
    }
    cards
}

fn no_header(grid: &Grid, plan: &mut Plan) {
    let hint = "the header needs two known words, such as `name` and `kind`, in the first ten rows; `columns` in the import file says what others mean";
    plan.note(Weight::Error, grid.place(0, 0, "").problem("no header was found", Some(hint.to_owned())));
}

/// Whether a table has names.
fn is_named(table: &Table<'_>, plan: &mut Plan) -> bool {
    let named = table.columns.iter().any(|column| column.field == Field::Name);
    if !named {
        let row = table.rows.start.saturating_sub(1);
        let hint = "name it `name`, or say in `[columns]` of the import file which one it is".to_owned();
        plan.note(
            Weight::Error,
            table.grid.place(row, 0, "").problem("no column has the names of the cards", Some(hint)),
        );
    }
    named
}

/// Rows that say the same are copies of one title.
fn merged(all: Vec<SheetCard>, mapping: &Mapping, plan: &mut Plan) -> Vec<SheetCard> {
    let mut cards: Vec<SheetCard> = Vec::new();
    let mut warned = BTreeSet::new();
    for card in all {
        let near = |other: &SheetCard| other.is_like(&card) && is_misspelt(&other.wording(), &card.wording());
        let twin = cards.iter().position(|other| other.is_copy_of(&card));
        let twin = twin.or_else(|| cards.iter().position(near).filter(|_| mapping.merge_near));
        if let Some(twin) = twin {
            let copies = cards[twin].copies() + card.copies();
            cards[twin].fields.insert("copies".to_owned(), copies.into());
            cards[twin].rows.extend(card.rows);
            continue;
        }
        if let Some(other) = cards.iter().find(|other| near(other)) {
            let rows: Vec<String> = other.rows.iter().chain(&card.rows).map(ToString::to_string).collect();
            let count = other.copies() + card.copies();
            if warned.insert(rows.clone()) {
                let message =
                    format!("rows {} differ in a few letters: one title with {count} copies?", rows.join(", "));
                let hint = "--merge-near makes it one; or correct the row".to_owned();
                plan.note(Weight::Warning, card.place.problem(message, Some(hint)));
            }
        }
        cards.push(card);
    }
    for card in cards.iter().filter(|card| card.rows.len() > 1) {
        let message = format!("{} equal rows: {} copies", card.rows.len(), card.copies());
        plan.note(Weight::Note, card.place.problem(message, None));
    }
    cards
}

/// Titles with one name get numbers in their ids.
fn unique_ids(cards: &mut [SheetCard], plan: &mut Plan) {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for card in cards {
        let id = match card.id() {
            "" => format!("row-{}", card.rows[0]),
            id => id.to_owned(),
        };
        let free = (2..).map(|number| format!("{id}-{number}")).find(|id| !used.contains(id));
        let own = if used.contains(&id) { free.unwrap_or_default() } else { id.clone() };
        if own != id {
            let message = format!("another card has this name: its id is `{own}`");
            plan.note(Weight::Warning, card.place.problem(message, None));
        }
        used.insert(own.clone());
        card.fields.insert("id".to_owned(), own.into());
    }
}

/// Texts in another language are not read, nor guessed.
fn languages(cards: &mut [SheetCard], mapping: &Mapping, plan: &mut Plan) {
    let mut by_file: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, card) in cards.iter().enumerate() {
        if card.texts().next().is_some() {
            by_file.entry(card.place.file.clone()).or_default().push(place);
        }
    }
    for places in by_file.values() {
        let foreign =
            !is_english(places.iter().flat_map(|place| cards[*place].texts()).map(|sentence| sentence.text.as_str()));
        if !foreign && !mapping.figures_only {
            continue;
        }
        let count = places
            .iter()
            .flat_map(|place| [&cards[*place].says, &cards[*place].bad])
            .filter(|part| !part.is_empty())
            .count();
        let weight = if mapping.figures_only { Weight::Note } else { Weight::Error };
        let why = if foreign { "are not English" } else { "are left out" };
        let message = format!("{count} texts {why}");
        let hint =
            "import the figures and leave the texts as comments (--figures-only), or translate the column".to_owned();
        let first = cards[places[0]].texts().next().map(|sentence| sentence.place.clone());
        if let Some(first) = first {
            plan.note(weight, first.problem(message.clone(), Some(hint)));
        }
        for place in places {
            let card = &mut cards[*place];
            let said = std::mem::take(&mut card.says).into_iter().chain(std::mem::take(&mut card.bad));
            card.unsaid = said.map(|sentence| sentence.text).collect();
            if weight == Weight::Error {
                card.refusals.push(message.clone());
            }
        }
    }
}

/// The id that a card of this name has if the sheet gives none.
pub(crate) fn usual_id(name: &str) -> String {
    WORDS.id(name)
}
