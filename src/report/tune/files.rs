//! The table and the files of the report of a search.

use std::io;

use super::picture::picture;
use super::search::TuneReport;
use crate::report::files::folder::Folder;
use crate::report::files::rows::{Printed, Rows};

impl TuneReport {
    /// Adds the table and the picture to a folder.
    ///
    /// # Errors
    /// If a row has no form in CSV.
    pub(crate) fn add_to(&self, folder: &mut Folder, title: &str) -> io::Result<()> {
        folder.add_tables(&self.tables())?;
        folder.add_text("tune.svg", picture(title, self));
        Ok(())
    }
}

impl Printed for TuneReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.generations)]
    }
}
