//! Rows: which of them are cards.

use super::read::{Row, name_place};
use super::rules::Rules;
use crate::deck::sheet::card::SheetCard;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::mapping::Mapping;
use crate::deck::sheet::plan::{Plan, Weight};
use crate::deck::sheet::table::{Column, Table, kind_word};
use crate::deck::sheet::words::{WORDS, plain};

/// The cards of a table.
pub(in crate::deck::sheet) fn cards(table: &Table<'_>, rules: &Rules<'_>, plan: &mut Plan) -> Vec<SheetCard> {
    let mut section = table.title.clone();
    let mut cards = Vec::new();
    for row in table.rows.clone() {
        match sort_of(table, row, rules.mapping) {
            Sort::Nothing => {}
            Sort::Section(text) => section = kind_word(text).or(section),
            Sort::LeftOut(column, why) => {
                let place = table.grid.place(row, column.index, &column.header);
                plan.note(Weight::Note, place.problem(why, None));
            }
            Sort::Unticked if rules.mapping.unticked == Some(false) => {
                let place = name_place(table, row);
                plan.note(Weight::Note, place.problem("it has no tick: left out", None));
            }
            sort => {
                plan.unticked += usize::from(sort == Sort::Unticked);
                cards.extend(Row::card(table, row, section.as_deref(), rules, plan));
            }
        }
    }
    cards
}

/// What a row is.
#[derive(Clone, Copy, PartialEq)]
enum Sort<'t> {
    /// Nothing, or a comment.
    Nothing,
    /// A title of the rows below.
    Section(&'t str),
    /// A card that is left out, because of the cell in a column.
    LeftOut(&'t Column, &'static str),
    /// A card that is not ready.
    Unticked,
    /// A card.
    Card,
}

fn sort_of<'t>(table: &'t Table<'_>, row: usize, mapping: &Mapping) -> Sort<'t> {
    let cell = |column: &Column| table.grid.cell(row, column.index);
    let mut filled = table.columns.iter().filter(|column| !cell(column).is_empty());
    let (first, second) = (filled.next(), filled.next());
    let Some(first) = first else { return Sort::Nothing };
    let text = cell(first).text.as_str();
    if text.starts_with('#') {
        return Sort::Nothing;
    }
    if second.is_none() {
        return if text.is_empty() { Sort::Nothing } else { Sort::Section(text) };
    }
    let of = |field: Field| table.columns.iter().find(|column| column.field == field);
    let name = of(Field::Name).map(|column| cell(column).text.as_str()).unwrap_or_default();
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if WORDS.rows.totals.contains(&plain(text)) || WORDS.rows.totals.contains(&plain(name)) || is_number {
        return Sort::LeftOut(first, "a row of totals: left out");
    }
    if let Some(column) = of(Field::Copies).filter(|column| is_zero(&cell(column).text)) {
        return Sort::LeftOut(column, "copies 0: left out");
    }
    if let Some(column) = of(Field::Enabled).filter(|column| {
        let text = &cell(column).text;
        !text.is_empty() && WORDS.meaning(Field::Enabled, text).is_none()
    }) {
        return Sort::LeftOut(column, "not enabled: left out");
    }
    if let Some(column) = of(Field::Status).filter(|column| is_cut(&cell(column).text, mapping)) {
        return Sort::LeftOut(column, "by its status: left out");
    }
    match of(Field::Tick) {
        Some(column) if cell(column).is_empty() => Sort::Unticked,
        _ => Sort::Card,
    }
}

fn is_zero(text: &str) -> bool {
    WORDS.number(Field::Copies, text, false) == Some(0)
}

/// Whether cards with a status are left out.
fn is_cut(status: &str, mapping: &Mapping) -> bool {
    if mapping.status.is_empty() {
        return WORDS.meaning(Field::Status, status).is_some_and(|meaning| meaning.fields.contains_key("cut"));
    }
    !mapping.status.iter().any(|wanted| plain(wanted) == plain(status))
}
