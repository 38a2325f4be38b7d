//! Writes the trace of a game.

use std::io::Write;

use super::advice;
use super::args::{Args, OutputFormat};
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::progress::print_note;
use crate::report::trace::Format;
use crate::study::{Control, TraceRequest};

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if args.options && matches!(args.format, OutputFormat::Text) {
        let hint = Some("add --format json".to_owned());
        return Err(Failure::bad_input("--options lists the other options only in JSON", hint));
    }
    let (sets, adviser) = (args.decks.sets()?, args.advice.adviser());
    if let (Some(games), Some(adviser)) = (args.advice.games, &adviser) {
        return advice::tabulate(&sets, args, adviser, games, out);
    }
    let request = TraceRequest { table: args.table.request(), game: args.game, adviser };
    let format = match args.format {
        OutputFormat::Text => Format::Words,
        OutputFormat::Json => Format::Json { options: args.options },
    };
    let advice = request.write_with(&sets, format, &mut Control::default().watch(print_note), out)?;
    if let (Some(advice), OutputFormat::Text) = (advice, args.format) {
        writeln!(out)?;
        advice.write_questions(out)?;
    }
    Ok(Ending::Done)
}
