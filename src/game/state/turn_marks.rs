//! `TurnMarks`: what has happened in a turn.

/// Whether a monster was met in a turn, and whether an Item counted twice in a sale. In one byte, because games are copied often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnMarks(u8);

const MET: u8 = 1;
const SOLD_DOUBLE: u8 = 2;

impl TurnMarks {
    /// Whether a monster was met.
    #[inline]
    pub(in crate::game) fn met(self) -> bool {
        self.0 & MET != 0
    }

    /// Notes a monster.
    pub(in crate::game) fn meet(&mut self) {
        self.0 |= MET;
    }

    /// Forgets the monster.
    pub(in crate::game) fn forget_meeting(&mut self) {
        self.0 &= !MET;
    }

    /// Whether the active player has sold with an Item that counted twice.
    pub(in crate::game) fn sold_double(self) -> bool {
        self.0 & SOLD_DOUBLE != 0
    }

    /// Notes such a sale.
    pub(in crate::game) fn sell_double(&mut self) {
        self.0 |= SOLD_DOUBLE;
    }
}
