//! Losses of Items, hand cards, identities and powers.

use std::cmp::Ordering;

use crate::deck::compiled::{CountOrAll, FilterRef, Program};
use crate::deck::language::rules::CurseHits;
use crate::deck::language::{Chooser, HowMany};
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    pub(super) fn lose_items(&mut self, count: CountOrAll, filter: FilterRef, by: Chooser, scene: Scene) {
        let count = self.begin_loss(count, scene);
        let shed = self.tables[scene.you] & self.deck.filters[usize::from(filter.0)].shed;
        self.move_cards(shed, Zone::Discard);
        match count {
            None => {
                let items = self.losable(filter, scene);
                // Their loads first, since these may be among the Items too; what is left on the table is then
                // discarded.
                self.take_along(items);
                let left = items & self.tables[scene.you];
                self.move_cards(left, Zone::Discard);
            }
            Some(left) => self.then(Frame::LoseItem { left, filter, by, scene }),
        }
    }

    /// Begins a loss: the number of cards, or `None` for all. It may depend on the loss before it, which is forgotten.
    fn begin_loss(&mut self, count: CountOrAll, scene: Scene) -> Option<u8> {
        let left = match count {
            CountOrAll::All => None,
            CountOrAll::Amount(amount) => Some(self.amount(amount, scene).clamp(0, 99) as u8),
        };
        self.game.lost = CardId::NONE;
        left
    }

    /// curse-07: the Items that an effect can take.
    fn losable(&self, filter: FilterRef, scene: Scene) -> CardSet<W> {
        self.position().items_except(scene.you, filter, self.spared_by_curses(scene))
    }

    /// H-09: the Items that an effect cannot take. The rules may restrict Curses to Items in use.
    pub(in crate::game) fn spared_by_curses(&self, scene: Scene) -> CardSet<W> {
        let used_only = self.deck.rules.curse_hits_carried == CurseHits::UsedOnly;
        if used_only && self.deck.masks.curses.contains(scene.source) {
            return self.deck.masks.items.without(self.used);
        }
        CardSet::EMPTY
    }

    /// deck-08: loses cards from hand that match a filter.
    pub(super) fn lose_hand(&mut self, count: CountOrAll, filter: FilterRef, by: Chooser, scene: Scene) {
        match self.begin_loss(count, scene) {
            None => {
                let hand = self.losable_hand(filter, scene);
                self.move_cards(hand, Zone::Discard);
            }
            Some(left) => self.then(Frame::LoseHandCard { left, filter, by, scene }),
        }
    }

    /// curse-07, curse-08, deck-08: loses Items in play, never from hand. Their owner picks them unless the card says otherwise.
    pub(in crate::game) fn lose_item(&mut self, left: u8, filter: FilterRef, by: Chooser, scene: Scene) {
        let items = self.losable(filter, scene);
        if left == 0 || items.is_empty() {
            return;
        }
        let choice = match self.chooser(by, scene) {
            Some(seat) => ask!(self, seat, Question::LoseItem, Menu::cards(items)),
            None => self.at_random(scene.you, items),
        };
        if left > 1 {
            self.then(Frame::LoseItem { left: left - 1, filter, by, scene });
        }
        self.game.lost = choice.card;
        self.take_along(CardSet::one(choice.card));
        self.discard_card(choice.card);
    }

    /// Loses Items worth at least `gold` Gold Pieces in total, or all Items if they are not worth that much.
    pub(in crate::game) fn lose_worth(&mut self, gold: u16, scene: Scene) {
        let carried = (self.tables[scene.you] & self.deck.masks.items).without(self.spared_by_curses(scene));
        let valued = carried.filter(|card| self.deck.card(card).gold > 0);
        let worth: u32 = valued.iter().map(|card| u32::from(self.deck.card(card).gold)).sum();
        if gold == 0 || worth <= u32::from(gold) {
            let lost = match worth.cmp(&u32::from(gold)) {
                // Exactly enough: no choice is left, but Items of No Value stay. Not enough: they are lost as well.
                _ if gold == 0 => CardSet::EMPTY,
                Ordering::Less => carried,
                Ordering::Equal | Ordering::Greater => valued,
            };
            return self.move_cards(lost, Zone::Discard);
        }
        let choice = ask!(self, scene.you, Question::LoseItem, Menu::cards(valued));
        let paid = self.deck.card(choice.card).gold;
        // The last Item may be worth more than what is left to lose.
        self.then(Frame::LoseWorth { gold: gold.saturating_sub(paid), scene });
        self.discard_card(choice.card);
    }

    /// Loses Items worth as much as the card that was lost last; `short` follows if all Items are not worth that much.
    pub(super) fn lose_as_much(&mut self, short: Program, scene: Scene) {
        let gold = self.position().lost().map_or(0, |card| card.gold);
        let items = (self.tables[scene.you] & self.deck.masks.items).without(self.spared_by_curses(scene));
        let worth: u32 = items.iter().map(|card| u32::from(self.deck.card(card).gold)).sum();
        if worth < u32::from(gold) {
            self.run(short, scene);
        }
        self.then(Frame::LoseWorth { gold, scene });
    }

    /// The cards in hand that match a filter.
    fn losable_hand(&self, filter: FilterRef, scene: Scene) -> CardSet<W> {
        self.hands[scene.you] & self.deck.filters[usize::from(filter.0)].cards
    }

    /// Loses hand cards. Only an effect that names the hand can do so.
    pub(in crate::game) fn lose_hand_card(&mut self, left: u8, filter: FilterRef, by: Chooser, scene: Scene) {
        let hand = self.losable_hand(filter, scene);
        if left == 0 || hand.is_empty() {
            return;
        }
        let choice = match self.chooser(by, scene) {
            Some(seat) => ask!(self, seat, Question::LoseHandCard, Menu::cards(hand)),
            None => self.at_random(scene.you, hand),
        };
        if left > 1 {
            self.then(Frame::LoseHandCard { left: left - 1, filter, by, scene });
        }
        self.game.lost = choice.card;
        self.discard_card(choice.card);
    }

    /// badstuff-01, deck-08: loses cards from hand or from play.
    pub(super) fn lose_cards(&mut self, count: CountOrAll, by: Chooser, scene: Scene) {
        match self.begin_loss(count, scene) {
            None => {
                let cards = self.losable_cards(scene);
                self.take_along(cards);
                let left = cards & self.cards_of(scene.you);
                self.move_cards(left, Zone::Discard);
            }
            Some(left) => self.then(Frame::LoseCard { left, by, scene }),
        }
    }

    /// The cards in hand and in play that a loss can take: those that could pay for a use.
    fn losable_cards(&self, scene: Scene) -> CardSet<W> {
        self.position().payable(scene.you, scene.source).without(self.spared_by_curses(scene) & self.tables[scene.you])
    }

    /// badstuff-01, deck-08: loses one card from hand or from play. Its owner picks it unless the card says otherwise.
    pub(in crate::game) fn lose_card(&mut self, left: u8, by: Chooser, scene: Scene) {
        let cards = self.losable_cards(scene);
        if left == 0 || cards.is_empty() {
            return;
        }
        let choice = match self.chooser(by, scene) {
            Some(seat) => ask!(self, seat, Question::Payment, Menu::cards(cards)),
            None => self.at_random(scene.you, cards),
        };
        if left > 1 {
            self.then(Frame::LoseCard { left: left - 1, by, scene });
        }
        self.game.lost = choice.card;
        self.take_along(CardSet::one(choice.card));
        self.discard_card(choice.card);
    }

    pub(super) fn lose_identities(&mut self, seat: Seat, count: HowMany, group: u8) {
        self.game.lost = CardId::NONE;
        let held = self.tables[seat] & self.deck.groups[usize::from(group)].cards;
        self.then(Frame::LoseIdentity { seat, group, left: Self::how_many(count, held.len()) });
    }

    pub(super) fn lose_powers(&mut self, seat: Seat, count: HowMany, powers: u8) {
        self.game.lost = CardId::NONE;
        let held = self.tables[seat] & self.deck.powers[usize::from(powers)];
        self.then(Frame::LosePower { seat, powers, left: Self::how_many(count, held.len()) });
    }
}
