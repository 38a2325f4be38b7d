//! Deals: who is dealt what in the opening hands, without playing on.

use super::plan::Plan;
use crate::deck::Deck;
use crate::game::{Silent, Table};
use crate::ids::{MAX_SEATS, Seat};

/// For each of some titles (by index) and each of the first `blocks` blocks: how many copies each seat is dealt.
pub fn opening_deals<const W: usize>(
    deck: &Deck<W>,
    plan: &Plan,
    blocks: usize,
    titles: &[usize],
) -> Vec<Vec<[u8; MAX_SEATS]>> {
    let mut wanted = vec![None; deck.titles.len()];
    titles.iter().enumerate().for_each(|(place, &title)| wanted[title] = Some(place));
    let mut deals = vec![Vec::with_capacity(blocks); titles.len()];
    let mut table = Table::deal(deck, plan.seating(0), Silent);
    for block in 0..blocks {
        table.deal_again(plan.seating(block as u64));
        deals.iter_mut().for_each(|of_title| of_title.push([0; MAX_SEATS]));
        for seat in (0..plan.players()).map(Seat) {
            for card in table.hand(seat) {
                if let Some(place) = wanted[usize::from(deck.card(card).title)] {
                    deals[place][block][seat.index()] += 1;
                }
            }
        }
    }
    deals
}
