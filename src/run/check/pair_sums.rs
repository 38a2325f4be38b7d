//! `PairSums`: the sums of pairs of games. Estimates need nothing else of the games, so the memory for them does not grow
//! with their number.

use serde::{Deserialize, Serialize};

use crate::deck::Deck;
use crate::game::{EventLog, LoggedTable};
use crate::ids::Seat;
use crate::run::deals::hands::Dealt;
use crate::run::engine::batches::Batches;
use crate::run::engine::error::RunError;
use crate::run::engine::game_result::Played;
use crate::run::engine::plan::Plan;
use crate::run::tally::{Tally, share_of_win};

/// Maximum number of batches whose counts are kept apart.
const MAX_BATCHES: usize = 48;
/// Blocks that a worker counts at a time.
// To deal and count a block takes a small part of the time of a game.
const BATCH: usize = 64;

/// A title by its indices before and after an edit; `None` in a deck without it.
pub(crate) type PairedTitle = (Option<usize>, Option<usize>);

/// Sums over the blocks of pairs of games.
///
/// A block with one deck has the *figures* `W[s]`, `N[s]`, turns and 1: the wins and games of the seats of each stratum `s`,
/// in units of `WIN`, its turns, and a constant. For each title it has the *deals* `w` and `n[s]`: the wins with it in an
/// opening hand, and its deals in each stratum. The sums are those of the products of all of these, once as the change from
/// the old deck to the new one and once with the old deck. All are whole numbers, and equal games add a change of 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Number of pairs of games.
    pub games: u64,
    /// Number of games that are identical in every choice.
    pub identical: u64,
    /// Number of games that had to be played with the deck after the edit.
    pub replayed: u64,
    /// Number of the first game with another winner.
    pub witness: Option<u64>,
    /// Number of games without a winner, of both decks together.
    pub unfinished: u64,
    /// Sum of the signatures of the games with both decks.
    pub signature: u64,
    /// Whether the games were stopped before their end.
    pub interrupted: bool,
    /// Number of players.
    players: usize,
    /// Strategies at turn positions.
    strata: usize,
    /// Products of the figures.
    figures: Vec<i64>,
    /// For each title: products of its deals with its deals, and with the figures.
    deals: Vec<Vec<i64>>,
    /// The counts of batches of about equal numbers of blocks with both decks, if they are kept. They are not stored.
    #[serde(skip)]
    pub(crate) tallies: Vec<[Tally; 2]>,
}

impl PairSums {
    fn empty(plan: &Plan, titles: usize) -> PairSums {
        let players = usize::from(plan.players());
        let strata = plan.strategies() * players;
        let tally = PairSums { players, strata, ..PairSums::default() };
        let (figures, deals) = (2 * tally.figure_count(), 2 * tally.deal_count());
        PairSums {
            figures: vec![0; figures * figures],
            deals: vec![vec![0; deals * (deals + figures)]; titles],
            ..tally
        }
    }

    /// Number of players.
    pub(crate) fn players(&self) -> usize {
        self.players
    }

    /// Number of strata: strategy x players + turn position.
    pub(crate) fn strata(&self) -> usize {
        self.strata
    }

    /// Number of figures of a block with one deck.
    pub(crate) fn figure_count(&self) -> usize {
        2 * self.strata + 2
    }

    /// Number of deals of a title in a block with one deck: their wins, and those of each stratum.
    pub(crate) fn deal_count(&self) -> usize {
        self.strata + 1
    }

    /// The sums of the figures with the deck before (0) or after (1) the edit.
    pub(crate) fn figure_sums(&self, arm: usize) -> Vec<i64> {
        let count = self.figure_count();
        // The last figure of the old deck is 1.
        let row = &self.figures[(2 * count - 1) * 2 * count..];
        (0..count).map(|figure| row[count + figure] + if arm == 1 { row[figure] } else { 0 }).collect()
    }

    /// The sums of the deals of a title with one of the decks.
    pub(crate) fn deal_sums(&self, title: usize, arm: usize) -> Vec<i64> {
        let (count, width) = (self.deal_count(), self.deal_width());
        let sum = |deal: usize| self.deals[title][deal * width + width - 1];
        (0..count).map(|deal| sum(count + deal) + if arm == 1 { sum(deal) } else { 0 }).collect()
    }

