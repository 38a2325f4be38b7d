//! Draws: games in which the draws of a title are followed up with another card in its place.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::batches::Batches;
use super::company::Company;
use super::crew::RunError;
use super::exchange::Exchange;
use super::plan::{Chairs, Plan};
use super::tally::{DrawTally, Draws, WIN, Way};
use crate::deck::Deck;
use crate::game::{DrawWhy, Event, Game, GameError, Outcome, Progress, Recorder, Table, mix};
use crate::ids::{CardId, CardSet, Seat, SeatSet};
use crate::strategy::Player;

/// Blocks that a worker takes at a time; each of their games may be played on a hundred times.
const BATCH: u64 = 4;
/// Blocks after which it is asked what more is wanted.
const CHUNK: u64 = 256;
/// The stream that decides which card is exchanged for which.
const PARTNERS: u64 = 0x7061_7274_6e65_7273;

/// Workers that follow up what was drawn: from each first draw of a title after the opening deal the game is played on
/// once more, with another card of the pile in its place.
#[derive(Clone, Copy, Debug)]
pub struct DrawCrew<'a, const W: usize> {
    /// What is played.
    pub plan: &'a Plan,
    /// With which cards.
    pub deck: &'a Deck<W>,
    /// By whom, in the order of the plan's strategies.
    pub players: &'a [Player],
    /// On how many threads.
    pub threads: usize,
    /// Whether every draw is listed too, which takes memory.
    pub listing: bool,
}

/// What following up draws came to.
#[derive(Clone, Debug)]
pub struct FollowedDraws {
    /// Sums by title.
    pub tally: DrawTally,
    /// Every draw in the order of the games, if they are listed.
    pub list: Vec<Followed>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// A draw that was followed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Number of the game.
    pub game: u64,
    /// Turn of the game, from 1; 0 before the first.
    pub turn: u16,
    /// Which draw of the game it was, from 1, those of the deal included.
    pub nth: u16,
    /// What was drawn.
    pub card: CardId,
    /// What came instead.
    pub instead: CardId,
    /// By whom.
    pub seat: Seat,
    /// In which way.
    pub way: Way,
    /// Who won, and who wins with the other card.
    pub winners: [SeatSet; 2],
    /// The drawer's share of the win, in units of `WIN`, as it was and with the other card.
    pub wins: [u64; 2],
}

impl Followed {
    fn new(game: u64, drawn: Drawn, instead: CardId, winners: [SeatSet; 2], wins: [u64; 2]) -> Followed {
        let Drawn { card, seat, way, turn, nth, .. } = drawn;
        Followed { game, turn, nth, card, instead, seat, way, winners, wins }
    }
}

/// The key by which the draws of a title in a game are exchanged.
pub fn partner_key(seed: u64, game: u64, title: usize) -> u64 {
    mix(mix(seed ^ PARTNERS).wrapping_add(game)) ^ mix(title as u64)
}

