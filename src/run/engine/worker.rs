//! `Worker`: plays games of a plan on one table.

use super::error::RunError;
use super::game_counter::Live;
use super::plan::{Plan, Seating};
use super::seated_players::Company;
use crate::deck::Deck;
use crate::game::{Bound, GameError, Outcome, Table};
use crate::ids::{BySeat, CardSet, Seat, SeatSet};
use crate::run::engine::draw_odds::{Expected, Risk};
use crate::run::tally::{
    Count, DrawTally, Fights, HandCounter, Openings, OptionalPlay, Plays, Race, Shape, Sheet, Strata, Tally,
    share_of_win,
};
use crate::strategy::Strategy;

/// Summary of one game, for the list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Number of the game.
    pub game: u64,
    /// Number of the block.
    pub block: u64,
    /// Number of the seating in the block.
    pub number: usize,
    /// The strategy of each seat.
    pub seating: Seating,
    /// The winners; empty if unfinished.
    pub winners: SeatSet,
    /// Number of turns.
    pub turns: u16,
    /// Number of deaths.
    pub deaths: u8,
    /// Hash of all choices, draws and dice.
    pub signature: u64,
    /// The first player.
    pub first: Seat,
    /// Whether a watched card was drawn.
    pub drawn: bool,
}

/// A table whose games are counted.
pub(in crate::run) trait Work: Send {
    /// Plays all seatings of a block. `row` receives each game, and the cards that were drawn in it.
    fn play_block(&mut self, block: u64, row: &mut dyn FnMut(GameRow, CardSet)) -> Result<(), RunError>;

    /// All counts since the last call.
    fn take_tally(&mut self) -> Tally;
}

/// One worker of a run, with a table and a tally.
pub(in crate::run) struct Worker<'a, const W: usize> {
    plan: &'a Plan,
    players: &'a [Strategy],
    table: Table<'a, W, Live<'a, W>, Company<'a, W>>,
    strata: Strata,
    openings: Openings,
    /// Opening deals by title and strategy, if there are several strategies.
    by_strategy: Option<Openings>,
    /// Turns of each game of the block.
    turns: Vec<u16>,
    race: Race,
    fights: Fights,
    sheet: Sheet<W>,
    plays: Plays<W>,
    watched: CardSet<W>,
    /// The tally of draws, if requested.
    risk: Option<Risk<'a, W>>,
    /// The counter of pairs, if requested.
    hands: Option<HandCounter>,
    tally: Tally,
    /// A tally without games.
    empty: Tally,
}

impl<'a, const W: usize> Worker<'a, W> {
    pub(in crate::run) fn new(
        plan: &'a Plan,
        deck: &'a Deck<CardSet<W>>,
        players: &'a [Strategy],
        watched: CardSet<W>,
        expected: Option<&'a Expected>,
        pairs: bool,
    ) -> Self {
        let seats = usize::from(plan.players());
        let (strategies, titles) = (plan.strategies(), deck.titles.len());
        let risk = expected.map(|expected| Risk::new(deck, expected));
        let (cards, uses) = (deck.cards.len(), deck.uses.len());
        let mut tally = Tally::new(Shape { players: seats, strategies, titles, cards, uses });
        if risk.is_some() {
            tally.draws = DrawTally::new(titles, strategies);
        }
        Worker {
            plan,
            players,
            table: Table::deal_to(deck, plan.game_setup(0), Live::new(deck), Company::new(players, plan.seatings()[0])),
            strata: Strata::new(strategies, seats),
            openings: Openings::new(titles, strategies * seats),
            by_strategy: (strategies > 1).then(|| Openings::new(titles * strategies, strategies * seats)),
            turns: Vec::new(),
            race: Race::default(),
            fights: Fights::new(titles),
            sheet: Sheet::default(),
            plays: Plays::new(strategies),
            watched,
            risk,
            hands: pairs.then(|| HandCounter::new(titles)),
            empty: tally.clone(),
            tally,
        }
        .forget_first_deal()
    }

    /// A table is set up by dealing; this deal belongs to no game.
    fn forget_first_deal(mut self) -> Self {
        *self.table.recorder() = Live::new(self.table.deck());
        self.table.recorder().draws.listing = self.risk.is_some();
        self
    }

    fn play_game(&mut self, block: u64, seating: Seating) -> Result<Outcome, GameError> {
        let company = Company::new(self.players, seating);
        self.table.recorder().begin_game();
        self.table.deal_again_to(self.plan.game_setup(block), company.clone());
        company.play_on(&mut self.table)
    }