    /// The sum over blocks of the squared number of deals of a title with one of the decks.
    pub(crate) fn squared_deals(&self, title: usize, arm: usize) -> i64 {
        let (count, width) = (self.deal_count(), self.deal_width());
        // All but the wins, which come first.
        let of = |part: usize| part * count + 1..(part + 1) * count;
        let sum = |one: usize, other: usize| -> i64 {
            of(one).map(|row| self.deals[title][row * width..][of(other)].iter().sum::<i64>()).sum()
        };
        sum(1, 1) + if arm == 1 { sum(0, 0) + sum(0, 1) + sum(1, 0) } else { 0 }
    }

    /// The sum over blocks of a whole linear form of the figures, and of its square: the factors of their changes, then of
    /// their old values.
    pub(crate) fn moments(&self, form: &[i64]) -> [i128; 2] {
        let product =
            |row: &[i64]| -> i128 { row.iter().zip(form).map(|(sum, by)| i128::from(*sum) * i128::from(*by)).sum() };
        let rows = || self.figures.chunks_exact(2 * self.figure_count()).map(product);
        // The last figure is 1.
        [rows().next_back().unwrap_or(0), rows().zip(form).map(|(row, by)| row * i128::from(*by)).sum()]
    }

    /// The sum over blocks of the square of a linear form of the figures: the factors of their changes, then of their old
    /// values.
    pub(crate) fn squares(&self, form: &[f64]) -> f64 {
        let rows = self.figures.chunks_exact(2 * self.figure_count());
        rows.zip(form).map(|(row, factor)| factor * dot(form, row)).sum()
    }

    /// The same with a form of the deals of a title.
    pub(crate) fn squared_forms(&self, title: usize, deals: &[f64], figures: &[f64]) -> f64 {
        let rows = self.deals[title].chunks_exact(self.deal_width());
        let own = rows.zip(deals).map(|(row, factor)| {
            let (with_deals, with_figures) = row.split_at(deals.len());
            factor * (dot(deals, with_deals) + 2.0 * dot(figures, with_figures))
        });
        own.sum::<f64>() + self.squares(figures)
    }

    /// Number of products of a deal.
    fn deal_width(&self) -> usize {
        2 * (self.deal_count() + self.figure_count())
    }

    /// Adds other pairs of the same decks.
    fn merge(&mut self, other: &PairSums) {
        self.blocks += other.blocks;
        self.games += other.games;
        self.identical += other.identical;
        self.witness = self.witness.into_iter().chain(other.witness).min();
        self.unfinished += other.unfinished;
        self.signature = self.signature.wrapping_add(other.signature);
        add(&mut self.figures, &other.figures);
        self.deals.iter_mut().zip(&other.deals).for_each(|(sums, other)| add(sums, other));
    }

    /// Adds the counts of a batch. If there are too many batches, each becomes twice as large.
    fn add_batch(&mut self, batch: [Tally; 2]) {
        // Batches of one size: those that were joined take up further ones until they are as large as the others.
        match self.tallies.split_last_mut() {
            Some((last, others))
                if others.first().is_some_and(|first| last[0].blocks + batch[0].blocks <= first[0].blocks) =>
            {
                last.iter_mut().zip(&batch).for_each(|(sum, tally)| sum.merge(tally));
            }
            _ => self.tallies.push(batch),
        }
        if self.tallies.len() > MAX_BATCHES {
            let pairs = std::mem::take(&mut self.tallies);
            let mut batches = pairs.into_iter();
            while let Some(mut batch) = batches.next() {
                if let Some(next) = batches.next() {
                    batch.iter_mut().zip(&next).for_each(|(sum, tally)| sum.merge(tally));
                }
                self.tallies.push(batch);
            }
        }
    }
}

fn add(sums: &mut [i64], others: &[i64]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}

fn dot(form: &[f64], products: &[i64]) -> f64 {
    form.iter().zip(products).map(|(factor, product)| factor * *product as f64).sum()
}

/// A seat in a game: its stratum, and its share of the win.
#[derive(Clone, Copy)]
struct Sitting {
    stratum: usize,
    win: i64,
}

