//! Card management: decks, discard piles, hands and tables. All card moves use this module.

use crate::deck::language::Window;
use crate::deck::language::rules::{CheatFollowsItem, Reshuffle};
use crate::deck::{Deck, DeckSide, Play};
use crate::game::state::agenda::Frame;
use crate::game::state::zone::Zone;
use crate::game::table::event::{DrawWhy, Event};
use crate::game::table::recorder::Recorder;
use crate::game::{Game, Players, Table};
use crate::ids::{CardId, CardSet, Seat, SeatSet};
use crate::random::sort::sort_uniform;

impl<const W: usize> Game<W> {
    /// setup-03: puts all cards of `side` into its draw pile.
    pub(in crate::game) fn shuffle_all(&mut self, deck: &Deck<CardSet<W>>, side: DeckSide) {
        let cards = &deck.piles[side as usize];
        self.lay_shuffled(deck, side, cards.len(), cards.iter().copied());
    }

    /// Puts `cards` into the draw pile of `side`.
    pub(in crate::game) fn shuffle(&mut self, deck: &Deck<CardSet<W>>, side: DeckSide, cards: CardSet<W>) {
        self.lay_shuffled(deck, side, cards.len(), cards.iter());
    }

    /// Stores `count` cards in the order of their keyed priorities.
    fn lay_shuffled(
        &mut self,
        deck: &Deck<CardSet<W>>,
        side: DeckSide,
        count: usize,
        cards: impl Iterator<Item = CardId>,
    ) {
        let key = self.keys.shuffle(side as usize);
        let priorities = cards.map(|card| deck.priority(key, card));
        let mut sorted = [[0u64; 64]; W];
        let sorted = sort_uniform::<W>(count, priorities, sorted.as_flattened_mut());
        let end = self.ends[side as usize];
        // The pile ends at the end of its region, which leaves the front to the discards. A card is on one of both, so
        // they never meet.
        let start = end - sorted.len() as u16;
        self.next[side as usize] = start;
        // The low 16 bits of a priority are the card (`Deck::priority`).
        self.order.lay(start, sorted.iter().map(|&priority| CardId(priority as u16)));
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// deck-03, deck-04: the top card of a pile. An empty pile is refilled from its shuffled discards; `None` if there are no
    /// discards either. The missing cards are not drawn later.
    fn top_of_pile(&mut self, side: DeckSide) -> Option<CardId> {
        if self.pile(side) == 0 {
            self.reshuffle_discards(side);
        }
        // Still empty: the discards were empty too.
        if self.pile(side) == 0 {
            return None;
        }
        let place = self.next[side as usize];
        if let Some(below) = self.recorder.exchange(side, self.game.pile_cards(side)) {
            self.exchange_places(place, place + below);
        }
        self.game.next[side as usize] = place + 1;
        Some(self.at(place))
    }

    /// B-03: where the rules say so, a pile is refilled as soon as its last card has left it.
    #[inline]
    fn refill(&mut self, side: DeckSide) {
        if self.deck.rules.reshuffle == Reshuffle::Eager && self.pile(side) == 0 {
            self.reshuffle_discards(side);
        }
    }

    fn exchange_places(&mut self, one: u16, other: u16) {
        let (first, second) = (self.at(one), self.at(other));
        self.game.put_at(one, second);
        self.game.put_at(other, first);
    }

    /// deck-03: the discards become the new draw pile. They do not include cards of a running fight.
    fn reshuffle_discards(&mut self, side: DeckSide) {
        let cards = self.discard & self.deck.masks.back(side);
        if cards.is_empty() {
            return;
        }
        self.game.discard = self.discard.without(cards);
        self.game.discarded[side as usize] = 0;
        let deck = self.deck;
        self.game.shuffle(deck, side, cards);
        self.record(Event::Reshuffle { side, cards: cards.len() as u16 });
    }

    /// Draws a card to a zone; `None` if pile and discards are empty.
    // Zone and face are constants at the call sites, so inlining keeps only the code that they need.
    #[inline(always)]
    pub(in crate::game) fn draw(
        &mut self,
        side: DeckSide,
        seat: Seat,
        why: DrawWhy,
        to: Zone,
        face_up: bool,
    ) -> Option<CardId> {
        debug_assert!(self.alive(seat), "the dead draw nothing");
        let card = self.top_of_pile(side)?;
        self.record(Event::Draw { seat, card, why, face_up });
        self.put(card, to);
        self.record(Event::Move { card, from: Zone::Pile, to });
        self.refill(side);
        if face_up {
            self.make_known(card);
        }
        if to != Zone::Played {
            self.note_drawn(seat, CardSet::one(card));
        }
        Some(card)
    }

    /// Draws `count` cards into a hand, or as many as there are. Returns them.
    // The reason is a constant at the call sites, so inlining keeps only the code that it needs.
    #[inline(always)]
    pub(in crate::game) fn draw_to_hand(&mut self, side: DeckSide, seat: Seat, why: DrawWhy, count: u8) -> CardSet<W> {
        debug_assert!(self.alive(seat), "the dead draw nothing");
        let (mut drawn, mut gold) = (CardSet::EMPTY, 0);
        for _ in 0..count {
            let Some(card) = self.top_of_pile(side) else { break };
            self.record(Event::Draw { seat, card, why, face_up: false });
            self.record(Event::Move { card, from: Zone::Pile, to: Zone::Hand(seat) });
            self.refill(side);
            drawn.insert(card);
            gold += u32::from(self.deck.card(card).gold);
            self.game.seats[seat].held += 1;
        }
        self.game.hands[seat] |= drawn;
        self.game.seats[seat].gold += gold;
        self.wake(self.wake_cards[seat].meets(&drawn), seat);
        self.note_drawn(seat, drawn);
        drawn
    }

    /// Puts the cards on the agenda that take effect as they are drawn.
    #[inline]
    pub(in crate::game) fn note_drawn(&mut self, seat: Seat, drawn: CardSet<W>) {
        let striking = &self.deck.masks.usable[Window::Drawn as usize];
        if drawn.meets(striking) {
            self.take_effects(seat, drawn & *striking);
        }
    }

    #[cold]
    fn take_effects(&mut self, seat: Seat, cards: CardSet<W>) {
        for card in cards {
            self.then(Frame::TakesEffect { seat, card });
        }
    }

    /// Draws a card into a hand.
    #[inline(never)]
    pub(in crate::game) fn draw_hidden(&mut self, side: DeckSide, seat: Seat, why: DrawWhy) -> Option<CardId> {
        self.draw(side, seat, why, Zone::Hand(seat), false)
    }

    /// deck-12: makes a card known to all players; it stays known as long as it stays in that hand.
    #[inline]
    pub(in crate::game) fn make_known(&mut self, card: CardId) {
        self.game.known.insert(card);
        self.record(Event::Known { card });
    }

    /// Moves a card that is not in a draw pile.
    pub(in crate::game) fn move_card(&mut self, card: CardId, to: Zone) {
        let from = self.zone(card);
        if from != to {
            self.move_from(card, from, to);
        }
    }

    /// Moves a card of a player, most often from hand.
    #[inline]
    pub(in crate::game) fn move_own(&mut self, seat: Seat, card: CardId, to: Zone) {
        if self.hands[seat].contains(card) {
            self.shift(card, Zone::Hand(seat), to);
        } else {
            self.move_card(card, to);
        }
    }

    /// Moves a card from the zone where it is to another.
    #[inline(never)]
    pub(in crate::game) fn move_from(&mut self, card: CardId, from: Zone, to: Zone) {
        self.shift(card, from, to);
    }

    /// `move_from` with zones that are known at compile time.
    #[inline(always)]
    pub(in crate::game) fn shift(&mut self, card: CardId, from: Zone, to: Zone) {
        debug_assert!(from == Zone::Aside || self.zone(card) == from, "{card:?} is not at {from:?}");
        if let Zone::Table(seat) = from {
            if self.deck.masks.carriers.contains(card) {
                self.part(seat, card, to);
            }
            if let Zone::Table(other) = to
                && self.cheated.contains(card)
                && self.deck.rules.cheat_follows_item == CheatFollowsItem::Stay
            {
                return self.move_with_cheat(card, seat, other);
            }
        }
        self.lift(card, from);
        self.put(card, to);
        self.record(Event::Move { card, from, to });
    }

    /// H-14: moves an Item with its Cheat to another player, sideways.
    #[cold]
    fn move_with_cheat(&mut self, item: CardId, from: Seat, to: Seat) {
        let cheats = self.tables[from] & self.deck.masks.cheats;
        self.game.cheated.remove(item);
        self.game.used.remove(item);
        self.refresh(from);
        for card in cheats.first().into_iter().chain([item]) {
            self.move_card(card, Zone::Table(to));
        }
        self.game.cheated.insert(item);
        self.record(Event::Cheated { card: item, on: true });
        self.refresh(to);
    }

    /// Moves a set of cards, lowest id first.
    pub(in crate::game) fn move_cards(&mut self, cards: CardSet<W>, to: Zone) {
        for card in cards {
            self.move_card(card, to);
        }
    }

    /// deck-01: moves a card to the discard pile that matches its back.
    pub(in crate::game) fn discard_card(&mut self, card: CardId) {
        self.move_card(card, Zone::Discard);
    }

    /// deck-01: discards a card that has been taken from a zone.
    #[inline]
    pub(in crate::game) fn discard_from(&mut self, card: CardId, from: Zone) {
        self.put_discard(card);
        self.record(Event::Move { card, from, to: Zone::Discard });
    }

    pub(in crate::game) fn lift(&mut self, card: CardId, from: Zone) {
        match from {
            Zone::Hand(seat) | Zone::Body(seat) => self.lift_from_hand(card, seat),
            Zone::Table(seat) => self.lift_from_table(card, seat),
            _ => self.lift_from_elsewhere(card, from),
        }
    }

    #[inline]
    fn lift_from_hand(&mut self, card: CardId, seat: Seat) {
        self.game.hands[seat].remove(card);
        self.game.seats[seat].held -= 1;
        self.game.seats[seat].gold -= u32::from(self.deck.card(card).gold);
        self.game.fresh.remove(card);
        self.game.known.remove(card);
    }

    fn lift_from_elsewhere(&mut self, card: CardId, from: Zone) {
        match from {
            Zone::Discard => self.lift_discard(card),
            Zone::Played => {
                self.game.played.remove(card);
                self.game.used.remove(card);
            }
            Zone::Open => self.game.open.remove(card),
            Zone::Aside => {}
            _ => debug_assert!(false, "{card:?} cannot be lifted there"),
        }
    }

    #[inline]
    pub(in crate::game) fn put(&mut self, card: CardId, to: Zone) {
        match to {
            Zone::Hand(seat) | Zone::Body(seat) => self.put_in_hand(card, seat),
            Zone::Table(seat) => self.put_on_table(card, seat),
            Zone::Played => self.game.played.insert(card),
            Zone::Open => self.game.open.insert(card),
            Zone::Aside => {}
            Zone::Discard => self.put_discard(card),
            Zone::Pile => debug_assert!(false, "{card:?} cannot be put there"),
        }
    }

    #[inline]
    fn put_in_hand(&mut self, card: CardId, seat: Seat) {
        self.game.hands[seat].insert(card);
        self.game.seats[seat].held += 1;
        self.game.seats[seat].gold += u32::from(self.deck.card(card).gold);
        self.wake(self.wake_cards[seat].contains(card), seat);
    }

    /// A seat that receives a wake card is asked on other players' turns as well.
    #[inline]
    fn wake(&mut self, woken: bool, seat: Seat) {
        self.awake = self.awake.or(SeatSet::from_bits(u8::from(woken) << seat.0));
    }

    #[inline(never)]
    fn put_on_table(&mut self, card: CardId, seat: Seat) {
        self.wake(self.wake_cards[seat].contains(card), seat);
        self.game.tables[seat].insert(card);
        self.game.seats[seat].gold += u32::from(self.deck.card(card).gold);
        self.game.note_change(seat);
        if self.deck.masks.items.contains(card) {
            self.add_item(seat, card);
        } else {
            let deck = self.deck;
            self.game.add_other(deck, seat, card);
        }
    }

    #[inline(never)]
    fn put_discard(&mut self, card: CardId) {
        let side = self.deck.card(card).side as usize;
        let place = self.start(side) + self.discarded[side];
        self.game.put_at(place, card);
        self.game.discarded[side] += 1;
        self.game.discard.insert(card);
        self.game.known.remove(card);
    }

    fn lift_discard(&mut self, card: CardId) {
        let side = self.deck.card(card).side as usize;
        let (start, end) = (self.start(side), self.start(side) + self.discarded[side]);
        // From the top: most cards that leave a discard pile are the newest.
        let place = (start..end).rev().find(|&place| self.at(place) == card);
        for place in place.unwrap_or(end)..end - 1 {
            let above = self.at(place + 1);
            self.game.put_at(place, above);
        }
        self.game.discarded[side] -= 1;
        self.game.discard.remove(card);
    }

    fn lift_from_table(&mut self, card: CardId, seat: Seat) {
        let info = self.deck.card(card);
        self.game.note_change(seat);
        self.game.seats[seat].gold -= u32::from(info.gold);
        // Before the load is forgotten, since it decides whether the Item is exempt.
        let alone = self.counts_alone(seat, card);
        self.game.loads.remove(card);
        match info.play {
            Play::Item if alone => return self.remove_item(seat, card),
            Play::Item | Play::Cheat => {}
            _ => {
                let deck = self.deck;
                self.game.remove_other(deck, seat, card);
                return self.discard_unattached(seat);
            }
        }
        self.game.tables[seat].remove(card);
        self.game.used.remove(card);
        self.game.active_cards.remove(card);
        if self.cheated.contains(card) {
            self.game.cheated.remove(card);
            self.discard_a_cheat(seat);
        }
        if info.play == Play::Cheat {
            self.end_a_cheat(seat);
        }
        self.refresh(seat);
    }

    /// identity-08: discards the cards that make room in a slot and leave play with the last card of the slot.
    fn discard_unattached(&mut self, seat: Seat) {
        let table = self.tables[seat];
        for card in table & self.deck.masks.discarded_with_last {
            let group = &self.deck.groups[usize::from(self.deck.card(card).group)];
            if !table.meets(&group.cards) {
                self.discard_card(card);
            }
        }
    }

    /// item-15: discards a Cheat when its Item leaves play.
    fn discard_a_cheat(&mut self, seat: Seat) {
        let cheats = self.tables[seat] & self.deck.masks.cheats;
        let cheating = (self.tables[seat] & self.cheated).len();
        // All Cheats are alike, so which one is on which Item is not kept: their numbers decide.
        if cheats.len() > cheating
            && let Some(cheat) = cheats.first()
        {
            self.discard_card(cheat);
        }
    }

    /// item-09, item-12: when the Cheat of an Item leaves play, the Item stays in use only if it may be used without a Cheat.
    fn end_a_cheat(&mut self, seat: Seat) {
        let cheats = (self.tables[seat] & self.deck.masks.cheats).len();
        let cheated = self.tables[seat] & self.cheated;
        if cheated.len() > cheats
            && let Some(item) = cheated.first()
        {
            self.game.cheated.remove(item);
            self.game.used.remove(item);
            self.record(Event::Cheated { card: item, on: false });
            self.refresh(seat);
            if self.position().can_use_item(seat, item) {
                self.game.used.insert(item);
            } else {
                self.record(Event::Turned { card: item, seat, used: false });
            }
        }
    }
}
