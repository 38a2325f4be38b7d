//! Escapes, and bonuses to rolls to run away.

use crate::deck::language::FightRule;
use crate::game::state::fight::Getaway;
use crate::game::table::recorder::Recorder;
use crate::game::{Players, Table};
use crate::ids::{CardId, Seat};

/// Maximum bonus to rolls in a fight; no roll needs more.
const MAX_FLEE_BONUS: i8 = 99;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// flee-04, badstuff-01, multi-02: the runner gets away from the pursuer or, if already caught, does not suffer its Bad Stuff, unless a
    /// monster bars such escapes.
    pub(super) fn escape(&mut self) {
        if self.fight.running && !self.bars_escapes() {
            self.game.fight.getaway = Getaway::Escapes;
        }
    }

    /// badstuff-01: the caught runner does not suffer the Bad Stuff of the pursuer. That is no escape, so no monster bars it.
    pub(super) fn cancel_bad_stuff(&mut self) {
        if self.fight.running {
            self.game.fight.getaway = Getaway::Escapes;
        }
    }

    /// ally-05, ally-06: a runner gets away from every monster of this fight.
    pub(super) fn escape_all(&mut self, seat: Seat) {
        if !self.fight.running || self.bars_escapes() {
            return;
        }
        self.game.fight.away.insert(seat);
        if self.fight.runner.is_some_and(|(runner, _)| runner == seat) {
            self.game.fight.getaway = Getaway::Escapes;
        }
    }

    fn bars_escapes(&self) -> bool {
        self.fight.rules.contains(FightRule::NoCardEscape)
    }

    pub(super) fn add_flee_bonus(&mut self, seat: Seat, bonus: i8) {
        if self.fight.running {
            let extra = &mut self.game.seats[seat].flee_extra;
            *extra = extra.saturating_add(bonus).clamp(-MAX_FLEE_BONUS, MAX_FLEE_BONUS);
        }
    }

    /// flee-03: changes the current roll to run away.
    pub(super) fn add_roll_bonus(&mut self, bonus: i8) {
        if let Some((runner, _)) = self.fight.runner.filter(|_| self.fight.running) {
            let extra = &mut self.game.seats[runner].roll_extra;
            *extra = extra.saturating_add(bonus).clamp(-MAX_FLEE_BONUS, MAX_FLEE_BONUS);
        }
    }

    /// flee-03: changes the rolls to run away from the twin that a card added and from all monsters with the same card.
    pub(super) fn add_twin_flee(&mut self, source: CardId, bonus: i8) {
        let Some(monster) = self.fight.foes().iter().find(|foe| foe.twin_by == source).map(|foe| foe.card) else {
            return;
        };
        let count = usize::from(self.fight.foe_count);
        for foe in self.game.fight.foes[..count].iter_mut().filter(|foe| foe.card == monster) {
            foe.flee = foe.flee.saturating_add(bonus).clamp(-MAX_FLEE_BONUS, MAX_FLEE_BONUS);
        }
    }
}
