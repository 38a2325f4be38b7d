//! What may be played: one function an occasion, each testing whole hands before single cards.

use crate::deck::Play;
use crate::deck::language::Window;
use crate::deck::rules::TradeWindow;
use crate::game::table::event::Recorder;
use crate::game::{Choice, Players, Table, Verb};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Whether an affair is among those that `offer_own_affairs` offers; none if that is known only when they are laid out.
    pub(in crate::game) fn own_affair_open(&self, seat: Seat, choice: Choice) -> Option<bool> {
        let Choice { verb, card, .. } = choice;
        let (position, masks) = (self.position(), &self.deck.masks);
        let carried = self.tables[seat] & masks.wearables;
        Some(match verb {
            _ if self.actions >= self.deck.rules.max_actions => false,
            Verb::Equip => carried.without(self.used).contains(card) && position.can_use_item(seat, card),
            Verb::Unequip => (carried & self.used).contains(card),
            Verb::Sell => position.can_sell(seat),
            _ => return position.card_play_open(seat, choice, Window::Turn),
        })
    }

    fn offer_sale_of_items(&mut self, seat: Seat) {
        if self.position().can_sell(seat) {
            self.options.push(Choice::plain(Verb::Sell));
        }
    }

    /// turn-03, sell-06, trade-02, item-14: everything the active player may do out of combat.
    pub(in crate::game) fn offer_own_affairs(&mut self, seat: Seat) {
        if self.actions >= self.deck.rules.max_actions {
            return;
        }
        for card in self.hands[seat] & self.deck.masks.own_plays {
            self.offer_card(seat, card);
        }
        self.offer_uses(seat, Window::Turn);
        self.offer_curses(seat);
        self.offer_turning(seat, self.tables[seat]);
        self.offer_standing_discards(seat);
        self.offer_sale_of_items(seat);
        self.offer_trades(seat);
    }

    /// item-14, identity-11, power-06: one card from hand that may be played on the own turn or on receipt.
    pub(in crate::game) fn offer_card(&mut self, seat: Seat, card: CardId) {
        let kind = self.deck.card(card).play;
        match kind {
            Play::Item => self.offer_item(seat, card),
            Play::Special => self.offer_uses_of(seat, card, Window::Turn),
            _ if self.position().trait_fits(seat, card) => self.options.push(Choice::card(Verb::Play, card)),
            _ => {}
        }
    }

    /// item-02, item-03, item-11: an Item goes to the table in use, or sideways.
    fn offer_item(&mut self, seat: Seat, card: CardId) {
        if self.position().can_wear(seat, card) {
            self.options.push(Choice::card(Verb::Wear, card));
        }
        if self.position().can_carry(seat, card) {
            self.options.push(Choice::card(Verb::Carry, card));
        }
    }

    /// item-08, item-12: carried Items are turned upright or sideways out of combat.
    fn offer_turning(&mut self, seat: Seat, cards: CardSet<W>) {
        let items = self.tables[seat] & cards & self.deck.masks.wearables;
        let used = items & self.used;
        for card in items.without(used) {
            if self.position().can_use_item(seat, card) {
                self.options.push(Choice::card(Verb::Equip, card));
            }
        }
        self.offer_all(Verb::Unequip, used);
    }

    /// identity-04, power-07, item-13, ally-03, G-04: identities, multi-identity cards and powers may be discarded at any time; seats
    /// that neither fight nor have the turn are offered it while an Item in use does not count for them, or with a companion.
    pub(in crate::game) fn offer_standing_discards(&mut self, seat: Seat) {
        let idle = (self.tables[seat] & self.used & self.deck.masks.restricted).without(self.active_cards);
        let companions = self.tables[seat] & self.deck.masks.any_time_traits;
        if seat == self.active || self.fighting(seat) || !(idle | companions).is_empty() {
            self.offer_trait_discards(seat);
        }
    }

    /// timing-01, ally-01, A-06: cards that may become part of a character in a combat: of anybody those for any time, of the active
    /// player all of them, if the edition says so.
    fn combat_traits(&self, seat: Seat) -> CardSet<W> {
        let masks = &self.deck.masks;
        if seat == self.active && self.deck.rules.identity_in_combat { masks.traits } else { masks.any_time_traits }
    }

    /// timing-01, ally-01: cards from hand that may become part of a character at any time.
    pub(in crate::game) fn offer_any_time_traits(&mut self, seat: Seat) {
        for card in self.hands[seat] & self.deck.masks.any_time_traits {
            self.offer_card(seat, card);
        }
    }

    /// identity-04, power-07, style-03: any identity, multi-identity card or power in play may be discarded, perhaps for another.
    pub(in crate::game) fn offer_trait_discards(&mut self, seat: Seat) {
        let traits = self.tables[seat] & self.deck.masks.traits;
        self.offer_all(Verb::Discard, traits);
    }

    /// Uses of cards in hand and in play that are open in a window.
    pub(in crate::game) fn offer_uses(&mut self, seat: Seat, window: Window) {
        for card in self.position().usable(seat, window) {
            self.offer_open_uses(seat, card, window);
        }
    }

    /// oneshot-01, special-01: uses of one card; one-shots and specials count from hand, other cards in play.
    pub(in crate::game) fn offer_uses_of(&mut self, seat: Seat, card: CardId, window: Window) {
        let masks = &self.deck.masks;
        if (masks.singles | self.active_cards).contains(card) {
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

    /// curse-02, interfere-04, interfere-05: a Curse from hand, at any time, on anybody.
    pub(in crate::game) fn offer_curses(&mut self, seat: Seat) {
        let curses = self.hands[seat] & self.deck.masks.curses;
        self.offer_all(Verb::Play, curses);
    }

    /// interfere-01 to interfere-05, combat-10, combat-11, combat-13: what a seat may do in a combat.
    pub(in crate::game) fn offer_combat_plays(&mut self, seat: Seat) {
        let masks = &self.deck.masks;
        let hand = self.hands[seat];
        let cards = (hand | self.tables[seat]) & masks.combat_cards;
        if !cards.is_empty() {
            self.offer_combat_cards(seat);
            for card in cards & masks.boosts {
                self.offer_boost(seat, card);
            }
            self.offer_uses(seat, Window::Combat);
        }
        for card in hand & self.combat_traits(seat) {
            self.offer_card(seat, card);
        }
        if self.fighting(seat) || self.tables[seat].meets(&masks.any_time_traits) {
            self.offer_standing_discards(seat);
        }
        if seat == self.fight.main {
            self.offer_asking(seat);
        }
    }

    /// Whether a play is among those that `offer_combat_plays` offers; none if that is known only when they are laid out.
    pub(in crate::game) fn combat_play_open(&self, seat: Seat, choice: Choice) -> Option<bool> {
        let Choice { verb, card, .. } = choice;
        let (position, masks, fight) = (self.position(), &self.deck.masks, &self.fight);
        let (hand, table) = (self.hands[seat], self.tables[seat]);
        Some(match verb {
            _ if self.deck.rules.trades == TradeWindow::AnyTime => return None,
            Verb::Pass => true,
            Verb::Ask => position.may_ask(seat),
            Verb::Aid | Verb::Hinder => {
                ((hand | table) & masks.boosts).contains(card) && position.may_throw(seat, card, verb)
            }
            Verb::Play if (hand & masks.enhancers).contains(card) => fight.foe_count > 0,
            Verb::Play if (hand & masks.wandering).contains(card) => fight.has_room() && hand.meets(&masks.monsters),
            Verb::Play if (hand & masks.curses).contains(card) => true,
            Verb::Play if (hand & masks.traits).contains(card) => {
                self.combat_traits(seat).contains(card) && position.trait_fits(seat, card)
            }
            Verb::Join if (hand & masks.joiners).contains(card) => {
                fight.has_room() && fight.tags() & self.deck.joining & self.deck.card(card).tags != 0
            }
            Verb::Discard => {
                (table & masks.traits).contains(card) && (self.fighting(seat) || table.meets(&masks.any_time_traits))
            }
            _ => position.offers_use(seat, choice, Window::Combat),
        })
    }

    /// enhancer-01, interfere-03, tag-01, curse-02: Door cards from hand.
    fn offer_combat_cards(&mut self, seat: Seat) {
        let masks = &self.deck.masks;
        let hand = self.hands[seat];
        if self.fight.foe_count > 0 {
            self.offer_all(Verb::Play, hand & masks.enhancers);
        }
        if self.fight.has_room() {
            if hand.meets(&masks.monsters) {
                self.offer_all(Verb::Play, hand & masks.wandering);
            }
            let tags = self.fight.tags() & self.deck.joining;
            if tags != 0 {
                for card in hand & masks.joiners {
                    self.offer_joiner(card, tags);
                }
            }
        }
        self.offer_curses(seat);
    }

    /// tag-01: a monster with a joining tag that the fight already holds.
    fn offer_joiner(&mut self, card: CardId, tags: u16) {
        if self.deck.card(card).tags & tags != 0 {
            self.options.push(Choice::card(Verb::Join, card));
        }
    }

    /// interfere-01, oneshot-02: a one-shot may be thrown on either side, by anybody.
    fn offer_boost(&mut self, seat: Seat, card: CardId) {
        for verb in [Verb::Aid, Verb::Hinder] {
            if self.position().may_throw(seat, card, verb) {
                self.options.push(Choice::card(verb, card));
            }
        }
    }
}
