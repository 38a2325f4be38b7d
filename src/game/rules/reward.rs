//! Rewards: levels, Treasure, and sharing of Treasure.

use crate::deck::DeckSide;
use crate::deck::compiled::Grants;
use crate::deck::language::{Chooser, Happening, Window};
use crate::deck::rules::{Deals, ShortTreasure};
use crate::game::state::zone::Zone;
use crate::game::table::agenda::{Frame, Paid, Scene};
use crate::game::table::event::{DrawWhy, FightEnd, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// combat-05, combat-06, reward-01, reward-06, multi-06, conflict-04, conflict-05: after a fight, first levels
    /// are gained for each kill, even one that removed a monster earlier, then all cards of the fight are discarded, then Treasure is drawn.
    pub(in crate::game) fn victory(&mut self, killed: bool) {
        let main = self.fight.main;
        let killed = killed || self.fight.killed.count() > 0;
        self.game.fight.won = true;
        self.close_fight(if killed { FightEnd::Killed } else { FightEnd::Emptied });
        let treasures = self.treasures_won(killed);
        self.then(Frame::Spoils { treasures });
        if killed {
            self.fire_kills();
            let levels = self.fight.levels();
            self.gain_winning_levels(main, levels, LevelWhy::Kill);
        }
    }

    /// reward-01, help-04: after everything of the fight is discarded, promises are kept and Treasure is drawn.
    pub(in crate::game) fn spoils(&mut self, treasures: u8) {
        self.end_combat();
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
        if killed { self.position().treasures_at_stake() } else { self.fight.treasures }
    }

    /// help-11: runs the triggers of monsters and players' cards on a kill.
    fn fire_kills(&mut self) {
        let main = self.fight.main;
        if let Some(helper) = self.fight.helper {
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
            self.draw_to_hand(DeckSide::Treasure, main, DrawWhy::Reward, treasures);
        }
    }

    /// reward-04, deck-02: draws the Treasures, card by card if one of them could take effect or be replaced by a discard.
    fn draw_open(&mut self, main: Seat, treasures: u8) {
        let striking = &self.deck.masks.usable[Window::Drawn as usize];
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

    /// deck-02: draws a card face up, to the hand or to the shared Treasures. A player with the right to do so may take the top discard
    /// instead, for a card from hand.
    pub(in crate::game) fn draw_shown(&mut self, seat: Seat, door: bool, left: u8, reward: bool, shared: bool) {
        let side = if door { DeckSide::Door } else { DeckSide::Treasure };
        if left == 0 || !self.alive(seat) {
            return;
        }
        let may = self.seats[seat].grants.has(Grants::DRAWS_DISCARDS) && !self.hands[seat].is_empty();
        let top = self.discard_top(side).filter(|_| may);
        let taken = match top {
            Some(top) => {
                let menu = Menu::of(Verb::Pass).with(Verb::Accept);
                let choice = ask!(self, seat, Question::OpenDiscard, menu);
                (choice.verb == Verb::Accept).then_some(top)
            }
            None => None,
        };
        self.then(Frame::DrawShown { seat, door, left: left - 1, reward, shared });
        if let Some(card) = taken {
            self.move_card(card, Zone::Played);
            self.then(Frame::TakeShown { seat, card, shared });
            let scene = Scene { source: card, you: seat, actor: seat, roll: 0, paid: Paid::default() };
            return self.then(Frame::LoseHandCard { left: 1, by: Chooser::You, scene });
        }
        let why = if reward { DrawWhy::Reward } else { DrawWhy::Card };
        let to = if shared { Zone::Open } else { Zone::Hand(seat) };
        let drawn = self.draw(side, seat, why, to, true);
        if !shared {
            self.receive(seat, drawn.into_iter().collect());
        }
    }

    /// deck-02: the discard that replaced a draw is received like a drawn card.
    pub(in crate::game) fn take_shown(&mut self, seat: Seat, card: CardId, shared: bool) {
        let to = if shared { Zone::Open } else { Zone::Hand(seat) };
        self.move_card(card, to);
        self.make_known(card);
        self.note_drawn(seat, CardSet::one(card));
        if !shared {
            self.receive(seat, CardSet::one(card));
        }
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
            self.open_receipt(helper, fresh & self.hands[helper]);
            self.open_receipt(main, fresh & self.hands[main]);
        }
    }
}