/// Adds up pairs block by block.
pub(crate) struct PairCounter<'a> {
    plans: [&'a Plan; 2],
    /// The strategy whose deals are counted with each deck; `None` for all.
    strategies: [Option<usize>; 2],
    /// The place of each title of each deck in the list.
    places: [Vec<Option<usize>>; 2],
    tally: PairSums,
    /// The seats, figures and deals of one block, and the places of the titles that were dealt.
    seats: Vec<Sitting>,
    figures: Vec<i64>,
    deals: Vec<i64>,
    dealt: Vec<usize>,
}

impl<'a> PairCounter<'a> {
    /// A counter of the deals of these titles.
    pub(crate) fn new(plans: [&'a Plan; 2], strategies: [Option<usize>; 2], titles: &[PairedTitle]) -> Self {
        let tally = PairSums::empty(plans[0], titles.len());
        let places = [|title: &PairedTitle| title.0, |title: &PairedTitle| title.1].map(|index| {
            let mut places = Vec::new();
            for (place, title) in titles.iter().enumerate().filter_map(|(place, title)| Some((place, index(title)?))) {
                places.resize(places.len().max(title + 1), None);
                places[title] = Some(place);
            }
            places
        });
        PairCounter {
            plans,
            strategies,
            places,
            seats: Vec::new(),
            figures: vec![0; 2 * tally.figure_count()],
            deals: vec![0; 2 * tally.deal_count() * titles.len()],
            dealt: Vec::new(),
            tally,
        }
    }

    /// The sums.
    pub(crate) fn into_tally(self) -> PairSums {
        self.tally
    }

    /// Adds a block: its games and opening hands with both decks.
    pub(crate) fn add(&mut self, block: u64, games: [&[Played]; 2], hands: [&[Dealt]; 2]) {
        let tally = &mut self.tally;
        tally.blocks += 1;
        tally.games += games[0].len() as u64;
        for (number, (before, after)) in (block * games[0].len() as u64..).zip(games[0].iter().zip(games[1])) {
            tally.identical += u64::from(before == after);
            if before.winners != after.winners {
                tally.witness.get_or_insert(number);
            }
            for game in [before, after] {
                tally.unfinished += u64::from(game.winners.is_empty());
                // Signatures are hashes; their sum wraps.
                tally.signature = tally.signature.wrapping_add(game.signature);
            }
        }
        self.figures.fill(0);
        for arm in 0..2 {
            self.sit_down(arm, games[arm]);
            self.add_figures(arm, games[arm]);
            self.add_deals(arm, hands[arm]);
        }
        self.add_products();
    }

    fn sit_down(&mut self, arm: usize, games: &[Played]) {
        let players = self.plans[arm].players();
        self.seats.clear();
        for (seating, played) in self.plans[arm].seatings().iter().zip(games) {
            self.seats.extend((0..players).map(Seat).map(|seat| {
                let position = (seat.0 + players - played.first.0) % players;
                let stratum = usize::from(seating[seat]) * usize::from(players) + usize::from(position);
                Sitting { stratum, win: share_of_win(played.winners, seat) as i64 }
            }));
        }
    }

    fn add_figures(&mut self, arm: usize, games: &[Played]) {
        let (strata, count) = (self.tally.strata, self.tally.figure_count());
        let (figures, mut add) = (&self.seats, adder(&mut self.figures, arm, count));
        for Sitting { stratum, win } in figures {
            add(*stratum, *win);
            add(strata + stratum, 1);
        }
        add(2 * strata, games.iter().map(|game| i64::from(game.turns)).sum());
        add(2 * strata + 1, 1);
    }

    fn add_deals(&mut self, arm: usize, hands: &[Dealt]) {
        let (players, count) = (self.tally.players, self.tally.deal_count());
        for dealt in hands {
            let Some(place) = self.places[arm].get(usize::from(dealt.title)).copied().flatten() else { continue };
            self.dealt.push(place);
            let mut add = adder(&mut self.deals[place * 2 * count..][..2 * count], arm, count);
            // Once for each game of the block.
            for Sitting { stratum, win } in self.seats.iter().skip(dealt.seat.index()).step_by(players) {
                if self.strategies[arm].is_none_or(|strategy| stratum / players == strategy) {
                    add(0, *win);
                    add(1 + stratum, 1);
                }
            }
        }
    }

    fn add_products(&mut self) {
        let (count, width) = (2 * self.tally.deal_count(), self.tally.deal_width());
        let figures = &self.figures;
        add_rows(&mut self.tally.figures, figures, [figures, &[]]);
        // A title with several copies, or with both decks, is listed several times.
        self.dealt.sort_unstable();
        self.dealt.dedup();
        for place in self.dealt.drain(..) {
            let deals = &mut self.deals[place * count..][..count];
            debug_assert_eq!(width, deals.len() + figures.len());
            add_rows(&mut self.tally.deals[place], deals, [deals, figures]);
            deals.fill(0);
        }
    }
}

/// Adds a value of a deck: to the old values, and to the change with its sign.
fn adder(values: &mut [i64], arm: usize, count: usize) -> impl FnMut(usize, i64) {
    move |index, value| {
        if arm == 0 {
            values[count + index] += value;
            values[index] -= value;
        } else {
            values[index] += value;
        }
    }
}

/// Adds the products of values with others, row by row.
fn add_rows(sums: &mut [i64], values: &[i64], others: [&[i64]; 2]) {
    let width = others[0].len() + others[1].len();
    // Most values are 0: few strata see a title, and most games do not change.
    for (row, value) in sums.chunks_exact_mut(width).zip(values).filter(|(_, value)| **value != 0) {
        row.iter_mut().zip(others.into_iter().flatten()).for_each(|(sum, other)| *sum += value * other);
    }
}

/// The games of some blocks with both decks.
#[derive(Serialize, Deserialize)]
pub(in crate::run) struct Chunk {
    /// The blocks.
    pub(in crate::run) blocks: Vec<u64>,
    /// Their games with the deck before the edit.
    pub(in crate::run) before: Vec<Played>,
    /// Their games with the deck after the edit.
    pub(in crate::run) after: Vec<Played>,
    /// Number of games that had to be played with the deck after the edit.
    pub(in crate::run) replayed: u64,
    /// The counts of batches of blocks, if they are kept.
    pub(in crate::run) tallies: Vec<[Tally; 2]>,
}

/// What is counted of the pairs of two decks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairCount<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The deck before and after the edit.
    pub decks: [&'a Deck; 2],
    /// The titles whose deals are counted.
    pub titles: &'a [PairedTitle],
    /// Number of threads.
    pub threads: usize,
}

impl PairCount<'_> {
    /// No pairs.
    pub(crate) fn empty(&self) -> PairSums {
        PairSums::empty(self.plan, self.titles.len())
    }

