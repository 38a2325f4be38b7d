//! Listing: the plays open to a seat that is asked, in a fixed order. It filters whole hands before single cards, and lists only
//! plays that `Position::is_open` allows.

use super::recorder::Recorder;
use crate::deck::Play;
use crate::deck::language::Window;
use crate::game::{Choice, Moment, Players, Table, Verb};
use crate::ids::{CardId, CardSet, Seat};

/// A seat that is asked in a round, and the moment of the round.
#[derive(Clone, Copy)]
struct Asked {
    moment: Moment,
    seat: Seat,
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// timing-04, flee-13: lists the plays open to a seat in a round, `Pass` first.
    pub(in crate::game) fn list_plays(&mut self, moment: Moment, seat: Seat) {
        let asked = Asked { moment, seat };
        // The order of the list is part of games: some players choose by its index or take the first of equal options.
        self.options.push(Choice::PASS);
        match moment {
            Moment::Combat => self.list_combat_plays(asked),
            Moment::BeforeRoll => self.list_any_time_plays(asked, Window::BeforeRoll),
            Moment::AfterRoll => self.list_uses(asked, Window::AfterRoll),
            Moment::CurseLands => self.list_uses(asked, Window::Curse),
            Moment::BadStuff => self.list_uses(asked, Window::BadStuff),
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity if seat == self.active => {
                self.list_own_turn(asked);
            }
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => {
                self.list_any_time_plays(asked, Window::AnyTime);
            }
        }
        if self.deck.rules.bystanders_act() && self.position().is_bystander(moment, seat) {
            self.list_for_bystander(asked);
        }
        self.list_loads(asked);
    }

    /// turn-03, sell-06, trade-02, item-14: lists everything that the active player may do out of combat.
    fn list_own_turn(&mut self, asked: Asked) {
        let Asked { seat, .. } = asked;
        let masks = &self.deck.masks;
        if self.actions >= *self.deck.rules.max_actions {
            return;
        }
        let hand = self.hands[seat];
        for card in hand & masks.own_plays {
            self.list_own_card(asked, card);
        }
        self.list_uses(asked, Window::Turn);
        self.list_all(asked, Verb::Play, hand & masks.curses);
        self.list_turns(asked);
        self.list_discards(asked);
        self.list(asked, Choice::plain(Verb::Sell));
        self.list_trades(asked);
    }

    /// timing-02: what a player out of combat may do on another player's turn where the rules allow it.
    fn list_for_bystander(&mut self, asked: Asked) {
        self.list_turns(asked);
        self.list_trades(asked);
    }

    /// ally-07, ally-11: cards that a companion may carry: the player's own for Items, anybody's for enhancers.
    fn list_loads(&mut self, asked: Asked) {
        let (masks, seat) = (&self.deck.masks, asked.seat);
        let carry = |seat: Seat| self.tables[seat].meets(&masks.carriers);
        if !masks.carriers.is_empty() && self.living().iter().any(carry) {
            let loads = masks.enhancers | masks.wearables.only_if(carry(seat));
            self.list_all(asked, Verb::Load, (self.hands[seat] | self.tables[seat]) & loads);
        }
    }

    /// item-12: Items in play are turned upright and sideways.
    fn list_turns(&mut self, asked: Asked) {
        let items = self.tables[asked.seat] & self.deck.masks.wearables;
        self.list_all(asked, Verb::Equip, items.without(self.used));
        self.list_all(asked, Verb::Unequip, items & self.used);
    }

    /// item-14, identity-11, power-06: an Item is put on or carried, any other card is played.
    fn list_own_card(&mut self, asked: Asked, card: CardId) {
        if self.deck.masks.items.contains(card) {
            self.list(asked, Choice::card(Verb::Wear, card));
            self.list(asked, Choice::card(Verb::Carry, card));
        } else {
            self.list(asked, Choice::card(Verb::Play, card));
        }
    }

    /// interfere-01 to interfere-05, combat-10, combat-11, combat-13: lists the plays open to a seat in a combat.
    fn list_combat_plays(&mut self, asked: Asked) {
        let Asked { moment, seat } = asked;
        let masks = &self.deck.masks;
        let (hand, table) = (self.hands[seat], self.tables[seat]);
        // One test in place of many searches: most seats have none of these cards.
        if (hand | table | self.position().usable_monsters(seat)).meets(&masks.combat_cards) {
            self.list_all(asked, Verb::Play, hand & masks.enhancers);
            self.list_all(asked, Verb::Play, hand & masks.wandering);
            self.list_all(asked, Verb::Join, hand & masks.joiners);
            self.list_all(asked, Verb::Arm, (hand | table) & masks.gifts);
            self.list_all(asked, Verb::Play, hand & masks.curses);
            for card in (hand | table) & masks.boosts {
                self.list(asked, Choice::card(Verb::Aid, card));
                self.list(asked, Choice::card(Verb::Hinder, card));
            }
            self.list_uses(asked, Window::Combat);
        }
        let traits = self.position().playable_traits(moment, seat);
        self.list_all(asked, Verb::Play, hand & traits);
        self.list_discards(asked);
        if seat == self.fight.main {
            self.list(asked, Choice::plain(Verb::Ask));
        }
        self.list(asked, Choice::plain(Verb::Leave));
    }

