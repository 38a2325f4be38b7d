//! The files of the report of a comparison.

use std::io;

use super::contest::CompareReport;
use super::picture::picture;
use crate::report::files::folder::Folder;

impl CompareReport {
    /// Adds the tables and the picture to a folder.
    ///
    /// # Errors
    /// If a row has no form in CSV.
    pub fn add_to(&self, folder: &mut Folder, title: &str) -> io::Result<()> {
        folder.add_rows(&self.ladder)?;
        folder.add_rows(&self.pairs)?;
        if !self.scores.is_empty() {
            folder.add_rows(&self.scores)?;
        }
        folder.add_text("ladder.svg", picture(title, &self.ladder));
        Ok(())
    }
}
