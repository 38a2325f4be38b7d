//! The list of games.

use std::io;

use super::rows::GameLine;
use crate::ids::Seat;
use crate::report::files::folder::{CsvFile, Folder, FolderError};
use crate::report::files::row::cells;
use crate::run::GameRow;

/// Writes the list of games, one at a time. If it cannot be written, the run goes on without it.
#[derive(Debug)]
pub(crate) struct GameList<'a> {
    file: CsvFile,
    strategies: &'a [String],
    written: io::Result<()>,
}

impl<'a> GameList<'a> {
    /// Begins the list in a folder; `strategies` are the names in the order of the plan.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(crate) fn begin(folder: &mut Folder, strategies: &'a [String]) -> Result<Self, FolderError> {
        Ok(GameList { file: folder.growing::<GameLine>()?, strategies, written: Ok(()) })
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, row: &GameRow) {
        if self.written.is_ok() {
            self.written = self.write(row);
        }
    }

    fn write(&mut self, row: &GameRow) -> io::Result<()> {
        let seat = |seat: Seat| (seat.0 + 1).to_string();
        let strategy = |seat: Seat| self.strategies[usize::from(row.seating[seat])].clone();
        let winner_seats: Vec<String> = row.winners.iter().map(seat).collect();
        let winner_strategies: Vec<String> = row.winners.iter().map(strategy).collect();
        let line = GameLine {
            game: row.game,
            block: row.block,
            seating: row.number,
            winner_seats: winner_seats.join("+"),
            winner_strategies: winner_strategies.join("+"),
            turns: row.turns,
            hash: format!("{:016x}", row.signature),
        };
        self.file.add(&cells(&line))
    }

    /// Writes the remaining rows.
    pub(crate) fn finish(self, folder: &mut Folder) {
        let GameList { file, written, .. } = self;
        folder.grown(written.and_then(|()| file.finish()));
    }
}
