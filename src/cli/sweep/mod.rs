//! `kickdoor sweep`: varies one printed number and finds the value that balances the card.

mod play;

use std::io::Write;
use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::args::{DeckArgs, ReportArgs, TableArgs};
use super::failure::Failure;
use super::run::manifest;
use super::setup::{Setup, set_up, threads, with_width};
use super::stderr::unless_quiet;
use super::title::find_title;
use super::{Ending, count};
use crate::deck::{Deck, Number, Sets};
use crate::report::sweep::curve::curve;
use crate::report::sweep::{SweepManifest, SweepMetric, SweepQuestion, SweepReport};
use crate::report::{Manifest, counted};
use play::{SweepResults, Value, Values};

/// Maximum number of values in a sweep.
const MAX_VALUES: usize = 50;

/// Arguments of `sweep`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// The card, by id or name.
    #[arg(long, value_name = "ID")]
    card: String,

    /// The number to vary: level, treasures, levels, bonus, hands, gold, rank or copies, if the card's kind has it.
    #[arg(long)]
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

    /// Games per value.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000, value_parser = count::count)]
    games: u64,

    #[command(flatten)]
    table: TableArgs,

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

/// The decks to compare and the edited title.
struct Sweep {
    sets: Sets,
    /// One deck for each value; `None` for the printed value.
    edits: Vec<(i32, Option<Sets>)>,
    title: usize,
    question: SweepQuestion,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    let sweep = with_width!(sets, plan(sets.clone(), args))?;
    let edited = sweep.edits.iter().filter_map(|(_, edit)| edit.as_ref());
    let widest =
        edited.max_by_key(|edit| edit.card_ids()).filter(|edit| edit.card_ids() > sets.card_ids()).unwrap_or(&sets);
    with_width!(widest, measure(&sweep, args, out))
}

/// Finds the card and the number, and makes the edits.
fn plan<const W: usize>(sets: Sets, args: &Args) -> Result<Sweep, Failure> {
    let (values, target) = (args.values()?, args.target());
    let deck: Deck<W> = sets.compile(&args.table.switches())?;
    let title = find_title(&deck, &args.card)?;
    let card = &deck.titles[title];
    let field = Number::find(&args.field, &card.spec)?;
    let printed = field.of(&card.spec);
    let question = SweepQuestion {
        card: card.id.clone(),
        name: card.name.clone(),
        field: field.word(),
        printed,
        metric: args.metric,
        target,
    };
    let set = &deck.set_of(card).id;
    let edit = |value: i32| match value == printed {
        true => Ok((value, None)),
        false => sets.with_number(set, &card.id, field, value).map(|edit| (value, Some(edit))),
    };
    let edits = values
        .into_iter()
        .map(|value| edit(value).map_err(|error| Failure::from(error).about(&place_of(&question, value))));
    let edits = edits.collect::<Result<_, _>>()?;
    Ok(Sweep { sets, edits, title, question })
}

fn place_of(question: &SweepQuestion, value: i32) -> String {
    format!("{} with {} {value}", question.name, question.field)
}

fn measure<const W: usize>(sweep: &Sweep, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let setup: Setup<W> = set_up(&sweep.sets, &args.table, args.games)?;
    let list = values(sweep, args)?;
    let what = format!("-sweep-{}-{}", sweep.question.card, sweep.question.field);
    let mut folder = args.report.begin(&sweep.sets, args.table.players, &what)?;
    let played = Values { setup: &setup, list: &list, title: sweep.title };
    let measured = played.play(args)?;
    let complete = measured.as_ref().map_or(0, |measured| measured.points.len());
    let interrupted = complete < list.len();
    unless_quiet!(args.report.quiet || !interrupted, "stopped: {complete} of {} values are complete", list.len());
    let Some(measured) = measured.filter(|_| complete > 0) else { return Ok(Ending::Interrupted) };
    let report = SweepReport::new(sweep.question.clone(), table(&setup, args), &measured.points, &measured.printed);
    let run = Manifest { interrupted, ..run_manifest(&setup, args, &measured) };
    let shown = report.write_table(out);
    folder.add_rows(&report.rows)?;
    folder.add_text("sweep.svg", curve(&report));
    folder.add_manifest(&SweepManifest::new(run, measured.played, &report))?;
    let place = folder.publish()?;
    let (games, time) = (counted(measured.played, "game"), measured.time.as_secs_f64());
    unless_quiet!(args.report.quiet, "played {games} in {time:.1} s\nwritten to {}", place.display());
    shown?;
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Compiles the edits.
fn values<const W: usize>(sweep: &Sweep, args: &Args) -> Result<Vec<Value<W>>, Failure> {
    let compile = |edit| set_up(edit, &args.table, args.games);
    let values = sweep.edits.iter().map(|(value, edit)| {
        let edit = edit.as_ref().map(compile).transpose();
        let edit = edit.map_err(|failure| failure.about(&place_of(&sweep.question, *value)))?;
        Ok(Value { value: *value, edit })
    });
    values.collect()
}

/// The players and the number of games as text.
fn table<const W: usize>(setup: &Setup<W>, args: &Args) -> String {
    let (games, strategies) = (counted(setup.plan.games(), "game"), setup.names().join(", "));
    let TableArgs { players, seed, .. } = &args.table;
    format!("{players} players ({strategies}), seed {seed}, {games} with each value")
}

/// The manifest for the games of the printed deck, with the speed of all games.
fn run_manifest<const W: usize>(setup: &Setup<W>, args: &Args, measured: &SweepResults) -> Manifest {
    let run = manifest(setup, threads(args.report.threads), &measured.finished, measured.time);
    Manifest { games_per_second: measured.played as f64 / measured.time.as_secs_f64().max(1e-9), ..run }
}
