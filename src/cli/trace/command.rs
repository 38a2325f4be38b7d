//! Writes the trace of a game.

use std::io::Write;

use super::advice;
use super::advice::Advised;
use super::args::{Args, OutputFormat};
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::setup::{Setup, set_up};
use crate::deck::Sets;
use crate::game::{Choice, CounterfactualDraw, Decision, Mind, View};
use crate::ids::Seat;
use crate::report::trace;
use crate::report::trace::{Answered, Head, TraceError};
use crate::run::RunError;
use crate::strategy::Player;

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if args.options && matches!(args.format, OutputFormat::Text) {
        let hint = Some("add --format json".to_owned());
        return Err(Failure::bad_input("--options lists the other options only in JSON", hint));
    }
    let sets = args.decks.sets()?;
    trace_game(&sets, args, out)
}

fn trace_game(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if let Some(games) = args.advice.games {
        return advice::tabulate(sets, args, games, out);
    }
    // Games count from 0.
    let setup: Setup = set_up(sets, &args.table, args.game.saturating_add(1))?;
    let format = match args.format {
        OutputFormat::Text => trace::Format::Words,
        OutputFormat::Json => trace::Format::Json { options: args.options },
    };
    let mut advised = Advised::new(&args.advice, &setup)?;
    let exchange = CounterfactualDraw::none(&setup.deck);
    write_advised_game(&setup, args.game, format, exchange, advised.as_mut(), out)?;
    if let (Some(advised), OutputFormat::Text) = (advised, args.format) {
        writeln!(out)?;
        advised.report().write_questions(out)?;
    }
    Ok(Ending::Done)
}

/// Writes the trace of one game, with one drawn card replaced by `exchange`.
pub(in crate::cli) fn write_game<'s>(
    setup: &'s Setup,
    game: u64,
    format: trace::Format,
    exchange: CounterfactualDraw<'s>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    write_advised_game(setup, game, format, exchange, None, out)
}

/// Writes the trace of one game with advice, if any.
fn write_advised_game<'s>(
    setup: &'s Setup,
    game: u64,
    format: trace::Format,
    exchange: CounterfactualDraw<'s>,
    mut advised: Option<&mut Advised>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Setup { deck, profiles, players, plan } = setup;
    let (block, seating) = plan.game(game);
    let seats = (0..plan.players()).map(Seat);
    let names: Vec<&str> = seats.map(|seat| profiles[usize::from(seating[seat])].name.as_str()).collect();
    let head = Head { seed: plan.seed(), game, strategies: &names };
    let answer = |view: View<'_>, decision: Decision, options: &[Choice], mind: &mut Mind| {
        // The adviser starts from what the player knew before its choice, not from what it noted with it.
        let before = *mind;
        let choice = players[usize::from(seating[decision.seat])].choose(view, decision.question, options, mind);
        let judge = |advised: &mut &mut Advised| advised.judge(view, decision.question, options, choice, before);
        Answered { choice, advice: advised.as_mut().and_then(judge) }
    };
    match trace::write_game(deck, plan.game_setup(block), head, format, exchange, answer, out) {
        Ok(_) => Ok(()),
        Err(TraceError::Output(error)) => Err(error.into()),
        Err(TraceError::Game(error)) => Err(RunError::Game { seed: plan.seed(), game, error }.into()),
    }
}
