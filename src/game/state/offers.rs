//! `Offers`: the trades and gifts that a player offers in a turn.

/// How many trades and gifts a player has opened this turn, and whether one was refused. In one byte, because games are copied often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers(u8);

/// Set after a refusal. The number is below it: the rules allow at most 100.
const REFUSED: u8 = 0x80;

impl Offers {
    /// The number opened this turn.
    #[inline]
    pub(in crate::game) fn opened(self) -> u8 {
        self.0 & !REFUSED
    }

    /// Whether one was refused, and the player's cards in play have not changed since.
    #[inline]
    pub(in crate::game) fn was_refused(self) -> bool {
        self.0 & REFUSED != 0
    }

    /// Counts one more.
    pub(in crate::game) fn open(&mut self) {
        self.0 += 1;
    }

    /// Notes a refusal.
    pub(in crate::game) fn refuse(&mut self) {
        self.0 |= REFUSED;
    }

    /// Forgets a refusal.
    #[inline]
    pub(in crate::game) fn forget_refusal(&mut self) {
        self.0 &= !REFUSED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_does_not_change_the_number() {
        let mut offers = Offers::default();
        (0..100).for_each(|_| offers.open());
        offers.refuse();
        assert!((offers.opened(), offers.was_refused()) == (100, true));
        offers.forget_refusal();
        assert!((offers.opened(), offers.was_refused()) == (100, false));
    }
}
