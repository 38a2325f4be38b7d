//! `kickdoor sweep`: varies one printed number and finds the value that balances the card.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::args::{DeckArgs, ReportArgs, TableArgs};
use super::cache::CacheArg;
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::Cut;
use super::pilot::{pilot, with_decks};
use super::run::command;
use super::stderr::unless_quiet;
use super::{Ending, count};
use crate::report::page::PageResult;
use crate::report::sweep::{SweepMetric, SweepQuestion};
use crate::report::{Printed, Reported, counted};
use crate::study::impact::PRECISION;
use crate::study::sweep::request::MAX_VALUES;
use crate::study::{PlanRequest, PlanResult, SweepRequest, SweepResult};

/// Arguments of `sweep`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// The card, by id or name.
    #[arg(long, value_name = "ID")]
    card: String,

    /// The number to vary: its path in the card's entry, such as level, bonus, copies or `strength[0].add`.
    #[arg(long, value_name = "PATH")]
    field: String,

    /// Values to try, including both ends, such as 4..12.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    range: String,

    /// Step between values.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count::from_one)]
    step: NonZeroUsize,

    /// Metric to show; the file has all metrics.
    #[arg(long, default_value = SweepMetric::OpeningValue.word(), value_parser = metric_parser())]
    metric: SweepMetric,

    /// Target of the metric; win rates in percentage points [default: 0 for opening_value, otherwise none].
    #[arg(long, value_name = "X", allow_hyphen_values = true, value_parser = count::number)]
    target: Option<f64>,

    /// Half-width of the 95% intervals of the opening value, in percentage points; determines the number of games.
    #[arg(long, value_name = "POINTS", default_value_t = PRECISION, value_parser = count::number)]
    precision: f64,

    /// Games per value, instead of --precision [default: 20000 for metrics other than opening_value].
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count, conflicts_with = "precision")]
    games: Option<u64>,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    cache: CacheArg,

    #[command(flatten)]
    report: ReportArgs,
}

fn metric_parser() -> impl TypedValueParser<Value = SweepMetric> {
    let words = PossibleValuesParser::new(SweepMetric::ALL.map(SweepMetric::word));
    words.map(|word| SweepMetric::ALL.into_iter().find(|metric| metric.word() == word).unwrap_or(SweepMetric::ALL[0]))
}

impl Args {
    /// The values of the range.
    fn values(&self) -> Result<Vec<i32>, Failure> {
        let parsed = self.range.split_once("..").and_then(|(low, high)| {
            let ends = (count::signed(low.trim())?, count::signed(high.trim())?);
            (ends.0 <= ends.1).then_some(ends)
        });
        let Some((low, high)) = parsed else {
            let message = format!("the range is `{}`, expected two whole numbers, the lower one first", self.range);
            return Err(Failure::bad_input(message, Some("`--range 4..12` means 4 to 12, both included".into())));
        };
        // One value more than allowed shows that there are too many, without a list of billions.
        let values: Vec<i32> = (low..=high).step_by(self.step.get()).take(MAX_VALUES + 1).collect();
        if values.len() > MAX_VALUES {
            let message = format!("the range has more than {MAX_VALUES} values");
            return Err(Failure::bad_input(message, Some("choose a smaller range or a larger --step".into())));
        }
        Ok(values)
    }

    /// The target of the metric; a fraction of 1 if it is a rate.
    fn target(&self) -> Option<f64> {
        let default = (self.metric == SweepMetric::OpeningValue).then_some(0.0);
        self.target.map(|target| target / self.metric.unit()).or(default)
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let (sets, quiet) = (args.decks.sets()?, args.report.play.quiet);
    let request = request(args)?;
    let SweepQuestion { card, field, .. } = request.check(&sets)?;
    // A path has signs that a shell would read.
    let field = field.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let name = format!("-sweep-{card}-{}", field.trim_end_matches('-'));
    let mut folder = args.report.begin(&sets, args.table.players, &name)?;
    let result = args
        .report
        .play
        .study_with(&args.cache, request.games.unwrap_or_default(), |control| request.play_with(&sets, control))?;
    let Some(SweepResult { mut manifest, report, .. }) = result else { return Ok(Ending::Interrupted) };
    manifest.command = command();
    let result = Reported::new(&manifest, &report);
    // Errors of the output count only after the files are written.
    let shown = args.report.output.print(&result, Cut::Ends, out, |page| report.write_table(page));
    folder.add_tables(&report.tables())?;
    folder.add_pictures(report.pictures());
    folder.add_result(&manifest, &report)?;
    let place = folder.publish()?;
    let (games, time) = (counted(manifest.played(), "game"), manifest.duration_seconds);
    unless_quiet!(quiet, "played {games} in {time:.1} s\nwritten to {}", place.display());
    shown?;
    args.report.html.write(|| PageResult::new(&manifest, &report), quiet)?;
    Ok(if manifest.interrupted { Ending::Interrupted } else { Ending::Done })
}

fn request(args: &Args) -> Result<SweepRequest, Failure> {
    let Args { card, field, metric, games, precision, .. } = args;
    let request = SweepRequest::of(args.table.request(), card, field);
    let request = SweepRequest { games: *games, precision: *precision, ..request };
    Ok(request.values(args.values()?).metric(*metric, args.target()))
}

/// `plan sweep`
pub(super) fn plan(args: &Args) -> Result<(PlanResult, OutputArgs), Failure> {
    let request = request(args)?;
    let table = with_decks(request.table, &args.decks.decks, &args.decks.base);
    pilot(&PlanRequest::Sweep(SweepRequest { table, ..request }), args.report.play, args.report.output)
}
