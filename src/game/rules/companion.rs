//! Companions: the cards that they carry, and what becomes of these when the companion leaves.

use crate::deck::Play;
use crate::deck::language::Load;
use crate::deck::rules::CarriedItems;
use crate::game::legality::Position;
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Moment, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// ally-07, ally-11, J-04: the companions that could carry a card: of its own player for an Item, of any player for an enhancer.
    /// Each carries one card.
    pub(in crate::game) fn bearers(self, seat: Seat, card: CardId) -> CardSet<W> {
        let game = self.game;
        let (wanted, tables) = match self.deck.card(card).play {
            _ if self.deck.carriers.is_empty() => return CardSet::EMPTY,
            Play::Item if self.deck.masks.wearables.contains(card) => (Load::Item, game.tables[seat]),
            Play::Enhancer if self.deck.card(card).bonus > 0 => {
                (Load::Enhancer, game.living().iter().fold(CardSet::EMPTY, |all, other| all | game.tables[other]))
            }
            _ => return CardSet::EMPTY,
        };
        (tables & self.deck.masks.carriers).filter(|bearer| game.loads.free(self.deck, bearer) == Some(wanted))
    }

    /// ally-07, ally-11, H-06: whether a player may have a companion carry a card: an Item in play whenever equipment
    /// may be changed, an Item from hand on its own turn, an enhancer from hand also in any combat.
    pub(in crate::game) fn may_load(self, moment: Moment, seat: Seat, card: CardId) -> bool {
        let (hand, table) = (self.game.hands[seat], self.game.tables[seat]);
        let may = match self.deck.card(card).play {
            Play::Item => {
                let idle = table.contains(card) && !self.game.cheated.contains(card) && !self.game.is_borne(card);
                let open =
                    if idle { self.equipment_open(moment, seat) } else { self.may_act_on_own_turn(moment, seat) };
                (hand.contains(card) || idle) && open && self.may_use(seat, card) && self.load_fits(seat, card)
            }
            _ => hand.contains(card) && (moment == Moment::Combat || self.may_act_on_own_turn(moment, seat)),
        };
        may && !self.bearers(seat, card).is_empty()
    }

    /// H-06: whether an Item stays loaded when another player takes its companion. If its slot is not free, it is carried sideways instead.
    fn load_fits_at(self, seat: Seat, card: CardId) -> bool {
        self.deck.rules.carried_items == CarriedItems::Exempt || self.can_use_item(seat, card)
    }

    /// H-06: whether an Item that a companion would carry is within the limits of its player, if it counts against them.
    fn load_fits(self, seat: Seat, card: CardId) -> bool {
        let carried = self.game.tables[seat].contains(card) || self.can_carry(seat, card);
        self.deck.rules.carried_items == CarriedItems::Exempt
            || self.game.used.contains(card)
            || carried && self.can_use_item(seat, card)
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// ally-07, ally-11: the player names the companion that carries the card.
    pub(in crate::game) fn load_on(&mut self, seat: Seat, card: CardId) {
        let bearers = self.position().bearers(seat, card);
        let choice = ask!(self, seat, Question::WhichCompanion, Menu::cards(bearers));
        if choice.verb == Verb::Pick {
            self.load(seat, card, choice.card);
        }
    }

    /// ally-07, ally-11: the companion carries the card from now on.
    fn load(&mut self, seat: Seat, card: CardId, bearer: CardId) {
        let deck = self.deck;
        let Zone::Table(owner) = self.zone(bearer) else { return };
        self.game.loads.put(deck, bearer, card);
        self.record(Event::Loaded { card, bearer });
        if deck.card(card).play == Play::Item {
            self.game.used.insert(card);
        }
        self.move_own(seat, card, Zone::Table(owner));
        self.refresh(owner);
    }

    /// item-12: an Item that a companion carried is laid down.
    pub(in crate::game) fn unload(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        if let Some(bearer) = self.loads.bearer(deck, card) {
            self.game.loads.put(deck, bearer, CardId::NONE);
            self.game.used.remove(card);
            self.record(Event::Turned { card, seat, used: false });
            self.refresh(seat);
        }
    }

    /// ally-09, ally-11, E-20, G-06: handles the card of a companion that leaves: an Item is lost with a sacrifice, is moved to the player
    /// who takes the companion, and otherwise stays with its player. An enhancer is discarded, or laid out with the body.
    pub(in crate::game) fn part(&mut self, seat: Seat, bearer: CardId, to: Zone) {
        let Some(card) = self.loads.of(self.deck, bearer) else { return };
        match (self.deck.card(card).play, to) {
            (Play::Item, Zone::Played) => self.discard_card(card),
            (Play::Item, Zone::Table(other)) => {
                let fits = self.position().load_fits_at(other, card);
                self.move_card(card, to);
                if !fits {
                    return;
                }
                self.game.loads.put(self.deck, bearer, card);
                self.game.used.insert(card);
                self.record(Event::Loaded { card, bearer });
                self.refresh(other);
            }
            (Play::Item, _) => self.unload(seat, card),
            (_, Zone::Body(_)) => self.game.loads.put(self.deck, bearer, CardId::NONE),
            _ => self.discard_card(card),
        }
    }

    /// ally-09: a Curse or Bad Stuff that removes companions takes what they carry as well.
    pub(in crate::game) fn take_along(&mut self, companions: CardSet<W>) {
        for bearer in companions & self.deck.masks.carriers {
            if let Some(card) = self.loads.of(self.deck, bearer) {
                self.discard_card(card);
            }
        }
    }
}
