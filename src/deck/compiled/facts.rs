//! Facts about tests and operations: one table for each, which names every variant. Masks, checks and worths fold over them.

use super::deck::{Adds, Deck};
use super::op::{CondRef, Counted, FilterRef, Measure, Op, Span, Tally, Test, Traits};
use crate::deck::language::Who;

/// The players whom a part of a test concerns.
// By their distance: of two nested tests, the farther player counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Whom {
    /// The player of the whole test.
    You,
    /// The main player or the helper.
    Fighter,
    /// Any player, such as the one who caused the effect.
    Other,
}

/// What a test without parts depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Nothing.
    Nothing,
    /// These identities and powers.
    Traits(Traits),
    /// These identities, and whether their disadvantages apply.
    Disadvantages(Traits),
    /// Curses in play.
    Curses,
    /// The Level of the character.
    Level,
    /// The Levels of several players.
    Levels,
    /// The Level of the player who caused the effect.
    ActorLevel,
    /// The gender of the character.
    Gender,
    /// What happened to the character in this game.
    History,
    /// The cards on the table that match this filter.
    Matching(FilterRef),
    /// Cards in hand or in use.
    Cards,
    /// The turn.
    Turn,
    /// The fight, but no total of it.
    Fight,
    /// A total of the fight or of a roll to run away.
    Totals,
    /// What the effects of the card have done so far.
    Effect,
}

/// What a test consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Makeup {
    /// Other tests of the same player.
    Several(Span),
    /// Another test of these players, or its opposite.
    One(Whom, CondRef),
    /// No other test.
    Single(Whom, Reads),
    /// A count.
    Counted(Counted),
}

impl Measure {
    /// What it depends on, for the player whose number it is.
    fn reads(self) -> Reads {
        match self {
            Measure::Level => Reads::Level,
            Measure::Cards(filter) | Measure::Bonus(filter) | Measure::Gold(filter) => Reads::Matching(filter),
            Measure::Hand | Measure::FreeHands | Measure::Identities(_) | Measure::Powers(_) => Reads::Cards,
            Measure::Curses(_) => Reads::Curses,
            Measure::Players => Reads::Nothing,
            Measure::Monsters | Measure::Die => Reads::Fight,
            Measure::RollMissedBy | Measure::Total | Measure::Strength | Measure::WonBy | Measure::LostBy => {
                Reads::Totals
            }
            Measure::Roll | Measure::LostBonus | Measure::LostRank | Measure::LostGold => Reads::Effect,
        }
    }
}

/// The players whom a count concerns.
fn whom(of: Who) -> Whom {
    match of {
        Who::You => Whom::You,
        Who::Fighters | Who::Main | Who::Helper => Whom::Fighter,
        Who::Actor | Who::Left | Who::Right | Who::Neighbours | Who::Rivals | Who::Everyone => Whom::Other,
        Who::HighestRivals | Who::LowestRivals | Who::ChosenRival => Whom::Other,
    }
}

