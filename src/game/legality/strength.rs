//! Combat strength: the totals of a fight, and the strength of its fighters.

use super::Position;
use crate::deck::compiled::{Adds, Counted, Grants, Span};
use crate::deck::language::rules::LevelOnlyScope;
use crate::deck::language::{Enhanced, FightRule};
use crate::game::Verb;
use crate::game::state::fight::{Added, Groups, bounded};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize> Position<'_, W> {
    /// combat-01, combat-02: the totals of the running fight, as (players, monsters).
    #[inline]
    pub(in crate::game) fn totals(self) -> (i16, i16) {
        self.game.fight.totals.unwrap_or_else(|| self.add_up())
    }

    /// The totals, recomputed.
    pub(in crate::game) fn add_up(self) -> (i16, i16) {
        (self.players_total(), self.monsters_total())
    }

    /// combat-01, combat-17, help-02, multi-02: the total of the players' side; it may be negative.
    pub(in crate::game) fn players_total(self) -> i16 {
        let fight = &self.game.fight;
        let main = self.fighter_strength(fight.main);
        let helper = fight.helper.map_or(0, |helper| self.fighter_strength(helper));
        let for_helper = if self.levels_alone() { 0 } else { fight.boosts.helper };
        let alone = if fight.helper.is_none() { self.added_alone() } else { 0 };
        main + helper + self.added(&fight.boosts.players) + alone + for_helper
    }

    /// The strength for the players that counts only while nobody helps.
    #[inline]
    pub(in crate::game) fn added_alone(self) -> i16 {
        self.added(&self.game.fight.boosts.alone)
    }

    /// C-03, multi-02: the strength that cards have added for the players, as far as it counts under the rules of the fight.
    #[inline]
    fn added(self, added: &Added) -> i16 {
        let rules = self.game.fight.rules;
        let lasting = added.played + added.in_play;
        if rules.contains(FightRule::LevelOnly) {
            return if self.levels_alone() { 0 } else { lasting };
        }
        let [one_shots, used_up] = &added.ignorable;
        let one_shots = added.one_shots - self.ignored_boost(one_shots);
        let one_shots = if rules.contains(FightRule::NoOneShots) { 0 } else { one_shots };
        one_shots + lasting + added.used_up - self.ignored_boost(used_up)
    }

    /// The strength that one player adds to the fight under its rules.
    pub(in crate::game) fn fighter_strength(self, seat: Seat) -> i16 {
        let rules = self.game.fight.rules;
        let level = if rules.contains(FightRule::BonusOnly) { 0 } else { self.game.level(seat) };
        if self.levels_alone() {
            return level;
        }
        // What monsters ignore is subtracted from the sums, which are the same in all fights.
        let no_items = self.counts_no_items(seat);
        level + self.bonuses(seat, no_items) - self.ignored_strength(seat, no_items)
    }

    /// C-03: whether only Levels count in the fight: not just no Items and one-shots, but nothing else either.
    fn levels_alone(self) -> bool {
        self.game.fight.rules.contains(FightRule::LevelOnly)
            && self.deck.rules.level_only_scope == LevelOnlyScope::Strict
    }

    /// combat-01, C-03: whether no Items of a player count in the fight.
    fn counts_no_items(self, seat: Seat) -> bool {
        let rules = self.game.fight.rules;
        rules.contains(FightRule::LevelOnly)
            || rules.contains(FightRule::NoItems)
            || self.game.seats[seat].grants.has(Grants::NO_ITEMS)
    }

    /// curse-03: cards that do not count for a player because of a Curse.
    pub(in crate::game) fn cursed_cards(self, seat: Seat) -> CardSet<W> {
        let curses = self.game.tables[seat] & self.game.active_cards & self.deck.masks.ignoring_curses;
        if curses.is_empty() {
            return CardSet::EMPTY;
        }
        let filters = self.deck.ignored.iter().filter(|(card, _)| curses.contains(*card));
        self.with_enhancers(
            filters.fold(CardSet::EMPTY, |all, (_, filter)| all | self.deck.filters[usize::from(filter.0)].cards),
        )
    }

    /// ally-11: these cards, and the enhancers that companions among them carry.
    fn with_enhancers(self, cards: CardSet<W>) -> CardSet<W> {
        let bearers = cards & self.deck.masks.carriers;
        let loads = bearers.iter().fold(CardSet::EMPTY, |all, bearer| all | self.game.loads.of(bearer));
        cards | loads & self.deck.masks.enhancers
    }

    /// multi-02, ally-10: cards that some monster of the fight ignores.
    pub(in crate::game) fn ignored(self) -> CardSet<W> {
        if !self.game.fight.rules.ignoring() {
            return CardSet::EMPTY;
        }
        let fought = |monster: CardId| self.game.fight.foes().iter().any(|foe| foe.card == monster);
        let filters = self.deck.ignored.iter().filter(|(monster, _)| fought(*monster));
        self.with_enhancers(
            filters.fold(CardSet::EMPTY, |all, (_, filter)| all | self.deck.filters[usize::from(filter.0)].cards),
        )
    }

    /// What a player's cards would add if no monster and no Curse ignored them; `no_items` says that Items do not count anyway.
    #[inline]
    fn ignored_strength(self, seat: Seat, no_items: bool) -> i16 {
        // Most fights have neither, so the search for the cards is a function of its own.
        let ignoring =
            self.game.fight.rules.ignoring() || self.game.tables[seat].meets(&self.deck.masks.ignoring_curses);
        if ignoring { self.ignored_bonuses(seat, no_items) } else { 0 }
    }

    #[inline(never)]
    fn ignored_bonuses(self, seat: Seat, no_items: bool) -> i16 {
        let ignored = (self.ignored() | self.cursed_cards(seat)).without(self.deck.masks.items.only_if(no_items));
        let cards = self.game.tables[seat] & self.game.active_cards & ignored;
        let strength = |card: CardId| {
            let info = self.deck.card(card);
            i32::from(info.steady_strength) + i32::from(self.conditional(info.strength, seat))
        };
        bounded(cards.iter().map(strength).sum())
    }

    /// multi-02: the part of an account from cards that some monster of the fight ignores.
    #[inline]
    fn ignored_boost(self, parts: &Groups) -> i16 {
        if self.game.fight.rules.ignoring() { self.ignored_part(parts) } else { 0 }
    }

    #[inline(never)]
    fn ignored_part(self, parts: &Groups) -> i16 {
        let ignored = self.ignored();
        let groups = self.deck.ignored_groups.iter().zip(parts);
        bounded(groups.filter(|(group, _)| group.meets(&ignored)).map(|(_, &part)| i32::from(part)).sum())
    }

    /// multi-02: the strength that one-shots take from the monsters.
    #[inline(never)]
    fn weakening(self) -> i16 {
        let fight = &self.game.fight;
        let counts = !fight.rules.contains(FightRule::NoOneShots);
        if counts { fight.boosts.weakening - self.ignored_boost(&fight.boosts.ignorable) } else { 0 }
    }

    /// Strength from cards in play, without Level.
    fn bonuses(self, seat: Seat, no_items: bool) -> i16 {
        let sums = &self.game.seats[seat];
        let no_items = no_items || sums.grants.has(Grants::NO_ITEMS);
        let steady = sums.others + sums.modifiers + if no_items { 0 } else { sums.items };
        // Few cards have modifiers that depend on the fight; all others are in the sums already.
        let modified = self.modified(seat);
        if modified.is_empty() { steady } else { steady + self.added_by(modified, no_items, seat) }
    }

    /// A player's cards with modifiers that can hold with the tags of the monsters and the player's own traits.
    #[inline]
    fn modified(self, seat: Seat) -> CardSet<W> {
        let (game, masks) = (self.game, &self.deck.masks);
        // Without short-circuits: the two bits are an index, and no branch depends on them.
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
    #[inline]
    pub(in crate::game) fn resting_strength(self, seat: Seat) -> i16 {
        self.game.level(seat) + self.bonuses(seat, false)
    }

    /// The sum of conditional modifiers for `you`.
    #[inline]
    pub(in crate::game) fn conditional(self, span: Span, you: Seat) -> i16 {
        self.conditional_of(CardId::NONE, span, you)
    }

    /// The same for a monster, whose tests may be about itself.
    #[inline]
    pub(in crate::game) fn conditional_of(self, monster: CardId, span: Span, you: Seat) -> i16 {
        bounded(self.deck.adds(span).iter().map(|adds| self.adds(adds, you, monster)).sum())
    }

    /// Whether the conditional modifier with this index adds something for `you`.
    pub(in crate::game) fn is_effective(self, card: CardId, span: Span, place: u8, you: Seat) -> bool {
        self.adds(&self.deck.adds(span)[usize::from(place)], you, card) != 0
    }

    /// The cards whose strength counts for a fighter.
    pub(in crate::game) fn strengthening(self, seat: Seat) -> CardSet<W> {
        if self.levels_alone() {
            return CardSet::EMPTY;
        }
        let items = self.deck.masks.items.only_if(self.counts_no_items(seat));
        let without = items | self.ignored() | self.cursed_cards(seat);
        (self.game.tables[seat] & self.game.active_cards).without(without)
    }

    #[inline]
    fn adds(self, adds: &Adds, you: Seat, monster: CardId) -> i32 {
        let add = i32::from(adds.add);
        let number = adds.each.map_or(add, |each| self.added_for_each(add, each, adds.most, you));
        number * i32::from(self.holds_beside(adds.condition, you, you, monster))
    }

    /// A number for each of something, at most `most` in either direction.
    // Rare, and apart, so that the sums of other modifiers stay short.
    #[inline(never)]
    fn added_for_each(self, add: i32, each: Counted, most: i16, you: Seat) -> i32 {
        // Multiplied in 32 bits: a number per card of a hand does not fit into 16. The callers bound the sum.
        (add * i32::from(self.count(each, you, you, 0))).clamp(-i32::from(most), most.into())
    }

    /// combat-02, multi-01, enhancer-03, help-07, help-08: the total of the monsters' side.
    pub(in crate::game) fn monsters_total(self) -> i16 {
        let fight = &self.game.fight;
        let foes: i16 = (0..fight.foes().len()).map(|place| self.foe_strength(place)).sum();
        // The parts of `weakening` are all negative: if the sum is 0, so is each part that a monster could ignore.
        foes + fight.boosts.monsters + if fight.boosts.weakening == 0 { 0 } else { self.weakening() }
    }

    /// combat-02, enhancer-01, enhancer-02: the strength of one monster with its enhancers and its own modifiers.
    pub(in crate::game) fn foe_strength(self, place: usize) -> i16 {
        let foe = &self.game.fight.foes()[place];
        let info = self.deck.card(foe.card);
        let conditional = self.conditional_of(foe.card, info.strength, self.game.fight.main);
        let printed = i32::from(self.foe_level(place)) + i32::from(info.steady_strength);
        bounded(printed + i32::from(self.beside_level(place)) + i32::from(conditional))
    }

    /// enhancer-01: what an enhancer adds to a monster: its strength and its Treasures.
    pub(in crate::game) fn enhancement(self, monster: CardId, enhancer: CardId) -> (i16, i8) {
        let info = self.deck.card(enhancer);
        let bonus = i16::from(info.bonus);
        match self.deck.enhanced.iter().find(|(card, _)| *card == monster) {
            Some((_, Enhanced { times, more, treasures })) => (
                bonus * times.map_or(1, |times| *times) + more.map_or(0, |more| *more),
                if *treasures { info.treasures } else { 0 },
            ),
            None => (bonus, info.treasures),
        }
    }

    /// enhancer-02: the Level of a monster with its enhancers, at least the minimum of the rules.
    pub(in crate::game) fn foe_level(self, place: usize) -> i16 {
        let foe = &self.game.fight.foes()[place];
        let level = self.deck.card(foe.card).level + foe.bonus - self.beside_level(place);
        match *self.deck.rules.level_floor {
            0 => level,
            // The floor is for the Level alone. Strength from Items and from the monster's text is added afterwards,
            // and may be negative.
            floor => level.max(i16::from(floor)),
        }
    }

    /// tag-07, level-01: the part of a monster's bonus that is no Level: from Items that players gave to it, and from its own text.
    #[inline]
    fn beside_level(self, place: usize) -> i16 {
        i16::from(self.game.fight.armed[place]) + i16::from(self.game.fight.grown[place])
    }

    /// flee-03: the bonus of a runner's own cards to each roll.
    pub(in crate::game) fn flee_bonus(self, seat: Seat) -> i16 {
        let sums = &self.game.seats[seat];
        let cards = self.game.tables[seat] & self.game.active_cards;
        // `sums.flee` contains the cards that a Curse silences. The Curse may come and go with a fight, so they are
        // subtracted here.
        let cursed = cards & self.cursed_cards(seat);
        let steady = cursed.iter().map(|card| i32::from(self.deck.card(card).steady_flee)).sum::<i32>();
        let modified = (cards & self.deck.masks.flee_modified).without(cursed);
        let conditional = modified.iter().map(|card| i32::from(self.conditional(self.deck.card(card).flee, seat)));
        let unlucky = i16::from(sums.grants.has(Grants::UNLUCKY));
        sums.flee + i16::from(sums.flee_extra) + bounded(conditional.sum::<i32>() - steady) - unlucky
    }

    /// combat-10: Items of other players that the main player of a losing fight could use to win.
    pub(in crate::game) fn winning_items(self, seat: Seat) -> CardSet<W> {
        let (game, masks) = (self.game, &self.deck.masks);
        let (players, monsters) = self.totals();
        if !game.fight.undecided() || game.fight.main != seat || self.decides(players, monsters) {
            return CardSet::EMPTY;
        }
        let others = game.living().without(seat);
        let items = masks.wearables | masks.boosts;
        let items = others.iter().fold(CardSet::EMPTY, |all, other| all | game.tables[other]) & items;
        let wins = |card: &CardId| self.wins_with(seat, *card) || !self.making_room(seat, *card).is_empty();
        items.iter().filter(wins).collect()
    }

    /// combat-10: whether a player could put another player's Item into use, or play its one-shot, and the players would win with it.
    pub(in crate::game) fn wins_with(self, seat: Seat, card: CardId) -> bool {
        if self.deck.masks.boosts.contains(card) {
            return self.wins_by_throwing(seat, card);
        }
        let fits = self.can_carry(seat, card) && self.slot_free(seat, card) && self.may_use(seat, card);
        fits && self.decides(self.players_without(card) + self.strength_of(card, seat), self.totals().1)
    }

    fn wins_by_throwing(self, seat: Seat, card: CardId) -> bool {
        let (players, monsters) = self.totals();
        let counts = !self.game.fight.rules.contains(FightRule::LevelOnly)
            && self.can_carry(seat, card)
            && self.may_throw(seat, card, Verb::Aid);
        counts && self.decides(players + i16::from(self.deck.card(card).bonus), monsters)
    }

    /// The total of the players' side without an Item of the helper.
    fn players_without(self, card: CardId) -> i16 {
        let owner = self.game.fight.helper.filter(|&helper| self.game.tables[helper].contains(card));
        owner.map_or(self.totals().0, |helper| {
            // Other cards may depend on the Item, so it is taken out of a copy and everything is added up anew.
            let mut game = *self.game;
            game.drop_item(self.deck, helper, card);
            Position { deck: self.deck, game: &game }.players_total()
        })
    }

    /// combat-10: Items of the player whose removal makes room for another player's Item with which the players would
    /// win.
    pub(in crate::game) fn making_room(self, seat: Seat, card: CardId) -> CardSet<W> {
        let fits = |own: &CardId| {
            let mut game = *self.game;
            game.drop_item(self.deck, seat, *own);
            Position { deck: self.deck, game: &game }.wins_with(seat, card)
        };
        (self.game.tables[seat] & self.deck.masks.wearables).iter().filter(fits).collect()
    }

    /// The strength that an Item would add for a player in this fight.
    fn strength_of(self, card: CardId, seat: Seat) -> i16 {
        let rules = self.game.fight.rules;
        let nothing = rules.contains(FightRule::LevelOnly)
            || rules.contains(FightRule::NoItems)
            || self.game.seats[seat].grants.has(Grants::NO_ITEMS)
            || (self.ignored() | self.cursed_cards(seat)).contains(card);
        if nothing { 0 } else { self.added_by_card(card, seat) }
    }

    /// The strength that a card in play adds for a player by its text.
    pub(in crate::game) fn added_by_card(self, card: CardId, seat: Seat) -> i16 {
        let info = self.deck.card(card);
        info.steady_strength + self.conditional(info.strength, seat)
    }

    /// combat-03, combat-04, help-07: whether the players win with the current totals.
    pub(in crate::game) fn players_win(self) -> bool {
        let (players, monsters) = self.totals();
        self.decides(players, monsters)
    }

    /// combat-03, combat-04, C-05: whether these totals are a win for the players.
    pub(in crate::game) fn decides(self, players: i16, monsters: i16) -> bool {
        if players != monsters {
            return players > monsters;
        }
        let fight = &self.game.fight;
        let right = if self.deck.rules.helper_wins_ties { fight.fighters() } else { SeatSet::one(fight.main) };
        right.iter().any(|seat| self.game.seats[seat].grants.has(Grants::WINS_TIES))
    }
}
