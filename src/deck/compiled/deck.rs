//! The compiled deck: flat tables for the engine. Games do not look up strings.

use super::grants::Grants;
use super::masks::{Masks, Rights};
use super::op::{CondRef, Counted, FilterRef, Op, Program, Span, Tally, Test, Traits};
use super::sets::with_sets;
use super::uses::{TriggerRule, UseRule};
use crate::deck::english::Names;
use crate::deck::language::rules::Rules;
use crate::deck::language::{
    CardSpec, DeckSide, Enhanced, FightRule, KindSpec, Lasting, Load, Play, PlayerCounts, Slot, Terms, WornSlot,
};
use crate::ids::{CardId, Seat};
use crate::random::mix;

/// multi-02: maximum number of groups of Items that monsters ignore differently.
pub(crate) const MAX_IGNORED_GROUPS: usize = 8;

/// Maximum number of marks of limited uses, in a game whose card sets have this many words.
// Mark 0 is never set: it is the last mark of uses without a limit, which are never used up.
pub(in crate::deck) const fn max_marks(words: usize) -> usize {
    32 * words - 1
}

/// ally-08: maximum number of cards that companions may carry at the same time, in a game whose card sets have this many words.
// The room in `Loads`.
pub(in crate::deck) const fn max_loads(words: usize) -> usize {
    4 * words
}

with_sets! {
    /// A compiled deck: one set or several sets.
    #[derive(Clone, Debug)]
    pub struct Deck<S> {
        /// The rules.
        pub rules: Rules,
        /// Minimum and maximum number of players.
        pub players: PlayerCounts,
        /// The sets, sorted by id.
        pub sets: Vec<SetInfo>,
        /// J-01: the set whose rules apply, an index into `sets`.
        pub base: usize,
        /// Titles, in stable order.
        pub titles: Vec<Title>,
        /// Physical cards, indexed by `CardId`, followed by the reminders.
        pub cards: Vec<Card>,
        /// For each physical card, a hash of set id, card id and copy number. It does not depend on order, file or name.
        pub stable: Vec<u64>,
        /// Doors and Treasures, in order.
        pub piles: [Vec<CardId>; 2],
        /// Companions that may carry a card by their kind, each with what it carries.
        pub carriers: Vec<(CardId, Load)>,
        /// Traits (identities and powers) as title indices; bit `n` of a trait mask is `traits[n]`.
        pub traits: Vec<u16>,
        /// Tags by name; bit `n` of a tag mask is `tags[n]`.
        pub tags: Vec<String>,
        /// Tags whose monsters may join a fight with a monster of the same tag.
        pub joining: u16,
        /// The joining tags that an enhancer may give to a monster from hand, so that it joins with that enhancer.
        pub bringing: u16,
        /// Tags whose Items may be given to monsters with the same tag, as a mask.
        pub gifts: u16,
        /// Compiled effects.
        pub ops: Vec<Op>,
        /// Compiled conditions; `conditions[0]` always holds.
        pub conditions: Vec<Test>,
        /// Branches of choices.
        pub branches: Vec<(CondRef, Program)>,
        /// Die tables: one program for each of the six numbers.
        pub die_tables: Vec<[Program; 6]>,
        /// Uses of cards.
        pub uses: Vec<UseRule>,
        /// Triggers of cards.
        pub triggers: Vec<TriggerRule>,
        /// Modifiers of cards.
        pub modifiers: Vec<Adds>,
        /// Counts of certain players.
        pub tallies: Vec<Tally>,
        /// Whether a card asks for the gender of a character.
        pub gendered: bool,
        /// For each lasting effect, its reminder for the first seat; those for the other seats follow. A reminder is a card in front of
        /// an affected player. It belongs to no deck and stands for the effect as long as it lasts.
        pub afflictions: Vec<CardId>,
        /// Cards and reminders that make room for one more Item of a slot, each with the slot; several times for more room.
        pub slot_rooms: Vec<(CardId, WornSlot)>,
        /// Cards and reminders that protect from Curses with certain tags, each with these tags as a mask.
        pub wards: Vec<(CardId, u16)>,
        /// Monsters and lasting Curses that make some cards not count, each with the filter for these cards.
        pub ignored: Vec<(CardId, FilterRef)>,
        /// Monsters against which only some players may help, each with the condition for them.
        pub helped_by: Vec<(CardId, CondRef)>,
        /// Monsters on which enhancers count in another way.
        pub enhanced: Vec<(CardId, Enhanced)>,
        /// Monsters, and cards of a player, that silence other cards.
        pub silencing: Vec<(CardId, Silenced)>,
        /// Further Treasures for killing a monster: the monster, the number without condition, and the conditional modifiers.
        pub more_treasures: Vec<(CardId, i16, Span)>,
        /// The marks of limits that apply to each roll to run away.
        pub roll_marks: Vec<u16>,
        /// The marks of limits that apply to each main player and to each helper of a combat, by `Fighter`.
        pub fighter_marks: [Vec<u16>; 2],
        with sets:
        /// Slots with limits, such as the identity slot. Kinds of all sets with the same slot name share a slot.
        pub groups: Vec<Group<S>>,
        /// Powers by kind. Sets with the same term for powers share a kind.
        pub powers: Vec<S>,
        /// Curses by type: one type, or one for each word of the sets for them.
        pub curse_types: Vec<S>,
        /// Items that may be given to companions of a slot, each with these companions. With the carriers at most `max_loads`.
        pub given: Vec<(CardId, S)>,
        /// Monsters that let others join their fight, each with those.
        pub joins: Vec<(CardId, S)>,
        /// For each trait, the cards with the same id and kind in all sets, including its own.
        pub akin: Vec<S>,
        /// multi-02: Items that are used up and that some monsters ignore, in groups: the same monsters ignore all cards of a group.
        pub ignored_groups: Vec<S>,
        /// Item filters.
        pub filters: Vec<Filter<S>>,
        /// Monster removals.
        pub removals: Vec<Removal<S>>,
        /// Rights to use Items.
        pub rights: Rights<S>,
        /// Sets of cards with common properties.
        pub masks: Masks<S>,
    }
}

