//! A row while it is read.

use toml::Table as Fields;

use super::rules::Rules;
use crate::deck::file::cells::CellPlace;
use crate::deck::language::{CardSpec, Play};
use crate::deck::sheet::card::SheetCard;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::plan::{Plan, Weight};
use crate::deck::sheet::sentences::{clean, unguarded};
use crate::deck::sheet::table::{Column, Table};
use crate::deck::sheet::words::WORDS;

/// A row while it is read.
pub(super) struct Row<'t, 'p> {
    pub(super) rules: &'t Rules<'t>,
    pub(super) table: &'t Table<'t>,
    pub(super) row: usize,
    pub(super) plan: &'p mut Plan,
    pub(super) card: SheetCard,
}

impl<'t, 'p> Row<'t, 'p> {
    /// The card of a row.
    pub(super) fn card(
        table: &'t Table<'t>,
        row: usize,
        section: Option<&str>,
        rules: &'t Rules<'t>,
        plan: &'p mut Plan,
    ) -> Option<SheetCard> {
        let place = name_place(table, row);
        let (name, _) = clean(&place.text, &rules.mapping.icons);
        if name.is_empty() {
            plan.note(Weight::Error, place.problem("a card without a name", None));
            return None;
        }
        let card = SheetCard::new(&name, place);
        let mut row = Row { rules, table, row, plan, card };
        row.read(section);
        Some(row.card)
    }

    pub(super) fn read(&mut self, section: Option<&str>) {
        self.check_cells();
        self.kind(section);
        let table = self.table;
        for column in table.columns.iter().filter(|column| column.field.is_read()) {
            self.cell(column);
        }
        self.gift();
        self.machine();
        self.status();
        self.completed();
        self.once_each();
        self.own();
        self.prune();
        self.extra();
        self.needed();
        self.unlikely();
    }

    pub(super) fn place(&self, column: &Column) -> CellPlace {
        self.table.grid.place(self.row, column.index, &column.header)
    }

    pub(super) fn text(&self, column: &Column) -> &'t str {
        unguarded(&self.table.grid.cell(self.row, column.index).text)
    }

    pub(super) fn column(&self, field: Field) -> Option<&'t Column> {
        self.table.columns.iter().find(|column| column.field == field)
    }

    /// The text of a column, unless it stands for nothing.
    pub(super) fn said(&self, field: Field) -> Option<(&'t Column, &'t str)> {
        let column = self.column(field)?;
        Some((column, self.text(column))).filter(|(_, text)| !WORDS.is_nothing(text))
    }

    pub(super) fn refuse(&mut self, place: &CellPlace, message: impl Into<String>, hint: Option<String>) {
        let problem = place.problem(message, hint);
        self.card.refusals.push(problem.message.clone());
        self.plan.note(Weight::Error, problem);
    }

    pub(super) fn warn(&mut self, place: &CellPlace, message: impl Into<String>) {
        self.plan.note(Weight::Warning, place.problem(message, None));
    }

    /// Fields that a phrase or a word states; a column of their own counts more.
    pub(super) fn take(&mut self, fields: &Fields, place: &CellPlace) {
        for (field, value) in fields {
            match self.card.fields.get(field) {
                Some(known) if known != value && field != "slot" => {
                    let message = format!("`{field}` is {value} here and {known} elsewhere: {known} is taken");
                    self.warn(place, message);
                }
                Some(_) => {}
                None => self.card.set(field, value.clone(), Some(place)),
            }
        }
    }

    pub(super) fn play(&self) -> Play {
        self.rules.play(self.card.word("kind"))
    }

    /// The kind of the card and what decides which fields it may have.
    pub(super) fn spec(&self) -> CardSpec {
        let kind = self.rules.kind_named(self.card.word("kind"));
        CardSpec {
            kind,
            once: self.card.fields.contains_key("once"),
            bonus: Some(Default::default()),
            ..CardSpec::default()
        }
    }
}

/// The cell with the name of a row.
pub(super) fn name_place(table: &Table<'_>, row: usize) -> CellPlace {
    let column = table.columns.iter().find(|column| column.field == Field::Name);
    let (index, header) = column.map_or((0, ""), |column| (column.index, column.header.as_str()));
    table.grid.place(row, index, header)
}
