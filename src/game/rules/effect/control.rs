//! Effects that run other effects: for each player, by choice, several times.

use crate::deck::compiled::{CondRef, Op, Program};
use crate::deck::language::Who;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Players, Question, Table, Verb, ask};
use crate::ids::SeatSet;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Runs a program for each player that `who` means and for whom the condition holds. Levels alone are gained at the same time.
    pub(super) fn happen_to_each(
        &mut self,
        who: Who,
        from_right: bool,
        condition: CondRef,
        body: Program,
        scene: Scene,
    ) {
        let position = self.position();
        let left = self.who(who, scene).filter(|seat| position.holds(condition, seat, scene.you));
        let ops = &self.deck.ops[usize::from(body.start)..usize::from(body.end)];
        if let (&[Op::GainWinningLevels(amount)], true) = (ops, who != Who::ChosenRival) {
            // F-01: one player after another would end the game at the first winner.
            return self.gain_levels_together(left, amount, scene);
        }
        self.then(match who {
            Who::ChosenRival => Frame::ChooseRival { body, left, scene },
            _ if from_right => Frame::EachFromRight { body, left, scene },
            _ => Frame::EachOf { body, left, scene },
        });
    }

    /// Runs a program for each of the remaining players, clockwise from the left of `scene.you`.
    pub(in crate::game) fn each_of(&mut self, body: Program, left: SeatSet, scene: Scene) {
        // From the left of the affected player, who is the last one if the effect means them too.
        let next = self.game().seats_from(scene.you.left(self.players())).find(|&seat| left.contains(seat));
        let Some(seat) = next else { return };
        let left = left.without(seat);
        if !left.is_empty() {
            self.then(Frame::EachOf { body, left, scene });
        }
        self.carry_out(body, Scene { you: seat, actor: scene.you, ..scene });
    }

    /// Runs a program for each of the remaining players, counterclockwise from the right of `scene.you`.
    pub(in crate::game) fn each_from_right(&mut self, body: Program, left: SeatSet, scene: Scene) {
        // The last one clockwise is the first one counterclockwise.
        let next = self.game().seats_from(scene.you).filter(|&seat| left.contains(seat)).last();
        let Some(seat) = next else { return };
        let left = left.without(seat);
        if !left.is_empty() {
            self.then(Frame::EachFromRight { body, left, scene });
        }
        self.carry_out(body, Scene { you: seat, actor: scene.you, ..scene });
    }

    /// The affected player chooses one of these players for a program.
    pub(in crate::game) fn choose_rival(&mut self, body: Program, left: SeatSet, scene: Scene) {
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(left));
        if choice.verb == Verb::Player {
            self.run(body, Scene { you: choice.seat(), actor: scene.you, ..scene });
        }
    }

    /// Repeats a program.
    pub(in crate::game) fn repeat_effect(&mut self, body: Program, left: u8, scene: Scene) {
        if left > 1 {
            // Below the program, which may ask and add steps of its own.
            self.then(Frame::RepeatEffect { body, left: left - 1, scene });
        }
        if left > 0 {
            self.run(body, scene);
        }
    }

    /// E-25: the affected player chooses one of the possible branches.
    pub(in crate::game) fn branch_of(&mut self, start: u16, len: u16, scene: Scene) {
        let choice = ask!(self, scene.you, Question::Branch, {
            for n in 0..len {
                let (condition, _) = self.deck.branches[usize::from(start + n)];
                if self.position().holds(condition, scene.you, scene.actor) {
                    self.options.push(Choice::number(Verb::Branch, n as u8));
                }
            }
        });
        if choice.verb == Verb::Branch {
            let (_, program) = self.deck.branches[usize::from(start) + usize::from(choice.n)];
            self.carry_out(program, scene);
        }
    }
}
