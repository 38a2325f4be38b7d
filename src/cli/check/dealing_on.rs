//! Extra deals of an edited card that is in few opening hands.

use std::time::Duration;

use super::Args;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, threads};
use crate::report::check::judge::{ChangeJudge, Imprecise};
use crate::run::{Further, FurtherDeals, Pairs};

/// If the change of an edited title is too imprecise, deals further blocks and plays at most the same number of pairs
/// as before. Returns these pairs and the elapsed time, or nothing if interrupted.
pub(super) fn play<const W: usize>(
    setups: [&Setup<W>; 2],
    args: &Args,
    pairs: &Pairs,
    judge: &mut ChangeJudge<'_, W>,
) -> Result<Option<(Further, Duration)>, Failure> {
    let Imprecise { titles, deals } = judge.imprecise(pairs);
    if titles.is_empty() {
        return Ok(Some(<(Further, Duration)>::default()));
    }
    let plan = &setups[0].plan;
    let dealing = FurtherDeals {
        plan,
        arms: setups.map(Setup::arm),
        titles: &titles,
        deals,
        most: plan.blocks() as usize,
        threads: threads(args.threads),
    };
    let stop = interrupt::listen(args.quiet);
    let mut progress = Progress::new(plan.games(), args.quiet);
    let Some(deals) = dealing.deal(stop)? else { return Ok(None) };
    progress.expect(deals.found() * plan.seatings().len() as u64);
    let further = dealing.play(deals, stop, &mut |games| progress.note(games))?;
    let time = progress.finish();
    Ok(further.map(|further| (further, time)))
}
