//! `Grants`: the permissions and restrictions from cards in play.

/// The permissions and restrictions of one card, or the sum for all cards that a player has in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Additional Big Items, or fewer.
    pub extra_big: i8,
    /// Additional hands, or fewer.
    pub extra_hands: i8,
    /// Change of the hand limit.
    pub hand_limit: i8,
    /// Additional Treasures for a kill.
    pub extra_treasures: i8,
    /// Gold Pieces added to each sale, or taken from it.
    pub sale_bonus: i16,
    /// The permissions and restrictions without a number, as a mask.
    pub flags: u16,
}

impl Grants {
    /// Equal totals win.
    pub(crate) const WINS_TIES: u16 = 1;
    /// Curses from the door do nothing.
    pub(crate) const DOOR_CURSE_PROOF: u16 = 2;
    /// Curses from players do nothing.
    pub(crate) const CURSE_PROOF: u16 = 4;
    /// May not be helped.
    pub(crate) const NO_HELP: u16 = 8;
    /// May not help.
    pub(crate) const NO_HELPING: u16 = 16;
    /// Bonuses of Items do not count.
    pub(crate) const NO_ITEMS: u16 = 32;
    /// May not play one-shots in own fights.
    pub(crate) const NO_ONE_SHOTS: u16 = 64;
    /// Does not loot the room.
    pub(crate) const NO_LOOT: u16 = 128;
    /// May not sell.
    pub(crate) const NO_SALE: u16 = 256;
    /// Dice count one less.
    pub(crate) const UNLUCKY: u16 = 512;
    /// One Item of one sale a turn counts twice.
    pub(crate) const DOUBLE_SALE: u16 = 1024;
    /// May take the top discard instead of a card drawn face up.
    pub(crate) const DRAWS_DISCARDS: u16 = 2048;
    /// Items that need two hands need one.
    pub(crate) const SURE_GRIP: u16 = 4096;
    /// An identity alone in the slot of the card has no disadvantages.
    pub(crate) const NO_DISADVANTAGES: u16 = 8192;

    /// Does not look for trouble.
    pub(crate) const NO_TROUBLE: u16 = 16_384;
    /// The turn is skipped.
    pub(crate) const SKIP_TURN: u16 = 32_768;

    /// Whether this flag is set.
    #[inline]
    pub(crate) fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Subtracts the numbers of another card. Its flags remain, because other cards may set them too.
    #[inline]
    pub(crate) fn subtract(&mut self, other: &Grants) {
        self.extra_big -= other.extra_big;
        self.extra_hands -= other.extra_hands;
        self.hand_limit -= other.hand_limit;
        self.extra_treasures -= other.extra_treasures;
        self.sale_bonus -= other.sale_bonus;
    }

    /// Adds the numbers and flags of another card.
    #[inline]
    pub(crate) fn add(&mut self, other: &Grants) {
        self.extra_big += other.extra_big;
        self.extra_hands += other.extra_hands;
        self.hand_limit += other.hand_limit;
        self.extra_treasures += other.extra_treasures;
        self.sale_bonus += other.sale_bonus;
        self.flags |= other.flags;
    }
}
