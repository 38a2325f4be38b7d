//! `Summary`: what the operations of a use do together.

use super::appraiser::{Appraiser, stored};
use super::part::Part;
use super::purpose::Purpose;
use crate::deck::compiled::{Card, Op, Program, UseRule};
use crate::deck::language::{Aim, Cost, Side, Who};
use crate::deck::{DeckSide, Play};

/// More levels than any player has.
const MAX_LEVELS: i32 = 100;

/// What a program does in a fight, for a roll or against a Curse.
#[derive(Clone, Copy, Default)]
struct Summary {
    /// Strength for the players, for the monsters, and for a side of choice.
    players: i32,
    monsters: i32,
    either: i32,
    /// The most important effect other than strength.
    other: Option<Purpose>,
}

impl Summary {
    fn of(purpose: Purpose) -> Summary {
        let none = Summary::default();
        match purpose {
            Purpose::Strength { side: Side::Players, by } => Summary { players: by.into(), ..none },
            Purpose::Strength { side: Side::Monsters, by } => Summary { monsters: by.into(), ..none },
            Purpose::Strength { side: Side::Either, by } => Summary { either: by.into(), ..none },
            other => Summary { other: Some(other), ..none },
        }
    }

    /// Both effects.
    fn and(self, also: Summary) -> Summary {
        Summary {
            players: self.players + also.players,
            monsters: self.monsters + also.monsters,
            either: self.either + also.either,
            other: more_important(self.other, also.other),
        }
    }

    /// The stronger of two effects.
    fn or(self, instead: Summary) -> Summary {
        let stronger = |a: i32, b: i32| if b.abs() > a.abs() { b } else { a };
        Summary {
            players: stronger(self.players, instead.players),
            monsters: stronger(self.monsters, instead.monsters),
            either: stronger(self.either, instead.either),
            other: more_important(self.other, instead.other),
        }
    }

    /// The average of six numbers of a die.
    fn sixth(self) -> Summary {
        let Summary { players, monsters, either, other } = self;
        Summary { players: players / 6, monsters: monsters / 6, either: either / 6, other }
    }

    /// The purpose; `None` if nothing changes a fight, a roll or a Curse. A loss of strength for the players is strength
    /// for the monsters.
    fn purpose(self) -> Option<Purpose> {
        let strength = |side, by| Some(Purpose::Strength { side, by: stored(by) });
        match (self.other, self.players - self.monsters) {
            // A removal decides more than any strength.
            (Some(Purpose::Remove), _) => self.other,
            _ if self.either != 0 => strength(Side::Either, self.either),
            (_, more @ 1..) => strength(Side::Players, more),
            (_, less @ ..=-1) => strength(Side::Monsters, -less),
            _ => self.other,
        }
    }
}

/// The effect that is more important for the choice of a play.
fn more_important(one: Option<Purpose>, other: Option<Purpose>) -> Option<Purpose> {
    let place = |purpose: &Option<Purpose>| match purpose {
        Some(Purpose::Remove) => 6,
        Some(Purpose::Dismiss) => 5,
        Some(Purpose::Harden) => 4,
        Some(Purpose::Escape) => 3,
        Some(Purpose::Cancel) => 2,
        Some(Purpose::Lift) => 1,
        _ => 0,
    };
    if place(&other) > place(&one) { other } else { one }
}

