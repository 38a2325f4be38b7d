//! The course of a check: a pilot, then looks at more and more games until everything is decided.

use crate::report::check::judge::{ChangeJudge, Imprecise, Need};
use crate::run::{Before, Blocks, Further, FurtherDeals, PairSums, Played, RunControl, RunError};
use crate::stats::SPENT;
use crate::study::control::Control;
use crate::study::pairs::TwoDecks;
use crate::study::pilot::{PILOT, pilot_blocks};

/// The fewest games of the first look. A spread that was estimated from fewer would be unreliable.
const FIRST: u64 = 4 * PILOT;

/// The games of a check.
#[derive(Default)]
pub(super) struct Games {
    pub(super) pairs: PairSums,
    pub(super) further: Further,
    /// The games with the deck after the edit, if they are listed.
    pub(super) after: Vec<Played>,
}

/// A check while it is played.
pub(super) struct Course<'c> {
    pub(super) decks: TwoDecks<'c>,
    /// Whether the number of games follows from what they show.
    pub(super) planned: bool,
    /// The games of the deck before the edit.
    pub(super) known: Before<'c>,
    /// Whether the counts of the games are kept.
    pub(super) tallied: bool,
    pub(super) judge: ChangeJudge<'c>,
    pub(super) games: Games,
    /// Whether the games with the deck after the edit are listed.
    pub(super) listed: bool,
    /// Number of pairs at each look.
    pub(super) looks: Vec<u64>,
}

impl Course<'_> {
    /// Plays until everything is decided, the maximum of games is reached, or the check is stopped.
    ///
    /// Each look has twice the pairs of the one before it if a metric needs more pairs, and half the variance of the
    /// edited titles if one of them needs more deals.
    pub(super) fn play(&mut self, control: &mut Control<'_>) -> Result<(), RunError> {
        let most = self.decks.before.plan.blocks();
        let mut blocks = if self.planned { self.plan(control)?.0 } else { most };
        let mut deals = 0;
        for (look, share) in SPENT.into_iter().enumerate() {
            self.play_up_to(blocks, control)?;
            self.deal_on(deals, control)?;
            let interrupted = self.games.pairs.interrupted;
            if interrupted && look > 0 {
                return Ok(());
            }
            let last = !self.planned || interrupted || look + 1 == SPENT.len();
            let undecided = self.judge.look(&self.games.pairs, &self.games.further, if last { 1.0 } else { share });
            self.looks.push(self.games.pairs.games);
            // More deals would be in vain while another metric can have no more pairs.
            let in_vain = undecided.pairs && blocks == most;
            if last || in_vain || !(undecided.pairs || undecided.deals) {
                return Ok(());
            }
            if undecided.pairs {
                blocks = most.min(2 * blocks);
            }
            deals += u32::from(undecided.deals);
        }
        Ok(())
    }

    /// Plays the pilot. Returns the number of blocks at the first look, and what each metric needs.
    pub(super) fn plan(&mut self, control: &mut Control<'_>) -> Result<(u64, Vec<Need>), RunError> {
        let plan = &self.decks.before.plan;
        let (most, seatings) = (plan.blocks(), plan.seatings().len() as u64);
        self.play_up_to(pilot_blocks(plan), control)?;
        let needs = self.judge.needs(&self.games.pairs);
        let first = FIRST.div_ceil(seatings).min(most);
        Ok(((ChangeJudge::blocks_needed(&needs) as u64).clamp(first, most), needs))
    }

    /// Plays pairs until there are this many blocks.
    fn play_up_to(&mut self, blocks: u64, control: &mut Control<'_>) -> Result<(), RunError> {
        let Games { pairs, further, after } = &mut self.games;
        let seatings = self.decks.before.plan.seatings().len() as u64;
        if pairs.interrupted || pairs.blocks >= blocks {
            return Ok(());
        }
        control.begin_after(pairs.games + further.pairs.games);
        control.expect(blocks * seatings - pairs.games);
        let (threads, stop, listed) = (control.thread_count(), control.stop_flag(), self.listed);
        let list = &mut |games: &[Played]| after.extend_from_slice(if listed { games } else { &[] });
        let control = RunControl { stop, on_progress: &mut |games| control.played(games) };
        let range = Blocks::From { first: pairs.blocks, end: blocks };
        let pairing = self.decks.pairing(self.known, self.tallied, threads);
        pairing.count(range, &self.judge.count(threads), pairs, list, control)
    }

    /// Deals further blocks until the edited titles are as precise as this look needs, and plays at most as many of them
    /// as there are pairs.
    fn deal_on(&mut self, look: u32, control: &mut Control<'_>) -> Result<(), RunError> {
        let Games { pairs, further, .. } = &mut self.games;
        if pairs.interrupted {
            return Ok(());
        }
        let Imprecise { titles, deals } = self.judge.deals_needed(pairs, look);
        let plan = &self.decks.before.plan;
        let seatings = plan.seatings().len() as u64;
        let [paired, played] = [&*pairs, &further.pairs].map(|pairs| pairs.blocks);
        // Together no more than the pairs of the plan: their maximum limits both.
        let most = (paired << look).min(plan.blocks()).saturating_sub(played);
        if deals <= further.dealt || most == 0 {
            return Ok(());
        }
        let dealing = FurtherDeals {
            plan,
            dealt: further.dealt,
            arms: [self.decks.before.arm(), self.decks.after.arm()],
            titles: &titles,
            deals: deals - further.dealt,
            most: most as usize,
            threads: control.thread_count(),
        };
        let stop = control.stop_flag();
        let found = dealing.deal(stop)?;
        control.begin_after((paired + played) * seatings);
        control.expect(found.as_ref().map_or(0, |found| found.blocks.len() as u64 * seatings));
        pairs.interrupted |= match found {
            Some(found) => !dealing.count(&found, further, stop, &mut |games| control.played(games))?,
            None => true,
        };
        Ok(())
    }
}
