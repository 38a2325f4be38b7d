//! `Witness`: the recorder of games that are compared.

use super::signature::Signature;
use crate::deck::Deck;
use crate::game::{Event, Recorder, Zone};
use crate::ids::CardSet;

/// Records the signature of a game and the cards that were in it.
pub(in crate::run) struct Witness<'d, const W: usize> {
    pub(in crate::run) signature: Signature<'d, W>,
    pub(in crate::run) seen: CardSet<W>,
}

impl<'d, const W: usize> Witness<'d, W> {
    pub(in crate::run) fn new(deck: &'d Deck<W>) -> Self {
        Witness { signature: Signature::new(deck), seen: CardSet::EMPTY }
    }
}

impl<const W: usize> Recorder for Witness<'_, W> {
    #[inline(always)]
    fn record(&mut self, event: Event) {
        self.signature.record(event);
        // Roles are dealt without a draw, but change a game like drawn cards.
        if let Event::Draw { card, .. } | Event::Move { card, from: Zone::Aside, .. } = event {
            self.seen.insert(card);
        }
    }
}
