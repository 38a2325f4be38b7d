//! `Table`: columns of text that are as wide as their cells.

use std::io::{self, Write};

use super::column::{columns, fitted, left, right};

/// Space between two columns.
const GAP: usize = 2;
/// Columns that a shortened column keeps.
const SHORTEST: usize = 10;

/// Aligned columns of text.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads, if there are any.
    pub(crate) fn new(heads: &[&str]) -> Table {
        let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
        Table { rows: if heads.is_empty() { Vec::new() } else { vec![heads] } }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Number of rows, with the heads.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Writes the rows. The columns from `numbers` on are aligned to the right. Names in the columns before are cut if
    /// the table is wider than `width`, in the widest column first.
    ///
    /// # Errors
    /// If the table cannot be written.
    pub(crate) fn write(&self, numbers: usize, width: usize, out: &mut impl Write) -> io::Result<()> {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| columns(cell)).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..count).map(widest).collect();
        narrow(&mut widths, numbers, width);
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column < numbers {
                true => left(&fitted(cell, width).to_string(), width),
                false => right(cell, width),
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end())?;
        }
        Ok(())
    }
}

/// Narrows the widest of the first `names` columns until all columns fit.
fn narrow(widths: &mut [usize], names: usize, width: usize) {
    let names = names.min(widths.len());
    let gaps = GAP * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        match widths[..names].iter_mut().max() {
            Some(widest) if *widest > SHORTEST => *widest -= 1,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_wide_as_the_table_allows() {
        let mut table = Table::new(&["name", "part", "n"]);
        table.add(["龍の鎧", "use[0]", "12"].map(str::to_owned).to_vec());
        table.add(["An uncommonly long name", "bonus", "3"].map(str::to_owned).to_vec());
        let text = |width| {
            let mut text = Vec::new();
            table.write(2, width, &mut text).expect("written");
            String::from_utf8(text).expect("text")
        };
        let wide = "name                     part     n\n龍の鎧                   use[0]  12\nAn uncommonly long name  bonus    3\n";
        assert_eq!(text(80), wide);
        let narrow = "name          part     n\n龍の鎧        use[0]  12\nAn uncommo..  bonus    3\n";
        assert_eq!(text(24), narrow);
    }
}