/// A set of a deck.
#[derive(Clone, Debug)]
pub struct SetInfo {
    /// Short name.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// The terms of the set.
    pub terms: Terms,
    /// The declared kinds of cards.
    pub kinds: Vec<KindSpec>,
    /// The Curses that its cards mean, an index into `Deck::curse_types`.
    pub curses: u8,
    /// The names that the texts of its cards use.
    pub(crate) names: Names,
}

/// A title: data that all copies of a card share. The hot loop does not need it.
#[derive(Clone, Debug)]
pub struct Title {
    /// Id within the set.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Index into `Deck::sets`.
    pub set: u16,
    /// The first copy.
    pub first: CardId,
    /// Number of copies.
    pub copies: u8,
    /// The entry in the deck file.
    pub spec: CardSpec,
}

/// The data of one physical card for the engine: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Card {
    /// Index into `Deck::titles`.
    pub title: u16,
    /// Number of the copy, from 0.
    pub copy: u8,
    /// How the card is played.
    pub play: Play,
    /// Back of the card.
    pub side: DeckSide,
    /// The slot of the card, an index into `Deck::groups`; for a power, its kind, an index into `Deck::powers`.
    pub group: u8,
    /// Monster: printed Level.
    pub level: i16,
    /// Monster: Treasures. Enhancer: change of Treasures.
    pub treasures: i8,
    /// Monster: levels for killing it.
    pub levels: u8,
    /// Strength, see `CardSpec::bonus`.
    pub bonus: i8,
    /// Value in Gold Pieces.
    pub gold: u16,
    /// The slot in which it is worn.
    pub slot: Option<Slot>,
    /// Required hands.
    pub hands: u8,
    /// Big.
    pub big: bool,
    /// Usable only once.
    pub once: bool,
    /// Power: Rank.
    pub rank: u8,
    /// Number of extra places in the slot that lists the card among its `wideners`.
    pub room: u8,
    /// Index of its trait in `Deck::traits`; `Traits::BITS` if it has none.
    pub trait_place: u8,
    /// Tags, as a mask.
    pub tags: u16,
    /// Restrictions on the fight against it.
    pub fight: FightRules,
    /// Condition for pursuing a runner.
    pub pursues: CondRef,
    /// Condition for using it.
    pub usable_by: CondRef,
    /// Sum of the bonus and the unconditional strength modifiers.
    pub steady_strength: i16,
    /// Sum of the unconditional flee modifiers.
    pub steady_flee: i8,
    /// Conditional strength modifiers, in `Deck::modifiers`.
    pub strength: Span,
    /// Conditional flee modifiers, in `Deck::modifiers`.
    pub flee: Span,
    /// Uses, in `Deck::uses`.
    pub uses: Span,
    /// Triggers, in `Deck::triggers`.
    pub triggers: Span,
    /// Bad Stuff.
    pub bad_stuff: Program,
    /// Immediate effects of a Curse.
    pub curse: Program,
    /// How long a Curse or the lasting effect of a reminder stays.
    pub lasts: Option<Lasting>,
    /// Permissions and restrictions.
    pub grants: Grants,
}

