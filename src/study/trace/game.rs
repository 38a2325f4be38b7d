//! One game of a table, written in words or as JSON lines.

use std::io::Write;

use crate::game::{Choice, CounterfactualDraw, Decision, Event, Mind, Outcome, View};
use crate::ids::{BySeat, Seat};
use crate::report::trace::{Answered, Format, Head, TraceError, write_game};
use crate::run::{Advising, Deviations, RunError};
use crate::strategy::{Memories, Player};
use crate::study::error::StudyError;
use crate::study::table::Setup;

/// Writes a game, and returns how it ends, with one drawn card replaced by `exchange`. The adviser, if any, judges each choice.
pub(in crate::study) fn write<'s>(
    setup: &'s Setup,
    game: u64,
    format: Format,
    exchange: CounterfactualDraw<'s>,
    mut advising: Option<(Advising<'_>, &mut Deviations)>,
    out: &mut dyn Write,
) -> Result<Outcome, StudyError> {
    let Setup { deck, profiles, players, plan, .. } = setup;
    let (block, seating) = plan.game(game);
    let seats = (0..plan.players()).map(Seat);
    let names: Vec<&str> = seats.map(|seat| profiles[usize::from(seating[seat])].name.as_str()).collect();
    let head = Head { seed: plan.seed(), game, strategies: &names };
    let players = BySeat(seating.0.map(|strategy| &players[usize::from(strategy)]));
    let mut memories: Memories = Memories::of(&players, BySeat::default());
    let mut advised = advising.as_ref().map(|(advising, _)| advising.adviser.memories());
    let answer = |view: View<'_>, asked: Decision, options: &[Choice], mind: &mut Mind, events: &[Event]| {
        let Decision { seat, question } = asked;
        events.iter().for_each(|&event| memories.note(&players, event));
        // The adviser starts from what the player knew before its choice, not from what it noted with it.
        let before = *mind;
        let choice = players[seat].choose_remembering(view, question, options, &memories[seat], mind);
        let advice = advising.as_mut().zip(advised.as_mut()).and_then(|((advising, found), advised)| {
            events.iter().for_each(|&event| advising.adviser.hear(event, advised));
            advising.judge(view, asked, options, choice, (advised, before), found)
        });
        Answered { choice, advice }
    };
    match write_game(deck, plan.game_setup(block), head, format, exchange, answer, out) {
        Ok(outcome) => Ok(outcome),
        Err(TraceError::Output(error)) => Err(error.into()),
        Err(TraceError::Game(error)) => Err(RunError::Game { seed: plan.seed(), game, error }.into()),
    }
}
