//! The fight: its monsters, its fighters, and the current offer of help.

use std::num::NonZeroU8;

use crate::deck::compiled::{FightRules, MAX_IGNORED_GROUPS};
use crate::ids::{BySeat, CardId, Seat, SeatSet};

/// Maximum number of monsters in one fight. When it is reached, no monster can join.
// `SeatState::spared` has one bit for each.
pub const MAX_FOES: usize = 8;

/// Maximum strength that cards add in a fight, so that no sum of a fight overflows.
// Eight monsters at this maximum, and the accounts beside them, are within 16 bits.
const MAX_STRENGTH: i16 = 2_000;

/// A strength after a change, within the limits.
pub(in crate::game) fn strengthened(strength: i16, by: i16) -> i16 {
    bounded(i32::from(strength) + i32::from(by))
}

/// A part of a monster's bonus after a change.
pub(in crate::game) fn part_of_bonus(part: i8, by: i16) -> i8 {
    part.saturating_add(by.clamp(i8::MIN.into(), i8::MAX.into()) as i8)
}

/// A difference of totals, as far as it fits into a byte.
pub(in crate::game) fn difference(points: i16) -> i8 {
    points.clamp(-i16::from(i8::MAX), i8::MAX.into()) as i8
}

/// A strength, limited to the maximum that cards add in either direction.
#[inline]
pub(in crate::game) fn bounded(strength: i32) -> i16 {
    strength.clamp(-i32::from(MAX_STRENGTH), i32::from(MAX_STRENGTH)) as i16
}

/// One monster of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foe {
    /// The monster.
    pub card: CardId,
    /// Its number in this fight, from 1 in the order of joining. It does not change when other monsters leave.
    pub number: u8,
    /// Players who have had their turn to run from it.
    pub(in crate::game) faced: SeatSet,
    /// The card that made it a twin of another, or `CardId::NONE`.
    pub twin_by: CardId,
    /// Strength added by enhancers, by its own text, and by Items that players gave to the monster.
    pub bonus: i16,
    /// Bonus to rolls to run away from it, without its own text.
    pub flee: i8,
    /// Treasures added by enhancers.
    pub treasures: i8,
    /// Its tags, including those added by enhancers.
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

/// A seat's reply to an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reply {
    /// No reply: the seat was not asked, or has not replied yet.
    #[default]
    None,
    /// No.
    Refused,
    /// Yes, for this number of Treasures.
    Agreed(u8),
}

/// Strength that cards have added for the players, by what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Added {
    /// From one-shots.
    pub one_shots: i16,
    /// From other Items that were used up.
    pub used_up: i16,
    /// From other cards that were played into the fight, such as specials.
    pub played: i16,
    /// From cards in play, except what they add for or against the helper. It leaves the fight with the main player.
    pub in_play: i16,
    /// The parts of `one_shots` and `used_up` from cards that some monsters ignore, by `Deck::ignored_groups`.
    pub(in crate::game) ignorable: [Groups; 2],
}

/// Strength by groups of cards that monsters ignore, see `Deck::ignored_groups`.
pub(in crate::game) type Groups = [i16; MAX_IGNORED_GROUPS];

/// Strength that cards have added to the sides of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Boosts {
    /// For the players.
    pub players: Added,
    /// For the players, while nobody helps.
    pub alone: Added,
    /// For the players, from cards in play for or against the helper. It leaves the fight with the helper.
    pub helper: i16,
    /// For the monsters.
    pub monsters: i16,
    /// Against the monsters, from one-shots; not above 0.
    pub weakening: i16,
    /// The part of `weakening` from cards that some monsters ignore.
    pub(in crate::game) ignorable: Groups,
}

/// The account of a boost: a field of `Boosts`. What counts only while nobody helps has accounts of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Account {
    OneShots { alone: bool },
    UsedUp { alone: bool },
    Played { alone: bool },
    InPlay { alone: bool },
    Helper,
    Monsters,
    Weakening,
}

impl Account {
    /// Whether its strength counts for the players; otherwise it counts for or against the monsters.
    pub(in crate::game) fn for_players(self) -> bool {
        !matches!(self, Account::Weakening | Account::Monsters)
    }

    /// The bit of its strength for the players in `Fight::aided`.
    fn bit(self) -> u8 {
        match self {
            Account::OneShots { .. } => 1,
            Account::UsedUp { .. } => 2,
            Account::Played { .. } => 4,
            Account::InPlay { .. } => 8,
            Account::Helper => 16,
            Account::Monsters | Account::Weakening => 0,
        }
    }
}

impl Boosts {
    fn added(&mut self, alone: bool) -> &mut Added {
        if alone { &mut self.alone } else { &mut self.players }
    }

    /// The strength on an account.
    pub(in crate::game) fn on(&mut self, account: Account) -> &mut i16 {
        match account {
            Account::OneShots { alone } => &mut self.added(alone).one_shots,
            Account::UsedUp { alone } => &mut self.added(alone).used_up,
            Account::Played { alone } => &mut self.added(alone).played,
            Account::InPlay { alone } => &mut self.added(alone).in_play,
            Account::Helper => &mut self.helper,
            Account::Monsters => &mut self.monsters,
            Account::Weakening => &mut self.weakening,
        }
    }

