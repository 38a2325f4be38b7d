//! What cards proved to be worth beyond their texts, by their properties.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::appraiser::Appraiser;
use super::purpose::Purpose;
use crate::deck::Play;
use crate::deck::compiled::{Card, CondRef};
use crate::deck::language::{Cost, Happening, Side};

/// The figures that `cargo run --release --example proof` writes.
const SHIPPED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/strategies/proof.csv"));

static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(SHIPPED.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the figures are valid")
});

/// The most that was met among the measured cards: bonus, change of the roll to run away, uses that do not use up the card, benefit of a use,
/// triggers by one event.
const MOST_BONUS: i32 = 5;
const MOST_FLEE: i32 = 3;
const MOST_LASTING: i32 = 3;
const MOST_BENEFIT: i32 = 40;
const MOST_TRIGGERS: i32 = 1;

/// The price in Gold Pieces from which a card is dear.
const DEAR: u16 = 1_000;

/// The kinds of cards that were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proven {
    /// An Item that is used up.
    OneShot,
    /// Another Item.
    Item,
    /// An identity or a power.
    Trait,
}

impl Proven {
    /// All of them.
    pub const ALL: [Proven; 3] = [Proven::OneShot, Proven::Item, Proven::Trait];

    /// The kind of a card; `None` if such cards were not measured.
    pub(in crate::strategy) fn of(card: &Card) -> Option<Proven> {
        match card.play {
            Play::Item if card.once => Some(Proven::OneShot),
            Play::Item => Some(Proven::Item),
            Play::Slot | Play::Rank => Some(Proven::Trait),
            _ => None,
        }
    }
}

/// What is counted of a card, and what decides how it proved itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    /// 1 for each card.
    Any,
    /// Its bonus.
    Bonus,
    /// Its change of the roll to run away.
    Flee,
    /// Hands that it takes.
    Hands,
    /// Whether it is Big.
    Big,
    /// Whether it takes a place on the body.
    Slot,
    /// Whether only some players may use it.
    Limited,
    /// Whether it is dear.
    Dear,
    /// Triggers at a kill of its owner.
    Kill,
    /// Triggers at a kill that its owner helped with.
    HelpedKill,
    /// Triggers when a monster catches its owner.
    Caught,
    /// Triggers at the beginning of a turn.
    TurnStart,
    /// Uses that do not use it up.
    Lasting,
    /// The greatest benefit of a use, in tenths of a level.
    Benefit,
    /// Whether it removes a monster.
    Removes,
    /// Whether it escapes a monster or repeats a roll.
    Escapes,
    /// Whether it cancels a Curse or Bad Stuff.
    Cancels,
    /// Whether it strengthens a side of choice.
    EitherSide,
}

impl Property {
    /// All of them.
    pub const ALL: [Property; 18] = [
        Property::Any,
        Property::Bonus,
        Property::Flee,
        Property::Hands,
        Property::Big,
        Property::Slot,
        Property::Limited,
        Property::Dear,
        Property::Kill,
        Property::HelpedKill,
        Property::Caught,
        Property::TurnStart,
        Property::Lasting,
        Property::Benefit,
        Property::Removes,
        Property::Escapes,
        Property::Cancels,
        Property::EitherSide,
    ];
}

/// A line of `strategies/proof.csv`: how much more a card of a kind proved to be worth for each unit of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The kind.
    pub kind: Proven,
    /// The property.
    pub property: Property,
    /// Tenths of a level; negative: less.
    pub tenths: i32,
}

impl Appraiser<'_> {
    /// Tenths of a level that cards with such properties proved to be worth more than by their texts; negative: less.
    pub(super) fn proof(&self, card: &Card, uses: &[Purpose]) -> i32 {
        let Some(kind) = Proven::of(card) else { return 0 };
        let figures = FIGURES.iter().filter(|figure| figure.kind == kind);
        figures.map(|figure| figure.tenths * self.measure(figure.property, card, uses)).sum()
    }

    /// The measure of a property. More than the most that was met counts as that: beyond it, the figures say nothing.
    pub(super) fn measure(&self, property: Property, card: &Card, uses: &[Purpose]) -> i32 {
        let purposes = &uses[card.uses.range()];
        let any = |is_it: fn(Purpose) -> bool| i32::from(purposes.iter().any(|purpose| is_it(*purpose)));
        match property {
            Property::Any => 1,
            Property::Bonus => i32::from(card.bonus).clamp(-MOST_BONUS, MOST_BONUS),
            Property::Flee => i32::from(card.steady_flee).clamp(-MOST_FLEE, MOST_FLEE),
            Property::Hands => card.hands.into(),
            Property::Big => card.big.into(),
            Property::Slot => card.slot.is_some().into(),
            Property::Limited => (card.usable_by != CondRef::ALWAYS).into(),
            Property::Dear => (card.gold >= DEAR).into(),
            Property::Kill => self.triggers(card, Happening::Kill),
            Property::HelpedKill => self.triggers(card, Happening::HelpedKill),
            Property::Caught => self.triggers(card, Happening::Caught),
            Property::TurnStart => self.triggers(card, Happening::TurnStart),
            Property::Lasting => self.lasting_uses(card).min(MOST_LASTING),
            Property::Benefit => purposes.iter().map(benefit).max().unwrap_or(0).clamp(0, MOST_BENEFIT),
            Property::Removes => any(|purpose| purpose == Purpose::Remove),
            Property::Escapes => any(|purpose| purpose == Purpose::Escape),
            Property::Cancels => any(|purpose| purpose == Purpose::Cancel),
            Property::EitherSide => any(|purpose| matches!(purpose, Purpose::Strength { side: Side::Either, .. })),
        }
    }

    fn triggers(&self, card: &Card, when: Happening) -> i32 {
        let triggers = &self.deck.triggers[card.triggers.range()];
        (triggers.iter().filter(|rule| rule.when == when).count() as i32).min(MOST_TRIGGERS)
    }

    /// Number of uses that do not use up the card.
    fn lasting_uses(&self, card: &Card) -> i32 {
        let lasts = |place: &usize| !card.once && self.deck.uses[*place].cost != Some(Cost::ThisCard);
        card.uses.range().filter(lasts).count() as i32
    }
}

fn benefit(purpose: &Purpose) -> i32 {
    if let Purpose::Good(worth) = purpose { i32::from(*worth) } else { 0 }
}
