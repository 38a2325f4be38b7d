//! Plays in a combat that a player would consider, listed without all the others.

use super::Thought;
use crate::deck::language::Window;
use crate::game::{Choice, Forethought, Verb};
use crate::ids::{CardId, CardSet};

const MOST_PLAYS: usize = 32;

/// A short list of plays; passing comes first.
struct Plays {
    len: usize,
    list: [Choice; MOST_PLAYS],
    /// More came than it holds.
    full: bool,
}

impl Plays {
    fn none() -> Plays {
        Plays { len: 1, list: [Choice::PASS; MOST_PLAYS], full: false }
    }

    fn push(&mut self, play: Choice) {
        match self.list.get_mut(self.len) {
            Some(place) => {
                *place = play;
                self.len += 1;
            }
            None => self.full = true,
        }
    }

    /// What comes of choosing among them, if they are all that matters.
    fn foretell(&self, choose: impl FnOnce() -> Choice) -> Forethought {
        if self.full {
            return Forethought::Look;
        }
        match choose() {
            choice if choice.verb == Verb::Pass => Forethought::Pass,
            choice => Forethought::Play(choice),
        }
    }
}

impl<const W: usize> Thought<'_, W> {
    /// As a fighter: what it does if it looks at no more than matters to it.
    pub(super) fn foresee_own_fight(&self) -> Forethought {
        let (margin, winning) = self.view.standing();
        if winning && !self.could_fatten(margin) {
            return Forethought::Pass;
        }
        let mut plays = Plays::none();
        if winning {
            self.list_enhancers(&mut plays);
        } else {
            self.list_rescues(&mut plays);
        }
        plays.foretell(|| self.over(&plays).own_fight())
    }

    /// As a bystander.
    pub(super) fn foresee_rivals_fight(&self) -> Forethought {
        if self.lets_them_win() {
            return Forethought::Pass;
        }
        let mut plays = Plays::none();
        self.list_hindrances(&mut plays, self.least_hindrance());
        plays.foretell(|| self.over(&plays).rivals_fight())
    }

    /// The same thought over these plays.
    fn over<'p>(&'p self, plays: &'p Plays) -> Thought<'p, W> {
        Thought { options: &plays.list[..plays.len], ..*self }
    }

    fn list_enhancers(&self, plays: &mut Plays) {
        if self.foes_left() {
            for card in self.view.hand() & self.view.deck().masks.enhancers {
                plays.push(Choice::card(Verb::Play, card));
            }
        }
    }

    fn foes_left(&self) -> bool {
        self.view.fight().is_some_and(|fight| !fight.foes().is_empty())
    }

    /// Whatever could turn a fight that is being lost, in the order in which it would be offered.
    fn list_rescues(&self, plays: &mut Plays) {
        self.list_enhancers(plays);
        let masks = &self.view.deck().masks;
        for card in self.mine() & masks.boosts {
            if self.view.may_throw(card, Verb::Aid) {
                plays.push(Choice::card(Verb::Aid, card));
            }
        }
        self.list_uses(plays, self.brain.worth.rescuing(), |_| true);
        if self.view.active() == self.me() && self.view.deck().rules.identity_in_combat {
            for card in self.view.hand() & masks.traits {
                if self.view.trait_fits(card) {
                    plays.push(Choice::card(Verb::Play, card));
                }
            }
        }
        for card in self.view.table(self.me()) & masks.traits {
            plays.push(Choice::card(Verb::Discard, card));
        }
        if self.view.may_ask() {
            plays.push(Choice::plain(Verb::Ask));
        }
    }

    fn mine(&self) -> CardSet<W> {
        self.view.hand() | self.view.table(self.me())
    }

    /// Uses open in this combat that a player has a mind to.
    fn list_uses(&self, plays: &mut Plays, cards: CardSet<W>, minded: impl Fn(&Choice) -> bool) {
        for card in cards & self.view.usable(Window::Combat) {
            for n in 0..self.view.deck().card(card).uses.len as u8 {
                let play = self.view.use_of(card, n);
                if minded(&play) && self.view.use_is_open(card, n, Window::Combat) {
                    plays.push(play);
                }
            }
        }
    }

    /// Whatever takes at least so much from the fighters' margin.
    fn list_hindrances(&self, plays: &mut Plays, enough: i16) {
        let masks = &self.view.deck().masks;
        let hand = self.view.hand();
        let minded = |play: &Choice| self.hurts(play) >= enough;
        let list = |plays: &mut Plays, verb: Verb, cards: CardSet<W>, open: &dyn Fn(CardId) -> bool| {
            for play in cards.iter().map(|card| Choice::card(verb, card)) {
                if minded(&play) && open(play.card) {
                    plays.push(play);
                }
            }
        };
        let Some(fight) = self.view.fight() else { return };
        if self.foes_left() {
            list(plays, Verb::Play, hand & masks.enhancers, &|_| true);
        }
        if fight.has_room() {
            if hand.meets(&masks.monsters) {
                list(plays, Verb::Play, hand & masks.wandering, &|_| true);
            }
            let tags = fight.tags() & self.view.deck().joining;
            list(plays, Verb::Join, hand & masks.joiners, &|card| self.view.deck().card(card).tags & tags != 0);
        }
        list(plays, Verb::Play, hand & masks.curses, &|_| true);
        list(plays, Verb::Hinder, self.mine() & masks.boosts, &|card| self.view.may_throw(card, Verb::Hinder));
        self.list_uses(plays, self.brain.worth.hindering(), minded);
    }
}
