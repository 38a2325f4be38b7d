//! Sales: levels for the Items with the smallest loss.

use super::best::best_of;
use super::pick::first;
use super::thought::Thought;
use crate::deck::{Card, Deck, Play};
use crate::game::{Choice, Menu, Verb};
use crate::ids::{CardId, CardSet};
use crate::strategy::worth::Worth;

/// Worth lost with a needed card: its worth in use, or two thirds of the worth of a card that is used up.
pub(super) fn loss(deck: &Deck, worth: &Worth, card: CardId) -> i16 {
    let Card { once, play, .. } = *deck.card(card);
    if once || matches!(play, Play::Special | Play::Enhancer) {
        worth.keep(card).max(0) * 2 / 3
    } else {
        worth.wear(card).max(0)
    }
}

/// Worth lost per thousand Gold Pieces with a needed Item that has a price.
pub(super) fn missed(deck: &Deck, worth: &Worth, card: CardId) -> i32 {
    let gold = deck.card(card).gold;
    // A price of 0 would divide by 0. Such Items are never compared: only priced ones are sold.
    1000 * i32::from(loss(deck, worth, card)) / i32::from(gold.max(1))
}

impl<const W: usize> Thought<'_, W> {
    /// A sale of spare Items that brings a level and was not possible before these new cards.
    pub(super) fn selling(&self, new: CardSet<W>) -> Option<Choice> {
        // From the cheapest test to the most expensive.
        let pays = self.a_sale_could_pay()
            && !self.new_wares(new).is_empty()
            && self.sale_is_bearable()
            && self.view.can_sell();
        pays.then_some(Choice::plain(Verb::Sell))
    }

    /// The new cards that could make a sale possible: spare Items, and other Items if the spare ones do not need to
    /// reach the price alone.
    #[inline]
    fn new_wares(&self, new: CardSet<W>) -> CardSet<W> {
        let bonus = self.view.character(self.me()).grants.sale_bonus;
        let any = self.view.deck().masks.saleable.only_if((bonus > 0) | self.brain.dear);
        new & (self.wares() | any)
    }

    /// Whether all Items together would bring a level, and the player can use it.
    fn a_sale_could_pay(&self) -> bool {
        let price = u32::from(self.view.deck().rules.gold_per_level);
        let bonus = i32::from(self.view.character(self.me()).grants.sale_bonus);
        let high_enough = self.view.level(self.me()) >= self.brain.weights.sale_level;
        (self.view.gold().saturating_add_signed(bonus) >= price) & high_enough & self.can_rise()
    }

    /// Items whose price is worth their loss, even if they are needed.
    #[inline]
    pub(super) fn spare(&self) -> CardSet<W> {
        self.brain.spare[self.rivals_to_reach()].narrow()
    }

    /// Number of rivals one Level short of winning, if a sale brings the player to the same Level; otherwise 0.
    pub(super) fn rivals_to_reach(&self) -> usize {
        let last = i16::from(self.view.deck().rules.win_level) - 1;
        // A sale brings no winning Level, so it can draw level only with rivals one below it.
        if self.view.level(self.me()) + 1 != last {
            return 0;
        }
        self.view.living().without(self.me()).filter(|rival| self.view.level(rival) == last).len()
    }

    /// Items for sale: unused ones, and those with a small loss for their price.
    fn wares(&self) -> CardSet<W> {
        let items = self.view.saleable();
        let needed = (self.view.used() | self.used_up()).without(self.spare());
        items.without(needed)
    }

    /// Whether the player has Items for a level, each with an acceptable loss for its price.
    fn sale_is_bearable(&self) -> bool {
        let deck = self.view.deck();
        let price = u32::from(deck.rules.gold_per_level);
        let bonus = i32::from(self.view.character(self.me()).grants.sale_bonus);
        let gold = |card| u32::from(deck.card(card).gold);
        let wares = self.below_the_most(self.wares(), bonus);
        let at_most = wares.iter().map(gold).sum::<u32>().saturating_add_signed(bonus);
        at_most >= price && {
            let idle = wares.without(self.spare());
            let needed: u32 = idle.iter().filter(|&card| self.is_needed(card)).map(gold).sum();
            at_most.saturating_sub(needed) >= price
        }
    }

    /// The Items that do not bring too many levels by themselves.
    fn below_the_most(&self, items: CardSet<W>, bonus: i32) -> CardSet<W> {
        let most = self.view.most_gold();
        if self.view.gold().saturating_add_signed(bonus) <= most {
            return items;
        }
        let deck = self.view.deck();
        items.filter(|card| u32::from(deck.card(card).gold).saturating_add_signed(bonus) <= most)
    }

    /// The Item with the smallest loss for its price. All of these Items have a price.
    fn least_missed(&self, items: CardSet<W>) -> Option<CardId> {
        let unmissed = items & (self.brain.unmissed.narrow() | self.unneeded(items));
        unmissed.first().or_else(|| best_of(items, i32::MIN, |card| -self.brain.missed[card.index()]))
    }

    /// The Items that do not help their owner.
    fn unneeded(&self, items: CardSet<W>) -> CardSet<W> {
        let idle = items.without(self.view.used() | self.used_up());
        let unneeded = idle.without(self.view.usable_items(idle.without(self.view.taken_slots())));
        debug_assert!(idle.iter().all(|card| unneeded.contains(card) != self.is_needed(card)));
        unneeded
    }

    /// Cards that are used up by their use.
    #[inline]
    fn used_up(&self) -> CardSet<W> {
        let masks = &self.view.deck().masks;
        masks.one_shots_and_specials | masks.enhancers
    }

    /// Whether an Item helps its owner: a card that is used up, or an Item in use or fit for use.
    fn is_needed(&self, card: CardId) -> bool {
        self.view.used().contains(card)
            || self.used_up().contains(card)
            || self.view.slot_free(card) && self.view.may_use(self.me(), card)
    }

    /// Sells Item by Item until the price of a level is reached.
    pub(super) fn sale(&self, menu: &Menu<W>) -> Choice {
        if menu.says(Verb::Done) {
            return Choice::plain(Verb::Done);
        }
        self.least_missed(menu.offered() & self.view.deck().masks.priced)
            .map_or_else(|| first(menu), |card| menu.card(card))
    }
}
