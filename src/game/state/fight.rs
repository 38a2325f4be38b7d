//! The fight: its monsters, who fights them, and the offer of help on the table.

use crate::deck::compiled::FightRules;
use crate::ids::{BySeat, CardId, Seat, SeatSet};

/// Most monsters in one fight; when it is full, nothing more can join.
pub const MOST_FOES: usize = 8;

/// Strength that cards add in a fight stops there, so that no sum of a fight overflows.
const MOST_STRENGTH: i16 = 3_000;

/// A strength after a change.
pub(in crate::game) fn strengthened(strength: i16, by: i16) -> i16 {
    bounded(i32::from(strength) + i32::from(by))
}

/// A strength within the bounds of what cards add.
#[inline]
pub(in crate::game) fn bounded(strength: i32) -> i16 {
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
    pub(in crate::game) faced: SeatSet,
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

/// Strength that cards added to the sides of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boosts {
    /// For the players, by one-shots.
    pub one_shots: i16,
    /// For the players, by other cards.
    pub others: i16,
    /// For the monsters.
    pub monsters: i16,
}

/// Whom a boost counts for: a field of `Boosts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Account {
    OneShots,
    Others,
    Monsters,
}

impl Boosts {
    /// The strength added on an account.
    pub(in crate::game) fn on(&mut self, account: Account) -> &mut i16 {
        match account {
            Account::OneShots => &mut self.one_shots,
            Account::Others => &mut self.others,
            Account::Monsters => &mut self.monsters,
        }
    }
}

/// The fight, if one is running, and what is left to settle of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    pub(in crate::game) foes: [Foe; MOST_FOES],
    pub(in crate::game) foe_count: u8,
    /// Monsters that have joined it so far.
    pub(in crate::game) joined: u8,
    /// A fight is running, its flight included.
    pub(in crate::game) running: bool,
    /// It has been lost and the players run.
    pub(in crate::game) fleeing: bool,
    /// It has been won; what is left to do binds nobody.
    pub(in crate::game) won: bool,
    pub(in crate::game) main: Seat,
    pub(in crate::game) helper: Option<Seat>,
    pub(in crate::game) rules: FightRules,
    /// Whether a monster of the fight ignores some cards.
    pub(in crate::game) ignoring: bool,
    /// Levels for killing all its monsters.
    pub(in crate::game) levels: u16,
    /// Tags of all its monsters.
    pub(in crate::game) tags: u16,
    /// Treasures of all its monsters.
    pub(in crate::game) hoard: i16,
    pub(in crate::game) boosts: Boosts,
    /// Treasures of monsters that were removed.
    pub(in crate::game) treasures: u8,
    pub(in crate::game) offer: Offer,
    pub(in crate::game) replies: BySeat<Reply>,
    /// Times help was asked since the totals last changed.
    pub(in crate::game) asks: u8,
    /// The die for running away, 0 before the roll.
    pub(in crate::game) die: u8,
    /// Who is running at present, and from the monster of which number.
    pub(in crate::game) runner: Option<(Seat, u8)>,
    /// The present roll is not needed.
    pub(in crate::game) escape: bool,
    /// Runners who got away from everything.
    pub(in crate::game) away: SeatSet,
    /// Who has rolled to run away.
    pub(in crate::game) rolled: SeatSet,
    /// Players' and monsters' totals, while they are known to stand.
    pub(in crate::game) totals: Option<(i16, i16)>,
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
            ignoring: false,
            levels: 0,
            tags: 0,
            hoard: 0,
            boosts: Boosts::default(),
            treasures: 0,
            offer: Offer::default(),
            replies: BySeat::default(),
            asks: 0,
            die: 0,
            runner: None,
            escape: false,
            away: SeatSet::EMPTY,
            rolled: SeatSet::EMPTY,
            totals: None,
        }
    }
}

impl Fight {
    /// What cards added to either side.
    pub fn boosts(&self) -> Boosts {
        self.boosts
    }

    /// The monsters.
    #[inline]
    pub fn foes(&self) -> &[Foe] {
        &self.foes[..usize::from(self.foe_count)]
    }

    /// The place of the monster with this number, if it is still there.
    pub(in crate::game) fn place_of(&self, number: u8) -> Option<usize> {
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
