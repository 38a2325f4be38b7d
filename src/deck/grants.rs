//! `Grants`: the rights and burdens that cards in play give.

/// The rights and burdens of a card, or of everything a player has in play, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// More Big Items.
    pub extra_big: u8,
    /// More hands.
    pub extra_hands: u8,
    /// More cards kept.
    pub hand_limit: i8,
    /// More Treasures for a kill.
    pub extra_treasures: i8,
    /// Gold Pieces added to each sale.
    pub sale_bonus: u16,
    /// The yes-or-no ones, one bit each.
    pub flags: u16,
}

impl Grants {
    /// Equal totals win.
    pub const WINS_TIES: u16 = 1;
    /// Curses from the door do nothing.
    pub const DOOR_CURSE_PROOF: u16 = 2;
    /// Curses from players do nothing.
    pub const CURSE_PROOF: u16 = 4;
    /// May not be helped.
    pub const NO_HELP: u16 = 8;
    /// May not help.
    pub const NO_HELPING: u16 = 16;
    /// Bonuses of Items do not count.
    pub const NO_ITEMS: u16 = 32;
    /// May not play one-shots in own fights.
    pub const NO_ONE_SHOTS: u16 = 64;
    /// Does not loot the room.
    pub const NO_LOOT: u16 = 128;
    /// May not sell.
    pub const NO_SALE: u16 = 256;
    /// Dice count one less.
    pub const UNLUCKY: u16 = 512;
    /// One Item of one sale a turn counts twice.
    pub const DOUBLE_SALE: u16 = 1024;
    /// May open a discard instead of the door.
    pub const DRAWS_DISCARDS: u16 = 2048;

    /// Whether it has this flag.
    #[inline]
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Takes out those of another card, but for its flags, which others may give too.
    #[inline]
    pub fn subtract(&mut self, other: &Grants) {
        self.extra_big -= other.extra_big;
        self.extra_hands -= other.extra_hands;
        self.hand_limit -= other.hand_limit;
        self.extra_treasures -= other.extra_treasures;
        self.sale_bonus -= other.sale_bonus;
    }

    /// Adds those of another card.
    #[inline]
    pub fn add(&mut self, other: &Grants) {
        self.extra_big += other.extra_big;
        self.extra_hands += other.extra_hands;
        self.hand_limit += other.hand_limit;
        self.extra_treasures += other.extra_treasures;
        self.sale_bonus += other.sale_bonus;
        self.flags |= other.flags;
    }
}