    /// special-01, curse-02, identity-04, timing-01, interfere-04, interfere-05: lists the plays allowed at any time, and the uses
    /// of a window.
    fn list_any_time_plays(&mut self, asked: Asked, window: Window) {
        let masks = &self.deck.masks;
        let hand = self.hands[asked.seat];
        self.list_uses(asked, window);
        self.list_all(asked, Verb::Play, hand & masks.curses);
        self.list_all(asked, Verb::Play, hand & masks.any_time_traits);
        self.list_discards(asked);
    }

    /// Lists discards of identities, multi-identity cards and powers in play.
    fn list_discards(&mut self, asked: Asked) {
        if self.position().may_discard(asked.moment, asked.seat) {
            self.offer_trait_discards(asked.seat);
        }
    }

    /// trade-02, trade-05: lists trades and gifts.
    fn list_trades(&mut self, asked: Asked) {
        self.list(asked, Choice::plain(Verb::Trade));
        self.list(asked, Choice::plain(Verb::Gift));
    }

    /// Lists uses of cards in hand and in play.
    fn list_uses(&mut self, asked: Asked, window: Window) {
        for card in self.position().usable(asked.seat, window) {
            for n in 0..self.deck.card(card).uses.len as u8 {
                self.list(asked, self.position().use_of(card, n));
            }
        }
    }

    fn list_all(&mut self, asked: Asked, verb: Verb, cards: CardSet<W>) {
        for card in cards {
            self.list(asked, Choice::card(verb, card));
        }
    }

    /// Lists a play if it is open.
    #[inline]
    fn list(&mut self, asked: Asked, choice: Choice) {
        if self.position().is_open(asked.moment, asked.seat, choice) {
            self.options.push(choice);
        }
    }

    /// Offers the plays of one card that was received, dealt in the opening or drawn when opening the door, as on the player's own
    /// turn.
    pub(in crate::game) fn offer_card(&mut self, seat: Seat, card: CardId) {
        match self.deck.card(card).play {
            Play::Item => self.offer_item(seat, card),
            Play::Special => self.offer_uses_of(seat, card, Window::Turn),
            _ if self.position().trait_fits(seat, card) => self.options.push(Choice::card(Verb::Play, card)),
            _ => {}
        }
    }

    /// item-02, item-03, item-11: offers to put an Item into play, in use or carried.
    fn offer_item(&mut self, seat: Seat, card: CardId) {
        if self.position().can_wear(seat, card) {
            self.options.push(Choice::card(Verb::Wear, card));
        }
        if self.position().can_carry(seat, card) {
            self.options.push(Choice::card(Verb::Carry, card));
        }
    }

    /// identity-04, power-07, style-03: offers to discard any identity, multi-identity card or power in play, for example to play
    /// another.
    pub(in crate::game) fn offer_trait_discards(&mut self, seat: Seat) {
        let traits = self.tables[seat] & self.deck.masks.traits;
        self.offer_all(Verb::Discard, traits);
    }

    /// oneshot-01, special-01: offers the uses of one card. One-shots and specials count from hand, other cards only in play.
    pub(in crate::game) fn offer_uses_of(&mut self, seat: Seat, card: CardId, window: Window) {
        let masks = &self.deck.masks;
        if (masks.one_shots_and_specials | self.active_cards).contains(card) {
            self.offer_open_uses(seat, card, window);
        }
    }

    fn offer_open_uses(&mut self, seat: Seat, card: CardId, window: Window) {
        for (n, rule) in self.deck.uses(card).iter().enumerate() {
            if self.position().rule_open(rule, seat, card, window) {
                let option = self.position().use_of(card, n as u8);
                self.options.push(option);
            }
        }
    }

    /// Offers one verb with each card of a set.
    #[inline(never)]
    pub(in crate::game) fn offer_all(&mut self, verb: Verb, cards: CardSet<W>) {
        for card in cards {
            self.options.push(Choice::card(verb, card));
        }
    }
}
