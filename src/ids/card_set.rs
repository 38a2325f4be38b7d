//! `CardId` and `CardSet`: one bit per physical card.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One physical card (a copy, not a title): its index in the stable order of the deck, `0..cards`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(pub u16);

impl CardId {
    /// The value for "no card".
    pub(crate) const NONE: CardId = CardId(u16::MAX);

    /// The id as an index into per-card tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is a card, not `NONE`.
    #[inline]
    pub fn is_some(self) -> bool {
        self != CardId::NONE
    }
}

/// Number of words in a set for any deck.
// 1,024 cards: all shipped sets at one table have 972.
pub const WIDEST: usize = 16;
/// Number of words in a set for decks of up to 192 cards, such as one set.
pub const NARROW: usize = 3;
/// Number of words in a set for decks of up to 384 cards, such as two sets at one table.
pub const MEDIUM: usize = 6;

/// Number of words in the sets of a game with this many cards.
pub(crate) fn words_for(cards: usize) -> usize {
    match cards {
        few if few <= CardSet::<NARROW>::CAPACITY => NARROW,
        some if some <= CardSet::<MEDIUM>::CAPACITY => MEDIUM,
        _ => WIDEST,
    }
}

/// Evaluates an expression with a constant: the number of words in the sets of a game with this many cards.
macro_rules! by_width {
    ($cards:expr, $width:ident => $value:expr) => {{
        use $crate::ids::{MEDIUM, NARROW, WIDEST, words_for};
        match words_for($cards) {
            NARROW => {
                const $width: usize = NARROW;
                $value
            }
            MEDIUM => {
                const $width: usize = MEDIUM;
                $value
            }
            _ => {
                const $width: usize = WIDEST;
                $value
            }
        }
    }};
}
pub(crate) use by_width;

/// A set of cards as `W` words of 64 bits, for up to `64 * W` cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardSet<const W: usize = WIDEST>([u64; W]);

impl<const W: usize> Default for CardSet<W> {
    fn default() -> Self {
        CardSet::EMPTY
    }
}

impl<const W: usize> CardSet<W> {
    /// The empty set.
    pub const EMPTY: CardSet<W> = CardSet([0; W]);
    /// Maximum number of cards.
    pub const CAPACITY: usize = 64 * W;

    /// The set of this card alone.
    #[inline]
    pub fn one(card: CardId) -> Self {
        let mut set = Self::EMPTY;
        set.insert(card);
        set
    }

    /// Adds `card`.
    #[inline]
    pub(crate) fn insert(&mut self, card: CardId) {
        self.0[card.index() / 64] |= 1 << (card.index() % 64);
    }

    /// Removes `card`.
    #[inline]
    pub fn remove(&mut self, card: CardId) {
        self.0[card.index() / 64] &= !(1 << (card.index() % 64));
    }

    /// Whether the set contains `card`. No set contains `CardId::NONE`.
    #[inline]
    pub fn contains(&self, card: CardId) -> bool {
        self.0.get(card.index() / 64).is_some_and(|word| word >> (card.index() % 64) & 1 == 1)
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        // All words are read: for so few words, the branches of an early exit cost more than they save.
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// Whether the two sets have a card in common.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..W).fold(0, |any, w| any | self.0[w] & other.0[w]) != 0
    }

    /// Number of cards in the set.
    #[inline(never)]
    pub fn len(&self) -> usize {
        self.0.iter().fold(0, |cards, word| cards + word.count_ones() as usize)
    }

    /// Whether the set contains more than one card.
    #[inline]
    pub(crate) fn holds_several(&self) -> bool {
        let (_, more) = self.0.iter().fold((0, 0), |(some, more), &word| {
            // Clears the lowest bit of the first word with a card; a bit that remains is a second card. No word is
            // counted.
            let spare = if some == 0 { word & word.wrapping_sub(1) } else { word };
            (some | word, more | spare)
        });
        more != 0
    }

    /// The cards of this set that are not in `other`.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The cards of this set that satisfy `test`.
    #[inline]
    pub(crate) fn filter(self, mut test: impl FnMut(CardId) -> bool) -> Self {
        let mut kept = Self::EMPTY;
        for card in self.iter() {
            if test(card) {
                kept.insert(card);
            }
        }
        kept
    }

