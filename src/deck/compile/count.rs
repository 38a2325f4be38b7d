//! Counts: what is counted, and whose.

use super::compiler::Compiler;
use super::names::short;
use crate::deck::compiled::{CondRef, Counted, Measure, Tally, Test};
use crate::deck::language;
use crate::deck::language::fields::word;
use crate::deck::language::{Condition, Count, CountTest, ItemFilter, Number, Sum, Who};

impl Compiler<'_> {
    /// A count, for a card of the set being compiled.
    pub(super) fn counted(&mut self, count: &Count) -> Counted {
        match count {
            Count::Number(number) => self.number(*number),
            Count::Tally(tally) => self.tally(&tally.what, tally.of, tally.condition.as_ref()),
        }
    }

    /// A test of a count.
    pub(super) fn count_test(&mut self, test: &CountTest) -> Test {
        let counted = self.tally(&test.what, test.of, test.condition.as_deref());
        if counted == Counted::Own(Measure::Roll) {
            let hint =
                "`die` is the die that may still be changed; the effect `roll` has a line for each number".to_owned();
            self.report.wrong_field("what", "a test cannot count `roll`", Some(hint));
        }
        Test::Count(counted, self.limits("count", test.bounds()))
    }

    /// A count of these players.
    fn tally(&mut self, what: &language::Measure, of: Who, condition: Option<&Condition>) -> Counted {
        if of == Who::ChosenRival {
            let hint = "`rivals` with an `if`, or `each` around the effect".to_owned();
            self.report.wrong_field("of", "a count cannot ask for a choice", Some(hint));
        }
        let condition = self.gate(condition);
        let what = match what {
            language::Measure::Sum(sum) => self.within("what", |c| c.sum(sum)),
            language::Measure::Number(number) => match self.number(*number) {
                Counted::Own(measure) if number.is_of_player() => measure,
                own if of == Who::You && condition == CondRef::ALWAYS => return own,
                own => {
                    let message =
                        format!("`{}` is the same for all players: it needs no `of` and no `if`", word(number));
                    self.report.wrong_field("what", message, None);
                    return own;
                }
            },
        };
        self.of(what, of, condition)
    }

    /// The number of these players, in a table of the deck unless it is simply that of the affected player.
    fn of(&mut self, what: Measure, of: Who, condition: CondRef) -> Counted {
        if of == Who::You && condition == CondRef::ALWAYS {
            return Counted::Own(what);
        }
        let tally = Tally { what, of, condition };
        let known = self.deck.tallies.iter().position(|other| *other == tally);
        Counted::Of(short(known.unwrap_or_else(|| {
            self.deck.tallies.push(tally);
            self.deck.tallies.len() - 1
        })))
    }

    /// The cards in play that are counted, or added up.
    fn sum(&mut self, sum: &Sum) -> Measure {
        match sum {
            Sum::Cards(filter) => Measure::Cards(self.within("cards", |c| c.filter(filter))),
            Sum::Bonus(filter) => Measure::Bonus(self.within("bonus", |c| c.filter(filter))),
            Sum::Gold(filter) => Measure::Gold(self.within("gold", |c| c.filter(filter))),
        }
    }

    /// A number by its word: the short form of a count.
    fn number(&mut self, number: Number) -> Counted {
        self.can_count(number);
        let own = match number {
            Number::Level => Measure::Level,
            Number::Total => Measure::Total,
            Number::Hand => Measure::Hand,
            Number::FreeHands => Measure::FreeHands,
            Number::Items => Measure::Cards(self.filter(&ItemFilter::default())),
            Number::BigItems => Measure::Cards(self.filter(&ItemFilter { big: Some(true), ..ItemFilter::default() })),
            Number::Identities => Measure::Identities(self.group()),
            Number::Powers => Measure::Powers(self.powers()),
            Number::Curses => Measure::Curses(self.curses()),
            Number::Players => Measure::Players,
            Number::Roll => Measure::Roll,
            Number::Die => Measure::Die,
            Number::Monsters => Measure::Monsters,
            Number::Rivals => return self.of(Measure::Players, Who::Rivals, CondRef::ALWAYS),
            Number::HelperLevel => return self.of(Measure::Level, Who::Helper, CondRef::ALWAYS),
            Number::Strength => Measure::Strength,
            Number::WonBy => Measure::WonBy,
            Number::LostBy => Measure::LostBy,
            Number::RollMissedBy => Measure::RollMissedBy,
            Number::LostBonus => Measure::LostBonus,
            Number::LostRank => Measure::LostRank,
            Number::LostGold => Measure::LostGold,
        };
        Counted::Own(own)
    }
}
