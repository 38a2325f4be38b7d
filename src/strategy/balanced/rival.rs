//! Rivals' fights: whoever is about to win is stopped, whoever leads is hindered when one card can do it.

use super::{Purpose, Thought};
use crate::deck::Kind;
use crate::deck::language::Side;
use crate::game::{Choice, Fight, Verb};

impl<const W: usize> Thought<'_, W> {
    /// As a bystander.
    pub(super) fn rivals_fight(&self) -> Choice {
        if self.lets_them_win() {
            return Choice::PASS;
        }
        if self.view.for_the_win() { self.stop_the_win() } else { self.turn_with_one() }
    }

    /// What turns the fight by itself; even a tie takes something.
    fn enough(&self) -> i16 {
        self.view.margin().max(1)
    }

    /// The least that is considered: against a kill that would win the game whatever there is, else what is enough.
    pub(super) fn least_hindrance(&self) -> i16 {
        if self.view.for_the_win() { 1 } else { self.enough() }
    }

    /// A fight that is lost, or whose gain is of no concern.
    pub(super) fn lets_them_win(&self) -> bool {
        let Some(fight) = self.view.fight() else { return true };
        let level = self.view.level(fight.main());
        let leads = level >= self.brain.weights.hinder_level
            && level + self.view.levels_at_stake() > self.view.level(self.me());
        !(leads || self.view.for_the_win()) || !self.view.winning()
    }

    /// How much an option takes from the players' margin, roughly.
    pub(super) fn hurts(&self, option: &Choice) -> i16 {
        if !option.card.is_some() {
            return 0;
        }
        let info = self.view.deck().card(option.card);
        match option.verb {
            Verb::Hinder => info.bonus,
            Verb::Join => info.level,
            Verb::Play if info.kind == Kind::Enhancer => info.bonus,
            Verb::Play if info.kind == Kind::WanderingMonster => {
                self.strongest(self.view.hand() & self.view.deck().masks.monsters)
            }
            Verb::Play if info.kind == Kind::Curse => 1 + self.brain.worth.harm(option.card) / 4,
            Verb::Play | Verb::Use => match self.purpose(option) {
                Some(Purpose::Strength { side: Side::Players, .. }) => 0,
                Some(Purpose::Strength { by, .. }) => by,
                Some(Purpose::Harden) => 8,
                Some(Purpose::Dismiss) => self.helper_strength(),
                _ => 0,
            },
            _ => 0,
        }
    }

    fn helper_strength(&self) -> i16 {
        let helper = self.view.fight().and_then(Fight::helper);
        helper.map_or(0, |helper| self.view.fighter_strength(helper))
    }

    /// Everything there is, the smallest that is enough first, against a kill that would win the game.
    fn stop_the_win(&self) -> Choice {
        let enough = self.enough();
        self.worth_it(|option| {
            let hurts = self.hurts(option);
            match hurts {
                ..=0 => -1,
                _ if hurts >= enough => 1000 - i32::from(self.brain.worth.keep(option.card)),
                _ => i32::from(hurts),
            }
        })
    }

    /// One card that turns a leader's fight.
    fn turn_with_one(&self) -> Choice {
        let enough = self.enough();
        self.worth_it(|option| {
            let curse = self.view.deck().masks.curses.contains(option.card);
            if self.hurts(option) >= enough && !curse {
                100 - i32::from(self.brain.worth.keep(option.card))
            } else {
                -1
            }
        })
    }
}
