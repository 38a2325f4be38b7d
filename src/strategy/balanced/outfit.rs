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
        let outdone = self.outdone();
        let excess = moment == Moment::BeforeCharity && self.over_hand_limit();
        let play = self.worth_it(|option| match option.verb {
            Verb::Wear | Verb::Equip => self.wearing(option.card),
            Verb::Unequip if outdone == Some(option.card) => 1000,
            Verb::Carry if excess => 20,
            Verb::Play if excess && self.is_curse(option.card) => 15 + self.curse_use(),
            Verb::Play | Verb::Use => self.playing(option).min(80),
            _ => -1,
        });
        let dresses = matches!(play.verb, Verb::Wear | Verb::Equip | Verb::Unequip);
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

    /// An Item in use that stands in the way of a better one.
    fn outdone(&self) -> Option<CardId> {
        let idle = self.idle_items();
        if idle.is_empty() {
            return None;
        }
        let worn = (self.view.table(self.me()) & self.view.used()).without(self.view.cheated());
        idle.iter().find_map(|idle| self.outdone_by(idle, worn))
    }

    /// What would have to make way for `idle`, if that gains strength: the least of what its slot holds.
    fn outdone_by(&self, idle: CardId, worn: CardSet<W>) -> Option<CardId> {
        let deck = self.view.deck();
        let new = deck.card(idle);
        let held = worn & deck.masks.slots[new.slot? as usize];
        let least = held.iter().min_by_key(|&card| self.worth.wear(card))?;
        let both_hands = new.slot == Some(Slot::Hand) && new.hands > deck.card(least).hands;
        let lost: i16 =
            if both_hands { held.iter().map(|card| self.worth.wear(card)).sum() } else { self.worth.wear(least) };
        let needed = deck.card(least).grants.extra_big > 0 && (new.big || self.view.character(self.me()).big > 1);
        let better = self.worth.wear(idle) > lost && !self.view.slot_free(idle) && self.view.could_use(idle);
        let carried = !self.view.hand().contains(idle) || self.view.can_carry(idle);
        (better && carried && !needed).then_some(least)
    }
}
