//! Combat strength: sums over the cards in play, kept as cards move, and the totals of a fight.

use super::condition::Position;
use super::event::Recorder;
use super::{Game, Players, Table};
use crate::deck::compiled::{Adds, Grants, Span};
use crate::deck::language::{FightRule, Lasting};
use crate::deck::{Card, Deck, Kind, Slot};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize> Game<W> {
    /// combat-01, deck-07, power-05, identity-03, identity-16: adds up anew what a player's cards in play give at present.
    pub(super) fn recount(&mut self, deck: &Deck<W>, seat: Seat) {
        let table = self.tables[seat];
        let masks = &deck.masks;
        self.reweigh(seat, masks.own_plays);
        self.active_cards = self.active_cards.without(table);
        self.seats[seat].clear_sums();
        self.barred[seat] = deck.rights.reserved;
        for card in table & (masks.identities | masks.powers) {
            self.count_trait(deck, seat, card);
        }
        for card in table.without(masks.items | masks.identities | masks.powers) {
            self.count_standing(deck, seat, card);
        }
        self.seats[seat].big = (table & masks.big).without(self.cheated).len() as u8;
        for card in table & self.used {
            self.count_item(deck, seat, card);
        }
        self.count_modifiers(deck, seat);
        self.note_excess(deck, seat);
    }

    /// Adds up anew the strength that cards give by the traits, powers and Curses of their player.
    fn count_modifiers(&mut self, deck: &Deck<W>, seat: Seat) {
        let cards = self.tables[seat] & self.active_cards & deck.masks.self_modified;
        let position = Position { deck, game: self };
        let sum = cards.iter().map(|card| position.conditional(deck.card(card).strength, seat)).sum();
        self.seats[seat].modifiers = sum;
    }

    /// Whether a limit is exceeded is put right before anything else happens.
    fn note_excess(&mut self, deck: &Deck<W>, seat: Seat) {
        if (Position { deck, game: self }).over_limits(seat) {
            self.unsettled.insert(seat);
        }
    }

    /// power-08, power-05, identity-02: an identity or power counts once, the Ranks of all copies.
    fn count_trait(&mut self, deck: &Deck<W>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let sums = &mut self.seats[seat];
        sums.ranks += info.rank;
        if sums.traits & info.trait_bit == 0 {
            sums.traits |= info.trait_bit;
            self.active_cards.insert(card);
            self.count_figures(seat, info, false);
            self.apply_rights(deck, seat, info.trait_bit);
        }
    }

    /// Whatever else counts without being used: Curses that stay, multi-identity cards.
    fn count_standing(&mut self, deck: &Deck<W>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        if info.kind != Kind::Curse || self.curse_counts(seat, info) {
            self.active_cards.insert(card);
            self.count_figures(seat, info, false);
        }
    }

    /// item-10, item-11: an Item in use takes its slot, and counts if its user may use it.
    fn count_item(&mut self, deck: &Deck<W>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let free = self.cheated.contains(card);
        if !free {
            self.seats[seat].hands += info.hands;
        }
        if let Some(slot) = info.slot {
            self.seats[seat].slots |= 1 << slot as u8 | if free { 0 } else { 16 << slot as u8 };
        }
        if (free || Position { deck, game: self }.may_use(seat, card)) && !info.once {
            self.active_cards.insert(card);
            self.count_figures(seat, info, true);
        }
    }

    /// item-10: a trait opens Items to a character and forbids others.
    fn apply_rights(&mut self, deck: &Deck<W>, seat: Seat, trait_bit: u64) {
        let place = trait_bit.trailing_zeros() as usize;
        let (opened, forbidden) = (deck.rights.opened[place], deck.rights.forbidden[place]);
        self.barred[seat] = self.barred[seat].without(opened) | forbidden;
    }

    /// Takes out again what an Item gave, if it was in use.
    fn discount_item(&mut self, deck: &Deck<W>, seat: Seat, card: CardId) {
        let info = deck.card(card);
        let sums = &mut self.seats[seat];
        if self.used.contains(card) {
            sums.hands -= info.hands;
            if let Some(slot) = info.slot.filter(|&slot| slot != Slot::Hand || sums.hands == 0) {
                sums.slots &= !(0x11 << slot as u8);
            }
        }
        if self.active_cards.contains(card) {
            self.discount_figures(seat, info, true);
        }
        self.used.remove(card);
        self.active_cards.remove(card);
    }

    fn count_figures(&mut self, seat: Seat, info: &Card, item: bool) {
        let sums = &mut self.seats[seat];
        if item {
            sums.items += info.steady_strength;
        } else {
            sums.others += info.steady_strength;
        }
        sums.flee += info.steady_flee;
        sums.grants.add(&info.grants);
    }

    /// The same the other way round, for a card without flags.
    fn discount_figures(&mut self, seat: Seat, info: &Card, item: bool) {
        let sums = &mut self.seats[seat];
        if item {
            sums.items -= info.steady_strength;
        } else {
            sums.others -= info.steady_strength;
        }
        sums.flee -= info.steady_flee;
        sums.grants.subtract(&info.grants);
    }

    /// Takes out the trait of a card that has left, unless there is another copy of it.
    fn forget_trait(&mut self, deck: &Deck<W>, seat: Seat, gone: &Card) -> bool {
        let left = self.tables[seat] & (deck.masks.identities | deck.masks.powers);
        if left.iter().any(|card| deck.card(card).trait_bit == gone.trait_bit) {
            return false;
        }
        self.seats[seat].traits &= !gone.trait_bit;
        self.seats[seat].ranks -= gone.rank;
        self.barred[seat] = deck.rights.reserved;
        for card in left {
            self.apply_rights(deck, seat, deck.card(card).trait_bit);
        }
        true
    }

    /// curse-05, curse-06: Curses for one combat or turn begin or cease to count.
    pub(super) fn count_curses(&mut self, deck: &Deck<W>, seat: Seat) {
        for card in self.tables[seat] & deck.masks.timed {
            let info = deck.card(card);
            match (self.curse_counts(seat, info), self.active_cards.contains(card)) {
                (true, false) => {
                    self.active_cards.insert(card);
                    self.count_figures(seat, info, false);
                }
                (false, true) if info.grants.flags != 0 => return self.recount(deck, seat),
                (false, true) => {
                    self.active_cards.remove(card);
                    self.discount_figures(seat, info, false);
                }
                _ => {}
            }
        }
        self.reweigh(seat, deck.masks.own_plays);
        self.count_modifiers(deck, seat);
        self.note_excess(deck, seat);
    }

    /// curse-05, curse-06: a Curse for the next combat or turn counts in that combat or turn alone.
    fn curse_counts(&self, seat: Seat, info: &Card) -> bool {
        match info.lasts {
            Some(Lasting::NextCombat) => self.in_fight(seat),
            Some(Lasting::NextTurn) => self.active == seat,
            Some(Lasting::Always) | None => true,
        }
    }
}

