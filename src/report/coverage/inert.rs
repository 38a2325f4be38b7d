//! The changes of cards that leave every game the same.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::counts::{head, reason_for};
use crate::deck::compiled::Title;
use crate::deck::{Deck, Edit};
use crate::report::files::number::counted;
use crate::report::files::row::{one_column, row};
use crate::report::files::table::Table;
use crate::report::manifest::Manifest;

row! {
    "inert.csv"
    /// A change of a card that leaves every game the same, or a statement about one that does not.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct InertRow {
        /// Id of the set.
        pub set: String,
        /// Id of the card.
        pub card: String,
        /// Name of the card.
        pub name: String,
        /// The part of the card's entry, such as `use[0].do[1]`.
        pub part: String,
        /// Whether the part is inert, and whether the card says so.
        pub verdict: InertVerdict,
        /// The change; empty for a stale statement.
        pub change: String,
        /// Number of games that were played again.
        pub games: u64,
        /// The reason that the card states; empty without one.
        pub reason: String,
    }
}

/// Whether a part is inert, and whether its card states a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InertVerdict {
    /// It is inert.
    Inert,
    /// It is inert, and the card states a reason.
    Explained,
    /// The card states a reason, and it is not inert.
    Stale,
}

one_column!(InertVerdict);

/// The parts on which no game depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InertReport {
    /// Names of the strategies.
    pub strategies: Vec<String>,
    /// Number of cards.
    pub cards: u64,
    /// Number of changes of cards.
    pub changes: u64,
    /// Number of changes that were tried; all of them unless the study was stopped.
    pub tried: u64,
    /// The inert parts and the stale statements.
    pub rows: Vec<InertRow>,
}

impl InertRow {
    /// An inert part: the change that leaves every game the same, or `None` if the part never takes effect.
    pub(crate) fn found(deck: &Deck, title: &Title, part: &str, change: Option<&Edit>, games: u64) -> Self {
        let reason = reason_for(title, part);
        InertRow {
            verdict: if reason.is_some() { InertVerdict::Explained } else { InertVerdict::Inert },
            change: change.map_or_else(|| "never takes effect".to_owned(), words),
            games,
            ..InertRow::stale(deck, title, part, reason.unwrap_or_default())
        }
    }

    /// A statement about a part that is not inert.
    pub(crate) fn stale(deck: &Deck, title: &Title, part: &str, reason: &str) -> Self {
        InertRow {
            set: deck.set_of(title).id.clone(),
            card: title.id.clone(),
            name: title.name.clone(),
            part: part.to_owned(),
            verdict: InertVerdict::Stale,
            change: String::new(),
            games: 0,
            reason: reason.to_owned(),
        }
    }
}

/// A change in words.
fn words(edit: &Edit) -> String {
    match edit {
        Edit::Removed => "removed".to_owned(),
        Edit::Number { from, to } => {
            let to: Vec<String> = to.iter().map(i64::to_string).collect();
            format!("{from} to {}", to.join(" or "))
        }
        Edit::Switched(on) => format!("{on} to {}", !on),
    }
}

impl InertReport {
    /// Whether all changes were tried.
    pub fn is_complete(&self) -> bool {
        self.tried == self.changes
    }

    /// Prints the rows by verdict.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write_table(&self, manifest: &Manifest, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", head(manifest, &self.strategies))?;
        let (games, tried) = (counted(manifest.games, "game"), counted(self.tried, "change"));
        writeln!(out, "{games}, {tried} of {}", counted(self.cards, "card"))?;
        for (verdict, head) in [
            (InertVerdict::Inert, "change no game"),
            (InertVerdict::Explained, "change no game, explained"),
            (InertVerdict::Stale, "explained as inert, but they change games"),
        ] {
            let rows: Vec<&InertRow> = self.rows.iter().filter(|row| row.verdict == verdict).collect();
            if rows.is_empty() && verdict != InertVerdict::Inert {
                continue;
            }
            writeln!(out, "\n{} {head}", rows.len())?;
            let mut table = Table::new(&[]);
            for row in rows {
                let games = if verdict == InertVerdict::Stale { String::new() } else { counted(row.games, "game") };
                let cells = [row.name.clone(), row.part.clone(), row.change.clone(), games, row.reason.clone()];
                table.add(cells.into_iter().filter(|cell| !cell.is_empty()).collect());
            }
            table.write(usize::MAX, usize::MAX, out)?;
        }
        Ok(())
    }
}
