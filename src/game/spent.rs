//! Limited uses: how often each was chosen.

use crate::ids::CardId;

const MOST_SPENT: usize = 8;

/// How often limited uses were chosen, in this combat and, apart from it, in this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    len: u8,
    uses: [Tally; MOST_SPENT],
}

/// One use of one card, in combat or out of it; with a count of 0 none.
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

    fn is_of(self, other: Tally) -> bool {
        (self.card == other.card) & (self.n == other.n)
    }
}

impl Spent {
    /// How often this use was chosen; a full list counts as often enough.
    // Most often there are none or few of them, which cannot be foreseen: all places are added up without a branch.
    #[inline]
    pub(super) fn count(&self, card: CardId, n: u8, in_combat: bool) -> u8 {
        let asked = Tally::of(card, n, in_combat);
        let count = self.uses.iter().fold(0, |count, used| count + used.count * u8::from(used.is_of(asked)));
        if count == 0 && usize::from(self.len) == MOST_SPENT { u8::MAX } else { count }
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
        for tally in &self.uses[..usize::from(self.len)] {
            kept.uses[usize::from(kept.len)] = *tally;
            kept.len += u8::from(tally.n & Tally::IN_COMBAT == 0);
        }
        kept.uses[usize::from(kept.len)..].fill(Tally::default());
        *self = kept;
    }

    fn find(&self, tally: Tally) -> Option<usize> {
        let uses = &self.uses[..usize::from(self.len)];
        uses.iter().position(|used| used.is_of(tally))
    }
}
