//! The printed numbers of cards, and decks with one changed number.

use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::file::sets::Sets;
use crate::deck::language::fields::{allowed, sort_of};
use crate::deck::language::ranged::OutOfRange;
use crate::deck::language::{Bonus, CardSpec, Copies, Gold, Hands, Level, Levels, Play, Rank, Slot, Treasures};

/// A numeric field of the card language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Number of copies in the set.
    Copies,
    /// Printed Level of a monster.
    Level,
    /// Treasures of a monster; for an enhancer, the change.
    Treasures,
    /// Levels for killing a monster.
    Levels,
    /// Strength.
    Bonus,
    /// Required hands of an Item.
    Hands,
    /// Gold Pieces.
    Gold,
    /// Rank of a power.
    Rank,
}

impl Number {
    /// All numbers.
    pub const ALL: [Number; 8] = [
        Number::Copies,
        Number::Level,
        Number::Treasures,
        Number::Levels,
        Number::Bonus,
        Number::Hands,
        Number::Gold,
        Number::Rank,
    ];

    /// The name of the field in deck files.
    pub fn word(self) -> &'static str {
        match self {
            Number::Copies => "copies",
            Number::Level => "level",
            Number::Treasures => "treasures",
            Number::Levels => "levels",
            Number::Bonus => "bonus",
            Number::Hands => "hands",
            Number::Gold => "gold",
            Number::Rank => "rank",
        }
    }

    /// The range on a card with this play, both ends included.
    pub fn range(self, play: Play) -> (i32, i32) {
        match self {
            Number::Copies => (Copies::LOW, Copies::HIGH),
            Number::Level => (Level::LOW, Level::HIGH),
            Number::Treasures if play == Play::Monster => (0, Treasures::HIGH),
            Number::Treasures => (Treasures::LOW, Treasures::HIGH),
            Number::Levels => (Levels::LOW, Levels::HIGH),
            Number::Bonus => (Bonus::LOW, Bonus::HIGH),
            Number::Hands => (Hands::LOW, Hands::HIGH),
            Number::Gold => (Gold::LOW, Gold::HIGH),
            Number::Rank => (Rank::LOW, Rank::HIGH),
        }
    }

    /// The number in the card's entry, if present.
    pub(in crate::deck) fn given(self, spec: &CardSpec) -> Option<i32> {
        match self {
            Number::Copies => Some(spec.copies.into()),
            Number::Level => spec.level.map(Into::into),
            Number::Treasures => spec.treasures.map(Into::into),
            Number::Levels => spec.levels.map(Into::into),
            Number::Bonus => spec.bonus.map(Into::into),
            Number::Hands => spec.hands.map(Into::into),
            Number::Gold => spec.gold.map(Into::into),
            Number::Rank => spec.rank.map(Into::into),
        }
    }

    /// The number of a card: the one in its entry, or the default.
    pub fn of(self, spec: &CardSpec) -> i32 {
        let unsaid = match self {
            Number::Levels | Number::Hands => 1,
            _ => 0,
        };
        self.given(spec).unwrap_or(unsaid)
    }

    /// Changes the number of a card.
    fn put(self, spec: &mut CardSpec, number: i64) -> Result<(), OutOfRange> {
        fn set<N: TryFrom<i64>>(field: &mut Option<N>, number: i64) -> Result<(), N::Error> {
            N::try_from(number).map(|number| *field = Some(number))
        }
        match self {
            Number::Copies => Copies::try_from(number).map(|copies| spec.copies = copies),
            Number::Level => set(&mut spec.level, number),
            Number::Treasures => set(&mut spec.treasures, number),
            Number::Levels => set(&mut spec.levels, number),
            Number::Bonus => set(&mut spec.bonus, number),
            Number::Hands => set(&mut spec.hands, number),
            Number::Gold => set(&mut spec.gold, number),
            Number::Rank => set(&mut spec.rank, number),
        }
    }

    /// Whether a card may have this number.
    fn belongs_to(self, spec: &CardSpec) -> bool {
        match self {
            Number::Copies => true,
            Number::Hands => spec.slot == Some(Slot::Hand),
            _ => allowed(spec).contains(&self.word()),
        }
    }

    /// The number with this name, for a card.
    ///
    /// # Errors
    /// If the card cannot have such a number. The error lists its numbers.
    pub fn find(word: &str, spec: &CardSpec) -> Result<Number, DeckError> {
        let own = || Number::ALL.into_iter().filter(|number| number.belongs_to(spec));
        own().find(|number| number.word() == word).ok_or_else(|| {
            let near = did_you_mean(word, own().map(Number::word)).map_or(String::new(), |near| near + "\n");
            let words: Vec<String> = own().map(|number| format!("`{}`", number.word())).collect();
            let message = format!("unknown number `{word}` of {}, {}", spec.name, sort_of(spec));
            DeckError::plain(message, Some(format!("{near}expected one of {}", words.join(", "))))
        })
    }
}

impl Sets {
    /// The same sets with another number on one title.
    ///
    /// # Errors
    /// If the number is out of range.
    pub fn with_number(&self, set: &str, card: &str, field: Number, number: i32) -> Result<Sets, DeckError> {
        let mut sets = self.clone();
        for spec in sets.cards_of(set).filter(|spec| spec.id == card) {
            field.put(spec, number.into()).map_err(|error| {
                let (card, field) = (Some(card.to_owned()), Some(field.word().to_owned()));
                DeckError(vec![Problem { message: error.to_string(), card, field, ..Problem::default() }])
            })?;
        }
        Ok(sets)
    }
}
