//! Small choices: cards to lose or take, targets and branches.

use super::best::best_of;
use super::prey::Prey;
use super::thought::Thought;
use crate::deck::{DeckSide, Play};
use crate::game::{Choice, Fight, Menu, Question, Verb};
use crate::ids::{CardId, CardSet, Seat};
use crate::strategy::worth::Purpose;

/// More than any threat: the card to take matters first.
const LOOT_WEIGHT: i32 = 10_000;

/// Weight of a tenth of a level that a victim loses, beside its threat.
const LOSS_WEIGHT: i32 = 4;

/// Worth of an average card of a pile.
const AVERAGE_DRAW: i16 = 8;

impl<const W: usize> Thought<'_, W> {
    /// Answers each question that has a menu.
    #[inline(always)]
    pub(super) fn pick(&self, question: Question, menu: &Menu<W>) -> Choice {
        let keep = |card| i32::from(self.brain.worth.keep(card) + self.one_shot_worth(card));
        match question {
            Question::LookForTrouble => self.look_for_trouble(menu),
            Question::AskWhom => or_first(menu, Verb::Everyone),
            Question::LootTheRoom | Question::KeepDeal => Choice::plain(Verb::Accept),
            Question::Withdraw => Choice::plain(Verb::Refuse),
            Question::OpenDiscard => self.open_discard(),
            Question::SwapRole => self.swap_role(menu),
            Question::RoleSide => Choice::PASS,
            Question::WhichCompanion => best_card(menu, |card| i32::from(self.view.table(self.me()).contains(card))),
            Question::OfferTreasures => self.offer_treasures(menu),
            Question::OfferPick => Choice::plain(Verb::MainFirst),
            Question::OfferExtras => Choice::plain(Verb::Done),
            Question::Reply => self.reply(menu),
            Question::ChooseHelper => self.choose_helper(menu),
            Question::Sale => self.sale(menu),
            Question::TradeWith => self.trade_with(menu),
            Question::TradeTerms => self.trade_terms(menu),
            Question::TradeReply => self.trade_reply(),
            Question::GiftReply => Choice::plain(Verb::Accept),
            Question::Payment if !self.owns(menu) => best_card(menu, |card| self.losing(card)),
            Question::CharityCard | Question::Payment | Question::LoseHandCard => self.give(menu),
            Question::LoseItem | Question::ExcessHands => best_card(menu, |card| self.losing(card)),
            Question::LosePower | Question::LoseIdentity => best_card(menu, |card| -keep(card)),
            Question::ShareTreasure | Question::LootBody | Question::TakeItem | Question::TakeHandCard => {
                best_card(menu, |card| self.wanting(card))
            }
            Question::TakeDiscard => {
                let fetching = self.brain.worth.fetching::<W>();
                // Two cards that fetch each other from the discards would be played in turn until the limit of actions.
                best_card(menu, |card| if fetching.contains(card) { i32::MIN } else { keep(card) })
            }
            Question::CheatItem => best_card(menu, |card| self.cheat_gain(card)),
            Question::CharityTo | Question::GiftTo => best_seat(menu, |seat| -i32::from(self.view.strength(seat))),
            Question::AimAt => self.aim_at(menu),
            Question::WhichSide => self.which_side(menu),
            Question::WhichHandMonster => self.which_hand_monster(menu),
            Question::ExcessBigHow => or_first(menu, Verb::Sell),
            Question::SetRoll => self.set_roll(),
            Question::LiftCurse => best_card(menu, |card| i32::from(self.brain.worth.harm(card))),
            Question::FirstRunner | Question::RunAnyway | Question::GiftWhat => first(menu),
            // These have no menu: `choose` answers them from their options.
            Question::Round(_) | Question::Opening | Question::Receipt | Question::KickedCard => first(menu),
            Question::WhichMonster | Question::RunFrom | Question::ExcessBig => first(menu),
            Question::Branch | Question::CardRoll => first(menu),
        }
    }

    /// The worth of a card to take.
    fn wanting(&self, card: CardId) -> i32 {
        let deck = self.view.deck();
        if self.brain.weights.by_position && deck.masks.wearables.contains(card) {
            // An Item that cannot be used is still worth its price.
            return i32::from(self.improvement(self.me(), card)) + i32::from(deck.card(card).gold / 60);
        }
        i32::from(self.brain.worth.keep(card) + self.one_shot_worth(card))
    }

    /// Takes a discard worth more than the cheapest card in hand; when opening the door, a monster that the player would beat alone.
    fn open_discard(&self) -> Choice {
        let me = self.me();
        if let Some(side) = self.view.shown_draw() {
            let worth = |card| self.brain.worth.keep(card);
            let cheapest = self.price_of_one_more().map_or(i16::MAX, worth);
            let better =
                self.view.discard_top(side).is_some_and(|top| worth(top) > cheapest.saturating_add(AVERAGE_DRAW));
            return if better { Choice::plain(Verb::Accept) } else { Choice::PASS };
        }
        let beaten = |card: CardId| {
            let card = self.view.deck().card(card);
            card.play == Play::Monster && card.level < self.view.strength_at_rest(me)
        };
        let spare = self.view.hand().len() > 2;
        let opens = spare && self.view.discard_top(DeckSide::Door).is_some_and(beaten);
        if opens { Choice::plain(Verb::Accept) } else { Choice::PASS }
    }

    /// The cheapest hand card that is left to pay for one more discard taken in place of a draw.
    fn price_of_one_more(&self) -> Option<CardId> {
        let cheapest = |hand: CardSet<W>| hand.iter().min_by_key(|&card| self.brain.worth.keep(card));
        let (hand, taken) = self.view.payment_for_taken();
        let left =
            (0..taken).fold(hand, |hand, _| cheapest(hand).map_or(hand, |card| hand.without(CardSet::one(card))));
        cheapest(left)
    }

    /// Takes a Role worth more than its own; one at random only for a Role worth nothing.
    fn swap_role(&self, menu: &Menu<W>) -> Choice {
        let worth = |card| i32::from(self.brain.worth.keep(card));
        let own = (self.view.table(self.me()) & self.view.deck().masks.roles).iter().map(worth).max().unwrap_or(0);
        let best = best_of(menu.offered(), own, worth);
        match best {
            Some(card) => menu.card(card),
            None if menu.offered().is_empty() && own <= 0 => Choice::plain(Verb::Accept),
            None => Choice::PASS,
        }
    }

    /// Whether the cards of a menu are the player's own.
    fn owns(&self, menu: &Menu<W>) -> bool {
        menu.offered().meets(&(self.view.hand() | self.view.table(self.me())))
    }

    /// The card of least worth to give, pay or discard: from hand if possible, cards that count in play last.
    fn give(&self, menu: &Menu<W>) -> Choice {
        let table = self.view.table(self.me());
        let idle = self.idle_to_give(menu.offered());
        let cards = if idle.is_empty() { menu.offered() } else { idle };
        let least = |prey: &Prey<W>| {
            let loss = |card| {
                i32::from(self.given_now(card) + self.added_worth(prey, card)) + 3 * i32::from(table.contains(card))
            };
            best_of(cards, i32::MIN, |card| -loss(card))
        };
        // Exact: if being prey only adds worth, a cheapest card that cannot be prey stays the cheapest.
        let settled = |card: &CardId| self.prey_only_adds() && !self.hunted().contains(*card);
        let card = least(&Prey::NONE).filter(settled).or_else(|| least(&self.prey(cards)));
        card.map_or_else(|| first(menu), |card| menu.card(card))
    }

    /// The cards among these that do not count in play. Identities, powers and the like are given before monsters for the last Levels.
    fn idle_to_give(&self, offered: CardSet<W>) -> CardSet<W> {
        let unused = offered.without(self.view.used());
        let character = self.view.table(self.me()).without(self.view.deck().masks.items);
        let idle = unused.without(character);
        let spares = self.brain.weights.by_position && !self.prey(idle).saves(idle);
        if spares { idle } else { unused }
    }

    /// The worth of a card to lose: an Item that is not in use counts less.
    fn given_now(&self, card: CardId) -> i16 {
        let (masks, weights) = (&self.view.deck().masks, &self.brain.weights);
        if weights.by_position && self.view.counting().without(masks.items).contains(card) {
            return self.brain.worth.in_play(card).max(self.brain.worth.keep(card));
        }
        let idle = masks.items.without(masks.once | self.view.used()).contains(card);
        let given = self.brain.worth.given(card);
        if idle { (i32::from(given) * i32::from(weights.idle) / 100) as i16 } else { given + self.one_shot_worth(card) }
    }

    /// The added worth of a card that is a one-shot.
    fn one_shot_worth(&self, card: CardId) -> i16 {
        self.brain.weights.one_shot * i16::from(self.view.deck().masks.once.contains(card))
    }

    /// The score of an Item to lose: lowest worth among the player's own, highest worth among those of others.
    pub(super) fn losing(&self, card: CardId) -> i32 {
        let worth = i32::from(self.brain.worth.keep(card));
        let used = i32::from(self.view.used().contains(card)) * 5;
        if self.view.table(self.me()).contains(card) { -worth - used } else { worth + used }
    }

    fn cheat_gain(&self, card: CardId) -> i32 {
        let gain = i32::from(self.brain.worth.wear(card));
        // More than usual worths: a Cheat is for an Item that could not be used without it.
        if self.view.used().contains(card) { gain - 100 } else { gain }
    }

    pub(super) fn monster_level(&self, card: CardId) -> i32 {
        i32::from(self.view.deck().card(card).level)
    }

    /// Aims harm at a player who is about to win, otherwise at the player with the highest Level; aims benefits at
    /// itself. Gives cards to the weakest player, and exchanges hands with the player who holds the most cards.
    fn aim_at(&self, menu: &Menu<W>) -> Choice {
        let me = self.me();
        if self.view.gives_cards() {
            return best_seat(menu, |seat| -self.threat(seat));
        }
        if self.view.exchanges_hands() {
            return best_seat(menu, |seat| i32::from(self.view.character(seat).held));
        }
        let good = self.view.aimed().is_some_and(|(card, n)| {
            let info = self.view.deck().card(card);
            info.play != Play::Curse
                && info.uses.len > 0
                && matches!(
                    self.brain.worth.purpose(card, n),
                    Purpose::Good(_) | Purpose::Levels(_) | Purpose::Lift | Purpose::Escape
                )
        });
        if good && menu.players().contains(me) {
            return menu.number(me.0);
        }
        if good {
            return first(menu);
        }
        if self.brain.weights.stop_by_removal && self.view.sends_monster() {
            return self.send_to(menu);
        }
        let score = |seat| LOOT_WEIGHT * self.best_loot(seat) + self.threat(seat) + self.loss_at_aim(seat);
        let most = best_of(menu.players().without(me).iter(), i32::MIN, score);
        most.map_or_else(|| first(menu), |seat| menu.number(seat.0))
    }

    /// What a victim of the aimed card loses, in the measure of a threat; far below all threats if it loses nothing.
    fn loss_at_aim(&self, victim: Seat) -> i32 {
        let Some((card, n)) = self.view.aimed().filter(|_| self.brain.weights.by_position) else { return 0 };
        let deck = self.view.deck();
        let loss = match deck.uses(card).get(usize::from(n)) {
            _ if deck.masks.curses.contains(card) => self.curse_loss(card, victim),
            Some(rule) => self.loss(rule.program, victim),
            None => return 0,
        };
        // A Level is 10 tenths, and counts 20 in a threat.
        if loss > 0 { LOSS_WEIGHT * loss } else { -LOOT_WEIGHT }
    }

    /// Sends a monster to its own hand if possible, otherwise to the rival with the lowest Level.
    fn send_to(&self, menu: &Menu<W>) -> Choice {
        if menu.players().contains(self.me()) {
            return menu.number(self.me().0);
        }
        best_seat(menu, |seat| -self.threat(seat))
    }

    /// For its own fight, the most rewarding monster that it beats; for others, the strongest.
    fn which_hand_monster(&self, menu: &Menu<W>) -> Choice {
        let own = self.view.fighting(self.me());
        let beaten = if own { self.beaten_beside(self.view.margin()) } else { None };
        match beaten.filter(|card| menu.offered().contains(*card)) {
            Some(card) => menu.card(card),
            None => best_card(menu, |card| self.monster_level(card)),
        }
    }

    /// The urgency of stopping a rival.
    fn threat(&self, seat: Seat) -> i32 {
        let fights = self.view.for_the_win() && self.view.fight().is_some_and(|fight| fight.main() == seat);
        let level = i32::from(self.view.level(seat));
        // A win at hand counts before all else, and a Level as 20 points of strength.
        i32::from(fights) * 1000 + 20 * level + i32::from(self.view.strength(seat))
    }

    /// The highest worth of the cards in play that the player could take from a rival.
    fn best_loot(&self, rival: Seat) -> i32 {
        let worth = |card| i32::from(self.brain.worth.keep(card));
        if self.brain.weights.pick_loot { self.view.loot(rival).iter().map(worth).max().unwrap_or(0) } else { 0 }
    }

    /// Its own side, or the other one for strength below 0.
    fn which_side(&self, menu: &Menu<W>) -> Choice {
        let weakens = self.brain.weights.by_position && self.view.strength_to_place() < 0;
        let for_players = self.view.fighting(self.me()) != weakens;
        or_first(menu, if for_players { Verb::ForPlayers } else { Verb::ForMonsters })
    }

    /// A six for the player's own roll, a one for others.
    fn set_roll(&self) -> Choice {
        if let Some((table, _)) = self.view.card_roll() {
            let costs = self.brain.worth.dice(table);
            let cheapest = (1..=6u8).min_by_key(|&n| costs[usize::from(n) - 1]);
            return Choice::number(Verb::Number, cheapest.unwrap_or(6));
        }
        let mine = self.view.fight().and_then(Fight::runner) == Some(self.me());
        Choice::number(Verb::Number, if mine { 6 } else { 1 })
    }

    /// Changes a die for a card if another number costs less by more than the price.
    pub(super) fn card_roll(&self) -> Choice {
        let Some((table, die)) = self.view.card_roll() else { return Choice::PASS };
        let costs = self.brain.worth.dice(table);
        let gain = costs[usize::from(die.max(1)) - 1].saturating_sub(costs.into_iter().min().unwrap_or(0));
        self.worth_it(|option| match self.purpose(option) {
            Some(Purpose::Escape) => i32::from(gain) - i32::from(self.cost(option)),
            _ => -1,
        })
    }

    /// The branch with the lowest cost.
    pub(super) fn branch(&self) -> Choice {
        let start = self.view.branch_start().unwrap_or(0);
        self.best(|option| -i32::from(self.brain.worth.branch(start + usize::from(option.n))))
    }
}

#[inline]
fn best_card<const W: usize>(menu: &Menu<W>, score: impl Fn(CardId) -> i32) -> Choice {
    best_of(menu.offered(), i32::MIN, score).map_or_else(|| first(menu), |card| menu.card(card))
}

#[inline]
fn best_seat<const W: usize>(menu: &Menu<W>, score: impl Fn(Seat) -> i32) -> Choice {
    best_of(menu.players().iter(), i32::MIN, score).map_or_else(|| first(menu), |seat| menu.number(seat.0))
}

/// The first option.
pub(super) fn first<const W: usize>(menu: &Menu<W>) -> Choice {
    menu.first().unwrap_or(Choice::PASS)
}

/// This verb if possible, otherwise the first option.
fn or_first<const W: usize>(menu: &Menu<W>, verb: Verb) -> Choice {
    if menu.says(verb) { Choice::plain(verb) } else { first(menu) }
}
