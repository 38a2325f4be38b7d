//! Effects: compiles each into one operation. Nested bodies become separate programs before the operation.

use super::compiler::Compiler;
use super::condition::append;
use super::names::short;
use crate::deck::compiled::{Amount, CountOrAll, Op, Program, Removal, Span};
use crate::deck::language;
use crate::deck::language::ranged::Ranged;
use crate::deck::language::rules::NonlethalLevel;
use crate::deck::language::{
    Branch, Drawing, Each, Effect, HandLoss, Happening, IfElse, ItemLoss, MonsterRemoval, Repeat, RollLine, Side,
    Strengthen,
};

/// F-07: drops operations that give levels for the removal of a monster.
fn forgo_levels(ops: &mut Vec<Op>) {
    let mut removed = false;
    ops.retain(|op| {
        // Only levels after the removal are for it; those before it have another reason.
        removed |= matches!(op, Op::RemoveMonster(_) | Op::RemoveAll(_) | Op::SendMonster(_) | Op::Leave { .. });
        !(removed && matches!(op, Op::GainLevels(_) | Op::GainWinningLevels(_)))
    });
}

impl Compiler<'_> {
    /// The effects in the field `do`, at least one.
    pub(super) fn body(&mut self, effects: &[Effect]) -> Program {
        if effects.is_empty() {
            self.report.wrong_field("do", "expected at least one effect, found none", None);
        }
        self.effects("do", effects)
    }

    /// The effects in a field.
    pub(super) fn effects(&mut self, field: &'static str, effects: &[Effect]) -> Program {
        let mut ops = self.within(field, |c| c.each(effects, Self::effect));
        if self.deck.rules.nonlethal_level == NonlethalLevel::Never {
            forgo_levels(&mut ops);
        }
        let span = append(&mut self.deck.ops, ops);
        Program { start: span.start, end: span.start.saturating_add(span.len) }
    }

    fn effect(&mut self, effect: &Effect) -> Op {
        self.can_happen(effect);
        match effect {
            Effect::LoseLevels(count) => Op::LoseLevels(self.within("lose_levels", |c| c.amount(count))),
            Effect::GainLevels(count) => {
                let amount = self.within("gain_levels", |c| c.amount(count));
                if self.wins_by_card() { Op::GainWinningLevels(amount) } else { Op::GainLevels(amount) }
            }
            Effect::GainWinningLevels(count) => {
                Op::GainWinningLevels(self.within("gain_winning_levels", |c| c.amount(count)))
            }
            Effect::FallTo(mark) => Op::FallTo(*mark),
            Effect::Die => Op::Die,
            Effect::LoseItems(loss) => self.within("lose_items", |c| c.item_loss(loss)),
            Effect::LoseWorth(gold) => Op::LoseWorth(**gold),
            Effect::LoseHand(loss) => self.within("lose_hand", |c| c.hand_loss(loss)),
            Effect::LoseIdentities(count) => Op::LoseIdentities { count: *count, group: self.group() },
            Effect::ChangeIdentity => Op::ChangeIdentity { group: self.group() },
            Effect::LosePowers(count) => Op::LosePowers { count: *count, powers: self.powers() },
            Effect::Draw(drawing) => self.within("draw", |c| c.drawing(drawing)),
            Effect::Exchange(cards) => Op::Exchange { side: cards.deck, count: *cards.count },
            Effect::TakeItem(taking) => {
                let filter = self.within("take_item", |c| c.within("what", |c| c.filter(&taking.what)));
                Op::TakeItem { from: taking.from, filter }
            }
            Effect::TakeFromHand(taking) => {
                Op::TakeFromHand { from: taking.from, looking: taking.looking, side: taking.deck }
            }
            Effect::TakeDiscard(taking) => Op::TakeDiscard { side: taking.deck, search: taking.search },
            Effect::Each(each) => self.within("each", |c| c.each_of(each)),
            Effect::Choose(branches) => Op::Choose(self.within("choose", |c| c.choice(branches))),
            Effect::If(either) => self.within("if", |c| c.either(either)),
            Effect::Roll(lines) => Op::Roll(self.within("roll", |c| c.die_table(lines))),
            Effect::Repeat(repeat) => self.within("repeat", |c| c.repeat(repeat)),
            Effect::Strengthen(change) => self.within("strengthen", |c| c.strengthen(change)),
            Effect::RemoveMonster(removal) => Op::RemoveMonster(self.within("remove_monster", |c| c.removal(removal))),
            Effect::RemoveAll(removal) => Op::RemoveAll(self.within("remove_all", |c| c.removal(removal))),
            Effect::CopyMonster => Op::CopyMonster,
            Effect::TwinFlee(bonus) => Op::TwinFlee(**bonus),
            Effect::SendMonster(sending) => Op::SendMonster(self.within("send_monster", |c| c.removal(sending))),
            Effect::AddMonster => Op::AddMonster,
            Effect::ReplaceMonster(removal) => {
                Op::ReplaceMonster(self.within("replace_monster", |c| c.removal(removal)))
            }
            Effect::DismissHelper => Op::DismissHelper,
            Effect::CompelHelp => Op::CompelHelp(None),
            Effect::CompelHelpFor(reward) => Op::CompelHelp(Some(*reward)),
            Effect::Escape => Op::Escape,
            Effect::EscapeAll => Op::EscapeAll,
            Effect::Reroll => Op::Reroll,
            Effect::RollAnyway => Op::RollAnyway,
            Effect::SetRoll => Op::SetRoll,
            Effect::FleeBonus(bonus) => Op::FleeBonus(**bonus),
            Effect::RollBonus(bonus) => Op::RollBonus(**bonus),
            Effect::CancelCurse => Op::CancelCurse { curses: self.curses() },
            Effect::RedirectCurse(to) => Op::RedirectCurse { to: *to, curses: self.curses() },
            Effect::CancelBadStuff => Op::CancelBadStuff,
            Effect::LiftCurse => Op::LiftCurse { curses: self.curses() },
            Effect::ChangeGender => Op::ChangeGender,
            Effect::Leave(leaving) => Op::Leave { treasure: leaving.treasure, pays: *leaving.pays },
            Effect::ChangeKind(kind) => Op::ChangeIdentity { group: self.within("change_kind", |c| c.slot_of(kind)) },
            Effect::LoseAsMuch(short) => Op::LoseAsMuch(self.effects("lose_as_much", short)),
            Effect::EscapeThis => Op::EscapeThis,
            Effect::DefeatThis => self.defeat(),
            Effect::Suffer(suffering) => self.within("suffer", |c| c.suffering(suffering)),
            Effect::LoseCards(loss) => self.within("lose_cards", |c| {
                let count = c.within("count", |c| c.count(&loss.count));
                Op::LoseCards { count, by: loss.chosen_by }
            }),
            Effect::LootRoom => Op::LootRoom,
            Effect::TakeWinningItem => Op::TakeWinningItem,
            Effect::TakeOver => Op::TakeOver,
            Effect::Give(giving) => {
                let count = self.within("give", |c| c.within("count", |c| c.count(&giving.count)));
                Op::Give { to: giving.to, count }
            }
            Effect::ExchangeHands(with) => Op::ExchangeHands(*with),
            Effect::RevealHand => Op::RevealHand,
            Effect::OpenDoor => Op::OpenDoor,
            Effect::Afflict(affliction) => Op::Afflict(self.within("afflict", |c| c.affliction(affliction))),
        }
    }

    /// F-03, win-01: whether the levels of an effect may be the winning ones because they are gained for a kill.
    fn wins_by_card(&self) -> bool {
        matches!(self.happening, Some(Happening::Kill | Happening::HelpedKill)) && self.deck.rules.kill_card_win
    }

    fn amount<const LOW: i32, const HIGH: i32, const ODD_ZERO: bool>(
        &mut self,
        amount: &language::Amount<Ranged<i16, LOW, HIGH, ODD_ZERO>>,
    ) -> Amount {
        match amount {
            language::Amount::Number(number) => Amount::Number(**number),
            language::Amount::PerCount { each, times, most } => {
                let each = self.within("each", |c| c.counted(each));
                Amount::PerCount { each, times: **times, most: most.map_or(i16::MAX, |most| *most) }
            }
        }
    }

    fn count(&mut self, count: &language::CountOrAll) -> CountOrAll {
        match count {
            language::CountOrAll::All(_) => CountOrAll::All,
            language::CountOrAll::Amount(amount) => CountOrAll::Amount(self.amount(amount)),
        }
    }

    fn item_loss(&mut self, loss: &ItemLoss) -> Op {
        self.can_choose(&loss.count, loss.chosen_by);
        let filter = self.within("what", |c| c.filter(&loss.what));
        let count = self.within("count", |c| c.count(&loss.count));
        Op::LoseItems { count, filter, by: loss.chosen_by }
    }

    fn hand_loss(&mut self, loss: &HandLoss) -> Op {
        self.can_choose(&loss.count, loss.chosen_by);
        let filter = self.within("what", |c| c.card_filter(&loss.what));
        let count = self.within("count", |c| c.count(&loss.count));
        Op::LoseHand { count, filter, by: loss.chosen_by }
    }

    fn drawing(&mut self, drawing: &Drawing) -> Op {
        let Drawing { deck: side, face_up, as_drawn, ref count } = *drawing;
        let count = self.within("count", |c| c.amount(count));
        Op::Draw { side, count, face_up, as_drawn }
    }

    fn each_of(&mut self, each: &Each) -> Op {
        let condition = self.gate(each.condition.as_ref());
        Op::Each { who: each.who, from_right: each.from_right, condition, body: self.body(&each.effects) }
    }

    fn choice(&mut self, branches: &[Branch]) -> Span {
        if branches.len() < 2 {
            self.report.wrong(format!("expected at least 2 branches, found {}", branches.len()), None);
        }
        let branches = self.each(branches, |c, branch| {
            let condition = c.gate(branch.condition.as_ref());
            (condition, c.effects("do", &branch.effects))
        });
        append(&mut self.deck.branches, branches)
    }

    fn either(&mut self, either: &IfElse) -> Op {
        let test = self.within("test", |c| c.condition(&either.test));
        let then = self.effects("then", &either.then);
        Op::If { test, then, otherwise: self.effects("else", &either.otherwise) }
    }

    fn die_table(&mut self, lines: &[RollLine]) -> u16 {
        let ends: Vec<u8> = lines.iter().map(|line| *line.up_to).collect();
        if !ends.is_sorted_by(|one, next| one < next) || ends.last() != Some(&6) {
            let message = format!("expected rising values of `up_to` that end at 6, found {ends:?}");
            self.report.wrong(message, None);
        }
        let outer = std::mem::replace(&mut self.rolled, true);
        let programs = self.each(lines, |c, line| c.effects("do", &line.effects));
        self.rolled = outer;
        let line_of = |number: u8| ends.iter().position(|&end| number <= end);
        let program_of = |number| line_of(number).map_or(Program::default(), |line| programs[line]);
        self.deck.die_tables.push([1, 2, 3, 4, 5, 6].map(program_of));
        short(self.deck.die_tables.len() - 1)
    }

    fn repeat(&mut self, repeat: &Repeat) -> Op {
        let times = self.within("times", |c| c.amount(&repeat.times));
        Op::Repeat { times, body: self.body(&repeat.effects) }
    }

    /// combat-05: only while its fight is not decided can a monster be killed by its own text.
    fn defeat(&mut self) -> Op {
        if !matches!(self.happening, Some(Happening::Meet | Happening::Fight)) || !self.of_monster {
            let hint = "`on` of a monster, with `when = \"meet\"` or `\"fight\"`".to_owned();
            self.report.wrong("`defeat_this` is not possible here", Some(hint));
        }
        Op::DefeatThis
    }

    fn strengthen(&mut self, change: &Strengthen) -> Op {
        if change.alone && change.side != Side::Players {
            self.report.wrong_field("alone", "expected `alone` only with `side = \"players\"`", None);
        }
        let by = self.within("by", |c| c.amount(&change.by));
        Op::Strengthen { side: change.side, by, alone: change.alone }
    }

    fn removal(&mut self, removal: &MonsterRemoval) -> u16 {
        self.removal_keys(removal);
        let tags = removal.tag.as_ref().map_or(0, |tag| self.within("tag", |c| c.monster_tag(tag)));
        let cards = self.cards_called(removal.card.as_ref());
        self.deck.removals.push(Removal {
            cards,
            level_at_most: removal.level_at_most.map_or(i16::MAX, |level| *level),
            tags,
            treasure: removal.treasure,
            killed: removal.killed,
        });
        short(self.deck.removals.len() - 1)
    }
}
