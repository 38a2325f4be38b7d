//! The player: compiled for a deck, and each question passed to the file of its kind.

use super::combat_cards::CombatCards;
use super::outfit::shifting;
use super::sale;
use super::thought::{Balanced, Thought};
use super::weights::Weights;
use crate::deck::Deck;
use crate::game::{Choice, Menu, Mind, Moment, Question, View};
use crate::ids::{CardId, CardSet};
use crate::strategy::player::{Memo, Player};
use crate::strategy::worth::{Taste, Worth};

impl Balanced {
    /// The player with this added worth of each card.
    pub(in crate::strategy) fn valuing(deck: &Deck, weights: &Weights, learned: &[i32]) -> Balanced {
        let worth = Worth::of(deck, Taste { learned, ..weights.taste() });
        let bearable = |most: i64, card: &CardId| {
            let gold = deck.card(*card).gold;
            let loss = i64::from(sale::loss(deck, &worth, *card)) * i64::from(deck.rules.gold_per_level);
            // Multiplied out to stay with whole numbers: for the Gold Pieces of a level, at most `most` points of
            // strength, worth 4 each (`Appraiser::wear`).
            loss <= 4 * most * i64::from(gold)
        };
        let spare = |rivals| {
            let most = i64::from(weights.sale_loss) + i64::from(weights.race_loss) * rivals as i64;
            deck.masks.saleable.iter().filter(|card| bearable(most, card)).collect()
        };
        let missed: Vec<i32> = deck.masks.all.iter().map(|card| sale::missed(deck, &worth, card)).collect();
        Balanced {
            // One set for each number of rivals, so that a sale needs no arithmetic per Item.
            spare: std::array::from_fn(spare),
            dear: deck.cards.iter().any(|card| card.gold >= *deck.rules.gold_per_level),
            shifting: if weights.by_position { shifting(deck) } else { CardSet::EMPTY },
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
    fn wake_cards(&self, _: &Deck<CardSet<W>>) -> CardSet<W> {
        self.worth.raising()
    }
}

impl<const W: usize> Thought<'_, W> {
    /// The play in a round before its options are listed; `None` if it needs them.
    #[inline(always)]
    fn round_at_sight(&self, moment: Moment, memo: &mut Memo<W>) -> Option<Choice> {
        let looks = match moment {
            Moment::Combat if self.view.fighting(self.me()) => return Some(self.own_fight_at_sight()),
            Moment::Combat => return Some(self.rivals_fight_at_sight()),
            Moment::BeforeRoll => self.flees_at_any_price(),
            Moment::AfterRoll => self.minds_the_roll(),
            Moment::CurseLands => self.minds_the_curse(),
            Moment::BadStuff => self.minds_bad_stuff(),
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
            // The same answers as at sight, from a menu that is rebuilt from the options.
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
            Moment::BadStuff => self.bad_stuff(),
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => {
                let own = self.view.active() == self.me();
                // An empty memo: an answer from the options examines all cards.
                if own { self.own_turn(moment, &mut Memo::default()) } else { self.off_turn() }
            }
        }
    }
}
