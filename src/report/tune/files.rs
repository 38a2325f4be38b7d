//! The table and the files of the report of a search.

use std::io;

use super::picture::picture;
use super::search::TuneReport;
use crate::report::files::folder::Folder;
use crate::report::files::rows::{Printed, Rows};

impl TuneReport {
    /// Its picture with the name of its file; `title` says who played what.
    pub fn pictures(&self, title: &str) -> Vec<(String, String)> {
        vec![("tune.svg".to_owned(), picture(title, self))]
    }

    /// Adds the table and the picture to a folder.
    ///
    /// # Errors
    /// If a row has no form in CSV.
    pub(crate) fn add_to(&self, folder: &mut Folder, title: &str) -> io::Result<()> {
        folder.add_tables(&self.tables())?;
        folder.add_pictures(self.pictures(title));
        Ok(())
    }
}

impl Printed for TuneReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.generations)]
    }
}