    /// The parts of an account from cards that some monsters ignore, if monsters can ignore a part of it.
    pub(in crate::game) fn ignorable(&mut self, account: Account) -> Option<&mut Groups> {
        match account {
            Account::OneShots { alone } => Some(&mut self.added(alone).ignorable[0]),
            Account::UsedUp { alone } => Some(&mut self.added(alone).ignorable[1]),
            Account::Weakening => Some(&mut self.ignorable),
            Account::Played { .. } | Account::InPlay { .. } | Account::Helper | Account::Monsters => None,
        }
    }
}

/// Monsters that a card killed before the end of a fight: their number and their levels, at most 15 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Killed(u8);

impl Killed {
    /// Adds a monster with this number of levels.
    pub(in crate::game) fn add(&mut self, levels: u8) {
        // Both in a byte, since a fight keeps one for each seat.
        *self = Killed((self.count() + 1).min(15) | (self.levels() + levels).min(15) << 4);
    }

    /// Number of monsters.
    pub(in crate::game) fn count(self) -> u8 {
        self.0 & 15
    }

    /// Levels for killing them.
    pub(in crate::game) fn levels(self) -> u8 {
        self.0 >> 4
    }
}

/// What decides whether a runner gets away from the current monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Getaway {
    /// The roll.
    Rolls,
    /// The monster, which does not pursue the runner.
    LetGo,
    /// A card lets the runner escape without the current roll.
    Escapes,
    /// The roll, even if something else would let the runner escape.
    Forced,
}

/// The fight, if one is running, and the remaining steps of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    pub(in crate::game) foes: [Foe; MAX_FOES],
    pub(in crate::game) foe_count: u8,
    /// For each monster, the part of its bonus from Items that players gave to it.
    pub(in crate::game) armed: [i8; MAX_FOES],
    /// For each monster, the part of its bonus from its own text.
    pub(in crate::game) grown: [i8; MAX_FOES],
    /// Number of monsters that have joined so far.
    pub(in crate::game) joined: u8,
    /// Number of monsters that had joined at the last play other than an Item for a monster.
    pub(in crate::game) settled: u8,
    /// A fight is running; this includes running away.
    pub(in crate::game) running: bool,
    /// The fight has been lost and the players run.
    pub(in crate::game) fleeing: bool,
    /// The active player loots the room after the fight.
    pub(in crate::game) loots_after: bool,
    /// The fight has been won; the remaining steps bind no player.
    pub(in crate::game) won: bool,
    /// Its monster left as it was met, so nobody fought.
    pub(in crate::game) avoided: bool,
    pub(in crate::game) main: Seat,
    pub(in crate::game) helper: Option<Seat>,
    /// Whether the helper was compelled.
    pub(in crate::game) compelled: bool,
    pub(in crate::game) rules: FightRules,
    /// Levels for killing all its monsters.
    pub(in crate::game) levels: u8,
    /// Tags of all its monsters.
    pub(in crate::game) tags: u16,
    /// Treasures of all its monsters.
    pub(in crate::game) hoard: i16,
    pub(in crate::game) boosts: Boosts,
    /// The accounts to which something has added strength for the players, `Account::bit` each.
    pub(in crate::game) aided: u8,
    /// Treasures of monsters that were removed, for the main player at that time.
    pub(in crate::game) treasures: BySeat<u8>,
    /// Monsters that were removed and count as killed, by the main player at that time.
    pub(in crate::game) killed: BySeat<Killed>,
    pub(in crate::game) offer: Offer,
    pub(in crate::game) replies: BySeat<Reply>,
    /// Number of times help was asked for since the last other play in the combat.
    pub(in crate::game) asks: u8,
    /// The last offer that was refused since then, and the players who refused it.
    pub(in crate::game) refused: (Offer, SeatSet),
    /// Number of plays of all players.
    pub(in crate::game) plays: u8,
    /// The die for running away, 0 before the roll.
    pub(in crate::game) die: u8,
    /// The current runner, and the number of the monster from which they run.
    // Numbers begin at 1, so that "no runner" needs no further byte.
    pub(in crate::game) runner: Option<(Seat, NonZeroU8)>,
    /// What decides whether the runner gets away.
    pub(in crate::game) getaway: Getaway,
    /// Runners who got away from all monsters.
    pub(in crate::game) away: SeatSet,
    /// Who has rolled to run away.
    pub(in crate::game) rolled: SeatSet,
    /// Points by which the players' total was above that of the monsters when the fight was decided.
    // A byte is enough: no effect needs a larger number.
    pub(in crate::game) margin: i8,
    /// Cached totals of the players and the monsters; `None` if they must be recomputed.
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
            flee: 0,
            treasures: 0,
            tags: 0,
        };
        Fight {
            foes: [foe; MAX_FOES],
            foe_count: 0,
            armed: [0; MAX_FOES],
            grown: [0; MAX_FOES],
            joined: 0,
            settled: 0,
            running: false,
            fleeing: false,
            loots_after: false,
            won: false,
            avoided: false,
            main: Seat(0),
            helper: None,
            compelled: false,
            rules: FightRules::default(),
            levels: 0,
            tags: 0,
            hoard: 0,
            boosts: Boosts::default(),
            aided: 0,
            treasures: BySeat::default(),
            killed: BySeat::default(),
            offer: Offer::default(),
            replies: BySeat::default(),
            asks: 0,
            refused: (Offer::default(), SeatSet::EMPTY),
            plays: 0,
            die: 0,
            runner: None,
            getaway: Getaway::Rolls,
            away: SeatSet::EMPTY,
            rolled: SeatSet::EMPTY,
            margin: 0,
            totals: None,
        }
    }
}

