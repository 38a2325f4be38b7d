//! The tables and files of the report of a comparison.

use std::io;

use super::contest::CompareReport;
use super::head_to_head;
use super::picture::picture;
use crate::report::files::folder::Folder;
use crate::report::files::rows::{Printed, Rows};

impl CompareReport {
    /// Its pictures with the names of their files: the ladder, and of two sides their difference; `title` says who played
    /// what.
    pub fn pictures(&self, title: &str) -> Vec<(String, String)> {
        let head_to_head = self.head_to_head.as_ref();
        let sides =
            head_to_head.map(|found| ("head_to_head.svg".to_owned(), head_to_head::picture(title, self, found)));
        let ladder = ("ladder.svg".to_owned(), picture(title, &self.ladder));
        sides.into_iter().chain([ladder]).collect()
    }

    /// Adds the tables and the pictures to a folder.
    ///
    /// # Errors
    /// If a row has no form in CSV.
    pub(crate) fn add_to(&self, folder: &mut Folder, title: &str) -> io::Result<()> {
        folder.add_tables(&self.tables())?;
        folder.add_pictures(self.pictures(title));
        Ok(())
    }
}

impl Printed for CompareReport {
    fn tables(&self) -> Vec<Rows> {
        let scores = (!self.scores.is_empty()).then(|| Rows::of(&self.scores));
        [Rows::of(&self.ladder), Rows::of(&self.pairs)].into_iter().chain(scores).collect()
    }
}
