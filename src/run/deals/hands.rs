//! Opening hands, dealt without playing the games.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::deck::{Deck, DeckSide};
use crate::game::{EventLog, GameSetup, LoggedTable};
use crate::ids::{CardId, CardSet, Seat};
use crate::run::engine::plan::Plan;

/// A card dealt in an opening hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dealt {
    /// The player to whom it was dealt.
    pub seat: Seat,
    /// Index of its title in the deck.
    pub title: u16,
}

impl Dealt {
    /// These cards, as far as they are in the hands at a table.
    pub(in crate::run) fn all(
        table: &LoggedTable<'_>,
        deck: &Deck,
        players: u8,
        cards: CardSet,
    ) -> impl Iterator<Item = Dealt> {
        let hand = move |seat| (table.hand(seat) & cards).into_iter().map(move |card| (seat, card));
        let hands = (0..players).map(Seat).flat_map(hand);
        hands.map(|(seat, card)| Dealt { seat, title: deck.card(card).title })
    }
}

/// What an opening hand contains: so many copies of some titles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Holding(pub Vec<(u16, usize)>);

impl Holding {
    /// Whether the hand of a seat contains exactly these copies.
    pub(crate) fn is_held(&self, dealt: &[Dealt], seat: Seat) -> bool {
        let held = |title: u16| dealt.iter().filter(|dealt| dealt.seat == seat && dealt.title == title).count();
        self.0.iter().all(|(title, copies)| held(*title) == *copies)
    }
}

/// setup-04: whether one of these cards will be in an opening hand: fewer cards precede it in its pile than are dealt
/// from that pile. Much faster than dealing.
pub fn deals_any(mut setup: GameSetup, deck: &Deck, cards: CardSet) -> bool {
    let dealt = usize::from(deck.rules.deal) * usize::from(setup.players);
    let piles = [(DeckSide::Door, deck.masks.door), (DeckSide::Treasure, deck.masks.treasure)];
    piles.into_iter().any(|(side, pile)| {
        // The first shuffle of a pile is its deal, and `setup` is a copy, so the game still draws the same key.
        let key = setup.keys.shuffle(side as usize);
        let is_dealt = |card: CardId| {
            let place = deck.priority(key, card);
            // Counting lower priorities gives the card's place in the pile without a sort.
            pile.iter().filter(|other| deck.priority(key, *other) < place).count() < dealt
        };
        (cards & pile).iter().any(is_dealt)
    })
}

/// Opening hands of the first blocks of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hands {
    dealt: Vec<Dealt>,
    ends: Vec<usize>,
}

impl Hands {
    /// Deals the first blocks.
    pub(crate) fn of(blocks: usize, deck: &Deck, plan: &Plan) -> Hands {
        let mut hands = Hands::default();
        hands.deal_up_to(blocks, deck, plan);
        hands
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.ends.len()
    }

    /// Number of titles up to the last one that was dealt.
    pub(crate) fn titles(&self) -> usize {
        self.dealt.iter().map(|dealt| usize::from(dealt.title) + 1).max().unwrap_or(0)
    }

    /// The cards dealt in a block.
    pub(crate) fn of_block(&self, block: usize) -> &[Dealt] {
        let start = block.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.dealt[start..self.ends[block]]
    }

    /// Adds a block.
    pub(crate) fn push(&mut self, dealt: impl IntoIterator<Item = Dealt>) {
        self.dealt.extend(dealt);
        self.ends.push(self.dealt.len());
    }

    /// Deals further blocks until there are `blocks`.
    pub(crate) fn deal_up_to(&mut self, blocks: usize, deck: &Deck, plan: &Plan) {
        self.deal(self.blocks() as u64..blocks as u64, deck, plan);
    }

    fn deal(&mut self, blocks: Range<u64>, deck: &Deck, plan: &Plan) {
        // A table is set up by dealing. This deal is replaced by that of the first block.
        let mut table = LoggedTable::deal(deck, plan.game_setup(0), EventLog::new());
        for block in blocks {
            table.recorder().clear();
            table.deal_again(plan.game_setup(block));
            self.push(Dealt::all(&table, deck, plan.players(), deck.masks.all));
        }
    }
}
