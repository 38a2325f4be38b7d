//! `balanced`: plays the whole game with judgement. Each file covers one kind of decision.

mod actions;
mod bargain;
mod best;
mod combat_cards;
mod fight;
mod outfit;
mod pick;
mod plays;
mod prey;
mod rival;
mod sale;
mod trade;
mod weights;

pub use weights::Weights;

use super::brain::Brain;
use super::greedy::first_best;
use super::player::{Memo, Player};
use super::worth::{DEAREST_PAYMENT, Purpose, Worth};
use crate::deck::{Card, Deck};
use crate::game::{Choice, Menu, Mind, Moment, Question, Verb, View};
use crate::ids::{CardId, CardSet, MAX_SEATS, Seat, WIDEST};
use combat_cards::CombatCards;

/// A player that plays the whole game with judgement.
#[derive(Clone, Debug)]
pub struct Balanced {
    worth: Worth,
    weights: Weights,
    /// Items whose price is worth their loss, even if they are needed, by the number of rivals that the sale reaches.
    spare: [CardSet<WIDEST>; MAX_SEATS],
    /// Whether some Items bring a level on their own.
    dear: bool,
    /// For each card, the worth lost per thousand Gold Pieces if a needed card is sold.
    missed: Vec<i32>,
    /// Items that can be sold without loss.
    unmissed: CardSet<WIDEST>,
    /// Cards that can matter in a combat.
    combat_cards: CombatCards,
}

/// The input of a decision.
#[derive(Clone, Copy)]
struct Thought<'a, const W: usize> {
    brain: &'a Balanced,
    view: View<'a, W>,
    /// `None` before the options are listed.
    options: Option<&'a [Choice]>,
}

impl Brain for Balanced {
    type Settings = Weights;
    type Player<const W: usize> = Balanced;

    /// Computes this player's values of all cards.
    fn player<const W: usize>(deck: &Deck<W>, weights: &Weights) -> Balanced {
        let worth = Worth::of(deck, weights.taste());
        let bearable = |most: i64, card: &CardId| {
            let Card { gold, once, .. } = *deck.card(*card);
            let loss = i64::from(sale::loss(&worth, *card, once)) * i64::from(deck.rules.gold_per_level);
            loss <= 4 * most * i64::from(gold)
        };
        let spare = |rivals| {
            let most = i64::from(weights.sale_loss) + i64::from(weights.race_loss) * rivals as i64;
            deck.masks.items.iter().filter(|card| bearable(most, card)).collect()
        };
        let missed: Vec<i32> = deck.masks.all.iter().map(|card| sale::missed(deck, &worth, card)).collect();
        Balanced {
            spare: std::array::from_fn(spare),
            dear: deck.cards.iter().any(|card| card.gold >= *deck.rules.gold_per_level),
            unmissed: deck.masks.items.iter().filter(|card| missed[card.index()] == 0).collect(),
            combat_cards: CombatCards::of(deck, &worth, weights.save_level),
            missed,
            worth,
            weights: weights.clone(),
        }
    }
}

impl<const W: usize> Player<W> for Balanced {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], _: &mut Mind) -> Choice {
        Thought { brain: self, view, options: Some(options) }.choose(question)
    }

    #[inline(always)]
    fn at_sight(&self, view: View<'_, W>, question: Question, menu: &Menu<W>, memo: &mut Memo<W>) -> Option<Choice> {
        let thought = Thought { brain: self, view, options: None };
        match question {
            Question::Round(moment) => thought.round_at_sight(moment, memo),
            other => Some(thought.pick(other, menu)),
        }
    }

    /// Cards that bring a level, the only ones that it plays on another player's turn.
    fn wake_cards(&self, _: &Deck<W>) -> CardSet<W> {
        self.worth.raising()
    }
}

impl<const W: usize> Thought<'_, W> {
    fn me(&self) -> Seat {
        self.view.seat()
    }

    /// The options, if listed.
    fn options(&self) -> &[Choice] {
        self.options.unwrap_or_default()
    }

    /// A play, unless the options are listed without it.
    #[inline]
    fn if_open(&self, play: Option<Choice>) -> Option<Choice> {
        play.filter(|play| self.options.is_none_or(|options| options.contains(play)))
    }

    /// The play in a round before its options are listed; `None` if it needs them.
    #[inline(always)]
    fn round_at_sight(&self, moment: Moment, memo: &mut Memo<W>) -> Option<Choice> {
        let looks = match moment {
            Moment::Combat if self.view.fighting(self.me()) => return Some(self.own_fight_at_sight()),
            Moment::Combat => return Some(self.rivals_fight_at_sight()),
            Moment::BeforeRoll => self.flees_at_any_price(),
            Moment::AfterRoll => self.minds_the_roll(),
            Moment::CurseLands => self.minds_the_curse(),
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => {
                let own = self.view.active() == self.me();
                return Some(if own { self.own_turn(moment, memo) } else { self.off_turn() });
            }
        };
        if looks { None } else { Some(Choice::PASS) }
    }

    /// The best option.
    fn choose(&self, question: Question) -> Choice {
        match question {
            Question::Round(moment) => self.round(moment),
            Question::Opening | Question::Receipt | Question::KickedCard => self.play_received(),
            Question::WhichMonster => self.best(|option| self.monster_level(option.card)),
            Question::RunFrom => self.best(|option| -i32::from(self.brain.worth.harm(option.card))),
            Question::ExcessBig => self.best(|option| self.losing(option.card)),
            Question::Branch => self.branch(),
            Question::CardRoll => self.card_roll(),
            other => self.pick(other, &Menu::listing(self.options())),
        }
    }

    /// The best play in a round.
    fn round(&self, moment: Moment) -> Choice {
        match moment {
            Moment::Combat if self.view.fighting(self.me()) => self.own_fight(),
            Moment::Combat => self.rivals_fight(),
            Moment::BeforeRoll => self.before_roll(),
            Moment::AfterRoll => self.after_roll(),
            Moment::CurseLands => self.curse_lands(),
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => {
                let own = self.view.active() == self.me();
                if own { self.own_turn(moment, &mut Memo::default()) } else { self.off_turn() }
            }
        }
    }

    /// The option with the highest score; the first if several are equal.
    fn best(&self, score: impl Fn(&Choice) -> i32) -> Choice {
        first_best(self.options(), score)
    }

    /// The best option with a score above 0; otherwise a pass.
    fn worth_it(&self, score: impl Fn(&Choice) -> i32) -> Choice {
        self.best(|option| if option.verb == Verb::Pass { 0 } else { score(option) })
    }

    /// The purpose of an option that is a use.
    fn purpose(&self, option: &Choice) -> Option<Purpose> {
        let is_use = matches!(option.verb, Verb::Play | Verb::Use);
        (is_use && self.view.deck().card(option.card).uses.len > 0)
            .then(|| self.brain.worth.purpose(option.card, option.n))
    }

    /// The lowest worth of a hand card other than `without`.
    fn cheapest_payment(&self, without: CardId) -> i16 {
        self.cheapest(self.view.hand().without(CardSet::one(without)))
    }

    /// The cost of a use, paid with the cheapest cards.
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

    /// The highest Level of these monsters.
    fn strongest(&self, cards: CardSet<W>) -> i16 {
        cards.iter().map(|card| self.view.deck().card(card).level).max().unwrap_or(0)
    }
}
