//! Playing a card: the effect of each verb.

use crate::deck::Play;
use crate::deck::compiled::UseRule;
use crate::deck::language::{Aim, Cost, Window};
use crate::game::state::agenda::{Frame, Paid, Scene};
use crate::game::state::fight::{Account, strengthened};
use crate::game::state::zone::Zone;
use crate::game::table::event::{Event, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// deck-10: makes a play chosen in a round, in the opening or on receipt. No play returns a card in play to the hand.
    pub(in crate::game) fn play(&mut self, seat: Seat, choice: Choice) {
        let Choice { verb, n, card } = choice;
        match verb {
            Verb::Wear => self.wear(seat, card),
            Verb::Carry => self.carry(seat, card),
            Verb::Equip => self.turn_item(seat, card, true),
            Verb::Unequip => self.lay_down(seat, card),
            Verb::Load => self.then(Frame::LoadOn { seat, card }),
            Verb::Play => self.play_card(seat, card, n),
            Verb::Use => self.start_use(seat, card, n),
            Verb::Aid | Verb::Hinder => self.throw_one_shot(seat, card, verb == Verb::Aid),
            Verb::Join => self.join_freely(seat, card),
            Verb::Arm => {
                self.move_own(seat, card, Zone::Played);
                self.then(Frame::ArmWhich { seat, card });
            }
            Verb::Discard => self.discard_card(card),
            Verb::Sell => self.then(Frame::Sale { seat }),
            Verb::Trade => self.then(Frame::TradeWith { seat }),
            Verb::Gift => self.then(Frame::GiftWhat { seat }),
            Verb::Ask => self.ask_for_help(),
            Verb::Leave => self.dismiss_helper(),
            Verb::Pass => {}
            answer => debug_assert!(false, "{answer:?} answers another question"),
        }
    }

    fn play_card(&mut self, seat: Seat, card: CardId, n: u8) {
        match self.deck.card(card).play {
            Play::Slot if !self.position().has_place(seat, card) => self.then(Frame::ReplaceWhich { seat, card }),
            Play::Slot | Play::Room | Play::Rank => self.move_own(seat, card, Zone::Table(seat)),
            Play::Curse => {
                self.move_own(seat, card, Zone::Played);
                self.then(Frame::CurseAim { seat, card });
            }
            Play::Enhancer => {
                self.move_own(seat, card, Zone::Played);
                self.then(Frame::EnhanceWhich { seat, card });
            }
            Play::BringMonster => {
                self.move_own(seat, card, Zone::Played);
                self.then(Frame::WanderingWhich { seat, card });
            }
            Play::Cheat => self.then(Frame::CheatItem { seat, card }),
            Play::Item | Play::Special => self.start_use(seat, card, n),
            Play::Monster | Play::Blank | Play::Role => {}
        }
    }

    /// ally-03: the player discards one card of the full slot, and the new one takes its place.
    pub(in crate::game) fn replace_which(&mut self, seat: Seat, card: CardId) {
        let old = self.position().replaceable(seat, card);
        let choice = ask!(self, seat, Question::LoseIdentity, Menu::cards(old));
        if choice.verb == Verb::Pick {
            self.discard_card(choice.card);
            self.move_card(card, Zone::Table(seat));
        }
    }

    /// identity-14, oneshot-01, special-02: a use is paid for, then aimed, then takes effect. A one-shot or special is used up.
    fn start_use(&mut self, seat: Seat, card: CardId, n: u8) {
        self.record(Event::Used { seat, card, n });
        let info = self.deck.card(card);
        let rule = &self.deck.uses(card)[usize::from(n)];
        let UseRule { cost, windows, .. } = *rule;
        let in_combat = self.fight.running;
        self.game.spent.note(rule.limit_of(info.copy), in_combat);
        if info.once || info.play == Play::Special || cost == Some(Cost::ThisCard) {
            self.move_own(seat, card, Zone::Played);
            let apart = info.play == Play::Special && !windows.exactly(Window::Combat);
            if apart || !self.fight.running {
                self.then(Frame::DiscardPlayed { card });
            }
        }
        // Below the payment, which notes on this frame what was paid.
        self.then(Frame::AimAt { seat, card, n, paid: Paid::default() });
        self.pay_cost(seat, card, cost);
    }

    fn pay_cost(&mut self, seat: Seat, card: CardId, cost: Option<Cost>) {
        match cost {
            None | Some(Cost::ThisCard) => {}
            Some(Cost::Discard(left)) => self.then(Frame::Pay { seat, card, left: *left, from_hand: false }),
            Some(Cost::Hand(left)) => self.then(Frame::Pay { seat, card, left: *left, from_hand: true }),
            Some(Cost::WholeHand) => {
                let hand = self.hands[seat].without(CardSet::one(card));
                self.move_cards(hand, Zone::Discard);
                hand.iter().for_each(|card| self.game.agenda.note_payment(self.deck.card(card).side));
            }
            Some(Cost::Levels(count)) => self.lose_levels(seat, i16::from(count), LevelWhy::Cost),
        }
    }

    /// identity-10, identity-12, power-10, curse-04: any card from hand or in play can be paid, except lasting Curses; where the card says so,
    /// only cards from hand.
    pub(in crate::game) fn pay(&mut self, seat: Seat, card: CardId, left: u8, from_hand: bool) {
        let choice = ask!(self, seat, Question::Payment, Menu::cards(self.position().payments(seat, card, from_hand)));
        if choice.verb == Verb::Pick {
            // Before the next payment is put on the agenda: the note is for the frame on top.
            self.game.agenda.note_payment(self.deck.card(choice.card).side);
        }
        if left > 1 {
            self.then(Frame::Pay { seat, card, left: left - 1, from_hand });
        }
        if choice.verb == Verb::Pick {
            self.record(Event::Paid { seat, card: choice.card });
            self.move_own(seat, choice.card, Zone::Discard);
        }
    }

    /// special-01: chooses the target of a use.
    pub(in crate::game) fn aim_at(&mut self, seat: Seat, card: CardId, n: u8, paid: Paid) {
        let rule = self.deck.uses(card)[usize::from(n)];
        let target = if rule.aim == Aim::You {
            seat
        } else {
            let choice = ask!(self, seat, Question::AimAt, Menu::seats(self.position().targets(&rule, seat)));
            if choice.verb != Verb::Player {
                return;
            }
            choice.seat()
        };
        self.record(Event::Aimed { seat, card, target });
        let scene = Scene { source: card, you: target, actor: seat, roll: 0, paid };
        self.effect(rule.program, scene);
    }

    /// combat-12, special-02: discards a card after its effect.
    pub(in crate::game) fn discard_played(&mut self, card: CardId) {
        if self.played.contains(card) {
            self.game.played.remove(card);
            self.game.used.remove(card);
            self.discard_from(card, Zone::Played);
        }
    }

    /// interfere-01, combat-11, oneshot-02: a one-shot adds its bonus to a side and belongs to the fight.
    fn throw_one_shot(&mut self, seat: Seat, card: CardId, players: bool) {
        let by = i16::from(self.deck.card(card).bonus);
        self.move_own(seat, card, Zone::Played);
        self.boost(card, if players { Account::OneShots { alone: false } } else { Account::Monsters }, by);
    }

    /// Adds strength to a side. A one-shot that does so for the players' side was used for the players.
    pub(in crate::game) fn boost(&mut self, card: CardId, account: Account, by: i16) {
        let players = account.for_players();
        // Less than `by` at the maximum; the parts and the kept totals must follow the account.
        let added = self.game.fight.add(account, by);
        if let Some(group) = self.deck.ignored_group(card)
            && let Some(parts) = self.game.fight.boosts.ignorable(account)
        {
            parts[group] = strengthened(parts[group], added);
        }
        if account != Account::Monsters && self.played.contains(card) {
            self.game.used.insert(card);
        }
        // Other boosts have dropped the totals before they are played (`leaves_strengths`).
        if let Some((_, monsters)) = &mut self.game.fight.totals {
            debug_assert_eq!(account, Account::Monsters, "totals are kept");
            *monsters += added;
        }
        self.record(Event::Boosted { card, players, by });
    }
}
