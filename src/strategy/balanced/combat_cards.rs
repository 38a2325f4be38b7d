//! `CombatCards`: sets of cards that can matter in a combat, computed once per deck and compared with whole hands.

use crate::deck::compiled::{Op, UseRule};
use crate::deck::{Card, Deck, Play};
use crate::ids::{CardSet, WIDEST};
use crate::strategy::worth::{Purpose, Worth, cards};

/// More than any total in a fight; used for amounts that depend on other cards.
// Far beyond the figures of cards, with room for sums of several.
const UNBOUNDED: i16 = i16::MAX / 8;

/// Sets of cards by their possible effects in a combat.
#[derive(Clone, Debug)]
pub(super) struct CombatCards {
    /// Cards that add to the players' side or remove a monster.
    rescuing: CardSet<WIDEST>,
    /// Cards that can reduce the players' margin by at least 1, at least 2 and so on, without Curses.
    hurting: Vec<CardSet<WIDEST>>,
    /// Monsters that the player saves for its last Levels.
    saved: CardSet<WIDEST>,
    /// Cards with a use that removes a monster.
    removing: CardSet<WIDEST>,
    /// Cards with a use that makes the helper leave.
    dismissing: CardSet<WIDEST>,
    /// Cards with a use that copies a monster.
    copying: CardSet<WIDEST>,
    /// Cards with a use that takes levels.
    lowering: CardSet<WIDEST>,
    /// Monsters whose own strength can be at most 0, at most 1 and so on.
    beatable: Vec<CardSet<WIDEST>>,
    /// Monsters whose own strength is always at most 0, at most 1 and so on.
    weak: Vec<CardSet<WIDEST>>,
}

impl CombatCards {
    /// The sets for a deck. `save_level`: highest Level of the monsters that the player saves.
    pub(super) fn of(deck: &Deck, worth: &Worth, save_level: i16) -> CombatCards {
        let hurt: Vec<i16> = deck.cards.iter().map(|card| most_hurt(worth, card, deck.gifts)).collect();
        let least: Vec<i16> = deck.cards.iter().map(|card| least_strength(deck, card)).collect();
        let greatest: Vec<i16> = deck.cards.iter().map(|card| greatest_strength(deck, card)).collect();
        let among = |all: CardSet, fits: &dyn Fn(usize) -> bool| all.iter().filter(|card| fits(card.index())).collect();
        // Unbounded cards are in every set; without them the tables have a row for each strength that a deck knows.
        let most = |numbers: &[i16]| numbers.iter().copied().filter(|&n| n < UNBOUNDED / 2).max().unwrap_or(0).max(0);
        let (curses, monsters) = (deck.masks.curses, deck.masks.monsters);
        CombatCards {
            rescuing: cards(deck, deck.masks.all, |card| rescues(worth, card)),
            // One row more than the strongest card: it has the unbounded ones alone, for all larger needs.
            hurting: (1..=most(&hurt) + 1)
                .map(|much| among(deck.masks.all.without(curses), &|card| hurt[card] >= much))
                .collect(),
            saved: cards(deck, monsters, |card| card.level <= save_level),
            removing: cards(deck, deck.masks.all, |card| worth.purposes(card).iter().any(Purpose::removes)),
            dismissing: cards(deck, deck.masks.all, |card| worth.purposes(card).contains(&Purpose::Dismiss)),
            copying: cards(deck, deck.masks.all, |card| copies(deck, card)),
            lowering: cards(deck, deck.masks.all, |card| worth.takes_levels(card)),
            beatable: (0..=most(&least)).map(|much| among(monsters, &|card| least[card] <= much)).collect(),
            weak: (0..=most(&greatest)).map(|much| among(monsters, &|card| greatest[card] <= much)).collect(),
        }
    }

    /// Cards that add to the players' side or remove a monster.
    #[inline]
    pub(super) fn rescuing<const W: usize>(&self) -> CardSet<W> {
        self.rescuing.narrow()
    }

