//! Limited uses: how often each was chosen.

use crate::deck::compiled::Limit;

/// Marks for the uses with a limit that were chosen, in this turn and, apart from it, in this combat: as many places for each
/// as it may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Spent<const W: usize> {
    marks: [[u32; W]; 2],
}

impl<const W: usize> Spent<W> {
    /// Nothing was chosen.
    pub(in crate::game) const NOTHING: Self = Spent { marks: [[0; W]; 2] };

    /// Whether a use may not be chosen again.
    #[inline]
    pub(in crate::game) fn is_up(&self, limit: Limit, in_combat: bool) -> bool {
        marked(&self.marks[usize::from(in_combat)], limit.last)
    }

    /// Marks a use once more.
    pub(in crate::game) fn note(&mut self, limit: Limit, in_combat: bool) {
        let marks = &mut self.marks[usize::from(in_combat)];
        if let Some(free) = limit.places().find(|&place| !marked(marks, place)) {
            marks[usize::from(free / 32)] |= 1 << (free % 32);
        }
    }

    /// A combat is over: what was used in it may be used again.
    pub(in crate::game) fn end_combat(&mut self) {
        self.marks[1] = [0; W];
    }
}

#[inline]
fn marked<const W: usize>(marks: &[u32; W], place: u16) -> bool {
    marks[usize::from(place / 32)] >> (place % 32) & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many uses as there is room for, each twice or thrice.
    fn limits() -> impl Iterator<Item = Limit> {
        (0..38).scan(0, |place, n| {
            let count = 2 + n % 2;
            *place += u16::from(count);
            Some(Limit { count, last: *place })
        })
    }

    #[test]
    fn a_use_is_up_by_nothing_but_its_own_marks() {
        let mut spent = Spent::<3>::NOTHING;
        for limit in limits() {
            for _ in 0..limit.count {
                assert!(!spent.is_up(limit, true) && !spent.is_up(limit, false), "{limit:?}");
                spent.note(limit, true);
            }
            assert!(spent.is_up(limit, true) && !spent.is_up(limit, false), "{limit:?}");
            spent.note(limit, true);
        }
        spent.note(Limit { count: 1, last: 1 }, false);
        spent.end_combat();
        assert!(limits().all(|limit| !spent.is_up(limit, true)));
        assert!(spent.is_up(Limit { count: 1, last: 1 }, false), "of this turn");
        spent.note(Limit::NONE, false);
        assert!(!spent.is_up(Limit::NONE, false), "without a limit");
    }
}
