//! Compiled operations and tests, and their references into the tables of a deck.

use crate::deck::language::{Chooser, DeckSide, Gender, HowMany, LevelMark, Reward, Side, Slot, Which, Who};

/// A set of identities and powers: bit `n` is `Deck::traits[n]`.
pub(crate) type Traits = u128;

/// A count.
// The common counts need no table, and the count is as small as a reference to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A number of the affected player, or of the game.
    Own(Measure),
    /// A number of other players, an index into `Deck::tallies`.
    Of(u16),
}

/// What is counted; see `language::Number` and `language::Sum` for the meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Measure {
    Roll,
    Level,
    Total,
    Hand,
    FreeHands,
    Cards(FilterRef),
    Bonus(FilterRef),
    Gold(FilterRef),
    /// An index into `Deck::groups`.
    Identities(u8),
    /// An index into `Deck::powers`.
    Powers(u8),
    /// An index into `Deck::curse_types`.
    Curses(u8),
    Players,
    Die,
    Monsters,
    Strength,
    WonBy,
    LostBy,
    RollMissedBy,
    LostBonus,
    LostRank,
    LostGold,
}

/// A count of certain players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is counted.
    pub what: Measure,
    /// The players.
    pub of: Who,
    /// Only players who meet this condition.
    pub condition: CondRef,
}

/// An amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A number.
    Number(i16),
    /// A count multiplied by `times`.
    PerCount {
        /// The count.
        each: Counted,
        /// The factor.
        times: i16,
        /// The largest amount, in either direction.
        most: i16,
    },
}

/// An amount, or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountOrAll {
    /// All of them.
    All,
    /// This amount.
    Amount(Amount),
}

/// Consecutive entries of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Index of the first entry.
    pub start: u16,
    /// Number of entries.
    pub len: u16,
}

impl Span {
    /// Whether it is empty.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The indices of the entries.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        usize::from(self.start)..usize::from(self.start + self.len)
    }

    /// Its entries as conditions, if it is a span of `Deck::conditions`.
    #[inline]
    pub(crate) fn conditions(self) -> impl Iterator<Item = CondRef> {
        (self.start..self.start + self.len).map(CondRef)
    }
}

/// Consecutive operations: `start..end` in `Deck::ops`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Index of the first operation.
    pub start: u16,
    /// Index after the last operation.
    // No length, so that the rest after an operation only needs another start.
    pub end: u16,
}

impl Program {
    /// The places of its operations in `Deck::ops`.
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        usize::from(self.start)..usize::from(self.end)
    }

    /// Whether it has no operations.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A reference to a test: an index into `Deck::conditions`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CondRef(pub u16);

impl CondRef {
    /// The test that always holds.
    pub const ALWAYS: CondRef = CondRef(0);
}

/// A compiled test; see `language::Condition` for the meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Test {
    Always,
    /// All tests of the span of `conditions` hold.
    All(Span),
    /// At least one test of the span holds.
    Any(Span),
    Not(CondRef),
    Fighter(CondRef),
    /// A fighter has one of these traits.
    FighterHas(Traits),
    /// A fighter uses an Item in this slot.
    FighterUses(Slot),
    /// A fighter has an Item that matches this filter.
    FighterCarries(FilterRef),
    Main(CondRef),
    Helper(CondRef),
    Rival(CondRef),
    Anyone(CondRef),
    Actor(CondRef),
    /// The player has one of these traits.
    Has(Traits),
    /// The player has none of these traits.
    Lacks(Traits),
    Level(Limits),
    LowestLevel,
    HighestLevel,
    Uses(Slot),
    Carries(FilterRef),
    Hand(Limits),
    /// Has a lasting Curse of this type, an index into `Deck::curse_types`.
    Cursed(u8),
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
    /// Has one of these identities or powers, and a restriction of Items by it applies.
    Hindered(Traits),
    AboveActor,
    CanGainLevel,
    Unaided,
    Pursuer(Limits),
    Thrown(FilterRef),
    Fought,
    GetsAway,
    Count(Counted, Limits),
    /// The top discard is one of these cards.
    DiscardTop(DeckSide, FilterRef),
    HasChangedGender,
    HasDied,
    /// The monster with this text, one of these cards, has joined a running fight.
    WanderedIn(FilterRef),
}

/// A range of numbers, including both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lowest number.
    pub low: i16,
    /// Highest number.
    pub high: i16,
}

impl Limits {
    /// Whether `number` is in the range.
    #[inline]
    pub(crate) fn hold(self, number: i16) -> bool {
        self.low <= number && number <= self.high
    }
}

/// A reference to an Item filter: an index into `Deck::filters`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilterRef(pub u16);

impl FilterRef {
    /// The filter for all cards, Items or not.
    pub(crate) const EVERY_CARD: FilterRef = FilterRef(1);
}

/// A compiled effect; see `language::Effect` for the meaning.
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
        filter: FilterRef,
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
        as_drawn: bool,
    },
    Exchange {
        side: DeckSide,
        count: u8,
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
        from_right: bool,
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
        alone: bool,
    },
    /// An index into `Deck::removals`.
    RemoveMonster(u16),
    /// An index into `Deck::removals`.
    RemoveAll(u16),
    CopyMonster,
    TwinFlee(i8),
    SendMonster(u16),
    AddMonster,
    ReplaceMonster(u16),
    DismissHelper,
    /// For a reward, or for nothing.
    CompelHelp(Option<Reward>),
    Escape,
    EscapeAll,
    Reroll,
    RollAnyway,
    SetRoll,
    FleeBonus(i8),
    RollBonus(i8),
    CancelCurse {
        /// An index into `Deck::curse_types`.
        curses: u8,
    },
    RedirectCurse {
        to: Who,
        /// An index into `Deck::curse_types`.
        curses: u8,
    },
    CancelBadStuff,
    LiftCurse {
        /// An index into `Deck::curse_types`.
        curses: u8,
    },
    ChangeGender,
    Leave {
        treasure: bool,
        pays: u8,
    },
    /// Effects if all Items are not worth enough.
    LoseAsMuch(Program),
    EscapeThis,
    DefeatThis,
    LoseCards {
        count: CountOrAll,
        by: Chooser,
    },
    Suffer {
        side: DeckSide,
        cards: FilterRef,
        which: Which,
    },
    LootRoom,
    TakeWinningItem,
    TakeOver,
    /// An index into `Deck::afflictions`.
    Afflict(u16),
    Give {
        to: Who,
        count: CountOrAll,
    },
    ExchangeHands(Who),
    RevealHand,
    OpenDoor,
}
