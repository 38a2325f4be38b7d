//! `kickdoor deck import`: sheets as a deck, and what of them is not understood.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use crate::cli::page::{Cut, width};
use crate::cli::stderr::note;
use crate::deck::DeckSource;
use crate::deck::sheet::mapping::Mapping;
use crate::deck::sheet::plan::{Note, PlannedColumn, Weight};
use crate::deck::sheet::source::import_file;
use crate::deck::tools::import::Import;
use crate::report::findings::FindingRow;
use crate::report::{Printed, Rows, Table, counted, row, write_file};

/// The first words of a deck file that may be replaced by the next import.
const MADE: &str = "# Made by `kickdoor deck import`";

/// Arguments of `deck import`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Sheets of one set: .csv, .tsv, .txt, .xlsx or .ods.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    /// Deck file to write; the answers are kept beside the first sheet, in NAME.import.toml.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace a deck file that was not made by an import.
    #[arg(long)]
    force: bool,

    /// Accept the proposals to all questions.
    #[arg(long)]
    accept: bool,

    /// Id of the set [default: the name of the sheet].
    #[arg(long, value_name = "ID")]
    id: Option<String>,

    /// Name of the set [default: the name of the sheet].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Set that the cards expand.
    #[arg(long, value_name = "SET")]
    expands: Option<String>,

    /// Status of the cards that are read (repeatable).
    #[arg(long, value_name = "WORD")]
    status: Vec<String>,

    /// Take titles that differ in a few letters for copies of one.
    #[arg(long)]
    merge_near: bool,

    /// Read monsters without a text and Bad Stuff.
    #[arg(long)]
    placeholders: bool,

    /// Leave the texts as comments.
    #[arg(long)]
    figures_only: bool,

    #[command(flatten)]
    output: OutputArgs,
}

row! {
    "import_columns.csv"
    /// What a column of a sheet is taken for.
    #[derive(Clone, Debug)]
    pub(in crate::cli) struct ColumnRow {
        /// The file, with the sheet of a workbook.
        file: String,
        /// Row of the header, from 1.
        row: usize,
        /// Letters of the column.
        column: String,
        /// Its header.
        header: String,
        /// The field, or why it is left out.
        read_as: String,
    }
}

/// The result: how the sheets are read.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli) struct ImportResult {
    /// Titles that are read as a whole.
    titles: usize,
    /// Their cards.
    cards: usize,
    findings: Vec<FindingRow>,
    columns: Vec<ColumnRow>,
}

impl Printed for ImportResult {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.findings), Rows::of(&self.columns)]
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let mapping = args.answers().over(&Mapping::beside(&args.files[0])?);
    let import = Import::read(&args.files, mapping, args.accept)?;
    let result = ImportResult::of(&import);
    args.output.print(&result, Cut::First, out, |page| write_plan(&import, &result.columns, page))?;
    if let Some(place) = &args.out {
        args.write(&import, place)?;
    }
    Ok(Ending::verdict(import.is_whole()))
}

impl Args {
    /// The answers on the command line.
    fn answers(&self) -> Mapping {
        let Args { id, name, expands, status, merge_near, placeholders, figures_only, .. } = self;
        let head = [("id", id), ("name", name), ("expands", expands)];
        let head = head.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.clone()?.into())));
        Mapping {
            set: head.collect(),
            status: status.clone(),
            merge_near: *merge_near,
            placeholders: *placeholders,
            figures_only: *figures_only,
            ..Mapping::default()
        }
    }

    /// Writes the deck, and the answers beside the sheet.
    fn write(&self, import: &Import, place: &Path) -> Result<(), Failure> {
        let answers = import_file(&self.files[0]);
        if !import.questions().is_empty() {
            let hint = format!("write the answers to `{answers}`, or accept the proposals with --accept");
            return Err(Failure::bad_input("nothing is written while questions are open", Some(hint)));
        }
        let name = place.to_string_lossy();
        let old = DeckSource::find(&name).ok().filter(|_| place.exists());
        let is_own = old.as_ref().is_none_or(|old| old.text.starts_with(MADE));
        if place.exists() && !is_own && !self.force {
            let hint = "choose another path with --out, or replace it with --force".to_owned();
            return Err(Failure::bad_input(format!("`{name}` exists and was not made by an import"), Some(hint)));
        }
        for (before, after) in old.iter().flat_map(|old| import.renamed_since(old)) {
            note!(
                "`{before}` is now `{after}`, with the same text: was it renamed? Shuffles depend on ids; a column `id` keeps one"
            );
        }
        let unwritten = |place: &str| {
            let place = place.to_owned();
            move |error: io::Error| Failure::bad_input(format!("cannot write `{place}`: {error}"), None)
        };
        let text = format!("{MADE} from {}.\n\n{}", self.files.join(", "), import.text());
        write_file(place, text.as_bytes(), true).map_err(unwritten(&name))?;
        let kept =
            format!("# How `kickdoor deck import` reads {}.\n\n{}", self.files.join(", "), import.mapping().text());
        write_file(Path::new(&answers), kept.as_bytes(), true).map_err(unwritten(&answers))?;
        note!("wrote {name} and {answers}");
        Ok(())
    }
}

impl ImportResult {
    fn of(import: &Import) -> ImportResult {
        let (titles, cards) = import.size();
        let findings = import.plan().notes.iter().map(finding);
        let questions = import.questions().iter().map(|question| FindingRow {
            hint: question.proposal.trim_end().replace('\n', "; "),
            ..FindingRow::sentence("question", &question.asks)
        });
        let columns = import.plan().columns.iter().map(|column: &PlannedColumn| ColumnRow {
            file: column.file.clone(),
            row: column.row,
            column: column.letters.clone(),
            header: column.header.clone(),
            read_as: column.read_as(),
        });
        ImportResult { titles, cards, findings: questions.chain(findings).collect(), columns: columns.collect() }
    }
}

fn finding(note: &Note) -> FindingRow {
    let severity = match note.weight {
        Weight::Error => "error",
        Weight::Warning => "warning",
        Weight::Note => "note",
    };
    let column = note.problem.place.as_ref().and_then(|place| place.cell.clone());
    let row = FindingRow::from(&note.problem);
    FindingRow { severity: severity.into(), field: column.unwrap_or(row.field), ..row }
}

fn write_plan(import: &Import, columns: &[ColumnRow], out: &mut impl Write) -> io::Result<()> {
    let plan = import.plan();
    plan.sheets.iter().try_for_each(|sheet| writeln!(out, "{sheet}"))?;
    if !columns.is_empty() {
        writeln!(out)?;
        let mut table = Table::new(&["column", "header", "read as"]);
        columns.iter().for_each(|row| table.add(vec![row.column.clone(), row.header.clone(), row.read_as.clone()]));
        table.write(3, width(), out)?;
    }
    for (heading, weight) in
        [("not understood", Weight::Error), ("worth a look", Weight::Warning), ("left out or merged", Weight::Note)]
    {
        let lines: Vec<String> = plan.of(weight).map(Note::line).collect();
        if !lines.is_empty() {
            writeln!(out, "\n{heading}")?;
            lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    for question in import.questions() {
        writeln!(out, "\nquestion: {}", question.asks)?;
        question.proposal.lines().filter(|line| !line.is_empty()).try_for_each(|line| writeln!(out, "    {line}"))?;
    }
    let (titles, cards) = import.size();
    let refused = plan.titles - titles;
    let rest = if refused > 0 { format!("; {} not read", counted(refused as u64, "title")) } else { String::new() };
    writeln!(out, "\n{}, {} read{rest}", counted(titles as u64, "title"), counted(cards as u64, "card"))
}
