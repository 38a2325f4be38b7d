//! The player's own actions out of combat, on its own turn and on other turns.

use super::best::best_of;
use super::thought::Thought;
use crate::deck::Play;
use crate::deck::compiled::Op;
use crate::deck::language::Window;
use crate::game::{Choice, Moment, Verb};
use crate::ids::{CardId, CardSet};
use crate::strategy::player::Memo;
use crate::strategy::worth::Purpose;
use crate::strategy::worth::WORTH_A_CARD;

impl<const W: usize> Thought<'_, W> {
    /// The player's own turn: puts on and sells Items, plays useful cards, and keeps no cards for Charity.
    pub(super) fn own_turn(&self, moment: Moment, memo: &mut Memo<W>) -> Choice {
        self.arranging(memo)
            .or_else(|| self.if_open(self.best_use(self.brain.worth.serving(), Window::Turn)))
            .or_else(|| self.trading(moment))
            // Unloading comes last, because all plays before it make the hand smaller too.
            .or_else(|| self.if_open(self.unloading(moment)))
            .unwrap_or(Choice::PASS)
    }

    /// Puts on, sells or plays cards. This depends only on the player's own cards and character and on the rivals that a sale
    /// reaches, so the player does not consider rejected cards again until these change. The exact strength of some cards depends on more.
    fn arranging(&self, memo: &mut Memo<W>) -> Option<Choice> {
        let (mine, changes) = (self.view.hand() | self.view.table(self.me()), self.view.changes());
        // A sale depends on the rivals it reaches, which the number of changes of the own character does not show.
        let note = self.rivals_to_reach() as u64;
        let unchanged = (memo.changes, memo.note) == (changes, note) && !mine.meets(&self.brain.shifting.narrow());
        let cards = if unchanged { mine.without(memo.cards) } else { mine };
        let choice = self.arranging_of(cards);
        if choice.is_none() {
            // Only a rejection is remembered: a play changes the character, so the next question examines everything.
            *memo = Memo { cards: mine, changes, note };
        }
        choice
    }

    #[inline]
    fn arranging_of(&self, cards: CardSet<W>) -> Option<Choice> {
        let cards = self.arrangeable(cards);
        if cards.is_empty() {
            return None;
        }
        self.if_open(self.dressing(cards))
            .or_else(|| if self.has_carriers() { self.if_open(self.loading(cards)) } else { None })
            .or_else(|| self.if_open(self.selling(cards)))
            .or_else(|| self.if_open(self.best_trait(cards)))
            .or_else(|| self.if_open(self.replacing(cards)))
            .or_else(|| if self.brain.weights.lay_out { self.if_open(self.laying_out(cards)) } else { None })
    }

    /// Puts an Item from hand on the table, where it does not count for Charity.
    fn laying_out(&self, cards: CardSet<W>) -> Option<Choice> {
        let masks = &self.view.deck().masks;
        let items = (cards & self.view.hand() & masks.items).without(masks.big.only_if(!self.view.has_room_for_big()));
        items.first().map(|card| Choice::card(Verb::Carry, card))
    }

    /// Whether the player has companions that could carry a card.
    #[inline]
    fn has_carriers(&self) -> bool {
        self.view.table(self.me()).meets(&self.view.deck().masks.carriers)
    }

    /// The cards among these that the player might put on, sell or bring into play. An Item in use can at most be sold.
    fn arrangeable(&self, cards: CardSet<W>) -> CardSet<W> {
        let (masks, hand) = (&self.view.deck().masks, cards & self.view.hand());
        let items = masks.saleable.without(self.view.used().without(self.spare()));
        // A replacement may need a card that does not fit now, so all of them stay candidates.
        let traits =
            if self.brain.weights.replace_gain > 0 { hand & masks.traits } else { self.view.fitting_traits(hand) };
        cards & items | hand & masks.cheats_and_loads | traits
    }

    /// On another player's turn: gains a level if possible.
    pub(super) fn off_turn(&self) -> Choice {
        self.if_open(self.best_use(self.brain.worth.raising(), Window::AnyTime)).unwrap_or(Choice::PASS)
    }

    /// Plays in the opening, plays of cards just received, and of the card drawn when opening the door.
    pub(super) fn play_received(&self) -> Choice {
        self.best(|option| match option.verb {
            Verb::Pass | Verb::Keep => 0,
            Verb::Wear => self.wearing(option.card),
            // On the own turn, `own_turn` decides about it later.
            Verb::Carry if self.view.active() != self.me() => 1,
            Verb::Play if self.view.replaces(option.card) => -1,
            Verb::Play if self.is_trait(option.card) => self.playing(option.card),
            Verb::Play if self.view.deck().masks.cheats.contains(option.card) => self.cheating(),
            Verb::Play | Verb::Use => self.using(option),
            _ => -1,
        })
    }

    fn is_trait(&self, card: CardId) -> bool {
        let masks = &self.view.deck().masks;
        masks.traits.contains(card)
    }

    /// The best identity or power among these cards that fits; otherwise a Cheat for an unused Item.
    fn best_trait(&self, cards: CardSet<W>) -> Option<Choice> {
        let masks = &self.view.deck().masks;
        let (fitting, cheats) = (self.view.fitting_traits(cards), self.view.hand() & masks.cheats);
        if (fitting | cheats).is_empty() {
            return None;
        }
        let mut best = (1, None);
        for card in fitting {
            let score = self.playing(card);
            // The last of equal cards, unlike elsewhere: the games of the fixed players depend on it.
            best = if score >= best.0 { (score, Some(card)) } else { best };
        }
        let cheat = || cheats.first().filter(|_| self.cheating() > 0);
        best.1.or_else(cheat).map(|card| Choice::card(Verb::Play, card))
    }

    /// Plays the identity or power from hand that brings the largest gain in place of an old one, or, if that takes two
    /// steps, discards the old one first.
    fn replacing(&self, cards: CardSet<W>) -> Option<Choice> {
        if self.brain.weights.replace_gain == 0 {
            return None;
        }
        let masks = &self.view.deck().masks;
        let (new, old) = (cards & self.view.hand() & masks.traits, self.view.table(self.me()) & masks.traits);
        if new.is_empty() || old.is_empty() {
            return None;
        }
        let worth = |card: &CardId| self.brain.worth.in_play(*card);
        let new = new.filter(|new| self.playing(new) > 0);
        let successor = |old| new.iter().filter(|new| self.view.could_replace(*new, old)).max_by_key(worth);
        let gain = |old| successor(old).map_or(-1, |new| i32::from(worth(&new) - worth(&old)));
        let replaced = best_of(old.iter(), i32::from(self.brain.weights.replace_gain) - 1, gain)?;
        // Only some kinds replace a card in one play; others need the discard of the old one first.
        let successor = successor(replaced).filter(|new| self.view.replaces(*new));
        Some(successor.map_or(Choice::card(Verb::Discard, replaced), |new| Choice::card(Verb::Play, new)))
    }

    /// The score of an identity or power to play; negative if the Items that it bars are worth more.
    fn playing(&self, card: CardId) -> i32 {
        let info = self.view.deck().card(card);
        let barred = self.view.table(self.me()) & self.view.counting() & self.brain.worth.bars(card);
        let lost: i16 = barred.without(self.view.cheated()).iter().map(|item| self.brain.worth.wear(item)).sum();
        if lost > self.brain.worth.wear(card).max(self.brain.worth.keep(card)).max(0) {
            return -1;
        }
        match info.play {
            Play::Rank => 60 + i32::from(self.brain.worth.wear(card)) + i32::from(info.rank),
            _ if self.brain.weights.replace_gain > 0 => 70 + i32::from(self.brain.worth.in_play(card)),
            _ => 70,
        }
    }

    /// The best use of one of these cards that serves the player.
    #[inline]
    fn best_use(&self, cards: CardSet<W>, window: Window) -> Option<Choice> {
        let usable = cards & self.view.usable(window);
        if usable.is_empty() {
            return None;
        }
        let cursed = self.view.table(self.me()).meets(&self.view.deck().masks.curses);
        let useless = |rises| self.brain.worth.useless(rises, cursed);
        // Sets first: most uses serve nobody at the moment, and whether a level could be used costs more than the sets.
        let mut promising = self.payable(usable.without(useless(true)));
        if promising.meets(&useless(false)) && !self.rises_now() {
            promising = promising.without(useless(false));
        }
        let use_ = if promising.is_empty() { None } else { self.best_use_of(promising, window) };
        // The sets leave out only uses with a score of at most 0, so the choice is that of the search through all of
        // them.
        debug_assert_eq!(use_, self.best_use_of(usable, window), "{promising:?} of {usable:?}");
        use_
    }

    /// These cards without those for which every possible payment costs more than it brings.
    #[inline]
    fn payable(&self, mut cards: CardSet<W>) -> CardSet<W> {
        let hand = self.view.hand();
        for (paid, payments) in self.brain.worth.paid() {
            cards = cards.without(paid.only_if(!hand.meets(&payments)));
        }
        cards
    }

    #[inline(never)]
    fn best_use_of(&self, usable: CardSet<W>, window: Window) -> Option<Choice> {
        let deck = self.view.deck();
        let mut best = (0, None);
        for card in usable {
            for n in 0..deck.card(card).uses.len as u8 {
                // Most uses are not open. To find that takes less time than to find the price of a payment.
                if self.brain.worth.may_pay(card, n, self.view.hand()) && self.view.use_is_open(card, n, window) {
                    let choice = self.view.use_of(card, n);
                    let score = self.using(&choice);
                    best = if score > best.0 { (score, Some(choice)) } else { best };
                }
            }
        }
        best.1
    }

    /// The score of a use: its benefit minus its cost.
    fn using(&self, option: &Choice) -> i32 {
        match self.purpose(option) {
            Some(Purpose::Levels(good)) if self.rises_now() => i32::from(good - self.cost(option)),
            Some(Purpose::Good(_)) if self.draws_in_vain(option) => -1,
            Some(Purpose::Good(good)) if !self.brain.worth.fetches_in_vain(self.view, *option) => {
                i32::from(good - self.cost(option))
            }
            Some(Purpose::Lift) if !self.lifts_in_vain(option) => 10,
            Some(Purpose::Bad(harm)) if harm >= WORTH_A_CARD => self.harming(option, harm.into()),
            _ => -1,
        }
    }

    /// Whether a use draws from a pile with at most one card left. Two cards that draw each other would be played again and again.
    fn draws_in_vain(&self, option: &Choice) -> bool {
        let deck = self.view.deck();
        let draws_from_few = |op: &Op| match *op {
            Op::Draw { side, .. } => usize::from(self.view.pile(side)) + self.view.discards(side).len() <= 1,
            _ => false,
        };
        let program = deck.uses(option.card)[usize::from(option.n)].program;
        self.brain.weights.by_position
            && deck.ops[usize::from(program.start)..usize::from(program.end)].first().is_some_and(draws_from_few)
    }

    /// Whether a use could only lift the Curse of a rival.
    fn lifts_in_vain(&self, option: &Choice) -> bool {
        self.brain.weights.by_position
            && self.brain.worth.only_lifts(option.card, option.n)
            && !self.view.table(self.me()).meets(&self.view.deck().masks.curses)
    }

    /// The score of a use that harms a rival.
    fn harming(&self, option: &Choice, usual: i32) -> i32 {
        if self.brain.weights.by_position && self.best_use_loss(option.card, option.n) < i32::from(WORTH_A_CARD) {
            return -1;
        }
        usual
    }

    /// Whether effects other than a kill can still bring a level.
    pub(super) fn can_rise(&self) -> bool {
        self.view.level(self.me()) < i16::from(self.view.deck().rules.win_level) - 1
    }

    /// Whether to use level cards: together they bring one of the last Levels, or the hand is too large.
    fn rises_now(&self) -> bool {
        let rules = &self.view.deck().rules;
        let me = self.view.character(self.me());
        let levels = (self.mine() & self.brain.worth.raising()).len() as i16;
        let goal = i16::from(rules.win_level) - self.brain.weights.rise_to;
        // In the opening, turn 0, the hand is above the limit anyway.
        let own_turn = self.view.active() == self.me() && self.view.turn() > 0;
        let makes_room = (own_turn || !self.brain.weights.hold_levels) && self.is_overfull();
        self.can_rise() && (i16::from(me.level) + levels >= goal || makes_room)
    }

    /// Whether the hand has too many cards for Charity.
    pub(super) fn is_overfull(&self) -> bool {
        self.view.character(self.me()).held > self.view.hand_limit()
    }

    /// Before Charity with too many cards in hand: plays Curses on leaders or carries Items, instead of giving cards
    /// away.
    fn unloading(&self, moment: Moment) -> Option<Choice> {
        if moment != Moment::BeforeCharity || !self.is_overfull() {
            return None;
        }
        let (hand, masks) = (self.view.hand(), &self.view.deck().masks);
        let hits = |curse: CardId| !self.brain.weights.by_position || self.best_curse_loss(curse) > 0;
        let curses = (hand & masks.curses).filter(hits);
        let items = (hand & masks.items).without(masks.big.only_if(!self.view.has_room_for_big()));
        // Curses are for leaders. Against others they are played only if no Item can be put down instead.
        let curse = if self.a_rival_leads() { !curses.is_empty() } else { items.is_empty() };
        let (verb, cards) = if curse { (Verb::Play, curses) } else { (Verb::Carry, items) };
        cards.first().map(|card| Choice::card(verb, card))
    }

    /// Whether a rival leads, so a Curse from hand is worth playing.
    fn a_rival_leads(&self) -> bool {
        let rivals = self.view.living().without(self.me());
        rivals.iter().fold(false, |leads, seat| leads | (self.view.level(seat) >= self.brain.weights.unload_level))
    }
}
