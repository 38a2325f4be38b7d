//! The report of card values: the values of all strategies, and how far they agree.

use std::io;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::against::BlankValueRow;
use super::agreement::{AgreementRow, Comparison, DisagreementRow};
use super::forest::forest;
use super::pairs::CardPairRow;
use super::robust::RobustRow;
use super::values::ValueRow;
use super::witness::WitnessRow;
use crate::report::files::folder::Folder;
use crate::report::files::rows::{Printed, Rows};
use crate::report::texts::CardText;

/// The card values of one or several strategies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ImpactReport {
    /// For each strategy, one line per title in the order of the deck.
    pub card_values: Vec<ValueRow>,
    /// For each two strategies, one line per pile: how far they agree.
    pub agreement: Vec<AgreementRow>,
    /// For each other strategy, one line per title in the order of the deck: its value and that of the first one.
    pub disagreements: Vec<DisagreementRow>,
    /// For each title in the order of the deck: its value across the tables, if strategies have their own.
    #[serde(default)]
    pub robust: Vec<RobustRow>,
    /// For each strategy, one line per pair of titles, if they were screened.
    pub pairs: Vec<CardPairRow>,
    /// For each strategy, one line per pile: the value of a card that does nothing, if it was measured.
    pub blanks: Vec<BlankValueRow>,
    /// For each strategy, at most one line per title: a game that shows what it does.
    pub witnesses: Vec<WitnessRow>,
    /// The texts of all cards, in the order of the deck.
    pub texts: Vec<CardText>,
}

impl ImpactReport {
    /// The lines of each strategy.
    pub fn by_strategy(&self) -> Vec<&[ValueRow]> {
        self.card_values.chunk_by(|row, next| row.strategy == next.strategy).collect()
    }

    /// Each other strategy compared with the first one.
    pub fn comparisons(&self) -> impl Iterator<Item = Comparison<'_>> {
        let first = self.card_values.first().map(|row| &row.strategy);
        let agreement = self.agreement.chunk_by(|row, next| (&row.first, &row.second) == (&next.first, &next.second));
        let agreement = agreement.filter(move |rows| Some(&rows[0].first) == first);
        let titles = self.disagreements.chunk_by(|row, next| row.second == next.second);
        agreement.zip(titles).map(|(agreement, titles)| Comparison { agreement, titles })
    }

    /// Its pictures with the names of their files: one for each strategy and, of several, one of all; `played` says
    /// what was played.
    pub fn pictures(&self, played: &str) -> Vec<(String, String)> {
        let all = self.by_strategy();
        let each = all.iter().map(|rows| (format!("forest-{}.svg", rows[0].strategy), forest(played, &[rows])));
        let together = (all.len() > 1).then(|| ("forest.svg".to_owned(), forest(played, &all)));
        each.chain(together).collect()
    }

    /// Adds its files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn add_to(&self, folder: &mut Folder, played: &str) -> io::Result<()> {
        folder.add_tables(&self.tables())?;
        folder.add_pictures(self.pictures(played));
        Ok(())
    }
}

impl Printed for ImpactReport {
    fn tables(&self) -> Vec<Rows> {
        let compared = [Rows::of(&self.agreement), Rows::of(&self.disagreements)];
        let compared = compared.into_iter().filter(|_| !self.agreement.is_empty());
        let robust = [Rows::of(&self.robust)].into_iter().filter(|_| !self.robust.is_empty());
        let blanks = [Rows::of(&self.blanks)].into_iter().filter(|_| !self.blanks.is_empty());
        let witnesses = [Rows::of(&self.witnesses)].into_iter().filter(|_| !self.witnesses.is_empty());
        let pairs = [Rows::of(&self.pairs)].into_iter().filter(|_| !self.pairs.is_empty());
        [Rows::of(&self.card_values)]
            .into_iter()
            .chain(robust)
            .chain(compared)
            .chain(pairs)
            .chain(blanks)
            .chain(witnesses)
            .collect()
    }
}
