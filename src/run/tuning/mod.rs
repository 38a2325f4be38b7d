//! Tuning: a search for better settings of a strategy against a field.
//!
//! Each generation varies the best settings so far, and all variants play the same blocks. After each stage the worse
//! half drops out and the others play twice as many blocks. The last one replaces the best settings only if it wins
//! more in further blocks that both play. All decisions are made with whole numbers.

mod duel;
mod moves;
mod proposals;
mod search;
mod trial;

pub use duel::BlockDifferences;
pub use moves::Move;
pub use search::{Generation, Search, SearchPlan};
pub use trial::{Trial, TrialControl, Trials};

use std::sync::atomic::AtomicBool;

use self::proposals::resized;
use self::search::{CONFIRMATION, CONFIRMATIONS};
use super::contest::Contest;
use super::error::RunError;
use crate::deck::Deck;
use crate::strategy::{Profile, Setting, Strategy};

/// Standard errors, in halves, that end the comparison early.
const CERTAIN: u64 = 6;
/// Standard errors, in halves, that a variant must be ahead at the end.
const BETTER: u64 = 3;
/// Number of variants whose changes are proposed again in the next generation.
const LEADS: usize = 4;

/// A search: the strategy, its settings and the field.
#[derive(Clone, Copy, Debug)]
pub struct Tuner<'a, const W: usize> {
    /// The deck.
    pub deck: &'a Deck<W>,
    /// The strategy at the start.
    pub start: &'a Profile,
    /// Its settings.
    pub settings: &'a [Setting],
    /// The strategies in the other seats.
    pub field: &'a [Profile],
    /// The contest of strategy 0 against the field.
    pub contest: &'a Contest,
    /// Number of games and size of a generation.
    pub plan: SearchPlan,
    /// Number of threads.
    pub threads: usize,
}

/// The variants of a generation in play.
struct Race<'a, const W: usize> {
    trial: Trial<'a, W>,
    /// Next block.
    block: u64,
    games: u64,
    signature: u64,
}

impl<const W: usize> Tuner<'_, W> {
    /// Plays one generation and adds it to the search. Returns whether it is complete; a generation that was stopped
    /// changes nothing.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn generation(
        &self,
        search: &mut Search,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<bool, RunError> {
        let moves = search.proposals(self.settings, self.contest.seed());
        let all = [vec![search.positions.clone()], moves.iter().map(|(_, positions)| positions.clone()).collect()];
        let players = self.players(&all.concat());
        let trial = Trial { contest: self.contest, deck: self.deck, players: &players, threads: self.threads };
        let mut race = Race { trial, block: search.blocks, games: search.games, signature: search.signature };
        let mut control = TrialControl { stop, on_progress };
        let Some(ranked) = race.halve(moves.len(), search.size, &mut control)? else { return Ok(false) };
        let Some((accepted, wins)) = race.confirm(ranked[0], search.size, &mut control)? else { return Ok(false) };
        let kept: Vec<_> = ranked.iter().take(LEADS).map(|place| moves[place - 1].0.clone()).collect();
        let survived = |place: usize| ranked[..ranked.len().div_ceil(2)].contains(&(place + 1));
        search.steps = resized(search, self.settings, &moves, survived, accepted.then(|| ranked[0] - 1));
        if accepted {
            search.positions.clone_from(&moves[ranked[0] - 1].1);
        } else {
            search.size = (search.size + search.size.div_ceil(5)).min(self.plan.largest);
        }
        search.leads = kept;
        (search.blocks, search.games, search.signature) = (race.block, race.games, race.signature);
        search.history.push(Generation::new(race.games, accepted, &search.positions, &wins));
        Ok(true)
    }

    /// Players at these positions, then those of the field.
    fn players(&self, positions: &[Vec<i64>]) -> Vec<Strategy<W>> {
        let variants = positions.iter().map(|positions| self.start.at(self.settings, positions).compile(self.deck));
        variants.chain(self.field.iter().map(|profile| profile.compile(self.deck))).collect()
    }

    /// Plays the best settings so far and those at the start in the same blocks; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn test(
        &self,
        contest: &Contest,
        search: &Search,
        control: &mut TrialControl<'_>,
    ) -> Result<Option<Trials>, RunError> {
        let players = self.players(&[self.start.positions(self.settings), search.positions.clone()]);
        let trial = Trial { contest, deck: self.deck, players: &players, threads: self.threads };
        trial.play(&[0, 1], 0..contest.blocks_for(self.plan.test / 2), search.games, control)
    }
}

impl<const W: usize> Race<'_, W> {
    /// Plays blocks with some variants; `None` if stopped.
    fn play(
        &mut self,
        variants: &[usize],
        blocks: u64,
        control: &mut TrialControl<'_>,
    ) -> Result<Option<Vec<Vec<u16>>>, RunError> {
        let range = self.block..self.block + blocks;
        let Some(trials) = self.trial.play(variants, range.clone(), self.games, control)? else { return Ok(None) };
        self.block = range.end;
        self.games += trials.games;
        self.signature = self.signature.wrapping_add(trials.signature);
        Ok(Some(trials.wins))
    }

    /// Halves the variants `1..=count` until one remains. Returns all of them, the last one first.
    fn halve(
        &mut self,
        count: usize,
        size: u64,
        control: &mut TrialControl<'_>,
    ) -> Result<Option<Vec<usize>>, RunError> {
        let mut alive: Vec<(u64, usize)> = (1..=count).map(|variant| (0, variant)).collect();
        let (mut ranked, mut blocks) = (Vec::new(), size);
        while alive.len() > 1 {
            let variants: Vec<usize> = alive.iter().map(|(_, variant)| *variant).collect();
            let Some(wins) = self.play(&variants, blocks, control)? else { return Ok(None) };
            for ((sum, _), wins) in alive.iter_mut().zip(wins) {
                *sum += wins.into_iter().map(u64::from).sum::<u64>();
            }
            alive.sort_by_key(|&(sum, variant)| (std::cmp::Reverse(sum), variant));
            let out = alive.split_off(alive.len().div_ceil(2));
            ranked.splice(0..0, out.into_iter().map(|(_, variant)| variant));
            blocks *= 2;
        }
        ranked.splice(0..0, alive.into_iter().map(|(_, variant)| variant));
        Ok(Some(ranked))
    }

    /// Compares a variant with the best settings so far, variant 0, in further blocks. Returns whether the variant is
    /// better, and the wins of the better one in each block.
    fn confirm(
        &mut self,
        variant: usize,
        size: u64,
        control: &mut TrialControl<'_>,
    ) -> Result<Option<(bool, Vec<u16>)>, RunError> {
        let mut differences = BlockDifferences::default();
        let mut all = [Vec::new(), Vec::new()];
        for number in 1..=CONFIRMATIONS {
            let Some(wins) = self.play(&[0, variant], CONFIRMATION * size, control)? else { return Ok(None) };
            differences.add_all(&wins[1], &wins[0]);
            all.iter_mut().zip(wins).for_each(|(all, wins)| all.extend(wins));
            let needed = if number == CONFIRMATIONS { BETTER } else { CERTAIN };
            if differences.sum <= 0 || differences.is_ahead(needed) {
                break;
            }
        }
        let accepted = differences.is_ahead(BETTER);
        let [incumbent, variant] = all;
        Ok(Some((accepted, if accepted { variant } else { incumbent })))
    }
}
