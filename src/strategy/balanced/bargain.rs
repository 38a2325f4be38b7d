//! Help: requests, offers and replies.

use super::pick::first;
use super::thought::Thought;
use crate::game::{Choice, Fight, Menu, Reply, Verb};
use crate::ids::Seat;

impl<const W: usize> Thought<'_, W> {
    /// Whether a possible helper can turn the fight.
    pub(super) fn help_could_turn(&self, need: i16, reach: i16) -> bool {
        self.view.may_help().iter().any(|seat| self.view.fighter_strength(seat) + reach.min(3) >= need)
    }

    /// Offers a part of the Treasures, and more with each further request.
    pub(super) fn offer_treasures(&self, menu: &Menu<W>) -> Choice {
        let asks = self.view.fight().map_or(1, Fight::asks);
        menu.number(self.offer(asks, menu.highest()))
    }

    /// Number of Treasures to offer in a request, counted from 1, of those at stake.
    fn offer(&self, request: u8, most: u8) -> u8 {
        // Whoever wants more than nothing can name a price.
        let steps = if self.brain.weights.offer_nothing { request.saturating_sub(1) } else { request };
        // In 16 bits, since both are bytes. Rounded up, so that each step is at least one Treasure.
        let wanted = (u16::from(most) * u16::from(steps)).div_ceil(self.brain.weights.offer_parts.max(1).into());
        wanted.min(u16::from(most)) as u8
    }

    /// Whether the next request would offer more than the last one, which nobody accepted.
    pub(super) fn offers_more(&self) -> bool {
        let (asks, most) = (self.view.fight().map_or(0, Fight::asks), self.view.treasures_at_stake());
        // The same offer would be refused again.
        asks == 0 || self.offer(asks + 1, most) > self.offer(asks, most)
    }

    /// Accepts a request only if the help turns the fight: for a price, or in a fight for the win if the victory is
    /// shared.
    pub(super) fn reply(&self, menu: &Menu<W>) -> Choice {
        let (accepted, refused) = (Choice::plain(Verb::Accept), Choice::plain(Verb::Refuse));
        let Some(fight) = self.view.fight() else { return refused };
        if !self.turns_with(self.me(), self.view.margin()) {
            return refused;
        }
        // The helper of a winner gets nothing unless the victory is shared.
        if self.view.for_the_win() {
            return if self.view.deck().rules.shared_victory { accepted } else { refused };
        }
        let price = self.bid(menu, fight);
        let counter = Choice::number(Verb::Counter, price);
        if self.rewarded_otherwise() || fight.offer().treasures >= price {
            accepted
        } else if menu.holds(counter) {
            counter
        } else {
            refused
        }
    }

    /// Whether the players would win with this helper.
    fn turns_with(&self, helper: Seat, margin: i16) -> bool {
        if self.brain.weights.by_position {
            self.view.standing_with(helper).1
        } else {
            margin + self.view.fighter_strength(helper) > 0
        }
    }

    /// Number of Treasures to ask for help: as many as possible up to the setting if nobody else can turn the fight, and less than the
    /// others ask if all of them have replied.
    fn bid(&self, menu: &Menu<W>, fight: &Fight) -> u8 {
        let (main, weights) = (fight.main(), &self.brain.weights);
        let (margin, lowest) = (self.view.margin(), self.price(main));
        let mut highest = menu.highest().max(fight.offer().treasures).min(weights.sole_price);
        for seat in self.view.living().without(self.me()).without(main).iter() {
            if margin + self.view.fighter_strength(seat) <= 0 {
                continue;
            }
            match fight.reply(seat) {
                Reply::Agreed(asked) if weights.by_position => highest = highest.min(asked.saturating_sub(1)),
                Reply::Refused if weights.by_position => {}
                _ => return lowest,
            }
        }
        highest.max(lowest)
    }

    /// Number of Treasures for helping a player.
    fn price(&self, main: Seat) -> u8 {
        let reached = self.view.level(main) + self.view.levels_at_stake();
        if reached > self.view.level(self.me()) + 1 {
            self.brain.weights.leader_price
        } else {
            self.brain.weights.help_price
        }
    }

    /// Whether a monster of the fight rewards the helper by its own text.
    fn rewarded_otherwise(&self) -> bool {
        let Some(fight) = self.view.fight() else { return false };
        fight.foes().iter().any(|foe| self.brain.worth.helps_helper(foe.card))
    }

    /// Chooses the cheapest helper who is strong enough; among equals, the one with the lowest Level.
    pub(super) fn choose_helper(&self, menu: &Menu<W>) -> Choice {
        let Some(fight) = self.view.fight() else { return first(menu) };
        let margin = self.view.margin();
        let mut best = (-1000, None);
        for seat in menu.players().iter() {
            // Everybody on the menu has agreed, so the default is never taken.
            let asked = fight.asked_for(seat).map_or(99, i32::from);
            // A Treasure outweighs every difference of Levels, which are at most 20.
            let score = -20 * asked - i32::from(self.view.level(seat));
            if score > best.0 && self.turns_with(seat, margin) {
                best = (score, Some(seat));
            }
        }
        best.1.map_or_else(|| first(menu), |seat| menu.number(seat.0))
    }
}
