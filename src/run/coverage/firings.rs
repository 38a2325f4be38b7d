//! `Firings`: how often each card was held, drawn and played, and how often each of its parts took effect.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::deck::compiled::{Grants, Title};
use crate::deck::language::{CardSpec, Modifier};
use crate::deck::{Deck, Play};
use crate::game::{AnyPlayers, Event, EventLog, LoggedTable, Outcome, Part, Zone};
use crate::ids::{BySeat, CardId, CardSet, Seat};
use crate::run::check::pairs::Arm;
use crate::run::engine::batches::{Batches, Journaled, batch_size, is_slow};
use crate::run::engine::error::RunError;
use crate::run::engine::game_sums::GameSums;
use crate::run::engine::plan::{Plan, Seating};
use crate::run::engine::seated_players::Company;

/// Number of blocks in a batch.
const BLOCKS: u64 = 64;

/// Something that happens with a card and is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Firing {
    /// A player held it in a game, in hand or in play; counted once for each game and player.
    Held,
    /// A player who held it played it, or one of its parts took effect; counted once for each game and player.
    Employed,
    /// A player drew it.
    Drawn,
    /// A player played it from hand, or when opening the door; a monster: it was fought.
    Played,
    /// Its bonus counted for a fighter.
    Bonus,
    /// Its strength modifier with this index counted in a fight.
    Strength(u8),
    /// Its flee modifier with this index counted in a roll to run away.
    Flee(u8),
    /// The monster did not pursue a runner.
    Pursues,
    /// Its grants applied at the start of its owner's turn or in its owner's fight.
    Grants,
    /// A player chose its use with this index.
    Use(u8),
    /// Its trigger with this index took effect.
    Trigger(u8),
    /// A runner suffered its Bad Stuff.
    BadStuff,
    /// It struck a victim.
    Curse,
}

impl Firing {
    /// The part of the card's entry; `None` if it is about the whole card.
    pub(crate) fn part(self) -> Option<String> {
        match self {
            Firing::Held | Firing::Employed | Firing::Drawn | Firing::Played => None,
            Firing::Bonus => Some("bonus".to_owned()),
            Firing::Strength(n) => Some(format!("strength[{n}]")),
            Firing::Flee(n) => Some(format!("flee[{n}]")),
            Firing::Pursues => Some("pursues".to_owned()),
            Firing::Grants => Some("grants".to_owned()),
            Firing::Use(n) => Some(format!("use[{n}]")),
            Firing::Trigger(n) => Some(format!("on[{n}]")),
            Firing::BadStuff => Some("bad_stuff".to_owned()),
            Firing::Curse => Some("curse".to_owned()),
        }
    }

    /// The part of the card's entry, or what happened with the whole card.
    pub fn word(self) -> String {
        self.part().unwrap_or_else(|| {
            let word = match self {
                Firing::Held => "held",
                Firing::Employed => "employed",
                Firing::Drawn => "drawn",
                _ => "played",
            };
            word.to_owned()
        })
    }
}

/// How often one thing happened with a title, in the hands of each strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiringCount {
    /// What happened.
    pub firing: Firing,
    /// How often, by strategy.
    pub counts: Vec<u64>,
}

/// The counts of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firings {
    /// Everything that can happen with each title, in the order of the titles.
    pub titles: Vec<Vec<FiringCount>>,
    /// The games.
    pub sums: GameSums,
}

impl Firings {
    fn none(deck: &Deck, strategies: usize) -> Firings {
        let none = |firing| FiringCount { firing, counts: vec![0; strategies] };
        let titles = deck.titles.iter().map(|title| kinds(deck, title).into_iter().map(none).collect());
        Firings { titles: titles.collect(), sums: GameSums::default() }
    }

    /// Counts a firing; returns false if the title has no such part.
    fn note(&mut self, title: usize, firing: Firing, strategy: u8) -> bool {
        let found = self.titles[title].iter_mut().find(|found| found.firing == firing);
        found.map(|found| found.counts[usize::from(strategy)] += 1).is_some()
    }

    fn add(&mut self, other: &Firings) {
        self.sums.merge(other.sums);
        for (sum, more) in self.titles.iter_mut().flatten().zip(other.titles.iter().flatten()) {
            sum.counts.iter_mut().zip(&more.counts).for_each(|(sum, more)| *sum += more);
        }
    }
}

