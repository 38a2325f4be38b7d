//! `greedy`: plays each card as soon as possible; never negotiates, interferes or saves cards. A fixed reference.

use super::brain::{Brain, NoSettings};
use super::player::Player;
use super::worth::{Purpose, Taste, Worth};
use crate::deck::{Deck, Play};
use crate::game::{Choice, Mind, Moment, Question, Verb, View};
use crate::ids::Seat;

/// A player that plays each card as soon as possible.
#[derive(Clone, Debug)]
pub struct Greedy {
    worth: Worth,
}

impl Brain for Greedy {
    type Settings = NoSettings;
    type Player = Greedy;

    fn player(deck: &Deck, _: &NoSettings) -> Greedy {
        Greedy { worth: Worth::of(deck, Taste::default()) }
    }
}

impl<const W: usize> Player<W> for Greedy {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], _: &mut Mind) -> Choice {
        choose(&self.worth, view, question, options)
    }
}

/// Answers a question with the option that plays the most.
fn choose<const W: usize>(worth: &Worth, view: View<'_, W>, question: Question, options: &[Choice]) -> Choice {
    use Question::*;
    let score = |option: &Choice| match question {
        Round(Moment::Combat) if !view.fighting(view.seat()) => i32::from(option.verb == Verb::Pass),
        Round(Moment::Combat) => in_own_fight(worth, view, *option),
        Round(_) | Opening | Receipt | KickedCard => on_own_turn(worth, view, *option),
        LookForTrouble => trouble(view, *option),
        AskWhom | Reply | TradeReply => i32::from(option.verb == Verb::Refuse),
        AimAt | CharityTo => aim(view, *option),
        // Items are picked only until they bring a level.
        Sale => match option.verb {
            Verb::Done => 2,
            Verb::Pick => i32::from(view.deck().card(option.card).gold > 0),
            _ => 0,
        },
        LoseItem | LoseHandCard | Payment | CharityCard => -i32::from(worth.keep(option.card)),
        ShareTreasure | LootBody | TakeItem => i32::from(worth.keep(option.card)),
        // Two such cards could take each other forever, so they come last.
        TakeDiscard if worth.fetching::<W>().contains(option.card) => i32::MIN + 1,
        TakeDiscard => i32::from(worth.keep(option.card)),
        // The first option.
        OfferTreasures | OfferPick | OfferExtras | ChooseHelper | KeepDeal | Withdraw | LootTheRoom | OpenDiscard
        | SwapRole | RoleSide | WhichCompanion | WhichMonster | WhichHandMonster | WhichSide | FirstRunner
        | RunFrom | RunAnyway | LoseIdentity | LosePower | ExcessBig | ExcessBigHow | ExcessHands | TakeHandCard
        | CheatItem | Branch | SetRoll | CardRoll | LiftCurse | TradeWith | TradeTerms | GiftWhat | GiftTo
        | GiftReply => 0,
    };
    first_best(options, score)
}

/// The first option with the highest score.
pub(super) fn first_best(options: &[Choice], score: impl Fn(&Choice) -> i32) -> Choice {
    let mut best = (i32::MIN, Choice::PASS);
    for option in options {
        let score = score(option);
        if score > best.0 {
            best = (score, *option);
        }
    }
    best.1
}

fn on_own_turn<const W: usize>(worth: &Worth, view: View<'_, W>, option: Choice) -> i32 {
    let value = |card| i32::from(worth.wear(card));
    match option.verb {
        Verb::Play if worth.fetches_in_vain(view, option) => -1,
        // Bands of a hundred: the kind of play decides, and worth only between plays of a kind.
        Verb::Wear => 1000 + value(option.card),
        Verb::Equip => 900 + value(option.card),
        Verb::Play if view.deck().card(option.card).play == Play::Curse => 500,
        Verb::Play => match purpose(worth, view, option) {
            Some(Purpose::Lift | Purpose::Escape | Purpose::Cancel) => -1,
            _ => 800,
        },
        Verb::Carry if !view.deck().card(option.card).once => 600,
        Verb::Sell => 400,
        Verb::Keep => 1,
        Verb::Pass => 0,
        _ => -1,
    }
}

fn purpose<const W: usize>(worth: &Worth, view: View<'_, W>, option: Choice) -> Option<Purpose> {
    (view.deck().card(option.card).uses.len > 0).then(|| worth.purpose(option.card, option.n))
}

/// Plays all one-shots while losing.
fn in_own_fight<const W: usize>(worth: &Worth, view: View<'_, W>, option: Choice) -> i32 {
    let losing = !view.winning();
    match option.verb {
        Verb::Play if worth.fetches_in_vain(view, option) => -1,
        Verb::Pass => 0,
        Verb::Aid if losing => 100 + i32::from(view.deck().card(option.card).bonus),
        Verb::Play | Verb::Use if losing => match purpose(worth, view, option) {
            Some(Purpose::Strength { .. } | Purpose::Remove) => 50,
            Some(Purpose::Good(_) | Purpose::Levels(_)) if option.verb == Verb::Play => 10,
            _ => -1,
        },
        _ => -1,
    }
}

fn trouble<const W: usize>(view: View<'_, W>, option: Choice) -> i32 {
    if option.verb != Verb::Fight {
        return 0;
    }
    let margin = view.strength(view.seat()) - view.monster_strength(option.card, view.seat());
    // The strongest monster that it beats; one that it does not beat is worse than a pass.
    i32::from(margin.signum()) * i32::from(view.deck().card(option.card).level)
}

/// Aims harm at the rival with the highest Level.
fn aim<const W: usize>(view: View<'_, W>, option: Choice) -> i32 {
    let seat: Seat = option.seat();
    if seat == view.seat() { -1 } else { i32::from(view.level(seat)) }
}