    /// This set if `holds`, otherwise the empty set. It is branchless, because the processor could not predict a
    /// branch.
    #[inline]
    pub(crate) fn only_if(self, holds: bool) -> Self {
        self & CardSet([u64::from(holds).wrapping_neg(); W])
    }

    /// The card with the lowest id.
    #[inline]
    pub(crate) fn first(&self) -> Option<CardId> {
        self.iter().next()
    }

    /// The `n`-th card in id order, counted from 0.
    pub fn nth(&self, n: usize) -> Option<CardId> {
        self.iter().nth(n)
    }

    /// The same cards as a set of the widest type.
    pub fn widened(&self) -> CardSet {
        const { assert!(W <= WIDEST) };
        let mut words = [0; WIDEST];
        words[..W].copy_from_slice(&self.0);
        CardSet(words)
    }

    /// The cards in id order.
    #[inline]
    pub fn iter(&self) -> Cards<W> {
        let filled = (0..W).fold(0, |filled, w| filled | u32::from(self.0[w] != 0) << w);
        Cards { words: self.0, filled }
    }
}

impl CardSet<WIDEST> {
    /// The set as bytes, without zeros at the end.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1));
        bytes
    }

    /// The set of these bytes; those beyond the capacity are ignored.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        let mut set = CardSet::EMPTY;
        for (word, bytes) in set.0.iter_mut().zip(bytes.chunks(8)) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(whole);
        }
        set
    }

    /// The same cards as a set with fewer words, which must suffice.
    #[inline]
    pub(crate) fn narrow<const W: usize>(&self) -> CardSet<W> {
        const { assert!(W <= WIDEST) };
        let mut words = [0; W];
        words.copy_from_slice(&self.0[..W]);
        CardSet(words)
    }
}

impl<const W: usize> FromIterator<CardId> for CardSet<W> {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl<const W: usize> IntoIterator for CardSet<W> {
    type Item = CardId;
    type IntoIter = Cards<W>;
    #[inline]
    fn into_iter(self) -> Cards<W> {
        self.iter()
    }
}

/// Iterator over the cards of a set in id order. The only branch is the check for the end of the set; empty words are
/// skipped by arithmetic.
#[derive(Clone, Debug)]
pub struct Cards<const W: usize> {
    words: [u64; W],
    /// One bit for each word that is not empty.
    filled: u32,
}

impl<const W: usize> Iterator for Cards<W> {
    type Item = CardId;

    #[inline]
    fn next(&mut self) -> Option<CardId> {
        let at = self.filled.trailing_zeros();
        let word = self.words.get_mut(at as usize)?;
        let place = word.trailing_zeros();
        // The word is not empty, so the subtraction cannot underflow: it clears the bit that was just read.
        *word &= *word - 1;
        self.filled &= !(u32::from(*word == 0) << at);
        Some(CardId((at * 64 + place) as u16))
    }
}

macro_rules! bitwise {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl<const W: usize> $trait for CardSet<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for w in 0..W {
                    self.0[w] $op other.0[w];
                }
                self
            }
        }
        impl<const W: usize> $assign_trait for CardSet<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                for w in 0..W {
                    self.0[w] $op other.0[w];
                }
            }
        }
    };
}
bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> Not for CardSet<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_bytes().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|bytes: Vec<u8>| CardSet::of_bytes(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_sets_of_each_width_support_the_set_operations() {
        set_operations::<3>();
        set_operations::<6>();
        set_operations::<16>();
    }

    fn set_operations<const W: usize>() {
        let cards = [CardId(0), CardId(63), CardId(64), CardId(167)];
        let set: CardSet<W> = cards.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cards);
        assert_eq!(set.len(), 4);
        assert_eq!(set.nth(2), Some(CardId(64)));
        assert!(set.contains(CardId(63)) && !set.contains(CardId(1)));
        let less = set.without(CardSet::one(CardId(63)));
        assert_eq!(less.len(), 3);
        assert!(less.meets(&set) && !CardSet::one(CardId(63)).meets(&less));
        assert!(set.only_if(true) == set && set.only_if(false).is_empty());
        assert!(CardSet::<W>::EMPTY.is_empty());
        assert_eq!(CardSet::<W>::CAPACITY, 64 * W);
        let last = CardId(CardSet::<W>::CAPACITY as u16 - 1);
        assert_eq!((CardSet::<W>::one(last) | set).iter().last(), Some(last));
    }
}
