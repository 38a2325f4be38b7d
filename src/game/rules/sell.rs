//! Selling Items for levels.

use crate::deck::compiled::Grants;
use crate::deck::rules::Oversell;
use crate::game::legality::Position;
use crate::game::state::zone::Zone;
use crate::game::table::event::{Event, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// sell-04, sell-07, item-01: Items that may be sold, in hand and in play, including one-shots with a value.
    fn saleable(self, seat: Seat) -> CardSet<W> {
        (self.game.hands[seat] | self.game.tables[seat]) & self.deck.masks.items
    }

    /// Value in Gold Pieces of the Items that a player holds, in hand and in play.
    pub(in crate::game) fn gold_held(self, seat: Seat) -> u32 {
        self.worth(self.saleable(seat))
    }

    /// Value of these cards in Gold Pieces.
    pub(in crate::game) fn worth(self, cards: CardSet<W>) -> u32 {
        cards.iter().map(|card| u32::from(self.deck.card(card).gold)).sum()
    }

    /// Value of the most valuable of these Items.
    fn dearest(self, cards: CardSet<W>) -> u32 {
        cards.iter().map(|card| u32::from(self.deck.card(card).gold)).max().unwrap_or(0)
    }

    /// The Gold Pieces that a player's cards add to a sale of Items worth `sold`, the most valuable of which is worth `dearest`. That one
    /// counts twice only where this brings a further level without exceeding the maximum.
    fn sale_bonus(self, seat: Seat, sold: u32, dearest: u32) -> u32 {
        let bonus = u32::from(self.game.seats[seat].grants.sale_bonus);
        let (once, twice) = (sold + bonus, sold + bonus + dearest);
        let price = u32::from(self.deck.rules.gold_per_level);
        let pays = self.sells_double(seat) && twice <= self.most_gold(seat) && twice / price > once / price;
        if pays { bonus + dearest } else { bonus }
    }

    /// Whether the most valuable Item of the next sale counts twice.
    fn sells_double(self, seat: Seat) -> bool {
        self.game.seats[seat].grants.has(Grants::DOUBLE_SALE) && !self.game.sold_double
    }

    /// sell-01, sell-05: whether a sale could bring a level. `seat` is on its own turn and out of combat.
    pub(in crate::game) fn can_sell(self, seat: Seat) -> bool {
        let sums = &self.game.seats[seat];
        sums.level < self.game.level_cap(self.deck)
            && !sums.grants.has(Grants::NO_SALE)
            && sums.gold * (1 + u32::from(self.sells_double(seat))) + u32::from(sums.grants.sale_bonus)
                >= u32::from(self.deck.rules.gold_per_level)
            && self.can_complete_sale(seat, CardSet::EMPTY, self.saleable(seat))
    }

    /// Whether a sale of the picked Items and some of these brings a level without exceeding the maximum: with one Item of enough value, or
    /// with enough of the others together. The maximum is at least one Gold Piece short of two levels, so the first of the others that
    /// reaches a level never exceeds it.
    fn can_complete_sale(self, seat: Seat, picked: CardSet<W>, rest: CardSet<W>) -> bool {
        let price = u32::from(self.deck.rules.gold_per_level);
        let most = self.most_gold(seat);
        let (picked, highest) = (self.worth(picked), self.dearest(picked));
        let value = |sold: u32, dearest: u32| sold + self.sale_bonus(seat, sold, dearest);
        let (mut sold, mut dearest) = (picked, highest);
        rest.iter().any(|card| {
            let gold = u32::from(self.deck.card(card).gold);
            let with_this_one = value(picked + gold, highest.max(gold));
            if with_this_one >= price {
                return with_this_one <= most;
            }
            sold += gold;
            dearest = dearest.max(gold);
            value(sold, dearest) >= price
        })
    }

    /// sell-01, sell-02, sell-03: number of levels for selling these Items at once; excess Gold Pieces are lost.
    fn levels_for(self, seat: Seat, cards: CardSet<W>) -> u8 {
        let sold = self.worth(cards);
        let gold = sold + self.sale_bonus(seat, sold, self.dearest(cards));
        let most = self.game.level_cap(self.deck).saturating_sub(self.game.seats[seat].level);
        (gold / u32::from(self.deck.rules.gold_per_level)).min(most.into()) as u8
    }

    /// sell-05, F-05: the maximum number of Gold Pieces that may be sold at once without wasting a level, if the rules forbid that.
    pub(in crate::game) fn most_gold(self, seat: Seat) -> u32 {
        if self.deck.rules.oversell == Oversell::Cap {
            return u32::MAX;
        }
        let levels = u32::from(self.game.level_cap(self.deck) - self.game.seats[seat].level);
        let price = u32::from(self.deck.rules.gold_per_level);
        (levels + 1) * price - 1
    }

    /// sell-02, sell-05: Items with which the sale of the picked ones can go on, and whether it can be completed.
    fn sale(self, seat: Seat) -> Menu<W> {
        let game = self.game;
        let items = (game.hands[seat] | game.tables[seat]).without(game.picked) & self.deck.masks.priced;
        let all = game.seats[seat].gold + u32::from(game.seats[seat].grants.sale_bonus);
        let may_exceed = all > self.most_gold(seat);
        let more = if may_exceed { items.filter(|card| self.fits_the_sale(seat, card, items)) } else { items };
        let price = u32::from(self.deck.rules.gold_per_level);
        let enough = !game.picked.is_empty() && self.sale_value(seat, game.picked) >= price;
        Menu::cards(more).with(if enough { Verb::Done } else { Verb::Abandon })
    }

    /// Whether the picked Items and this one bring a level without exceeding the maximum, or would with some of the others.
    fn fits_the_sale(self, seat: Seat, card: CardId, items: CardSet<W>) -> bool {
        let mut picked = self.game.picked;
        picked.insert(card);
        let value = self.sale_value(seat, picked);
        let enough = value >= u32::from(self.deck.rules.gold_per_level);
        if enough {
            value <= self.most_gold(seat)
        } else {
            self.can_complete_sale(seat, picked, items.without(CardSet::one(card)))
        }
    }

    /// Gold Pieces that a sale of these Items counts as.
    fn sale_value(self, seat: Seat, picked: CardSet<W>) -> u32 {
        let sold = self.worth(picked);
        sold + self.sale_bonus(seat, sold, self.dearest(picked))
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// sell-01 to sell-07: the seller picks Items until it completes or cancels the sale.
    pub(in crate::game) fn sale(&mut self, seat: Seat) {
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
        let levels = position.levels_for(seat, picked);
        let sold = position.worth(picked);
        let bonus = position.sale_bonus(seat, sold, position.dearest(picked));
        let gold = sold + bonus;
        self.game.sold_double |= bonus > u32::from(position.game.seats[seat].grants.sale_bonus);
        self.record(Event::Sold { seat, gold, bonus: bonus.min(u16::MAX.into()) as u16, levels });
        self.move_cards(picked, Zone::Discard);
        self.gain_levels(seat, i16::from(levels), LevelWhy::Sale);
    }
}
