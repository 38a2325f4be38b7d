//! Plays in a combat, either from the listed options or from the player's own cards.

use super::fight::Rescue;
use super::rival::Hindrance;
use super::thought::Thought;
use crate::deck::language::Window;
use crate::game::{Choice, Moment, Verb};
use crate::ids::{CardId, CardSet};

impl<const W: usize> Thought<'_, W> {
    /// The choice of a fighter, from the cards that matter.
    pub(super) fn own_fight_at_sight(&self) -> Choice {
        let (margin, winning) = self.view.standing();
        if winning { self.enlarge(margin) } else { self.rescue_from_own(1 - margin) }
    }

    /// The choice of a bystander, from the cards that matter.
    pub(super) fn rivals_fight_at_sight(&self) -> Choice {
        if self.lets_them_win() { Choice::PASS } else { self.hinder_from_own() }
    }

    fn rescue_from_own(&self, need: i16) -> Choice {
        let masks = &self.view.deck().masks;
        let fitting = self.fitting_traits();
        let plays = fitting.iter().map(|card| Choice::card(Verb::Play, card));
        // A discard can turn the fight only if a monster tests a trait of the player.
        let in_play = (self.view.table(self.me()) & masks.traits).only_if(self.meets_picky_foes());
        let discards = in_play.iter().map(|card| Choice::card(Verb::Discard, card));
        if let Some(turns) = self.turned_by_trait(plays.chain(discards)) {
            return turns;
        }
        let mut rescue = self.rescue(need);
        self.weigh_own(&mut rescue, self.playable() & self.brain.combat_cards.rescuing(), fitting);
        self.resolve(&rescue, || self.view.may_ask())
    }

    /// Weighs the plays of these cards, and of cards that fit into play.
    fn weigh_own(&self, rescue: &mut Rescue, cards: CardSet<W>, fitting: CardSet<W>) {
        let masks = &self.view.deck().masks;
        if cards.is_empty() {
            return;
        }
        if self.foes_left() && !self.view.plays_barred() {
            for card in self.view.hand() & cards & masks.enhancers {
                self.weigh_rescue(rescue, Choice::card(Verb::Play, card), || true);
            }
        }
        for card in cards & masks.boosts {
            let open = || self.view.may_throw(card, Verb::Aid);
            self.weigh_rescue(rescue, Choice::card(Verb::Aid, card), open);
        }
        self.each_use(cards, |play| {
            self.weigh_use(rescue, play, || self.view.use_is_open(play.card, play.n, Window::Combat));
        });
        for card in fitting & cards {
            self.weigh_rescue(rescue, Choice::card(Verb::Play, card), || true);
        }
    }

    /// Identities and powers that the player can put into play in this combat, even in place of others.
    fn fitting_traits(&self) -> CardSet<W> {
        let playable = self.view.hand() & self.view.playable_traits(Moment::Combat);
        let playable = playable.only_if(!self.view.plays_barred());
        if playable.is_empty() {
            return playable;
        }
        let replacing = (playable & self.view.deck().masks.replacing).filter(|card| self.view.replaces(card));
        self.view.fitting_traits(playable) | replacing
    }

    fn hinder_from_own(&self) -> Choice {
        let hindrance = self.hindrance();
        // Exact: all other cards have a score that is not above 0. The assertion below compares both.
        let cards = self.playable() & self.hindering(&hindrance);
        let play = if cards.is_empty() { Choice::PASS } else { self.hinder_with(cards, hindrance) };
        debug_assert_eq!(play, self.hinder_with(self.playable(), self.hindrance()), "{cards:?}");
        play
    }

    fn hinder_with(&self, cards: CardSet<W>, mut hindrance: Hindrance) -> Choice {
        let Some(fight) = self.view.fight() else { return Choice::PASS };
        let (hand, masks) = (self.view.hand() & cards, &self.view.deck().masks);
        if self.foes_left() {
            self.weigh_all(&mut hindrance, Verb::Play, hand & masks.enhancers, |_| true);
        }
        if fight.has_room() {
            let wandering = (hand & masks.wandering).only_if(self.view.hand().meets(&masks.monsters));
            self.weigh_all(&mut hindrance, Verb::Play, wandering, |_| true);
            self.weigh_all(&mut hindrance, Verb::Join, hand & masks.joiners, |card| self.view.is_let_join(card));
        }
        self.weigh_all(&mut hindrance, Verb::Arm, cards & masks.gifts, |card| self.view.may_arm(card));
        self.weigh_all(&mut hindrance, Verb::Play, hand & masks.curses, |_| true);
        let throws = |card| self.view.may_throw(card, Verb::Hinder);
        self.weigh_all(&mut hindrance, Verb::Hinder, cards & masks.boosts, throws);
        self.each_use(cards, |play| {
            let open = || self.view.use_is_open(play.card, play.n, Window::Combat);
            self.weigh_hindrance(&mut hindrance, play, open);
        });
        self.hinder(&hindrance)
    }

    fn weigh_all(&self, hindrance: &mut Hindrance, verb: Verb, cards: CardSet<W>, open: impl Fn(CardId) -> bool) {
        for card in cards {
            self.weigh_hindrance(hindrance, Choice::card(verb, card), || open(card));
        }
    }

    /// Whether a monster is left to enhance.
    pub(super) fn foes_left(&self) -> bool {
        self.view.fight().is_some_and(|fight| !fight.foes().is_empty())
    }

    /// The player's own cards, and monsters that it may feed.
    fn playable(&self) -> CardSet<W> {
        self.mine() | self.view.usable(Window::Combat)
    }

    pub(super) fn mine(&self) -> CardSet<W> {
        self.view.hand() | self.view.table(self.me())
    }

    /// Calls `consider` with each use of these cards in this combat.
    fn each_use(&self, cards: CardSet<W>, mut consider: impl FnMut(Choice)) {
        for card in cards & self.view.usable(Window::Combat) {
            for n in 0..self.view.deck().card(card).uses.len as u8 {
                consider(self.view.use_of(card, n));
            }
        }
    }
}
