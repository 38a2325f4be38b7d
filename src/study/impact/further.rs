//! Further games of a table, selected by their opening hands.

use crate::ids::CardSet;
use crate::run::{Blocks, Crew, DealSearch, FoundDeals, GameRow, Hands, Holding, Plan, Played, RunError, Tally};
use crate::stats::PlayedGames;
use crate::study::control::Control;
use crate::study::table::Setup;

/// Further deals with their games.
pub(super) struct FurtherGames {
    /// The next block to deal.
    next: u64,
    /// The hands of the blocks that were played: the wanted cards.
    pub(super) hands: Hands,
    played: Vec<Played>,
    /// Their counts. They are no sample of all games.
    pub(super) tally: Option<Tally>,
}

/// Which deals are played.
pub(super) struct WantedDeals<'a> {
    /// Cards of which one must be in an opening hand.
    pub(super) cards: CardSet,
    /// What one hand must contain, if it matters.
    pub(super) holding: Option<&'a Holding>,
    /// Number of blocks.
    pub(super) most: usize,
    /// Number of other games of the table, for the progress.
    pub(super) before: u64,
}

impl FurtherGames {
    /// No games yet; the deals begin with this block.
    pub(super) fn from(first: u64) -> FurtherGames {
        FurtherGames { next: first, hands: Hands::default(), played: Vec::new(), tally: None }
    }

    /// The games.
    pub(super) fn played<'g>(&'g self, plan: &'g Plan) -> PlayedGames<'g> {
        PlayedGames::new(plan, &self.played)
    }

    /// Number of games.
    pub(super) fn games(&self) -> u64 {
        self.played.len() as u64
    }

    /// Deals until so many blocks are found, and plays these. False if it was stopped.
    pub(super) fn deal_on(
        &mut self,
        setup: &Setup,
        wanted: &WantedDeals<'_>,
        control: &mut Control<'_>,
    ) -> Result<bool, RunError> {
        let (Setup { plan, deck, .. }, WantedDeals { cards, holding, most, before }) = (setup, wanted);
        let (decks, threads) = ([(deck, *cards)], control.thread_count());
        let (holding, first) = (*holding, self.next);
        let search = DealSearch { plan, decks: &decks, holding, first, deals: u64::MAX, most: *most, threads };
        let stop = control.stop_flag();
        let Some(FoundDeals { dealt, blocks, hands }) = search.find(stop)? else { return Ok(false) };
        let before = before + self.games();
        control.expect(before + blocks.len() as u64 * plan.seatings().len() as u64);
        let crew = Crew { blocks: Blocks::Listed(&blocks), ..setup.crew(threads) };
        let mut list = |row: &GameRow| {
            self.played.push(row.into());
            Ok(())
        };
        let finished = crew.play(stop, &mut |games| control.played(before + games), Some(&mut list))?;
        // The games played are the first ones.
        let hands =
            hands.iter().flat_map(|hands| (0..finished.tally.blocks as usize).map(|block| hands.of_block(block)));
        hands.for_each(|dealt| self.hands.push(dealt.iter().copied()));
        self.next += dealt;
        match &mut self.tally {
            Some(tally) => tally.merge(&finished.tally),
            none => *none = Some(finished.tally),
        }
        Ok(!finished.interrupted)
    }
}
