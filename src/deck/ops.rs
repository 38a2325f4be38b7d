//! Compiled operations and tests, and what they refer to in the tables of a deck.

use super::language::{Chooser, Count, DeckSide, Gender, HowMany, LevelMark, Side, Slot, Who};

/// Identities and powers, one bit each, as in `Deck::traits`.
pub type Traits = u128;

/// Something that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What it is.
    pub what: Count,
    /// Which kind of powers, an index into `Deck::powers`.
    pub powers: u8,
}

/// An amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Just this many.
    Number(i16),
    /// So many for each of something.
    PerCount {
        /// What is counted.
        each: Counted,
        /// How many for each one.
        times: i16,
    },
}

/// An amount, or all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountOrAll {
    /// Every one.
    All,
    /// So many.
    Amount(Amount),
}

/// A run of entries in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First entry.
    pub start: u16,
    /// How many.
    pub len: u16,
}

impl Span {
    /// Whether it has no entry.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The indices.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        usize::from(self.start)..usize::from(self.start + self.len)
    }
}

/// A run of operations, `start..end` in `Deck::ops`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// First operation.
    pub start: u16,
    /// Behind the last.
    pub end: u16,
}

impl Program {
    /// Whether it does nothing.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A test, an index into `Deck::conditions`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CondRef(pub u16);

impl CondRef {
    /// Always holds.
    pub const ALWAYS: CondRef = CondRef(0);
}

/// A compiled test; see `language::Condition` for the meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Test {
    Always,
    /// Every test of the span of `conditions` holds.
    All(Span),
    /// Some test of the span holds.
    Any(Span),
    Not(CondRef),
    Fighter(CondRef),
    /// A fighter has one of these traits.
    FighterHas(Traits),
    /// A fighter uses something in this slot.
    FighterUses(Slot),
    /// A fighter carries such an Item.
    FighterCarries(FilterRef),
    Main(CondRef),
    Helper(CondRef),
    Rival(CondRef),
    Anyone(CondRef),
    Actor(CondRef),
    /// Has one of these traits.
    Has(Traits),
    /// Has none of these traits.
    Lacks(Traits),
    Level(Limits),
    LowestLevel,
    HighestLevel,
    Uses(Slot),
    Carries(FilterRef),
    Hand(Limits),
    Cursed,
    OwnTurn,
    Fighting,
    IsMain,
    IsHelper,
    BeforeFirstRoll,
    /// A monster of the fight has one of these tags.
    Tag(u16),
    Monsters(Limits),
    Helped,
    ForTheWin,
    Gender(Gender),
    /// Has one of these traits, and its disadvantages apply.
    Suffers(Traits),
    AboveActor,
    Unaided,
    Pursuer(Limits),
    Thrown(FilterRef),
    Fought,
    GetsAway,
}

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lowest.
    pub low: i16,
    /// Highest.
    pub high: i16,
}

impl Limits {
    /// Whether `number` is in the range.
    #[inline]
    pub fn hold(self, number: i16) -> bool {
        self.low <= number && number <= self.high
    }
}

/// An Item filter, an index into `Deck::filters`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilterRef(pub u16);

/// A compiled effect; see `language::Effect` for the meanings.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Op {
    LoseLevels(Amount),
    GainLevels(Amount),
    GainWinningLevels(Amount),
    FallTo(LevelMark),
    Die,
    LoseItems {
        count: CountOrAll,
        filter: FilterRef,
        by: Chooser,
    },
    LoseWorth(u16),
    LoseHand {
        count: CountOrAll,
        by: Chooser,
    },
    LoseIdentities {
        count: HowMany,
        /// An index into `Deck::groups`.
        group: u8,
    },
    ChangeIdentity {
        /// An index into `Deck::groups`.
        group: u8,
    },
    LosePowers {
        count: HowMany,
        /// An index into `Deck::powers`.
        powers: u8,
    },
    Draw {
        side: DeckSide,
        count: Amount,
        face_up: bool,
    },
    TakeItem {
        from: Who,
        filter: FilterRef,
    },
    TakeFromHand {
        from: Who,
        looking: bool,
        side: Option<DeckSide>,
    },
    TakeDiscard {
        side: DeckSide,
        search: bool,
    },
    Each {
        who: Who,
        condition: CondRef,
        body: Program,
    },
    /// Branches, a span of `Deck::branches`.
    Choose(Span),
    If {
        test: CondRef,
        then: Program,
        otherwise: Program,
    },
    /// An index into `Deck::die_tables`.
    Roll(u16),
    Repeat {
        times: Amount,
        body: Program,
    },
    Strengthen {
        side: Side,
        by: Amount,
    },
    /// An index into `Deck::removals`.
    RemoveMonster(u16),
    CopyMonster,
    SendMonster(u16),
    AddMonster,
    DismissHelper,
    CompelHelp,
    Escape,
    EscapeAll,
    Reroll,
    SetRoll,
    FleeBonus(i8),
    CancelCurse,
    LiftCurse,
    ChangeGender,
    Leave {
        treasure: bool,
    },
    /// Effects if all Items are not worth enough.
    LoseAsMuch(Program),
    EscapeThis,
    LootRoom,
    TakeWinningItem,
    TakeOver,
}
