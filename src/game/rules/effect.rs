//! Effects: the interpreter of the card language. All operations run in this module.

use crate::deck::DeckSide;
use crate::deck::compiled::{Amount, CondRef, CountOrAll, FilterRef, Grants, Op, Program};
use crate::deck::language::{Chooser, HowMany, LevelMark, Side, Who, Window};
use crate::deck::rules::{BadStuffChoice, CurseHits};
use crate::game::state::fight::{Account, Fight, Foe, Getaway};
use crate::game::state::zone::Zone;
use crate::game::table::agenda::{Frame, Scene};
use crate::game::table::event::{DrawWhy, Event, LevelWhy, RollWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

/// Maximum bonus to rolls in a fight; no roll needs more.
const MOST_FLEE_BONUS: i8 = 99;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// badstuff-01, conflict-01: runs the next operation of a program. The remaining operations wait below it on the agenda.
    pub(in crate::game) fn effect(&mut self, program: Program, scene: Scene) {
        if !self.alive(scene.you) {
            return;
        }
        self.record(Event::Effect { card: scene.source, seat: scene.you });
        let op = self.deck.ops[usize::from(program.start)];
        self.run(Program { start: program.start + 1, ..program }, scene);
        self.happen(op, scene);
    }

    /// Runs one operation. Operations on a fight, a roll to run away or a Curse have no effect without one.
    fn happen(&mut self, op: Op, scene: Scene) {
        let you = scene.you;
        match op {
            Op::LoseLevels(amount) => self.lose_levels(you, self.amount(amount, scene), LevelWhy::Card),
            Op::GainLevels(amount) if self.wins_by_text(scene) => {
                self.gain_winning_levels(you, self.amount(amount, scene), LevelWhy::Card);
            }
            Op::GainLevels(amount) => self.gain_levels(you, self.amount(amount, scene), LevelWhy::Card),
            Op::GainWinningLevels(amount) => {
                self.gain_winning_levels(you, self.amount(amount, scene), LevelWhy::Card);
            }
            Op::FallTo(mark) => self.fall_to(you, mark),
            Op::Die => self.die(you),
            Op::LoseItems { count, filter, by } => self.lose_items(count, filter, by, scene),
            Op::LoseWorth(gold) => self.then(Frame::LoseWorth { gold, scene }),
            Op::LoseHand { count, by } => self.lose_hand(count, by, scene),
            Op::LoseIdentities { count, group } => self.lose_identities(you, count, group),
            Op::ChangeIdentity { group } => self.change_identity(you, group),
            Op::LosePowers { count, powers } => self.lose_powers(you, count, powers),
            Op::Draw { side, count, face_up, as_drawn } => {
                let shown = face_up || as_drawn && self.known.contains(scene.source);
                self.draw_by_card(side, self.amount(count, scene), shown, scene);
            }
            Op::Exchange { side, count } => self.start_exchange(side, count, scene),
            Op::TakeItem { from, filter } => {
                self.then(Frame::TakeItemFrom { from: self.who(from, scene), filter, scene });
            }
            Op::TakeFromHand { from, looking, side } => {
                self.then(Frame::TakeHandFrom { from: self.who(from, scene), looking, side, scene });
            }
            Op::TakeDiscard { side, search } => self.take_discarded(side, search, scene),
            Op::Each { who, from_right, condition, body } => {
                self.happen_to_each(who, from_right, condition, body, scene);
            }
            Op::Choose(span) => self.then(Frame::BranchOf { start: span.start, len: span.len, scene }),
            Op::If { test, then, otherwise } => {
                let holds = self.position().holds(test, you, scene.actor);
                self.carry_out(if holds { then } else { otherwise }, scene);
            }
            Op::Roll(table) => self.roll_on_table(table, scene),
            Op::Repeat { times, body } => {
                let left = self.amount(times, scene).clamp(0, 99) as u8;
                self.then(Frame::RepeatEffect { body, left, scene });
            }
            Op::Strengthen { side, by } => self.strengthen(side, by, scene),
            Op::RemoveMonster(removal) => self.in_unwon_fight(Frame::RemoveMonster { removal, scene }),
            Op::CopyMonster => self.in_unwon_fight(Frame::CopyMonster { scene }),
            Op::SendMonster(removal) => self.in_unwon_fight(Frame::SendMonster { removal, scene }),
            Op::AddMonster => self.in_unwon_fight(Frame::AddMonster { scene }),
            Op::ReplaceMonster(removal) => {
                self.in_unwon_fight(Frame::AddMonster { scene });
                self.in_unwon_fight(Frame::RemoveMonster { removal, scene });
            }
            Op::TwinFlee(bonus) => self.add_twin_flee(scene.source, bonus),
            Op::CompelHelp => self.compel_help(you),
            Op::DismissHelper if !self.fight.running => {}
            Op::DismissHelper => self.dismiss_helper(),
            Op::Escape => self.escape(),
            Op::EscapeAll => self.escape_all(you),
            Op::Reroll => self.reroll(),
            Op::RollAnyway => self.roll_anyway(),
            Op::SetRoll => self.turn_die(scene),
            Op::FleeBonus(bonus) => self.add_flee_bonus(you, bonus),
            Op::RollBonus(bonus) => self.add_roll_bonus(bonus),
            Op::CancelCurse { .. } => self.game.curse_cancelled = true,
            Op::LiftCurse { curses } => self.then(Frame::LiftCurse { curses, scene }),
            Op::ChangeGender => self.change_gender(you),
            Op::Leave { treasure } => self.leave(scene.source, treasure),
            Op::LoseAsMuch(short) => self.lose_as_much(short, scene),
            Op::EscapeThis => self.escape_this(you, scene.source),
            Op::LootRoom => self.loot_the_room(),
            Op::TakeWinningItem => self.then(Frame::TakeWinningItem { scene }),
            Op::TakeOver => self.take_over(you),
        }
    }

    /// F-03: whether levels from the text of a monster may bring the helper to the winning Level.
    fn wins_by_text(&self, scene: Scene) -> bool {
        self.deck.rules.helper_card_win
            && self.fight.won
            && self.fight.helper == Some(scene.you)
            && self.deck.masks.monsters.contains(scene.source)
    }

    /// gender-02: the character becomes of the other gender. Items may start or stop counting because of it.
    fn change_gender(&mut self, seat: Seat) {
        match self.females.contains(seat) {
            true => self.game.females.remove(seat),
            false => self.game.females.insert(seat),
        }
        self.record(Event::Gender { seat, gender: self.gender(seat) });
        self.refresh(seat);
    }

    /// combat-07: the monster with this text leaves the fight.
    fn leave(&mut self, card: CardId, treasure: bool) {
        let place = self.fight.foes().iter().position(|foe| foe.card == card);
        if let Some(place) = place.filter(|_| self.fight.running && !self.fight.won) {
            self.take_out(place, Some(treasure));
        }
    }

    /// Loses Items worth as much as the Item that the card took last; `short` follows if all Items are not worth that much.
    fn lose_as_much(&mut self, short: Program, scene: Scene) {
        let gold = self.taken_gold;
        let items = self.tables[scene.you] & self.deck.masks.items;
        let worth: u32 = items.iter().map(|card| u32::from(self.deck.card(card).gold)).sum();
        if worth < u32::from(gold) {
            self.run(short, scene);
        }
        self.then(Frame::LoseWorth { gold, scene });
    }

    /// Puts a step of a fight on the agenda, if a fight is running and not won yet.
    fn in_unwon_fight(&mut self, frame: Frame) {
        if self.fight.running && !self.fight.won {
            self.then(frame);
        }
    }

    fn strengthen(&mut self, side: Side, by: Amount, scene: Scene) {
        if self.fight.running {
            let by = self.amount(by, scene);
            self.then(Frame::StrengthenSide { side, by, scene });
        }
    }

    fn escape(&mut self) {
        if self.fight.running {
            self.game.fight.getaway = Getaway::Escapes;
        }
    }

    fn add_flee_bonus(&mut self, seat: Seat, bonus: i8) {
        if self.fight.running {
            let extra = &mut self.game.seats[seat].flee_extra;
            *extra = extra.saturating_add(bonus).clamp(-MOST_FLEE_BONUS, MOST_FLEE_BONUS);
        }
    }

    /// flee-03: changes the current roll to run away.
    fn add_roll_bonus(&mut self, bonus: i8) {
        if let Some((runner, _)) = self.fight.runner.filter(|_| self.fight.running) {
            let extra = &mut self.game.seats[runner].roll_extra;
            *extra = extra.saturating_add(bonus).clamp(-MOST_FLEE_BONUS, MOST_FLEE_BONUS);
        }
    }

    /// flee-03: changes the rolls to run away from the monsters that a card made twins.
    fn add_twin_flee(&mut self, source: CardId, bonus: i8) {
        let Some(monster) = self.fight.foes().iter().find(|foe| foe.twin_by == source).map(|foe| foe.card) else {
            return;
        };
        let count = usize::from(self.fight.foe_count);
        for foe in self.game.fight.foes[..count].iter_mut().filter(|foe| foe.card == monster) {
            foe.flee = foe.flee.saturating_add(bonus).clamp(-MOST_FLEE_BONUS, MOST_FLEE_BONUS);
        }
    }

    fn turn_die(&mut self, scene: Scene) {
        if self.fight.die > 0 || self.seats[scene.actor].card_die > 0 {
            self.then(Frame::SetRoll { scene });
        }
    }

    fn lose_identities(&mut self, seat: Seat, count: HowMany, group: u8) {
        let held = self.tables[seat] & self.deck.groups[usize::from(group)].cards;
        self.then(Frame::LoseIdentity { seat, group, left: Self::how_many(count, held.len()) });
    }

    /// curse-08, combine-01: replaces the identities in play with the identity that was discarded last before this effect. Without
    /// an identity in play, nothing happens; without a discarded one, the identities in play are lost.
    fn change_identity(&mut self, seat: Seat, group: u8) {
        let identities = self.deck.groups[usize::from(group)].cards;
        let held = self.tables[seat] & identities;
        if held.is_empty() {
            return;
        }
        let newest = self.newest_discard(identities);
        self.move_cards(held, Zone::Discard);
        if let Some(card) = newest {
            self.move_card(card, Zone::Table(seat));
        }
    }

    fn lose_powers(&mut self, seat: Seat, count: HowMany, powers: u8) {
        let held = self.tables[seat] & self.deck.powers[usize::from(powers)];
        self.then(Frame::LosePower { seat, powers, left: Self::how_many(count, held.len()) });
    }

    fn roll_on_table(&mut self, table: u16, scene: Scene) {
        let rolled = self.roll(scene.you, RollWhy::Card);
        let unlucky = self.seats[scene.you].grants.has(Grants::UNLUCKY);
        let die = if unlucky { rolled.max(2) - 1 } else { rolled };
        let scene = Scene { roll: die, ..scene };
        if self.position().usable(scene.you, Window::CardRoll).is_empty() {
            return self.read_table(table, scene);
        }
        self.game.seats[scene.you].card_die = die;
        self.then(Frame::CardRoll { table, scene });
    }

    /// oneshot-03: a player who rolled for a card may change the die before it takes effect.
    pub(in crate::game) fn card_roll(&mut self, table: u16, scene: Scene) {
        let seat = scene.you;
        if !self.alive(seat) {
            self.game.seats[seat].card_die = 0;
            return;
        }
        let choice = ask!(self, seat, Question::CardRoll, {
            self.options.push(Choice::PASS);
            for card in self.position().usable(seat, Window::CardRoll) {
                self.offer_uses_of(seat, card, Window::CardRoll);
            }
        });
        let scene = match self.seats[seat].card_die {
            0 => scene,
            die => Scene { roll: die, ..scene },
        };
        if choice.verb == Verb::Pass {
            self.game.seats[seat].card_die = 0;
            self.read_table(table, scene);
        } else {
            self.then(Frame::CardRoll { table, scene });
            self.play(seat, choice);
        }
    }

    /// Runs the line of a die table for the number that was rolled.
    fn read_table(&mut self, table: u16, scene: Scene) {
        let program = self.deck.die_tables[usize::from(table)][usize::from(scene.roll) - 1];
        self.carry_out(program, scene);
    }

    /// Runs a program for each player that `who` means and for whom the condition holds.
    fn happen_to_each(&mut self, who: Who, from_right: bool, condition: CondRef, body: Program, scene: Scene) {
        if who == Who::ChosenRival {
            return self.then(Frame::ChooseRival { body, scene });
        }
        let position = self.position();
        let seats = self.who(who, scene).iter();
        let left = seats.filter(|&seat| position.holds(condition, seat, scene.you)).collect();
        self.then(match from_right {
            true => Frame::EachFromRight { body, left, scene },
            false => Frame::EachOf { body, left, scene },
        });
    }

    /// The value of an amount.
    pub(in crate::game) fn amount(&self, amount: Amount, scene: Scene) -> i16 {
        match amount {
            Amount::Number(n) => n,
            Amount::PerCount { each, times } => {
                self.position().count(each, scene.you, scene.roll).saturating_mul(times)
            }
        }
    }

    /// The living players that `who` means.
    pub(in crate::game) fn who(&self, who: Who, scene: Scene) -> SeatSet {
        let you = scene.you;
        let players = self.players();
        let living = self.living();
        let rivals = living.without(you);
        let fight = self.fight();
        let seats = match who {
            Who::You => SeatSet::one(you),
            Who::Actor => SeatSet::one(scene.actor),
            Who::Left => SeatSet::one(you.left(players)),
            Who::Right => SeatSet::one(you.right(players)),
            Who::Neighbours => [you.left(players), you.right(players)].into_iter().collect(),
            Who::Rivals | Who::ChosenRival => rivals,
            Who::Everyone => living,
            Who::HighestRivals => self.at_level(rivals, rivals.iter().map(|seat| self.level(seat)).max()),
            Who::LowestRivals => self.at_level(rivals, rivals.iter().map(|seat| self.level(seat)).min()),
            Who::Fighters => fight.map_or(SeatSet::EMPTY, Fight::fighters),
            Who::Main => fight.map_or(SeatSet::EMPTY, |fight| SeatSet::one(fight.main)),
            Who::Helper => fight.and_then(|fight| fight.helper).map_or(SeatSet::EMPTY, SeatSet::one),
        };
        seats.iter().filter(|&seat| living.contains(seat)).collect()
    }

    fn at_level(&self, seats: SeatSet, level: Option<i16>) -> SeatSet {
        seats.iter().filter(|&seat| Some(self.level(seat)) == level).collect()
    }

    /// Runs a program for each of the remaining players, clockwise from the left of `scene.you`.
    pub(in crate::game) fn each_of(&mut self, body: Program, left: SeatSet, scene: Scene) {
        let next = self.game().seats_from(scene.you.left(self.players())).find(|&seat| left.contains(seat));
        let Some(seat) = next else { return };
        let left = left.without(seat);
        if !left.is_empty() {
            self.then(Frame::EachOf { body, left, scene });
        }
        self.carry_out(body, Scene { you: seat, actor: scene.you, ..scene });
    }

    /// Runs a program for each of the remaining players, counterclockwise from the right of `scene.you`.
    pub(in crate::game) fn each_from_right(&mut self, body: Program, left: SeatSet, scene: Scene) {
        let next = self.game().seats_from(scene.you).filter(|&seat| left.contains(seat)).last();
        let Some(seat) = next else { return };
        let left = left.without(seat);
        if !left.is_empty() {
            self.then(Frame::EachFromRight { body, left, scene });
        }
        self.carry_out(body, Scene { you: seat, actor: scene.you, ..scene });
    }

    /// The affected player chooses one other player for a program.
    pub(in crate::game) fn choose_rival(&mut self, body: Program, scene: Scene) {
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(self.who(Who::Rivals, scene)));
        if choice.verb == Verb::Player {
            self.run(body, Scene { you: choice.seat(), actor: scene.you, ..scene });
        }
    }

    /// Repeats a program.
    pub(in crate::game) fn repeat_effect(&mut self, body: Program, left: u8, scene: Scene) {
        if left > 1 {
            self.then(Frame::RepeatEffect { body, left: left - 1, scene });
        }
        if left > 0 {
            self.run(body, scene);
        }
    }

    /// E-25: the affected player chooses one of the possible branches.
    pub(in crate::game) fn branch_of(&mut self, start: u16, len: u16, scene: Scene) {
        let choice = ask!(self, scene.you, Question::Branch, {
            for n in 0..len {
                let (condition, _) = self.deck.branches[usize::from(start + n)];
                if self.position().holds(condition, scene.you, scene.actor) {
                    self.options.push(Choice::number(Verb::Branch, n as u8));
                }
            }
        });
        if choice.verb == Verb::Branch {
            let (_, program) = self.deck.branches[usize::from(start) + usize::from(choice.n)];
            self.carry_out(program, scene);
        }
    }

    fn fall_to(&mut self, seat: Seat, mark: LevelMark) {
        let lowest = self.living().iter().map(|seat| self.seats[seat].level).min();
        let to = match mark {
            LevelMark::Lowest => lowest.unwrap_or(1),
            LevelMark::At(level) => level.max(1),
        };
        if to < self.seats[seat].level {
            self.set_level(seat, to, LevelWhy::Card);
        }
    }

    fn draw_by_card(&mut self, side: DeckSide, count: i16, face_up: bool, scene: Scene) {
        let count = count.clamp(0, 99);
        if face_up && self.seats[scene.you].grants.has(Grants::DRAWS_DISCARDS) {
            let door = side == DeckSide::Door;
            return self.then(Frame::DrawShown { seat: scene.you, door, left: count as u8, reward: false });
        }
        let to = Zone::Hand(scene.you);
        let drawn: CardSet<W> =
            (0..count).map_while(|_| self.draw(side, scene.you, DrawWhy::Card, to, face_up)).collect();
        self.receive(scene.you, drawn);
    }

    fn lose_items(&mut self, count: CountOrAll, filter: FilterRef, by: Chooser, scene: Scene) {
        self.game.taken_gold = 0;
        let shed = self.tables[scene.you] & self.deck.filters[usize::from(filter.0)].shed;
        self.move_cards(shed, Zone::Discard);
        match count {
            CountOrAll::All => {
                let items = self.losable(filter, scene);
                self.take_along(items);
                let left = items & self.tables[scene.you];
                self.move_cards(left, Zone::Discard);
            }
            CountOrAll::Amount(amount) => {
                let left = self.amount(amount, scene).clamp(0, 99) as u8;
                self.then(Frame::LoseItem { left, filter, by, scene });
            }
        }
    }

    /// curse-07, H-09: the Items that an effect can take. The rules may restrict Curses to Items in use.
    fn losable(&self, filter: FilterRef, scene: Scene) -> CardSet<W> {
        let items = self.position().items(scene.you, filter);
        let used_only = self.deck.rules.curse_hits_carried == CurseHits::UsedOnly;
        if used_only && self.deck.masks.curses.contains(scene.source) {
            return items.without((self.deck.masks.items).without(self.used));
        }
        items
    }

    fn lose_hand(&mut self, count: CountOrAll, by: Chooser, scene: Scene) {
        match count {
            CountOrAll::All => {
                let hand = self.hands[scene.you];
                self.move_cards(hand, Zone::Discard);
            }
            CountOrAll::Amount(amount) => {
                let left = self.amount(amount, scene).clamp(0, 99) as u8;
                self.then(Frame::LoseHandCard { left, by, scene });
            }
        }
    }

    /// death-03: the player who decides for an effect: the one who set it off, or the affected one if that player is dead.
    fn decider(&self, scene: Scene) -> Seat {
        if self.alive(scene.actor) { scene.actor } else { scene.you }
    }

    /// Begins an exchange of cards, if the player has so many.
    fn start_exchange(&mut self, side: DeckSide, count: u8, scene: Scene) {
        if self.exchangeable(side, scene).len() >= usize::from(count) {
            self.then(Frame::Exchange { left: count, count, door: side == DeckSide::Door, scene });
        }
    }

    /// The cards that a player can exchange for new ones with the same back.
    fn exchangeable(&self, side: DeckSide, scene: Scene) -> CardSet<W> {
        self.position().payable(scene.you, scene.source) & self.back(side)
    }

    /// Discards cards from hand or from play one by one, then draws as many.
    pub(in crate::game) fn exchange(&mut self, left: u8, count: u8, door: bool, scene: Scene) {
        let side = if door { DeckSide::Door } else { DeckSide::Treasure };
        if left == 0 {
            return self.draw_by_card(side, i16::from(count), false, scene);
        }
        let choice = ask!(self, scene.you, Question::Payment, Menu::cards(self.exchangeable(side, scene)));
        self.then(Frame::Exchange { left: left - 1, count, door, scene });
        if choice.verb == Verb::Pick {
            self.move_own(scene.you, choice.card, Zone::Discard);
        }
    }

    /// E-25: the player who picks; `None` for a random pick. If that player is dead, the one who loses the card picks. The rules may
    /// let the victim of a monster pick, even if the card names another player.
    fn chooser(&self, by: Chooser, scene: Scene) -> Option<Seat> {
        let victims = self.deck.rules.badstuff_choice == BadStuffChoice::Victim;
        let seat = match by {
            Chooser::Actor | Chooser::Left | Chooser::Right
                if victims && self.deck.masks.monsters.contains(scene.source) =>
            {
                scene.you
            }
            Chooser::You => scene.you,
            Chooser::Actor => scene.actor,
            Chooser::Left => scene.you.left(self.players()),
            Chooser::Right => scene.you.right(self.players()),
            Chooser::Random => return None,
        };
        Some(if self.alive(seat) { seat } else { scene.you })
    }

    /// A random one of these cards of a player.
    pub(in crate::game) fn at_random(&mut self, owner: Seat, cards: CardSet<W>) -> Choice {
        let n = self.game.keys.chance(cards.len().max(1));
        let Some(card) = cards.nth(n) else { return Choice::PASS };
        self.record(Event::PickedAtRandom { seat: owner, card });
        Choice::card(Verb::Pick, card)
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
        self.game.taken_gold = self.deck.card(choice.card).gold;
        self.take_along(CardSet::one(choice.card));
        self.discard_card(choice.card);
    }

    /// Loses Items worth at least `gold` Gold Pieces in total, or all Items if they are not worth more.
    pub(in crate::game) fn lose_worth(&mut self, gold: u16, scene: Scene) {
        let carried = self.tables[scene.you] & self.deck.masks.items;
        let valued: CardSet<W> = carried.iter().filter(|&card| self.deck.card(card).gold > 0).collect();
        let worth: u32 = valued.iter().map(|card| u32::from(self.deck.card(card).gold)).sum();
        if gold == 0 || worth <= u32::from(gold) {
            let all = if gold == 0 { CardSet::EMPTY } else { carried };
            self.move_cards(all, Zone::Discard);
            return;
        }
        let choice = ask!(self, scene.you, Question::LoseItem, Menu::cards(valued));
        let paid = self.deck.card(choice.card).gold;
        self.then(Frame::LoseWorth { gold: gold.saturating_sub(paid), scene });
        self.discard_card(choice.card);
    }

    /// Loses hand cards. Only an effect that names the hand can do so.
    pub(in crate::game) fn lose_hand_card(&mut self, left: u8, by: Chooser, scene: Scene) {
        let hand = self.hands[scene.you];
        if left == 0 || hand.is_empty() {
            return;
        }
        let choice = match self.chooser(by, scene) {
            Some(seat) => ask!(self, seat, Question::LoseHandCard, Menu::cards(hand)),
            None => self.at_random(scene.you, hand),
        };
        if left > 1 {
            self.then(Frame::LoseHandCard { left: left - 1, by, scene });
        }
        self.discard_card(choice.card);
    }

    /// Adds strength to a side. If the card allows either side, the player who set off the effect chooses.
    pub(in crate::game) fn strengthen_side(&mut self, side: Side, by: i16, scene: Scene) {
        let sides = match side {
            Side::Either if self.position().wasted(scene.actor, scene.source) => Menu::of(Verb::ForMonsters),
            Side::Players => Menu::of(Verb::ForPlayers),
            Side::Monsters => Menu::of(Verb::ForMonsters),
            Side::Either => Menu::of(Verb::ForPlayers).with(Verb::ForMonsters),
        };
        let choice = ask!(self, self.decider(scene), Question::WhichSide, sides);
        let once = self.deck.card(scene.source).once;
        let account = match choice.verb {
            Verb::ForMonsters => Account::Monsters,
            _ if once => Account::OneShots,
            _ => Account::Others,
        };
        if account == Account::Monsters && self.fight.foes().iter().any(|foe| foe.card == scene.source) {
            self.strengthen_foe(scene.source, by);
        } else {
            self.boost(scene.source, account, by);
        }
    }

    /// multi-03, combat-07, enhancer-04: one monster leaves with its enhancers. The card decides whether its Treasure is won; if it
    /// does not say, the edition decides. If the players run, the player who set off the effect draws the Treasure at once.
    pub(in crate::game) fn remove_monster(&mut self, removal: u16, scene: Scene) {
        let places = self.position().removable(removal);
        let choice = ask!(self, self.decider(scene), Question::WhichMonster, { self.offer_foes(places) });
        if choice.verb != Verb::Monster {
            return;
        }
        let treasure = self.deck.removals[usize::from(removal)].treasure;
        let fleeing = self.fight.fleeing;
        let Foe { card, treasures, .. } = self.fight.foes[usize::from(choice.n)];
        self.take_out(usize::from(choice.n), treasure);
        if fleeing && treasure == Some(true) {
            let won = self.position().foe_treasures(card, treasures).clamp(0, 99);
            self.draw_by_card(DeckSide::Treasure, won, false, Scene { you: self.decider(scene), ..scene });
        }
    }

    /// combat-07, multi-03: removes a monster. The card decides whether its Treasure is won; if it does not say, the edition
    /// decides.
    fn take_out(&mut self, place: usize, says: Option<bool>) -> CardId {
        let Foe { card, number, treasures, .. } = self.remove_foe(place);
        let treasure = says.unwrap_or(self.deck.rules.nonlethal_treasure) && !self.fight.fleeing;
        if treasure {
            let won = self.position().foe_treasures(card, treasures).clamp(0, 99);
            self.game.fight.treasures = self.fight.treasures.saturating_add(won as u8);
        }
        self.record(Event::MonsterLeaves { card, number, treasure });
        card
    }

    /// Adds a twin of a monster in the fight.
    pub(in crate::game) fn copy_monster(&mut self, scene: Scene) {
        let room = self.fight.has_room();
        let choice = ask!(self, self.decider(scene), Question::WhichMonster, {
            if room {
                self.offer_foes(u16::MAX);
            }
        });
        if choice.verb == Verb::Monster {
            self.add_twin(self.decider(scene), usize::from(choice.n), scene.source);
        }
    }

    /// multi-03: sends a monster of the fight to a player's hand. This step chooses the monster.
    pub(in crate::game) fn send_monster(&mut self, removal: u16, scene: Scene) {
        let places = self.position().removable(removal);
        let choice = ask!(self, self.decider(scene), Question::WhichMonster, { self.offer_foes(places) });
        if choice.verb == Verb::Monster {
            let number = self.fight.foes[usize::from(choice.n)].number;
            self.then(Frame::SendMonsterTo { removal, number, scene });
        }
    }

    /// The second step of `send_monster`: chooses the player. If the monster has a twin, it vanishes and the card stays for the
    /// twin.
    pub(in crate::game) fn send_monster_to(&mut self, removal: u16, number: u8, scene: Scene) {
        let choice = ask!(self, self.decider(scene), Question::AimAt, Menu::seats(self.living()));
        let Some(place) = self.fight.place_of(number) else { return };
        let card = self.take_out(place, self.deck.removals[usize::from(removal)].treasure);
        if !self.fight.foes().iter().any(|other| other.card == card) {
            self.move_card(card, Zone::Hand(choice.seat()));
            self.make_known(card);
        }
    }

    /// multi-07: adds a monster from hand by this card.
    pub(in crate::game) fn add_monster(&mut self, scene: Scene) {
        let room = self.fight.has_room();
        let seat = self.decider(scene);
        let monsters = self.hands[seat] & self.deck.masks.monsters;
        let joining = if room { monsters } else { CardSet::EMPTY };
        let choice = ask!(self, self.decider(scene), Question::WhichHandMonster, Menu::cards(joining));
        if choice.verb == Verb::Pick {
            self.join_fight(seat, choice.card, false);
        }
    }

    /// ally-05, ally-06: a runner gets away from every monster of this fight.
    fn escape_all(&mut self, seat: Seat) {
        if !self.fight.running {
            return;
        }
        self.game.fight.away.insert(seat);
        if self.fight.runner.is_some_and(|(runner, _)| runner == seat) {
            self.game.fight.getaway = Getaway::Escapes;
        }
    }

    /// Repeats the roll to run away.
    fn reroll(&mut self) {
        if let Some((runner, _)) = self.fight.runner.filter(|&(runner, _)| self.fight.die > 0 && self.alive(runner)) {
            self.game.fight.die = self.roll(runner, RollWhy::Flee);
        }
    }

    /// flee-04, C-19: the runner must roll, whatever would let it get away.
    fn roll_anyway(&mut self) {
        if let Some((runner, _)) = self.fight.runner.filter(|&(runner, _)| self.alive(runner)) {
            self.game.fight.getaway = Getaway::Forced;
            self.game.fight.rolled.insert(runner);
            self.game.fight.die = self.roll(runner, RollWhy::Flee);
        }
    }

    /// Sets the die for running away, or the one that was rolled for a card, to a chosen number.
    pub(in crate::game) fn set_roll(&mut self, scene: Scene) {
        let choice = ask!(self, self.decider(scene), Question::SetRoll, Menu::numbers(Verb::Number, 1, 6));
        let seat = scene.actor;
        if self.seats[seat].card_die > 0 {
            self.game.seats[seat].card_die = choice.n;
            return self.record(Event::DieSet { seat, die: choice.n });
        }
        self.game.fight.die = choice.n;
        let seat = self.fight.runner.map_or(scene.you, |(runner, _)| runner);
        self.record(Event::DieSet { seat, die: choice.n });
    }

    /// curse-03, J-03: removes a lasting Curse of the type that the card means.
    pub(in crate::game) fn lift_curse(&mut self, curses: u8, scene: Scene) {
        let curses = self.tables[scene.you] & self.deck.curse_types[usize::from(curses)];
        let choice = ask!(self, self.decider(scene), Question::LiftCurse, Menu::cards(curses));
        if choice.verb == Verb::Pick {
            self.discard_card(choice.card);
        }
    }
}