impl<const W: usize> Position<'_, W> {
    /// combat-01, combat-02: the totals of the running fight, players and monsters.
    #[inline]
    pub(super) fn totals(self) -> (i16, i16) {
        self.game.fight.totals.unwrap_or_else(|| self.add_up())
    }

    /// The totals, added up anew.
    pub(super) fn add_up(self) -> (i16, i16) {
        (self.players_total(), self.monsters_total())
    }

    /// combat-01, combat-17, help-02, multi-02: everything on the players' side; it may be negative.
    pub(super) fn players_total(self) -> i16 {
        let fight = &self.game.fight;
        let main = self.fighter_strength(fight.main);
        let helper = fight.helper.map_or(0, |helper| self.fighter_strength(helper));
        let boosts = if fight.rules.contains(FightRule::LevelOnly) {
            0
        } else if fight.rules.contains(FightRule::NoOneShots) {
            fight.boosts[1]
        } else {
            fight.boosts[0] + fight.boosts[1]
        };
        main + helper + boosts
    }

    /// What one player adds to the fight under its rules.
    pub(super) fn fighter_strength(self, seat: Seat) -> i16 {
        let rules = self.game.fight.rules;
        let level = if rules.contains(FightRule::BonusOnly) { 0 } else { self.game.level(seat) };
        if rules.contains(FightRule::LevelOnly) {
            return level;
        }
        level + self.bonuses(seat, rules.contains(FightRule::NoItems))
    }

    /// Strength from cards in play, without Level.
    fn bonuses(self, seat: Seat, no_items: bool) -> i16 {
        let sums = &self.game.seats[seat];
        let no_items = no_items || sums.grants.has(Grants::NO_ITEMS);
        let mut bonus = sums.others + sums.modifiers + if no_items { 0 } else { sums.items };
        for card in self.game.tables[seat] & self.game.active_cards & self.deck.masks.modified {
            let info = self.deck.card(card);
            if !(no_items && info.kind == Kind::Item) {
                bonus += self.conditional(info.strength, seat);
            }
        }
        bonus
    }

    /// Strength of a player out of combat.
    pub(super) fn resting_strength(self, seat: Seat) -> i16 {
        self.game.level(seat) + self.bonuses(seat, false)
    }

    /// Modifiers that depend on something, as they stand for `you`.
    pub(super) fn conditional(self, span: Span, you: Seat) -> i16 {
        self.deck.adds(span).iter().map(|adds| self.adds(adds, you)).sum()
    }

    fn adds(self, adds: &Adds, you: Seat) -> i16 {
        if !self.holds(adds.condition, you, you) {
            return 0;
        }
        adds.add * adds.each.map_or(1, |each| self.count(each, you, 0))
    }

    /// combat-02, multi-01, enhancer-03, help-07, help-08: the monsters' side, one sum.
    pub(super) fn monsters_total(self) -> i16 {
        let fight = &self.game.fight;
        let foes: i16 = (0..fight.foes().len()).map(|place| self.foe_strength(place)).sum();
        foes + fight.boosts[2]
    }

    /// combat-02, enhancer-01, enhancer-02: one monster with its enhancers and its own modifiers.
    pub(super) fn foe_strength(self, place: usize) -> i16 {
        let foe = &self.game.fight.foes()[place];
        let info = self.deck.card(foe.card);
        info.level + info.steady_strength + foe.bonus + self.conditional(info.strength, self.game.fight.main)
    }

    /// flee-03: what a runner's own cards add to each roll.
    pub(super) fn flee_bonus(self, seat: Seat) -> i16 {
        let sums = &self.game.seats[seat];
        let cards = self.game.tables[seat] & self.game.active_cards & self.deck.masks.flee_modified;
        let conditional: i16 = cards.iter().map(|card| self.conditional(self.deck.card(card).flee, seat)).sum();
        i16::from(sums.flee) + i16::from(sums.flee_extra) + conditional
    }

    /// combat-03, combat-04, help-07: whether the players win as things stand.
    pub(super) fn players_win(self) -> bool {
        let (players, monsters) = self.totals();
        self.decides(players, monsters)
    }

    /// combat-03, combat-04: whether these totals are a win for the players.
    pub(super) fn decides(self, players: i16, monsters: i16) -> bool {
        if players != monsters {
            return players > monsters;
        }
        self.game.fight.fighters().iter().any(|seat| self.game.seats[seat].grants.has(Grants::WINS_TIES))
    }

    /// item-10: whether the Items in use that count are still those that may.
    fn restrictions_stand(self, seat: Seat) -> bool {
        let game = self.game;
        let masks = &self.deck.masks;
        let restricted = (game.tables[seat] & game.used & masks.restricted & masks.wearables).without(game.cheated);
        restricted & game.active_cards == self.usable_items(seat, restricted)
    }

    /// item-10: those of these Items, other than one-shots, that the character may use.
    pub(super) fn usable_items(self, seat: Seat, items: CardSet<W>) -> CardSet<W> {
        let mut usable = items.without(self.game.barred[seat]);
        for card in usable & self.deck.rights.others {
            if !self.may_use(seat, card) {
                usable.remove(card);
            }
        }
        usable
    }

    /// item-10: whether the character may use an Item other than a one-shot.
    pub(super) fn may_use(self, seat: Seat, card: CardId) -> bool {
        !self.game.barred[seat].contains(card)
            && (!self.deck.rights.others.contains(card) || self.holds(self.deck.card(card).usable_by, seat, seat))
    }

    /// item-08: whether the slot an Item needs is free.
    pub(super) fn slot_free(self, seat: Seat, card: CardId) -> bool {
        let info = self.deck.card(card);
        let sums = &self.game.seats[seat];
        match info.slot {
            None => true,
            Some(Slot::Hand) => sums.hands + info.hands <= 2 + sums.grants.extra_hands,
            Some(slot) => sums.slots >> (4 + slot as u8) & 1 == 0,
        }
    }

    /// item-08: Items whose slot is not free.
    pub(super) fn taken_slots(self, seat: Seat) -> CardSet<W> {
        let (masks, sums) = (&self.deck.masks, &self.game.seats[seat]);
        let free_hands = (2 + sums.grants.extra_hands).saturating_sub(sums.hands).min(2);
        masks.unwearable[usize::from(free_hands)][usize::from(sums.slots >> 4 & 7)]
    }

    /// item-02, item-09, item-10: whether an Item could be in use; with a Cheat on it nothing stands against that.
    pub(super) fn can_use_item(self, seat: Seat, card: CardId) -> bool {
        let info = self.deck.card(card);
        let fits = || self.slot_free(seat, card) && self.may_use(seat, card);
        !info.once && (self.game.cheated.contains(card) || fits())
    }

    /// item-02, item-03: whether an Item from hand could be put on.
    pub(super) fn can_wear(self, seat: Seat, card: CardId) -> bool {
        self.can_carry(seat, card) && self.can_use_item(seat, card)
    }

    /// item-03, item-04: whether an Item could be carried.
    pub(super) fn can_carry(self, seat: Seat, card: CardId) -> bool {
        !self.deck.card(card).big || self.has_room_for_big(seat)
    }

    /// item-03, item-04: whether one more Big Item could be carried.
    pub(super) fn has_room_for_big(self, seat: Seat) -> bool {
        self.game.seats[seat].big < self.big_limit(seat)
    }

    /// item-03, item-04: how many Big Items a player may carry.
    pub(super) fn big_limit(self, seat: Seat) -> u8 {
        match self.deck.rules.big_limit {
            0 => u8::MAX,
            limit => limit + self.game.seats[seat].grants.extra_big,
        }
    }
}

