//! The report of card values: the values of all strategies, and how far they agree.

use std::io;

use serde::{Deserialize, Serialize};

use super::agreement::Comparison;
use super::forest::forest;
use super::values::ValueRow;
use crate::report::files::folder::Folder;

/// The card values of one or several strategies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ImpactReport {
    /// For each strategy, one line per title in the order of the deck.
    pub values: Vec<Vec<ValueRow>>,
    /// Each other strategy compared with the first one.
    pub comparisons: Vec<Comparison>,
}

impl ImpactReport {
    /// Adds its files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn add_to(&self, folder: &mut Folder) -> io::Result<()> {
        folder.add_rows(&self.values.concat())?;
        for rows in &self.values {
            let strategy = &rows[0].strategy;
            folder.add_text(&format!("forest-{strategy}.svg"), forest("Card values", &[rows]));
        }
        if !self.comparisons.is_empty() {
            let all: Vec<&[ValueRow]> = self.values.iter().map(Vec::as_slice).collect();
            folder.add_text("forest.svg", forest("Card values", &all));
            let comparisons = || self.comparisons.iter();
            folder.add_rows(&comparisons().flat_map(|pair| pair.agreement.clone()).collect::<Vec<_>>())?;
            folder.add_rows(&comparisons().flat_map(|pair| pair.titles.clone()).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}