    /// Adds a finished game to the block and returns its signature.
    fn settle(&mut self, seating: Seating, outcome: Outcome) -> u64 {
        let (players, first) = (self.plan.players(), self.table.first());
        let win = |seat: Seat| share_of_win(outcome.winners, seat);
        let deck = self.table.deck();
        let live = self.table.recorder();
        let mut strata = BySeat::<usize>::default();
        for seat in (0..players).map(Seat) {
            // Turn position, not seat: the advantage is that of moving first.
            let position = (seat.0 + players - first.0) % players;
            strata[seat] = self.strata.index(usize::from(seating[seat]), usize::from(position));
            self.strata.add(strata[seat], win(seat));
            self.plays.add(usize::from(seating[seat]), live.handled.seen[seat], live.played(seat));
        }
        for &(seat, card, play) in &live.optional {
            let (strategy, uses) = (usize::from(seating[seat]), deck.card(card).uses.range());
            match play {
                OptionalPlay::Use(n) if usize::from(n) < uses.len() => {
                    self.tally.plays.make(strategy, uses.start + usize::from(n));
                }
                _ => self.plays.add(strategy, CardSet::EMPTY, CardSet::one(card)),
            }
        }
        self.sheet.add(&mut self.tally.cards, &live.handled, outcome.winners);
        for &(seat, card) in &live.dealt {
            let title = usize::from(deck.card(card).title);
            self.openings.add(title, strata[seat], win(seat));
            if let Some(openings) = &mut self.by_strategy {
                let row = title * self.plan.strategies() + usize::from(seating[seat]);
                openings.add(row, strata[seat], win(seat));
            }
        }
        if let Some(hands) = &mut self.hands {
            hands.add(players, &live.dealt.iter().map(|&(seat, card)| (seat, deck.card(card).title)), win);
        }
        if let Some(risk) = &mut self.risk {
            risk.add(&live.draws, seating, outcome, &mut self.tally.draws);
        }
        self.turns.push(outcome.turns);
        live.fights.iter().for_each(|fight| self.fights.add(*fight));
        live.course.count(players, outcome.winners, &mut live.counts, &mut self.race);
        count_outcome(live, players, outcome);
        self.tally.games += 1;
        self.tally.unfinished += u64::from(outcome.winners.is_empty());
        let signature = live.signature.take();
        // A sum, unlike a hash of all games, does not depend on the order in which threads finish.
        self.tally.signature = self.tally.signature.wrapping_add(signature);
        signature
    }

    fn close_block(&mut self) {
        self.tally.openings.add_block(&mut self.openings, &self.strata);
        if let Some(openings) = &mut self.by_strategy {
            self.tally.openings_by_strategy.add_block(openings, &self.strata);
        }
        self.tally.strata.add_block(&mut self.strata);
        if let Some(risk) = &mut self.risk {
            risk.close_block(&mut self.tally.draws);
        }
        self.tally.lengths.add_block(&mut self.turns);
        self.tally.race.add_block(&mut self.race);
        self.tally.fights.add_block(&mut self.fights);
        self.tally.counts.add_block(&mut self.table.recorder().counts);
        self.tally.blocks += 1;
    }
}

impl<const W: usize> Work for Worker<'_, W> {
    fn play_block(&mut self, block: u64, row: &mut dyn FnMut(GameRow, CardSet)) -> Result<(), RunError> {
        let seatings = self.plan.seatings();
        for (number, &seating) in seatings.iter().enumerate() {
            let game = block * seatings.len() as u64 + number as u64;
            let played = self.play_game(block, seating);
            let outcome = played.map_err(|error| RunError::Game { seed: self.plan.seed(), game, error })?;
            let signature = self.settle(seating, outcome);
            let Outcome { winners, turns, bound } = outcome;
            // The bound on turns is a rule of the game. The others mean that a card keeps a game busy, which the
            // program reports.
            if bound.is_some_and(|bound| bound != Bound::Turns) {
                self.tally.first_stopped.get_or_insert(game);
            }
            let first = self.table.first();
            let live = self.table.recorder();
            let (drawn, deaths) = (live.drawn.meets(&self.watched), live.deaths);
            let cards = live.drawn.widened();
            row(GameRow { game, block, number, seating, winners, turns, deaths, signature, first, drawn }, cards);
        }
        self.close_block();
        Ok(())
    }

    fn take_tally(&mut self) -> Tally {
        self.sheet.close(&mut self.tally.cards);
        std::mem::replace(&mut self.plays, Plays::new(self.plan.strategies())).close(&mut self.tally.plays);
        if let Some(hands) = &mut self.hands {
            let titles = self.table.deck().titles.len();
            self.tally.pairs = std::mem::replace(hands, HandCounter::new(titles)).tally;
        }
        std::mem::replace(&mut self.tally, self.empty.clone())
    }
}

fn count_outcome<const W: usize>(live: &mut Live<'_, W>, players: u8, outcome: Outcome) {
    let by_kill = !outcome.winners.is_empty() && live.last_level_by_kill();
    live.counts.add(Count::Turns, u32::from(outcome.turns));
    live.counts.add(Count::Rounds, u32::from(outcome.turns.div_ceil(u16::from(players))));
    live.counts.add(Count::WonByKill, u32::from(by_kill));
    live.counts.add(Count::SharedWins, u32::from(outcome.winners.len() > 1));
    live.counts.add(Count::Unfinished, u32::from(outcome.bound.is_some()));
    for (count, bound) in [
        (Count::UnfinishedTurns, Bound::Turns),
        (Count::UnfinishedSteps, Bound::Steps),
        (Count::UnfinishedDepth, Bound::Depth),
    ] {
        live.counts.add(count, u32::from(outcome.bound == Some(bound)));
    }
}
