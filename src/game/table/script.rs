//! Scripted dice.

use crate::game::table::event::RollWhy;
use crate::ids::Seat;

/// Scripted dice.
#[derive(Clone, Debug, Default)]
pub struct Script {
    dice: Vec<u8>,
    rolled: usize,
    missing: Option<(Seat, RollWhy)>,
}

impl Script {
    /// A script with these dice, in the order of the rolls.
    pub(crate) fn new(dice: Vec<u8>) -> Script {
        Script { dice, ..Script::default() }
    }

    /// The dice that have not been rolled yet.
    pub(crate) fn dice_left(&self) -> &[u8] {
        &self.dice[self.rolled..]
    }

    /// The player and the reason of the first roll for which the script had no die.
    pub(crate) fn missing(&self) -> Option<(Seat, RollWhy)> {
        self.missing
    }

    pub(in crate::game) fn next_die(&mut self, seat: Seat, why: RollWhy) -> Option<u8> {
        let die = self.dice.get(self.rolled).copied();
        match die {
            Some(_) => self.rolled += 1,
            None => self.missing = self.missing.or(Some((seat, why))),
        }
        die
    }
}
