//! `Firings`: how often each card was drawn and played, and how often each of its effects took place.

use std::sync::atomic::AtomicBool;

use super::batches::Batches;
use super::company::Company;
use super::error::RunError;
use super::pairs::Arm;
use super::plan::{Chairs, Plan};
use crate::deck::{Deck, Play};
use crate::game::{Event, Recorder, Table, Zone};
use crate::ids::{CardId, Seat};

/// Number of blocks in a batch.
const BLOCKS: u64 = 64;

/// Something that happens with a card and is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firing {
    /// A player drew it.
    Drawn,
    /// A player played it from hand, or when opening the door; a monster: it was fought.
    Played,
    /// A player chose its use with this index.
    Use(u8),
    /// Its trigger with this index took place.
    Trigger(u8),
    /// A runner suffered its Bad Stuff.
    BadStuff,
    /// It struck a victim.
    Curse,
}

/// What is counted for the titles of a deck, in the order of the titles.
#[derive(Clone, Debug)]
pub struct Firings {
    /// The kinds of firing of each title.
    pub kinds: Vec<Vec<Firing>>,
    /// The place of the first kind of each title in the counts of a strategy.
    first: Vec<usize>,
    /// The counts of each strategy.
    counts: Vec<Vec<u64>>,
    /// Number of games.
    pub games: u64,
    /// Whether the run was stopped before its end.
    pub interrupted: bool,
}

impl Firings {
    fn none<const W: usize>(deck: &Deck<W>, strategies: usize) -> Firings {
        let kinds: Vec<Vec<Firing>> = deck.titles.iter().map(|title| kinds(deck, title.first)).collect();
        let places = |sum: &mut usize, kinds: &Vec<Firing>| Some(std::mem::replace(sum, *sum + kinds.len()));
        let first = kinds.iter().scan(0, places).collect();
        let all = kinds.iter().map(Vec::len).sum();
        Firings { kinds, first, counts: vec![vec![0; all]; strategies], games: 0, interrupted: false }
    }

    /// How often something happened with a title in the hands of a strategy.
    pub fn count(&self, title: usize, firing: Firing, strategy: usize) -> u64 {
        self.place(title, firing).map_or(0, |place| self.counts[strategy][place])
    }

    fn place(&self, title: usize, firing: Firing) -> Option<usize> {
        let place = self.kinds[title].iter().position(|kind| *kind == firing)?;
        Some(self.first[title] + place)
    }

    fn note(&mut self, title: usize, firing: Firing, strategy: u8) {
        if let Some(place) = self.place(title, firing) {
            self.counts[usize::from(strategy)][place] += 1;
        }
    }

    fn add(&mut self, other: &Firings) {
        self.games += other.games;
        for (sum, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *sum += more;
        }
    }
}

/// The kinds of firing of a card.
fn kinds<const W: usize>(deck: &Deck<W>, card: CardId) -> Vec<Firing> {
    let info = deck.card(card);
    let mut kinds = vec![Firing::Drawn, Firing::Played];
    if info.play == Play::Role {
        kinds.clear();
    }
    kinds.extend((0..info.uses.len as u8).map(Firing::Use));
    kinds.extend((0..info.triggers.len as u8).map(Firing::Trigger));
    kinds.extend((!info.bad_stuff.is_empty()).then_some(Firing::BadStuff));
    kinds.extend((info.play == Play::Curse).then_some(Firing::Curse));
    kinds
}

/// Counts the firings of a game.
struct Counter<'a, const W: usize> {
    deck: &'a Deck<W>,
    chairs: Chairs,
    firings: Firings,
    fighting: Seat,
}

impl<const W: usize> Counter<'_, W> {
    fn note(&mut self, card: CardId, firing: Firing, seat: Seat) {
        let title = usize::from(self.deck.card(card).title);
        self.firings.note(title, firing, self.chairs[seat]);
    }

    fn moved(&mut self, card: CardId, from: Zone, to: Zone) {
        let play = self.deck.card(card).play;
        match (from, to) {
            _ if play == Play::Monster => {}
            (Zone::Hand(seat), Zone::Table(_) | Zone::Played) => self.note(card, Firing::Played, seat),
            (Zone::Played, Zone::Table(seat)) if play != Play::Curse => self.note(card, Firing::Played, seat),
            _ => {}
        }
    }
}

impl<const W: usize> Recorder for Counter<'_, W> {
    fn record(&mut self, event: Event) {
        match event {
            Event::Draw { seat, card, .. } => self.note(card, Firing::Drawn, seat),
            Event::Move { card, from, to } => self.moved(card, from, to),
            Event::Used { seat, card, n } => self.note(card, Firing::Use(n), seat),
            Event::Triggered { seat, card, n } => self.note(card, Firing::Trigger(n), seat),
            Event::BadStuff { seat, card, .. } => self.note(card, Firing::BadStuff, seat),
            Event::CurseLands { card, victim, .. } => self.note(card, Firing::Curse, victim),
            Event::FightBegins { seat, card } => {
                self.fighting = seat;
                self.note(card, Firing::Played, seat);
            }
            Event::MonsterJoins { card, .. } => self.note(card, Firing::Played, self.fighting),
            _ => {}
        }
    }
}

/// Plays a plan and counts what happens with each card.
///
/// # Errors
/// If a game fails, which a shipped player never causes.
pub fn firings<const W: usize>(
    arm: Arm<'_, W>,
    plan: &Plan,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Firings, RunError> {
    let strategies = arm.players.len();
    let batches = Batches { count: plan.blocks().div_ceil(BLOCKS), threads, stop };
    let mut sum = Firings::none(arm.deck, strategies);
    let batch = |_: &mut (), number: u64| {
        let mut counted = Firings::none(arm.deck, strategies);
        for block in number * BLOCKS..plan.blocks().min((number + 1) * BLOCKS) {
            count_block(arm, plan, block, &mut counted)?;
        }
        Ok(counted)
    };
    let mut take = |counted: Option<(u64, Firings)>| {
        if let Some((_, counted)) = counted {
            sum.add(&counted);
        }
        on_progress(sum.games);
        Ok(())
    };
    batches.work(|| (), batch, &mut take)?;
    sum.interrupted = sum.games < plan.games();
    Ok(sum)
}

/// Plays all seatings of a block.
fn count_block<const W: usize>(
    arm: Arm<'_, W>,
    plan: &Plan,
    block: u64,
    counted: &mut Firings,
) -> Result<(), RunError> {
    for (seating, &chairs) in plan.seatings().iter().enumerate() {
        let firings = Firings { games: 0, ..Firings::none(arm.deck, arm.players.len()) };
        let counter = Counter { deck: arm.deck, chairs, firings, fighting: Seat(0) };
        let company = Company::new(arm.players, chairs);
        let mut table = Table::deal_to(arm.deck, plan.seating(block), counter, company);
        let game = block * plan.seatings().len() as u64 + seating as u64;
        company.play_on(&mut table).map_err(|error| RunError::Game { seed: plan.seed(), game, error })?;
        let mut firings = table.into_recorder().firings;
        firings.games = 1;
        counted.add(&firings);
    }
    Ok(())
}
