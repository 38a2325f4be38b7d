//! `kickdoor deck diff`: the differences between two decks in words.

use std::borrow::Cow;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::Ending;
use crate::cli::args::{BothArgs, WithArg};
use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use crate::cli::page::Cut;
use crate::deck::Sets;
use crate::deck::language::text::harmless;
use crate::deck::tools::diff::{CardChange, CardText, DeckDiff, FieldChange, Renaming, Totals, diff};
use crate::report::{Printed, Rows, columns, counted, left, row};

/// Maximum length, in characters, of a change shown in one line.
const ONE_LINE: usize = 90;

/// Arguments of `deck diff`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    decks: BothArgs,

    #[command(flatten)]
    with: WithArg,

    /// Exit with code 1 if a change can affect games.
    #[arg(long)]
    exit_code: bool,

    #[command(flatten)]
    output: OutputArgs,
}

/// The result.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli) struct Differences<'a> {
    before: String,
    after: String,
    totals: Totals,
    differences: &'a DeckDiff,
    /// The same, one line each.
    diff: Vec<DiffRow>,
}

impl Printed for Differences<'_> {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.diff)]
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let [before, after] = args.decks.names().map(|name| args.with.sets(&[name]));
    let (before, after) = (before?, after?);
    let found = diff(&before, &after)?;
    let name = |sets: &Sets| sets.subject().source.name.clone();
    let result = Differences {
        before: name(&before),
        after: name(&after),
        totals: found.totals(),
        differences: &found,
        diff: rows(&found),
    };
    args.output.print(&result, Cut::First, out, |page| table(&found, page))?;
    Ok(if args.exit_code { Ending::verdict(!found.changes_games()) } else { Ending::Done })
}

fn table(diff: &DeckDiff, out: &mut impl Write) -> io::Result<()> {
    let other_id = diff.set.iter().any(|change| change.field == "id");
    let set = if other_id { "set: every shuffle depends on its id, so all games change" } else { "set" };
    writeln!(out, "{}", summary(diff))?;
    block(set, &diff.set, out)?;
    block("rules", &diff.rules, out)?;
    block("kinds", &diff.kinds, out)?;
    diff.changed.iter().try_for_each(|card| block(&format!("changed: {}", title(card)), &card.fields, out))?;
    diff.renamed.iter().try_for_each(|renaming| renamed(renaming, out))?;
    diff.removed.iter().try_for_each(|card| whole("removed", card, out))?;
    diff.added.iter().try_for_each(|card| whole("added", card, out))?;
    notes(diff, out)
}

fn title(card: &CardChange) -> String {
    format!("{} ({})", card.name, card.id)
}

/// Changed fields that can affect games, under a heading.
fn block(heading: &str, fields: &[FieldChange], out: &mut impl Write) -> io::Result<()> {
    let fields: Vec<&FieldChange> = fields.iter().filter(|change| change.changes_games).collect();
    let Some(width) = fields.iter().map(|change| columns(&change.field)).max() else { return Ok(()) };
    writeln!(out, "\n{heading}")?;
    for change in fields {
        let label = format!("  {}  ", left(&change.field, width));
        writeln!(out, "{}", harmless(&format!("{label}{}", change_words(change, columns(&label)))))?;
    }
    Ok(())
}

/// A change in one line, or in two if it is long. `indent` is the indentation of the second line.
fn change_words(change: &FieldChange, indent: usize) -> String {
    let (before, after) = (change.words_before.join("; "), change.words_after.join("; "));
    match (change.words_before.is_empty(), change.words_after.is_empty()) {
        (true, _) => format!("new: {after}"),
        (_, true) => format!("gone: {before}"),
        _ if before.chars().count() + after.chars().count() <= ONE_LINE => format!("{before} -> {after}"),
        _ => format!("   {before}\n{}-> {after}", " ".repeat(indent)),
    }
}

fn renamed(renaming: &Renaming, out: &mut impl Write) -> io::Result<()> {
    let Renaming { id_before, card } = renaming;
    writeln!(out, "\nrenamed: id {id_before} -> {} ({})", card.id, card.name)?;
    writeln!(out, "  every shuffle depends on the ids of its cards, so games change")
}

