//! Prey: cards in hand that are currently worth more than their text suggests.

use super::best::best_of;
use super::thought::Thought;
use crate::ids::{CardId, CardSet};

/// Cards in hand that are currently worth more, and their added worth.
pub(super) struct Prey<const W: usize> {
    /// Monsters that the player could kill alone.
    cards: CardSet<W>,
    /// Those whose kill brings one of the last two Levels.
    last: CardSet<W>,
    /// Cards that together stop a rival who is about to win: those that bring a monster, and the strongest monster.
    siege: CardSet<W>,
}

impl<const W: usize> Prey<W> {
    /// No card is worth more.
    pub(super) const NONE: Prey<W> = Prey { cards: CardSet::EMPTY, last: CardSet::EMPTY, siege: CardSet::EMPTY };
}

impl<const W: usize> Prey<W> {
    /// Whether all these cards are kept for the last Levels, of the player or of a rival.
    pub(super) fn saves(&self, cards: CardSet<W>) -> bool {
        cards.without(self.last | self.siege).is_empty()
    }
}

impl<const W: usize> Thought<'_, W> {
    /// Those of the given cards that are currently worth more.
    pub(super) fn prey(&self, among: CardSet<W>) -> Prey<W> {
        let (weights, masks) = (&self.brain.weights, &self.view.deck().masks);
        let monsters = self.view.hand() & masks.monsters;
        // The players without this judgement need no search for prey.
        let idle = (weights.prey, weights.last_prey, weights.siege) == (0, 0, 0);
        if idle || monsters.is_empty() || !among.meets(&(monsters | masks.wandering)) {
            return Prey::NONE;
        }
        let mine = self.view.strength_to_fight(self.me());
        let killed = |card: &CardId| self.view.monster_strength(*card, self.me()) < mine;
        // The mask has all monsters whose least strength is low enough; only these need their strength against this
        // player.
        let cards: CardSet<W> = (monsters & self.brain.combat_cards.beatable(mine - 1)).iter().filter(killed).collect();
        let last = cards.filter(|card| self.rises_to_the_end(card));
        Prey { cards, last, siege: self.siege(monsters) }
    }

    /// The current lowest worth of these cards; `i16::MAX` if there are none.
    pub(super) fn cheapest(&self, cards: CardSet<W>) -> i16 {
        let lowest = |cards: CardSet<W>, prey: &Prey<W>| {
            let worth = |card| self.brain.worth.keep(card) + self.added_worth(prey, card);
            cards.iter().map(worth).min().unwrap_or(i16::MAX)
        };
        let hunted = cards & self.hunted();
        let others = lowest(cards.without(hunted), &Prey::NONE);
        // Finding the prey takes most of the time, and it cannot matter if another card is cheaper anyway.
        if self.prey_only_adds() && others <= lowest(hunted, &Prey::NONE) {
            return others;
        }
        others.min(lowest(hunted, &self.prey(hunted)))
    }

    /// Cards that can be worth more.
    pub(super) fn hunted(&self) -> CardSet<W> {
        self.view.deck().masks.monsters | self.view.deck().masks.wandering
    }

    /// Whether no card is worth less for being prey.
    pub(super) fn prey_only_adds(&self) -> bool {
        let weights = &self.brain.weights;
        weights.prey.min(weights.last_prey).min(weights.siege) >= 0
    }

    /// Added worth of a card at present.
    pub(super) fn added_worth(&self, prey: &Prey<W>, card: CardId) -> i16 {
        let (weights, monsters) = (&self.brain.weights, &self.view.deck().masks.monsters);
        let if_in = |worth: i16, cards: &CardSet<W>| worth * i16::from(cards.contains(card));
        if_in(weights.monster, monsters)
            + if_in(weights.prey, &prey.cards)
            + if_in(weights.last_prey, &prey.last)
            + if_in(weights.siege, &prey.siege)
    }

    /// The cards that bring a monster, with the strongest of these monsters, while a rival is one Level from winning.
    fn siege(&self, monsters: CardSet<W>) -> CardSet<W> {
        let bringing = self.view.hand() & self.view.deck().masks.wandering;
        let last = i16::from(self.view.deck().rules.win_level) - 1;
        let rivals = self.view.living().without(self.me());
        if bringing.is_empty() || rivals.iter().all(|seat| self.view.level(seat) < last) {
            return CardSet::EMPTY;
        }
        let strongest = best_of(monsters, i32::MIN, |card| self.monster_level(card));
        strongest.map_or(bringing, |card| bringing | CardSet::one(card))
    }

    /// Whether the kill of a monster brings one of the last two Levels.
    fn rises_to_the_end(&self, card: CardId) -> bool {
        let deck = self.view.deck();
        self.view.level(self.me()) + i16::from(deck.card(card).levels) >= i16::from(deck.rules.win_level) - 1
    }
}
