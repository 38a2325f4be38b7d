//! Combat: its beginning, joining monsters, and the comparison of totals when the window has closed.

use crate::deck::compiled::FightRules;
use crate::deck::language::rules::TwinEnhancers;
use crate::deck::language::{FightRule, Fighter, Happening, Lasting};
use crate::game::state::agenda::Frame;
use crate::game::state::fight::{Account, Fight, Foe, difference, part_of_bonus, strengthened};
use crate::game::state::zone::Zone;
use crate::game::table::event::{Event, FightEnd};
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Moment, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// door-02, combat-10: the active player fights the monster with the cards that are in use at this moment.
    pub(in crate::game) fn begin_combat(&mut self, card: CardId) {
        let seat = self.active;
        self.game.fight = Fight { running: true, main: seat, ..Fight::default() };
        self.game.promised = CardSet::EMPTY;
        self.record(Event::FightBegins { seat, card });
        self.refresh_curses(seat);
        // From the last step to the first: the monster's own text, then the triggers of the player's cards, then the
        // confrontation.
        self.then(Frame::Confront {});
        self.fire(Happening::Meet, seat);
        self.add_foe(card, CardId::NONE);
        self.meet(card);
    }

    /// combat-05, combat-10, A-15: the first round of the fight follows, unless its monster left when it was met. A monster that was killed as
    /// it was met is a kill like any other.
    pub(in crate::game) fn confront(&mut self) {
        if self.fight.foe_count == 0 && !self.fight.has_kills() {
            return self.avoid_fight();
        }
        self.then(Frame::Reckoning {});
        self.then_interrupts(Moment::Combat);
    }

    /// combat-07: ends a fight that did not take place. Nobody has helped, and Curses that last for one combat wait for the next one.
    fn avoid_fight(&mut self) {
        self.dismiss_helper();
        let treasures = self.fight.treasures[self.fight.main];
        self.game.fight.avoided = true;
        self.close_fight(FightEnd::Avoided);
        self.leave_combat();
        self.refresh_curses(self.fight.main);
        self.draw_reward(treasures);
    }

    /// Puts the triggers of a monster that enters the fight on the agenda, if it has any.
    fn meet(&mut self, card: CardId) {
        if self.deck.masks.triggered[Happening::Meet as usize].contains(card) {
            self.then(Frame::MonsterMeets { card });
        }
    }

    /// multi-07, monster-02, monster-03, loot-01: adds one monster per card, with its tags and fight rules. If no other monster is left,
    /// the active player does not loot the room after its fight any more.
    pub(in crate::game) fn add_foe(&mut self, card: CardId, twin_by: CardId) {
        self.game.fight.loots_after &= self.fight.foe_count > 0 || self.fight.main != self.active;
        let tags = self.deck.card(card).tags;
        self.push_foe(Foe { card, number: 0, faced: SeatSet::EMPTY, twin_by, bonus: 0, flee: 0, treasures: 0, tags });
    }

    /// multi-07: adds a monster under the next number. All players still have to run from it.
    fn push_foe(&mut self, foe: Foe) {
        let fight = &mut self.game.fight;
        // Never counted down: a number means one monster for the whole fight, while places move when a monster leaves.
        fight.joined += 1;
        let place = usize::from(fight.foe_count);
        (fight.armed[place], fight.grown[place]) = (0, 0);
        fight.foes[usize::from(fight.foe_count)] = Foe { number: fight.joined, faced: SeatSet::EMPTY, ..foe };
        fight.foe_count += 1;
        self.recount_foes();
    }

    /// multi-02: recomputes the fight rules, tags, levels and Treasures of the fight. The rules of one monster apply to the whole
    /// fight as long as the monster is in it; so do its tags, levels and Treasures.
    fn recount_foes(&mut self) {
        // Counted anew, not added: a flag of a monster that leaves may also be that of another one.
        let (mut rules, mut levels, mut tags, mut hoard) = (FightRules::default(), 0, 0, 0);
        for foe in self.fight.foes() {
            let info = self.deck.card(foe.card);
            rules = rules.or(info.fight);
            if self.deck.ignored.iter().any(|(monster, _)| *monster == foe.card) {
                rules.ignore();
            }
            levels += info.levels;
            tags |= foe.tags;
            hoard += self.position().foe_treasures(foe.card, foe.treasures.into());
        }
        let fight = &mut self.game.fight;
        (fight.rules, fight.levels, fight.tags, fight.hoard) = (rules, levels, tags, hoard);
        if rules.contains(FightRule::NoHelp) {
            self.dismiss_helper();
        }
        if !self.deck.silencing.is_empty() {
            self.fight.fighters().iter().for_each(|seat| self.refresh_curses(seat));
        }
    }

    /// multi-07: a monster that `seat` plays joins the running fight.
    pub(in crate::game) fn join_fight(&mut self, seat: Seat, card: CardId, by_tag: bool) {
        self.move_own(seat, card, Zone::Played);
        self.add_foe(card, CardId::NONE);
        // Whoever helps already is judged when a monster joins, and not again.
        if self.fight.helper.is_some_and(|helper| !self.position().fits_as_helper(helper)) {
            self.dismiss_helper();
        }
        let number = self.fight.joined;
        self.record(Event::MonsterJoins { card, number, seat, twin: false, by_tag });
        self.meet(card);
    }

    /// tag-01, tag-09, multi-07: a monster with a joining tag, or one that a monster of the fight lets join, needs no other card.
    pub(in crate::game) fn join_freely(&mut self, seat: Seat, card: CardId) {
        self.join_fight(seat, card, self.position().joins_by_tag(card));
    }

    /// C-12: adds a twin of the monster at an index, with the same values and enhancers, but without the Items given to it.
    pub(in crate::game) fn add_twin(&mut self, seat: Seat, place: usize, source: CardId) {
        let foe = self.fight.foes()[place];
        // Items are given to one monster alone (tag-07), so its twin does not have their bonus.
        let bonus = strengthened(foe.bonus, -i16::from(self.fight.armed[place]));
        self.push_foe(Foe { twin_by: source, bonus, ..foe });
        self.game.fight.grown[usize::from(self.fight.foe_count) - 1] = self.fight.grown[place];
        let number = self.fight.joined;
        self.record(Event::MonsterJoins { card: foe.card, number, seat, twin: true, by_tag: false });
    }

    /// multi-03, enhancer-04: removes a monster with its enhancers from the fight. Its card stays among the played cards.
    pub(in crate::game) fn remove_foe(&mut self, place: usize) -> Foe {
        let foe = self.fight.foes()[place];
        let count = usize::from(self.fight.foe_count);
        self.game.fight.foes.copy_within(place + 1..count, place);
        self.game.fight.armed.copy_within(place + 1..count, place);
        self.game.fight.grown.copy_within(place + 1..count, place);
        self.game.fight.foe_count -= 1;
        // The bits of the monsters behind the one that leaves move down by one place, as the monsters do.
        let before = (1u8 << place) - 1;
        for player in &mut self.game.seats.0 {
            player.spared = player.spared & before | player.spared >> 1 & !before;
        }
        self.recount_foes();
        foe
    }

    /// Runs the triggers of a monster that enters the fight.
    pub(in crate::game) fn monster_meets(&mut self, card: CardId) {
        let main = self.fight.main;
        self.fire_card(Happening::Meet, card, main);
    }

    /// enhancer-01, enhancer-04, interfere-02, tag-02: the player of an enhancer chooses its monster: one in the fight, or one from
    /// the player's hand that gets the joining tag from it.
    pub(in crate::game) fn enhance_which(&mut self, seat: Seat, card: CardId) {
        let choice = ask!(self, seat, Question::WhichMonster, {
            self.offer_foes(u16::MAX);
            self.offer_tagged_joiners(seat, card);
        });
        match choice.verb {
            Verb::Monster => self.enhance(card, usize::from(choice.n)),
            Verb::Join => {
                self.join_fight(seat, choice.card, true);
                // The monster that has just joined is the last one.
                let place = usize::from(self.fight.foe_count) - 1;
                self.enhance(card, place);
            }
            _ => {}
        }
    }

    /// tag-07, tag-08: the giver of an Item names the monster that it helps; it leaves with the monster or at the end of the combat.
    pub(in crate::game) fn arm_which(&mut self, seat: Seat, card: CardId) {
        let takers = self.position().takers(card);
        let choice = ask!(self, seat, Question::WhichMonster, { self.offer_foes(takers) });
        if choice.verb == Verb::Monster {
            self.arm(card, usize::from(choice.n));
        }
    }

    /// tag-07, C-12: only the bonus of the Item counts, and for this monster alone, not for its twins.
    fn arm(&mut self, card: CardId, place: usize) {
        let by = i16::from(self.deck.card(card).bonus);
        let Fight { foes, armed, .. } = &mut self.game.fight;
        let foe = &mut foes[place];
        foe.bonus = strengthened(foe.bonus, by);
        armed[place] = part_of_bonus(armed[place], by);
        let (monster, number) = (foe.card, foe.number);
        self.record(Event::Armed { card, monster, number });
    }

    /// Offers the monsters of the fight at these places.
    pub(in crate::game) fn offer_foes(&mut self, places: u16) {
        for (place, foe) in self.game.fight.foes().iter().enumerate() {
            if places >> place & 1 == 1 {
                self.options.push(Choice { verb: Verb::Monster, n: place as u8, card: foe.card });
            }
        }
    }

    fn offer_tagged_joiners(&mut self, seat: Seat, card: CardId) {
        let tags = self.deck.card(card).tags & self.deck.bringing & self.fight.tags();
        if tags != 0 && self.fight.has_room() {
            for monster in self.hands[seat] & self.deck.masks.monsters {
                if self.deck.card(monster).tags & tags == 0 {
                    self.options.push(Choice::card(Verb::Join, monster));
                }
            }
        }
    }

    /// enhancer-02, enhancer-03, enhancer-05, enhancer-06: adds the strength, Treasures and tags of an enhancer to its
    /// monster, and to twins of that monster (C-12).
    pub(in crate::game) fn enhance(&mut self, card: CardId, place: usize) {
        let tags = self.deck.card(card).tags;
        let Some(&Foe { card: monster, number, twin_by, .. }) = self.fight.foes().get(place) else { return };
        let (bonus, treasures) = self.position().enhancement(monster, card);
        let alone = twin_by.is_some() && self.deck.rules.twin_enhancers == TwinEnhancers::TwinOnly;
        let count = usize::from(self.fight.foe_count);
        let foes = self.game.fight.foes[..count].iter_mut();
        for foe in foes.filter(|foe| foe.card == monster && (!alone || foe.number == number)) {
            foe.bonus = strengthened(foe.bonus, bonus);
            foe.treasures = foe.treasures.saturating_add(treasures);
            foe.tags |= tags;
        }
        self.recount_foes();
        self.record(Event::Enhanced { card, monster });
    }

    /// Adds the strength from a monster's own text to that monster, and to its twins.
    pub(in crate::game) fn strengthen_foe(&mut self, card: CardId, by: i16) {
        let count = usize::from(self.fight.foe_count);
        let Fight { foes, grown, .. } = &mut self.game.fight;
        for (foe, grown) in foes[..count].iter_mut().zip(grown).filter(|(foe, _)| foe.card == card) {
            foe.bonus = strengthened(foe.bonus, by);
            *grown = part_of_bonus(*grown, by);
        }
        self.record(Event::MonsterStrengthened { card, by });
    }

    /// interfere-03: a Wandering Monster card adds one monster from the same hand.
    pub(in crate::game) fn wandering_which(&mut self, seat: Seat, card: CardId) {
        let choice =
            ask!(self, seat, Question::WhichHandMonster, Menu::cards(self.hands[seat] & self.deck.masks.monsters));
        if choice.verb == Verb::Pick {
            self.record(Event::Used { seat, card, n: 0 });
            self.join_fight(seat, choice.card, false);
        }
    }

    /// combat-03, combat-06, flee-01, multi-01, E-01: when all have passed, the totals decide. The monsters win ties unless a
    /// fighter has the right to win them. If no monster is left, the fight is won without a kill. The rules may let the
    /// main player run from a fight that would be won.
    pub(in crate::game) fn reckoning(&mut self) {
        let (players, monsters) = self.position().totals();
        let main = self.fight.main;
        let optional = self.deck.rules.voluntary_flee && self.alive(main) && self.fight.foe_count > 0;
        let wins = self.position().decides(players, monsters);
        let runs = optional && wins && {
            let menu = Menu::of(Verb::Pass).with(Verb::Accept);
            ask!(self, main, Question::RunAnyway, menu).verb == Verb::Accept
        };
        // The cards of the fight are discarded from now on, so kept totals would be wrong.
        self.game.fight.totals = None;
        self.record(Event::Totals { players, monsters });
        // Without a monster nothing is compared.
        self.game.fight.margin = if self.fight.foe_count > 0 { difference(players - monsters) } else { 0 };
        self.count_fight_parts();
        if !self.alive(main) {
            self.close_fight(FightEnd::Died);
            self.then(Frame::EndCombat {});
        } else if self.fight.foe_count == 0 {
            self.victory(false);
        } else if wins && !runs {
            self.victory(true);
        } else {
            self.flight();
        }
    }

    /// Records how the fight ended.
    pub(in crate::game) fn close_fight(&mut self, how: FightEnd) {
        let (seat, helped) = (self.fight.main, self.fight.helper.is_some());
        self.record(Event::FightEnds { seat, how, helped });
    }

    /// combat-12, combat-19, flee-11: discards everything of the fight, and the Curses that last for one combat.
    pub(in crate::game) fn end_combat(&mut self) {
        let fighters = self.fight.fighters();
        if self.fight.loots_after {
            self.then(Frame::LootAfterFight {});
        }
        self.leave_combat();
        for seat in fighters.iter() {
            self.discard_spent_curses(seat, Lasting::NextCombat);
        }
        // Only after the discard: a Curse received in this combat is not one that lasted for it, but counts in the next
        // one.
        self.game.fresh = self.fresh.without(self.deck.masks.for_next_combat);
        for seat in fighters.iter() {
            self.refresh_curses(seat);
        }
        self.pay_former_main_players();
    }

    fn leave_combat(&mut self) {
        self.discard_fight_cards();
        self.game.fight.running = false;
        self.game.fight.runner = None;
        self.game.spent.end_combat();
        // A player may have left the fight since it got a bonus on its rolls.
        self.game.seats.0.iter_mut().for_each(|seat| seat.flee_extra = 0);
    }

    fn discard_fight_cards(&mut self) {
        let cards = std::mem::take(&mut self.game.played);
        self.game.used = self.used.without(cards);
        for card in cards {
            self.discard_from(card, Zone::Played);
        }
    }

    /// C-01: removes the helper from the fight, with the strength that cards in play added for or against them; the deal is void.
    pub(in crate::game) fn dismiss_helper(&mut self) {
        if let Some(helper) = self.game.fight.helper.take() {
            self.game.promised = CardSet::EMPTY;
            self.game.fight.offer = Default::default();
            self.game.fight.compelled = false;
            self.game.fight.clear(Account::Helper);
            self.game.fight.totals = None;
            self.game.spent.clear(&self.deck.fighter_marks[Fighter::Helper as usize]);
            self.record(Event::HelperLeaves { helper });
            self.refresh_curses(helper);
        }
    }
}
