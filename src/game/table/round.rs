//! Rounds: seats are asked in turn, clockwise from the seat that the rules name, until all have passed in a row.

use crate::deck::language::{Happening, Window};
use crate::game::state::agenda::Frame;
use crate::game::state::fight::Getaway;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Decision, Menu, Moment, Players, Question, Table, Verb};
use crate::ids::{Seat, SeatSet};

impl Moment {
    /// Whether the active player may play, sell, trade and change equipment.
    pub(crate) fn own_turn(self) -> bool {
        matches!(self, Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity)
    }

    /// Whether only uses are open that answer what is about to take effect.
    pub(crate) fn answers(self) -> bool {
        matches!(self, Moment::AfterRoll | Moment::CurseLands | Moment::BadStuff)
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// combat-14, combat-15, combat-16, turn-03, timing-04: each seat in turn makes one play or passes. Any play reopens the round;
    /// it ends when all have passed in a row. The active player may make several plays in a row until it passes.
    #[inline]
    pub(in crate::game) fn round(&mut self, moment: Moment, asked: Seat, passed: u8) {
        match self.answer.take() {
            Some(choice) => self.play_in_round(moment, asked, passed, choice),
            None => self.go_round(moment, asked, passed),
        }
    }

    /// turn-04: asks the seats, and starts the next step after the last round of a phase.
    #[inline]
    fn go_round(&mut self, moment: Moment, asked: Seat, passed: u8) {
        match moment {
            Moment::StartOfTurn => {
                if self.ask_around(Moment::StartOfTurn, asked, passed) {
                    self.kick_open_the_door();
                }
            }
            Moment::BeforeCharity => {
                if self.ask_around(Moment::BeforeCharity, asked, passed) {
                    self.charity();
                }
            }
            Moment::Combat if self.fight.compelled && self.position().excludes_compelled_help() => {
                self.then(Frame::Round { moment, asked, passed });
                self.then(Frame::Withdraw {});
            }
            Moment::Combat if let Some((card, n)) = self.position().due() => {
                self.then(Frame::Round { moment, asked, passed });
                self.then(Frame::Trigger { card, n, you: self.fight.main });
            }
            Moment::Combat => {
                self.ask_around(Moment::Combat, asked, passed);
            }
            Moment::AfterDoor | Moment::BeforeRoll | Moment::AfterRoll | Moment::CurseLands | Moment::BadStuff => {
                self.ask_around(moment, asked, passed);
            }
        }
    }

    fn play_in_round(&mut self, moment: Moment, asked: Seat, passed: u8, choice: Choice) {
        let left = asked.left(self.players());
        if choice.verb == Verb::Pass {
            self.then(Frame::Round { moment, asked: left, passed: passed + 1 });
            return;
        }
        self.game.steps += 1;
        let goes_on = self.acts_on_own_turn(asked, moment);
        // Counted for the limit of actions, which only the active player has.
        self.game.actions += u16::from(goes_on);
        if moment == Moment::Combat {
            self.note_combat_play(choice);
        }
        // A request for help changes no strength. After any other play, the totals change and the main player may ask again.
        if choice.verb != Verb::Ask {
            self.game.fight.totals = self.fight.totals.filter(|_| self.leaves_strengths(asked, choice));
            self.game.fight.asks = if moment == Moment::Combat { 0 } else { self.fight.asks };
        }
        self.then(Frame::Round { moment, asked: if goes_on { asked } else { left }, passed: 0 });
        // Few decks have such a monster.
        if moment == Moment::Combat && !self.deck.masks.triggered[Happening::Played as usize].is_empty() {
            self.fire_played(choice);
        }
        self.play(asked, choice);
    }

    /// K-04, J-14: counts a play in a combat, and notes whether it is one other than an Item for a monster.
    fn note_combat_play(&mut self, choice: Choice) {
        let fight = &mut self.game.fight;
        // Saturating: without a limit, a combat may have more plays than a byte counts.
        fight.plays = fight.plays.saturating_add(u8::from(choice.verb != Verb::Ask));
        if choice.verb != Verb::Arm {
            fight.settled = fight.joined;
        }
    }

    /// Whether a play changes the totals only by its own boost: a bystander plays a one-shot for the monsters, and no card depends on
    /// bystanders or watches plays.
    fn leaves_strengths(&self, seat: Seat, choice: Choice) -> bool {
        let masks = &self.deck.masks;
        choice.verb == Verb::Hinder
            && !self.fighting(seat)
            && masks.modified_by_bystanders.is_empty()
            && masks.triggered[Happening::Played as usize].is_empty()
    }

    /// Finds the next seat that makes a play or wants its open plays listed, and skips seats without an open play. Returns whether
    /// the round is over.
    // The most frequent moments are constants at the call sites, so inlining keeps only the code that they need.
    #[inline(always)]
    fn ask_around(&mut self, moment: Moment, asked: Seat, passed: u8) -> bool {
        if !self.round_goes_on(moment) {
            return true;
        }
        // Only a play changes totals, so they are kept while the round goes on.
        if moment == Moment::Combat && passed == 0 {
            let (players, monsters) = self.position().totals();
            self.game.fight.totals = Some((players, monsters));
            self.record(Event::Totals { players, monsters });
        }
        for (further, seat) in self.attentive(moment).from(asked, self.players()) {
            // Seats that are skipped pass: without an open play they could do nothing else.
            let passed = passed + further;
            if passed >= self.players() {
                return true;
            }
            match self.at_sight(seat, Question::Round(moment), &Menu::UNLISTED) {
                Some(Choice::PASS) => self.passes_at_sight(seat, moment),
                choice if self.joins_in(moment, seat, passed, choice) => return false,
                _ => {}
            }
        }
        true
    }

    /// Living players who must be asked.
    #[inline]
    fn attentive(&self, moment: Moment) -> SeatSet {
        let all = SeatSet::all(self.players());
        self.living().and(if moment.own_turn() { self.awake.or(SeatSet::one(self.active)) } else { all })
    }

    /// On another player's turn, a seat without wake cards is not asked again.
    #[inline]
    fn passes_at_sight(&mut self, seat: Seat, moment: Moment) {
        #[cfg(debug_assertions)]
        {
            self.has_a_choice(moment, seat);
            self.check_sight(Decision { seat, question: Question::Round(moment) }, Choice::PASS);
        }
        if moment.own_turn() && seat != self.active && !self.cards_of(seat).meets(&self.wake_cards[seat]) {
            self.awake.remove(seat);
        }
    }

    /// Makes the play that a seat proposes at sight, if it is open. Otherwise asks the seat, if it has an open play.
    #[inline(never)]
    fn joins_in(&mut self, moment: Moment, asked: Seat, passed: u8, choice: Option<Choice>) -> bool {
        // The player proposes a play from its cards, without knowing whether the rules allow it now.
        if let Some(choice) = choice
            && self.position().is_open(moment, asked, choice)
        {
            self.play_at_sight(moment, asked, passed, choice);
            return true;
        }
        if self.may_have_plays(moment, asked) && self.has_a_choice(moment, asked) {
            self.take_up(Frame::Round { moment, asked, passed });
            if let Some(choice) = self.consult(Decision { seat: asked, question: Question::Round(moment) }) {
                self.play_in_round(moment, asked, passed, choice);
            }
            return true;
        }
        let decision = Decision { seat: asked, question: Question::Round(moment) };
        if self.recorder.stops_at_forced() {
            self.take_up(Frame::Round { moment, asked, passed });
            self.stop_at_forced(decision, Choice::PASS);
            return true;
        }
        self.record_forced(decision, Choice::PASS);
        false
    }

    /// Whether this is a round out of combat on a seat's own turn.
    #[inline]
    fn acts_on_own_turn(&self, seat: Seat, moment: Moment) -> bool {
        seat == self.active && moment.own_turn()
    }

    fn play_at_sight(&mut self, moment: Moment, seat: Seat, passed: u8, choice: Choice) {
        let decision = Decision { seat, question: Question::Round(moment) };
        #[cfg(debug_assertions)]
        {
            self.has_a_choice(moment, seat);
            assert!(self.options.hold(choice), "{choice:?} is open and not listed");
            self.check_sight(decision, choice);
        }
        self.record(Event::Chosen { decision, choice });
        self.play_in_round(moment, seat, passed, choice);
    }

    /// Lists the open plays of a seat. Returns whether there is a play other than `Pass`.
    fn has_a_choice(&mut self, moment: Moment, seat: Seat) -> bool {
        self.options.clear();
        self.list_plays(moment, seat);
        self.options().len() > 1
    }

    /// Whether a round continues. It ends early if its subject, such as the fight, no longer exists.
    fn round_goes_on(&self, moment: Moment) -> bool {
        let fight = &self.fight;
        match moment {
            Moment::Combat => fight.running && self.alive(fight.main) && self.plays_are_left(),
            Moment::BeforeRoll | Moment::AfterRoll | Moment::BadStuff => {
                let open = fight.getaway != Getaway::Escapes || moment == Moment::AfterRoll;
                open && fight.pursuer().is_some() && fight.runner().is_some_and(|seat| self.alive(seat))
            }
            Moment::CurseLands => !self.curse_cancelled,
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => self.alive(self.active),
        }
    }

    /// K-04: whether the rules allow another play in this combat.
    #[inline]
    fn plays_are_left(&self) -> bool {
        let most = *self.deck.rules.max_plays_per_combat;
        most == 0 || self.fight.plays < most
    }

    /// A quick test of whole hands. It returns false only if `list_plays` would list no play.
    fn may_have_plays(&self, moment: Moment, seat: Seat) -> bool {
        let masks = &self.deck.masks;
        let table = self.tables[seat];
        let cards = self.hands[seat] | table;
        // Trades and changes of equipment depend on more than masks show.
        if self.deck.rules.bystanders_act() {
            return true;
        }
        match moment {
            Moment::Combat => {
                let cards = cards | self.position().usable_monsters(seat);
                seat == self.active || self.fighting(seat) || cards.meets(&masks.combat_cards)
            }
            Moment::BeforeRoll => true,
            Moment::AfterRoll => cards.meets(&masks.usable[Window::AfterRoll as usize]),
            Moment::CurseLands => cards.meets(&masks.usable[Window::Curse as usize]),
            Moment::BadStuff => cards.meets(&masks.usable[Window::BadStuff as usize]),
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => {
                seat == self.active || cards.meets(&masks.any_time_cards) || table.meets(&masks.restricted)
            }
        }
    }
}
