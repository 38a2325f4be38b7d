//! Limited uses: how often each has been chosen.

use crate::deck::compiled::Limit;

/// Marks for the chosen uses that have a limit. Turn and combat have separate marks. Each use has one mark for each time that it may be
/// chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Spent<const W: usize> {
    marks: [[u32; W]; 2],
}

impl<const W: usize> Spent<W> {
    /// No use was chosen.
    pub(in crate::game) const NOTHING: Self = Spent { marks: [[0; W]; 2] };

    /// Whether a use has reached its limit.
    #[inline]
    pub(in crate::game) fn is_up(&self, limit: Limit, in_combat: bool) -> bool {
        marked(&self.marks[usize::from(in_combat)], limit.last)
    }

    /// Adds a mark to a use.
    pub(in crate::game) fn note(&mut self, limit: Limit, in_combat: bool) {
        let marks = &mut self.marks[usize::from(in_combat)];
        // The last mark of a limit is set only when all are, so `is_up` reads one bit.
        if let Some(free) = limit.places().find(|&place| !marked(marks, place)) {
            marks[usize::from(free / 32)] |= 1 << (free % 32);
        }
    }

    /// identity-14: clears these marks of the combat, such as those of limits that apply to each roll.
    #[inline]
    pub(in crate::game) fn clear(&mut self, marks: &[u16]) {
        for &mark in marks {
            self.marks[1][usize::from(mark / 32)] &= !(1 << (mark % 32));
        }
    }

    /// Clears the marks of a combat that has ended: its uses may be chosen again.
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

    /// As many uses as the marks have room for, each with a limit of two or three.
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
