//! Triggers: effects that events start, and the start of their programs.

use crate::deck::compiled::Program;
use crate::deck::language::Happening;
use crate::game::state::agenda::{Frame, Paid, Scene};
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Players, Table, Verb};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Sets off the triggers of all cards that count for a player, in `CardId` order.
    #[inline]
    pub(in crate::game) fn fire(&mut self, when: Happening, seat: Seat) {
        let cards = self.tables[seat] & self.active_cards & self.deck.masks.triggered[when as usize];
        if !cards.is_empty() {
            self.fire_all(when, cards, seat);
        }
    }

    #[inline(never)]
    fn fire_all(&mut self, when: Happening, cards: CardSet<W>, seat: Seat) {
        // In reverse: what is put on the agenda last takes effect first.
        for n in (0..cards.len()).rev() {
            if let Some(card) = cards.nth(n) {
                self.fire_card(when, card, seat);
            }
        }
    }

    /// conflict-01: sets off the triggers of the monsters of the fight for a card that is played into it; they take place when the card has
    /// taken effect. A twin adds none of its own.
    #[inline(never)]
    pub(in crate::game) fn fire_played(&mut self, choice: Choice) {
        if !matches!(choice.verb, Verb::Play | Verb::Aid | Verb::Hinder | Verb::Join | Verb::Arm) {
            return;
        }
        for place in (0..usize::from(self.fight.foe_count)).rev() {
            let card = self.fight.foes()[place].card;
            let is_twin = self.fight.foes()[..place].iter().any(|foe| foe.card == card);
            for (n, rule) in self.deck.triggers(card).iter().enumerate().rev() {
                let meant = &self.deck.filters[usize::from(rule.played.0)].cards;
                if rule.when == Happening::Played && !is_twin && meant.contains(choice.card) {
                    self.then(Frame::Trigger { card, n: n as u8, you: self.fight.main });
                }
            }
        }
    }

    /// Whether a monster is in a fight that is not decided yet.
    fn still_fights(&self, card: CardId) -> bool {
        self.fight.undecided() && self.fight.foes().iter().any(|foe| foe.card == card)
    }

    /// help-11: sets off the triggers of one card for `you`.
    pub(in crate::game) fn fire_card(&mut self, when: Happening, card: CardId, you: Seat) {
        if !self.deck.masks.triggered[when as usize].contains(card) {
            return;
        }
        // In reverse, as in `fire_all`.
        for (n, rule) in self.deck.triggers(card).iter().enumerate().rev() {
            if rule.when == when {
                self.then(Frame::Trigger { card, n: n as u8, you });
            }
        }
    }

    /// help-11, death-03: runs a trigger of a card, if its condition holds at that moment.
    pub(in crate::game) fn trigger(&mut self, card: CardId, n: u8, you: Seat) {
        let rule = self.deck.triggers(card)[usize::from(n)];
        let you = match rule.when {
            // The card that was played may have ended the fight, removed the monster or changed the main player.
            Happening::Played if !self.still_fights(card) => return,
            Happening::Played => self.fight.main,
            _ => you,
        };
        let (limit, in_combat) = (rule.limit.of(self.deck.card(card).copy), self.fight.running);
        let open = !self.spent.is_up(limit, in_combat);
        if open && self.alive(you) && self.position().holds_beside(rule.condition, you, you, card) {
            self.game.spent.note(limit, in_combat);
            self.record(Event::Triggered { card, seat: you, n });
            self.carry_out(rule.program, Scene { source: card, you, actor: you, roll: 0, paid: Paid::default() });
        }
    }

    /// Runs a program at once, unless something else must be settled first.
    pub(in crate::game) fn carry_out(&mut self, program: Program, scene: Scene) {
        // An exceeded limit is settled before the next effect, and a game that is over has no more effects.
        if program.is_empty() || !self.unsettled.is_empty() || self.outcome.is_some() {
            self.run(program, scene);
        } else {
            self.effect(program, scene);
        }
    }

    /// Puts a program on the agenda.
    pub(in crate::game) fn run(&mut self, program: Program, scene: Scene) {
        if !program.is_empty() {
            self.then(Frame::Effect { program, scene });
        }
    }
}
