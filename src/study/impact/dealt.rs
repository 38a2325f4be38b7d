//! The games of one title at a table: ordinary games, and further ones with the title in an opening hand.

use std::time::Instant;

use super::further::{FurtherGames, WantedDeals};
use super::request::{ImpactRequest, games_for};
use super::tables::PlayedTable;
use crate::deck::Deck;
use crate::run::{FURTHER, Hands, RunError, Tally, cards_of};
use crate::stats::{DealtGames, Estimate, NeededBlocks, PlayedGames, more_blocks_for_draws};
use crate::study::control::Control;
use crate::study::pilot::pilot_blocks;
use crate::study::table::Setup;

/// One of this many games that the precision would need without further deals is an ordinary game at first.
// About a quarter of the games with the card in an opening hand: enough for the plays of the card and its draws.
const ORDINARY: u64 = 24;
/// Minimum number of ordinary games at first.
const FEWEST: u64 = 500;
/// Minimum number of blocks that are found at a time.
const LEAST: f64 = 100.0;

/// Number of ordinary games at first for the opening value of one title with this half-width.
pub(crate) fn ordinary_games(deck: &Deck, players: u8, half_width: f64) -> u64 {
    (games_for(deck, players, half_width) / ORDINARY).max(FEWEST)
}

/// The games of one title.
pub(super) struct DealtTable<'s> {
    /// The ordinary games.
    pub(super) ordinary: PlayedTable<'s>,
    title: usize,
    hands: Hands,
    /// The further deals and their games.
    pub(super) further: FurtherGames,
}

impl<'s> DealtTable<'s> {
    /// Plays games until the opening values of the title with all strategies have the requested precision. If a number of
    /// games is given, all of them are ordinary.
    pub(super) fn play(
        setup: &'s Setup,
        title: usize,
        request: &ImpactRequest,
        control: &mut Control<'_>,
    ) -> Result<Self, RunError> {
        let Setup { plan, deck, .. } = setup;
        let games = ordinary_games(deck, plan.players(), request.precision / 100.0);
        let first = games.div_ceil(plan.seatings().len() as u64).min(plan.blocks());
        let first = if request.games.is_some() { plan.blocks() } else { first };
        let ordinary = PlayedTable::begin(setup, first, request.counted(true), control)?;
        let mut table = DealtTable { ordinary, title, hands: Hands::default(), further: FurtherGames::from(FURTHER) };
        if request.games.is_none() {
            if let Some(points) = request.draw_precision {
                let more = |tally: &Tally| more_blocks_for_draws(tally, Some(title), points / 100.0);
                table.ordinary.play_while(more, control)?;
            }
            table.deal();
            table.play_until(request.precision / 100.0, control)?;
        }
        table.deal();
        Ok(table)
    }

    /// Plays the pilot: ordinary games only.
    pub(super) fn pilot(
        setup: &'s Setup,
        title: usize,
        request: &ImpactRequest,
        control: &mut Control<'_>,
    ) -> Result<Self, RunError> {
        let ordinary = PlayedTable::begin(setup, pilot_blocks(&setup.plan), request.counted(true), control)?;
        let mut table = DealtTable { ordinary, title, hands: Hands::default(), further: FurtherGames::from(FURTHER) };
        table.deal();
        Ok(table)
    }

    /// Deals the hands of the ordinary games.
    fn deal(&mut self) {
        let Setup { plan, deck, .. } = self.ordinary.setup;
        self.hands.deal_up_to(self.ordinary.finished.tally.blocks as usize, deck, plan);
    }

    /// Plays further games until all opening values have this half-width.
    fn play_until(&mut self, half_width: f64, control: &mut Control<'_>) -> Result<(), RunError> {
        while !self.ordinary.finished.interrupted
            && self.ordinary.setup.can_be_dealt(self.title)
            && self.reach() > half_width
        {
            let NeededBlocks { ordinary, dealt } = self.needed(half_width);
            let (played, known) = (self.ordinary.finished.tally.blocks, self.dealt_blocks());
            // Strategies at one table need more ordinary games: those of one seat show less of its win rate.
            if ordinary > 1.05 * played as f64 {
                self.ordinary.play_up_to(ordinary.ceil() as u64, control)?;
                self.deal();
            }
            // At least a hundredth, so that the looks have an end.
            self.deal_on((dealt - known).max(known / 100.0).max(LEAST).ceil() as usize, control)?;
        }
        Ok(())
    }

    /// Deals until the title is in an opening hand of so many blocks, and plays these.
    fn deal_on(&mut self, most: usize, control: &mut Control<'_>) -> Result<(), RunError> {
        let begun = Instant::now();
        let cards = cards_of(&self.ordinary.setup.deck, |title| title == self.title);
        let wanted = WantedDeals { cards, holding: None, most, before: self.ordinary.finished.tally.games };
        let whole = self.further.deal_on(self.ordinary.setup, &wanted, control)?;
        self.ordinary.finished.interrupted |= !whole;
        self.ordinary.time += begun.elapsed();
        Ok(())
    }

    /// The opening value of the title for a strategy.
    pub(super) fn opening(&self, strategy: usize) -> Estimate {
        self.games().opening_value(self.title, Some(strategy)).estimate()
    }

    /// Number of further games.
    pub(super) fn further_games(&self) -> u64 {
        self.further.games()
    }

    fn strategies(&self) -> std::ops::Range<usize> {
        0..self.ordinary.setup.plan.strategies()
    }

    /// The half-width of the widest interval; infinite if a value is unknown.
    fn reach(&self) -> f64 {
        let reaches = self.strategies().map(|strategy| self.opening(strategy).half_width());
        reaches.map(|reach| if reach.is_nan() { f64::INFINITY } else { reach }).fold(0.0, f64::max)
    }

    /// The blocks that all strategies need.
    pub(super) fn needed(&self, half_width: f64) -> NeededBlocks {
        let needed = self.strategies().map(|strategy| self.games().needed(self.title, Some(strategy), half_width));
        needed.fold(NeededBlocks { ordinary: 0.0, dealt: 0.0 }, |all, one| NeededBlocks {
            ordinary: all.ordinary.max(one.ordinary),
            dealt: all.dealt.max(one.dealt),
        })
    }

    /// The smallest effective number of blocks in which the title was dealt to a strategy.
    pub(super) fn dealt_blocks(&self) -> f64 {
        let blocks = self.strategies().map(|strategy| self.games().dealt_blocks(self.title, Some(strategy)));
        blocks.map(|blocks| if blocks.is_nan() { 0.0 } else { blocks }).fold(f64::INFINITY, f64::min)
    }

    fn games(&self) -> DealtGames<'_> {
        let further = self.further.played(&self.ordinary.setup.plan);
        let ordinary = PlayedGames::new(&self.ordinary.setup.plan, &self.ordinary.played);
        DealtGames { ordinary: (ordinary, &self.hands), further: (further, &self.further.hands) }
    }
}