impl<const W: usize> DrawCrew<'_, W> {
    /// Plays the games of the plan as long as `want` names titles whose draws are wanted; it is asked at fixed numbers of
    /// games, so that the outcome is the same on any number of threads. `watch` is told how many games were played on
    /// with another card.
    ///
    /// # Errors
    /// If a game cannot go on.
    pub fn play(
        &self,
        mut want: impl FnMut(&DrawTally) -> Vec<bool>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<FollowedDraws, RunError> {
        let tally = DrawTally::new(self.deck.titles.len());
        let mut whole = FollowedDraws { tally, list: Vec::new(), interrupted: false };
        for start in (0..self.plan.blocks()).step_by(CHUNK as usize) {
            let wanted = want(&whole.tally);
            if !wanted.contains(&true) {
                break;
            }
            let blocks = start..(start + CHUNK).min(self.plan.blocks());
            let replays = whole.tally.followed();
            let chunk = self.play_chunk(blocks, &wanted, stop, &mut |games| watch(replays + games))?;
            if chunk.interrupted {
                whole.interrupted = true;
                break;
            }
            whole.tally.merge(&chunk.tally);
            whole.list.extend(chunk.list);
        }
        Ok(whole)
    }

    /// All games of the plan, on this thread, with the draws of the `wanted` titles followed up.
    pub(super) fn follow(&self, wanted: &[bool]) -> Result<DrawTally, RunError> {
        let mut worker = DrawWorker::new(*self, wanted);
        if wanted.contains(&true) {
            (0..self.plan.blocks()).try_for_each(|block| worker.play_block(block).map(|_| ()))?;
        }
        Ok(worker.tally)
    }

    /// The first draw of a title in one game, followed up; nothing if it is not drawn after the deal, or if there was no
    /// card of another title to exchange it for.
    ///
    /// # Errors
    /// If the game cannot go on.
    pub fn follow_game(&self, game: u64, title: usize) -> Result<Option<Followed>, RunError> {
        let mut wanted = vec![false; self.deck.titles.len()];
        wanted[title] = true;
        let mut worker = DrawWorker::new(DrawCrew { listing: true, ..*self }, &wanted);
        worker.play_block(self.plan.game(game).0)?;
        Ok(worker.list.into_iter().find(|followed| followed.game == game))
    }

    /// Plays some blocks.
    fn play_chunk(
        &self,
        blocks: Range<u64>,
        wanted: &[bool],
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<FollowedDraws, RunError> {
        let batches = Batches { count: (blocks.end - blocks.start).div_ceil(BATCH), threads: self.threads, stop };
        let begin = || DrawWorker::new(*self, wanted);
        let play = |worker: &mut DrawWorker<'_, W>, number: u64| {
            let first = blocks.start + number * BATCH;
            (first..(first + BATCH).min(blocks.end))
                .map(|block| worker.play_block(block))
                .sum::<Result<u64, RunError>>()
        };
        let (mut done, mut replays) = (0, 0);
        let mut take = |batch: Option<(u64, u64)>| {
            done += u64::from(batch.is_some());
            replays += batch.map_or(0, |(_, replays)| replays);
            watch(replays);
            Ok(())
        };
        let workers = batches.work(begin, play, &mut take)?;
        let mut whole = DrawTally::new(self.deck.titles.len());
        workers.iter().for_each(|worker| whole.merge(&worker.tally));
        let mut list: Vec<Followed> = workers.into_iter().flat_map(|worker| worker.list).collect();
        list.sort_unstable_by_key(|followed| (followed.game, followed.nth));
        Ok(FollowedDraws { tally: whole, list, interrupted: done < batches.count })
    }
}

/// A first draw of a title after the opening deal.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    title: usize,
    card: CardId,
    seat: Seat,
    way: Way,
    turn: u16,
    /// Which draw of the game it was, from 1, those of the deal included.
    nth: u16,
    /// Which draw it was since the last decision, from 1.
    draw: u16,
}

/// Notes the first draws of titles.
#[derive(Clone, Debug)]
struct Watch<'d, const W: usize> {
    deck: &'d Deck<W>,
    /// Titles drawn in this game, by their first cards.
    known: CardSet<W>,
    turn: u16,
    /// Draws of this game.
    nth: u16,
    /// Draws since the last decision.
    draws: u16,
    first: Vec<Drawn>,
}

impl<'d, const W: usize> Watch<'d, W> {
    fn new(deck: &'d Deck<W>) -> Self {
        Watch { deck, known: CardSet::EMPTY, turn: 0, nth: 0, draws: 0, first: Vec::new() }
    }

    fn begin_game(&mut self) {
        (self.known, self.turn, self.nth, self.draws) = (CardSet::EMPTY, 0, 0, 0);
    }

