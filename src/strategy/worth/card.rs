//! The worth of each card by its own text.

use super::appraiser::Appraiser;
use super::purpose::{Purpose, purpose_worth};
use crate::deck::Play;
use crate::deck::compiled::{Adds, Card, CondRef, Grants, Op, Span};
use crate::deck::language::{Cost, Happening, Who};

/// What a use out of combat brings its player.
fn brings(purpose: &Purpose) -> i32 {
    match *purpose {
        Purpose::Good(worth) | Purpose::Levels(worth) => i32::from(worth).max(0),
        _ => 0,
    }
}

impl Appraiser<'_> {
    /// Worth of an Item in use or another card in play: four per point of strength.
    pub(super) fn wear(&self, card: &Card) -> i32 {
        let grants = &card.grants;
        // Large numbers stand for any number of cards, so at most two of them count.
        let rights = 4 * i32::from(grants.extra_big.min(2))
            + 4 * i32::from(grants.extra_hands)
            + 4 * i32::from(grants.has(Grants::SURE_GRIP))
            + 6 * i32::from(card.room.min(2))
            - 12 * i32::from(grants.has(Grants::SKIP_TURN))
            - i32::from(grants.has(Grants::NO_TROUBLE))
            - 10 * i32::from(self.silences(card))
            + 2 * i32::from(grants.hand_limit)
            + 6 * i32::from(grants.extra_treasures)
            + 2 * i32::from(grants.sale_bonus.min(1000) / 200);
        let uses = 5 * i32::from(card.uses.len) + 4 * i32::from(card.triggers.len);
        let bonus = i32::from(card.bonus);
        let strength = self.modifiers(i32::from(card.steady_strength) - bonus, card.strength);
        // A point of strength is worth 4, and half as much under a condition. `modifiers` counts steady ones twice,
        // hence the 2.
        4 * bonus + 3 * self.modifiers(i32::from(card.steady_flee), card.flee) + 2 * strength + rights + uses
    }

    /// Whether a card of a player silences others.
    fn silences(&self, card: &Card) -> bool {
        let is_it = |other: &Card| other.title == card.title && other.play == card.play;
        card.play != Play::Monster && self.deck.silencing.iter().any(|(other, _)| is_it(self.deck.card(*other)))
    }

    /// Worth of an identity, power or companion in play: what it adds, and what its uses bring again and again.
    pub(super) fn in_play(&self, card: &Card, uses: &[Purpose]) -> i32 {
        self.wear(card) + uses[card.uses.range()].iter().map(brings).sum::<i32>()
    }

    /// Worth of an Item in use: what it adds, and what its lasting uses bring again and again.
    pub(super) fn wear_item(&self, card: &Card, uses: &[Purpose]) -> i32 {
        if !self.lasting {
            return self.wear(card);
        }
        let lasts = |place: &usize| !card.once && self.deck.uses[*place].cost != Some(Cost::ThisCard);
        self.wear(card) + card.uses.range().filter(lasts).map(|place| brings(&uses[place])).sum::<i32>()
    }

    /// Worth of an Item in use, with its added worth. The added worth never decides whether the Item is worn: it comes from games of players who
    /// wore only what is good by its text.
    pub(super) fn worn(&self, card: &Card, more: i32, uses: &[Purpose]) -> i32 {
        let by_text = self.wear_item(card, uses);
        match card.play {
            Play::Item if by_text < 0 => by_text,
            Play::Item if by_text > 0 => (by_text + more).max(1),
            _ => by_text + more,
        }
    }

    /// Sum of modifiers; those without condition count twice.
    fn modifiers(&self, steady: i32, others: Span) -> i32 {
        let others = self.deck.adds(others).iter();
        let worth = |adds: &Adds| self.modifier(adds) * if adds.condition == CondRef::ALWAYS { 2 } else { 1 };
        2 * steady + others.map(worth).sum::<i32>()
    }

    pub(super) fn keep(&self, card: &Card, uses: &[Purpose]) -> i32 {
        let purposes = uses[card.uses.range()].iter().map(|purpose| purpose_worth(*purpose)).max().unwrap_or(0);
        match card.play {
            Play::Item if card.once => (3 * i32::from(card.bonus)).max(purposes) + 2 + i32::from(card.gold / 200),
            Play::Item => self.wear_item(card, uses) + i32::from(card.gold / 100),
            Play::Monster if card.level <= 6 => 8,
            Play::Monster => 5,
            Play::Curse => 3 + self.harm(card) / 2,
            Play::Slot => 9 + self.wear(card) / 2 + self.identity,
            Play::Rank => 7 + self.wear(card) / 2,
            Play::Room => 6,
            Play::Enhancer => 6 + i32::from(card.bonus).abs() / 2 + self.enhancer,
            Play::BringMonster => 9,
            Play::Cheat => 8,
            Play::Special => 3 + purposes,
            Play::Blank => 0,
            Play::Role => self.wear(card),
        }
    }

    pub(super) fn harm(&self, card: &Card) -> i32 {
        match card.play {
            Play::Monster => self.program(card.bad_stuff),
            Play::Curse if card.lasts.is_some() => self.program(card.curse) + self.burden(card),
            Play::Curse => self.program(card.curse),
            _ => 0,
        }
    }

    /// Cost of a Curse that stays, or of a lasting effect, to its player.
    pub(super) fn burden(&self, card: &Card) -> i32 {
        // At least 4, even for a Curse whose text has no figure.
        -self.wear(card).min(-4)
    }

    pub(super) fn helps_helper(&self, card: &Card) -> bool {
        let kills = self.deck.triggers[card.triggers.range()].iter().filter(|rule| rule.when == Happening::Kill);
        let ops = kills.flat_map(|rule| rule.program.start..rule.program.end);
        ops.map(|at| self.deck.ops[usize::from(at)])
            .any(|op| matches!(op, Op::Each { who: Who::Helper, body, .. } if self.program(body) < 0))
    }
}