impl Appraiser<'_> {
    /// The purpose of a use.
    pub(super) fn purpose(&self, rule: &UseRule) -> Purpose {
        if rule.program.is_empty() {
            return Purpose::Good(0);
        }
        // The fixed players judge a use by its first operation alone (`whole_uses`).
        let first = self.deck.ops[usize::from(rule.program.start)];
        let in_fight = if self.whole { self.summary(rule.program).purpose() } else { self.alone(first) };
        match in_fight {
            Some(Purpose::Strength { side: Side::Either, by }) if self.by_position => {
                Purpose::Strength { side: Side::Either, by: by.abs() }
            }
            Some(purpose) => purpose,
            None => self.out_of_fight(rule, first),
        }
    }

    /// The purpose of a use that changes no fight, roll or Curse.
    fn out_of_fight(&self, rule: &UseRule, first: Op) -> Purpose {
        let harm = stored(self.program(rule.program));
        let rise = self.rise(rule.program);
        // Levels are held back for the end; if they are less than half of the gain, the use is for the rest of it.
        let raises = if self.whole { 2 * rise > i32::from(-harm).max(0) } else { matches!(first, Op::GainLevels(_)) };
        match harm {
            _ if raises => Purpose::Levels(-harm),
            1.. => Purpose::Bad(harm),
            _ => Purpose::Good(-harm),
        }
    }

    /// Tenths of a level that a program brings to the affected player, other than as the winning level.
    fn rise(&self, program: Program) -> i32 {
        let rise = |op: &Op| match self.part(*op) {
            Part::Levels(n) => 10 * self.amount(n),
            Part::If(then, otherwise) => self.rise(then).max(self.rise(otherwise)),
            Part::Dice(table) => self.lines(table).map(|line| self.rise(line)).sum::<i32>() / 6,
            Part::Fall(..) | Part::InFight(..) | Part::Choice(_) => 0,
            Part::Each(..) | Part::Repeat(..) | Part::Other(_) => 0,
        };
        self.ops(program).iter().map(rise).sum()
    }

    /// Levels that a program takes from the affected player, if its conditions hold.
    pub(super) fn fall(&self, program: Program) -> i32 {
        let fall = |op: &Op| match self.part(*op) {
            Part::Fall(n, _) => n.map_or(MAX_LEVELS, |n| self.amount(n)),
            Part::If(then, otherwise) => self.fall(then).max(self.fall(otherwise)),
            Part::Levels(_) | Part::Dice(_) | Part::InFight(..) | Part::Choice(_) => 0,
            Part::Each(..) | Part::Repeat(..) | Part::Other(_) => 0,
        };
        self.ops(program).iter().map(fall).sum()
    }

    /// The pile from whose discards a use takes a card, if it uses up its own card.
    pub(super) fn fetches_from(&self, card: &Card, rule: &UseRule) -> Option<DeckSide> {
        let used_up = card.once || card.play == Play::Special || rule.cost == Some(Cost::ThisCard);
        if used_up { self.takes_from(rule.program) } else { None }
    }

    /// The pile from whose discards a program takes a card.
    fn takes_from(&self, program: Program) -> Option<DeckSide> {
        self.ops(program).iter().find_map(|op| match (*op, self.part(*op)) {
            (Op::TakeDiscard { side, .. }, _) => Some(side),
            (_, Part::If(then, otherwise)) => self.takes_from(then).or_else(|| self.takes_from(otherwise)),
            (_, Part::Choice(span)) => {
                self.deck.branches[span.range()].iter().find_map(|(_, branch)| self.takes_from(*branch))
            }
            (_, Part::Dice(table)) => self.lines(table).find_map(|line| self.takes_from(line)),
            (_, Part::Each(_, body) | Part::Repeat(_, body)) => self.takes_from(body),
            (_, Part::InFight(..) | Part::Levels(_) | Part::Fall(..) | Part::Other(_)) => None,
        })
    }

    fn ops(&self, program: Program) -> &[Op] {
        &self.deck.ops[usize::from(program.start)..usize::from(program.end)]
    }

    fn lines(&self, table: u16) -> impl Iterator<Item = Program> {
        self.deck.die_tables[usize::from(table)].into_iter()
    }

    /// The effect of a single operation in a fight.
    fn alone(&self, op: Op) -> Option<Purpose> {
        if let Part::InFight(purpose, _) = self.part(op) { Some(purpose) } else { None }
    }

    /// The effects of a program in a fight.
    fn summary(&self, program: Program) -> Summary {
        self.ops(program).iter().map(|op| self.effect(*op)).fold(Summary::default(), Summary::and)
    }

    fn effect(&self, op: Op) -> Summary {
        let none = Summary::default();
        match self.part(op) {
            Part::InFight(purpose, _) => Summary::of(purpose),
            Part::If(then, otherwise) => self.summary(then).or(self.summary(otherwise)),
            Part::Choice(branches) => {
                let branches = self.deck.branches[branches.range()].iter();
                branches.map(|(_, branch)| self.summary(*branch)).fold(none, Summary::or)
            }
            Part::Dice(table) => self.lines(table).map(|line| self.summary(line)).fold(none, Summary::and).sixth(),
            Part::Each(Who::You | Who::Actor | Who::Fighters | Who::Main | Who::Helper, body) => self.summary(body),
            Part::Repeat(_, body) => self.summary(body),
            Part::Each(..) | Part::Levels(_) | Part::Fall(..) | Part::Other(_) => none,
        }
    }

    /// Whether the only effect of a use is to lift a Curse from its player.
    pub(super) fn lifts_alone(&self, place: usize) -> bool {
        let rule = &self.deck.uses[place];
        rule.aim == Aim::You && self.only_lifts(rule)
    }

    /// Whether the only effect of a use is to lift a Curse.
    pub(super) fn only_lifts(&self, rule: &UseRule) -> bool {
        matches!(self.ops(rule.program), [Op::LiftCurse { .. }])
    }
}