impl Test {
    /// The table of tests.
    fn makeup(self) -> Makeup {
        use Makeup::{One, Several, Single};
        use Whom::{Fighter, Other, You};
        match self {
            Test::All(span) | Test::Any(span) => Several(span),
            Test::Not(part) => One(You, part),
            Test::Fighter(part) | Test::Main(part) | Test::Helper(part) => One(Fighter, part),
            Test::Rival(part) | Test::Anyone(part) | Test::Actor(part) => One(Other, part),
            Test::Always => Single(You, Reads::Nothing),
            Test::Has(traits) | Test::Lacks(traits) | Test::Hindered(traits) => Single(You, Reads::Traits(traits)),
            Test::FighterHas(traits) => Single(Fighter, Reads::Traits(traits)),
            Test::Suffers(traits) => Single(You, Reads::Disadvantages(traits)),
            Test::Cursed(_) => Single(You, Reads::Curses),
            Test::Level(_) | Test::CanGainLevel => Single(You, Reads::Level),
            Test::LowestLevel | Test::HighestLevel => Single(You, Reads::Levels),
            Test::AboveActor => Single(You, Reads::ActorLevel),
            Test::Gender(_) => Single(You, Reads::Gender),
            Test::HasChangedGender | Test::HasDied => Single(You, Reads::History),
            Test::Carries(filter) => Single(You, Reads::Matching(filter)),
            Test::FighterCarries(filter) => Single(Fighter, Reads::Matching(filter)),
            Test::Uses(_) | Test::Hand(_) => Single(You, Reads::Cards),
            Test::FighterUses(_) => Single(Fighter, Reads::Cards),
            Test::OwnTurn | Test::Fought => Single(You, Reads::Turn),
            Test::Fighting | Test::IsMain | Test::IsHelper | Test::BeforeFirstRoll => Single(You, Reads::Fight),
            Test::Tag(_) | Test::Monsters(_) | Test::Helped | Test::ForTheWin => Single(You, Reads::Fight),
            Test::Pursuer(_) | Test::Thrown(_) | Test::WanderedIn(_) => Single(You, Reads::Fight),
            Test::Unaided | Test::GetsAway => Single(You, Reads::Totals),
            Test::DiscardTop(..) => Single(You, Reads::Turn),
            Test::Count(counted, _) => Makeup::Counted(counted),
        }
    }
}

impl<S> Deck<S> {
    /// Whether a part of a condition depends on something that `depends` accepts.
    pub(crate) fn reads_any(&self, condition: CondRef, depends: impl Fn(Whom, Reads) -> bool) -> bool {
        let mut any = false;
        self.visit(condition, Whom::You, &mut |whom, reads| any |= depends(whom, reads));
        any
    }

    /// Whether a part of a count depends on something that `depends` accepts.
    pub(crate) fn count_reads_any(&self, counted: Counted, depends: impl Fn(Whom, Reads) -> bool) -> bool {
        let mut any = false;
        self.visit_count(counted, Whom::You, &mut |whom, reads| any |= depends(whom, reads));
        any
    }

    /// Whether a part of a modifier depends on something that `depends` accepts.
    pub(crate) fn modifier_reads_any(&self, adds: &Adds, depends: impl Fn(Whom, Reads) -> bool) -> bool {
        self.reads_any(adds.condition, &depends) || adds.each.is_some_and(|each| self.count_reads_any(each, &depends))
    }

    /// Whether a condition depends only on what `may_depend` accepts.
    pub(crate) fn reads_only(&self, condition: CondRef, may_depend: impl Fn(Whom, Reads) -> bool) -> bool {
        !self.reads_any(condition, |whom, reads| !may_depend(whom, reads))
    }

    /// The identities and powers that a condition names for its player or a fighter.
    pub(crate) fn traits_in(&self, condition: CondRef) -> Traits {
        let mut named = 0;
        self.visit(condition, Whom::You, &mut |whom, reads| match reads {
            Reads::Traits(traits) | Reads::Disadvantages(traits) if whom != Whom::Other => named |= traits,
            _ => {}
        });
        named
    }

    /// Calls `call` with what each part of a condition depends on, and for whom.
    fn visit(&self, condition: CondRef, whom: Whom, call: &mut dyn FnMut(Whom, Reads)) {
        match self.test(condition).makeup() {
            Makeup::Several(span) => span.conditions().for_each(|part| self.visit(part, whom, call)),
            Makeup::One(inner, part) => self.visit(part, whom.max(inner), call),
            Makeup::Single(inner, reads) => call(whom.max(inner), reads),
            Makeup::Counted(counted) => self.visit_count(counted, whom, call),
        }
    }

