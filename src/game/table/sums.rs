//! Sums over the cards in play: recomputed, or updated when cards enter play, leave play or are turned.

use crate::deck::language::Lasting;
use crate::deck::{Card, Deck, Play, Slot};
use crate::game::legality::Position;
use crate::game::state::fight::bounded;
use crate::game::table::recorder::Recorder;
use crate::game::{Game, Players, Table};
use crate::ids::{CardId, CardSet, Seat};

/// item-03, item-04: the Big Items, if the rules limit them. The limit keeps the number of counted Items within a byte.
fn limited_big<const W: usize>(deck: &Deck<CardSet<W>>) -> CardSet<W> {
    deck.masks.big.only_if(*deck.rules.big_limit > 0)
}

impl<const W: usize> Game<W> {
    /// combat-01, deck-07, power-05, identity-03, identity-16: recomputes the sums over a player's cards in play.
    pub(in crate::game) fn recount(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        let table = self.tables[seat];
        let masks = &deck.masks;
        self.note_change(seat);
        self.active_cards = self.active_cards.without(table);
        self.seats[seat].clear_sums();
        self.forget_rights(deck, seat);
        // The character comes first: whether an Item counts depends on it.
        for card in table & (masks.slotted | masks.powers) {
            self.count_trait(deck, seat, card);
        }
        for card in table.without(masks.items | masks.slotted | masks.powers) {
            self.count_standing(deck, seat, card);
        }
        self.seats[seat].big =
            (table & limited_big(deck)).without(self.cheated | self.exempt_loads(deck, seat)).len() as u8;
        for card in table & self.used {
            self.count_item(deck, seat, card);
        }
        if !deck.silencing.is_empty() {
            self.silence(deck, seat);
        }
        // Modifiers come last: they belong to the cards that count.
        self.count_modifiers(deck, seat);
        self.note_excess(deck, seat);
    }

    /// multi-02, curse-03: cards that another card silences do nothing by their own text: they do not count.
    #[inline(never)]
    fn silence(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        let fights = |card: CardId| self.in_fight(seat) && self.fight.foes().iter().any(|foe| foe.card == card);
        let counting = self.tables[seat] & self.active_cards;
        let silencing = deck.silencing.iter().filter(|(card, _)| counting.contains(*card) || fights(*card));
        let silenced = silencing.fold(CardSet::EMPTY, |all, (_, silenced)| all | deck.silenced(*silenced));
        for card in counting & silenced {
            self.active_cards.remove(card);
            self.discount_figures(deck, seat, deck.card(card), false);
        }
    }

    /// Recomputes the strength from modifiers that depend on the traits, powers and Curses of the player.
    fn count_modifiers(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        let cards = self.tables[seat] & self.active_cards & deck.masks.self_modified;
        let position = Position { deck, game: self };
        let sum = cards.iter().map(|card| i32::from(position.conditional(deck.card(card).strength, seat))).sum();
        self.seats[seat].modifiers = bounded(sum);
    }

    /// Removes an Item from a player's table, to evaluate the state without it.
    pub(in crate::game) fn drop_item(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        self.tables[seat].remove(card);
        self.used.remove(card);
        self.cheated.remove(card);
        self.fight.totals = None;
        self.recount(deck, seat);
    }

    /// Marks a seat that exceeds a limit; the excess is settled before anything else happens.
    fn note_excess(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        if (Position { deck, game: self }).over_limits(seat) {
            self.unsettled.insert(seat);
        }
    }

    /// power-08, power-05, identity-02: copies of an identity or power count once, but the Ranks of all copies are added up.
    fn count_trait(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let sums = &mut self.seats[seat];
        sums.ranks += info.rank;
        if sums.traits & info.trait_bit() == 0 {
            sums.traits |= info.trait_bit();
            self.active_cards.insert(card);
            self.count_figures(seat, info, false);
            self.apply_rights(deck, seat, card);
        }
    }

    /// Counts a card that counts without being in use: a lasting Curse or a multi-identity card.
    fn count_standing(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        if info.play != Play::Curse || self.curse_counts(seat, card, info) {
            self.active_cards.insert(card);
            self.count_figures(seat, info, false);
        }
    }

    /// item-10, item-11: counts an Item in use. It takes its slot, and its values count if its user may use it.
    fn count_item(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let cheated = self.cheated.contains(card);
        let free = self.is_exempt(deck, card);
        if !free {
            self.seats[seat].hands += info.hands;
        }
        let slot = info.slot.map_or(0, |slot| 1 << slot as u8);
        // An exempt Item uses its slot, which tests of cards ask for, but leaves it free for another Item.
        self.seats[seat].slots |= slot | if free { 0 } else { slot << 4 };
        if (cheated || Position { deck, game: self }.may_use(seat, card)) && !info.once {
            self.active_cards.insert(card);
            self.count_figures(seat, info, true);
        }
    }

    /// item-10: bars all Items that require a trait, as for a character without traits.
    fn forget_rights(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        self.barred[seat] = self.barred[seat] & deck.masks.traits | deck.rights.reserved;
    }