// The engine reads cards in no order, so each should cost one cache line.
const _: () = assert!(size_of::<Card>() == 64);

impl Card {
    /// The trait of the card as a mask of one bit, or none.
    #[inline]
    pub fn trait_bit(&self) -> Traits {
        // A shift by the full width stands for no trait and gives no bit.
        1u128.checked_shl(u32::from(self.trait_place)).unwrap_or(0)
    }
}

with_sets! {
    /// The cards of one slot, such as the identity slot.
    #[derive(Clone, Debug)]
    pub struct Group<S> {
        /// Name of the slot.
        pub name: String,
        /// Maximum number of cards that a player may have in it.
        pub limit: u8,
        with sets:
        /// The cards of the slot.
        pub cards: S,
        /// Those of them that count against the limit.
        pub counted: S,
        /// Cards that each make room for one more card of the slot. A player may have only one of them in play.
        pub rooms: S,
        /// Cards beside which a single card of the slot has no disadvantages.
        pub lifters: S,
        /// Cards that make room for `Card::room` more cards of the slot.
        pub wideners: S,
    }
}

impl Adds {
    /// Whether it is a constant without condition.
    #[inline]
    pub(crate) fn steady(&self) -> bool {
        self.each.is_none() && self.condition == CondRef::ALWAYS
    }
}

/// A compiled modifier.
#[derive(Clone, Copy, Debug)]
pub struct Adds {
    /// The number to add.
    pub add: i16,
    /// The count to multiply by.
    pub each: Option<Counted>,
    /// The largest size of the product.
    pub most: i16,
    /// Its condition.
    pub condition: CondRef,
}

/// Cards whose own text does nothing for their player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silenced {
    /// The cards of a slot, an index into `Deck::groups`.
    Slot(u8),
    /// The powers of a kind, an index into `Deck::powers`.
    Powers(u8),
}

/// Restrictions on a fight, as a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightRules(u16);

impl FightRules {
    /// The bit beside those of the rules.
    const IGNORING: u16 = 1 << 15;

    /// Adds a rule.
    pub(crate) fn insert(&mut self, rule: FightRule) {
        self.0 |= 1 << rule as u8;
    }

    /// Whether the set contains the rule.
    #[inline]
    pub fn contains(self, rule: FightRule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }

    /// Notes that some monster ignores some cards.
    pub(crate) fn ignore(&mut self) {
        self.0 |= FightRules::IGNORING;
    }

