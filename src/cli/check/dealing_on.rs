//! Dealing on: an edited card that lies in few opening hands is dealt more often.

use std::time::Duration;

use super::Args;
use super::judge::{Judge, Wanting};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, threads};
use crate::run::{DealingOn, Further, Pairs};

/// Deals on behind the pairs that were played, if an edited title wants it, and plays at most as many again. Tells how
/// long that took, and nothing if it was stopped.
pub(super) fn play<const W: usize>(
    setups: [&Setup<W>; 2],
    args: &Args,
    pairs: &Pairs,
    judge: &mut Judge<'_, W>,
) -> Result<Option<(Further, Duration)>, Failure> {
    let Wanting { titles, deals } = judge.wanting(pairs);
    if titles.is_empty() {
        return Ok(Some(<(Further, Duration)>::default()));
    }
    let plan = &setups[0].plan;
    let dealing = DealingOn {
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