/// The kinds of firing of a title.
fn kinds(deck: &Deck, title: &Title) -> Vec<Firing> {
    let (info, spec) = (deck.card(title.first), &title.spec);
    let mut kinds = match info.play {
        Play::Monster | Play::Curse => vec![Firing::Drawn, Firing::Played],
        Play::Role => vec![Firing::Held, Firing::Employed],
        _ => vec![Firing::Held, Firing::Employed, Firing::Drawn, Firing::Played],
    };
    let stays = info.play.is_of_character() || info.play == Play::Role || info.play == Play::Item && !info.once;
    kinds.extend((stays && info.bonus != 0).then_some(Firing::Bonus));
    kinds.extend((0..spec.strength.len() as u8).map(Firing::Strength));
    kinds.extend((0..spec.flee.len() as u8).map(Firing::Flee));
    kinds.extend(spec.pursues.is_some().then_some(Firing::Pursues));
    kinds.extend((info.grants != Grants::default() || info.room > 0).then_some(Firing::Grants));
    kinds.extend((0..info.uses.len as u8).map(Firing::Use));
    kinds.extend((0..info.triggers.len as u8).map(Firing::Trigger));
    kinds.extend((!info.bad_stuff.is_empty()).then_some(Firing::BadStuff));
    kinds.extend((info.play == Play::Curse).then_some(Firing::Curse));
    kinds
}

/// A list of modifiers, and what is counted for its entries.
struct Modifiers {
    list: fn(&CardSpec) -> &[Modifier],
    firing: fn(u8) -> Firing,
}

const STRENGTH: Modifiers = Modifiers { list: |spec| &spec.strength, firing: Firing::Strength };
const FLEE: Modifiers = Modifiers { list: |spec| &spec.flee, firing: Firing::Flee };

/// Whether a modifier always adds the same number.
fn is_steady(modifier: &Modifier) -> bool {
    modifier.each.is_none() && modifier.condition.is_none()
}

/// Counts the firings of one game after another, from the logs of the games.
struct Counter<'a> {
    deck: &'a Deck,
    seating: Seating,
    firings: Firings,
    /// The main player of the fight.
    fighting: Seat,
    held: BySeat<CardSet>,
    employed: BySeat<CardSet>,
}

impl<'a> Counter<'a> {
    fn new(arm: Arm<'a>) -> Self {
        let firings = Firings::none(arm.deck, arm.players.len());
        let (seating, held, employed) = Default::default();
        Counter { deck: arm.deck, seating, firings, fighting: Seat(0), held, employed }
    }

    fn note(&mut self, card: CardId, firing: Firing, seat: Seat) {
        let title = usize::from(self.deck.card(card).title);
        if self.firings.note(title, firing, self.seating[seat]) && firing != Firing::Drawn {
            self.employed[seat].insert(card);
        }
    }

    fn moved(&mut self, card: CardId, from: Zone, to: Zone) {
        let play = self.deck.card(card).play;
        if let Zone::Hand(seat) | Zone::Table(seat) = to {
            self.held[seat].insert(card);
        }
        if let (Zone::Table(seat), false) = (to, play == Play::Role) {
            self.employed[seat].insert(card);
        }
        match (from, to) {
            // Monsters are counted by the events of the fight, which know the main player.
            _ if play == Play::Monster => {}
            (Zone::Hand(seat), Zone::Table(_) | Zone::Played) => self.note(card, Firing::Played, seat),
            (Zone::Played, Zone::Table(seat)) if play != Play::Curse => self.note(card, Firing::Played, seat),
            _ => {}
        }
    }

    /// Counts the modifiers of a card without condition.
    fn steady(&mut self, card: CardId, seat: Seat, modifiers: &Modifiers) {
        let spec = &self.deck.title(card).spec;
        let steady = (0..).zip((modifiers.list)(spec)).filter(|(_, modifier)| is_steady(modifier));
        steady.for_each(|(place, _)| self.note(card, (modifiers.firing)(place), seat));
    }

    /// Counts the conditional modifier of a card with an index among them.
    fn conditional(&mut self, card: CardId, seat: Seat, modifiers: &Modifiers, n: u8) {
        let spec = &self.deck.title(card).spec;
        let mut conditional = (0..).zip((modifiers.list)(spec)).filter(|(_, modifier)| !is_steady(modifier));
        if let Some((place, _)) = conditional.nth(n.into()) {
            self.note(card, (modifiers.firing)(place), seat);
        }
    }

    /// Counts a game of these players.
    fn add_game(&mut self, seating: Seating, outcome: Outcome, log: &EventLog<'_>) {
        self.seating = seating;
        self.firings.sums.add_game(self.deck, outcome, &log.events);
        log.events.iter().for_each(|event| self.count(*event));
        log.parts.iter().for_each(|&(seat, card, part)| self.count_part(seat, card, part));
        self.close_game();
    }