    /// Calls `call` with what a count depends on, and for whom.
    fn visit_count(&self, counted: Counted, you: Whom, call: &mut dyn FnMut(Whom, Reads)) {
        match counted {
            Counted::Own(what) => call(you, what.reads()),
            Counted::Of(place) => {
                let Tally { what, of, condition } = self.tallies[usize::from(place)];
                let whom = you.max(whom(of));
                call(whom, what.reads());
                self.visit(condition, whom, call);
            }
        }
    }

    /// A compiled test.
    pub(crate) fn test(&self, condition: CondRef) -> Test {
        self.conditions[usize::from(condition.0)]
    }
}

/// What an operation needs so that it can change anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// No certain moment.
    Nothing,
    /// A combat from which nobody runs away yet.
    Combat,
    /// A player who runs away.
    Runner,
    /// A roll to run away that does not count yet.
    Roll,
    /// A Curse that is about to take effect.
    Curse,
}

/// Facts about an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpFacts {
    /// The moment that it needs.
    pub(crate) needs: Needs,
    /// Whether it also needs something to act on, such as a monster that it can remove.
    pub(crate) object: bool,
    /// Whether it cannot change anything for some players, such as a level for a player who cannot gain one.
    pub(crate) picky: bool,
}

impl OpFacts {
    const fn at(needs: Needs) -> OpFacts {
        OpFacts { needs, object: false, picky: false }
    }

    const fn on_object(self) -> OpFacts {
        OpFacts { object: true, ..self }
    }

    const fn picky(self) -> OpFacts {
        OpFacts { picky: true, ..self }
    }
}

impl Op {
    /// The table of operations.
    #[inline]
    pub(crate) fn facts(self) -> OpFacts {
        let any_time = OpFacts::at(Needs::Nothing);
        match self {
            Op::RemoveMonster(_) | Op::RemoveAll(_) | Op::SendMonster(_) => OpFacts::at(Needs::Combat).on_object(),
            Op::CopyMonster | Op::AddMonster | Op::ReplaceMonster(_) => OpFacts::at(Needs::Combat).on_object(),
            Op::DismissHelper => OpFacts::at(Needs::Combat).on_object(),
            Op::Strengthen { .. } | Op::TwinFlee(_) => OpFacts::at(Needs::Combat),
            Op::Escape | Op::EscapeAll | Op::FleeBonus(_) | Op::RollAnyway | Op::CancelBadStuff => {
                OpFacts::at(Needs::Runner)
            }
            Op::Reroll | Op::SetRoll | Op::RollBonus(_) => OpFacts::at(Needs::Roll),
            Op::CancelCurse { .. } | Op::RedirectCurse { .. } => OpFacts::at(Needs::Curse).on_object(),
            Op::CompelHelp(_) | Op::TakeOver => any_time.on_object().picky(),
            Op::TakeItem { .. } | Op::TakeDiscard { .. } | Op::TakeWinningItem => any_time.on_object(),
            Op::OpenDoor => any_time.on_object(),
            Op::Give { .. } | Op::ExchangeHands(_) | Op::RevealHand => any_time,
            Op::GainLevels(_) | Op::LiftCurse { .. } | Op::ChangeIdentity { .. } | Op::If { .. } => any_time.picky(),
            Op::LoseLevels(_) | Op::GainWinningLevels(_) | Op::FallTo(_) | Op::Die => any_time,
            Op::LoseItems { .. } | Op::LoseWorth(_) | Op::LoseHand { .. } | Op::LoseAsMuch(_) => any_time,
            Op::LoseCards { .. } | Op::Suffer { .. } => any_time,
            Op::LoseIdentities { .. } | Op::LosePowers { .. } | Op::ChangeGender | Op::Afflict(_) => any_time,
            Op::Draw { .. } | Op::Exchange { .. } | Op::TakeFromHand { .. } | Op::LootRoom => any_time,
            Op::Each { .. } | Op::Choose(_) | Op::Roll(_) | Op::Repeat { .. } => any_time,
            Op::Leave { .. } | Op::EscapeThis | Op::DefeatThis => any_time,
        }
    }
}
