//! Asking for help: offers, replies, and the deal.

use crate::deck::compiled::Grants;
use crate::deck::language::rules::{Deals, DefaultPick, HelperWithdraw, ItemBribe};
use crate::deck::language::{FightRule, Fighter, Reward, Window};
use crate::game::legality::Position;
use crate::game::state::agenda::Frame;
use crate::game::state::fight::{Account, Foe, Offer, Reply};
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{BySeat, CardId, CardSet, Seat, SeatSet};

impl<const W: usize> Position<'_, W> {
    /// Whether help is forbidden in this fight.
    pub(in crate::game) fn help_forbidden(self) -> bool {
        let fight = &self.game.fight;
        fight.rules.contains(FightRule::NoHelp) || self.game.seats[fight.main].grants.has(Grants::NO_HELP)
    }

    /// help-01, help-02, help-16: the players who may be asked: all other living players, even those who interfered, as long as
    /// there is no helper.
    pub(in crate::game) fn may_help(self) -> SeatSet {
        let fight = &self.game.fight;
        if fight.helper.is_some() || self.help_forbidden() {
            return SeatSet::EMPTY;
        }
        let others = self.game.living().without(fight.main);
        others.filter(|seat| !self.game.seats[seat].grants.has(Grants::NO_HELPING) && self.fits_as_helper(seat))
    }

    /// help-01: whether no monster of the fight forbids this player to help.
    #[inline]
    pub(in crate::game) fn fits_as_helper(self, seat: Seat) -> bool {
        let mut foes = self.game.fight.foes().iter();
        // Few decks have such a monster.
        self.deck.helped_by.is_empty() || foes.all(|foe| self.lets_help(foe.card, seat))
    }

    fn lets_help(self, monster: CardId, seat: Seat) -> bool {
        let rule = self.deck.helped_by.iter().find(|(card, _)| *card == monster);
        rule.is_none_or(|(_, condition)| self.holds_beside(*condition, seat, seat, monster))
    }

    /// help-12, help-15: the players who can be compelled to help: those who may help, if the fight is undecided and help may be compelled
    /// in it.
    pub(in crate::game) fn compellable(self) -> SeatSet {
        if self.game.fight.undecided() && !self.excludes_compelled_help() { self.may_help() } else { SeatSet::EMPTY }
    }

    /// D-08, help-15: whether nobody can be compelled to help: the fight is for the win, and the rules do not allow it in such a fight.
    pub(in crate::game) fn excludes_compelled_help(self) -> bool {
        !self.deck.rules.forced_help_for_win && self.for_the_win()
    }

    /// D-07: whether a player helps by agreement and may leave the fight.
    pub(in crate::game) fn may_leave(self, seat: Seat) -> bool {
        let fight = &self.game.fight;
        self.deck.rules.helper_withdraw == HelperWithdraw::BeforeWindow
            && fight.helper == Some(seat)
            && !fight.compelled
            && fight.undecided()
    }

    /// Whether a player can take the place of the main player.
    pub(in crate::game) fn may_take_over(self, seat: Seat) -> bool {
        let (game, fight) = (self.game, &self.game.fight);
        fight.undecided() && fight.main != seat && game.alive(seat)
    }

    /// Whether a player may ask for help at present.
    pub(in crate::game) fn may_ask(self, seat: Seat) -> bool {
        let (fight, rules) = (&self.game.fight, &self.deck.rules);
        fight.main == seat
            && fight.asks < *rules.help_rounds
            && fight.foe_count > 0
            && !self.may_help().is_empty()
            && (rules.help_when_winning || !self.players_win())
    }

    /// reward-02, multi-06, enhancer-05: number of Treasures for a win in the current state. The bonus of the main player's cards
    /// is added for each kill.
    #[inline]
    pub(in crate::game) fn treasures_at_stake(self) -> u8 {
        let fight = &self.game.fight;
        let extra = i16::from(self.game.seats[fight.main].grants.extra_treasures);
        let changed = extra != 0 || !self.deck.more_treasures.is_empty();
        let hoard = if changed { self.changed_hoard(extra) } else { fight.hoard };
        // Menus have no numbers above 127, and Treasures are offered from a menu.
        (hoard + i16::from(fight.treasures[fight.main])).clamp(0, 99) as u8
    }

    /// reward-02, C-10: Treasures of the monsters with an extra number for each kill and with their conditional Treasures.
    #[inline(never)]
    fn changed_hoard(self, extra: i16) -> i16 {
        self.game.fight.foes().iter().map(|foe| self.kill_treasures(foe, extra)).sum()
    }

    /// reward-02, C-10: Treasures for killing one monster, with an extra number for each kill; never less than none. The minimum of the
    /// rules is about the monster with its enhancers: a negative number for each kill may lead below it.
    pub(in crate::game) fn kill_treasures(self, foe: &Foe, extra: i16) -> i16 {
        let more = self.deck.more_treasures.iter().find(|(card, ..)| *card == foe.card);
        let conditional =
            more.map_or(0, |&(_, steady, span)| steady + self.conditional_of(foe.card, span, self.game.fight.main));
        (self.foe_treasures(foe.card, foe.treasures.into()) + extra + conditional).max(0)
    }

    /// reward-02, C-10: number of Treasures of one monster with what its enhancers and other cards add, at least the minimum.
    #[inline]
    pub(in crate::game) fn foe_treasures(self, card: CardId, added: i16) -> i16 {
        let printed = i16::from(self.deck.card(card).treasures);
        (printed + added).max(i16::from(self.deck.rules.treasure_floor))
    }

    /// help-04: the cards that the main player could still promise: Items that it carries, and hand cards that could be played on a
    /// helper, such as a level.
    fn promisable(self, seat: Seat) -> CardSet<W> {
        let (game, masks) = (self.game, &self.deck.masks);
        let bribes = if self.deck.rules.hand_bribe { masks.bribes } else { CardSet::EMPTY };
        (game.tables[seat] & masks.tradeable | game.hands[seat] & bribes).without(game.promised)
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// help-01: starts asking for help with the choice of players.
    pub(in crate::game) fn ask_for_help(&mut self) {
        let fight = &mut self.game.fight;
        // The totals may have changed since somebody refused, so all may be asked again (D-03).
        if fight.asks == 0 {
            fight.refused = (Offer::default(), SeatSet::EMPTY);
        }
        fight.asks += 1;
        fight.offer = Offer::default();
        fight.replies = BySeat::default();
        self.game.promised = CardSet::EMPTY;
        self.then(Frame::AskWhom {});
    }

    /// help-01: chooses one player to ask, or all at once.
    pub(in crate::game) fn ask_whom(&mut self) {
        let main = self.fight.main;
        let candidates = self.position().may_help();
        let choice =
            ask!(self, main, Question::AskWhom, Menu::seats(candidates).with_if(candidates.len() > 1, Verb::Everyone));
        let asked = match choice.verb {
            Verb::Player => SeatSet::one(choice.seat()),
            _ => candidates,
        };
        // Each part of an offer is a step of its own, so that an answer does not lead to the former questions again.
        self.take_up(Frame::OfferTreasures { asked });
        self.offer_treasures(asked);
    }

    /// help-05: chooses the number of Treasures to offer, up to those at stake.
    pub(in crate::game) fn offer_treasures(&mut self, asked: SeatSet) {
        let main = self.fight.main;
        let most = self.position().treasures_at_stake();
        let choice = ask!(self, main, Question::OfferTreasures, Menu::numbers(Verb::Number, 0, most));
        self.game.fight.offer.treasures = choice.n;
        self.take_up(Frame::OfferPick { asked });
        self.offer_pick(asked);
    }

    /// help-05, D-12: an offer of a part of the Treasures includes an agreement on who picks first; for any other offer the rule
    /// `default_pick` decides.
    pub(in crate::game) fn offer_pick(&mut self, asked: SeatSet) {
        let main = self.fight.main;
        let treasures = self.fight.offer.treasures;
        let shared = 0 < treasures && treasures < self.position().treasures_at_stake();
        let menu = match self.deck.rules.default_pick {
            _ if shared => Menu::of(Verb::MainFirst).with(Verb::HelperFirst),
            DefaultPick::Main => Menu::of(Verb::MainFirst),
            DefaultPick::Helper => Menu::of(Verb::HelperFirst),
        };
        let choice = ask!(self, main, Question::OfferPick, menu);
        self.game.fight.offer.helper_first = choice.verb == Verb::HelperFirst;
        self.take_up(Frame::OfferExtras { asked });
        self.offer_extras(asked);
    }

    /// help-04, help-06: carried Items, and a hand card to be played on the helper, may be promised in addition.
    pub(in crate::game) fn offer_extras(&mut self, asked: SeatSet) {
        let main = self.fight.main;
        let choice =
            ask!(self, main, Question::OfferExtras, Menu::cards(self.position().promisable(main)).with(Verb::Done));
        if choice.verb == Verb::Pick {
            self.game.promised.insert(choice.card);
            self.record(Event::Promised { main, card: choice.card });
            self.then(Frame::OfferExtras { asked });
            return;
        }
        let asked = asked.not_in(self.refusing());
        if !asked.is_empty() {
            let Offer { treasures, helper_first } = self.fight.offer;
            self.record(Event::HelpAsked { main, asked, treasures, helper_first });
            self.hear_next(asked, main);
        }
    }

    /// D-03: the players who have refused this very offer, with these totals. They are not asked again.
    fn refusing(&self) -> SeatSet {
        let (offer, seats) = self.fight.refused;
        if self.promised.is_empty() && offer == self.fight.offer { seats } else { SeatSet::EMPTY }
    }

    /// D-03: notes who refuses an offer without extras.
    fn note_refusal(&mut self, seat: Seat) {
        if self.promised.is_empty() {
            let fight = &mut self.game.fight;
            let (last, seats) = fight.refused;
            let mut seats = if last == fight.offer { seats } else { SeatSet::EMPTY };
            seats.insert(seat);
            fight.refused = (fight.offer, seats);
        }
    }

    /// Lets the next asked player reply, clockwise from the last one. After all replies, the main player chooses.
    fn hear_next(&mut self, asked: SeatSet, last: Seat) {
        let (main, players) = (self.fight.main, self.players());
        let left = last.left(players);
        // Replies go around from the main player, so a seat at or beyond that player has replied already.
        let until_main = (main.0 + players - left.0) % players;
        match asked.from(left, players).next() {
            Some((further, seat)) if further < until_main => {
                self.take_up(Frame::Replies { asked, seat });
                self.replies(asked, seat);
            }
            _ => {
                self.take_up(Frame::ChooseHelper { asked });
                self.choose_helper(asked);
            }
        }
    }

    /// help-01, help-17: each asked player accepts, declines or demands more, clockwise from the main player.
    pub(in crate::game) fn replies(&mut self, asked: SeatSet, seat: Seat) {
        let offered = self.fight.offer.treasures;
        let most = self.position().treasures_at_stake();
        // A demand for as many or fewer is an agreement.
        let counters = Menu::numbers(Verb::Counter, offered + 1, most);
        let choice = ask!(self, seat, Question::Reply, counters.with(Verb::Refuse).with(Verb::Accept));
        self.game.fight.replies[seat] = match choice.verb {
            Verb::Accept => Reply::Agreed(offered),
            Verb::Counter => Reply::Agreed(choice.n),
            _ => Reply::Refused,
        };
        if self.fight.replies[seat] == Reply::Refused {
            self.note_refusal(seat);
        }
        self.hear_next(asked, seat);
    }

    /// help-17: the main player chooses among the players who agreed, or refuses them. If only one agreed, and to the unchanged
    /// offer, the main player is bound by it.
    pub(in crate::game) fn choose_helper(&mut self, asked: SeatSet) {
        let main = self.fight.main;
        let offered = self.fight.offer.treasures;
        let willing: SeatSet = asked.filter(|seat| matches!(self.fight.replies[seat], Reply::Agreed(_)));
        let bound = willing.len() == 1 && willing.iter().all(|seat| self.fight.replies[seat] == Reply::Agreed(offered));
        let choice = ask!(self, main, Question::ChooseHelper, Menu::seats(willing).with_if(!bound, Verb::Refuse));
        self.game.unheeded = if willing.is_empty() { self.unheeded.saturating_add(1) } else { 0 };
        if choice.verb == Verb::Player {
            self.agree(choice.seat());
        } else {
            self.game.promised = CardSet::EMPTY;
            self.game.fight.offer = Offer::default();
        }
    }

    /// help-02, help-03, combat-18: the helper joins with all their cards and their Level, and the round starts again.
    fn agree(&mut self, helper: Seat) {
        if let Reply::Agreed(treasures) = self.fight.replies[helper] {
            self.game.fight.offer.treasures = treasures;
        }
        let Offer { treasures, helper_first } = self.fight.offer;
        let main = self.fight.main;
        self.game.fight.helper = Some(helper);
        // The totals change with the helper, and the limit is for each change of them (D-02).
        self.game.fight.asks = 0;
        self.game.fight.totals = None;
        self.record(Event::HelpAgreed { main, helper, treasures, helper_first });
        self.refresh_curses(helper);
        if self.deck.rules.item_bribe == ItemBribe::Immediate && !self.promised.is_empty() {
            self.then(Frame::KeepPromises {});
        }
    }

    /// help-12, help-05: a player helps without being asked, for nothing or for a share of the Treasures at stake now.
    pub(in crate::game) fn compel_help(&mut self, helper: Seat, reward: Option<Reward>) {
        if !self.position().compellable().contains(helper) {
            return;
        }
        let main = self.fight.main;
        let stake = self.position().treasures_at_stake();
        let treasures = match reward {
            None => 0,
            Some(Reward::Half) => stake / 2,
            Some(Reward::All) => stake,
            Some(Reward::Treasures(count)) => stake.min(*count),
        };
        let fight = &mut self.game.fight;
        (fight.helper, fight.compelled, fight.totals) = (Some(helper), true, None);
        fight.offer = Offer { treasures, helper_first: false };
        self.record(Event::HelpCompelled { main, helper });
        self.refresh_curses(helper);
    }

    /// A player takes the place of the main player. Nobody is bound by the agreements of the former main player, who keeps what was earned
    /// until then.
    pub(in crate::game) fn take_over(&mut self, seat: Seat) {
        if !self.position().may_take_over(seat) {
            return;
        }
        self.dismiss_helper();
        let former = std::mem::replace(&mut self.game.fight.main, seat);
        let fight = &mut self.game.fight;
        (fight.asks, fight.replies, fight.totals) = (0, BySeat::default(), None);
        [true, false].into_iter().for_each(|alone| fight.clear(Account::InPlay { alone }));
        self.game.spent.clear(&self.deck.fighter_marks[Fighter::Main as usize]);
        self.game.promised = CardSet::EMPTY;
        self.record(Event::TakenOver { seat });
        self.refresh_curses(former);
        self.refresh_curses(seat);
    }

    /// help-13, help-14: a compelled helper may leave once the fight is for the win; one who stays is a volunteer.
    pub(in crate::game) fn withdraw(&mut self) {
        let Some(helper) = self.fight.helper else { return };
        let choice = ask!(self, helper, Question::Withdraw, Menu::of(Verb::Pass).with(Verb::Refuse));
        self.game.fight.compelled = false;
        if choice.verb == Verb::Refuse {
            self.dismiss_helper();
        }
    }

    /// D-04: promises are kept even after a fight that was lost, if the rules say so.
    pub(in crate::game) fn promises_after_defeat(&mut self) {
        if self.deck.rules.item_bribe == ItemBribe::AfterCombat && !self.promised.is_empty() {
            self.then_keep_promises();
        }
    }

    /// D-05: the deal with the helper is carried out, after the main player has decided to keep it if it is not binding.
    pub(in crate::game) fn then_keep_promises(&mut self) {
        self.then(Frame::KeepPromises {});
        if self.deck.rules.deals == Deals::Trust {
            self.then(Frame::KeepWord {});
        }
    }

    /// D-05: the main player keeps the deal or breaks it; the helper of a broken deal gets nothing.
    pub(in crate::game) fn keep_word(&mut self) {
        let main = self.fight.main;
        let living = self.fight.helper.is_some_and(|helper| self.alive(helper)) && self.alive(main);
        let owes = self.fight.won && self.fight.offer.treasures > 0 || !self.promised.is_empty();
        if !living || !owes {
            return;
        }
        let choice = ask!(self, main, Question::KeepDeal, Menu::of(Verb::Accept).with(Verb::Refuse));
        if choice.verb == Verb::Refuse {
            self.game.promised = CardSet::EMPTY;
            self.game.fight.offer = Offer::default();
        }
    }

    /// help-04, D-04: promised Items go to the helper, and a promised card is played on the helper.
    pub(in crate::game) fn keep_promises(&mut self) {
        let main = self.fight.main;
        let Some(helper) = self.fight.helper.filter(|&helper| self.alive(helper) && self.alive(main)) else { return };
        let promised = std::mem::take(&mut self.game.promised);
        for card in promised & self.tables[main] {
            if self.position().can_carry(helper, card) {
                self.record(Event::PromiseKept { main, helper, card });
                self.give(main, helper, card);
            }
        }
        for card in promised & self.hands[main] {
            self.play_promised(main, helper, card);
        }
    }

    /// help-04: the promised card takes effect on the helper, if it still can.
    fn play_promised(&mut self, main: Seat, helper: Seat, card: CardId) {
        let uses = self.deck.uses(card);
        let open = (0..uses.len()).find(|&n| {
            self.position().use_open(main, card, n, Window::AnyTime)
                && self.position().targets(&uses[n], main).contains(helper)
        });
        if let Some(n) = open {
            self.record(Event::PromiseKept { main, helper, card });
            self.play_on(main, helper, card, n);
        }
    }
}
