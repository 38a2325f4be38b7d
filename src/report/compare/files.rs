//! The tables and files of the report of a comparison.

use std::io;

use super::contest::CompareReport;
use super::picture::picture;
use crate::report::files::folder::Folder;
use crate::report::files::rows::{Printed, Rows};

impl CompareReport {
    /// Adds the tables and the picture to a folder.
    ///
    /// # Errors
    /// If a row has no form in CSV.
    pub(crate) fn add_to(&self, folder: &mut Folder, title: &str) -> io::Result<()> {
        folder.add_tables(&self.tables())?;
        folder.add_text("ladder.svg", picture(title, &self.ladder));
        Ok(())
    }
}

impl Printed for CompareReport {
    fn tables(&self) -> Vec<Rows> {
        let scores = (!self.scores.is_empty()).then(|| Rows::of(&self.scores));
        [Rows::of(&self.ladder), Rows::of(&self.pairs)].into_iter().chain(scores).collect()
    }
}