    /// Counts what each player held and employed in the game.
    fn close_game(&mut self) {
        for seat in (0..self.held.0.len() as u8).map(Seat) {
            for (cards, firing) in
                [(self.held[seat], Firing::Held), (self.held[seat] & self.employed[seat], Firing::Employed)]
            {
                let mut titles: Vec<u16> = cards.iter().map(|card| self.deck.card(card).title).collect();
                // Copies of a title have consecutive ids, so equal titles are neighbours.
                titles.dedup();
                for title in titles {
                    self.firings.note(title.into(), firing, self.seating[seat]);
                }
            }
        }
        (self.held, self.employed) = Default::default();
    }

    fn count(&mut self, event: Event) {
        match event {
            Event::Draw { seat, card, .. } => self.note(card, Firing::Drawn, seat),
            Event::Move { card, from, to } => self.moved(card, from, to),
            Event::Used { seat, card, n } => self.note(card, Firing::Use(n), seat),
            Event::Triggered { seat, card, n } => self.note(card, Firing::Trigger(n), seat),
            Event::Suffered { seat, card } => {
                let bad_stuff = self.deck.card(card).play == Play::Monster;
                self.note(card, if bad_stuff { Firing::BadStuff } else { Firing::Curse }, seat);
            }
            Event::BadStuff { seat, card, .. } => self.note(card, Firing::BadStuff, seat),
            Event::NotPursued { seat, card, .. } => self.note(card, Firing::Pursues, seat),
            Event::CurseLands { card, victim, .. } => self.note(card, Firing::Curse, victim),
            Event::FightBegins { seat, card } => {
                self.fighting = seat;
                self.note(card, Firing::Played, seat);
            }
            Event::TakenOver { seat } => self.fighting = seat,
            Event::MonsterJoins { card, .. } => self.note(card, Firing::Played, self.fighting),
            _ => {}
        }
    }

    fn count_part(&mut self, seat: Seat, card: CardId, part: Part) {
        if self.deck.masks.reminders.contains(card) {
            return;
        }
        match part {
            Part::Steady => {
                self.note(card, Firing::Bonus, seat);
                self.steady(card, seat, &STRENGTH);
            }
            Part::Strength(n) => self.conditional(card, seat, &STRENGTH, n),
            Part::SteadyFlee => self.steady(card, seat, &FLEE),
            Part::Flee(n) => self.conditional(card, seat, &FLEE, n),
            Part::Grants => self.note(card, Firing::Grants, seat),
        }
    }
}

/// Plays a plan and counts what happens with each card.
///
/// # Errors
/// If a game fails, which a shipped player never causes.
pub fn firings(
    arm: Arm<'_>,
    plan: &Plan,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Firings, RunError> {
    let strategies = arm.players.len();
    let size = batch_size(arm.players, BLOCKS);
    let batches = Batches { count: plan.blocks().div_ceil(size), threads, stop };
    let mut sum = Firings::none(arm.deck, strategies);
    let batch =
        |_: &mut (), number: u64| count_blocks(arm, plan, number * size..plan.blocks().min((number + 1) * size));
    let mut take = |counted: Option<(u64, Firings)>| {
        if let Some((_, counted)) = counted {
            sum.add(&counted);
        }
        on_progress(sum.sums.games);
        Ok(())
    };
    let slow = is_slow(arm.players);
    let journaled = Journaled { name: "parts of cards", games: plan.games(), slow, may_end: false };
    batches.work_kept(journaled, || (), batch, |_| true, &mut take)?;
    Ok(sum)
}

/// Plays all seatings of some blocks.
fn count_blocks(arm: Arm<'_>, plan: &Plan, blocks: Range<u64>) -> Result<Firings, RunError> {
    let (seed, seatings) = (plan.seed(), plan.seatings());
    let mut counter = Counter::new(arm);
    let mut table = LoggedTable::deal(arm.deck, plan.game_setup(blocks.start), EventLog::new().keeping_parts());
    for game in blocks.start * seatings.len() as u64..blocks.end * seatings.len() as u64 {
        let (block, seating) = plan.game(game);
        let company = Company::new(arm.players, seating);
        table.recorder().clear();
        table.deal_again_to(plan.game_setup(block), AnyPlayers::new(company.clone()));
        let outcome = company.play_on(&mut table).map_err(|error| RunError::Game { seed, game, error })?;
        counter.add_game(seating, outcome, table.recorder());
    }
    Ok(counter.firings)
}
