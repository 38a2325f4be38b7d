//! Hands: who is dealt what in the opening, without playing on.

use std::ops::Range;

use super::plan::Plan;
use crate::deck::Deck;
use crate::game::{Silent, Table};
use crate::ids::Seat;

/// A card dealt in an opening hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// To whom.
    pub seat: Seat,
    /// Index of its title in the deck.
    pub title: u16,
}

impl Dealt {
    /// The hands at a table.
    pub(super) fn all<const W: usize>(
        table: &Table<'_, W, Silent>,
        deck: &Deck<W>,
        players: u8,
    ) -> impl Iterator<Item = Dealt> {
        let hands = (0..players).map(Seat).flat_map(|seat| table.hand(seat).into_iter().map(move |card| (seat, card)));
        hands.map(|(seat, card)| Dealt { seat, title: deck.card(card).title })
    }
}

/// Opening hands of the first blocks of a plan.
#[derive(Clone, Debug, Default)]
pub struct Hands {
    dealt: Vec<Dealt>,
    ends: Vec<usize>,
}

impl Hands {
    /// Those of the first blocks.
    pub fn of<const W: usize>(blocks: usize, deck: &Deck<W>, plan: &Plan) -> Hands {
        let mut hands = Hands::default();
        hands.deal_up_to(blocks, deck, plan);
        hands
    }

    /// Of how many blocks.
    pub fn blocks(&self) -> usize {
        self.ends.len()
    }

    /// What is dealt in a block.
    pub fn of_block(&self, block: usize) -> &[Dealt] {
        let start = block.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.dealt[start..self.ends[block]]
    }

    /// Adds a block.
    pub fn push(&mut self, dealt: impl IntoIterator<Item = Dealt>) {
        self.dealt.extend(dealt);
        self.ends.push(self.dealt.len());
    }

    /// Deals on, until there are `blocks` blocks.
    pub fn deal_up_to<const W: usize>(&mut self, blocks: usize, deck: &Deck<W>, plan: &Plan) {
        self.deal(self.blocks() as u64..blocks as u64, deck, plan);
    }

    fn deal<const W: usize>(&mut self, blocks: Range<u64>, deck: &Deck<W>, plan: &Plan) {
        let mut table = Table::deal(deck, plan.seating(0), Silent);
        for block in blocks {
            table.deal_again(plan.seating(block));
            self.push(Dealt::all(&table, deck, plan.players()));
        }
    }
}
