//! `Rows`: the table of one file, and `Printed`: a result as JSON, CSV or Markdown.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::markdown;
use super::row::{Row, cells};
use super::spreadsheet::Spreadsheet;

/// A table: the rows of one file.
#[derive(Clone, Debug)]
pub struct Rows {
    file: &'static str,
    columns: Vec<String>,
    cells: Vec<Vec<Value>>,
}

/// A result that commands print and write to files. Its JSON form contains the rows of each table as objects.
pub trait Printed: Serialize {
    /// Its tables. The first one is the CSV form of the result.
    fn tables(&self) -> Vec<Rows>;

    /// Writes it as JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:#}", serde_json::to_value(self)?)
    }

    /// Writes its first table as CSV.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        self.tables().first().map_or(Ok(()), |table| table.write_csv(out))
    }

    /// Its Markdown, if it has a form of its own.
    fn own_markdown(&self) -> Option<String> {
        None
    }

    /// Writes its own Markdown, or else its facts and tables.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(text) = self.own_markdown() {
            return out.write_all(text.as_bytes());
        }
        let mut facts = Vec::new();
        find_facts(&serde_json::to_value(self)?, &mut facts);
        if !facts.is_empty() {
            let columns = ["fact", "value"].map(str::to_owned);
            let cells = facts.into_iter().map(|(name, value)| vec![Value::String(name), value]).collect::<Vec<_>>();
            write_table(&columns, &cells, out)?;
        }
        self.tables().iter().try_for_each(|table| {
            writeln!(out, "\n### {}\n", table.name())?;
            write_table(&table.columns, &table.cells, out)
        })
    }
}

impl<R: Printed> Printed for &R {
    fn tables(&self) -> Vec<Rows> {
        (**self).tables()
    }

    fn own_markdown(&self) -> Option<String> {
        (**self).own_markdown()
    }
}

impl<R: Row> Printed for Vec<R> {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(self)]
    }
}

impl Rows {
    /// The table of these rows.
    pub fn of<R: Row>(rows: &[R]) -> Rows {
        Rows { file: R::FILE, columns: R::header(), cells: rows.iter().map(cells).collect() }
    }

    /// Name of its file.
    pub(crate) fn file(&self) -> &'static str {
        self.file
    }

    /// Its name: that of its file, without the ending.
    pub(crate) fn name(&self) -> &'static str {
        self.file.trim_end_matches(".csv")
    }

    /// Writes it as CSV, the columns first.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut file = Spreadsheet::new(&self.columns, out)?;
        self.cells.iter().try_for_each(|row| file.add(row))?;
        file.flush()
    }
}

/// The numbers and words of a result and of the objects in it, without its tables.
fn find_facts(value: &Value, facts: &mut Vec<(String, Value)>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(_) => find_facts(value, facts),
            Value::Array(_) | Value::Null => {}
            fact => facts.push((name.clone(), fact.clone())),
        }
    }
}

/// Writes a table of Markdown. Columns of numbers are aligned to the right.
fn write_table(columns: &[String], rows: &[Vec<Value>], out: &mut impl Write) -> io::Result<()> {
    let is_number = |column: usize| rows.iter().all(|row| !row[column].is_string()) && !rows.is_empty();
    let rule = (0..columns.len()).map(|column| if is_number(column) { "--:" } else { "---" });
    writeln!(out, "| {} |\n|{}|", columns.join(" | "), rule.collect::<Vec<_>>().join("|"))?;
    rows.iter().try_for_each(|row| {
        let cells: Vec<String> = row.iter().map(text_of).collect();
        writeln!(out, "| {} |", cells.join(" | "))
    })
}

/// A cell of a table of Markdown; texts are code, because users write some of them.
fn text_of(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) if text.is_empty() => String::new(),
        Value::String(text) => markdown::cell(&text.replace('\n', " ")),
        other => other.to_string(),
    }
}