    fn draw(&mut self, seat: Seat, card: CardId, why: DrawWhy) {
        self.nth += 1;
        if why == DrawWhy::Deal {
            return;
        }
        self.draws += 1;
        let title = usize::from(self.deck.card(card).title);
        let first = self.deck.titles[title].first;
        if !self.known.contains(first) {
            self.known.insert(first);
            let Watch { turn, nth, draws, .. } = *self;
            self.first.push(Drawn { title, card, seat, way: why.into(), turn, nth, draw: draws });
        }
    }
}

impl<const W: usize> Recorder for Watch<'_, W> {
    #[inline]
    fn record(&mut self, event: Event) {
        match event {
            Event::Draw { seat, card, why, .. } => self.draw(seat, card, why),
            Event::TurnBegins { turn, .. } => self.turn = turn,
            _ => {}
        }
    }
}

/// A draw that was followed up: the winners with another card are known before the game itself is over.
struct Replayed {
    drawn: Drawn,
    instead: CardId,
    other: Outcome,
}

struct DrawWorker<'a, const W: usize> {
    crew: DrawCrew<'a, W>,
    wanted: &'a [bool],
    table: Table<'a, W, Watch<'a, W>, Company<'a, true>>,
    other: Table<'a, W, Exchange<'a, W>, Company<'a>>,
    list: Vec<Followed>,
    replayed: Vec<Replayed>,
    draws: Draws,
    tally: DrawTally,
}

impl<'a, const W: usize> DrawWorker<'a, W> {
    fn new(crew: DrawCrew<'a, W>, wanted: &'a [bool]) -> Self {
        let DrawCrew { plan, deck, players, .. } = crew;
        let company = Company::new(players, plan.seatings()[0]);
        DrawWorker {
            crew,
            wanted,
            table: Table::deal_to(deck, plan.seating(0), Watch::new(deck), company.pausing()),
            other: Table::deal_to(deck, plan.seating(0), Exchange::none(deck), company),
            list: Vec::new(),
            replayed: Vec::new(),
            draws: Draws::new(deck.titles.len()),
            tally: DrawTally::new(deck.titles.len()),
        }
    }

    /// Plays all seatings of a block; returns how many games were played on with another card.
    fn play_block(&mut self, block: u64) -> Result<u64, RunError> {
        let plan = self.crew.plan;
        let mut replays = 0;
        for (game, &chairs) in (block * plan.seatings().len() as u64..).zip(plan.seatings()) {
            let outcome = self.play_game(block, game, chairs);
            let outcome = outcome.map_err(|error| RunError::Game { seed: plan.seed(), game, error })?;
            replays += self.replayed.len() as u64;
            for Replayed { drawn, instead, other } in self.replayed.drain(..) {
                let (was, is) = (share(outcome, drawn.seat), share(other, drawn.seat));
                self.draws.add(drawn.title, drawn.way, was, is);
                if self.crew.listing {
                    self.list.push(Followed::new(game, drawn, instead, [outcome.winners, other.winners], [was, is]));
                }
            }
        }
        self.tally.add_block(&mut self.draws, self.wanted);
        Ok(replays)
    }

    /// Plays a game and, at each decision, follows up what has been drawn since the one before.
    fn play_game(&mut self, block: u64, game: u64, chairs: Chairs) -> Result<Outcome, GameError> {
        let company = Company::new(self.crew.players, chairs);
        self.table.recorder().begin_game();
        self.table.deal_again_to(self.crew.plan.seating(block), company.pausing());
        let mut start = *self.table.game();
        loop {
            let progress = self.table.advance()?;
            self.follow_up(&start, game, company)?;
            match progress {
                Progress::Over(outcome) => return Ok(outcome),
                Progress::Asks(decision) => {
                    start = *self.table.game();
                    let choice = company.choose(&mut self.table, decision);
                    self.table.apply(choice)?;
                }
            }
        }
    }

