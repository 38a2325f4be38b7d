//! `kickdoor deck list`: the shipped decks.

use std::io::Write;

use crate::cli::failure::Failure;
use crate::cli::output::FormatArg;
use crate::cli::page::width;
use crate::deck::file::sets::LoadedSet;
use crate::deck::tools::check::{Summary, summary};
use crate::deck::{DeckSource, Sets};
use crate::report::{Table, row};

row! {
    "decks.csv"
    /// A shipped deck.
    #[derive(Clone, Debug)]
    pub(in crate::cli) struct DeckRow {
        /// Its id.
        deck: String,
        /// Its printed name.
        name: String,
        /// Number of cards.
        cards: usize,
        /// Minimum number of players.
        players_min: u8,
        /// Maximum number of players.
        players_max: u8,
        /// Known cards whose values are all known.
        exact: usize,
        /// Known cards with modelled values.
        partly: usize,
        /// The other cards, which are modelled as a whole.
        modelled: usize,
    }
}

impl DeckRow {
    fn of(set: &LoadedSet) -> DeckRow {
        let Summary { all, exact, partly, .. } = summary(set);
        let players = set.file.set.players;
        DeckRow {
            deck: set.id().to_owned(),
            name: set.file.set.name.clone(),
            cards: all.cards,
            players_min: players.min,
            players_max: players.max,
            exact: exact.cards,
            partly: partly.cards,
            modelled: all.cards - exact.cards - partly.cards,
        }
    }
}

pub(super) fn list(format: FormatArg, out: &mut impl Write) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for source in DeckSource::shipped() {
        rows.push(DeckRow::of(Sets::read(&[source])?.subject()));
    }
    let mut table = Table::new(&["deck", "name", "cards", "players", "exact", "partly", "modelled"]);
    for row in &rows {
        let players = format!("{}-{}", row.players_min, row.players_max);
        let [cards, exact, partly, modelled] =
            [row.cards, row.exact, row.partly, row.modelled].map(|number| number.to_string());
        table.add(vec![row.deck.clone(), row.name.clone(), cards, players, exact, partly, modelled]);
    }
    format.print(&rows, out, |out| Ok(table.write(2, width(), out)?))
}
