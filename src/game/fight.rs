//! The fight: its monsters, who fights them, and the offer of help on the table.

use crate::deck::compiled::FightRules;
use crate::ids::{BySeat, CardId, Seat, SeatSet};

/// Most monsters in one fight; when it is full, nothing more can join.
pub const MOST_FOES: usize = 8;

/// Strength that cards add in a fight stops there, so that no sum of a fight overflows.
const MOST_STRENGTH: i16 = 3_000;

/// A strength after a change.
pub(super) fn strengthened(strength: i16, by: i16) -> i16 {
    bounded(i32::from(strength) + i32::from(by))
}

/// A strength within the bounds of what cards add.
#[inline]
pub(super) fn bounded(strength: i32) -> i16 {
    strength.clamp(-i32::from(MOST_STRENGTH), i32::from(MOST_STRENGTH)) as i16
}

/// One monster of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foe {
    /// The monster.
    pub card: CardId,
    /// Its number in this fight, from 1 in the order of joining; it stays when other monsters leave.
    pub number: u8,
    /// Players who have had their turn to run from it.
    pub(super) faced: SeatSet,
    /// The card that made it a twin of another, or `CardId::NONE`.
    pub twin_by: CardId,
    /// Enhancers' strength.
    pub bonus: i16,
    /// Enhancers' Treasures.
    pub treasures: i8,
    /// Tags, with those that enhancers gave.
    pub tags: u16,
}

/// The terms of an offer of help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Treasures for the helper.
    pub treasures: u8,
    /// The helper picks first.
    pub helper_first: bool,
}

/// What a seat said to an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// Not asked, or not yet.
    #[default]
    None,
    /// No.
    Refused,
    /// Yes, for so many Treasures.
    Agreed(u8),
}

/// The fight, if one is running, and what is left to settle of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    pub(super) foes: [Foe; MOST_FOES],
    pub(super) foe_count: u8,
    /// Monsters that have joined it so far.
    pub(super) joined: u8,
    /// A fight is running, its flight included.
    pub(super) running: bool,
    /// It has been lost and the players run.
    pub(super) fleeing: bool,
    /// It has been won; what is left to do binds nobody.
    pub(super) won: bool,
    pub(super) main: Seat,
    pub(super) helper: Option<Seat>,
    pub(super) rules: FightRules,
    /// Levels for killing all its monsters.
    pub(super) levels: u16,
    /// Tags of all its monsters.
    pub(super) tags: u16,
    /// Treasures of all its monsters.
    pub(super) hoard: i16,
    /// Strength for the players from one-shots, from elsewhere, and for the monsters.
    pub(super) boosts: [i16; 3],
    /// Treasures of monsters that were removed.
    pub(super) treasures: u8,
    pub(super) offer: Offer,
    pub(super) replies: BySeat<Reply>,
    /// Times help was asked since the totals last changed.
    pub(super) asks: u8,
    /// The die for running away, 0 before the roll.
    pub(super) die: u8,
    /// Who is running at present, and from the monster of which number.
    pub(super) runner: Option<(Seat, u8)>,
    /// The present roll is not needed.
    pub(super) escape: bool,
    /// Runners who got away from everything.
    pub(super) away: SeatSet,
    /// Players' and monsters' totals, while they are known to stand.
    pub(super) totals: Option<(i16, i16)>,
}

impl Default for Fight {
    fn default() -> Self {
        let foe = Foe {
            card: CardId::NONE,
            number: 0,
            faced: SeatSet::EMPTY,
            twin_by: CardId::NONE,
            bonus: 0,
            treasures: 0,
            tags: 0,
        };
        Fight {
            foes: [foe; MOST_FOES],
            foe_count: 0,
            joined: 0,
            running: false,
            fleeing: false,
            won: false,
            main: Seat(0),
            helper: None,
            rules: FightRules::default(),
            levels: 0,
            tags: 0,
            hoard: 0,
            boosts: [0; 3],
            treasures: 0,
            offer: Offer::default(),
            replies: BySeat::default(),
            asks: 0,
            die: 0,
            runner: None,
            escape: false,
            away: SeatSet::EMPTY,
            totals: None,
        }
    }
}

impl Fight {
    /// The monsters.
    #[inline]
    pub fn foes(&self) -> &[Foe] {
        &self.foes[..usize::from(self.foe_count)]
    }

    /// The place of the monster with this number, if it is still there.
    pub(super) fn place_of(&self, number: u8) -> Option<usize> {
        self.foes().iter().position(|foe| foe.number == number)
    }

    /// The monster that is being run from, if it is still there.
    pub fn pursuer(&self) -> Option<&Foe> {
        let (_, number) = self.runner?;
        self.place_of(number).map(|place| &self.foes[place])
    }

    /// Whose fight it is.
    pub fn main(&self) -> Seat {
        self.main
    }

    /// Who helps.
    pub fn helper(&self) -> Option<Seat> {
        self.helper
    }

    /// Whether it has been lost and the players run.
    pub fn fleeing(&self) -> bool {
        self.fleeing
    }

    /// How it must be fought.
    pub fn rules(&self) -> FightRules {
        self.rules
    }

    /// Levels that killing all its monsters would bring.
    #[inline]
    pub fn levels(&self) -> i16 {
        self.levels as i16
    }

    /// The offer on the table, or the deal that was made.
    pub fn offer(&self) -> Offer {
        self.offer
    }

    /// Times help was asked since the totals last changed.
    pub fn asks(&self) -> u8 {
        self.asks
    }

    /// Treasures for which a seat agreed to help, if it did.
    pub fn asked_for(&self, seat: Seat) -> Option<u8> {
        match self.replies[seat] {
            Reply::Agreed(treasures) => Some(treasures),
            _ => None,
        }
    }

    /// The die for running away, 0 before the roll.
    pub fn die(&self) -> u8 {
        self.die
    }

    /// Who is running at present.
    pub fn runner(&self) -> Option<Seat> {
        self.runner.map(|(seat, _)| seat)
    }

    /// Main player and helper.
    #[inline]
    pub fn fighters(&self) -> SeatSet {
        let mut seats = SeatSet::one(self.main);
        if let Some(helper) = self.helper {
            seats.insert(helper);
        }
        seats
    }

    /// Whether another monster can join.
    #[inline]
    pub fn has_room(&self) -> bool {
        (usize::from(self.foe_count) < MOST_FOES) & (self.joined < u8::MAX)
    }

    /// Whether it is being fought: not won yet, and the players do not run.
    #[inline]
    pub fn undecided(&self) -> bool {
        self.running & !self.won & !self.fleeing
    }

    /// Tags of all its monsters.
    #[inline]
    pub fn tags(&self) -> u16 {
        self.tags
    }
}