fn whole(what: &str, card: &CardText, out: &mut impl Write) -> io::Result<()> {
    let copies = if card.copies > 1 { format!(", {} copies", card.copies) } else { String::new() };
    writeln!(out, "\n{what}: {} ({}{copies})", card.name, card.id)?;
    card.says.iter().try_for_each(|line| writeln!(out, "  {}", harmless(line)))
}

/// Changed fields that cannot affect games.
fn notes(diff: &DeckDiff, out: &mut impl Write) -> io::Result<()> {
    let renamed = diff.renamed.iter().map(|renaming| &renaming.card);
    let cards =
        diff.changed.iter().chain(renamed).flat_map(|card| card.fields.iter().map(|change| (title(card), change)));
    let set = diff.set.iter().map(|change| ("set".to_owned(), change));
    let notes: Vec<_> = set.chain(cards).filter(|(_, change)| !change.changes_games).collect();
    if notes.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nonly names and notes, which do not affect games")?;
    for (whose, change) in notes {
        let label = format!("  {whose}: {}  ", change.field);
        writeln!(out, "{}", harmless(&format!("{label}{}", change_words(change, columns(&label)))))?;
    }
    Ok(())
}

fn summary(diff: &DeckDiff) -> String {
    let totals = diff.totals();
    let renamed = if totals.renamed > 0 { format!(", {} renamed", totals.renamed) } else { String::new() };
    let changed = format!(
        "{} changed, {} added, {} removed",
        counted(totals.changed as u64, "card"),
        totals.added,
        totals.removed
    );
    let notes = format!("{} in names and notes", totals.notes);
    let fields = format!("{} that can change games", counted(totals.fields as u64, "field"));
    // An added, removed or renamed card changes games without a changed field.
    match (diff.changes_games(), totals.fields, totals.notes) {
        (false, _, 0) => "no differences".to_owned(),
        (false, _, _) => format!("no difference that affects games; {notes}"),
        (true, 0, 0) => format!("{changed}{renamed}"),
        (true, 0, _) => format!("{changed}{renamed}; {notes}"),
        (true, _, 0) => format!("{changed}{renamed}; {fields}"),
        (true, _, _) => format!("{changed}{renamed}; {fields}, {notes}"),
    }
}

row! {
    "diff.csv"
    /// One row of the CSV file: one difference.
    #[derive(Debug)]
    pub(in crate::cli) struct DiffRow {
        /// `set`, `rules`, `kinds`, or the change of the card: `changed`, `renamed`, `removed`, `added`.
        what: Cow<'static, str>,
        /// Id of the card; empty for other differences.
        card: String,
        /// The field; `id` for a renamed card, empty for a whole card.
        field: String,
        changes_games: bool,
        before: String,
        after: String,
    }
}

fn rows(diff: &DeckDiff) -> Vec<DiffRow> {
    let mut rows: Vec<DiffRow> = diff.set.iter().map(|change| row("set", "", change)).collect();
    rows.extend(diff.rules.iter().map(|change| row("rules", "", change)));
    rows.extend(diff.kinds.iter().map(|change| row("kinds", "", change)));
    rows.extend(diff.changed.iter().flat_map(|card| card.fields.iter().map(|change| row("changed", &card.id, change))));
    for Renaming { id_before, card } in &diff.renamed {
        rows.push(card_row("renamed", &card.id, "id", (id_before.clone(), card.id.clone())));
        rows.extend(card.fields.iter().map(|change| row("renamed", &card.id, change)));
    }
    let gone = |card: &CardText| card_row("removed", &card.id, "", (card.says.join("; "), String::new()));
    let new = |card: &CardText| card_row("added", &card.id, "", (String::new(), card.says.join("; ")));
    rows.extend(diff.removed.iter().map(gone));
    rows.extend(diff.added.iter().map(new));
    rows
}

fn row(what: &'static str, card: &str, change: &FieldChange) -> DiffRow {
    let words = (change.words_before.join("; "), change.words_after.join("; "));
    DiffRow { changes_games: change.changes_games, ..card_row(what, card, &change.field, words) }
}

fn card_row(what: &'static str, card: &str, field: &str, (before, after): (String, String)) -> DiffRow {
    DiffRow { what: what.into(), card: card.to_owned(), field: field.to_owned(), changes_games: true, before, after }
}
