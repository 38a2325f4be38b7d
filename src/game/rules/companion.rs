//! Companions: the cards that they carry, and what becomes of these when the companion leaves.

use crate::deck::Play;
use crate::deck::language::Load;
use crate::deck::language::rules::CarriedItems;
use crate::game::legality::Position;
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Moment, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// ally-07, ally-08, ally-11, J-04, H-06: the companions that could carry a card: of its own player for an Item, of any player for
    /// an enhancer. Each carries one card if its kind allows it, and all Items that say so.
    pub(in crate::game) fn bearers(self, seat: Seat, card: CardId) -> CardSet<W> {
        let game = self.game;
        let (wanted, tables) = match self.deck.card(card).play {
            // Most decks have no such companion.
            _ if self.deck.masks.carriers.is_empty() => return CardSet::EMPTY,
            Play::Item if self.deck.masks.wearables.contains(card) => (Load::Item, game.tables[seat]),
            Play::Enhancer if self.deck.card(card).bonus > 0 => {
                (Load::Enhancer, game.living().iter().fold(CardSet::EMPTY, |all, other| all | game.tables[other]))
            }
            _ => return CardSet::EMPTY,
        };
        let free = |bearer: &CardId| game.loads.free(self.deck, *bearer) == Some(wanted);
        let by_kind = (tables & self.deck.masks.carriers).iter().filter(free).collect::<CardSet<W>>();
        by_kind | tables & self.deck.companions_for(card)
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
        // Before the card is in play: an Item that is carried may count against no limit.
        self.game.loads.add(bearer, card);
        self.record(Event::Loaded { card, bearer });
        if deck.card(card).play == Play::Item {
            self.game.used.insert(card);
        }
        self.move_own(seat, card, Zone::Table(owner));
        self.refresh(owner);
    }

    /// item-12: an Item that a companion carried is laid down.
    pub(in crate::game) fn unload(&mut self, seat: Seat, card: CardId) {
        if self.is_borne(card) {
            self.game.loads.remove(card);
            self.game.used.remove(card);
            self.record(Event::Turned { card, seat, used: false });
            self.refresh(seat);
        }
    }

    /// ally-09, ally-11: handles the cards of a companion that leaves.
    pub(in crate::game) fn part(&mut self, seat: Seat, bearer: CardId, to: Zone) {
        for card in self.loads.of(bearer) {
            self.part_with(seat, bearer, card, to);
        }
    }

    /// ally-09, ally-11, E-20, G-06: an Item is lost with a sacrifice and goes to the player who takes the companion. Otherwise it stays
    /// with its player if it was given to the companion because the Item says so; one that the companion carries by its kind is
    /// lost. At death, an Item and an enhancer are laid out by themselves.
    fn part_with(&mut self, seat: Seat, bearer: CardId, card: CardId, to: Zone) {
        match (self.deck.card(card).play, to) {
            (Play::Item, Zone::Table(other)) => self.change_sides(bearer, card, other),
            (Play::Item, Zone::Body(_)) => self.unload(seat, card),
            (_, Zone::Body(_)) => self.game.loads.remove(card),
            (Play::Item, to) if to != Zone::Played && self.deck.is_meant_for(card, bearer) => self.unload(seat, card),
            _ => self.discard_card(card),
        }
    }

    /// ally-09: an Item goes with its companion to another player.
    fn change_sides(&mut self, bearer: CardId, card: CardId, to: Seat) {
        let fits = self.position().load_fits_at(to, card);
        self.move_card(card, Zone::Table(to));
        if fits {
            self.game.loads.add(bearer, card);
            self.game.used.insert(card);
            self.record(Event::Loaded { card, bearer });
            self.refresh(to);
        }
    }

    /// ally-09: a Curse or Bad Stuff that removes companions takes what they carry as well.
    pub(in crate::game) fn take_along(&mut self, companions: CardSet<W>) {
        for bearer in companions & self.deck.masks.carriers {
            for card in self.loads.of(bearer) {
                self.discard_card(card);
            }
        }
    }
}