    /// Cards other than Curses that can reduce the players' margin by this much (at least 1).
    #[inline]
    pub(super) fn hurting<const W: usize>(&self, much: i16) -> CardSet<W> {
        self.hurting[(much.max(1) as usize).min(self.hurting.len()) - 1].narrow()
    }

    /// Monsters that the player saves for its last Levels.
    #[inline]
    pub(super) fn saved<const W: usize>(&self) -> CardSet<W> {
        self.saved.narrow()
    }

    /// Cards with a use that removes a monster.
    #[inline]
    pub(super) fn removing<const W: usize>(&self) -> CardSet<W> {
        self.removing.narrow()
    }

    /// Cards with a use that makes the helper leave.
    #[inline]
    pub(super) fn dismissing<const W: usize>(&self) -> CardSet<W> {
        self.dismissing.narrow()
    }

    /// Cards with a use that copies a monster.
    #[inline]
    pub(super) fn copying<const W: usize>(&self) -> CardSet<W> {
        self.copying.narrow()
    }

    /// Cards with a use that takes levels.
    #[inline]
    pub(super) fn lowering<const W: usize>(&self) -> CardSet<W> {
        self.lowering.narrow()
    }

    /// Monsters whose own strength can be at most `much`; a negative `much` counts as 0.
    #[inline]
    pub(super) fn beatable<const W: usize>(&self, much: i16) -> CardSet<W> {
        self.beatable[(much.max(0) as usize).min(self.beatable.len() - 1)].narrow()
    }

    /// Monsters whose own strength is always at most `much`; none if `much` is negative.
    #[inline]
    pub(super) fn weak<const W: usize>(&self, much: i16) -> CardSet<W> {
        self.weak[(much.max(0) as usize).min(self.weak.len() - 1)].narrow().only_if(much >= 0)
    }
}

/// Whether all uses of a card copy a monster.
fn copies(deck: &Deck, card: &Card) -> bool {
    let uses = &deck.uses[card.uses.range()];
    let copies = |rule: &UseRule| {
        let ops = &deck.ops[usize::from(rule.program.start)..usize::from(rule.program.end)];
        matches!(ops, [Op::CopyMonster])
    };
    !uses.is_empty() && uses.iter().all(copies)
}

fn rescues(worth: &Worth, card: &Card) -> bool {
    let adds = if card.play == Play::Enhancer { -card.bonus } else { card.bonus };
    let combats = card.once || card.play == Play::Enhancer;
    combats && adds > 0 || worth.purposes(card).iter().any(|purpose| purpose.removes() || purpose.adds() > 0)
}

/// Maximum reduction of the players' margin by a card; without limit if it depends on other cards.
fn most_hurt(worth: &Worth, card: &Card, gifts: u16) -> i16 {
    let thrown = match card.play {
        Play::BringMonster => UNBOUNDED,
        Play::Monster => card.level,
        Play::Enhancer => card.bonus.into(),
        _ if card.once || card.play == Play::Item && card.tags & gifts != 0 => card.bonus.into(),
        _ => 0,
    };
    worth.purposes(card).iter().map(Purpose::hurts).fold(thrown, i16::max)
}

/// Minimum strength of a monster by its own text.
fn least_strength(deck: &Deck, card: &Card) -> i16 {
    bound_of_strength(deck, card, i16::min, -UNBOUNDED)
}

/// Maximum strength of a monster by its own text.
fn greatest_strength(deck: &Deck, card: &Card) -> i16 {
    bound_of_strength(deck, card, i16::max, UNBOUNDED)
}

/// A bound of a monster's strength by its own text. `endless` is the bound for modifiers that multiply a count.
fn bound_of_strength(deck: &Deck, card: &Card, further: fn(i16, i16) -> i16, endless: i16) -> i16 {
    let most = deck.adds(card.strength).iter().map(|adds| match further(adds.add, 0) {
        0 => 0,
        _ if adds.each.is_some() => endless,
        add => add,
    });
    most.fold(card.level + card.steady_strength, i16::saturating_add)
}