    /// Adds pairs. Their hands are dealt again: hands that were kept would take most of the memory.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(in crate::run) fn add(&self, tally: &mut PairSums, chunk: Chunk) -> Result<(), RunError> {
        let PairCount { plan, decks, threads, .. } = *self;
        let Chunk { blocks, before, after, replayed, tallies } = chunk;
        let seatings = plan.seatings().len();
        let begin = || {
            let tables = decks.map(|deck| LoggedTable::deal(deck, plan.game_setup(0), EventLog::new()));
            (PairCounter::new([plan; 2], [None; 2], self.titles), tables)
        };
        let count = |(counter, tables): &mut (PairCounter<'_>, [LoggedTable<'_>; 2]), number: u64| {
            let first = number as usize * BATCH;
            for (place, &block) in blocks.iter().enumerate().skip(first).take(BATCH) {
                let hands = tables.each_mut().map(|table| {
                    table.recorder().clear();
                    table.deal_again(plan.game_setup(block));
                    let deck = table.deck();
                    Dealt::all(table, deck, plan.players(), deck.masks.all).collect::<Vec<_>>()
                });
                let games = [&before, &after].map(|games| &games[place * seatings..][..seatings]);
                counter.add(block, games, [&hands[0], &hands[1]]);
            }
            Ok(())
        };
        // Not stopped: the games of this chunk are played.
        let stop = false.into();
        let batches = Batches { count: blocks.len().div_ceil(BATCH) as u64, threads, stop: &stop };
        // In any order: the sums are whole numbers.
        for (counter, _) in batches.work(begin, count, &mut |_| Ok(()))? {
            tally.merge(&counter.into_tally());
        }
        tally.replayed += replayed;
        tallies.into_iter().for_each(|batch| tally.add_batch(batch));
        Ok(())
    }
}