    /// Plays on from `start`, the last decision, once for each wanted title drawn since then, with another card in its
    /// place.
    fn follow_up(&mut self, start: &Game<W>, game: u64, company: Company<'a>) -> Result<(), GameError> {
        let watch = self.table.recorder();
        watch.draws = 0;
        let mut first = std::mem::take(&mut watch.first);
        for drawn in first.drain(..).filter(|drawn| self.wanted[drawn.title]) {
            let key = partner_key(self.crew.plan.seed(), game, drawn.title);
            *self.other.recorder() = Exchange::new(self.crew.deck, drawn.draw, key);
            self.other.restart_with(*start, company);
            let other = company.play_on(&mut self.other)?;
            match self.other.recorder().partner() {
                Some(instead) => self.replayed.push(Replayed { drawn, instead, other }),
                None => self.tally.alone(drawn.title),
            }
        }
        self.table.recorder().first = first;
        Ok(())
    }
}

/// A seat's share of the win, in units of `WIN`.
fn share(outcome: Outcome, seat: Seat) -> u64 {
    if outcome.winners.contains(seat) { WIN / outcome.winners.len().max(1) as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{DeckSource, load};
    use crate::strategy::Profile;

    fn deck() -> Deck<3> {
        load(&[DeckSource::shipped().next().expect("a shipped deck")], &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// From every decision on, without an exchange, the game goes on as it does.
    #[test]
    fn a_game_played_on_is_the_same_game() {
        let deck = deck();
        let players: Vec<Player> = ["balanced", "greedy", "random"]
            .map(|name| Player::compile(&Profile::find(name).expect("a shipped profile"), &deck))
            .into();
        let plan = Plan::new(4, deck.players, &[0, 0, 1, 2], 5, 16).expect("a plan");
        let company = Company::new(&players, plan.seatings()[0]);
        let mut table = Table::deal_to(&deck, plan.seating(0), Vec::new(), company.pausing());
        let mut other = Table::deal_to(&deck, plan.seating(0), Exchange::none(&deck), company);
        for (block, &chairs) in plan.seatings().iter().enumerate() {
            let company = Company::new(&players, chairs);
            table.deal_again_to(plan.seating(block as u64), company.pausing());
            let mut outcomes = Vec::new();
            let last = loop {
                let start = *table.game();
                match table.advance().expect("it goes on") {
                    Progress::Over(outcome) => break outcome,
                    Progress::Asks(decision) => {
                        other.restart_with(*table.game(), company);
                        outcomes.push(company.play_on(&mut other).expect("it goes on"));
                        let choice = company.choose(&mut table, decision);
                        table.apply(choice).expect("it was offered");
                    }
                }
                assert!(start.turn() <= table.game().turn());
            };
            assert!(outcomes.len() > 50 && outcomes.iter().all(|outcome| *outcome == last), "block {block}");
        }
    }

    #[test]
    fn an_exchange_is_for_another_title_and_loses_no_card() {
        let deck = deck();
        let plan = Plan::new(4, deck.players, &[0], 3, 64).expect("a plan");
        let players = [Player::compile(&Profile::find("balanced").expect("a shipped profile"), &deck)];
        for block in 0..plan.blocks() {
            let company = Company::new(&players, plan.seatings()[0]);
            let draws = |exchange: Exchange<'_, 3>| {
                let mut table = Table::deal_to(&deck, plan.seating(block), (exchange, Vec::new()), company);
                company.play_on(&mut table).expect("it goes on");
                let (exchange, events) = table.into_recorder();
                let drawn = events.into_iter().filter_map(|event| match event {
                    Event::Draw { card, why, .. } if why != DrawWhy::Deal => Some(card),
                    _ => None,
                });
                (exchange.partner(), drawn.collect::<Vec<_>>())
            };
            let hands = 4 * 2 * u16::from(deck.rules.deal);
            let (_, was) = draws(Exchange::none(&deck));
            let (partner, is) = draws(Exchange::new(&deck, hands + 3, block));
            assert_eq!(partner, Some(is[2]));
            assert_eq!(was[..2], is[..2], "nothing before differs");
            assert_ne!(deck.card(was[2]).title, deck.card(is[2]).title);
            assert_eq!(deck.card(was[2]).side, deck.card(is[2]).side);
        }
    }
}
