//! `Crew`: workers that share a plan.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::batches::{Batches, batch_size, is_slow};
use super::call::{Call, CallSize, Step};
use super::error::RunError;
use super::kept::{Kept, KeptGame, KeptPart};
use super::parts::{PartBatches, PartWorker};
use super::plan::Plan;
use super::tables::{Tables, tables};
use super::worker::{GameRow, Work};
use crate::deck::Deck;
use crate::ids::{CardSet, StoreKey};
use crate::random::mix;
use crate::run::engine::draw_odds::Expected;
use crate::run::tally::{FINE, Tally};
use crate::strategy::Strategy;

/// Blocks that a worker takes at a time.
// Handing out a batch takes no time beside its games, and a stopped run ends soon.
const BATCH: u64 = 16;
/// Blocks of a part that is kept.
// A shorter part would take a file of its own for few games, and a longer one would seldom be asked for again.
const PART: u64 = 1024;
/// The same if a player looks ahead.
const SLOW_PART: u64 = 4;
/// Number of parts that are played at a time.
// Enough batches for many threads, and few enough games to keep in memory.
const GROUP: usize = 16;
/// Blocks used to estimate how often each strategy wins.
const TRIAL: u64 = 128;
/// Master seed of these blocks.
// The letters of "expected".
const TRIALS: u64 = 0x6578_7065_6374_6564;

/// Workers that play one plan in parallel.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy],
    /// Number of threads.
    pub threads: usize,
    /// The blocks to play; they may be after the last block of the plan.
    pub blocks: Blocks<'a>,
    /// Cards whose draws are recorded, see `GameRow::drawn`.
    pub watched: CardSet,
    /// Expected wins, if draws are tallied: see `Crew::expected`.
    pub expected: Option<&'a Expected>,
    /// Whether pairs of cards in opening hands are counted, see `Tally::pairs`. All seats must have one strategy.
    pub pairs: bool,
    /// Where its games are kept, if they are.
    pub kept: Option<&'a Kept>,
}

/// Blocks to play, in ascending order.
#[derive(Clone, Copy, Debug)]
pub enum Blocks<'a> {
    /// A range.
    From {
        /// The first block.
        first: u64,
        /// The end, exclusive.
        end: u64,
    },
    /// A list.
    Listed(&'a [u64]),
}

impl Blocks<'_> {
    /// Number of blocks.
    pub(in crate::run) fn count(self) -> u64 {
        match self {
            Blocks::From { first, end } => end.saturating_sub(first),
            Blocks::Listed(blocks) => blocks.len() as u64,
        }
    }

    /// The place after the part of this size that begins at a place. Parts of a range end at the same blocks in every range.
    fn end_of_part(self, place: u64, size: u64) -> u64 {
        match self {
            Blocks::From { first, .. } => ((first + place) / size + 1).saturating_mul(size) - first,
            Blocks::Listed(_) => place.saturating_add(size),
        }
    }

    /// The block at a place.
    pub(in crate::run) fn at(self, place: u64) -> u64 {
        match self {
            Blocks::From { first, .. } => first + place,
            Blocks::Listed(blocks) => blocks[place as usize],
        }
    }
}

/// Receives every game in order.
pub(crate) type Listing<'l> = &'l mut dyn FnMut(&GameRow) -> io::Result<()>;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The counts.
    pub tally: Tally,
    /// Whether the run was stopped before its end. The games played are a prefix of the plan.
    pub interrupted: bool,
}

/// A batch of blocks after play.
struct Batch {
    /// Index of its part.
    part: usize,
    games: u64,
    rows: Vec<Row>,
    /// The counts of the batch, if its worker played only this batch.
    tally: Option<Tally>,
}

/// A game, and the cards that were drawn in it.
type Row = (GameRow, CardSet);

impl<'a> Crew<'a> {
    /// A crew that plays a whole plan and watches no card.
    pub fn new(plan: &'a Plan, deck: &'a Deck, players: &'a [Strategy], threads: usize) -> Self {
        let blocks = Blocks::From { first: 0, end: plan.blocks() };
        let (watched, expected) = (CardSet::EMPTY, None);
        Crew { plan, deck, players, threads, blocks, watched, expected, pairs: false, kept: None }
    }

