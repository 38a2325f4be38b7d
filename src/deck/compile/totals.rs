//! Totals over all cards: the sums that a player can have in play must fit into the integer types of a game.

use super::compiler::Compiler;
use crate::deck::compiled::{Card, max_loads};

/// The name of a value, its amount on a card (of either sign), and the maximum total over all cards.
type Total = (&'static str, fn(&Card) -> i64, u64);

// Each limit is within the integer type of its sum, with room for what a game adds, such as the two hands of a
// character. Even a player with all cards does not overflow.
const TOTALS: [Total; 7] = [
    ("strength", |card| card.steady_strength.into(), 8_000),
    ("changes of rolls to run away", |card| card.steady_flee.into(), 30_000),
    ("changes of Big Items (`extra_big`)", |card| card.grants.extra_big.into(), 120),
    ("changes of hands (`extra_hands`)", |card| card.grants.extra_hands.into(), 120),
    ("changes of the hand limit (`hand_limit`)", |card| card.grants.hand_limit.into(), 120),
    ("changes of Treasures (`extra_treasures`)", |card| card.grants.extra_treasures.into(), 120),
    ("Gold Pieces for sales (`sale_bonus`)", |card| card.grants.sale_bonus.into(), 30_000),
];

impl Compiler<'_> {
    /// Checks that the total of each value over all copies of all cards is within its limit.
    pub(super) fn check_totals(&mut self) {
        for (what, figure, most) in TOTALS {
            let total: u64 = self.deck.cards.iter().map(|card| figure(card).unsigned_abs()).sum();
            if total > most {
                self.report.wrong_overall(format!("all cards together give {total} {what}; the limit is {most}"));
            }
        }
        let (carriers, given) = (self.deck.carriers.len(), self.deck.given.len());
        let (found, most) = (carriers + given, max_loads(self.words));
        if found > most {
            let message = format!(
                "expected at most {most} cards that companions may carry at once, found {found}: one for each of {carriers} cards \
                 of kinds with `carries`, and {given} Items with `given_to`"
            );
            self.report.wrong_overall(message);
        }
    }
}
