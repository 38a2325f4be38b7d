//! Selling Items for levels.

use crate::deck::compiled::Grants;
use crate::deck::language::rules::Oversell;
use crate::game::legality::Position;
use crate::game::state::zone::Zone;
use crate::game::table::event::{Event, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// sell-04, sell-07, item-01: cards that may be sold: Items in hand and in play, including one-shots with a value, and other cards with
    /// a price in hand. The rules may close the hand.
    pub(in crate::game) fn saleable(self, seat: Seat) -> CardSet<W> {
        let (game, masks) = (self.game, &self.deck.masks);
        let in_hand = game.hands[seat].only_if(self.deck.rules.hand_sale);
        in_hand & masks.saleable | game.tables[seat] & masks.items
    }

    /// sell-07: those of the cards that may be sold that have a value.
    fn priced(self, seat: Seat) -> CardSet<W> {
        self.saleable(seat) & self.deck.masks.priced
    }

    /// Value in Gold Pieces of the cards that a player holds, in hand and in play.
    pub(in crate::game) fn gold_held(self, seat: Seat) -> u32 {
        self.worth(self.game.hands[seat] | self.game.tables[seat])
    }

    /// Value of these cards in Gold Pieces.
    pub(in crate::game) fn worth(self, cards: CardSet<W>) -> u32 {
        cards.iter().map(|card| u32::from(self.deck.card(card).gold)).sum()
    }

    /// Value of the most valuable of these Items.
    fn dearest(self, cards: CardSet<W>) -> u32 {
        cards.iter().map(|card| u32::from(self.deck.card(card).gold)).max().unwrap_or(0)
    }

    /// The Gold Pieces that a sale of Items worth `sold` brings with the bonus of the player's cards; never negative.
    fn with_bonus(self, seat: Seat, sold: u32) -> u32 {
        sold.saturating_add_signed(self.game.seats[seat].grants.sale_bonus.into())
    }

    /// The Gold Pieces that a sale of Items worth `sold` brings, the most valuable of which is worth `dearest`, and whether that one counts
    /// twice. It does so only where this brings a further level without exceeding the maximum.
    fn proceeds(self, seat: Seat, sold: u32, dearest: u32) -> (u32, bool) {
        let (once, twice) = (self.with_bonus(seat, sold), self.with_bonus(seat, sold + dearest));
        let price = u32::from(self.deck.rules.gold_per_level);
        // Otherwise the right is kept for another sale of this turn.
        let pays = self.sells_double(seat) && twice <= self.most_gold(seat) && twice / price > once / price;
        (if pays { twice } else { once }, pays)
    }

    /// Whether the most valuable Item of the next sale counts twice.
    fn sells_double(self, seat: Seat) -> bool {
        self.game.seats[seat].grants.has(Grants::DOUBLE_SALE) && !self.game.marks.sold_double()
    }

    /// sell-01, sell-05: whether a sale could bring a level. `seat` is on its own turn and out of combat.
    pub(in crate::game) fn can_sell(self, seat: Seat) -> bool {
        let sums = &self.game.seats[seat];
        sums.level < self.game.level_cap(self.deck)
            && !sums.grants.has(Grants::NO_SALE)
            // A quick test with the kept sum: all Items twice is more than any sale brings. The exact one follows.
            && self.with_bonus(seat, sums.gold * (1 + u32::from(self.sells_double(seat))))
                >= u32::from(self.deck.rules.gold_per_level)
            && self.reaches_a_level(seat)
    }

    /// Whether some of a player's Items would bring a level without exceeding the maximum. That is at least two levels less one Gold
    /// Piece, so the first of several cheap Items that reaches a level does not exceed it.
    fn reaches_a_level(self, seat: Seat) -> bool {
        let (together, alone) = self.ways_to_a_level(seat);
        together || alone.is_some_and(|gold| self.with_bonus(seat, gold) <= self.most_gold(seat))
    }

    /// Whether a player's Items that bring no level alone bring one together, and the lowest value of an Item that brings one alone.
    fn ways_to_a_level(self, seat: Seat) -> (bool, Option<u32>) {
        let price = u32::from(self.deck.rules.gold_per_level);
        let times = 1 + u32::from(self.sells_double(seat));
        let (mut cheap, mut dearest, mut alone) = (0, 0, None);
        for card in self.priced(seat) {
            let gold = u32::from(self.deck.card(card).gold);
            if self.with_bonus(seat, times * gold) >= price {
                alone = Some(alone.map_or(gold, |least: u32| least.min(gold)));
            } else {
                cheap += gold;
                dearest = gold.max(dearest);
            }
        }
        (cheap > 0 && self.with_bonus(seat, cheap + (times - 1) * dearest) >= price, alone)
    }

    /// sell-01, sell-02, sell-03: number of levels for this many Gold Pieces at once; excess Gold Pieces are lost.
    fn levels_for(self, seat: Seat, gold: u32) -> u8 {
        let most = self.game.level_cap(self.deck).saturating_sub(self.game.seats[seat].level);
        (gold / u32::from(self.deck.rules.gold_per_level)).min(most.into()) as u8
    }

    /// sell-05, F-05: the maximum number of Gold Pieces that may be sold at once without wasting a level, if the rules forbid that. Where each
    /// sale brings less than the Items are worth, a level may be wasted: otherwise dear Items could not be sold.
    pub(in crate::game) fn most_gold(self, seat: Seat) -> u32 {
        if self.deck.rules.oversell == Oversell::Cap || self.game.seats[seat].grants.sale_bonus < 0 {
            return u32::MAX;
        }
        let levels = u32::from(self.game.level_cap(self.deck) - self.game.seats[seat].level);
        let price = u32::from(self.deck.rules.gold_per_level);
        // One Gold Piece less than the next level would cost.
        (levels + 1) * price - 1
    }

    /// sell-02, sell-05, sell-07, H-12: Items that can be added to the picked ones, those of No Value too, and whether the sale can be
    /// completed.
    fn sale(self, seat: Seat) -> Menu<W> {
        let game = self.game;
        let (sold, dearest) = (self.worth(game.picked), self.dearest(game.picked));
        let value_with = |gold: u32| self.proceeds(seat, sold + gold, dearest.max(gold)).0;
        let price = u32::from(self.deck.rules.gold_per_level);
        let enough = sold > 0 && value_with(0) >= price;
        let mut more = self.saleable(seat).without(game.picked);
        let most = self.most_gold(seat);
        // All Items together are usually within the limit; then no single one needs a test.
        if self.with_bonus(seat, game.seats[seat].gold) > most {
            let most_short = if enough { most } else { self.most_short_of_a_level(seat) };
            more = more.filter(|card| {
                let value = value_with(u32::from(self.deck.card(card).gold));
                value <= if value < price { most_short } else { most }
            });
        }
        debug_assert!(enough || more.meets(&self.deck.masks.priced), "a sale that cannot be completed");
        Menu::cards(more).with(if enough { Verb::Done } else { Verb::Abandon })
    }

    /// sell-05: the maximum value of picked Items that bring no level yet. If all such Items together do not bring one, they must leave
    /// room for an Item that does so alone.
    fn most_short_of_a_level(self, seat: Seat) -> u32 {
        match self.ways_to_a_level(seat) {
            (false, Some(gold)) => self.most_gold(seat).saturating_sub(gold),
            _ => u32::MAX,
        }
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// sell-01 to sell-07: the seller picks Items until it completes or cancels the sale.
    pub(in crate::game) fn sale(&mut self, seat: Seat) {
        // A loop, not a step per pick: picks change nothing else, so the step can begin again with the next answer.
        loop {
            let choice = ask!(self, seat, Question::Sale, self.position().sale(seat));
            match choice.verb {
                Verb::Pick => self.game.picked.insert(choice.card),
                Verb::Done => return self.settle_sale(seat),
                _ => return self.game.picked = CardSet::EMPTY,
            }
        }
    }

    fn settle_sale(&mut self, seat: Seat) {
        let picked = std::mem::take(&mut self.game.picked);
        let position = self.position();
        let sold = position.worth(picked);
        let (gold, double) = position.proceeds(seat, sold, position.dearest(picked));
        let levels = position.levels_for(seat, gold);
        if double {
            self.game.marks.sell_double();
        }
        self.record(Event::Sold { seat, gold, bonus: gold as i32 - sold as i32, levels });
        self.move_cards(picked, Zone::Discard);
        self.gain_levels(seat, i16::from(levels), LevelWhy::Sale);
    }
}