    /// Estimated win rate of each strategy at this table, from a few games with another seed.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn expected(&self, stop: &AtomicBool) -> Result<Expected, RunError> {
        // Other games than those of the run: draw values are unbiased only with expected wins that do not depend on the
        // tallied games.
        let plan = self.plan.with_seed(mix(self.plan.seed() ^ TRIALS));
        let blocks = Blocks::From { first: 0, end: TRIAL };
        let crew = Crew { blocks, kept: self.kept, ..Crew::new(&plan, self.deck, self.players, self.threads) };
        let strata = crew.play(stop, &mut |_| {}, None)?.tally.strata;
        let expected = |strategy: usize| {
            let of = strata.of_strategy(strategy);
            let sum = |sums: &[u64]| of.iter().map(|&stratum| sums[stratum]).sum::<u64>() as i64;
            sum(strata.wins()) * FINE / sum(strata.games()).max(1)
        };
        Ok(Expected((0..self.plan.strategies()).map(expected).collect()))
    }

    /// Plays the plan to its end.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn play_all(&self) -> Result<Finished, RunError> {
        self.play(&AtomicBool::new(false), &mut |_| {}, None)
    }

    /// Plays the plan until it ends or `stop` is set. Batches of blocks are taken in order and finished, or aborted and
    /// not counted, so the games played are a prefix of the plan.
    ///
    /// `watch` receives the number of games played, at least ten times a second. `rows`, if any, receives the games in
    /// order.
    ///
    /// # Errors
    /// If a game cannot continue, or if `rows` fails.
    pub fn play(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
        rows: Option<Listing<'_>>,
    ) -> Result<Finished, RunError> {
        let mut whole = self.worker(&*tables(self.deck)).take_tally();
        let size = if is_slow(self.players) { SLOW_PART } else { PART };
        self.play_all_parts((size, true), stop, watch, rows, &mut |tally| whole.merge(&tally))?;
        Ok(Finished { interrupted: whole.blocks < self.blocks.count(), tally: whole })
    }

    /// The same in parts of this many blocks. `each` receives the counts of each part, in order; those of the last one may
    /// be of fewer blocks if the run was stopped.
    ///
    /// # Errors
    /// If a game cannot continue, or if `rows` fails.
    pub(in crate::run) fn play_parts(
        &self,
        size: u64,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
        rows: Option<Listing<'_>>,
        each: &mut dyn FnMut(Tally),
    ) -> Result<(), RunError> {
        self.play_all_parts((size, false), stop, watch, rows, each)
    }

    /// The same; if parts may be `joined`, `each` receives their sums.
    fn play_all_parts(
        &self,
        (size, joined): (u64, bool),
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
        mut rows: Option<Listing<'_>>,
        each: &mut dyn FnMut(Tally),
    ) -> Result<(), RunError> {
        let tables = &*tables(self.deck);
        let (mut games, mut next, slow) = (0, 0, is_slow(self.players));
        let places = self.blocks.count();
        let size_of_call = CallSize { places, games: self.games(&(0..places)), slow, may_end: false };
        let mut call = Call::begin("games", size_of_call)?;
        let group = PartGroup { crew: self, tables, listing: rows.is_some(), is_journaled: call.is_kept() };
        let is_divided = !joined || self.kept.is_some() || call.is_kept();
        let size = if is_divided { size } else { u64::MAX };
        while !stop.load(Ordering::Relaxed) {
            match call.next::<KeptPart>(next)? {
                Step::End => break,
                Step::Known(places, part) => next = self.pass_on(places, part, (&mut games, watch), &mut rows, each)?,
                Step::Check(places, part) => {
                    call.compare(next, &part, &group.again(&places)?.watching(self.watched))?;
                    next = self.pass_on(places, part, (&mut games, watch), &mut rows, each)?;
                }
                Step::Do(places) => {
                    // The first value of a call is of one part, so that it takes little time to check it.
                    let most = if places.start == 0 && call.is_kept() { 1 } else { GROUP };
                    let parts = group.next_parts(places, size, most);
                    // Values of a part of the call are only kept.
                    let mut unlisted = None;
                    let rows = if call.is_whole() { &mut rows } else { &mut unlisted };
                    let mut keep = |(places, part): PlacedPart| {
                        next = places.end;
                        if call.is_kept() {
                            call.add(places, &part.watching(self.watched));
                        }
                        each(part.tally);
                    };
                    if !group.play_parts(parts, joined && !slow, stop, (&mut games, watch), rows, &mut keep)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Passes on a known part. Returns its end.
    fn pass_on(
        &self,
        places: Range<u64>,
        part: KeptPart,
        (games, watch): (&mut u64, &mut dyn FnMut(u64)),
        rows: &mut Option<Listing<'_>>,
        each: &mut dyn FnMut(Tally),
    ) -> Result<u64, RunError> {
        *games += self.games(&places);
        list(rows, &self.rows_of(&places, &part.games))?;
        watch(*games);
        each(part.tally);
        Ok(places.end)
    }

    fn worker<'t>(&'t self, tables: &'t dyn Tables) -> Box<dyn Work + 't> {
        tables.worker(self.plan, self.players, self.watched, self.expected, self.pairs)
    }

    /// Number of games of these places.
    fn games(&self, places: &Range<u64>) -> u64 {
        (places.end - places.start) * self.plan.seatings().len() as u64
    }

    /// The games of a part that was kept.
    fn rows_of(&self, places: &Range<u64>, kept: &[KeptGame]) -> Vec<Row> {
        let seatings = self.plan.seatings();
        let games = places.clone().flat_map(|place| {
            let block = self.blocks.at(place);
            seatings.iter().enumerate().map(move |(number, seating)| (block, number, *seating))
        });
        let row = |((block, number, seating), kept): ((u64, usize, _), &KeptGame)| {
            let (game, cards) = (block * seatings.len() as u64 + number as u64, kept.cards());
            let KeptGame { winners, first, turns, deaths, signature, .. } = *kept;
            let drawn = cards.meets(&self.watched);
            (GameRow { game, block, number, seating, winners, turns, deaths, signature, first, drawn }, cards)
        };
        games.zip(kept).map(row).collect()
    }
}

/// A part with its places.
type PlacedPart = (Range<u64>, KeptPart);

/// Plays parts, as many as are played at a time.
struct PartGroup<'a> {
    crew: &'a Crew<'a>,
    tables: &'a dyn Tables,
    listing: bool,
    /// Whether the parts are kept in the journal of the study.
    is_journaled: bool,
}

impl PartGroup<'_> {
    /// The next parts of these places that are not kept, at most `most`, and the kept one after them, if it is the next.
    fn next_parts(&self, places: Range<u64>, size: u64, most: usize) -> (Vec<Range<u64>>, Option<PlacedPart>) {
        let (mut next, mut missing) = (places.start, Vec::new());
        while next < places.end && missing.len() < most {
            let part = next..places.end.min(self.crew.blocks.end_of_part(next, size));
            if let Some(found) = self.find(&part) {
                return (missing, Some((part, found)));
            }
            next = part.end;
            missing.push(part);
        }
        (missing, None)
    }

    /// Plays parts, and takes the kept one after them. `keep` receives them, or their sum if they are `joined`. Returns false
    /// if stopped.
    fn play_parts(
        &self,
        (missing, found): (Vec<Range<u64>>, Option<PlacedPart>),
        joined: bool,
        stop: &AtomicBool,
        (games, watch): (&mut u64, &mut dyn FnMut(u64)),
        rows: &mut Option<Listing<'_>>,
        keep: &mut dyn FnMut(PlacedPart),
    ) -> Result<bool, RunError> {
        let mut sum: Option<PlacedPart> = None;
        let mut add = |places: Range<u64>, part: KeptPart| match &mut sum {
            Some((all, sum)) if joined => {
                all.end = places.end;
                sum.add(part);
            }
            sum => sum.replace((places, part)).into_iter().for_each(&mut *keep),
        };
        let whole = self.play(&missing, stop, (games, watch), rows, &mut add)?;
        if let Some((places, part)) = found.filter(|_| whole) {
            *games += self.crew.games(&places);
            list(rows, &self.crew.rows_of(&places, &part.games))?;
            add(places, part);
        }
        watch(*games);
        sum.into_iter().for_each(keep);
        Ok(whole)
    }

    /// A part, played again.
    fn again(&self, places: &Range<u64>) -> Result<KeptPart, RunError> {
        let never = AtomicBool::new(false);
        let mut parts = Vec::new();
        let mut take = |_, part| parts.push(part);
        self.play(std::slice::from_ref(places), &never, (&mut 0, &mut |_| ()), &mut None, &mut take)?;
        parts.pop().ok_or(RunError::Thread)
    }

    /// Plays parts. `take` receives them in order; the last one may be cut short. Returns false if stopped.
    fn play(
        &self,
        parts: &[Range<u64>],
        stop: &AtomicBool,
        (games, watch): (&mut u64, &mut dyn FnMut(u64)),
        rows: &mut Option<Listing<'_>>,
        take: &mut dyn FnMut(Range<u64>, KeptPart),
    ) -> Result<bool, RunError> {
        if parts.is_empty() {
            return Ok(true);
        }
        let PartGroup { crew, tables, .. } = *self;
        let size = batch_size(crew.players, BATCH);
        let cut = PartBatches::new(parts, size);
        let batches = Batches { count: cut.count(), threads: crew.threads, stop };
        let mut done: Vec<Option<(Tally, Vec<Row>)>> =
            vec![Some((crew.worker(tables).take_tally(), Vec::new())); parts.len()];
        let is_collected = crew.kept.is_some() || self.is_journaled;
        let mut next = 0;
        let mut receive = |batch: Option<(u64, Batch)>| {
            if let Some((_, batch)) = batch {
                // The parts before it are complete, and their counts are known if batches are counted one by one.
                if batch.tally.is_some() {
                    (next..batch.part).for_each(|part| self.pass_on(&parts[part], done[part].take(), take));
                    next = batch.part;
                }
                *games += batch.games;
                list(rows, &batch.rows)?;
                if let Some((sum, rows)) = &mut done[batch.part] {
                    batch.tally.iter().for_each(|tally| sum.merge(tally));
                    rows.extend(if is_collected { batch.rows } else { Vec::new() });
                }
            }
            watch(*games);
            Ok(())
        };
        // A batch of a player that looks ahead may be aborted, so its counts must not be in the tally of a worker yet.
        let workers = if size < BATCH {
            batches.work(|| (), |_: &mut (), number| self.play_alone(cut.at(number)), &mut receive)?;
            Vec::new()
        } else {
            let begin = || PartWorker::new(crew.worker(tables));
            let play = |worker: &mut PartWorker<'_>, number| {
                let (part, places) = cut.at(number);
                worker.turn_to(part);
                self.play_batch(&mut *worker.work, part, places)
            };
            batches.work(begin, play, &mut receive)?
        };
        // In any order: tallies are sums of whole numbers.
        for (part, tally) in workers.into_iter().flat_map(PartWorker::into_tallies) {
            done[part].iter_mut().for_each(|(sum, _)| sum.merge(&tally));
        }
        let blocks: u64 = done.iter().flatten().map(|(tally, _)| tally.blocks).sum();
        let left: u64 = parts[next..].iter().map(|part| part.end - part.start).sum();
        (next..parts.len()).for_each(|part| self.pass_on(&parts[part], done[part].take(), take));
        Ok(blocks == left)
    }

    /// Passes on a part as far as it was played, and keeps it if it is whole.
    fn pass_on(
        &self,
        places: &Range<u64>,
        done: Option<(Tally, Vec<Row>)>,
        take: &mut dyn FnMut(Range<u64>, KeptPart),
    ) {
        let Some((tally, rows)) = done.filter(|(tally, _)| tally.blocks > 0) else { return };
        let played = places.start..places.start + tally.blocks;
        let part = KeptPart::of(tally, &rows);
        if played == *places {
            self.keep(places, &part);
        }
        take(played, part);
    }

    /// Plays a batch with a worker of its own, whose counts are discarded if the batch is aborted.
    fn play_alone(&self, (part, places): (usize, Range<u64>)) -> Result<Batch, RunError> {
        let mut worker = self.crew.worker(self.tables);
        let batch = self.play_batch(&mut *worker, part, places)?;
        Ok(Batch { tally: Some(worker.take_tally()), ..batch })
    }

    fn play_batch(&self, worker: &mut dyn Work, part: usize, places: Range<u64>) -> Result<Batch, RunError> {
        let games = self.crew.games(&places);
        let mut rows = Vec::with_capacity(if self.listing { games as usize } else { 0 });
        for place in places {
            worker.play_block(self.crew.blocks.at(place), &mut |row, cards| {
                if self.listing {
                    rows.push((row, cards));
                }
            })?;
        }
        Ok(Batch { part, games, rows, tally: None })
    }

    /// A part that is kept.
    fn find(&self, places: &Range<u64>) -> Option<KeptPart> {
        let crew = self.crew;
        let games = if self.listing { crew.games(places) } else { 0 };
        let part: KeptPart = crew.kept?.find(&self.key(places)?)?;
        // Bytes that were kept are those of this program; a part of other blocks would still be an error.
        (part.tally.blocks == places.end - places.start && part.games.len() as u64 == games).then_some(part)
    }

    fn keep(&self, places: &Range<u64>, part: &KeptPart) {
        if let Some((kept, key)) = self.crew.kept.zip(self.key(places)) {
            kept.keep(&key, part);
        }
    }

    /// What identifies the games of a part, and what is kept of them.
    fn key(&self, places: &Range<u64>) -> Option<StoreKey> {
        let Crew { plan, blocks, expected, pairs, .. } = *self.crew;
        let kept = self.crew.kept?;
        let blocks: Vec<u64> = places.clone().map(|place| blocks.at(place)).collect();
        Some(kept.key(plan, &blocks, &("games", self.listing, pairs, expected.map(|expected| &expected.0))))
    }
}

/// Passes on games to a listing, if any.
fn list(rows: &mut Option<Listing<'_>>, games: &[Row]) -> io::Result<()> {
    match rows {
        Some(rows) => games.iter().try_for_each(|(row, _)| rows(row)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_range_end_at_multiples_of_their_size() {
        let ends = |blocks: Blocks<'_>| [0, 24, 100].map(|place| blocks.end_of_part(place, 1024));
        assert_eq!(ends(Blocks::From { first: 1000, end: 9000 }), [24, 1048, 1048]);
        assert_eq!(ends(Blocks::Listed(&[])), [1024, 1048, 1124]);
        assert_eq!(Blocks::From { first: 7, end: 9000 }.end_of_part(0, u64::MAX), u64::MAX - 7);
    }
}
