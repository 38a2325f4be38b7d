//! Help: whom to ask, what to offer, what to take.

use super::Thought;
use crate::game::{Choice, Verb};
use crate::ids::Seat;

impl<const W: usize> Thought<'_, W> {
    /// Whether asking makes sense: somebody could turn the fight, and it is not one that all will try to stop.
    pub(super) fn help_could_turn(&self, need: i16, reach: i16) -> bool {
        self.view.may_help().iter().any(|seat| self.view.fighter_strength(seat) + reach.min(3) >= need)
    }

    /// All at once, so that the cheapest can be chosen.
    pub(super) fn ask_whom(&self) -> Choice {
        self.take_verb(Verb::Everyone)
    }

    /// A third of the Treasures at first, more each time it is asked again.
    pub(super) fn offer_treasures(&self) -> Choice {
        let most = i32::from(self.view.treasures_at_stake());
        let asks = self.view.fight().map_or(1, |fight| i32::from(fight.asks()));
        let wanted = (most * asks + 2) / 3;
        self.best(|option| -(i32::from(option.n) - wanted).abs())
    }

    /// Help for a price, to a win only if it is shared, and only if it turns the fight.
    pub(super) fn reply(&self) -> Choice {
        let Some(fight) = self.view.fight() else { return self.take_verb(Verb::Refuse) };
        let main = fight.main();
        let margin = self.view.margin() + self.view.fighter_strength(self.me());
        if margin <= 0 {
            return self.take_verb(Verb::Refuse);
        }
        if self.view.for_the_win() {
            let shared = self.view.deck().rules.shared_victory;
            return self.take_verb(if shared { Verb::Accept } else { Verb::Refuse });
        }
        let price = self.price(main);
        if self.rewarded_otherwise() || fight.offer().treasures >= price {
            return self.take_verb(Verb::Accept);
        }
        let counter = self.options.iter().find(|option| option.verb == Verb::Counter && option.n == price);
        counter.copied().unwrap_or_else(|| self.take_verb(Verb::Refuse))
    }

    /// Treasures asked for helping a player.
    fn price(&self, main: Seat) -> u8 {
        let reached = self.view.level(main) + self.view.levels_at_stake();
        if reached > self.view.level(self.me()) + 1 {
            self.brain.weights.leader_price
        } else {
            self.brain.weights.help_price
        }
    }

    /// Whether a monster of the fight rewards its helper by itself.
    fn rewarded_otherwise(&self) -> bool {
        let Some(fight) = self.view.fight() else { return false };
        fight.foes().iter().any(|foe| self.brain.worth.helps_helper(foe.card))
    }

    /// The cheapest who is strong enough; of equals the lowest Level.
    pub(super) fn choose_helper(&self) -> Choice {
        let Some(fight) = self.view.fight() else { return self.take_verb(Verb::Refuse) };
        let margin = self.view.margin();
        self.best(|option| {
            if option.verb != Verb::Player {
                return 0;
            }
            let seat = option.seat();
            let turned = margin + self.view.fighter_strength(seat) > 0;
            let asked = fight.asked_for(seat).map_or(99, i32::from);
            if turned { 1000 - 20 * asked - i32::from(self.view.level(seat)) } else { -1 }
        })
    }

    /// A trade that brings more than it takes.
    pub(super) fn trade_reply(&self) -> Choice {
        let picked = self.view.picked();
        let table = self.view.table(self.me());
        let given: i16 = (picked & table).iter().map(|card| self.brain.worth.keep(card)).sum();
        let taken: i16 = picked.without(table).iter().map(|card| self.brain.worth.keep(card)).sum();
        self.take_verb(if taken > given { Verb::Accept } else { Verb::Refuse })
    }
}