    /// identity-09, item-10: a trait allows some Items and forbids others, unless its disadvantages are lifted.
    fn apply_rights(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let place = usize::from(deck.card(card).trait_place);
        let (opened, forbidden) = (deck.rights.opened[place], deck.rights.forbidden[place]);
        let lifted = Position { deck, game: self }.is_lifted(seat, card);
        self.barred[seat] = self.barred[seat].without(opened) | forbidden.only_if(!lifted);
    }

    /// item-10: determines the rights of a character anew.
    fn count_rights(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        self.forget_rights(deck, seat);
        for card in self.tables[seat] & (deck.masks.slotted | deck.masks.powers) {
            self.apply_rights(deck, seat, card);
        }
    }

    /// identity-09: a card that lifts disadvantages, or another identity beside one, changes what the others of the slot forbid.
    fn note_lifted(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let lifters = deck.masks.lifters;
        if self.tables[seat].meets(&lifters) || lifters.contains(card) {
            self.count_rights(deck, seat);
        }
    }

    /// Subtracts the values of an Item, if it was in use.
    fn discount_item(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let sums = &mut self.seats[seat];
        if self.used.contains(card) {
            sums.hands -= info.hands;
            // Both halves of `slots`. Two Items may share the hands; any other slot is now empty, because `counts_alone` rules out
            // Cheats and companions.
            let slot = info.slot.map_or(0, |slot| 0x11 << slot as u8);
            let hands = u8::from(sums.hands > 0) * (0x11 << Slot::Hand as u8);
            sums.slots &= !slot | hands;
        }
        let counted = self.active_cards.contains(card);
        self.used.remove(card);
        self.active_cards.remove(card);
        if counted {
            self.discount_figures(deck, seat, info, true);
        }
    }

    fn count_figures(&mut self, seat: Seat, info: &Card, item: bool) {
        let sums = &mut self.seats[seat];
        if item {
            sums.items += info.steady_strength;
        } else {
            sums.others += info.steady_strength;
        }
        sums.flee += i16::from(info.steady_flee);
        sums.grants.add(&info.grants);
    }

    /// Subtracts the values of a card that no longer counts.
    fn discount_figures(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, info: &Card, item: bool) {
        let sums = &mut self.seats[seat];
        if item {
            sums.items -= info.steady_strength;
        } else {
            sums.others -= info.steady_strength;
        }
        sums.flee -= i16::from(info.steady_flee);
        sums.grants.subtract(&info.grants);
        if info.grants.flags != 0 {
            // Another card may set the same flag, so the flags of the others are collected anew.
            let left = self.tables[seat] & self.active_cards & deck.masks.flagged;
            self.seats[seat].grants.flags = left.iter().fold(0, |flags, card| flags | deck.card(card).grants.flags);
        }
    }

    /// Recomputes the cards that do not fit beside a player's cards in play. They change with its identities and multi-identity
    /// cards, and with its powers if the rules forbid duplicates of these.
    fn note_misplaced(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        if deck.masks.of_slots.contains(card) || !deck.rules.duplicate_powers {
            self.count_misplaced(deck, seat);
        }
    }

    fn count_misplaced(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        let misplaced = Position { deck, game: self }.misplaced(seat);
        self.barred[seat] = self.barred[seat].without(deck.masks.traits) | misplaced;
    }

    /// Removes the trait of a card that has left play, unless another copy is in play. Returns whether the trait was removed.
    fn forget_trait(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, gone: &Card) -> bool {
        let left = self.tables[seat] & (deck.masks.slotted | deck.masks.powers);
        if left.iter().any(|card| deck.card(card).trait_place == gone.trait_place) {
            return false;
        }
        self.seats[seat].traits &= !gone.trait_bit();
        self.seats[seat].ranks -= gone.rank;
        self.count_rights(deck, seat);
        true
    }

    /// identity-16, power-05: counts a card that was put into play and is neither Item nor Cheat. Restricted Items in use may start
    /// or stop counting because of it.
    pub(in crate::game) fn add_other(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        self.note_misplaced(deck, seat, card);
        // Which of two copies counts does not depend on the order in which they came, so both are counted anew.
        let double = self.seats[seat].traits & deck.card(card).trait_bit() != 0;
        // What another card silences is known only when all of them are counted.
        if double || !deck.silencing.is_empty() {
            return self.recount(deck, seat);
        }
        if (deck.masks.slotted | deck.masks.powers).contains(card) {
            self.count_trait(deck, seat, card);
        } else {
            self.count_standing(deck, seat, card);
        }
        self.note_lifted(deck, seat, card);
        self.count_dependent(deck, seat);
    }

    /// The reverse of `add_other`.
    pub(in crate::game) fn remove_other(&mut self, deck: &Deck<CardSet<W>>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let counted = self.active_cards.contains(card);
        self.tables[seat].remove(card);
        self.note_misplaced(deck, seat, card);
        self.active_cards.remove(card);
        let alone = info.trait_bit() == 0 || self.forget_trait(deck, seat, info);
        // The copy that stays in play may not have counted until now.
        if !alone || !deck.silencing.is_empty() {
            return self.recount(deck, seat);
        }
        if counted {
            self.discount_figures(deck, seat, info, false);
        }
        self.note_lifted(deck, seat, card);
        self.count_dependent(deck, seat);
    }

