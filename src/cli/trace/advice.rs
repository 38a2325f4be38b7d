//! Advice in a trace: what another player would do.

use std::io::Write;
use std::num::NonZeroUsize;

use super::args::{ADVISER, AdviceArgs, Args, OutputFormat};
use crate::cli::failure::Failure;
use crate::cli::page::{Cut, width};
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, players_of, set_up, threads};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, interrupt};
use crate::deck::{Deck, Sets};
use crate::game::{Choice, Mind, Question, View};
use crate::ids::Seat;
use crate::report::advice::AdviceReport;
use crate::report::counted;
use crate::run::{Advising, Deviations, deviations};
use crate::strategy::{Advice, Adviser, Profile};

/// The adviser of a game, and the choices that it would make differently.
pub(super) struct Advised {
    name: String,
    adviser: Adviser,
    seat: Option<Seat>,
    found: Deviations,
}

impl Advised {
    /// The requested adviser, if any.
    pub(super) fn new(args: &AdviceArgs, setup: &Setup) -> Result<Option<Advised>, Failure> {
        let Some(name) = &args.advice else { return Ok(None) };
        let seat = args.seat.map(|seat| seat_of(seat, setup.plan.players())).transpose()?;
        let (name, adviser) = adviser(name, args.to_the_end, &setup.deck)?;
        let mut found = Deviations::default();
        found.begin_game(0);
        Ok(Some(Advised { name, adviser, seat, found }))
    }

    fn advising(&self) -> Advising<'_> {
        Advising { adviser: &self.adviser, seat: self.seat }
    }

    /// The choice of the adviser instead of `made`; `None` if it is the same.
    pub(super) fn judge(
        &mut self,
        view: View<'_>,
        question: Question,
        options: &[Choice],
        made: Choice,
        mind: Mind,
    ) -> Option<Advice> {
        let advising = Advising { adviser: &self.adviser, seat: self.seat };
        advising.judge(view, question, options, made, mind, &mut self.found)
    }

    /// How often it would choose differently.
    pub(super) fn report(&self) -> AdviceReport {
        AdviceReport::new(&self.name, &self.found)
    }
}

/// The adviser with this name or path.
fn adviser(name: &str, to_the_end: bool, deck: &Deck) -> Result<(String, Adviser), Failure> {
    let profile = Profile::find(name)?;
    let player = players_of(std::slice::from_ref(&profile), deck)?.pop();
    match player.and_then(|player| Adviser::new(player, to_the_end)) {
        Some(adviser) => Ok((profile.name, adviser)),
        None => {
            let message = format!("`{}` has the brain `{}`, which does not look ahead", profile.name, profile.brain);
            Err(Failure::bad_input(message, Some(format!("an adviser has the brain `{ADVISER}`"))))
        }
    }
}

fn seat_of(seat: NonZeroUsize, players: u8) -> Result<Seat, Failure> {
    match u8::try_from(seat.get()) {
        Ok(number) if number <= players => Ok(Seat(number - 1)),
        _ => {
            let message = format!("there is no seat {seat}, expected 1 to {players}");
            Err(Failure::bad_input(message, Some("--players sets the number of seats".into())))
        }
    }
}

/// Plays games and prints how often and how the adviser would choose differently.
pub(super) fn tabulate(sets: &Sets, args: &Args, games: u64, out: &mut impl Write) -> Result<Ending, Failure> {
    let setup: Setup = set_up(sets, &args.table, games)?;
    let AdviceArgs { quiet, threads: asked, .. } = args.advice;
    let Some(mut advised) = Advised::new(&args.advice, &setup)? else { return Ok(Ending::Done) };
    let stop = interrupt::listen(quiet);
    let mut progress = Progress::new(setup.plan.games(), quiet);
    let watch = &mut |games| progress.note(games);
    let played = deviations(setup.arm(), &setup.plan, advised.advising(), threads(asked), stop, watch);
    progress.finish();
    let (found, interrupted) = played?;
    advised.found = found;
    let report = advised.report();
    match args.format {
        OutputFormat::Text => {
            args.advice.page.print(Cut::First, out, |page| {
                writeln!(page, "{}\n", title(&setup, advised.found.games))?;
                report.write_questions(page)?;
                report.write_deviations(width(), page)
            })?;
        }
        OutputFormat::Json => writeln!(out, "{:#}", serde_json::json!(report))?,
    }
    unless_quiet!(quiet || !interrupted, "stopped after {}", counted(advised.found.games, "game"));
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// The games in one line.
fn title(setup: &Setup, games: u64) -> String {
    let sets = setup.deck.sets.iter().map(|set| set.id.as_str()).collect::<Vec<_>>().join(" + ");
    let (players, seed) = (setup.plan.players(), setup.plan.seed());
    let (names, games) = (setup.names().join(", "), counted(games, "game"));
    format!("{sets}, {players} players ({names}), seed {seed}: {games}")
}
