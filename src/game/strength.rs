//! Combat strength: the totals of a fight, and what a player may use.

use super::condition::Position;
use super::event::Recorder;
use super::fight::bounded;
use super::{Players, Table};
use crate::deck::compiled::{Adds, Grants, Span};
use crate::deck::language::FightRule;
use crate::ids::{CardId, CardSet, Seat};

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
        let steady = sums.others + sums.modifiers + if no_items { 0 } else { sums.items };
        let modified = self.modified(seat);
        if modified.is_empty() { steady } else { steady + self.added_by(modified, no_items, seat) }
    }

    /// A player's cards with modifiers that may hold as the monsters and the own traits are.
    #[inline]
    fn modified(self, seat: Seat) -> CardSet<W> {
        let (game, masks) = (self.game, &self.deck.masks);
        let tagged = game.fight.running & (game.fight.tags() & masks.modifying_tags != 0);
        let traited = game.seats[seat].traits & masks.modifying_traits != 0;
        game.tables[seat] & game.active_cards & masks.modified[usize::from(tagged) + 2 * usize::from(traited)]
    }

    #[inline(never)]
    fn added_by(self, modified: CardSet<W>, no_items: bool, seat: Seat) -> i16 {
        let cards = modified.without(self.deck.masks.items.only_if(no_items));
        bounded(cards.iter().map(|card| i32::from(self.conditional(self.deck.card(card).strength, seat))).sum())
    }

    /// Strength of a player out of combat.
    pub(super) fn resting_strength(self, seat: Seat) -> i16 {
        self.game.level(seat) + self.bonuses(seat, false)
    }

    /// Modifiers that depend on something, as they stand for `you`.
    pub(super) fn conditional(self, span: Span, you: Seat) -> i16 {
        bounded(self.deck.adds(span).iter().map(|adds| self.adds(adds, you)).sum())
    }

    fn adds(self, adds: &Adds, you: Seat) -> i32 {
        let times = adds.each.map_or(1, |each| self.count(each, you, 0));
        i32::from(adds.add) * i32::from(times) * i32::from(self.holds(adds.condition, you, you))
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
        let conditional = self.conditional(info.strength, self.game.fight.main);
        bounded([info.level, info.steady_strength, foe.bonus, conditional].map(i32::from).iter().sum())
    }

    /// flee-03: what a runner's own cards add to each roll.
    pub(super) fn flee_bonus(self, seat: Seat) -> i16 {
        let sums = &self.game.seats[seat];
        let cards = self.game.tables[seat] & self.game.active_cards & self.deck.masks.flee_modified;
        let conditional = cards.iter().map(|card| i32::from(self.conditional(self.deck.card(card).flee, seat)));
        sums.flee + i16::from(sums.flee_extra) + bounded(conditional.sum())
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
    pub(super) fn restrictions_stand(self, seat: Seat) -> bool {
        let game = self.game;
        let masks = &self.deck.masks;
        let restricted = (game.tables[seat] & game.used & masks.restricted & masks.wearables).without(game.cheated);
        restricted & game.active_cards == self.usable_items(seat, restricted)
    }

    /// item-10: those of these Items that the character may use.
    #[inline(always)]
    pub(super) fn usable_items(self, seat: Seat, items: CardSet<W>) -> CardSet<W> {
        let open = items.without(self.game.barred[seat]);
        if open.meets(&self.deck.rights.others) { self.tested_items(seat, open) } else { open }
    }

    #[inline(never)]
    fn tested_items(self, seat: Seat, mut items: CardSet<W>) -> CardSet<W> {
        for card in items & self.deck.rights.others {
            if !self.may_use(seat, card) {
                items.remove(card);
            }
        }
        items
    }

    /// item-10: whether the character may use an Item.
    pub(super) fn may_use(self, seat: Seat, card: CardId) -> bool {
        !(self.game.barred[seat].contains(card) && self.deck.masks.items.contains(card))
            && (!self.deck.rights.others.contains(card) || self.holds(self.deck.card(card).usable_by, seat, seat))
    }

    /// item-08: whether the slot an Item needs is free.
    pub(super) fn slot_free(self, seat: Seat, card: CardId) -> bool {
        !self.taken_slots(seat).contains(card)
    }

    /// item-08: Items whose slot is not free.
    #[inline]
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

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// The deck and the state, for questions.
    #[inline]
    pub(super) fn position(&self) -> Position<'_, W> {
        Position { deck: self.deck, game: self.game() }
    }
}
