//! Optional plays: the cards that each strategy held and played, and how often it made each of their uses.

use serde::{Deserialize, Serialize};

use std::ops::Range;

use super::sums::add_all;
use crate::deck::Deck;
use crate::deck::compiled::Title;
use crate::ids::CardSet;

/// The optional plays of all strategies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayTally {
    cards: usize,
    uses: usize,
    /// Whether a strategy held each card, in hand or in play, in rows of strategy x card.
    held: Vec<bool>,
    /// Whether a strategy played each card, in the same rows.
    played: Vec<bool>,
    /// How often a strategy made each use of the deck, in rows of strategy x use.
    made: Vec<u64>,
}

/// An optional play of a card that is recorded during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionalPlay {
    /// The use of the card with this index.
    Use(u8),
    /// A one-shot, played for its bonus.
    Thrown,
}

/// What some strategies did with a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TitlePlays {
    /// Whether one of them held a copy.
    pub held: bool,
    /// Whether one of them played a copy: put it into play, played or fought it from hand, or made one of its uses.
    pub played: bool,
    /// Number of uses of the title.
    pub uses: usize,
    /// Number of these that none of them made.
    pub unmade: usize,
}

impl PlayTally {
    /// No plays in a deck with this number of cards and uses.
    pub(crate) fn new(strategies: usize, cards: usize, uses: usize) -> PlayTally {
        let none = || vec![false; strategies * cards];
        PlayTally { cards, uses, held: none(), played: none(), made: vec![0; strategies * uses] }
    }

    /// Counts a use of the deck, by its index.
    #[inline]
    pub(crate) fn make(&mut self, strategy: usize, rule: usize) {
        self.made[strategy * self.uses + rule] += 1;
    }

    /// What these strategies did with a title.
    pub(crate) fn of(&self, deck: &Deck, title: &Title, strategies: &Range<usize>) -> TitlePlays {
        let first = title.first.index();
        let copies = first..first + usize::from(title.copies);
        let any = |of: &[bool]| {
            strategies.clone().any(|strategy| copies.clone().any(|card| of[strategy * self.cards + card]))
        };
        let uses = deck.card(title.first).uses.range();
        let never = |rule: &usize| strategies.clone().all(|strategy| self.made[strategy * self.uses + rule] == 0);
        let unmade = uses.clone().filter(never).count();
        // A use of a card in play is a play as well, although the card may stay.
        TitlePlays { held: any(&self.held), played: any(&self.played) || unmade < uses.len(), uses: uses.len(), unmade }
    }

    /// Adds the plays of another worker.
    pub(crate) fn merge(&mut self, other: &PlayTally) {
        let join =
            |ours: &mut [bool], theirs: &[bool]| ours.iter_mut().zip(theirs).for_each(|(one, other)| *one |= other);
        join(&mut self.held, &other.held);
        join(&mut self.played, &other.played);
        add_all(&mut self.made, &other.made);
    }
}

/// The plays of a worker that have not been added to its tally yet, by strategy.
#[derive(Clone, Debug)]
pub(crate) struct Plays<const W: usize> {
    held: Vec<CardSet<W>>,
    played: Vec<CardSet<W>>,
}

impl<const W: usize> Plays<W> {
    /// No plays of this number of strategies.
    pub(crate) fn new(strategies: usize) -> Plays<W> {
        let none = || vec![CardSet::EMPTY; strategies];
        Plays { held: none(), played: none() }
    }

    /// Adds the cards that a seat of a strategy held and played in a game.
    #[inline]
    pub(crate) fn add(&mut self, strategy: usize, held: CardSet<W>, played: CardSet<W>) {
        self.held[strategy] |= held;
        self.played[strategy] |= played;
    }

    /// Adds the plays to a tally.
    pub(crate) fn close(&self, tally: &mut PlayTally) {
        for (strategy, (held, played)) in self.held.iter().zip(&self.played).enumerate() {
            let row = strategy * tally.cards;
            held.iter().for_each(|card| tally.held[row + card.index()] = true);
            played.iter().for_each(|card| tally.played[row + card.index()] = true);
        }
    }
}
