//! `Arms`: which cards could matter in a combat, as sets to look through whole hands with, worked out once for a deck.

use super::super::worth::{Purpose, Worth, cards};
use crate::deck::{Card, Deck, Play};
use crate::ids::{CardSet, WIDEST};

/// More than anything in a fight adds up to, for what is up to other cards.
const ENDLESS: i16 = i16::MAX / 8;

/// Sets of cards by what they could do in a combat.
#[derive(Clone, Debug)]
pub(super) struct Arms {
    /// Cards that add to the players' side or take a monster out.
    rescuing: CardSet<WIDEST>,
    /// Cards that could take 1 or more from the players' margin, 2 or more and so on; no Curses.
    hurting: Vec<CardSet<WIDEST>>,
    /// Monsters that could add up to 0 or less by themselves, to 1 or less and so on.
    beatable: Vec<CardSet<WIDEST>>,
    /// Monsters that cannot add up to more than 0 by themselves, to more than 1 and so on.
    weak: Vec<CardSet<WIDEST>>,
}

impl Arms {
    /// The possible effects of the cards of a deck.
    pub(super) fn of<const W: usize>(deck: &Deck<W>, worth: &Worth) -> Arms {
        let hurt: Vec<i16> = deck.cards.iter().map(|card| most_hurt(worth, card, deck.gifts)).collect();
        let least: Vec<i16> = deck.cards.iter().map(|card| least_strength(deck, card)).collect();
        let greatest: Vec<i16> = deck.cards.iter().map(|card| greatest_strength(deck, card)).collect();
        let among =
            |all: CardSet<W>, fits: &dyn Fn(usize) -> bool| all.iter().filter(|card| fits(card.index())).collect();
        let most = |numbers: &[i16]| numbers.iter().copied().filter(|&n| n < ENDLESS / 2).max().unwrap_or(0).max(0);
        let (curses, monsters) = (deck.masks.curses, deck.masks.monsters);
        Arms {
            rescuing: cards(deck, deck.masks.all, |card| rescues(worth, card)),
            hurting: (1..=most(&hurt) + 1)
                .map(|much| among(deck.masks.all.without(curses), &|card| hurt[card] >= much))
                .collect(),
            beatable: (0..=most(&least)).map(|much| among(monsters, &|card| least[card] <= much)).collect(),
            weak: (0..=most(&greatest)).map(|much| among(monsters, &|card| greatest[card] <= much)).collect(),
        }
    }

    /// Cards that add to the players' side or take a monster out.
    #[inline]
    pub(super) fn rescuing<const W: usize>(&self) -> CardSet<W> {
        self.rescuing.narrow()
    }

    /// Cards but Curses that could take so much, 1 at least, from the players' margin.
    #[inline]
    pub(super) fn hurting<const W: usize>(&self, much: i16) -> CardSet<W> {
        self.hurting[(much.max(1) as usize).min(self.hurting.len()) - 1].narrow()
    }

    /// Monsters that could add up to so much or less by themselves; with less than 0, to 0.
    #[inline]
    pub(super) fn beatable<const W: usize>(&self, much: i16) -> CardSet<W> {
        self.beatable[(much.max(0) as usize).min(self.beatable.len() - 1)].narrow()
    }

    /// Monsters that cannot add up to more than that by themselves; with less than 0, none.
    #[inline]
    pub(super) fn weak<const W: usize>(&self, much: i16) -> CardSet<W> {
        self.weak[(much.max(0) as usize).min(self.weak.len() - 1)].narrow().only_if(much >= 0)
    }
}

fn rescues(worth: &Worth, card: &Card) -> bool {
    let adds = if card.play == Play::Enhancer { -card.bonus } else { card.bonus };
    let combats = card.once || card.play == Play::Enhancer;
    combats && adds > 0 || worth.purposes(card).iter().any(|purpose| purpose.removes() || purpose.adds() > 0)
}

/// The most that a card could take from the players' margin; without bound if that is up to other cards.
fn most_hurt(worth: &Worth, card: &Card, gifts: u16) -> i16 {
    let thrown = match card.play {
        Play::BringMonster => ENDLESS,
        Play::Monster => card.level,
        Play::Enhancer => card.bonus,
        _ if card.once || card.play == Play::Item && card.tags & gifts != 0 => card.bonus,
        _ => 0,
    };
    worth.purposes(card).iter().map(Purpose::hurts).fold(thrown, i16::max)
}

/// The least that a monster can add up to by its own text.
fn least_strength<const W: usize>(deck: &Deck<W>, card: &Card) -> i16 {
    bound_of_strength(deck, card, i16::min, -ENDLESS)
}

/// The most that a monster can add up to by its own text.
fn greatest_strength<const W: usize>(deck: &Deck<W>, card: &Card) -> i16 {
    bound_of_strength(deck, card, i16::max, ENDLESS)
}

/// A bound of what a monster can add up to by its own text; `endless` for what is added for each of something.
fn bound_of_strength<const W: usize>(deck: &Deck<W>, card: &Card, further: fn(i16, i16) -> i16, endless: i16) -> i16 {
    let most = deck.adds(card.strength).iter().map(|adds| match further(adds.add, 0) {
        0 => 0,
        _ if adds.each.is_some() => endless,
        add => add,
    });
    most.fold(card.level + card.steady_strength, i16::saturating_add)
}
