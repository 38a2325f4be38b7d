//! `Signature`: a hash of all choices, draws and dice of a game.

use crate::deck::Deck;
use crate::game::{Choice, Event, Recorder};
use crate::ids::CardId;
use crate::random::mix;

/// Hashes every draw, every die, and every choice other than a pass. Cards are hashed by their stable id, not by their
/// index in the deck.
#[derive(Clone, Debug)]
pub(in crate::run) struct Signature<'d> {
    /// For each card, a hash that does not depend on its index in the deck.
    stable: &'d [u64],
    hash: u64,
}

// Labels keep a choice, a draw and a roll with equal numbers apart.
const CHOSEN: u64 = 1;
const DRAWN: u64 = 2;
const ROLLED: u64 = 3;

impl<'d> Signature<'d> {
    pub(in crate::run) fn new<S>(deck: &'d Deck<S>) -> Self {
        Signature { stable: &deck.stable, hash: 0 }
    }

    /// Returns the signature of the game since the last call, and starts the next game.
    pub(in crate::run) fn take(&mut self) -> u64 {
        mix(std::mem::take(&mut self.hash))
    }

    #[inline]
    fn add(&mut self, word: u64) {
        // Rotation and an odd multiplier make the hash depend on the order of the words at the cost of three
        // operations. `take` mixes the result.
        self.hash = (self.hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn add_card(&mut self, label: u64, card: CardId) {
        // `CardId::NONE` is beyond the table: a choice without a card adds its label alone.
        let stable = self.stable.get(card.index()).copied().unwrap_or_default();
        self.add(label ^ stable);
    }
}

impl Recorder for Signature<'_> {
    #[inline(always)]
    fn record(&mut self, event: Event) {
        match event {
            // Players that answer at sight pass without being asked, so passes differ between equal games.
            Event::Chosen { choice: Choice::PASS, .. } => {}
            Event::Chosen { decision, choice, .. } => {
                let seat = u64::from(decision.seat.0);
                let label = CHOSEN | (choice.verb as u64) << 8 | u64::from(choice.n) << 16 | seat << 24;
                self.add_card(label, choice.card);
            }
            Event::Draw { seat, card, why, .. } => {
                self.add_card(DRAWN | u64::from(seat.0) << 8 | (why as u64) << 16, card);
            }
            Event::Roll { seat, why, die } => {
                self.add(ROLLED | u64::from(seat.0) << 8 | (why as u64) << 16 | u64::from(die) << 24);
            }
            _ => {}
        }
    }
}