    /// Recomputes the sums that depend on the character, or all sums if Items start or stop counting.
    fn count_dependent(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        if (Position { deck, game: self }).restrictions_stand(seat) {
            self.count_modifiers(deck, seat);
            self.note_excess(deck, seat);
        } else {
            self.recount(deck, seat);
        }
    }

    /// curse-05, curse-06: updates the Curses that last for one combat or turn as they start or stop counting.
    pub(in crate::game) fn count_curses(&mut self, deck: &Deck<CardSet<W>>, seat: Seat) {
        if !deck.silencing.is_empty() {
            return self.recount(deck, seat);
        }
        for card in self.tables[seat] & deck.masks.timed {
            let info = deck.card(card);
            match (self.curse_counts(seat, card, info), self.active_cards.contains(card)) {
                (true, false) => {
                    self.active_cards.insert(card);
                    self.count_figures(seat, info, false);
                }
                (false, true) => {
                    self.active_cards.remove(card);
                    self.discount_figures(deck, seat, info, false);
                }
                _ => {}
            }
        }
        self.note_change(seat);
        self.count_modifiers(deck, seat);
        self.note_excess(deck, seat);
    }

    /// curse-05, curse-06, I-04: a Curse for the next combat or turn counts only in that combat or turn.
    fn curse_counts(&self, seat: Seat, card: CardId, info: &Card) -> bool {
        match info.lasts {
            Some(Lasting::NextCombat) => self.in_fight(seat) && !self.fresh.contains(card),
            Some(Lasting::NextTurn) => self.active == seat && !self.fresh.contains(card),
            Some(Lasting::Always | Lasting::NextRoll | Lasting::SoloKill | Lasting::LevelGained) | None => true,
        }
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Recomputes the sums over a player's cards.
    pub(in crate::game) fn refresh(&mut self, seat: Seat) {
        let deck = self.deck;
        self.game.recount(deck, seat);
    }

    /// curse-05, curse-06, multi-02: updates the sums if the player has a card that may start or stop counting.
    #[inline]
    pub(in crate::game) fn refresh_curses(&mut self, seat: Seat) {
        if self.tables[seat].meets(&self.deck.masks.of_fights) {
            let deck = self.deck;
            self.game.count_curses(deck, seat);
        }
    }

    /// item-03, item-10: counts an Item that was put into play. It does not affect other cards, because the right to use an Item
    /// depends only on the character.
    pub(in crate::game) fn add_item(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        self.game.seats[seat].big += u8::from(limited_big(deck).contains(card) && !self.is_exempt(deck, card));
        if self.used.contains(card) {
            self.game.count_item(deck, seat, card);
        }
        if !deck.silencing.is_empty() {
            return self.refresh(seat);
        }
        self.note_burden(seat);
    }

    /// Marks a seat that exceeds a limit after a change of a single Item.
    fn note_burden(&mut self, seat: Seat) {
        if self.position().overburdened(seat) {
            self.game.unsettled.insert(seat);
        }
    }

    /// item-10: turns an Item upright or sideways.
    pub(in crate::game) fn recount_turned(&mut self, seat: Seat, card: CardId, used: bool) {
        let deck = self.deck;
        self.game.note_change(seat);
        if !self.counts_alone(seat, card) {
            if used {
                self.game.used.insert(card);
            } else {
                self.game.used.remove(card);
            }
            return self.refresh(seat);
        }
        if used {
            self.game.used.insert(card);
            self.game.count_item(deck, seat, card);
        } else {
            self.game.discount_item(deck, seat, card);
        }
        self.note_burden(seat);
    }

    /// Whether the sums can be updated for an Item without recomputing the rest: no Cheat and no companion affects the Item or its
    /// slot.
    pub(in crate::game) fn counts_alone(&self, seat: Seat, card: CardId) -> bool {
        // Where a card may give room for a second Item of a slot, the slot may stay in use without this one. An Item may silence others.
        if !self.deck.slot_rooms.is_empty() || !self.deck.silencing.is_empty() {
            return false;
        }
        let cheated = self.tables[seat] & self.cheated | self.borne(seat);
        let slot = self.deck.card(card).slot.map_or(CardSet::EMPTY, |slot| self.deck.masks.slots[slot as usize]);
        cheated.is_empty() || !cheated.meets(&(CardSet::one(card) | slot))
    }

    /// item-03, item-10: subtracts an Item that leaves play; `counts_alone` must hold for it.
    pub(in crate::game) fn remove_item(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        self.game.seats[seat].big -= u8::from(limited_big(deck).contains(card));
        self.game.discount_item(deck, seat, card);
        self.game.tables[seat].remove(card);
        self.note_burden(seat);
    }

    /// Recomputes the sums of all players.
    pub(in crate::game) fn refresh_all(&mut self) {
        for seat in (0..self.players()).map(Seat) {
            let deck = self.deck;
            self.game.count_misplaced(deck, seat);
            self.refresh(seat);
        }
    }
}
