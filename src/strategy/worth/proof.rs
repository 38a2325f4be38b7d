//! What cards proved to be worth beyond their texts, by their properties.

use super::appraiser::Appraiser;
use super::purpose::Purpose;
use crate::deck::Play;
use crate::deck::compiled::{Card, CondRef};
use crate::deck::language::{Cost, Happening, Side};

/// What is counted of a card, and what decides how it proved itself.
struct Properties<'c> {
    card: &'c Card,
    /// The purposes of its uses.
    uses: &'c [Purpose],
    /// Uses that do not use up the card.
    lasting: i32,
    /// The greatest benefit of a use.
    good: i32,
    /// Triggers by event: its owner kills, helps to kill, is caught, begins a turn.
    kill: i32,
    helped_kill: i32,
    caught: i32,
    turn_start: i32,
}

impl Appraiser<'_> {
    /// Tenths of a level that cards with such properties proved to be worth more than by their texts; negative: less.
    // Found by regression of the draw values of all titles of the shipped sets on their properties: each figure is six tenths of a level
    // for a percentage point, rounded. With those found without a set, the player is stronger in that set too.
    pub(super) fn proof(&self, card: &Card, uses: &[Purpose]) -> i32 {
        let properties = self.properties(card, &uses[card.uses.range()]);
        match card.play {
            Play::Item if card.once => properties.of_one_shot(),
            // An Item that adds something stays worth putting on.
            Play::Item => properties.of_item().max(1 - self.wear_item(card, uses).max(1)),
            Play::Slot | Play::Rank => properties.of_identity(),
            _ => 0,
        }
    }

    fn properties<'c>(&self, card: &'c Card, uses: &'c [Purpose]) -> Properties<'c> {
        let triggers = &self.deck.triggers[card.triggers.range()];
        let of = |when| triggers.iter().filter(|rule| rule.when == when).count() as i32;
        let lasts = |place: &usize| !card.once && self.deck.uses[*place].cost != Some(Cost::ThisCard);
        let good = |use_: &Purpose| if let Purpose::Good(worth) = use_ { i32::from(*worth) } else { 0 };
        Properties {
            card,
            uses,
            lasting: card.uses.range().filter(lasts).count() as i32,
            good: uses.iter().map(good).max().unwrap_or(0).max(0),
            kill: of(Happening::Kill),
            helped_kill: of(Happening::HelpedKill),
            caught: of(Happening::Caught),
            turn_start: of(Happening::TurnStart),
        }
    }
}

impl Properties<'_> {
    fn any(&self, is_it: impl Fn(Purpose) -> bool) -> i32 {
        i32::from(self.uses.iter().any(|purpose| is_it(*purpose)))
    }

    fn removes(&self) -> i32 {
        self.any(|purpose| purpose == Purpose::Remove)
    }

    fn of_item(&self) -> i32 {
        let Properties { card, lasting, .. } = self;
        2 * i32::from(card.bonus)
            - 2 * i32::from(card.hands)
            - 4 * i32::from(card.big)
            - 4 * i32::from(card.slot.is_some())
            - 3 * i32::from(card.usable_by != CondRef::ALWAYS)
            - 2 * i32::from(card.steady_flee)
            + 11 * self.kill
            + 5 * self.helped_kill
            - 5 * self.caught
            + 20 * self.turn_start
            - 6 * lasting
            + if *lasting > 0 { self.good } else { 0 }
            + 4 * self.removes()
    }

    fn of_one_shot(&self) -> i32 {
        let either = |purpose| matches!(purpose, Purpose::Strength { side: Side::Either, .. });
        16 * self.removes()
            - 8 * self.any(|purpose| purpose == Purpose::Escape)
            - 4 * self.any(|purpose| purpose == Purpose::Cancel)
            + 4 * self.any(either)
            - 3 * i32::from(self.card.gold >= 1000)
    }

    fn of_identity(&self) -> i32 {
        10 * self.kill + 22 * self.helped_kill + 15 * self.turn_start
            - 4 * i32::from(self.card.steady_flee)
            - 5 * self.lasting
            + self.good
            + 8 * self.removes()
            - 3
    }
}