    /// Whether some monster ignores some cards.
    #[inline]
    pub(crate) fn ignoring(self) -> bool {
        self.0 & FightRules::IGNORING != 0
    }

    /// The union of both sets.
    #[inline]
    pub(crate) fn or(self, other: FightRules) -> FightRules {
        FightRules(self.0 | other.0)
    }
}

with_sets! {
    /// A compiled Item filter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Filter<S> {
        /// Only Items in use (true) or not in use (false).
        pub used: Option<bool>,
        /// Prefers Items in use to carried ones (filters by slot).
        pub used_first: bool,
        /// Only Items with the highest bonus.
        pub best: bool,
        /// Only cards with the highest value in Gold Pieces.
        pub dearest: bool,
        /// Only Items that add the most strength now.
        pub strongest: bool,
        with sets:
        /// The cards whose printed properties match.
        pub cards: S,
        /// The Curses of the slot that the filter names: an effect that takes Items of the slot also takes these Curses.
        pub shed: S,
    }
}

with_sets! {
    /// A compiled monster removal.
    #[derive(Clone, Copy, Debug)]
    pub struct Removal<S> {
        /// Maximum printed Level of the monster.
        pub level_at_most: i16,
        /// Tags, of which the monster needs one; 0 for any monster.
        pub tags: u16,
        /// Whether the players still win its Treasure.
        pub treasure: Option<bool>,
        /// Whether it counts as killed.
        pub killed: bool,
        with sets:
        /// The monsters that it can remove by their printed names.
        pub cards: S,
    }
}

impl<S: Copy> Deck<S> {
    /// The cards that are meant.
    pub(crate) fn silenced(&self, silenced: Silenced) -> S {
        match silenced {
            Silenced::Slot(group) => self.groups[usize::from(group)].cards,
            Silenced::Powers(powers) => self.powers[usize::from(powers)],
        }
    }
}

impl<S> Deck<S> {
    /// Id of the set whose rules apply.
    pub fn base_id(&self) -> &str {
        &self.sets[self.base].id
    }

    /// The pile of each title.
    pub(crate) fn piles(&self) -> Vec<DeckSide> {
        self.titles.iter().map(|title| self.card(title.first).side).collect()
    }

    /// The set of a title.
    pub fn set_of(&self, title: &Title) -> &SetInfo {
        &self.sets[usize::from(title.set)]
    }

    /// The data of a card.
    #[inline]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.index()]
    }

    /// Priority of a card in a shuffle; the lowest priority is on top. It depends only on the key and the card's stable id, so
    /// the removal of a card does not change the order of the others.
    #[inline]
    pub(crate) fn priority(&self, key: u64, card: CardId) -> u64 {
        // The low 16 bits name the card, so that sorted priorities need no table beside them.
        mix(key ^ self.stable[card.index()]) & !0xffff | u64::from(card.0)
    }

    /// Title of a card.
    pub fn title(&self, card: CardId) -> &Title {
        &self.titles[usize::from(self.card(card).title)]
    }

    /// Printed name of a card.
    pub fn name(&self, card: CardId) -> &str {
        &self.title(card).name
    }

    /// The reminder of a lasting effect, an index into `afflictions`, for a seat.
    pub(crate) fn reminder(&self, affliction: u16, seat: Seat) -> CardId {
        CardId(self.afflictions[usize::from(affliction)].0 + u16::from(seat.0))
    }

    /// Modifiers of a span.
    #[inline]
    pub fn adds(&self, span: Span) -> &[Adds] {
        &self.modifiers[span.range()]
    }

    /// Uses of a card.
    #[inline]
    pub(crate) fn uses(&self, card: CardId) -> &[UseRule] {
        &self.uses[self.card(card).uses.range()]
    }

    /// Triggers of a card.
    #[inline]
    pub(crate) fn triggers(&self, card: CardId) -> &[TriggerRule] {
        &self.triggers[self.card(card).triggers.range()]
    }
}
