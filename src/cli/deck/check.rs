//! `kickdoor deck check`: the errors of decks, and their composition.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::args::{DeckArgs, WithArg};
use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use crate::cli::page::Cut;
use crate::cli::{Ending, stderr};
use crate::deck::file::sets::LoadedSet;
use crate::deck::tools::check::{Summary, Tally, check};
use crate::deck::{DeckError, Sets};
use crate::report::findings::FindingRow;
use crate::report::{Printed, Rows, counted, row};

row! {
    "composition.csv"
    /// The number of cards of a group.
    #[derive(Clone, Debug)]
    pub(in crate::cli) struct CompositionRow {
        /// Id of the set.
        set: String,
        /// Its printed name.
        name: String,
        /// `all`, `doors`, `treasures`, a kind, or an origin.
        group: String,
        /// Number of cards.
        cards: usize,
        /// Number of titles.
        titles: usize,
    }
}

/// The result: what was found, and the composition of each valid set.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli) struct DeckCheck {
    findings: Vec<FindingRow>,
    composition: Vec<CompositionRow>,
}

impl Printed for DeckCheck {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.findings), Rows::of(&self.composition)]
    }
}

pub(super) fn check_all(args: &DeckArgs, output: OutputArgs, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = match args.base.with.sources(&args.decks) {
        // A missing file is wrong usage; only what a file contains is the subject of a check.
        Err(error) if !error.is_in_a_file() => return Err(error.into()),
        sources => sources.and_then(|sources| Sets::read(&sources)),
    };
    let checked = match sets {
        Ok(sets) => {
            let sets = args.base.of(sets)?;
            // What a designer has not given is not hers to mend.
            let given: Vec<&str> = WithArg::given(&args.decks, &sets)?.into_iter().map(LoadedSet::id).collect();
            check(&sets).map(|all| all.into_iter().filter(|set| given.contains(&set.set.as_str())).collect())
        }
        Err(error) => Err(error),
    };
    let text = |page: &mut Vec<u8>| checked.iter().flatten().try_for_each(|summary| made_up(summary, page));
    output.print(&DeckCheck::of(&checked), Cut::First, out, text)?;
    match &checked {
        Ok(summaries) => {
            summaries.iter().flat_map(|summary| &summary.warnings).for_each(|warning| stderr::warn(warning));
        }
        Err(error) => stderr::report(&error.to_string(), None),
    }
    Ok(Ending::verdict(checked.is_ok()))
}

impl DeckCheck {
    fn of(checked: &Result<Vec<Summary>, DeckError>) -> DeckCheck {
        let findings = match checked {
            Ok(summaries) => summaries.iter().flat_map(findings).collect(),
            Err(error) => FindingRow::errors(error),
        };
        DeckCheck { findings, composition: checked.iter().flatten().flat_map(composition).collect() }
    }
}

/// The warnings about a set, and the pairs of titles that mean the same.
fn findings(summary: &Summary) -> Vec<FindingRow> {
    let warnings = summary.warnings.iter().map(|warning| FindingRow::sentence("warning", warning));
    let twins = summary.twins.iter().map(|twins| FindingRow::sentence("note", twin_words(twins)));
    warnings.chain(twins).collect()
}

fn composition(summary: &Summary) -> Vec<CompositionRow> {
    let row = |(group, Tally { cards, titles }): (String, Tally)| {
        let (set, name) = (summary.set.clone(), summary.name.clone());
        CompositionRow { set, name, group, cards, titles }
    };
    [("all".to_owned(), summary.all)].into_iter().chain(groups(summary)).map(row).collect()
}

/// The counts by pile, kind and origin.
fn groups(summary: &Summary) -> Vec<(String, Tally)> {
    let piles = [("doors".to_owned(), summary.doors), ("treasures".to_owned(), summary.treasures)];
    let kinds = summary.kinds.iter().map(|(kind, tally)| (word(kind), *tally));
    let origins = summary.origins.iter().map(|(origin, tally)| (format!("from {}", word(origin)), *tally));
    piles.into_iter().chain(kinds).chain(origins).collect()
}

fn made_up(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let Summary { set, name, all, .. } = summary;
    writeln!(out, "{set}: {name}, {} of {}", counted(all.cards as u64, "card"), counted(all.titles as u64, "title"))?;
    groups(summary).iter().try_for_each(|(name, tally)| line(name, *tally, out))?;
    summary.twins.iter().try_for_each(|twins| writeln!(out, "  {}", twin_words(twins)))
}

fn twin_words((one, other): &(String, String)) -> String {
    format!("`{one}` and `{other}` mean the same")
}

fn line(name: &str, tally: Tally, out: &mut impl Write) -> io::Result<()> {
    let plural = |number: usize| if number == 1 { "" } else { "s" };
    let (cards, titles) = (tally.cards, tally.titles);
    let noun = format!("card{}", plural(cards));
    writeln!(out, "  {name:<20} {cards:>4} {noun:<5} {titles:>4} title{}", plural(titles))
}

/// A word of the deck language as text.
fn word(value: &impl Serialize) -> String {
    let text = serde_json::to_value(value).unwrap_or_default();
    text.as_str().unwrap_or_default().replace('_', " ")
}