impl<const W: usize, R: Recorder, P: Players> Table<'_, W, R, P> {
    /// The deck and the state, for questions.
    #[inline]
    pub(super) fn position(&self) -> Position<'_, W> {
        Position { deck: self.deck, game: self.game() }
    }

    /// Adds up anew what a player's cards give.
    pub(super) fn refresh(&mut self, seat: Seat) {
        let deck = self.deck;
        self.recount(deck, seat);
    }

    /// curse-05, curse-06: adds up anew where a Curse may begin or cease to count.
    #[inline]
    pub(super) fn refresh_curses(&mut self, seat: Seat) {
        if self.tables[seat].meets(&self.deck.masks.timed) {
            let deck = self.deck;
            self.count_curses(deck, seat);
        }
    }

    /// item-03, item-10: an Item comes to the table. No other card counts otherwise for that: who may use what depends on nothing
    /// but the character.
    pub(super) fn item_comes(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        self.seats[seat].big += u8::from(deck.card(card).big && !self.cheated.contains(card));
        if self.used.contains(card) {
            self.game.count_item(deck, seat, card);
        }
        self.note_excess(deck, seat);
    }

    /// item-10: an Item stands upright or lies sideways from now on.
    pub(super) fn item_turns(&mut self, seat: Seat, card: CardId, used: bool) {
        let deck = self.deck;
        self.reweigh(seat, deck.masks.own_plays);
        let alone = self.counts_alone(seat, card);
        match used {
            true => self.used.insert(card),
            false if alone => self.game.discount_item(deck, seat, card),
            false => self.used.remove(card),
        }
        match alone {
            true if used => self.game.count_item(deck, seat, card),
            true => {}
            false => return self.refresh(seat),
        }
        self.note_excess(deck, seat);
    }

    /// Whether what an Item gives can be put into the sums, or taken out, without adding up the rest: it has no flags, which others
    /// may give too, and no slot is broken by a Cheat.
    pub(super) fn counts_alone(&self, seat: Seat, card: CardId) -> bool {
        !self.tables[seat].meets(&self.cheated) && self.deck.card(card).grants.flags == 0
    }

    /// identity-16, power-05: any other card comes to the table. Items in use that not everybody may use may begin or cease to
    /// count with it.
    pub(super) fn other_comes(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        let double = self.seats[seat].traits & deck.card(card).trait_bit != 0;
        if double {
            return self.refresh(seat);
        }
        if (deck.masks.identities | deck.masks.powers).contains(card) {
            self.game.count_trait(deck, seat, card);
        } else {
            self.game.count_standing(deck, seat, card);
        }
        if self.position().restrictions_stand(seat) {
            self.count_modifiers(deck, seat);
            self.note_excess(deck, seat);
        } else {
            self.refresh(seat);
        }
    }

    /// The same the other way round, for an Item without flags at a table without a Cheat.
    pub(super) fn item_goes(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        self.seats[seat].big -= u8::from(deck.card(card).big);
        self.game.discount_item(deck, seat, card);
        self.tables[seat].remove(card);
        self.note_excess(deck, seat);
    }

    /// The same for a card that is neither Item nor Cheat.
    pub(super) fn other_goes(&mut self, seat: Seat, card: CardId) {
        let deck = self.deck;
        let info = deck.card(card);
        let counted = self.active_cards.contains(card);
        self.reweigh(seat, deck.masks.own_plays);
        self.tables[seat].remove(card);
        self.active_cards.remove(card);
        let alone = info.grants.flags == 0 && (info.trait_bit == 0 || self.forget_trait(deck, seat, info));
        if counted && alone {
            self.discount_figures(seat, info, false);
        }
        if alone && self.position().restrictions_stand(seat) {
            self.count_modifiers(deck, seat);
            self.note_excess(deck, seat);
        } else {
            self.refresh(seat);
        }
    }

    /// Adds up anew for all players.
    pub(super) fn refresh_all(&mut self) {
        for seat in (0..self.players()).map(Seat) {
            self.refresh(seat);
        }
    }
}
