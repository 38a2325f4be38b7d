//! The compiled deck: flat tables that the engine reads, with no string looked up while a game runs.

use super::language::{
    CardSpec, Chooser, Count, DeckSide, FightRule, HowMany, Kind, Lasting, LevelMark, Players, Side, Slot, Terms, Who,
};
use super::rules::Rules;
use crate::ids::{CardId, CardSet};

pub use super::grants::Grants;
pub use super::masks::{Masks, Rights};
pub use super::uses::{Limit, TriggerRule, UseRule, Windows};

/// A deck ready to play: one set, or several merged.
#[derive(Clone, Debug)]
pub struct Deck<const W: usize> {
    /// The switches in force.
    pub rules: Rules,
    /// Fewest and most players.
    pub players: Players,
    /// The sets it was made from, by id.
    pub sets: Vec<SetInfo>,
    /// J-01: the set whose rules hold, an index into `sets`.
    pub base: usize,
    /// One entry a title, in stable order.
    pub titles: Vec<Title>,
    /// One entry a physical card, indexed by `CardId`.
    pub cards: Vec<Card>,
    /// Of each physical card a hash of set id, card id and copy number: never of order, file or display name.
    pub stable: Vec<u64>,
    /// Cards by their backs in order, Doors and Treasures.
    pub piles: [Vec<CardId>; 2],
    /// Identity slots: sets whose term for identity is the same word share one.
    pub groups: Vec<Group<W>>,
    /// Powers by kind: sets whose term for power is the same word share one.
    pub powers: Vec<CardSet<W>>,
    /// Traits (identities and powers), named by title; bit `n` of a trait mask is `traits[n]`.
    pub traits: Vec<u16>,
    /// Of each trait those of the same id and kind in any set, itself among them.
    pub akin: Vec<u64>,
    /// Tags by name; bit `n` of a tag mask is `tags[n]`.
    pub tags: Vec<String>,
    /// Tags whose monsters join a fight that holds one of them.
    pub joining: u16,
    /// Effects, flattened.
    pub ops: Vec<Op>,
    /// Tests, flattened; `conditions[0]` always holds.
    pub conditions: Vec<Test>,
    /// Branches of choices.
    pub branches: Vec<(CondRef, Program)>,
    /// Die tables: what each of the six numbers does.
    pub die_tables: Vec<[Program; 6]>,
    /// Uses of cards.
    pub uses: Vec<UseRule>,
    /// Triggers of cards.
    pub triggers: Vec<TriggerRule>,
    /// Modifiers of cards.
    pub modifiers: Vec<Adds>,
    /// Item filters.
    pub filters: Vec<Filter<W>>,
    /// Monster removals.
    pub removals: Vec<Removal>,
    /// Who may use which Items.
    pub rights: Rights<W>,
    /// Which cards are what.
    pub masks: Masks<W>,
}

/// A set that went into a deck.
#[derive(Clone, Debug)]
pub struct SetInfo {
    /// Short name.
    pub id: String,
    /// Name in print.
    pub name: String,
    /// The set's own words.
    pub terms: Terms,
}

/// A title: what all copies of a card share outside the hot loop.
#[derive(Clone, Debug)]
pub struct Title {
    /// Id inside its set.
    pub id: String,
    /// Name in print.
    pub name: String,
    /// Index into `Deck::sets`.
    pub set: u16,
    /// Its first copy.
    pub first: CardId,
    /// How many copies.
    pub copies: u8,
    /// The entry in the deck file.
    pub spec: CardSpec,
}

/// What the engine needs of one physical card: as much as the processor fetches at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Card {
    /// Index into `Deck::titles`.
    pub title: u16,
    /// Which copy, from 0.
    pub copy: u8,
    /// Sort of card.
    pub kind: Kind,
    /// Its back.
    pub side: DeckSide,
    /// Identity slot, an index into `Deck::groups` (identities and multi-identity cards).
    pub group: u8,
    /// Monster: printed Level.
    pub level: i16,
    /// Monster: Treasures. Enhancer: change of Treasures.
    pub treasures: i8,
    /// Monster: levels for killing it.
    pub levels: u8,
    /// Strength, see `CardSpec::bonus`.
    pub bonus: i16,
    /// Value in Gold Pieces.
    pub gold: u16,
    /// Where it is worn.
    pub slot: Option<Slot>,
    /// Hands it needs.
    pub hands: u8,
    /// Big.
    pub big: bool,
    /// Usable once only.
    pub once: bool,
    /// Power: Rank.
    pub rank: u8,
    /// Place in `Deck::traits` of the trait it gives, 64 if it gives none.
    pub trait_place: u8,
    /// Its tags, one bit each.
    pub tags: u16,
    /// How it must be fought.
    pub fight: FightRules,
    /// Whom it runs after.
    pub pursues: CondRef,
    /// Who may use it.
    pub usable_by: CondRef,
    /// Bonus and strength modifiers that always hold, added up.
    pub steady_strength: i16,
    /// Flee modifiers that always hold, added up.
    pub steady_flee: i8,
    /// Strength modifiers that depend on something, in `Deck::modifiers`.
    pub strength: Span,
    /// Flee modifiers that depend on something, in `Deck::modifiers`.
    pub flee: Span,
    /// Uses, in `Deck::uses`.
    pub uses: Span,
    /// Triggers, in `Deck::triggers`.
    pub triggers: Span,
    /// Bad Stuff.
    pub bad_stuff: Program,
    /// What a Curse does at once.
    pub curse: Program,
    /// How long a Curse stays.
    pub lasts: Option<Lasting>,
    /// Standing rights and burdens.
    pub grants: Grants,
}

