//! `balanced`: plays the whole game with sense. One file an occasion.

mod affairs;
mod arms;
mod bargain;
mod fight;
mod outfit;
mod pick;
mod plays;
mod rival;
mod sale;

use self::arms::Arms;
pub(super) use self::rival::concerns;
use super::greedy::first_best;
use super::profile::Weights;
use super::worth::{DEAREST_PAYMENT, Purpose, Worth};
use crate::deck::{Card, Deck};
use crate::game::{Choice, Forethought, Menu, Moment, Question, Verb, View};
use crate::ids::{CardId, CardSet, Seat, WIDEST};

/// A `balanced` player of a deck.
#[derive(Clone, Debug)]
pub struct Brain {
    worth: Worth,
    weights: Weights,
    /// Cards whose Gold Pieces are worth their loss, even if they would be missed.
    spare: CardSet<WIDEST>,
    /// Whether there are Items that bring a level by themselves.
    dear: bool,
    /// What is lost with each card, if it is needed, for every thousand Gold Pieces that it brings.
    missed: Vec<i32>,
    /// Items with which nothing is lost.
    unmissed: CardSet<WIDEST>,
    /// Cards that could matter in a combat.
    arms: Arms,
}

/// Everything a decision is made from.
#[derive(Clone, Copy)]
struct Thought<'a, const W: usize> {
    brain: &'a Brain,
    view: View<'a, W>,
    options: &'a [Choice],
}

impl Brain {
    /// The Level from which on it hinders others in their fights.
    pub(super) fn hinder_level(&self) -> i16 {
        self.weights.hinder_level
    }

    /// Works out what a player with these weights thinks of each card.
    pub(super) fn new<const W: usize>(deck: &Deck<W>, weights: &Weights) -> Brain {
        let worth = Worth::of(deck);
        let bearable = |card: &CardId| {
            let Card { gold, once, .. } = *deck.card(*card);
            let loss = i64::from(sale::loss(&worth, *card, once)) * i64::from(deck.rules.gold_per_level);
            loss <= 4 * i64::from(weights.sale_loss) * i64::from(gold)
        };
        let missed: Vec<i32> = deck.masks.all.iter().map(|card| sale::missed(deck, &worth, card)).collect();
        Brain {
            spare: deck.masks.items.iter().filter(bearable).collect(),
            dear: deck.cards.iter().any(|card| card.gold >= deck.rules.gold_per_level),
            unmissed: deck.masks.items.iter().filter(|card| missed[card.index()] == 0).collect(),
            arms: Arms::of(deck, &worth),
            missed,
            worth,
            weights: weights.clone(),
        }
    }
}

/// What it makes of a round before anything is laid out for it.
#[inline]
pub(super) fn foresee<const W: usize>(brain: &Brain, view: View<'_, W>, moment: Moment) -> Forethought {
    let thought = Thought { brain, view, options: &[] };
    let looks = match moment {
        Moment::Combat if view.fighting(view.seat()) => return thought.foresee_own_fight(),
        Moment::Combat => return thought.foresee_rivals_fight(),
        Moment::BeforeRoll => thought.flees_at_any_price(),
        Moment::AfterRoll => thought.minds_the_roll(),
        Moment::CurseLands => thought.minds_the_curse(),
        _ if view.active() != view.seat() => return thought.off_turn().into(),
        _ => return thought.own_turn(moment).into(),
    };
    if looks { Forethought::Look } else { Forethought::Pass }
}

/// Cards without which nothing is played in the rounds of another's own turn.
pub(super) fn heeded<const W: usize>(brain: &Brain) -> CardSet<W> {
    brain.worth.raising()
}

/// Answers a question with the option that seems best.
pub(super) fn choose<const W: usize>(
    brain: &Brain,
    view: View<'_, W>,
    question: Question,
    options: &[Choice],
) -> Choice {
    let thought = Thought { brain, view, options };
    match question {
        Question::Round(Moment::Combat) if view.fighting(view.seat()) => thought.own_fight(),
        Question::Round(Moment::Combat) => thought.rivals_fight(),
        Question::Round(Moment::BeforeRoll) => thought.before_roll(),
        Question::Round(Moment::AfterRoll) => thought.after_roll(),
        Question::Round(Moment::CurseLands) => thought.curse_lands(),
        Question::Round(_) => Choice::PASS,
        Question::Opening | Question::Receipt | Question::KickedCard => thought.play_received(),
        Question::WhichMonster => thought.best(|option| thought.monster_level(option.card)),
        Question::RunFrom => thought.best(|option| -i32::from(brain.worth.harm(option.card))),
        Question::ExcessBig => thought.best(|option| thought.losing(option.card)),
        Question::Branch => thought.branch(),
        other => thought.pick(other, &Menu::listing(options)),
    }
}

/// What it makes of a window for plays with these cards of its hand.
#[inline]
pub(super) fn foresee_plays<const W: usize>(
    brain: &Brain,
    view: View<'_, W>,
    question: Question,
    cards: CardSet<W>,
) -> Forethought {
    Thought { brain, view, options: &[] }.foresee_received(question, cards)
}

/// Answers a question from a menu.
#[inline(always)]
pub(super) fn pick<const W: usize>(brain: &Brain, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Choice {
    Thought { brain, view, options: &[] }.pick(question, menu)
}

impl<const W: usize> Thought<'_, W> {
    fn me(&self) -> Seat {
        self.view.seat()
    }

    /// The option with the highest score; the first of equals.
    fn best(&self, score: impl Fn(&Choice) -> i32) -> Choice {
        first_best(self.options, score)
    }

    /// The best option that scores above 0, or else a pass.
    fn worth_it(&self, score: impl Fn(&Choice) -> i32) -> Choice {
        self.best(|option| if option.verb == Verb::Pass { 0 } else { score(option) })
    }

    /// What a use is for, if the option is one.
    fn purpose(&self, option: &Choice) -> Option<Purpose> {
        let is_use = matches!(option.verb, Verb::Play | Verb::Use);
        (is_use && self.view.deck().card(option.card).uses.len > 0)
            .then(|| self.brain.worth.purpose(option.card, option.n))
    }

    /// Cards of the own hand and table that would hardly be missed as payment.
    fn cheapest_payment(&self, without: CardId) -> i16 {
        let hand = self.view.hand();
        let cards = hand.iter().filter(|&card| card != without);
        cards.map(|card| self.brain.worth.keep(card)).min().unwrap_or(i16::MAX)
    }

    /// What a use costs in cards, by the cheapest there are.
    fn cost(&self, option: &Choice) -> i16 {
        use crate::deck::language::Cost;
        match self.view.deck().uses(option.card).get(usize::from(option.n)).and_then(|rule| rule.cost) {
            Some(Cost::Discard(n)) => {
                i16::from(n).saturating_mul(self.cheapest_payment(option.card).min(DEAREST_PAYMENT))
            }
            Some(Cost::WholeHand) => self.view.hand().iter().map(|card| self.brain.worth.keep(card)).sum(),
            Some(Cost::Levels(n)) => 10 * i16::from(n),
            Some(Cost::ThisCard) => self.brain.worth.keep(option.card),
            None if option.verb == Verb::Play => self.brain.worth.keep(option.card) / 2,
            None => 0,
        }
    }

    /// The highest of a set's scores.
    fn strongest(&self, cards: CardSet<W>) -> i16 {
        cards.iter().map(|card| self.view.deck().card(card).level).max().unwrap_or(0)
    }
}
