//! Own affairs: the best outfit, identities and powers, levels, and what is better on the table than given away.

use super::{Purpose, Thought};
use crate::deck::{Kind, Slot};
use crate::game::{Choice, Moment, Verb};
use crate::ids::{CardId, CardSet};

impl<const W: usize> Thought<'_, W> {
    /// The own turn out of combat; off the own turn, plays that are open at any time.
    pub(super) fn own_affairs(&self, moment: Moment) -> Choice {
        if self.view.active() != self.me() {
            return self.worth_it(|option| self.level_for_me(option));
        }
        let idle = self.idle_items();
        let excess = moment == Moment::BeforeCharity && self.over_hand_limit();
        let play = self.worth_it(|option| match option.verb {
            Verb::Wear | Verb::Equip => self.wearing(option.card),
            Verb::Unequip if self.replaceable(idle, option.card) => 90,
            Verb::Carry if self.would_replace(option.card) => 95,
            Verb::Carry if excess => 20,
            Verb::Play if excess && self.is_curse(option.card) => 15 + self.curse_use(),
            Verb::Play | Verb::Use => self.playing(option).min(80),
            _ => -1,
        });
        let dresses = matches!(play.verb, Verb::Wear | Verb::Equip | Verb::Unequip)
            || play.verb == Verb::Carry && self.would_replace(play.card);
        if !dresses && self.sale_pays() { Choice::plain(Verb::Sell) } else { play }
    }

    /// Opening plays, cards just received, and the card behind the door.
    pub(super) fn play_received(&self) -> Choice {
        self.best(|option| match option.verb {
            Verb::Pass | Verb::Keep => 0,
            Verb::Wear => self.wearing(option.card),
            Verb::Carry if self.view.active() != self.me() => 1,
            Verb::Play | Verb::Use => self.playing(option),
            _ => -1,
        })
    }

    fn is_curse(&self, card: CardId) -> bool {
        self.view.deck().card(card).kind == Kind::Curse
    }

    fn over_hand_limit(&self) -> bool {
        let extra = i16::from(self.view.character(self.me()).grants.hand_limit);
        self.view.hand().len() as i16 > i16::from(self.view.deck().rules.hand_limit) + extra
    }

    /// An Item that does its user any good.
    fn wearing(&self, card: CardId) -> i32 {
        match self.worth.wear(card) {
            0.. => 100 + i32::from(self.worth.wear(card)),
            _ => -1,
        }
    }

    /// Identities, powers, levels and other plays that serve its player now.
    fn playing(&self, option: &Choice) -> i32 {
        let card = self.view.deck().card(option.card);
        match card.kind {
            Kind::Identity | Kind::MultiIdentity => 70,
            Kind::Power => 60 + i32::from(self.worth.wear(option.card)) + i32::from(card.rank),
            Kind::Cheat => self.cheating(),
            Kind::Curse => -1,
            _ => match self.purpose(option) {
                Some(Purpose::Levels(good)) if self.can_rise() => i32::from(good - self.cost(option)),
                Some(Purpose::Good(good)) => i32::from(good - self.cost(option)),
                Some(Purpose::Lift) => 10,
                Some(Purpose::Bad(harm)) if harm >= 10 => i32::from(harm),
                _ => -1,
            },
        }
    }

    /// A level whenever one is to be had.
    fn level_for_me(&self, option: &Choice) -> i32 {
        match self.purpose(option) {
            Some(Purpose::Levels(good)) if option.verb == Verb::Play && self.can_rise() => i32::from(good - 9),
            _ => -1,
        }
    }

    /// Whether anything but a kill can still bring a level.
    fn can_rise(&self) -> bool {
        self.view.level(self.me()) < i16::from(self.view.deck().rules.win_level) - 1
    }

    /// A Cheat is for an Item that lies idle.
    fn cheating(&self) -> i32 {
        let idle = self.idle_items().iter().map(|card| self.worth.wear(card)).max().unwrap_or(0);
        if idle >= 8 { i32::from(idle) } else { -1 }
    }

    /// Items in hand or lying sideways.
    pub(super) fn idle_items(&self) -> CardSet<W> {
        let masks = &self.view.deck().masks;
        let mine = self.view.hand() | self.view.table(self.me());
        (mine & masks.items.without(masks.once)).without(self.view.used())
    }

    /// Whether an Item in use stands in the way of a better one.
    fn replaceable(&self, idle: CardSet<W>, used: CardId) -> bool {
        let same_slot = self.view.deck().card(used).slot.map(|slot| self.view.deck().masks.slots[slot as usize]);
        same_slot.is_some_and(|slot| (idle & slot).iter().any(|idle| self.beats(idle, used)))
    }

    /// Whether an Item from hand is better than what is worn in its place.
    fn would_replace(&self, idle: CardId) -> bool {
        if self.view.slot_free(idle) {
            return false;
        }
        let used = self.view.table(self.me()) & self.view.used();
        used.iter().any(|used| self.beats(idle, used))
    }

    /// Whether taking `used` off and putting `idle` on gains strength, both usable and sharing a place.
    fn beats(&self, idle: CardId, used: CardId) -> bool {
        let deck = self.view.deck();
        let (new, old) = (deck.card(idle), deck.card(used));
        if new.slot.is_none() || new.slot != old.slot || !self.view.could_use(idle) {
            return false;
        }
        let blocked = !self.view.slot_free(idle);
        let carried = self.view.table(self.me()).contains(idle) || self.view.can_carry(idle);
        let gain = if new.slot == Some(Slot::Hand) && new.hands > old.hands {
            self.worth.wear(idle) - self.worth.wear(used) - self.other_hand(used)
        } else {
            self.worth.wear(idle) - self.worth.wear(used)
        };
        blocked && carried && gain > 0
    }

    /// What else the hands hold.
    fn other_hand(&self, used: CardId) -> i16 {
        let hands = self.view.deck().masks.slots[Slot::Hand as usize];
        let worn = self.view.table(self.me()) & self.view.used() & hands;
        worn.iter().filter(|&card| card != used).map(|card| self.worth.wear(card)).sum()
    }
}