const _: () = assert!(size_of::<Card>() == 64);

impl Card {
    /// The trait it gives, one bit or none.
    #[inline]
    pub fn trait_bit(&self) -> u64 {
        1u64.checked_shl(u32::from(self.trait_place)).unwrap_or(0)
    }
}

/// The cards of one identity slot.
#[derive(Clone, Debug)]
pub struct Group<const W: usize> {
    /// What the slot is called.
    pub name: String,
    /// Its identity cards.
    pub identities: CardSet<W>,
    /// Cards that allow a second one.
    pub multi: CardSet<W>,
}

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
    FighterHas(u64),
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
    Has(u64),
    /// Has none of these traits.
    Lacks(u64),
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
    /// A monster of the fight has one of these tags.
    Tag(u16),
    Monsters(Limits),
    Helped,
    ForTheWin,
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
    /// Whether `number` lies within.
    #[inline]
    pub fn hold(self, number: i16) -> bool {
        self.low <= number && number <= self.high
    }
}

impl Adds {
    /// Whether it always holds and depends on nothing.
    #[inline]
    pub fn steady(&self) -> bool {
        self.each.is_none() && self.condition == CondRef::ALWAYS
    }
}

/// A compiled modifier.
#[derive(Clone, Copy, Debug)]
pub struct Adds {
    /// What is added.
    pub add: i16,
    /// For each of these.
    pub each: Option<Counted>,
    /// While this holds.
    pub condition: CondRef,
}

/// How a fight must be fought, one bit a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightRules(u8);

impl FightRules {
    /// Adds a rule.
    pub fn insert(&mut self, rule: FightRule) {
        self.0 |= 1 << rule as u8;
    }

    /// Whether the rule holds.
    #[inline]
    pub fn contains(self, rule: FightRule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }

    /// Rules of either.
    #[inline]
    pub fn or(self, other: FightRules) -> FightRules {
        FightRules(self.0 | other.0)
    }
}

/// An Item filter, an index into `Deck::filters`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilterRef(pub u16);

/// A compiled Item filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter<const W: usize> {
    /// The Items it lets through by what is printed on them.
    pub cards: CardSet<W>,
    /// Only used (true) or unused (false) ones.
    pub used: Option<bool>,
    /// Used ones before carried ones (filters by slot).
    pub used_first: bool,
    /// Only those with the highest bonus.
    pub best: bool,
}

/// A compiled monster removal.
#[derive(Clone, Copy, Debug)]
pub struct Removal {
    /// Highest printed Level it can remove.
    pub level_at_most: i16,
    /// Tags it needs one of; none needed if 0.
    pub tags: u16,
    /// Whether Treasure is still won.
    pub treasure: Option<bool>,
}

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
    Escape,
    EscapeAll,
    Reroll,
    SetRoll,
    FleeBonus(i8),
    CancelCurse,
    LiftCurse,
}

impl<const W: usize> Deck<W> {
    /// Places for the marks of limited uses.
    pub const MOST_MARKS: usize = 32 * W - 1;

    /// Id of the set whose rules hold.
    pub fn base_id(&self) -> &str {
        &self.sets[self.base].id
    }

    /// The set that a title is of.
    pub fn set_of(&self, title: &Title) -> &SetInfo {
        &self.sets[usize::from(title.set)]
    }

    /// What is known of a card.
    #[inline]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.index()]
    }

    /// Title of a card.
    pub fn title(&self, card: CardId) -> &Title {
        &self.titles[usize::from(self.card(card).title)]
    }

    /// Printed name of a card.
    pub fn name(&self, card: CardId) -> &str {
        &self.title(card).name
    }

    /// Modifiers of a span.
    #[inline]
    pub fn adds(&self, span: Span) -> &[Adds] {
        &self.modifiers[span.range()]
    }

    /// Uses of a card.
    #[inline]
    pub fn uses(&self, card: CardId) -> &[UseRule] {
        &self.uses[self.card(card).uses.range()]
    }

    /// Triggers of a card.
    #[inline]
    pub fn triggers(&self, card: CardId) -> &[TriggerRule] {
        &self.triggers[self.card(card).triggers.range()]
    }
}
