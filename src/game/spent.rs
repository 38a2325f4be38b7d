//! Limited uses: how often each was chosen.

use crate::ids::CardId;

const MOST_SPENT: usize = 8;

/// How often limited uses were chosen, in this combat and, apart from it, in this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    len: u8,
    uses: [Tally; MOST_SPENT],
}

/// One use of one card, in combat or out of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    card: u16,
    /// Number of the use, with a bit for in combat.
    n: u8,
    count: u8,
}

impl Tally {
    const IN_COMBAT: u8 = 0x80;

    fn of(card: CardId, n: u8, in_combat: bool) -> Tally {
        Tally { card: card.0, n: if in_combat { n | Self::IN_COMBAT } else { n }, count: 1 }
    }
}

impl Spent {
    /// How often this use was chosen; a full list counts as often enough.
    pub(super) fn count(&self, card: CardId, n: u8, in_combat: bool) -> u8 {
        let full = usize::from(self.len) == MOST_SPENT;
        let place = self.find(Tally::of(card, n, in_combat));
        place.map_or(if full { u8::MAX } else { 0 }, |place| self.uses[place].count)
    }

    /// Notes one more.
    pub(super) fn note(&mut self, card: CardId, n: u8, in_combat: bool) {
        let len = usize::from(self.len);
        let tally = Tally::of(card, n, in_combat);
        match self.find(tally) {
            Some(place) => self.uses[place].count = self.uses[place].count.saturating_add(1),
            None if len < MOST_SPENT => {
                self.uses[len] = tally;
                self.len += 1;
            }
            None => {}
        }
    }

    /// A combat is over: what was used in it may be used again.
    pub(super) fn end_combat(&mut self) {
        let mut kept = Spent::default();
        for tally in self.uses[..usize::from(self.len)].iter().filter(|tally| tally.n & Tally::IN_COMBAT == 0) {
            kept.uses[usize::from(kept.len)] = *tally;
            kept.len += 1;
        }
        *self = kept;
    }

    fn find(&self, tally: Tally) -> Option<usize> {
        let uses = &self.uses[..usize::from(self.len)];
        uses.iter().position(|used| (used.card, used.n) == (tally.card, tally.n))
    }
}
