//! Rewards: levels, Treasure, and sharing of Treasure.

use crate::deck::DeckSide;
use crate::deck::compiled::Grants;
use crate::deck::language::rules::{Deals, ShortTreasure};
use crate::deck::language::{Happening, Lasting, Window};
use crate::game::state::agenda::Frame;
use crate::game::state::zone::Zone;
use crate::game::table::event::{DrawWhy, FightEnd, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// combat-05, combat-06, reward-01, reward-06, multi-06, conflict-04, conflict-05: after a fight, first levels
    /// are gained for each kill, even one that removed a monster earlier, then all cards of the fight are discarded, then Treasure is drawn.
    pub(in crate::game) fn victory(&mut self, killed: bool) {
        let main = self.fight.main;
        let killed = killed || self.fight.killed[main].count() > 0;
        self.game.fight.won = true;
        self.close_fight(if killed { FightEnd::Killed } else { FightEnd::Emptied });
        let treasures = self.treasures_won(killed);
        // The number is settled now: triggers of the kill may change what it depends on.
        self.then(Frame::Spoils { treasures });
        if killed {
            self.fire_kills();
            let levels = self.fight.levels();
            self.gain_winning_levels(main, levels, LevelWhy::Kill);
            if self.fight.helper.is_none() {
                self.end_until(main, Lasting::SoloKill);
            }
        }
    }

    /// reward-01, help-04: after everything of the fight is discarded, promises are kept and Treasure is drawn.
    pub(in crate::game) fn spoils(&mut self, treasures: u8) {
        self.end_combat();
        if self.outcome.is_some() {
            return;
        }
        let trusted = self.deck.rules.deals == Deals::Trust && self.fight.helper.is_some();
        if self.promised.is_empty() & self.unsettled.is_empty() & !trusted {
            return self.draw_reward(treasures);
        }
        self.then(Frame::DrawReward { treasures });
        if trusted || !self.promised.is_empty() {
            self.then_keep_promises();
        }
    }

    /// reward-02, combat-07, multi-05: Treasure of the killed monsters, and of monsters that were removed with their Treasure won.
    fn treasures_won(&self, killed: bool) -> u8 {
        if killed { self.position().treasures_at_stake() } else { self.fight.treasures[self.fight.main] }
    }

    /// conflict-05: players who were the main player before another took the fight over get the levels and Treasures of the monsters that cards
    /// killed or removed until then, however the fight has ended.
    pub(in crate::game) fn pay_former_main_players(&mut self) {
        let (killed, treasures, last) = (self.fight.killed, self.fight.treasures, self.fight.main);
        let former = self.living().without(last).filter(|seat| killed[seat].count() > 0 || treasures[seat] > 0);
        for seat in self.game().seats_from(last).filter(|&seat| former.contains(seat)) {
            self.gain_winning_levels(seat, killed[seat].levels().into(), LevelWhy::Kill);
            if self.outcome.is_some() {
                return;
            }
            self.draw_alone(seat, treasures[seat]);
        }
    }

    /// help-11: runs the triggers of monsters and players' cards on a kill.
    fn fire_kills(&mut self) {
        let main = self.fight.main;
        if let Some(helper) = self.fight.helper {
            // Put on the agenda in reverse: the monsters' texts take effect first, then the main player's cards, then
            // the helper's.
            self.fire(Happening::HelpedKill, helper);
        }
        self.fire(Happening::Kill, main);
        for place in 0..self.fight.foes().len() {
            let card = self.fight.foes()[place].card;
            self.fire_card(Happening::Kill, card, main);
        }
    }

    /// reward-03, reward-04, help-09: the main player draws all Treasures, hidden without a helper, face up with a helper.
    pub(in crate::game) fn draw_reward(&mut self, treasures: u8) {
        let main = self.fight.main;
        if !self.alive(main) {
            return;
        }
        let helped = self.fight.helper.is_some();
        if helped {
            self.draw_open(main, treasures);
        } else {
            self.draw_alone(main, treasures);
        }
    }

    /// reward-03, reward-05: draws Treasures hidden. A player who receives them on another player's turn may play them at once.
    fn draw_alone(&mut self, seat: Seat, treasures: u8) {
        let drawn = self.draw_to_hand(DeckSide::Treasure, seat, DrawWhy::Reward, treasures);
        self.receive(seat, drawn);
    }

    /// reward-04, deck-02: draws the Treasures, card by card if one of them could take effect or be replaced by a discard.
    fn draw_open(&mut self, main: Seat, treasures: u8) {
        let striking = &self.deck.masks.usable[Window::Drawn as usize];
        // One step per card costs time, and few decks have such cards.
        if self.seats[main].grants.has(Grants::DRAWS_DISCARDS) || striking.meets(&self.deck.masks.treasure) {
            self.then(Frame::ShareOpen { won: treasures });
            let left = treasures;
            return self.then(Frame::DrawShown { seat: main, door: false, left, reward: true, shared: true });
        }
        for _ in 0..treasures {
            self.draw(DeckSide::Treasure, main, DrawWhy::Reward, Zone::Open, true);
        }
        self.share_open(treasures);
    }

    /// Whether face-up Treasures are being drawn that the main player and the helper will share.
    pub(in crate::game) fn shares_treasure(&self) -> bool {
        self.agenda.frames().iter().any(|frame| matches!(frame, Frame::ShareOpen { .. }))
    }

    /// deck-02: draws cards face up one by one, to the hand or to the shared Treasures. A player with the right to do so may take the top
    /// discard instead of each, as long as there is a hand card to pay for it. First all are drawn or taken, then the price of those taken
    /// is paid, then the cards take effect or are played.
    pub(in crate::game) fn draw_shown(&mut self, seat: Seat, door: bool, left: u8, reward: bool, shared: bool) {
        if !self.alive(seat) {
            return;
        }
        if left == 0 {
            return self.pay_for_taken(seat);
        }
        let side = if door { DeckSide::Door } else { DeckSide::Treasure };
        let to = if shared { Zone::Open } else { Zone::Hand(seat) };
        let card = match self.discard_top(side).filter(|_| self.may_take_discards(seat)) {
            Some(top) => {
                let menu = Menu::of(Verb::Pass).with(Verb::Accept);
                let choice = ask!(self, seat, Question::OpenDiscard, menu);
                (choice.verb == Verb::Accept).then_some(top)
            }
            None => None,
        };
        let why = if reward { DrawWhy::Reward } else { DrawWhy::Card };
        let got = match card {
            Some(card) => Some(self.take_shown(seat, card, to)),
            None => self.draw(side, seat, why, to, true),
        };
        if !shared {
            self.receive(seat, got.into_iter().collect());
        }
        self.then(Frame::DrawShown { seat, door, left: left - 1, reward, shared });
    }

    /// deck-02: whether a player may take discards in place of face-up draws, and can pay for one more.
    fn may_take_discards(&self, seat: Seat) -> bool {
        let right = self.seats[seat].grants.has(Grants::DRAWS_DISCARDS);
        right && self.hands[seat].without(self.taken).len() > self.taken.len()
    }

    /// deck-02: the discard that replaces a draw is received like a drawn card. It cannot pay for itself or another.
    fn take_shown(&mut self, seat: Seat, card: CardId, to: Zone) -> CardId {
        self.move_card(card, to);
        self.make_known(card);
        self.game.taken.insert(card);
        self.note_drawn(seat, CardSet::one(card));
        card
    }

    /// deck-02: one card from hand is discarded for each discard that was taken in place of a draw.
    fn pay_for_taken(&mut self, seat: Seat) {
        let left = self.taken.len() as u8;
        if left > 0 {
            self.then(Frame::PayForTaken { seat, left });
        }
    }

    /// deck-02: discards a card from hand for one of the taken discards.
    pub(in crate::game) fn pay_for_one(&mut self, seat: Seat, left: u8) {
        let hand = self.hands[seat].without(self.taken);
        if left == 0 || hand.is_empty() {
            self.game.taken = CardSet::EMPTY;
            return;
        }
        let choice = ask!(self, seat, Question::LoseHandCard, Menu::cards(hand));
        self.then(Frame::PayForTaken { seat, left: left - 1 });
        self.discard_card(choice.card);
    }

    /// help-05, death-03: shares the Treasures that were drawn face up; a main player who died meanwhile gets none.
    pub(in crate::game) fn share_open(&mut self, won: u8) {
        if !self.alive(self.fight.main) {
            let open = self.open;
            return self.move_cards(open, Zone::Discard);
        }
        let drawn = self.open.len() as u8;
        let share = self.helper_share(drawn, won);
        let left = if self.fight.offer.helper_first { share } else { drawn - share };
        self.take_up(Frame::ShareTreasure { left });
        self.share_treasure(left);
    }

    /// help-05, help-10, death-03: the helper gets the agreed number of Treasures, or less if the pile did not give all `won`; a
    /// dead helper gets none.
    fn helper_share(&self, drawn: u8, won: u8) -> u8 {
        match self.fight.helper {
            Some(helper) if self.alive(helper) => self.short_share(self.fight.offer.treasures.min(won), drawn, won),
            _ => 0,
        }
    }

    /// B-08: the part of the promised Treasures that the helper gets when `drawn` of the `won` Treasures were drawn.
    fn short_share(&self, promised: u8, drawn: u8, won: u8) -> u8 {
        match self.deck.rules.short_treasure {
            _ if drawn >= won => promised,
            ShortTreasure::HelperFirst => promised.min(drawn),
            ShortTreasure::Proportional => {
                let [promised, drawn, won] = [promised, drawn, won].map(u16::from);
                // Rounded to the nearest number, half up, without fractions. Treasures are at most 99, so 16 bits are
                // enough.
                ((2 * promised * drawn + won) / (2 * won)) as u8
            }
            ShortTreasure::MainFirst => drawn.saturating_sub(won - promised),
        }
    }

    /// help-05: the player named in the agreement picks first, card by card; the other player gets the rest.
    pub(in crate::game) fn share_treasure(&mut self, left: u8) {
        let main = self.fight.main;
        let helper = self.fight.helper.unwrap_or(main);
        let (first, second) = if self.fight.offer.helper_first { (helper, main) } else { (main, helper) };
        // No choice is left: one player takes all the rest.
        if left == 0 || usize::from(left) >= self.open.len() {
            let taker = if left == 0 { second } else { first };
            let cards = self.open;
            self.take_open(taker, cards);
            self.open_receipts(main, helper);
            return;
        }
        let open = self.open;
        let choice = ask!(self, first, Question::ShareTreasure, Menu::cards(open));
        self.then(Frame::ShareTreasure { left: left - 1 });
        self.take_open(first, CardSet::one(choice.card));
    }

    /// deck-12: takes face-up cards into hand; they stay known to all players.
    pub(in crate::game) fn take_open(&mut self, seat: Seat, cards: CardSet<W>) {
        for card in cards {
            self.shift(card, Zone::Open, Zone::Hand(seat));
            self.make_known(card);
            self.game.fresh.insert(card);
        }
    }

    /// reward-05, timing-06: the shared Treasures may be played at once, by the main player first, then by the helper.
    fn open_receipts(&mut self, main: Seat, helper: Seat) {
        let fresh = self.fresh;
        self.game.fresh = fresh & self.in_play();
        if helper != main {
            // On top of the agenda comes the window of the main player, which is opened last.
            self.open_receipt(helper, fresh & self.hands[helper]);
            self.open_receipt(main, fresh & self.hands[main]);
        }
    }
}
