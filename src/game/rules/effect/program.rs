//! The programs of cards: each operation is carried out by a rule.

use crate::deck::compiled::{Op, Program};
use crate::game::state::agenda::{Frame, Scene};
use crate::game::table::event::{Event, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Players, Table};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// badstuff-01, conflict-01: runs the next operation of a program. The remaining operations wait below it on the agenda.
    pub(in crate::game) fn effect(&mut self, program: Program, scene: Scene) {
        if !self.alive(scene.you) {
            return;
        }
        self.record(Event::Effect { card: scene.source, seat: scene.you });
        let op = self.deck.ops[usize::from(program.start)];
        // Before the operation runs, so that the steps which it adds come first.
        self.run(Program { start: program.start + 1, ..program }, scene);
        self.happen(op, scene);
    }

    /// Runs one operation. Operations on a fight, a roll to run away or a Curse have no effect without one.
    fn happen(&mut self, op: Op, scene: Scene) {
        let you = scene.you;
        match op {
            Op::LoseLevels(amount) => self.lose_levels(you, self.amount(amount, scene), LevelWhy::Card),
            Op::GainLevels(amount) => self.gain_levels(you, self.amount(amount, scene), LevelWhy::Card),
            Op::GainWinningLevels(amount) => {
                self.gain_winning_levels(you, self.amount(amount, scene), LevelWhy::Card);
            }
            Op::FallTo(mark) => self.fall_to(you, mark),
            Op::Die => self.die(you),
            Op::LoseItems { count, filter, by } => self.lose_items(count, filter, by, scene),
            Op::LoseWorth(gold) => self.then(Frame::LoseWorth { gold, scene }),
            Op::LoseHand { count, filter, by } => self.lose_hand(count, filter, by, scene),
            Op::LoseIdentities { count, group } => self.lose_identities(you, count, group),
            Op::ChangeIdentity { group } => self.change_identity(you, group),
            Op::LosePowers { count, powers } => self.lose_powers(you, count, powers),
            Op::Draw { side, count, face_up, as_drawn } => {
                let shown = face_up || as_drawn && self.known.contains(scene.source);
                let count = self.amount(count, scene);
                match as_drawn && self.shares_treasure() {
                    true => self.draw_to_share(side, count, scene),
                    false => self.draw_by_card(side, count, shown, scene),
                }
            }
            Op::Exchange { side, count } => self.start_exchange(side, count, scene),
            Op::TakeItem { from, filter } => {
                self.then(Frame::TakeItemFrom { from: self.who(from, scene), filter, scene });
            }
            Op::TakeFromHand { from, looking, side } => {
                self.then(Frame::TakeHandFrom { from: self.who(from, scene), looking, side, scene });
            }
            Op::TakeDiscard { side, search } => self.take_discarded(side, search, scene),
            Op::Each { who, from_right, condition, body } => {
                self.happen_to_each(who, from_right, condition, body, scene);
            }
            Op::Choose(span) => self.then(Frame::BranchOf { start: span.start, len: span.len, scene }),
            Op::If { test, then, otherwise } => {
                let holds = self.position().holds(test, you, scene.actor);
                self.carry_out(if holds { then } else { otherwise }, scene);
            }
            Op::Roll(table) => self.roll_on_table(table, scene),
            Op::Repeat { times, body } => {
                let left = self.amount(times, scene).clamp(0, 99) as u8;
                self.then(Frame::RepeatEffect { body, left, scene });
            }
            Op::Strengthen { side, by, alone } => self.strengthen(side, by, alone, scene),
            Op::RemoveMonster(removal) => self.in_unwon_fight(Frame::RemoveMonster { removal, scene }),
            Op::RemoveAll(removal) => self.remove_all(removal, scene),
            Op::CopyMonster => self.in_unwon_fight(Frame::CopyMonster { scene }),
            Op::SendMonster(removal) => self.in_unwon_fight(Frame::SendMonster { removal, scene }),
            Op::AddMonster => self.in_unwon_fight(Frame::AddMonster { scene }),
            Op::ReplaceMonster(removal) => {
                // The removal comes first, although it is put on the agenda last: it makes room for the new monster.
                self.in_unwon_fight(Frame::AddMonster { scene });
                self.in_unwon_fight(Frame::RemoveMonster { removal, scene });
            }
            Op::TwinFlee(bonus) => self.add_twin_flee(scene.source, bonus),
            Op::CompelHelp(reward) => self.compel_help(you, reward),
            Op::DismissHelper if !self.fight.running => {}
            Op::DismissHelper => self.dismiss_helper(),
            Op::Escape => self.escape(),
            Op::EscapeAll => self.escape_all(you),
            Op::Reroll => self.reroll(),
            Op::RollAnyway => self.roll_anyway(),
            Op::SetRoll => self.turn_die(scene),
            Op::FleeBonus(bonus) => self.add_flee_bonus(you, bonus),
            Op::RollBonus(bonus) => self.add_roll_bonus(bonus),
            Op::CancelCurse { .. } => self.game.curse_cancelled = true,
            Op::RedirectCurse { to, .. } => self.then(Frame::TurnCurse { to: self.who(to, scene), scene }),
            Op::CancelBadStuff => self.cancel_bad_stuff(),
            Op::LiftCurse { curses } => self.then(Frame::LiftCurse { curses, scene }),
            Op::ChangeGender => self.change_gender(you),
            Op::Leave { treasure, pays } => self.leave(treasure, pays, scene),
            Op::LoseAsMuch(short) => self.lose_as_much(short, scene),
            Op::EscapeThis => self.escape_this(you, scene.source),
            Op::DefeatThis => self.defeat_this(scene),
            Op::Suffer { side, cards, which } => self.suffer(side, cards, which, scene),
            Op::LoseCards { count, by } => self.lose_cards(count, by, scene),
            Op::LootRoom => self.loot_by_card(),
            Op::TakeWinningItem => self.then(Frame::TakeWinningItem { scene }),
            Op::TakeOver => self.take_over(you),
            Op::Afflict(affliction) => self.afflict(you, affliction),
            Op::Give { to, count } => self.give_cards(to, count, scene),
            Op::ExchangeHands(with) => self.then(Frame::ExchangeHandsWith { with: self.who(with, scene), scene }),
            Op::RevealHand => self.reveal_hand(you),
            Op::OpenDoor => self.open_another_door(),
        }
    }
}
