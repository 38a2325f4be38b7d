//! Limits on cards in play: Ranks, identities, Big Items, and the settlement of excess cards.

use crate::deck::language::HowMany;
use crate::game::state::agenda::Frame;
use crate::game::state::zone::Zone;
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Puts the settlement of exceeded limits on top of the agenda.
    #[cold]
    pub(in crate::game) fn settle_limits(&mut self) {
        for seat in self.game().unsettled.iter() {
            self.then(Frame::SettleSeat { seat });
        }
        self.game.unsettled = SeatSet::EMPTY;
    }

    /// power-04, identity-06, item-05, death-03, ally-07: settles exceeded limits at once; the owner chooses the cards to discard or turn.
    /// For dead players, this waits until they are revived.
    pub(in crate::game) fn settle_seat(&mut self, seat: Seat) {
        let position = self.position();
        // Examined again after each answer: one card may settle several limits, or cause another excess.
        if !self.alive(seat) || !position.over_limits(seat) {
            return;
        }
        let sums = &self.seats[seat];
        let excess = position.excess_identities(seat);
        if sums.ranks > sums.level {
            self.discard_excess(seat, self.tables[seat] & self.deck.masks.powers, Question::LosePower);
        } else if !excess.is_empty() {
            self.discard_excess(seat, excess, Question::LoseIdentity);
        } else if i16::from(sums.big) > position.big_limit(seat) {
            self.excess_big(seat);
        } else {
            self.excess_hands(seat);
        }
    }

    /// item-08, item-10: if more hands, or more Items of a slot, are in use than allowed, the owner chooses the Item to turn sideways.
    fn excess_hands(&mut self, seat: Seat) {
        let held = self.position().excess_items(seat);
        let choice = ask!(self, seat, Question::ExcessHands, Menu::cards(held));
        self.then(Frame::SettleSeat { seat });
        if choice.verb == Verb::Pick {
            self.lay_down(seat, choice.card);
        }
    }

    /// The card whose use is being paid for.
    fn paid_for(&self) -> Option<CardId> {
        let frames = self.game().agenda().frames();
        frames.iter().rev().find_map(|frame| if let Frame::AimAt { card, .. } = *frame { Some(card) } else { None })
    }

    /// G-07: the owner chooses the card to discard. A card whose use is being paid for stays until the use has taken effect.
    fn discard_excess(&mut self, seat: Seat, cards: CardSet<W>, question: Question) {
        let others = self.paid_for().map_or(cards, |card| cards.without(CardSet::one(card)));
        let open = if others.is_empty() || self.deck.rules.self_payment { cards } else { others };
        let choice = ask!(self, seat, question, Menu::cards(open));
        self.then(Frame::SettleSeat { seat });
        if choice.verb == Verb::Pick {
            self.discard_card(choice.card);
        }
    }

    /// item-05: the owner chooses the Big Item to give up or, on their own turn and out of combat, plays a card that removes the excess.
    fn excess_big(&mut self, seat: Seat) {
        let choice = ask!(self, seat, Question::ExcessBig, {
            let big = self.position().counted_big(seat);
            self.offer_all(Verb::Pick, big);
            if seat == self.active {
                self.offer_remedies(seat);
            }
        });
        self.then(Frame::SettleSeat { seat });
        match choice.verb {
            Verb::Pick => self.then(Frame::ExcessBigHow { seat, card: choice.card }),
            _ => self.play(seat, choice),
        }
    }

    /// item-04, item-09, A-06: offers identities and powers that allow more Big Items, in the player's fight as well;
    /// outside of it, also Cheats and Items.
    fn offer_remedies(&mut self, seat: Seat) {
        let masks = &self.deck.masks;
        let fighting = self.fighting(seat);
        if !fighting || self.deck.rules.identity_in_combat {
            for card in self.hands[seat] & (masks.slotted | masks.powers) {
                if self.deck.card(card).grants.extra_big > 0 {
                    self.offer_card(seat, card);
                }
            }
        }
        if fighting {
            return;
        }
        for card in self.hands[seat] & masks.cheats {
            self.offer_card(seat, card);
        }
        for card in (self.tables[seat] & masks.items).without(self.used) {
            if self.deck.card(card).grants.extra_big > 0 && self.position().can_use_item(seat, card) {
                self.options.push(Choice::card(Verb::Equip, card));
            }
        }
    }

    /// item-06: the Item is sold, if selling is allowed and reaches a level. Otherwise it goes to the player of the lowest Level
    /// who can carry it, with the owner choosing among ties. Otherwise it is discarded.
    pub(in crate::game) fn excess_big_how(&mut self, seat: Seat, card: CardId) {
        if !self.alive(seat) {
            return;
        }
        let carriers = Menu::seats(self.lowest_carriers(seat, card));
        let choice = ask!(self, seat, Question::ExcessBigHow, carriers.with_if(self.may_sell_now(seat), Verb::Sell));
        match choice.verb {
            Verb::Sell => {
                self.game.picked = CardSet::one(card);
                self.then(Frame::Sale { seat });
            }
            Verb::Player => {
                self.move_card(card, Zone::Table(choice.seat()));
            }
            _ => self.discard_card(card),
        }
    }

    fn may_sell_now(&self, seat: Seat) -> bool {
        seat == self.active && !self.fight.running && self.position().can_sell(seat)
    }

    /// item-06: the other living players of the lowest Level among those who can carry one more Big Item.
    fn lowest_carriers(&self, seat: Seat, card: CardId) -> SeatSet {
        let position = self.position();
        let others = self.living().without(seat);
        let able = others.filter(|other| position.can_carry(other, card));
        let lowest = able.iter().map(|other| self.level(other)).min();
        able.filter(|other| Some(self.level(other)) == lowest)
    }

    /// combine-01: the owner chooses the identities that a card effect takes. They are of the slot that the card's set means.
    pub(in crate::game) fn lose_identity(&mut self, seat: Seat, group: u8, left: u8) {
        if !self.alive(seat) {
            return;
        }
        let identities = self.tables[seat] & self.deck.groups[usize::from(group)].cards;
        let choice = ask!(self, seat, Question::LoseIdentity, Menu::cards(identities));
        if choice.verb == Verb::Pick {
            if left > 1 {
                self.then(Frame::LoseIdentity { seat, group, left: left - 1 });
            }
            self.game.lost = choice.card;
            self.discard_card(choice.card);
        }
    }

    /// combine-01: the owner chooses the powers that a card effect takes. They are of the kind that the card's set means.
    pub(in crate::game) fn lose_power(&mut self, seat: Seat, powers: u8, left: u8) {
        if !self.alive(seat) {
            return;
        }
        let held = self.tables[seat] & self.deck.powers[usize::from(powers)];
        let choice = ask!(self, seat, Question::LosePower, Menu::cards(held));
        if choice.verb == Verb::Pick {
            if left > 1 {
                self.then(Frame::LosePower { seat, powers, left: left - 1 });
            }
            self.game.lost = choice.card;
            self.discard_card(choice.card);
        }
    }

    /// The number of cards that an effect takes from `there` cards.
    pub(in crate::game) fn how_many(count: HowMany, there: usize) -> u8 {
        let there = there.min(usize::from(u8::MAX)) as u8;
        match count {
            HowMany::Number(n) => n.min(there),
            HowMany::All(_) => there,
        }
    }
}
