//! Trading and giving Items.

use crate::game::legality::Position;
use crate::game::state::agenda::{Frame, Paid, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize> Position<'_, W> {
    /// trade-01, identity-15, power-09, ally-04: the tradeable cards of a player: only Items, and only those in play.
    fn tradeable(self, seat: Seat) -> CardSet<W> {
        self.game.tables[seat] & self.deck.masks.tradeable
    }

    /// trade-02: whether a player may open a trade: they are below the limit per turn, and both sides have an Item to trade.
    pub(in crate::game) fn may_trade(self, seat: Seat) -> bool {
        self.may_offer(seat) && self.partners(seat).iter().any(|other| !self.tradeable(other).is_empty())
    }

    /// trade-05: whether a player may give an Item away.
    pub(in crate::game) fn may_give(self, seat: Seat) -> bool {
        self.may_offer(seat) && !self.partners(seat).is_empty()
    }

    fn may_offer(self, seat: Seat) -> bool {
        self.game.seats[seat].offers.opened() < *self.deck.rules.trade_cap && !self.tradeable(seat).is_empty()
    }

    /// trade-02: partners are living players who do not fight.
    fn partners(self, seat: Seat) -> SeatSet {
        let others = self.game.living().without(seat);
        if !self.game.fight.running {
            return others;
        }
        others.filter(|other| !self.game.fighting(other))
    }

    /// trade-03, item-03: whether both players could carry the Items that they receive in a trade.
    fn trade_fits(self, seat: Seat, with: Seat, picked: CardSet<W>) -> bool {
        let (mine, theirs) = (picked & self.game.tables[seat], picked & self.game.tables[with]);
        self.could_carry(seat, theirs, mine) && self.could_carry(with, mine, theirs)
    }

    /// item-03, item-04, item-09: whether a player could carry the Items that they receive (`come`) after the Items that they give away
    /// (`go`) have left. An Item that leaves takes the room that it gives for Big Items with it; a received Item has no Cheat.
    fn could_carry(self, seat: Seat, come: CardSet<W>, go: CardSet<W>) -> bool {
        let big = self.deck.masks.big;
        let kept =
            (self.game.tables[seat] & big).without(self.game.cheated | self.game.exempt_loads(self.deck, seat) | go);
        let gone = go & self.game.active_cards;
        let room_gone: i16 = gone.iter().map(|card| i16::from(self.deck.card(card).grants.extra_big)).sum();
        // Saturating, because the limit may be "no limit".
        let room = self.big_limit(seat).saturating_sub(room_gone).max(0) as usize;
        !come.meets(&big) || kept.len() + (come & big).len() <= room
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// trade-02: chooses the partner of a trade.
    pub(in crate::game) fn trade_with(&mut self, seat: Seat) {
        let position = self.position();
        let with_items = position.partners(seat).filter(|other| !position.tradeable(other).is_empty());
        let choice = ask!(self, seat, Question::TradeWith, Menu::seats(with_items));
        if choice.verb == Verb::Player {
            self.game.seats[seat].offers.open();
            self.game.picked = CardSet::EMPTY;
            self.then(Frame::TradeTerms { seat, with: choice.seat() });
        }
    }

    /// trade-01: the opener picks Items of both sides until it proposes or cancels the trade.
    pub(in crate::game) fn trade_terms(&mut self, seat: Seat, with: Seat) {
        let (position, picked) = (self.position(), self.picked);
        let (mine, theirs) = (position.tradeable(seat), position.tradeable(with));
        let complete = picked.meets(&mine) && picked.meets(&theirs) && position.trade_fits(seat, with, picked);
        let more = Menu::cards((mine | theirs).without(picked)).with(Verb::Abandon);
        let choice = ask!(self, seat, Question::TradeTerms, more.with_if(complete, Verb::Done));
        match choice.verb {
            Verb::Pick => {
                self.game.picked.insert(choice.card);
                self.then(Frame::TradeTerms { seat, with });
            }
            Verb::Done => self.then(Frame::TradeReply { seat, with }),
            _ => self.game.picked = CardSet::EMPTY,
        }
    }

    /// trade-03, trade-04: if the partner agrees, the Items change owners and are put into play sideways.
    pub(in crate::game) fn trade_reply(&mut self, seat: Seat, with: Seat) {
        let choice = ask!(self, with, Question::TradeReply, Menu::of(Verb::Refuse).with(Verb::Accept));
        let picked = std::mem::take(&mut self.game.picked);
        if choice.verb == Verb::Accept {
            let (mine, theirs) = (picked & self.tables[seat], picked & self.tables[with]);
            self.record(Event::Traded { seat, with });
            self.move_cards(mine, Zone::Table(with));
            self.move_cards(theirs, Zone::Table(seat));
        } else {
            self.note_refused_offer(seat);
        }
    }

    /// trade-05: chooses the Item to give away.
    pub(in crate::game) fn gift_what(&mut self, seat: Seat) {
        let choice = ask!(self, seat, Question::GiftWhat, Menu::cards(self.position().tradeable(seat)));
        if choice.verb == Verb::Pick {
            self.game.seats[seat].offers.open();
            self.then(Frame::GiftTo { seat, card: choice.card });
        }
    }

    /// trade-05, death-03: chooses the living player who receives the gift.
    pub(in crate::game) fn gift_to(&mut self, seat: Seat, card: CardId) {
        let position = self.position();
        let able = position.partners(seat).filter(|other| position.can_carry(other, card));
        let choice = ask!(self, seat, Question::GiftTo, Menu::seats(able));
        if choice.verb == Verb::Player {
            self.record(Event::GiftOffered { seat, to: choice.seat(), card });
            self.then(Frame::GiftReply { seat, to: choice.seat(), card });
        }
    }

    /// trade-05: the receiver accepts or refuses the gift.
    pub(in crate::game) fn gift_reply(&mut self, seat: Seat, to: Seat, card: CardId) {
        let choice = ask!(self, to, Question::GiftReply, Menu::of(Verb::Accept).with(Verb::Refuse));
        if choice.verb == Verb::Accept {
            self.give(seat, to, card);
        } else {
            self.note_refused_offer(seat);
        }
    }

    /// Notes that an offer of a player was refused.
    fn note_refused_offer(&mut self, seat: Seat) {
        self.game.seats[seat].offers.refuse();
    }

    /// Moves an Item in play from one player to another.
    pub(in crate::game) fn give(&mut self, seat: Seat, to: Seat, card: CardId) {
        self.record(Event::Given { seat, to, card });
        self.move_card(card, Zone::Table(to));
    }

    /// help-04: a promised card takes effect on a player.
    pub(in crate::game) fn play_on(&mut self, seat: Seat, target: Seat, card: CardId, n: usize) {
        self.record(Event::Used { seat, card, n: n as u8 });
        self.record(Event::Aimed { seat, card, target });
        self.move_card(card, Zone::Played);
        self.then(Frame::DiscardPlayed { card });
        let program = self.deck.uses(card)[n].program;
        self.run(program, Scene { source: card, you: target, actor: seat, roll: 0, paid: Paid::default() });
    }
}