impl Fight {
    /// Adds strength to an account, within the limits. Returns what was added.
    pub(in crate::game) fn add(&mut self, account: Account, by: i16) -> i16 {
        let strength = self.boosts.on(account);
        let added = strengthened(*strength, by) - *strength;
        *strength += added;
        // Kept apart from the sums: a later penalty does not undo that something has helped.
        self.aided |= if by > 0 { account.bit() } else { 0 };
        added
    }

    /// Removes the strength of an account.
    pub(in crate::game) fn clear(&mut self, account: Account) {
        *self.boosts.on(account) = 0;
        self.aided &= !account.bit();
    }

    /// The strength that cards have added to the sides.
    pub(crate) fn boosts(&self) -> Boosts {
        self.boosts
    }

    /// The monsters.
    #[inline]
    pub(crate) fn foes(&self) -> &[Foe] {
        &self.foes[..usize::from(self.foe_count)]
    }

    /// Number of monsters in the fight; once it is won, number of monsters that were killed in it.
    pub(in crate::game) fn monsters(&self) -> u8 {
        self.foe_count + if self.won { self.killed[self.main].count() } else { 0 }
    }

    /// The index of the monster with this number, if it is still in the fight.
    pub(in crate::game) fn place_of(&self, number: u8) -> Option<usize> {
        self.foes().iter().position(|foe| foe.number == number)
    }

    /// The monster that the runner runs from, if it is still in the fight.
    pub(crate) fn pursuer(&self) -> Option<&Foe> {
        let (_, number) = self.runner?;
        self.place_of(number.get()).map(|place| &self.foes[place])
    }

    /// The main player.
    pub fn main(&self) -> Seat {
        self.main
    }

    /// The helper.
    pub(crate) fn helper(&self) -> Option<Seat> {
        self.helper
    }

    /// Whether the fight has been lost and the players run.
    pub(crate) fn fleeing(&self) -> bool {
        self.fleeing
    }

    /// Whether a card has killed a monster of the fight, for any main player.
    pub(in crate::game) fn has_kills(&self) -> bool {
        self.killed.0.iter().any(|killed| killed.count() > 0)
    }

    /// Levels for winning it: for killing all its monsters, and for those that the main player has already killed.
    #[inline]
    pub(crate) fn levels(&self) -> i16 {
        i16::from(self.levels) + i16::from(self.killed[self.main].levels())
    }

    /// The current offer, or the deal that was made.
    pub(crate) fn offer(&self) -> Offer {
        self.offer
    }

    /// Number of times help was asked for since the last other play in the combat.
    pub(crate) fn asks(&self) -> u8 {
        self.asks
    }

    /// Treasures for which a seat agreed to help; `None` if it did not agree.
    pub(crate) fn asked_for(&self, seat: Seat) -> Option<u8> {
        match self.replies[seat] {
            Reply::Agreed(treasures) => Some(treasures),
            _ => None,
        }
    }

    /// A seat's reply to the last request.
    pub(crate) fn reply(&self, seat: Seat) -> Reply {
        self.replies[seat]
    }

    /// The die for running away, 0 before the roll.
    pub(crate) fn die(&self) -> u8 {
        self.die
    }

    /// The current runner.
    pub(crate) fn runner(&self) -> Option<Seat> {
        self.runner.map(|(seat, _)| seat)
    }

    /// Main player and helper.
    #[inline]
    pub(crate) fn fighters(&self) -> SeatSet {
        let mut seats = SeatSet::one(self.main);
        if let Some(helper) = self.helper {
            seats.insert(helper);
        }
        seats
    }

    /// Whether another monster can join.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        // Numbers are never reused in a fight, so there is a last one.
        (usize::from(self.foe_count) < MAX_FOES) & (self.joined < u8::MAX)
    }

    /// Whether the fight is undecided: it is not won yet, and the players do not run.
    #[inline]
    pub(crate) fn undecided(&self) -> bool {
        self.running & !self.won & !self.fleeing
    }

    /// Tags of all its monsters.
    #[inline]
    pub(crate) fn tags(&self) -> u16 {
        self.tags
    }
}
